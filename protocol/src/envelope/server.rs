//! The messages of a server.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::Re;
use crate::feature::Feature;
use crate::hint::{Hint, Preview};
use crate::lesson::LessonStep;
use crate::offer::Offer;
use crate::open::{Open, open_objects};
use crate::rejection::Code;
use crate::room::Room;
use crate::undo::TakeBack;

// `Json` is the type of the parts whose shape belongs to a game: a tree for clients, a text that was
// serialised once for the server. Whoever reads the schema need not know of it.
/// Everything a server may send.
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
    /// The message has become an entry of the log, or has done what it says without one.
    Accepted {
        /// The client's id.
        id: Uuid,
        /// The entry it became; for a message that made none, the last entry the sender may know of,
        /// and 0 before the match.
        seq: u64,
    },
    /// The command was refused; nothing changed.
    Rejected {
        /// The client's id.
        id: Uuid,
        /// The reason, for programs.
        code: Open<Code>,
        /// The reason, for people.
        detail: String,
        /// The rule it rests on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<String>,
        /// The delay after which trying again may help, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u64>,
        /// `true` if something else came first: another seat, the clock, or an answer that closed the
        /// question. The newest update says what is possible now.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        raced: bool,
    },
    /// The advice of a mind.
    Hint(Hint),
    /// The changes that a command would make.
    Preview(Preview),
    /// The step that a lesson has reached: when one joins, and whenever it changes.
    Lesson(LessonStep),
    /// A coach points: to the pupil and to the coach, nobody else.
    Point {
        /// The things pointed at, by the view's own identifiers; none any more if there are none.
        at: Vec<String>,
        /// A line beside it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// A line of chat.
    Chat(ChatLine),
    /// The answer to `ping`.
    Pong {
        /// The client's nonce.
        nonce: u64,
    },
    /// Something that is no answer to a message with an id.
    Error {
        /// The message that it answers; left out where it answers none that could be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<Re>,
        /// The reason, for programs.
        code: Open<Code>,
        /// The reason, for people.
        detail: String,
        /// The delay after which trying again may help, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u64>,
    },
    /// The server is about to close this socket.
    Closing {
        /// The reason.
        reason: String,
        /// The delay after which to come back, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u64>,
        /// The address of another server of the same rooms, `http` or `https`, to which the paths of
        /// routes are added: who can may come back there. Absent: to the same address.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reconnect: Option<String>,
    },
}

/// The `type` of every server message, to distinguish an unknown type from a malformed message.
const SERVER_TYPES: [&str; 13] = [
    "welcome", "room", "update", "accepted", "rejected", "hint", "preview", "lesson", "point",
    "chat", "pong", "error", "closing",
];

open_objects!(ServerMessage<Json, Events, Offers>: "type" in SERVER_TYPES);

/// The client's part in the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum You {
    /// A seat's holder.
    Seat(u8),
    /// A spectator; always `true`.
    Spectator(bool),
    /// The coach of this seat: a guest who sees what the seat sees, and points.
    Coach(u8),
}

/// The answer to `hello`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Welcome {
    /// The version of the protocol: 1.
    pub protocol: u32,
    /// The server's version.
    pub server: String,
    /// The client's part in the room.
    pub you: You,
    /// The room now.
    pub room: Room,
    /// The limits in force.
    pub limits: Limits,
    /// The features of this server, by name: a newer client sends a field or a message that not every
    /// server of version 1 takes only to those that name it here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Open<Feature>>,
    /// The time for which each seat's holder has been away, in milliseconds; null for one who is here
    /// and for a bot. Left out unless a match runs and somebody is away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub away_ms: Vec<Option<u64>>,
}

/// The limits in force; 0 means unlimited where a rate is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// Largest client message, in bytes.
    pub message_bytes: u64,
    /// Messages that a socket may send at once before the server reads more slowly.
    pub message_burst: u32,
    /// Messages per second that a socket may send in the long run.
    pub messages_per_second: u32,
    /// Longest name, in characters.
    pub name_chars: u32,
    /// Longest line of chat, in characters.
    pub chat_chars: u32,
    /// Most spectators of a room.
    pub spectators: u32,
    /// The absence of an awaited opponent after which one may claim, in milliseconds.
    pub absence_ms: u64,
}

/// The match as one viewer may see it. `public` and `private` are always complete, never a
/// difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Update<Json = Value, Events = Vec<Event>, Offers = Vec<Offer>> {
    /// The last entry this viewer may know of. While a secret simultaneous choice is open, other
    /// people's entries do not advance it.
    pub seq: u64,
    /// The log chain's head after that entry (64 hex digits).
    #[schemars(regex(pattern = r"^[0-9a-f]{64}$"))]
    pub head: String,
    /// The events since the viewer's last update.
    pub events: Events,
    /// Present if older events were left out: the first `seq` whose events are included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events_from: Option<u64>,
    /// The public view: everything that everybody may see.
    pub public: Json,
    /// The private view: everything that only this seat may see; absent for spectators.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub private: Option<Json>,
    /// The number of this seat's open question; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<u64>,
    /// `true` if that question takes any number of commands, one after the other, until something else
    /// closes it; otherwise it takes one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub standing: bool,
    /// The seat's legal commands; absent for spectators.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offers: Option<Offers>,
    /// The moves that this seat may take back, or may ask the others to let it take back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<TakeBack>,
    /// The seats that must act.
    pub awaiting: Vec<u8>,
    /// Match time, in milliseconds.
    pub now_ms: u64,
    /// The match time at which the next deadline falls due.
    pub deadline_ms: Option<u64>,
    /// `true` while match time stands still.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
    /// The end, once there is one.
    pub outcome: Option<Outcome>,
}

/// One occurrence in a match, as its audience may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// The entry that caused it; 0 is the set-up.
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

/// The end of a match, the same for everyone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// The winning seats; none if nobody won.
    pub winners: Vec<u8>,
    /// One score per seat.
    pub scores: Vec<i64>,
    /// The deciding reason, as an identifier.
    pub reason: String,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChatLine {
    /// The speaker.
    pub from: You,
    /// The speaker's name.
    pub name: String,
    /// The line.
    pub text: String,
}
