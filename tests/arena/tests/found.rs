//! The puzzles that are shipped: `hard` still gives their answers, in Europe, which is not searched, `expert`.

use arena::puzzles::table::commanded;
use engine::games::europe::Europe;
use engine::lesson::Lesson;
use engine::{Game, GameEntry, REGISTRY, Seat};
use laws::lessons::{reach, typed};
use protocol::games::europe::Command;
use protocol::room::BotLevel;
use serde_json::Value;

/// Coins with which `expert` is asked.
const COINS: u64 = 8;

/// Checks whether `hard` gives the answer, with the coins that the match itself has for it.
fn is_found(game: &GameEntry, puzzle: &Lesson) -> bool {
    let live = reach(game, puzzle);
    let thoughts = mind::think(&live.guesses(Seat(puzzle.seat)), BotLevel::Hard, &|| false);
    thoughts.first().is_some_and(|best| puzzle.steps[0].allows(&best.command))
}

#[test]
fn hard_gives_the_answer_of_every_puzzle() {
    for game in REGISTRY.iter().filter(|game| mind::knows(game.id)) {
        let puzzles = game.puzzles().expect("puzzles hold together");
        let missed = puzzles.iter().filter(|puzzle| !is_found(game, puzzle));
        let missed: Vec<String> = missed
            .map(|puzzle| format!("data/{}/puzzles/{}.en.toml", game.id, puzzle.name))
            .collect();
        assert_eq!(missed, [""; 0], "of {} puzzles", puzzles.len());
    }
}

/// Returns what `expert` does instead of the answer of a puzzle of Europe, if it does so with any of some coins.
fn differs(game: &GameEntry, puzzle: &Lesson) -> Option<Value> {
    let options = game.resolve_options(&puzzle.options).expect("options of the game");
    let seats = game.seats(&options).expect("a number of seats");
    let options = Value::Object(options);
    let mut position: Europe = typed(puzzle, seats);
    for scripted in &puzzle.before {
        let command: Command = serde_json::from_value(scripted.command.clone()).expect("a command");
        position.apply(0, Seat(scripted.seat), &command, &mut ()).expect("it leads there");
    }
    let seat = Seat(puzzle.seat);
    let mut given = (0..COINS).map(|coins| {
        commanded(&position, seat, &options, BotLevel::Expert, coins).unwrap_or_default()
    });
    given.find(|given| !puzzle.steps[0].allows(given))
}

#[test]
fn an_expert_gives_the_answer_of_every_puzzle_of_europe() {
    let game = GameEntry::of::<Europe>();
    let puzzles = game.puzzles().expect("puzzles hold together");
    let missed = puzzles.iter().filter_map(|puzzle| Some((&puzzle.name, differs(&game, puzzle)?)));
    let missed: Vec<String> = missed.map(|(name, given)| format!("{name}: {given}")).collect();
    assert_eq!(missed, [""; 0], "of {} puzzles", puzzles.len());
}
