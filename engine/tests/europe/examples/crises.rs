//! Examples of crises and their debts.

use crate::support::*;

/// Plays example 9. P2 has no citizen that its cubes do not meet, and no fuel or water.
fn tsunami(bonus: CrisisBonus) -> Vec<PlayerResult> {
    let mut scene = scene();
    scene.options.crisis_bonus = bonus;
    scene.crises_top = vec![K::Tsunami];
    scene.players[0].cubes = cubes(&[(R::Fuel, 1), (R::Water, 2), (R::Grain, 1)]);
    scene.players[0].citizens = vec![C::C2x1];
    scene.players[1].cubes = cubes(&[(R::Water, 1), (R::Grain, 1)]);
    scene.players[1].citizens = vec![C::C2x2];
    scene.options.citizen_deck = protocol::games::europe::CitizenDeck::Gentle;
    scene.players[2].cubes = cubes(&[(R::Livestock, 1), (R::Grain, 1)]);
    scene.players[2].citizens = vec![C::C3x1];
    let mut play = Play::of(&scene);
    play.until_phase(Phase::Allocate);
    assert_eq!(play.cubes(P0), cubes(&[(R::Water, 1), (R::Grain, 1)]));
    assert_eq!(play.cubes(P1), cubes(&[(R::Grain, 1)]));
    play.end_round()
}

#[test]
fn tsunami_and_bonus() {
    let results = tsunami(CrisisBonus::CitizensAndCrisis);
    let bonus: Vec<u8> = results.iter().map(|own| own.bonus).collect();
    assert_eq!(bonus, [3, 0, 0]);
    let failed: Vec<bool> = results.iter().map(|own| own.crisis_failed).collect();
    assert_eq!(failed, [false, true, true]);
    assert!(matches!(results[0].citizens[0].outcome, CitizenOutcome::Met { .. }));
    match results[1].citizens[0].outcome {
        CitizenOutcome::Placated { target, .. } | CitizenOutcome::Failed { target, .. } => {
            assert_eq!(target, 8);
        }
        CitizenOutcome::Met { .. } => panic!("one water short"),
    }
    let results = tsunami(CrisisBonus::CitizensOnly);
    assert_eq!(results.iter().map(|own| own.bonus).collect::<Vec<_>>(), [3, 0, 3]);
}

/// Example 10.
#[test]
fn emigration() {
    let mut scene = scene();
    scene.crises_top = vec![K::Emigration];
    for (seat, n) in [5, 2, 4].into_iter().enumerate() {
        scene.players[seat].cubes = cubes(&[(R::Grain, n)]);
    }
    scene.players[0].citizens = vec![C::C4x1];
    let mut play = Play::of(&scene);
    let events = play.until_phase(Phase::Allocate);
    let held = [P0, P1, P2].map(|seat| play.cubes(seat).total());
    assert_eq!(held, [5, 4, 2]);
    assert!(events.contains(&Event::CrisisFailed { seat: 1 }));
    assert!(!events.contains(&Event::CrisisFailed { seat: 0 }));
    assert!(!events.contains(&Event::CrisisFailed { seat: 2 }));
}

/// Passed-in cubes may serve citizens.
#[test]
fn cubes_passed_in_serve_citizens() {
    let mut scene = scene();
    scene.crises_top = vec![K::Emigration];
    scene.players[0].cubes = cubes(&[(R::Grain, 2), (R::Water, 2)]);
    scene.players[1].citizens = vec![C::C2x1];
    let mut play = Play::of(&scene);
    let results = play.end_round();
    assert!(matches!(results[1].citizens[0].outcome, CitizenOutcome::Met { .. }));
}

/// Example 14. P0 had eight grain, of which it has sold six.
#[test]
fn earthquake_debt() {
    for (grain, paid) in [(2, false), (4, true)] {
        let mut scene = scene_of(4);
        scene.crises_top = vec![K::Earthquake];
        scene.players[0].cards = vec![X::Grain44A, X::Grain44B];
        scene.players[0].cubes = cubes(&[(R::Grain, grain)]);
        scene.players[0].citizens = vec![C::C4x1];
        let mut play = Play::of(&scene);
        play.until(180_000);
        let owed = Owed::Cubes { cubes: cubes(&[(R::Grain, 4)]) };
        assert_eq!(play.owes(P0), [(K::Earthquake, owed)]);
        let events = play.until_phase(Phase::Allocate);
        assert!(play.cubes(P0).is_empty());
        assert_eq!(events.contains(&Event::CrisisFailed { seat: 0 }), !paid);
    }
}

/// Example 17.
#[test]
fn two_crises() {
    let mut scene = scene();
    scene.options.crisis_at_ms = vec![120_000, 240_000];
    scene.directives = vec![K::Stockpile];
    scene.crises_top = vec![K::Drought, K::Emigration];
    scene.players[0].cards = vec![X::Grain44A, X::Water44A];
    scene.players[0].locked = cubes(&[(R::Grain, 2), (R::Water, 2)]);
    scene.players[0].cubes = cubes(&[(R::Water, 3), (R::Grain, 1), (R::Cloth, 4)]);
    scene.players[0].citizens = vec![C::C2x1];
    let mut play = Play::of(&scene);
    assert!(play.owes(P0).is_empty(), "the stockpile is whole");
    let results = play.end_round();
    assert!(!results[0].crisis_failed);
    assert_eq!(results[0].bonus, 6);
    assert_eq!(play.player(P0).locked, cubes(&[(R::Grain, 2), (R::Water, 2)]));
    assert!(play.public().crises.iter().any(|crisis| crisis.id == K::Stockpile));
}
