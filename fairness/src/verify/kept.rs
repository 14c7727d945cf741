//! The notes that a client kept while it played, compared with the record published afterwards.
//!
//! Without them a record proves that it is consistent, not that it is the match that was played:
//! whoever has all secrets can write another one. This module must not know where a client keeps
//! its notes.

use super::fact::{Contradiction, Fact, number};
use super::refusal::{Fault, RecordRefusal};
use crate::canonical::{self, MAX_INTEGER};
use crate::record::Record;
use crate::{Hash, hex};

/// Words that begin no note: it would be a fact that nobody compares.
const WORDS: [&str; 11] = [
    "another",
    "commitment",
    "contradiction",
    "data",
    "dealt",
    "entropy",
    "options",
    "rolled",
    "sealed",
    "seat",
    "void",
];

/// One client's notes: what it saw, and what it brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Heads of the log chain, with the number of their entry.
    pub heads: Vec<(u64, Hash)>,
    /// Facts of the deal, in the order seen.
    pub facts: Vec<Fact>,
    /// The ways in which the server contradicted itself, with the attempt of that time.
    pub contradictions: Vec<(u32, Contradiction)>,
}

impl Kept {
    /// Reads the lines of a file: `SEQ HEAD`, `# FACT` (see [`Fact`]), `# another FACT`,
    /// `# contradiction ATTEMPT WORD`. After `# rolled back to SEQ` later heads seen before no longer
    /// count. Other lines that begin with `#` are notes, unless they begin as one of these does.
    ///
    /// # Errors
    ///
    /// The number of the first line that is none of these.
    pub fn read(text: &str) -> Result<Self, usize> {
        let mut kept = Self::default();
        for (number, line) in (1_usize..).zip(text.lines()) {
            let read = match line.strip_prefix("# ") {
                Some(note) => kept.note(note),
                None => kept.head(line),
            };
            read.ok_or(number)?;
        }
        Ok(kept)
    }

    /// Takes in a line that is no note; `None` if it has no form of a line.
    fn head(&mut self, line: &str) -> Option<()> {
        if !line.is_empty() && !line.starts_with('#') {
            let (number, head) = line.split_once(' ')?;
            self.heads.push((seq(number)?, hex::decode_32(head)?));
        }
        Some(())
    }

    /// Takes in what follows the sign of a note; `None` if it only looks like a fact.
    fn note(&mut self, note: &str) -> Option<()> {
        // "another": the server contradicted itself. No record can fit both, nor should it.
        let fact = note.strip_prefix("another ").unwrap_or(note);
        if let Some(fact) = Fact::read(fact) {
            self.facts.push(fact);
        } else if let Some(last) = note.strip_prefix("rolled back to ") {
            let last = seq(last)?;
            self.heads.retain(|(seq, _)| *seq <= last);
        } else if let Some(contradiction) = Contradiction::read(note) {
            self.contradictions.push(contradiction);
        } else {
            let word = note.split(|letter: char| !letter.is_ascii_lowercase()).next();
            return word.is_none_or(|word| !WORDS.contains(&word)).then_some(());
        }
        Some(())
    }

    /// Checks whether the client wrote down each seat's commitment, or lack of one, in an attempt.
    pub(super) fn sealed(&self, attempt: u32) -> bool {
        self.facts.iter().any(|fact| matches!(fact, Fact::Sealed(sealed, _) if *sealed == attempt))
    }
}

/// Reads the number of an entry, which every JSON implementation can hold.
fn seq(digits: &str) -> Option<u64> {
    number(digits).filter(|seq| *seq <= MAX_INTEGER.unsigned_abs())
}

/// Returns a fact's rank in the order of comparison. Facts may have been seen in any order; with a
/// fixed one all verifiers name the same first fault.
fn rank(fact: &Fact) -> u8 {
    match fact {
        Fact::Commitment(..) => 0,
        Fact::Void(..) => 1,
        Fact::Data(_) => 2,
        Fact::Options(_) => 3,
        Fact::Dealt(_) => 4,
        Fact::Sealed(..) => 5,
        Fact::Seat(..) => 6,
        Fact::Entropy(..) => 7,
        Fact::Required(_) => 8,
    }
}

pub(super) fn check(record: &Record, heads: &[Hash], kept: &Kept) -> Result<(), RecordRefusal> {
    let mut facts: Vec<&Fact> = kept.facts.iter().collect();
    facts.sort_by_key(|fact| rank(fact));
    facts.into_iter().try_for_each(|fact| compare(record, fact))?;
    if let Some((attempt, how)) = kept.contradictions.first() {
        let fault = match how {
            Contradiction::Server => Fault::KeptServer { attempt: *attempt },
            Contradiction::Seat => Fault::KeptSeats { attempt: *attempt },
            Contradiction::Void => Fault::KeptVoid,
            Contradiction::Attempt => Fault::KeptAttempt,
            Contradiction::Required => Fault::KeptRequired,
            Contradiction::Data => Fault::KeptData,
            Contradiction::Options => Fault::KeptOptions,
            Contradiction::Unproven => Fault::KeptUnproven,
        };
        return Err(fault.at(pointer(record, *attempt)));
    }
    for (seq, head) in &kept.heads {
        let found = usize::try_from(*seq).ok().and_then(|seq| heads.get(seq));
        if found != Some(head) {
            return Err(Fault::KeptHead { seq: *seq }.at("/entries"));
        }
    }
    Ok(())
}

/// Checks that a record agrees with a fact.
fn compare(record: &Record, fact: &Fact) -> Result<(), RecordRefusal> {
    let header = &record.header;
    let is = |found: Option<&str>, hash: &Hash| found == Some(hex::encode(hash).as_str());
    let (agrees, fault, pointer) = match *fact {
        // Not part of a record. A server that changes it contradicts itself, which is kept.
        Fact::Required(_) => return Ok(()),
        Fact::Data(digest) => {
            (is(Some(&header.data), &digest), Fault::KeptData, "/header/data".to_owned())
        }
        Fact::Options(digest) => {
            let same = canonical::digest(&header.options).is_ok_and(|found| found == digest);
            (same, Fault::KeptOptions, "/header/options".to_owned())
        }
        Fact::Dealt(attempt) => {
            (header.attempt == attempt, Fault::KeptAttempt, "/header/attempt".to_owned())
        }
        Fact::Commitment(attempt, commitment) => (
            is(RecordedAttempt::of(record, attempt).commitment, &commitment),
            Fault::KeptServer { attempt },
            pointer(record, attempt),
        ),
        Fact::Void(attempt, secret) => {
            let voided = record.voided.get(attempt as usize);
            let same = is(voided.map(|voided| voided.server_secret.as_str()), &secret);
            (same, Fault::KeptServer { attempt }, pointer(record, attempt))
        }
        Fact::Sealed(attempt, count) => {
            let same = RecordedAttempt::of(record, attempt).seats.len() == usize::from(count);
            (same, Fault::KeptSeats { attempt }, pointer(record, attempt))
        }
        Fact::Seat(attempt, seat, commitment) => {
            let found = RecordedAttempt::of(record, attempt).seat(seat).0;
            let same = commitment.map_or(found.is_none(), |commitment| is(found, &commitment));
            (same, Fault::KeptSeat { attempt, seat }, pointer(record, attempt))
        }
        Fact::Entropy(attempt, seat, entropy) => {
            let found = RecordedAttempt::of(record, attempt).seat(seat).1;
            // The client's own entropy may never have been revealed: then a record has none.
            let same = found.is_none() || is(found, &entropy);
            (same, Fault::KeptSeat { attempt, seat }, pointer(record, attempt))
        }
    };
    if agrees { Ok(()) } else { Err(fault.at(pointer)) }
}

/// A record's statements about one attempt; empty for an attempt that it does not have.
#[derive(Default)]
struct RecordedAttempt<'a> {
    commitment: Option<&'a str>,
    seats: Vec<(Option<&'a str>, Option<&'a str>)>,
}

impl<'a> RecordedAttempt<'a> {
    fn of(record: &'a Record, attempt: u32) -> Self {
        let header = &record.header;
        if attempt == header.attempt {
            let seats = header.seats.iter();
            let seats = seats.map(|seat| (seat.commitment.as_deref(), seat.entropy.as_deref()));
            return Self { commitment: Some(&header.commitment), seats: seats.collect() };
        }
        let Some(voided) = record.voided.get(attempt as usize) else { return Self::default() };
        let seats = voided.seats.iter();
        let seats = seats.map(|seat| (seat.commitment.as_deref(), seat.entropy.as_deref()));
        Self { commitment: Some(&voided.commitment), seats: seats.collect() }
    }

    /// Returns commitment and entropy of a seat.
    fn seat(&self, index: u8) -> (Option<&'a str>, Option<&'a str>) {
        self.seats.get(usize::from(index)).copied().unwrap_or_default()
    }
}

fn pointer(record: &Record, attempt: u32) -> String {
    if attempt == record.header.attempt {
        "/header".to_owned()
    } else {
        format!("/voided/{attempt}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_line_by_line() {
        let hash = |byte: u8| hex::encode(&[byte; 32]);
        let text = [
            "# a note".to_owned(),
            "# entropy optional".to_owned(),
            format!("0 {}\n5 {}", hash(1), hash(2)),
            "# rolled back to 4".to_owned(),
            format!("5 {}\n", hash(3)),
            format!("# commitment 0 {}\n# void 0 {}", hash(4), hash(5)),
            format!("# seat 1 0 {}\n# seat 1 1 none\n# entropy 1 0 {}", hash(6), hash(7)),
            format!("# another seat 1 0 {}", hash(8)),
            "# contradiction 1 seat\n# opened 7\n#seat 1\n#".to_owned(),
        ];
        let kept = Kept {
            heads: vec![(0, [1; 32]), (5, [3; 32])],
            facts: vec![
                Fact::Required(false),
                Fact::Commitment(0, [4; 32]),
                Fact::Void(0, [5; 32]),
                Fact::Seat(1, 0, Some([6; 32])),
                Fact::Seat(1, 1, None),
                Fact::Entropy(1, 0, [7; 32]),
                Fact::Seat(1, 0, Some([8; 32])),
            ],
            contradictions: vec![(1, Contradiction::Seat)],
        };
        assert_eq!(Kept::read(&text.join("\n")), Ok(kept));
        for note in WORDS.iter().flat_map(|word| [format!("# {word}"), format!("# {word} x 1")]) {
            assert_eq!(Kept::read(&format!("# fine\n{note}")), Err(2), "{note}");
        }
        for line in ["x", "1 ab", "-1 00", &format!("+1 {}", hash(1)), &format!("1  {}", hash(1))] {
            assert_eq!(Kept::read(&format!("# fine\n{line}")), Err(2), "{line}");
        }
    }
}
