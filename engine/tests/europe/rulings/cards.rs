//! Resource cards, the market, and citizens in open play.

use protocol::Code;

use crate::support::*;

#[test]
fn the_list_of_resource_cards_wins_over_its_picture() {
    let rows: toml::Table = crate::shipped::Shipped::of(protocol::games::europe::ID)
        .text("resources")
        .parse()
        .expect("TOML");
    let rows = rows["resource"].as_array().expect("rows");
    let number = |row: &toml::Value, key: &str| row[key].as_integer().expect("a number");
    let cloth = rows.iter().filter(|row| row["resource"].as_str() == Some("cloth"));
    let cloth: Vec<_> = cloth.map(|row| (number(row, "first"), number(row, "later"))).collect();
    assert!(!cloth.is_empty() && !cloth.contains(&(3, 2)), "{cloth:?}");
    let copies = rows.iter().map(|row| row["copies"].as_array().expect("copies").len());
    assert_eq!(copies.sum::<usize>(), 58);
}

#[test]
fn a_persistent_market_fills_empty_slots_only() {
    for (rule, kept) in [(MarketRule::Persist, true), (MarketRule::Refresh, false)] {
        let mut scene = scene();
        scene.options.market = rule;
        scene.choose = true;
        scene.market = [Some(X::Grain32A), None, None];
        scene.resources_top = vec![X::Cloth10A, X::Cloth10B, X::Cloth10C, X::Fuel21A, X::Dyes21A];
        let mut play = Play::of(&scene);
        play.until_phase(Phase::Play);
        let first = play.public().market[0].expect("a card").id;
        assert_eq!(first == X::Grain32A, kept);
        assert!(play.public().market.iter().all(Option::is_some));
    }
}

#[test]
fn a_slot_that_cannot_be_refilled_stays_empty() {
    let mut scene = scene();
    scene.market = [Some(X::Fuel21A), Some(X::Fuel10A), Some(X::Dyes10A)];
    let named = |card: &X| scene.market.contains(&Some(*card));
    let starting = |card: &X| card.as_str().contains("-4-4-");
    let deck: Vec<X> =
        X::ALL.iter().copied().filter(|card| !named(card) && !starting(card)).collect();
    scene.players[2].cards = deck;
    scene.players[0].coin = Some(9);
    let mut play = Play::of(&scene);
    assert_eq!(play.refuse(P0, Command::DevelopBlind {}), Code::DeckEmpty);
    play.act(P0, Command::Develop { slot: 2, card_id: X::Dyes10A });
    assert_eq!(play.public().market[2], None);
    let again = Command::Develop { slot: 2, card_id: X::Dyes10A };
    assert_eq!(play.refuse(P0, again), Code::MarketChanged);
}

#[test]
fn two_reveals_with_one_cube_left_are_served_in_order() {
    let mut scene = scene();
    scene.players[0].hidden_resource = Some(X::Cloth10A);
    scene.players[1].hidden_resource = Some(X::Cloth10B);
    scene.players[2].cubes = cubes(&[(R::Cloth, 24)]);
    let mut play = Play::of(&scene);
    play.act(P1, Command::RevealResource {});
    play.act(P0, Command::RevealResource {});
    assert_eq!((play.cubes(P1)[R::Cloth], play.cubes(P0)[R::Cloth]), (1, 0));
    assert_eq!(play.refuse(P0, Command::RevealResource {}), Code::AlreadyRevealed);
}

#[test]
fn drawn_citizens_are_limited_by_what_one_may_hold() {
    let mut scene = scene();
    scene.options.max_citizens = 3;
    scene.players[0].citizens = vec![C::C2x1, C::C3x1];
    scene.citizens_top = vec![C::C4x1, C::C5x1, C::C6x1];
    let mut play = Play::of(&scene);
    let keep = |keep: &[C]| Command::ChooseDrawn { keep: keep.to_vec(), hidden: None };
    assert_eq!(play.refuse(P0, keep(&[C::C4x1])), Code::NoDrawPending);
    play.act(P0, Command::DrawCitizens {});
    assert!(play.player(P0).drawing && play.private(P1).drawn.is_empty());
    assert_eq!(play.refuse(P0, Command::DrawCitizens {}), Code::DrawPending);
    assert_eq!(play.refuse(P0, keep(&[])), Code::KeepTooFew);
    assert_eq!(play.refuse(P0, keep(&[C::C4x1, C::C5x1])), Code::KeepTooMany);
    assert_eq!(play.refuse(P0, keep(&[C::C7x1])), Code::NotYourCard);
    play.act(P0, keep(&[C::C6x1]));
    assert_eq!(play.refuse(P0, Command::DrawCitizens {}), Code::CitizenLimit);
    assert_eq!(play.public().decks.citizen_discards, 2);
}

#[test]
fn a_draw_that_nobody_chose_from_keeps_the_smallest_face_up() {
    let mut scene = scene();
    scene.citizens_top = vec![C::C19x1, C::C7x1, C::C20x1];
    let mut play = Play::of(&scene);
    play.act(P0, Command::DrawCitizens {});
    play.until_phase(Phase::Allocate);
    let own = play.player(P0);
    assert_eq!(own.citizens.iter().map(|one| one.id).collect::<Vec<_>>(), [C::C7x1]);
    assert!(!own.drawing);
}

#[test]
fn only_an_own_face_down_citizen_is_revealed() {
    let mut scene = scene();
    scene.players[0].citizens = vec![C::C2x1];
    scene.players[1].hidden_citizen = Some(C::C3x1);
    let mut play = Play::of(&scene);
    let reveal = |id| Command::RevealCitizen { id };
    assert_eq!(play.refuse(P0, reveal(C::C2x1)), Code::AlreadyRevealed);
    assert_eq!(play.refuse(P0, reveal(C::C3x1)), Code::NotYourCard);
    play.act(P1, reveal(C::C3x1));
    assert_eq!(play.player(P1).hidden_citizens, 0);
}

#[test]
fn spent_cards_are_recycled_unless_the_option_is_off() {
    for recycle in [true, false] {
        let mut scene = scene();
        scene.options.recycle_spent = recycle;
        scene.players[0].hidden_resource = Some(X::Cloth10A);
        let mut play = Play::of(&scene);
        play.end_round();
        let kept = play.player(P0).cards.iter().any(|card| card.id == X::Cloth10A);
        assert_eq!(kept, !recycle);
    }
}

#[test]
fn three_of_one_resource_are_swept_five_times_at_most() {
    let mut scene = scene();
    scene.choose = true;
    scene.resources_top = vec![X::Cloth21A, X::Cloth21B, X::Cloth21C];
    for three in [
        [X::Grain32A, X::Grain31A, X::Grain21A],
        [X::Materials32A, X::Materials31A, X::Materials21A],
        [X::Water32A, X::Water31A, X::Water21A],
        [X::Livestock32A, X::Livestock31A, X::Livestock21A],
        [X::Fuel21A, X::Fuel21B, X::Fuel10A],
        [X::Dyes21A, X::Dyes21B, X::Dyes10A],
    ] {
        scene.resources_top.extend(three);
    }
    let mut play = Play::of(&scene);
    let events = play.until_phase(Phase::Play);
    let swept = events.iter().filter(|event| matches!(event, Event::MarketSwept { .. })).count();
    assert_eq!(swept, 5);
    let slots = play.public().market.map(|slot| slot.map(|card| card.resource));
    assert_eq!(slots, [Some(R::Dyes); 3]);
}

#[test]
fn fewer_resource_cards_than_players_are_not_dealt() {
    for (left, dealt) in [(2, false), (3, true)] {
        let mut scene = scene();
        scene.choose = true;
        let deck = X::ALL.iter().copied().filter(|card| !card.as_str().contains("-4-4-"));
        scene.players[2].cards = deck.skip(left).collect();
        let play = Play::of(&scene);
        assert!(play.public().players.iter().all(|own| own.hidden_resource == dealt), "{left}");
    }
}
