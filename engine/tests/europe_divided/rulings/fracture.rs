//! Fracture in the EU: the actions that a card loses, and the location of an EU-only card when it
//! leaves the game.

use engine::Viewer;

use crate::rulings::editions::short_deck;
use crate::support::*;

const EU_ONLY: [(C, S); 3] =
    [(C::Austria, S::Austria), (C::Finland, S::Finland), (C::Sweden, S::Sweden)];

const fn at(space: S) -> Command {
    Command::Fracture { space }
}

/// Plays until Russia, which is second, has used Fracture; Europe has this hand, deck top and discards.
fn used(hand: [C; 4], deck: &[C], discards: &[C], space: S) -> Play {
    let scene = Scene::revised().hand(EUROPE, &hand).deck(EUROPE, deck).discards(EUROPE, discards);
    let mut play = scene.holds(RUSSIA, &[A::FractureInTheEu]).start(EUROPE);
    play.segment(RUSSIA);
    play.act(RUSSIA, advantage(A::FractureInTheEu));
    play.act(RUSSIA, at(space));
    play
}

#[test]
fn any_of_europes_thirteen_regions_may_be_named() {
    let mut play = Scene::revised().holds(RUSSIA, &[A::FractureInTheEu]).start(RUSSIA);
    play.act(RUSSIA, advantage(A::FractureInTheEu));
    let named = S::ALL.iter().filter(|space| play.may(RUSSIA, at(**space))).count();
    assert_eq!(named, 13);
    assert!(play.may(RUSSIA, at(S::Turkey)), "although its card has no EU action");
    play.refuse(RUSSIA, at(S::Poland));
    play.refuse(RUSSIA, at(S::Moscow));
    let events = play.act(RUSSIA, at(S::Turkey));
    assert_eq!(events, [Event::Fractured { space: S::Turkey, removed_from: None }]);
}

#[test]
fn every_eu_action_is_gone_for_the_game_and_natos_stay() {
    let scene = Scene::revised().holds(RUSSIA, &[A::FractureInTheEu]).die(EU, R::Poland, 1);
    let scene = scene.hand(EUROPE, &[C::Germany, C::Norway]).hand(RUSSIA, &[C::ThePresident]);
    let mut play = scene.die(NATO, R::Poland, 1).start(RUSSIA);
    play.act(RUSSIA, advantage(A::FractureInTheEu));
    play.act(RUSSIA, at(S::Germany));
    for _ in 0..2 {
        play.segment(EUROPE);
        play.reveal(C::Germany);
        for action in [MONEY, place(EU, R::Moldova), increase(EU, R::Poland, 3)] {
            play.refuse(EUROPE, action);
        }
        for action in
            [build(S::Germany), march(S::Germany, S::Poland), increase(NATO, R::Poland, 1)]
        {
            assert!(play.may(EUROPE, action), "{action:?}");
        }
        play.act(EUROPE, PASS);
        play.end_turn();
        // The card comes back in a later turn.
        play.idle_until(|play| {
            let initiative = play.public().stage == Stage::Initiative;
            initiative && play.private(EUROPE).hand.contains(&C::Germany)
        });
        let own = play.private(EUROPE).hand;
        let other = own.into_iter().find(|card| *card != C::Germany).unwrap();
        play.act(EUROPE, lock([C::Germany, other]));
    }
}

#[test]
fn an_eu_only_card_leaves_the_hand_and_is_replaced_unseen() {
    for (card, space) in EU_ONLY {
        let hand = [C::Norway, C::Turkey, card, C::Germany];
        let play = used(hand, &[C::Greece, C::Italy], &[], space);
        let public = play.events_for(Viewer::Public);
        let gone = Event::Fractured { space, removed_from: Some(CardZone::Hand) };
        assert_eq!(public[public.len() - 2..], [gone, Event::CardReplaced { side: EUROPE }]);
        let drawn = Event::ReplacementDrawn { card: C::Greece };
        assert!(play.events_for(Viewer::Seat(seat(EUROPE))).contains(&drawn));
        assert!(!play.events_for(Viewer::Seat(seat(RUSSIA))).contains(&drawn));
        assert_eq!(play.private(EUROPE).hand, [C::Germany, C::Greece]);
        assert_eq!(play.side(EUROPE).removed, [card]);
    }
}

#[test]
fn a_locked_card_is_replaced_and_the_announced_sum_stands() {
    let scene = Scene::revised().hand(EUROPE, &[C::Austria, C::Germany]).deck(EUROPE, &[C::Greece]);
    let scene = scene.hand(RUSSIA, &[C::ThePresident]).holds(RUSSIA, &[A::FractureInTheEu]);
    let mut play = scene.start(RUSSIA);
    let announced = play.public().initiative;
    play.act(RUSSIA, advantage(A::FractureInTheEu));
    let events = play.act(RUSSIA, at(S::Austria));
    let gone = Event::Fractured { space: S::Austria, removed_from: Some(CardZone::Locked) };
    assert_eq!(events, [gone, Event::CardReplaced { side: EUROPE }]);
    assert_eq!(play.public().initiative, announced);
    assert_eq!((play.side(EUROPE).locked, play.side(EUROPE).hand), (2, 2));
    assert_eq!(play.private(EUROPE).locked, [C::Germany, C::Greece]);
    play.segment(EUROPE);
    play.play(C::Greece, PASS);
}

#[test]
fn a_card_played_this_turn_leaves_the_table_and_is_not_replaced() {
    let play = used([C::Austria, C::Norway, C::Turkey, C::Germany], &[], &[], S::Austria);
    let gone = Event::Fractured { space: S::Austria, removed_from: Some(CardZone::Table) };
    assert_eq!(play.events_for(Viewer::Public).last(), Some(&gone));
    let europe = play.side(EUROPE);
    assert_eq!((europe.hand, europe.locked, europe.played.len()), (2, 0, 1));
    let mut play = play;
    play.end_turn();
    assert_eq!(play.side(EUROPE).discards, [C::Norway]);
    assert_eq!(play.side(EUROPE).hand, 4);
}

#[test]
fn a_card_in_the_deck_leaves_it_unshuffled() {
    let hand = [C::Norway, C::Turkey, C::Germany, C::Benelux];
    let mut play = used(hand, &[C::Greece, C::Austria, C::Italy], &[], S::Austria);
    let gone = Event::Fractured { space: S::Austria, removed_from: Some(CardZone::Deck) };
    assert_eq!(play.events_for(Viewer::Public).last(), Some(&gone));
    assert_eq!(play.side(EUROPE).deck, 8);
    play.end_turn();
    let own = play.private(EUROPE).hand;
    assert!(own.contains(&C::Greece) && own.contains(&C::Italy));
}

#[test]
fn a_card_in_the_discards_leaves_them() {
    let hand = [C::Norway, C::Turkey, C::Germany, C::Benelux];
    let play = used(hand, &[], &[C::Austria, C::Italy], S::Austria);
    let gone = Event::Fractured { space: S::Austria, removed_from: Some(CardZone::Discards) };
    assert_eq!(play.events_for(Viewer::Public).last(), Some(&gone));
    assert_eq!(play.side(EUROPE).discards, [C::Italy]);
}

#[test]
fn a_card_in_the_face_down_discards_leaves_them() {
    let hand = [C::Norway, C::Turkey, C::Austria, C::Benelux];
    let scene = short_deck(Scene::revised(), hand, &[C::Greece, C::Italy, C::Denmark]);
    let scene = scene.holds(EUROPE, &[A::CouncilMeeting]).holds(RUSSIA, &[A::FractureInTheEu]);
    let mut play = scene.open();
    play.act(EUROPE, Command::CouncilMeeting { discard: [C::Austria, C::Benelux] });
    play.act(EUROPE, Command::TakeCards { take: [C::Greece, C::Italy] });
    play.lock_both();
    play.segment(RUSSIA);
    play.act(RUSSIA, advantage(A::FractureInTheEu));
    let events = play.act(RUSSIA, at(S::Austria));
    let gone = Event::Fractured { space: S::Austria, removed_from: Some(CardZone::Discards) };
    assert_eq!(events, [gone]);
    assert_eq!(play.private(EUROPE).discards_face_down, [C::Benelux]);
}
