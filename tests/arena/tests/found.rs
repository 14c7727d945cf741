//! The puzzles that are shipped: `hard` still gives their answers.

use engine::lesson::Lesson;
use engine::{GameEntry, REGISTRY, Seat};
use laws::lessons::reach;
use protocol::room::BotLevel;

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
