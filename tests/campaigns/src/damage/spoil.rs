//! The kinds of damage.

use std::fmt;
use std::fs;
use std::path::Path;

use black_box::Seed;

use super::{Original, beside};

/// SQLite's pages, in bytes.
const PAGE: usize = 4096;

/// A damaged database.
pub(super) struct Spoil {
    what: String,
    database: Vec<u8>,
    wal: Option<Vec<u8>>,
    /// `true` if what was stored last may be gone.
    pub(super) may_be_earlier: bool,
}

impl fmt::Debug for Spoil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl Spoil {
    /// Flips one bit of a database that was closed in good order.
    pub(super) fn flip(original: &Original, seed: &mut Seed) -> Self {
        let mut database = original.clean.clone();
        let what = flip(&mut database, seed);
        Self { what, database, wal: None, may_be_earlier: false }
    }

    /// Does another kind of damage.
    pub(super) fn other(original: &Original, seed: &mut Seed) -> Self {
        let killed = |what: String, wal: Option<Vec<u8>>| Self {
            what,
            database: original.killed.clone(),
            wal,
            may_be_earlier: true,
        };
        let clean = |what: String, database: Vec<u8>| Self {
            what,
            database,
            wal: None,
            may_be_earlier: false,
        };
        let (database, wal) = (&original.clean, &original.wal);
        match seed.below(6) {
            0 => {
                let left = seed.below(database.len());
                clean(format!("cut off after {left} bytes"), database[..left].to_vec())
            }
            1 => {
                let page = seed.below(database.len() / PAGE);
                let mut blanked = database.clone();
                blanked[page * PAGE..][..PAGE].fill(0);
                clean(format!("page {page} blanked"), blanked)
            }
            2 => {
                let mut flipped = wal.clone();
                let what = flip(&mut flipped, seed);
                killed(format!("write-ahead log: {what}"), Some(flipped))
            }
            3 => {
                let left = seed.below(wal.len());
                let what = format!("write-ahead log cut off after {left} bytes");
                killed(what, Some(wal[..left].to_vec()))
            }
            4 => killed("no write-ahead log".to_owned(), None),
            _ => {
                let mut both = killed(String::new(), Some(wal.clone()));
                both.what = format!("killed, and {}", flip(&mut both.database, seed));
                both
            }
        }
    }

    /// Puts it in place of whatever is there; shared memory is never there.
    pub(super) fn write(&self, path: &Path) -> anyhow::Result<()> {
        for suffix in ["-wal", "-shm", ".v0.backup"] {
            let name = beside(path, suffix);
            if name.exists() {
                fs::remove_file(name)?;
            }
        }
        fs::write(path, &self.database)?;
        if let Some(wal) = &self.wal {
            fs::write(beside(path, "-wal"), wal)?;
        }
        Ok(())
    }
}

fn flip(bytes: &mut [u8], seed: &mut Seed) -> String {
    let (at, bit) = (seed.below(bytes.len()), seed.below(8));
    bytes[at] ^= 1 << bit;
    format!("bit {bit} of byte {at} (page {}, byte {})", at / PAGE, at % PAGE)
}
