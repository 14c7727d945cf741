//! The rows of `cards.toml`: Action Cards with what they do, Advantage Cards, Sea Cards.

#![allow(missing_docs, reason = "a source is what `data` says it is")]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Source;
use crate::games::europe_divided::{
    ActionCard, AdvantageCard, Edition, Power, Region, Sea, Side, Space,
};

/// The origin of an Action Card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// A home card.
    Home,
    /// The card of a contested region.
    Contested,
}

/// A printed action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SymbolKind {
    /// Place influence.
    PlaceInfluence,
    /// Increase influence.
    IncreaseInfluence,
    /// Gain money.
    GainMoney,
    /// Build an army.
    BuildArmy,
    /// Move an army.
    MoveArmy,
}

/// A symbol of an Action Card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SymbolRow {
    /// Its action.
    pub action: SymbolKind,
    /// The power that acts.
    pub power: Power,
    /// The number on it, if it has one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub amount: u8,
    pub source: Source,
}

/// A named `[Action]` that the vocabulary of parts does not cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Special {
    /// Three times +1, each in another region.
    Propaganda,
    /// +2 in each of two regions.
    VisegradGroup,
}

/// The player who may use a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WindowKind {
    /// The card's player's.
    Effect,
    /// The opponent's.
    Reaction,
}

/// The occasion that opens a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// Any use of the card.
    AnyUse,
    /// A NATO action.
    NatoAction,
    /// An army built in the card's space.
    BuildHere,
    /// The Effect of the card.
    EffectUsed,
}

/// The price of placing a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Placing {
    /// The usual price.
    Paid,
    /// Nothing.
    Free,
}

/// The closed set of things that an Effect or a Reaction does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Part {
    /// Places or increases influence.
    Influence {
        /// The powers of which one's die is changed.
        powers: Vec<Power>,
        /// The regions of which one is chosen.
        regions: Vec<Region>,
        /// By how much.
        add: u8,
        /// Up to this value.
        cap: u8,
        /// The price of a new die.
        place: Placing,
        /// `true` if only powers with a 6 may.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        only_powers_with_six: bool,
    },
    /// Builds an army.
    Build {
        /// The space for it.
        space: Space,
    },
    /// Moves an army.
    MoveTo {
        /// The space that it enters.
        space: Space,
    },
    /// Gains money.
    GainMoney {
        /// The amount.
        amount: u8,
    },
}

/// An Effect or a Reaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// The player who may use it.
    pub kind: WindowKind,
    /// The occasion that opens it.
    pub when: When,
    /// Powers of which one must have a 6 in the card's region; any may, if none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub six: Vec<Power>,
    /// The things that may be done.
    pub parts: Vec<Part>,
}

/// An Action Card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionRow {
    /// Its identifier.
    pub id: ActionCard,
    /// Its number.
    pub no: u8,
    /// Its name.
    pub name: String,
    pub name_source: Source,
    /// The side that it belongs to.
    pub side: Side,
    /// Its origin.
    pub group: Group,
    /// Its space, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Space>,
    /// Its initiative.
    pub initiative: u8,
    pub initiative_source: Source,
    /// The space in which it builds, if not its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build_in: Option<Space>,
    /// Its symbols, of which one is taken.
    pub actions: Vec<SymbolRow>,
    /// Its text, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_source: Option<Source>,
    /// The basis of the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_note: Option<String>,
    /// Its named `[Action]`, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<Special>,
    /// Its Effects and Reactions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub window: Vec<Window>,
}

impl ActionRow {
    /// Returns the contested region of the card; `None` for a home card.
    pub fn contested(&self) -> Option<Region> {
        if self.group == Group::Contested { self.region?.region() } else { None }
    }
}

/// The time at which an Advantage Card may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AdvantageTime {
    /// In a segment of its holder.
    OwnTurn,
    /// Before initiative is revealed.
    BeforeInitiative,
}

/// An Advantage Card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdvantageRow {
    /// Its identifier.
    pub id: AdvantageCard,
    /// Its number.
    pub no: u8,
    /// Its name.
    pub name: String,
    pub name_source: Source,
    /// The side that it belongs to.
    pub side: Side,
    /// The time at which it may be used.
    pub when: AdvantageTime,
    /// The money that it is sold for in each edition.
    pub money: BTreeMap<Edition, u8>,
    pub money_source: BTreeMap<Edition, Source>,
    /// Its text.
    pub text: String,
    pub text_source: Source,
    /// The basis of the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_note: Option<String>,
}

/// A Sea Card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeaRow {
    /// Its identifier.
    pub id: Sea,
    /// Its number.
    pub no: u8,
    /// Its name.
    pub name: String,
    /// The regions whose dice decide who holds it.
    pub regions: Vec<Region>,
    /// The least sum that holds it.
    pub minimum: u8,
    /// The order of precedence in a tie.
    pub ties: [Power; 3],
    /// Russia's use of it.
    pub russia_text: String,
    /// NATO's use of it.
    pub nato_text: String,
    /// The EU's use of it.
    pub eu_text: String,
    /// The space that Russia moves from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub russia_from: Option<Space>,
    /// The spaces that Russia may move to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub russia_to: Vec<Space>,
    /// The spaces that NATO may move from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nato_from: Vec<Space>,
    /// The space in which Russia builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub russia_build_in: Option<Space>,
    /// The price of an army that Russia builds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub russia_build_cost: u8,
    /// The space in which NATO builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nato_build_in: Option<Space>,
    /// The money that the EU gains.
    pub eu_money: u8,
    pub source: Source,
    /// The basis of the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}
