//! The views: the public one, the same for everyone, and each seat's private one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Allotment, Citizen, Country, Crisis, Cubes, Goods, Resource, ResourceCard, Reward};
use crate::Handicap;

/// The public view: everything that everybody may see. Times are match time in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Public {
    /// The phase that the match has reached.
    pub phase: Phase,
    /// The round, from 1; 0 while countries are chosen.
    pub round: u8,
    /// The seat that is first when something is short in this round.
    pub start_seat: u8,
    /// The latest time at which the phase ends; absent when the match is over, or where no clock runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase_ends_ms: Option<u64>,
    /// The time at which the next crisis of this round appears, unless all are ready before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_crisis_ms: Option<u64>,
    /// Number of times, in open play without a clock, that all must be ready before the round ends
    /// with the next one, because a crisis comes first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crises_ahead: Option<u8>,
    /// The players, by seat.
    pub players: Vec<PlayerView>,
    /// Cubes in the supply.
    pub supply: Cubes,
    /// The bank's cubes; absent when no starting card was left for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank: Option<BankView>,
    /// Coin in the bank.
    pub bank_coin: u8,
    /// The resource cards for sale, by slot; null where none lies.
    pub market: [Option<ResourceView>; 3],
    /// The number of cards in each deck.
    pub decks: DecksView,
    /// The open trade offers, by id.
    pub offers: Vec<TradeOffer>,
    /// The crises in play, oldest first.
    pub crises: Vec<CrisisView>,
    /// The sum that two dice must reach for a citizen who lacks cubes, plus one for each of them: the
    /// option `placate_base` with the crises in play.
    #[serde(default)]
    pub placate_at: u8,
    /// The result of the last clean-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_clean_up: Option<CleanUp>,
    /// The room's handicap, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<Handicap>,
}

/// The phases of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Countries are chosen.
    Country,
    /// All choose citizens, secretly.
    Choose,
    /// Open play.
    Play,
    /// All allocate cubes, secretly.
    Allocate,
    /// The match is over.
    Over,
}

/// A player, as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerView {
    /// Its country, once chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<Country>,
    /// Its happiness.
    pub happiness: u8,
    /// Its coin.
    pub coin: u8,
    /// Its cubes, without locked ones.
    pub cubes: Cubes,
    /// Its stockpile: cubes that it can neither trade nor spend.
    pub locked: Cubes,
    /// Its resource cards, face up.
    pub cards: Vec<ResourceView>,
    /// `true` if it has a resource card face down.
    pub hidden_resource: bool,
    /// Its citizens, face up.
    pub citizens: Vec<CitizenView>,
    /// The cubes that they lack beside each other, when those owed by kind have been collected: a cube
    /// serves one only, first whoever lacks least; those that lack nothing are absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<MissingView>,
    /// The number of citizens that it has face down.
    pub hidden_citizens: u8,
    /// The number of citizens that it was dealt and has not chosen from yet.
    pub dealt: u8,
    /// `true` while it chooses from three drawn citizens.
    pub drawing: bool,
    /// `true` if it has answered in the simultaneous choice that is open.
    pub answered: bool,
    /// `true` if it is ready for the clock to jump.
    pub ready: bool,
    /// `true` if it has given up; defaults act for it.
    pub resigned: bool,
    /// Its debts.
    pub debts: Vec<Debt>,
}

/// A resource card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResourceView {
    /// The card.
    pub id: ResourceCard,
    /// The resource that it gives.
    pub resource: Resource,
    /// Cubes in the round in which it is revealed or bought.
    pub first: u8,
    /// Cubes in each later round.
    pub later: u8,
}

/// A citizen card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CitizenView {
    /// The card.
    pub id: Citizen,
    /// The cubes it requires.
    pub needs: Cubes,
    /// Coin that it pays when met, instead of happiness.
    pub coin: u8,
}

/// A debt of a crisis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Debt {
    /// The crisis.
    pub crisis: Crisis,
    /// The part still owed.
    pub owed: Owed,
}

/// A debt's content, and its creditor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Owed {
    /// These cubes, to the supply.
    Cubes {
        /// The cubes.
        cubes: Cubes,
    },
    /// Cubes of any kinds, to the player on the left.
    Neighbour {
        /// The number of cubes.
        count: u8,
    },
    /// Coin, to the bank.
    Coin {
        /// The coin.
        coin: u8,
    },
    /// These cubes to the supply, or coin to the bank; one of them whole.
    CubesOrCoin {
        /// The cubes.
        cubes: Cubes,
        /// The coin.
        coin: u8,
    },
    /// Cubes of kinds printed on the debtor's own starting cards, to be locked.
    Stockpile {
        /// The number of cubes.
        count: u8,
    },
}

/// The bank, and the cubes for sale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BankView {
    /// Its starting cards, which produce for it.
    pub cards: Vec<ResourceView>,
    /// Its cubes.
    pub stock: Cubes,
    /// Coin for a cube.
    pub price: u8,
    /// `true` if it is open.
    pub open: bool,
}

/// The number of cards in each deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DecksView {
    /// Resource cards to draw.
    pub resources: u8,
    /// Resource cards discarded.
    pub resource_discards: u8,
    /// Citizens to draw.
    pub citizens: u8,
    /// Citizens discarded.
    pub citizen_discards: u8,
    /// Crises to draw.
    pub crises: u8,
    /// Disasters discarded.
    pub crisis_discards: u8,
}

/// An open trade offer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct TradeOffer {
    /// Its number in the match.
    pub id: u32,
    /// The seat that makes it.
    pub from: u8,
    /// The seats that may accept it, ascending.
    pub to: Vec<u8>,
    /// The cubes and coin that the offerer gives.
    pub give: Goods,
    /// The cubes and coin that the offerer wants.
    pub want: Goods,
    /// The offer that it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter_to: Option<u32>,
    /// The time at which it expires, unless all are ready before; absent where no clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_ms: Option<u64>,
}

/// A crisis in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CrisisView {
    /// The crisis.
    pub id: Crisis,
    /// `true` if it stays for the rest of the match.
    pub directive: bool,
    /// The coin that it promises in its first round.
    pub bonus: u8,
    /// `true` if it was turned up this round.
    pub this_round: bool,
}

/// The result of a clean-up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct CleanUp {
    /// The round.
    pub round: u8,
    /// The players, by seat.
    pub players: Vec<PlayerResult>,
}

/// The result of a clean-up for a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct PlayerResult {
    /// `true` if it left a debt of a crisis unpaid.
    pub crisis_failed: bool,
    /// Its happiness before.
    pub happiness_before: u8,
    /// Its happiness after.
    pub happiness: u8,
    /// Coin earned by citizens.
    pub rewards: u8,
    /// Coin earned by crises.
    pub bonus: u8,
    /// Its citizens, and how each one fared.
    pub citizens: Vec<CitizenResult>,
}

/// The result of a clean-up for a citizen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct CitizenResult {
    /// The citizen.
    pub id: Citizen,
    /// The cubes that it required.
    pub needs: Cubes,
    /// The cubes that it was given.
    pub cubes: Cubes,
    /// The result for the citizen.
    #[serde(rename = "fate")]
    pub outcome: CitizenOutcome,
}

/// The result for a citizen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CitizenOutcome {
    /// Its needs were met.
    Met {
        /// The reward that the player took.
        reward: Reward,
    },
    /// Its needs were not met, and the dice reached the target: nothing lost.
    Placated {
        /// The dice.
        dice: [u8; 2],
        /// The sum that the dice had to reach.
        target: u8,
    },
    /// Its needs were not met, and the dice did not reach the target: one happiness lost.
    Failed {
        /// The dice.
        dice: [u8; 2],
        /// The sum that the dice had to reach.
        target: u8,
    },
}

/// The private view: everything that only one seat may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Private {
    /// The seat.
    pub seat: u8,
    /// The seat's face-down resource card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden_resource: Option<ResourceView>,
    /// The seat's face-down citizen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden_citizen: Option<CitizenView>,
    /// The citizens dealt, while they may be chosen from.
    pub dealt: Vec<CitizenView>,
    /// The fewest of the dealt citizens that must be kept.
    pub keep_at_least: u8,
    /// The seat's choice, until all have chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<ChosenView>,
    /// The citizens drawn, while they may be chosen from.
    pub drawn: Vec<CitizenView>,
    /// The seat's allocation, until all have allocated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allocation: Option<Vec<Allotment>>,
    /// The cubes that the seat's citizens lack beside each other, the one face down among them, when those
    /// owed by kind have been collected: a cube serves one only, first whoever lacks least; those that lack
    /// nothing are absent.
    pub missing: Vec<MissingView>,
}

/// The seat's answer to the choice of citizens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChosenView {
    /// The citizens kept.
    pub keep: Vec<Citizen>,
    /// The one kept face down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Citizen>,
    /// `true` if the resource card is revealed.
    pub reveal_resource: bool,
}

/// The cubes that a citizen lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MissingView {
    /// The citizen.
    pub id: Citizen,
    /// The cubes that are not there.
    pub cubes: Cubes,
}
