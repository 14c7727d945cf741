//! Lessons: matches with a fixed deal and a script, in which somebody learns a game by playing; and puzzles,
//! which are lessons of one question.
//!
//! The server plays the script and says in every message what it says now; a client merely shows it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::open::{Open, open_words};

/// Time after which a client shows the hint of a step to whoever has done nothing, in milliseconds.
pub const HINT_AFTER_MS: u64 = 20_000;

/// `GET /api/v1/lessons`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lessons {
    /// Every lesson, by game and in the order of learning.
    pub lessons: Vec<LessonInfo>,
}

/// A lesson as a list has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LessonInfo {
    /// The game.
    pub game: String,
    /// Its name within the game, for addresses.
    pub lesson: String,
    /// Its title.
    pub title: String,
    /// One sentence about it.
    pub about: String,
    /// About how long it takes, in minutes.
    pub minutes: u32,
    /// Number of its steps.
    pub steps: u32,
}

/// `GET /api/v1/puzzles`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Puzzles {
    /// The puzzle of the day (UTC): another one each day, the games in turn. `None` if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub today: Option<PuzzleInfo>,
    /// Every puzzle, by game.
    pub puzzles: Vec<PuzzleInfo>,
}

/// A puzzle as a list has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PuzzleInfo {
    /// The game.
    pub game: String,
    /// Its name within the game, for addresses.
    pub puzzle: String,
    /// Its title, which does not give the answer away.
    pub title: String,
}

/// `POST /api/v1/lessons/{game}/{lesson}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenLesson {
    /// The learner's name.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
}

/// The kinds of lessons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LessonKind {
    /// It teaches a game step by step.
    #[default]
    Lesson,
    /// It asks one question, and explains the answer.
    Puzzle,
}

open_words!(LessonKind);

/// A way through a lesson that is no command of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LessonGo {
    /// To the next step, from one that is only read.
    Next,
    /// To the step before, with everything as it was then.
    Back,
    /// To the next step, with whatever this one teaches done.
    Skip,
}

/// The kinds of things that a lesson waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LessonAwaits {
    /// The learner reads; `next` goes on.
    Next,
    /// A command that the step allows.
    Command,
    /// The script plays.
    Script,
    /// Nothing: the lesson is over, and `say` is its closing tip.
    Nothing,
}

/// The step that a lesson has reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LessonStep {
    /// The lesson's name within its game.
    pub lesson: String,
    /// Its kind.
    #[serde(default)]
    pub kind: Open<LessonKind>,
    /// Its title.
    pub title: String,
    /// The number of the step, from 0; that of all steps once the lesson is over.
    pub step: u32,
    /// Number of all steps.
    pub steps: u32,
    /// The step's own id; empty once the lesson is over.
    pub id: String,
    /// The text of the step.
    pub say: String,
    /// Ids in the views, and parts of the screen, that the text is about.
    pub points: Vec<String>,
    /// The anchor in the rules that says more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The kind of thing that it waits for.
    pub awaits: LessonAwaits,
    /// A hint for whoever has done nothing for a while.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Time after which to show the hint, in milliseconds.
    pub hint_after_ms: u64,
    /// `true` if `back` is possible.
    pub back: bool,
    /// `true` if `skip` is possible.
    pub skip: bool,
    /// The lesson that comes after this one, once this one is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}
