//! Differences between the editions, and what they share.

use crate::support::*;

const SANCTIONS: Command = advantage(A::UsSanctions);

#[test]
fn the_revised_edition_is_the_default() {
    assert_eq!(Options::default().edition, Edition::Revised);
}

#[test]
fn starting_money() {
    for (edition, europe, russia) in [(Edition::First, 6, 3), (Edition::Revised, 8, 2)] {
        let play = Play::set_up(edition, 1);
        assert_eq!((play.money(EUROPE), play.money(RUSSIA)), (europe, russia));
    }
}

/// Plays seeds on to the second choice of Advantage Cards; returns how often the card put back at
/// the first one was drawn again, and how many cards are put back after it.
fn second_choice(edition: Edition) -> (u32, usize) {
    let mut again = 0;
    let mut returned = 0;
    for seed in 1..=12 {
        let mut play = Play::set_up(edition, seed);
        let third = [EUROPE, RUSSIA].map(|side| play.private(side).drawn[2]);
        play.idle_until(|play| play.public().turn == 10);
        play.idle_until(|play| play.public().stage == Stage::Advantages);
        for side in [EUROPE, RUSSIA] {
            let own = play.private(side);
            assert_eq!(own.drawn.len(), 3);
            assert!(own.drawn.iter().all(|card| !own.advantages_scored.contains(card)));
            again += u32::from(own.drawn.contains(&third[side.index()]));
        }
        play.end_turn();
        returned = play.private(EUROPE).advantages_returned.len();
    }
    (again, returned)
}

#[test]
fn the_advantage_card_not_chosen_returns_to_the_deck_in_the_first_edition() {
    let (again, returned) = second_choice(Edition::First);
    assert!(again > 0);
    assert_eq!(returned, 0);
}

#[test]
fn the_advantage_card_not_chosen_leaves_the_game_in_the_revised_edition() {
    assert_eq!(second_choice(Edition::Revised), (0, 2));
}

#[test]
fn an_arranged_match_has_as_many_advantage_cards_left_as_a_dealt_one() {
    for (edition, returned) in [(Edition::First, 0), (Edition::Revised, 1)] {
        let scene = Scene::new(edition).holds(EUROPE, &[A::NatoSummit, A::EconomicAid]);
        assert_eq!(scene.open().private(EUROPE).advantages_returned.len(), returned);
    }
}

#[test]
fn money_for_a_discarded_advantage_card() {
    let for_two = [
        A::CouncilMeeting,
        A::EconomicAid,
        A::WesternIntelligence,
        A::FractureInTheEu,
        A::HybridWarfare,
        A::LittleGreenMen,
        A::SnapExercise,
    ];
    for edition in [Edition::First, Edition::Revised] {
        for card in A::ALL.iter().copied() {
            let side = if card < A::CyberAttack { EUROPE } else { RUSSIA };
            let cheap = edition == Edition::Revised && for_two.contains(&card);
            let money = if cheap { 2 } else { 3 };
            let mut play = Scene::new(edition).holds(side, &[card]).money(side, 1).start(side);
            let events = play.act(side, sell(card));
            assert!(events.contains(&Event::AdvantageSold { side, card }));
            assert_eq!(play.money(side), 1 + money, "{edition:?} {card}");
            assert_eq!(play.side(side).advantages_shown, [card]);
        }
    }
}

#[test]
fn a_symbol_increases_by_up_to_its_amount_in_the_first_edition() {
    let mut play = Scene::first().hand(EUROPE, &[C::Germany]).die(EU, R::Moldova, 2).start(EUROPE);
    play.reveal(C::Germany);
    for amount in 1..=3 {
        assert!(play.may(EUROPE, increase(EU, R::Moldova, amount)));
    }
    play.refuse(EUROPE, increase(EU, R::Moldova, 0));
    play.refuse(EUROPE, increase(EU, R::Moldova, 4));
    play.act(EUROPE, increase(EU, R::Moldova, 1));
    assert_eq!(play.die(EU, R::Moldova), 3);
}

#[test]
fn the_amount_is_by_how_much_the_die_rises() {
    let mut play = Scene::first().hand(EUROPE, &[C::Germany]).die(EU, R::Moldova, 5).start(EUROPE);
    play.reveal(C::Germany);
    play.refuse(EUROPE, increase(EU, R::Moldova, 2));
    play.act(EUROPE, increase(EU, R::Moldova, 1));
    assert_eq!(play.die(EU, R::Moldova), 6);
}

#[test]
fn a_symbol_increases_by_its_whole_amount_in_the_revised_edition() {
    let dice = Scene::revised().die(EU, R::Moldova, 2).die(EU, R::Georgia, 5);
    let mut play = dice.hand(EUROPE, &[C::Germany]).start(EUROPE);
    play.reveal(C::Germany);
    for amount in [0, 1, 2, 4] {
        play.refuse(EUROPE, increase(EU, R::Moldova, amount));
    }
    play.refuse(EUROPE, increase(EU, R::Georgia, 3));
    assert!(play.may(EUROPE, increase(EU, R::Georgia, 1)), "as far as 6 allows");
    play.act(EUROPE, increase(EU, R::Moldova, 3));
}

#[test]
fn special_text_increases_by_the_whole_n_in_both_editions() {
    for edition in EDITIONS {
        let scene = Scene::new(edition).holds(EUROPE, &[A::EconomicAid]).die(EU, R::Moldova, 2);
        let mut play = scene.die(EU, R::Georgia, 5).start(EUROPE);
        play.act(EUROPE, advantage(A::EconomicAid));
        play.refuse(EUROPE, increase(EU, R::Moldova, 1));
        play.refuse(EUROPE, increase(EU, R::Georgia, 2));
        assert!(play.may(EUROPE, increase(EU, R::Georgia, 1)));
        play.act(EUROPE, increase(EU, R::Moldova, 2));

        let scene = Scene::new(edition).hand(EUROPE, &[C::EuropeHungary]).die(EU, R::Hungary, 6);
        let scene = scene.die(EU, R::CzechiaSlovakia, 2).die(EU, R::Poland, 2);
        let mut play = scene.start(EUROPE);
        play.play(C::EuropeHungary, Command::VisegradGroup { czechia_slovakia: EU, poland: EU });
        assert_eq!((play.die(EU, R::CzechiaSlovakia), play.die(EU, R::Poland)), (4, 4));
    }
}

/// Arranges Europe with a deck of these cards; all others that are not in hand lie in the discards.
pub(crate) fn short_deck(scene: Scene, hand: [C; 4], deck: &[C]) -> Scene {
    let home = C::ALL.iter().copied().filter(|card| *card < C::EnergySector);
    let discards: Vec<C> =
        home.filter(|card| !hand.contains(card) && !deck.contains(card)).collect();
    scene.hand(EUROPE, &hand).deck(EUROPE, deck).discards(EUROPE, &discards)
}

const HAND: [C; 4] = [C::Norway, C::Turkey, C::Germany, C::Benelux];

fn shuffles(play: &Play) -> usize {
    let shuffled = Event::DeckShuffled { side: EUROPE };
    play.events.iter().filter(|(_, event)| *event == shuffled).count()
}

#[test]
fn the_first_edition_shuffles_when_a_draw_finds_the_deck_empty() {
    let scene = short_deck(Scene::first(), HAND, &[C::Italy, C::Denmark]);
    let mut play = scene.start(EUROPE);
    play.end_turn();
    assert_eq!((play.side(EUROPE).deck, play.side(EUROPE).discards.len()), (0, 9));
    assert_eq!(shuffles(&play), 0);
    play.end_turn();
    assert_eq!((play.side(EUROPE).deck, play.side(EUROPE).discards.len()), (9, 0));
    assert_eq!(shuffles(&play), 1);
}

#[test]
fn the_revised_edition_shuffles_as_soon_as_the_deck_is_empty() {
    for (deck, left) in [(&[C::Italy, C::Denmark][..], 9), (&[C::Italy], 9)] {
        let mut play = short_deck(Scene::revised(), HAND, deck).start(EUROPE);
        play.end_turn();
        assert_eq!((play.side(EUROPE).deck, play.side(EUROPE).discards.len()), (left, 0));
        assert_eq!(play.side(EUROPE).hand, 4);
        assert_eq!(shuffles(&play), 1);
    }
}

#[test]
fn council_meeting_may_empty_the_deck() {
    for (edition, deck, open, face_down) in [(Edition::First, 0, 7, 2), (Edition::Revised, 9, 0, 0)]
    {
        let scene = short_deck(Scene::new(edition), HAND, &[C::Italy, C::Denmark]);
        let mut play = scene.holds(EUROPE, &[A::CouncilMeeting]).open();
        play.act(EUROPE, Command::CouncilMeeting { discard: [C::Norway, C::Turkey] });
        play.act(EUROPE, Command::TakeCards { take: [C::Italy, C::Denmark] });
        play.act(EUROPE, lock([C::Italy, C::Denmark]));
        play.act(RUSSIA, lock([C::EnergySector, C::Kaliningrad]));
        let europe = play.side(EUROPE);
        assert_eq!(europe.deck, deck, "{edition:?}");
        assert_eq!((europe.discards.len(), europe.discards_face_down), (open, face_down));
    }
}

#[test]
fn fracture_may_empty_the_deck() {
    for (edition, deck) in [(Edition::First, 0), (Edition::Revised, 8)] {
        let scene = short_deck(Scene::new(edition), HAND, &[C::Austria]);
        let mut play = scene.holds(RUSSIA, &[A::FractureInTheEu]).start(RUSSIA);
        play.act(RUSSIA, advantage(A::FractureInTheEu));
        play.act(RUSSIA, Command::Fracture { space: S::Austria });
        assert_eq!(play.side(EUROPE).deck, deck, "{edition:?}");
    }
}

#[test]
fn cards_score_at_once_in_the_revised_edition_and_at_the_end_in_the_first() {
    for (edition, track, pending) in [(Edition::First, 0, 2), (Edition::Revised, 2, 0)] {
        let scene = Scene::new(edition).turn(10).current(&[H::JeansRevolution, H::BosnianWar]);
        let scene = scene.die(EU, R::Belarus, 1).holds(EUROPE, &[A::UsSanctions]);
        let mut play = scene.start(EUROPE);
        play.end_turn();
        let europe = play.side(EUROPE);
        assert_eq!((europe.prestige, europe.prestige_pending), (track, pending), "{edition:?}");
        assert_eq!(engine::Game::scores(&play.game), [2, 0]);
        play.idle_until(Play::is_over);
        let europe = play.side(EUROPE);
        assert_eq!((europe.prestige, europe.prestige_pending), (2 + 2, 0), "and 2 of period 2");
    }
}

#[test]
fn news_media_may_raise_a_die_repeatedly_in_both_editions() {
    for edition in EDITIONS {
        let scene = Scene::new(edition).hand(RUSSIA, &[C::NewsMedia]).die(RU, R::Moldova, 1);
        let mut play = scene.start(RUSSIA);
        play.play(C::NewsMedia, PROPAGANDA);
        for _ in 0..3 {
            play.act(RUSSIA, increase(RU, R::Moldova, 1));
        }
        assert_eq!(play.die(RU, R::Moldova), 4);
        assert!(play.asks(PromptKind::Segment, RUSSIA));
    }
}

#[test]
fn us_sanctions_need_europe_to_go_first_in_both() {
    for edition in EDITIONS {
        let scene = Scene::new(edition).holds(EUROPE, &[A::UsSanctions]);
        let second = scene.clone().hand(RUSSIA, &[C::ThePresident]);
        second.hand(EUROPE, &[C::Germany, C::Italy]).start(EUROPE).refuse(EUROPE, SANCTIONS);
        let first = scene.hand(EUROPE, &[C::Norway, C::Turkey]).start(EUROPE);
        assert!(first.may(EUROPE, SANCTIONS), "{edition:?}");
    }
}

#[test]
fn fracture_takes_an_eu_only_card_out_in_both() {
    for edition in EDITIONS {
        let scene = Scene::new(edition).hand(EUROPE, &[C::Norway, C::Turkey, C::Austria]);
        let scene = scene.hand(RUSSIA, &[C::ThePresident]).holds(RUSSIA, &[A::FractureInTheEu]);
        let mut play = scene.start(RUSSIA);
        play.act(RUSSIA, advantage(A::FractureInTheEu));
        let events = play.act(RUSSIA, Command::Fracture { space: S::Austria });
        let removed_from = Some(CardZone::Hand);
        let gone = Event::Fractured { space: S::Austria, removed_from };
        assert_eq!(events, [gone, Event::CardReplaced { side: EUROPE }], "{edition:?}");
    }
}

#[test]
fn cards_have_the_revised_editions_names_in_both() {
    for edition in EDITIONS {
        let scene = Scene::new(edition);
        let hand = [C::SouthernFederalDistrict, C::WesternFederalDistrict];
        let play = scene.hand(RUSSIA, &hand).start(RUSSIA);
        let offers = play.offers(RUSSIA).join("\n");
        assert!(offers.contains("Play Southern Federal District: "), "{offers}");
        assert!(!offers.contains("Military"), "{offers}");
    }
}
