//! Laws of the typed game: what is offered is accepted, nothing stalls, nothing leaks.

use engine::{Game, Seat, Viewer};
use laws::Lawful;
use laws::rng::{Rng, seeds};
use laws::rules::{
    Events, Moment, Next, choices, everyone_awaited_can_act, go_on, nothing_else_is_accepted, play,
    seats, shipped, what_is_offered_is_accepted,
};
use serde::Serialize;
use serde_json::Value;

/// Number of matches that each law is tried on; `make campaigns` tries many more.
const MATCHES: u64 = 100;
/// Number of commands of earlier moments that are tried at each moment.
const NEAR_MISSES: usize = 6;

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

pub(crate) fn viewers<G: Game>(game: &G) -> impl Iterator<Item = Viewer> + use<G> {
    seats(game).map(Viewer::Seat).chain([Viewer::Public])
}

/// Asserts that every choice is accepted, that everything else is refused and changes nothing, and
/// that matches end.
pub(crate) fn offers_and_endings<G: Lawful>(options: &Value) {
    let data = shipped::<G>();
    for seed in seeds(MATCHES) {
        let mut seen: Vec<G::Command> = Vec::new();
        play::<G>(data.clone(), options, seed, |moment, rng| {
            moment.game.conserved();
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

/// Serialises the views of a viewer at a moment; who is awaited is left out.
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

/// Serialises everything that a viewer sees of a moment.
pub(crate) fn sight<G: Game>(game: &G, viewer: Viewer) -> String {
    views(game, viewer) + &format!("{:?}", game.awaiting())
}

/// Asserts that no identifier hidden from a viewer is in the views and events that the viewer
/// receives, except for what the rules announce: `declassified` lists it by event.
pub(crate) fn hidden_ids<G: Game>(
    options: &Value,
    secrets: fn(&G, Viewer) -> Vec<String>,
    declassified: fn(&G::Event) -> Vec<String>,
) {
    let data = shipped::<G>();
    let mut looked_for = 0;
    for seed in seeds(MATCHES / 4) {
        play::<G>(data.clone(), options, seed, |&Moment { game, now, next }, _| {
            let (after, result) = go_on(game, now, next);
            let Ok(events) = result else { return };
            let open: Vec<String> =
                events.iter().flat_map(|(_, event)| declassified(event)).collect();
            for viewer in viewers(game) {
                let bytes = sight(&after, viewer) + &received(&after, &events, viewer).concat();
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

pub(crate) fn received<G: Game>(game: &G, events: &Events<G>, viewer: Viewer) -> Vec<String> {
    let mine = events.iter().filter(|(audience, _)| audience.includes(viewer));
    mine.map(|(_, event)| json(event) + &game.describe(event).text).collect()
}

/// Asserts that re-dealing what a viewer cannot know changes nothing that the viewer sees, now or
/// after what happens next, unless somebody learns something by it.
pub(crate) fn non_interference<G: Game>(options: &Value) {
    let data = shipped::<G>();
    let (mut moments, mut compared) = (0u64, 0u64);
    for seed in seeds(MATCHES) {
        let mut seen: Vec<G::Command> = Vec::new();
        play::<G>(data.clone(), options, seed, |moment, rng| {
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

/// Asserts that re-dealing depends on what the viewer knows and on the coins alone: in any other
/// world that looks the same to the viewer, the same coins deal the same.
pub(crate) fn new_deal<G: Game>(options: &Value) {
    let data = shipped::<G>();
    let deal = |game: &G, viewer, coins| {
        let (mut world, mut rng) = (game.clone(), Rng::new(coins));
        world.redeal(viewer, &mut |n| rng.below(n));
        world
    };
    let mut dealt = 0u64;
    for seed in seeds(MATCHES / 8) {
        play::<G>(data.clone(), options, seed, |&Moment { game, .. }, rng| {
            if rng.below(4) > 0 {
                return;
            }
            for viewer in viewers(game) {
                let (coins, others) = (rng.next(), rng.next());
                let world = deal(game, viewer, coins);
                let again = deal(&deal(game, viewer, others), viewer, coins);
                assert!(world == again, "seed {seed}, {viewer:?}: {world:#?} {again:#?}");
                dealt += 1;
            }
        });
    }
    println!("{dealt} new deals");
    assert!(dealt > 0, "nothing was ever re-dealt");
}

/// Asserts that re-dealing what no seat knows changes nothing that anybody sees, keeps what is conserved,
/// and depends on the coins alone: in any other world that looks the same to everybody, the same coins
/// deal the same.
pub(crate) fn unseen_deal<G: Lawful>(options: &Value) {
    let data = shipped::<G>();
    let deal = |game: &G, coins| {
        let (mut world, mut rng) = (game.clone(), Rng::new(coins));
        world.redeal_unseen(&mut |n| rng.below(n));
        world
    };
    let (mut dealt, mut others) = (0u64, 0u64);
    for seed in seeds(MATCHES / 8) {
        play::<G>(data.clone(), options, seed, |&Moment { game, .. }, rng| {
            if rng.below(4) > 0 {
                return;
            }
            let (coins, more) = (rng.next(), rng.next());
            let world = deal(game, coins);
            world.conserved();
            for viewer in viewers(game) {
                assert_eq!(sight(game, viewer), sight(&world, viewer), "seed {seed}, {viewer:?}");
            }
            let again = deal(&deal(game, more), coins);
            assert!(world == again, "seed {seed}: {world:#?} {again:#?}");
            dealt += 1;
            others += u64::from(world != *game);
        });
    }
    println!("{dealt} new deals");
    assert!(dealt > 0 && others == dealt, "chance is new each time: {others} of {dealt}");
}

/// Asserts that the viewer's own command has the same result in both worlds.
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
                    received(&after, &events, viewer),
                    received(&other_after, &other_events, viewer),
                    "{at} {command:?}"
                );
                assert_eq!(sight(&after, viewer), sight(&other_after, viewer), "{at} {command:?}");
            }
        }
        (result, other_result) => panic!("{at} {command:?}: {result:?} or {other_result:?}"),
    }
    1
}

/// Asserts that the viewer sees the same in both worlds of what happens without the viewer. While a
/// secret choice is open this holds even for *another* command of somebody's.
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
        received(&after, &events, viewer),
        received(&other_after, &other_events, viewer),
        "{at} {other_next:?}"
    );
    assert_eq!(views(&after, viewer), views(&other_after, viewer), "{at} {other_next:?}");
    1
}

/// Checks whether the same secret choice is open before and after: nobody new is asked.
fn still<G: Game>(before: &G, after: &G) -> bool {
    after.veiled() && after.awaiting().iter().all(|seat| before.awaiting().contains(seat))
}
