//! Reads puzzles: a position of a match that bots have played, and one question about it.

use protocol::lesson::LessonKind;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Lesson, ScriptedCommand, TaughtStep};
use crate::catalogue::DataFault;

/// The most words of the question and of the explanation.
const WORDS: usize = 40;

/// About how long a puzzle takes, in minutes.
const MINUTES: u32 = 2;

/// A puzzle, as its file has it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Puzzle {
    title: String,
    /// The seat that is asked.
    seat: u8,
    /// The deal.
    seed: u64,
    /// The options that differ from the defaults.
    #[serde(default)]
    options: Map<String, Value>,
    /// The question.
    ask: String,
    /// Ids in the views, and parts of the screen, that it is about.
    #[serde(default)]
    points: Vec<String>,
    /// Parts of the commands that answer it, the first one a whole command.
    allow: Vec<Value>,
    /// The answer to any other command.
    other: String,
    /// Help for whoever has done nothing for a while.
    hint: Option<String>,
    /// The reason why the answer is right.
    why: String,
    /// The anchor in the rules that the reason rests on.
    rule: String,
    /// The commands that lead to the position.
    before: Vec<ScriptedCommand>,
}

/// Reads a puzzle, as a lesson with one step.
pub(super) fn read(name: &str, text: &str) -> Result<Lesson, DataFault> {
    let file = format!("puzzles/{name}.en");
    let puzzle: Puzzle =
        toml::from_str(text).map_err(|error| DataFault::new(&file, "syntax", error))?;
    let Puzzle { title, seat, seed, options, ask, points, allow, other, hint, why, rule, before } =
        puzzle;
    for (row, said) in [("ask", &ask), ("why", &why)] {
        let words = said.split_whitespace().count();
        if words == 0 || words > WORDS {
            let reason = format!("it says {words} words, from 1 to {WORDS} are allowed");
            return Err(DataFault::new(&file, row, reason));
        }
    }
    if allow.is_empty() {
        return Err(DataFault::new(&file, "allow", "nothing answers the question"));
    }
    let question = TaughtStep {
        id: "question".to_owned(),
        say: ask.clone(),
        points,
        rule: None,
        allow,
        other: Some(other),
        hint,
        then: Vec::new(),
    };
    let puzzle = Lesson {
        name: name.to_owned(),
        kind: LessonKind::Puzzle,
        title,
        about: ask,
        minutes: MINUTES,
        seat,
        seed,
        next: None,
        tip: why,
        rule: Some(rule),
        options,
        before,
        steps: vec![question],
    };
    puzzle.within_reach()
}

#[cfg(test)]
mod tests {
    use protocol::lesson::LessonAwaits;

    use super::*;

    const PUZZLE: &str = "title = 't'\nseat = 1\nseed = 1\nask = 'what?'\nother = 'no'\n\
                          allow = [{ type = 'c' }]\nwhy = 'so'\nrule = 'r'\n\
                          before = [{ seat = 0, command = { type = 'b' } }]\n";

    fn fault(from: &str, to: &str) -> Option<String> {
        let changed = PUZZLE.replace(from, to);
        read("p", &changed).err().map(|fault| fault.to_string())
    }

    #[test]
    fn a_puzzle_is_one_question_and_ends_with_the_reason_and_its_rule() {
        let puzzle = read("p", PUZZLE).expect("it holds together");
        let [asked, over] = [(0, 1), (1, 2)].map(|(at, done)| puzzle.shown(at, done));
        assert_eq!((asked.awaits, asked.say.as_str()), (LessonAwaits::Command, "what?"));
        assert!(!asked.back && over.back, "only the answer can be taken back");
        assert_eq!((over.awaits, over.say.as_str()), (LessonAwaits::Nothing, "so"));
        assert_eq!((asked.rule, over.rule.as_deref()), (None, Some("r")));
        assert_eq!([asked.kind, over.kind], [LessonKind::Puzzle; 2]);
    }

    #[test]
    fn what_is_no_puzzle_is_a_fault_that_names_its_file() {
        assert_eq!(fault("", ""), None);
        let long = "word ".repeat(WORDS + 1);
        let words = "it says 41 words, from 1 to 40 are allowed";
        let most = crate::lesson::BEFORE_MOST;
        let far = format!("before = [{}", "{ seat = 0, command = {} }, ".repeat(most));
        let reach = format!("before: {} commands lead to it, at most {most} may", most + 1);
        for (from, to, reason) in [
            ("'what?'", format!("'{long}'").as_str(), format!("ask: {words}")),
            ("'so'", format!("'{long}'").as_str(), format!("why: {words}")),
            ("before = [", &far, reach),
            ("[{ type = 'c' }]", "[]", "allow: nothing answers the question".to_owned()),
        ] {
            assert_eq!(fault(from, to), Some(format!("puzzles/p.en.toml: {reason}")));
        }
    }
}
