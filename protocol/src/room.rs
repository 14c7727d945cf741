//! Rooms, seats and games as HTTP requests and answers, and the room object of the socket.

mod games;
mod requests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::open::{Open, open_objects, open_words};
use crate::rejection::Code;

pub use games::{GameInfo, GameTypes, Games, OptionGroup, SeatRange, SeatSides};
pub use requests::{
    AddBot, CreateRoom, NewCoach, NewToken, OpenPractice, RandomSeat, Rooms, SeatPreference,
    Seated, TakeSeat,
};

/// The state of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoomState {
    /// People take seats and get ready.
    Lobby,
    /// Everybody is ready; committed entropy is being revealed.
    Sealing,
    /// The match runs.
    Running,
    /// The match has an outcome.
    Finished,
    /// Nobody came, or nobody went on.
    Abandoned,
}

/// The kind of holder that a seat has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// A person, or a client of a person's.
    Person,
    /// A bot that the server runs.
    Bot,
    /// A program of somebody else's that has said so. It counts as a person.
    Program,
}

open_words!(SeatKind);

/// The level at which a bot plays.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum BotLevel {
    /// It sees what a command does, and often takes one that is only good.
    Easy,
    /// It plays soundly, and sometimes takes one that is only good.
    #[default]
    Normal,
    /// It thinks for a moment.
    Hard,
    /// It thinks for up to a second.
    Expert,
}

open_words!(BotLevel);

impl BotLevel {
    /// Returns its name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }
}

/// A seat of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Seat {
    /// Its number, from 0.
    pub seat: u8,
    /// Its holder's name; null when it is free.
    pub name: Option<String>,
    /// The kind of its holder.
    pub kind: Open<SeatKind>,
    /// The level of its bot; bots only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Open<BotLevel>>,
    /// The program's words about itself; programs only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
    /// `true` if its holder is ready.
    pub ready: bool,
    /// `true` if its holder is connected.
    pub connected: bool,
    /// The number of hints that its holder has had.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hints: u32,
    /// The state of its coach; left out where nobody may coach it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coach: Option<CoachState>,
    /// The last entry before the server's bot began to play on for the program that had the seat; left
    /// out where none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot_from: Option<u64>,
}

/// Longest contact of a program's author, in characters.
pub const CONTACT_CHARS: usize = 100;

/// A program's words about itself, when it takes a seat: everybody in the room sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// A way to reach its author: an address on the web, a mail address, a name on a platform.
    #[schemars(length(min = 1, max = 100))]
    pub contact: String,
    /// Its strength, in its author's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 60))]
    pub level: Option<String>,
}

/// The state of a seat's coach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CoachState {
    /// All have agreed, and nobody is here for it.
    Invited,
    /// A guest sees what the seat sees.
    Here,
}

/// Checks whether a count is left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// The people who may watch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spectators {
    /// Everyone who has the code.
    #[default]
    Open,
    /// Nobody.
    Off,
}

/// The requirement on people to bring entropy to the deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Entropy {
    /// Each seat as it likes.
    #[default]
    Optional,
    /// A person's `ready` needs a commitment.
    Required,
}

/// The people who may ask what a mind would do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hints {
    /// A person while no other person holds a seat.
    #[default]
    Alone,
    /// Everyone.
    All,
    /// Nobody.
    Off,
}

impl Hints {
    /// Checks whether this is the default, which a room leaves out.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_alone(&self) -> bool {
        *self == Self::Alone
    }
}

/// Something a seat has asked of the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// Its id: that of the message that asks.
    pub id: Uuid,
    /// The thing asked for, for example `pause`.
    pub kind: String,
    /// The asking seat.
    pub by: u8,
    /// The match time at which it lapses.
    pub until_ms: u64,
    /// The seats that have agreed so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreed: Vec<u8>,
    /// For `undo`: the entry whose state the match would return to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
    /// For `undo`: the number of moves that would be taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
}

/// A seat's contribution to the deal, in hex; null for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatFairness {
    /// The seat's commitment; null says that it brings no entropy.
    pub commitment: Option<String>,
    /// The seat's entropy, once every committed seat has revealed its own.
    pub entropy: Option<String>,
}

/// An attempt that was given up because a seat did not reveal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VoidedAttempt {
    /// Its number.
    pub attempt: u32,
    /// The server's commitment of that attempt.
    pub commitment: String,
    /// The secret it committed to.
    pub server_secret: String,
    /// The seats' contributions.
    pub seats: Vec<SeatFairness>,
    /// The seats that did not reveal.
    pub missing: Vec<u8>,
}

/// The basis of this room's deal (scheme `vd1`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fairness {
    /// Always `vd1`.
    pub scheme: String,
    /// Game id and rules version, for example `europe-divided/1`.
    pub rules: String,
    /// The attempt, from 0.
    pub attempt: u32,
    /// The server's commitment of this attempt; empty where the match is not provably dealt.
    pub commitment: String,
    /// Each seat's contribution.
    pub seats: Vec<SeatFairness>,
    /// Milliseconds from now until the seats must have revealed, while sealing.
    pub reveal_by_ms: Option<u64>,
    /// Attempts given up.
    pub voided: Vec<VoidedAttempt>,
    /// SHA-256 of the component data that the match is played with (`GET /api/v1/data/{digest}`).
    pub data: String,
}

/// The reason why nobody can prove how a room's match is dealt: there is no record of it, and neither
/// the server nor a seat commits itself to anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Unproven {
    /// It goes on from an entry of a match that is over.
    Practice {
        /// The code that the other match's room had.
        from: String,
        /// The last entry that both matches have.
        seq: u64,
    },
    /// The server is one for authors of clients: each of its deals follows from this seed.
    Dev {
        /// The seed.
        seed: u64,
    },
    /// It is a lesson: its deal is the same for everybody.
    Lesson {
        /// The lesson's name within the game.
        lesson: String,
    },
}

open_objects!(Unproven: "kind" in ["practice", "dev", "lesson"]);

/// A seat that is asked something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AwaitedSeat {
    /// The seat.
    pub seat: u8,
    /// The time since it is asked what it is asked now, in milliseconds; while a secret choice is open,
    /// since that began for it.
    pub for_ms: u64,
}

/// A room as everybody in it may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Room {
    /// Its id.
    pub id: Uuid,
    /// Its code, for passing on to others.
    #[schemars(regex(pattern = r"^[CDFHJKMNPRTVWXY2346789]{6}$"))]
    pub code: String,
    /// The game.
    pub game: String,
    /// The game's options, with defaults filled in.
    pub options: Map<String, Value>,
    /// The state it is in.
    pub state: RoomState,
    /// The host's seat; null while no person holds one.
    pub host: Option<u8>,
    /// The seats.
    pub seats: Vec<Seat>,
    /// The number of spectators.
    pub spectators: u32,
    /// `true` if whoever has the code may watch.
    #[serde(default)]
    pub may_watch: bool,
    /// The seats that a running match asks something, each with the time since it does. Only a look
    /// at the room shows it: whoever is in a match has its updates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub awaiting: Vec<AwaitedSeat>,
    /// The seats that have won a match that is over; nobody, where nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<u8>>,
    /// Open requests.
    pub requests: Vec<Request>,
    /// The basis of the deal.
    pub fairness: Fairness,
    /// `true` if strangers see it in the list of rooms.
    pub listed: bool,
    /// The absence of an awaited opponent after which one may claim, in milliseconds.
    pub absence_ms: u64,
    /// The code of the room that continues this one, if a rematch was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
    /// The requirement on people to bring entropy to the deal.
    #[serde(default)]
    pub entropy: Entropy,
    /// The people who may ask for hints; left out where that is a person alone.
    #[serde(default, skip_serializing_if = "Hints::is_alone")]
    pub hints: Hints,
    /// The reason why the match is not provably dealt; left out where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unproven: Option<Open<Unproven>>,
    /// `true` if the server is one for authors of clients, with nothing at stake; left out elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dev: bool,
}

/// An HTTP error (RFC 9457, `application/problem+json`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// Always `about:blank`; `code` is what programs read.
    #[serde(rename = "type")]
    pub kind: String,
    /// The HTTP status.
    pub status: u16,
    /// The status in words.
    pub title: String,
    /// The reason, for programs.
    pub code: Open<Code>,
    /// The reason, for people.
    pub detail: String,
    /// The delay after which trying again may help, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}
