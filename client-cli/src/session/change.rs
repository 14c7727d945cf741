//! Changes made by a signal, and messages that wait for an answer.
//!
//! Here, apart from the session, because these are what it hands out: plain values. It must not know
//! how they come about.

use std::time::Duration;

use protocol::envelope::ChatLine;
use protocol::hint::{Hint, Preview};
use protocol::lesson::LessonStep;
use protocol::room::Room;
use protocol::{ClientMessage, Code, Event, Open};

use crate::connection::ConnectionEnd;

/// The wait before sending again what the server was too busy for, without a hint.
const BUSY_WAIT: Duration = Duration::from_millis(250);

/// The change made by one signal.
#[derive(Debug)]
pub enum Change {
    /// The connection is up (again), and this is who we are.
    Welcomed {
        /// `true` for the first welcome.
        first: bool,
    },
    /// The room changed; this is how it was.
    Room {
        /// The room before, if it was known.
        before: Option<Box<Room>>,
    },
    /// The match moved on, or its state came again after a reconnection.
    Updated {
        /// The events since.
        events: Vec<Event>,
        /// Older events were left out.
        cut: bool,
        /// This seat is asked something that it was not asked before, or offered something else.
        asked: bool,
        /// The question itself is another one than before.
        fresh: bool,
    },
    /// The server shows less than was seen before this client began.
    Behind {
        /// The newest entry seen, to be asked for what comes after.
        after: u64,
    },
    /// An act of ours is done.
    Accepted {
        /// The message, if this client still knows it.
        act: Option<PendingMessage>,
    },
    /// An act of ours was refused.
    Rejected {
        /// The message, if this client still knows it.
        act: Option<PendingMessage>,
        /// The server's answer.
        answer: RefusalDetails,
    },
    /// Our newest `ready` or `reveal` was refused.
    PartRefused {
        /// The message.
        message: ClientMessage,
        /// The server's answer.
        answer: RefusalDetails,
    },
    /// The advice of a mind, as we asked.
    Hint(Hint),
    /// The changes that a command would make, as we asked.
    Preview(Preview),
    /// The lesson has reached a step.
    Lesson {
        /// The step before, if it was known.
        before: Option<Box<LessonStep>>,
    },
    /// A coach points.
    Point {
        /// The things pointed at.
        at: Vec<String>,
        /// A line beside it.
        text: Option<String>,
    },
    /// Someone said something.
    Chat(ChatLine),
    /// Something that belongs to no command.
    ServerError {
        /// The server's words.
        answer: RefusalDetails,
    },
    /// The server is about to close the connection.
    Closing {
        /// The reason.
        reason: String,
    },
    /// The connection is down; it comes back by itself.
    Lost {
        /// The reason.
        why: String,
        /// The wait before the next attempt.
        retry_in: Duration,
    },
    /// The connection is down for good.
    Ended(ConnectionEnd),
    /// Nothing that this client knows.
    Unknown,
}

/// A refusal's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusalDetails {
    /// The reason, for programs.
    pub code: Open<Code>,
    /// The reason, for people.
    pub detail: String,
    /// The rule it rests on.
    pub rule: Option<String>,
    /// The wait after which trying again may help.
    pub retry_after: Option<Duration>,
    /// `true` if something else came first: a newer position says what.
    pub raced: bool,
}

impl RefusalDetails {
    /// Returns the wait before the same message is to be sent again; `None` if the refusal is final.
    pub fn again_after(&self) -> Option<Duration> {
        let passing = [Code::Busy, Code::StorageUnavailable, Code::Draining];
        let passes = self.code.known().is_some_and(|code| passing.contains(code));
        passes.then(|| self.retry_after.unwrap_or(BUSY_WAIT))
    }
}

/// An act that waits for its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct PendingMessage {
    /// The message sent.
    pub message: ClientMessage,
    /// Its meaning, for people.
    pub text: String,
    /// Number of updates received when it was sent.
    pub at_update: u64,
}

impl PendingMessage {
    /// Checks whether it is a command of the game.
    pub fn is_move(&self) -> bool {
        self.decision().is_some()
    }

    /// Checks whether it only asks what a command would change.
    pub fn is_preview(&self) -> bool {
        matches!(self.message, ClientMessage::Preview { .. })
    }

    /// Checks whether it asks for a coach.
    pub fn wants_coach(&self) -> bool {
        matches!(self.message, ClientMessage::Coach { want: true, .. })
    }

    /// Checks whether it only goes through a lesson.
    pub fn is_of_lesson(&self) -> bool {
        matches!(self.message, ClientMessage::Lesson { .. })
    }

    /// Returns the decision that a command of the game answers.
    pub(super) fn decision(&self) -> Option<u64> {
        if let ClientMessage::Command { decision, .. } = self.message {
            Some(decision)
        } else {
            None
        }
    }
}
