//! The log chain: one hash that represents the header and all entries so far.
//!
//! A value, not a writer: the caller computes the next chain on a copy, stores the entry, and only
//! then keeps the copy. It must not know what an entry means; the bytes hashed here are the bytes
//! stored, so they must be canonical before they arrive.

use crate::Hash;
use crate::hash_input::HashInput;
use crate::vd1::Salts;

/// The head of the chain after `seq` entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chain {
    head: Hash,
    seq: u64,
}

impl Chain {
    /// Starts a chain: `h_0`, that of a match without entries, from the canonical bytes of its
    /// header.
    pub fn begin(header_bytes: &[u8]) -> Self {
        let head = HashInput::hash("vd1/log").field(header_bytes).finish();
        Self { head, seq: 0 }
    }

    /// Returns the chain with one more entry, `h_t`, given as its canonical bytes; `self` is
    /// unchanged. The salt is that of entry `seq() + 1`.
    #[must_use = "the chain itself stays as it is"]
    pub fn append(&self, salts: &Salts, entry_bytes: &[u8]) -> Self {
        let seq = self.seq + 1;
        let field = HashInput::hash("vd1/field").raw(&salts.of(seq)).field(entry_bytes).finish();
        let head = HashInput::hash("vd1/entry").raw(&self.head).raw(&field).finish();
        Self { head, seq }
    }

    /// Returns the current head, which every update carries.
    pub fn head(&self) -> Hash {
        self.head
    }

    /// Returns the number of entries that the head covers.
    pub fn seq(&self) -> u64 {
        self.seq
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vd1::MatchKey;
    use std::collections::BTreeSet;

    fn salts(byte: u8) -> Salts {
        MatchKey::from_bytes([byte; 32]).salts()
    }

    #[test]
    fn appending_counts_and_leaves_the_old_chain_alone() {
        let start = Chain::begin(b"{}");
        let (copy, salts) = (start, salts(5));
        let next = start.append(&salts, b"1");
        assert_eq!(start, copy);
        assert_eq!((start.seq(), next.seq(), next.append(&salts, b"1").seq()), (0, 1, 2));
    }

    #[test]
    fn header_entries_order_and_key_all_count() {
        let (salts, other) = (salts(5), salts(6));
        let (one, two) = (Chain::begin(b"{}"), Chain::begin(b"[]"));
        let heads = BTreeSet::from([
            one.head(),
            two.head(),
            one.append(&salts, b"1").head(),
            two.append(&salts, b"1").head(),
            one.append(&salts, b"2").head(),
            one.append(&other, b"1").head(),
            one.append(&salts, b"1").append(&salts, b"2").head(),
            one.append(&salts, b"2").append(&salts, b"1").head(),
        ]);
        assert_eq!(heads.len(), 8);
    }
}
