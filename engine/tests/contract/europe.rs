//! Europe keeps the contract with two, three and four players, and with the options varied.
//!
//! Rounds are short and few, so that thousands of matches are played in seconds; the rules of a round
//! do not depend on its length.

use engine::games::europe::Europe;
use engine::{Game, Seat, Viewer};
use protocol::games::europe::{Cubes, Event, Good, Private, Public, Resource};

use crate::contract;

contract!(two, super::Europe, {
    "players": 2, "max_rounds": 2, "round_ms": 60_000, "crisis_at_ms": [30_000],
    "choose_ms": 10_000, "allocate_ms": 10_000, "offer_ttl_ms": 20_000,
}, super::conserved, super::secrets, super::declassified);
contract!(three, super::Europe, {
    "players": 3, "max_rounds": 1, "round_ms": 60_000, "crisis_at_ms": [30_000],
    "choose_ms": 10_000, "allocate_ms": 10_000, "offer_ttl_ms": 20_000, "start_coin": 10,
}, super::conserved, super::secrets, super::declassified);
contract!(four, super::Europe, {
    "players": 4, "max_rounds": 1, "round_ms": 60_000, "crisis_at_ms": [30_000],
    "choose_ms": 20_000, "allocate_ms": 20_000, "offer_ttl_ms": 20_000, "offer_limit": 10,
}, super::conserved, super::secrets, super::declassified);
contract!(varied, super::Europe, {
    "players": 3, "max_rounds": 2, "round_ms": 60_000, "crisis_at_ms": [10_000, 40_000],
    "choose_ms": 10_000, "allocate_ms": 10_000, "carry_over": "all", "market": "persist",
    "crisis_bonus": "citizens_only", "crisis_failure": "lose_one_happiness", "allow_gifts": true,
    "max_citizens": 4, "citizen_deck": "gentle", "recycle_spent": false, "start_coin": 10,
}, super::conserved, super::secrets, super::declassified);

const CUBES: u32 = 25;
const COIN: u32 = 100;
const RESOURCE_CARDS: usize = 58;
const CITIZENS: [usize; 2] = [37, 38];
const CRISES: usize = 14;

/// 25 cubes of each resource, 100 coin, every card in one place, no offer that its maker cannot fund.
/// That no card lies in two places the game asserts itself in debug builds.
fn conserved(game: &Europe) {
    let public = Game::public(game);
    let everywhere = |of: &dyn Fn(&Cubes) -> u8| {
        let own = public.players.iter().flat_map(|own| [&own.cubes, &own.locked]);
        let bank = public.bank.iter().map(|bank| &bank.stock);
        own.chain(bank).chain([&public.supply]).map(|cubes| u32::from(of(cubes))).sum::<u32>()
    };
    for kind in Resource::ALL {
        assert_eq!(everywhere(&|cubes| cubes[*kind]), CUBES, "{kind}");
    }
    let coin: u32 = public.players.iter().map(|own| u32::from(own.coin)).sum();
    assert_eq!(coin + u32::from(public.bank_coin), COIN);
    cards(&public);
    for offer in &public.offers {
        let own = &public.players[usize::from(offer.from)];
        for (good, n) in offer.give.iter() {
            let held = if good == Good::Coin { own.coin } else { own.cubes[kind_of(good)] };
            assert!(held >= n, "{offer:?} is not funded");
        }
    }
}

fn kind_of(good: Good) -> Resource {
    good.resource().expect("a resource")
}

fn cards(public: &Public) {
    let count = |n: u8| usize::from(n);
    let (decks, own) = (&public.decks, || public.players.iter());
    let market = public.market.iter().flatten().count();
    let bank: usize = public.bank.iter().map(|bank| bank.cards.len()).sum();
    let held: usize = own().map(|own| own.cards.len() + usize::from(own.hidden_resource)).sum();
    let piles = count(decks.resources) + count(decks.resource_discards);
    assert_eq!(piles + market + bank + held, RESOURCE_CARDS);
    let held: usize = own()
        .map(|own| {
            let drawn = if own.drawing { 3 } else { 0 };
            own.citizens.len() + count(own.hidden_citizens) + count(own.dealt) + drawn
        })
        .sum();
    let citizens = count(decks.citizens) + count(decks.citizen_discards) + held;
    assert!(CITIZENS.contains(&citizens), "{citizens} citizens");
    let crises = count(decks.crises) + count(decks.crisis_discards) + public.crises.len();
    assert_eq!(crises, CRISES);
}

/// What others hold face down or choose from. A citizen that was judged in the last clean-up is named
/// there, wherever it went since.
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

/// Cards that lay open may go to the discards, and from there into a hand, within one step.
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
