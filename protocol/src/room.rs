//! Rooms, seats and games as HTTP requests and answers, and the room object of the socket.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::feature::Feature;
use crate::open::{Open, open_objects, open_words};
use crate::rejection::Code;

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

/// A preferred seat: a number, or `"random"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SeatPreference {
    /// This one.
    Number(u8),
    /// Any, drawn by the server.
    Random(RandomSeat),
}

/// The word `random`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "snake_case")]
pub enum RandomSeat {
    /// `"random"`.
    Random,
}

/// `POST /api/v1/rooms`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateRoom {
    /// The game's id.
    pub game: String,
    /// The game's options; missing ones take their defaults.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// The creator's name.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// The seat the creator wants; default the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatPreference>,
    /// `true` if strangers see the room in the list.
    #[serde(default)]
    pub listed: bool,
    /// The people who may watch.
    #[serde(default)]
    pub spectators: Spectators,
    /// The absence of an awaited opponent after which one may claim, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 300_000))]
    pub absence_ms: Option<u64>,
    /// The requirement on people to bring entropy to the deal.
    #[serde(default)]
    pub entropy: Entropy,
    /// The people who may ask for hints.
    #[serde(default)]
    pub hints: Hints,
    /// Given by a program that creates the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
}

/// `POST /api/v1/rooms/{code}/practice`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenPractice {
    /// The entry of the match that is over after which the new one goes on; 0 is the set-up.
    pub seq: u64,
    /// The name of whoever opens it.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// The seat wanted; default the lowest one that is asked something there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatPreference>,
    /// `true` if strangers see the room in the list.
    #[serde(default)]
    pub listed: bool,
    /// The people who may watch.
    #[serde(default)]
    pub spectators: Spectators,
    /// The absence of an awaited opponent after which one may claim, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 300_000))]
    pub absence_ms: Option<u64>,
    /// The people who may ask for hints.
    #[serde(default)]
    pub hints: Hints,
}

/// `POST /api/v1/rooms/{code}/seats`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeSeat {
    /// The player's name.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// The seat wanted; default the first free one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatPreference>,
    /// Given by a program that takes the seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
}

/// `POST /api/v1/rooms/{code}/seats/{seat}/bot`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AddBot {
    /// The level at which it plays: one of the game's `bot_levels`; default `normal`.
    pub level: BotLevel,
}

/// The answer to taking a seat: the only time the token is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Seated {
    /// The room.
    pub room: Room,
    /// The seat.
    pub seat: u8,
    /// The seat's token; whoever has it plays for the seat.
    pub token: String,
}

/// The answer to `POST .../token`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewToken {
    /// The seat's new token; the old one is no longer valid.
    pub token: String,
}

/// The answer to `POST .../coach`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewCoach {
    /// The coach's token, for a guest's `hello`; it plays for nobody, and one given out before is dead.
    pub token: String,
}

/// `GET /api/v1/rooms`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rooms {
    /// Listed rooms that wait for players or may be watched.
    pub rooms: Vec<Room>,
    /// The `after` of the next page; left out on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// `GET /api/v1/games`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Games {
    /// The games that this server plays.
    pub games: Vec<GameInfo>,
    /// The features of this server, as in `welcome`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Open<Feature>>,
}

/// A game that the server plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// One or two sentences.
    pub description: String,
    /// The number of seats.
    pub seats: SeatRange,
    /// The part that each seat plays, where seats are tied to sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roles: Option<Vec<String>>,
    /// The sides of the seats, as far as the options decide them: the first of these that fits the
    /// options holds. Where none does, they come out in the match.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<SeatSides>,
    /// The names that its types have in the JSON Schema.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub types: Option<GameTypes>,
    /// The JSON Schema of its options, with titles, defaults and descriptions.
    pub options: Value,
    /// The options that most people leave as they are, under headings. An option of no group is one that
    /// everybody who opens a room is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub option_groups: Vec<OptionGroup>,
    /// The levels at which a bot of the server plays it, the weakest first.
    #[serde(default)]
    pub bot_levels: Vec<Open<BotLevel>>,
    /// `true` if a mind of the server knows it: it gives hints, and analyses of matches.
    #[serde(default)]
    pub hints: bool,
    /// The game's owner, and the source of the component data.
    pub licence: String,
    /// `true` if the server is one for authors of clients; left out elsewhere.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dev: bool,
}

/// Options that stand together in a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OptionGroup {
    /// The heading over them.
    pub title: String,
    /// Their keys, in the order in which they are read.
    pub options: Vec<String>,
}

impl OptionGroup {
    /// Creates a group of these options.
    pub fn new(title: &str, options: &[&str]) -> Self {
        let options = options.iter().map(|&key| key.to_owned()).collect();
        Self { title: title.to_owned(), options }
    }
}

/// The sides of a game's seats, under some options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeatSides {
    /// The options with the values that this needs; none if it always holds.
    pub when: Map<String, Value>,
    /// The side that each seat plays, by its name.
    pub seats: Vec<String>,
}

/// The names that a game's types have among the definitions of the JSON Schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameTypes {
    /// `command` of a command, and of an offer once it is filled in.
    pub command: String,
    /// `public` of an update.
    pub public: String,
    /// `private` of an update.
    pub private: String,
    /// An event, beside the fields that every `Event` has.
    pub event: String,
    /// `options` of a room.
    pub options: String,
    /// The component data.
    pub data: String,
}

/// From `min` to `max` seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatRange {
    /// The fewest.
    pub min: u8,
    /// The most.
    pub max: u8,
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
