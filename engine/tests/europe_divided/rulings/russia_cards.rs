//! The special text of Russia's twelve contested Action Cards, and News Media.

use crate::support::*;

/// Plays until Russia has used the card for this action, with these dice and 9 money on both sides.
fn used(card: C, dice: &[(Power, R, u8)], action: Command) -> Play {
    let scene = Scene::revised().hand(RUSSIA, &[card]).money(EUROPE, 9).money(RUSSIA, 9);
    let scene = dice.iter().fold(scene, |scene, (power, at, value)| scene.die(*power, *at, *value));
    let mut play = scene.start(RUSSIA);
    play.play(card, action);
    play
}

fn nothing_follows(play: &Play) {
    assert!(play.asks(PromptKind::Segment, RUSSIA), "{:?}", play.public().prompt);
}

/// Enmity: Europe may place a die of either colour for nothing, or +1 one of them to at most 5.
fn enmity(card: C, other: R) {
    let mut play = used(card, &[], MONEY);
    play.answers(PromptKind::Reaction, EUROPE, &[place(EU, other), place(NATO, other)]);
    play.act(EUROPE, place(EU, other));
    assert_eq!((play.die(EU, other), play.die(NATO, other), play.money(EUROPE)), (1, 0, 9));
    nothing_follows(&play);
    let play = used(card, &[(EU, other, 4)], MONEY);
    play.answers(PromptKind::Reaction, EUROPE, &[increase(EU, other, 1), place(NATO, other)]);
    let play = used(card, &[(EU, other, 5), (NATO, other, 2)], MONEY);
    play.answers(PromptKind::Reaction, EUROPE, &[increase(NATO, other, 1)]);
    nothing_follows(&used(card, &[(EU, other, 5), (NATO, other, 6)], MONEY));
}

#[test]
fn armenia_lets_europe_answer_in_azerbaijan() {
    enmity(C::RussiaArmenia, R::Azerbaijan);
}

#[test]
fn azerbaijan_lets_europe_answer_in_armenia() {
    enmity(C::RussiaAzerbaijan, R::Armenia);
}

#[test]
fn belarus_spreads_to_the_baltics_and_draws_an_army_there() {
    nothing_follows(&used(C::RussiaBelarus, &[], MONEY));
    let mut play = used(C::RussiaBelarus, &[], build(S::Belarus));
    play.answers(PromptKind::Effect, RUSSIA, &[place(RU, R::Baltics)]);
    play.act(RUSSIA, place(RU, R::Baltics));
    assert!(play.asks(PromptKind::Reaction, EUROPE));
    play.refuse(EUROPE, march(S::Germany, S::Poland));
    play.act(EUROPE, march(S::Denmark, S::Baltics));
    assert_eq!((play.armies(EUROPE, S::Baltics), play.money(EUROPE)), (1, 8));
}

#[test]
fn czechia_and_slovakia_lets_the_eu_answer_in_poland() {
    let mut play = used(C::RussiaCzechiaAndSlovakia, &[], MONEY);
    play.answers(PromptKind::Reaction, EUROPE, &[place(EU, R::Poland)]);
    play.act(EUROPE, place(EU, R::Poland));
    assert_eq!(play.money(EUROPE), 7);
    let play = used(C::RussiaCzechiaAndSlovakia, &[(EU, R::Poland, 4)], MONEY);
    play.answers(PromptKind::Reaction, EUROPE, &[increase(EU, R::Poland, 1)]);
    nothing_follows(&used(C::RussiaCzechiaAndSlovakia, &[(EU, R::Poland, 5)], MONEY));
}

/// With Russia's 6 in the card's region, any use spreads +1 to the other, to at most 5.
fn spread(card: C, home: R, other: R) {
    nothing_follows(&used(card, &[(RU, home, 5), (RU, other, 1)], MONEY));
    let mut play = used(card, &[(RU, home, 6), (RU, other, 4)], MONEY);
    play.answers(PromptKind::Effect, RUSSIA, &[increase(RU, other, 1)]);
    play.act(RUSSIA, increase(RU, other, 1));
    assert_eq!(play.die(RU, other), 5);
    nothing_follows(&play);
    nothing_follows(&used(card, &[(RU, home, 6), (RU, other, 5)], MONEY));
    let play = used(card, &[(RU, home, 6)], MONEY);
    play.answers(PromptKind::Effect, RUSSIA, &[place(RU, other)]);
}

#[test]
fn eastern_balkans_spreads_to_western_balkans() {
    spread(C::RussiaEasternBalkans, R::EasternBalkans, R::WesternBalkans);
}

#[test]
fn western_balkans_spreads_to_eastern_balkans() {
    spread(C::RussiaWesternBalkans, R::WesternBalkans, R::EasternBalkans);
}

#[test]
fn georgia_spreads_south_and_nato_answers_in_ukraine() {
    nothing_follows(&used(C::RussiaGeorgia, &[(RU, R::Armenia, 1)], MONEY));
    let dice = [(RU, R::Armenia, 4), (NATO, R::Ukraine, 5)];
    let mut play = used(C::RussiaGeorgia, &dice, build(S::Georgia));
    let south = [increase(RU, R::Armenia, 1), place(RU, R::Azerbaijan)];
    play.answers(PromptKind::Effect, RUSSIA, &south);
    let mut declined = play.clone();
    declined.act(RUSSIA, DECLINE);
    nothing_follows(&declined);
    play.act(RUSSIA, increase(RU, R::Armenia, 1));
    play.answers(PromptKind::Reaction, EUROPE, &[increase(NATO, R::Ukraine, 1)]);
    play.act(EUROPE, increase(NATO, R::Ukraine, 1));
    assert_eq!(play.die(NATO, R::Ukraine), 6);
}

#[test]
fn hungary_pays_1_with_dominance() {
    nothing_follows(&used(C::RussiaHungary, &[(RU, R::Hungary, 5)], MONEY));
    let mut play = used(C::RussiaHungary, &[(RU, R::Hungary, 6)], MONEY);
    play.answers(PromptKind::Effect, RUSSIA, &[MONEY]);
    play.act(RUSSIA, MONEY);
    assert_eq!(play.money(RUSSIA), 9 + 1 + 1);
}

#[test]
fn moldova_spreads_to_ukraine() {
    nothing_follows(&used(C::RussiaMoldova, &[(RU, R::Ukraine, 1)], MONEY));
    let play = used(C::RussiaMoldova, &[(RU, R::Ukraine, 4)], build(S::Moldova));
    play.answers(PromptKind::Effect, RUSSIA, &[increase(RU, R::Ukraine, 1)]);
    nothing_follows(&used(C::RussiaMoldova, &[(RU, R::Ukraine, 5)], build(S::Moldova)));
}

#[test]
fn poland_lets_europe_build_in_germany() {
    nothing_follows(&used(C::RussiaPoland, &[], MONEY));
    let mut play = used(C::RussiaPoland, &[], build(S::Poland));
    play.answers(PromptKind::Reaction, EUROPE, &[build(S::Germany)]);
    play.act(EUROPE, build(S::Germany));
    assert_eq!((play.armies(EUROPE, S::Germany), play.money(EUROPE)), (2, 7));
}

#[test]
fn the_baltics_let_nato_answer_in_poland() {
    nothing_follows(&used(C::RussiaBaltics, &[(NATO, R::Poland, 5)], MONEY));
    let mut play = used(C::RussiaBaltics, &[(NATO, R::Poland, 5)], build(S::Baltics));
    play.answers(PromptKind::Reaction, EUROPE, &[increase(NATO, R::Poland, 1)]);
    play.act(EUROPE, increase(NATO, R::Poland, 1));
    assert_eq!(play.die(NATO, R::Poland), 6);
}

#[test]
fn ukraine_draws_an_army_to_poland() {
    nothing_follows(&used(C::RussiaUkraine, &[], MONEY));
    let mut play = used(C::RussiaUkraine, &[], build(S::Ukraine));
    assert!(play.asks(PromptKind::Reaction, EUROPE));
    play.refuse(EUROPE, march(S::Germany, S::CzechiaSlovakia));
    play.act(EUROPE, march(S::Germany, S::Poland));
    assert_eq!((play.armies(EUROPE, S::Poland), play.money(EUROPE)), (1, 9));
}

#[test]
fn news_media_takes_one_to_three_steps() {
    let scene = Scene::revised().hand(RUSSIA, &[C::NewsMedia]).die(RU, R::Poland, 1);
    let mut play = scene.die(RU, R::Hungary, 5).start(RUSSIA);
    play.play(C::NewsMedia, PROPAGANDA);
    play.refuse(RUSSIA, DONE);
    play.refuse(RUSSIA, PASS);
    play.act(RUSSIA, increase(RU, R::Hungary, 1));
    play.refuse(RUSSIA, increase(RU, R::Hungary, 1));
    play.refuse(RUSSIA, increase(RU, R::Poland, 2));
    let events = play.act(RUSSIA, DONE);
    assert_eq!(events, [Event::StepsEnded { side: RUSSIA }]);
    assert!(!play.side(RUSSIA).played[0].passed);
    nothing_follows(&play);
}

#[test]
fn news_media_ends_when_no_die_can_rise() {
    let scene = Scene::revised().hand(RUSSIA, &[C::NewsMedia]).die(RU, R::Poland, 5);
    let mut play = scene.start(RUSSIA);
    play.play(C::NewsMedia, PROPAGANDA);
    play.act(RUSSIA, increase(RU, R::Poland, 1));
    nothing_follows(&play);

    let scene = Scene::revised().hand(RUSSIA, &[C::NewsMedia]).die(RU, R::Poland, 6);
    let mut play = scene.start(RUSSIA);
    play.reveal(C::NewsMedia);
    play.refuse(RUSSIA, PROPAGANDA);
}

#[test]
fn news_media_may_act_normally_instead() {
    let scene = Scene::revised().hand(RUSSIA, &[C::NewsMedia]).die(RU, R::Poland, 1);
    let mut play = scene.start(RUSSIA);
    play.play(C::NewsMedia, increase(RU, R::Poland, 2));
    nothing_follows(&play);
}
