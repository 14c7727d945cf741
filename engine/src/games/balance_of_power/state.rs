//! The state of a match: plain memory that is copied for every command.

use protocol::Handicap;
use protocol::games::balance_of_power::{
    Card, Colour, Dice, EndReason, LastRoll, Objective, Owner, Support, Territory, Version,
};

use super::maps::{ByColour, ByOwner, ByTerritory};
use super::tables::Tables;
use crate::by_id::IdSet;
use crate::catalogue::Shared;
use crate::dealer::Dealer;
use crate::decision::Stack;
use crate::zone::{Knowledge, Pile};

/// Most frames on the stack: turn, step, and the result of a step's command.
const DEPTH: usize = 3;

/// The component data.
pub(super) type Rules = Shared<Tables>;

/// Balance of Power in play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BalanceOfPower {
    pub(super) rules: Rules,
    pub(super) version: Version,
    /// The set-up of Basic Training.
    pub(super) setup: u8,
    pub(super) max_turns: u16,
    pub(super) handicap: Option<Handicap>,
    pub(super) dealer: Dealer,
    pub(super) knowledge: Knowledge,
    pub(super) stack: Stack<Frame, DEPTH>,
    /// Number of questions put to each seat.
    pub(super) asked: [u32; 2],

    /// The colour of each seat; none before it is chosen.
    pub(super) colours: [Option<Colour>; 2],
    /// The seat that places the map (Command Room).
    pub(super) placer: u8,
    /// Number of the turn, counted over both players; 0 before the first turn.
    pub(super) turn: u16,
    /// The colour whose turn it is, or that goes first.
    pub(super) active: Colour,
    pub(super) this_turn: ThisTurn,

    /// The territories of each owner; every territory is in exactly one set.
    pub(super) lands: ByOwner<IdSet<Territory>>,
    pub(super) troops: ByTerritory<u16>,
    pub(super) cities: IdSet<Territory>,
    /// Each colour's capital; none before the map is placed.
    pub(super) capitals: ByColour<Option<Territory>>,
    /// Defeated troops on the charts (Command Room).
    pub(super) charts: ByOwner<u8>,

    /// Objectives that lie face up.
    pub(super) open: IdSet<Objective>,
    pub(super) collected: ByColour<IdSet<Objective>>,
    pub(super) hands: ByColour<IdSet<Card>>,
    pub(super) deck: Pile<Card, { Card::COUNT }>,
    pub(super) discards: IdSet<Card>,
    /// Cards that were in the hands when the discards were last shuffled: both players know them.
    pub(super) deduced: IdSet<Card>,

    pub(super) end: Option<MatchEnd>,
}

/// Events of the current turn that later steps depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct ThisTurn {
    /// `true` once cards were handed in.
    pub(super) handed_in: bool,
    /// `true` once a territory of the opponent was conquered.
    pub(super) conquered: bool,
    pub(super) collected: Option<Objective>,
    pub(super) bought: IdSet<Support>,
    /// `true` once reconnaissance was used.
    pub(super) scouted: bool,
    pub(super) last_roll: Option<LastRoll>,
}

/// The end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct MatchEnd {
    /// The seat that won; none in a draw.
    pub(super) winner: Option<u8>,
    pub(super) reason: EndReason,
}

/// An open question, or what continues when there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Frame {
    /// The turn goes on with this step.
    Turn(TurnStep),
    /// One seat places the map.
    PlaceMap,
    /// The other seat chooses.
    Choose,
    /// Roll for neutral resistance or not.
    Resist,
    /// This many neutral troops come back.
    ReturnTroops(u8),
    /// Buy combat support.
    Support,
    /// Place this many troops; `fresh` until the first is placed.
    Draft { left: u8, fresh: bool },
    /// Attack or end the attacks.
    Attack,
    /// Throw a die again or keep the roll.
    Reroll(Roll),
    /// Move troops into the conquered territory; the fewest have moved already.
    Occupy { from: Territory, to: Territory, least: u16 },
    /// Collect an objective or not.
    Collect,
    /// Make the manoeuvre or not.
    Manoeuvre,
}

/// The automatic steps of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TurnStep {
    Begin,
    Resistance,
    Support,
    Draft,
    Attack,
    Collect,
    Manoeuvre,
    Draw,
    End,
}

/// A roll that is not resolved yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Roll {
    pub(super) from: Territory,
    pub(super) to: Territory,
    pub(super) attack: Dice,
    pub(super) defence: Dice,
}

impl BalanceOfPower {
    /// Returns the owner of the troops in a territory.
    pub(super) fn owner(&self, territory: Territory) -> Owner {
        let holds = |owner: &Owner| self.lands[*owner].contains(territory);
        Owner::ALL.iter().copied().find(holds).unwrap_or(Owner::Neutral)
    }

    /// Returns the territories of a player.
    pub(super) fn own(&self, colour: Colour) -> IdSet<Territory> {
        self.lands[colour.owner()]
    }

    /// Returns those of the territories that hold more than the one troop that must stay.
    pub(super) fn armed(&self, lands: IdSet<Territory>) -> IdSet<Territory> {
        lands.iter().filter(|territory| self.troops[*territory] > 1).collect()
    }

    /// Counts all troops of an owner on the map.
    pub(super) fn army(&self, owner: Owner) -> u32 {
        self.lands[owner].iter().map(|territory| u32::from(self.troops[territory])).sum()
    }

    /// Returns the capitals that a player holds: the own one and one that was taken.
    pub(super) fn capitals_held(&self, colour: Colour) -> impl Iterator<Item = Colour> {
        let own = self.own(colour);
        let capitals = self.capitals;
        let held = move |one: &Colour| capitals[*one].is_some_and(|at| own.contains(at));
        Colour::ALL.iter().copied().filter(held)
    }

    /// Returns the seat that plays a colour, once it is chosen.
    pub(super) fn seat_of(&self, colour: Colour) -> Option<u8> {
        (0..2).find(|seat| self.colours[usize::from(*seat)] == Some(colour))
    }

    /// Checks whether this is the Command Room.
    pub(super) fn command_room(&self) -> bool {
        self.version == Version::CommandRoom
    }

    /// Checks whether this support was bought in the current turn.
    pub(super) fn bought(&self, kind: Support) -> bool {
        self.this_turn.bought.contains(kind)
    }

    /// Puts defeated troops on their owner's chart; those it cannot hold go to the pile.
    // Reference cards, "Attacking: Command Room only".
    pub(super) fn defeat(&mut self, owner: Owner, troops: u16) {
        if self.command_room() {
            let chart = u16::from(self.charts[owner]) + troops;
            self.charts[owner] = chart.min(u16::from(self.rules.charts[owner])) as u8;
        }
    }

    /// Takes a territory from its owner.
    pub(super) fn hand_over(&mut self, territory: Territory, to: Owner) {
        for owner in Owner::ALL {
            self.lands[*owner].remove(territory);
        }
        self.lands[to].insert(territory);
    }
}
