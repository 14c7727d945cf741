//! A match without a clock: nothing falls due, and all that a clock would bring comes when all are ready.

use engine::{Game, Seat};
use protocol::Code;
use serde_json::json;

use crate::support::*;

/// A day, in milliseconds: longer than any clock of the game.
const DAY_MS: u64 = 86_400_000;

fn untimed(players: u8) -> Options {
    Options { untimed: true, ..options(players) }
}

#[test]
fn it_is_off_by_default_and_needs_that_players_can_be_ready() {
    let read = |given| serde_json::from_value::<Options>(given);
    assert!(!read(json!({})).expect("valid").untimed);
    assert!(read(json!({"untimed": true})).expect("valid").untimed);
    let refused = read(json!({"untimed": true, "end_early_when_ready": false}));
    assert!(refused.expect_err("nothing would end a round").to_string().contains("untimed"));
}

#[test]
fn a_phase_ends_when_all_have_answered_and_not_before() {
    let mut play = Play::set_up(&untimed(2));
    assert_eq!(play.public().phase_ends_ms, None);
    play.act(P0, Command::Country { code: Country::At });
    assert_eq!(play.until(DAY_MS), []);
    assert_eq!(play.public().phase, Phase::Country);
    play.act(P1, Command::Country { code: Country::Be });
    for (seat, phase) in [(P0, Phase::Choose), (P1, Phase::Choose)] {
        assert_eq!(play.public().phase, phase);
        assert_eq!(Game::next_deadline(&play.game), None);
        let kept = play.private(seat).dealt[0].id;
        play.act(seat, choose(&[kept], None, true));
    }
    assert_eq!(play.public().phase, Phase::Play);
}

#[test]
fn crises_and_the_end_of_the_round_come_when_all_are_ready() {
    let mut scene = scene();
    scene.options.untimed = true;
    let mut play = Play::of(&scene);
    assert_eq!(play.until(DAY_MS), [], "nothing falls due");
    let public = play.public();
    assert_eq!((public.phase, public.next_crisis_ms), (Phase::Play, None));
    assert_eq!(public.crises_ahead, Some(1));
    play.act(P0, READY);
    play.act(P1, READY);
    assert_eq!(play.until(2 * DAY_MS), []);
    let events = play.act(P2, READY);
    assert!(events.iter().any(|event| matches!(event, Event::CrisisTurned { .. })));
    let public = play.public();
    assert_eq!((public.phase, public.crises_ahead), (Phase::Play, Some(0)));
    assert!(public.players.iter().all(|own| !own.ready), "a crisis clears all flags");
    for seat in [P0, P1, P2] {
        assert_eq!(play.public().phase, Phase::Play);
        play.act(seat, READY);
    }
    assert_ne!(play.public().phase, Phase::Play);
    assert_eq!(play.public().crises_ahead, None);
}

#[test]
fn an_offer_stays_until_all_are_ready() {
    let mut scene = scene();
    scene.options.untimed = true;
    scene.players[0].cubes = cubes(&[(R::Grain, 1)]);
    scene.players[1].cubes = cubes(&[(R::Fuel, 1)]);
    let mut play = Play::of(&scene);
    let swap = || offer(&[1], &[(G::Grain, 1)], &[(G::Fuel, 1)]);
    play.act(P0, swap());
    assert_eq!(play.public().offers[0].expires_ms, None);
    play.until(DAY_MS);
    assert!(play.may(P1, &accept(1)));
    for seat in [P0, P1] {
        play.act(seat, READY);
    }
    let events = play.act(P2, READY);
    assert_eq!(closed(&events, 1), Some(ClosedBecause::Expired));
    play.act(P0, swap());
    play.act(P1, accept(2));
    assert_eq!(play.cubes(P0), cubes(&[(R::Fuel, 1)]));
}

/// Acts of a seat before a crisis or the end.
const ACTS: u32 = 100;

/// Has a seat act in open play as often as it may, by offers that it takes back.
fn act_until_enough(play: &mut Play, seat: Seat, but: u32) {
    let first = play.public().offers.last().map_or(1, |last| last.id + 1);
    for id in first..first + (ACTS - but) / 2 {
        play.act(seat, offer(&[1 - seat.0], &[(G::Grain, 1)], &[(G::Fuel, 1)]));
        play.act(seat, Command::OfferCancel { offer_id: id });
    }
}

/// Arranges an open round of two players without a clock.
fn bazaar() -> Play {
    let mut scene = scene_of(2);
    scene.options.untimed = true;
    for own in &mut scene.players {
        own.cubes = cubes(&[(R::Grain, 1)]);
    }
    Play::of(&scene)
}

#[test]
fn nobody_trades_for_ever() {
    let mut play = bazaar();
    act_until_enough(&mut play, P0, 2);
    assert!(!play.public().players[0].ready);
    play.act(P0, READY);
    // Being ready is an act, and so is being ready no longer.
    let last = play.act(P0, Command::Ready { ready: false });
    assert!(last.contains(&Event::ReadyChanged { seat: 0, ready: true }), "{last:?}");
    assert!(play.public().players[0].ready);
    assert!(play.choices(P0).is_empty(), "nothing is left to do");
    let refused = play.refusal(P0, Command::Ready { ready: false });
    assert!(refused.detail.contains("100 things"), "{refused:?}");
    // The other seat goes on, and a crisis begins the count again.
    assert!(play.may(P1, &READY));
    let events = play.act(P1, READY);
    assert!(events.iter().any(|event| matches!(event, Event::CrisisTurned { .. })));
    assert!(!play.public().players[0].ready);
    assert!(play.may(P0, &READY));
}

#[test]
fn what_was_drawn_is_chosen_from_also_by_who_has_done_enough() {
    let mut play = bazaar();
    act_until_enough(&mut play, P0, 2);
    play.act(P0, offer(&[1], &[(G::Grain, 1)], &[(G::Fuel, 1)]));
    play.act(P0, Command::DrawCitizens {});
    assert!(!play.public().players[0].ready, "cards lie between two places");
    let kept = play.private(P0).drawn[0].id;
    assert_eq!(play.refuse(P0, offer(&[1], &[(G::Grain, 1)], &[(G::Fuel, 1)])), Code::DrawPending);
    play.act(P0, Command::ChooseDrawn { keep: vec![kept], hidden: None });
    assert!(play.public().players[0].ready);
}
