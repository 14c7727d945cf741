//! The component data: a field for each file of `data/europe`, a list of rows in each.
//!
//! An unknown key of a row is an error; the engine checks further that the rows hold together. A value
//! `x` has its source in `x_source`, or in `source` for the whole row.

#![allow(missing_docs, reason = "a source is what the module says it is")]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CitizenKind, Country, Crisis, Cubes, Resource, ResourceCard};
use crate::{Source, ids};

/// The component data of a match of Europe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Data {
    /// Citizens.
    pub citizens: CitizenFile,
    /// The member states.
    pub countries: CountryFile,
    /// Counts that a room cannot choose.
    pub counts: CountFile,
    /// Crises.
    pub crises: CrisisFile,
    /// Resource cards.
    pub resources: ResourceFile,
}

/// `citizens.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CitizenFile {
    /// Citizens: what each needs, pays, and how many copies each citizen deck has.
    pub citizen: Vec<CitizenRow>,
}

/// `countries.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CountryFile {
    /// The member states; without effect on the game.
    pub country: Vec<CountryRow>,
}

/// `counts.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CountFile {
    /// Counts that a room cannot choose.
    pub count: Vec<CountRow>,
}

/// `crises.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CrisisFile {
    /// Crises: a directive stays, a disaster lasts a round.
    pub crisis: Vec<CrisisRow>,
}

/// `resources.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResourceFile {
    /// Resource cards.
    pub resource: Vec<ResourceRow>,
}

/// A printed resource card and its copies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResourceRow {
    /// The resource that it gives.
    pub resource: Resource,
    /// Cubes in its first round.
    pub first: u8,
    /// Cubes in each later round.
    pub later: u8,
    /// `true` if it is one of the cards that players start with.
    pub starting: bool,
    /// The cards that are copies of it.
    pub copies: Vec<ResourceCard>,
    pub source: Source,
}

/// The number of copies of a citizen in each deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Copies {
    /// The gentle deck.
    pub gentle: u8,
    /// The standard deck.
    pub standard: u8,
    /// The deck of the printed types alone.
    pub seed_only: u8,
}

/// A type of citizen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CitizenRow {
    /// Its identifier.
    pub id: CitizenKind,
    /// Its name.
    pub name: String,
    /// The cubes that it needs.
    pub needs: Cubes,
    /// The coin that it pays when met.
    pub coin: u8,
    pub source: Source,
    /// The number of its copies.
    pub copies: Copies,
    pub copies_source: Source,
}

/// The duration of a crisis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CrisisKind {
    /// It stays.
    Directive,
    /// It lasts a round.
    Disaster,
}

/// The closed set of things that a crisis does to every player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Locks cubes of the kinds of each player's own starting cards.
    Stockpile {
        /// The number of cubes for each card.
        cubes_a_card: u8,
    },
    /// Owes the supply cubes of the kind of each of the player's own starting cards.
    StartingCards {
        /// The number of cubes for each card.
        cubes_a_card: u8,
    },
    /// Owes the supply cubes.
    Cubes {
        /// The cubes.
        cubes: Cubes,
    },
    /// Owes the player on the left cubes of any kinds.
    Neighbour {
        /// The number of cubes.
        count: u8,
    },
    /// Owes the bank coin.
    Coin {
        /// The coin.
        coin: u8,
    },
    /// Owes the supply cubes, or the bank coin.
    CubesOrCoin {
        /// The cubes.
        cubes: Cubes,
        /// The coin.
        coin: u8,
    },
    /// Owes the supply half of what is held of a resource, rounded up.
    Half {
        /// The resource.
        resource: Resource,
    },
    /// Is dealt one more citizen.
    Citizen {},
    /// Placating takes more on the dice.
    Placating {
        /// The increase.
        harder: u8,
    },
    /// Some of the dealt citizens are kept.
    Keep {
        /// The fewest.
        at_least: u8,
    },
    /// The bank is closed and coin is not traded.
    NoCoinTrade {},
}

/// A crisis card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CrisisRow {
    /// Its identifier.
    pub id: Crisis,
    /// Its name.
    pub name: String,
    /// Its duration.
    pub kind: CrisisKind,
    /// Absent, as `effect_source`, in the data of matches that began without them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind_source: Option<Source>,
    /// The coin that every player gets with it.
    pub bonus: u8,
    /// Its effect on every player.
    pub effect: Effect,
    /// The effect in words.
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect_source: Option<Source>,
    /// `true` if it is in the deck of the printed crises alone.
    pub seed_only: bool,
    pub source: Source,
}

/// A member state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountryRow {
    /// Its identifier.
    pub id: Country,
    /// Its name.
    pub name: String,
    pub source: Source,
}

ids! {
    /// The subject of a count in the data.
    pub enum Count {
        CubesEach = "cubes_each",
        CoinTotal = "coin_total",
        StartingCards2 = "starting_cards_2",
        StartingCards3 = "starting_cards_3",
        StartingCards4 = "starting_cards_4",
        BlindDiscount = "blind_discount",
    }
}

/// A count that a room cannot choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountRow {
    /// The subject of the count.
    pub id: Count,
    /// The number.
    pub value: u8,
    /// The subject of the count, in words.
    pub text: String,
    pub source: Source,
}
