//! A room's options as text: they are read a few times in a room's life, and a map of one entry takes
//! the memory of eleven.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

/// The options of a match, with defaults filled in, as JSON. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct RoomOptions(Arc<RawValue>);

impl RoomOptions {
    /// Returns the options by name.
    pub(crate) fn by_name(&self) -> Map<String, Value> {
        // The text was made of such a map, so reading cannot fail.
        serde_json::from_str(self.0.get()).unwrap_or_default()
    }
}

impl From<Map<String, Value>> for RoomOptions {
    fn from(options: Map<String, Value>) -> Self {
        // A map with string keys, for which serialisation cannot fail.
        Self(to_raw_value(&options).unwrap_or_else(|_| RawValue::NULL.to_owned()).into())
    }
}

impl Serialize for RoomOptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RoomOptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Map::deserialize(deserializer).map(Self::from)
    }
}
