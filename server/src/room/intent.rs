//! A client's act with an id: what it asks for, and by what a repeated id is compared.

use engine::Seat;
use engine::matches::Input;
use protocol::envelope::ClientMessage;
use protocol::lesson::LessonGo;
use uuid::Uuid;

use super::answered::Answered;

/// An act with an id of the client's.
pub(crate) struct SeatAct {
    pub(crate) id: Uuid,
    pub(crate) content: u64,
    pub(crate) intent: Intent,
}

/// Intent of a seat.
#[derive(Clone, Debug)]
pub(crate) enum Intent {
    /// Something for the log; a command with the decision that it answers.
    Input(Input, Option<u64>),
    /// To take back, with the others' consent where it is needed.
    Undo {
        /// The entry to go back to.
        to: u64,
    },
    /// To stop the clock with the others' consent, or to let it go on.
    Pause {
        /// `true` to stop it.
        want: bool,
    },
    /// To have a coach with the others' consent, or none any more.
    Coach {
        /// `true` to have one.
        want: bool,
    },
    /// To go through a lesson, from this step.
    Lesson {
        /// The step.
        step: u32,
        /// The way.
        go: LessonGo,
    },
    /// To answer a request of another seat's, or to withdraw one's own.
    Consent {
        /// The request.
        request: Uuid,
        /// Yes or no.
        agree: bool,
    },
}

impl Intent {
    /// Returns the entry that this act of a seat's becomes if the others agree; `None` if it is none by itself.
    pub(crate) fn input(&self, seat: Seat, id: Uuid) -> Option<Input> {
        let Seat(number) = seat;
        match self {
            Self::Input(own, _) => Some(own.clone()),
            Self::Undo { to } => {
                Some(Input::Undo { seat: number, id, to: *to, agreed: Vec::new() })
            }
            Self::Pause { want: true } => {
                Some(Input::Pause { seat: Some(number), id: Some(id), agreed: Vec::new() })
            }
            Self::Pause { want: false } => Some(Input::Resume { seat: Some(number), id: Some(id) }),
            Self::Coach { .. } | Self::Lesson { .. } | Self::Consent { .. } => None,
        }
    }
}

impl SeatAct {
    /// Returns the act in a message; `None` if it has no id.
    pub(crate) fn of(seat: Seat, message: ClientMessage) -> Option<Self> {
        let id = message.id()?;
        let seat = seat.0;
        // A command is compared without its decision, which a client may have learnt anew.
        if let ClientMessage::Command { decision, command, .. } = message {
            let input = Input::Command { seat, id, command };
            let content = Answered::content(&input);
            return Some(Self { id, content, intent: Intent::Input(input, Some(decision)) });
        }
        let content = Answered::content(&message);
        let intent = match message {
            ClientMessage::Resign { .. } => Intent::Input(Input::Resign { seat, id }, None),
            ClientMessage::Claim { outcome, .. } => {
                Intent::Input(Input::Claim { seat, id, outcome }, None)
            }
            ClientMessage::Undo { to, .. } => Intent::Undo { to },
            ClientMessage::Pause { want, .. } => Intent::Pause { want },
            ClientMessage::Coach { want, .. } => Intent::Coach { want },
            ClientMessage::Lesson { step, go, .. } => Intent::Lesson { step, go },
            ClientMessage::Consent { request, agree, .. } => Intent::Consent { request, agree },
            ClientMessage::Command { .. }
            | ClientMessage::Hello { .. }
            | ClientMessage::Ready { .. }
            | ClientMessage::Reveal { .. }
            | ClientMessage::Hint { .. }
            | ClientMessage::Preview { .. }
            | ClientMessage::Point { .. }
            | ClientMessage::Chat { .. }
            | ClientMessage::Ping { .. } => return None,
        };
        Some(Self { id, content, intent })
    }
}
