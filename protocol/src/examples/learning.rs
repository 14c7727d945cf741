//! Examples of what somebody learns from: lessons, puzzles, hints and analyses.

use serde_json::json;

use super::{ACT, GAME};
use crate::hint::{
    Advice, AdviceReason, AnalysedChoice, AnalysedEntry, Analysis, BestCommand, Hint, SeatAnalysis,
};
use crate::lesson::{HINT_AFTER_MS, LessonAwaits, LessonInfo, LessonKind, LessonStep, PuzzleInfo};

pub(super) fn hint() -> Hint {
    Hint {
        id: ACT,
        decision: 8,
        advice: vec![Advice {
            command: json!({"type": "play", "card": "europe-italy"}),
            text: "Play Italy: place EU, +2 EU, +2 NATO, 3 money, build, move".to_owned(),
            rule: "Actions".to_owned(),
            chance: 5_730,
            tried: 412,
            then: vec!["Raise the EU die in Ukraine by 2".to_owned()],
            reasons: vec![reason()],
        }],
    }
}

pub(super) fn reason() -> AdviceReason {
    AdviceReason {
        text: "You lead in Ukraine, 4 to 3".to_owned(),
        rule: "Increase influence".to_owned(),
        chance: None,
    }
}

pub(super) fn lesson_info() -> LessonInfo {
    LessonInfo {
        game: GAME.to_owned(),
        lesson: "first".to_owned(),
        title: "Your first turns".to_owned(),
        about: "Play Europe through its first turns against Russia.".to_owned(),
        minutes: 10,
        steps: 36,
    }
}

pub(super) fn puzzle_info() -> PuzzleInfo {
    PuzzleInfo {
        game: GAME.to_owned(),
        puzzle: "a-cold-winter".to_owned(),
        title: "A cold winter".to_owned(),
    }
}

pub(super) fn lesson_step() -> LessonStep {
    LessonStep {
        lesson: "first".to_owned(),
        kind: LessonKind::Lesson.into(),
        title: "Your first turns".to_owned(),
        step: 4,
        steps: 36,
        id: "lock".to_owned(),
        say: "Choose two cards for this turn.".to_owned(),
        points: vec!["hand".to_owned()],
        rule: Some("initiative".to_owned()),
        awaits: LessonAwaits::Command,
        hint: Some("Click Germany and Italy, then lock.".to_owned()),
        hint_after_ms: HINT_AFTER_MS,
        back: true,
        skip: true,
        next: None,
    }
}

pub(super) fn analysis() -> Analysis {
    let choice = AnalysedChoice {
        seat: 0,
        text: "Pass with Benelux".to_owned(),
        before: 5_730,
        after: 5_210,
        luck: 0,
        best: Some(BestCommand {
            command: json!({"type": "play", "card": "europe-italy"}),
            text: "Play Italy".to_owned(),
        }),
    };
    Analysis {
        seats: vec![
            SeatAnalysis { choices: 1, best: 0, lost: 520, luck: 0 },
            SeatAnalysis::default(),
        ],
        entries: vec![
            AnalysedEntry { seq: 0, chance: 5_600, choice: None },
            AnalysedEntry { seq: 1, chance: 5_240, choice: Some(choice) },
        ],
    }
}
