//! The puzzles that are shipped: `hard` gives their answers most often, and in Europe, which is not searched, `expert` does.

use std::collections::BTreeMap;

use arena::puzzles::table::commanded;
use engine::games::europe::Europe;
use engine::lesson::Lesson;
use engine::{Game, GameEntry, REGISTRY, Seat};
use laws::lessons::{reach, typed};
use laws::rotation::rotated;
use protocol::games::europe::Command;
use protocol::room::BotLevel;
use serde_json::Value;

/// Coins with which `expert` is asked.
const EXPERT_COINS: u64 = 8;

/// Coins with which `hard` is asked: which commands it goes into deeply is a matter of chance, and it errs at times.
const HARD_COINS: u8 = 15;

/// Parts of the puzzles of which a run asks `hard` one; `ENTENTE_ROTATION=all` asks it all.
const PARTS: usize = 3;

/// Checks whether `hard` gives the answer more often than any other command.
fn is_found(game: &GameEntry, puzzle: &Lesson) -> bool {
    let mut guesses = reach(game, puzzle).guesses(Seat(puzzle.seat));
    let mut found = 0;
    let mut others: BTreeMap<String, usize> = BTreeMap::new();
    for coins in 0..HARD_COINS {
        guesses.coins = [coins; 32];
        let best = mind::think(&guesses, BotLevel::Hard, &|| false).swap_remove(0).command;
        if puzzle.steps[0].allows(&best) {
            found += 1;
        } else {
            *others.entry(best.to_string()).or_default() += 1;
        }
    }
    println!("{}: {found} of {HARD_COINS}, not {others:?}", puzzle.name);
    others.into_values().all(|times| times < found)
}

#[test]
fn hard_gives_the_answer_of_every_puzzle_most_often() {
    for game in REGISTRY.iter().filter(|game| mind::knows(game.id)) {
        let puzzles = game.puzzles().expect("puzzles hold together");
        let puzzles = rotated(game.id, PARTS, &puzzles);
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
    let mut given = (0..EXPERT_COINS).map(|coins| {
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
