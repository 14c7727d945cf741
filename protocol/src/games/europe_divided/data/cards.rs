//! The rows of `cards.toml`: Action Cards with what they do, Advantage Cards, Sea Cards.

#![allow(missing_docs, reason = "a source is what `data` says it is")]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Source;
use crate::games::europe_divided::{
    ActionCard, AdvantageCard, Edition, Power, Region, Sea, Side, Space,
};

/// Where an Action Card comes from.
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
    /// What it does.
    pub action: SymbolKind,
    /// Whose action it is.
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

/// Whose use a window is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WindowKind {
    /// The card's player's.
    Effect,
    /// The opponent's.
    Reaction,
}

/// What opens a window.
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

/// What placing a die costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Placing {
    /// As it always does.
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
        /// Whose die, one of these.
        powers: Vec<Power>,
        /// Where, in one of these.
        regions: Vec<Region>,
        /// By how much.
        add: u8,
        /// Up to this value.
        cap: u8,
        /// What a new die costs.
        place: Placing,
        /// Whether only powers with a 6 may.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        only_powers_with_six: bool,
    },
    /// Builds an army.
    Build {
        /// Here.
        space: Space,
    },
    /// Moves an army.
    MoveTo {
        /// To here.
        space: Space,
    },
    /// Gains money.
    GainMoney {
        /// How much.
        amount: u8,
    },
}

/// An Effect or a Reaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Whose use it is.
    pub kind: WindowKind,
    /// What opens it.
    pub when: When,
    /// Powers of which one must have a 6 in the card's region; any may, if none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub six: Vec<Power>,
    /// What may be done.
    pub parts: Vec<Part>,
}

/// An Action Card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionRow {
    /// Which.
    pub id: ActionCard,
    /// Its number.
    pub no: u8,
    /// Its name.
    pub name: String,
    pub name_source: Source,
    /// Whose it is.
    pub side: Side,
    /// Where it comes from.
    pub group: Group,
    /// Its space, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Space>,
    /// Its initiative.
    pub initiative: u8,
    pub initiative_source: Source,
    /// Where it builds, if not in its space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build_in: Option<Space>,
    /// Its symbols, of which one is taken.
    pub actions: Vec<SymbolRow>,
    /// Its text, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_source: Option<Source>,
    /// What the text rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_note: Option<String>,
    /// Its named `[Action]`, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub special: Option<Special>,
    /// Its Effects and Reactions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub window: Vec<Window>,
}

/// When an Advantage Card may be used.
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
    /// Which.
    pub id: AdvantageCard,
    /// Its number.
    pub no: u8,
    /// Its name.
    pub name: String,
    pub name_source: Source,
    /// Whose it is.
    pub side: Side,
    /// When it may be used.
    pub when: AdvantageTime,
    /// What it is sold for in each edition.
    pub money: BTreeMap<Edition, u8>,
    pub money_source: BTreeMap<Edition, Source>,
    /// Its text.
    pub text: String,
    pub text_source: Source,
    /// What the text rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_note: Option<String>,
}

/// A Sea Card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeaRow {
    /// Which.
    pub id: Sea,
    /// Its number.
    pub no: u8,
    /// Its name.
    pub name: String,
    /// The regions whose dice decide who holds it.
    pub regions: Vec<Region>,
    /// The least sum that holds it.
    pub minimum: u8,
    /// Who comes first in a tie.
    pub ties: [Power; 3],
    /// What Russia has of it.
    pub russia_text: String,
    /// What NATO has of it.
    pub nato_text: String,
    /// What the EU has of it.
    pub eu_text: String,
    /// From where Russia moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub russia_from: Option<Space>,
    /// To where Russia moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub russia_to: Vec<Space>,
    /// From where NATO moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nato_from: Vec<Space>,
    /// Where Russia builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub russia_build_in: Option<Space>,
    /// What Russia builds for.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub russia_build_cost: u8,
    /// Where NATO builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nato_build_in: Option<Space>,
    /// The money that the EU gains.
    pub eu_money: u8,
    pub source: Source,
    /// What the source rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}
