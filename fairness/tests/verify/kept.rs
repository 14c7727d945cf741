//! What clients may have kept that the record contradicts, and the fault that must be named for it.

use fairness::verify::{Contradiction, Fact, Kept};

use crate::sample::kept;

/// What was kept, with the place and the word of the refusal.
pub(crate) type Case = (Kept, String, String);

const OTHER: [u8; 32] = [9; 32];

/// All of them.
pub(crate) fn all() -> Vec<Case> {
    let mut all = heads();
    all.extend(facts().into_iter().map(|(fact, place, word)| {
        let mut kept = kept();
        kept.facts.push(fact);
        (kept, place.to_owned(), word.to_owned())
    }));
    for how in Contradiction::ALL {
        for (attempt, place) in [(0, "/voided/0"), (1, "/header"), (7, "/voided/7")] {
            let kept = Kept { contradictions: vec![(attempt, how)], ..kept() };
            all.push((kept, place.to_owned(), format!("kept_{}", how.word())));
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
    for (attempt, place) in [(0, "/voided/0"), (1, "/header"), (2, "/voided/2")] {
        all.push((Fact::Commitment(attempt, OTHER), place, "kept_server"));
        all.push((Fact::Void(attempt, OTHER), place, "kept_server"));
        all.push((Fact::Sealed(attempt, 3), place, "kept_seat"));
        for seat in [0, 1, 2] {
            all.push((Fact::Seat(attempt, seat, Some(OTHER)), place, "kept_seat"));
        }
    }
    for (attempt, place) in [(0, "/voided/0"), (1, "/header")] {
        all.push((Fact::Entropy(attempt, 0, OTHER), place, "kept_seat"));
        all.push((Fact::Seat(attempt, 0, None), place, "kept_seat"));
    }
    all.push((Fact::Data(OTHER), "/header/data", "kept_data"));
    all.push((Fact::Options(OTHER), "/header/options", "kept_options"));
    all.push((Fact::Dealt(0), "/header/attempt", "kept_attempt"));
    all
}
