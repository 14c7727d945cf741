//! The data files of Europe Divided, row by row, as an owner of the game may edit them.
//!
//! Reading is strict: an unknown key or identifier is a fault that names file, row and reason.

use std::collections::BTreeMap;

use protocol::games::europe_divided::{
    ActionCard, AdvantageCard, Edition, Headline, Power, Region, Sea, Side, Space,
};
use serde::Deserialize;

use crate::catalogue::Source;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SpaceKind {
    Contested,
    Europe,
    Russia,
    Sea,
    MoneyOnly,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpaceRow {
    pub(super) id: Space,
    pub(super) name: String,
    pub(super) kind: SpaceKind,
    #[serde(rename = "source")]
    pub(super) _source: Source,
    pub(super) start_army: Option<bool>,
    pub(super) start_army_source: Option<Source>,
    pub(super) borders_russia: Option<bool>,
    pub(super) borders_russia_source: Option<Source>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EdgeRow {
    pub(super) a: Space,
    pub(super) b: Space,
    #[serde(rename = "source")]
    pub(super) _source: Source,
    #[serde(rename = "basis")]
    pub(super) _basis: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Group {
    Home,
    Contested,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SymbolKind {
    PlaceInfluence,
    IncreaseInfluence,
    GainMoney,
    BuildArmy,
    MoveArmy,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SymbolRow {
    pub(super) action: SymbolKind,
    pub(super) power: Power,
    #[serde(default)]
    pub(super) amount: u8,
    #[serde(rename = "source")]
    pub(super) _source: Source,
}

/// A named `[Action]` that the vocabulary of parts does not cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Special {
    Propaganda,
    VisegradGroup,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WindowKind {
    Effect,
    Reaction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum When {
    AnyUse,
    NatoAction,
    BuildHere,
    EffectUsed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Placing {
    Paid,
    Free,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Part {
    Influence {
        powers: Vec<Power>,
        regions: Vec<Region>,
        add: u8,
        cap: u8,
        place: Placing,
        #[serde(default)]
        only_powers_with_six: bool,
    },
    Build {
        space: Space,
    },
    MoveTo {
        space: Space,
    },
    GainMoney {
        amount: u8,
    },
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Window {
    pub(super) kind: WindowKind,
    pub(super) when: When,
    #[serde(default)]
    pub(super) six: Vec<Power>,
    pub(super) parts: Vec<Part>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ActionRow {
    pub(super) id: ActionCard,
    pub(super) no: u8,
    pub(super) name: String,
    #[serde(rename = "name_source")]
    pub(super) _name_source: Source,
    pub(super) side: Side,
    pub(super) group: Group,
    pub(super) region: Option<Space>,
    pub(super) initiative: u8,
    #[serde(rename = "initiative_source")]
    pub(super) _initiative_source: Source,
    pub(super) build_in: Option<Space>,
    pub(super) actions: Vec<SymbolRow>,
    pub(super) text: Option<String>,
    pub(super) text_source: Option<Source>,
    #[serde(rename = "text_note")]
    pub(super) _text_note: Option<String>,
    pub(super) special: Option<Special>,
    #[serde(default)]
    pub(super) window: Vec<Window>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum AdvantageTime {
    OwnTurn,
    BeforeInitiative,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AdvantageRow {
    pub(super) id: AdvantageCard,
    pub(super) no: u8,
    pub(super) name: String,
    #[serde(rename = "name_source")]
    pub(super) _name_source: Source,
    pub(super) side: Side,
    pub(super) when: AdvantageTime,
    pub(super) money: BTreeMap<Edition, u8>,
    pub(super) money_source: BTreeMap<Edition, Source>,
    pub(super) text: String,
    #[serde(rename = "text_source")]
    pub(super) _text_source: Source,
    #[serde(rename = "text_note")]
    pub(super) _text_note: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeaRow {
    pub(super) id: Sea,
    pub(super) no: u8,
    pub(super) name: String,
    pub(super) regions: Vec<Region>,
    pub(super) minimum: u8,
    pub(super) ties: [Power; 3],
    #[serde(rename = "russia_text")]
    pub(super) _russia_text: String,
    #[serde(rename = "nato_text")]
    pub(super) _nato_text: String,
    #[serde(rename = "eu_text")]
    pub(super) _eu_text: String,
    pub(super) russia_from: Option<Space>,
    #[serde(default)]
    pub(super) russia_to: Vec<Space>,
    #[serde(default)]
    pub(super) nato_from: Vec<Space>,
    pub(super) russia_build_in: Option<Space>,
    #[serde(default)]
    pub(super) russia_build_cost: u8,
    pub(super) nato_build_in: Option<Space>,
    pub(super) eu_money: u8,
    #[serde(rename = "source")]
    pub(super) _source: Source,
    #[serde(rename = "note")]
    pub(super) _note: Option<String>,
}

/// The closed set of conditions that headlines print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Condition {
    RussiaOneArmy,
    RussiaTwoArmies,
    RussiaOverEu,
    RussiaOverEuAndNato,
    RussiaOverNatoWithArmy,
    RussiaDominance,
    NatoOverRussiaWithArmy,
    NatoOverRussia,
    EuOverRussia,
    NatoDominance,
    EuDominance,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConditionRow {
    pub(super) id: Condition,
    pub(super) text: String,
    #[serde(rename = "source")]
    pub(super) _source: Source,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeadlineSource {
    #[serde(rename = "no")]
    pub(super) _no: Source,
    #[serde(rename = "name")]
    pub(super) _name: Source,
    #[serde(rename = "period")]
    pub(super) _period: Source,
    #[serde(rename = "banner")]
    pub(super) _banner: Source,
    #[serde(rename = "regions")]
    pub(super) _regions: Source,
    #[serde(rename = "condition")]
    pub(super) _condition: Source,
    #[serde(rename = "prestige")]
    pub(super) _prestige: Source,
    #[serde(rename = "money_tokens")]
    pub(super) _money_tokens: Source,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeadlineRow {
    pub(super) id: Headline,
    pub(super) no: u8,
    pub(super) name: String,
    pub(super) period: u8,
    pub(super) banner: Side,
    pub(super) regions: Vec<Region>,
    pub(super) condition: Condition,
    pub(super) prestige: u8,
    pub(super) money_tokens: Vec<Space>,
    #[serde(rename = "fact")]
    pub(super) _fact: String,
    #[serde(rename = "source")]
    pub(super) _source: HeadlineSource,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum HeadlineStep {
    Resolve,
    Shift,
    Place,
    Discard,
    New,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EndStep {
    ScoreDominance,
    AdvantageReset,
    AdvantageScore,
    GameEnd,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnRow {
    pub(super) turn: u8,
    pub(super) period: u8,
    pub(super) steps: Vec<HeadlineStep>,
    pub(super) discard_each: u8,
    pub(super) draw_each: u8,
    pub(super) end_of_turn: Vec<EndStep>,
    #[serde(rename = "source")]
    pub(super) _source: Source,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum IncreaseRule {
    UpToSymbol,
    WholeSymbol,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum NotChosen {
    BackToDeck,
    OutOfTheGame,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reshuffle {
    WhenADrawFindsTheDeckEmpty,
    AsSoonAsTheDeckIsEmpty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum CardPrestige {
    AtTheEnd,
    AtOnce,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EditionRow {
    pub(super) id: Edition,
    pub(super) start_money: BTreeMap<Side, u16>,
    pub(super) increase: IncreaseRule,
    pub(super) advantage_not_chosen: NotChosen,
    pub(super) reshuffle: Reshuffle,
    pub(super) prestige_of_cards: CardPrestige,
    #[serde(rename = "source")]
    pub(super) _source: Source,
    #[serde(rename = "reshuffle_source")]
    pub(super) _reshuffle_source: Source,
}
