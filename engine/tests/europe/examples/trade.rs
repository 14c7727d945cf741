//! Examples of trade, the bank, the market, and what is refused.

use protocol::Code;
use serde_json::json;

use crate::support::*;

/// Example 4.
#[test]
fn accept_race() {
    let mut scene = scene();
    scene.players[0].cubes = cubes(&[(R::Water, 2)]);
    scene.players[1].cubes = cubes(&[(R::Fuel, 1)]);
    scene.players[2].cubes = cubes(&[(R::Fuel, 1)]);
    let mut play = Play::of(&scene);
    play.act(P0, offer(&[1, 2], &[(G::Water, 2)], &[(G::Fuel, 1)]));
    play.act(P1, accept(1));
    assert_eq!(play.cubes(P1), cubes(&[(R::Water, 2)]));
    assert_eq!(play.cubes(P0), cubes(&[(R::Fuel, 1)]));
    assert_eq!(play.refuse(P2, accept(1)), Code::OfferClosed);
    assert_eq!(play.cubes(P2), cubes(&[(R::Fuel, 1)]));
}

/// Example 5.
#[test]
fn cubes_gone() {
    let mut scene = scene();
    scene.players[0].cubes = cubes(&[(R::Grain, 2)]);
    scene.players[1].cubes = cubes(&[(R::Fuel, 1)]);
    scene.players[2].cubes = cubes(&[(R::Dyes, 1)]);
    let mut play = Play::of(&scene);
    play.act(P0, offer(&[1], &[(G::Grain, 2)], &[(G::Fuel, 1)]));
    play.act(P0, offer(&[2], &[(G::Grain, 2)], &[(G::Dyes, 1)]));
    let events = play.act(P1, accept(1));
    assert_eq!(closed(&events, 2), Some(ClosedBecause::Unfunded));
    assert_eq!(play.refuse(P2, accept(2)), Code::OfferClosed);
    assert_eq!(play.cubes(P2), cubes(&[(R::Dyes, 1)]));
}

/// Example 6.
#[test]
fn bank_all_or_nothing() {
    let mut scene = scene();
    scene.bank_stock = cubes(&[(R::Livestock, 2)]);
    scene.players[1].coin = Some(10);
    let mut play = Play::of(&scene);
    let why = play.refusal(P1, bank_buy(&[(R::Livestock, 3)]));
    assert_eq!(why.code, Code::BankShort);
    assert!(why.detail.contains("2 livestock"), "{why:?}");
    assert_eq!(play.coin(P1), 10);
    play.act(P1, bank_buy(&[(R::Livestock, 2)]));
    assert_eq!(play.coin(P1), 6);
    assert!(play.public().bank.expect("a bank").stock.is_empty());
}

/// Example 7.
#[test]
fn market() {
    let mut scene = scene();
    scene.market = [Some(X::Fuel21A), Some(X::Fuel10A), Some(X::Dyes21A)];
    scene.resources_top = vec![X::Fuel10B, X::Grain32A, X::Water10A, X::Cloth21A];
    scene.players[0].coin = Some(3);
    let mut play = Play::of(&scene);
    let events = play.act(P0, Command::Develop { slot: 2, card_id: X::Dyes21A });
    assert_eq!(play.coin(P0), 0);
    assert_eq!(play.cubes(P0), cubes(&[(R::Dyes, 2)]));
    assert!(events.contains(&Event::MarketSwept { resource: R::Fuel }));
    let slots = play.public().market.map(|slot| slot.map(|card| card.id));
    assert_eq!(slots, [Some(X::Grain32A), Some(X::Water10A), Some(X::Cloth21A)]);
    assert_eq!(play.public().decks.resource_discards, 3);
    let queued = Command::Develop { slot: 0, card_id: X::Fuel21A };
    assert_eq!(play.refuse(P1, queued), Code::MarketChanged);
}

/// Example 8.
#[test]
fn blind() {
    for (card, coin, gain) in
        [(X::Materials10A, 0, (R::Materials, 1)), (X::Grain32A, 4, (R::Grain, 3))]
    {
        let mut scene = scene();
        scene.resources_top = vec![card];
        scene.players[0].coin = Some(3);
        assert_eq!(Play::of(&scene).refuse(P0, Command::DevelopBlind {}), Code::NotEnoughCoin);
        scene.players[0].coin = Some(4);
        let mut play = Play::of(&scene);
        play.act(P0, Command::DevelopBlind {});
        assert_eq!(play.coin(P0), 4 - coin, "{card}");
        assert_eq!(play.cubes(P0), cubes(&[gain]), "{card}");
    }
}

/// Example 12.
#[test]
fn deadline() {
    let mut scene = scene();
    scene.played_ms = 280_000;
    scene.players[0].cubes = cubes(&[(R::Water, 1)]);
    scene.players[1].cubes = cubes(&[(R::Fuel, 1)]);
    let mut play = Play::of(&scene);
    play.act(P0, offer(&[1], &[(G::Water, 1)], &[(G::Fuel, 1)]));
    let mut late = play.clone();
    play.until(19_999);
    play.act(P1, accept(1));
    assert_eq!(play.cubes(P0), cubes(&[(R::Fuel, 1)]));
    late.now = 20_000;
    assert_eq!(late.refuse(P1, accept(1)), Code::RoundOver, "even before the deadline has run");
    assert_eq!(late.cubes(P0), cubes(&[(R::Water, 1)]));

    scene.played_ms = 0;
    let mut play = Play::of(&scene);
    let events = play.until(180_000);
    assert!(events.iter().any(|event| matches!(event, Event::CrisisTurned { .. })));
    play.act(P0, offer(&[1], &[(G::Water, 1)], &[(G::Fuel, 1)]));
}

/// Example 19.
#[test]
fn bad_input() {
    let mut scene = scene();
    scene.players[0].cubes = cubes(&[(R::Grain, 3)]);
    let mut play = Play::of(&scene);
    let create = |give: serde_json::Value, want: serde_json::Value| json!({"type": "offer_create", "to": [1], "give": give, "want": want});
    for (give, want, code) in [
        (json!({"grain": -1}), json!({"fuel": 1}), Code::BadAmount),
        (json!({"grain": 1}), json!({"grain": 2}), Code::SameKind),
        (json!({}), json!({"fuel": 1}), Code::EmptySide),
    ] {
        assert_eq!(play.refuse_json(P0, &create(give, want)), code);
    }
    play.act(P0, offer(&[1], &[(G::Grain, 1)], &[(G::Fuel, 1)]));
    assert_eq!(play.refuse(P2, accept(1)), Code::OfferNotForYou);
    assert_eq!(play.refuse(P0, accept(1)), Code::OwnOffer);
}
