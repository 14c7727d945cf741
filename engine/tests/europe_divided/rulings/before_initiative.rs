//! Council Meeting and Cyber Attack: used before the lock, shown to nobody until both have locked.

use engine::Viewer;
use protocol::games::europe_divided::Intelligence;

use crate::rulings::editions::short_deck;
use crate::support::*;

const HAND: [C; 4] = [C::Norway, C::Turkey, C::Germany, C::Benelux];
const RUSSIAN: Command = lock([C::EnergySector, C::Kaliningrad]);
const DISCARD: Command = Command::CouncilMeeting { discard: [C::Germany, C::Benelux] };
const ATTACK: Command = Command::CyberAttack {};

/// Arranges that both cards are held; Europe's deck is Italy, Denmark and Greece.
fn scene() -> Scene {
    let scene = short_deck(Scene::revised(), HAND, &[C::Italy, C::Denmark, C::Greece]);
    scene.holds(EUROPE, &[A::CouncilMeeting]).holds(RUSSIA, &[A::CyberAttack])
}

const fn take(a: C, b: C) -> Command {
    Command::TakeCards { take: [a, b] }
}

#[test]
fn they_are_offered_in_the_own_initiative_decision_before_the_lock() {
    let mut play = scene().open();
    assert!(play.may(EUROPE, DISCARD) && play.may(RUSSIA, ATTACK));
    play.refuse(RUSSIA, DISCARD);
    play.refuse(EUROPE, ATTACK);
    play.act(EUROPE, lock([C::Norway, C::Turkey]));
    play.refuse(EUROPE, DISCARD);
    play.act(RUSSIA, RUSSIAN);
    play.refuse(EUROPE, DISCARD);
    play.refuse(EUROPE, advantage(A::CouncilMeeting));
    play.act(EUROPE, sell(A::CouncilMeeting));
}

#[test]
fn a_deck_that_was_shuffled_is_announced_with_the_sums() {
    for (edition, shuffled) in [(Edition::First, false), (Edition::Revised, true)] {
        let scene = short_deck(Scene::new(edition), HAND, &[C::Italy, C::Denmark]);
        let mut play = scene.holds(EUROPE, &[A::CouncilMeeting]).open();
        assert_eq!(play.act(EUROPE, DISCARD), []);
        assert_eq!(play.act(EUROPE, take(C::Italy, C::Denmark)), []);
        assert_eq!(play.act(EUROPE, lock([C::Italy, C::Denmark])), []);
        let events = play.act(RUSSIA, RUSSIAN);
        let shuffled_at =
            events.iter().position(|event| *event == Event::DeckShuffled { side: EUROPE });
        let sums = |event: &Event| matches!(event, Event::InitiativeRevealed { .. });
        assert_eq!(shuffled_at.is_some(), shuffled, "{edition:?}");
        assert!(!shuffled || shuffled_at < events.iter().position(sums));
    }
}

#[test]
fn who_does_not_hold_them_cannot_use_them() {
    let play = Scene::revised().open();
    play.refuse(EUROPE, DISCARD);
    play.refuse(RUSSIA, ATTACK);
}

#[test]
fn council_meeting_discards_two_then_takes_two() {
    let mut play = scene().open();
    play.refuse(EUROPE, Command::CouncilMeeting { discard: [C::Norway, C::Norway] });
    play.refuse(EUROPE, Command::CouncilMeeting { discard: [C::Norway, C::Italy] });
    play.act(EUROPE, DISCARD);
    play.refuse(EUROPE, lock([C::Norway, C::Turkey]));
    play.refuse(EUROPE, DISCARD);
    play.refuse(EUROPE, take(C::Italy, C::Italy));
    play.refuse(EUROPE, take(C::Italy, C::Norway));
    play.act(EUROPE, take(C::Italy, C::Sweden));
    assert_eq!(play.private(EUROPE).hand, [C::Italy, C::Norway, C::Sweden, C::Turkey]);
    play.refuse(EUROPE, take(C::Denmark, C::Greece));
    play.act(EUROPE, lock([C::Italy, C::Sweden]));
    let left = play.private(EUROPE).discards_face_down;
    assert_eq!(left, [C::Germany, C::Benelux].sorted(), "discards are not shuffled in");
}

#[test]
fn the_two_just_discarded_may_be_taken_back() {
    let mut play = scene().open();
    play.act(EUROPE, DISCARD);
    assert_eq!(play.private(EUROPE).discards_face_down, [C::Germany, C::Benelux].sorted());
    play.act(EUROPE, take(C::Germany, C::Benelux));
    assert_eq!(play.private(EUROPE).hand, HAND.sorted());
    play.act(EUROPE, lock([C::Norway, C::Turkey]));
    play.act(RUSSIA, RUSSIAN);
    assert_eq!((play.side(EUROPE).deck, play.side(EUROPE).discards_face_down), (3, 0));
}

trait Sorted {
    fn sorted(self) -> Vec<C>;
}

impl<const N: usize> Sorted for [C; N] {
    fn sorted(mut self) -> Vec<C> {
        self.sort_unstable();
        self.to_vec()
    }
}

#[test]
fn the_decks_contents_are_in_europes_decision_only() {
    let mut play = scene().open();
    assert_eq!(play.private(EUROPE).deck, None);
    play.act(EUROPE, DISCARD);
    assert_eq!(play.private(EUROPE).deck, Some([C::Italy, C::Denmark, C::Greece].sorted()));
    assert_eq!(play.private(RUSSIA).deck, None);
    play.act(EUROPE, take(C::Italy, C::Denmark));
    assert_eq!(play.private(EUROPE).deck, None);
}

#[test]
fn nothing_shows_until_both_have_locked() {
    let mut play = scene().open();
    let before = play.public();
    play.act(RUSSIA, ATTACK);
    for (side, command) in [
        (EUROPE, DISCARD),
        (EUROPE, take(C::Italy, C::Sweden)),
        (EUROPE, lock([C::Italy, C::Sweden])),
    ] {
        assert!(play.act(side, command).is_empty());
        assert_eq!(play.public(), before, "counts and Advantage hands included");
    }
    assert!(play.events_for(Viewer::Public).is_empty());
    let events = play.act(RUSSIA, RUSSIAN);
    let met = Event::CouncilMet { first_open: Some(C::Sweden), second_open: None };
    assert_eq!(events[..2], [met, Event::CyberAttackMade {}]);
    assert!(matches!(events[2], Event::InitiativeRevealed { .. }));
    let [europe, russia] = play.public().sides;
    assert_eq!(europe.advantages_shown, [A::CouncilMeeting]);
    assert_eq!(russia.advantages_shown, [A::CyberAttack]);
    assert_eq!((europe.deck, europe.discards.len(), europe.discards_face_down), (2, 5, 2));
}

#[test]
fn only_a_card_from_the_open_discards_is_shown() {
    let announced = |take_two: Command, locked: Command| {
        let mut play = scene().open();
        play.act(EUROPE, DISCARD);
        play.act(EUROPE, take_two);
        play.act(EUROPE, locked);
        play.act(RUSSIA, RUSSIAN)[0]
    };
    let met = |first_open, second_open| Event::CouncilMet { first_open, second_open };
    let own = lock([C::Norway, C::Turkey]);
    assert_eq!(announced(take(C::Italy, C::Denmark), own), met(None, None));
    assert_eq!(announced(take(C::Germany, C::Italy), own), met(None, None));
    let two = met(Some(C::Finland), Some(C::Sweden));
    assert_eq!(announced(take(C::Finland, C::Sweden), own), two);
}

#[test]
fn the_deck_is_always_shuffled_after_a_council_meeting() {
    // Nothing is taken from the deck; two decks of the same cards in another order then draw alike.
    let drawn = |deck: [C; 7], council: bool| {
        let scene = Scene::revised().hand(EUROPE, &HAND).deck(EUROPE, &deck);
        let scene = scene.discards(EUROPE, &[C::Austria, C::Sweden]);
        let mut play = scene.holds(EUROPE, &[A::CouncilMeeting]).open();
        if council {
            play.act(EUROPE, DISCARD);
            play.act(EUROPE, take(C::Austria, C::Sweden));
        }
        play.lock_both();
        play.end_turn();
        let old = [C::Austria, C::Sweden, C::Germany, C::Benelux];
        let hand = play.private(EUROPE).hand.into_iter();
        hand.filter(|card| !old.contains(card)).collect::<Vec<C>>()
    };
    let deck = [
        C::Denmark,
        C::Finland,
        C::France,
        C::Greece,
        C::Italy,
        C::SpainAndPortugal,
        C::UkAndIreland,
    ];
    let mut reversed = deck;
    reversed.reverse();
    assert_ne!(drawn(deck, false), drawn(reversed, false));
    assert_eq!(drawn(deck, true), drawn(reversed, true));
}

#[test]
fn cyber_attack_shows_what_europe_held_when_the_step_began() {
    let seen = Intelligence { turn: 1, cards: HAND.sorted() };
    let mut early = scene().open();
    early.act(RUSSIA, ATTACK);
    let mut late = scene().open();
    late.act(EUROPE, DISCARD);
    late.act(EUROPE, take(C::Italy, C::Sweden));
    late.act(EUROPE, lock([C::Italy, C::Norway]));
    late.act(RUSSIA, ATTACK);
    for play in [early, late] {
        assert_eq!(play.private(RUSSIA).intelligence, Some(seen.clone()), "nothing marked");
        assert_eq!(play.private(EUROPE).intelligence, None);
        let [a, b, c, d] = <[C; 4]>::try_from(seen.cards.clone()).unwrap();
        let hand_seen = Event::HandSeen { cards: [a, b, c, d] };
        assert_eq!(play.events_for(Viewer::Seat(seat(RUSSIA))), [hand_seen]);
        assert!(play.events_for(Viewer::Seat(seat(EUROPE))).is_empty());
    }
}

#[test]
fn cyber_attack_is_over_with_its_turn() {
    let mut play = scene().open();
    play.act(RUSSIA, ATTACK);
    play.refuse(RUSSIA, ATTACK);
    play.lock_both();
    assert!(play.private(RUSSIA).intelligence.is_some());
    play.end_turn();
    assert_eq!(play.private(RUSSIA).intelligence, None);
}

#[test]
fn who_answers_first_changes_nothing() {
    let europe = [DISCARD, take(C::Italy, C::Germany), lock([C::Italy, C::Norway])];
    let russia = [ATTACK, RUSSIAN];
    let played = |order: &[Side]| {
        let mut play = scene().open();
        let mut next = [europe.iter(), russia.iter()];
        for side in order {
            play.act(*side, *next[side.index()].next().unwrap());
        }
        (play.game.clone(), play.events_for(Viewer::Public))
    };
    let (game, received) = played(&[EUROPE, EUROPE, EUROPE, RUSSIA, RUSSIA]);
    for order in [
        [RUSSIA, RUSSIA, EUROPE, EUROPE, EUROPE],
        [EUROPE, RUSSIA, EUROPE, RUSSIA, EUROPE],
        [RUSSIA, EUROPE, EUROPE, EUROPE, RUSSIA],
    ] {
        let (other, other_events) = played(&order);
        assert!(other == game, "{order:?}");
        assert_eq!(other_events, received, "{order:?}");
    }
}
