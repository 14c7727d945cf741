//! The special text of Europe's twelve contested Action Cards.

use crate::support::*;

/// Plays until Europe has used the card for this action, with these dice and 9 money on both sides.
fn used(card: C, dice: &[(Power, R, u8)], action: Command) -> Play {
    let scene = Scene::revised().hand(EUROPE, &[card]).money(EUROPE, 9).money(RUSSIA, 9);
    let scene = dice.iter().fold(scene, |scene, (power, at, value)| scene.die(*power, *at, *value));
    let mut play = scene.start(EUROPE);
    play.play(card, action);
    play
}

fn nothing_follows(play: &Play) {
    assert!(play.asks(PromptKind::Segment, EUROPE), "{:?}", play.public().prompt);
}

/// Enmity: Russia may place for nothing, or +1 to at most 5, in the neighbour.
fn enmity(card: C, home: R, other: R) {
    let mut play = used(card, &[(EU, home, 5)], MONEY);
    play.answers(PromptKind::Reaction, RUSSIA, &[place(RU, other)]);
    play.act(RUSSIA, place(RU, other));
    assert_eq!((play.die(RU, other), play.money(RUSSIA)), (1, 9));
    let mut play = used(card, &[(EU, home, 5), (RU, other, 4)], MONEY);
    play.answers(PromptKind::Reaction, RUSSIA, &[increase(RU, other, 1)]);
    play.act(RUSSIA, increase(RU, other, 1));
    nothing_follows(&play);
    nothing_follows(&used(card, &[(EU, home, 5), (RU, other, 5)], MONEY));
}

#[test]
fn armenia_lets_russia_answer_in_azerbaijan() {
    enmity(C::EuropeArmenia, R::Armenia, R::Azerbaijan);
}

#[test]
fn azerbaijan_lets_russia_answer_in_armenia() {
    enmity(C::EuropeAzerbaijan, R::Azerbaijan, R::Armenia);
}

#[test]
fn moldova_lets_russia_answer_in_moldova() {
    enmity(C::EuropeMoldova, R::Moldova, R::Moldova);
}

#[test]
fn belarus_lets_russia_answer_a_nato_action_in_belarus() {
    let dice = [(EU, R::Belarus, 5), (NATO, R::Belarus, 5)];
    nothing_follows(&used(C::EuropeBelarus, &dice, MONEY));
    let mut play = used(C::EuropeBelarus, &dice, build(S::Belarus));
    play.answers(PromptKind::Reaction, RUSSIA, &[place(RU, R::Belarus)]);
    play.act(RUSSIA, place(RU, R::Belarus));
    assert_eq!(play.money(RUSSIA), 7);
    let strong = [(NATO, R::Belarus, 5), (RU, R::Belarus, 5)];
    nothing_follows(&used(C::EuropeBelarus, &strong, build(S::Belarus)));
}

#[test]
fn western_balkans_lets_russia_answer_a_nato_action_in_eastern_balkans() {
    let dice =
        [(EU, R::WesternBalkans, 5), (NATO, R::WesternBalkans, 5), (RU, R::EasternBalkans, 4)];
    nothing_follows(&used(C::EuropeWesternBalkans, &dice, MONEY));
    let play = used(C::EuropeWesternBalkans, &dice, build(S::WesternBalkans));
    play.answers(PromptKind::Reaction, RUSSIA, &[increase(RU, R::EasternBalkans, 1)]);
}

#[test]
fn georgia_lets_russia_answer_a_nato_action_with_an_army() {
    let dice = [(EU, R::Georgia, 5), (NATO, R::Georgia, 5)];
    nothing_follows(&used(C::EuropeGeorgia, &dice, MONEY));
    let mut play = used(C::EuropeGeorgia, &dice, increase(NATO, R::Georgia, 1));
    assert!(play.asks(PromptKind::Reaction, RUSSIA));
    play.refuse(RUSSIA, march(S::SouthernFd, S::Ukraine));
    play.act(RUSSIA, march(S::SouthernFd, S::Georgia));
    assert_eq!((play.armies(RUSSIA, S::Georgia), play.die(NATO, R::Georgia)), (0, 5));
}

#[test]
fn ukraine_lets_russia_answer_a_nato_action_in_moscow() {
    let dice = [(EU, R::Ukraine, 5), (NATO, R::Ukraine, 5)];
    nothing_follows(&used(C::EuropeUkraine, &dice, MONEY));
    let mut play = used(C::EuropeUkraine, &dice, march(S::Germany, S::Poland));
    play.answers(PromptKind::Reaction, RUSSIA, &[build(S::Moscow)]);
    play.act(RUSSIA, build(S::Moscow));
    assert_eq!((play.armies(RUSSIA, S::Moscow), play.money(RUSSIA)), (2, 7));
}

#[test]
fn czechia_and_slovakia_spreads_the_colour_of_its_six() {
    let weak = [(EU, R::CzechiaSlovakia, 5), (EU, R::Hungary, 1)];
    nothing_follows(&used(C::EuropeCzechiaAndSlovakia, &weak, MONEY));
    let dice = [(EU, R::CzechiaSlovakia, 6), (NATO, R::CzechiaSlovakia, 5), (EU, R::Hungary, 4)];
    let play = used(C::EuropeCzechiaAndSlovakia, &dice, MONEY);
    let eu = [increase(EU, R::Hungary, 1), place(EU, R::Poland)];
    play.answers(PromptKind::Effect, EUROPE, &eu);
    play.refuse(EUROPE, place(NATO, R::Poland));

    let dice = [(EU, R::CzechiaSlovakia, 6), (NATO, R::CzechiaSlovakia, 6), (EU, R::Hungary, 5)];
    let mut play = used(C::EuropeCzechiaAndSlovakia, &dice, MONEY);
    let both = [place(EU, R::Poland), place(NATO, R::Hungary), place(NATO, R::Poland)];
    play.answers(PromptKind::Effect, EUROPE, &both);
    let money = play.money(EUROPE);
    play.act(EUROPE, place(NATO, R::Hungary));
    assert_eq!(play.money(EUROPE), money - 2);
    nothing_follows(&play);
}

#[test]
fn eastern_balkans_spreads_the_colour_of_its_six() {
    let dice = [(NATO, R::EasternBalkans, 6), (EU, R::EasternBalkans, 5)];
    let with = |extra| [&dice[..], &[extra]].concat();
    let play = used(C::EuropeEasternBalkans, &with((NATO, R::WesternBalkans, 4)), MONEY);
    play.answers(PromptKind::Effect, EUROPE, &[increase(NATO, R::WesternBalkans, 1)]);
    let play = used(C::EuropeEasternBalkans, &with((NATO, R::WesternBalkans, 5)), MONEY);
    nothing_follows(&play);
    let five = [(EU, R::EasternBalkans, 5), (EU, R::WesternBalkans, 1)];
    nothing_follows(&used(C::EuropeEasternBalkans, &five, MONEY));
}

#[test]
fn hungary_is_the_visegrad_group() {
    for (six, czechia, poland) in [(EU, EU, EU), (EU, EU, NATO), (NATO, NATO, EU), (EU, NATO, NATO)]
    {
        let dice = [(six, R::Hungary, 6), (czechia, R::CzechiaSlovakia, 3), (poland, R::Poland, 2)];
        let group = Command::VisegradGroup { czechia_slovakia: czechia, poland };
        let play = used(C::EuropeHungary, &dice, group);
        assert_eq!((play.die(czechia, R::CzechiaSlovakia), play.die(poland, R::Poland)), (5, 4));
        assert_eq!(play.side(EUROPE).discards, [C::EuropeCzechiaAndSlovakia]);
        nothing_follows(&play);
    }
    let scene = Scene::revised().hand(EUROPE, &[C::EuropeHungary]).die(EU, R::Hungary, 5);
    let mut play = scene.die(EU, R::CzechiaSlovakia, 1).die(EU, R::Poland, 1).start(EUROPE);
    play.reveal(C::EuropeHungary);
    play.refuse(EUROPE, Command::VisegradGroup { czechia_slovakia: EU, poland: EU });
}

#[test]
fn poland_spreads_nato_and_draws_an_army_to_belarus() {
    let dice = [(NATO, R::Poland, 5), (EU, R::Poland, 5), (NATO, R::CzechiaSlovakia, 1)];
    nothing_follows(&used(C::EuropePoland, &dice, march(S::Germany, S::Poland)));
    let mut play = used(C::EuropePoland, &dice, build(S::Poland));
    play.answers(PromptKind::Effect, EUROPE, &[place(NATO, R::Baltics)]);
    play.act(EUROPE, place(NATO, R::Baltics));
    play.answers(PromptKind::Effect, EUROPE, &[increase(NATO, R::CzechiaSlovakia, 1)]);
    play.act(EUROPE, DECLINE);
    assert!(play.asks(PromptKind::Reaction, RUSSIA));
    play.refuse(RUSSIA, march(S::WesternFd, S::Baltics));
    play.act(RUSSIA, march(S::WesternFd, S::Belarus));
    assert_eq!(play.armies(RUSSIA, S::Belarus), 1);
}

#[test]
fn the_baltics_spread_nato_to_poland_and_russia_builds_in_kaliningrad() {
    let dice = [(NATO, R::Baltics, 5)];
    nothing_follows(&used(C::EuropeBaltics, &dice, march(S::Germany, S::Poland)));
    let mut play = used(C::EuropeBaltics, &dice, build(S::Baltics));
    play.answers(PromptKind::Effect, EUROPE, &[place(NATO, R::Poland)]);
    let mut declined = play.clone();
    declined.act(EUROPE, DECLINE);
    nothing_follows(&declined);
    play.act(EUROPE, place(NATO, R::Poland));
    play.answers(PromptKind::Reaction, RUSSIA, &[build(S::Kaliningrad)]);
    play.act(RUSSIA, build(S::Kaliningrad));
    assert_eq!((play.armies(RUSSIA, S::Kaliningrad), play.money(RUSSIA)), (2, 7));
}
