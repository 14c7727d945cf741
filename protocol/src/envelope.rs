//! What travels over the socket: [`ClientMessage`] and [`ServerMessage`].
//!
//! The server reads client messages strictly ([`ClientMessage::parse`]); clients ignore fields they
//! do not know, so that version 1 may grow.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::offer::Offer;
use crate::rejection::Code;
use crate::room::Room;
use crate::scan::{self, ScanError};
use crate::undo::TakeBack;

/// Everything a client may send.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message: take a seat's place, or watch.
    Hello {
        /// The seat's token; without one the client watches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// The last `seq` the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u64>,
    },
    /// In the lobby: this seat is ready.
    Ready {
        /// A commitment to this seat's entropy (64 hex digits).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<String>,
    },
    /// Opens the commitment while the room is sealing.
    Reveal {
        /// The seat's entropy (64 hex digits).
        entropy: String,
    },
    /// A move.
    Command {
        /// The client's id of this command; a repeated id gets the first answer again.
        id: Uuid,
        /// The decision it answers.
        decision: u64,
        /// The game's command.
        command: Value,
    },
    /// Takes back entries.
    Undo {
        /// The client's id of this act.
        id: Uuid,
        /// The `seq` to go back to.
        to: u64,
    },
    /// Gives the match up.
    Resign {
        /// The client's id of this act.
        id: Uuid,
    },
    /// Ends a match whose awaited opponent has been away for too long.
    Claim {
        /// The client's id of this act.
        id: Uuid,
        /// What the claimant wants.
        outcome: ClaimOutcome,
    },
    /// Asks to pause a timed match, or to go on.
    Pause {
        /// The client's id of this act.
        id: Uuid,
        /// `true` to pause, `false` to go on.
        want: bool,
    },
    /// Answers another seat's request; withdraws one's own.
    Consent {
        /// The client's id of this act.
        id: Uuid,
        /// The request.
        request: Uuid,
        /// Yes or no.
        agree: bool,
    },
    /// A line of chat.
    Chat {
        /// The line, at most 500 characters.
        text: String,
    },
    /// Asks for a `pong`.
    Ping {
        /// Comes back unchanged.
        nonce: u64,
    },
}

/// The `type` of every client message, for telling an unknown type from a malformed message.
const CLIENT_TYPES: [&str; 11] = [
    "hello", "ready", "reveal", "command", "undo", "resign", "claim", "pause", "consent", "chat",
    "ping",
];

/// Why a frame is no client message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// [`Code::Malformed`] or [`Code::UnknownType`].
    pub code: Code,
    /// What is wrong, for people.
    pub detail: String,
}

impl From<ScanError> for Malformed {
    fn from(error: ScanError) -> Self {
        Self { code: Code::Malformed, detail: error.to_string() }
    }
}

impl ClientMessage {
    /// Reads one text frame: first the scanner over the whole frame, then the strict envelope.
    pub fn parse(frame: &str) -> Result<Self, Malformed> {
        scan::check(frame)?;
        let malformed = |error: serde_json::Error| Malformed {
            code: Code::Malformed,
            detail: error.to_string(),
        };
        let value: Value = serde_json::from_str(frame).map_err(malformed)?;
        match value.get("type") {
            Some(Value::String(name)) if CLIENT_TYPES.contains(&name.as_str()) => {}
            Some(Value::String(_)) => {
                return Err(Malformed {
                    code: Code::UnknownType,
                    detail: format!("known types are {}", CLIENT_TYPES.join(", ")),
                });
            }
            _ => {
                return Err(Malformed {
                    code: Code::Malformed,
                    detail: "a message is an object with a string `type`".to_owned(),
                });
            }
        }
        serde_json::from_value(value).map_err(malformed)
    }
}

/// What a claimant wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimOutcome {
    /// The claimant wins.
    Win,
    /// Nobody wins.
    Abandoned,
}

/// Everything a server may send.
///
/// `Json` is the type of the parts whose shape belongs to a game: a tree for clients, a text that
/// was serialised once for the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage<Json = Value, Events = Vec<Event>, Offers = Vec<Offer>> {
    /// The answer to `hello`.
    Welcome(Welcome),
    /// The room, whenever it changes.
    Room {
        /// The room now.
        room: Room,
    },
    /// The match as this viewer may see it.
    Update(Update<Json, Events, Offers>),
    /// The act is in the log; an answer to a request was heard.
    Accepted {
        /// The client's id.
        id: Uuid,
        /// The entry it became; for an answer that made none, the last entry the sender may know of.
        seq: u64,
    },
    /// The command was refused; nothing changed.
    Rejected {
        /// The client's id.
        id: Uuid,
        /// The reason, for programs.
        code: Code,
        /// The reason, for people.
        detail: String,
        /// The rule it rests on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<String>,
        /// When trying again may help, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u64>,
    },
    /// A line of chat.
    Chat(ChatLine),
    /// The answer to `ping`.
    Pong {
        /// The client's nonce.
        nonce: u64,
    },
    /// Something that belongs to no command.
    Error {
        /// The reason, for programs.
        code: Code,
        /// The reason, for people.
        detail: String,
        /// When trying again may help, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u64>,
    },
    /// The server is about to close this socket.
    Closing {
        /// Why.
        reason: String,
        /// When to come back, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u64>,
    },
}

/// Who the client is in the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum You {
    /// A seat's holder.
    Seat(u8),
    /// Watches; always `true`.
    Spectator(bool),
}

/// The answer to `hello`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Welcome {
    /// [`crate::PROTOCOL_VERSION`].
    pub protocol: u32,
    /// The server's version.
    pub server: String,
    /// Who the client is.
    pub you: You,
    /// The room now.
    pub room: Room,
    /// The limits in force.
    pub limits: Limits,
}

/// The limits in force; 0 means unlimited where a rate is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// Largest client message, in bytes.
    pub message_bytes: u64,
    /// Messages a socket may send at once before the server reads slower.
    pub message_burst: u32,
    /// Messages a second a socket may send in the long run.
    pub messages_per_second: u32,
    /// Longest name, in characters.
    pub name_chars: u32,
    /// Longest line of chat, in characters.
    pub chat_chars: u32,
    /// Spectators a room takes.
    pub spectators: u32,
    /// Longest absence of an awaited opponent before a claim, in milliseconds.
    pub absence_ms: u64,
}

/// The match as one viewer may see it. `public` and `private` are whole, never a difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Update<Json = Value, Events = Vec<Event>, Offers = Vec<Offer>> {
    /// The last entry this viewer may know of. While a secret simultaneous choice is open, other
    /// people's entries do not advance it.
    pub seq: u64,
    /// The log chain's head after that entry (64 hex digits).
    pub head: String,
    /// What happened since the viewer's last update.
    pub events: Events,
    /// Given when older events were left out: the first `seq` of which events are here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events_from: Option<u64>,
    /// What everybody may see.
    pub public: Json,
    /// What only this seat may see; absent for spectators.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub private: Option<Json>,
    /// The number of this seat's open question; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<u64>,
    /// What this seat may do now; absent for spectators.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offers: Option<Offers>,
    /// What this seat may take back, or ask the others to let it take back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<TakeBack>,
    /// The seats that must act.
    pub awaiting: Vec<u8>,
    /// Match time, in milliseconds.
    pub now_ms: u64,
    /// When the next deadline falls due, in match time.
    pub deadline_ms: Option<u64>,
    /// `true` while match time stands still.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
    /// The end, once there is one.
    pub outcome: Option<Outcome>,
}

/// One thing that happened, as its audience may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// The entry that made it happen; 0 is the set-up.
    pub seq: u64,
    /// The kind of event; each game has its own.
    #[serde(rename = "type")]
    pub kind: String,
    /// One sentence.
    pub text: String,
    /// The rule it rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The fields of this kind.
    #[serde(flatten)]
    pub fields: Map<String, Value>,
}

/// How a match ended; the same for everyone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// The winning seats; none when nobody won.
    pub winners: Vec<u8>,
    /// One score a seat.
    pub scores: Vec<i64>,
    /// What decided, as an identifier.
    pub reason: String,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChatLine {
    /// Who said it.
    pub from: You,
    /// The speaker's name.
    pub name: String,
    /// The line.
    pub text: String,
}
