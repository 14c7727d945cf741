//! The views: the public one, the same for everyone, and each seat's private one.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Card, Colour, Dice, Objective, Owner, Region, Site, Support, Territory, Version};
use crate::Handicap;

/// The public view: everything that everybody may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Public {
    /// The version played.
    pub version: Version,
    /// The set-up of Basic Training; null in the Command Room.
    pub setup: Option<u8>,
    /// Counted over both players, from 1; 0 before the first turn.
    pub turn: u16,
    /// The turn after which the match ends.
    pub max_turns: u16,
    /// The part that the turn has reached.
    pub stage: Stage,
    /// The question asked, and the side or seat that it is put to.
    pub prompt: Prompt,
    /// The colour of each seat; null before it is chosen.
    pub colours: [Option<Colour>; 2],
    /// The colour whose turn it is; null before the first.
    pub active: Option<Colour>,
    /// Every territory.
    pub territories: BTreeMap<Territory, TerritoryView>,
    /// Red, then Blue.
    pub sides: [SideView; 2],
    /// The neutral army.
    pub neutral: NeutralView,
    /// Objectives that lie face up and are not collected.
    pub objectives: Vec<Objective>,
    /// Cards in the deck.
    pub deck: u8,
    /// Cards handed in and not yet shuffled again, sorted.
    pub discards: Vec<Card>,
    /// The attacks open to the attacker now: in the attack step the attacks, in the support step
    /// the neutral attacks; else empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attacks: Vec<AttackView>,
    /// The last dice thrown this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_roll: Option<LastRoll>,
    /// `true` if cards were handed in this turn.
    pub handed_in: bool,
    /// `true` if a territory of the opponent's was conquered this turn, which earns a card.
    pub conquered: bool,
    /// The objective collected this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collected: Option<Objective>,
    /// Charts and combat support; only in the Command Room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command_room: Option<CommandRoom>,
    /// The room's handicap, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<Handicap>,
}

/// The parts of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// One seat places the map.
    PlaceMap,
    /// The other seat chooses.
    Choose,
    /// Neutral resistance.
    Resistance,
    /// Combat support.
    Support,
    /// Drafted troops are placed.
    Draft,
    /// Attacks.
    Attack,
    /// An objective may be collected.
    Collect,
    /// The manoeuvre.
    Manoeuvre,
    /// The match is over.
    Over,
}

/// The question asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Prompt {
    /// The kind of question.
    pub kind: PromptKind,
    /// The seat asked; absent when nobody is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The territory that attacks (`reroll`, `occupy`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Territory>,
    /// The territory attacked (`reroll`, `occupy`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Territory>,
    /// The fewest troops: 1 in the draft, all in `return_troops`, the dice of the roll in `occupy`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<u16>,
    /// The most troops: those left to place, to return, or to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u16>,
}

/// The kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PromptKind {
    /// Place the map.
    PlaceMap,
    /// Choose a colour and who goes first.
    Choose,
    /// Roll for neutral resistance or not.
    Resist,
    /// Put returning neutral troops into neutral territories.
    ReturnTroops,
    /// Buy combat support.
    Support,
    /// Hand cards in, place drafted troops.
    Draft,
    /// Attack or end the attacks.
    Attack,
    /// Throw an attack die again or keep the roll.
    Reroll,
    /// Move troops into the conquered territory.
    Occupy,
    /// Collect an objective or not.
    Collect,
    /// Make the manoeuvre or not.
    Manoeuvre,
    /// Nothing is asked.
    Nothing,
}

/// A territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TerritoryView {
    /// The owner of the troops here.
    pub owner: Owner,
    /// The number of troops; 0 only before the map is placed.
    pub troops: u16,
    /// Its region.
    pub region: Region,
    /// `true` if a city lies here.
    pub city: bool,
    /// The colour whose capital is here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capital: Option<Colour>,
    /// `true` if the terrain is rough: at most two dice attack into it.
    pub rough: bool,
    /// The site that lies here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<Site>,
}

/// One player's side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SideView {
    /// The colour.
    pub colour: Colour,
    /// The seat that plays it; null before it is chosen.
    pub seat: Option<u8>,
    /// Territories held.
    pub territories: u8,
    /// Troops on the map.
    pub troops: u32,
    /// Cities held.
    pub cities: u8,
    /// Capitals held, whosever they are.
    pub capitals: Vec<Colour>,
    /// Cards in hand.
    pub hand: u8,
    /// Objectives collected, sorted.
    pub collected: Vec<Objective>,
    /// Objectives face up that are fulfilled as the map stands, sorted.
    pub fulfilled: Vec<Objective>,
    /// The troops that a draft earns as the map stands, without cards.
    pub draft: DraftView,
}

/// The troops that a draft earns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DraftView {
    /// A third of territories and cities, at least 3.
    pub base: u8,
    /// The bonus of each region held whole.
    pub regions: Vec<RegionBonus>,
    /// One for each capital held.
    pub capitals: u8,
    /// Everything together.
    pub total: u8,
}

/// A region held whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RegionBonus {
    /// The region.
    pub region: Region,
    /// Troops it earns.
    pub bonus: u8,
}

/// The neutral army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NeutralView {
    /// Territories held.
    pub territories: u8,
    /// Troops on the map.
    pub troops: u32,
}

/// An attack that may be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AttackView {
    /// The territory that attacks.
    pub from: Territory,
    /// The territory attacked.
    pub to: Territory,
    /// The most dice of a single roll.
    pub dice: u8,
    /// The chance that `attack_until` conquers, in ten-thousandths: the first for `stop_at` 1, and
    /// so on up to one less than the troops in `from`. Empty if one of the two holds more than 200
    /// troops.
    pub chances: Vec<u16>,
}

/// Dice that were thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LastRoll {
    /// In an attack.
    Combat {
        /// The territory that attacked.
        from: Territory,
        /// The territory attacked.
        to: Territory,
        /// The attacker's dice, in the order drawn.
        attack: Dice,
        /// The defender's dice, in the order drawn.
        defence: Dice,
        /// Troops the attacker lost; absent while reconnaissance may change the roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attacker_lost: Option<u8>,
        /// Troops the defender lost; absent while reconnaissance may change the roll.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        defender_lost: Option<u8>,
    },
    /// For neutral resistance.
    Resistance {
        /// The two dice.
        dice: Dice,
        /// The sum that the dice had to reach.
        needed: u8,
    },
}

/// Parts that only the Command Room has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommandRoom {
    /// The seat that placed or places the map.
    pub placer: u8,
    /// The charts of defeated troops.
    pub charts: Charts,
    /// The sum that the two dice must reach for neutral resistance; null when the neutral chart is
    /// empty.
    pub resistance: Option<u8>,
    /// The kinds of combat support.
    pub support: Vec<SupportView>,
}

/// The charts of defeated troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Charts {
    /// Red's.
    pub red: ChartView,
    /// Blue's.
    pub blue: ChartView,
    /// The neutral army's.
    pub neutral: ChartView,
}

/// A chart of defeated troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChartView {
    /// Troops on it.
    pub troops: u8,
    /// The most it holds.
    pub capacity: u8,
}

/// A kind of combat support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SupportView {
    /// The kind of support.
    pub kind: Support,
    /// Troops that it costs from the buyer's own chart.
    pub price: u8,
    /// `true` if it was bought this turn.
    pub bought: bool,
    /// `true` if it still has an effect this turn.
    pub active: bool,
}

/// The private view: everything that only one seat may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Private {
    /// The seat's colour; null before it is chosen.
    pub colour: Option<Colour>,
    /// Its hand, sorted.
    pub hand: Vec<Card>,
}
