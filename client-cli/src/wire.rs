//! Reading server messages leniently, as version 1 asks of clients.
//!
//! Here, apart from the connection, because it is pure: a newer server may use codes and message
//! types that this client does not know, and neither may leave a command without its answer.

use protocol::{Open, ServerMessage};

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
        let read: Open<ServerMessage> =
            serde_json::from_str(&text).map_err(|error| error.to_string())?;
        Ok(Self { text, message: read.into_known() })
    }
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
        assert_eq!((code.word().as_str(), code.known()), ("code_of_tomorrow", None));
        assert_eq!(detail, "the round is over");
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        for text in ["", "[]", "{}", r#"{"type":"accepted","id":"x","seq":1}"#] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
