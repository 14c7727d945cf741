//! What a client kept while it played, against the record published afterwards.
//!
//! Without this a record proves that it holds together, not that it is the match that was played:
//! whoever has all secrets can write another one. It must not know where a client keeps it.

use super::refusal::{Fault, Refusal};
use crate::record::Record;
use crate::{Hash, hex};

/// What one client saw, and what it brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Heads of the log chain, with the number of their entry.
    pub heads: Vec<(u64, Hash)>,
    /// The server's commitments, with their attempt.
    pub commitments: Vec<(u32, Hash)>,
    /// The seats' commitments that the client knows of, with attempt and seat.
    pub seats: Vec<(u32, u8, Hash)>,
}

impl Kept {
    /// How many things were kept.
    pub(super) fn len(&self) -> usize {
        self.heads.len() + self.commitments.len() + self.seats.len()
    }
}

pub(super) fn check(record: &Record, heads: &[Hash], kept: &Kept) -> Result<(), Refusal> {
    for (attempt, commitment) in &kept.commitments {
        if server(record, *attempt) != Some(hex::encode(commitment).as_str()) {
            return Err(Fault::KeptCommitment { attempt: *attempt }.at(place(record, *attempt)));
        }
    }
    for (attempt, index, commitment) in &kept.seats {
        if seat(record, *attempt, *index) != Some(hex::encode(commitment).as_str()) {
            let fault = Fault::KeptSeat { attempt: *attempt, seat: *index };
            return Err(fault.at(place(record, *attempt)));
        }
    }
    for (seq, head) in &kept.heads {
        let found = usize::try_from(*seq).ok().and_then(|seq| heads.get(seq));
        if found != Some(head) {
            return Err(Fault::KeptHead { seq: *seq }.at("/entries"));
        }
    }
    Ok(())
}

/// The server's commitment of an attempt.
fn server(record: &Record, attempt: u32) -> Option<&str> {
    if attempt == record.header.attempt {
        return Some(&record.header.commitment);
    }
    Some(&record.voided.get(attempt as usize)?.commitment)
}

/// A seat's commitment in an attempt.
fn seat(record: &Record, attempt: u32, index: u8) -> Option<&str> {
    let index = usize::from(index);
    let commitment = if attempt == record.header.attempt {
        &record.header.seats.get(index)?.commitment
    } else {
        &record.voided.get(attempt as usize)?.seats.get(index)?.commitment
    };
    commitment.as_deref()
}

fn place(record: &Record, attempt: u32) -> String {
    if attempt == record.header.attempt {
        "/header".to_owned()
    } else {
        format!("/voided/{attempt}")
    }
}
