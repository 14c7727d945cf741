//! The reasons for a command in words: what is different in the position that it leads to.
//!
//! A mind tries a command in a guess, so a reason may rest only on what the seat knows of both
//! positions: its views, never a card that the guess has dealt.

use protocol::offer::picked;
use serde_json::json;

use crate::game::Seat;
use crate::think::Think;

/// A reason for a command or against it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CommandReason {
    /// The text: one sentence.
    pub text: String,
    /// The rule that it rests on.
    pub rule: &'static str,
}

impl CommandReason {
    /// Creates a reason that rests on a rule.
    pub fn new(text: impl Into<String>, rule: &'static str) -> Self {
        Self { text: text.into(), rule }
    }
}

/// A game whose positions can be compared in words.
pub trait Explain: Think {
    /// Lists what is different here from an earlier position that matters to a seat, the most important
    /// first. Only what the seat's views show of both positions counts.
    fn reasons(&self, before: &Self, seat: Seat) -> Vec<CommandReason>;

    /// Returns a legal command in one sentence, where its offer's text followed by what was picked is none.
    fn sentence(&self, _command: &Self::Command) -> Option<String> {
        None
    }

    /// Returns a legal command of a seat in words, and its rule: as a sentence of the game's, or as the
    /// offer's text with what was picked.
    fn command_words(&self, seat: Seat, command: &Self::Command) -> (String, String) {
        let mut choices = Vec::new();
        self.choices(seat, &mut choices);
        let Some(choice) = choices.iter().find(|choice| self.admits(choice, command)) else {
            return Default::default();
        };
        let offer = self.offer(seat, choice);
        if let Some(text) = self.sentence(command) {
            return (text, offer.rule);
        }
        let picked = picked(&offer.command, &json!(command));
        if picked.is_empty() {
            return (offer.text, offer.rule);
        }
        (format!("{}: {}", offer.text, picked.join(", ")), offer.rule)
    }
}
