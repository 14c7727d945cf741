//! A seat that gives up.

use engine::Game;

use crate::support::*;

#[test]
fn of_two_the_other_wins() {
    let mut play = Play::of(&scene_of(2));
    play.resign(P0);
    let outcome = play.game.outcome().expect("over");
    assert_eq!((outcome.winners, outcome.reason.as_str()), (vec![1], "resigned"));
}

#[test]
fn of_more_defaults_act_for_it_until_one_is_left() {
    let mut scene = scene();
    scene.players[0].cubes = cubes(&[(R::Grain, 1)]);
    scene.players[1].cubes = cubes(&[(R::Fuel, 1)]);
    let mut play = Play::of(&scene);
    play.act(P0, offer(&[1], &[(G::Grain, 1)], &[(G::Fuel, 1)]));
    play.act(P1, offer(&[0], &[(G::Fuel, 1)], &[(G::Dyes, 1)]));
    play.act(P1, offer(&[0, 2], &[(G::Fuel, 1)], &[(G::Dyes, 1)]));
    let events = play.resign(P0);
    assert_eq!(closed(&events, 1), Some(ClosedBecause::Resigned));
    assert_eq!(closed(&events, 2), Some(ClosedBecause::Declined));
    assert_eq!(play.public().offers[0].to, [2]);
    assert!(!play.game.awaiting().contains(P0));
    assert!(!play.may(P1, &offer(&[0], &[(G::Fuel, 1)], &[(G::Dyes, 1)])));
    play.act(P1, READY);
    assert!(play.act(P2, READY).iter().any(|event| matches!(event, Event::ClockJumped { .. })));
    play.until_phase(Phase::Choose);
    play.until_phase(Phase::Play);
    let kept = play.player(P0).citizens.len();
    assert_eq!(kept, 2, "defaults choose for it, as many as Open borders ask for");
    play.resign(P2);
    assert_eq!(play.game.outcome().expect("over").winners, [1]);
}

#[test]
fn it_cannot_win() {
    let mut scene = scene();
    scene.options.max_rounds = 1;
    scene.players[0].happiness = Some(7);
    let mut play = Play::of(&scene);
    play.resign(P0);
    play.end_round();
    let outcome = play.game.outcome().expect("over");
    assert_eq!((outcome.winners, outcome.scores), (vec![1, 2], vec![7, 1, 1]));
}
