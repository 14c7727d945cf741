//! Laws of undoing: the table is what it was, and free undos are of moves that taught nobody anything.

use std::collections::BTreeMap;

use engine::games::balance_of_power::BalanceOfPower;
use engine::matches::{Input, UNDO_REACH, UNDOS_A_SEAT};
use engine::{Game, Match, MatchMillis, Seat, Viewer};
use serde_json::{Value, json};
use uuid::Uuid;

use laws::rng::{Rng, seeds};
use laws::rules::{Moment, Next, go_on, play, shipped};
use laws::wire_match::{MOST_ENTRIES, MOST_THOUGHT_MS, beginning, entry, next_input};

use crate::laws::{received, sight, viewers};

/// Matches that each law is tried on.
const MATCHES: u64 = 8;
/// Undos in a match, so that it ends.
const MOST_UNDOS: u32 = 150;

/// Everything that anyone can see of a table, the next draws included.
#[derive(Clone, Debug, PartialEq)]
struct Faces {
    shown: Vec<String>,
    fingerprint: u64,
}

fn seats(live: &Match) -> impl Iterator<Item = Seat> {
    (0..live.table().scores().len() as u8).map(Seat)
}

fn faces(live: &Match) -> Faces {
    let mut shown = vec![live.public().get().to_owned(), format!("{:?}", live.awaiting())];
    for seat in seats(live) {
        shown.push(live.private(seat).get().to_owned());
        shown.push(serde_json::to_string(&live.offers(seat)).expect("JSON"));
    }
    Faces { shown, fingerprint: live.table().fingerprint() }
}

/// Counts of the undos tried.
#[derive(Debug, Default)]
struct Tried {
    free: u32,
    agreed: u32,
    refused: u32,
}

/// Asserts that after an undo every viewer sees what it saw after entry `to`, that a refused one
/// changes nothing, and that a log with undos is replayed to the same match.
pub(crate) fn leads_back(game: &str, options: &Value) {
    let mut tried = Tried::default();
    let entry = entry(game);
    let catalogue = entry.catalogue(&BTreeMap::new()).expect("shipped data");
    for seed in seeds(MATCHES) {
        let mut rng = Rng::new(seed);
        let beginning = beginning(entry, options, &mut rng);
        let begun = Match::begin(entry, &catalogue, &beginning).expect("set up");
        let mut live = begun.live;
        let mut rows = vec![begun.header];
        let mut sent: Vec<String> =
            begun.events.iter().map(|event| event.json.get().to_owned()).collect();
        let mut was = vec![faces(&live)];
        let (mut at, mut undos) = (0, 0);
        while live.outcome().is_none() {
            at += rng.below(MOST_THOUGHT_MS);
            let undo = (undos < MOST_UNDOS && rng.below(3) == 0)
                .then(|| try_undo(&live, at, &mut rng, &mut tried))
                .flatten();
            undos += u32::from(undo.is_some());
            let Some((at_then, input)) = undo.or_else(|| next_input(&live, at, &mut rng)) else {
                continue;
            };
            at = at_then;
            let prepared = live.prepare(at, input.clone());
            let prepared = prepared.unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            rows.push(prepared.bytes().to_owned());
            let events = live.commit(prepared);
            sent.extend(events.iter().map(|event| event.json.get().to_owned()));
            was.push(faces(&live));
            assert!(rows.len() < MOST_ENTRIES, "seed {seed}: the match does not end");
            if let Input::Undo { to, .. } = input {
                let at = format!("seed {seed}: {to} at {}", live.seq());
                assert_eq!(was[to as usize], was[was.len() - 1], "{at}");
                asked_by_the_undo(&live, &at);
            }
        }
        let mut sent_again = Vec::new();
        let texts = rows.iter().map(String::as_str);
        let replayed = Match::replay(entry, &catalogue, &beginning, texts, |event| {
            sent_again.push(event.json.get().to_owned());
        });
        let replayed = replayed.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(replayed.head(), live.head(), "seed {seed}");
        assert_eq!(faces(&replayed), faces(&live), "seed {seed}");
        assert_eq!(sent_again, sent, "seed {seed}");
    }
    println!("{tried:?}");
    assert!(tried.refused > 0);
    assert_eq!(entry.timed, tried.free + tried.agreed == 0, "{tried:?}");
}

/// Asserts that everyone knows of the undo, and that nobody answers a question from before it by
/// mistake.
fn asked_by_the_undo(live: &Match, at: &str) {
    assert_eq!(live.position().seq, live.seq(), "{at}");
    for seat in seats(live) {
        let asked = live.awaiting().contains(seat);
        assert_eq!(live.decision(seat).is_some(), asked, "{at} {seat:?}");
    }
}

/// Chooses an undo that is possible, if a random one is; if not, asserts that nobody's agreement helps.
fn try_undo(
    live: &Match,
    at: MatchMillis,
    rng: &mut Rng,
    tried: &mut Tried,
) -> Option<(MatchMillis, Input)> {
    let count = live.table().scores().len() as u8;
    let seat = rng.below(u64::from(count)) as u8;
    let back = if rng.below(8) == 0 { 2 * UNDO_REACH as u64 } else { 1 + rng.below(4) };
    let to = live.seq().saturating_sub(back);
    let others: Vec<u8> = (0..count).filter(|other| *other != seat).collect();
    let id = Uuid::from_u128(u128::from(rng.next()));
    let undo = |agreed: Vec<u8>| Input::Undo { seat, id, to, agreed };
    let before = live.table().fingerprint();
    let refused = |agreed: &[u8]| live.prepare(at, undo(agreed.to_vec())).is_err();
    assert!(refused(&[seat]) && refused(&(0..count).collect::<Vec<_>>()));
    let possible = live.undoing(Seat(seat), to);
    let Ok(undoing) = possible else {
        assert!(refused(&[]) && refused(&others));
        assert_eq!(live.table().fingerprint(), before);
        tried.refused += 1;
        return None;
    };
    if undoing.needs.is_empty() {
        tried.free += 1;
        assert!(refused(&others));
    } else {
        tried.agreed += 1;
        assert!(refused(&[]));
    }
    Some((at, undo(undoing.needs)))
}

/// Commands of one seat that could be taken back freely.
struct Stretch<G: Game> {
    base: G,
    seat: Seat,
    commands: Vec<(MatchMillis, G::Command)>,
}

/// Asserts that while the epoch does not rise, the newest commands of one seat teach nobody
/// anything: in every world that a viewer could not distinguish before them, they are accepted too,
/// and the viewer receives the same views and events.
pub(crate) fn teaches_nothing<G: Game>(options: &Value, epoch: fn(&G) -> u32) {
    let data = shipped::<G>();
    let (mut compared, mut longest) = (0u64, 0);
    for seed in seeds(10 * MATCHES) {
        let mut stretch: Option<Stretch<G>> = None;
        play::<G>(data.clone(), options, seed, |&Moment { game, now, next }, rng| {
            let Next::Command(seat, command) = next else {
                stretch = None;
                return;
            };
            let (after, result) = go_on(game, now, next);
            if result.is_err() {
                return;
            }
            // What the clock or a secret choice closes is not taken back at all.
            if G::TIMED || game.veiled() || epoch(&after) != epoch(game) {
                stretch = None;
                return;
            }
            let mut own = stretch
                .take()
                .filter(|own| own.seat == seat)
                .unwrap_or_else(|| Stretch { base: game.clone(), seat, commands: Vec::new() });
            own.commands.push((now, command.clone()));
            longest = longest.max(own.commands.len());
            if rng.below(4) == 0 {
                for viewer in viewers(game) {
                    compared += same_in_another_world(&own, epoch, viewer, rng, seed);
                }
            }
            stretch = Some(own);
        });
    }
    println!("{compared} stretches compared, the longest of {longest} commands");
    assert_eq!(compared == 0, G::TIMED, "nothing was ever compared");
}

fn same_in_another_world<G: Game>(
    stretch: &Stretch<G>,
    epoch: fn(&G) -> u32,
    viewer: Viewer,
    rng: &mut Rng,
    seed: u64,
) -> u64 {
    let mut world = stretch.base.clone();
    let mut other = stretch.base.clone();
    other.redeal(viewer, &mut |n| rng.below(n));
    for (now, command) in &stretch.commands {
        let at = format!("seed {seed}, {viewer:?}: {:?} {command:?}", stretch.seat);
        let next = Next::Command(stretch.seat, command);
        let (after, events) = go_on(&world, *now, next);
        let (other_after, other_events) = go_on(&other, *now, next);
        let events = events.expect("accepted before");
        let other_events =
            other_events.unwrap_or_else(|why| panic!("{at} is refused there: {why}"));
        assert_eq!(
            received(&after, &events, viewer),
            received(&other_after, &other_events, viewer),
            "{at}"
        );
        assert_eq!(sight(&after, viewer), sight(&other_after, viewer), "{at}");
        assert_eq!(epoch(&other), epoch(&other_after), "{at} is not free there");
        (world, other) = (after, other_after);
    }
    1
}

/// Shows that the law detects a game that forgets to note that somebody learnt something.
#[test]
#[should_panic(expected = "seed ")]
fn an_epoch_that_never_rises_breaks_the_law() {
    teaches_nothing::<BalanceOfPower>(&json!({"version": "command_room"}), |_| 0);
}

/// A match of Balance of Power that can be taken further by hand.
struct Hand {
    live: Match,
    rng: Rng,
}

impl Hand {
    fn new(seed: u64) -> Self {
        let entry = entry(BalanceOfPower::ID);
        let catalogue = entry.catalogue(&BTreeMap::new()).expect("shipped data");
        let mut rng = Rng::new(seed);
        let mut beginning = beginning(entry, &json!({}), &mut rng);
        // As rooms were that were made before there was a choice.
        assert_eq!(beginning.options.remove("undo"), Some(json!("free")));
        let begun = Match::begin(entry, &catalogue, &beginning).expect("set up");
        assert!(!begun.header.contains("undo"), "{}", begun.header);
        Self { live: begun.live, rng }
    }

    fn put(&mut self, input: Input) {
        let prepared = self.live.prepare(0, input).expect("accepted");
        self.live.commit(prepared);
    }

    fn step(&mut self) -> Seat {
        let seat = self.live.awaiting().iter().next().expect("the match goes on");
        let (_, input) = next_input(&self.live, 0, &mut self.rng).expect("strict offers");
        self.put(input);
        seat
    }

    fn undo(&mut self, seat: Seat, to: u64, agreed: Vec<u8>) -> Input {
        let id = Uuid::from_u128(u128::from(self.rng.next()));
        Input::Undo { seat: seat.0, id, to, agreed }
    }

    /// Plays on until the seat that moved last may take its move back, freely or not.
    fn until(&mut self, free: bool) -> (Seat, u64) {
        loop {
            let seat = self.step();
            let offered = self.live.undoable(seat).expect("a move was made");
            if offered.free == free {
                return (seat, offered.to);
            }
        }
    }
}

#[test]
fn an_agreed_undo_makes_nothing_free() {
    let mut hand = Hand::new(5);
    let (seat, free) = hand.until(true);
    let (again, to) = loop {
        let own = hand.step();
        assert_eq!(own, seat, "seed 5: one seat moves freely and then learns something");
        let offered = hand.live.undoable(own).expect("a move was made");
        if !offered.free {
            break (own, offered.to);
        }
    };
    let undo = hand.undo(again, to, vec![1 - seat.0]);
    hand.put(undo);
    let undoing = hand.live.undoing(seat, free).expect("by consent");
    assert_eq!(undoing.needs, [1 - seat.0], "what was seen stays known");
}

#[test]
fn what_was_taken_back_is_gone() {
    let mut hand = Hand::new(6);
    let (seat, to) = hand.until(true);
    let gone = hand.live.seq();
    let undo = hand.undo(seat, to, Vec::new());
    hand.put(undo);
    assert!(hand.live.undoing(seat, gone).is_err(), "an undo is not undone");
    // The state has two names: its entry's, and that of the undo that led back to it.
    let named = hand.live.seq();
    hand.step();
    let by_entry = hand.live.undoing(seat, to).expect("it stands");
    assert_eq!(hand.live.undoing(seat, named).expect("it stands"), by_entry);
}

#[test]
fn an_id_stands_for_one_entry() {
    let mut hand = Hand::new(7);
    let (seat, to) = hand.until(true);
    let undo = hand.undo(seat, to, Vec::new());
    hand.put(undo.clone());
    hand.step();
    let again = hand.live.prepare(0, undo).expect_err("the id is used");
    assert_eq!(again.code, protocol::Code::IdReused);
}

#[test]
fn an_attacker_who_takes_back_for_ever_is_stopped() {
    let mut hand = Hand::new(8);
    let (seat, to) = hand.until(true);
    for _ in 0..UNDOS_A_SEAT {
        let needs = hand.live.undoing(seat, to).expect("possible").needs;
        let undo = hand.undo(seat, to, needs);
        hand.put(undo);
        assert_eq!(hand.step(), seat);
    }
    let refused = hand.live.undoing(seat, to).expect_err("too often");
    assert_eq!(refused.detail, "this seat has undone too many moves");
    assert_eq!(hand.live.undoable(seat), None);
}

#[test]
fn an_undo_reaches_only_so_far() {
    let mut hand = Hand::new(9);
    for _ in 0..=UNDO_REACH {
        hand.step();
    }
    let seat = Seat(0);
    assert!(hand.live.undoing(seat, 0).is_err(), "one move too far");
    let undoing = hand.live.undoing(seat, 1).expect("as far as it goes");
    assert_eq!(undoing.moves as usize, UNDO_REACH);
    let undo = hand.undo(seat, 1, undoing.needs);
    hand.put(undo);
    assert_eq!(hand.live.seq(), UNDO_REACH as u64 + 2);
}
