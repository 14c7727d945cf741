//! The initiative, the two segments, and what happens to the cards played.

use engine::Viewer;

use crate::rulings::editions::short_deck;
use crate::support::*;

#[test]
fn a_lock_is_final() {
    let mut play = Scene::revised().open();
    play.act(EUROPE, lock([C::Norway, C::Turkey]));
    play.refuse(EUROPE, lock([C::Norway, C::Turkey]));
    play.refuse(EUROPE, lock([C::Germany, C::Benelux]));
}

#[test]
fn two_different_cards_of_the_own_hand_are_locked() {
    let play = Scene::revised().open();
    play.refuse(EUROPE, lock([C::Norway, C::Norway]));
    play.refuse(EUROPE, lock([C::Norway, C::Sweden]));
    play.refuse(EUROPE, lock([C::Norway, C::EnergySector]));
}

#[test]
fn only_the_sums_become_public() {
    let mut play = Scene::revised().open();
    let before = play.public();
    assert!(play.act(EUROPE, lock([C::Norway, C::Turkey])).is_empty());
    assert_eq!(play.public(), before, "nothing shows who has locked what");
    let events = play.act(RUSSIA, lock([C::EnergySector, C::Kaliningrad]));
    let sums = Event::InitiativeRevealed { europe: 8, russia: 4, first: EUROPE };
    assert_eq!(events, [sums]);
    let public = play.public();
    assert_eq!((public.sides[0].locked, public.sides[0].hand), (2, 2));
    let shown = serde_json::to_string(&(&public, play.events_for(Viewer::Public))).unwrap();
    for card in [C::Norway, C::Turkey, C::EnergySector, C::Kaliningrad] {
        assert!(!shown.contains(&format!("\"{card}\"")), "{card}");
    }
}

#[test]
fn the_higher_sum_goes_first() {
    let mut play = Scene::revised().hand(EUROPE, &[C::Germany, C::Italy]).open();
    play.lock_both();
    assert!(play.asks(PromptKind::Segment, RUSSIA), "3 against 4");
}

#[test]
fn a_tie_is_europes() {
    let scene = Scene::revised().hand(EUROPE, &[C::Germany, C::EuropePoland]);
    let mut play = scene.hand(RUSSIA, &[C::EnergySector, C::Kaliningrad]).open();
    let events = play.lock_both();
    assert_eq!(events, [Event::InitiativeRevealed { europe: 4, russia: 4, first: EUROPE }]);
}

#[test]
fn cards_stay_hidden_until_they_are_played_in_any_order() {
    let mut play = Scene::revised().start(EUROPE);
    let order = |first, second| {
        let mut play = play.clone();
        play.play(first, PASS);
        let played: Vec<C> = play.side(EUROPE).played.iter().map(|one| one.card).collect();
        assert_eq!((played, play.side(EUROPE).locked), (vec![first], 1));
        play.play(second, PASS);
    };
    order(C::Norway, C::Turkey);
    order(C::Turkey, C::Norway);
    play.refuse(EUROPE, Command::Play { card: C::Germany });
    play.refuse(RUSSIA, Command::Play { card: C::EnergySector });
    play.reveal(C::Norway);
    play.refuse(EUROPE, Command::Play { card: C::Turkey });
}

#[test]
fn a_card_takes_one_action() {
    let mut play = Scene::revised().hand(EUROPE, &[C::Germany]).start(EUROPE);
    play.play(C::Germany, MONEY);
    play.refuse(EUROPE, MONEY);
    play.refuse(EUROPE, Command::Play { card: C::Germany });
}

#[test]
fn the_segment_ends_explicitly_and_only_after_both_cards() {
    let mut play = Scene::revised().start(EUROPE);
    play.refuse(EUROPE, END);
    play.play(C::Norway, PASS);
    play.refuse(EUROPE, END);
    play.play(C::Turkey, PASS);
    assert!(play.asks(PromptKind::Segment, EUROPE), "nothing ends by itself");
    play.act(EUROPE, END);
    assert!(play.asks(PromptKind::Segment, RUSSIA));
}

#[test]
fn played_cards_lie_open_until_both_segments_are_over() {
    let mut play = Scene::revised().start(EUROPE);
    play.play(C::Norway, PASS);
    play.play(C::Turkey, PASS);
    play.segment(RUSSIA);
    assert_eq!(play.side(EUROPE).played.len(), 2);
    assert!(play.side(EUROPE).discards.is_empty());
    play.end_turn();
    assert_eq!(play.side(EUROPE).discards, [C::Norway, C::Turkey]);
    assert!(play.side(EUROPE).played.is_empty());
}

#[test]
fn played_cards_are_no_part_of_a_shuffle() {
    // Fracture takes Austria from the hand; its replacement empties the deck while Norway and
    // Turkey lie on the table.
    let hand = [C::Norway, C::Turkey, C::Austria, C::Benelux];
    let scene = short_deck(Scene::revised(), hand, &[C::Italy]);
    let mut play = scene.holds(RUSSIA, &[A::FractureInTheEu]).start(EUROPE);
    play.segment(RUSSIA);
    play.act(RUSSIA, advantage(A::FractureInTheEu));
    play.act(RUSSIA, Command::Fracture { space: S::Austria });
    let europe = play.side(EUROPE);
    assert_eq!((europe.deck, europe.discards.len(), europe.played.len()), (8, 0, 2));
    assert!(play.private(EUROPE).hand.contains(&C::Italy));
}

#[test]
fn both_draw_two_cards_europe_first() {
    let mut play = Scene::revised().deck(EUROPE, &[C::SpainAndPortugal, C::Sweden]).start(EUROPE);
    let from = play.events.len();
    play.end_turn();
    let drawn = |(_, event): &(_, Event)| match event {
        Event::CardsDrawn { side, count } => Some((*side, *count)),
        _ => None,
    };
    let drawn: Vec<_> = play.events[from..].iter().filter_map(drawn).collect();
    assert_eq!(drawn, [(EUROPE, 2), (RUSSIA, 2)]);
    let own = play.private(EUROPE).hand;
    assert!(own.contains(&C::SpainAndPortugal) && own.contains(&C::Sweden), "the top of the deck");
    let card = Event::CardDrawn { card: C::SpainAndPortugal };
    assert!(play.events_for(Viewer::Seat(seat(EUROPE))).contains(&card));
    assert!(!play.events_for(Viewer::Seat(seat(RUSSIA))).contains(&card));
}

#[test]
fn advantage_cards_are_used_before_between_and_after_the_two_cards() {
    let cards = [A::EconomicAid, A::NatoSummit, A::DiplomaticMission];
    let mut play = Scene::revised().holds(EUROPE, &cards).start(EUROPE);
    play.refuse(RUSSIA, sell(A::OilPriceBoom));
    play.act(EUROPE, sell(A::EconomicAid));
    play.reveal(C::Norway);
    play.refuse(EUROPE, sell(A::NatoSummit));
    play.act(EUROPE, PASS);
    play.act(EUROPE, advantage(A::NatoSummit));
    play.act(EUROPE, place(NATO, R::Poland));
    play.play(C::Turkey, PASS);
    play.act(EUROPE, sell(A::DiplomaticMission));
    play.act(EUROPE, END);
}

#[test]
fn advantage_cards_are_used_in_the_own_segment_only() {
    let mut play = Scene::revised().holds(RUSSIA, &[A::OilPriceBoom]).start(EUROPE);
    play.refuse(RUSSIA, advantage(A::OilPriceBoom));
    play.refuse(RUSSIA, sell(A::OilPriceBoom));
    play.segment(RUSSIA);
    play.act(RUSSIA, sell(A::OilPriceBoom));
}
