//! Sea Cards: their control, and their benefits.

use crate::support::*;

const SEA_BUILD: Command = Command::SeaBuild {};

/// Returns the power that controls a sea with these dice.
fn control(sea: Sea, dice: &[(Power, R, u8)]) -> Option<Power> {
    let scene = dice
        .iter()
        .fold(Scene::revised(), |scene, (power, at, value)| scene.die(*power, *at, *value));
    scene.open().public().seas.of(sea)
}

#[test]
fn the_highest_sum_of_one_power_has_the_card() {
    let dice = [(EU, R::Baltics, 2), (NATO, R::Poland, 3), (RU, R::Baltics, 2), (RU, R::Poland, 2)];
    assert_eq!(control(Sea::Baltic, &dice), Some(RU), "the EU and NATO are counted apart");
    let dice = [(EU, R::Georgia, 3), (EU, R::Ukraine, 3), (RU, R::EasternBalkans, 5)];
    assert_eq!(control(Sea::Black, &dice), Some(EU));
    let inland = [(EU, R::Belarus, 6), (EU, R::Hungary, 6)];
    assert_eq!(control(Sea::Baltic, &inland), None);
}

#[test]
fn a_sea_needs_its_minimum() {
    assert_eq!(control(Sea::Baltic, &[(EU, R::Poland, 3)]), None);
    assert_eq!(control(Sea::Baltic, &[(EU, R::Poland, 3), (EU, R::Baltics, 1)]), Some(EU));
    assert_eq!(control(Sea::Black, &[(RU, R::Ukraine, 4)]), None);
    assert_eq!(control(Sea::Black, &[(RU, R::Ukraine, 4), (RU, R::Georgia, 1)]), Some(RU));
}

#[test]
fn baltic_ties_go_to_nato_then_the_eu_then_russia() {
    let tie = |powers: &[Power]| {
        let dice: Vec<_> = powers.iter().map(|power| (*power, R::Poland, 4)).collect();
        control(Sea::Baltic, &dice)
    };
    assert_eq!(tie(&[RU, EU, NATO]), Some(NATO));
    assert_eq!(tie(&[RU, EU]), Some(EU));
    assert_eq!(tie(&[RU]), Some(RU));
}

#[test]
fn black_sea_ties_go_to_russia_then_the_eu_then_nato() {
    let tie = |powers: &[Power]| {
        let dice: Vec<_> = powers.iter().map(|power| (*power, R::Ukraine, 5)).collect();
        control(Sea::Black, &dice)
    };
    assert_eq!(tie(&[RU, EU, NATO]), Some(RU));
    assert_eq!(tie(&[EU, NATO]), Some(EU));
    assert_eq!(tie(&[NATO]), Some(NATO));
}

#[test]
fn control_is_recomputed_after_every_change_in_either_segment() {
    // Russia's 6 drops by an Advantage Card of Europe's: NATO's 6 is then more.
    let scene = Scene::revised().die(RU, R::Ukraine, 6).die(NATO, R::Georgia, 6);
    let mut play = scene.holds(EUROPE, &[A::WesternIntelligence]).start(EUROPE);
    assert_eq!(play.public().seas.black_sea, Some(RU));
    play.act(EUROPE, advantage(A::WesternIntelligence));
    let events = play.act(EUROPE, lower(RU, R::Ukraine));
    assert!(events.contains(&Event::SeaControlChanged { sea: Sea::Black, power: Some(NATO) }));
    assert_eq!(play.public().seas.black_sea, Some(NATO));

    // Between two steps of one action, too.
    let scene = Scene::revised().hand(RUSSIA, &[C::NewsMedia]).die(RU, R::Poland, 3);
    let mut play = scene.start(RUSSIA);
    play.play(C::NewsMedia, PROPAGANDA);
    let events = play.act(RUSSIA, increase(RU, R::Poland, 1));
    assert!(events.contains(&Event::SeaControlChanged { sea: Sea::Baltic, power: Some(RU) }));
}

#[test]
fn a_tie_may_take_the_card_away() {
    let scene = Scene::revised().die(RU, R::Poland, 4).die(NATO, R::Poland, 3);
    let mut play = scene.hand(EUROPE, &[C::Germany]).start(EUROPE);
    play.play(C::Germany, increase(NATO, R::Poland, 1));
    assert_eq!(play.public().seas.baltic_sea, Some(NATO));
}

#[test]
fn the_minimum_applies_at_all_times() {
    // With the shipped minima no single 6 that drops to 5 gets below them; with one of 6 it does.
    let tables = tables_with("cards", "minimum = 5", "minimum = 6");
    let scene = Scene::revised().die(RU, R::Ukraine, 6).holds(EUROPE, &[A::WesternIntelligence]);
    let mut play = scene.open_with(tables);
    play.lock_both();
    assert_eq!(play.public().seas.black_sea, Some(RU));
    play.act(EUROPE, advantage(A::WesternIntelligence));
    let events = play.act(EUROPE, lower(RU, R::Ukraine));
    assert!(events.contains(&Event::SeaControlChanged { sea: Sea::Black, power: None }));
    assert_eq!(play.public().seas.black_sea, None);
}

#[test]
fn russia_moves_from_the_western_district_once_a_turn() {
    let scene = Scene::revised().die(RU, R::Poland, 4).money(RUSSIA, 0);
    let scene = scene.armies(RUSSIA, &[(S::WesternFd, 2), (S::Moscow, 1)]);
    let mut play = scene.start(RUSSIA);
    play.refuse(RUSSIA, sea_move(S::Moscow, S::Poland));
    play.refuse(RUSSIA, sea_move(S::WesternFd, S::Belarus));
    play.refuse(RUSSIA, sea_move(S::WesternFd, S::BalticSea));
    for to in [S::Baltics, S::Kaliningrad, S::Poland] {
        assert!(play.may(RUSSIA, sea_move(S::WesternFd, to)), "{to}");
    }
    play.act(RUSSIA, sea_move(S::WesternFd, S::Kaliningrad));
    assert!(play.side(RUSSIA).baltic_used);
    play.refuse(RUSSIA, sea_move(S::WesternFd, S::Poland));
    play.end_turn();
    play.lock_both_first();
    play.segment(RUSSIA);
    assert!(play.may(RUSSIA, sea_move(S::WesternFd, S::Poland)), "again in the next turn");
}

#[test]
fn russias_baltic_move_is_straight_and_then_armies_meet() {
    let scene = Scene::revised().die(RU, R::Poland, 4).money(RUSSIA, 0);
    let nato = [(S::Poland, 1), (S::Baltics, 1), (S::BalticSea, 1), (S::Belarus, 1)];
    let mut play = scene.clone().armies(EUROPE, &nato).start(RUSSIA);
    let events = play.act(RUSSIA, sea_move(S::WesternFd, S::Poland));
    assert!(events.contains(&Event::ArmiesRemoved { space: S::Poland }), "nothing bars the way");
    assert_eq!(play.money(RUSSIA), 0);

    let mut play = scene.die(NATO, R::Baltics, 6).die(RU, R::Baltics, 5).start(RUSSIA);
    play.act(RUSSIA, sea_move(S::WesternFd, S::Baltics));
    assert_eq!((play.die(NATO, R::Baltics), play.armies(RUSSIA, S::Baltics)), (5, 0));
}

#[test]
fn nato_moves_one_space_from_the_named_places_once_a_turn() {
    let scene = Scene::revised().die(NATO, R::Poland, 4).money(EUROPE, 0);
    let mut play = scene.start(EUROPE);
    play.refuse(EUROPE, sea_move(S::Greece, S::Turkey));
    play.refuse(EUROPE, sea_move(S::Germany, S::Baltics));
    play.refuse(EUROPE, sea_move(S::Sweden, S::Finland));
    for (from, to) in [(S::Germany, S::Poland), (S::Denmark, S::BalticSea), (S::Norway, S::Sweden)]
    {
        assert!(play.may(EUROPE, sea_move(from, to)), "{from} {to}");
    }
    play.act(EUROPE, sea_move(S::Germany, S::Poland));
    play.refuse(EUROPE, sea_move(S::Poland, S::Belarus));

    let scene = Scene::revised().die(NATO, R::Poland, 4).armies(EUROPE, &[(S::Poland, 1)]);
    let play = scene.start(EUROPE);
    play.refuse(EUROPE, sea_move(S::Poland, S::Kaliningrad));
    assert!(play.may(EUROPE, sea_move(S::Poland, S::Belarus)));
}

#[test]
fn a_benefit_needs_the_power_that_holds_the_card() {
    let eu = Scene::revised().die(EU, R::Poland, 5).die(NATO, R::Poland, 4).die(RU, R::Poland, 4);
    let mut play = eu.die(EU, R::Ukraine, 6).die(RU, R::Ukraine, 5).start(EUROPE);
    play.refuse(EUROPE, sea_move(S::Germany, S::Poland));
    play.refuse(EUROPE, SEA_BUILD);
    play.segment(RUSSIA);
    play.refuse(RUSSIA, sea_move(S::WesternFd, S::Poland));
    play.refuse(RUSSIA, SEA_BUILD);
}

#[test]
fn benefits_are_used_in_the_own_segment() {
    let scene = Scene::revised().die(RU, R::Poland, 4).die(RU, R::Ukraine, 5).money(RUSSIA, 9);
    let play = scene.start(EUROPE);
    play.refuse(RUSSIA, sea_move(S::WesternFd, S::Poland));
    play.refuse(RUSSIA, SEA_BUILD);
}

#[test]
fn a_benefit_is_usable_when_control_was_won_by_the_card_just_played() {
    let scene = Scene::revised().hand(RUSSIA, &[C::ThePresident, C::EnergySector]);
    let mut play = scene.die(RU, R::Poland, 1).start(RUSSIA);
    play.refuse(RUSSIA, sea_move(S::WesternFd, S::Poland));
    play.play(C::ThePresident, increase(RU, R::Poland, 3));
    play.play(C::EnergySector, PASS);
    play.act(RUSSIA, sea_move(S::WesternFd, S::Poland));
    play.act(RUSSIA, END);
}

#[test]
fn russia_builds_in_the_black_sea_for_3_money_once_a_turn() {
    let scene = Scene::revised().die(RU, R::Ukraine, 5).money(RUSSIA, 6);
    let mut play = scene.clone().start(RUSSIA);
    let events = play.act(RUSSIA, SEA_BUILD);
    let by = Some(Cause::Sea { sea: Sea::Black });
    assert_eq!(events, [Event::ArmyBuilt { side: RUSSIA, space: S::BlackSea, cost: 3, by }]);
    assert_eq!((play.armies(RUSSIA, S::BlackSea), play.money(RUSSIA)), (1, 3));
    assert!(play.side(RUSSIA).black_used);
    play.refuse(RUSSIA, SEA_BUILD);
    scene.money(RUSSIA, 2).start(RUSSIA).refuse(RUSSIA, SEA_BUILD);
}

#[test]
fn once_a_turn_is_counted_per_power_and_card() {
    let scene = Scene::revised().die(RU, R::Poland, 4).die(RU, R::Ukraine, 5).money(RUSSIA, 3);
    let mut play = scene.start(RUSSIA);
    play.act(RUSSIA, SEA_BUILD);
    play.act(RUSSIA, sea_move(S::WesternFd, S::Poland));

    // Russia has used the Baltic Sea Card; NATO wins it and may use it in the same turn.
    let scene = Scene::revised().die(RU, R::Poland, 4).die(NATO, R::Baltics, 3);
    let scene = scene.hand(EUROPE, &[C::Italy, C::Germany]).hand(RUSSIA, &[C::ThePresident]);
    let mut play = scene.start(RUSSIA);
    play.act(RUSSIA, sea_move(S::WesternFd, S::Kaliningrad));
    play.segment(EUROPE);
    play.play(C::Germany, increase(NATO, R::Baltics, 1));
    play.act(EUROPE, sea_move(S::Germany, S::Poland));
}

#[test]
fn nato_may_build_in_turkey_with_any_build_action_without_limit() {
    let scene = Scene::revised().die(NATO, R::Ukraine, 5).money(EUROPE, 4);
    let scene = scene.hand(EUROPE, &[C::Norway, C::EuropePoland]);
    let mut play = scene.die(NATO, R::Poland, 5).start(EUROPE);
    play.reveal(C::Norway);
    assert!(play.may(EUROPE, build(S::Norway)), "instead of the card's own place");
    play.act(EUROPE, build(S::Turkey));
    play.play(C::EuropePoland, build(S::Turkey));
    assert_eq!((play.armies(EUROPE, S::Turkey), play.money(EUROPE)), (3, 0));
}

#[test]
fn a_turkey_build_still_needs_natos_5_on_a_contested_card() {
    let scene = Scene::revised().die(NATO, R::Ukraine, 5).hand(EUROPE, &[C::EuropePoland]);
    let mut play = scene.die(NATO, R::Poland, 4).start(EUROPE);
    play.reveal(C::EuropePoland);
    play.refuse(EUROPE, build(S::Turkey));
}

#[test]
fn without_the_black_sea_card_nothing_is_built_in_turkey_but_by_turkey() {
    let mut play = Scene::revised().hand(EUROPE, &[C::Norway, C::Turkey]).start(EUROPE);
    play.reveal(C::Norway);
    play.refuse(EUROPE, build(S::Turkey));
    play.act(EUROPE, PASS);
    play.play(C::Turkey, build(S::Turkey));
}

#[test]
fn the_eu_gains_2_after_each_eu_action_on_a_named_card() {
    let scene = Scene::revised().die(EU, R::Baltics, 5).die(EU, R::Poland, 5).money(EUROPE, 0);
    let scene = scene.hand(EUROPE, &[C::EuropeBaltics, C::EuropePoland]).die(EU, R::Moldova, 1);
    let mut play = scene.start(EUROPE);
    let events = play.play(C::EuropeBaltics, increase(EU, R::Moldova, 2));
    let paid = |sea| Event::MoneyGained {
        side: EUROPE,
        amount: 2,
        source: MoneySource::SeaCard,
        by: Some(Cause::Sea { sea }),
    };
    assert!(events.contains(&paid(Sea::Baltic)));
    assert_eq!(play.money(EUROPE), 2);
    play.play(C::EuropePoland, MONEY);
    assert_eq!(play.money(EUROPE), 2 + 1 + 2, "each time");

    for card in [C::EuropeEasternBalkans, C::EuropeGeorgia, C::EuropeUkraine] {
        let scene = Scene::revised().hand(EUROPE, &[card]).money(EUROPE, 0);
        let region = R::ALL[card as usize - C::EuropeArmenia as usize];
        let mut play = scene.die(EU, region, 5).start(EUROPE);
        assert_eq!(play.public().seas.black_sea, Some(EU));
        let events = play.play(card, MONEY);
        assert!(events.contains(&paid(Sea::Black)), "{card}");
    }
}

#[test]
fn the_eu_gains_nothing_for_nato_actions_home_cards_and_other_regions() {
    let scene = Scene::revised().die(EU, R::Baltics, 6).die(EU, R::Hungary, 5).money(EUROPE, 0);
    let scene = scene.die(NATO, R::Baltics, 5).armies(EUROPE, &[(S::Germany, 1)]);
    for (card, action, money) in [
        (C::EuropeBaltics, march(S::Germany, S::Poland), 0),
        (C::Germany, MONEY, 4),
        (C::EuropeHungary, MONEY, 1),
    ] {
        let mut play = scene.clone().hand(EUROPE, &[card]).start(EUROPE);
        assert_eq!(play.public().seas.baltic_sea, Some(EU));
        play.play(card, action);
        assert_eq!(play.money(EUROPE), money, "{card}");
    }
}

#[test]
fn eu_control_counts_as_it_stood_when_the_action_was_chosen() {
    // The action itself wins the card: no money for it yet.
    let scene = Scene::revised().die(EU, R::Poland, 5).die(NATO, R::Poland, 5).money(EUROPE, 0);
    let scene = scene.die(EU, R::Baltics, 1).die(NATO, R::Baltics, 1);
    let mut play = scene.hand(EUROPE, &[C::EuropePoland]).start(EUROPE);
    assert_eq!(play.public().seas.baltic_sea, Some(NATO));
    play.play(C::EuropePoland, increase(EU, R::Baltics, 3));
    assert_eq!(play.public().seas.baltic_sea, Some(EU));
    assert_eq!(play.money(EUROPE), 0);
}

#[test]
fn russias_black_sea_build_meets_a_nato_army_there() {
    let scene = Scene::revised().die(RU, R::Ukraine, 5).money(RUSSIA, 3);
    let mut play = scene.armies(EUROPE, &[(S::BlackSea, 2)]).start(RUSSIA);
    let events = play.act(RUSSIA, SEA_BUILD);
    assert!(events.contains(&Event::ArmiesRemoved { space: S::BlackSea }));
    assert_eq!((play.armies(EUROPE, S::BlackSea), play.money(RUSSIA)), (1, 0));
}
