//! A bot in arranged positions, with a look at the terms that it asks for.

use engine::dealer::Dealer;
use engine::games::europe::{ArrangedPlayer, Arrangement, Europe};
use engine::{Game, Seat};
use fairness::vd1::MatchKey;
use laws::rules::{shipped, update};
use protocol::games::europe::{Citizen as C, Crisis as K, Resource as R};
use rand::SeedableRng;

use super::bargain::OFFERS_MOST;
use super::trust::Benefit;
use super::*;

/// Steps of time in which the bot is asked, in milliseconds.
const STEP_MS: u64 = 250;

/// An expert on seat 0 of a match.
struct Trial {
    game: Europe,
    player: Player,
    random: StdRng,
    now: u64,
    seq: u64,
}

impl Trial {
    fn of(arrangement: &Arrangement) -> Self {
        let game =
            arrangement.build(shipped::<Europe>(), Dealer::new(MatchKey::from_bytes([7; 32])));
        let data = Data::deserialize(arena::europe::data()).expect("the shipped data");
        let level = (BotLevel::Expert, PACE_USUAL_MS);
        let player = Player::new(0, data, &json!(arrangement.options), level);
        Self { game, player, random: StdRng::seed_from_u64(1), now: 0, seq: 1 }
    }

    /// Has a seat command.
    fn act(&mut self, seat: u8, command: &Command) {
        self.seq += 1;
        let done = self.game.apply(self.now, Seat(seat), command, &mut ());
        assert!(done.is_ok(), "{command:?}: {done:?}");
    }

    /// Lets time pass until the bot acts; carries it out. Returns the command; `None` when `until` has come.
    fn next(&mut self, until: u64) -> Option<Command> {
        while self.now < until {
            while let Some(due) = self.game.next_deadline().filter(|due| *due <= self.now) {
                self.game.deadline(due, &mut ());
                self.seq += 1;
            }
            let update = update(&self.game, Seat(0), self.seq, self.now);
            let sight = Sight { update: &update, refused: &[] };
            let chosen = self.player.choose(&sight, self.now, &mut self.random);
            self.now += STEP_MS;
            if let Some(Choice::Act(value)) = chosen {
                let command = Command::deserialize(&value).expect("a command");
                self.act(0, &command);
                return Some(command);
            }
        }
        None
    }

    /// Returns the open offers of the bot.
    fn own_offers(&self) -> Vec<u32> {
        let offers = self.game.public().offers;
        offers.iter().filter(|offer| offer.from == 0).map(|offer| offer.id).collect()
    }
}

fn player(held: &[(R, u8)], citizens: &[C]) -> ArrangedPlayer {
    ArrangedPlayer {
        coin: Some(0),
        cubes: held.iter().copied().collect::<Cubes>(),
        citizens: citizens.to_vec(),
        ..ArrangedPlayer::default()
    }
}

fn proposes(command: &Command) -> bool {
    matches!(command, Command::OfferCreate { .. })
}

#[test]
fn who_waits_for_answers_does_not_lower_its_price() {
    let mut trial = Trial::of(&Arrangement {
        options: Options { players: 3, ..Options::default() },
        players: vec![
            player(&[(R::Grain, 6), (R::Materials, 4)], &[C::C3x1, C::C5x1, C::C6x1]),
            player(&[(R::Livestock, 3), (R::Fuel, 3)], &[C::C11x1, C::C8x1]),
            player(&[(R::Water, 4), (R::Livestock, 2)], &[C::C2x1, C::C12x1]),
        ],
        ..Arrangement::default()
    });
    // Nobody answers.
    while trial.next(20_000).is_some() {}
    let open = trial.own_offers();
    assert_eq!(open.len(), OPEN_MOST, "{open:?}");
    let to =
        trial.game.public().offers.iter().find(|offer| offer.id == open[0]).map(|one| one.to[0]);
    trial.act(to.expect("an addressee"), &Command::OfferDecline { offer_id: open[0] });
    let again = std::iter::from_fn(|| trial.next(29_000)).find(proposes);
    assert!(again.is_some(), "{:?}", trial.own_offers());
    let share = trial.player.share();
    assert!(share > 0.35, "it asks for {share} of the gain, {} ms into the round", trial.now);
}

#[test]
fn trade_starts_over_after_each_crisis() {
    let mut trial = Trial::of(&Arrangement {
        options: Options { players: 3, crisis_at_ms: vec![120_000, 240_000], ..Options::default() },
        players: vec![
            player(&[(R::Grain, 4)], &[C::C2x1]),
            player(&[(R::Water, 4), (R::Fuel, 3)], &[C::C14x1]),
            player(&[(R::Water, 4), (R::Fuel, 3)], &[C::C21x1]),
        ],
        crises_top: vec![K::Tsunami],
        ..Arrangement::default()
    });
    assert!(trial.next(5_000).as_ref().is_some_and(proposes), "a first offer");
    for made in 1..OFFERS_MOST {
        let (give, want, benefit) = (Goods::NONE, Goods::NONE, Benefit::default());
        let swap = Swap { to: 1 + (made % 2) as u8, give, want, mine: 0.0, benefit, score: 0.0 };
        trial.player.bargain.offered(swap, trial.now);
    }
    while let Some(command) = trial.next(120_000) {
        assert!(!proposes(&command), "more than eight offers: {command:?}");
    }
    let offer = std::iter::from_fn(|| trial.next(140_000)).find(proposes);
    assert!(offer.is_some(), "no offer after the first crisis");
    let share = trial.player.share();
    assert!(share >= 0.45, "it asks for {share} of the gain after the crisis");
}
