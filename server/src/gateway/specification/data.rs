//! Parts of the specification that many routes share, and the close codes of sockets.

use super::operation::Parameter;
use crate::gateway::frames::{NOT_UTF8, POLICY, PROTOCOL_ERROR, TOO_BIG};
use crate::rooms::close;

/// Groups of routes, each with what it is about.
pub(super) const TAGS: [(&str, &str); 5] = [
    ("rooms", "Rooms, their seats and their matches"),
    ("programs", "Programs that announce themselves, for hosts to seat"),
    ("specification", "The games and the protocol"),
    ("health", "For supervisors and proxies"),
    ("pages", "For browsers and the people using them"),
];

/// Every part of a path.
pub(super) const PATH: [Parameter; 11] = [
    Parameter {
        name: "code",
        means: "The room's code; case, spaces and hyphens do not matter",
        schema: r#"{"type": "string"}"#,
        example: protocol::examples::CODE,
    },
    Parameter {
        name: "seat",
        means: "The seat's number",
        schema: r#"{"type": "integer", "minimum": 0, "maximum": 255}"#,
        example: "0",
    },
    Parameter {
        name: "program",
        means: "The id of the program's announcement",
        schema: r#"{"type": "string", "format": "uuid"}"#,
        example: "9f0c2a51-7d3e-4b68-8a1f-5c6d7e8f9a0b",
    },
    Parameter {
        name: "device",
        means: "The device's id: the first 16 bytes of SHA-256 of its address, in hexadecimal",
        schema: r#"{"type": "string"}"#,
        example: protocol::examples::DEVICE,
    },
    Parameter {
        name: "digest",
        means: "The SHA-256 of component data, as a room's `fairness.data` names it",
        schema: r#"{"type": "string", "pattern": "^[0-9a-f]{64}$"}"#,
        example: protocol::examples::DIGEST,
    },
    Parameter {
        name: "game",
        means: "The game's id",
        schema: r#"{"type": "string"}"#,
        example: protocol::examples::GAME,
    },
    Parameter {
        name: "lesson",
        means: "The name of the lesson or the puzzle within the game",
        schema: r#"{"type": "string"}"#,
        example: "first",
    },
    Parameter {
        name: "key",
        means: "The key out of the link in a mail",
        schema: r#"{"type": "string"}"#,
        example: "Xk2vVqG7o0cJm3sJr8d2m3WnqYb1hPz5u0aTq9LrEfA",
    },
    Parameter {
        name: "version",
        means: "The version of the browser client, as its page names it",
        schema: r#"{"type": "string"}"#,
        example: "0123456789abcdef",
    },
    Parameter {
        name: "document",
        means: "The name of the page or the file",
        schema: r#"{"type": "string"}"#,
        example: "protocol.html",
    },
    Parameter {
        name: "path",
        means: "The file's path, which may have slashes",
        schema: r#"{"type": "string"}"#,
        example: "main.js",
    },
];

/// Query parameters of the list of rooms.
pub(in crate::gateway) const LIST: &[Parameter] = &[
    Parameter {
        name: "game",
        means: "Only rooms of this game",
        schema: r#"{"type": "string"}"#,
        example: protocol::examples::GAME,
    },
    Parameter {
        name: "state",
        means: "Only rooms in this state",
        schema: r##"{"$ref": "#/components/schemas/RoomState"}"##,
        example: "lobby",
    },
    Parameter {
        name: "spectators",
        means: "Only rooms that may be watched, or may not",
        schema: r##"{"$ref": "#/components/schemas/Spectators"}"##,
        example: "open",
    },
    Parameter {
        name: "entropy",
        means: "Only rooms with this requirement on entropy",
        schema: r##"{"$ref": "#/components/schemas/Entropy"}"##,
        example: "optional",
    },
    Parameter {
        name: "free",
        means: "Only rooms with a seat that is free, or only others",
        schema: r#"{"type": "boolean"}"#,
        example: "true",
    },
    Parameter {
        name: "after",
        means: "The `next` of the page before",
        schema: r#"{"type": "string"}"#,
        example: "CCCCCC",
    },
    Parameter {
        name: "limit",
        means: "The most rooms of a page",
        schema: r#"{"type": "integer", "minimum": 1, "maximum": 100, "default": 100}"#,
        example: "20",
    },
];

/// Query parameters of a view.
pub(in crate::gateway) const VIEW: &[Parameter] = &[
    Parameter {
        name: "after",
        means: "The last `seq` that the client has",
        schema: r#"{"type": "integer", "minimum": 0, "maximum": 9007199254740991}"#,
        example: "0",
    },
    Parameter {
        name: "wait_ms",
        means: "For how long to wait until there is something new, in milliseconds",
        schema: r#"{"type": "integer", "minimum": 0, "maximum": 25000, "default": 0}"#,
        example: "0",
    },
];

/// Query parameters of the list of programs.
pub(in crate::gateway) const PROGRAMS: &[Parameter] = &[
    Parameter {
        name: "game",
        means: "Only programs that play this game",
        schema: r#"{"type": "string"}"#,
        example: protocol::examples::GAME,
    },
    Parameter {
        name: "after",
        means: "Only programs after this id: `next` of the page before",
        schema: r#"{"type": "string", "format": "uuid"}"#,
        example: "00000000-0000-4000-8000-000000000000",
    },
    Parameter {
        name: "limit",
        means: "At most so many",
        schema: r#"{"type": "integer", "minimum": 1, "maximum": 100, "default": 100}"#,
        example: "100",
    },
];

/// Query parameters of a request for a program's seats.
pub(in crate::gateway) const GIVEN: &[Parameter] = &[
    Parameter {
        name: "after",
        means: "The number of the last seat that the program knows of",
        schema: r#"{"type": "integer", "minimum": 0, "maximum": 9007199254740991, "default": 0}"#,
        example: "0",
    },
    Parameter {
        name: "wait_ms",
        means: "For how long to wait for a seat, in milliseconds",
        schema: r#"{"type": "integer", "minimum": 0, "maximum": 25000, "default": 0}"#,
        example: "0",
    },
];

/// Query parameters of a replay.
pub(in crate::gateway) const REPLAY: &[Parameter] = &[
    Parameter {
        name: "view",
        means: "Whose view: `public`, or a seat's number",
        schema: r#"{"type": "string", "default": "public"}"#,
        example: "public",
    },
    Parameter {
        name: "from",
        means: "The entry of the log that the page begins with",
        schema: r#"{"type": "integer", "minimum": 0, "default": 0}"#,
        example: "0",
    },
];

/// One way in which the server closes a socket.
pub(super) struct Close {
    /// The close code.
    pub(super) code: u16,
    /// Meaning for people.
    pub(super) means: &'static str,
    /// Advice on coming back.
    pub(super) back: &'static str,
}

const fn by(code: u16, means: &'static str, back: &'static str) -> Close {
    Close { code, means, back }
}

/// Every close code.
pub(super) const CLOSES: [Close; 12] = [
    by(PROTOCOL_ERROR, "the frames were not WebSocket, or not UTF-8", "fix the client"),
    by(NOT_UTF8, "the frames were not WebSocket, or not UTF-8", "fix the client"),
    by(POLICY, "no `hello` first, or too late; or a message in too many frames", "fix the client"),
    by(TOO_BIG, "the message was too big", "fix the client"),
    by(close::INTERNAL, "something went wrong inside the server", "later"),
    by(close::RESTART, "the server stops or restarts", "after the hint"),
    by(close::TOKEN_UNKNOWN, "the token opens no seat", "no"),
    by(close::ROOM_UNKNOWN, "there is no such room", "no"),
    by(close::TOO_SLOW, "you read too slowly, or were silent", "yes"),
    by(close::REPLACED, "a newer connection has your seat", "no"),
    by(close::GALLERY_FULL, "the room takes no (more) spectators", "later"),
    by(close::TOO_FAST, "too many malformed messages, or unknown room codes", "after the hint"),
];
