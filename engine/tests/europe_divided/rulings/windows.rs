//! Effects and Reactions: who may use them, when, and at what price.

use crate::support::*;

/// Plays until Russia has built in Belarus; its Effect is open.
fn belarus(money: u16, dice: &[(Power, R, u8)]) -> Play {
    let scene = Scene::revised().hand(RUSSIA, &[C::RussiaBelarus]).money(RUSSIA, money);
    let scene = dice.iter().fold(scene, |scene, (power, at, value)| scene.die(*power, *at, *value));
    let mut play = scene.start(RUSSIA);
    play.play(C::RussiaBelarus, build(S::Belarus));
    play
}

#[test]
fn an_effect_is_optional_for_the_player_of_the_card() {
    let mut play = belarus(4, &[]);
    assert!(play.asks(PromptKind::Effect, RUSSIA));
    let events = play.act(RUSSIA, DECLINE);
    assert_eq!(events, [Event::Declined { side: RUSSIA, card: C::RussiaBelarus }]);
    assert!(play.asks(PromptKind::Segment, RUSSIA), "an unused Effect brings no Reaction");
}

#[test]
fn a_reaction_is_optional_for_the_opponent() {
    let mut play = belarus(4, &[]);
    play.act(RUSSIA, place(RU, R::Baltics));
    assert!(play.asks(PromptKind::Reaction, EUROPE));
    play.refuse(RUSSIA, DECLINE);
    play.act(EUROPE, DECLINE);
    assert!(play.asks(PromptKind::Segment, RUSSIA));
}

#[test]
fn a_reaction_to_an_effect_exists_also_if_the_effect_raised_a_die() {
    let mut play = belarus(2, &[(RU, R::Baltics, 1)]);
    play.act(RUSSIA, increase(RU, R::Baltics, 1));
    assert!(play.asks(PromptKind::Reaction, EUROPE));
}

#[test]
fn where_no_die_stands_one_is_placed_for_2_money() {
    let mut play = belarus(4, &[]);
    play.refuse(RUSSIA, increase(RU, R::Baltics, 1));
    play.act(RUSSIA, place(RU, R::Baltics));
    assert_eq!((play.die(RU, R::Baltics), play.money(RUSSIA)), (1, 0));
    let play = belarus(2, &[(RU, R::Baltics, 2)]);
    play.refuse(RUSSIA, place(RU, R::Baltics));
}

#[test]
fn a_window_that_could_only_be_declined_is_skipped() {
    // No money for a new die; a die at its cap; no army that can come.
    assert!(belarus(3, &[]).asks(PromptKind::Segment, RUSSIA));
    assert!(belarus(2, &[(RU, R::Baltics, 6)]).asks(PromptKind::Segment, RUSSIA));
    let scene = Scene::revised().hand(RUSSIA, &[C::RussiaUkraine]).money(EUROPE, 1);
    let mut play = scene.armies(EUROPE, &[(S::Turkey, 1)]).start(RUSSIA);
    play.play(C::RussiaUkraine, build(S::Ukraine));
    assert!(play.asks(PromptKind::Segment, RUSSIA), "Poland is too far");
}

#[test]
fn a_window_rests_on_public_facts_only() {
    // The same board with other hidden hands asks the same.
    for hand in [C::Austria, C::EuropeMoldova] {
        let scene = Scene::revised().hand(EUROPE, &[C::Norway, C::Turkey, hand]);
        let scene = scene.taken(EUROPE, &[C::EuropeMoldova]).hand(RUSSIA, &[C::RussiaArmenia]);
        let mut play = scene.start(RUSSIA);
        play.play(C::RussiaArmenia, MONEY);
        assert!(play.asks(PromptKind::Reaction, EUROPE));
        assert_eq!(play.choices(EUROPE).len(), 3, "two colours, or nothing");
    }
}

#[test]
fn a_free_die_is_free_only_where_the_text_says_so() {
    let scene = Scene::revised().hand(RUSSIA, &[C::RussiaArmenia, C::RussiaCzechiaAndSlovakia]);
    let mut play = scene.money(EUROPE, 0).start(RUSSIA);
    play.play(C::RussiaArmenia, MONEY);
    play.act(EUROPE, place(NATO, R::Azerbaijan));
    assert_eq!((play.die(NATO, R::Azerbaijan), play.money(EUROPE)), (1, 0));
    play.play(C::RussiaCzechiaAndSlovakia, MONEY);
    assert!(play.asks(PromptKind::Segment, RUSSIA), "a die in Poland would cost 2");
}

#[test]
fn an_army_built_there_costs_2() {
    let scene = |money| {
        let scene = Scene::revised().hand(RUSSIA, &[C::RussiaPoland]).money(EUROPE, money);
        let mut play = scene.start(RUSSIA);
        play.play(C::RussiaPoland, build(S::Poland));
        play
    };
    let mut play = scene(2);
    play.refuse(EUROPE, build(S::Poland));
    play.act(EUROPE, build(S::Germany));
    assert_eq!((play.armies(EUROPE, S::Germany), play.money(EUROPE)), (2, 0));
    assert!(scene(1).asks(PromptKind::Segment, RUSSIA));
}

#[test]
fn a_moved_army_pays_for_each_step_after_the_first() {
    let scene = Scene::revised().hand(RUSSIA, &[C::RussiaUkraine]).money(EUROPE, 1);
    let mut play = scene.armies(EUROPE, &[(S::Austria, 1), (S::Italy, 1)]).start(RUSSIA);
    play.play(C::RussiaUkraine, build(S::Ukraine));
    play.refuse(EUROPE, march(S::Italy, S::Poland));
    play.refuse(EUROPE, march(S::Austria, S::Hungary));
    play.act(EUROPE, march(S::Austria, S::Poland));
    assert_eq!((play.armies(EUROPE, S::Poland), play.money(EUROPE)), (1, 0));
}

#[test]
fn to_at_most_5_caps_the_die() {
    let enmity = |die| {
        let scene =
            Scene::revised().hand(RUSSIA, &[C::RussiaArmenia]).die(NATO, R::Azerbaijan, die);
        let mut play = scene.die(EU, R::Azerbaijan, 5).start(RUSSIA);
        play.play(C::RussiaArmenia, MONEY);
        play
    };
    let mut play = enmity(4);
    play.refuse(EUROPE, increase(EU, R::Azerbaijan, 1));
    play.act(EUROPE, increase(NATO, R::Azerbaijan, 1));
    assert!(enmity(5).asks(PromptKind::Segment, RUSSIA));
}

#[test]
fn an_increase_without_a_printed_limit_may_reach_6() {
    let mut play = belarus(2, &[(RU, R::Baltics, 5)]);
    play.act(RUSSIA, increase(RU, R::Baltics, 1));
    assert_eq!(play.die(RU, R::Baltics), 6);
}

/// Plays until Europe has built in Poland; Fear of NATO Encroachment is open.
fn poland(money: u16, russia: &[(S, u8)]) -> Play {
    let scene = Scene::revised().hand(EUROPE, &[C::EuropePoland]).die(NATO, R::Poland, 5);
    let mut play = scene.money(EUROPE, money).armies(RUSSIA, russia).start(EUROPE);
    play.play(C::EuropePoland, build(S::Poland));
    play
}

#[test]
fn parts_joined_by_and_are_each_optional_and_pay_for_themselves() {
    let moscow: &[(S, u8)] = &[(S::Moscow, 1)];
    let mut both = poland(6, moscow);
    both.refuse(EUROPE, place(NATO, R::CzechiaSlovakia));
    both.act(EUROPE, place(NATO, R::Baltics));
    assert!(both.asks(PromptKind::Effect, EUROPE));
    both.act(EUROPE, place(NATO, R::CzechiaSlovakia));
    assert_eq!(both.money(EUROPE), 0);
    assert!(both.asks(PromptKind::Reaction, RUSSIA));

    let mut second = poland(4, moscow);
    second.act(EUROPE, DECLINE);
    second.act(EUROPE, place(NATO, R::CzechiaSlovakia));
    assert_eq!((second.die(NATO, R::Baltics), second.die(NATO, R::CzechiaSlovakia)), (0, 1));

    let mut first = poland(4, moscow);
    first.act(EUROPE, place(NATO, R::Baltics));
    assert!(first.asks(PromptKind::Reaction, RUSSIA), "the second part cannot be paid");
}

#[test]
fn effects_and_reactions_come_in_printed_order() {
    let mut play = poland(2, &[(S::CentralFd, 1)]);
    assert!(play.asks(PromptKind::Reaction, RUSSIA), "both parts of the Effect are out of reach");
    play.act(RUSSIA, march(S::CentralFd, S::Belarus));
    assert!(play.asks(PromptKind::Segment, EUROPE));
}

#[test]
fn every_condition_is_read_when_its_window_opens() {
    // The action itself brings the 6 that the Effect asks for.
    let scene = |die| {
        let scene = Scene::revised().hand(RUSSIA, &[C::RussiaEasternBalkans]);
        let scene = scene.die(RU, R::EasternBalkans, die).die(RU, R::WesternBalkans, 1);
        let mut play = scene.start(RUSSIA);
        play.play(C::RussiaEasternBalkans, increase(RU, R::EasternBalkans, 2));
        play
    };
    assert!(scene(4).asks(PromptKind::Effect, RUSSIA));
    assert!(scene(3).asks(PromptKind::Segment, RUSSIA));
}

#[test]
fn a_build_counts_even_if_the_army_was_removed_at_once() {
    let mut play = poland(4, &[(S::Poland, 1), (S::CentralFd, 1)]);
    assert_eq!(play.armies(EUROPE, S::Poland), 0);
    assert!(play.asks(PromptKind::Effect, EUROPE));
    play.act(EUROPE, DECLINE);
    play.act(EUROPE, DECLINE);
    assert!(play.asks(PromptKind::Reaction, RUSSIA));
}

#[test]
fn a_build_in_turkey_is_not_in_x_but_a_nato_action() {
    // NATO holds the Black Sea Card.
    let scene = |card| {
        let scene = Scene::revised().hand(EUROPE, &[card]).die(NATO, R::Ukraine, 5);
        let mut play = scene.die(NATO, R::Poland, 5).money(EUROPE, 9).start(EUROPE);
        play.play(card, build(S::Turkey));
        play
    };
    assert!(scene(C::EuropePoland).asks(PromptKind::Segment, EUROPE), "no build in Poland");
    assert!(scene(C::EuropeUkraine).asks(PromptKind::Reaction, RUSSIA), "a NATO action");
}

#[test]
fn a_reaction_is_never_answered_by_another() {
    // Europe's answer brings its die in Azerbaijan to 5; nothing of any card opens by it.
    let scene = Scene::revised().hand(RUSSIA, &[C::RussiaArmenia]).die(EU, R::Azerbaijan, 4);
    let mut play = scene.start(RUSSIA);
    play.play(C::RussiaArmenia, MONEY);
    play.act(EUROPE, increase(EU, R::Azerbaijan, 1));
    assert!(play.asks(PromptKind::Segment, RUSSIA));
}

#[test]
fn nothing_else_is_done_while_a_window_is_open() {
    let scene = Scene::revised().hand(RUSSIA, &[C::RussiaBelarus]).money(RUSSIA, 9);
    let scene = scene.holds(RUSSIA, &[A::OilPriceBoom]).holds(EUROPE, &[A::NatoSummit]);
    let mut play = scene.die(RU, R::Poland, 4).start(RUSSIA);
    play.play(C::RussiaBelarus, build(S::Belarus));
    for command in [advantage(A::OilPriceBoom), sell(A::OilPriceBoom), PASS, END] {
        play.refuse(RUSSIA, command);
    }
    play.refuse(RUSSIA, sea_move(S::WesternFd, S::Poland));
    play.refuse(EUROPE, sell(A::NatoSummit));
    play.act(RUSSIA, place(RU, R::Baltics));
    play.refuse(EUROPE, sell(A::NatoSummit));
    play.refuse(RUSSIA, sell(A::OilPriceBoom));
}
