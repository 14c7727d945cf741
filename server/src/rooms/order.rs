//! Orders of the operator about rooms: a room carries one out itself, between two messages of its players,
//! so there is still one writer, and nothing outside of a room changes it.

use protocol::Code;
use serde::{Deserialize, Serialize};
use tracing::info;

use super::{Handle, Parting, Refusal};

/// An order to a server: one JSON object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Order {
    /// To end the room with this code for good.
    Close(String),
    /// To delete it with all that is known of those in it.
    Delete(String),
    /// To forget it, because it is over.
    Forget(String),
}

impl Order {
    /// The order to end a room in this way.
    pub(crate) fn to(parting: Parting, code: &str) -> Self {
        let code = code.to_owned();
        match parting {
            Parting::Close => Self::Close(code),
            Parting::Delete => Self::Delete(code),
            Parting::Forget => Self::Forget(code),
        }
    }

    /// Returns the code of the room.
    pub(crate) fn code(&self) -> &str {
        let (Self::Close(code) | Self::Delete(code) | Self::Forget(code)) = self;
        code
    }

    /// Has the room carry it out; `None` if nothing was done, because the room ends here just now.
    pub(crate) async fn carry_out(&self, room: &Handle) -> Option<Verdict> {
        let parting = self.parting();
        match room.part(parting).await {
            Ok(()) => {
                info!(room = %room.id(), ?parting, "the operator ended the room");
                Some(Verdict::Done)
            }
            Err(refusal) if refusal.code == Code::Draining => None,
            Err(refusal) => Some(Verdict::Refused(refusal.detail)),
        }
    }

    fn parting(&self) -> Parting {
        match self {
            Self::Close(_) => Parting::Close,
            Self::Delete(_) => Parting::Delete,
            Self::Forget(_) => Parting::Forget,
        }
    }
}

/// The answer to an order: one JSON value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    /// It is done.
    Done,
    /// It cannot be done, for this reason.
    Refused(String),
}

impl Verdict {
    /// The refusal of an order that came as the server was stopping.
    pub(crate) fn stopping() -> Self {
        Self::Refused(Refusal::draining().detail)
    }

    /// The refusal of an order about a room that is not there, or cannot be read.
    pub(crate) fn nowhere() -> Self {
        Self::Refused("the running server has no such room".to_owned())
    }
}
