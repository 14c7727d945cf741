//! Laws of the typed game: what is offered is accepted, nothing stalls, nothing leaks.

use std::collections::BTreeMap;
use std::fmt::Debug;

use engine::dealer::Dealer;
use engine::{Audience, Game, GameEntry, Seat, Viewer};
use fairness::vd1::MatchKey;
use protocol::Rejection;
use serde::Serialize;
use serde_json::Value;

use crate::rng::{Rng, seeds};

/// Matches that each law is tried on.
const MATCHES: u64 = 2_000;
/// No match takes more commands than this.
const MOST_COMMANDS: usize = 20_000;
/// Commands of earlier moments that are tried at each moment.
const NEAR_MISSES: usize = 6;

type Events<G> = Vec<(Audience, <G as Game>::Event)>;

/// A match dealt from `seed`.
pub(crate) fn deal<G: Game>(options: &Value, seed: u64) -> G {
    let entry = GameEntry::of::<G>();
    let options: G::Options = serde_json::from_value(options.clone()).expect("valid options");
    let files = entry.catalogue(&BTreeMap::new()).expect("the shipped data hold together");
    let data = serde_json::from_str(files.canonical()).expect("canonical JSON");
    let data = std::sync::Arc::new(G::load(&data).expect("the shipped data hold together"));
    let key = MatchKey::from_bytes(Rng::new(seed).key());
    G::setup(&options, G::info().seats.min, data, Dealer::new(key), &mut Events::<G>::new())
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

fn seats<G: Game>() -> impl Iterator<Item = Seat> {
    (0..G::info().seats.min).map(Seat)
}

fn viewers<G: Game>() -> impl Iterator<Item = Viewer> {
    seats::<G>().map(Viewer::Seat).chain([Viewer::Public])
}

fn choices<G: Game>(game: &G, seat: Seat) -> Vec<G::Choice> {
    let mut choices = Vec::new();
    game.choices(seat, &mut choices);
    choices
}

fn apply<G: Game>(game: &G, seat: Seat, command: &G::Command) -> (G, Result<Events<G>, Rejection>) {
    let mut next = game.clone();
    let mut events = Events::<G>::new();
    let result = next.apply(0, seat, command, &mut events);
    (next, result.map(|()| events))
}

/// An awaited seat and one of its commands, uniformly among the choices.
fn pick<G: Game>(game: &G, rng: &mut Rng) -> Option<(Seat, G::Command)> {
    let awaiting: Vec<Seat> = game.awaiting().iter().collect();
    if awaiting.is_empty() {
        return None;
    }
    let seat = awaiting[rng.below(awaiting.len() as u64) as usize];
    let choices = choices(game, seat);
    let choice = choices.get(rng.below(choices.len().max(1) as u64) as usize)?;
    Some((seat, game.sample(choice, &mut |n| rng.below(n))))
}

/// Plays a match, and shows each moment with the command that comes next.
pub(crate) fn play<G: Game>(
    options: &Value,
    seed: u64,
    mut look: impl FnMut(&G, Seat, &G::Command, &mut Rng),
) -> G {
    let mut rng = Rng::new(seed ^ 0x5eed);
    let mut game: G = deal(options, seed);
    for _ in 0..MOST_COMMANDS {
        let Some((seat, command)) = pick(&game, &mut rng) else {
            assert!(game.outcome().is_some(), "seed {seed}: nobody is awaited and nobody has won");
            return game;
        };
        look(&game, seat, &command, &mut rng);
        let result = game.apply(0, seat, &command, &mut ());
        assert!(result.is_ok(), "seed {seed}: {command:?} was offered and refused: {result:?}");
    }
    panic!("seed {seed}: the match does not end");
}

/// Every choice is accepted, everything else is refused and changes nothing; matches end.
pub(crate) fn offers_and_endings<G: Game>(options: &Value, conserved: fn(&G)) {
    for seed in seeds(MATCHES) {
        let mut seen: Vec<G::Command> = Vec::new();
        play::<G>(options, seed, |game, seat, command, rng| {
            conserved(game);
            assert!(game.outcome().is_none(), "seed {seed}: a finished match awaits somebody");
            for seat in seats::<G>() {
                let awaited = game.awaiting().contains(seat);
                assert_eq!(awaited, !choices(game, seat).is_empty(), "seed {seed}: {seat:?}");
            }
            for choice in choices(game, seat) {
                let command = game.sample(&choice, &mut |n| rng.below(n));
                assert!(game.admits(&choice, &command), "seed {seed}: {choice:?} {command:?}");
                let (_, result) = apply(game, seat, &command);
                assert!(result.is_ok(), "seed {seed}: {command:?} refused: {result:?}");
            }
            for _ in 0..NEAR_MISSES.min(seen.len()) {
                let other = seen[rng.below(seen.len() as u64) as usize];
                for seat in seats::<G>() {
                    let admitted = choices(game, seat).iter().any(|one| game.admits(one, &other));
                    let (next, result) = apply(game, seat, &other);
                    assert_eq!(result.is_ok(), admitted, "seed {seed}: {seat:?} {other:?}");
                    assert!(admitted || next == *game, "seed {seed}: {other:?} changed the state");
                }
            }
            seen.push(*command);
        });
    }
}

/// What a viewer gets to see of a moment, as bytes; who is awaited is left out.
fn views<G: Game>(game: &G, viewer: Viewer) -> String {
    let mut bytes = json(&game.public());
    if let Viewer::Seat(seat) = viewer {
        bytes += &json(&game.private(seat));
        for choice in choices(game, seat) {
            bytes += &json(&game.offer(seat, &choice));
        }
        bytes += &game.question(seat).to_string();
    }
    bytes
}

/// Everything that a viewer gets to see of a moment, as bytes.
fn sight<G: Game>(game: &G, viewer: Viewer) -> String {
    views(game, viewer) + &format!("{:?}", game.awaiting())
}

/// No identifier that is hidden from a viewer stands in what the viewer sees or hears, but for what
/// the rules announce: `declassified` lists it by event.
pub(crate) fn hidden_ids<G: Game>(
    options: &Value,
    secrets: fn(&G, Viewer) -> Vec<String>,
    declassified: fn(&G::Event) -> Vec<String>,
) {
    let mut looked_for = 0;
    for seed in seeds(MATCHES / 4) {
        play::<G>(options, seed, |game, seat, command, _| {
            let (next, result) = apply(game, seat, command);
            let Ok(events) = result else { return };
            let open: Vec<String> =
                events.iter().flat_map(|(_, event)| declassified(event)).collect();
            for viewer in viewers::<G>() {
                let bytes = sight(&next, viewer) + &heard(&next, &events, viewer).concat();
                for secret in secrets(&next, viewer).into_iter().filter(|id| !open.contains(id)) {
                    looked_for += 1;
                    let secret = format!("\"{secret}\"");
                    assert!(!bytes.contains(&secret), "seed {seed}, {viewer:?}: {secret} leaks");
                }
            }
        });
    }
    println!("{looked_for} hidden identifiers looked for");
    assert!(looked_for > 0, "nothing was ever hidden");
}

fn heard<G: Game>(game: &G, events: &Events<G>, viewer: Viewer) -> Vec<String> {
    let mine = events.iter().filter(|(audience, _)| audience.includes(viewer));
    mine.map(|(_, event)| json(event) + &game.tell(event).text).collect()
}

/// Re-dealing what a viewer cannot know changes nothing that the viewer sees, now or after the next
/// command, unless somebody learns something by it.
pub(crate) fn non_interference<G: Game>(options: &Value) {
    let (mut moments, mut compared) = (0u64, 0u64);
    for seed in seeds(MATCHES) {
        let mut seen: Vec<G::Command> = Vec::new();
        play::<G>(options, seed, |game, seat, command, rng| {
            seen.push(*command);
            if rng.below(4) > 0 {
                return;
            }
            for viewer in viewers::<G>() {
                let mut other = game.clone();
                other.redeal(viewer, &mut |n| rng.below(n));
                let at = format!("seed {seed}, {viewer:?}");
                assert_eq!(sight(game, viewer), sight(&other, viewer), "{at}");
                moments += 1;
                if let Viewer::Seat(own) = viewer {
                    let try_out = seen[rng.below(seen.len() as u64) as usize];
                    compared += same_answer(game, &other, own, &try_out, &at);
                }
                compared += same_answer_to_another(game, &other, viewer, (seat, command), rng, &at);
            }
        });
    }
    println!("{moments} moments compared, {compared} of them after a further command");
    assert!(compared > 0, "no command was ever compared");
}

/// The viewer's own command has the same result in both worlds.
fn same_answer<G: Game>(
    game: &G,
    other: &G,
    seat: Seat,
    command: &G::Command,
    at: &impl Debug,
) -> u64 {
    let viewer = Viewer::Seat(seat);
    let (next, result) = apply(game, seat, command);
    let (other_next, other_result) = apply(other, seat, command);
    match (result, other_result) {
        (Err(why), Err(other_why)) => assert_eq!(why, other_why, "{at:?} {command:?}"),
        (Ok(events), Ok(other_events)) => {
            if next.epoch() == game.epoch() {
                assert_eq!(
                    heard(&next, &events, viewer),
                    heard(&other_next, &other_events, viewer),
                    "{at:?} {command:?}"
                );
                assert_eq!(sight(&next, viewer), sight(&other_next, viewer), "{at:?} {command:?}");
            }
        }
        (result, other_result) => panic!("{at:?} {command:?}: {result:?} or {other_result:?}"),
    }
    1
}

/// Somebody else's command shows the viewer the same in both worlds. While a secret choice is open
/// even *another* command of theirs does.
fn same_answer_to_another<G: Game>(
    game: &G,
    other: &G,
    viewer: Viewer,
    (seat, command): (Seat, &G::Command),
    rng: &mut Rng,
    at: &impl Debug,
) -> u64 {
    if viewer == Viewer::Seat(seat) {
        return 0;
    }
    let (next, result) = apply(game, seat, command);
    let Ok(events) = result else { return 0 };
    let command = if game.veiled() {
        let choices = choices(other, seat);
        let choice = &choices[rng.below(choices.len() as u64) as usize];
        other.sample(choice, &mut |n| rng.below(n))
    } else {
        *command
    };
    let (other_next, other_result) = apply(other, seat, &command);
    let Ok(other_events) = other_result else { return 0 };
    let unveiled = game.veiled() && !(still(game, &next) && still(other, &other_next));
    if unveiled || (!game.veiled() && next.epoch() != game.epoch()) {
        return 0;
    }
    assert_eq!(
        heard(&next, &events, viewer),
        heard(&other_next, &other_events, viewer),
        "{at:?} {command:?}"
    );
    assert_eq!(views(&next, viewer), views(&other_next, viewer), "{at:?} {command:?}");
    1
}

/// Whether the same secret choice is open before and after: nobody new is asked.
fn still<G: Game>(before: &G, after: &G) -> bool {
    after.veiled() && after.awaiting().iter().all(|seat| before.awaiting().contains(seat))
}
