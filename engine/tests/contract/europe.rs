//! Europe keeps the contract with two, three and four players, and with the options varied.
//!
//! Rounds are short and few, so that thousands of matches are played in seconds; the rules of a round
//! do not depend on its length.

use engine::games::europe::Europe;
use engine::{Game, Seat, Viewer};
use protocol::games::europe::{Event, Private};

use crate::contract;

contract!(two, super::Europe, {
    "players": 2, "max_rounds": 2, "round_ms": 60_000, "crisis_at_ms": [30_000],
    "choose_ms": 10_000, "allocate_ms": 10_000, "offer_ttl_ms": 20_000,
}, super::secrets, super::declassified);
contract!(three, super::Europe, {
    "players": 3, "max_rounds": 1, "round_ms": 60_000, "crisis_at_ms": [30_000],
    "choose_ms": 10_000, "allocate_ms": 10_000, "offer_ttl_ms": 20_000, "start_coin": 10,
}, super::secrets, super::declassified);
contract!(four, super::Europe, {
    "players": 4, "max_rounds": 1, "round_ms": 60_000, "crisis_at_ms": [30_000],
    "choose_ms": 20_000, "allocate_ms": 20_000, "offer_ttl_ms": 20_000, "offer_limit": 10,
}, super::secrets, super::declassified);
contract!(varied, super::Europe, {
    "players": 3, "max_rounds": 2, "round_ms": 60_000, "crisis_at_ms": [10_000, 40_000],
    "choose_ms": 10_000, "allocate_ms": 10_000, "carry_over": "all", "market": "persist",
    "crisis_bonus": "citizens_only", "crisis_failure": "lose_one_happiness", "allow_gifts": true,
    "max_citizens": 4, "citizen_deck": "gentle", "recycle_spent": false, "start_coin": 10,
}, super::secrets, super::declassified);

// Without a clock a match is long: each crisis lets all seats act so often again. So it has none here.
contract!(untimed, super::Europe, {
    "players": 2, "max_rounds": 2, "untimed": true, "crisis_at_ms": [],
}, super::secrets, super::declassified);

/// Returns the cards that others hold face down or choose from. A citizen that was judged in the
/// last clean-up is named there, wherever it went since.
fn secrets(game: &Europe, viewer: Viewer) -> Vec<String> {
    let public = Game::public(game);
    let judged: Vec<String> = public
        .last_clean_up
        .iter()
        .flat_map(|last| last.players.iter().flat_map(|own| &own.citizens))
        .map(|citizen| citizen.id.to_string())
        .collect();
    let seats = (0..public.players.len() as u8).map(Seat);
    let others = seats.filter(|seat| viewer != Viewer::Seat(*seat));
    let mut secrets: Vec<String> =
        others.flat_map(|seat| held(&Game::private(game, seat))).collect();
    secrets.retain(|id| !judged.contains(id));
    secrets
}

fn held(own: &Private) -> Vec<String> {
    let citizens = own.dealt.iter().chain(&own.drawn).chain(&own.hidden_citizen);
    let citizens = citizens.map(|citizen| citizen.id.to_string());
    citizens.chain(own.hidden_resource.map(|card| card.id.to_string())).collect()
}

/// Returns cards that lay open: they may go to the discards, and from there into a hand, within one
/// step.
#[allow(clippy::wildcard_enum_match_arm)]
fn declassified(event: &Event) -> Vec<String> {
    match event {
        Event::CitizenRevealed { card, .. } | Event::CitizenServed { card, .. } => {
            vec![card.to_string()]
        }
        Event::CardSpent { card, .. }
        | Event::MarketFilled { card, .. }
        | Event::ResourceRevealed { card, .. } => vec![card.to_string()],
        _ => Vec::new(),
    }
}
