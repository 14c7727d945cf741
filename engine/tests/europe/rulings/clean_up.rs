//! Allocation, dice, happiness and coin.

use protocol::Code;

use crate::support::*;

fn allocating(citizens: &[C], held: &[(R, u8)]) -> Play {
    let mut scene = scene();
    scene.players[0].citizens = citizens.to_vec();
    scene.players[0].cubes = cubes(held);
    let mut play = Play::of(&scene);
    play.until_phase(Phase::Allocate);
    play
}

fn allot(list: &[(C, &[(R, u8)])]) -> Command {
    let one = |(id, given): &(C, &[(R, u8)])| Allotment {
        id: *id,
        cubes: cubes(given),
        reward: Reward::Happiness,
    };
    Command::Allocate { cards: list.iter().map(one).collect() }
}

#[test]
fn an_allocation_names_every_citizen_once_in_order_and_no_cube_twice() {
    let mut play = allocating(&[C::C2x1, C::C3x1], &[(R::Grain, 1), (R::Water, 2)]);
    let refuse = |list: &[(C, &[(R, u8)])]| play.refuse(P0, allot(list));
    assert_eq!(refuse(&[(C::C2x1, &[])]), Code::Malformed);
    assert_eq!(refuse(&[(C::C3x1, &[]), (C::C2x1, &[])]), Code::Malformed);
    assert_eq!(refuse(&[(C::C2x1, &[]), (C::C4x1, &[])]), Code::NotYourCard);
    let grain: &[(R, u8)] = &[(R::Grain, 1)];
    assert_eq!(refuse(&[(C::C2x1, grain), (C::C3x1, grain)]), Code::OverAllocated);
    assert_eq!(refuse(&[(C::C2x1, &[(R::Water, 2)]), (C::C3x1, &[])]), Code::OverAllocated);
    let impossible = [(C::C2x1, &[(R::Water, 26)][..]), (C::C4x1, &[])];
    assert_eq!(refuse(&impossible), Code::BadAmount, "the form comes before whose card it is");
    play.act(P0, allot(&[(C::C2x1, grain), (C::C3x1, &[])]));
    let outcomes = &play.public().last_clean_up.expect("over").players[0].citizens;
    assert!(outcomes.iter().all(|one| !matches!(one.outcome, CitizenOutcome::Met { .. })));
}

#[test]
fn a_reward_is_chosen_with_the_allocation_before_any_dice() {
    let mut scene = scene_of(2);
    scene.players[0].citizens = vec![C::C2x1, C::C19x1];
    scene.players[0].cubes = cubes(&[(R::Grain, 1), (R::Water, 1)]);
    scene.players[1].citizens = vec![C::C3x1];
    let mut play = Play::of(&scene);
    play.until_phase(Phase::Allocate);
    let card = |id, given: &[(R, u8)]| Allotment { id, cubes: cubes(given), reward: Reward::Coin };
    let cards = vec![card(C::C2x1, &[(R::Grain, 1), (R::Water, 1)]), card(C::C19x1, &[])];
    let events = play.act(P0, Command::Allocate { cards: cards.clone() });
    assert!(
        !events.iter().any(|event| matches!(event, Event::CitizenServed { .. })),
        "no dice yet"
    );
    assert_eq!(play.refuse(P0, Command::Allocate { cards }), Code::Illegal, "it is final");
    let events = play.act(P1, allot(&[(C::C3x1, &[])]));
    let outcomes: Vec<CitizenOutcome> = events
        .iter()
        .filter_map(|event| match event {
            Event::CitizenServed { seat: 0, outcome, .. } => Some(*outcome),
            _ => None,
        })
        .collect();
    assert_eq!(outcomes[0], CitizenOutcome::Met { reward: Reward::Coin });
    assert!(dice(outcomes[1]).is_some(), "the reward of an unmet citizen comes to nothing");
}

#[test]
fn the_default_meets_most_cards_then_most_coin_then_lowest_ids() {
    let held = [(R::Grain, 2), (R::Livestock, 2), (R::Water, 1)];
    let play = allocating(&[C::C2x1, C::C3x1, C::C11x1], &held);
    let proposed = play.choices(P0)[0].clone();
    assert!(proposed.contains(r#""cubes":{"grain":1,"water":1},"id":"c2-1""#), "{proposed}");
    assert!(proposed.contains(r#""cubes":{"grain":1,"livestock":1},"id":"c3-1""#), "{proposed}");
    assert!(proposed.contains(r#""cubes":{"livestock":1},"id":"c11-1""#), "{proposed}");
    let play = allocating(&[C::C3x1, C::C11x1], &[(R::Grain, 2), (R::Livestock, 2)]);
    assert!(play.choices(P0)[0].contains(r#""cubes":{"grain":2,"livestock":2},"id":"c11-1""#));
}

#[test]
fn a_citizen_that_is_not_met_lowers_happiness_to_the_floor_at_most() {
    for (floor, happiness) in [(0, 0), (1, 1)] {
        let mut scene = scene();
        scene.options.happiness_floor = floor;
        scene.players[0].citizens = vec![C::C19x1, C::C20x1, C::C21x1];
        assert_eq!(Play::of(&scene).end_round()[0].happiness, happiness);
    }
}

#[test]
fn six_missing_cubes_cannot_be_placated_and_dice_are_rolled_all_the_same() {
    let mut scene = scene();
    scene.players[0].citizens = vec![C::C19x1];
    for seed in 0..20 {
        let own = Play::seeded(&scene, seed).end_round().swap_remove(0);
        assert!(matches!(own.citizens[0].outcome, CitizenOutcome::Failed { target: 13, .. }));
    }
}

#[test]
fn cubes_stay_only_where_the_option_says_so_and_the_stockpile_always() {
    for (carry_over, left) in [(CarryOver::None, 0), (CarryOver::All, 3)] {
        let mut scene = scene();
        scene.options.carry_over = carry_over;
        scene.bank_stock = cubes(&[(R::Dyes, 2)]);
        scene.players[0].cubes = cubes(&[(R::Grain, 3)]);
        scene.players[0].locked = cubes(&[(R::Water, 2)]);
        let mut play = Play::of(&scene);
        play.end_round();
        let own = play.player(P0);
        assert_eq!((own.cubes[R::Grain], own.locked[R::Water]), (left, 2));
        assert!(play.public().bank.expect("a bank").stock.is_empty());
    }
}

#[test]
fn rewards_are_paid_before_bonuses() {
    let mut scene = scene();
    for (own, coin) in scene.players.iter_mut().zip([4, 4, 89]) {
        own.coin = Some(coin);
    }
    scene.players[1].citizens = vec![C::C2x1];
    scene.players[1].cubes = cubes(&[(R::Grain, 1), (R::Water, 1)]);
    let mut play = Play::of(&scene);
    play.until_phase(Phase::Allocate);
    let cubes = cubes(&[(R::Grain, 1), (R::Water, 1)]);
    let cards = vec![Allotment { id: C::C2x1, cubes, reward: Reward::Coin }];
    play.act(P1, Command::Allocate { cards });
    let last = play.public().last_clean_up.expect("over").players;
    assert_eq!(last.iter().map(|own| own.rewards).collect::<Vec<_>>(), [0, 2, 0]);
    assert_eq!(last.iter().map(|own| own.bonus).collect::<Vec<_>>(), [1, 0, 0]);
}

#[test]
fn citizens_are_judged_and_coin_is_paid_clockwise_from_the_start_seat() {
    let mut scene = scene();
    scene.round = 2;
    scene.options.crisis_at_ms = Vec::new();
    for (own, coin) in scene.players.iter_mut().zip([4, 4, 91]) {
        own.coin = Some(coin);
    }
    let grain_and_water = cubes(&[(R::Grain, 1), (R::Water, 1)]);
    let grain_and_livestock = cubes(&[(R::Grain, 1), (R::Livestock, 1)]);
    let given = [(P0, C::C2x1, grain_and_water), (P1, C::C3x1, grain_and_livestock)];
    for (seat, id, cubes) in given {
        scene.players[seat.index()].citizens = vec![id];
        scene.players[seat.index()].cubes = cubes;
    }
    let mut play = Play::of(&scene);
    play.until_phase(Phase::Allocate);
    let mut events = Vec::new();
    for (seat, id, cubes) in given {
        let cards = vec![Allotment { id, cubes, reward: Reward::Coin }];
        events.extend(play.act(seat, Command::Allocate { cards }));
    }
    let served = events.iter().filter_map(|event| match event {
        Event::CitizenServed { seat, .. } => Some(*seat),
        _ => None,
    });
    assert_eq!(served.collect::<Vec<_>>(), [1, 0]);
    assert_eq!((play.coin(P0), play.coin(P1)), (4, 5));
}

#[test]
fn the_floor_is_applied_to_the_sum_of_gains_and_losses() {
    let mut scene = scene();
    scene.players[0].happiness = Some(0);
    scene.players[0].citizens = vec![C::C2x1, C::C19x1];
    scene.players[0].cubes = cubes(&[(R::Grain, 1), (R::Water, 1)]);
    assert_eq!(Play::of(&scene).end_round()[0].happiness, 0);
}

#[test]
fn the_default_breaks_ties_by_ids_and_serves_first_what_lacks_least() {
    let held = [(R::Grain, 1), (R::Livestock, 1), (R::Water, 1)];
    let play = allocating(&[C::C2x1, C::C3x1], &held);
    let proposed = play.choices(P0)[0].clone();
    assert!(proposed.contains(r#""cubes":{"grain":1,"water":1},"id":"c2-1""#), "{proposed}");
    let play = allocating(&[C::C10x1, C::C15x1], &[(R::Cloth, 1), (R::Materials, 2)]);
    let proposed = play.choices(P0)[0].clone();
    assert!(proposed.contains(r#""cubes":{},"id":"c10-1""#), "{proposed}");
    assert!(proposed.contains(r#""cubes":{"cloth":1,"materials":2},"id":"c15-1""#), "{proposed}");
}

#[test]
fn a_cube_is_missing_once_and_first_served_is_who_lacks_least() {
    let lacks = |held: &[(R, u8)], hidden: Option<C>| {
        let mut scene = scene();
        scene.players[0].citizens = vec![C::C20x1, C::C2x1];
        scene.players[0].hidden_citizen = hidden;
        scene.players[0].cubes = cubes(held);
        let play = Play::of(&scene);
        let missing = |of: Vec<MissingView>| -> Vec<(C, Cubes)> {
            of.into_iter().map(|one| (one.id, one.cubes)).collect()
        };
        (missing(play.player(P0).missing), missing(play.private(P0).missing))
    };
    let all = [(R::Cloth, 2), (R::Dyes, 2), (R::Livestock, 2)];
    let bread = cubes(&[(R::Grain, 1), (R::Water, 1)]);
    let open = |of: (Vec<_>, Vec<_>)| {
        assert_eq!(of.0, of.1, "nothing lies face down");
        of.0
    };
    assert_eq!(open(lacks(&all, None)), [(C::C2x1, bread)]);
    assert_eq!(open(lacks(&[(R::Grain, 1), (R::Water, 1)], None)), [(C::C20x1, cubes(&all))]);
    // Hot water lacks as little as bread, and has the higher id: the one cube of water is bread's.
    let (seen, own) = lacks(&[(R::Water, 1), (R::Fuel, 1), (R::Grain, 1)], Some(C::C4x1));
    assert_eq!(seen, [(C::C20x1, cubes(&all))], "others see the open ones alone");
    assert_eq!(own, [(C::C4x1, cubes(&[(R::Water, 1)])), (C::C20x1, cubes(&all))]);
}

/// Cubes that are owed by kind are collected before any citizen gets one; what else is owed may be paid otherwise.
#[test]
fn cubes_that_are_owed_by_kind_serve_no_citizen() {
    let mut scene = scene();
    scene.directives = vec![K::WaterFramework, K::SolidarityFund];
    scene.players[0].citizens = vec![C::C2x1];
    scene.players[0].cubes = cubes(&[(R::Grain, 1), (R::Water, 1)]);
    scene.players[1].citizens = vec![C::C4x1];
    scene.players[1].cubes = cubes(&[(R::Fuel, 1), (R::Water, 2)]);
    let mut play = Play::of(&scene);
    let missing = |of: Vec<MissingView>| of.into_iter().map(|one| (one.id, one.cubes)).collect();
    let water = vec![(C::C2x1, cubes(&[(R::Water, 1)]))];
    let shown = |play: &Play| -> [Vec<(C, Cubes)>; 3] {
        let [open, other] = [P0, P1].map(|seat| missing(play.player(seat).missing));
        [open, missing(play.private(P0).missing), other]
    };
    assert_eq!(shown(&play), [water.clone(), water.clone(), vec![]], "it goes to the framework");
    play.act(P0, settle(K::WaterFramework, &[(R::Water, 1)], 0));
    assert_eq!(shown(&play), [water.clone(), water, vec![]], "and is missing all the same");
}
