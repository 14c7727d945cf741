//! Packets of a link: a line of JSON, and after it the text that a client sent or is to be sent.

use bytes::Bytes;
use bytestring::ByteString;
use protocol::Code;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::framing;
use crate::room::{Precedence, Refusal};

/// Something that one server says to another about a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Packet {
    /// A session wants into a room.
    Open {
        /// The room's code.
        code: String,
        /// The hash of the seat's token; none to watch.
        token: Option<String>,
        /// The last entry that the client has.
        after: Option<u64>,
        /// `true` if only a seat's holder may learn whether there is a room.
        seats_only: bool,
        /// Its place in the order of coming; none if it comes now.
        came: Option<Precedence>,
    },
    /// It is in.
    Opened {
        /// Its place in the order of coming.
        came: Precedence,
        /// Number of entries that were read of the match to let it in.
        read: u32,
    },
    /// It is not let in.
    Refused(Denial),
    /// The room is not here any more, or something was lost on the way: find it again.
    Moved,
    /// Message `n` of the client, as a text.
    Said {
        /// Counts from 1.
        n: u64,
    },
    /// Message `n` of the room, as a text.
    Frame {
        /// Counts from 1, with the end.
        n: u64,
        /// `true` for an update.
        update: bool,
    },
    /// The room closes the connection; nothing comes after it.
    End {
        /// Counts with the messages.
        n: u64,
        /// The close code.
        close: u16,
    },
    /// All up to message `n` have come and been passed on.
    Got {
        /// The last of them.
        n: u64,
    },
    /// Message `n` was the last: has it come?
    Sync {
        /// The last that was sent.
        n: u64,
    },
    /// The session is over.
    Bye,
}

impl Packet {
    /// Checks whether nobody waits for an answer to it.
    pub(super) fn ends(&self) -> bool {
        matches!(self, Self::Moved | Self::Bye | Self::Refused(_))
    }
}

/// A refusal on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Denial {
    code: Code,
    detail: String,
    retry_after_ms: Option<u64>,
    rule: Option<String>,
}

impl From<Refusal> for Denial {
    fn from(refusal: Refusal) -> Self {
        let Refusal { code, detail, retry_after_ms, rule } = refusal;
        Self { code, detail, retry_after_ms, rule }
    }
}

impl From<Denial> for Refusal {
    fn from(denial: Denial) -> Self {
        let Denial { code, detail, retry_after_ms, rule } = denial;
        Self { code, detail, retry_after_ms, rule }
    }
}

/// A packet with its sender and its link.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Envelope {
    pub(super) from: Uuid,
    pub(super) link: Uuid,
    pub(super) packet: Packet,
}

impl Envelope {
    /// Returns a packet as it is sent.
    pub(super) fn write(from: Uuid, link: Uuid, packet: &Packet, text: &str) -> Bytes {
        #[derive(Serialize)]
        struct Written<'a> {
            from: Uuid,
            link: Uuid,
            packet: &'a Packet,
        }
        framing::write(&Written { from, link, packet }, text.as_bytes())
    }

    /// Reads a packet and its text; `None` if it is none.
    pub(super) fn read(bytes: &Bytes) -> Option<(Self, ByteString)> {
        let (envelope, text) = framing::read(bytes)?;
        Some((envelope, ByteString::try_from(text).ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_are_read_as_they_were_written() {
        let (from, link) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let open = Packet::Open {
            code: "K7P2XR".to_owned(),
            token: Some("00".to_owned()),
            after: Some(u64::MAX),
            seats_only: true,
            came: None,
        };
        let came = Precedence { claim: 7, connection: u64::MAX };
        let denial = Denial::from(Refusal::busy());
        assert_eq!(Refusal::from(denial.clone()), Refusal::busy());
        for (packet, text) in [
            (open, ""),
            (Packet::Opened { came, read: 20_000 }, ""),
            (Packet::Refused(denial), ""),
            (Packet::Frame { n: 3, update: true }, "{\"a\":\n\"ä\"}"),
            (Packet::Got { n: 3 }, "\n"),
        ] {
            let written = Envelope::write(from, link, &packet, text);
            let (read, read_text) = Envelope::read(&written).expect("a packet");
            assert_eq!(read, Envelope { from, link, packet });
            assert_eq!(read_text, text);
        }
        for bytes in ["", "{}\n", "\n", "{\"from\":1}\nx"] {
            assert_eq!(Envelope::read(&Bytes::from(bytes)), None, "{bytes}");
        }
    }
}
