//! Reads lessons and puzzles, and says what one waits for: a script over a match with a fixed deal.
//!
//! A lesson is a list of commands in a fixed order: those that lead to its first step, with which its match
//! begins, then of each step the learner's own one, if it asks for one, and the script's. So its whole state is the step and the number
//! of commands that are in force. It knows no match: whoever plays it hands the commands to the rules.
//! A puzzle is a lesson with one step, written more shortly.

mod puzzle;

use std::collections::BTreeSet;

use protocol::lesson::{
    HINT_AFTER_MS, LessonAwaits, LessonInfo, LessonKind, LessonStep, PuzzleInfo,
};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::catalogue::DataFault;

/// The most words that a step says.
pub const SAY_WORDS: usize = 25;

/// The most commands from the first step of a lesson on: a match goes back no further.
pub const COMMANDS_MOST: usize = 64;

/// The most commands that lead to the first step of a lesson.
pub const BEFORE_MOST: usize = 160;

/// A lesson, as its file has it; or a puzzle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its name within the game: that of its file. No puzzle of the game has it too.
    #[serde(skip)]
    pub name: String,
    /// Its kind.
    #[serde(skip)]
    pub kind: LessonKind,
    /// Its title.
    pub title: String,
    /// One sentence about it.
    pub about: String,
    /// About how long it takes, in minutes.
    pub minutes: u32,
    /// The learner's seat.
    pub seat: u8,
    /// The deal: two lessons with the same seed and options are dealt alike.
    pub seed: u64,
    /// The lesson that comes after it.
    pub next: Option<String>,
    /// A tip on playing well, at the end.
    pub tip: String,
    /// The anchor in the rules that says more than the tip.
    pub rule: Option<String>,
    /// The options that differ from the defaults.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// Commands that lead to the first step. They are no part of the script: the match begins after them.
    #[serde(default)]
    pub before: Vec<ScriptedCommand>,
    /// Its steps, one idea each.
    #[serde(rename = "step")]
    pub steps: Vec<TaughtStep>,
}

/// A command that the script gives for a seat.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedCommand {
    /// The seat.
    pub seat: u8,
    /// The whole command.
    pub command: Value,
}

/// A step of a lesson.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaughtStep {
    /// Its id within the lesson.
    pub id: String,
    /// Its text.
    pub say: String,
    /// Ids in the views, and parts of the screen, that the text is about.
    #[serde(default)]
    pub points: Vec<String>,
    /// The anchor in the rules that says more.
    pub rule: Option<String>,
    /// Parts of commands that the learner may give, the first one the whole command that is taught.
    /// Empty if the step is only read.
    #[serde(default)]
    pub allow: Vec<Value>,
    /// The answer to any other command.
    pub other: Option<String>,
    /// Help for whoever has done nothing for a while.
    pub hint: Option<String>,
    /// Commands that follow.
    #[serde(default)]
    pub then: Vec<ScriptedCommand>,
}

impl TaughtStep {
    /// Returns the command that it teaches; `None` if it is only read.
    pub fn taught(&self) -> Option<&Value> {
        self.allow.first()
    }

    /// Checks whether the learner may give this command.
    pub fn allows(&self, command: &Value) -> bool {
        self.allow.iter().any(|pattern| contains(command, pattern))
    }

    /// Returns the number of its commands.
    fn commands(&self) -> usize {
        usize::from(!self.allow.is_empty()) + self.then.len()
    }
}

/// Checks whether a value has everything that a pattern has; the order of lists does not count.
fn contains(value: &Value, pattern: &Value) -> bool {
    match (value, pattern) {
        (Value::Object(value), Value::Object(pattern)) => pattern
            .iter()
            .all(|(key, part)| value.get(key).is_some_and(|value| contains(value, part))),
        (Value::Array(value), Value::Array(pattern)) => {
            let has = |part: &Value| value.iter().any(|value| contains(value, part));
            value.len() == pattern.len() && pattern.iter().all(has)
        }
        _ => value == pattern,
    }
}

/// Reads the puzzles of a game from the texts of their files.
pub(crate) fn read_puzzles(files: &[(&str, &str)]) -> Result<Vec<Lesson>, DataFault> {
    files.iter().map(|(name, text)| puzzle::read(name, text)).collect()
}

/// Lists puzzles of a game by their names, with the texts of their files.
macro_rules! puzzles {
    ($game:literal: $($name:literal),* $(,)?) => {
        &[$((
            $name,
            include_str!(concat!("../../../data/", $game, "/puzzles/", $name, ".en.toml")),
        )),*]
    };
}
pub(crate) use puzzles;

/// Reads the lessons of a game from the texts of their files.
pub(crate) fn read_all(files: &[(&str, &str)]) -> Result<Vec<Lesson>, DataFault> {
    let lessons = files.iter().map(|(name, text)| read(name, text));
    let lessons = lessons.collect::<Result<Vec<_>, _>>()?;
    for lesson in &lessons {
        if let Some(next) = &lesson.next
            && lessons.iter().all(|other| other.name != *next)
        {
            return Err(lesson.fault("next", format!("there is no lesson {next:?}")));
        }
    }
    Ok(lessons)
}

/// Reads the lesson or the puzzle with this name; `None` if there is none.
pub(crate) fn read_one(
    lessons: &[(&str, &str)],
    puzzles: &[(&str, &str)],
    wanted: &str,
) -> Result<Option<Lesson>, DataFault> {
    let is_wanted = |(name, _): &&(&str, &str)| *name == wanted;
    if let Some((name, text)) = lessons.iter().find(is_wanted) {
        return read(name, text).map(Some);
    }
    puzzles.iter().find(is_wanted).map(|(name, text)| puzzle::read(name, text)).transpose()
}

fn read(name: &str, text: &str) -> Result<Lesson, DataFault> {
    let file = format!("lessons/{name}.en");
    let lesson: Lesson =
        toml::from_str(text).map_err(|error| DataFault::new(&file, "syntax", error))?;
    let lesson = Lesson { name: name.to_owned(), kind: LessonKind::Lesson, ..lesson };
    let mut ids = BTreeSet::new();
    for step in &lesson.steps {
        let words = step.say.split_whitespace().count();
        let asks = !step.allow.is_empty();
        let reason = if !ids.insert(step.id.as_str()) {
            "its id stands twice".to_owned()
        } else if words == 0 || words > SAY_WORDS {
            format!("it says {words} words, from 1 to {SAY_WORDS} are allowed")
        } else if asks != step.other.is_some() {
            "`allow` and `other` belong together".to_owned()
        } else {
            continue;
        };
        return Err(lesson.fault(&step.id, reason));
    }
    let commands = lesson.start(lesson.steps.len()) - lesson.before.len();
    if lesson.steps.is_empty() || commands > COMMANDS_MOST {
        let reason =
            format!("its steps have {commands} commands, at most {COMMANDS_MOST} can be gone back");
        return Err(lesson.fault("step", reason));
    }
    lesson.within_reach()
}

impl Lesson {
    fn fault(&self, row: &str, reason: String) -> DataFault {
        let folder = match self.kind {
            LessonKind::Lesson => "lessons",
            LessonKind::Puzzle => "puzzles",
        };
        DataFault::new(&format!("{folder}/{}.en", self.name), row, reason)
    }

    /// Returns it if no more commands than allowed lead to its first step.
    fn within_reach(self) -> Result<Self, DataFault> {
        let commands = self.before.len();
        if commands > BEFORE_MOST {
            let reason = format!("{commands} commands lead to it, at most {BEFORE_MOST} may");
            return Err(self.fault("before", reason));
        }
        Ok(self)
    }

    /// Returns the secret of its deal, which everybody may know; it is committed to by zeros.
    pub fn secret(&self) -> [u8; 32] {
        let mut secret = [0; 32];
        secret[..8].copy_from_slice(&self.seed.to_le_bytes());
        secret
    }

    /// Returns its row in the list of lessons.
    pub fn info(&self, game: &str) -> LessonInfo {
        LessonInfo {
            game: game.to_owned(),
            lesson: self.name.clone(),
            title: self.title.clone(),
            about: self.about.clone(),
            minutes: self.minutes,
            steps: number(self.steps.len()),
        }
    }

    /// Returns its row in the list of puzzles.
    pub fn puzzle_info(&self, game: &str) -> PuzzleInfo {
        PuzzleInfo { game: game.to_owned(), puzzle: self.name.clone(), title: self.title.clone() }
    }

    /// Returns the number of commands before a step.
    pub fn start(&self, step: usize) -> usize {
        let taken = self.steps.iter().take(step);
        self.before.len() + taken.map(TaughtStep::commands).sum::<usize>()
    }

    /// Checks whether a step may be the open one with this many commands in force.
    fn fits(&self, step: usize, done: usize) -> bool {
        let start = self.start(step);
        let commands = self.steps.get(step).map_or(0, TaughtStep::commands);
        done == start || (start < done && done < start + commands)
    }

    /// Returns the step that is open with this many commands in force, where `step` was open last.
    pub fn settle(&self, step: usize, done: usize) -> usize {
        let fitting = |range: std::ops::RangeInclusive<usize>| {
            range.into_iter().filter(|step| self.fits(*step, done))
        };
        let last = self.steps.len();
        let ahead = fitting(step.min(last)..=last).next();
        ahead.or_else(|| fitting(0..=last).next_back()).unwrap_or_default()
    }

    /// Returns the script's next command in a step, with this many commands in force; `None` if the
    /// learner has the word.
    pub fn scripted(&self, step: usize, done: usize) -> Option<&ScriptedCommand> {
        let within = done.checked_sub(self.start(step)).filter(|within| *within > 0)?;
        let step = self.steps.get(step)?;
        step.then.get(within - usize::from(!step.allow.is_empty()))
    }

    /// Returns the command that ends a step: the taught one, or the script's if it is only read.
    pub fn ending(&self, step: usize) -> Option<ScriptedCommand> {
        let step = self.steps.get(step)?;
        match step.taught() {
            Some(taught) => Some(ScriptedCommand { seat: self.seat, command: taught.clone() }),
            None => step.then.first().cloned(),
        }
    }

    /// Returns where `back` leads from a step: the step, and the number of commands in force there;
    /// `None` at the very beginning.
    pub fn back(&self, step: usize, done: usize) -> Option<(usize, usize)> {
        // What a step has begun is taken back first.
        let to = if done > self.start(step) { step } else { step.checked_sub(1)? };
        Some((to, self.start(to)))
    }

    /// Describes the open step.
    pub fn shown(&self, step: usize, done: usize) -> LessonStep {
        let taught = self.steps.get(step);
        let awaits = match taught {
            _ if self.scripted(step, done).is_some() => LessonAwaits::Script,
            None => LessonAwaits::Nothing,
            Some(taught) if taught.allow.is_empty() => LessonAwaits::Next,
            Some(_) => LessonAwaits::Command,
        };
        let rule = taught.map_or(&self.rule, |taught| &taught.rule);
        LessonStep {
            lesson: self.name.clone(),
            kind: self.kind.into(),
            title: self.title.clone(),
            step: number(step),
            steps: number(self.steps.len()),
            id: taught.map(|taught| taught.id.clone()).unwrap_or_default(),
            say: taught.map_or(&self.tip, |taught| &taught.say).clone(),
            points: taught.map(|taught| taught.points.clone()).unwrap_or_default(),
            rule: rule.clone(),
            awaits,
            hint: taught.and_then(|taught| taught.hint.clone()),
            hint_after_ms: HINT_AFTER_MS,
            back: self.back(step, done).is_some(),
            skip: matches!(awaits, LessonAwaits::Next | LessonAwaits::Command),
            next: self.next.clone().filter(|_| taught.is_none()),
        }
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const HEAD: &str = "title = 't'\nabout = 'a'\nminutes = 1\nseat = 0\nseed = 1\ntip = 'tip'\n";
    const BEFORE: &str = "[[before]]\nseat = 1\ncommand = { type = 'b' }\n";
    const READ: &str = "[[step]]\nid = 'r'\nsay = 'read'\n";
    const ASK: &str = "[[step]]\nid = 'a'\nsay = 'do'\nallow = [{ type = 'c' }]\nother = 'no'\n\
                       then = [{ seat = 1, command = { type = 'd' } }]\n";

    fn lesson(steps: &str) -> Result<Lesson, String> {
        read("l", &format!("{HEAD}{steps}")).map_err(|fault| fault.to_string())
    }

    #[test]
    fn a_lesson_goes_from_step_to_step_by_its_commands() {
        let lesson = lesson(&format!("{BEFORE}{READ}{ASK}")).expect("it holds together");
        let awaits = |step, done| lesson.shown(step, done).awaits;
        assert_eq!((lesson.settle(0, 1), awaits(0, 1)), (0, LessonAwaits::Next));
        assert_eq!((lesson.settle(1, 1), awaits(1, 1)), (1, LessonAwaits::Command));
        assert_eq!((lesson.settle(1, 2), awaits(1, 2)), (1, LessonAwaits::Script));
        assert_eq!((lesson.settle(1, 3), awaits(2, 3)), (2, LessonAwaits::Nothing));
        assert_eq!(lesson.settle(0, 2), 1, "after a crash before the step was noted");
        assert_eq!(
            [(0, 1), (1, 1), (1, 2), (2, 3)].map(|(step, done)| lesson.back(step, done)),
            [None, Some((0, 1)), Some((1, 1)), Some((1, 1)),]
        );
    }

    #[test]
    fn a_command_must_contain_the_pattern() {
        let command = json!({"type": "lock", "cards": ["a", "b"]});
        assert!(contains(&command, &json!({"type": "lock"})));
        assert!(contains(&command, &json!({"cards": ["b", "a"]})));
        for other in [json!({"type": "play"}), json!({"cards": ["a"]}), json!({"space": "x"})] {
            assert!(!contains(&command, &other), "{other}");
        }
    }

    #[test]
    fn what_does_not_hold_together_is_a_fault_that_names_the_step() {
        let long = READ.replace("read", &"word ".repeat(SAY_WORDS + 1));
        let begun = format!("{}{READ}", BEFORE.repeat(BEFORE_MOST + 1));
        let more = "{ seat = 1, command = {} }, ".repeat(COMMANDS_MOST - 1);
        let many = ASK.replace("then = [", &format!("then = [{more}"));
        for (steps, reason) in [
            (READ.repeat(2), "r: its id stands twice"),
            (long, "r: it says 26 words, from 1 to 25 are allowed"),
            (ASK.replace("other = 'no'\n", ""), "a: `allow` and `other` belong together"),
            (many, "step: its steps have 65 commands, at most 64 can be gone back"),
            (begun, "before: 161 commands lead to it, at most 160 may"),
        ] {
            assert_eq!(lesson(&steps).err(), Some(format!("lessons/l.en.toml: {reason}")));
        }
        let next = format!("next = 'gone'\n{HEAD}{READ}");
        let fault = read_all(&[("l", &next)]).expect_err("no such lesson").to_string();
        assert_eq!(fault, "lessons/l.en.toml: next: there is no lesson \"gone\"");
    }
}
