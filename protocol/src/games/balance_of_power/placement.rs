//! A whole map as one seat places it (Command Room): an entry for each of the 30 territories.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Index, IndexMut};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::{Owner, Territory};

/// The troops in a territory, and their owner.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Garrison {
    /// The owner of the troops.
    pub owner: Owner,
    /// The number of troops.
    pub troops: u8,
}

/// A garrison for every territory; on the wire an object with all 30 keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement([Garrison; Territory::COUNT]);

impl Placement {
    /// Builds a placement from a function that gives the garrison of each territory.
    pub fn from_fn(mut garrison: impl FnMut(Territory) -> Garrison) -> Self {
        Self(std::array::from_fn(|index| garrison(Territory::ALL[index])))
    }

    /// Iterates over territories and garrisons, in canonical order.
    pub fn iter(&self) -> impl Iterator<Item = (Territory, Garrison)> {
        Territory::ALL.iter().copied().zip(self.0)
    }
}

impl Index<Territory> for Placement {
    type Output = Garrison;
    fn index(&self, territory: Territory) -> &Garrison {
        &self.0[territory.index()]
    }
}

impl IndexMut<Territory> for Placement {
    fn index_mut(&mut self, territory: Territory) -> &mut Garrison {
        &mut self.0[territory.index()]
    }
}

impl Serialize for Placement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Placement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PlacementVisitor)
    }
}

struct PlacementVisitor;

impl<'de> Visitor<'de> for PlacementVisitor {
    type Value = Placement;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with an entry for each of the 30 territories")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Placement, A::Error> {
        let mut found = [None; Territory::COUNT];
        while let Some(name) = map.next_key::<Cow<'de, str>>()? {
            let Some(territory) = Territory::parse(&name) else {
                return Err(A::Error::custom(format!("{name:?} is not a territory")));
            };
            let garrison: Garrison = map
                .next_value()
                .map_err(|error| A::Error::custom(format!("{territory}: {error}")))?;
            if found[territory.index()].replace(garrison).is_some() {
                return Err(A::Error::custom(format!("{territory} is given twice")));
            }
        }
        if let Some(missing) = Territory::ALL.iter().find(|one| found[one.index()].is_none()) {
            return Err(A::Error::custom(format!("{missing} is missing")));
        }
        let empty = Garrison { owner: Owner::Neutral, troops: 0 };
        Ok(Placement(found.map(|garrison| garrison.unwrap_or(empty))))
    }
}

impl JsonSchema for Placement {
    fn schema_name() -> Cow<'static, str> {
        "Placement".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let garrison = generator.subschema_for::<Garrison>();
        let keys: Map<String, Value> = Territory::ALL
            .iter()
            .map(|territory| (territory.as_str().to_owned(), json!(garrison)))
            .collect();
        let names: Vec<&str> = Territory::ALL.iter().map(|territory| territory.as_str()).collect();
        json_schema!({
            "type": "object",
            "properties": keys,
            "required": names,
            "additionalProperties": false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placement() -> Placement {
        Placement::from_fn(|_| Garrison { owner: Owner::Neutral, troops: 2 })
    }

    #[test]
    fn a_placement_travels_with_every_territory() {
        let mut map = placement();
        map[Territory::Poland] = Garrison { owner: Owner::Blue, troops: 7 };
        let value = json!(map);
        assert_eq!(value.as_object().unwrap().len(), Territory::COUNT);
        assert_eq!(value["poland"], json!({"owner": "blue", "troops": 7}));
        assert_eq!(serde_json::from_value::<Placement>(value).unwrap(), map);
    }

    #[test]
    fn what_is_missing_or_unknown_is_named() {
        let refused = |edit: fn(&mut Value)| {
            let mut value = json!(placement());
            edit(&mut value);
            serde_json::from_value::<Placement>(value).unwrap_err().to_string()
        };
        let missing = refused(|map| drop(map.as_object_mut().unwrap().remove("italy")));
        assert_eq!(missing, "italy is missing");
        let unknown = refused(|map| map["utopia"] = json!({"owner": "red", "troops": 1}));
        assert_eq!(unknown, "\"utopia\" is not a territory");
        let owner = refused(|map| map["italy"]["owner"] = json!("green"));
        assert!(owner.starts_with("italy: unknown variant `green`"), "{owner}");
        let troops = refused(|map| map["italy"]["troops"] = json!(-1));
        assert!(troops.starts_with("italy: invalid value"), "{troops}");
        let extra = refused(|map| map["italy"]["city"] = json!(true));
        assert!(extra.starts_with("italy: unknown field `city`"), "{extra}");
    }
}
