//! Balance of Power: seats and colours, the placed map, cities (rulings 1, 11 and 12).

use std::collections::BTreeMap;

use engine::{Game, Seat, Viewer};
use protocol::Code;
use protocol::games::balance_of_power::ID;
use serde_json::{Value, json};

use crate::shipped::Shipped;
use crate::support::{
    Arrangement, BLUE, Capitals, Card, Colour, Command, Event, First, Garrison, Options, Owner,
    Placement, Play, PromptKind, RED, T, Version, attack_until, holding, lucky, only, tables_with,
    training,
};

fn room() -> Options {
    Options { version: Version::CommandRoom, ..Options::default() }
}

/// Seats and colours, ruling 1.
#[test]
fn in_basic_training_seat_0_is_red_and_the_first_player_may_be_drawn() {
    let mut drawn = [0; 2];
    for deal in 0..40 {
        let play = Play::set_up(Options { first: First::Drawn, ..Options::default() }, deal);
        assert_eq!(play.public().colours, [Some(RED), Some(BLUE)]);
        assert_eq!(play.public().setup, Some(3));
        drawn[play.public().active.expect("a turn") as usize] += 1;
    }
    assert!(drawn[0] > 8 && drawn[1] > 8, "{drawn:?}");
    for (first, colour) in [(First::Red, RED), (First::Blue, BLUE)] {
        let play = Play::set_up(Options { first, ..Options::default() }, 1);
        assert_eq!(play.public().active, Some(colour));
        assert_eq!(play.awaited(), Seat(colour as u8));
    }
}

#[test]
fn in_basic_training_the_set_up_names_the_first_player() {
    let first = |setup: u8, deal: u32| {
        Play::set_up(Options { setup, ..Options::default() }, deal).public().active
    };
    for (setup, named) in [(1, RED), (2, BLUE), (3, RED), (4, RED)] {
        assert!((0..8).all(|deal| first(setup, deal) == Some(named)), "set-up {setup}");
    }
}

#[test]
fn in_basic_training_a_set_up_that_names_nobody_has_the_first_player_drawn() {
    let named = ("id = 2\n", "first = \"blue\"\nfirst_source = \"reconstructed\"\n", "");
    let text = Shipped::of(ID).edited("setups", &[named]);
    let tables = tables_with(&BTreeMap::from([("setups".to_owned(), text)]));
    let first = |deal| {
        let options = Options { setup: 2, ..Options::default() };
        Play::set_up_from(tables.clone(), options, deal).public().active
    };
    for colour in [RED, BLUE] {
        assert!((0..8).any(|deal| first(deal) == Some(colour)), "{colour:?} in none of 8 deals");
    }
}

#[test]
fn in_the_command_room_one_seat_places_and_the_other_chooses() {
    let mut placers = [0; 2];
    for deal in 0..40 {
        let mut play = Play::set_up(room(), deal);
        let placer = play.awaited();
        placers[placer.index()] += 1;
        assert_eq!(play.public().colours, [None, None]);
        play.act(Command::Auto {});
        assert_eq!(play.awaited(), Seat(1 - placer.0));
        play.act(Command::Choose { colour: BLUE, first: BLUE });
        let colours = play.public().colours;
        assert_eq!(colours[1 - placer.index()], Some(BLUE));
        assert_eq!(colours[placer.index()], Some(RED));
        assert_eq!((play.public().active, play.public().turn), (Some(BLUE), 1));
    }
    assert!(placers[0] > 8 && placers[1] > 8, "{placers:?}");
}

#[test]
fn who_gives_up_before_colours_are_chosen_loses() {
    let mut play = Play::set_up(room(), 1);
    play.game.resign(0, Seat(0), &mut ());
    assert_eq!(play.result(), (vec![1], "resigned".to_owned()));
}

/// Builds a map that passes: the amounts of `auto` in canonical order.
fn map() -> (Placement, Capitals) {
    let mut play = Play::set_up(room(), 3);
    let events = play.act(Command::Auto {});
    let placed = events.iter().find_map(|event| match event {
        Event::MapPlaced { territories, capitals, .. } => Some((*territories, *capitals)),
        _ => None,
    });
    placed.expect("a map")
}

#[track_caller]
fn refused(edit: impl Fn(&mut Placement, &mut Capitals)) -> String {
    let (mut territories, mut capitals) = map();
    edit(&mut territories, &mut capitals);
    Play::set_up(room(), 3).refuse(Command::PlaceMap { territories, capitals })
}

fn some(map: &Placement, owner: Owner) -> T {
    let held = |(at, garrison): &(T, Garrison)| {
        garrison.owner == owner
            && garrison.troops > 1
            && ![T::Denmark, T::Switzerland, T::Norway, T::WesternUkraine].contains(at)
    };
    map.iter().find(held).expect("a territory").0
}

/// Placement, ruling 11.
#[test]
fn a_placed_map_is_checked_as_a_whole_in_the_printed_order() {
    let why = refused(|map, _| {
        let (red, blue) = (some(map, Owner::Red), some(map, Owner::Blue));
        map[red].troops = 0;
        map[blue].troops += 1;
    });
    assert!(why.contains("has 0 troops"), "{why}");
    let why = refused(|map, _| {
        let (red, blue) = (some(map, Owner::Red), some(map, Owner::Blue));
        map[red].troops += 1;
        map[blue].troops += 1;
    });
    assert_eq!(why, "red has 28 troops; it must have 27");
    let why = refused(|map, _| {
        let blue = some(map, Owner::Blue);
        map[blue].troops -= 1;
    });
    assert_eq!(why, "blue has 26 troops; it must have 27");
    let why = refused(|map, _| {
        let neutral = some(map, Owner::Neutral);
        map[neutral].troops += 1;
    });
    assert_eq!(why, "neutral has 61 troops; it must have 60");
    let why = refused(|map, _| {
        let red = some(map, Owner::Red);
        let troops = map[red].troops;
        map[red] = map[T::Denmark];
        map[T::Denmark] = Garrison { owner: Owner::Red, troops };
    });
    assert_eq!(why, "Denmark has a site and must be neutral, not red");
    let why = refused(|map, capitals| capitals.red = some(map, Owner::Blue));
    assert!(why.starts_with("the capital of red must stand on a red territory"), "{why}");
    let why = refused(|map, capitals| capitals.blue = some(map, Owner::Neutral));
    assert!(why.ends_with("is neutral"), "{why}");
}

#[test]
fn a_map_that_passes_is_placed() {
    let (territories, capitals) = map();
    let mut play = Play::set_up(room(), 9);
    play.act(Command::PlaceMap { territories, capitals });
    assert_eq!(play.kind(), PromptKind::Choose);
    for (at, garrison) in territories.iter() {
        let view = play.at(at);
        assert_eq!((view.owner, view.troops), (garrison.owner, u16::from(garrison.troops)));
    }
    assert_eq!(play.at(capitals.red).capital, Some(RED));
    assert_eq!(play.at(capitals.blue).capital, Some(BLUE));
}

#[test]
fn a_map_with_a_missing_or_unknown_territory_is_not_read() {
    let (territories, capitals) = map();
    let command = json!(Command::PlaceMap { territories, capitals });
    let play = Play::set_up(room(), 3);
    let refused = |edit: fn(&mut Value)| {
        let mut command = command.clone();
        edit(&mut command["territories"]);
        let mut table = engine::table::Table::boxed(&play.game);
        let why = table.apply(0, play.awaited(), &command, 1).expect_err("refused");
        assert_eq!(why.code, Code::Malformed);
        why.detail
    };
    let missing = refused(|map| drop(map.as_object_mut().expect("a map").remove("italy")));
    assert_eq!(missing, "italy is missing");
    let unknown = refused(|map| map["utopia"] = json!({"owner": "red", "troops": 1}));
    assert_eq!(unknown, "\"utopia\" is not a territory");
}

#[test]
fn an_automatic_map_has_the_amounts_of_the_page() {
    let (map, capitals) = map();
    let amounts = |owner: Owner, sites: bool| {
        let site = |at: T| [T::Denmark, T::Switzerland, T::Norway, T::WesternUkraine].contains(&at);
        let own = map.iter().filter(|(at, one)| one.owner == owner && site(*at) == sites);
        let mut amounts: Vec<u8> = own.map(|(_, one)| one.troops).collect();
        amounts.sort_unstable_by(|a, b| b.cmp(a));
        amounts
    };
    assert_eq!(amounts(Owner::Red, false), [5, 5, 4, 4, 4, 3, 2]);
    assert_eq!(amounts(Owner::Blue, false), [5, 5, 4, 4, 4, 3, 2]);
    assert_eq!(amounts(Owner::Neutral, false), [5, 5, 4, 4, 2, 2, 2, 2, 2, 2, 2, 2]);
    assert_eq!(amounts(Owner::Neutral, true), [8, 8, 5, 5]);
    assert_eq!((map[T::Denmark].troops, map[T::Norway].troops), (8, 5));
    assert_eq!(map[capitals.red], Garrison { owner: Owner::Red, troops: 5 });
    assert_eq!(map[capitals.blue], Garrison { owner: Owner::Blue, troops: 5 });
}

/// Cities, ruling 12.
#[test]
fn nine_cities_and_eight_objectives_are_drawn_and_the_deck_is_whole() {
    let mut cities_of = Vec::new();
    for deal in 0..20 {
        let play = Play::set_up(room(), deal);
        let public = play.public();
        let cities: Vec<T> =
            public.territories.iter().filter(|(_, view)| view.city).map(|(at, _)| *at).collect();
        assert_eq!((cities.len(), public.objectives.len(), public.deck), (9, 8, 32));
        cities_of.push(cities);
    }
    cities_of.dedup();
    assert_eq!(cities_of.len(), 20, "each deal has cities of its own");
}

#[test]
fn a_spectator_cannot_tell_two_deals_of_the_deck_apart() {
    let play = Play::new(&Arrangement { ..training() });
    let mut other = play.game.clone();
    let mut next = 0;
    let mut below = |n: u64| {
        next += 7;
        next % n
    };
    other.redeal(Viewer::Public, &mut below);
    assert!(Game::public(&play.game) == Game::public(&other));
    assert!(play.game != other, "the deck was re-dealt");
}

/// Once the discards were shuffled, every card that is not among them lies in a hand: a player knows which the
/// other holds, apart from those drawn since. A spectator knows the two hands together only.
#[test]
fn hands_are_known_to_the_other_player_when_the_deck_has_run_out() {
    let (of_red, of_blue) = (&Card::ALL[..2], &Card::ALL[2..4]);
    let garrisons = only(&[
        (T::Austria, Owner::Red, 20),
        (T::CzechRepublic, Owner::Blue, 1),
        (T::Poland, Owner::Blue, 3),
    ]);
    let (red, blue) = (holding(of_red), holding(of_blue));
    let arranged = Arrangement { garrisons, red, blue, short_deck: true, ..training() };
    let mut play = lucky(&arranged, |play| {
        play.draft_on(T::Austria);
        play.act(attack_until(T::Austria, T::CzechRepublic, 1));
        play.at(T::CzechRepublic).owner == Owner::Red
    });
    play.end_turn();
    assert_eq!((play.hand(RED).len(), play.hand(BLUE).len()), (3, 2), "the discards were shuffled");
    let redealt = |viewer, colour| {
        let hands = (0..20).map(|seed| {
            let mut other = play.clone();
            let mut rng = laws::Rng::new(seed);
            other.game.redeal(viewer, &mut |n| rng.below(n));
            other.hand(colour)
        });
        hands.collect::<Vec<_>>()
    };
    let [of_seat_0, of_seat_1] = [0, 1].map(|seat| Viewer::Seat(Seat(seat)));
    assert!(redealt(of_seat_0, BLUE).iter().all(|hand| hand == of_blue));
    let seen = redealt(of_seat_1, RED);
    assert!(seen.iter().all(|hand| of_red.iter().all(|card| hand.contains(card))));
    assert!(seen.iter().any(|hand| *hand != play.hand(RED)), "the card drawn since is hidden");
    assert!(redealt(Viewer::Public, BLUE).iter().any(|hand| hand != of_blue));
}

#[test]
fn colours_of_the_choice_are_independent() {
    for (colour, first) in [(RED, RED), (RED, BLUE), (BLUE, RED), (BLUE, BLUE)] {
        let mut play = Play::set_up(room(), 5);
        play.act(Command::Auto {});
        let seat = play.awaited();
        play.act(Command::Choose { colour, first });
        let mine: Option<Colour> = play.public().colours[seat.index()];
        assert_eq!((mine, play.public().active), (Some(colour), Some(first)));
    }
}
