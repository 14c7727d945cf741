//! Examples of the set-up, the choice of citizens, production, and the end.

use engine::Game;
use protocol::Code;
use serde_json::json;

use crate::support::*;

/// Lets everybody keep the first citizen dealt; no resource card is revealed.
fn all_choose(play: &mut Play) {
    for seat in [P0, P1, P2, P3].into_iter().take(play.public().players.len()) {
        let first = play.private(seat).dealt[0].id;
        play.act(seat, choose(&[first], None, false));
    }
}

/// Example 2.
#[test]
fn set_up() {
    for (players, cards, bank, coin) in [(2, 3, 2, 92), (3, 2, 2, 88), (4, 2, 0, 84)] {
        let mut play = Play::set_up(&options(players));
        let public = play.public();
        assert!(public.players.iter().all(|own| own.cards.len() == cards));
        assert_eq!(public.bank.map_or(0, |bank| bank.cards.len()), bank);
        assert_eq!(public.bank_coin, coin);
        play.until_phase(Phase::Choose);
        all_choose(&mut play);
        let public = play.public();
        assert!(public.players.iter().all(|own| own.cubes.total() == 4 * cards as u32));
        assert_eq!(public.bank.map_or(0, |bank| bank.stock.total()), 4 * bank as u32);
        if bank == 0 {
            assert_eq!(play.refuse(P0, bank_buy(&[(R::Grain, 1)])), Code::NoBank);
        }
    }
}

/// Begins a round in which P0 is dealt this resource card and reveals it.
fn revealed_in_choose(card: X, starting: [X; 2]) -> Play {
    let mut scene = scene();
    scene.choose = true;
    scene.resources_top = vec![card];
    scene.players[0].cards = starting.to_vec();
    let mut play = Play::of(&scene);
    let keep = play.private(P0).dealt[0].id;
    play.act(P0, choose(&[keep], None, true));
    play.until_phase(Phase::Play);
    play
}

/// Example 3.
#[test]
fn first_and_later_number() {
    let mut play = revealed_in_choose(X::Grain32A, [X::Water44A, X::Water44B]);
    assert_eq!(play.cubes(P0)[R::Grain], 3);
    play.end_round();
    let events = play.until_phase(Phase::Play);
    let made = events.iter().find_map(|event| match event {
        Event::Produced { seat: 0, cubes } => Some(cubes[R::Grain]),
        _ => None,
    });
    let dealt = play.new_cubes(P0, R::Grain, X::Grain32A);
    assert_eq!(made, Some(2 + dealt));

    let mut play = revealed_in_choose(X::Water10A, [X::Grain44A, X::Grain44B]);
    assert_eq!(play.cubes(P0)[R::Water], 1);
    play.end_round();
    assert!(play.player(P0).cards.iter().all(|card| card.id != X::Water10A));
    assert!(
        play.events
            .iter()
            .any(|(_, event)| { *event == Event::CardSpent { seat: 0, card: X::Water10A } })
    );
}

/// Example 11.
#[test]
fn citizen_choice() {
    let mut scene = scene();
    scene.choose = true;
    scene.citizens_top = vec![C::C2x1, C::C3x1, C::C4x1];
    let mut play = Play::of(&scene);
    assert_eq!(play.refuse(P0, choose(&[], None, false)), Code::KeepTooFew);
    let two_hidden = json!({
        "type": "choose", "keep": ["c2-1", "c3-1", "c4-1"], "hidden": ["c2-1", "c3-1"],
        "reveal_resource": false,
    });
    assert_eq!(play.refuse_json(P0, &two_hidden), Code::HiddenLimit);
    play.act(P0, choose(&[C::C2x1, C::C3x1], Some(C::C3x1), false));
    play.until_phase(Phase::Play);
    let own = play.player(P0);
    let open: Vec<C> = own.citizens.iter().map(|citizen| citizen.id).collect();
    assert_eq!((open, own.hidden_citizens), (vec![C::C2x1], 1));

    play.act(P0, Command::DrawCitizens {});
    let drawn = play.private(P0).drawn[0].id;
    let hide = Command::ChooseDrawn { keep: vec![drawn], hidden: Some(drawn) };
    assert_eq!(play.refuse(P0, hide.clone()), Code::HiddenLimit);
    play.act(P0, Command::RevealCitizen { id: C::C3x1 });
    play.act(P0, hide);
    assert_eq!(play.player(P0).hidden_citizens, 1);
}

/// Example 15: with one 4/4 card for the bank and two 3/2 cards for P1, each claims four grain.
#[test]
fn scarcity() {
    let mut scene = scene();
    scene.options.carry_over = CarryOver::All;
    (scene.round, scene.choose) = (2, true);
    scene.players[0].cards = vec![X::Grain44A];
    scene.players[1].cards = vec![X::Grain32A, X::Grain32B];
    scene.players[2].cards = vec![X::Water44A];
    scene.players[2].cubes = cubes(&[(R::Grain, 22)]);
    let mut play = Play::of(&scene);
    assert_eq!((play.public().start_seat, play.public().supply[R::Grain]), (1, 3));
    all_choose(&mut play);
    let grain = |seat| play.cubes(seat)[R::Grain];
    assert_eq!((grain(P0), grain(P1), grain(P2)), (1, 2, 22));
    assert_eq!(play.public().bank.expect("a bank").stock[R::Grain], 0);
}

/// Arranges three players at 7 happiness: two with two citizens that they can meet, one with one.
fn last_round(coin: [u8; 3]) -> Play {
    let mut scene = scene();
    scene.options.crisis_at_ms = Vec::new();
    for (own, coin) in scene.players.iter_mut().zip(coin) {
        (own.happiness, own.coin) = (Some(7), Some(coin));
    }
    scene.players[0].citizens = vec![C::C2x1, C::C3x1];
    scene.players[0].cubes = cubes(&[(R::Grain, 2), (R::Water, 1), (R::Livestock, 1)]);
    scene.players[1].citizens = vec![C::C4x1, C::C5x1];
    scene.players[1].cubes = cubes(&[(R::Fuel, 1), (R::Water, 2), (R::Materials, 1)]);
    scene.players[2].citizens = vec![C::C6x1];
    scene.players[2].cubes = cubes(&[(R::Fuel, 1), (R::Materials, 1)]);
    let mut play = Play::of(&scene);
    let happiness: Vec<u8> = play.end_round().iter().map(|own| own.happiness).collect();
    assert_eq!(happiness, [9, 9, 8]);
    play
}

/// Example 16.
#[test]
fn end_and_ties() {
    let outcome = last_round([5, 3, 9]).game.outcome().expect("over");
    assert_eq!((outcome.winners, outcome.reason.as_str()), (vec![0], "coin"));
    let outcome = last_round([5, 5, 9]).game.outcome().expect("over");
    assert_eq!((outcome.winners, outcome.reason.as_str()), (vec![0, 1], "shared"));
    assert_eq!(outcome.scores, [9, 9, 8]);
}
