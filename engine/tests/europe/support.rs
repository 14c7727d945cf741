//! Positions and moves for the tests of Europe: arrange, act, let time pass, look.
//!
//! Everything goes through the public `Game` API. A move that is made must have been offered, and one
//! that is refused must leave the match as it was.

// A command is made where it is sent.
#![allow(clippy::needless_pass_by_value)]

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use engine::dealer::Dealer;
use engine::games::europe::{Europe, Tables};
use engine::table::Table;
use engine::{Audience, Game, GameEntry, MatchMillis, Seat};
use fairness::vd1::MatchKey;
use protocol::Code;
use serde_json::Value;

pub(crate) use engine::games::europe::{ArrangedPlayer, Arrangement};
pub(crate) use protocol::games::europe::{
    Allotment, CarryOver, Citizen as C, CitizenOutcome, ClosedBecause, Command, Country,
    Crisis as K, CrisisBonus, CrisisFailure, Cubes, Event, Good as G, Goods, MarketRule,
    MissingView, Options, Owed, Phase, PlayerResult, PlayerView, Private, Public, Resource as R,
    ResourceCard as X, Reward,
};

pub(crate) const P0: Seat = Seat(0);
pub(crate) const P1: Seat = Seat(1);
pub(crate) const P2: Seat = Seat(2);
pub(crate) const P3: Seat = Seat(3);

/// Loads the shipped component data.
pub(crate) fn tables() -> Arc<Tables> {
    static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
    TABLES.get_or_init(|| tables_with(&BTreeMap::new())).clone()
}

/// Loads component data with these files instead of the shipped ones.
pub(crate) fn tables_with(files: &BTreeMap<String, String>) -> Arc<Tables> {
    let catalogue = GameEntry::of::<Europe>().catalogue(files).expect("sound data");
    let data = serde_json::from_str(catalogue.canonical()).expect("canonical JSON");
    Arc::new(Europe::load(&data).expect("sound data"))
}

pub(crate) fn options(players: u8) -> Options {
    Options { players, ..Options::default() }
}

/// Arranges an open round of three players with one crisis that asks nothing of anybody.
pub(crate) fn scene() -> Arrangement {
    scene_of(3)
}

pub(crate) fn scene_of(players: u8) -> Arrangement {
    Arrangement {
        options: options(players),
        players: vec![ArrangedPlayer::default(); usize::from(players)],
        crises_top: vec![K::OpenBorders],
        ..Arrangement::default()
    }
}

pub(crate) fn cubes(list: &[(R, u8)]) -> Cubes {
    list.iter().copied().collect()
}

pub(crate) fn goods(list: &[(G, u8)]) -> Goods {
    list.iter().copied().collect()
}

pub(crate) fn offer(to: &[u8], give: &[(G, u8)], want: &[(G, u8)]) -> Command {
    Command::OfferCreate { to: to.to_vec(), give: goods(give), want: goods(want) }
}

pub(crate) const fn accept(offer_id: u32) -> Command {
    Command::OfferAccept { offer_id }
}

pub(crate) fn settle(crisis_id: K, list: &[(R, u8)], coin: u8) -> Command {
    Command::SettleCrisis { crisis_id, cubes: cubes(list), coin }
}

pub(crate) fn bank_buy(list: &[(R, u8)]) -> Command {
    Command::BankBuy { cubes: cubes(list) }
}

pub(crate) fn choose(keep: &[C], hidden: Option<C>, reveal_resource: bool) -> Command {
    Command::Choose { keep: keep.to_vec(), hidden, reveal_resource }
}

pub(crate) const READY: Command = Command::Ready { ready: true };

/// A match in play, and all its events.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    pub(crate) game: Europe,
    pub(crate) now: MatchMillis,
    pub(crate) events: Vec<(Audience, Event)>,
}

impl Play {
    /// Begins with an arranged position.
    pub(crate) fn of(arrangement: &Arrangement) -> Self {
        Self::seeded(arrangement, 7)
    }

    pub(crate) fn seeded(arrangement: &Arrangement, seed: u8) -> Self {
        Self::with(arrangement, tables(), seed)
    }

    /// Begins with an arranged position and other component data.
    pub(crate) fn with(arrangement: &Arrangement, tables: Arc<Tables>, seed: u8) -> Self {
        let dealer = Dealer::new(MatchKey::from_bytes([seed; 32]));
        Self { game: arrangement.build(tables, dealer), now: 0, events: Vec::new() }
    }

    /// Begins a match with its set-up.
    pub(crate) fn set_up(options: &Options) -> Self {
        let dealer = Dealer::new(MatchKey::from_bytes([7; 32]));
        let mut events = Vec::new();
        let game = Europe::setup(options, tables(), dealer, &mut events);
        Self { game, now: 0, events }
    }

    /// Makes a move; returns the public events.
    #[track_caller]
    pub(crate) fn act(&mut self, seat: Seat, command: Command) -> Vec<Event> {
        assert!(self.may(seat, &command), "{command:?} is not offered: {:?}", self.choices(seat));
        let from = self.events.len();
        let result = Game::apply(&mut self.game, self.now, seat, &command, &mut self.events);
        assert!(result.is_ok(), "{command:?} refused: {result:?}");
        self.since(from)
    }

    fn since(&self, from: usize) -> Vec<Event> {
        let open = self.events[from..].iter().filter(|(to, _)| *to == Audience::All);
        open.map(|(_, event)| event.clone()).collect()
    }

    /// Asserts that the move is refused and changes nothing; returns the code.
    #[track_caller]
    pub(crate) fn refuse(&self, seat: Seat, command: Command) -> Code {
        self.refusal(seat, command).code
    }

    #[track_caller]
    pub(crate) fn refusal(&self, seat: Seat, command: Command) -> protocol::Rejection {
        let mut next = self.game.clone();
        let mut events = Vec::new();
        let why =
            Game::apply(&mut next, self.now, seat, &command, &mut events).expect_err("refused");
        assert!(next == self.game && events.is_empty(), "{command:?} changed something");
        why
    }

    /// Asserts that a command is refused in the form in which it was received; returns the code.
    #[track_caller]
    pub(crate) fn refuse_json(&self, seat: Seat, command: &Value) -> Code {
        let mut next = self.game.clone();
        Table::apply(&mut next, self.now, seat, command, 1).expect_err("refused").code
    }

    /// Checks whether the move is among the choices.
    pub(crate) fn may(&self, seat: Seat, command: &Command) -> bool {
        let mut choices = Vec::new();
        Game::choices(&self.game, seat, &mut choices);
        choices.iter().any(|choice| self.game.admits(choice, command))
    }

    /// Returns the seat's choices, as JSON templates.
    pub(crate) fn choices(&self, seat: Seat) -> Vec<String> {
        let mut choices = Vec::new();
        Game::choices(&self.game, seat, &mut choices);
        choices.iter().map(|one| Game::offer(&self.game, seat, one).command.to_string()).collect()
    }

    /// Lets time pass up to this match time; whatever is due is carried out.
    pub(crate) fn until(&mut self, then: MatchMillis) -> Vec<Event> {
        let from = self.events.len();
        while let Some(due) = Game::next_deadline(&self.game).filter(|due| *due <= then) {
            self.now = due;
            Game::deadline(&mut self.game, due, &mut self.events);
        }
        self.now = self.now.max(then);
        self.since(from)
    }

    /// Lets time pass until this phase begins.
    #[track_caller]
    pub(crate) fn until_phase(&mut self, phase: Phase) -> Vec<Event> {
        let from = self.events.len();
        loop {
            let due = Game::next_deadline(&self.game).expect("the match goes on");
            self.now = due;
            Game::deadline(&mut self.game, due, &mut self.events);
            if self.public().phase == phase {
                return self.since(from);
            }
        }
    }

    /// Lets time pass until the round's clean-up is over, whatever comes then.
    pub(crate) fn end_round(&mut self) -> Vec<PlayerResult> {
        let round = self.public().round;
        while self.public().round == round
            && let Some(due) = Game::next_deadline(&self.game)
        {
            self.until(due);
        }
        self.public().last_clean_up.expect("a clean-up").players
    }

    pub(crate) fn resign(&mut self, seat: Seat) -> Vec<Event> {
        let from = self.events.len();
        Game::resign(&mut self.game, self.now, seat, &mut self.events);
        self.since(from)
    }

    pub(crate) fn public(&self) -> Public {
        Game::public(&self.game)
    }

    pub(crate) fn private(&self, seat: Seat) -> Private {
        Game::private(&self.game, seat)
    }

    pub(crate) fn player(&self, seat: Seat) -> PlayerView {
        self.public().players[seat.index()].clone()
    }

    pub(crate) fn cubes(&self, seat: Seat) -> Cubes {
        self.player(seat).cubes
    }

    pub(crate) fn coin(&self, seat: Seat) -> u8 {
        self.player(seat).coin
    }

    /// Returns the cubes of a resource from the cards that a seat revealed this round, except for
    /// this one.
    pub(crate) fn new_cubes(&self, seat: Seat, kind: R, old: X) -> u8 {
        let cards = self.player(seat).cards;
        let new = cards.iter().filter(|card| card.resource == kind && card.id != old);
        new.map(|card| card.first).sum()
    }

    pub(crate) fn owes(&self, seat: Seat) -> Vec<(K, Owed)> {
        self.player(seat).debts.iter().map(|debt| (debt.crisis, debt.owed)).collect()
    }

    /// Returns the open offers, by id.
    pub(crate) fn open_offers(&self) -> Vec<u32> {
        self.public().offers.iter().map(|offer| offer.id).collect()
    }
}

/// Returns the reason for which an offer was closed, according to the events.
pub(crate) fn closed(events: &[Event], id: u32) -> Option<ClosedBecause> {
    events.iter().find_map(|event| match event {
        Event::OfferClosed { offer_id, because } if *offer_id == id => Some(*because),
        _ => None,
    })
}

/// The sum of the dice that decided a citizen.
pub(crate) fn dice(outcome: CitizenOutcome) -> Option<u8> {
    match outcome {
        CitizenOutcome::Met { .. } => None,
        CitizenOutcome::Placated { dice, .. } | CitizenOutcome::Failed { dice, .. } => {
            Some(dice[0] + dice[1])
        }
    }
}
