//! The views: the public one, the same for everyone, and each seat's private one.

use std::collections::BTreeMap;

use litemap::LiteMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    ActionCard, AdvantageCard, Edition, EndReason, Headline, Power, Region, Sea, Side, Space,
};
use crate::{Handicap, Open};

/// The public view: everything that everybody may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Public {
    /// The edition played.
    pub edition: Edition,
    /// 1 to 20; 0 before the first turn.
    pub turn: u8,
    /// 1 or 2.
    pub period: u8,
    /// The part that the turn has reached.
    pub stage: Stage,
    /// The question asked, and the side or seat that it is put to.
    pub prompt: Prompt,
    /// Europe, then Russia.
    pub sides: [SideView; 2],
    /// The dice on the board; a die of 0 is not there.
    #[serde(with = "crate::map")]
    #[schemars(with = "BTreeMap<Region, Dice>")]
    pub dice: LiteMap<Region, Dice>,
    /// The armies on the board.
    pub armies: Armies,
    /// Money tokens by space.
    #[serde(with = "crate::map")]
    #[schemars(with = "BTreeMap<Space, u8>")]
    pub money_tokens: LiteMap<Space, u8>,
    /// The holders of the Sea Cards.
    pub seas: SeaControl,
    /// The initiative of this turn, once both have locked.
    pub initiative: Option<InitiativeView>,
    /// Russia may not spend money this turn (US Sanctions).
    pub sanctions: bool,
    /// The space with the EU fracture marker.
    pub fracture: Option<Space>,
    /// The headlines on the table.
    pub headlines: HeadlinesView,
    /// The score if nothing changed any more.
    pub projection: Projection,
    /// The room's handicap, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<Handicap>,
}

/// The parts of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Both choose Advantage Cards.
    Advantages,
    /// Both lock two Action Cards.
    Initiative,
    /// The first, then the second player act.
    Actions,
    /// Both place a headline.
    PlaceHeadlines,
    /// The match is over.
    Over,
}

/// The question asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Prompt {
    /// The kind of question.
    pub kind: PromptKind,
    /// The side asked; absent when both are, or nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The Action Card that the question is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<ActionCard>,
    /// The Advantage Card that the question is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advantage: Option<AdvantageCard>,
}

/// The kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PromptKind {
    /// Keep two of three Advantage Cards.
    KeepAdvantages,
    /// Lock two Action Cards.
    Initiative,
    /// Play a card, use an Advantage Card or a Sea Card, or end the segment.
    Segment,
    /// Choose an action of the revealed card.
    Action,
    /// Choose the next +1 of Propaganda.
    Propaganda,
    /// Use an Effect or not.
    Effect,
    /// Use a Reaction or not.
    Reaction,
    /// Choose how an Advantage Card is used.
    Advantage,
    /// Place a headline.
    PlaceHeadline,
    /// Nothing is asked.
    Nothing,
}

/// One side of the table. During the initiative step the counts are those of its beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SideView {
    /// Its treasury.
    pub money: u16,
    /// Its prestige; in the first edition without awarded headlines and kept Advantage Cards.
    pub prestige: u16,
    /// Prestige of awarded headlines and kept Advantage Cards that counts at the end (first
    /// edition; 0 in the revised one).
    pub prestige_pending: u16,
    /// Armies left in its supply.
    pub supply: u8,
    /// Action Cards in hand.
    pub hand: u8,
    /// Action Cards locked and not yet played.
    pub locked: u8,
    /// Action Cards played this turn.
    pub played: Vec<PlayedCard>,
    /// Action Cards in the deck.
    pub deck: u8,
    /// The open discards, sorted.
    pub discards: Vec<ActionCard>,
    /// Discards that lie face down.
    pub discards_face_down: u8,
    /// Contested Action Cards still open beside the side, sorted.
    pub contested_open: Vec<ActionCard>,
    /// The number of contested Action Cards that it has taken.
    pub contested_taken: u8,
    /// Action Cards that left the game.
    pub removed: Vec<ActionCard>,
    /// Advantage Cards in hand.
    pub advantages: u8,
    /// Advantage Cards used or discarded for money, sorted.
    pub advantages_shown: Vec<AdvantageCard>,
    /// Headlines in hand.
    pub headlines: u8,
    /// Headlines awarded, sorted.
    pub awarded: Vec<Headline>,
    /// `true` if the Baltic Sea Card was used this turn (Europe: by NATO).
    pub baltic_used: bool,
    /// `true` if Russia's Black Sea build was used this turn.
    pub black_used: bool,
}

/// A card played this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedCard {
    /// The card.
    pub card: ActionCard,
    /// `true` if it was passed.
    pub passed: bool,
}

/// The dice of a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Dice {
    /// The EU's die.
    pub eu: u8,
    /// NATO's die.
    pub nato: u8,
    /// Russia's die.
    pub russia: u8,
}

/// The armies on the board, by space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Armies {
    /// NATO's.
    #[serde(with = "crate::map")]
    #[schemars(with = "BTreeMap<Space, u8>")]
    pub nato: LiteMap<Space, u8>,
    /// Russia's.
    #[serde(with = "crate::map")]
    #[schemars(with = "BTreeMap<Space, u8>")]
    pub russia: LiteMap<Space, u8>,
}

/// The holders of the Sea Cards; null for a card that nobody holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeaControl {
    /// The Baltic Sea.
    pub baltic_sea: Option<Power>,
    /// The Black Sea.
    pub black_sea: Option<Power>,
}

/// The announced initiative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InitiativeView {
    /// Europe's sum.
    pub europe: u8,
    /// Russia's sum.
    pub russia: u8,
    /// The side that goes first.
    pub first: Side,
}

/// The headlines on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HeadlinesView {
    /// To become current next.
    pub forthcoming: Vec<Headline>,
    /// To be resolved next.
    pub current: Vec<Headline>,
    /// Headlines whose condition failed, sorted.
    pub failed: Vec<Headline>,
    /// Headlines in the deck.
    pub deck: u8,
    /// Of each one to be resolved, what its condition lacks as the board stands.
    #[serde(with = "crate::map")]
    #[schemars(with = "BTreeMap<Headline, ConditionState>")]
    pub conditions: LiteMap<Headline, ConditionState>,
}

/// A headline's condition as the board stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ConditionState {
    /// `true` if it holds: the headline would be awarded.
    pub holds: bool,
    /// Of each region in which it does not, what is missing there.
    #[serde(default, skip_serializing_if = "LiteMap::is_empty", with = "crate::map")]
    #[schemars(with = "BTreeMap<Region, RegionLack>")]
    pub lacks: LiteMap<Region, RegionLack>,
}

/// The influence and armies that a condition lacks in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RegionLack {
    /// The power that lacks them: the one that the condition names.
    pub power: Power,
    /// Steps that its die must gain: on the highest one of those that it has to be above, or up to a 6.
    pub influence: u8,
    /// Armies.
    pub armies: u8,
    /// `true` if the die must show 6 for it, which an army or a 6 of the other side there forbids: that one
    /// must go first. Absent: no, or an older server.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub barred: bool,
}

/// The score if the board stayed as it is: every headline on the table is resolved, dominance scores as
/// often as it is still to be scored, and Advantage Cards score once. After the end, the score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Projection {
    /// Europe, then Russia.
    pub sides: [SideProjection; 2],
    /// The side that would win.
    pub winner: Side,
    /// The reason: the tie-break that decides, if prestige does not.
    pub reason: Open<EndReason>,
}

/// The prestige of a side in a projection, by source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SideProjection {
    /// Scored already, what counts at the end only included.
    pub scored: u16,
    /// For the headlines on the table that hold.
    pub headlines: u16,
    /// For the regions dominated, each as often as dominance is still to be scored: twice until the end
    /// of turn 10.
    pub dominance: u16,
    /// For the Advantage Cards in hand.
    pub advantages: u16,
    /// All of it.
    pub total: u16,
}

/// The private view: everything that only one seat may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Private {
    /// The seat's side.
    pub side: Side,
    /// Action Cards in hand, locked ones not included, sorted.
    pub hand: Vec<ActionCard>,
    /// Locked Action Cards not yet played, sorted.
    pub locked: Vec<ActionCard>,
    /// The seat has made its choice in the simultaneous decision that is open.
    pub chosen: bool,
    /// The seat's discards that lie face down, sorted.
    pub discards_face_down: Vec<ActionCard>,
    /// The seat's Action deck, sorted, never in its real order; only while Council Meeting may take from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck: Option<Vec<ActionCard>>,
    /// Advantage Cards in hand, sorted.
    pub advantages: Vec<AdvantageCard>,
    /// The three Advantage Cards to choose from, sorted.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub drawn: Vec<AdvantageCard>,
    /// The two of them that are chosen, sorted, until both have chosen.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub keeping: Vec<AdvantageCard>,
    /// The Advantage Card not chosen, one a period.
    pub advantages_returned: Vec<AdvantageCard>,
    /// Advantage Cards that scored.
    pub advantages_scored: Vec<AdvantageCard>,
    /// Headlines in hand, sorted; a chosen one included until both have chosen.
    pub headlines: Vec<Headline>,
    /// Of each of them, what its condition lacks as the board stands.
    #[serde(default, skip_serializing_if = "LiteMap::is_empty", with = "crate::map")]
    #[schemars(with = "BTreeMap<Headline, ConditionState>")]
    pub conditions: LiteMap<Headline, ConditionState>,
    /// The headline chosen for placing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placing: Option<Headline>,
    /// The seat's headlines discarded face down.
    pub headlines_discarded: Vec<Headline>,
    /// The cards that Cyber Attack showed this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intelligence: Option<Intelligence>,
}

/// The cards that Cyber Attack showed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Intelligence {
    /// The turn.
    pub turn: u8,
    /// Europe's Action Cards when that turn's initiative step began, sorted.
    pub cards: Vec<ActionCard>,
}

/// Access to the holder of a Sea Card by its sea.
impl SeaControl {
    /// Returns the holder of the card of this sea.
    pub fn of(&self, sea: Sea) -> Option<Power> {
        match sea {
            Sea::Baltic => self.baltic_sea,
            Sea::Black => self.black_sea,
        }
    }
}
