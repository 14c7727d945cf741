//! Laws of the typed game: what is offered is accepted, nothing stalls, nothing leaks.

use std::collections::BTreeMap;

use engine::dealer::Dealer;
use engine::{Audience, Game, GameEntry, MatchMillis, Seat, Viewer};
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

pub(crate) type Events<G> = Vec<(Audience, <G as Game>::Event)>;

/// A match dealt from `seed`.
pub(crate) fn deal<G: Game>(options: &Value, seed: u64) -> G {
    let entry = GameEntry::of::<G>();
    let options: G::Options = serde_json::from_value(options.clone()).expect("valid options");
    let files = entry.catalogue(&BTreeMap::new()).expect("the shipped data hold together");
    let data = serde_json::from_str(files.canonical()).expect("canonical JSON");
    let data = std::sync::Arc::new(G::load(&data).expect("the shipped data hold together"));
    let key = MatchKey::from_bytes(Rng::new(seed).key());
    G::setup(&options, data, Dealer::new(key), &mut Events::<G>::new())
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

pub(crate) fn seats<G: Game>(game: &G) -> impl Iterator<Item = Seat> + use<G> {
    (0..game.scores().len() as u8).map(Seat)
}

pub(crate) fn viewers<G: Game>(game: &G) -> impl Iterator<Item = Viewer> + use<G> {
    seats(game).map(Viewer::Seat).chain([Viewer::Public])
}

fn choices<G: Game>(game: &G, seat: Seat) -> Vec<G::Choice> {
    let mut choices = Vec::new();
    game.choices(seat, &mut choices);
    choices
}

/// What happens next in a match.
#[derive(Debug)]
pub(crate) enum Next<'a, C> {
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
pub(crate) struct Moment<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) now: MatchMillis,
    pub(crate) next: Next<'a, G::Command>,
}

/// What follows from `next` in this state; the state as it was if that is refused.
pub(crate) fn go_on<G: Game>(
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

/// An awaited seat and one of its commands, uniformly among the choices; and whether the game may
/// still refuse it.
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

/// How long somebody thinks: mostly not long.
fn thought(rng: &mut Rng) -> MatchMillis {
    let longest = if rng.below(8) == 0 { 60_000 } else { 1_000 };
    rng.below(longest)
}

/// Plays a match, and shows each moment with what comes next. Deadlines run on time.
pub(crate) fn play<G: Game>(
    options: &Value,
    seed: u64,
    mut look: impl FnMut(&Moment<'_, G>, &mut Rng),
) -> G {
    let mut rng = Rng::new(seed ^ 0x5eed);
    let mut game: G = deal(options, seed);
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

/// Every choice is accepted, everything else is refused and changes nothing; matches end.
pub(crate) fn offers_and_endings<G: Game>(options: &Value, conserved: fn(&G)) {
    for seed in seeds(MATCHES) {
        let mut seen: Vec<G::Command> = Vec::new();
        play::<G>(options, seed, |moment, rng| {
            conserved(moment.game);
            let over = moment.game.outcome().is_some();
            assert!(!over, "seed {seed}: a finished match goes on");
            everyone_awaited_can_act(moment.game, seed);
            let Next::Command(seat, command) = moment.next else { return };
            what_is_offered_is_accepted(moment, seat, seed, rng);
            for _ in 0..NEAR_MISSES.min(seen.len()) {
                let other = &seen[rng.below(seen.len() as u64) as usize];
                nothing_else_is_accepted(moment, other, seed);
            }
            seen.push(command.clone());
        });
    }
}

/// Who is awaited has something to choose that is surely legal, or a deadline runs; others have
/// nothing.
fn everyone_awaited_can_act<G: Game>(game: &G, seed: u64) {
    for seat in seats(game) {
        let choices = choices(game, seat);
        let awaited = game.awaiting().contains(seat);
        assert!(awaited || choices.is_empty(), "seed {seed}: {seat:?} is not awaited");
        let sure = choices.iter().any(|choice| !game.offer(seat, choice).loose);
        let stuck = awaited && !sure && game.next_deadline().is_none();
        assert!(!stuck, "seed {seed}: {seat:?} has no sure choice");
    }
}

fn what_is_offered_is_accepted<G: Game>(
    &Moment { game, now, .. }: &Moment<'_, G>,
    seat: Seat,
    seed: u64,
    rng: &mut Rng,
) {
    for choice in choices(game, seat) {
        let command = game.sample(&choice, &mut |n| rng.below(n));
        assert!(game.admits(&choice, &command), "seed {seed}: {choice:?} {command:?}");
        let (after, result) = go_on(game, now, Next::Command(seat, &command));
        let fine = result.is_ok() || (game.offer(seat, &choice).loose && after == *game);
        assert!(fine, "seed {seed}: {command:?} refused: {result:?}");
    }
}

fn nothing_else_is_accepted<G: Game>(
    &Moment { game, now, .. }: &Moment<'_, G>,
    other: &G::Command,
    seed: u64,
) {
    for seat in seats(game) {
        let all = choices(game, seat);
        let admitting = || all.iter().filter(|choice| game.admits(choice, other));
        let (after, result) = go_on(game, now, Next::Command(seat, other));
        let admitted = admitting().next().is_some();
        assert!(admitted || result.is_err(), "seed {seed}: {seat:?} {other:?} was not offered");
        let surely = admitting().any(|choice| !game.offer(seat, choice).loose);
        assert!(!surely || result.is_ok(), "seed {seed}: {seat:?} {other:?} {result:?}");
        assert!(result.is_ok() || after == *game, "seed {seed}: {other:?} changed the state");
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
pub(crate) fn sight<G: Game>(game: &G, viewer: Viewer) -> String {
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
        play::<G>(options, seed, |&Moment { game, now, next }, _| {
            let (after, result) = go_on(game, now, next);
            let Ok(events) = result else { return };
            let open: Vec<String> =
                events.iter().flat_map(|(_, event)| declassified(event)).collect();
            for viewer in viewers(game) {
                let bytes = sight(&after, viewer) + &heard(&after, &events, viewer).concat();
                for secret in secrets(&after, viewer).into_iter().filter(|id| !open.contains(id)) {
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

pub(crate) fn heard<G: Game>(game: &G, events: &Events<G>, viewer: Viewer) -> Vec<String> {
    let mine = events.iter().filter(|(audience, _)| audience.includes(viewer));
    mine.map(|(_, event)| json(event) + &game.tell(event).text).collect()
}

/// Re-dealing what a viewer cannot know changes nothing that the viewer sees, now or after what
/// happens next, unless somebody learns something by it.
pub(crate) fn non_interference<G: Game>(options: &Value) {
    let (mut moments, mut compared) = (0u64, 0u64);
    for seed in seeds(MATCHES) {
        let mut seen: Vec<G::Command> = Vec::new();
        play::<G>(options, seed, |moment, rng| {
            if let Next::Command(_, command) = moment.next {
                seen.push(command.clone());
            }
            if rng.below(4) > 0 {
                return;
            }
            for viewer in viewers(moment.game) {
                let mut other = moment.game.clone();
                other.redeal(viewer, &mut |n| rng.below(n));
                let at = format!("seed {seed}, {viewer:?}");
                assert_eq!(sight(moment.game, viewer), sight(&other, viewer), "{at}");
                moments += 1;
                if let (Viewer::Seat(own), false) = (viewer, seen.is_empty()) {
                    let try_out = &seen[rng.below(seen.len() as u64) as usize];
                    compared += same_answer(moment, &other, own, try_out, &at);
                }
                compared += same_for_others(moment, &other, viewer, rng, &at);
            }
        });
    }
    println!("{moments} moments compared, {compared} of them after something more");
    assert!(compared > 0, "nothing was ever compared");
}

/// The viewer's own command has the same result in both worlds.
fn same_answer<G: Game>(
    &Moment { game, now, .. }: &Moment<'_, G>,
    other: &G,
    seat: Seat,
    command: &G::Command,
    at: &str,
) -> u64 {
    let viewer = Viewer::Seat(seat);
    let (after, result) = go_on(game, now, Next::Command(seat, command));
    let (other_after, other_result) = go_on(other, now, Next::Command(seat, command));
    match (result, other_result) {
        (Err(why), Err(other_why)) => assert_eq!(why, other_why, "{at} {command:?}"),
        (Ok(events), Ok(other_events)) => {
            if after.epoch() == game.epoch() {
                assert_eq!(
                    heard(&after, &events, viewer),
                    heard(&other_after, &other_events, viewer),
                    "{at} {command:?}"
                );
                assert_eq!(sight(&after, viewer), sight(&other_after, viewer), "{at} {command:?}");
            }
        }
        (result, other_result) => panic!("{at} {command:?}: {result:?} or {other_result:?}"),
    }
    1
}

/// What happens without the viewer shows the viewer the same in both worlds. While a secret choice
/// is open even *another* command of somebody's does.
fn same_for_others<G: Game>(
    &Moment { game, now, next }: &Moment<'_, G>,
    other: &G,
    viewer: Viewer,
    rng: &mut Rng,
    at: &str,
) -> u64 {
    let instead;
    let other_next = match next {
        Next::Command(seat, _) if viewer == Viewer::Seat(seat) => return 0,
        Next::Command(seat, _) if game.veiled() => {
            let choices = choices(other, seat);
            let choice = &choices[rng.below(choices.len() as u64) as usize];
            instead = other.sample(choice, &mut |n| rng.below(n));
            Next::Command(seat, &instead)
        }
        Next::Command(..) | Next::Deadline => next,
    };
    let (after, result) = go_on(game, now, next);
    let Ok(events) = result else { return 0 };
    let (other_after, other_result) = go_on(other, now, other_next);
    let Ok(other_events) = other_result else { return 0 };
    // A deadline closes a secret choice, even where the next one is secret too.
    let goes_on = !matches!(next, Next::Deadline) && still(game, &after);
    let unveiled = game.veiled() && !(goes_on && still(other, &other_after));
    if unveiled || (!game.veiled() && after.epoch() != game.epoch()) {
        return 0;
    }
    assert_eq!(
        heard(&after, &events, viewer),
        heard(&other_after, &other_events, viewer),
        "{at} {other_next:?}"
    );
    assert_eq!(views(&after, viewer), views(&other_after, viewer), "{at} {other_next:?}");
    1
}

/// Whether the same secret choice is open before and after: nobody new is asked.
fn still<G: Game>(before: &G, after: &G) -> bool {
    after.veiled() && after.awaiting().iter().all(|seat| before.awaiting().contains(seat))
}
