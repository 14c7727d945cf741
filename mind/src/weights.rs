//! The weights that are shipped.

use std::sync::OnceLock;

use engine::Game;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::Think;

use crate::net::Net;

/// Number of styles: the plain one, and one for each of three tastes.
const STYLES: usize = 4;

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
    shipped::<G>(0)
}

/// Returns the network of a style: that of the game, or one that is fonder of something by a little.
pub(crate) fn styled<G: Think>(style: u8) -> &'static Net {
    shipped::<G>(usize::from(style) % STYLES)
}

fn shipped<G: Think>(style: usize) -> &'static Net {
    static EUROPE_DIVIDED: [OnceLock<Net>; STYLES] = [const { OnceLock::new() }; STYLES];
    static BALANCE_OF_POWER: [OnceLock<Net>; STYLES] = [const { OnceLock::new() }; STYLES];
    static NONE: [OnceLock<Net>; STYLES] = [const { OnceLock::new() }; STYLES];
    let nets = match G::ID {
        EuropeDivided::ID => &EUROPE_DIVIDED,
        BalanceOfPower::ID => &BALANCE_OF_POWER,
        _ => &NONE,
    };
    nets[style].get_or_init(|| {
        let read = bytes(G::ID).and_then(|bytes| Net::read(bytes, G::FEATURES).ok());
        let net = read.unwrap_or_else(|| Net::blank(G::FEATURES));
        // Style 0 is the network as it was trained.
        let taste = style.checked_sub(1).and_then(|taste| G::TASTES.get(taste));
        match taste {
            Some(taste) => net.fond_of(taste),
            None => net,
        }
    })
}
