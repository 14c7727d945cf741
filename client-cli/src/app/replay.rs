//! A match that is over, step by step.
//!
//! Here, apart from the match that goes on, because nothing can be chosen and time goes where the
//! person wants it. It must not fetch anything itself.

use crossterm::event::{KeyCode, KeyEvent};
use protocol::room::Room;
use protocol::{ServerMessage, Update};

use super::say;
use super::{App, ConnectionState, Effect, Exit, Tone};
use crate::connection::Signal;
use crate::duration::as_clock;
use crate::session::Session;
use crate::wire::Frame;

/// The lines that can be typed.
const HELP: &str = "Enter or n: next, b: back, a number: that step, e: the last one, q: quit.";

/// Number of ticks for which a step is shown while a replay plays by itself.
const TICKS_A_STEP: u8 = 6;

impl App {
    /// Begins a replay before its first step, as a seat or as everybody saw it.
    pub fn look_back(mut self, room: Room, seat: Option<u8>) -> Self {
        self.session = Session::looking_back(room, seat);
        self.connection = ConnectionState::Up;
        self.replay = Some(0);
        self
    }

    /// Returns the first effects of a replay.
    pub fn begin_replay(&mut self, step: usize) -> Vec<Effect> {
        let room = self.session.room().cloned();
        let mut effects = room.map(|room| self.wants_data(&room)).unwrap_or_default();
        effects.push(Effect::Step(step));
        effects
    }

    pub(crate) fn is_replay(&self) -> bool {
        self.replay.is_some()
    }

    /// Shows a step, or reports that there is none.
    pub(super) fn stepped(&mut self, step: usize, update: Result<Option<Box<Update>>, String>) {
        let update = match update {
            Ok(Some(update)) => update,
            Ok(None) => {
                self.playing = None;
                let shown = self.step_words().map(|shown| format!(" This is: {shown}."));
                return self.note(format!("There is no step {step}.{}", shown.unwrap_or_default()));
            }
            Err(why) => {
                self.playing = None;
                return self.note(format!("Step {step} did not come: {why}"));
            }
        };
        self.replay = Some(step);
        self.story.clear();
        let events = update.events.clone();
        // Time stands still between two steps.
        let update = Update { paused: true, offers: None, decision: None, ..*update };
        let message = Some(ServerMessage::Update(update));
        self.session.apply(Signal::Frame(Box::new(Frame { text: String::new(), message })));
        self.say_lines(self.step_words().map(|words| (Tone::Head, words)));
        let names = self.names();
        for event in &events {
            self.report(Tone::Event, say::event(event, &names));
        }
        if self.session.outcome().is_some() {
            self.say_end();
        } else {
            self.say_board();
            self.say_turn();
        }
    }

    /// Describes the step shown.
    pub(crate) fn step_words(&self) -> Option<String> {
        let update = self.session.update()?;
        let time = as_clock(update.now_ms);
        let of = self.last_step.map_or_else(String::new, |last| format!(" of {last}"));
        Some(format!("Step {}{of}, entry {}, {time}", self.replay?, update.seq))
    }

    /// Asks for the next step when it is time for it: the viewer has pressed `p`.
    pub(super) fn play_on(&mut self) -> Vec<Effect> {
        let Some(waited) = &mut self.playing else { return Vec::new() };
        *waited += 1;
        if *waited < TICKS_A_STEP {
            return Vec::new();
        }
        *waited = 0;
        vec![Effect::Step(self.replay.unwrap_or_default() + 1)]
    }

    pub(super) fn replay_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        let was_playing = self.playing.take().is_some();
        let typed = self.finder.line.text();
        let line = match (key.code, typed.trim()) {
            (KeyCode::Right | KeyCode::Char('n' | ' '), _) => "n",
            (KeyCode::Left | KeyCode::Char('b'), _) => "b",
            (KeyCode::Home, _) => "0",
            (KeyCode::End, _) => "e",
            (KeyCode::Char('q'), _) => "q",
            (KeyCode::Enter, typed) => typed,
            (KeyCode::Char('p'), _) => {
                self.playing = (!was_playing).then_some(0);
                return Vec::new();
            }
            _ => {
                self.finder.key(key);
                return Vec::new();
            }
        };
        self.finder.line.clear();
        self.replay_line(line)
    }

    /// Handles a typed line of a replay.
    pub(super) fn replay_line(&mut self, line: &str) -> Vec<Effect> {
        let step = self.replay.unwrap_or_default();
        vec![match (line, line.parse()) {
            ("" | "n", _) => Effect::Step(step + 1),
            ("b", _) => Effect::Step(step.saturating_sub(1)),
            ("e", _) => Effect::LastStep,
            ("q", _) => Effect::Leave(Exit::Quit),
            (_, Ok(number)) => Effect::Step(number),
            (_, Err(_)) => {
                self.note(HELP);
                return Vec::new();
            }
        }]
    }
}
