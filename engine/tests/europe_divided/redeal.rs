//! Re-dealing what a viewer cannot know: what is dealt, and what stays because it was shown.
//!
//! That it depends on the viewer's knowledge alone is a law of the contract; here is the knowledge
//! of the three cards that show or move hidden ones.

use std::collections::BTreeSet;

use engine::{Game, Viewer};
use serde_json::Value;

use crate::rulings::editions::short_deck;
use crate::support::*;

const WORLDS: u64 = 60;
const RUSSIAN: Viewer = Viewer::Seat(seat(RUSSIA));
const EUROPEAN: Viewer = Viewer::Seat(seat(EUROPE));
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

/// Returns a turn in which Council Meeting has taken an open discard and Italy, and that discard.
fn taken_from_the_discards() -> (Play, C) {
    let scene = short_deck(Scene::revised(), HAND, &[C::Italy, C::Denmark, C::France]);
    let mut play = scene.holds(EUROPE, &[A::CouncilMeeting]).open();
    let open = play.side(EUROPE).discards[0];
    play.act(EUROPE, Command::CouncilMeeting { discard: [C::Germany, C::Benelux] });
    play.act(EUROPE, Command::TakeCards { take: [open, C::Italy] });
    (play, open)
}

#[test]
fn a_card_taken_from_the_open_discards_is_held_until_it_is_played() {
    let (mut play, open) = taken_from_the_discards();
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

/// Russia's seven home cards: four in the hand, one in the deck, two in the discards.
fn russias_deck_of_one(edition: Edition) -> Play {
    let home: Vec<C> = C::ALL
        .iter()
        .copied()
        .filter(|card| (C::EnergySector..C::EuropeArmenia).contains(card))
        .collect();
    let scene = Scene::new(edition).hand(RUSSIA, &home[..4]).deck(RUSSIA, &home[4..5]);
    scene.discards(RUSSIA, &home[5..]).start(EUROPE)
}

#[test]
fn open_discards_that_are_shuffled_say_what_is_in_the_hand() {
    for edition in EDITIONS {
        let mut play = russias_deck_of_one(edition);
        let before: BTreeSet<C> = play.private(RUSSIA).hand.into_iter().collect();
        play.end_turn();
        let hand: BTreeSet<C> = play.private(RUSSIA).hand.into_iter().collect();
        // The two that it kept, and the one card that was left of the deck.
        let kept = before.intersection(&hand).copied().collect::<BTreeSet<C>>();
        let last = C::ALL[C::EnergySector as usize + 4];
        let known: Vec<C> = kept.iter().copied().chain([last]).collect();
        assert!(known.len() == 3 && known.iter().all(|card| hand.contains(card)));
        for viewer in [EUROPEAN, Viewer::Public] {
            let holds = |world: Play| {
                let hand = world.private(RUSSIA).hand;
                (known.iter().all(|card| hand.contains(card)), hand)
            };
            let hands = seen(&play, viewer, holds);
            assert!(hands.iter().all(|(all, _)| *all), "{edition:?} {viewer:?}: {hands:?}");
            assert_eq!(hands.len(), 4, "the fourth is any of those that were shuffled: {hands:?}");
        }
        // It stays known until it is played, locked or not.
        play.lock_both_first();
        let all = |world: Play| {
            let own = world.private(RUSSIA);
            known.iter().all(|card| own.hand.contains(card) || own.locked.contains(card))
        };
        assert_eq!(seen(&play, EUROPEAN, all), BTreeSet::from([true]));
    }
}

#[test]
fn a_card_taken_from_the_open_discards_is_known_in_later_turns() {
    let (mut play, open) = taken_from_the_discards();
    play.act(EUROPE, lock([C::Norway, C::Turkey]));
    play.act(RUSSIA, lock([C::EnergySector, C::Kaliningrad]));
    play.end_turn();
    let known = |world: Play| held(&world).contains(&open);
    assert_eq!(seen(&play, RUSSIAN, known), BTreeSet::from([true]));
}

#[test]
fn a_council_meeting_hides_again_what_a_shuffle_said() {
    let scene = short_deck(Scene::revised(), HAND, &[C::Italy]);
    let mut play = scene.holds(EUROPE, &[A::CouncilMeeting]).start(EUROPE);
    play.end_turn();
    let kept = [C::Germany, C::Benelux, C::Italy];
    let known = |world: Play| kept.iter().all(|card| held(&world).contains(card));
    let mut without = play.clone();
    without.lock_both_first();
    assert_eq!(seen(&without, RUSSIAN, known), BTreeSet::from([true]));
    // For all that Russia knows while the step is open, Europe may have met.
    assert_eq!(seen(&play, RUSSIAN, known), BTreeSet::from([true, false]));
    let deck = |play: &Play| play.private(EUROPE).deck.expect("its own decision");
    play.act(EUROPE, Command::CouncilMeeting { discard: [C::Germany, C::Italy] });
    assert_eq!(seen(&play, RUSSIAN, known), BTreeSet::from([true, false]));
    let take = [deck(&play)[0], deck(&play)[1]];
    play.act(EUROPE, Command::TakeCards { take });
    play.lock_both_first();
    assert_eq!(seen(&play, RUSSIAN, known), BTreeSet::from([true, false]));
}

/// Europe has locked Austria and Germany, and Fracture has taken Austria out.
fn fractured(attacked: bool) -> Play {
    let scene = Scene::revised().hand(EUROPE, &[C::Austria, C::Germany, C::Norway, C::Turkey]);
    let scene =
        scene.deck(EUROPE, &[C::Greece]).holds(RUSSIA, &[A::CyberAttack, A::FractureInTheEu]);
    let mut play = scene.hand(RUSSIA, &[C::ThePresident]).open();
    if attacked {
        play.act(RUSSIA, Command::CyberAttack {});
    }
    play.lock_both();
    play.segment(RUSSIA);
    play.act(RUSSIA, advantage(A::FractureInTheEu));
    play.act(RUSSIA, Command::Fracture { space: S::Austria });
    play
}

#[test]
fn what_replaces_a_locked_card_is_none_that_was_shown() {
    let play = fractured(true);
    let pairs = seen(&play, RUSSIAN, |world| world.private(EUROPE).locked);
    let shown = |pair: &Vec<C>| pair.contains(&C::Norway) || pair.contains(&C::Turkey);
    assert!(!pairs.iter().any(shown), "{pairs:?}");
    assert!(pairs.len() > 6 && pairs.iter().all(|pair| pair.contains(&C::Germany)), "{pairs:?}");
    // A world that a spectator imagines is one that Russia may imagine.
    let imagined = |world: Play| world.redealt(RUSSIAN, 1).private(EUROPE).locked;
    let pairs = seen(&play, Viewer::Public, imagined);
    assert!(pairs.iter().all(|pair| pair.contains(&C::Germany)), "{pairs:?}");

    let pairs = seen(&fractured(false), RUSSIAN, |world| world.private(EUROPE).locked);
    assert!(pairs.iter().any(shown), "nobody has seen these: {pairs:?}");
}

/// Counts headlines by period and banner.
fn by_banner(cards: &BTreeSet<H>) -> [[usize; 2]; 2] {
    let data = engine::GameEntry::of::<engine::games::europe_divided::EuropeDivided>();
    let data = data.catalogue(&std::collections::BTreeMap::new()).expect("sound data");
    let data: Value = serde_json::from_str(data.canonical()).expect("JSON");
    let rows = data["headlines"]["headline"].as_array().expect("rows");
    let mut counts = [[0; 2]; 2];
    for row in rows {
        let id: H = serde_json::from_value(row["id"].clone()).expect("a headline");
        let period = row["period"].as_u64().expect("a period") as usize;
        let side: Side = serde_json::from_value(row["banner"].clone()).expect("a side");
        counts[period - 1][side as usize] += usize::from(cards.contains(&id));
    }
    counts
}

/// Plays to the end; returns every headline that anybody has had.
fn headlines_of(mut play: Play) -> BTreeSet<H> {
    let mut had = BTreeSet::new();
    while !play.is_over() {
        let on_table = play.public().headlines;
        had.extend(on_table.forthcoming);
        let failed = play.public().headlines.failed;
        had.extend(on_table.current.into_iter().chain(failed));
        for side in [EUROPE, RUSSIA] {
            let own = play.private(side);
            had.extend(own.headlines.into_iter().chain(own.headlines_discarded));
            had.extend(play.side(side).awarded);
        }
        play.end_turn();
    }
    had
}

#[test]
fn as_many_headlines_of_each_banner_left_unseen_as_the_set_up_takes_out() {
    for seed in [1, 2] {
        let mut play = Play::set_up(Edition::Revised, seed);
        for turn in [0, 6] {
            play.idle_until(|play| play.public().turn == turn);
            let mut worlds: Vec<Play> = (1..=4)
                .flat_map(|coins| {
                    [EUROPEAN, Viewer::Public].map(|viewer| play.redealt(viewer, coins))
                })
                .collect();
            let mut for_nobody = play.clone();
            let mut rng = laws::Rng::new(1);
            for_nobody.game.redeal_unseen(&mut |n| rng.below(n));
            worlds.push(for_nobody);
            for world in worlds {
                let counts = by_banner(&headlines_of(world));
                assert_eq!(
                    counts,
                    [[7, 7], [6, 6]],
                    "of eleven and nine, seed {seed}, turn {turn}"
                );
            }
        }
    }
}
