//! The printed examples of Action Cards and of armies, as scenarios for either edition.

use crate::support::*;

/// Germany's printed EU placement, on Poland.
pub(crate) fn germany_places_an_eu_die_in_poland(edition: Edition) {
    let mut play = Scene::new(edition).hand(EUROPE, &[C::Germany]).money(EUROPE, 2).start(EUROPE);
    let events = play.play(C::Germany, place(EU, R::Poland));
    assert!(events.contains(&Event::InfluencePlaced {
        power: EU,
        region: R::Poland,
        cost: 2,
        by: None
    }));
    assert_eq!(play.die(EU, R::Poland), 1);
    assert_eq!(play.money(EUROPE), 0);
}

/// Poland's EU +3 takes Hungary from 3 to 6; with an army or a 6 of Russia's there it stops at 5.
pub(crate) fn poland_raises_hungary(edition: Edition) {
    let scene = || {
        let dice = Scene::new(edition).die(EU, R::Poland, 5).die(EU, R::Hungary, 3);
        dice.hand(EUROPE, &[C::EuropePoland, C::Norway])
    };
    let hungary = Event::ContestedCardTaken { side: EUROPE, card: C::EuropeHungary };

    let mut play = scene().start(EUROPE);
    let events = play.play(C::EuropePoland, increase(EU, R::Hungary, 3));
    assert_eq!(play.die(EU, R::Hungary), 6);
    assert!(events.contains(&hungary));
    assert_eq!(play.side(EUROPE).discards, [C::EuropeHungary]);
    assert!(!play.side(EUROPE).contested_open.contains(&C::EuropeHungary));

    let army = scene().armies(RUSSIA, &[(S::Hungary, 1)]);
    let dominance = scene().die(RU, R::Hungary, 6);
    for scene in [army, dominance] {
        let mut play = scene.start(EUROPE);
        play.reveal(C::EuropePoland);
        play.refuse(EUROPE, increase(EU, R::Hungary, 3));
        let events = play.act(EUROPE, increase(EU, R::Hungary, 2));
        assert_eq!(play.die(EU, R::Hungary), 5);
        assert!(events.contains(&hungary));
        assert_eq!(play.prompt(), (PromptKind::Segment, Some(EUROPE)), "the third point is wasted");
    }

    let mut weak = scene();
    weak.0.dice[0].2 = 4;
    let mut play = weak.start(EUROPE);
    play.reveal(C::EuropePoland);
    play.refuse(EUROPE, increase(EU, R::Hungary, 3));
}

/// Hungary's gain money of 1 needs the EU's 5 or 6 in Hungary.
pub(crate) fn hungary_gains_1_money(edition: Edition) {
    let scene = |die| {
        let scene = Scene::new(edition).hand(EUROPE, &[C::EuropeHungary]).money(EUROPE, 4);
        scene.die(EU, R::Hungary, die).die(NATO, R::Hungary, 5)
    };
    for die in [5, 6] {
        let mut play = scene(die).start(EUROPE);
        play.play(C::EuropeHungary, MONEY);
        assert_eq!(play.money(EUROPE), 5);
    }
    let mut play = scene(4).start(EUROPE);
    play.reveal(C::EuropeHungary);
    play.refuse(EUROPE, MONEY);
}

/// The President builds in Moscow, and nowhere else.
pub(crate) fn the_president_builds_in_moscow(edition: Edition) {
    let scene = Scene::new(edition).hand(RUSSIA, &[C::ThePresident]).money(RUSSIA, 2);
    let mut play = scene.start(RUSSIA);
    play.reveal(C::ThePresident);
    play.refuse(RUSSIA, build(S::CentralFd));
    play.act(RUSSIA, build(S::Moscow));
    assert_eq!(play.armies(RUSSIA, S::Moscow), 2);
    assert_eq!(play.money(RUSSIA), 0);
}

/// Ukraine's build goes to Ukraine and needs NATO's 5 or 6 there.
pub(crate) fn ukraine_builds_in_ukraine(edition: Edition) {
    let scene = |die| {
        let scene = Scene::new(edition).hand(EUROPE, &[C::EuropeUkraine]).money(EUROPE, 2);
        scene.die(NATO, R::Ukraine, die).die(EU, R::Ukraine, 6)
    };
    let mut play = scene(5).start(EUROPE);
    play.reveal(C::EuropeUkraine);
    for elsewhere in [S::Poland, S::Germany, S::Turkey] {
        play.refuse(EUROPE, build(elsewhere));
    }
    play.act(EUROPE, build(S::Ukraine));
    assert_eq!(play.armies(EUROPE, S::Ukraine), 1);
    assert_eq!(play.money(EUROPE), 0);

    let mut play = scene(4).start(EUROPE);
    play.reveal(C::EuropeUkraine);
    play.refuse(EUROPE, build(S::Ukraine));
}

/// From Georgia over the Black Sea, Ukraine and Belarus to the Baltics: 3 money.
pub(crate) fn hungary_moves_an_army_from_georgia_to_the_baltics(edition: Edition) {
    // Poland is closed, so that the printed way is the only one of four steps.
    let scene = |money| {
        let scene = Scene::new(edition).hand(EUROPE, &[C::EuropeHungary]).money(EUROPE, money);
        let scene = scene.die(NATO, R::Hungary, 5).armies(EUROPE, &[(S::Georgia, 1)]);
        scene.armies(RUSSIA, &[(S::Poland, 1)])
    };
    let mut play = scene(3).start(EUROPE);
    play.reveal(C::EuropeHungary);
    play.refuse(EUROPE, march(S::Georgia, S::SouthernFd));
    let events = play.act(EUROPE, march(S::Georgia, S::Baltics));
    let moved = Event::ArmyMoved {
        side: EUROPE,
        from: S::Georgia,
        to: S::Baltics,
        steps: 4,
        cost: 3,
        by: None,
    };
    assert!(events.contains(&moved));
    assert_eq!((play.armies(EUROPE, S::Georgia), play.armies(EUROPE, S::Baltics)), (0, 1));
    assert_eq!(play.money(EUROPE), 0);

    let mut play = scene(2).start(EUROPE);
    play.reveal(C::EuropeHungary);
    play.refuse(EUROPE, march(S::Georgia, S::Baltics));
    assert!(play.may(EUROPE, march(S::Georgia, S::Belarus)), "as far as 2 money go");

    let mut weak = scene(3);
    weak.0.dice[0].2 = 4;
    let mut play = weak.start(EUROPE);
    play.reveal(C::EuropeHungary);
    play.refuse(EUROPE, march(S::Georgia, S::BlackSea));
}

/// Propaganda raises dice already placed by these +1 steps, and the card does nothing else.
pub(crate) fn news_media_adds(edition: Edition, steps: [R; 3]) {
    let regions = [R::CzechiaSlovakia, R::Hungary, R::Moldova];
    let scene = Scene::new(edition).hand(RUSSIA, &[C::NewsMedia]);
    let scene = regions.into_iter().fold(scene, |scene, region| scene.die(RU, region, 2));
    let mut play = scene.start(RUSSIA);
    play.reveal(C::NewsMedia);
    play.act(RUSSIA, PROPAGANDA);
    play.refuse(RUSSIA, increase(RU, R::Ukraine, 1));
    for region in steps {
        play.act(RUSSIA, increase(RU, region, 1));
    }
    for region in regions {
        let added = steps.iter().filter(|step| **step == region).count() as u8;
        assert_eq!(play.die(RU, region), 2 + added, "{region}");
    }
    assert_eq!(play.prompt(), (PromptKind::Segment, Some(RUSSIA)), "no other action follows");
    play.refuse(RUSSIA, increase(RU, R::Moldova, 2));
    play.refuse(RUSSIA, Command::Play { card: C::NewsMedia });
}

/// A build in Belarus, and its Effect: a new die in the Baltics, 2 money each.
pub(crate) fn belarus_builds_and_places_in_the_baltics(edition: Edition) -> Play {
    let scene = Scene::new(edition).hand(RUSSIA, &[C::RussiaBelarus]).money(RUSSIA, 4);
    let mut play = scene.money(EUROPE, 5).start(RUSSIA);
    play.play(C::RussiaBelarus, build(S::Belarus));
    assert_eq!(play.armies(RUSSIA, S::Belarus), 1);
    assert_eq!(play.money(RUSSIA), 2);
    assert!(play.asks(PromptKind::Effect, RUSSIA));
    play.act(RUSSIA, place(RU, R::Baltics));
    assert_eq!(play.die(RU, R::Baltics), 1);
    assert_eq!(play.money(RUSSIA), 0);
    play
}

/// Europe answers it with an army from Germany to the Baltics: two spaces, 1 money.
pub(crate) fn europe_answers_from_germany(edition: Edition) {
    let mut play = belarus_builds_and_places_in_the_baltics(edition);
    assert!(play.asks(PromptKind::Reaction, EUROPE), "although the Effect placed a die");
    let events = play.act(EUROPE, march(S::Germany, S::Baltics));
    let moved = Event::ArmyMoved {
        side: EUROPE,
        from: S::Germany,
        to: S::Baltics,
        steps: 2,
        cost: 1,
        by: Some(Cause::Reaction { card: C::RussiaBelarus }),
    };
    assert!(events.contains(&moved));
    assert_eq!(play.money(EUROPE), 4);
    assert_eq!(play.armies(EUROPE, S::Baltics), 1);
}

/// One army moves into two of NATO's in Poland; it could not have passed one in Belarus.
pub(crate) fn one_army_meets_two_in_poland(edition: Edition) {
    let scene = |nato: &[(S, u8)], money| {
        let scene = Scene::new(edition).hand(RUSSIA, &[C::SouthernFederalDistrict]);
        let scene = scene.armies(RUSSIA, &[(S::CentralFd, 1)]).money(RUSSIA, money);
        scene.armies(EUROPE, nato)
    };
    // Ukraine is closed, so that the way leads through Belarus.
    let mut play = scene(&[(S::Poland, 2), (S::Ukraine, 1)], 1).start(RUSSIA);
    play.reveal(C::SouthernFederalDistrict);
    let events = play.act(RUSSIA, march(S::CentralFd, S::Poland));
    assert!(events.contains(&Event::ArmiesRemoved { space: S::Poland }));
    assert_eq!((play.armies(EUROPE, S::Poland), play.armies(RUSSIA, S::Poland)), (1, 0));
    assert_eq!((play.side(EUROPE).supply, play.side(RUSSIA).supply), (13, 15));
    assert_eq!(play.money(RUSSIA), 0);

    let mut play = scene(&[(S::Poland, 2), (S::Ukraine, 1), (S::Belarus, 1)], 1).start(RUSSIA);
    play.reveal(C::SouthernFederalDistrict);
    play.refuse(RUSSIA, march(S::CentralFd, S::Poland));
}

/// An army built in Poland meets one of Russia's there: both go.
pub(crate) fn poland_builds_into_a_russian_army(edition: Edition) {
    let scene = Scene::new(edition).hand(EUROPE, &[C::EuropePoland]).money(EUROPE, 2);
    let scene = scene.die(NATO, R::Poland, 5).armies(RUSSIA, &[(S::Poland, 1)]);
    let mut play = scene.start(EUROPE);
    let events = play.play(C::EuropePoland, build(S::Poland));
    assert!(events.contains(&Event::ArmiesRemoved { space: S::Poland }));
    assert_eq!((play.armies(EUROPE, S::Poland), play.armies(RUSSIA, S::Poland)), (0, 0));
    assert_eq!(play.money(EUROPE), 0);
}

/// From Moscow over the Central Federal District into Ukraine, where the EU and NATO have sixes;
/// then a NATO army is built beside a six of Russia's.
pub(crate) fn armies_meet_sixes_in_ukraine(edition: Edition) {
    let scene = Scene::new(edition).hand(RUSSIA, &[C::RussiaArmenia]).money(RUSSIA, 1);
    let scene = scene.armies(RUSSIA, &[(S::Moscow, 1)]);
    let mut play = scene.die(EU, R::Ukraine, 6).die(NATO, R::Ukraine, 6).start(RUSSIA);
    let events = play.play(C::RussiaArmenia, march(S::Moscow, S::Ukraine));
    assert!(events.contains(&Event::ArmyLostToInfluence { side: RUSSIA, region: R::Ukraine }));
    assert_eq!((play.die(EU, R::Ukraine), play.die(NATO, R::Ukraine)), (5, 5));
    assert_eq!((play.armies(RUSSIA, S::Ukraine), play.side(RUSSIA).supply), (0, 15));
    assert_eq!(play.money(RUSSIA), 0);

    let scene = Scene::new(edition).hand(EUROPE, &[C::EuropeUkraine]).money(EUROPE, 2);
    let scene = scene.die(NATO, R::Ukraine, 5).die(RU, R::Ukraine, 6);
    let mut play = scene.start(EUROPE);
    let events = play.play(C::EuropeUkraine, build(S::Ukraine));
    assert!(events.contains(&Event::ArmyLostToInfluence { side: EUROPE, region: R::Ukraine }));
    assert_eq!((play.die(RU, R::Ukraine), play.armies(EUROPE, S::Ukraine)), (5, 0));
    assert_eq!(play.money(EUROPE), 0);
}
