//! Component data with any value altered are refused, or matches under them end without a panic.
//!
//! `make test` tries some of the changes; `ENTENTE_MATCHES=n` tries more, each in its turn and later
//! two at a time, and `ENTENTE_SEED` repeats one.

use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe::Europe;
use engine::games::europe_divided::EuropeDivided;
use laws::Lawful;
use laws::altered::{Altered, Fate};
use laws::rng::seeds;

/// Changes that are tried of each game.
const CHANGES: u64 = 1_500;

fn refused_or_playable<G: Lawful>() {
    let altered = Altered::of::<G>();
    let (mut refused, mut played) = (0_u64, 0_u64);
    for seed in seeds(CHANGES) {
        match altered.try_out::<G>(seed) {
            Fate::Refused => refused += 1,
            Fate::Played => played += 1,
        }
    }
    println!("{}: of {} changes {refused} refused, {played} played", G::ID, altered.len());
    assert!(refused > 0 && played > 0);
}

#[test]
fn balance_of_power_is_refused_or_playable() {
    refused_or_playable::<BalanceOfPower>();
}

#[test]
fn europe_is_refused_or_playable() {
    refused_or_playable::<Europe>();
}

#[test]
fn europe_divided_is_refused_or_playable() {
    refused_or_playable::<EuropeDivided>();
}
