//! The data files of Europe, row by row, as they may be edited. Reading is strict.

use protocol::games::europe::{CitizenKind, Country, Crisis, Cubes, Resource, ResourceCard};
use serde::Deserialize;

use crate::catalogue::Source;

/// Copies of one printed resource card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResourceRow {
    pub(super) resource: Resource,
    pub(super) first: u8,
    pub(super) later: u8,
    pub(super) starting: bool,
    pub(super) copies: Vec<ResourceCard>,
    #[serde(rename = "source")]
    pub(super) _source: Source,
}

/// How many copies of a citizen each deck has.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Copies {
    pub(super) gentle: u8,
    pub(super) standard: u8,
    pub(super) seed_only: u8,
}

/// A type of citizen.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CitizenRow {
    pub(super) id: CitizenKind,
    pub(super) name: String,
    pub(super) needs: Cubes,
    pub(super) coin: u8,
    #[serde(rename = "source")]
    pub(super) _source: Source,
    pub(super) copies: Copies,
    #[serde(rename = "copies_source")]
    pub(super) _copies_source: Source,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum CrisisKind {
    Directive,
    Disaster,
}

/// The closed set of things that a crisis does to every player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Effect {
    /// Locks cubes of the kinds of the own starting cards.
    Stockpile { cubes_a_card: u8 },
    /// Owes the supply cubes of the kind of each own starting card.
    StartingCards { cubes_a_card: u8 },
    /// Owes the supply these cubes.
    Cubes { cubes: Cubes },
    /// Owes the player on the left cubes of any kinds.
    Neighbour { count: u8 },
    /// Owes the bank coin.
    Coin { coin: u8 },
    /// Owes the supply these cubes, or the bank coin.
    CubesOrCoin { cubes: Cubes, coin: u8 },
    /// Owes the supply half of what is held of a resource, rounded up.
    Half { resource: Resource },
    /// Is dealt one more citizen.
    Citizen {},
    /// Placating takes more on the dice.
    Placating { harder: u8 },
    /// At least so many of the dealt citizens are kept.
    Keep { at_least: u8 },
    /// The bank is closed and coin is not traded.
    NoCoinTrade {},
}

/// A crisis card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CrisisRow {
    pub(super) id: Crisis,
    pub(super) name: String,
    pub(super) kind: CrisisKind,
    /// Absent, as `effect_source`, in the data of matches that began without them.
    pub(super) kind_source: Option<Source>,
    pub(super) bonus: u8,
    pub(super) effect: Effect,
    pub(super) text: String,
    pub(super) effect_source: Option<Source>,
    pub(super) seed_only: bool,
    #[serde(rename = "source")]
    pub(super) _source: Source,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CountryRow {
    pub(super) id: Country,
    pub(super) name: String,
    #[serde(rename = "source")]
    pub(super) _source: Source,
}

/// What a number of the data counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) enum Count {
    #[serde(rename = "cubes_each")]
    CubesEach,
    #[serde(rename = "coin_total")]
    CoinTotal,
    #[serde(rename = "starting_cards_2")]
    StartingCards2,
    #[serde(rename = "starting_cards_3")]
    StartingCards3,
    #[serde(rename = "starting_cards_4")]
    StartingCards4,
    #[serde(rename = "blind_discount")]
    BlindDiscount,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CountRow {
    pub(super) id: Count,
    pub(super) value: u8,
    #[serde(rename = "text")]
    pub(super) _text: String,
    #[serde(rename = "source")]
    pub(super) _source: Source,
}
