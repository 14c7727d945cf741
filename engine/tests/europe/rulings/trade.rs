//! Offers, the bank, and the form of amounts.

use protocol::Code;
use serde_json::json;

use crate::support::*;

fn two_traders() -> Arrangement {
    let mut scene = scene();
    scene.players[0].cubes = cubes(&[(R::Grain, 3)]);
    scene.players[1].cubes = cubes(&[(R::Fuel, 2)]);
    scene
}

#[test]
fn amounts_are_positive_whole_and_exist() {
    let play = Play::of(&two_traders());
    let create = |n: serde_json::Value| json!({"type": "offer_create", "to": [1], "give": {"grain": n}, "want": {"fuel": 1}});
    for n in [json!(-1), json!(0), json!(26), json!(256), json!(1e3), json!("1")] {
        assert_eq!(play.refuse_json(P0, &create(n.clone())), Code::BadAmount, "{n}");
    }
    let coin =
        json!({"type": "offer_create", "to": [1], "give": {"grain": 1}, "want": {"coin": 101}});
    assert_eq!(play.refuse_json(P0, &coin), Code::BadAmount);
    let gold = json!({"type": "offer_create", "to": [1], "give": {"gold": 1}, "want": {"fuel": 1}});
    assert_eq!(play.refuse_json(P0, &gold), Code::UnknownResource);
    assert_eq!(play.refuse(P0, bank_buy(&[])), Code::BadAmount);
    assert_eq!(play.refuse(P0, settle(K::Drought, &[], 0)), Code::BadAmount);
    let both =
        json!({"type": "offer_create", "to": [1], "give": {"grain": -1}, "want": {"gold": 1}});
    assert_eq!(play.refuse_json(P0, &both), Code::UnknownResource, "before a bad amount");
    for coin in [json!(-1), json!(1.5), json!(256), json!("1"), json!(null)] {
        let payment =
            json!({"type": "settle_crisis", "crisis_id": "drought", "cubes": {}, "coin": coin});
        assert_eq!(play.refuse_json(P0, &payment), Code::BadAmount, "{coin}");
    }
    let seat = json!({"type": "ready", "ready": true, "seat": 1});
    assert_eq!(play.refuse_json(P0, &seat), Code::Malformed);
}

#[test]
fn an_offer_is_addressed_to_others_each_once() {
    let play = Play::of(&two_traders());
    let to = |to: &[u8]| play.refuse(P0, offer(to, &[(G::Grain, 1)], &[(G::Fuel, 1)]));
    assert_eq!(to(&[0]), Code::OwnOffer);
    assert_eq!(to(&[1, 0]), Code::OwnOffer);
    assert_eq!(to(&[]), Code::Malformed);
    assert_eq!(to(&[1, 1]), Code::Malformed);
    assert_eq!(to(&[3]), Code::Malformed);
    assert!(play.may(P0, &offer(&[2, 1], &[(G::Grain, 1)], &[(G::Fuel, 1)])));
}

#[test]
fn gifts_are_an_option() {
    let mut scene = two_traders();
    let gift = || offer(&[1], &[(G::Grain, 1)], &[]);
    let want_only = || offer(&[1], &[], &[(G::Fuel, 1)]);
    let play = Play::of(&scene);
    assert_eq!(play.refuse(P0, gift()), Code::EmptySide);
    assert_eq!(play.refuse(P0, want_only()), Code::EmptySide);
    scene.options.allow_gifts = true;
    let mut play = Play::of(&scene);
    assert_eq!(play.refuse(P0, offer(&[1], &[], &[])), Code::EmptySide);
    play.act(P0, gift());
    play.act(P0, want_only());
    play.act(P1, accept(1));
    assert_eq!(play.cubes(P1)[R::Grain], 1);
}

#[test]
fn a_counter_offer_is_a_new_offer_to_its_maker_alone_and_the_first_stays() {
    let mut play = Play::of(&two_traders());
    play.act(P0, offer(&[1, 2], &[(G::Grain, 1)], &[(G::Fuel, 2)]));
    let (give, want) = (goods(&[(G::Fuel, 1)]), goods(&[(G::Grain, 2)]));
    let counter = Command::OfferCounter { offer_id: 1, give, want };
    play.act(P1, counter.clone());
    let second = play.public().offers[1].clone();
    assert_eq!((second.to, second.counter_to), (vec![0], Some(1)));
    assert_eq!(play.open_offers(), [1, 2]);
    assert_eq!(play.refuse(P2, accept(2)), Code::OfferNotForYou);
    let unknown = Command::OfferCounter { offer_id: 9, give, want };
    assert_eq!(play.refuse(P1, unknown), Code::OfferUnknown);
    play.act(P0, accept(2));
    assert_eq!(play.cubes(P1), cubes(&[(R::Fuel, 1), (R::Grain, 2)]));
}

#[test]
fn an_offer_closes_when_nobody_is_left_to_accept_it() {
    let mut play = Play::of(&two_traders());
    play.act(P0, offer(&[1, 2], &[(G::Grain, 1)], &[(G::Fuel, 2)]));
    play.act(P1, Command::OfferDecline { offer_id: 1 });
    assert_eq!(play.public().offers[0].to, [2]);
    assert_eq!(play.refuse(P1, accept(1)), Code::OfferNotForYou);
    let events = play.act(P2, Command::OfferDecline { offer_id: 1 });
    assert_eq!(closed(&events, 1), Some(ClosedBecause::Declined));
}

#[test]
fn only_its_maker_cancels_an_offer_and_nobody_accepts_it_then() {
    let mut play = Play::of(&two_traders());
    play.act(P0, offer(&[1], &[(G::Grain, 1)], &[(G::Fuel, 2)]));
    assert_eq!(play.refuse(P1, Command::OfferCancel { offer_id: 1 }), Code::Illegal);
    play.act(P0, Command::OfferCancel { offer_id: 1 });
    assert_eq!(play.refuse(P1, accept(1)), Code::OfferClosed);
    assert_eq!(play.refuse(P1, accept(2)), Code::OfferUnknown);
}

#[test]
fn open_offers_are_limited_and_the_want_side_is_not_checked() {
    let mut scene = two_traders();
    scene.options.offer_limit = 2;
    let mut play = Play::of(&scene);
    let many = || offer(&[1], &[(G::Grain, 3)], &[(G::Dyes, 25)]);
    play.act(P0, many());
    play.act(P0, many());
    assert_eq!(play.refuse(P0, many()), Code::OfferLimit);
    let nobody = offer(&[], &[(G::Grain, 3)], &[(G::Dyes, 25)]);
    assert_eq!(play.refuse(P0, nobody), Code::Malformed, "the form comes first");
    assert_eq!(play.refuse(P1, accept(1)), Code::NotEnoughCubes);
}

#[test]
fn locked_cubes_do_not_cover_an_offer() {
    let mut scene = scene();
    scene.players[0].locked = cubes(&[(R::Grain, 4)]);
    let play = Play::of(&scene);
    let refused = play.refuse(P0, offer(&[1], &[(G::Grain, 1)], &[(G::Fuel, 1)]));
    assert_eq!(refused, Code::NotEnoughCubes);
}

#[test]
fn the_bank_sells_at_its_price_and_not_with_four_players() {
    let mut scene = scene();
    scene.bank_stock = cubes(&[(R::Grain, 4)]);
    scene.options.bank_price = 3;
    scene.players[0].coin = Some(5);
    let mut play = Play::of(&scene);
    assert_eq!(play.refuse(P0, bank_buy(&[(R::Grain, 2)])), Code::NotEnoughCoin);
    play.act(P0, bank_buy(&[(R::Grain, 1)]));
    assert_eq!(play.coin(P0), 2);
    let four = Play::of(&scene_of(4));
    assert_eq!(four.refuse(P0, bank_buy(&[(R::Grain, 1)])), Code::NoBank);
}

#[test]
fn a_payment_voids_the_offers_that_it_leaves_uncovered() {
    let mut scene = scene();
    scene.directives = vec![K::WaterFramework];
    scene.players[0].cubes = cubes(&[(R::Water, 1)]);
    let mut play = Play::of(&scene);
    play.act(P0, offer(&[1], &[(G::Water, 1)], &[(G::Fuel, 1)]));
    let events = play.act(P0, settle(K::WaterFramework, &[(R::Water, 1)], 0));
    assert_eq!(closed(&events, 1), Some(ClosedBecause::Unfunded));
}
