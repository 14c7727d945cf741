//! Balance of Power keeps the contract in both versions.
//!
//! Random players attack as long as they can, so a full match takes a thousand decisions and more;
//! a low turn limit keeps the thousands of matches affordable. [`matches_of_a_hundred_turns_end`]
//! plays longer ones with fewer seeds.

use std::collections::BTreeSet;

use engine::games::balance_of_power::BalanceOfPower;
use engine::{Game, Seat, Viewer};
use protocol::games::balance_of_power::{
    Card, Event, Objective, Options, Owner, Public, Stage, Territory, Version,
};

use crate::contract;

contract!(setup_3, super::BalanceOfPower, {"setup": 3, "max_turns": 10}, super::conserved, super::secrets, super::declassified);
contract!(setup_2, super::BalanceOfPower, {"setup": 2, "first": "red", "max_turns": 10}, super::conserved, super::secrets, super::declassified);
contract!(command_room, super::BalanceOfPower, {"version": "command_room", "max_turns": 10}, super::conserved, super::secrets, super::declassified);

/// Cities on the board.
const CITIES: usize = 9;
/// Objectives that were face up at first.
const OBJECTIVES: usize = 8;

/// Every territory held, every card and objective in exactly one place, no chart overfull.
fn conserved(game: &BalanceOfPower) {
    let public = Game::public(game);
    if public.stage != Stage::PlaceMap {
        territories(&public);
    }
    cards(game, &public);
    let mut objectives: Vec<Objective> = public.objectives.clone();
    objectives.extend(public.sides.iter().flat_map(|side| &side.collected));
    assert_eq!(objectives.len(), OBJECTIVES);
    assert_eq!(objectives.iter().collect::<BTreeSet<_>>().len(), OBJECTIVES);
    if let Some(room) = &public.command_room {
        for chart in [room.charts.red, room.charts.blue, room.charts.neutral] {
            assert!(chart.troops <= chart.capacity, "{chart:?}");
        }
    }
}

fn territories(public: &Public) {
    assert_eq!(public.territories.len(), Territory::COUNT);
    for (territory, view) in &public.territories {
        assert!(view.troops >= 1, "{territory} stands empty");
    }
    let cities = public.territories.values().filter(|view| view.city).count();
    let capitals = public.territories.values().filter(|view| view.capital.is_some()).count();
    assert_eq!((cities, capitals), (CITIES, 2));
    let count = |owner: Owner| {
        let held = public.territories.values().filter(|view| view.owner == owner);
        held.fold((0, 0), |(lands, troops), view| (lands + 1, troops + u32::from(view.troops)))
    };
    for side in &public.sides {
        assert_eq!((side.territories, side.troops), count(side.colour.owner()));
    }
    let neutral = (public.neutral.territories, public.neutral.troops);
    assert_eq!(neutral, count(Owner::Neutral));
}

fn cards(game: &BalanceOfPower, public: &Public) {
    let mut seen: Vec<Card> = public.discards.clone();
    for seat in [0, 1] {
        let own = Game::private(game, Seat(seat));
        if let Some(colour) = own.colour {
            assert_eq!(usize::from(public.sides[colour.index()].hand), own.hand.len());
        }
        seen.extend(&own.hand);
    }
    assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), seen.len(), "a card in two places");
    assert_eq!(seen.len() + usize::from(public.deck), Card::COUNT);
}

/// The cards that others hold.
fn secrets(game: &BalanceOfPower, viewer: Viewer) -> Vec<String> {
    let others = [0, 1].into_iter().filter(|seat| viewer != Viewer::Seat(Seat(*seat)));
    let hands = others.flat_map(|seat| Game::private(game, Seat(seat)).hand);
    hands.map(|card| card.to_string()).collect()
}

/// Cards handed in are shown to everybody.
fn declassified(event: &Event) -> Vec<String> {
    if let Event::HandedIn { cards, .. } = event {
        cards.iter().map(ToString::to_string).collect()
    } else {
        Vec::new()
    }
}

/// Matches of the full length end too, in every set-up.
#[test]
fn matches_of_a_hundred_turns_end() {
    let mut longest = 0;
    for setup in [1, 2, 3, 4] {
        for version in [Version::BasicTraining, Version::CommandRoom] {
            let options = Options { version, setup, ..Options::default() };
            let options = serde_json::to_value(options).expect("options");
            for seed in 1..=5 {
                let game = crate::laws::play::<BalanceOfPower>(&options, seed, |_, _| {});
                conserved(&game);
                longest = longest.max(Game::public(&game).turn);
            }
        }
    }
    println!("the longest match took {longest} turns");
}
