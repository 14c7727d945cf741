//! Reading server messages leniently, as version 1 asks of clients.
//!
//! Here, apart from the connection, because it is pure: a newer server may use codes and message
//! types that this client does not know, and neither may leave a command without its answer.

use protocol::{Code, ServerMessage};
use serde_json::Value;

/// A server message: its text, and what this client understood of it.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The message as it came.
    pub text: String,
    /// `None` for a type that this client does not know.
    pub message: Option<ServerMessage>,
}

impl Frame {
    /// Reads a message. `Err` explains a message that is invalid although its type is known.
    pub fn read(text: String) -> Result<Self, String> {
        let error = match serde_json::from_str(&text) {
            Ok(message) => return Ok(Self { text, message: Some(message) }),
            Err(error) => error.to_string(),
        };
        let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let Some(kind) = value.get("type").and_then(Value::as_str) else {
            return Err("a message without a type".to_owned());
        };
        if !KNOWN.contains(&kind) {
            return Ok(Self { text, message: None });
        }
        match with_known_code(value) {
            Some(message) => Ok(Self { text, message: Some(message) }),
            None => Err(error),
        }
    }
}

/// The types of version 1 as this client knows them.
const KNOWN: [&str; 9] =
    ["welcome", "room", "update", "accepted", "rejected", "chat", "pong", "error", "closing"];

/// Reads a refusal whose code is newer than this client: the code goes into the text.
fn with_known_code(mut value: Value) -> Option<ServerMessage> {
    let code = value.get("code")?.as_str()?.to_owned();
    let detail = value.get("detail")?.as_str()?.to_owned();
    let stand_in = if value.get("type")? == "rejected" { Code::Illegal } else { Code::Internal };
    value["code"] = serde_json::to_value(stand_in).ok()?;
    value["detail"] = Value::String(format!("{detail} ({code})"));
    serde_json::from_value(value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Frame, String> {
        Frame::read(text.to_owned())
    }

    #[test]
    fn unknown_types_and_fields_are_ignored() {
        assert!(read(r#"{"type":"fireworks","n":1}"#).unwrap().message.is_none());
        let frame = read(r#"{"type":"pong","nonce":3,"more":[1]}"#).unwrap();
        assert_eq!(frame.message, Some(ServerMessage::Pong { nonce: 3 }));
    }

    #[test]
    fn a_refusal_with_a_newer_code_is_still_an_answer() {
        let text = r#"{"type":"rejected","id":"5e0c0000-0000-4000-8000-000000000001",
            "code":"code_of_tomorrow","detail":"the round is over"}"#;
        let message = read(text).unwrap().message;
        let Some(ServerMessage::Rejected { code, detail, .. }) = message else {
            panic!("{message:?}")
        };
        assert_eq!(code, Code::Illegal);
        assert_eq!(detail, "the round is over (code_of_tomorrow)");
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        for text in ["", "[]", "{}", r#"{"type":"accepted","id":"x","seq":1}"#] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
