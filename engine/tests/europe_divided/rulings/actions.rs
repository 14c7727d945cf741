//! The actions of a card: place, increase, gain money, and the legal uses of a card at all.

use crate::support::*;

#[test]
fn pass_is_always_legal_and_reveals_the_card() {
    for card in C::ALL.iter().copied() {
        let europe = card < C::EnergySector || (C::EuropeArmenia..C::RussiaArmenia).contains(&card);
        let side = if europe { EUROPE } else { RUSSIA };
        let scene = Scene::revised().hand(side, &[card]).money(side, 0);
        let mut play = scene.holds(EUROPE, &[]).start(side);
        play.reveal(card);
        let events = play.act(side, PASS);
        assert_eq!(events, [Event::CardPassed { side, card }]);
        assert!(play.side(side).played[0].passed);
        assert!(play.asks(PromptKind::Segment, side), "{card}: no Effect and no Reaction");
    }
}

#[test]
fn a_passed_card_was_not_used() {
    // Moldova used: Russia may answer. The Baltics used for an EU action: 2 money.
    let scene = Scene::revised().hand(EUROPE, &[C::EuropeMoldova, C::EuropeBaltics]);
    let mut play = scene.die(EU, R::Moldova, 5).die(EU, R::Baltics, 5).start(EUROPE);
    let money = play.money(EUROPE);
    play.play(C::EuropeMoldova, PASS);
    play.play(C::EuropeBaltics, PASS);
    assert!(play.asks(PromptKind::Segment, EUROPE));
    assert_eq!(play.money(EUROPE), money);
}

#[test]
fn a_die_is_placed_for_2_money_where_the_power_has_none() {
    let scene = Scene::revised().hand(EUROPE, &[C::Benelux]).money(EUROPE, 3);
    let mut play = scene.die(NATO, R::Moldova, 2).die(RU, R::Moldova, 3).start(EUROPE);
    play.reveal(C::Benelux);
    for region in R::ALL.iter().copied() {
        assert!(play.may(EUROPE, place(EU, region)), "{region}");
    }
    play.refuse(EUROPE, place(NATO, R::Moldova));
    play.refuse(EUROPE, place(RU, R::Poland));
    play.act(EUROPE, place(EU, R::Moldova));
    assert_eq!((play.die(EU, R::Moldova), play.money(EUROPE)), (1, 1));
}

#[test]
fn placing_needs_2_money() {
    let mut play = Scene::revised().hand(EUROPE, &[C::Benelux]).money(EUROPE, 1).start(EUROPE);
    play.reveal(C::Benelux);
    play.refuse(EUROPE, place(EU, R::Moldova));
}

#[test]
fn no_placement_by_any_means_where_a_die_of_that_power_stands() {
    let scene = Scene::revised().holds(EUROPE, &[A::DiplomaticMission, A::NatoSummit]);
    let scene = scene.die(EU, R::Belarus, 1).die(NATO, R::Belarus, 1).die(RU, R::Belarus, 1);
    let mut play = scene.holds(RUSSIA, &[A::HybridWarfare]).start(EUROPE);
    play.act(EUROPE, advantage(A::DiplomaticMission));
    play.refuse(EUROPE, place(EU, R::Belarus));
    play.act(EUROPE, place(EU, R::Ukraine));
    play.act(EUROPE, advantage(A::NatoSummit));
    play.refuse(EUROPE, place(NATO, R::Belarus));
    play.act(EUROPE, place(NATO, R::Ukraine));
    play.segment(RUSSIA);
    play.act(RUSSIA, advantage(A::HybridWarfare));
    play.refuse(RUSSIA, place(RU, R::Belarus));
}

#[test]
fn an_increase_is_free_and_needs_a_die() {
    let scene = Scene::revised().hand(EUROPE, &[C::Germany]).money(EUROPE, 0);
    let mut play = scene.die(EU, R::Moldova, 1).die(NATO, R::Georgia, 1).start(EUROPE);
    play.reveal(C::Germany);
    play.refuse(EUROPE, increase(EU, R::Georgia, 3));
    play.act(EUROPE, increase(EU, R::Moldova, 3));
    assert_eq!((play.die(EU, R::Moldova), play.money(EUROPE)), (4, 0));
}

#[test]
fn an_increase_with_no_effect_is_refused() {
    for edition in EDITIONS {
        let scene = Scene::new(edition).hand(EUROPE, &[C::Norway]).die(NATO, R::Moldova, 6);
        let scene = scene.die(NATO, R::Georgia, 5).armies(RUSSIA, &[(S::Georgia, 1)]);
        let mut play = scene.start(EUROPE);
        play.reveal(C::Norway);
        for amount in 0..=2 {
            play.refuse(EUROPE, increase(NATO, R::Moldova, amount));
            play.refuse(EUROPE, increase(NATO, R::Georgia, amount));
        }
    }
}

#[test]
fn an_opposing_army_or_six_caps_a_die_at_5() {
    let scene = || Scene::revised().hand(RUSSIA, &[C::ThePresident]).die(RU, R::Georgia, 4);
    let army = scene().armies(EUROPE, &[(S::Georgia, 1)]);
    for scene in [army, scene().die(EU, R::Georgia, 6), scene().die(NATO, R::Georgia, 6)] {
        let mut play = scene.start(RUSSIA);
        play.reveal(C::ThePresident);
        play.refuse(RUSSIA, increase(RU, R::Georgia, 2));
        play.act(RUSSIA, increase(RU, R::Georgia, 1));
        assert_eq!(play.die(RU, R::Georgia), 5);
    }
    let mut play = scene().die(EU, R::Georgia, 5).start(RUSSIA);
    play.play(C::ThePresident, increase(RU, R::Georgia, 2));
    assert_eq!(play.die(RU, R::Georgia), 6);
}

#[test]
fn the_eu_and_nato_are_not_opponents() {
    let scene = Scene::revised().hand(EUROPE, &[C::Germany]).die(EU, R::Moldova, 4);
    let scene = scene.die(NATO, R::Moldova, 6).armies(EUROPE, &[(S::Moldova, 2)]);
    let mut play = scene.start(EUROPE);
    play.play(C::Germany, increase(EU, R::Moldova, 2));
    assert_eq!((play.die(EU, R::Moldova), play.die(NATO, R::Moldova)), (6, 6));
}

#[test]
fn a_contested_card_is_taken_on_reaching_5_or_6_once_and_kept() {
    let taken = Event::ContestedCardTaken { side: RUSSIA, card: C::RussiaGeorgia };
    let scene = Scene::revised().hand(RUSSIA, &[C::ThePresident, C::EnergySector]);
    let mut play = scene.die(RU, R::Georgia, 3).holds(EUROPE, &[A::WesternIntelligence]).open();
    play.lock_both();
    play.idle_until(|play| play.asks(PromptKind::Segment, RUSSIA));
    let events = play.play(C::ThePresident, increase(RU, R::Georgia, 3));
    assert!(events.contains(&taken));
    let russia = play.side(RUSSIA);
    assert_eq!((russia.contested_taken, russia.discards.clone()), (1, vec![C::RussiaGeorgia]));
    assert!(!russia.contested_open.contains(&C::RussiaGeorgia));

    play.segment(EUROPE);
    play.act(EUROPE, advantage(A::WesternIntelligence));
    play.act(EUROPE, lower(RU, R::Georgia));
    assert_eq!(play.side(RUSSIA).contested_taken, 1, "the card stays");
    assert!(!play.side(RUSSIA).contested_open.contains(&C::RussiaGeorgia));

    let scene = Scene::revised().hand(RUSSIA, &[C::ThePresident]).die(RU, R::Georgia, 4);
    let mut play = scene.taken(RUSSIA, &[C::RussiaGeorgia]).start(RUSSIA);
    let events = play.play(C::ThePresident, increase(RU, R::Georgia, 2));
    assert!(!events.contains(&taken), "only if it is still open");
    assert_eq!(play.side(RUSSIA).contested_taken, 1);
}

#[test]
fn a_contested_card_is_taken_by_any_means() {
    let mut play =
        Scene::revised().holds(EUROPE, &[A::EconomicAid]).die(EU, R::Poland, 3).start(EUROPE);
    play.act(EUROPE, advantage(A::EconomicAid));
    play.act(EUROPE, increase(EU, R::Poland, 2));
    assert_eq!(play.side(EUROPE).discards, [C::EuropePoland]);

    let mut play =
        Scene::revised().hand(RUSSIA, &[C::NewsMedia]).die(RU, R::Poland, 4).start(RUSSIA);
    play.play(C::NewsMedia, PROPAGANDA);
    play.act(RUSSIA, increase(RU, R::Poland, 1));
    assert_eq!(play.side(RUSSIA).discards, [C::RussiaPoland]);
    play.act(RUSSIA, increase(RU, R::Poland, 1));
    assert_eq!(play.side(RUSSIA).contested_taken, 1, "6 from 5 brings no second one");

    let scene = Scene::revised().hand(RUSSIA, &[C::RussiaArmenia]).die(NATO, R::Azerbaijan, 4);
    let mut play = scene.start(RUSSIA);
    play.play(C::RussiaArmenia, MONEY);
    play.act(EUROPE, increase(NATO, R::Azerbaijan, 1));
    assert_eq!(play.side(EUROPE).discards, [C::EuropeAzerbaijan]);
}

#[test]
fn money_tokens_of_the_cards_region_count_for_both_players() {
    let scene = Scene::revised().tokens(S::Germany, 2).tokens(S::EnergySector, 1);
    let scene = scene.tokens(S::Hungary, 3).die(EU, R::Hungary, 5).tokens(S::Moscow, 5);
    let scene = scene.hand(EUROPE, &[C::Germany, C::EuropeHungary]).money(EUROPE, 0);
    let play = scene.hand(RUSSIA, &[C::EnergySector, C::RussiaHungary]).money(RUSSIA, 0);
    let mut play = play.start(EUROPE);
    play.play(C::Germany, MONEY);
    assert_eq!(play.money(EUROPE), 4 + 2);
    play.play(C::EuropeHungary, MONEY);
    assert_eq!(play.money(EUROPE), 6 + 1 + 3);
    play.segment(RUSSIA);
    play.play(C::EnergySector, MONEY);
    assert_eq!(play.money(RUSSIA), 3 + 1);
    play.play(C::RussiaHungary, MONEY);
    assert_eq!(play.money(RUSSIA), 4 + 1 + 3);
}

#[test]
fn a_card_without_a_region_has_no_tokens() {
    let scene = Scene::revised().tokens(S::Moscow, 5).hand(RUSSIA, &[C::ThePresident]);
    let mut play = scene.money(RUSSIA, 0).start(RUSSIA);
    play.play(C::ThePresident, MONEY);
    assert_eq!(play.money(RUSSIA), 2);
}

#[test]
fn europes_contested_actions_need_a_5_of_their_colour_there() {
    let scene = |eu, nato| {
        let scene = Scene::revised().hand(EUROPE, &[C::EuropePoland]).die(EU, R::Poland, eu);
        let scene = scene.die(NATO, R::Poland, nato).die(EU, R::Moldova, 1);
        let mut play = scene.die(NATO, R::Moldova, 1).start(EUROPE);
        play.reveal(C::EuropePoland);
        play
    };
    let eu_actions = [MONEY, increase(EU, R::Moldova, 3)];
    let nato_actions =
        [build(S::Poland), march(S::Germany, S::Poland), increase(NATO, R::Moldova, 2)];
    for (eu, nato) in [(5, 4), (4, 5), (6, 1), (0, 6), (4, 4)] {
        let play = scene(eu, nato);
        for (die, actions) in [(eu, &eu_actions[..]), (nato, &nato_actions[..])] {
            for action in actions {
                if die >= 5 {
                    assert!(play.may(EUROPE, *action), "{eu} {nato} {action:?}");
                } else {
                    play.refuse(EUROPE, *action);
                }
            }
        }
    }
}

#[test]
fn russias_contested_actions_need_nothing() {
    let mut play = Scene::revised().hand(RUSSIA, &[C::RussiaPoland]).start(RUSSIA);
    play.reveal(C::RussiaPoland);
    for action in [MONEY, build(S::Poland), march(S::Moscow, S::CentralFd)] {
        assert!(play.may(RUSSIA, action), "{action:?}");
    }
}

#[test]
fn a_card_has_only_the_actions_it_prints() {
    let scene = Scene::revised().hand(EUROPE, &[C::Sweden, C::Norway]).die(NATO, R::Poland, 1);
    let mut play = scene.die(EU, R::Poland, 1).start(EUROPE);
    play.reveal(C::Sweden);
    for action in [build(S::Sweden), march(S::Germany, S::Poland), place(NATO, R::Moldova)] {
        play.refuse(EUROPE, action);
    }
    play.refuse(EUROPE, increase(NATO, R::Poland, 2));
    play.refuse(EUROPE, PROPAGANDA);
    play.act(EUROPE, MONEY);
    play.reveal(C::Norway);
    play.refuse(EUROPE, MONEY);
    play.refuse(EUROPE, increase(EU, R::Poland, 2));
}

#[test]
fn a_special_action_has_no_colour_of_its_own() {
    // NATO's 6 alone opens the Visegrad Group, also for the EU's dice.
    let scene = Scene::revised().hand(EUROPE, &[C::EuropeHungary]).die(NATO, R::Hungary, 6);
    let scene = scene.die(EU, R::CzechiaSlovakia, 1).die(EU, R::Poland, 1);
    let mut play = scene.start(EUROPE);
    play.reveal(C::EuropeHungary);
    play.refuse(EUROPE, MONEY);
    play.act(EUROPE, Command::VisegradGroup { czechia_slovakia: EU, poland: EU });
    assert_eq!((play.die(EU, R::CzechiaSlovakia), play.die(EU, R::Poland)), (3, 3));
}

#[test]
fn the_visegrad_group_chooses_each_colour_freely() {
    let scene = Scene::revised().hand(EUROPE, &[C::EuropeHungary]).die(EU, R::Hungary, 6);
    let both = [EU, NATO].into_iter().fold(scene, |scene, power| {
        scene.die(power, R::CzechiaSlovakia, 1).die(power, R::Poland, 1)
    });
    for (czechia_slovakia, poland) in [(EU, EU), (EU, NATO), (NATO, EU), (NATO, NATO)] {
        let mut play = both.clone().start(EUROPE);
        play.play(C::EuropeHungary, Command::VisegradGroup { czechia_slovakia, poland });
        assert_eq!(play.die(czechia_slovakia, R::CzechiaSlovakia), 3);
        assert_eq!(play.die(poland, R::Poland), 3);
    }
}

#[test]
fn the_visegrad_group_may_waste_one_increase() {
    let scene = |czechia, poland| {
        let scene = Scene::revised().hand(EUROPE, &[C::EuropeHungary]).die(EU, R::Hungary, 6);
        let scene = scene.die(EU, R::CzechiaSlovakia, czechia).die(NATO, R::Poland, poland);
        let mut play = scene.start(EUROPE);
        play.reveal(C::EuropeHungary);
        play
    };
    let mixed = Command::VisegradGroup { czechia_slovakia: EU, poland: NATO };
    let mut play = scene(6, 4);
    play.act(EUROPE, mixed);
    assert_eq!((play.die(EU, R::CzechiaSlovakia), play.die(NATO, R::Poland)), (6, 6));
    let shown = |czechia, poland| {
        let offers = scene(czechia, poland).offers(EUROPE);
        let of = |text: &String| text.starts_with("Visegrad Group");
        offers.into_iter().find(of).expect("it is offered")
    };
    let plain = "Visegrad Group: EU die in Czechia and Slovakia from 1 to 3, NATO die in Poland from 2 to 4";
    assert_eq!(shown(1, 2), plain);
    let less =
        "Visegrad Group: EU die in Czechia and Slovakia stays at 6, NATO die in Poland from 5 to 6";
    assert_eq!(shown(6, 5), less, "what it does, not what the card says");
    scene(6, 6).refuse(EUROPE, mixed);
    scene(0, 1).refuse(EUROPE, mixed);
    scene(1, 0).refuse(EUROPE, mixed);
    scene(1, 1).refuse(EUROPE, Command::VisegradGroup { czechia_slovakia: EU, poland: EU });
    scene(1, 1).refuse(EUROPE, Command::VisegradGroup { czechia_slovakia: RU, poland: NATO });
}

#[test]
fn money_is_unlimited() {
    let scene = Scene::revised().hand(EUROPE, &[C::Germany, C::Norway]).money(EUROPE, 400);
    let mut play = scene.tokens(S::Germany, 60).start(EUROPE);
    play.play(C::Germany, MONEY);
    assert_eq!(play.money(EUROPE), 464);
    play.play(C::Norway, place(NATO, R::Poland));
    assert_eq!(play.money(EUROPE), 462);
}
