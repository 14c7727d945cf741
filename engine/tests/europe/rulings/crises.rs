//! Debts, directives, and collecting them.

use std::collections::BTreeMap;

use protocol::Code;
use protocol::games::europe::{CrisisDeck, Deck, ID};

use crate::shipped::Shipped;
use crate::support::*;

/// Plays to a round in which this crisis has just appeared.
fn after(crisis: K, arrange: impl FnOnce(&mut Arrangement)) -> Play {
    let mut scene = scene();
    scene.crises_top = vec![crisis];
    // Somebody has a citizen to serve, so that the allocation is waited for.
    scene.players[2].citizens = vec![C::C22x1];
    arrange(&mut scene);
    let mut play = Play::of(&scene);
    play.until(180_000);
    play
}

#[test]
fn a_payment_is_part_of_the_debt() {
    let mut play = after(K::Drought, |scene| {
        scene.players[0].cubes = cubes(&[(R::Water, 3), (R::Fuel, 1)]);
    });
    assert_eq!(play.refuse(P0, settle(K::Drought, &[(R::Water, 3)], 0)), Code::WrongPayment);
    assert_eq!(play.refuse(P0, settle(K::Drought, &[(R::Fuel, 1)], 0)), Code::WrongPayment);
    assert_eq!(play.refuse(P0, settle(K::Drought, &[], 1)), Code::WrongPayment);
    assert_eq!(play.refuse(P0, settle(K::Tsunami, &[(R::Water, 1)], 0)), Code::NothingOwed);
    assert_eq!(play.refuse(P1, settle(K::Drought, &[(R::Water, 1)], 0)), Code::NotEnoughCubes);
    play.act(P0, settle(K::Drought, &[(R::Water, 1)], 0));
    let left = Owed::Cubes { cubes: cubes(&[(R::Water, 1)]) };
    assert_eq!(play.owes(P0), [(K::Drought, left)]);
    play.act(P0, settle(K::Drought, &[(R::Water, 1)], 0));
    assert!(play.owes(P0).is_empty());
}

#[test]
fn the_fuel_shortage_is_paid_whole_in_fuel_or_coin() {
    let arrange = |scene: &mut Arrangement| {
        scene.players[0].cubes = cubes(&[(R::Fuel, 1)]);
        (scene.players[1].coin, scene.players[2].coin) = (Some(2), Some(1));
    };
    let mut play = after(K::FuelShortage, arrange);
    assert_eq!(play.refuse(P1, settle(K::FuelShortage, &[], 1)), Code::WrongPayment);
    let events = play.until_phase(Phase::Allocate);
    assert_eq!((play.cubes(P0)[R::Fuel], play.coin(P0)), (0, 4));
    assert_eq!((play.coin(P1), play.coin(P2)), (0, 1));
    assert!(events.contains(&Event::CrisisFailed { seat: 2 }));
    assert!(!events.contains(&Event::CrisisFailed { seat: 1 }));
}

#[test]
fn the_plague_takes_half_of_the_unlocked_livestock_rounded_up() {
    let play = after(K::LivestockPlague, |scene| {
        scene.players[0].cubes = cubes(&[(R::Livestock, 5)]);
        scene.players[0].locked = cubes(&[(R::Livestock, 4)]);
    });
    let owed = Owed::Cubes { cubes: cubes(&[(R::Livestock, 3)]) };
    assert_eq!(play.owes(P0), [(K::LivestockPlague, owed)]);
    assert!(play.owes(P1).is_empty(), "none held: no debt");
}

#[test]
fn standing_directives_create_their_debts_when_play_opens() {
    let mut scene = scene();
    scene.directives = vec![K::SolidarityFund, K::WaterFramework, K::Stockpile];
    scene.players[0].cards = vec![X::Grain44A, X::Grain44B];
    scene.players[0].locked = cubes(&[(R::Grain, 1)]);
    scene.players[0].cubes = cubes(&[(R::Grain, 9), (R::Fuel, 9)]);
    let mut play = Play::of(&scene);
    let water = Owed::Cubes { cubes: cubes(&[(R::Water, 1)]) };
    assert_eq!(
        play.owes(P0),
        [
            (K::SolidarityFund, Owed::Coin { coin: 1 }),
            (K::WaterFramework, water),
            (K::Stockpile, Owed::Stockpile { count: 3 })
        ]
    );
    let fuel = settle(K::Stockpile, &[(R::Fuel, 1)], 0);
    assert_eq!(play.refuse(P0, fuel), Code::WrongPayment, "only kinds of its starting cards");
    play.act(P0, settle(K::Stockpile, &[(R::Grain, 3)], 0));
    assert_eq!(play.player(P0).locked, cubes(&[(R::Grain, 4)]));
    let results = play.end_round();
    assert!(results[0].crisis_failed, "the water was not there");
    play.until_phase(Phase::Play);
    let water = Owed::Cubes { cubes: cubes(&[(R::Water, 1)]) };
    assert_eq!(play.owes(P0)[1], (K::WaterFramework, water), "what was unpaid has lapsed");
    assert_eq!(play.player(P0).locked, cubes(&[(R::Grain, 4)]));
}

#[test]
fn emigration_passes_what_is_needed_least_and_early_payment_counts() {
    let mut play = after(K::Emigration, |scene| {
        scene.players[0].citizens = vec![C::C2x1];
        scene.players[0].cubes = cubes(&[(R::Grain, 1), (R::Water, 2), (R::Dyes, 3)]);
    });
    play.act(P0, settle(K::Emigration, &[(R::Dyes, 1)], 0));
    assert_eq!(play.cubes(P1), cubes(&[(R::Dyes, 1)]));
    play.until_phase(Phase::Allocate);
    assert_eq!(play.cubes(P0), cubes(&[(R::Grain, 1), (R::Water, 1)]));
}

/// Component data may have several cards of this kind.
#[test]
fn two_emigrations_of_one_round_are_both_collected() {
    let (drought, old) = ("id = \"drought\"", "\"cubes\", cubes = { water = 2 }");
    let edit = (drought, old, "\"neighbour\", count = 1");
    let crises = Shipped::of(ID).edited("crises", &[edit]);
    let tables = tables_with(&BTreeMap::from([("crises".to_owned(), crises)]));
    let mut scene = scene();
    scene.options.crisis_at_ms = vec![120_000, 240_000];
    scene.crises_top = vec![K::Emigration, K::Drought];
    scene.players[0].cubes = cubes(&[(R::Grain, 6)]);
    scene.players[2].citizens = vec![C::C22x1];
    let mut play = Play::with(&scene, tables, 7);
    let events = play.until_phase(Phase::Allocate);
    assert_eq!([P0, P1, P2].map(|seat| play.cubes(seat).total()), [1, 5, 0]);
    assert!(!events.contains(&Event::CrisisFailed { seat: 0 }));
    assert!(events.contains(&Event::CrisisFailed { seat: 1 }), "what came in is not passed on");
}

#[test]
fn open_borders_ask_for_two_citizens_from_the_next_round_on() {
    let mut scene = scene();
    scene.directives = vec![K::OpenBorders];
    scene.crises_top = Vec::new();
    scene.choose = true;
    let mut play = Play::of(&scene);
    assert_eq!(play.private(P0).keep_at_least, 2);
    let first = play.private(P0).dealt[0].id;
    assert_eq!(play.refuse(P0, choose(&[first], None, false)), Code::KeepTooFew);
    play.until_phase(Phase::Play);
    assert!(play.public().players.iter().all(|own| own.citizens.len() == 2));
}

#[test]
fn working_conditions_make_placating_harder_at_once() {
    let mut scene = scene();
    scene.crises_top = vec![K::WorkingConditions];
    scene.players[0].citizens = vec![C::C2x1];
    let mut play = Play::of(&scene);
    assert_eq!(play.public().placate_at, 7, "it is turned up during the round");
    let results = play.end_round();
    assert_eq!(play.public().placate_at, 7 + 1, "the view says so");
    match results[0].citizens[0].outcome {
        CitizenOutcome::Placated { target, .. } | CitizenOutcome::Failed { target, .. } => {
            assert_eq!(target, 7 + 1 + 2);
        }
        CitizenOutcome::Met { .. } => panic!("there are no cubes"),
    }
}

#[test]
fn an_influx_deals_a_citizen_to_all_who_have_room_or_to_nobody() {
    let play = after(K::Influx, |scene| {
        scene.options.max_citizens = 3;
        scene.players[0].citizens = vec![C::C2x1, C::C3x1, C::C4x1];
    });
    let held = [P0, P1, P2].map(|seat| play.player(seat).citizens.len());
    assert_eq!(held, [3, 1, 2]);
}

#[test]
fn a_currency_crisis_stops_the_bank_and_coin_in_offers_only() {
    let mut scene = scene();
    scene.crises_top = vec![K::CurrencyCrisis];
    scene.played_ms = 170_000;
    scene.bank_stock = cubes(&[(R::Grain, 1)]);
    scene.market = [Some(X::Cloth10A), None, None];
    scene.players[0].cubes = cubes(&[(R::Grain, 1)]);
    let mut play = Play::of(&scene);
    play.act(P0, offer(&[1], &[(G::Grain, 1)], &[(G::Coin, 1)]));
    play.act(P0, offer(&[1], &[(G::Grain, 1)], &[(G::Fuel, 1)]));
    let events = play.until(10_000);
    assert_eq!(closed(&events, 1), Some(ClosedBecause::CoinBlocked));
    assert_eq!(play.open_offers(), [2]);
    assert_eq!(play.refuse(P0, bank_buy(&[(R::Grain, 1)])), Code::BankClosed);
    let coin = offer(&[1], &[(G::Coin, 1)], &[(G::Fuel, 1)]);
    assert_eq!(play.refuse(P0, coin), Code::CoinTradeBlocked);
    play.act(P0, Command::Develop { slot: 0, card_id: X::Cloth10A });
}

#[test]
fn a_failed_crisis_costs_one_happiness_once_where_the_option_says_so() {
    for (failure, happiness) in [(CrisisFailure::NoBonus, 4), (CrisisFailure::LoseOneHappiness, 3)]
    {
        let mut scene = scene();
        scene.options.crisis_failure = failure;
        scene.directives = vec![K::WaterFramework];
        scene.crises_top = vec![K::Drought];
        scene.players[0].happiness = Some(4);
        assert_eq!(Play::of(&scene).end_round()[0].happiness, happiness);
    }
}

#[test]
fn of_equal_surplus_the_kind_is_passed_of_which_more_is_held() {
    let mut play = after(K::Emigration, |scene| {
        scene.players[0].citizens = vec![C::C2x1];
        scene.players[0].cubes = cubes(&[(R::Cloth, 5), (R::Grain, 3)]);
    });
    play.act(P0, settle(K::Emigration, &[(R::Cloth, 3)], 0));
    play.until_phase(Phase::Allocate);
    assert_eq!(play.cubes(P0), cubes(&[(R::Cloth, 2), (R::Grain, 2)]));
}

#[test]
fn supply_is_paid_before_the_stockpile_and_coin_before_either_of_both() {
    let mut play = after(K::FuelShortage, |scene| {
        scene.directives = vec![K::Stockpile, K::WaterFramework, K::SolidarityFund];
        scene.players[0].cards = vec![X::Water44A, X::Water44B];
        scene.players[0].cubes = cubes(&[(R::Water, 2)]);
        scene.players[0].coin = Some(2);
    });
    play.until_phase(Phase::Allocate);
    assert_eq!(play.player(P0).locked, cubes(&[(R::Water, 1)]));
    assert_eq!(play.coin(P0), 1);
}

#[test]
fn a_crisis_promises_its_bonus_in_its_own_round_only() {
    let mut play = after(K::OpenBorders, |_| ());
    assert!(play.public().crises.iter().all(|crisis| crisis.this_round));
    play.end_round();
    let standing = play.public().crises;
    assert!(standing.len() == 1 && !standing[0].this_round);
}

#[test]
fn of_the_published_crises_the_stockpile_alone_is_a_directive() {
    for (crisis, directive) in
        [(K::Stockpile, true), (K::Earthquake, false), (K::Tsunami, false), (K::Emigration, false)]
    {
        let mut play = after(crisis, |scene| scene.options.crisis_deck = CrisisDeck::SeedOnly);
        assert_eq!(play.public().crises[0].directive, directive, "{crisis}");
        play.end_round();
        assert_eq!(play.public().crises.len(), usize::from(directive), "{crisis}");
    }
}

#[test]
fn used_disasters_are_shuffled_when_no_crisis_is_left() {
    let mut scene = scene();
    scene.options.crisis_deck = CrisisDeck::SeedOnly;
    scene.options.crisis_at_ms = vec![1_000, 2_000, 3_000, 4_000];
    scene.crises_top = vec![K::Earthquake, K::Tsunami, K::Emigration, K::Stockpile];
    let mut play = Play::of(&scene);
    play.until_phase(Phase::Choose);
    assert_eq!(play.public().decks.crisis_discards, 3);
    let events = play.until_phase(Phase::Allocate);
    assert!(events.contains(&Event::DeckShuffled { deck: Deck::Crises }));
    let turned = events.iter().filter(|event| matches!(event, Event::CrisisTurned { .. })).count();
    assert_eq!(
        (turned, events.contains(&Event::NoCrisis {})),
        (3, true),
        "directives stay in play"
    );
}

#[test]
fn an_influx_passes_by_a_full_hand_and_a_draw_that_fills_it() {
    let mut scene = scene();
    scene.options.max_citizens = 3;
    scene.crises_top = vec![K::Influx];
    scene.players[0].citizens = vec![C::C2x1, C::C3x1];
    let mut play = Play::of(&scene);
    play.act(P0, Command::DrawCitizens {});
    play.until(180_000);
    let held = [P0, P1, P2].map(|seat| play.player(seat).citizens.len());
    assert_eq!(held, [2, 1, 1]);
}

/// Each of four has seven citizens, and three of them draw: one card is left.
#[test]
fn an_influx_of_fewer_cards_than_players_deals_none() {
    let mut scene = scene_of(4);
    scene.crises_top = vec![K::Influx];
    let standard = |card: &C| card.copy() <= if card.kind().index() < 6 { 1 } else { 2 };
    let deck: Vec<C> = C::ALL.iter().copied().filter(standard).collect();
    for (own, cards) in scene.players.iter_mut().zip(deck.chunks(7)) {
        own.citizens = cards.to_vec();
    }
    let mut play = Play::of(&scene);
    for seat in [P0, P1, P2] {
        play.act(seat, Command::DrawCitizens {});
    }
    assert_eq!(play.refuse(P3, Command::DrawCitizens {}), Code::NotEnoughCards);
    play.until(180_000);
    assert_eq!(play.player(P3).citizens.len(), 7);
}
