//! Seats, countries, phases and the clock.

use engine::Game;
use engine::games::europe::Europe;
use protocol::Code;
use serde_json::json;

use crate::support::*;

#[test]
fn the_room_has_as_many_seats_as_its_option_says() {
    for players in [2, 3, 4] {
        assert_eq!(Europe::seats(&options(players)), players);
        assert_eq!(Play::set_up(&options(players)).public().players.len(), usize::from(players));
    }
    assert_eq!(Europe::seats(&Options::default()), 2);
}

#[test]
fn a_country_is_taken_once_and_the_rest_get_the_first_free_ones() {
    let mut play = Play::set_up(&options(3));
    play.act(P1, Command::Country { code: Country::At });
    assert_eq!(play.refuse(P0, Command::Country { code: Country::At }), Code::CountryTaken);
    let unknown = json!({"type": "country", "code": "UK"});
    assert_eq!(play.refuse_json(P0, &unknown), Code::CountryUnknown);
    play.until_phase(Phase::Choose);
    let countries: Vec<_> = play.public().players.iter().map(|own| own.country).collect();
    assert_eq!(countries, [Some(Country::Be), Some(Country::At), Some(Country::Bg)]);
    assert_eq!(play.public().round, 1);
}

#[test]
fn open_play_is_one_question_a_round() {
    let mut scene = scene();
    scene.players[0].cubes = cubes(&[(R::Grain, 2)]);
    scene.players[1].cubes = cubes(&[(R::Fuel, 2)]);
    let mut play = Play::of(&scene);
    let asked = play.game.question(P0);
    play.act(P0, offer(&[1], &[(G::Grain, 1)], &[(G::Fuel, 1)]));
    play.act(P1, accept(1));
    play.act(P0, Command::DrawCitizens {});
    play.until(180_000);
    assert_eq!(play.game.question(P0), asked);
    let code = |question| <Europe as Game>::closed(question).map(|why| why.code);
    assert_eq!(code(asked), Some(Code::RoundOver));
    play.until_phase(Phase::Choose);
    assert_eq!(code(play.game.question(P0)), None);
    play.until_phase(Phase::Play);
    assert_ne!(play.game.question(P0), asked);
}

#[test]
fn a_command_of_another_phase_is_refused_before_its_form_is_checked() {
    let play = Play::of(&scene());
    let country = json!({"type": "country", "code": "UK"});
    assert_eq!(play.refuse_json(P0, &country), Code::WrongPhase);
    assert_eq!(play.refuse(P0, choose(&[], None, false)), Code::WrongPhase);
    let play = Play::set_up(&options(2));
    let bad = json!({"type": "bank_buy", "cubes": {"gold": 1}});
    assert_eq!(play.refuse_json(P0, &bad), Code::WrongPhase);
}

#[test]
fn when_all_are_ready_the_clock_jumps_to_the_crisis_and_then_to_the_end() {
    let mut scene = scene();
    scene.players[0].citizens = vec![C::C2x1];
    let mut play = Play::of(&scene);
    play.until(1_000);
    play.act(P0, READY);
    play.act(P1, READY);
    let events = play.act(P2, READY);
    assert!(events.contains(&Event::ClockJumped { by_ms: 179_000 }));
    assert!(events.iter().any(|event| matches!(event, Event::CrisisTurned { .. })));
    assert!(play.public().players.iter().all(|own| !own.ready), "a crisis clears all flags");
    assert_eq!(play.public().phase_ends_ms, Some(121_000));
    for seat in [P0, P1, P2] {
        play.act(seat, READY);
    }
    assert_eq!(play.public().phase, Phase::Allocate);
}

#[test]
fn doing_something_else_is_being_no_longer_ready() {
    let mut scene = scene();
    scene.players[0].cubes = cubes(&[(R::Grain, 1)]);
    let mut play = Play::of(&scene);
    play.act(P0, READY);
    assert!(play.player(P0).ready);
    play.act(P0, offer(&[1], &[(G::Grain, 1)], &[(G::Fuel, 1)]));
    assert!(!play.player(P0).ready);
    play.act(P0, Command::DrawCitizens {});
    assert_eq!(play.refuse(P0, READY), Code::DrawPending);
}

#[test]
fn without_the_option_nobody_is_offered_to_be_ready() {
    let mut scene = scene();
    scene.options.end_early_when_ready = false;
    let play = Play::of(&scene);
    assert!(!play.may(P0, &READY));
    assert_eq!(play.refuse(P0, READY), Code::Illegal);
}

#[test]
fn what_is_due_together_runs_offers_first_then_the_crisis_then_the_end() {
    let mut scene = scene();
    scene.players[0].cubes = cubes(&[(R::Grain, 1)]);
    scene.played_ms = 150_000;
    let mut play = Play::of(&scene);
    play.act(P0, offer(&[1], &[(G::Grain, 1)], &[(G::Fuel, 1)]));
    let events = play.until(30_000);
    assert!(matches!(events[0], Event::OfferClosed { because: ClosedBecause::Expired, .. }));
    assert!(matches!(events[1], Event::CrisisTurned { .. }));
}

#[test]
fn a_jump_lets_the_offers_expire_that_it_passes() {
    let mut scene = scene();
    scene.players[0].cubes = cubes(&[(R::Grain, 1)]);
    let mut play = Play::of(&scene);
    play.act(P0, offer(&[1], &[(G::Grain, 1)], &[(G::Fuel, 1)]));
    play.act(P0, READY);
    play.act(P1, READY);
    let events = play.act(P2, READY);
    assert_eq!(closed(&events, 1), Some(ClosedBecause::Expired));
}

#[test]
fn who_does_not_answer_keeps_the_fewest_and_smallest_and_reveals_the_resource() {
    let mut scene = scene();
    scene.choose = true;
    scene.citizens_top = vec![C::C19x1, C::C4x1, C::C2x1];
    scene.resources_top = vec![X::Cloth21A];
    let mut play = Play::of(&scene);
    play.until_phase(Phase::Play);
    let own = play.player(P0);
    assert_eq!(own.citizens.iter().map(|one| one.id).collect::<Vec<_>>(), [C::C2x1]);
    assert!(own.cards.iter().any(|card| card.id == X::Cloth21A) && !own.hidden_resource);
}

#[test]
fn an_answer_is_final_and_that_it_was_given_is_public() {
    let mut scene = scene();
    scene.choose = true;
    let mut play = Play::of(&scene);
    let keep = play.private(P0).dealt[0].id;
    let events = play.act(P0, choose(&[keep], None, false));
    assert_eq!(events, [Event::Answered { seat: 0 }]);
    assert!(play.player(P0).answered && !play.player(P1).answered);
    assert_eq!(play.refuse(P0, choose(&[keep], None, true)), Code::Illegal);
}

#[test]
fn the_match_ends_after_the_most_rounds() {
    let mut scene = scene();
    scene.options.max_rounds = 1;
    scene.players[1].happiness = Some(5);
    let mut play = Play::of(&scene);
    play.end_round();
    let outcome = play.game.outcome().expect("over");
    assert_eq!((outcome.winners, outcome.reason.as_str()), (vec![1], "limit_happiness"));
}

#[test]
fn an_end_by_rounds_has_reasons_of_its_own() {
    let after_the_last_round = |win_happiness, happiness: [u8; 3], coin: [u8; 3]| {
        let mut scene = scene();
        (scene.options.max_rounds, scene.options.win_happiness) = (1, win_happiness);
        scene.options.crisis_at_ms = Vec::new();
        for (own, (happiness, coin)) in
            scene.players.iter_mut().zip(happiness.into_iter().zip(coin))
        {
            (own.happiness, own.coin) = (Some(happiness), Some(coin));
        }
        let mut play = Play::of(&scene);
        play.end_round();
        let outcome = play.game.outcome().expect("over");
        (outcome.winners, outcome.reason)
    };
    for (happiness, coin, winners, reason) in [
        ([4, 5, 3], [1, 1, 1], vec![1], "happiness"),
        ([5, 5, 3], [1, 2, 9], vec![1], "coin"),
        ([5, 5, 3], [2, 2, 9], vec![0, 1], "shared"),
    ] {
        let limit = format!("limit_{reason}");
        assert_eq!(after_the_last_round(8, happiness, coin), (winners.clone(), limit));
        let enough = after_the_last_round(5, happiness, coin);
        assert_eq!(enough, (winners, reason.to_owned()), "enough in the last round");
    }
}

#[test]
fn what_fell_due_comes_before_a_command_even_if_it_was_not_run() {
    let mut scene = scene();
    scene.options.crisis_at_ms = vec![60_000];
    scene.crises_top = vec![K::CurrencyCrisis];
    scene.players[0].cubes = cubes(&[(R::Water, 2)]);
    scene.players[1].cubes = cubes(&[(R::Fuel, 1)]);
    let mut play = Play::of(&scene);
    play.act(P0, offer(&[1], &[(G::Water, 1)], &[(G::Fuel, 1)]));
    let counter = Command::OfferCounter {
        offer_id: 1,
        give: goods(&[(G::Fuel, 1)]),
        want: goods(&[(G::Water, 2)]),
    };
    play.now = 30_000;
    for (seat, late) in [
        (P1, accept(1)),
        (P1, counter),
        (P1, Command::OfferDecline { offer_id: 1 }),
        (P0, Command::OfferCancel { offer_id: 1 }),
    ] {
        assert_eq!(play.refuse(seat, late), Code::OfferClosed);
    }
    let coin = offer(&[1], &[(G::Coin, 1)], &[(G::Fuel, 1)]);
    play.act(P0, coin.clone());
    play.now = 60_000;
    assert_eq!(play.refusal(P0, coin.clone()).detail, "a crisis came before this");
    assert_eq!(play.refusal(P0, READY).detail, "a crisis came before this");
    play.until(60_000);
    assert_eq!(play.refuse(P0, coin), Code::CoinTradeBlocked);
    play.act(P0, READY);
}
