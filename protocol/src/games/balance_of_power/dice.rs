//! A throw of at most three dice as a small value, in the order in which they were drawn.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most dice of one side in a roll.
pub const MOST_DICE: usize = 3;

/// One to three dice, each from 1 to 6, in the order in which they were drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dice {
    values: [u8; MOST_DICE],
    len: u8,
}

impl Dice {
    /// Takes these dice; a fourth and later ones are ignored.
    pub fn new(drawn: &[u8]) -> Self {
        let mut values = [0; MOST_DICE];
        let len = drawn.len().min(MOST_DICE);
        values[..len].copy_from_slice(&drawn[..len]);
        Self { values, len: len as u8 }
    }

    /// Returns the dice in the order in which they were drawn.
    pub fn values(&self) -> &[u8] {
        &self.values[..usize::from(self.len)]
    }

    /// Returns the number of dice.
    pub const fn count(&self) -> u8 {
        self.len
    }

    /// Returns the dice with another value for one of them.
    #[must_use]
    pub fn with(mut self, die: usize, value: u8) -> Self {
        if let Some(old) = self.values[..usize::from(self.len)].get_mut(die) {
            *old = value;
        }
        self
    }
}

impl std::fmt::Debug for Dice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.values().fmt(f)
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.values().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = Vec::<u8>::deserialize(deserializer)?;
        let sound = (1..=MOST_DICE).contains(&values.len())
            && values.iter().all(|value| (1..=6).contains(value));
        if sound { Ok(Self::new(&values)) } else { Err(D::Error::custom("one to three dice")) }
    }
}

impl JsonSchema for Dice {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Dice".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "array",
            "items": {"type": "integer", "minimum": 1, "maximum": 6},
            "minItems": 1,
            "maxItems": MOST_DICE,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_travel_as_an_array_in_the_order_drawn() {
        let dice = Dice::new(&[2, 6, 1]);
        assert_eq!(serde_json::to_string(&dice).unwrap(), "[2,6,1]");
        assert_eq!(serde_json::from_str::<Dice>("[2,6,1]").unwrap(), dice);
        assert_eq!(dice.with(2, 5).values(), [2, 6, 5]);
        for wrong in ["[]", "[0]", "[7]", "[1,1,1,1]"] {
            assert!(serde_json::from_str::<Dice>(wrong).is_err(), "{wrong}");
        }
    }
}
