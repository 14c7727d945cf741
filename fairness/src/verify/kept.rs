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
    /// `C`, with the attempt.
    pub commitments: Vec<(u32, Hash)>,
    /// `S` of attempts that were given up.
    pub voided: Vec<(u32, Hash)>,
    /// `K`, with attempt and seat.
    pub seats: Vec<(u32, u8, Hash)>,
    /// `E`, with attempt and seat; our own may not have come to anything.
    pub entropy: Vec<(u32, u8, Hash)>,
}

impl Kept {
    /// Reads the lines of a file: `SEQ HEAD`, `# commitment ATTEMPT C`, `# void ATTEMPT S`,
    /// `# seat ATTEMPT SEAT K`, `# entropy ATTEMPT SEAT E`. After `# rolled back to SEQ` later heads
    /// seen before no longer count. Other lines that begin with `#` are notes.
    ///
    /// # Errors
    ///
    /// The number of the first line that is none of these.
    pub fn read(text: &str) -> Result<Self, usize> {
        let mut kept = Self::default();
        for (number, line) in (1_usize..).zip(text.lines()) {
            if let Some(note) = line.strip_prefix("# ") {
                kept.note(note);
            } else if !line.is_empty() && !line.starts_with('#') {
                kept.heads.push(head(line).ok_or(number)?);
            }
        }
        Ok(kept)
    }

    fn note(&mut self, note: &str) {
        // "another": the server contradicted itself. No record can fit both, nor should it.
        let note = note.strip_prefix("another ").unwrap_or(note);
        let words: Vec<&str> = note.split(' ').collect();
        let hash = words.last().and_then(|last| hex::decode_32(last));
        match (words.as_slice(), hash) {
            (["rolled", "back", "to", seq], None) => {
                if let Some(last) = number::<u64>(seq) {
                    self.heads.retain(|(seq, _)| *seq <= last);
                }
            }
            ([kind, attempt, _], Some(hash)) => {
                let fact = number(attempt).map(|attempt| (attempt, hash));
                match *kind {
                    "commitment" => self.commitments.extend(fact),
                    "void" => self.voided.extend(fact),
                    _ => {}
                }
            }
            ([kind, attempt, seat, _], Some(hash)) => {
                let fact = number(attempt).zip(number(seat)).map(|(at, seat)| (at, seat, hash));
                match *kind {
                    "seat" => self.seats.extend(fact),
                    "entropy" => self.entropy.extend(fact),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// How many things were kept beside heads.
    pub(super) fn facts(&self) -> usize {
        self.commitments.len() + self.voided.len() + self.seats.len() + self.entropy.len()
    }
}

fn head(line: &str) -> Option<(u64, Hash)> {
    let (seq, head) = line.split_once(' ')?;
    Some((number(seq)?, hex::decode_32(head)?))
}

/// A number in digits, without a sign.
fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

pub(super) fn check(record: &Record, heads: &[Hash], kept: &Kept) -> Result<(), Refusal> {
    let is = |found: Option<&str>, hash: &Hash| found == Some(hex::encode(hash).as_str());
    let server = |attempt: u32| Err(Fault::KeptServer { attempt }.at(place(record, attempt)));
    let seat =
        |attempt: u32, seat: u8| Err(Fault::KeptSeat { attempt, seat }.at(place(record, attempt)));
    for (attempt, commitment) in &kept.commitments {
        if !is(Attempt::of(record, *attempt).commitment, commitment) {
            return server(*attempt);
        }
    }
    for (attempt, secret) in &kept.voided {
        let voided = record.voided.get(*attempt as usize);
        if !is(voided.map(|voided| voided.server_secret.as_str()), secret) {
            return server(*attempt);
        }
    }
    for (attempt, index, commitment) in &kept.seats {
        if !is(Attempt::of(record, *attempt).seat(*index).0, commitment) {
            return seat(*attempt, *index);
        }
    }
    for (attempt, index, entropy) in &kept.entropy {
        let found = Attempt::of(record, *attempt).seat(*index).1;
        if found.is_some() && !is(found, entropy) {
            return seat(*attempt, *index);
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

/// What a record says of one attempt; nothing of one that it does not have.
#[derive(Default)]
struct Attempt<'a> {
    commitment: Option<&'a str>,
    seats: Vec<(Option<&'a str>, Option<&'a str>)>,
}

impl<'a> Attempt<'a> {
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

    /// Commitment and entropy of a seat.
    fn seat(&self, index: u8) -> (Option<&'a str>, Option<&'a str>) {
        self.seats.get(usize::from(index)).copied().unwrap_or_default()
    }
}

fn place(record: &Record, attempt: u32) -> String {
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
            format!("0 {}\n5 {}", hash(1), hash(2)),
            "# rolled back to 4".to_owned(),
            format!("5 {}\n", hash(3)),
            format!("# commitment 0 {}\n# void 0 {}", hash(4), hash(5)),
            format!("# seat 1 0 {}\n# entropy 1 0 {}", hash(6), hash(7)),
            format!("# another seat 1 0 {}", hash(8)),
            "# commitment 0 c0ffee\n# seat 1\n#".to_owned(),
        ];
        let kept = Kept {
            heads: vec![(0, [1; 32]), (5, [3; 32])],
            commitments: vec![(0, [4; 32])],
            voided: vec![(0, [5; 32])],
            seats: vec![(1, 0, [6; 32]), (1, 0, [8; 32])],
            entropy: vec![(1, 0, [7; 32])],
        };
        assert_eq!(Kept::read(&text.join("\n")), Ok(kept));
        for line in ["x", "1 ab", "-1 00", &format!("+1 {}", hash(1)), &format!("1  {}", hash(1))] {
            assert_eq!(Kept::read(&format!("# fine\n{line}")), Err(2), "{line}");
        }
    }
}
