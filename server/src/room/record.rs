//! The room record: everything about a room that is not in its match log, as it is stored.
//!
//! Serialised as JSON with a revision beside it, and durable before a change is answered. It holds
//! the server's secret of the deal, so it has no road to the wire but [`RoomRecord::object`].

use std::hash::{Hash as _, Hasher};

use engine::matches::Beginning;
use fairness::record::{HeaderBot, Voided, VoidedSeat};
use fairness::vd1::{SeatEntropy, server_commitment};
use fairness::{Hash, hex};
use protocol::room::{
    Entropy, Fairness, Hints, Room, RoomState, Seat, SeatFairness, SeatKind, Spectators,
    VoidedAttempt,
};
use protocol::{Outcome, You};
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::options::RoomOptions;
use super::randomness::Randomness;
use super::seat_record::{SeatRecord, is_default};
use super::token::TokenHash;
use super::unproven::StoredUnproven;
use crate::log::StoredRoom;
use crate::time::wall_ms;

/// The version of the record's form.
pub(crate) const RECORD_VERSION: u32 = 1;

/// The most seats that a match can have.
const SEATS_MAX: usize = 8;

/// A room as it is stored.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoomRecord {
    /// [`RECORD_VERSION`].
    pub(crate) v: u32,
    pub(crate) id: Uuid,
    pub(crate) code: String,
    pub(crate) game: String,
    pub(crate) rules_version: u32,
    pub(crate) options: RoomOptions,
    pub(crate) seats: Box<[SeatRecord]>,
    pub(crate) spectators: Spectators,
    pub(crate) listed: bool,
    pub(crate) absence_ms: u64,
    pub(crate) state: RoomState,
    pub(crate) attempt: DealAttempt,
    /// Digest of the component data, in hexadecimal.
    pub(crate) data: String,
    /// Time of creation, by the wall clock.
    pub(crate) created_ms: u64,
    /// Time of the last activity, by the wall clock and roughly.
    pub(crate) active_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) outcome: Option<Outcome>,
    /// The code of the room that continues this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rematch: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) entropy: Entropy,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) hints: Hints,
    /// The reason why the match is not provably dealt; absent where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) unproven: Option<StoredUnproven>,
    /// `true` on a server for authors.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) dev: bool,
    /// Attempts given up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) voided: Vec<Voided>,
}

/// One attempt at a deal.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DealAttempt {
    pub(crate) number: u32,
    /// S, in hexadecimal. It never leaves before the match is over or the attempt void.
    pub(crate) secret: String,
    /// C, in hexadecimal.
    pub(crate) commitment: String,
}

/// Commitment of a lesson's deal, which is known beforehand and promised to nobody.
pub(crate) const NO_PROMISE: Hash = [0; 32];

impl DealAttempt {
    /// Deals as a lesson says.
    pub(crate) fn fixed(secret: &[u8; 32]) -> Self {
        Self { number: 0, secret: hex::encode(secret), commitment: hex::encode(&NO_PROMISE) }
    }

    /// Draws a new secret, and commits to it.
    pub(crate) fn new(room: Uuid, rules: &str, number: u32, random: &Randomness) -> Self {
        let secret = random.bytes_32();
        let commitment = server_commitment(room.as_bytes(), rules, number, &secret);
        Self { number, secret: hex::encode(&secret), commitment: hex::encode(&commitment) }
    }
}

impl RoomRecord {
    /// Parses a stored record; or returns the reason why this server cannot read it.
    pub(crate) fn read(stored: &StoredRoom) -> Result<Self, String> {
        let record: Self =
            serde_json::from_str(&stored.record).map_err(|error| format!("the record: {error}"))?;
        if record.v != RECORD_VERSION {
            return Err(format!("the record has version {}", record.v));
        }
        if record.seats.is_empty() || record.seats.len() > SEATS_MAX || record.id != stored.id {
            return Err("the record does not fit its room".to_owned());
        }
        Ok(record)
    }

    /// Creates a new room in its lobby, still without a code.
    pub(crate) fn new(terms: Terms, seats: Vec<SeatRecord>, random: &Randomness) -> Self {
        let Terms {
            game,
            rules_version,
            options,
            spectators,
            listed,
            absence_ms,
            entropy,
            hints,
            data,
        } = terms;
        let id = random.uuid();
        let now = wall_ms();
        let attempt = DealAttempt::new(id, &format!("{game}/{rules_version}"), 0, random);
        Self {
            v: RECORD_VERSION,
            id,
            code: String::new(),
            game,
            rules_version,
            options: options.into(),
            seats: seats.into(),
            spectators,
            listed,
            absence_ms,
            state: RoomState::Lobby,
            attempt,
            data: hex::encode(&data),
            created_ms: now,
            active_ms: now,
            outcome: None,
            rematch: None,
            entropy,
            hints,
            unproven: None,
            dev: false,
            voided: Vec::new(),
        }
    }

    /// Serialises the record as a row of the store, at a revision.
    pub(crate) fn stored(&self, revision: u64) -> StoredRoom {
        StoredRoom {
            id: self.id,
            code: self.code.clone(),
            revision,
            // Records are plain structs with string keys, for which serialisation cannot fail.
            record: serde_json::to_string(self).unwrap_or_default(),
        }
    }

    /// Returns game id and rules version, as the deal names them.
    pub(crate) fn rules(&self) -> String {
        format!("{}/{}", self.game, self.rules_version)
    }

    /// Returns the digest of the component data.
    pub(crate) fn digest(&self) -> Option<Hash> {
        hex::decode_32(&self.data)
    }

    /// Returns what the match begins with; `None` if the record was damaged.
    pub(crate) fn beginning(&self) -> Option<Beginning> {
        // Absent is nothing; a damaged text is not.
        let bytes = |text: &Option<String>| {
            text.as_deref().map(|text| hex::decode_32(text).ok_or(())).transpose().ok()
        };
        let seat = |seat: &SeatRecord| {
            let brought = SeatEntropy {
                commitment: bytes(&seat.commitment)?,
                entropy: bytes(&seat.entropy)?,
            };
            Some((seat.name.clone().unwrap_or_default(), brought))
        };
        let named = (0..).zip(&self.seats);
        let named = named
            .filter_map(|(number, seat)| Some((number, HeaderBot::clone(seat.named.as_deref()?))));
        Some(Beginning {
            room: self.id,
            attempt: self.attempt.number,
            secret: hex::decode_32(&self.attempt.secret)?,
            commitment: hex::decode_32(&self.attempt.commitment)?,
            options: self.options.by_name(),
            seats: self.seats.iter().map(seat).collect::<Option<_>>()?,
            bots: named.collect(),
            fork: match &self.unproven {
                Some(unproven) => Some(unproven.fork(self.seats.len())?),
                None => None,
            },
        })
    }

    /// Returns the seat that this token opens.
    pub(crate) fn seat_of(&self, token: TokenHash) -> Option<u8> {
        let hash = token.to_hex();
        let seat = self.seats.iter().position(|seat| seat.token.as_ref() == Some(&hash))?;
        u8::try_from(seat).ok()
    }

    /// Returns the lowest seat held by a person.
    pub(crate) fn host(&self) -> Option<u8> {
        let held =
            |seat: &SeatRecord| seat.name.is_some() && seat.kind == SeatKind::Person && !seat.given;
        u8::try_from(self.seats.iter().position(held)?).ok()
    }

    /// Checks whether all seats are taken and ready.
    pub(crate) fn all_ready(&self) -> bool {
        self.seats.iter().all(|seat| seat.name.is_some() && seat.ready)
    }

    /// Checks whether the match is over.
    pub(crate) fn ended(&self) -> bool {
        matches!(self.state, RoomState::Finished | RoomState::Abandoned)
    }

    /// Returns the name under which someone speaks.
    pub(crate) fn speaker(&self, you: You) -> String {
        match you {
            You::Seat(seat) => {
                let seat = self.seats.get(usize::from(seat));
                seat.and_then(|seat| seat.name.clone()).unwrap_or_default()
            }
            You::Spectator(_) => "Spectator".to_owned(),
            You::Coach(_) => "Coach".to_owned(),
        }
    }

    /// Builds the room object, as everybody in it may see it.
    pub(crate) fn object(&self, connected: impl Fn(u8) -> bool, spectators: u32) -> Room {
        let seat = |(number, seat): (u8, &SeatRecord)| Seat {
            seat: number,
            name: seat.name.clone(),
            kind: seat.shown_kind().into(),
            program: seat.program.clone(),
            level: (seat.kind == SeatKind::Bot).then(|| seat.level.unwrap_or_default().into()),
            ready: seat.ready,
            // The server's own bots are never away.
            connected: seat.kind == SeatKind::Bot || connected(number),
            hints: seat.hints,
            coach: None,
            bot_from: seat.bot_from,
        };
        Room {
            id: self.id,
            code: self.code.clone(),
            game: self.game.clone(),
            options: self.options.by_name(),
            state: self.state,
            host: self.host(),
            seats: (0..).zip(&self.seats).map(seat).collect(),
            spectators,
            may_watch: self.spectators == Spectators::Open,
            awaiting: Vec::new(),
            winners: self.outcome.as_ref().map(|outcome| outcome.winners.clone()),
            requests: Vec::new(),
            fairness: Fairness {
                scheme: "vd1".to_owned(),
                rules: self.rules(),
                attempt: self.attempt.number,
                commitment: match self.unproven {
                    // It would be opened to nobody.
                    Some(_) => String::new(),
                    None => self.attempt.commitment.clone(),
                },
                seats: self.brought(),
                reveal_by_ms: None,
                voided: self.voided.iter().map(voided).collect(),
                data: self.data.clone(),
            },
            listed: self.listed,
            absence_ms: self.absence_ms,
            rematch: self.rematch.clone(),
            entropy: self.entropy,
            hints: self.hints,
            unproven: self.unproven.as_ref().map(|unproven| unproven.shown().into()),
            dev: self.dev,
        }
    }
}

/// Translates an attempt given up to the wire.
fn voided(attempt: &Voided) -> VoidedAttempt {
    let seat = |seat: &VoidedSeat| SeatFairness {
        commitment: seat.commitment.clone(),
        entropy: seat.entropy.clone(),
    };
    VoidedAttempt {
        attempt: attempt.attempt,
        commitment: attempt.commitment.clone(),
        server_secret: attempt.server_secret.clone(),
        seats: attempt.seats.iter().map(seat).collect(),
        missing: attempt.missing.clone(),
    }
}

impl StoredRoom {
    /// Returns a fingerprint of the record, by which a room tells whether the store has it as it is: no
    /// cryptographic one, because the room compares it with its own.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.record.hash(&mut hasher);
        hasher.finish()
    }
}

/// Terms that a room is created with, checked.
#[derive(Clone)]
pub(crate) struct Terms {
    pub(crate) game: String,
    pub(crate) rules_version: u32,
    pub(crate) options: Map<String, Value>,
    pub(crate) spectators: Spectators,
    pub(crate) listed: bool,
    pub(crate) absence_ms: u64,
    pub(crate) entropy: Entropy,
    pub(crate) hints: Hints,
    pub(crate) data: Hash,
}

impl Terms {
    /// Returns the terms of a room that continues `record`, with the data of now.
    pub(crate) fn again(record: &RoomRecord, rules_version: u32, data: Hash) -> Self {
        Self {
            game: record.game.clone(),
            rules_version,
            options: record.options.by_name(),
            spectators: record.spectators,
            listed: record.listed,
            absence_ms: record.absence_ms,
            entropy: record.entropy,
            hints: record.hints,
            data,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> RoomRecord {
        let terms = Terms {
            game: "g".to_owned(),
            rules_version: 3,
            options: Map::new(),
            spectators: Spectators::Open,
            listed: false,
            absence_ms: 1,
            entropy: Entropy::Optional,
            hints: Hints::Alone,
            data: [7; 32],
        };
        let ada = SeatRecord::held("Ada".to_owned(), Some(TokenHash::of("t")));
        RoomRecord::new(terms, vec![SeatRecord::free(), ada], &Randomness::os())
    }

    #[test]
    fn a_record_survives_the_round_trip() {
        let text = serde_json::to_string(&record()).unwrap();
        let again: RoomRecord = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&again).unwrap(), text);
        assert_eq!(again.seat_of(TokenHash::of("t")), Some(1));
        assert_eq!(again.seat_of(TokenHash::of("u")), None);
        assert_eq!(again.host(), Some(1));
    }

    /// A room as it was stored before seats could bring entropy.
    const OLD: &str = concat!(
        r#"{"v":1,"id":"c66bfc55-b3bd-487f-97c4-9aac64f10523","code":"K7P2XR","game":"g","#,
        r#""rules_version":3,"options":{"edition":"first"},"seats":[{"name":"Ada","#,
        r#""kind":"person","token":"00","ready":true},{"kind":"person","ready":false}],"#,
        r#""spectators":"open","listed":true,"absence_ms":300000,"state":"lobby","#,
        r#""attempt":{"number":0,"secret":"aa","commitment":"bb"},"data":"cc","#,
        r#""created_ms":1,"active_ms":2}"#,
    );

    #[test]
    fn a_room_stored_before_entropy_is_read_and_written_as_it_stands() {
        let record: RoomRecord = serde_json::from_str(OLD).unwrap();
        assert_eq!(serde_json::to_string(&record).unwrap(), OLD);
        assert_eq!(record.entropy, Entropy::Optional);
        assert!(record.seats.iter().all(|seat| seat.commitment.is_none()));
    }

    #[test]
    fn the_commitment_is_that_of_the_secret() {
        let beginning = record().beginning().unwrap();
        let expected = server_commitment(beginning.room.as_bytes(), "g/3", 0, &beginning.secret);
        assert_eq!(beginning.commitment, expected);
    }

    #[test]
    fn the_room_object_holds_neither_secret_nor_token() {
        let record = record();
        let text = serde_json::to_string(&record.object(|_| false, 0)).unwrap();
        let token = record.seats[1].token.clone().unwrap();
        assert!(!text.contains(&record.attempt.secret) && !text.contains(&token));
        assert!(text.contains(&record.attempt.commitment));
    }
}
