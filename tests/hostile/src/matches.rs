//! Targets that play: the bytes choose what each seat tries, right or nearly right.
//!
//! A [`Match`] as the server holds it and the bare rules run side by side. A refused input changes
//! nothing, an accepted command was offered, an undo leads back to what was, what is conserved is
//! conserved after every entry, and the log replays to the same match.

use std::sync::{Arc, LazyLock};

use engine::catalogue::Catalogue;
use engine::dealer::Dealer;
use engine::matches::Beginning;
use engine::table::Table;
use engine::{Game, GameEntry, Input, Match, MatchMillis, Prepared, REGISTRY, Seat};
use fairness::vd1::{MatchKey, SeatEntropy};
use laws::{Lawful, Rng, Task, rules, wire_match, with};
use protocol::{Offer, offer};
use serde_json::Value;
use uuid::Uuid;

use crate::choices::Choices;
use crate::edit::edit;

/// The most entries that are played before the bytes choose.
const MOST_AHEAD: u64 = 250;

/// The most inputs that the bytes choose.
const MOST_TRIES: usize = 100;

/// The most entries that an undo takes back.
const MOST_BACK: u64 = 8;

/// The longest that a seat takes for a decision, in milliseconds of match time.
const MOST_THOUGHT_MS: MatchMillis = 4_000;

/// The part that is the same in every match of a game.
struct Fixed<G: Game> {
    entry: &'static GameEntry,
    catalogue: Catalogue,
    data: Arc<G::Data>,
    trials: Vec<Value>,
}

impl<G: Lawful> Fixed<G> {
    fn new() -> Self {
        let entry = wire_match::entry(G::ID);
        let catalogue = entry.catalogue(&std::collections::BTreeMap::new()).expect("shipped data");
        Self { entry, catalogue, data: rules::shipped::<G>(), trials: G::trials() }
    }
}

/// Plays a match of a game, whose types are forgotten.
type Player = Box<dyn Fn(&mut Choices<'_>) + Send + Sync>;

/// Makes the player of a game.
struct Make;

impl Task for Make {
    type Output = Player;

    fn of<G: Lawful>(self) -> Player {
        let fixed = Fixed::<G>::new();
        Box::new(move |choices| play(&fixed, choices))
    }
}

/// Plays a match of any game.
///
/// # Panics
/// If a promise broke.
pub fn any_match(bytes: &[u8]) {
    static PLAYERS: LazyLock<Vec<Player>> =
        LazyLock::new(|| REGISTRY.iter().map(|game| with(game.id, Make)).collect());
    let mut choices = Choices::new(bytes);
    choices.of(&PLAYERS).expect("there are games")(&mut choices);
}

/// A match and the bare rules, side by side.
struct Pair<'a, G: Game> {
    fixed: &'a Fixed<G>,
    beginning: Beginning,
    live: Match,
    bare: G,
    /// The bare rules after each entry, the set-up first: what an undo leads back to.
    stood: Vec<G>,
    rows: Vec<String>,
    /// Commands tried so far.
    tried: Vec<Value>,
    at: MatchMillis,
    acts: u128,
}

fn play<G: Lawful>(fixed: &Fixed<G>, choices: &mut Choices<'_>) {
    let mut pair = Pair::begin(fixed, choices);
    let ahead = choices.below(MOST_AHEAD);
    let mut rng = Rng::new(choices.below(256));
    for _ in 0..ahead {
        pair.go_ahead(&mut rng);
    }
    pair.agree();
    for _ in 0..MOST_TRIES {
        if choices.is_over() || pair.live.outcome().is_some() {
            break;
        }
        pair.try_something(choices);
        pair.agree();
    }
    pair.ends_well();
}

impl<'a, G: Lawful> Pair<'a, G> {
    fn begin(fixed: &'a Fixed<G>, choices: &mut Choices<'_>) -> Self {
        let variant = choices.of(&fixed.trials).expect("a game has options");
        let mut rng = Rng::new(choices.below(256));
        let beginning = wire_match::beginning(fixed.entry, variant, &mut rng);
        let begun = Match::begin(fixed.entry, &fixed.catalogue, &beginning).expect("a set-up");
        let options = serde_json::from_value(variant.clone()).expect("the game's own options");
        let none = vec![SeatEntropy::default(); beginning.seats.len()];
        let key = MatchKey::derive(&beginning.secret, &beginning.commitment, &none);
        let bare = G::setup(&options, fixed.data.clone(), Dealer::new(key), &mut ());
        let (rows, stood, tried) = (vec![begun.header], vec![bare.clone()], Vec::new());
        Self { fixed, beginning, live: begun.live, bare, stood, rows, tried, at: 0, acts: 0 }
    }

    /// Makes one accepted input of a random seat, to get somewhere.
    fn go_ahead(&mut self, rng: &mut Rng) {
        let awaiting: Vec<Seat> = self.live.awaiting().iter().collect();
        let Some(seat) = awaiting.get(rng.below(awaiting.len().max(1) as u64) as usize) else {
            return self.run_clock();
        };
        let offers = self.live.offers(*seat);
        let Some(one) = offers.get(rng.below(offers.len().max(1) as u64) as usize) else {
            return self.run_clock();
        };
        let command = offer::fill(&one.command, &mut |n| rng.below(n));
        self.think(rng.below(MOST_THOUGHT_MS));
        // What fell due meanwhile may have closed the question: then it is refused.
        self.command(*seat, command);
    }

    fn try_something(&mut self, choices: &mut Choices<'_>) {
        let seats = self.beginning.seats.len() as u64;
        let seat = Seat(choices.below(seats) as u8);
        let way = choices.below(16);
        if way == 0 {
            return self.run_clock();
        }
        if way == 1 && choices.below(8) == 0 {
            return self.resign(seat);
        }
        if way == 15 {
            return self.take_back(seat, choices);
        }
        self.think(choices.below(MOST_THOUGHT_MS));
        let offers = self.live.offers(seat);
        let command = match (way, choices.of(&offers)) {
            (2..=4, _) | (_, None) => choices.of(&self.tried).cloned(),
            (5..=8, Some(one)) => Some(near_miss(one, choices)),
            (_, Some(one)) => Some(offer::fill(&one.command, &mut |n| choices.below(n))),
        };
        if let Some(command) = command {
            self.put(seat, command);
        }
    }

    fn id(&mut self) -> Uuid {
        self.acts += 1;
        Uuid::from_u128(self.acts)
    }

    /// Lets time pass; what falls due meanwhile comes first.
    fn think(&mut self, time: MatchMillis) {
        self.at += time;
        while self.live.next_deadline().is_some_and(|due| due <= self.at) {
            self.run_clock();
        }
    }

    fn run_clock(&mut self) {
        let Some(due) = self.live.next_deadline() else { return };
        assert!(due >= self.live.at(), "a deadline lies in the past");
        self.at = self.at.max(due);
        let prepared = self.live.prepare(due, Input::Deadline {}).expect("the clock is no choice");
        self.bare.deadline(due, &mut ());
        self.keep(prepared);
    }

    /// Tries an undo of a seat: accepted if and only if those agreed who must, and nobody else.
    fn take_back(&mut self, seat: Seat, choices: &mut Choices<'_>) {
        let to = self.live.seq().saturating_sub(choices.below(MOST_BACK));
        let possible = self.live.undoing(seat, to);
        let asked = possible.as_ref().map(|undoing| undoing.needs.clone()).unwrap_or_default();
        let agreed = if choices.below(4) == 0 { vec![choices.byte() % 4] } else { asked };
        let right = possible.is_ok_and(|undoing| undoing.needs == agreed);
        let input = Input::Undo { seat: seat.0, id: self.id(), to, agreed };
        let prepared = self.prepare(input);
        assert_eq!(prepared.is_some(), right, "{seat:?} back to {to}");
        if let Some(prepared) = prepared {
            self.bare = self.stood[to as usize].clone();
            self.keep(prepared);
        }
    }

    /// Tries a command of a seat: accepted if and only if it is offered, but for loose offers.
    fn put(&mut self, seat: Seat, command: Value) {
        let offers = self.live.offers(seat);
        let admits = |one: &&Offer| offer::admits(&one.command, &command);
        let admitted = offers.iter().any(|one| admits(&one));
        let surely = offers.iter().filter(admits).any(|one| !one.loose);
        let accepted = self.command(seat, command.clone());
        assert!(admitted || !accepted, "{seat:?} {command} was not offered");
        assert!(!surely || accepted, "{seat:?} {command} was offered and refused");
        self.tried.push(command);
    }

    /// Carries out a seat's command; `false` if it is refused.
    fn command(&mut self, seat: Seat, command: Value) -> bool {
        // Read before it is known whether the match accepts it: what it accepts must be readable.
        let typed = serde_json::from_value(command.clone());
        let input = Input::Command { seat: seat.0, id: self.id(), command };
        let Some(prepared) = self.prepare(input) else { return false };
        let typed = typed.expect("it was accepted");
        let bare = self.bare.apply(self.at, seat, &typed, &mut ());
        assert_eq!(bare, Ok(()), "the match accepted it");
        self.keep(prepared);
        true
    }

    fn resign(&mut self, seat: Seat) {
        let input = Input::Resign { seat: seat.0, id: self.id() };
        // Who has given up already may not again.
        let Some(prepared) = self.prepare(input) else { return };
        Game::resign(&mut self.bare, self.at, seat, &mut ());
        self.keep(prepared);
    }

    /// Prepares an input; `None` if it is refused.
    fn prepare(&self, input: Input) -> Option<Prepared> {
        let state = || (self.live.seq(), self.live.head(), self.live.table().fingerprint());
        let before = state();
        let prepared = self.live.prepare(self.at, input);
        assert_eq!(state(), before, "preparing changes nothing");
        prepared.ok()
    }

    /// Commits what was prepared; the bare rules have done it already.
    fn keep(&mut self, prepared: Prepared) {
        self.rows.push(prepared.bytes().to_owned());
        self.live.commit(prepared);
        self.stood.push(self.bare.clone());
    }

    /// Checks that match and bare rules have the same state, and keep what is conserved.
    fn agree(&self) {
        assert_eq!(self.live.table().fingerprint(), Table::fingerprint(&self.bare));
        self.bare.conserved();
        if self.live.outcome().is_none() {
            rules::everyone_awaited_can_act(&self.bare, self.live.seq());
        }
    }

    /// Checks that everybody can be shown the match, and that its log gives the same one again.
    fn ends_well(self) {
        self.live.public();
        for seat in 0..self.beginning.seats.len() as u8 {
            self.live.private(Seat(seat));
            assert!(self.live.offers(Seat(seat)).len() <= protocol::MAX_OFFERS);
        }
        let Fixed { entry, catalogue, .. } = self.fixed;
        let rows = self.rows.iter().map(String::as_str);
        let again = Match::replay(entry, catalogue, &self.beginning, rows, |_| {});
        let again = again.expect("its own log");
        assert_eq!(again.head(), self.live.head());
        assert_eq!(again.table().fingerprint(), self.live.table().fingerprint());
        assert_eq!(again.outcome(), self.live.outcome());
    }
}

/// Fills an offer, and damages one part of the command.
fn near_miss(one: &Offer, choices: &mut Choices<'_>) -> Value {
    let mut command = offer::fill(&one.command, &mut |n| choices.below(n));
    edit(&mut command, choices);
    command
}
