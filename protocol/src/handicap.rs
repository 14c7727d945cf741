//! Handicap: an advantage for one seat that everybody sees, chosen with the room and off by default.
//!
//! It is a house rule of this project, in no printed rules; each game says what a step of it is. It must
//! know no game.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};

/// The steps of a handicap; none is off.
pub const HANDICAP: RangeInclusive<u8> = 0..=3;

/// The handicap of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Handicap {
    /// The seat that has the advantage.
    pub seat: u8,
    /// The number of steps, from 1.
    pub steps: u8,
}

impl Handicap {
    /// Returns the handicap of so many steps; `None` if there are none.
    pub fn of(seat: u8, steps: u8) -> Option<Self> {
        (steps > 0).then_some(Self { seat, steps })
    }
}

/// Reads a number of steps; a refusal names the range.
pub(crate) fn steps<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let given = u8::deserialize(deserializer)?;
    if HANDICAP.contains(&given) {
        return Ok(given);
    }
    Err(D::Error::invalid_value(Unexpected::Unsigned(given.into()), &"a handicap of 0 to 3 steps"))
}

/// Checks whether an option is at its default: then it is left out, so that a room without a handicap
/// stores what it stored before there was one.
pub(crate) fn is_default<T: Default + PartialEq>(given: &T) -> bool {
    *given == T::default()
}
