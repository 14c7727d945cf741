//! Moving and building armies, and what they meet.

use crate::support::*;

/// Arranges a side with one army here, and a card that moves it, before it acts.
fn mover(side: Side, at: S, money: u16) -> Scene {
    let card = if side == EUROPE { C::Norway } else { C::ThePresident };
    let scene = Scene::revised().hand(side, &[card]).money(side, money);
    let away = if side == EUROPE { (RUSSIA, S::VolgaFd) } else { (EUROPE, S::SpainPortugal) };
    scene.armies(side, &[(at, 1)]).armies(away.0, &[(away.1, 1)])
}

fn ready(scene: Scene, side: Side) -> Play {
    let card = if side == EUROPE { C::Norway } else { C::ThePresident };
    let mut play = scene.start(side);
    play.reveal(card);
    play
}

#[test]
fn the_first_step_is_free_and_each_further_one_costs_1() {
    for (to, steps, cost) in [(S::Poland, 1, 0), (S::Belarus, 2, 1), (S::CzechiaSlovakia, 1, 0)] {
        let mut play = ready(mover(EUROPE, S::Germany, 3), EUROPE);
        let events = play.act(EUROPE, march(S::Germany, to));
        let moved = Event::ArmyMoved { side: EUROPE, from: S::Germany, to, steps, cost, by: None };
        assert!(events.contains(&moved), "{events:?}");
        assert_eq!(play.money(EUROPE), 3 - u16::from(cost));
    }
    ready(mover(EUROPE, S::Germany, 0), EUROPE).refuse(EUROPE, march(S::Germany, S::Belarus));
}

#[test]
fn the_engine_takes_the_cheapest_legal_route() {
    let way = |scene: Scene| {
        let mut play = ready(scene, EUROPE);
        let events = play.act(EUROPE, march(S::Germany, S::Ukraine));
        let Event::ArmyMoved { steps, cost, .. } = events[0] else { panic!("{events:?}") };
        (steps, cost)
    };
    assert_eq!(way(mover(EUROPE, S::Germany, 9)), (2, 1));
    // Poland and Czechia are closed: over Austria and Hungary.
    let closed = mover(EUROPE, S::Germany, 9).die(RU, R::CzechiaSlovakia, 6);
    assert_eq!(way(closed.armies(RUSSIA, &[(S::Poland, 1)])), (3, 2));
}

#[test]
fn a_move_never_enters_the_opponents_home() {
    let play = ready(mover(EUROPE, S::Poland, 9), EUROPE);
    play.refuse(EUROPE, march(S::Poland, S::Kaliningrad));
    let play = ready(mover(RUSSIA, S::Poland, 9), RUSSIA);
    play.refuse(RUSSIA, march(S::Poland, S::Germany));
    // Nor passes through it: from Georgia the sea is the only way on but for Russia's home.
    let mut closed = mover(EUROPE, S::Armenia, 9).die(RU, R::Georgia, 6);
    closed = closed.armies(RUSSIA, &[(S::BlackSea, 1), (S::EasternBalkans, 1)]);
    let play = ready(closed.die(RU, R::WesternBalkans, 6), EUROPE);
    play.refuse(EUROPE, march(S::Armenia, S::Ukraine));
    play.refuse(EUROPE, march(S::Armenia, S::EnergySector));
}

#[test]
fn a_move_never_passes_an_opposing_army_or_six_but_may_end_there() {
    // From Turkey to Ukraine; two steps over the sea, or three over the Eastern Balkans.
    let scene = || mover(EUROPE, S::Turkey, 1);
    assert!(ready(scene(), EUROPE).may(EUROPE, march(S::Turkey, S::Ukraine)));
    let army_at_sea = scene().armies(RUSSIA, &[(S::BlackSea, 1), (S::EasternBalkans, 1)]);
    let play = ready(army_at_sea, EUROPE);
    play.refuse(EUROPE, march(S::Turkey, S::Ukraine));
    assert!(play.may(EUROPE, march(S::Turkey, S::BlackSea)));
    assert!(play.may(EUROPE, march(S::Turkey, S::EasternBalkans)));

    let scene = || mover(RUSSIA, S::CentralFd, 1).die(EU, R::Ukraine, 6);
    let play = ready(scene().die(NATO, R::Belarus, 6), RUSSIA);
    play.refuse(RUSSIA, march(S::CentralFd, S::Poland));
    assert!(play.may(RUSSIA, march(S::CentralFd, S::Ukraine)));
    let play = ready(scene().die(NATO, R::Belarus, 5), RUSSIA);
    assert!(play.may(RUSSIA, march(S::CentralFd, S::Poland)), "a 5 bars nothing");
    let play = ready(scene().die(RU, R::Belarus, 6), RUSSIA);
    assert!(play.may(RUSSIA, march(S::CentralFd, S::Poland)), "nor an own 6");
}

#[test]
fn own_armies_stack_without_limit() {
    let scene = Scene::revised().hand(EUROPE, &[C::Norway]);
    let mut play = ready(scene.armies(EUROPE, &[(S::Poland, 13), (S::Germany, 1)]), EUROPE);
    play.act(EUROPE, march(S::Germany, S::Poland));
    assert_eq!(play.armies(EUROPE, S::Poland), 14);
}

#[test]
fn no_army_is_moved_from_where_none_stands_or_to_where_it_is() {
    let play = ready(mover(EUROPE, S::Germany, 9), EUROPE);
    play.refuse(EUROPE, march(S::France, S::Germany));
    play.refuse(EUROPE, march(S::Germany, S::Germany));
}

#[test]
fn when_armies_meet_each_side_loses_one() {
    let scene = mover(RUSSIA, S::CentralFd, 0).armies(RUSSIA, &[(S::CentralFd, 1)]);
    let mut play = ready(scene.armies(EUROPE, &[(S::Belarus, 3)]), RUSSIA);
    let supplies = (play.side(EUROPE).supply, play.side(RUSSIA).supply);
    let events = play.act(RUSSIA, march(S::CentralFd, S::Belarus));
    assert!(events.contains(&Event::ArmiesRemoved { space: S::Belarus }));
    assert_eq!((play.armies(EUROPE, S::Belarus), play.armies(RUSSIA, S::Belarus)), (2, 0));
    assert_eq!(
        (play.side(EUROPE).supply, play.side(RUSSIA).supply),
        (supplies.0 + 1, supplies.1 + 1)
    );
}

#[test]
fn armies_meet_armies_before_dice() {
    let scene = mover(RUSSIA, S::CentralFd, 0).armies(EUROPE, &[(S::Belarus, 1)]);
    let mut play = ready(scene.die(NATO, R::Belarus, 6), RUSSIA);
    play.act(RUSSIA, march(S::CentralFd, S::Belarus));
    assert_eq!((play.armies(EUROPE, S::Belarus), play.die(NATO, R::Belarus)), (0, 6));
}

#[test]
fn an_army_is_lost_to_sixes_and_each_drops_to_5() {
    let dice = mover(RUSSIA, S::CentralFd, 0).die(NATO, R::Belarus, 6).die(EU, R::Belarus, 6);
    let mut play = ready(dice, RUSSIA);
    let events = play.act(RUSSIA, march(S::CentralFd, S::Belarus));
    assert!(events.contains(&Event::ArmyLostToInfluence { side: RUSSIA, region: R::Belarus }));
    assert_eq!((play.die(EU, R::Belarus), play.die(NATO, R::Belarus)), (5, 5));
    assert_eq!((play.armies(RUSSIA, S::Belarus), play.side(RUSSIA).supply), (0, 15));
}

#[test]
fn dice_under_6_leave_armies_alone() {
    let mut play = ready(mover(RUSSIA, S::CentralFd, 0).die(EU, R::Belarus, 5), RUSSIA);
    play.act(RUSSIA, march(S::CentralFd, S::Belarus));
    assert_eq!((play.armies(RUSSIA, S::Belarus), play.die(EU, R::Belarus)), (1, 5));
}

#[test]
fn seas_know_only_armies() {
    let scene = mover(EUROPE, S::Turkey, 0).die(RU, R::Ukraine, 6).die(RU, R::Georgia, 6);
    let mut play = ready(scene.clone(), EUROPE);
    play.act(EUROPE, march(S::Turkey, S::BlackSea));
    assert_eq!(play.armies(EUROPE, S::BlackSea), 1);
    let mut play = ready(scene.armies(RUSSIA, &[(S::BlackSea, 2)]), EUROPE);
    play.act(EUROPE, march(S::Turkey, S::BlackSea));
    assert_eq!((play.armies(EUROPE, S::BlackSea), play.armies(RUSSIA, S::BlackSea)), (0, 1));
}

#[test]
fn an_own_die_may_rise_to_6_beside_own_armies() {
    let scene = Scene::revised().hand(RUSSIA, &[C::ThePresident]).die(RU, R::Georgia, 3);
    let mut play = ready(scene.armies(RUSSIA, &[(S::Georgia, 2)]), RUSSIA);
    play.act(RUSSIA, increase(RU, R::Georgia, 3));
    assert_eq!((play.die(RU, R::Georgia), play.armies(RUSSIA, S::Georgia)), (6, 2));
}

#[test]
fn a_die_that_drops_to_5_keeps_its_contested_card_with_its_owner() {
    let scene = mover(RUSSIA, S::CentralFd, 0).die(EU, R::Belarus, 6);
    let mut play = ready(scene.taken(EUROPE, &[C::EuropeBelarus]), RUSSIA);
    play.act(RUSSIA, march(S::CentralFd, S::Belarus));
    let europe = play.side(EUROPE);
    assert_eq!((play.die(EU, R::Belarus), europe.contested_taken), (5, 1));
    assert!(!europe.contested_open.contains(&C::EuropeBelarus));
}

#[test]
fn a_build_costs_2_money_in_the_cards_place() {
    let mut play = ready(Scene::revised().money(EUROPE, 2).hand(EUROPE, &[C::Norway]), EUROPE);
    play.refuse(EUROPE, build(S::Sweden));
    let events = play.act(EUROPE, build(S::Norway));
    assert_eq!(events, [Event::ArmyBuilt { side: EUROPE, space: S::Norway, cost: 2, by: None }]);
    assert_eq!((play.armies(EUROPE, S::Norway), play.money(EUROPE)), (2, 0));
    let poor = Scene::revised().money(EUROPE, 1).hand(EUROPE, &[C::Norway]);
    ready(poor, EUROPE).refuse(EUROPE, build(S::Norway));
}

#[test]
fn every_russian_home_card_builds_in_its_printed_place() {
    for (card, space) in [
        (C::Kaliningrad, S::Kaliningrad),
        (C::NorthCaucasianFederalDistrict, S::NorthCaucasianFd),
        (C::SouthernFederalDistrict, S::SouthernFd),
        (C::ThePresident, S::Moscow),
        (C::WesternFederalDistrict, S::WesternFd),
    ] {
        let mut play = Scene::revised().hand(RUSSIA, &[card]).start(RUSSIA);
        play.reveal(card);
        let built: Vec<S> =
            S::ALL.iter().copied().filter(|at| play.may(RUSSIA, build(*at))).collect();
        assert_eq!(built, [space], "{card}");
    }
}

#[test]
fn no_army_is_built_by_any_means_without_supply() {
    let all_out: &[(S, u8)] = &[(S::Moscow, 15)];
    let scene = || Scene::revised().armies(RUSSIA, all_out).money(RUSSIA, 9);
    let mut play =
        scene().hand(RUSSIA, &[C::RussiaPoland]).armies(EUROPE, &[(S::Poland, 1)]).start(RUSSIA);
    play.reveal(C::RussiaPoland);
    play.refuse(RUSSIA, build(S::Poland));

    let black_sea = scene().die(RU, R::Ukraine, 5).holds(RUSSIA, &[A::LittleGreenMen]);
    let play = black_sea.start(RUSSIA);
    play.refuse(RUSSIA, Command::SeaBuild {});
    play.refuse(RUSSIA, advantage(A::LittleGreenMen));

    let scene = scene().hand(EUROPE, &[C::EuropeUkraine]).die(NATO, R::Ukraine, 5);
    let mut play = scene.die(NATO, R::Moldova, 1).start(EUROPE);
    play.play(C::EuropeUkraine, increase(NATO, R::Moldova, 2));
    assert!(play.asks(PromptKind::Segment, EUROPE), "the Reaction could only be declined");
}
