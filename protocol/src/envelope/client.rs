//! The messages of a client, and how its frames are read.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::lesson::LessonGo;
use crate::rejection::Code;
use crate::scan::{self, ScanError};

/// Everything a client may send.
#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message: takes a seat, or watches.
    Hello {
        /// The seat's token; a client without one watches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// The last `seq` that the client has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u64>,
    },
    /// In the lobby: this seat is ready.
    Ready {
        /// The client's id of this message; with one it is answered by `accepted` or `rejected`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<Uuid>,
        /// A commitment to this seat's entropy (64 hex digits).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(regex(pattern = r"^[0-9a-f]{64}$"))]
        commitment: Option<String>,
    },
    /// Opens the commitment while the room is sealing.
    Reveal {
        /// The client's id of this message; with one it is answered by `accepted` or `rejected`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<Uuid>,
        /// The seat's entropy (64 hex digits).
        #[schemars(regex(pattern = r"^[0-9a-f]{64}$"))]
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
    /// Takes entries back.
    Undo {
        /// The client's id of this message.
        id: Uuid,
        /// The `seq` to go back to.
        to: u64,
    },
    /// Gives up the match.
    Resign {
        /// The client's id of this message.
        id: Uuid,
    },
    /// Ends a match whose awaited opponent has been away for too long.
    Claim {
        /// The client's id of this message.
        id: Uuid,
        /// The outcome claimed.
        outcome: ClaimOutcome,
    },
    /// Asks to pause a timed match, or to go on.
    Pause {
        /// The client's id of this message.
        id: Uuid,
        /// `true` to pause, `false` to go on.
        want: bool,
    },
    /// Answers another seat's request; withdraws one's own.
    Consent {
        /// The client's id of this message.
        id: Uuid,
        /// The request.
        request: Uuid,
        /// Yes or no.
        agree: bool,
    },
    /// Asks what a mind would do.
    Hint {
        /// The client's id of this message.
        id: Uuid,
        /// The decision that it is about.
        decision: u64,
    },
    /// Asks what a command would change.
    Preview {
        /// The client's id of this message.
        id: Uuid,
        /// The decision that it would answer.
        decision: u64,
        /// The game's command.
        command: Value,
    },
    /// Goes through a lesson.
    Lesson {
        /// The client's id of this message.
        id: Uuid,
        /// The step that it is about.
        step: u32,
        /// The way.
        go: LessonGo,
    },
    /// Asks the others whether a guest may coach this seat; or ends that.
    Coach {
        /// The client's id of this message.
        id: Uuid,
        /// `true` to ask, `false` to end it.
        want: bool,
    },
    /// A coach points at things of the table, for the pupil alone.
    Point {
        /// The things, by the view's own identifiers: at most 8 of at most 64 characters; none points at
        /// nothing any more.
        #[schemars(
            length(max = 8),
            inner(length(max = 64), regex(pattern = r"^[A-Za-z0-9_.:-]*$"))
        )]
        at: Vec<String>,
        /// A line beside it, at most 500 characters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 500))]
        text: Option<String>,
    },
    /// A line of chat.
    Chat {
        /// The line, at most 500 characters.
        #[schemars(length(max = 500))]
        text: String,
    },
    /// Asks for a `pong`.
    Ping {
        /// Comes back unchanged.
        nonce: u64,
    },
}

/// The `type` of every client message, to distinguish an unknown type from a malformed message.
const CLIENT_TYPES: [&str; 16] = [
    "hello", "ready", "reveal", "command", "undo", "resign", "claim", "pause", "consent", "hint",
    "preview", "lesson", "coach", "point", "chat", "ping",
];

/// The reason why a frame is not a client message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// [`Code::Malformed`] or [`Code::UnknownType`].
    pub code: Code,
    /// The fault, for people.
    pub detail: String,
    /// The message that it is, as far as it could be read.
    pub re: Option<Re>,
}

impl Malformed {
    /// Creates a fault of a message that is `re`, as far as it could be read.
    fn new(code: Code, detail: String, re: Option<Re>) -> Self {
        Self { code, detail, re }
    }
}

impl From<ScanError> for Malformed {
    fn from(error: ScanError) -> Self {
        Self::new(Code::Malformed, error.to_string(), None)
    }
}

/// Longest `type` that an answer repeats, in bytes; a longer one is left out.
pub const RE_TYPE_BYTES: usize = 32;

/// The message of the client that an `error` answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Re {
    /// Its `type`.
    #[serde(rename = "type")]
    #[schemars(length(max = 32))]
    pub kind: String,
    /// Its id, where it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Uuid>,
}

impl Re {
    /// Reads type and id of a frame that is no message; `None` without a type that can be repeated.
    fn of(frame: &Value) -> Option<Self> {
        let kind = frame.get("type")?.as_str().filter(|kind| kind.len() <= RE_TYPE_BYTES)?;
        let id = frame.get("id").and_then(Value::as_str).and_then(|id| Uuid::try_parse(id).ok());
        Some(Self { kind: kind.to_owned(), id })
    }
}

impl ClientMessage {
    /// Reads one text frame: first the scanner over the whole frame, then the strict envelope.
    ///
    /// ```
    /// use protocol::{ClientMessage, Code};
    ///
    /// let message = ClientMessage::parse(r#"{"type": "ping", "nonce": 7}"#);
    /// assert_eq!(message, Ok(ClientMessage::Ping { nonce: 7 }));
    ///
    /// // A key twice, a field too many, a type that does not exist: each is refused with a code.
    /// for (frame, code) in [
    ///     (r#"{"type": "ping", "nonce": 7, "nonce": 8}"#, Code::Malformed),
    ///     (r#"{"type": "ping", "nonce": 7, "urgent": true}"#, Code::Malformed),
    ///     (r#"{"type": "shout", "text": "hello"}"#, Code::UnknownType),
    /// ] {
    ///     assert_eq!(ClientMessage::parse(frame).map_err(|why| why.code), Err(code));
    /// }
    /// ```
    pub fn parse(frame: &str) -> Result<Self, Malformed> {
        scan::check(frame)?;
        if let Some(command) = WrittenCommand::read(frame) {
            return Ok(command);
        }
        let malformed =
            |error: serde_json::Error, re| Malformed::new(Code::Malformed, error.to_string(), re);
        let value: Value = serde_json::from_str(frame).map_err(|error| malformed(error, None))?;
        let re = Re::of(&value);
        // Looked up first: serde reports an unknown tag and a wrong field by the same kind of error.
        match value.get("type") {
            Some(Value::String(name)) if CLIENT_TYPES.contains(&name.as_str()) => {}
            Some(Value::String(_)) => {
                let detail = format!("known types are {}", CLIENT_TYPES.join(", "));
                return Err(Malformed::new(Code::UnknownType, detail, re));
            }
            _ => {
                let detail = "a message is an object with a string `type`".to_owned();
                return Err(Malformed::new(Code::Malformed, detail, re));
            }
        }
        serde_json::from_value(value).map_err(|error| malformed(error, re))
    }

    /// Returns the message's `type` on the wire.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Hello { .. } => "hello",
            Self::Ready { .. } => "ready",
            Self::Reveal { .. } => "reveal",
            Self::Command { .. } => "command",
            Self::Undo { .. } => "undo",
            Self::Resign { .. } => "resign",
            Self::Claim { .. } => "claim",
            Self::Pause { .. } => "pause",
            Self::Consent { .. } => "consent",
            Self::Hint { .. } => "hint",
            Self::Preview { .. } => "preview",
            Self::Lesson { .. } => "lesson",
            Self::Coach { .. } => "coach",
            Self::Point { .. } => "point",
            Self::Chat { .. } => "chat",
            Self::Ping { .. } => "ping",
        }
    }

    /// Returns what an `error` that answers the message says of it.
    pub fn re(&self) -> Re {
        Re { kind: self.kind().to_owned(), id: self.id() }
    }

    /// Returns the id that the client gave the message; `None` for one without.
    ///
    /// `accepted`, `rejected`, `hint` and `preview` carry the id of the message that they answer.
    pub const fn id(&self) -> Option<Uuid> {
        match self {
            Self::Command { id, .. }
            | Self::Undo { id, .. }
            | Self::Resign { id }
            | Self::Claim { id, .. }
            | Self::Pause { id, .. }
            | Self::Consent { id, .. }
            | Self::Hint { id, .. }
            | Self::Preview { id, .. }
            | Self::Lesson { id, .. }
            | Self::Coach { id, .. } => Some(*id),
            Self::Ready { id, .. } | Self::Reveal { id, .. } => *id,
            Self::Hello { .. } | Self::Point { .. } | Self::Chat { .. } | Self::Ping { .. } => None,
        }
    }
}

/// A command as it is written. Serde reads a variant by way of two trees, as its tag may come last;
/// nearly all messages are commands, and take one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenCommand<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    id: Uuid,
    decision: u64,
    command: Value,
}

impl WrittenCommand<'_> {
    /// Reads a frame that was scanned; `None` if it is something else than a well-formed command.
    fn read(frame: &str) -> Option<ClientMessage> {
        // Serde takes a list of the fields as well.
        if !frame.trim_start().starts_with('{') {
            return None;
        }
        let written: WrittenCommand<'_> = serde_json::from_str(frame).ok()?;
        let WrittenCommand { kind, id, decision, command } = written;
        (kind == "command").then_some(ClientMessage::Command { id, decision, command })
    }
}

/// The outcome that a claimant asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimOutcome {
    /// The claimant wins.
    Win,
    /// Nobody wins.
    Abandoned,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples;

    #[test]
    fn the_type_is_that_of_the_wire() {
        let mut types = Vec::new();
        for message in examples::client_messages() {
            let wire = serde_json::to_value(&message).expect("serialisable");
            assert_eq!(wire["type"], message.kind());
            types.push(message.kind());
        }
        assert_eq!(types, CLIENT_TYPES);
    }

    #[test]
    fn what_is_no_message_is_named_as_far_as_it_can_be_read() {
        let id = "5e0c1b5e-6d6f-4b0e-9f5c-0c8f1c1d2e3f";
        let re = |frame: Value| ClientMessage::parse(&frame.to_string()).unwrap_err().re;
        let known = re(serde_json::json!({"type": "command", "id": id})).unwrap();
        assert_eq!((known.kind.as_str(), known.id), ("command", Uuid::try_parse(id).ok()));
        let unknown = re(serde_json::json!({"type": "shout", "id": 7})).unwrap();
        assert_eq!((unknown.kind.as_str(), unknown.id), ("shout", None));
        let longest = "x".repeat(RE_TYPE_BYTES);
        assert_eq!(
            re(serde_json::json!({"type": longest})).map(|re| re.kind),
            Some(longest.clone())
        );
        assert_eq!(re(serde_json::json!({"type": longest + "x"})), None);
        assert_eq!(re(serde_json::json!({"id": id})), None);
        assert_eq!(ClientMessage::parse("{").unwrap_err().re, None);
    }

    #[test]
    fn a_command_is_read_as_any_other_message() {
        let id = "00000000-0000-4000-8000-000000000001";
        let part = r#""decision":7,"command":{"type":"say","n":[1,{"a":null}]}"#;
        let tagged = format!(r#"{{"type":"command","id":"{id}",{part}}}"#);
        for frame in
            [tagged.clone(), format!(" {{\"id\":\"{id}\",{part},\n\"type\":\"\\u0063ommand\"}} ")]
        {
            let read = serde_json::from_str(&frame).expect("a message");
            assert_eq!(ClientMessage::parse(&frame), Ok(read), "{frame}");
        }
        for wrong in [
            format!(r#"["command","{id}",7,{{}}]"#),
            format!(r#"{{"type":{{"command":null}},"id":"{id}",{part}}}"#),
            tagged.replace("}]}}", "}]},\"x\":1}"),
            tagged.replace('7', "-7"),
            tagged.replace('7', "null"),
            tagged.replace(id, "1"),
            format!(r#"{{"type":"command","id":"{id}","decision":7}}"#),
        ] {
            let code = ClientMessage::parse(&wrong).map_err(|malformed| malformed.code);
            assert_eq!(code, Err(Code::Malformed), "{wrong}");
        }
        let preview = tagged.replace("\"command\",", "\"preview\",");
        assert_eq!(ClientMessage::parse(&preview).map(|read| read.kind()), Ok("preview"));
    }

    #[test]
    fn the_id_is_that_of_the_wire() {
        for message in examples::client_messages() {
            let wire = serde_json::to_value(&message).expect("serialisable");
            let id = message.id().map(|id| id.to_string());
            assert_eq!(id.as_deref(), wire.get("id").and_then(Value::as_str), "{wire}");
        }
    }
}
