//! What a signal changed, and what waits for an answer.
//!
//! Here, apart from the session, because these are what it hands out: plain values. It must not know
//! how they come about.

use std::time::Duration;

use protocol::envelope::ChatLine;
use protocol::room::Room;
use protocol::{ClientMessage, Code, Event};

use crate::connection::End;

/// What one signal changed.
#[derive(Debug)]
pub enum Change {
    /// The line is up (again), and this is who we are.
    Welcomed {
        /// Whether it is the first time.
        first: bool,
    },
    /// The room changed; this is how it was.
    Room {
        /// The room before, if it was known.
        before: Option<Box<Room>>,
    },
    /// The match moved on, or its state came again after a reconnection.
    Updated {
        /// What happened since.
        events: Vec<Event>,
        /// Older events were left out.
        cut: bool,
        /// This seat is asked something that it was not asked before, or offered something else.
        asked: bool,
        /// The question itself is another one than before.
        fresh: bool,
    },
    /// An act of ours is done.
    Accepted {
        /// What it was, if this client still knows.
        act: Option<Act>,
        /// The entry it became.
        seq: u64,
    },
    /// An act of ours was refused.
    Rejected {
        /// What it was, if this client still knows.
        act: Option<Act>,
        /// The server's answer.
        answer: Answer,
    },
    /// Someone said something.
    Chat(ChatLine),
    /// Something that belongs to no command.
    Trouble {
        /// The server's words.
        answer: Answer,
    },
    /// The server is about to close the line.
    Closing {
        /// Why.
        reason: String,
    },
    /// The line is down; it comes back by itself.
    Lost {
        /// Why.
        why: String,
        /// When the next attempt is made.
        retry_in: Duration,
    },
    /// The line is down for good.
    Ended(End),
    /// Nothing that this client knows.
    Unknown,
}

/// A refusal's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The reason, for programs.
    pub code: Code,
    /// The reason, for people.
    pub detail: String,
    /// The rule it rests on.
    pub rule: Option<String>,
    /// When trying again may help.
    pub retry_after: Option<Duration>,
}

/// An act that waits for its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Act {
    /// What was sent.
    pub message: ClientMessage,
    /// What it means, for people.
    pub text: String,
    /// How many updates had come when it was sent.
    pub at_update: u64,
}

impl Act {
    /// Whether it is a command of the game.
    pub fn is_move(&self) -> bool {
        self.decision().is_some()
    }

    /// The decision that a command of the game answers.
    pub(super) fn decision(&self) -> Option<u64> {
        if let ClientMessage::Command { decision, .. } = self.message {
            Some(decision)
        } else {
            None
        }
    }
}
