//! A lesson as text: what the open step says, and the ways through it.
//!
//! The server gates what may be done; here it is only shown.

use protocol::lesson::{LessonAwaits, LessonGo, LessonKind, LessonStep};
use protocol::room::{Room, Unproven};
use protocol::{ClientMessage, Open};

use super::{App, Tone};
use crate::face::Face;

/// Checks whether a lesson or a puzzle is given in this room.
pub(crate) fn is_lesson(room: &Room) -> bool {
    matches!(room.unproven, Some(Open::Known(Unproven::Lesson { .. })))
}

/// The ways through a lesson.
struct Ways {
    next: String,
    skip: String,
    hint: String,
    previous: String,
}

impl Ways {
    /// Returns them as they are typed: on the screen keys do the same but for the hint.
    fn of(face: Face) -> Self {
        let [next, skip, previous] = if face.is_screen() {
            ["^N next", "^S skip", "^P previous"].map(str::to_owned)
        } else {
            [format!("type {}", face.typed("next")), face.typed("skip"), face.typed("previous")]
        };
        Self { next, skip, hint: face.typed("hint"), previous }
    }
}

impl App {
    /// Shows the step that a lesson has reached, unless it is the one that stood before.
    pub(super) fn taught(&mut self, before: Option<&LessonStep>) {
        let Some(step) = self.session.lesson() else { return };
        let same = |before: &LessonStep| (before.step, before.awaits) == (step.step, step.awaits);
        if before.is_some_and(same) || step.awaits == LessonAwaits::Script {
            return;
        }
        // The screen has it above the choices.
        for line in lines(step, self.face(), self.game()) {
            self.say(Tone::Plain, line);
        }
    }

    /// Returns the open step as lines of text, to stand above the choices; none where none is given.
    pub(crate) fn lesson_lines(&self) -> Vec<String> {
        let step = self.session.lesson();
        step.map(|step| lines(step, self.face(), self.game())).unwrap_or_default()
    }

    fn game(&self) -> &str {
        self.room().map(|room| room.game.as_str()).unwrap_or_default()
    }

    /// Makes the message that goes through the lesson.
    pub(super) fn lesson_message(&mut self, go: LessonGo) -> Option<ClientMessage> {
        let message = self.session.go(go);
        if message.is_none() {
            self.note("No lesson is given here.");
        }
        message
    }

    /// Shows the hint of the open step.
    pub(super) fn lesson_hint(&mut self) -> bool {
        let Some(step) = self.session.lesson() else { return false };
        let hint = step.hint.clone();
        let none = || format!("This step has no hint: read it ({}).", Ways::of(self.face()).next);
        self.note(hint.unwrap_or_else(none));
        true
    }
}

/// Returns a step of a game's lesson as lines of text.
fn lines(step: &LessonStep, face: Face, game: &str) -> Vec<String> {
    let number = step.step + 1;
    let place = if step.awaits == LessonAwaits::Nothing {
        "the end".to_owned()
    } else {
        format!("{number} of {}", step.steps)
    };
    let mut lines = vec![match (step.kind.known().copied().unwrap_or_default(), step.awaits) {
        (LessonKind::Lesson, _) => format!("Lesson, {place}: {}", step.say),
        (LessonKind::Puzzle, LessonAwaits::Nothing) => format!("The answer: {}", step.say),
        (LessonKind::Puzzle, _) => format!("Puzzle, {}: {}", step.title, step.say),
    }];
    let Ways { next, skip, hint, previous } = Ways::of(face);
    let mut ways = Vec::new();
    if step.awaits == LessonAwaits::Next {
        ways.push(next);
    }
    if step.awaits == LessonAwaits::Command {
        ways.extend([skip, hint]);
    }
    if step.back {
        ways.push(previous);
    }
    if !ways.is_empty() {
        lines.push(format!("  ({})", ways.join(", ")));
    }
    if let Some(rule) = step.rule.as_ref().filter(|_| step.awaits == LessonAwaits::Nothing) {
        lines.push(format!("  ({} says more)", face.typed(&format!("rules {rule}"))));
    }
    if let Some(next) = &step.next {
        lines.push(format!("  The next lesson: entente learn {game} {next}"));
    }
    if step.awaits == LessonAwaits::Nothing {
        lines.push(format!("  Now a match: entente play --create {game}, then bot easy"));
    }
    lines
}
