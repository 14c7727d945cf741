//! The conserved quantities of Europe: cubes, coin, cards.

use std::collections::BTreeSet;

use engine::Game;
use engine::games::europe::Europe;
use protocol::games::europe::{Cubes, Good, Phase, PlayerView, Public, Resource};

use super::Lawful;

const CUBES: u32 = 25;
const COIN: u32 = 100;
/// Coin more for each step of a handicap.
const HANDICAP_COIN: u8 = 2;
const RESOURCE_CARDS: usize = 58;
const CITIZENS: [usize; 2] = [37, 38];
const CRISES: usize = 14;

impl Lawful for Europe {
    /// Asserts 25 cubes of each resource, 100 coin, every card in one pile, no offer that its maker
    /// cannot fund. That no card lies in two places the game asserts itself in debug builds.
    fn conserved(&self) {
        let public = Game::public(self);
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
        if public.phase == Phase::Country {
            start_coin(&public);
        }
        cards(&public);
        for offer in &public.offers {
            let own = &public.players[usize::from(offer.from)];
            for (good, n) in offer.give.iter() {
                let held = if good == Good::Coin { own.coin } else { own.cubes[kind_of(good)] };
                assert!(held >= n, "{offer:?} is not funded");
            }
        }
    }
}

/// Asserts that all start with as much coin, and the handicap's more.
fn start_coin(public: &Public) {
    let without = |(own, seat): (&PlayerView, u8)| {
        let favoured = public.handicap.filter(|handicap| handicap.seat == seat);
        own.coin - favoured.map_or(0, |handicap| HANDICAP_COIN * handicap.steps)
    };
    let start: BTreeSet<u8> = public.players.iter().zip(0..).map(without).collect();
    assert_eq!(start.len(), 1, "{start:?}");
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
