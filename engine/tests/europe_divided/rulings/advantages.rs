//! The special actions of the Advantage Cards that are used in the own segment.

use crate::support::*;

/// Arranges a side that holds the card and is to act.
fn holding(card: A) -> Scene {
    let side = if card < A::CyberAttack { EUROPE } else { RUSSIA };
    Scene::revised().holds(side, &[card]).money(EUROPE, 0).money(RUSSIA, 0)
}

#[test]
fn a_card_is_used_once_and_shown() {
    let mut play = holding(A::DiplomaticMission).start(EUROPE);
    let events = play.act(EUROPE, advantage(A::DiplomaticMission));
    assert_eq!(events, [Event::AdvantageUsed { side: EUROPE, card: A::DiplomaticMission }]);
    assert!(play.asks(PromptKind::Advantage, EUROPE));
    play.act(EUROPE, place(EU, R::Poland));
    assert_eq!(play.side(EUROPE).advantages_shown, [A::DiplomaticMission]);
    assert_eq!(play.side(EUROPE).advantages, 0);
    play.refuse(EUROPE, advantage(A::DiplomaticMission));
    play.refuse(EUROPE, sell(A::DiplomaticMission));
}

#[test]
fn a_use_without_a_legal_target_is_refused() {
    holding(A::EconomicAid).start(EUROPE).refuse(EUROPE, advantage(A::EconomicAid));
    holding(A::WesternIntelligence).start(EUROPE).refuse(EUROPE, advantage(A::WesternIntelligence));
    holding(A::IntelligenceService).start(RUSSIA).refuse(RUSSIA, advantage(A::IntelligenceService));
    let full = holding(A::NatoSummit);
    let full = R::ALL.iter().fold(full, |scene, region| scene.die(NATO, *region, 1));
    let play = full.start(EUROPE);
    play.refuse(EUROPE, advantage(A::NatoSummit));
    assert!(play.may(EUROPE, sell(A::NatoSummit)), "but it may be discarded for money");
}

#[test]
fn diplomatic_mission_places_an_eu_die_for_nothing() {
    let mut play = holding(A::DiplomaticMission).die(EU, R::Poland, 1).start(EUROPE);
    play.act(EUROPE, advantage(A::DiplomaticMission));
    play.refuse(EUROPE, place(EU, R::Poland));
    play.refuse(EUROPE, place(NATO, R::Poland));
    let events = play.act(EUROPE, place(EU, R::Armenia));
    let by = Some(Cause::Advantage { card: A::DiplomaticMission });
    assert_eq!(events, [Event::InfluencePlaced { power: EU, region: R::Armenia, cost: 0, by }]);
}

#[test]
fn nato_summit_places_a_nato_die_for_nothing() {
    let mut play = holding(A::NatoSummit).start(EUROPE);
    play.act(EUROPE, advantage(A::NatoSummit));
    play.refuse(EUROPE, place(EU, R::Poland));
    play.act(EUROPE, place(NATO, R::Poland));
    assert_eq!(play.die(NATO, R::Poland), 1);
}

#[test]
fn economic_aid_raises_an_eu_die_by_2() {
    let scene = holding(A::EconomicAid).die(EU, R::Poland, 2).die(NATO, R::Poland, 2);
    let mut play = scene.start(EUROPE);
    play.act(EUROPE, advantage(A::EconomicAid));
    play.refuse(EUROPE, increase(NATO, R::Poland, 2));
    play.refuse(EUROPE, increase(EU, R::Poland, 1));
    play.act(EUROPE, increase(EU, R::Poland, 2));
    assert_eq!(play.die(EU, R::Poland), 4);
}

#[test]
fn rapid_reaction_force_moves_up_to_three_spaces_for_nothing() {
    let scene = || holding(A::RapidReactionForce).armies(EUROPE, &[(S::Germany, 1)]);
    let mut play = scene().start(EUROPE);
    play.act(EUROPE, advantage(A::RapidReactionForce));
    play.refuse(EUROPE, march(S::Germany, S::Georgia));
    play.refuse(EUROPE, march(S::Germany, S::Kaliningrad));
    let events = play.act(EUROPE, march(S::Germany, S::Moldova));
    let (from, to) = (S::Germany, S::Moldova);
    let by = Some(Cause::Advantage { card: A::RapidReactionForce });
    assert_eq!(events, [Event::ArmyMoved { side: EUROPE, from, to, steps: 3, cost: 0, by }]);

    // The limits on passing through apply: the only way of three steps to Moldova is closed.
    let mut play = scene().armies(RUSSIA, &[(S::Ukraine, 1)]).start(EUROPE);
    play.act(EUROPE, advantage(A::RapidReactionForce));
    play.refuse(EUROPE, march(S::Germany, S::Moldova));
}

#[test]
fn us_sanctions_need_europe_to_be_first() {
    let scene = holding(A::UsSanctions).hand(EUROPE, &[C::Germany, C::Italy]);
    let mut play = scene.hand(RUSSIA, &[C::ThePresident]).start(EUROPE);
    play.refuse(EUROPE, advantage(A::UsSanctions));
    play.act(EUROPE, sell(A::UsSanctions));
}

/// Plays until Europe has used US Sanctions; Russia has 9 money and these dice, and is to act.
fn sanctioned(scene: Scene) -> Play {
    let scene = scene.holds(EUROPE, &[A::UsSanctions]).hand(EUROPE, &[C::Norway, C::Turkey]);
    let mut play = scene.money(RUSSIA, 9).start(EUROPE);
    play.act(EUROPE, advantage(A::UsSanctions));
    play.segment(RUSSIA);
    play
}

#[test]
fn under_us_sanctions_russia_pays_for_nothing() {
    let scene = Scene::revised().hand(RUSSIA, &[C::ThePresident]).die(RU, R::Ukraine, 5);
    let mut play = sanctioned(scene);
    assert!(play.public().sanctions);
    play.refuse(RUSSIA, Command::SeaBuild {});
    play.reveal(C::ThePresident);
    play.refuse(RUSSIA, place(RU, R::Poland));
    play.refuse(RUSSIA, build(S::Moscow));
    play.refuse(RUSSIA, march(S::Moscow, S::Ukraine));
    assert!(play.may(RUSSIA, march(S::Moscow, S::CentralFd)), "the first step is free");
    play.act(RUSSIA, increase(RU, R::Ukraine, 1));
}

#[test]
fn under_us_sanctions_gaining_money_and_free_things_stay_legal() {
    let scene =
        Scene::revised().hand(RUSSIA, &[C::EnergySector]).holds(RUSSIA, &[A::HybridWarfare]);
    let mut play = sanctioned(scene.die(RU, R::Poland, 4));
    play.act(RUSSIA, sea_move(S::WesternFd, S::Poland));
    play.act(RUSSIA, advantage(A::HybridWarfare));
    play.act(RUSSIA, place(RU, R::Ukraine));
    play.play(C::EnergySector, MONEY);
    assert_eq!(play.money(RUSSIA), 9 + 3);
}

#[test]
fn us_sanctions_hold_in_both_segments_for_effects_and_reactions() {
    // Ukraine's Reaction would cost 2: it is skipped in Europe's own segment too.
    let scene = Scene::revised().holds(EUROPE, &[A::UsSanctions]).money(RUSSIA, 9);
    let scene = scene.hand(EUROPE, &[C::EuropeUkraine, C::Norway]).die(NATO, R::Ukraine, 5);
    let scene = scene.hand(RUSSIA, &[C::EnergySector, C::RussiaEasternBalkans]);
    let mut play = scene.die(RU, R::EasternBalkans, 6).start(EUROPE);
    play.act(EUROPE, advantage(A::UsSanctions));
    play.play(C::EuropeUkraine, march(S::Germany, S::Poland));
    assert!(play.asks(PromptKind::Segment, EUROPE));
    play.segment(RUSSIA);
    play.play(C::RussiaEasternBalkans, MONEY);
    assert!(play.asks(PromptKind::Segment, RUSSIA), "a new die would cost 2");
}

#[test]
fn a_free_reaction_is_possible_under_us_sanctions() {
    let scene = Scene::revised().holds(EUROPE, &[A::UsSanctions]).die(EU, R::Armenia, 5);
    let scene = scene.hand(EUROPE, &[C::EuropeArmenia, C::Norway]);
    let mut play = scene.hand(RUSSIA, &[C::EnergySector, C::Kaliningrad]).start(EUROPE);
    play.act(EUROPE, advantage(A::UsSanctions));
    play.play(C::EuropeArmenia, MONEY);
    play.act(RUSSIA, place(RU, R::Azerbaijan));
}

#[test]
fn us_sanctions_end_with_the_turn() {
    let mut play = sanctioned(Scene::revised());
    play.end_turn();
    assert!(!play.public().sanctions);
}

#[test]
fn western_intelligence_lowers_a_russian_six() {
    let dice = holding(A::WesternIntelligence).die(RU, R::Poland, 6).die(RU, R::Georgia, 5);
    let mut play = dice.die(EU, R::Hungary, 6).start(EUROPE);
    play.act(EUROPE, advantage(A::WesternIntelligence));
    play.refuse(EUROPE, lower(RU, R::Georgia));
    play.refuse(EUROPE, lower(EU, R::Hungary));
    play.act(EUROPE, lower(RU, R::Poland));
    assert_eq!(play.die(RU, R::Poland), 5);
}

#[test]
fn intelligence_service_lowers_one_six_of_the_eu_or_nato() {
    for power in [EU, NATO] {
        let dice = holding(A::IntelligenceService).die(EU, R::Poland, 6).die(NATO, R::Poland, 6);
        let mut play = dice.die(RU, R::Hungary, 6).start(RUSSIA);
        play.act(RUSSIA, advantage(A::IntelligenceService));
        play.refuse(RUSSIA, lower(RU, R::Hungary));
        play.act(RUSSIA, lower(power, R::Poland));
        assert_eq!(play.die(power, R::Poland), 5);
        assert_eq!(play.die(EU, R::Poland) + play.die(NATO, R::Poland), 11, "one only");
    }
}

/// The contested regions that border Russia on the board.
const BORDER: [R; 6] = [R::Azerbaijan, R::Belarus, R::Georgia, R::Poland, R::Baltics, R::Ukraine];

#[test]
fn hybrid_warfare_places_a_die_where_russia_borders() {
    let mut play = holding(A::HybridWarfare).die(RU, R::Belarus, 1).start(RUSSIA);
    play.act(RUSSIA, advantage(A::HybridWarfare));
    for region in R::ALL.iter().copied() {
        let legal = BORDER.contains(&region) && region != R::Belarus;
        assert_eq!(play.may(RUSSIA, place(RU, region)), legal, "{region}");
    }
    play.refuse(RUSSIA, place(RU, R::Armenia));
    play.act(RUSSIA, place(RU, R::Poland));
    assert_eq!((play.die(RU, R::Poland), play.money(RUSSIA)), (1, 0));
}

#[test]
fn little_green_men_build_where_russia_borders_and_no_nato_army_stands() {
    let scene = holding(A::LittleGreenMen).armies(EUROPE, &[(S::Poland, 1)]);
    let mut play = scene.die(EU, R::Ukraine, 6).start(RUSSIA);
    play.act(RUSSIA, advantage(A::LittleGreenMen));
    for region in R::ALL.iter().copied() {
        let legal = BORDER.contains(&region) && region != R::Poland;
        assert_eq!(play.may(RUSSIA, build(region.space())), legal, "{region}");
    }
    play.refuse(RUSSIA, build(S::Moscow));
    play.refuse(RUSSIA, build(S::Poland));
    let events = play.act(RUSSIA, build(S::Ukraine));
    let by = Some(Cause::Advantage { card: A::LittleGreenMen });
    assert_eq!(events[0], Event::ArmyBuilt { side: RUSSIA, space: S::Ukraine, cost: 0, by });
    assert_eq!((play.armies(RUSSIA, S::Ukraine), play.die(EU, R::Ukraine)), (0, 5));
}

#[test]
fn oil_price_boom_pays_2_for_each_gain_money_action_so_far() {
    let scene = || holding(A::OilPriceBoom).hand(RUSSIA, &[C::EnergySector, C::ThePresident]);
    for (actions, money) in [([PASS, PASS], 0), ([MONEY, PASS], 3 + 2), ([MONEY, MONEY], 5 + 4)] {
        let mut play = scene().start(RUSSIA);
        play.play(C::EnergySector, actions[0]);
        play.play(C::ThePresident, actions[1]);
        play.act(RUSSIA, advantage(A::OilPriceBoom));
        assert_eq!(play.money(RUSSIA), money);
    }
    let mut play = scene().start(RUSSIA);
    play.act(RUSSIA, advantage(A::OilPriceBoom));
    play.play(C::EnergySector, MONEY);
    assert_eq!(play.money(RUSSIA), 3, "only what was used before it");
}

#[test]
fn oil_price_boom_counts_gain_money_actions_not_effects() {
    let scene = holding(A::OilPriceBoom).hand(RUSSIA, &[C::RussiaHungary]);
    let mut play = scene.die(RU, R::Hungary, 6).die(RU, R::Poland, 1).start(RUSSIA);
    play.play(C::RussiaHungary, increase(RU, R::Poland, 2));
    play.act(RUSSIA, MONEY);
    play.act(RUSSIA, advantage(A::OilPriceBoom));
    assert_eq!(play.money(RUSSIA), 1);
}

#[test]
fn snap_exercise_moves_two_different_armies_one_space_each() {
    let scene = holding(A::SnapExercise).armies(RUSSIA, &[(S::Moscow, 1), (S::VolgaFd, 1)]);
    let mut play = scene.start(RUSSIA);
    play.act(RUSSIA, advantage(A::SnapExercise));
    play.refuse(RUSSIA, DONE);
    play.refuse(RUSSIA, march(S::Moscow, S::Belarus));
    play.act(RUSSIA, march(S::Moscow, S::CentralFd));
    play.refuse(RUSSIA, march(S::CentralFd, S::Belarus));
    play.act(RUSSIA, march(S::VolgaFd, S::CentralFd));
    assert_eq!(play.armies(RUSSIA, S::CentralFd), 2);
    assert!(play.asks(PromptKind::Segment, RUSSIA));
}

#[test]
fn snap_exercises_second_move_is_optional() {
    let scene = holding(A::SnapExercise).armies(RUSSIA, &[(S::Moscow, 1), (S::CentralFd, 1)]);
    let mut play = scene.start(RUSSIA);
    play.act(RUSSIA, advantage(A::SnapExercise));
    play.act(RUSSIA, march(S::Moscow, S::CentralFd));
    assert!(play.may(RUSSIA, march(S::CentralFd, S::Belarus)), "the army that stood there");
    play.act(RUSSIA, DONE);
    assert!(play.asks(PromptKind::Segment, RUSSIA));
}

#[test]
fn snap_exercise_ends_when_no_other_army_can_move() {
    let scene = holding(A::SnapExercise).armies(RUSSIA, &[(S::Moscow, 1)]);
    let mut play = scene.start(RUSSIA);
    play.act(RUSSIA, advantage(A::SnapExercise));
    play.act(RUSSIA, march(S::Moscow, S::CentralFd));
    assert!(play.asks(PromptKind::Segment, RUSSIA));
}

#[test]
fn snap_exercises_first_army_may_be_lost_on_arrival() {
    let scene = holding(A::SnapExercise).armies(EUROPE, &[(S::Belarus, 1)]);
    let mut play = scene.armies(RUSSIA, &[(S::CentralFd, 1), (S::Moscow, 1)]).start(RUSSIA);
    play.act(RUSSIA, advantage(A::SnapExercise));
    play.act(RUSSIA, march(S::CentralFd, S::Belarus));
    assert_eq!(play.armies(RUSSIA, S::Belarus), 0);
    play.act(RUSSIA, march(S::Moscow, S::CentralFd));
}
