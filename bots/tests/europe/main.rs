//! Bots of Europe in arranged positions: how they trade, at which pace, when they are ready.

mod manners;
mod puzzles;
mod scene;

use engine::Game;
use engine::games::europe::{ArrangedPlayer, Arrangement};
use protocol::games::europe::{
    Citizen as C, Command, Crisis as K, Good as G, Goods, Options, Phase, Resource as R,
};
use protocol::room::BotLevel;

use self::scene::{Scene, cubes, goods};

/// All levels, the weakest first.
const LEVELS: [BotLevel; 4] = [BotLevel::Easy, BotLevel::Normal, BotLevel::Hard, BotLevel::Expert];

/// Arranges open play of two: the first one lacks livestock for Dairy and has grain to spare, the
/// second one lacks grain for Bread and has livestock to spare.
fn two() -> Arrangement {
    let player = |held: &[(R, u8)], citizen: C| ArrangedPlayer {
        coin: Some(0),
        cubes: cubes(held),
        citizens: vec![citizen],
        ..ArrangedPlayer::default()
    };
    Arrangement {
        options: Options { players: 2, ..Options::default() },
        players: vec![
            player(&[(R::Grain, 4)], C::C3x1),
            player(&[(R::Livestock, 4), (R::Water, 1)], C::C2x1),
        ],
        crises_top: vec![K::OpenBorders],
        ..Arrangement::default()
    }
}

fn offer(to: u8, give: Goods, want: Goods) -> Command {
    Command::OfferCreate { to: vec![to], give, want }
}

#[test]
fn a_bad_offer_is_answered_with_a_better_one() {
    for level in LEVELS {
        let mut scene = Scene::of(&two(), &[0], level);
        scene.act(1, &offer(0, goods(&[(G::Livestock, 1)]), goods(&[(G::Grain, 4)])));
        let (_, answer) = scene.next(20_000).expect("an answer");
        let Command::OfferCounter { offer_id: 1, give, want } = &answer else {
            panic!("{level:?}: {answer:?}")
        };
        assert!(give[G::Grain] < 4 && want[G::Livestock] >= 1, "{level:?}: {answer:?}");
    }
}

#[test]
fn a_good_offer_is_accepted() {
    for level in LEVELS {
        let mut scene = Scene::of(&two(), &[0], level);
        scene.act(1, &offer(0, goods(&[(G::Livestock, 1)]), goods(&[(G::Grain, 1)])));
        // It may ask for more first.
        let accepts = |(_, command)| command == Command::OfferAccept { offer_id: 1 };
        let accepted = std::iter::from_fn(|| scene.next(29_000)).any(accepts);
        assert!(accepted, "{level:?}");
    }
}

#[test]
fn nobody_who_is_about_to_win_gets_more_than_the_bot() {
    let mut arrangement = two();
    // One citizen more, and the second player has won.
    arrangement.players[1].happiness = Some(7);
    for give in [G::Livestock, G::Water] {
        let mut scene = Scene::of(&arrangement, &[0], BotLevel::Expert);
        scene.act(1, &offer(0, goods(&[(give, 1)]), goods(&[(G::Grain, 1)])));
        while let Some((_, command)) = scene.next(100_000) {
            let accepts = matches!(command, Command::OfferAccept { .. });
            assert!(!accepts, "{give:?}: {command:?}");
        }
    }
}

#[test]
fn a_bot_is_ready_when_trade_is_over_and_not_before() {
    for level in LEVELS {
        let mut scene = Scene::of(&two(), &[0], level);
        let mut said = Vec::new();
        while let Some((_, command)) = scene.next(290_000) {
            let ready = command == Command::Ready { ready: true };
            said.push(command);
            if ready {
                break;
            }
        }
        let offers = said.iter().filter(|one| matches!(one, Command::OfferCreate { .. })).count();
        assert!(offers > 0, "{level:?}: {said:?}");
        assert_eq!(said.last(), Some(&Command::Ready { ready: true }), "{level:?}");
    }
}

#[test]
fn a_bot_keeps_nobody_waiting() {
    // The other one is ready: nothing is to be had.
    for level in LEVELS {
        let mut scene = Scene::of(&two(), &[0], level);
        scene.act(1, &Command::Ready { ready: true });
        while let Some((_, command)) = scene.next(60_000) {
            if command == (Command::Ready { ready: true }) {
                break;
            }
        }
        assert!(scene.now < 45_000, "{level:?}: {} ms", scene.now);
    }
}

#[test]
fn a_bot_that_forgot_its_offers_keeps_nobody_waiting() {
    let mut arrangement = two();
    arrangement.options.untimed = true;
    for level in LEVELS {
        let mut scene = Scene::of(&arrangement, &[0], level);
        let offers = |(_, command): &(u8, Command)| matches!(command, Command::OfferCreate { .. });
        let offered = std::iter::from_fn(|| scene.next(20_000)).find(offers);
        assert!(offered.is_some(), "{level:?}");
        scene.seat(0, &arrangement.options, level);
        scene.act(1, &Command::Ready { ready: true });
        let until = scene.now + 20_000;
        let ready = |(_, command)| command == Command::Ready { ready: true };
        assert!(std::iter::from_fn(|| scene.next(until)).any(ready), "{level:?}");
    }
}

#[test]
fn bots_act_at_the_pace_of_people() {
    for level in [BotLevel::Easy, BotLevel::Expert] {
        let options = Options { players: 3, ..Options::default() };
        let mut scene = Scene::dealt(&options, 3, level);
        let mut last = [0; 3];
        while let Some((seat, command)) = scene.next(u64::MAX) {
            let before = std::mem::replace(&mut last[usize::from(seat)], scene.now);
            let since = scene.now - before;
            assert!(since >= 1_500, "{level:?}: {command:?} {since} ms after the one before");
        }
        assert!(scene.game.outcome().is_some());
    }
}

#[test]
fn the_same_chance_gives_the_same_match() {
    let play = || {
        let options = Options { players: 4, ..Options::default() };
        let mut scene = Scene::dealt(&options, 5, BotLevel::Expert);
        let mut said = Vec::new();
        while scene.game.public().round < 2
            && let Some((seat, command)) = scene.next(u64::MAX)
        {
            said.push((scene.now, seat, command));
        }
        said
    };
    assert_eq!(play(), play());
}

#[test]
fn experts_trade() {
    let options = Options { players: 4, ..Options::default() };
    let mut scene = Scene::dealt(&options, 8, BotLevel::Expert);
    let (mut deals, mut rounds) = (0, 0);
    while let Some((_, command)) = scene.next(u64::MAX) {
        deals += u32::from(matches!(command, Command::OfferAccept { .. }));
        rounds = scene.game.public().round;
    }
    assert_eq!(scene.game.public().phase, Phase::Over);
    assert!(deals >= 2 * u32::from(rounds), "{deals} deals in {rounds} rounds");
}
