//! The maps of views on the wire: objects, also empty ones, in the order of their keys.

use std::collections::BTreeMap;

use litemap::LiteMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) fn serialize<K: Serialize, V: Serialize, S: Serializer>(
    map: &LiteMap<K, V>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(map.iter())
}

pub(crate) fn deserialize<'de, K, V, D>(deserializer: D) -> Result<LiteMap<K, V>, D::Error>
where
    K: Deserialize<'de> + Ord,
    V: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Ok(BTreeMap::deserialize(deserializer)?.into_iter().collect())
}
