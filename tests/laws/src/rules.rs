//! Typed games at full speed: random matches, and the laws of each of their moments.
//!
//! Apart from the matches over JSON, because rules are tried a hundred times faster without
//! serialising anything. It must not know which game it plays.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::dealer::Dealer;
use engine::{Audience, Game, GameEntry, MatchMillis, Seat};
use fairness::vd1::MatchKey;
use protocol::{Rejection, Update};
use serde_json::{Value, json};

use crate::rng::Rng;

/// No match takes more commands than this.
const MOST_COMMANDS: usize = 20_000;

/// Events with their audiences.
pub type Events<G> = Vec<(Audience, <G as Game>::Event)>;

/// Loads the shipped component data of a game.
///
/// # Panics
/// If they are inconsistent.
pub fn shipped<G: Game>() -> Arc<G::Data> {
    let files = GameEntry::of::<G>().catalogue(&BTreeMap::new());
    let files = files.expect("the shipped data hold together");
    let data = serde_json::from_str(files.canonical()).expect("canonical JSON");
    Arc::new(G::load(&data).expect("the shipped data hold together"))
}

/// Sets up a match dealt from `seed`.
///
/// # Panics
/// If the options are not valid.
pub fn deal<G: Game>(data: Arc<G::Data>, options: &Value, seed: u64) -> G {
    let options: G::Options = serde_json::from_value(options.clone()).expect("valid options");
    let key = MatchKey::from_bytes(Rng::new(seed).key());
    G::setup(&options, data, Dealer::new(key), &mut ())
}

/// Returns the seats of a match.
pub fn seats<G: Game>(game: &G) -> impl Iterator<Item = Seat> + use<G> {
    (0..game.scores().len() as u8).map(Seat)
}

/// Returns the legal choices of a seat.
pub fn choices<G: Game>(game: &G, seat: Seat) -> Vec<G::Choice> {
    let mut choices = Vec::new();
    game.choices(seat, &mut choices);
    choices
}

/// Deals a match of two that no clock runs in, and plays so many commands at random, or fewer if it ends.
///
/// # Panics
/// If what is offered is refused.
pub fn dealt_and_played<G: Game>(
    data: Arc<G::Data>,
    options: &Value,
    seed: u64,
    commands: usize,
    rng: &mut Rng,
) -> G {
    let mut game: G = deal(data, options, seed);
    for _ in 0..commands {
        let Some(seat) = game.awaiting().iter().next() else { break };
        let choices = choices(&game, seat);
        let choice = &choices[rng.below(choices.len() as u64) as usize];
        let command = game.sample(choice, &mut |n| rng.below(n));
        game.apply(0, seat, &command, &mut ()).expect("what is offered is legal");
    }
    game
}

/// Builds the update that a seat would be sent, without events and without the match around it.
pub fn update<G: Game>(game: &G, seat: Seat, seq: u64, now: MatchMillis) -> Update {
    let offers = choices(game, seat).iter().map(|choice| game.offer(seat, choice)).collect();
    Update {
        seq,
        head: String::new(),
        events: Vec::new(),
        events_from: None,
        public: json!(game.public()),
        private: Some(json!(game.private(seat))),
        decision: Some(u64::from(game.question(seat))),
        standing: game.standing(seat),
        offers: Some(offers),
        undo: None,
        awaiting: game.awaiting().iter().map(|seat| seat.0).collect(),
        now_ms: now,
        deadline_ms: game.next_deadline(),
        paused: false,
        outcome: None,
    }
}

/// The next input of a match.
#[derive(Debug)]
pub enum Next<'a, C> {
    /// A seat commands.
    Command(Seat, &'a C),
    /// Something falls due.
    Deadline,
}

impl<C> Clone for Next<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Next<'_, C> {}

/// A moment of a match: the game, the match time, and what happens next.
#[derive(Debug)]
pub struct Moment<'a, G: Game> {
    /// The current state of the game.
    pub game: &'a G,
    /// Match time of the next input.
    pub now: MatchMillis,
    /// The next input.
    pub next: Next<'a, G::Command>,
}

/// Returns the state after `next`; the state as it was if that is refused.
pub fn go_on<G: Game>(
    game: &G,
    now: MatchMillis,
    next: Next<'_, G::Command>,
) -> (G, Result<Events<G>, Rejection>) {
    let mut after = game.clone();
    let mut events = Events::<G>::new();
    let result = match next {
        Next::Command(seat, command) => after.apply(now, seat, command, &mut events),
        Next::Deadline => {
            after.deadline(now, &mut events);
            Ok(())
        }
    };
    (after, result.map(|()| events))
}

/// Picks an awaited seat and one of its commands, uniformly among the choices; also returns whether
/// the game may still refuse it.
fn pick<G: Game>(game: &G, rng: &mut Rng) -> Option<(Seat, G::Command, bool)> {
    let awaiting: Vec<Seat> = game.awaiting().iter().collect();
    if awaiting.is_empty() {
        return None;
    }
    let seat = awaiting[rng.below(awaiting.len() as u64) as usize];
    let choices = choices(game, seat);
    let choice = choices.get(rng.below(choices.len().max(1) as u64) as usize)?;
    let command = game.sample(choice, &mut |n| rng.below(n));
    Some((seat, command, game.offer(seat, choice).loose))
}

/// Draws a time for thinking: mostly short.
fn thought(rng: &mut Rng) -> MatchMillis {
    let longest = if rng.below(8) == 0 { 60_000 } else { 1_000 };
    rng.below(longest)
}

/// Plays a match, and shows each moment with what comes next. Deadlines run on time.
///
/// # Panics
/// If what is offered is refused, or the match does not end.
pub fn play<G: Game>(
    data: Arc<G::Data>,
    options: &Value,
    seed: u64,
    mut look: impl FnMut(&Moment<'_, G>, &mut Rng),
) -> G {
    let mut rng = Rng::new(seed ^ 0x5eed);
    let mut game: G = deal(data, options, seed);
    let mut now = 0;
    for _ in 0..MOST_COMMANDS {
        let picked = pick(&game, &mut rng);
        let due = game.next_deadline();
        if picked.is_none() && due.is_none() {
            assert!(game.outcome().is_some(), "seed {seed}: nobody is awaited and nobody has won");
            return game;
        }
        let then = now + thought(&mut rng);
        if let Some(due) = due.filter(|due| *due <= then || picked.is_none()) {
            assert!(due >= now, "seed {seed}: a deadline at {due} lies before {now}");
            now = due;
            look(&Moment { game: &game, now, next: Next::Deadline }, &mut rng);
            game.deadline(due, &mut ());
        } else if let Some((seat, command, loose)) = picked {
            now = then;
            look(&Moment { game: &game, now, next: Next::Command(seat, &command) }, &mut rng);
            let result = game.apply(now, seat, &command, &mut ());
            let fine = result.is_ok() || loose;
            assert!(fine, "seed {seed}: {command:?} was offered and refused: {result:?}");
        }
    }
    panic!("seed {seed}: the match does not end");
}

/// Asserts that an awaited seat has a choice that is surely legal, or a deadline runs, and that
/// others have none.
///
/// # Panics
/// If that is not so.
pub fn everyone_awaited_can_act<G: Game>(game: &G, seed: u64) {
    for seat in seats(game) {
        let choices = choices(game, seat);
        let awaited = game.awaiting().contains(seat);
        assert!(awaited || choices.is_empty(), "seed {seed}: {seat:?} is not awaited");
        let sure = choices.iter().any(|choice| !game.offer(seat, choice).loose);
        let stuck = awaited && !sure && game.next_deadline().is_none();
        assert!(!stuck, "seed {seed}: {seat:?} has no sure choice");
    }
}

/// Asserts that every offer to a seat is accepted, unless the offer is loose, and that what is called
/// final teaches somebody something or is secret.
///
/// # Panics
/// If that is not so.
pub fn what_is_offered_is_accepted<G: Game>(
    &Moment { game, now, .. }: &Moment<'_, G>,
    seat: Seat,
    seed: u64,
    rng: &mut Rng,
) {
    for choice in choices(game, seat) {
        let command = game.sample(&choice, &mut |n| rng.below(n));
        assert!(game.admits(&choice, &command), "seed {seed}: {choice:?} {command:?}");
        let (after, result) = go_on(game, now, Next::Command(seat, &command));
        let offer = game.offer(seat, &choice);
        let fine = result.is_ok() || (offer.loose && after == *game);
        assert!(fine, "seed {seed}: {command:?} refused: {result:?}");
        // A client asks before it sends what is final: never for nothing.
        let taught = after.epoch() != game.epoch() || after.veiled();
        assert!(
            !offer.is_final || result.is_err() || taught,
            "seed {seed}: {command:?} is not final"
        );
    }
}

/// Asserts that what no offer admits is refused from any seat, and that a refused command changes
/// nothing. Returns the number of seats refused.
///
/// # Panics
/// If that is not so.
pub fn nothing_else_is_accepted<G: Game>(
    &Moment { game, now, .. }: &Moment<'_, G>,
    other: &G::Command,
    seed: u64,
) -> u64 {
    let mut refused = 0;
    for seat in seats(game) {
        let all = choices(game, seat);
        let admitting = || all.iter().filter(|choice| game.admits(choice, other));
        let (after, result) = go_on(game, now, Next::Command(seat, other));
        let admitted = admitting().next().is_some();
        assert!(admitted || result.is_err(), "seed {seed}: {seat:?} {other:?} was not offered");
        let surely = admitting().any(|choice| !game.offer(seat, choice).loose);
        assert!(!surely || result.is_ok(), "seed {seed}: {seat:?} {other:?} {result:?}");
        assert!(result.is_ok() || after == *game, "seed {seed}: {other:?} changed the state");
        refused += u64::from(result.is_err());
    }
    refused
}
