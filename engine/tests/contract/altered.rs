//! Component data with any value altered are refused, or matches under them end without a panic.
//!
//! `make test` tries some of the changes; `ENTENTE_MATCHES=n` tries more, each in its turn and later
//! two at a time, and `ENTENTE_SEED` repeats one.

use engine::REGISTRY;
use laws::altered::{Altered, AlteredOutcome};
use laws::rng::seeds;
use laws::{Lawful, Task, with};

/// Number of changes tried in each game.
const CHANGES: u64 = 1_500;

struct RefusedOrPlayable;

impl Task for RefusedOrPlayable {
    type Output = ();

    fn of<G: Lawful>(self) {
        let altered = Altered::of::<G>();
        let (mut refused, mut played) = (0_u64, 0_u64);
        for seed in seeds(CHANGES) {
            match altered.try_out::<G>(seed) {
                AlteredOutcome::Refused => refused += 1,
                AlteredOutcome::Played => played += 1,
            }
        }
        println!("{}: of {} changes {refused} refused, {played} played", G::ID, altered.len());
        assert!(refused > 0 && played > 0);
    }
}

#[test]
fn altered_data_are_refused_or_playable() {
    std::thread::scope(|games| {
        for game in REGISTRY {
            games.spawn(|| with(game.id, RefusedOrPlayable));
        }
    });
}
