//! A lesson in a room: which step is open, what the learner may do, and what the script does by itself.
//!
//! The match is a real one, and the number of commands in force is a part of it; so only the step is kept
//! beside it, in the record, and that follows. Whatever a crash leaves, the two fit again.

use engine::lesson::{Lesson, ScriptedCommand};
use engine::matches::Input as Entry;
use protocol::lesson::LessonGo;
use protocol::{Code, ServerMessage};
use tracing::warn;

use super::Room;
use super::acts::Asker;
use super::effect::{RoomEffect, RoomEnd, RoomOutputs, RoomStep};
use super::env::{Env, Moment};
use super::input::RoomInput;
use super::intent::Intent;
use super::play::LoadedGame;
use super::record::RoomRecord;
use super::refusal::{Refusal, STORAGE_RETRY_MS};
use super::rest::LINGER_MS;
use super::unproven::StoredUnproven;

/// Time for which a lesson waits for a learner who has gone, in milliseconds.
pub const LESSON_AWAY_MS: u64 = 30 * 60 * 1_000;

/// The lesson that is given in a room.
#[derive(Clone)]
pub(super) struct TaughtLesson {
    lesson: std::sync::Arc<Lesson>,
    /// The step that is open; the number of all steps once the lesson is over.
    step: usize,
    /// Number of commands in force.
    done: usize,
    /// Time of the script's next command.
    script_at: Option<Moment>,
}

impl TaughtLesson {
    /// Returns the lesson of a room; `None` if it has none that the game has.
    pub(super) fn of(game: &LoadedGame, record: &RoomRecord) -> Option<Self> {
        let Some(StoredUnproven::Lesson { lesson, step }) = &record.unproven else { return None };
        let lesson = game.entry.lesson(lesson).ok()??;
        Some(Self { lesson: lesson.into(), step: *step, done: 0, script_at: None })
    }

    fn scripted(&self) -> Option<&ScriptedCommand> {
        self.lesson.scripted(self.step, self.done)
    }

    fn over(&self) -> bool {
        self.step == self.lesson.steps.len()
    }
}

impl Refusal {
    fn not_now(detail: impl Into<String>) -> Self {
        Self::new(Code::NotNow, detail)
    }
}

impl Room {
    /// Returns the time at which the script goes on.
    pub(super) fn script_at(&self) -> Option<Moment> {
        self.lesson.as_ref()?.script_at
    }

    /// Returns the time at which the lesson is forgotten; `None` while somebody is here.
    pub(super) fn lesson_expiry(&self, env: &Env<'_>) -> Option<Moment> {
        let over = self.lesson.as_ref().is_some_and(TaughtLesson::over);
        let wait = if over { LINGER_MS } else { LESSON_AWAY_MS };
        (!self.anyone_here()).then(|| env.after_ms(wait))
    }

    /// Follows the match after a change of it, and shows the step that is open now.
    pub(super) fn follow_lesson(&mut self, env: &Env<'_>, out: &mut RoomOutputs) {
        let (Some(lesson), Some(play)) = (&mut self.lesson, &self.play) else { return };
        let before = lesson.step;
        lesson.done = play.game.commands_in_force();
        lesson.step = lesson.lesson.settle(before, lesson.done);
        let pace_ms = env.settings.bot_pace_ms;
        lesson.script_at = lesson.scripted().is_some().then(|| env.after_ms(pace_ms));
        if lesson.step != before {
            self.note_step(out);
        }
        self.show_lesson(out);
    }

    fn note_step(&mut self, out: &mut RoomOutputs) {
        if let (Some(lesson), Some(StoredUnproven::Lesson { step, .. })) =
            (&self.lesson, &mut self.record.unproven)
        {
            *step = lesson.step;
            out.push(RoomInput::Note);
        }
    }

    /// Sends the learner the step that is open.
    pub(super) fn show_lesson(&self, out: &mut RoomOutputs) {
        let Some(lesson) = &self.lesson else { return };
        if let Some(connection) = self.seats[usize::from(lesson.lesson.seat)].connection {
            let shown = lesson.lesson.shown(lesson.step, lesson.done);
            out.send(connection, &ServerMessage::Lesson(shown));
        }
    }

    /// Checks whether the open step allows an act; where no lesson is given, everything is allowed.
    pub(super) fn lesson_allows(&self, intent: &Intent) -> Result<(), Refusal> {
        let Some(TaughtLesson { lesson, step, .. }) = &self.lesson else { return Ok(()) };
        let Intent::Input(Entry::Command { command, .. }, _) = intent else {
            let own = matches!(intent, Intent::Lesson { .. });
            let detail = "a lesson is left by leaving the room, and gone back in by `lesson`";
            return if own { Ok(()) } else { Err(Refusal::not_now(detail)) };
        };
        if self.script_at().is_some() {
            return Err(Refusal::not_now("the script of the lesson plays now"));
        }
        match lesson.steps.get(*step) {
            Some(open) if open.allows(command) => Ok(()),
            Some(open) => {
                let read = "this step is only read: go on with `next`";
                Err(Refusal::not_now(open.other.as_deref().unwrap_or(read)))
            }
            None => Err(Refusal::not_now("the lesson is over")),
        }
    }

    /// Carries out the script's next command.
    pub(super) fn play_script(&self, env: &Env<'_>) -> RoomStep {
        let scripted = self.lesson.as_ref().and_then(|lesson| lesson.scripted().cloned());
        let Some(ScriptedCommand { seat, command }) = scripted else {
            return RoomStep::nothing();
        };
        let entry = Entry::Command { seat, id: env.random.uuid(), command };
        self.enter(self.time(env), entry, None, |room, env, out, verdict| {
            let Err(refusal) = verdict else { return };
            let again = refusal.passing().then(|| env.after_ms(STORAGE_RETRY_MS));
            if let Some(lesson) = &mut room.lesson {
                lesson.script_at = again;
            }
            if again.is_none() {
                // Begun with another version of the lesson, or the test of all lessons was not run.
                warn!(room = %room.record.id, %refusal, "the script of a lesson was refused");
                out.push(RoomEffect::End(RoomEnd::Broken("the script was refused".to_owned())));
            }
        })
    }

    /// Goes through the lesson as the learner wants it.
    pub(super) fn go_through(
        &self,
        env: &Env<'_>,
        asker: Asker,
        from: u32,
        go: LessonGo,
    ) -> RoomStep {
        match self.way(from, go) {
            Ok(LessonWay::Read(step)) => RoomStep::memory(move |room, env, out| {
                room.open_step(env, out, step);
                let seq = room.play.as_deref().map_or(0, |play| play.game.seq());
                room.answer(out, asker, Ok(seq));
            }),
            Ok(LessonWay::Back(step, commands)) => {
                let entry = self
                    .play
                    .as_ref()
                    .map(|play| play.game.rewind(asker.seat, env.random.uuid(), commands));
                self.enter_way(env, asker, entry, Some(step))
            }
            Ok(LessonWay::Command(ScriptedCommand { seat, command })) => {
                let entry = Entry::Command { seat, id: env.random.uuid(), command };
                self.enter_way(env, asker, Some(entry), None)
            }
            Err(refusal) => RoomStep::verdict(asker, Err(refusal)),
        }
    }

    /// Enters what a way through the lesson takes, and opens a step with it.
    fn enter_way(
        &self,
        env: &Env<'_>,
        asker: Asker,
        entry: Option<Entry>,
        step: Option<usize>,
    ) -> RoomStep {
        let Some(entry) = entry else { return RoomStep::nothing() };
        self.enter(self.time(env), entry, None, move |room, env, out, verdict| {
            if let (Ok(_), Some(step)) = (&verdict, step) {
                room.open_step(env, out, step);
            }
            room.answer(out, asker, verdict);
        })
    }

    fn open_step(&mut self, env: &Env<'_>, out: &mut RoomOutputs, step: usize) {
        if let Some(lesson) = &mut self.lesson {
            lesson.step = step;
        }
        self.note_step(out);
        self.follow_lesson(env, out);
    }

    /// Returns what it takes to go on, back, or over the open step.
    fn way(&self, from: u32, go: LessonGo) -> Result<LessonWay, Refusal> {
        let no_lesson = || Refusal::new(Code::Illegal, "no lesson is given in this room");
        let TaughtLesson { lesson, step, done, .. } = self.lesson.as_ref().ok_or_else(no_lesson)?;
        let (step, done) = (*step, *done);
        if usize::try_from(from) != Ok(step) {
            return Err(Refusal::new(Code::Stale, format!("the lesson is at step {step}")));
        }
        let playing = || Err(Refusal::not_now("the script of the lesson plays now"));
        if go == LessonGo::Back {
            let first = || Refusal::not_now("this is the first step");
            let (to, commands) = lesson.back(step, done).ok_or_else(first)?;
            return Ok(if commands == done {
                LessonWay::Read(to)
            } else {
                LessonWay::Back(to, commands)
            });
        }
        if self.script_at().is_some() {
            return playing();
        }
        let Some(open) = lesson.steps.get(step) else {
            return Err(Refusal::not_now("the lesson is over"));
        };
        if go == LessonGo::Next && !open.allow.is_empty() {
            return Err(Refusal::not_now("this step asks for a command"));
        }
        Ok(lesson.ending(step).map_or(LessonWay::Read(step + 1), LessonWay::Command))
    }
}

/// A way from one step of a lesson to another.
enum LessonWay {
    /// Nothing but turning to that step.
    Read(usize),
    /// Going back to that step, with this many commands in force.
    Back(usize, usize),
    /// A command.
    Command(ScriptedCommand),
}
