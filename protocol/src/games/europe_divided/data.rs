//! The component data: a field for each file of `data/europe-divided`, a list for each kind of row.
//!
//! An unknown key of a row is an error; the engine checks further that the rows hold together. A value
//! `x` has its source in `x_source`, or in `source` for the whole row.

#![allow(missing_docs, reason = "a source is what the module says it is")]

mod cards;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Edition, Headline, Region, Side, Space};
use crate::Source;

pub use self::cards::{
    ActionRow, AdvantageRow, AdvantageTime, Group, Part, Placing, SeaRow, Special, SymbolKind,
    SymbolRow, When, Window, WindowKind,
};

/// The component data of a match of Europe Divided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Data {
    /// Cards.
    pub cards: CardFile,
    /// Differences between the printed editions.
    pub editions: EditionFile,
    /// Headlines.
    pub headlines: HeadlineFile,
    /// The board.
    pub map: MapFile,
    /// The turns.
    pub turns: TurnFile,
}

/// `cards.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardFile {
    /// Action Cards.
    pub action: Vec<ActionRow>,
    /// Advantage Cards.
    pub advantage: Vec<AdvantageRow>,
    /// Sea Cards.
    pub sea: Vec<SeaRow>,
}

/// `editions.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EditionFile {
    /// Differences between the printed editions.
    pub edition: Vec<EditionRow>,
}

/// `headlines.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HeadlineFile {
    /// Conditions that headlines name.
    pub condition: Vec<ConditionRow>,
    /// Headlines.
    pub headline: Vec<HeadlineRow>,
}

/// `map.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MapFile {
    /// Regions and places of the board.
    pub space: Vec<SpaceRow>,
    /// Pairs of spaces that border each other.
    pub edge: Vec<EdgeRow>,
}

/// `turns.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TurnFile {
    /// The turns, their steps and what is drawn.
    pub turn: Vec<TurnRow>,
}

/// The kinds of spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpaceKind {
    /// A contested region.
    Contested,
    /// Europe's.
    Europe,
    /// Russia's.
    Russia,
    /// A sea.
    Sea,
    /// A place for money tokens, not for armies.
    MoneyOnly,
}

/// A space of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpaceRow {
    /// Its identifier.
    pub id: Space,
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: SpaceKind,
    pub source: Source,
    /// `true` if an army is there at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_army: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_army_source: Option<Source>,
    /// `true` if it borders Russia.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub borders_russia: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub borders_russia_source: Option<Source>,
}

/// Two spaces that border each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EdgeRow {
    /// The one.
    pub a: Space,
    /// The other.
    pub b: Space,
    pub source: Source,
    /// The basis of the source.
    pub basis: String,
}

/// The closed set of conditions that headlines print, each of every region named.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// Russia has an army.
    RussiaOneArmy,
    /// Russia has two armies.
    RussiaTwoArmies,
    /// Russia has more influence than the EU.
    RussiaOverEu,
    /// Russia has more influence than the EU and more than NATO.
    RussiaOverEuAndNato,
    /// Russia has more influence than NATO, and an army.
    RussiaOverNatoWithArmy,
    /// Russia has a 6.
    RussiaDominance,
    /// NATO has more influence than Russia, and an army.
    NatoOverRussiaWithArmy,
    /// NATO has more influence than Russia.
    NatoOverRussia,
    /// The EU has more influence than Russia.
    EuOverRussia,
    /// NATO has a 6.
    NatoDominance,
    /// The EU has a 6.
    EuDominance,
}

/// A condition in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConditionRow {
    /// Its identifier.
    pub id: Condition,
    /// Its words.
    pub text: String,
    pub source: Source,
}

/// The source of the values of a headline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HeadlineSource {
    pub no: Source,
    pub name: Source,
    pub period: Source,
    pub banner: Source,
    pub regions: Source,
    pub condition: Source,
    pub prestige: Source,
    pub money_tokens: Source,
}

/// A headline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HeadlineRow {
    /// Its identifier.
    pub id: Headline,
    /// Its number.
    pub no: u8,
    /// Its name.
    pub name: String,
    /// Its period.
    pub period: u8,
    /// The side whose banner it bears.
    pub banner: Side,
    /// The regions that it concerns.
    pub regions: Vec<Region>,
    /// The condition that must hold there.
    pub condition: Condition,
    /// The prestige that it is worth.
    pub prestige: u8,
    /// The spaces that it puts money tokens on.
    pub money_tokens: Vec<Space>,
    /// The historical event.
    pub fact: String,
    pub source: HeadlineSource,
}

/// A step of the headlines.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum HeadlineStep {
    /// Current headlines are resolved.
    Resolve,
    /// Forthcoming headlines become current.
    Shift,
    /// Headlines are placed.
    Place,
    /// Headlines are discarded.
    Discard,
    /// Headlines are drawn.
    New,
}

/// A step at the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndStep {
    /// Dominance scores.
    ScoreDominance,
    /// New Advantage Cards are dealt.
    AdvantageReset,
    /// Advantage Cards score.
    AdvantageScore,
    /// The game ends.
    GameEnd,
}

/// A turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnRow {
    /// Its number, from 1.
    pub turn: u8,
    /// Its period.
    pub period: u8,
    /// The steps of its headlines.
    pub steps: Vec<HeadlineStep>,
    /// Headlines that each side discards.
    pub discard_each: u8,
    /// Headlines that each side draws.
    pub draw_each: u8,
    /// The steps at the end of the turn.
    pub end_of_turn: Vec<EndStep>,
    pub source: Source,
}

/// The rule for how far a symbol increases influence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IncreaseRule {
    /// By up to its number.
    UpToSymbol,
    /// By its number.
    WholeSymbol,
}

/// The destination of Advantage Cards that were not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotChosen {
    /// Back into the deck.
    BackToDeck,
    /// Out of the game.
    OutOfTheGame,
}

/// The moment at which discards become the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reshuffle {
    /// As soon as a draw finds the deck empty.
    WhenADrawFindsTheDeckEmpty,
    /// As soon as the deck is empty.
    AsSoonAsTheDeckIsEmpty,
}

/// The moment at which the prestige of cards counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CardPrestige {
    /// At the end.
    AtTheEnd,
    /// At once.
    AtOnce,
}

/// The rules in which an edition differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EditionRow {
    /// Its identifier.
    pub id: Edition,
    /// The money that each side starts with.
    pub start_money: BTreeMap<Side, u16>,
    /// The rule for how far a symbol increases influence.
    pub increase: IncreaseRule,
    /// The destination of Advantage Cards that were not kept.
    pub advantage_not_chosen: NotChosen,
    /// The moment at which discards become the deck.
    pub reshuffle: Reshuffle,
    /// The moment at which the prestige of cards counts.
    pub prestige_of_cards: CardPrestige,
    pub source: Source,
    pub reshuffle_source: Source,
}
