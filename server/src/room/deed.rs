//! A client's act with an id: what it asks for, and by what a repeated id is compared.

use engine::Seat;
use engine::ledger::Input;
use fairness::Hash;
use protocol::envelope::{ClaimOutcome, ClientMessage};
use uuid::Uuid;

use super::answered::Answered;

/// An act with an id of the client's.
pub(crate) struct Act {
    pub(crate) id: Uuid,
    pub(crate) content: Hash,
    pub(crate) deed: Deed,
}

/// What a seat wants.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    /// Something for the log; a command with the decision that it answers.
    Input(Input, Option<u64>),
    /// To take back, with the others' consent where it is needed.
    Undo {
        /// The entry to go back to.
        to: u64,
    },
    /// To stop the clock with the others' consent, or to let it go on.
    Pause {
        /// Whether to stop it.
        want: bool,
    },
    /// To answer a request of another seat's, or to withdraw one's own.
    Consent {
        /// The request.
        request: Uuid,
        /// Yes or no.
        agree: bool,
    },
}

impl Deed {
    /// The entry that this act of a seat's becomes if the others agree; none for a consent.
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
            Self::Consent { .. } => None,
        }
    }
}

impl Act {
    /// The act that a message is, if it has an id.
    pub(crate) fn of(seat: Seat, message: ClientMessage) -> Option<Self> {
        let id = act_id(&message)?;
        let seat = seat.0;
        let content = Answered::content(&message);
        let (content, deed) = match message {
            ClientMessage::Command { decision, command, .. } => {
                let input = Input::Command { seat, id, command };
                (Answered::content(&input), Deed::Input(input, Some(decision)))
            }
            ClientMessage::Resign { .. } => {
                (content, Deed::Input(Input::Resign { seat, id }, None))
            }
            ClientMessage::Claim { outcome, .. } => (content, claim(seat, id, outcome)),
            ClientMessage::Undo { to, .. } => (content, Deed::Undo { to }),
            ClientMessage::Pause { want, .. } => (content, Deed::Pause { want }),
            ClientMessage::Consent { request, agree, .. } => {
                (content, Deed::Consent { request, agree })
            }
            ClientMessage::Hello { .. }
            | ClientMessage::Ready { .. }
            | ClientMessage::Reveal { .. }
            | ClientMessage::Chat { .. }
            | ClientMessage::Ping { .. } => return None,
        };
        Some(Self { id, content, deed })
    }
}

fn claim(seat: u8, id: Uuid, outcome: ClaimOutcome) -> Deed {
    Deed::Input(Input::Claim { seat, id, outcome }, None)
}

/// The id of a message that has one.
pub fn act_id(message: &ClientMessage) -> Option<Uuid> {
    match message {
        ClientMessage::Command { id, .. }
        | ClientMessage::Undo { id, .. }
        | ClientMessage::Resign { id }
        | ClientMessage::Claim { id, .. }
        | ClientMessage::Pause { id, .. }
        | ClientMessage::Consent { id, .. } => Some(*id),
        ClientMessage::Hello { .. }
        | ClientMessage::Ready { .. }
        | ClientMessage::Reveal { .. }
        | ClientMessage::Chat { .. }
        | ClientMessage::Ping { .. } => None,
    }
}
