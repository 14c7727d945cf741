//! Lists the draws made while a record is written.
//!
//! A record lists what was drawn; a match in play has no use for that list, so it is not part of
//! the dealer, which is copied with every state. Instead, a thread that makes a record collects the
//! draws of the dealers that it uses for as long as [`recorded`] runs. Nothing else sees the
//! difference.

use std::cell::RefCell;

use fairness::record::Draw;

/// The draws collected on a recording thread.
struct Recording {
    seq: u64,
    draws: Vec<Draw>,
}

thread_local! {
    static RECORDING: RefCell<Option<Recording>> = const { RefCell::new(None) };
}

/// Guard that stops the recording, even if the rules panic.
struct StopRecording;

impl Drop for StopRecording {
    fn drop(&mut self) {
        RECORDING.take();
    }
}

/// Runs `act`, and lists every draw made by it on this thread, attributed to entry `seq`.
///
/// # Panics
/// If calls are nested: a draw belongs to one entry.
pub(crate) fn recorded<R>(seq: u64, act: impl FnOnce() -> R) -> (R, Vec<Draw>) {
    let before = RECORDING.replace(Some(Recording { seq, draws: Vec::new() }));
    let stop = StopRecording;
    assert!(before.is_none(), "draws are recorded for one entry at a time");
    let result = act();
    let recording = RECORDING.take();
    drop(stop);
    (result, recording.map_or_else(Vec::new, |recording| recording.draws))
}

/// Runs `act` without recording its draws: for repeating what was listed when it was first carried out.
pub(crate) fn unrecorded<R>(act: impl FnOnce() -> R) -> R {
    let resume = ResumeRecording(RECORDING.take());
    let result = act();
    drop(resume);
    result
}

/// Guard that restores a suspended recording, even if the rules panic.
struct ResumeRecording(Option<Recording>);

impl Drop for ResumeRecording {
    fn drop(&mut self) {
        RECORDING.replace(self.0.take());
    }
}

/// Adds a draw to the thread's recording, if there is one; `draw` receives the entry's number.
pub(super) fn note(draw: impl FnOnce(u64) -> Draw) {
    RECORDING.with_borrow_mut(|recording| {
        if let Some(Recording { seq, draws }) = recording {
            draws.push(draw(*seq));
        }
    });
}

#[cfg(test)]
mod tests {
    use fairness::vd1::MatchKey;

    use super::*;
    use crate::dealer::{Dealer, Label};

    const DECK: Label = Label { slot: 0, name: "test" };
    const DIE: Label = Label { slot: 1, name: "test" };

    fn dealer() -> Dealer {
        Dealer::new(MatchKey::from_bytes([7; 32]))
    }

    #[test]
    fn draws_are_listed_in_their_order_with_what_was_dealt() {
        let mut cards = [0, 1, 2, 3, 4];
        let mut dealer = dealer();
        let (dice, draws) = recorded(9, || {
            dealer.shuffle(DECK, &mut [(); 2]);
            dealer.shuffle(DECK, &mut cards);
            [dealer.below(DIE, 6), dealer.series(DIE, |below| below(8))]
        });
        let listed: Vec<(u64, &str)> = draws
            .iter()
            .map(|draw| match draw {
                Draw::Shuffle { seq, label, .. } | Draw::Below { seq, label, .. } => {
                    (*seq, label.as_str())
                }
            })
            .collect();
        let labels = ["deck/test/0", "deck/test/1", "die/test", "die/test"];
        assert_eq!(listed, labels.map(|label| (9, label)));
        assert!(matches!(&draws[1], Draw::Shuffle { n: 5, result, .. } if *result == cards));
        assert!(matches!(&draws[2], Draw::Below { m: 6, result, .. } if *result == dice[0]));
        assert!(matches!(&draws[3], Draw::Below { m: 8, result, .. } if *result == dice[1]));
    }

    #[test]
    fn recording_changes_nothing_and_ends() {
        let (mut plain, mut observed) = (dealer(), dealer());
        let expected = [plain.below(DIE, 6), plain.below(DIE, 6)];
        let (first, draws) = recorded(0, || observed.below(DIE, 6));
        assert_eq!([first, observed.below(DIE, 6)], expected);
        assert_eq!((draws.len(), observed), (1, plain));
        assert_eq!(recorded(1, || ()).1, []);
    }

    #[test]
    fn what_is_carried_out_again_is_not_listed_again() {
        let ((), draws) = recorded(3, || {
            dealer().below(DIE, 6);
            unrecorded(|| dealer().below(DIE, 6));
            dealer().below(DIE, 8);
        });
        assert!(matches!(draws[..], [Draw::Below { m: 6, .. }, Draw::Below { m: 8, .. }]));
        assert_eq!(unrecorded(|| dealer().below(DIE, 1)), 0);
    }

    #[test]
    fn a_panic_of_the_rules_ends_it_too() {
        let fault = std::panic::catch_unwind(|| {
            recorded(0, || {
                dealer().below(DIE, 6);
                panic!("a fault in the rules")
            })
        });
        assert!(fault.is_err());
        assert_eq!(recorded(1, || ()).1, []);
    }

    #[test]
    #[should_panic(expected = "one entry at a time")]
    fn one_entry_at_a_time() {
        recorded(0, || recorded(1, || ()));
    }
}
