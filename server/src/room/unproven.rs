//! Matches whose deal nobody can prove: why that is, as the room's record keeps it.
//!
//! The deals of other matches are here in full. They are over and their secrets may be read, but
//! nothing here has a road to the wire but [`StoredUnproven::shown`].

use engine::matches::{Beginning, Fork, KnownDeal};
use fairness::hex;
use fairness::record::VoidedSeat;
use fairness::vd1::SeatEntropy;
use protocol::room::Unproven;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The reason why a match is not provably dealt, with what it takes to deal it again.
#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum StoredUnproven {
    /// It goes on from an entry of a match that is over.
    Practice {
        /// The code that the other room had.
        from: String,
        /// The other room.
        room: Uuid,
        /// The deals of the entries that both have: see [`Fork::deals`].
        deals: Vec<PastDeal>,
    },
    /// The server is one for authors: its seed deals.
    Dev {
        /// The seed.
        seed: u64,
        /// The room of the match whose entries it begins with, if it begins with any.
        room: Uuid,
        /// The deals of these entries.
        deals: Vec<PastDeal>,
    },
    /// It is a lesson.
    Lesson {
        /// The lesson's name within the game.
        lesson: String,
        /// The step that was open last.
        step: usize,
    },
}

/// The deal of a match that is over.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PastDeal {
    /// The last entry that was made with it.
    last: u64,
    /// S, in hexadecimal.
    secret: String,
    /// C, in hexadecimal.
    commitment: String,
    /// Each seat's contribution.
    seats: Vec<VoidedSeat>,
}

impl PastDeal {
    fn of((last, deal): &(u64, KnownDeal)) -> Self {
        let text = |bytes: &Option<[u8; 32]>| bytes.as_ref().map(|bytes| hex::encode(bytes));
        let seat = |seat: &SeatEntropy| VoidedSeat {
            commitment: text(&seat.commitment),
            entropy: text(&seat.entropy),
        };
        Self {
            last: *last,
            secret: hex::encode(&deal.secret),
            commitment: hex::encode(&deal.commitment),
            seats: deal.seats.iter().map(seat).collect(),
        }
    }

    /// Returns the deal of this many seats; `None` if the record was damaged.
    fn read(&self, seats: usize) -> Option<(u64, KnownDeal)> {
        // Absent is nothing; a damaged text is not.
        let bytes = |text: &Option<String>| {
            text.as_deref().map(|text| hex::decode_32(text).ok_or(())).transpose().ok()
        };
        let seat = |seat: &VoidedSeat| {
            let (commitment, entropy) = (bytes(&seat.commitment)?, bytes(&seat.entropy)?);
            Some(SeatEntropy { commitment, entropy })
        };
        if self.seats.len() != seats {
            return None;
        }
        let deal = KnownDeal {
            secret: hex::decode_32(&self.secret)?,
            commitment: hex::decode_32(&self.commitment)?,
            seats: self.seats.iter().map(seat).collect::<Option<_>>()?,
        };
        Some((self.last, deal))
    }
}

impl StoredUnproven {
    /// Builds the reason of a match that goes on from entry `seq` of the match in the room `from`.
    pub(crate) fn practice(from: String, past: &Beginning, seq: u64) -> Self {
        let Fork { room, deals, .. } = past.fork_at(seq);
        Self::Practice { from, room, deals: deals.iter().map(PastDeal::of).collect() }
    }

    /// Builds the reason of a match that this seed deals; `fork` says with whose entries it begins.
    pub(crate) fn dev(seed: u64, fork: &Fork) -> Self {
        let deals = fork.deals.iter().map(PastDeal::of).collect();
        Self::Dev { seed, room: fork.room, deals }
    }

    /// Returns the match's parting from another one of as many seats; `None` if the record was damaged.
    pub(super) fn fork(&self, seats: usize) -> Option<Fork> {
        let (Self::Practice { room, deals, .. } | Self::Dev { room, deals, .. }) = self else {
            return Some(Fork::rehearsal());
        };
        let deals = deals.iter().map(|deal| deal.read(seats)).collect::<Option<_>>()?;
        Some(Fork { room: *room, deals, rehearsed: false })
    }

    /// Returns the number of other matches' deals that are kept here.
    pub(crate) fn past_deals(&self) -> usize {
        match self {
            Self::Practice { deals, .. } | Self::Dev { deals, .. } => deals.len(),
            Self::Lesson { .. } => 0,
        }
    }

    /// Returns what everybody may see of it.
    pub(super) fn shown(&self) -> Unproven {
        match self {
            Self::Practice { from, deals, .. } => {
                let seq = deals.last().map_or(0, |deal| deal.last);
                Unproven::Practice { from: from.clone(), seq }
            }
            Self::Dev { seed, .. } => Unproven::Dev { seed: *seed },
            Self::Lesson { lesson, .. } => Unproven::Lesson { lesson: lesson.clone() },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::{Map, json};

    use super::*;

    fn past() -> Beginning {
        let brought = SeatEntropy { commitment: Some([3; 32]), entropy: Some([4; 32]) };
        Beginning {
            room: Uuid::from_u128(7),
            attempt: 0,
            secret: [1; 32],
            commitment: [2; 32],
            options: Map::new(),
            seats: vec![("Ada".to_owned(), brought), ("Bo".to_owned(), SeatEntropy::default())],
            bots: BTreeMap::new(),
            fork: None,
        }
    }

    #[test]
    fn a_fork_survives_the_round_trip_and_damage_is_noticed() {
        let stored = StoredUnproven::practice("H3M8WT".to_owned(), &past(), 41);
        let text = json!(stored).to_string();
        let again: StoredUnproven = serde_json::from_str(&text).unwrap();
        let fork = again.fork(2).unwrap();
        assert_eq!((fork.room, fork.seq()), (past().room, 41));
        assert_eq!(fork.deals[0].1.key(), past().key());
        for (old, new) in [("01".repeat(32), "01".repeat(31)), ("04".repeat(32), "x".to_owned())] {
            let damaged: StoredUnproven = serde_json::from_str(&text.replace(&old, &new)).unwrap();
            assert!(damaged.fork(2).is_none(), "{old}");
        }
        assert!(again.fork(3).is_none(), "another number of seats");
    }

    #[test]
    fn a_fork_of_a_fork_has_the_deals_of_both() {
        let first = Some(past().fork_at(41));
        let second = Beginning { secret: [9; 32], fork: first, ..past() };
        let last = |seq| second.fork_at(seq).deals.iter().map(|(seq, _)| *seq).collect::<Vec<_>>();
        assert_eq!(last(60), [41, 60]);
        assert_eq!(last(41), [41]);
        assert_eq!(last(12), [12]);
        let key = |seq| second.fork_at(seq).deals.last().unwrap().1.key();
        assert_eq!((key(60), key(41), key(12)), (second.key(), past().key(), past().key()));
    }

    #[test]
    fn nothing_of_a_deal_is_shown() {
        let shown = StoredUnproven::practice("H3M8WT".to_owned(), &past(), 41).shown();
        assert_eq!(json!(shown), json!({"kind": "practice", "from": "H3M8WT", "seq": 41}));
    }
}
