//! Counts of things from a closed set: cubes of each kind, troops in each territory.
//!
//! On the wire a map without zeros. Reading is strict: an unknown key, a zero or a count that does
//! not fit is an error, so that one set of counts has one form only.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::ids::Id;

/// A count from 0 to 255 for every identifier of `K`; `N` is the number of identifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counts<K, const N: usize> {
    counts: [u8; N],
    key: PhantomData<K>,
}

impl<K: Id, const N: usize> Counts<K, N> {
    /// All counts zero.
    pub const NONE: Self = {
        assert!(N == K::ALL.len(), "there is a count for each identifier");
        Self { counts: [0; N], key: PhantomData }
    };

    /// Creates counts of `n` of one kind only.
    pub fn only(key: K, n: u8) -> Self {
        let mut counts = Self::NONE;
        counts[key] = n;
        counts
    }

    /// Iterates over the kinds of which there is at least one, in canonical order.
    pub fn iter(&self) -> impl Iterator<Item = (K, u8)> {
        K::ALL.iter().copied().zip(self.counts).filter(|(_, n)| *n > 0)
    }

    /// Returns the sum over all kinds.
    pub fn total(&self) -> u32 {
        self.counts.iter().copied().map(u32::from).sum()
    }

    /// Checks whether every count is zero.
    pub fn is_empty(&self) -> bool {
        self.counts.iter().all(|n| *n == 0)
    }

    /// Checks whether there is at least as much of every kind as in `other`.
    pub fn covers(&self, other: &Self) -> bool {
        self.counts.iter().zip(&other.counts).all(|(own, wanted)| own >= wanted)
    }
}

impl<K: Id, const N: usize> Default for Counts<K, N> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<K: Id, const N: usize> Index<K> for Counts<K, N> {
    type Output = u8;
    fn index(&self, key: K) -> &u8 {
        &self.counts[key.index()]
    }
}

impl<K: Id, const N: usize> IndexMut<K> for Counts<K, N> {
    fn index_mut(&mut self, key: K) -> &mut u8 {
        &mut self.counts[key.index()]
    }
}

impl<K: Id, const N: usize> FromIterator<(K, u8)> for Counts<K, N> {
    /// Collects counts; a later count of a kind replaces an earlier one.
    fn from_iter<I: IntoIterator<Item = (K, u8)>>(pairs: I) -> Self {
        let mut counts = Self::NONE;
        for (key, n) in pairs {
            counts[key] = n;
        }
        counts
    }
}

impl<K: Id, const N: usize> fmt::Debug for Counts<K, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Id, const N: usize> Serialize for Counts<K, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(key, n)| (key.as_str(), n)))
    }
}

impl<'de, K: Id, const N: usize> Deserialize<'de> for Counts<K, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(CountsVisitor(PhantomData))
    }
}

struct CountsVisitor<K, const N: usize>(PhantomData<K>);

impl<'de, K: Id, const N: usize> Visitor<'de> for CountsVisitor<K, N> {
    type Value = Counts<K, N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with positive counts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut counts = Counts::NONE;
        while let Some(name) = map.next_key::<Cow<'de, str>>()? {
            let Some(key) = K::ALL.iter().copied().find(|id| id.as_str() == name) else {
                return Err(A::Error::custom(format!("there is no {name:?} here")));
            };
            let n: u8 = map.next_value()?;
            // A key given twice arrives here twice; the first count of it is positive.
            if n == 0 || counts[key] > 0 {
                let detail = format!("{name}: a count is at least 1 and given once");
                return Err(A::Error::custom(detail));
            }
            counts[key] = n;
        }
        Ok(counts)
    }
}

impl<K: Id + JsonSchema, const N: usize> JsonSchema for Counts<K, N> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}Counts", K::schema_name()).into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let count = json!({"type": "integer", "minimum": 1, "maximum": u8::MAX});
        let keys: Map<String, Value> =
            K::ALL.iter().map(|key| (key.as_str().to_owned(), count.clone())).collect();
        json_schema!({
            "description": "The positive counts of each; those with none are left out.",
            "type": "object",
            "properties": keys,
            "additionalProperties": false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::games::europe_divided::Side;

    type ArmyCounts = Counts<Side, 2>;

    #[test]
    fn counts_travel_as_a_map_without_zeros() {
        let armies = ArmyCounts::only(Side::Russia, 2);
        let text = serde_json::to_string(&armies).unwrap();
        assert_eq!(text, r#"{"russia":2}"#);
        assert_eq!(serde_json::from_str::<ArmyCounts>(&text).unwrap(), armies);
        assert_eq!(serde_json::from_value::<ArmyCounts>(json!({"russia": 2})).unwrap(), armies);
        assert!(serde_json::from_str::<ArmyCounts>("{}").unwrap().is_empty());
        assert!(armies.covers(&ArmyCounts::only(Side::Russia, 2)));
        assert!(!armies.covers(&ArmyCounts::only(Side::Europe, 1)));
        assert_eq!(armies.total(), 2);
    }

    #[test]
    fn what_is_no_positive_count_of_a_known_thing_is_refused() {
        for wrong in [
            r#"{"russia":0}"#,
            r#"{"russia":-1}"#,
            r#"{"russia":256}"#,
            r#"{"russia":1.5}"#,
            r#"{"russia":"1"}"#,
            r#"{"sweden":1}"#,
            r#"{"russia":1,"russia":1}"#,
            "[1,2]",
        ] {
            assert!(serde_json::from_str::<ArmyCounts>(wrong).is_err(), "{wrong}");
        }
    }
}
