//! Random matches, kept moment by moment, so that any reachable state can be begun from.

use engine::{Audience, Entry, Game, Input, MatchMillis, Seat, Viewer};
use fairness::canonical;
use serde_json::Value;

use super::chance::Chance;

/// The most entries of a match.
const MOST_ENTRIES: usize = 20_000;
/// The longest that somebody usually thinks, in milliseconds of match time.
const MOST_THOUGHT_MS: u64 = 1_000;
/// The longest that somebody thinks now and then, in milliseconds of match time.
const LONG_THOUGHT_MS: u64 = 60_000;

/// Events with their audiences.
pub(super) type Events<G> = Vec<(Audience, <G as Game>::Event)>;

/// An input that changes a match.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// A seat's command, as on the wire.
    Command(Seat, Value),
    /// Something falls due.
    Deadline,
}

impl Step {
    /// Returns the command, if it is one.
    pub(super) fn command(&self) -> Option<&Value> {
        match self {
            Self::Command(_, command) => Some(command),
            Self::Deadline => None,
        }
    }
}

/// A state that was reached, and what came next.
#[derive(Clone, Debug)]
pub(super) struct Moment<G> {
    /// The state.
    pub(super) game: G,
    /// Match time of the entry that led here.
    pub(super) since: MatchMillis,
    /// The step that came next.
    pub(super) step: Step,
    /// The match time of that step.
    pub(super) at: MatchMillis,
}

/// Returns every seat of a match and a spectator.
pub(super) fn viewers<G: Game>(game: &G) -> Vec<Viewer> {
    let seats = (0..game.scores().len() as u8).map(|seat| Viewer::Seat(Seat(seat)));
    seats.chain([Viewer::Public]).collect()
}

/// Writes a command as JSON.
pub(super) fn written(command: &impl serde::Serialize) -> Value {
    serde_json::to_value(command).expect("a command is plain data")
}

/// Carries a step out on a copy; `None` if it is refused or is no command of the game's.
pub(super) fn then<G: Game>(game: &G, at: MatchMillis, step: &Step) -> Option<(G, Events<G>)> {
    let (mut after, mut events) = (game.clone(), Events::<G>::new());
    match step {
        Step::Command(seat, command) => {
            let command: G::Command = serde_json::from_value(command.clone()).ok()?;
            if !game.awaiting().contains(*seat) {
                return None;
            }
            after.apply(at, *seat, &command, &mut events).ok()?;
        }
        Step::Deadline => after.deadline(at, &mut events),
    }
    Some((after, events))
}

/// Draws a command that this seat may give now, if it is awaited.
pub(super) fn sample<G: Game>(game: &G, seat: Seat, chance: &mut Chance) -> Option<Step> {
    let choices = laws::rules::choices(game, seat);
    let choice = choices.get(chance.index(choices.len()))?;
    let command = game.sample(choice, &mut |n| chance.below(n));
    Some(Step::Command(seat, written(&command)))
}

/// Chooses what happens next and when: what is due, or somebody's command.
pub(super) fn next<G: Game>(
    game: &G,
    since: MatchMillis,
    chance: &mut Chance,
) -> Option<(MatchMillis, Step)> {
    let awaiting: Vec<Seat> = game.awaiting().iter().collect();
    let seat = awaiting.get(chance.index(awaiting.len())).copied();
    let command = seat.and_then(|seat| sample(game, seat, chance));
    let longest = if chance.once_in(8) { LONG_THOUGHT_MS } else { MOST_THOUGHT_MS };
    let at = since + chance.below(longest);
    match game.next_deadline() {
        Some(due) if due <= at || command.is_none() => Some((due, Step::Deadline)),
        _ => command.map(|command| (at, command)),
    }
}

/// Plays on from a state to the end of the match, or until `most` moments are kept.
pub(super) fn play<G: Game>(start: G, most: usize, chance: &mut Chance) -> Vec<Moment<G>> {
    let (mut game, mut since) = (start, 0);
    let mut moments = Vec::new();
    for _ in 0..MOST_ENTRIES {
        let Some((at, step)) = next(&game, since, chance) else { break };
        // A command that fits a loose offer may be refused.
        let Some((after, _)) = then(&game, at, &step) else { continue };
        moments.push(Moment { game: std::mem::replace(&mut game, after), since, step, at });
        since = at;
        if moments.len() == most {
            break;
        }
    }
    moments
}

/// Writes the row of the log for a moment's step.
pub(super) fn row<G: Game>(moment: &Moment<G>, seq: u64, chance: &mut Chance) -> String {
    let input = match &moment.step {
        Step::Command(seat, command) => {
            Input::Command { seat: seat.0, id: chance.id(), command: command.clone() }
        }
        Step::Deadline => Input::Deadline {},
    };
    canonical::serialize(&Entry { at: moment.at, input, seq }).expect("an entry is plain data")
}
