//! The weights that are shipped, read once.

use std::sync::OnceLock;

use engine::Game;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::Think;

use crate::net::Net;

/// Returns the value network of a game that the mind knows; one that takes every position for even
/// for any other.
pub(crate) fn of<G: Think>() -> &'static Net {
    static EUROPE_DIVIDED: OnceLock<Net> = OnceLock::new();
    static BALANCE_OF_POWER: OnceLock<Net> = OnceLock::new();
    static NONE: OnceLock<Net> = OnceLock::new();
    let (net, bytes): (_, &[u8]) = match G::ID {
        EuropeDivided::ID => {
            (&EUROPE_DIVIDED, include_bytes!("../../data/europe-divided/mind.bin"))
        }
        BalanceOfPower::ID => {
            (&BALANCE_OF_POWER, include_bytes!("../../data/balance-of-power/mind.bin"))
        }
        _ => (&NONE, &[]),
    };
    net.get_or_init(|| Net::read(bytes, G::FEATURES).unwrap_or_else(|_| Net::blank(G::FEATURES)))
}
