//! The contents of a log, the data that a match begins with, and the errors of a replay.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash as _, Hasher};

use fairness::canonical::CanonicalError;
use fairness::record::HeaderBot;
use fairness::vd1::{MatchKey, SeatEntropy};
use fairness::{Hash, canonical};
use protocol::Rejection;
pub use protocol::archive::{RecordEntry as Entry, RecordInput as Input};
use rustc_hash::FxHasher;
use serde::Deserialize;
use serde_json::{Map, Value};
use uuid::Uuid;

/// Hashes what a seat requested under its id: a repeated id must repeat the request. The list of
/// those who agreed is not part of the request.
///
/// The hash is for comparing within one process, and no cryptographic one: who finds two requests
/// with one hash deceives itself, for it gets the answer to its own first request again.
pub fn request_hash(input: &Input) -> u64 {
    let mut hasher = FxHasher::default();
    if let Input::Undo { seat, id, to, agreed: _ } = input {
        ("undo", seat, id, to).hash(&mut hasher);
    } else if let Input::Pause { seat, id, agreed: _ } = input {
        ("pause", seat, id).hash(&mut hasher);
    } else {
        input.hash(&mut hasher);
    }
    hasher.finish()
}

/// Writes the entry `seq` of match time `at` as a log holds it: canonical JSON.
pub(super) fn written(at: u64, input: &Input, seq: u64) -> Result<String, CanonicalError> {
    // The keys of each object in their order, as canonical form has them.
    let input = if let Input::Command { seat, id, command } = input {
        // Nearly all entries are commands: no value is built of what is one already.
        let command = canonical::to_string(command).map_err(|error| error.inside("command"))?;
        let (mut id_text, seat) = (Uuid::encode_buffer(), seat.to_string());
        let id = id.hyphenated().encode_lower(&mut id_text);
        [r#"{"command":"#, &command, r#","id":""#, id, r#"","seat":"#, &seat, COMMAND_END].concat()
    } else {
        canonical::serialize(input)?
    };
    let [at, seq] = [canonical::serialize(&at)?, canonical::serialize(&seq)?];
    Ok([r#"{"at":"#, &at, r#","input":"#, &input, r#","seq":"#, &seq, "}"].concat())
}

/// The end of a command in canonical form.
const COMMAND_END: &str = r#","type":"command"}"#;

/// An entry that is a command, as a log has it. Serde reads a variant by way of two trees, as its tag may
/// come last; nearly all entries are commands, and take one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandEntry<'a> {
    at: u64,
    #[serde(borrow)]
    input: CommandInput<'a>,
    seq: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandInput<'a> {
    command: Value,
    id: Uuid,
    seat: u8,
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
}

/// Reads an entry of a log. Whether the text is canonical is not looked at.
pub(super) fn read(text: &str) -> Result<Entry, serde_json::Error> {
    if let Ok(CommandEntry { at, input, seq }) = serde_json::from_str(text) {
        let CommandInput { command, id, seat, kind } = input;
        if kind == "command" {
            return Ok(Entry { at, input: Input::Command { seat, id, command }, seq });
        }
    }
    serde_json::from_str(text)
}

/// The data that a match begins with.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// The room's id.
    pub room: Uuid,
    /// The attempt of the deal.
    pub attempt: u32,
    /// The server's secret of that attempt.
    pub secret: [u8; 32],
    /// The server's commitment to it.
    pub commitment: Hash,
    /// The resolved options.
    pub options: Map<String, Value>,
    /// Each seat's name and entropy.
    pub seats: Vec<(String, SeatEntropy)>,
    /// The server's bots, by seat.
    pub bots: BTreeMap<u8, HeaderBot>,
    /// Its parting from another match, whose entries it begins with; `None` if it was dealt.
    pub fork: Option<Fork>,
}

impl Beginning {
    /// Returns the key of the match.
    pub fn key(&self) -> MatchKey {
        let seats: Vec<SeatEntropy> = self.seats.iter().map(|(_, brought)| *brought).collect();
        MatchKey::derive(&self.secret, &self.commitment, &seats)
    }

    /// Returns the fork by which a match goes on from this one's entry `seq`.
    pub fn fork_at(&self, seq: u64) -> Fork {
        let own = KnownDeal {
            secret: self.secret,
            commitment: self.commitment,
            seats: self.seats.iter().map(|(_, brought)| *brought).collect(),
        };
        let (mut deals, mut last) = (Vec::new(), own);
        // Of a match that is a fork itself, what it was dealt with up to that entry.
        for (at, deal) in self.fork.iter().flat_map(|fork| &fork.deals) {
            if *at >= seq {
                last = deal.clone();
                break;
            }
            deals.push((*at, deal.clone()));
        }
        deals.push((seq, last));
        Fork { room: self.room, deals, rehearsed: false }
    }
}

/// A match's parting from another one: it begins with that one's entries, and from there on chance is
/// its own. Nobody can prove how it was dealt, for the other one's secrets are known.
#[derive(Clone, Debug)]
pub struct Fork {
    /// The other match's room.
    pub room: Uuid,
    /// The deals of the entries that it begins with: each with the last entry made with it, ascending.
    pub deals: Vec<(u64, KnownDeal)>,
    /// `true` if whatever was done in it can be gone back to.
    pub rehearsed: bool,
}

impl Fork {
    /// Builds the parting of a match that begins with nobody's entries and is dealt with a secret that
    /// everybody may know. Whatever was done in it can be gone back to.
    pub fn rehearsal() -> Self {
        Self { rehearsed: true, ..Self::known() }
    }

    /// Builds the parting of a match that begins with nobody's entries and is dealt with a secret that
    /// everybody may know, and is played like any other.
    pub fn known() -> Self {
        Self { room: Uuid::nil(), deals: Vec::new(), rehearsed: false }
    }

    /// Returns the last entry that both matches have.
    pub fn seq(&self) -> u64 {
        self.deals.last().map_or(0, |(seq, _)| *seq)
    }
}

/// The secrets that a match which is over was dealt with.
#[derive(Clone)]
pub struct KnownDeal {
    /// The server's secret.
    pub secret: [u8; 32],
    /// The server's commitment to it.
    pub commitment: Hash,
    /// Each seat's entropy.
    pub seats: Vec<SeatEntropy>,
}

impl KnownDeal {
    /// Returns the key that it makes.
    pub fn key(&self) -> MatchKey {
        MatchKey::derive(&self.secret, &self.commitment, &self.seats)
    }
}

impl fmt::Debug for KnownDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KnownDeal(secret)")
    }
}

/// The reason why a stored log is not a match.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The set-up was refused.
    #[error("the set-up was refused: {0}")]
    SetUp(Rejection),
    /// Row 0 is not the header of this match.
    #[error("row 0 is not the header of this match")]
    Header,
    /// An entry cannot be read.
    #[error("entry {seq} cannot be read: {reason}")]
    Unreadable {
        /// Its number.
        seq: u64,
        /// The reason.
        reason: String,
    },
    /// An entry's number does not follow.
    #[error("entry {found} stands where entry {expected} should")]
    Gap {
        /// The expected number.
        expected: u64,
        /// The number found.
        found: u64,
    },
    /// The rules refuse an entry.
    #[error("entry {seq} was refused: {rejection}")]
    Refused {
        /// Its number.
        seq: u64,
        /// The refusal.
        rejection: Rejection,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::envelope::ClaimOutcome;
    use serde_json::json;

    #[test]
    fn what_is_written_is_canonical_and_read_as_serde_does() {
        let (seat, id) = (1, Uuid::from_u128(0xabc));
        let command = json!({"type": "say", "n": [1, {"b": "\"é", "a": true}], "command": {}});
        for input in [
            Input::Command { seat, id, command },
            Input::Command { seat, id, command: json!([]) },
            Input::Deadline {},
            Input::Claim { seat, id, outcome: ClaimOutcome::Win },
            Input::Pause { seat: Some(seat), id: Some(id), agreed: vec![0] },
            Input::Undo { seat, id, to: 3, agreed: Vec::new() },
        ] {
            let entry = Entry { at: 5, input, seq: 8 };
            let text = written(entry.at, &entry.input, entry.seq).expect("canonical JSON");
            assert_eq!(text, canonical::serialize(&entry).expect("canonical JSON"));
            assert_eq!(read(&text).expect("an entry"), entry);
        }
    }

    #[test]
    fn an_entry_that_is_none_is_refused() {
        let id = Uuid::nil();
        for wrong in [
            format!(r#"{{"at":0,"input":{{"command":1,"id":"{id}","seat":0}},"seq":1}}"#),
            format!(
                r#"{{"at":0,"input":{{"command":1,"id":"{id}","seat":0,"type":"resign"}},"seq":1}}"#
            ),
            format!(
                r#"{{"at":0,"input":{{"command":1,"id":"{id}","seat":256,"type":"command"}},"seq":1}}"#
            ),
        ] {
            assert!(read(&wrong).is_err(), "{wrong}");
        }
    }
}
