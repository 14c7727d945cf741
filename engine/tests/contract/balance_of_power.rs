//! Balance of Power keeps the contract in both versions.

use std::collections::BTreeSet;

use engine::games::balance_of_power::BalanceOfPower;
use engine::{Game, Seat, Viewer};
use protocol::games::balance_of_power::{Card, Event, Objective, Owner, Public, Stage, Territory};

use crate::contract;

contract!(setup_3, super::BalanceOfPower, {"setup": 3}, super::conserved, super::secrets, super::declassified);
contract!(setup_2, super::BalanceOfPower, {"setup": 2, "first": "red", "max_turns": 30}, super::conserved, super::secrets, super::declassified);
contract!(command_room, super::BalanceOfPower, {"version": "command_room"}, super::conserved, super::secrets, super::declassified);

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
