//! The chain heads that this client saw, and the facts of the deal, kept for checking the record of
//! a match.
//!
//! Here because a record proves nothing to someone who kept nothing of their own. One text file a
//! seat, a line `SEQ HEAD` for each head, in the order seen; lines that begin with `#` are notes,
//! among them the facts of [`crate::witness`] and every contradiction of the server. It must not know
//! how heads are computed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use fairness::verify::{Contradiction, Fact, Kept};

use crate::error::Error;
use crate::saved::private_options;
use crate::witness::Witness;

/// Number of heads of one match that are kept in memory.
const MAX_HEADS: usize = 100_000;

/// Stands in for a head that is no hash: no entry has this one, so no record fits it.
const NO_HEAD: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// Number of heads that contradict one seen before, and of contradictions of the deal, that are kept
/// in memory: one of them refuses the record.
const MAX_OTHERS: usize = 1_000;

/// The longest file that is read back, in bytes.
const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;

/// Begins the note that the server was restored to an entry.
const ROLLED_BACK: &str = "# rolled back to ";

/// Begins the note of a fact that is another than one seen before.
const ANOTHER: &str = "# another ";

/// Result of comparing a head or a fact with those seen before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The first for this entry.
    New,
    /// Equal to the one seen before.
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
    /// Those that differ from one seen before, of which no record has both.
    others: Vec<(u64, String)>,
    witness: Witness,
    contradictions: Vec<(u32, Contradiction)>,
    /// `true` if a fact changed, in this run or an earlier one.
    changed: bool,
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
        // To go on without what was kept would be to forget what the server was seen to do.
        match read(&file) {
            Ok(text) => heads.remember(whole_lines(&text)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(Error::io(format!("reading {}", file.display()), error)),
        }
        Ok(heads)
    }

    /// Takes a head in. The file is written at once.
    pub fn note(&mut self, seq: u64, head: &str) -> Result<Comparison, Error> {
        let head = if fairness::hex::decode_32(head).is_some() { head } else { NO_HEAD };
        let seen = self.see(seq, head);
        if seen != Comparison::Same {
            self.append(&format!("{seq} {head}"))?;
        }
        Ok(seen)
    }

    fn see(&mut self, seq: u64, head: &str) -> Comparison {
        let Some(before) = self.seen.get(&seq) else {
            if self.seen.len() < MAX_HEADS {
                self.seen.insert(seq, head.to_owned());
            }
            return Comparison::New;
        };
        let other = (seq, head.to_owned());
        if before == head || self.others.contains(&other) {
            return Comparison::Same;
        }
        if self.others.len() < MAX_OTHERS {
            self.others.push(other);
        }
        Comparison::Differs { before: before.clone() }
    }

    /// Returns the newest entry whose head is kept; 0 if there is none.
    pub fn newest(&self) -> u64 {
        self.seen.last_key_value().map_or(0, |(seq, _)| *seq)
    }

    /// Checks whether this is the head that was seen of an entry.
    pub fn knows(&self, seq: u64, head: &str) -> bool {
        self.seen.get(&seq).is_some_and(|seen| seen == head)
    }

    /// Drops later heads: the server was restored to this entry and said so.
    pub fn roll_back(&mut self, seq: u64) -> Result<(), Error> {
        self.forget_after(seq);
        self.append(&format!("{ROLLED_BACK}{seq}"))
    }

    fn forget_after(&mut self, seq: u64) {
        self.seen.retain(|seen, _| *seen <= seq);
        self.others.retain(|(seen, _)| *seen <= seq);
    }

    /// Records a fact of the deal. It is on the disk when this returns: our own entropy must be there
    /// before anybody counts on it, and what all are bound to before ours is revealed.
    pub fn learn(&mut self, fact: Fact) -> Result<Comparison, Error> {
        match self.witness.learn(fact) {
            Ok(false) => Ok(Comparison::Same),
            Ok(true) => {
                self.append(&format!("# {fact}"))?;
                Ok(Comparison::New)
            }
            Err(before) => {
                self.changed = true;
                self.append(&format!("{ANOTHER}{fact}"))?;
                Ok(Comparison::Differs { before: before.to_string() })
            }
        }
    }

    /// Records that the server contradicted itself while it showed this attempt; returns `true` if
    /// that is new.
    pub fn contradicted(&mut self, attempt: u32, how: Contradiction) -> Result<bool, Error> {
        if self.contradictions.contains(&(attempt, how)) {
            return Ok(false);
        }
        if self.contradictions.len() < MAX_OTHERS {
            self.contradictions.push((attempt, how));
        }
        self.append(&format!("# {}", how.line(attempt)))?;
        Ok(true)
    }

    /// Returns the server's contradictions, with the attempt of that time.
    pub fn contradictions(&self) -> impl Iterator<Item = (u32, Contradiction)> {
        self.contradictions.iter().copied()
    }

    /// Checks whether the server ever contradicted itself about the deal.
    pub fn distrusts(&self) -> bool {
        self.changed || !self.contradictions.is_empty()
    }

    /// Returns the facts of the deal.
    pub fn witness(&self) -> &Witness {
        &self.witness
    }

    /// Returns what a record is compared with. A head that is no hash is no entry's head, so it stays
    /// as one that none has.
    pub fn kept(&self) -> Kept {
        let head = |head: &String| fairness::hex::decode_32(head).unwrap_or_default();
        let mut heads: Vec<_> = self.seen.iter().map(|(seq, text)| (*seq, head(text))).collect();
        heads.extend(self.others.iter().map(|(seq, text)| (*seq, head(text))));
        Kept {
            heads,
            facts: self.witness.facts().collect(),
            contradictions: self.contradictions.clone(),
        }
    }

    /// Returns the heads seen, by entry.
    pub fn seen(&self) -> &BTreeMap<u64, String> {
        &self.seen
    }

    /// Takes in what the lines of a file say.
    fn remember(&mut self, text: &str) {
        for line in text.lines() {
            if let Some(seq) = line.strip_prefix(ROLLED_BACK).and_then(|seq| seq.parse().ok()) {
                self.forget_after(seq);
            } else if line.starts_with(ANOTHER) {
                // Of two that differ the first counts.
                self.changed = true;
            } else if let Some(fact) = line.strip_prefix("# ").and_then(Fact::read) {
                let _ = self.witness.learn(fact);
            } else if let Some(known) = line.strip_prefix("# ").and_then(Contradiction::read) {
                self.contradictions.push(known);
            } else if let Some((seq, head)) = line.split_once(' ')
                && let Ok(seq) = seq.parse()
            {
                self.see(seq, head);
            }
        }
    }

    fn append(&self, line: &str) -> Result<(), Error> {
        let Some(path) = &self.file else { return Ok(()) };
        let name = path.display();
        let mut file = private_options()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| Error::io(format!("opening {name}"), error))?;
        cut_off(&mut file).map_err(|error| Error::io(format!("mending {name}"), error))?;
        let line = crate::paper::clean(line);
        // A head may be lost with the power; what the deal rests on may not.
        let note = line.starts_with('#');
        file.write_all(format!("{line}\n").as_bytes())
            .and_then(|()| if note { file.sync_data() } else { Ok(()) })
            .map_err(|error| Error::io(format!("writing {name}"), error))
    }
}

/// Reads a file that is not too long.
fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    fs::File::open(path)?.take(MAX_FILE_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_FILE_BYTES {
        let long = format!("it has more than {MAX_FILE_BYTES} bytes");
        return Err(io::Error::new(ErrorKind::InvalidData, long));
    }
    Ok(text)
}

/// Returns what was written to its end: of the last line a crash or a full disk may have kept only a part.
fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

/// Takes a part of a line off a file's end, so that nothing is written behind it.
fn cut_off(file: &mut fs::File) -> io::Result<()> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut last = [b'\n'];
    if length > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last == *b"\n" {
        return Ok(());
    }
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    file.set_len(whole as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairness::verify::About;

    #[test]
    fn heads_outlive_the_program_and_a_rewritten_log_shows() {
        let home = tempfile::tempdir().unwrap();
        let room = uuid::Uuid::nil();
        let mut heads = Heads::open(home.path(), room, 1).unwrap();
        assert_eq!(heads.learn(Fact::Commitment(0, [12; 32])).unwrap(), Comparison::New);
        let (aa, bb, dd) = ("aa".repeat(32), "bb".repeat(32), "dd".repeat(32));
        assert_eq!(heads.note(0, &aa).unwrap(), Comparison::New);
        assert_eq!(heads.note(3, &bb).unwrap(), Comparison::New);
        assert_eq!(heads.note(3, &bb).unwrap(), Comparison::Same);
        let mut again = Heads::open(home.path(), room, 1).unwrap();
        assert_eq!(again.seen().len(), 2);
        assert_eq!(again.note(0, &aa).unwrap(), Comparison::Same);
        assert_eq!(again.learn(Fact::Commitment(0, [12; 32])).unwrap(), Comparison::Same);
        let differs = again.note(3, "no hash").unwrap();
        assert_eq!(differs, Comparison::Differs { before: bb.clone() });
        let file = home.path().join(format!("heads/{room}-1.txt"));
        let text = fs::read_to_string(file).unwrap();
        let fact = format!("commitment 0 {}", "0c".repeat(32));
        assert_eq!(text, format!("# {fact}\n0 {aa}\n3 {bb}\n3 {NO_HEAD}\n"));
        let other = again.learn(Fact::Commitment(0, [13; 32])).unwrap();
        assert_eq!(other, Comparison::Differs { before: fact.clone() });
        let again = Heads::open(home.path(), room, 1).unwrap();
        let known = again.witness().of(About::Commitment(0));
        assert_eq!(known, Some(&Fact::Commitment(0, [12; 32])));
        assert!(again.distrusts(), "for ever");
        assert_eq!(again.kept().heads.len(), 3, "both heads of an entry count");
        let mut again = again;
        assert!(again.contradicted(0, Contradiction::Seat).unwrap());
        again.roll_back(2).unwrap();
        let mut restored = Heads::open(home.path(), room, 1).unwrap();
        assert_eq!(restored.seen().len(), 1);
        assert!(!restored.contradicted(0, Contradiction::Seat).unwrap(), "once");
        assert_eq!(restored.note(3, &dd).unwrap(), Comparison::New);
    }

    /// Whatever a crash or a full disk has cut off counts as not written, and spoils nothing after it.
    #[test]
    fn a_line_that_was_cut_off_is_taken_off() {
        let (aa, bb) = ("aa".repeat(32), "bb".repeat(32));
        let fact = Fact::Commitment(0, [12; 32]);
        let lines = [format!("4 {bb}"), format!("# {fact}"), format!("{ROLLED_BACK}3")];
        for line in &lines {
            for cut in 1..line.len() {
                let home = tempfile::tempdir().unwrap();
                let room = uuid::Uuid::nil();
                let mut heads = Heads::open(home.path(), room, 1).unwrap();
                heads.note(3, &aa).unwrap();
                let file = home.path().join(format!("heads/{room}-1.txt"));
                let mut text = fs::read_to_string(&file).unwrap();
                text.push_str(&line[..cut]);
                fs::write(&file, text).unwrap();
                let mut next = Heads::open(home.path(), room, 1).unwrap();
                assert_eq!(next.learn(fact).unwrap(), Comparison::New, "{line} at {cut}");
                assert_eq!(next.note(4, &bb).unwrap(), Comparison::New, "{line} at {cut}");
                let mut last = Heads::open(home.path(), room, 1).unwrap();
                assert_eq!(last.learn(fact).unwrap(), Comparison::Same, "{line} at {cut}");
                assert_eq!(last.note(4, &bb).unwrap(), Comparison::Same, "{line} at {cut}");
                assert_eq!(last.note(3, &aa).unwrap(), Comparison::Same, "{line} at {cut}");
                assert!(!last.distrusts(), "{line} at {cut}");
            }
        }
    }

    #[test]
    fn what_cannot_be_read_is_not_forgotten() {
        let home = tempfile::tempdir().unwrap();
        let room = uuid::Uuid::nil();
        let file = home.path().join(format!("heads/{room}-1.txt"));
        let kept = Heads::open(home.path(), room, 1).unwrap().note(3, &"aa".repeat(32));
        kept.unwrap();
        for bytes in [b"3 \xff\n".to_vec(), vec![b'\n'; MAX_FILE_BYTES as usize + 1]] {
            fs::write(&file, bytes).unwrap();
            let refused = Heads::open(home.path(), room, 1).unwrap_err().to_string();
            assert!(refused.contains("reading"), "{refused}");
        }
    }
}
