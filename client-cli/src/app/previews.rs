//! Previews: what a choice would change, asked about whatever is pointed at, or named by its number.
//!
//! The server says what changes; here it is text. It must not know a rule of any game.

use protocol::ClientMessage;
use protocol::hint::{AdviceReason, Preview};
use serde_json::Value;
use uuid::Uuid;

use super::hints::tenths;
use super::walk::Walk;
use super::{App, Effect, Tone};
use crate::session::PendingMessage;

/// A choice, and what it would change once that is known.
#[derive(Debug, Default)]
pub(super) struct Previews {
    /// The choice that is pointed at, with the decision that it answers.
    pointed: Option<(u64, Value)>,
    /// The question about it that was sent last.
    asked: Option<Uuid>,
    /// The answer.
    reasons: Option<Vec<AdviceReason>>,
    /// The question that was typed, and its choice in words.
    typed: Option<(Uuid, String)>,
}

impl App {
    /// Asks about the choice that is pointed at, if it is another one than before. One question at a time:
    /// whoever runs down the list waits for the next answer.
    pub(super) fn consider(&mut self) -> Option<Effect> {
        let pointed = self.pointed();
        if pointed != self.previews.pointed {
            self.previews.reasons = None;
            self.previews.pointed = pointed;
            self.previews.asked = None;
        }
        let on_its_way = self.session.pending().any(PendingMessage::is_preview);
        if self.previews.asked.is_some() || on_its_way {
            return None;
        }
        let (decision, command) = self.previews.pointed.clone()?;
        let message = self.preview_message(decision, command);
        self.previews.asked = message.id();
        Some(Effect::Send(message))
    }

    /// Returns the whole command that Enter would send now, and its decision.
    fn pointed(&self) -> Option<(u64, Value)> {
        let decision = self.session.decision()?;
        if !self.config.points || !self.has_previews() || self.session.answer_pending() {
            return None;
        }
        let command = if let Some(walking) = &self.walking {
            walking.pointed()?
        } else {
            let offer = self.offers.get(self.marked_offer()?)?;
            Walk::new(&offer.command).command()?
        };
        Some((decision, command))
    }

    /// Checks whether the server tells beforehand what a command of this match would change: it can where
    /// a mind knows the game.
    pub(crate) fn has_previews(&self) -> bool {
        let known = self.room().and_then(|room| self.info(&room.game));
        self.is_running() && known.is_some_and(|info| info.hints)
    }

    fn preview_message(&mut self, decision: u64, command: Value) -> ClientMessage {
        self.session.register("preview", |id| ClientMessage::Preview { id, decision, command })
    }

    /// Makes the message that asks what the offer with this number would change.
    pub(super) fn typed_preview(&mut self, number: usize) -> Option<ClientMessage> {
        let offer = self.offers.get(number).cloned();
        let (Some(decision), Some(offer)) = (self.session.decision(), offer) else {
            self.note(format!("There is no choice {number} now."));
            return None;
        };
        if !self.has_previews() {
            self.note("The server does not tell beforehand what a choice of this game changes.");
            return None;
        }
        let Some(command) = Walk::new(&offer.command).command() else {
            self.note("This choice asks for more: begin it, and what it changes is shown.");
            return None;
        };
        let message = self.preview_message(decision, command);
        self.previews.typed = message.id().map(|id| (id, offer.text));
        Some(message)
    }

    /// Takes an answer.
    pub(super) fn previewed(&mut self, preview: Preview) {
        if let Some((_, text)) = self.previews.typed.take_if(|(id, _)| *id == preview.id) {
            self.report(Tone::Plain, format!("{text}:"));
            if preview.reasons.is_empty() {
                self.report(Tone::Plain, "  nothing on the board changes");
            }
            for reason in &preview.reasons {
                self.report(Tone::Plain, format!("  {} [{}]", in_words(reason), reason.rule));
            }
        } else if self.previews.asked == Some(preview.id) {
            self.previews.reasons = Some(preview.reasons);
        }
    }

    /// Returns what the choice that is pointed at would change, as one text; empty while that is unknown.
    pub(crate) fn preview_text(&self) -> String {
        let Some(reasons) = &self.previews.reasons else { return String::new() };
        if reasons.is_empty() {
            return "Nothing on the board changes".to_owned();
        }
        reasons.iter().map(in_words).collect::<Vec<_>>().join("; ")
    }
}

fn in_words(reason: &AdviceReason) -> String {
    match reason.chance {
        Some(chance) => format!("{} (about {} in 10)", reason.text, tenths(chance)),
        None => reason.text.clone(),
    }
}
