//! Notes that clients may have kept and that the record contradicts, with the fault that must be
//! named.

use fairness::verify::{Contradiction, Fact, Kept};
use strum::VariantArray;

use crate::sample::kept;

/// Notes of a client, with the pointer and the word of the refusal.
pub(crate) type Case = (Kept, String, String);

const OTHER: [u8; 32] = [9; 32];

/// Lists all cases.
pub(crate) fn all() -> Vec<Case> {
    let mut all = heads();
    all.extend(facts().into_iter().map(|(fact, pointer, word)| {
        let mut kept = kept();
        kept.facts.push(fact);
        (kept, pointer.to_owned(), word.to_owned())
    }));
    for how in Contradiction::VARIANTS.iter().copied() {
        for (attempt, pointer) in [(0, "/voided/0"), (1, "/header"), (7, "/voided/7")] {
            let kept = Kept { contradictions: vec![(attempt, how)], ..kept() };
            all.push((kept, pointer.to_owned(), format!("kept_{}", how.word())));
        }
    }
    all
}

fn heads() -> Vec<Case> {
    // An entry that a client saw and the record does not have; and two heads for one.
    let seqs = [0, 3, 7, 8, (1 << 53) - 1];
    let mut all: Vec<Kept> =
        seqs.iter().map(|seq| Kept { heads: vec![(*seq, OTHER)], ..kept() }).collect();
    for first in [false, true] {
        let mut kept = kept();
        let at = if first { 0 } else { kept.heads.len() };
        kept.heads.insert(at, (4, OTHER));
        all.push(kept);
    }
    all.into_iter().map(|kept| (kept, "/entries".to_owned(), "kept_head".to_owned())).collect()
}

fn facts() -> Vec<(Fact, &'static str, &'static str)> {
    let mut all = Vec::new();
    for (attempt, pointer) in [(0, "/voided/0"), (1, "/header"), (2, "/voided/2")] {
        all.push((Fact::Commitment(attempt, OTHER), pointer, "kept_server"));
        all.push((Fact::Void(attempt, OTHER), pointer, "kept_server"));
        all.push((Fact::Sealed(attempt, 3), pointer, "kept_seat"));
        for seat in [0, 1, 2] {
            all.push((Fact::Seat(attempt, seat, Some(OTHER)), pointer, "kept_seat"));
        }
    }
    for (attempt, pointer) in [(0, "/voided/0"), (1, "/header")] {
        all.push((Fact::Entropy(attempt, 0, OTHER), pointer, "kept_seat"));
        all.push((Fact::Seat(attempt, 0, None), pointer, "kept_seat"));
    }
    all.push((Fact::Data(OTHER), "/header/data", "kept_data"));
    all.push((Fact::Options(OTHER), "/header/options", "kept_options"));
    all.push((Fact::Dealt(0), "/header/attempt", "kept_attempt"));
    all
}
