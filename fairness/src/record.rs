//! The serde types of the publications about a match: its header, and once it is over its record.
//!
//! The types are here because server, engine and clients must hash the same bytes, so one type
//! writes them. This module must not know the options, commands or results of any game, and it
//! checks nothing: a text that is not a hash, or seats that do not fit a commitment, are for a
//! verifier to find.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::canonical::{self, CanonicalError};

/// The scheme, as headers and records name it.
pub const SCHEME: &str = "vd1";

/// The facts about a match that are fixed before its first entry; the beginning of the log chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Version of the header's form: 1.
    pub v: u32,
    /// The scheme: `vd1`.
    pub scheme: String,
    /// `<game id>/<rules version>`.
    pub rules: String,
    /// The id of the game.
    pub game: String,
    /// The UUID of the room, hyphenated, in lower case.
    pub room: String,
    /// The attempt that led to this match, from 0.
    pub attempt: u32,
    /// `C`, in hexadecimal.
    pub commitment: String,
    /// Digest of the catalogue the match is played with, in hexadecimal.
    pub data: String,
    /// The options of the match, as the game writes them.
    pub options: Value,
    /// All seats in their order.
    pub seats: Vec<HeaderSeat>,
}

/// One seat in a [`Header`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeaderSeat {
    /// The server's bot on the seat; absent if a person holds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<HeaderBot>,
    /// `K_i` in hexadecimal, absent if the seat brought no entropy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// `E_i` in hexadecimal, absent if the seat brought no entropy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy: Option<String>,
    /// The name as received from the player.
    pub name: String,
}

/// The server's bot on a seat, as far as its thoughts follow from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeaderBot {
    /// Its level.
    pub level: String,
    /// Digest of the mind that thinks for it, in hexadecimal; absent if none searches for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mind: Option<String>,
}

/// Everything about a match that is over, so that anyone can check how it was dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The scheme: `vd1`.
    pub scheme: String,
    /// The header, with which the log begins.
    pub header: Header,
    /// `S` of the attempt that led to this match, in hexadecimal.
    pub server_secret: String,
    /// The attempts that were given up before it, in their order.
    pub voided: Vec<Voided>,
    /// The log; the canonical text of each is what the chain hashes.
    pub entries: Vec<Value>,
    /// Every draw, in the order made.
    pub draws: Vec<Draw>,
    /// The head of the chain after the last entry, in hexadecimal.
    pub head: String,
    /// The outcome of the match, as the protocol writes it.
    pub result: Value,
}

/// An attempt that was given up because a committed seat did not reveal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Voided {
    /// Its number, from 0.
    pub attempt: u32,
    /// `C` of that attempt, in hexadecimal.
    pub commitment: String,
    /// The `S` it committed to, in hexadecimal.
    pub server_secret: String,
    /// Each seat's contribution up to then, in seat order.
    pub seats: Vec<VoidedSeat>,
    /// The seats that had committed themselves and did not reveal.
    pub missing: Vec<u8>,
}

/// One seat in a [`Voided`] attempt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VoidedSeat {
    /// `K_i` in hexadecimal, absent if the seat brought no entropy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// `E_i` in hexadecimal, absent if the seat did not reveal it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy: Option<String>,
}

/// One draw: derived from the key, not part of the chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Draw {
    /// A deck was shuffled.
    Shuffle {
        /// The entry that asked for it; 0 is the set-up.
        seq: u64,
        /// The label of its stream.
        label: String,
        /// The number of cards.
        n: u64,
        /// The card of the canonical order that lies at each position: the shuffled `0..n`.
        result: Vec<u64>,
    },
    /// A number was drawn, for example a die.
    Below {
        /// The entry that asked for it; 0 is the set-up.
        seq: u64,
        /// The label of its running stream.
        label: String,
        /// The number of possible results.
        m: u64,
        /// The number drawn, from 0 to `m` - 1.
        result: u64,
    },
}

impl Draw {
    /// Returns the entry that asked for the draw; 0 is the set-up.
    pub fn seq(&self) -> u64 {
        match self {
            Self::Shuffle { seq, .. } | Self::Below { seq, .. } => *seq,
        }
    }
}

impl Header {
    /// Returns the canonical text, whose bytes are stored and hashed.
    ///
    /// # Errors
    ///
    /// If the options hold something that canonical JSON does not admit.
    pub fn to_canonical(&self) -> Result<String, CanonicalError> {
        canonical::serialize(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn header(options: Value) -> Header {
        Header {
            v: 1,
            scheme: "vd1".to_owned(),
            rules: "g/1".to_owned(),
            game: "g".to_owned(),
            room: "r".to_owned(),
            attempt: 2,
            commitment: "c".to_owned(),
            data: "d".to_owned(),
            options,
            seats: vec![HeaderSeat { name: "Bo".to_owned(), ..HeaderSeat::default() }],
        }
    }

    #[test]
    fn absent_fields_are_left_out() {
        let text = header(json!({})).to_canonical().unwrap();
        assert_eq!(
            text,
            concat!(
                r#"{"attempt":2,"commitment":"c","data":"d","game":"g","options":{},"room":"r","#,
                r#""rules":"g/1","scheme":"vd1","seats":[{"name":"Bo"}],"v":1}"#
            )
        );
    }

    #[test]
    fn a_header_survives_the_round_trip() {
        let header = header(json!({"clock": 90, "edition": "revised"}));
        let text = header.to_canonical().unwrap();
        assert_eq!(serde_json::from_str::<Header>(&text).unwrap(), header);
    }

    #[test]
    fn options_outside_canonical_json_are_named() {
        let error = header(json!({"clock": [1, 0.5]})).to_canonical().unwrap_err();
        assert_eq!(error.path(), "/options/clock/1");
    }

    #[test]
    fn unknown_fields_are_refused() {
        // Dropping one silently would give another hash than the one its writer meant.
        let text = r#"{"name":"Bo","colour":"red"}"#;
        assert!(serde_json::from_str::<HeaderSeat>(text).is_err());
    }
}
