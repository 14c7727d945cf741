//! The printed examples of the turn: initiative, Sea and Advantage Cards, headlines.

use crate::support::*;
use litemap::LiteMap;

/// Greece and Poland (7) against Eastern Balkans and The President (9): Russia goes first.
pub(crate) fn initiative_of_greece_and_poland(edition: Edition) {
    let scene = Scene::new(edition).hand(EUROPE, &[C::Greece, C::EuropePoland]);
    let mut play = scene.hand(RUSSIA, &[C::RussiaEasternBalkans, C::ThePresident]).open();
    let events = play.lock_both();
    let first = Event::InitiativeRevealed { europe: 7, russia: 9, first: RUSSIA };
    assert!(events.contains(&first));
    assert!(play.asks(PromptKind::Segment, RUSSIA));
    assert!(play.side(EUROPE).played.is_empty() && play.side(RUSSIA).played.is_empty());
}

/// The Baltic Sea Card passes from Russia to NATO and on to the EU.
pub(crate) fn the_baltic_sea_card_changes_hands(edition: Edition) {
    let scene = Scene::new(edition).die(RU, R::Poland, 1).die(RU, R::Baltics, 1);
    let scene = scene.die(NATO, R::Poland, 2).die(NATO, R::Baltics, 1);
    let scene = scene.hand(RUSSIA, &[C::NorthCaucasianFederalDistrict, C::Kaliningrad]);
    let mut play = scene.hand(EUROPE, &[C::Denmark, C::Germany]).start(RUSSIA);
    assert_eq!(play.public().seas.baltic_sea, None);
    play.play(C::NorthCaucasianFederalDistrict, increase(RU, R::Poland, 1));
    assert_eq!(play.public().seas.baltic_sea, None);
    play.play(C::Kaliningrad, increase(RU, R::Baltics, 1));
    assert_eq!(play.public().seas.baltic_sea, Some(RU));
    let money = play.money(RUSSIA);
    for to in [S::Baltics, S::Kaliningrad, S::Poland] {
        assert!(play.may(RUSSIA, sea_move(S::WesternFd, to)), "{to}");
    }
    play.act(RUSSIA, sea_move(S::WesternFd, S::Poland));
    assert_eq!((play.armies(RUSSIA, S::Poland), play.money(RUSSIA)), (1, money));
    play.segment(EUROPE);

    play.play(C::Denmark, increase(NATO, R::Poland, 1));
    assert_eq!(play.public().seas.baltic_sea, Some(NATO), "4 to 4: NATO wins ties");
    play.act(EUROPE, sea_move(S::Germany, S::Poland));
    assert_eq!(play.armies(RUSSIA, S::Poland), 0);
}

/// Later the EU has more there than NATO: its actions with the Baltics or Poland pay 2 more.
pub(crate) fn the_eu_takes_the_baltic_sea_card(edition: Edition) {
    let scene = Scene::new(edition).die(NATO, R::Poland, 3).die(NATO, R::Baltics, 1);
    let scene = scene.die(EU, R::Poland, 1).die(EU, R::Baltics, 3);
    let mut play = scene.hand(EUROPE, &[C::Denmark]).start(EUROPE);
    assert_eq!(play.public().seas.baltic_sea, Some(NATO));
    play.play(C::Denmark, increase(EU, R::Poland, 1));
    assert_eq!(play.public().seas.baltic_sea, Some(EU), "5 is more than 4");

    for (card, region) in [(C::EuropeBaltics, R::Baltics), (C::EuropePoland, R::Poland)] {
        let scene = Scene::new(edition).die(EU, region, 5).hand(EUROPE, &[card]);
        let mut play = scene.money(EUROPE, 0).start(EUROPE);
        play.play(card, MONEY);
        assert_eq!(play.money(EUROPE), 1 + 2, "{card}");
    }
}

/// Arranges a position in which a side holds this Advantage Card and goes first, in the last turn.
fn last_turn(edition: Edition, side: Side, card: A) -> Play {
    let scene = Scene::new(edition).turn(20).holds(side, &[card]).money(RUSSIA, 9);
    let (europe, russia) = match side {
        Side::Europe => ([C::Norway, C::UkAndIreland], [C::EnergySector, C::ThePresident]),
        Side::Russia => ([C::UkAndIreland, C::Germany], [C::ThePresident, C::EnergySector]),
    };
    scene.hand(EUROPE, &europe).hand(RUSSIA, &russia).start(side)
}

/// Instead of its use, the card could have been money, or 1 prestige at the end.
fn money_or_prestige(edition: Edition, side: Side, card: A, money: u16) {
    let mut sold = last_turn(edition, side, card);
    let before = sold.money(side);
    sold.act(side, sell(card));
    assert_eq!(sold.money(side), before + money);

    let mut kept = last_turn(edition, side, card);
    kept.end_turn();
    assert_eq!(kept.side(side).prestige, 1);
}

/// US Sanctions keep Russia from spending this turn; 3 money or 1 prestige instead.
pub(crate) fn us_sanctions(edition: Edition) {
    let mut play = last_turn(edition, EUROPE, A::UsSanctions);
    play.refuse(RUSSIA, advantage(A::UsSanctions));
    play.act(EUROPE, advantage(A::UsSanctions));
    assert!(play.public().sanctions);
    play.segment(RUSSIA);
    play.reveal(C::ThePresident);
    play.refuse(RUSSIA, build(S::Moscow));
    play.refuse(RUSSIA, place(RU, R::Ukraine));
    play.act(RUSSIA, MONEY);

    money_or_prestige(edition, EUROPE, A::UsSanctions, 3);
    let mut russia_first = Scene::new(edition).holds(EUROPE, &[A::UsSanctions]);
    russia_first = russia_first.hand(EUROPE, &[C::Germany, C::Italy]);
    let mut play = russia_first.hand(RUSSIA, &[C::ThePresident]).open();
    play.lock_both();
    assert!(play.asks(PromptKind::Segment, RUSSIA));
    play.refuse(EUROPE, advantage(A::UsSanctions));
}

/// The fracture marker on United Kingdom and Ireland: its EU actions are gone, NATO's are not.
pub(crate) fn fracture_of_uk_and_ireland(edition: Edition, money: u16) {
    let mut play = last_turn(edition, RUSSIA, A::FractureInTheEu);
    play.act(RUSSIA, advantage(A::FractureInTheEu));
    play.act(RUSSIA, Command::Fracture { space: S::UkIreland });
    assert_eq!(play.public().fracture, Some(S::UkIreland));
    assert!(play.side(EUROPE).removed.is_empty());
    play.segment(EUROPE);
    play.reveal(C::UkAndIreland);
    play.refuse(EUROPE, MONEY);
    play.refuse(EUROPE, place(EU, R::Poland));
    assert!(play.may(EUROPE, place(NATO, R::Poland)));
    play.act(EUROPE, build(S::UkIreland));

    money_or_prestige(edition, RUSSIA, A::FractureInTheEu, money);
}

/// Nord Stream: 3 prestige, and Energy Sector and Germany pay 1 more from then on.
pub(crate) fn nord_stream(edition: Edition) {
    let scene = |eu| {
        let scene = Scene::new(edition).turn(12).current(&[H::NordStream, H::WarInTheDonbass]);
        let scene = scene.die(RU, R::Poland, 2).die(RU, R::Baltics, 2).die(EU, R::Baltics, eu);
        scene.hand(EUROPE, &[C::Norway, C::Turkey, C::Germany, C::Denmark])
    };
    let cards = [C::ThePresident, C::Kaliningrad, C::EnergySector, C::NewsMedia];
    let mut play = scene(1).hand(RUSSIA, &cards).start(EUROPE);
    play.end_turn();
    let awarded = Event::HeadlineAwarded { headline: H::NordStream, side: RUSSIA, prestige: 3 };
    assert!(play.events_for(engine::Viewer::Public).contains(&awarded));
    let russia = play.side(RUSSIA);
    assert_eq!(russia.prestige + russia.prestige_pending, 3);
    let at_once = if edition == Edition::Revised { 3 } else { 0 };
    assert_eq!(russia.prestige, at_once);
    let tokens = play.public().money_tokens;
    assert_eq!(tokens, LiteMap::from_iter([(S::Germany, 1), (S::EnergySector, 1)]));

    play.act(EUROPE, lock([C::Germany, C::Denmark]));
    play.act(RUSSIA, lock([C::EnergySector, C::NewsMedia]));
    for (side, card, symbol) in [(EUROPE, C::Germany, 4), (RUSSIA, C::EnergySector, 3)] {
        play.segment(side);
        let before = play.money(side);
        play.play(card, MONEY);
        assert_eq!(play.money(side), before + symbol + 1, "{card}");
    }

    let mut fails = scene(2).start(EUROPE);
    fails.end_turn();
    assert!(fails.public().headlines.failed.contains(&H::NordStream), "2 to 2 is no more");
}

/// Turn 4: actions, two Action Cards each, resolve, shift, place, one headline each.
pub(crate) fn turn_4(edition: Edition) {
    let scene = Scene::new(edition).turn(4).die(EU, R::Ukraine, 1);
    let scene = scene.current(&[H::OrangeRevolution, H::KosovoWar]);
    let scene = scene.forthcoming(&[H::MilitaryBase102, H::BalticAirPolicing]);
    let scene = scene.headlines(EUROPE, [H::VelvetDivorce, H::RoseRevolution, H::TransnistriaWar]);
    let hand = [H::DynasticSuccession, H::BosnianWar, H::BakuTbilisiCeyhanPipeline];
    let mut play = scene.headlines(RUSSIA, hand).start(EUROPE);
    assert_eq!(play.public().turn, 4);
    let deck = play.public().headlines.deck;
    let from = play.events.len();
    play.idle_until(|play| play.public().stage == Stage::PlaceHeadlines);
    for side in [EUROPE, RUSSIA] {
        assert_eq!(play.side(side).hand, 4, "two left and two drawn");
    }
    assert_eq!(play.side(EUROPE).awarded, [H::OrangeRevolution]);
    assert_eq!(play.public().headlines.failed, [H::KosovoWar]);
    assert_eq!(play.public().headlines.current, [H::MilitaryBase102, H::BalticAirPolicing]);
    assert!(play.public().headlines.forthcoming.is_empty());

    let events = play.act(EUROPE, Command::PlaceHeadline { headline: H::TransnistriaWar });
    assert!(events.is_empty() && play.public().headlines.forthcoming.is_empty(), "still secret");
    play.act(RUSSIA, Command::PlaceHeadline { headline: H::DynasticSuccession });
    let placed = play.public().headlines.forthcoming;
    assert_eq!(placed, [H::TransnistriaWar, H::DynasticSuccession]);
    assert_eq!((play.side(EUROPE).headlines, play.side(RUSSIA).headlines), (3, 3));
    assert_eq!(play.public().headlines.deck, deck - 2);
    let steps = play.events[from..].iter().filter_map(|(_, event)| match event {
        Event::CardsDrawn { .. } => Some("cards"),
        Event::HeadlineAwarded { .. } | Event::HeadlineFailed { .. } => Some("resolve"),
        Event::HeadlinesShifted {} => Some("shift"),
        Event::HeadlinePlaced { .. } => Some("place"),
        Event::HeadlinesDrawn { .. } => Some("new"),
        _ => None,
    });
    let mut steps: Vec<&str> = steps.collect();
    steps.dedup();
    assert_eq!(steps, ["cards", "resolve", "shift", "place", "new"]);
    assert_eq!(play.public().turn, 5);
}
