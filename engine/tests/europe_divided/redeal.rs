//! Re-dealing what a viewer cannot know: what is dealt, and what stays because it was shown.
//!
//! That it depends on the viewer's knowledge alone is a law of the contract; here is the knowledge
//! of the three cards that show or move hidden ones.

use std::collections::BTreeSet;

use engine::Viewer;

use crate::rulings::editions::short_deck;
use crate::support::*;

const WORLDS: u64 = 60;
const RUSSIAN: Viewer = Viewer::Seat(seat(RUSSIA));
const HAND: [C; 4] = [C::Norway, C::Turkey, C::Germany, C::Benelux];

/// Collects the values that differ between worlds that look the same to the viewer.
fn seen<T: Ord>(play: &Play, viewer: Viewer, of: impl Fn(Play) -> T) -> BTreeSet<T> {
    (1..=WORLDS).map(|seed| of(play.redealt(viewer, seed))).collect()
}

fn held(play: &Play) -> Vec<C> {
    let own = play.private(EUROPE);
    let mut cards: Vec<C> = own.hand.into_iter().chain(own.locked).collect();
    cards.sort_unstable();
    cards
}

/// Plays until Norway and Turkey, which have one initiative, are locked.
fn attacked() -> Play {
    let scene = Scene::revised().hand(EUROPE, &[C::Norway, C::Turkey, C::Denmark, C::Greece]);
    let mut play = scene.holds(RUSSIA, &[A::CyberAttack]).open();
    play.act(RUSSIA, Command::CyberAttack {});
    play
}

#[test]
fn cyber_attack_shows_the_hand_and_neither_the_locked_cards_nor_the_deck() {
    let mut play = attacked();
    play.lock_both();
    let four = held(&play);
    assert_eq!(seen(&play, RUSSIAN, |world| held(&world)), BTreeSet::from([four]));
    let locked = seen(&play, RUSSIAN, |world| world.private(EUROPE).locked);
    assert_eq!(locked.len(), 6, "any two of four cards with the same initiative: {locked:?}");
    let drawn = |mut world: Play| {
        world.end_turn();
        world.private(EUROPE).hand
    };
    assert!(seen(&play, RUSSIAN, drawn).len() > 10, "the deck's order is re-dealt");
}

#[test]
fn cyber_attack_is_russias_own_until_both_have_locked() {
    let play = attacked();
    for viewer in [Viewer::Public, Viewer::Seat(seat(EUROPE))] {
        let used = seen(&play, viewer, |world| world.private(RUSSIA).intelligence.is_some());
        assert_eq!(used, BTreeSet::from([false, true]), "{viewer:?}");
    }
    let mut play = play;
    play.lock_both();
    let shown = |world: Play| {
        let shown = world.private(RUSSIA).intelligence.expect("it was announced").cards;
        assert_eq!(shown, held(&world), "a spectator knows that it was Europe's hand");
        shown
    };
    assert!(seen(&play, Viewer::Public, shown).len() > 10);
}

#[test]
fn a_locked_card_that_fracture_took_leaves_a_sum_for_the_other_one_only() {
    // Austria (3) and Germany (1) are locked; Austria leaves, and Greece (4) comes from the deck.
    let scene = Scene::revised().hand(EUROPE, &[C::Austria, C::Germany]);
    let scene = scene.deck(EUROPE, &[C::Greece]).holds(RUSSIA, &[A::FractureInTheEu]);
    let mut play = scene.hand(RUSSIA, &[C::ThePresident]).start(RUSSIA);
    play.act(RUSSIA, advantage(A::FractureInTheEu));
    play.act(RUSSIA, Command::Fracture { space: S::Austria });
    assert_eq!(play.private(EUROPE).locked, [C::Germany, C::Greece]);
    let pairs = seen(&play, RUSSIAN, |world| world.private(EUROPE).locked);
    // Only Germany has the 1 that is left of the announced 4; what came for Austria nobody knows.
    assert!(pairs.iter().all(|pair| pair.contains(&C::Germany)), "{pairs:?}");
    assert!(pairs.len() > 6, "{pairs:?}");

    // Once Germany has been played the other one may be any card.
    play.segment(EUROPE);
    play.play(C::Germany, PASS);
    assert!(seen(&play, RUSSIAN, |world| world.private(EUROPE).locked).len() > 6);
}

#[test]
fn nothing_of_an_open_council_meeting_is_known() {
    let scene = short_deck(Scene::revised(), HAND, &[C::Italy, C::Denmark, C::France]);
    let mut play = scene.holds(EUROPE, &[A::CouncilMeeting, A::NatoSummit]).open();
    let used = |world: Play| world.private(EUROPE).deck.is_some();
    assert_eq!(seen(&play, RUSSIAN, used), BTreeSet::from([false, true]));
    play.act(EUROPE, Command::CouncilMeeting { discard: [C::Norway, C::Turkey] });
    assert_eq!(seen(&play, RUSSIAN, used), BTreeSet::from([false, true]));
    assert!(seen(&play, RUSSIAN, |world| held(&world)).len() > 10);
}

#[test]
fn a_card_taken_from_the_open_discards_is_held_until_it_is_played() {
    let scene = short_deck(Scene::revised(), HAND, &[C::Italy, C::Denmark, C::France]);
    let mut play = scene.holds(EUROPE, &[A::CouncilMeeting]).open();
    let open = play.side(EUROPE).discards[0];
    play.act(EUROPE, Command::CouncilMeeting { discard: [C::Germany, C::Benelux] });
    play.act(EUROPE, Command::TakeCards { take: [open, C::Italy] });
    play.act(EUROPE, lock([open, C::Norway]));
    play.act(RUSSIA, lock([C::EnergySector, C::Kaliningrad]));
    let known = |world: Play| (held(&world).contains(&open), held(&world).contains(&C::Italy));
    assert_eq!(seen(&play, RUSSIAN, known), BTreeSet::from([(true, false), (true, true)]));
}

#[test]
fn cyber_attack_and_a_council_meeting_leave_two_of_the_four() {
    let scene = short_deck(Scene::revised(), HAND, &[C::Italy, C::Denmark, C::France]);
    let scene = scene.holds(EUROPE, &[A::CouncilMeeting]).holds(RUSSIA, &[A::CyberAttack]);
    let mut play = scene.open();
    play.act(RUSSIA, Command::CyberAttack {});
    play.act(EUROPE, Command::CouncilMeeting { discard: [C::Germany, C::Benelux] });
    play.act(EUROPE, Command::TakeCards { take: [C::Italy, C::Denmark] });
    play.act(EUROPE, lock([C::Norway, C::Turkey]));
    play.act(RUSSIA, lock([C::EnergySector, C::Kaliningrad]));
    let kept = |world: Play| held(&world).iter().filter(|card| HAND.contains(card)).count();
    let kept = seen(&play, RUSSIAN, kept);
    assert!(kept.iter().all(|count| (2..=4).contains(count)) && kept.len() > 1, "{kept:?}");
}
