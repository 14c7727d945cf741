//! Europe Divided keeps the contract in both editions.

use std::collections::BTreeSet;

use engine::games::europe_divided::EuropeDivided;
use engine::{Game, Seat, Viewer};
use protocol::games::europe_divided::{ActionCard, Event, Private, Public};

use crate::contract;

contract!(revised, super::EuropeDivided, {"edition": "revised"}, super::conserved, super::secrets, super::declassified);
contract!(first, super::EuropeDivided, {"edition": "first"}, super::conserved, super::secrets, super::declassified);

/// Armies a side has, on the board and in its supply.
const ARMIES: u8 = 15;
/// Action Cards of Europe and of Russia.
const ACTION_CARDS: [usize; 2] = [25, 19];
const ADVANTAGE_CARDS: usize = 7;
const HEADLINES: usize = 40;
/// Headlines that leave the game unseen in the set-up.
const UNSEEN: usize = 14;

/// 15 armies a side, and every card in exactly one place.
fn conserved(game: &EuropeDivided) {
    let public = Game::public(game);
    let private = [Game::private(game, Seat(0)), Game::private(game, Seat(1))];
    for (index, own) in private.iter().enumerate() {
        action_cards(&public, own, index);
        let side = &public.sides[index];
        let armies = if index == 0 { &public.armies.nato } else { &public.armies.russia };
        assert_eq!(armies.values().sum::<u8>() + side.supply, ARMIES);
        let known = own.advantages.len()
            + own.drawn.len()
            + own.advantages_returned.len()
            + own.advantages_scored.len();
        assert!(known <= ADVANTAGE_CARDS);
    }
    let on_table = &public.headlines;
    let mut headlines = on_table.forthcoming.len()
        + on_table.current.len()
        + on_table.failed.len()
        + usize::from(on_table.deck)
        + UNSEEN;
    for (own, side) in private.iter().zip(&public.sides) {
        headlines += own.headlines.len() + own.headlines_discarded.len() + side.awarded.len();
    }
    assert_eq!(headlines, HEADLINES);
    for (space, nato) in &public.armies.nato {
        assert!(!public.armies.russia.contains_key(space), "{space} holds {nato} and more");
    }
}

fn action_cards(public: &Public, own: &Private, index: usize) {
    let side = &public.sides[index];
    let mut seen: Vec<ActionCard> = own.hand.clone();
    seen.extend(&own.locked);
    seen.extend(&own.discards_face_down);
    seen.extend(&side.contested_open);
    seen.extend(&side.removed);
    seen.extend(side.played.iter().map(|played| played.card));
    // While the initiative step is open the public view shows the piles as they were.
    if public.stage != protocol::games::europe_divided::Stage::Initiative {
        seen.extend(&side.discards);
        assert_eq!(seen.len() + usize::from(side.deck), ACTION_CARDS[index]);
    }
    assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), seen.len(), "a card in two places");
}

/// The cards that others hold hidden from this viewer.
fn secrets(game: &EuropeDivided, viewer: Viewer) -> Vec<String> {
    let public = Game::public(game);
    let mut secrets = Vec::new();
    let others = [0, 1].into_iter().filter(|seat| viewer != Viewer::Seat(Seat(*seat)));
    for own in others.map(|seat| Game::private(game, Seat(seat))) {
        let opponent = Viewer::Seat(Seat(1 - own.side as u8));
        // Cyber Attack shows Europe's hand to Russia's seat, and an open Council Meeting may have
        // taken cards that everybody still sees among the discards.
        let seen = viewer == opponent
            && Game::private(game, Seat(1 - own.side as u8)).intelligence.is_some();
        let open = &public.sides[own.side as usize].discards;
        if !seen {
            let hidden = own.hand.iter().chain(&own.locked).chain(&own.discards_face_down);
            secrets.extend(hidden.filter(|card| !open.contains(card)).map(ToString::to_string));
        }
        let advantages = own.advantages.iter().chain(&own.drawn).chain(&own.advantages_scored);
        secrets.extend(advantages.chain(&own.advantages_returned).map(ToString::to_string));
        let headlines = own.headlines.iter().chain(&own.headlines_discarded);
        secrets.extend(headlines.map(ToString::to_string));
    }
    secrets
}

/// Council Meeting announces the cards it took from the open discards.
fn declassified(event: &Event) -> Vec<String> {
    if let Event::CouncilMet { first_open, second_open } = event {
        first_open.iter().chain(second_open).map(ToString::to_string).collect()
    } else {
        Vec::new()
    }
}
