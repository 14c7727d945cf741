//! Examples of the clean-up: dice, hidden cards, and coin that is short.

use crate::support::*;

/// Plays Stuart, who has one cloth and keeps Fine Clothes; returns the result with dice of this sum.
fn stuart(placate_base: u8, sum: u8) -> PlayerResult {
    let mut scene = scene();
    scene.options.placate_base = placate_base;
    scene.players[0].happiness = Some(3);
    scene.players[0].cubes = cubes(&[(R::Cloth, 1)]);
    scene.players[0].citizens = vec![C::C10x1];
    for seed in 0..=u8::MAX {
        let own = Play::seeded(&scene, seed).end_round().swap_remove(0);
        if dice(own.citizens[0].outcome) == Some(sum) {
            assert_eq!(own.citizens[0].cubes, cubes(&[(R::Cloth, 1)]));
            assert_eq!((own.bonus, own.rewards), (0, 0));
            return own;
        }
    }
    panic!("no seed rolls {sum}");
}

/// Example 1.
#[test]
fn the_texts_example() {
    let nine = stuart(7, 9);
    assert!(matches!(nine.citizens[0].outcome, CitizenOutcome::Failed { target: 10, .. }));
    assert_eq!(nine.happiness, 2);
    let ten = stuart(7, 10);
    assert!(matches!(ten.citizens[0].outcome, CitizenOutcome::Placated { target: 10, .. }));
    assert_eq!(ten.happiness, 3);
    let harder = stuart(8, 10);
    assert!(matches!(harder.citizens[0].outcome, CitizenOutcome::Failed { target: 11, .. }));
    assert_eq!(harder.happiness, 2);
}

/// Example 13.
#[test]
fn hidden_resource_at_clean_up() {
    let mut scene = scene();
    scene.players[2].hidden_resource = Some(X::Cloth21A);
    scene.players[2].cubes = cubes(&[(R::Dyes, 2)]);
    scene.players[2].citizens = vec![C::C10x1];
    let mut play = Play::of(&scene);
    let results = play.end_round();
    assert!(matches!(results[2].citizens[0].outcome, CitizenOutcome::Met { .. }));
    let events = play.until_phase(Phase::Play);
    let made = events.iter().find_map(|event| match event {
        Event::Produced { seat: 2, cubes } => Some(cubes[R::Cloth]),
        _ => None,
    });
    let dealt = play.new_cubes(P2, R::Cloth, X::Cloth21A);
    assert_eq!(made, Some(1 + dealt));
}

/// Example 18.
#[test]
fn coin_short() {
    let mut scene = scene();
    scene.options.crisis_at_ms = Vec::new();
    for (own, coin) in scene.players.iter_mut().zip([4, 4, 90]) {
        own.coin = Some(coin);
    }
    scene.players[0].citizens = vec![C::C10x1];
    scene.players[0].cubes = cubes(&[(R::Cloth, 2), (R::Dyes, 2)]);
    scene.players[1].citizens = vec![C::C2x1];
    scene.players[1].cubes = cubes(&[(R::Grain, 1), (R::Water, 1)]);
    let mut play = Play::of(&scene);
    assert_eq!(play.public().bank_coin, 2);
    play.until_phase(Phase::Allocate);
    for (seat, id, given) in [
        (P0, C::C10x1, cubes(&[(R::Cloth, 2), (R::Dyes, 2)])),
        (P1, C::C2x1, cubes(&[(R::Grain, 1), (R::Water, 1)])),
    ] {
        let cards = vec![Allotment { id, cubes: given, reward: Reward::Coin }];
        play.act(seat, Command::Allocate { cards });
    }
    let rewards: Vec<u8> =
        play.public().last_clean_up.expect("over").players.iter().map(|own| own.rewards).collect();
    assert_eq!(rewards, [1, 1, 0]);
    assert_eq!((play.coin(P0), play.coin(P1), play.public().bank_coin), (5, 5, 0));
}
