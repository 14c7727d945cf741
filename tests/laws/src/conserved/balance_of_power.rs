//! The conserved quantities of Balance of Power: territories, cards, objectives.

use std::collections::BTreeSet;

use engine::games::balance_of_power::BalanceOfPower;
use engine::{Game, Seat};
use protocol::games::balance_of_power::{Card, Objective, Owner, Public, Stage, Territory};

use super::Lawful;

/// Cities on the board.
const CITIES: usize = 9;
/// Troops with which a colour begins.
const TROOPS: u32 = 27;
/// Troops more for each step of a handicap.
const HANDICAP_TROOPS: u32 = 2;
/// Objectives that were face up at first.
const OBJECTIVES: usize = 8;

impl Lawful for BalanceOfPower {
    /// Asserts that every territory is held, every card and objective is in exactly one pile, and
    /// no chart is overfull.
    fn conserved(&self) {
        let public = Game::public(self);
        if public.stage != Stage::PlaceMap && !never_placed(&public) {
            territories(&public);
        }
        if public.turn == 1 && public.stage == Stage::Draft {
            beginning(&public);
        }
        cards(self, &public);
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
}

/// Checks whether a match was given up while its map was placed: then it ends on an empty board.
fn never_placed(public: &Public) -> bool {
    public.stage == Stage::Over && public.territories.values().all(|view| view.troops == 0)
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

/// Asserts that both begin with as many troops, and the handicap's more, while none is placed.
fn beginning(public: &Public) {
    let placing = public.active.map(|colour| u16::from(public.sides[colour.index()].draft.total));
    if public.prompt.most != placing {
        return;
    }
    for side in &public.sides {
        let favoured = public.handicap.filter(|handicap| Some(handicap.seat) == side.seat);
        let more = favoured.map_or(0, |handicap| HANDICAP_TROOPS * u32::from(handicap.steps));
        assert_eq!(side.troops, TROOPS + more, "{}", side.colour);
    }
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
