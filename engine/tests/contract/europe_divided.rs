//! Europe Divided keeps the contract in both editions.

use engine::games::europe_divided::EuropeDivided;
use engine::{Game, Seat, Viewer};
use protocol::games::europe_divided::Event;

use crate::contract;

contract!(revised, super::EuropeDivided, {"edition": "revised"}, super::secrets, super::declassified);
contract!(first, super::EuropeDivided, {"edition": "first"}, super::secrets, super::declassified);

/// Returns the cards that others hold hidden from this viewer.
fn secrets(game: &EuropeDivided, viewer: Viewer) -> Vec<String> {
    let public = Game::public(game);
    let mut secrets = Vec::new();
    let others = [0, 1].into_iter().filter(|seat| viewer != Viewer::Seat(Seat(*seat)));
    for own in others.map(|seat| Game::private(game, Seat(seat))) {
        let opponent = Viewer::Seat(Seat(1 - own.side as u8));
        // Cyber Attack showed four cards to Russia's seat, and an open Council Meeting may have
        // taken cards that everybody still sees among the discards.
        let mut seen = public.sides[own.side as usize].discards.clone();
        if viewer == opponent {
            let intelligence = Game::private(game, Seat(1 - own.side as u8)).intelligence;
            seen.extend(intelligence.into_iter().flat_map(|shown| shown.cards));
        }
        let hidden = own.hand.iter().chain(&own.locked).chain(&own.discards_face_down);
        secrets.extend(hidden.filter(|card| !seen.contains(card)).map(ToString::to_string));
        let advantages = own.advantages.iter().chain(&own.drawn).chain(&own.advantages_scored);
        secrets.extend(advantages.chain(&own.advantages_returned).map(ToString::to_string));
        let headlines = own.headlines.iter().chain(&own.headlines_discarded);
        secrets.extend(headlines.map(ToString::to_string));
    }
    secrets
}

/// Returns the cards that Council Meeting took from the open discards, which it announces.
fn declassified(event: &Event) -> Vec<String> {
    if let Event::CouncilMet { first_open, second_open } = event {
        first_open.iter().chain(second_open).map(ToString::to_string).collect()
    } else {
        Vec::new()
    }
}
