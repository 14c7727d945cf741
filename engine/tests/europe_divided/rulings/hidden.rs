//! Visibility. The contract tests compare whole matches; these name the rows of the table.

use engine::{Game, Viewer};

use crate::rulings::editions::short_deck;
use crate::support::*;

/// Returns everything that a viewer has been shown so far, as text.
fn seen(play: &Play, viewer: Viewer) -> String {
    let private = match viewer {
        Viewer::Seat(own) => Some(play.private(Side::ALL[own.index()])),
        Viewer::Public => None,
    };
    serde_json::to_string(&(play.public(), private, play.events_for(viewer))).expect("plain data")
}

/// Asserts that only the owner has seen these names.
fn only_the_owner_sees(play: &Play, owner: Side, names: &[&str]) {
    for name in names {
        let name = format!("\"{name}\"");
        assert!(seen(play, Viewer::Seat(seat(owner))).contains(&name), "{name}");
        for viewer in [Viewer::Public, Viewer::Seat(seat(owner.opponent()))] {
            assert!(!seen(play, viewer).contains(&name), "{viewer:?} sees {name}");
        }
    }
}

#[test]
fn hands_are_the_owners_and_counts_to_others() {
    let scene = Scene::revised().holds(EUROPE, &[A::NatoSummit, A::EconomicAid]);
    let scene = scene.headlines(EUROPE, [H::BosnianWar, H::KosovoWar, H::VelvetDivorce]);
    let play = scene.holds(RUSSIA, &[A::SnapExercise]).open();
    only_the_owner_sees(&play, EUROPE, &["europe-norway", "nato-summit", "bosnian-war"]);
    only_the_owner_sees(&play, RUSSIA, &["russia-kaliningrad", "snap-exercise"]);
    let [europe, russia] = play.public().sides;
    assert_eq!((europe.hand, europe.advantages, europe.headlines), (4, 2, 3));
    assert_eq!((russia.hand, russia.advantages, russia.headlines), (4, 1, 3));
}

#[test]
fn the_advantage_cards_to_choose_from_are_the_owners() {
    let play = Play::set_up(Edition::Revised, 5);
    for side in [EUROPE, RUSSIA] {
        let drawn = play.private(side).drawn;
        let names: Vec<&str> = drawn.iter().map(|card| card.as_str()).collect();
        only_the_owner_sees(&play, side, &names);
    }
}

#[test]
fn an_open_choice_shows_only_that_it_was_made() {
    let mut play = Scene::revised().open();
    let public = play.public();
    play.act(RUSSIA, lock([C::EnergySector, C::Kaliningrad]));
    assert_eq!(play.public(), public);
    assert!(!play.game.awaiting().contains(seat(RUSSIA)), "this much is public");
    assert!(play.private(RUSSIA).chosen && !play.private(EUROPE).chosen);
    assert_eq!(play.private(RUSSIA).locked, [C::EnergySector, C::Kaliningrad]);
}

#[test]
fn a_deck_is_a_count_even_to_its_owner() {
    let play = short_deck(Scene::revised(), HAND, &[C::Italy, C::Denmark, C::Greece]).start(EUROPE);
    for viewer in [Viewer::Public, Viewer::Seat(seat(EUROPE)), Viewer::Seat(seat(RUSSIA))] {
        assert!(!seen(&play, viewer).contains("europe-italy"), "{viewer:?}");
    }
    assert_eq!(play.side(EUROPE).deck, 3);
}

const HAND: [C; 4] = [C::Norway, C::Turkey, C::Germany, C::Benelux];

#[test]
fn open_discards_are_seen_by_all_and_face_down_ones_by_their_owner_until_the_next_shuffle() {
    let scene = short_deck(Scene::revised(), HAND, &[C::Italy, C::Denmark, C::Greece, C::France]);
    let mut play = scene.holds(EUROPE, &[A::CouncilMeeting]).open();
    play.act(EUROPE, Command::CouncilMeeting { discard: [C::Germany, C::Benelux] });
    play.act(EUROPE, Command::TakeCards { take: [C::Italy, C::Denmark] });
    play.act(EUROPE, lock([C::Norway, C::Turkey]));
    play.act(RUSSIA, lock([C::EnergySector, C::Kaliningrad]));
    only_the_owner_sees(&play, EUROPE, &["europe-germany", "europe-benelux"]);
    assert!(seen(&play, Viewer::Public).contains("europe-sweden"));
    assert_eq!(play.side(EUROPE).discards_face_down, 2);
    play.end_turn();
    let europe = play.side(EUROPE);
    assert_eq!((europe.discards_face_down, europe.deck, europe.discards.len()), (0, 9, 0));
    assert!(play.private(EUROPE).discards_face_down.is_empty(), "shuffled in with the others");
}

#[test]
fn advantage_cards_used_or_sold_are_shown() {
    let mut play = Scene::revised().holds(EUROPE, &[A::NatoSummit]).start(EUROPE);
    play.act(EUROPE, sell(A::NatoSummit));
    assert!(seen(&play, Viewer::Public).contains("nato-summit"));
}

#[test]
fn the_card_not_chosen_is_its_owners() {
    let mut play = Play::set_up(Edition::Revised, 5);
    let third = play.private(EUROPE).drawn[2];
    play.idle_until(|play| play.public().turn == 1);
    assert_eq!(play.private(EUROPE).advantages_returned, [third]);
    only_the_owner_sees(&play, EUROPE, &[third.as_str()]);
}

#[test]
fn where_a_taken_contested_card_is_stays_hidden() {
    // In hand or in the deck: the public view is the same.
    let in_hand = Scene::revised().hand(EUROPE, &[C::Norway, C::Turkey, C::EuropePoland]);
    let in_deck = Scene::revised().taken(EUROPE, &[C::EuropePoland]);
    let [in_hand, in_deck] = [in_hand, in_deck].map(|scene| scene.open().public());
    assert_eq!(in_hand, in_deck);
    assert!(!in_hand.sides[0].contested_open.contains(&C::EuropePoland), "but it is known taken");
    assert_eq!(in_hand.sides[0].contested_taken, 1);
}

#[test]
fn drawn_cards_and_headlines_are_shown_to_their_owner_alone() {
    let mut play = Scene::revised().turn(4).start(EUROPE);
    play.end_turn();
    for (viewer, others) in
        [(Viewer::Public, 2), (Viewer::Seat(seat(EUROPE)), 1), (Viewer::Seat(seat(RUSSIA)), 1)]
    {
        let drawn =
            |event: &&Event| matches!(event, Event::CardDrawn { .. } | Event::HeadlineDrawn { .. });
        let received = play.events_for(viewer);
        assert_eq!(received.iter().filter(drawn).count(), 3 * (2 - others), "{viewer:?}");
    }
}

#[test]
fn the_board_is_seen_by_all() {
    let scene = Scene::revised().die(EU, R::Poland, 3).tokens(S::Germany, 2);
    let public = scene.money(RUSSIA, 7).open().public();
    assert_eq!(public.dice[&R::Poland].eu, 3);
    assert_eq!(public.money_tokens[&S::Germany], 2);
    assert_eq!(public.sides[1].money, 7);
    assert_eq!(public.armies.nato[&S::Germany], 1);
}
