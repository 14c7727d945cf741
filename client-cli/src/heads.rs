//! The chain heads that this client saw, and the facts of the deal, kept for checking the record of
//! a match.
//!
//! Here because a record proves nothing to someone who kept nothing of their own. One text file a
//! seat, a line `SEQ HEAD` for each head, in the order seen; lines that begin with `#` are notes,
//! among them the facts of [`crate::witness`]. It must not know how heads are computed.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use fairness::verify::Kept;

use crate::error::Error;
use crate::saved::private_options;
use crate::witness::{self, About, Witness};

/// How many heads of one match are kept in memory.
const MAX_HEADS: usize = 100_000;

/// The longest file that is read back, in bytes.
const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;

/// Begins the note that the server was restored to an entry.
const ROLLED_BACK: &str = "# rolled back to ";

/// What a head says about those seen before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The first for this entry.
    New,
    /// The same as before.
    Same,
    /// Another head for the same entry was seen before: the log was rewritten.
    Differs {
        /// The head seen before.
        before: String,
    },
}

/// The heads of one match as one viewer saw them.
#[derive(Debug, Default)]
pub struct Heads {
    seen: BTreeMap<u64, String>,
    witness: Witness,
    file: Option<PathBuf>,
}

impl Heads {
    /// Keeps heads in memory only.
    pub fn memory() -> Self {
        Self::default()
    }

    /// Keeps heads in a file below `home`, and knows those already there.
    pub fn open(home: &Path, room: uuid::Uuid, seat: u8) -> Result<Self, Error> {
        let folder = home.join("heads");
        crate::saved::private_folder(&folder)?;
        let file = folder.join(format!("{room}-{seat}.txt"));
        let mut heads = Self { file: Some(file.clone()), ..Self::default() };
        let small = fs::metadata(&file).is_ok_and(|meta| meta.len() <= MAX_FILE_BYTES);
        if small && let Ok(text) = fs::read_to_string(&file) {
            text.lines().for_each(|line| heads.read_line(line));
        }
        Ok(heads)
    }

    /// Takes a head in. The file is written at once.
    pub fn note(&mut self, seq: u64, head: &str) -> Result<Seen, Error> {
        let seen = match self.seen.get(&seq) {
            Some(before) if before == head => return Ok(Seen::Same),
            Some(before) => Seen::Differs { before: before.clone() },
            None => Seen::New,
        };
        if self.seen.len() < MAX_HEADS {
            self.seen.insert(seq, head.to_owned());
        }
        self.append(&format!("{seq} {head}"))?;
        Ok(seen)
    }

    /// The server was restored to this entry and said so: later heads no longer count.
    pub fn roll_back(&mut self, seq: u64) -> Result<(), Error> {
        self.seen.retain(|seen, _| *seen <= seq);
        self.append(&format!("{ROLLED_BACK}{seq}"))
    }

    /// Takes a fact of the deal in. It is on the disk when this returns: our own entropy must be
    /// there before anybody counts on it.
    pub fn learn(&mut self, about: About, value: fairness::Hash) -> Result<Seen, Error> {
        match self.witness.learn(about, value) {
            Ok(false) => Ok(Seen::Same),
            Ok(true) => {
                self.append(&format!("# {}", witness::line(about, &value)))?;
                Ok(Seen::New)
            }
            Err(before) => {
                self.append(&format!("# another {}", witness::line(about, &value)))?;
                Ok(Seen::Differs { before: fairness::hex::encode(&before) })
            }
        }
    }

    /// The facts of the deal.
    pub fn witness(&self) -> &Witness {
        &self.witness
    }

    /// What a record is compared with. A head that is no hash is no entry's head, so it stays as one
    /// that none has.
    pub fn kept(&self) -> Kept {
        let mut kept = Kept::default();
        let head = |head: &String| fairness::hex::decode_32(head).unwrap_or_default();
        kept.heads = self.seen.iter().map(|(seq, text)| (*seq, head(text))).collect();
        for (about, value) in self.witness.facts() {
            match about {
                About::Commitment(attempt) => kept.commitments.push((attempt, value)),
                About::Seat(attempt, seat) => kept.seats.push((attempt, seat, value)),
                About::Entropy(attempt, seat) => kept.entropy.push((attempt, seat, value)),
                About::Void(attempt) => kept.voided.push((attempt, value)),
            }
        }
        kept
    }

    /// The heads seen, by entry.
    pub fn seen(&self) -> &BTreeMap<u64, String> {
        &self.seen
    }

    fn read_line(&mut self, line: &str) {
        if let Some(seq) = line.strip_prefix(ROLLED_BACK).and_then(|seq| seq.parse().ok()) {
            self.seen.retain(|seen, _| *seen <= seq);
        } else if let Some((about, value)) = line.strip_prefix("# ").and_then(witness::read) {
            // Of two that differ the first counts.
            let _ = self.witness.learn(about, value);
        } else if let Some((seq, head)) = line.split_once(' ')
            && let Ok(seq) = seq.parse()
        {
            self.seen.insert(seq, head.to_owned());
        }
    }

    fn append(&self, line: &str) -> Result<(), Error> {
        let Some(path) = &self.file else { return Ok(()) };
        let name = path.display();
        let mut file = private_options()
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| Error::io(format!("opening {name}"), error))?;
        let line = crate::paper::clean(line).replace('\n', " ");
        // A head may be lost with the power; what the deal rests on may not.
        let note = line.starts_with('#');
        file.write_all(format!("{line}\n").as_bytes())
            .and_then(|()| if note { file.sync_data() } else { Ok(()) })
            .map_err(|error| Error::io(format!("writing {name}"), error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_outlive_the_program_and_a_rewritten_log_shows() {
        let home = tempfile::tempdir().unwrap();
        let room = uuid::Uuid::nil();
        let mut heads = Heads::open(home.path(), room, 1).unwrap();
        assert_eq!(heads.learn(About::Commitment(0), [12; 32]).unwrap(), Seen::New);
        assert_eq!(heads.note(0, "aa").unwrap(), Seen::New);
        assert_eq!(heads.note(3, "bb").unwrap(), Seen::New);
        assert_eq!(heads.note(3, "bb").unwrap(), Seen::Same);
        let mut again = Heads::open(home.path(), room, 1).unwrap();
        assert_eq!(again.seen().len(), 2);
        assert_eq!(again.note(0, "aa").unwrap(), Seen::Same);
        assert_eq!(again.learn(About::Commitment(0), [12; 32]).unwrap(), Seen::Same);
        let differs = again.note(3, "cc").unwrap();
        assert_eq!(differs, Seen::Differs { before: "bb".to_owned() });
        let file = home.path().join(format!("heads/{room}-1.txt"));
        let text = fs::read_to_string(file).unwrap();
        let fact = format!("# commitment 0 {}\n", "0c".repeat(32));
        assert_eq!(text, fact + "0 aa\n3 bb\n3 cc\n");
        let other = again.learn(About::Commitment(0), [13; 32]).unwrap();
        assert_eq!(other, Seen::Differs { before: "0c".repeat(32) });
        let again = Heads::open(home.path(), room, 1).unwrap();
        assert_eq!(again.witness().of(About::Commitment(0)), Some(&[12; 32]));
        let mut again = again;
        again.roll_back(2).unwrap();
        let mut restored = Heads::open(home.path(), room, 1).unwrap();
        assert_eq!(restored.seen().len(), 1);
        assert_eq!(restored.note(3, "dd").unwrap(), Seen::New);
    }
}
