//! The weights that are shipped.

use std::sync::OnceLock;

use engine::Game;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::Think;

use crate::net::Net;

/// Returns the weights of a game, as [`Net::read`] takes them; `None` if the mind does not know it.
pub(crate) fn bytes(game: &str) -> Option<&'static [u8]> {
    match game {
        EuropeDivided::ID => Some(include_bytes!("../../data/europe-divided/mind.bin")),
        BalanceOfPower::ID => Some(include_bytes!("../../data/balance-of-power/mind.bin")),
        _ => None,
    }
}

/// Returns the value network of a game, read once; one that takes every position for even if the mind
/// does not know the game.
pub(crate) fn of<G: Think>() -> &'static Net {
    static EUROPE_DIVIDED: OnceLock<Net> = OnceLock::new();
    static BALANCE_OF_POWER: OnceLock<Net> = OnceLock::new();
    static NONE: OnceLock<Net> = OnceLock::new();
    let net = match G::ID {
        EuropeDivided::ID => &EUROPE_DIVIDED,
        BalanceOfPower::ID => &BALANCE_OF_POWER,
        _ => &NONE,
    };
    let read = || Net::read(bytes(G::ID)?, G::FEATURES).ok();
    net.get_or_init(|| read().unwrap_or_else(|| Net::blank(G::FEATURES)))
}
