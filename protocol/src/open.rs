//! Members of sets that may grow within version 1, read so that one of tomorrow is no error.
//!
//! The schema says the same of each such set: a `Known...` or anything else. What a client writes, and what
//! the rules and rooms work with, is of the known ones; a field that is read from the other side is an
//! [`Open`].

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Debug;

/// A set that may grow within version 1: the members that this version knows.
pub trait OpenSet {
    /// A member that this version does not know, as it came.
    type Unknown: Clone + Debug + PartialEq + Serialize;

    /// Returns what this value is as a member that this version does not know; `None` if it has the
    /// name of a known one, or cannot be a member at all.
    fn unknown(value: Value) -> Option<Self::Unknown>;
}

/// A member of a set that may grow: one that this version knows, or another, which is written as it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Open<Known: OpenSet> {
    /// One that this version knows.
    Known(Known),
    /// One of a later version.
    Unknown(Known::Unknown),
}

impl<Known: OpenSet> Open<Known> {
    /// Returns the member; `None` for one of a later version.
    pub const fn known(&self) -> Option<&Known> {
        match self {
            Self::Known(known) => Some(known),
            Self::Unknown(_) => None,
        }
    }

    /// Returns the member, or this one for one of a later version.
    pub fn known_or(self, known: Known) -> Known {
        self.into_known().unwrap_or(known)
    }

    /// Returns the member; `None` for one of a later version.
    pub fn into_known(self) -> Option<Known> {
        match self {
            Self::Known(known) => Some(known),
            Self::Unknown(_) => None,
        }
    }
}

impl<Known: OpenSet<Unknown = String> + Serialize> Open<Known> {
    /// Returns the word on the wire.
    pub fn word(&self) -> String {
        match serde_json::to_value(self) {
            Ok(Value::String(word)) => word,
            _ => String::new(),
        }
    }
}

impl<Known: OpenSet> From<Known> for Open<Known> {
    fn from(known: Known) -> Self {
        Self::Known(known)
    }
}

impl<Known: OpenSet + Default> Default for Open<Known> {
    fn default() -> Self {
        Self::Known(Known::default())
    }
}

impl<Known: OpenSet + PartialEq> PartialEq<Known> for Open<Known> {
    fn eq(&self, other: &Known) -> bool {
        self.known() == Some(other)
    }
}

impl<Known: OpenSet + Serialize> Serialize for Open<Known> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Known(known) => known.serialize(serializer),
            Self::Unknown(unknown) => unknown.serialize(serializer),
        }
    }
}

impl<'de, Known: OpenSet + DeserializeOwned> Deserialize<'de> for Open<Known> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        match Known::deserialize(&value) {
            Ok(known) => Ok(Self::Known(known)),
            Err(fault) => {
                Known::unknown(value).map(Self::Unknown).ok_or_else(|| D::Error::custom(fault))
            }
        }
    }
}

/// The schema is that of the set: which sets are open is said once, for all that link to them.
impl<Known: OpenSet + JsonSchema> JsonSchema for Open<Known> {
    fn inline_schema() -> bool {
        Known::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        Known::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        Known::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Known::json_schema(generator)
    }
}

/// Says of a set of words that it may grow.
macro_rules! open_words {
    ($set:ty) => {
        impl crate::open::OpenSet for $set {
            type Unknown = String;

            fn unknown(value: serde_json::Value) -> Option<String> {
                if let serde_json::Value::String(word) = value { Some(word) } else { None }
            }
        }
    };
}

/// Says of a set of objects that it may grow: in which field each has its name, and those that this
/// version knows.
macro_rules! open_objects {
    ($set:ident $(<$($of:ident),+>)?: $tag:literal in $names:expr) => {
        impl $(<$($of),+>)? crate::open::OpenSet for $set $(<$($of),+>)? {
            type Unknown = serde_json::Map<String, serde_json::Value>;

            fn unknown(value: serde_json::Value) -> Option<Self::Unknown> {
                let known = $names.contains(&value.get($tag)?.as_str()?);
                match value {
                    serde_json::Value::Object(fields) if !known => Some(fields),
                    _ => None,
                }
            }
        }
    };
}

pub(crate) use {open_objects, open_words};

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::room::{SeatKind, Unproven};

    #[test]
    fn a_member_of_tomorrow_is_kept_as_it_came() {
        for (text, known) in [("\"bot\"", Some(SeatKind::Bot)), ("\"oracle\"", None)] {
            let read: Open<SeatKind> = serde_json::from_str(text).unwrap();
            assert_eq!(read.known().copied(), known);
            assert_eq!(serde_json::to_string(&read).unwrap(), text);
        }
        let weather = json!({"kind": "weather", "rain": [1, 2]});
        let read: Open<Unproven> = serde_json::from_value(weather.clone()).unwrap();
        assert_eq!((read.known(), serde_json::to_value(&read).unwrap()), (None, weather));
    }

    #[test]
    fn what_is_no_member_is_an_error() {
        for wrong in ["7", "null", "{}"] {
            assert!(serde_json::from_str::<Open<SeatKind>>(wrong).is_err(), "{wrong}");
        }
        for wrong in [json!({"kind": "practice"}), json!({"kind": 7}), json!({}), json!("lesson")] {
            assert!(serde_json::from_value::<Open<Unproven>>(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
