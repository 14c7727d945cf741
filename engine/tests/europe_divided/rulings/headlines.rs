//! Headlines: the eleven conditions, and the steps of the turn track.

use engine::Viewer;
use litemap::LiteMap;

use crate::support::*;

/// Checks whether the headline is awarded with these dice and armies, on turn 4 or 12, as the view says
/// before.
fn holds(headline: H, dice: &[(Power, R, u8)], armies: &[(Side, S, u8)]) -> bool {
    let turn = if headline < H::AccessionOfCrimeaIntoRussia { 4 } else { 12 };
    let scene = Scene::revised().turn(turn).current(&[headline]);
    let scene = dice.iter().fold(scene, |scene, (power, at, value)| scene.die(*power, *at, *value));
    let at_home = [vec![(S::SpainPortugal, 1)], vec![(S::VolgaFd, 1)]];
    let scene = [EUROPE, RUSSIA].into_iter().fold(scene, |scene, side| {
        let mut own = at_home[side.index()].clone();
        own.extend(armies.iter().filter(|one| one.0 == side).map(|one| (one.1, one.2)));
        scene.armies(side, &own)
    });
    let mut play = scene.start(EUROPE);
    let state = play.public().headlines.conditions[&headline].clone();
    assert_eq!(state.holds, state.lacks.is_empty());
    play.end_turn();
    let failed = play.public().headlines.failed.contains(&headline);
    let awarded = [EUROPE, RUSSIA].map(|side| play.side(side).awarded.contains(&headline));
    assert_eq!(failed, awarded == [false, false]);
    assert_eq!(state.holds, !failed, "it is resolved as was shown");
    awarded != [false, false]
}

#[test]
fn russia_has_an_army() {
    assert!(!holds(H::MilitaryBase102, &[(RU, R::Armenia, 6)], &[]));
    assert!(!holds(H::MilitaryBase102, &[], &[(EUROPE, S::Armenia, 2)]));
    assert!(holds(H::MilitaryBase102, &[], &[(RUSSIA, S::Armenia, 1)]));
    assert!(holds(H::MilitaryBase102, &[], &[(RUSSIA, S::Armenia, 3)]), "at least one");
}

#[test]
fn russia_has_two_armies() {
    assert!(!holds(H::NagornoKarabakhWar, &[], &[(RUSSIA, S::Armenia, 1)]));
    assert!(holds(H::NagornoKarabakhWar, &[], &[(RUSSIA, S::Armenia, 2)]));
    assert!(holds(H::NagornoKarabakhWar, &[], &[(RUSSIA, S::Armenia, 3)]), "at least two");
}

#[test]
fn russia_has_more_than_the_eu() {
    assert!(!holds(H::DynasticSuccession, &[], &[]), "a tie fails");
    assert!(!holds(H::DynasticSuccession, &[(EU, R::Azerbaijan, 2), (RU, R::Azerbaijan, 2)], &[]));
    assert!(holds(H::DynasticSuccession, &[(NATO, R::Azerbaijan, 6), (RU, R::Azerbaijan, 1)], &[]));
}

#[test]
fn russia_has_more_than_the_eu_and_than_nato_each() {
    let dice = |eu, nato| {
        let at = R::WesternBalkans;
        holds(H::BosnianWar, &[(EU, at, eu), (NATO, at, nato), (RU, at, 3)], &[])
    };
    assert!(dice(2, 2), "apart, not together");
    assert!(!dice(3, 0));
    assert!(!dice(0, 3));
}

#[test]
fn russia_has_more_than_nato_and_an_army() {
    let russia = [(RU, R::Georgia, 2), (NATO, R::Georgia, 1), (EU, R::Georgia, 6)];
    assert!(!holds(H::GeorgianCivilWar, &russia, &[]));
    assert!(!holds(H::GeorgianCivilWar, &russia, &[(EUROPE, S::Georgia, 1)]));
    assert!(holds(H::GeorgianCivilWar, &russia, &[(RUSSIA, S::Georgia, 1)]));
    let even = [(RU, R::Georgia, 2), (NATO, R::Georgia, 2)];
    assert!(!holds(H::GeorgianCivilWar, &even, &[(RUSSIA, S::Georgia, 1)]));
}

#[test]
fn russia_has_dominance() {
    let union = H::UnionStateOfRussiaAndBelarus;
    assert!(!holds(union, &[(RU, R::Belarus, 5)], &[]));
    assert!(holds(union, &[(RU, R::Belarus, 6)], &[]));
}

#[test]
fn nato_has_more_than_russia_and_an_army() {
    let nato = [(NATO, R::Baltics, 2), (RU, R::Baltics, 1)];
    assert!(!holds(H::BalticAirPolicing, &nato, &[]));
    assert!(!holds(H::BalticAirPolicing, &nato, &[(RUSSIA, S::Baltics, 1)]));
    assert!(holds(H::BalticAirPolicing, &nato, &[(EUROPE, S::Baltics, 1)]));
}

#[test]
fn nato_has_more_than_russia() {
    assert!(holds(H::NatoUkraineCommission, &[(NATO, R::Ukraine, 1)], &[]));
    assert!(!holds(H::NatoUkraineCommission, &[(EU, R::Ukraine, 6)], &[]));
    assert!(!holds(H::NatoUkraineCommission, &[(NATO, R::Ukraine, 2), (RU, R::Ukraine, 2)], &[]));
}

#[test]
fn the_eu_has_more_than_russia() {
    assert!(holds(H::OrangeRevolution, &[(EU, R::Ukraine, 3), (RU, R::Ukraine, 2)], &[]));
    assert!(!holds(H::OrangeRevolution, &[(NATO, R::Ukraine, 6)], &[]));
}

#[test]
fn nato_has_dominance() {
    let shield = |poland| {
        let dice = [(NATO, R::EasternBalkans, 6), (NATO, R::Poland, poland), (EU, R::Poland, 6)];
        holds(H::NatoMissileDefenseShield, &dice, &[])
    };
    assert!(shield(6));
    assert!(!shield(5));
}

#[test]
fn the_eu_has_dominance() {
    assert!(holds(H::RoseRevolution, &[(EU, R::Georgia, 6)], &[]));
    assert!(!holds(H::RoseRevolution, &[(EU, R::Georgia, 5), (NATO, R::Georgia, 6)], &[]));
}

#[test]
fn a_condition_holds_in_every_affected_region() {
    let dice = [(EU, R::CzechiaSlovakia, 1), (EU, R::Poland, 1), (EU, R::Hungary, 1)];
    assert!(holds(H::VisegradGroup, &dice, &[]));
    assert!(!holds(H::VisegradGroup, &dice[..2], &[]));
}

/// Influence and armies that are missing are shown by region, for both rows of the table and the own hand.
#[test]
fn what_a_condition_lacks_is_shown() {
    let scene = Scene::revised().turn(3).current(&[H::BosnianWar, H::GeorgianCivilWar]);
    let scene = scene.headlines(EUROPE, [H::RoseRevolution, H::BalticAirPolicing, H::KosovoWar]);
    let scene = scene.die(NATO, R::WesternBalkans, 4).die(RU, R::WesternBalkans, 1);
    let scene = scene.die(EU, R::WesternBalkans, 2).die(RU, R::Georgia, 2).die(EU, R::Georgia, 4);
    let play = scene.start(EUROPE);
    let lack = |region, power, influence, armies| {
        LiteMap::from_iter([(region, RegionLack { power, influence, armies, barred: false })])
    };
    let shown = play.public().headlines.conditions;
    assert_eq!(shown[&H::BosnianWar].lacks, lack(R::WesternBalkans, RU, 4, 0), "above both");
    assert_eq!(shown[&H::GeorgianCivilWar].lacks, lack(R::Georgia, RU, 0, 1));
    let own = play.private(EUROPE).conditions;
    assert_eq!(own[&H::RoseRevolution].lacks, lack(R::Georgia, EU, 2, 0), "up to a 6");
    assert_eq!(own[&H::BalticAirPolicing].lacks, lack(R::Baltics, NATO, 1, 1));
    assert_eq!(own.len(), 3);
    assert!(play.private(RUSSIA).conditions.keys().all(|one| !own.contains_key(one)));
}

/// No die exceeds a 6 of the other side, nor reaches 6 beside its army: the lack counts up to 6 and says that
/// something must go first.
#[test]
fn a_lack_that_the_other_side_bars_counts_up_to_6() {
    let lack = |scene: Scene, headline, region| {
        let scene = scene.turn(3).current(&[headline, H::CaspianAgreement]);
        scene.start(EUROPE).public().headlines.conditions[&headline].lacks[&region]
    };
    let bosnia = |rival| {
        let scene = Scene::revised().die(RU, R::WesternBalkans, 2);
        scene.die(EU, R::WesternBalkans, rival).die(NATO, R::WesternBalkans, 1)
    };
    let lacks = |power, influence, barred| RegionLack { power, influence, armies: 0, barred };
    let of_bosnia = |scene| lack(scene, H::BosnianWar, R::WesternBalkans);
    assert_eq!(of_bosnia(bosnia(4)), lacks(RU, 3, false));
    assert_eq!(of_bosnia(bosnia(5)), lacks(RU, 4, false), "a 6 exceeds a 5");
    assert_eq!(of_bosnia(bosnia(6)), lacks(RU, 4, true), "the 6 must fall to 5");
    let army = |rival| bosnia(rival).armies(EUROPE, &[(S::WesternBalkans, 1)]);
    assert_eq!(of_bosnia(army(5)), lacks(RU, 4, true), "no 6 beside an army");
    assert_eq!(of_bosnia(army(4)), lacks(RU, 3, false), "a 5 may stand beside it");
    let georgia = |die| Scene::revised().die(EU, R::Georgia, 4).die(RU, R::Georgia, die);
    let of_georgia = |scene| lack(scene, H::RoseRevolution, R::Georgia);
    assert_eq!(of_georgia(georgia(5)), lacks(EU, 2, false));
    assert_eq!(of_georgia(georgia(6)), lacks(EU, 2, true));
}

#[test]
fn each_current_headline_is_awarded_to_its_banner_or_leaves_face_up() {
    let scene = Scene::revised().turn(4).current(&[H::CaspianAgreement, H::RoseRevolution]);
    let mut play = scene.die(RU, R::Azerbaijan, 1).start(EUROPE);
    play.end_turn();
    assert_eq!(play.side(RUSSIA).awarded, [H::CaspianAgreement]);
    assert_eq!(play.side(RUSSIA).prestige, 2);
    assert_eq!(play.public().money_tokens, LiteMap::from_iter([(S::Azerbaijan, 1)]));
    assert_eq!(play.public().headlines.failed, [H::RoseRevolution]);
}

#[test]
fn money_tokens_add_up() {
    let scene =
        Scene::revised().turn(4).current(&[H::CaspianAgreement, H::BakuTbilisiCeyhanPipeline]);
    let scene =
        scene.die(RU, R::Azerbaijan, 1).die(NATO, R::Azerbaijan, 0).tokens(S::Azerbaijan, 2);
    let mut play = scene.start(EUROPE);
    play.end_turn();
    assert_eq!(play.public().money_tokens, LiteMap::from_iter([(S::Azerbaijan, 3)]));
}

#[test]
fn either_banner_may_be_placed_by_either_player_secretly_until_both_have() {
    let scene = Scene::revised().turn(2);
    let scene = scene.headlines(EUROPE, [H::BosnianWar, H::KosovoWar, H::VelvetDivorce]);
    let own = [H::JeansRevolution, H::RussoGeorgianWar, H::TransnistriaWar];
    let mut play = scene.headlines(RUSSIA, own).start(EUROPE);
    play.idle_until(|play| play.public().stage == Stage::PlaceHeadlines);
    let before = play.public();
    play.refuse(EUROPE, Command::PlaceHeadline { headline: H::JeansRevolution });
    assert!(play.act(RUSSIA, Command::PlaceHeadline { headline: H::JeansRevolution }).is_empty());
    assert_eq!(play.public(), before);
    assert_eq!(play.private(RUSSIA).placing, Some(H::JeansRevolution));
    assert!(play.private(EUROPE).placing.is_none());
    play.refuse(RUSSIA, Command::PlaceHeadline { headline: H::TransnistriaWar });
    let events = play.act(EUROPE, Command::PlaceHeadline { headline: H::BosnianWar });
    let placed = |side, headline| Event::HeadlinePlaced { side, headline };
    let both = [placed(EUROPE, H::BosnianWar), placed(RUSSIA, H::JeansRevolution)];
    assert_eq!(events[..2], both, "who placed which is public");
    assert_eq!(play.public().headlines.forthcoming, [H::BosnianWar, H::JeansRevolution]);
}

/// Lists the headline events of a turn, by kind, from a position in which both hold three headlines.
fn steps(turn: u8) -> Vec<&'static str> {
    let scene = Scene::revised().turn(turn).current(&[H::KosovoWar, H::BosnianWar]);
    let mut play = scene.forthcoming(&[H::MilitaryBase102, H::VelvetDivorce]).start(EUROPE);
    let from = play.events.len();
    play.end_turn();
    let kind = |(_, event): &(_, Event)| match event {
        Event::HeadlineAwarded { .. } | Event::HeadlineFailed { .. } => Some("resolve"),
        Event::HeadlinesShifted {} => Some("shift"),
        Event::HeadlinePlaced { .. } => Some("place"),
        Event::HeadlinesDiscarded { count: 2, .. } => Some("discard 2"),
        Event::HeadlinesDrawn { count: 1, .. } => Some("new 1"),
        Event::HeadlinesDrawn { count: 3, .. } => Some("new 3"),
        Event::DominanceScored { .. } => Some("dominance"),
        Event::AdvantagesScored { .. } => Some("advantages"),
        Event::AdvantagesDrawn { .. } => Some("advantages drawn"),
        Event::MatchEnded { .. } => Some("end"),
        _ => None,
    };
    let mut steps: Vec<&str> = play.events[from..].iter().filter_map(kind).collect();
    steps.dedup();
    steps
}

#[test]
fn the_headline_steps_of_every_turn() {
    let all = ["resolve", "shift", "place", "new 1"];
    assert_eq!(steps(2), all[1..], "nothing is current yet on turn 2");
    for turn in [4, 6, 12, 14] {
        assert_eq!(steps(turn), all, "turn {turn}");
    }
    for turn in [1, 3, 5, 7, 9, 11, 13, 15, 17, 19] {
        assert!(steps(turn).is_empty(), "turn {turn}");
    }
    assert_eq!(steps(18), ["resolve", "shift"]);
}

#[test]
fn turn_8_discards_the_last_two_and_draws_three() {
    assert_eq!(steps(8), ["resolve", "shift", "place", "discard 2", "new 3"]);
}

#[test]
fn turn_10_scores_and_draws_new_advantage_cards() {
    let scored = ["dominance", "advantages", "advantages drawn"];
    assert_eq!(steps(10), [&["resolve", "shift", "place", "new 1"], &scored[..]].concat());
}

#[test]
fn turn_16_discards_the_last_two_and_draws_none() {
    assert_eq!(steps(16), ["resolve", "shift", "place", "discard 2"]);
}

#[test]
fn turn_20_resolves_scores_and_ends() {
    assert_eq!(steps(20), ["resolve", "dominance", "advantages", "end"]);
}

#[test]
fn headlines_are_discarded_face_down_without_a_choice() {
    let scene = Scene::revised().turn(8);
    let own = [H::BosnianWar, H::KosovoWar, H::VelvetDivorce];
    let mut play = scene.headlines(EUROPE, own).start(EUROPE);
    play.idle_until(|play| play.public().stage == Stage::PlaceHeadlines);
    play.act(EUROPE, Command::PlaceHeadline { headline: H::KosovoWar });
    play.idle_until(|play| play.public().turn == 9);
    let discarded = play.private(EUROPE).headlines_discarded;
    assert_eq!(discarded, [H::BosnianWar, H::VelvetDivorce]);
    for viewer in [Viewer::Public, Viewer::Seat(seat(RUSSIA))] {
        let received = serde_json::to_string(&(play.public(), play.events_for(viewer))).unwrap();
        assert!(!received.contains(H::VelvetDivorce.as_str()), "{viewer:?}");
    }
    assert_eq!(play.private(EUROPE).headlines.len(), 3);
}

#[test]
fn europe_draws_all_its_headlines_then_russia() {
    let mut play = Scene::revised().turn(8).start(EUROPE);
    let from = play.events.len();
    play.end_turn();
    let drawn = |(audience, event): &(engine::Audience, Event)| match event {
        Event::HeadlineDrawn { .. } => Some(*audience),
        _ => None,
    };
    let drawn: Vec<_> = play.events[from..].iter().filter_map(drawn).collect();
    let [europe, russia] = [EUROPE, RUSSIA].map(|side| [engine::Audience::Only(seat(side)); 3]);
    assert_eq!(drawn, [europe, russia].concat());
}
