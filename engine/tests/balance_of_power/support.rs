//! Positions and moves for the tests of Balance of Power: arrange, act, look.
//!
//! Everything goes through the public `Game` API. A move that is made must have been offered, and
//! one that is refused must not have been and must leave the match as it was. Dice come from the
//! dealt stream; [`lucky`] looks for a deal in which they fall as a test needs them.

// Moves read better by value.
#![allow(clippy::needless_pass_by_value)]
// Each test binary uses its own part of this.
#![allow(dead_code, unused_imports)]

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use engine::dealer::Dealer;
pub(crate) use engine::games::balance_of_power::{
    ArrangedSide, Arrangement, BalanceOfPower, Chances, Losses, OUTCOMES, Tables, resolve,
};
use engine::{Audience, Game, GameEntry, Seat, Viewer};
use fairness::vd1::MatchKey;
use protocol::Code;
pub(crate) use protocol::games::balance_of_power::{
    Capitals, Card, Colour, Command, Dice, EndReason, Event, First, Garrison, LastRoll, Objective,
    OptionalStep, Options, Owner, Placement, Private, PromptKind, Public, SideView, Stage, Support,
    Territory as T, TerritoryView, Troops, Version,
};

pub(crate) const RED: Colour = Colour::Red;
pub(crate) const BLUE: Colour = Colour::Blue;

/// Number of deals that a test looks through for its dice.
const DEALS: u32 = 50_000;

/// Loads the shipped component data.
pub(crate) fn tables() -> Arc<Tables> {
    static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
    TABLES.get_or_init(|| tables_with(&BTreeMap::new())).clone()
}

/// Reads the data with other texts of some files.
pub(crate) fn tables_with(replaced: &BTreeMap<String, String>) -> Arc<Tables> {
    let files = GameEntry::of::<BalanceOfPower>().catalogue(replaced).expect("sound data");
    let data = serde_json::from_str(files.canonical()).expect("canonical JSON");
    Arc::new(BalanceOfPower::load(&data).expect("sound data"))
}

pub(crate) fn dealer(deal: u32) -> Dealer {
    let mut key = [7; 32];
    key[..4].copy_from_slice(&deal.to_be_bytes());
    Dealer::new(MatchKey::from_bytes(key))
}

/// Arranges set-up 3 of Basic Training, Red to begin.
pub(crate) fn training() -> Arrangement {
    Arrangement::default()
}

/// Arranges the same map in the Command Room; seat 0 plays Red.
pub(crate) fn command_room() -> Arrangement {
    let options = Options { version: Version::CommandRoom, ..Options::default() };
    Arrangement { options, ..Arrangement::default() }
}

/// Arranges the whole map neutral, one troop each, but for these garrisons.
pub(crate) fn only(garrisons: &[(T, Owner, u16)]) -> Vec<(T, Owner, u16)> {
    let neutral = T::ALL.iter().map(|territory| (*territory, Owner::Neutral, 1));
    neutral.chain(garrisons.iter().copied()).collect()
}

/// Arranges a side with this hand.
pub(crate) fn holding(hand: &[Card]) -> ArrangedSide {
    ArrangedSide { hand: hand.to_vec(), ..ArrangedSide::default() }
}

/// Builds counts by territory.
pub(crate) fn troops(pairs: &[(T, u8)]) -> Troops {
    pairs.iter().copied().collect()
}

pub(crate) fn place(pairs: &[(T, u8)]) -> Command {
    Command::Place { troops: troops(pairs) }
}

pub(crate) const fn attack(from: T, to: T, dice: u8) -> Command {
    Command::Attack { from, to, dice }
}

pub(crate) const fn attack_until(from: T, to: T, stop_at: u16) -> Command {
    Command::AttackUntil { from, to, stop_at }
}

pub(crate) const fn manoeuvre(from: T, to: T, troops: u16) -> Command {
    Command::Manoeuvre { from, to, troops }
}

pub(crate) const fn occupy(troops: u16) -> Command {
    Command::Occupy { troops }
}

/// Buys support that takes no inputs.
pub(crate) const fn buy(kind: Support) -> Command {
    Command::Support { kind, from: None, to: None, troops: None, stop_at: None }
}

pub(crate) const fn buy_manoeuvre(from: T, to: T, troops: u16) -> Command {
    Command::Support {
        kind: Support::StartManoeuvre,
        from: Some(from),
        to: Some(to),
        troops: Some(troops),
        stop_at: None,
    }
}

pub(crate) const fn buy_neutral_attack(from: T, to: T, stop_at: u16) -> Command {
    Command::Support {
        kind: Support::NeutralAttack,
        from: Some(from),
        to: Some(to),
        troops: None,
        stop_at: Some(stop_at),
    }
}

/// Finds the first deal of an arranged position in which the script comes true.
#[track_caller]
pub(crate) fn lucky(arranged: &Arrangement, script: impl Fn(&mut Play) -> bool) -> Play {
    for deal in 0..DEALS {
        let mut play = Play::dealt(arranged, deal);
        if script(&mut play) {
            return play;
        }
    }
    panic!("no deal of {DEALS} does that");
}

/// A match in play, and all its events.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    pub(crate) game: BalanceOfPower,
    pub(crate) events: Vec<(Audience, Event)>,
}

impl Play {
    /// Begins with an arranged position.
    pub(crate) fn new(arranged: &Arrangement) -> Self {
        Self::dealt(arranged, 0)
    }

    pub(crate) fn dealt(arranged: &Arrangement, deal: u32) -> Self {
        Self { game: arranged.build(tables(), dealer(deal)), events: Vec::new() }
    }

    /// Begins a match with its set-up.
    pub(crate) fn set_up(options: Options, deal: u32) -> Self {
        Self::set_up_from(tables(), options, deal)
    }

    /// Begins a match with the set-up of other data.
    pub(crate) fn set_up_from(tables: Arc<Tables>, options: Options, deal: u32) -> Self {
        let mut events = Vec::new();
        let game = BalanceOfPower::setup(&options, tables, dealer(deal), &mut events);
        Self { game, events }
    }

    /// Returns the seat that must act.
    #[track_caller]
    pub(crate) fn awaited(&self) -> Seat {
        self.game.awaiting().iter().next().expect("somebody is awaited")
    }

    /// Makes a move for the seat that must act; returns the public events.
    #[track_caller]
    pub(crate) fn act(&mut self, command: Command) -> Vec<Event> {
        assert!(self.may(&command), "{command:?} is not offered: {:?}", self.offers());
        let mut events = Vec::new();
        let result = self.game.apply(0, self.awaited(), &command, &mut events);
        assert!(result.is_ok(), "{command:?} refused: {result:?}");
        self.events.extend(events.iter().cloned());
        events.into_iter().filter(|(to, _)| *to == Audience::All).map(|(_, event)| event).collect()
    }

    /// Asserts that the move is illegal and changes nothing; returns the reason. Only a loose offer
    /// may have admitted it.
    #[track_caller]
    pub(crate) fn refuse(&self, command: Command) -> String {
        assert!(!self.surely(&command), "{command:?} is offered");
        let mut next = self.game.clone();
        let mut events = Vec::new();
        let why = next.apply(0, self.awaited(), &command, &mut events).expect_err("refused");
        assert_eq!(why.code, Code::Illegal, "{why:?}");
        assert!(next == self.game && events.is_empty(), "{command:?} changed something");
        why.detail
    }

    fn admitted(&self, command: &Command, loose_too: bool) -> bool {
        let mut choices = Vec::new();
        let seat = self.awaited();
        Game::choices(&self.game, seat, &mut choices);
        choices.iter().any(|choice| {
            self.game.admits(choice, command) && (loose_too || !self.game.offer(seat, choice).loose)
        })
    }

    /// Checks whether the move is among the choices.
    #[track_caller]
    pub(crate) fn may(&self, command: &Command) -> bool {
        self.admitted(command, true)
    }

    #[track_caller]
    fn surely(&self, command: &Command) -> bool {
        self.admitted(command, false)
    }

    /// Returns the offers of the seat that must act, as texts.
    pub(crate) fn offers(&self) -> Vec<String> {
        let mut choices = Vec::new();
        let seat = self.awaited();
        Game::choices(&self.game, seat, &mut choices);
        choices.iter().map(|choice| self.game.offer(seat, choice).text).collect()
    }

    /// Places every drafted troop here, and comes to the attacks.
    #[track_caller]
    pub(crate) fn draft_on(&mut self, territory: T) {
        let left = self.public().prompt.most.expect("a draft");
        self.act(place(&[(territory, left as u8)]));
        assert_eq!(self.kind(), PromptKind::Attack);
    }

    /// Does nothing more in this turn, troops placed on any own territory.
    #[track_caller]
    pub(crate) fn end_turn(&mut self) {
        let turn = self.public().turn;
        while !self.is_over() && self.public().turn == turn {
            self.idle();
        }
    }

    /// Does nothing until this is asked.
    #[track_caller]
    pub(crate) fn idle_until(&mut self, kind: PromptKind) {
        for _ in 0..1_000 {
            if self.kind() == kind {
                return;
            }
            self.idle();
        }
        panic!("{kind:?} is never asked");
    }

    /// Makes one move that attempts nothing.
    #[track_caller]
    pub(crate) fn idle(&mut self) {
        let prompt = self.public().prompt;
        let active = self.public().active;
        let command = match prompt.kind {
            PromptKind::PlaceMap => Command::Auto {},
            PromptKind::Choose => Command::Choose { colour: RED, first: RED },
            PromptKind::Resist => Command::Decline {},
            PromptKind::ReturnTroops => {
                let neutral = self.holder(Owner::Neutral);
                let troops = troops(&[(neutral, prompt.most.expect("a number") as u8)]);
                Command::ReturnTroops { troops }
            }
            PromptKind::Support => Command::Done {},
            PromptKind::Draft => {
                let own = self.holder(active.expect("a turn").owner());
                place(&[(own, prompt.most.expect("a number") as u8)])
            }
            PromptKind::Attack => Command::EndAttack {},
            PromptKind::Reroll => Command::Keep {},
            PromptKind::Occupy => occupy(prompt.least.expect("a number")),
            PromptKind::Collect | PromptKind::Manoeuvre => Command::Skip {},
            PromptKind::Nothing => panic!("nothing is asked"),
        };
        self.act(command);
    }

    /// Returns a territory of this owner's.
    fn holder(&self, owner: Owner) -> T {
        let public = self.public();
        let held = |(_, view): &(&T, &TerritoryView)| view.owner == owner;
        *public.territories.iter().find(held).expect("a territory").0
    }

    pub(crate) fn public(&self) -> Public {
        Game::public(&self.game)
    }

    pub(crate) fn kind(&self) -> PromptKind {
        self.public().prompt.kind
    }

    pub(crate) fn side(&self, colour: Colour) -> SideView {
        self.public().sides[colour as usize].clone()
    }

    pub(crate) fn hand(&self, colour: Colour) -> Vec<Card> {
        let seat = self.side(colour).seat.expect("a seat");
        Game::private(&self.game, Seat(seat)).hand
    }

    pub(crate) fn at(&self, territory: T) -> TerritoryView {
        self.public().territories[&territory]
    }

    pub(crate) fn troops(&self, territory: T) -> u16 {
        self.at(territory).troops
    }

    /// Returns the troops on the charts: Red's, Blue's, the neutral one.
    pub(crate) fn charts(&self) -> [u8; 3] {
        let charts = self.public().command_room.expect("the Command Room").charts;
        [charts.red.troops, charts.blue.troops, charts.neutral.troops]
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Returns winners and reason of a finished match.
    #[track_caller]
    pub(crate) fn result(&self) -> (Vec<u8>, String) {
        let outcome = self.game.outcome().expect("the match is over");
        (outcome.winners, outcome.reason)
    }
}

/// Returns the rolls resolved in these events: attack dice, defence dice, losses.
pub(crate) fn fights(events: &[Event]) -> Vec<(Dice, Dice, [u8; 2])> {
    let fight = |event: &Event| match event {
        Event::Fought { attack, defence, attacker_lost, defender_lost, .. } => {
            Some((*attack, *defence, [*attacker_lost, *defender_lost]))
        }
        _ => None,
    };
    events.iter().filter_map(fight).collect()
}
