//! Many matches at once, of which each goes on with a new deal when it is over: what learning plays.

use protocol::Outcome;
use serde_json::{Map, Value};

use crate::chance::Coins;
use crate::error::EngineError;
use crate::game::{Playable, Rules};
use crate::position::{Pace, Position, Step};

/// The slices to which the lanes of a batch write what they have become; each slice has a part for every lane.
pub(crate) struct Lanes<'a> {
    pub(crate) observations: &'a mut [f32],
    pub(crate) masks: &'a mut [bool],
    pub(crate) actors: &'a mut [i8],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) dones: &'a mut [bool],
}

/// Many matches of any game.
pub(crate) trait Batch: Send + Sync {
    fn actions(&self) -> usize;
    fn entries(&self) -> usize;
    fn seats(&self) -> usize;
    /// Deals every lane, from this seed on.
    fn reset(&mut self, seed: u64, lanes: &mut Lanes<'_>);
    /// Draws a legal action in every lane.
    fn draw(&mut self, actions: &mut [i32]);
    /// Takes an action in every lane. If one is not legal, nothing is done in any.
    fn step(&mut self, actions: &[i32], lanes: &mut Lanes<'_>) -> Result<(), EngineError>;
}

/// Many matches of one game.
pub(crate) struct Table<G: Playable> {
    rules: &'static Rules<G>,
    options: G::Options,
    seats: u8,
    pace: Pace,
    /// The seed of the next deal.
    next: u64,
    coins: Coins,
    matches: Vec<Position<G>>,
}

/// Makes a batch of the game with this id.
pub(crate) fn batch(
    game: &str,
    options: &Map<String, Value>,
    lanes: usize,
    pace: Pace,
) -> Result<Box<dyn Batch>, EngineError> {
    crate::with_game!(game, G => {
        let rules = <G as Playable>::rules()?;
        let resolved = rules.options(options)?;
        let seats = rules.seats(&resolved)?;
        let options = Rules::<G>::typed(&resolved)?;
        let mut table = Table::<G> { rules, options, seats, pace, next: 0, coins: Coins::new(0), matches: Vec::new() };
        table.matches = (0..lanes).map(|_| table.deal()).collect();
        Ok(Box::new(table))
    })
}

impl<G: Playable> Table<G> {
    fn deal(&mut self) -> Position<G> {
        let game = self.rules.deal_typed(&self.options, self.next);
        self.next = self.next.wrapping_add(1);
        Position::new(self.rules, game, self.seats, self.pace)
    }

    /// Writes what a lane has become; within a command nobody sees anything new but what was chosen of it.
    fn write(&self, lane: usize, lanes: &mut Lanes<'_>, within_command: bool) {
        let position = &self.matches[lane];
        let (entries, actions) = (self.entries(), self.actions());
        let observation = &mut lanes.observations[lane * entries..][..entries];
        let mask = &mut lanes.masks[lane * actions..][..actions];
        mask.fill(false);
        let Some(actor) = position.actor() else { return };
        lanes.actors[lane] = actor.0 as i8;
        if within_command {
            let unfinished = self.rules.unfinished(observation);
            unfinished.fill(0.0);
            position.observe_unfinished(actor, unfinished);
        } else {
            observation.fill(0.0);
            position.observe(actor, observation);
        }
        position.legal().iter().for_each(|action| mask[usize::from(action)] = true);
    }
}

impl<G: Playable> Batch for Table<G> {
    fn actions(&self) -> usize {
        self.rules.encoding.actions()
    }

    fn entries(&self) -> usize {
        self.rules.names().len()
    }

    fn seats(&self) -> usize {
        self.seats.into()
    }

    fn reset(&mut self, seed: u64, lanes: &mut Lanes<'_>) {
        self.next = seed;
        self.coins = Coins::new(seed);
        for lane in 0..self.matches.len() {
            self.matches[lane] = self.deal();
            self.write(lane, lanes, false);
        }
        lanes.rewards.fill(0.0);
        lanes.dones.fill(false);
    }

    fn draw(&mut self, actions: &mut [i32]) {
        for (position, action) in self.matches.iter().zip(actions) {
            let legal = position.legal();
            let nth = self.coins.below(legal.len().max(1));
            *action = legal.iter().nth(nth).map_or(-1, i32::from);
        }
    }

    fn step(&mut self, actions: &[i32], lanes: &mut Lanes<'_>) -> Result<(), EngineError> {
        for (lane, (action, position)) in actions.iter().zip(&self.matches).enumerate() {
            let action =
                u16::try_from(*action).ok().filter(|action| position.legal().contains(*action));
            if action.is_none() {
                let why = format!("action {} is not legal in lane {lane}", actions[lane]);
                return Err(EngineError::Action(why));
            }
        }
        let seats = self.seats();
        for (lane, action) in actions.iter().enumerate() {
            let position = &mut self.matches[lane];
            // A refusal is no error: it can be seen by what is legal afterwards.
            let step = match position.actor() {
                Some(actor) => position.act(actor, *action as u16)?,
                None => Step::Done,
            };
            let rewards = &mut lanes.rewards[lane * seats..][..seats];
            let outcome = if position.actor().is_none() { position.game().outcome() } else { None };
            lanes.dones[lane] = outcome.is_some();
            rewards.fill(0.0);
            if let Some(outcome) = outcome {
                rewards.copy_from_slice(&payoffs(&outcome, seats));
                self.matches[lane] = self.deal();
            }
            self.write(lane, lanes, step == Step::Unfinished);
        }
        Ok(())
    }
}

/// Returns what each seat gets in the end, with a sum of 0: the winners share 1, the others share its loss;
/// where all win, or nobody does, nobody gets anything.
pub(crate) fn payoffs(outcome: &Outcome, seats: usize) -> Vec<f32> {
    let winners = outcome.winners.len();
    let losers = seats - winners.min(seats);
    let won = |seat: usize| outcome.winners.iter().any(|winner| usize::from(*winner) == seat);
    let payoff = |seat: usize| {
        if winners == 0 || losers == 0 {
            0.0
        } else if won(seat) {
            1.0 / winners as f32
        } else {
            -1.0 / losers as f32
        }
    };
    (0..seats).map(payoff).collect()
}
