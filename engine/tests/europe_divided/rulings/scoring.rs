//! Dominance, Advantage Cards kept, the end and its tie-breaks, and giving up.

use engine::Game;
use protocol::Code;

use crate::support::*;

/// Plays turn 20 to its end, which is as was projected.
fn ended(scene: Scene) -> Play {
    let mut play = scene.turn(20).start(EUROPE);
    let projected = play.public().projection;
    play.end_turn();
    let over = play.public();
    assert_eq!(over.stage, Stage::Over);
    assert_eq!(over.sides.map(|side| side.prestige), projected.sides.map(|side| side.total));
    assert_eq!(
        over.projection.sides.map(|side| side.total),
        projected.sides.map(|side| side.total)
    );
    let (winner, reason) = (over.projection.winner, over.projection.reason);
    assert_eq!((winner, reason), (projected.winner, projected.reason));
    play
}

/// Returns the winner and the reason; one army each at home, no money.
fn result(scene: Scene) -> (Side, EndReason) {
    let scene = scene.current(&[H::SouthStream, H::NordStream]);
    let play = ended(scene);
    let event = play.events.iter().map(|(_, event)| *event).next_back();
    let Some(Event::MatchEnded { winner: Some(winner), reason }) = event else {
        panic!("{event:?}");
    };
    assert_eq!(play.game.outcome().expect("over").winners, [seat(winner).0]);
    (winner, reason)
}

fn even() -> Scene {
    let scene = Scene::revised().money(EUROPE, 3).money(RUSSIA, 3);
    scene.armies(EUROPE, &[(S::Germany, 2)]).armies(RUSSIA, &[(S::Moscow, 2)])
}

#[test]
fn each_six_scores_1_and_europe_scores_a_region_once() {
    for turn in [10, 20] {
        let scene = Scene::revised().turn(turn).die(EU, R::Poland, 6).die(NATO, R::Poland, 6);
        let scene = scene.die(NATO, R::Hungary, 6).die(EU, R::Georgia, 5).die(RU, R::Armenia, 6);
        let mut play = scene.start(EUROPE);
        play.end_turn();
        assert_eq!((play.side(EUROPE).prestige, play.side(RUSSIA).prestige), (2, 1), "{turn}");
    }
}

#[test]
fn dominance_scores_again_at_the_end_of_period_2() {
    let mut play = Scene::revised().turn(10).die(RU, R::Armenia, 6).start(EUROPE);
    play.end_turn();
    assert_eq!(play.side(RUSSIA).prestige, 1);
    let kept = play.side(RUSSIA).advantages;
    play.idle_until(Play::is_over);
    assert_eq!(play.side(RUSSIA).prestige, 2 + u16::from(kept));
}

#[test]
fn dominance_moves_the_track_at_once_in_the_first_edition_too() {
    let mut play = Scene::first().turn(10).die(RU, R::Armenia, 6).start(EUROPE);
    play.end_turn();
    let russia = play.side(RUSSIA);
    assert_eq!((russia.prestige, russia.prestige_pending), (1, 0));
}

#[test]
fn advantage_cards_held_score_1_each_and_leave_unseen() {
    let scene = Scene::revised().turn(10).holds(EUROPE, &[A::NatoSummit, A::EconomicAid]);
    let mut play = scene.start(EUROPE);
    play.idle_until(|play| play.public().stage == Stage::Advantages);
    let europe = play.side(EUROPE);
    assert_eq!((europe.prestige, europe.advantages), (2, 0));
    assert!(europe.advantages_shown.is_empty());
    assert_eq!(play.private(EUROPE).advantages_scored, [A::EconomicAid, A::NatoSummit]);
    let seen = serde_json::to_string(&(
        play.public(),
        play.private(RUSSIA),
        &play.events_for(engine::Viewer::Public),
    ));
    assert!(!seen.unwrap().contains(A::NatoSummit.as_str()));
    assert_eq!(play.private(EUROPE).drawn.len(), 3, "and both draw again");
}

#[test]
fn a_used_or_sold_card_scores_nothing() {
    let scene = Scene::revised().holds(EUROPE, &[A::NatoSummit, A::EconomicAid]).turn(20);
    let mut play = scene.start(EUROPE);
    play.act(EUROPE, sell(A::EconomicAid));
    play.act(EUROPE, advantage(A::NatoSummit));
    play.act(EUROPE, place(NATO, R::Poland));
    play.end_turn();
    assert_eq!(play.side(EUROPE).prestige, 0);
}

/// The score to come is shown by its source: headlines that hold, in both rows; dominance, a region
/// once; Advantage Cards in hand.
#[test]
fn the_score_is_projected_by_source() {
    let scene = Scene::revised().turn(3).prestige(RUSSIA, 3).holds(EUROPE, &[A::NatoSummit]);
    let scene = scene
        .current(&[H::CaspianAgreement, H::RoseRevolution])
        .forthcoming(&[H::NatoUkraineCommission]);
    let scene = scene.die(RU, R::Azerbaijan, 1).die(NATO, R::Ukraine, 6).die(EU, R::Ukraine, 6);
    let play = scene.start(EUROPE);
    let [europe, russia] = play.public().projection.sides;
    let wanted = SideProjection { scored: 0, headlines: 1, dominance: 2, advantages: 1, total: 4 };
    assert_eq!(europe, wanted, "dominance is scored twice from here");
    assert_eq!((russia.scored, russia.headlines), (3, 2));
    assert_eq!(russia.total, 3 + 2 + russia.advantages);
}

/// A match in which nobody does anything ends with the dominance that was projected, wherever it begins. What
/// cards that nobody had shown then add to it is no part of the projection.
#[test]
fn dominance_is_projected_for_each_scoring_to_come() {
    for (turn, scorings) in [(1, 2), (3, 2), (10, 2), (11, 1), (20, 1)] {
        for scene in [Scene::revised(), Scene::first()] {
            let scene = scene.turn(turn).prestige(EUROPE, 1).die(RU, R::Armenia, 6);
            let mut play = scene.start(EUROPE);
            let projected = play.public().projection.sides;
            let of = projected.map(|side| (side.dominance, side.total - side.advantages));
            assert_eq!(of, [(0, 1), (scorings, scorings)], "turn {turn}");
            play.idle_until(Play::is_over);
            let by_cards = |own: Side| -> u16 {
                let scored = play.events.iter().filter_map(|(_, event)| {
                    let (Event::AdvantagesScored { side, prestige }
                    | Event::HeadlineAwarded { side, prestige, .. }) = *event
                    else {
                        return None;
                    };
                    (side == own).then_some(u16::from(prestige))
                });
                scored.sum()
            };
            for (side, (_, total)) in Side::ALL.iter().copied().zip(of) {
                let result = play.side(side).prestige - by_cards(side);
                assert_eq!(result, total, "turn {turn}, {side:?}");
            }
        }
    }
}

#[test]
fn the_winner_is_projected_with_both_scorings() {
    let scene = Scene::revised().prestige(EUROPE, 1).die(RU, R::Armenia, 6);
    let scene = scene.holds(EUROPE, &[A::NatoSummit]).holds(RUSSIA, &[A::SnapExercise]);
    let winner = |turn| scene.clone().turn(turn).start(EUROPE).public().projection.winner;
    assert_eq!((winner(10), winner(11)), (RUSSIA, EUROPE), "2 against 1; then 1 each");
}

#[test]
fn dominance_that_turn_10_has_scored_is_projected_once_more() {
    let mut play = Scene::revised().turn(10).die(RU, R::Armenia, 6).start(EUROPE);
    play.idle_until(|play| play.public().stage == Stage::Advantages);
    let [_, russia] = play.public().projection.sides;
    assert_eq!((play.public().turn, russia.dominance), (10, 1));
    assert_eq!(russia.total, play.side(RUSSIA).prestige + 1);
}

#[test]
fn the_higher_prestige_wins() {
    assert_eq!(result(even().prestige(RUSSIA, 1).money(EUROPE, 9)), (RUSSIA, EndReason::Prestige));
    assert_eq!(result(even().prestige(EUROPE, 1).money(RUSSIA, 9)), (EUROPE, EndReason::Prestige));
}

#[test]
fn a_tie_goes_to_more_contested_cards_taken() {
    let scene = even().taken(RUSSIA, &[C::RussiaPoland]).money(EUROPE, 9);
    assert_eq!(result(scene), (RUSSIA, EndReason::ContestedCards));
}

#[test]
fn then_to_more_armies_on_the_board_and_money() {
    assert_eq!(result(even().money(RUSSIA, 4)), (RUSSIA, EndReason::ArmiesAndMoney));
    let armies = even().armies(RUSSIA, &[(S::Moscow, 3)]);
    assert_eq!(result(armies.clone()), (RUSSIA, EndReason::ArmiesAndMoney));
    assert_eq!(result(armies.money(EUROPE, 5)), (EUROPE, EndReason::ArmiesAndMoney), "together");
}

#[test]
fn then_to_europe() {
    assert_eq!(result(even()), (EUROPE, EndReason::TieToEurope));
}

#[test]
fn prestige_of_the_last_turn_counts() {
    let scene = even().die(RU, R::Armenia, 6).prestige(EUROPE, 2).holds(RUSSIA, &[A::SnapExercise]);
    assert_eq!(result(scene.clone()), (EUROPE, EndReason::TieToEurope), "1 + 1 against 2");
    assert_eq!(result(scene.holds(RUSSIA, &[A::SnapExercise, A::OilPriceBoom])).0, RUSSIA);
}

#[test]
fn nothing_is_possible_after_the_end() {
    let mut play = ended(even());
    assert!(play.game.awaiting().is_empty());
    for side in [EUROPE, RUSSIA] {
        assert!(play.choices(side).is_empty());
        let why = play.game.apply(0, seat(side), &PASS, &mut ()).unwrap_err();
        assert_eq!(why.code, Code::Over);
    }
}

#[test]
fn who_resigns_loses_whatever_the_prestige() {
    for side in [EUROPE, RUSSIA] {
        let mut play = even().prestige(side, 9).start(EUROPE);
        let mut events = Vec::new();
        play.game.resign(0, seat(side), &mut events);
        let winner = side.opponent();
        let ended = Event::MatchEnded { winner: Some(winner), reason: EndReason::Resigned };
        assert_eq!(events, [(engine::Audience::All, ended)]);
        let outcome = play.game.outcome().unwrap();
        assert_eq!((outcome.winners, outcome.reason.as_str()), (vec![seat(winner).0], "resigned"));
        assert_eq!(play.public().stage, Stage::Over);
    }
}

#[test]
fn who_resigns_while_initiative_is_chosen_shows_the_piles_as_they_are() {
    for side in [EUROPE, RUSSIA] {
        let mut play = Scene::revised().open();
        play.act(EUROPE, lock([C::Norway, C::Turkey]));
        assert_eq!((play.side(EUROPE).hand, play.side(EUROPE).locked), (4, 0));
        play.game.resign(0, seat(side), &mut Vec::new());
        assert_eq!((play.side(EUROPE).hand, play.side(EUROPE).locked), (2, 2));
        assert_eq!((play.side(RUSSIA).hand, play.side(RUSSIA).locked), (4, 0));
    }
}
