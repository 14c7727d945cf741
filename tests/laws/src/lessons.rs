//! Lessons and puzzles on the real rules: their matches, as the server deals them.

use std::collections::BTreeMap;

use engine::dealer::Dealer;
use engine::lesson::{Lesson, ScriptedCommand};
use engine::matches::{Beginning, Begun, Fork};
use engine::{Game, GameEntry, Input, Match};
use fairness::vd1::{MatchKey, SeatEntropy};
use protocol::Rejection;
use serde_json::Value;
use uuid::Uuid;

use crate::rules::shipped;

/// Deals the match of a lesson.
///
/// # Panics
/// If the shipped data are inconsistent, or the lesson's options are none of the game's.
pub fn begin(game: &GameEntry, lesson: &Lesson) -> Match {
    let catalogue = game.catalogue(&BTreeMap::new()).expect("the shipped data hold together");
    let options = game.resolve_options(&lesson.options).expect("options of the game");
    let seats = game.seats(&options).expect("a number of seats");
    let beginning = Beginning {
        room: Uuid::nil(),
        attempt: 0,
        secret: lesson.secret(),
        commitment: [0; 32],
        options,
        seats: vec![(String::new(), SeatEntropy::default()); usize::from(seats)],
        bots: BTreeMap::new(),
        fork: Some(Fork::rehearsal()),
    };
    let Begun { live, .. } = Match::begin(game, &catalogue, &beginning).expect("a match");
    live
}

/// Carries out a command.
///
/// # Errors
/// The rejection, if the rules refuse it.
pub fn carry_out(live: &mut Match, scripted: &ScriptedCommand) -> Result<(), Rejection> {
    let ScriptedCommand { seat, command } = scripted;
    let id = Uuid::from_u128(u128::from(live.seq()));
    let input = Input::Command { seat: *seat, id, command: command.clone() };
    let prepared = live.prepare(0, input)?;
    live.commit(prepared);
    Ok(())
}

/// Plays a lesson up to its first step.
///
/// # Panics
/// As [`begin`], or if the rules refuse a command that leads there: the message names it.
pub fn reach(game: &GameEntry, lesson: &Lesson) -> Match {
    let mut live = begin(game, lesson);
    for (number, scripted) in lesson.before.iter().enumerate() {
        carry_out(&mut live, scripted).unwrap_or_else(|why| {
            let ScriptedCommand { seat, command } = scripted;
            panic!("{}: command {number} of `before`, seat {seat}, {command}: {why}", lesson.name)
        });
    }
    live
}

/// Deals the typed match of a lesson: the same as [`begin`] deals.
///
/// # Panics
/// As [`begin`].
pub fn typed<G: Game>(lesson: &Lesson, seats: u8) -> G {
    let options: G::Options =
        serde_json::from_value(Value::Object(lesson.options.clone())).expect("options of the game");
    let seats = vec![SeatEntropy::default(); usize::from(seats)];
    let key = MatchKey::derive(&lesson.secret(), &[0; 32], &seats);
    G::setup(&options, shipped::<G>(), Dealer::new(key), &mut ())
}
