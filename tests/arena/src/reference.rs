//! Former bots of the server, kept as they were so that later ones can be measured against them.

mod europe;

use bots::Choice;
use protocol::offer::{admits, fill};
use protocol::{Offer, Update};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde::Deserialize;
use serde_json::Value;

/// The part of a former bot that knows a game.
trait Reference {
    /// Chooses what to do; `None` if it does not know.
    fn choose(&mut self, sight: &Sight<'_>, now_ms: u64, random: &mut StdRng) -> Option<Choice>;
}

/// A seat's update, and the commands refused since.
struct Sight<'a> {
    update: &'a Update,
    refused: &'a [Value],
}

impl Sight<'_> {
    fn offers(&self) -> &[Offer] {
        self.update.offers.as_deref().unwrap_or_default()
    }

    fn open(&self, command: &Value) -> bool {
        !self.refused.contains(command)
            && self.offers().iter().any(|offer| admits(&offer.command, command))
    }
}

/// The player of a seat as it was.
pub struct FormerBot {
    mind: Box<dyn Reference>,
    random: StdRng,
    /// The update that `refused` belongs to.
    seq: u64,
    refused: Vec<Value>,
}

impl std::fmt::Debug for FormerBot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FormerBot")
    }
}

impl FormerBot {
    /// Creates the former bot of Europe.
    ///
    /// # Panics
    /// If the data are not those of Europe.
    pub fn europe(seat: u8, data: &Value, seed: u64) -> Self {
        let data = Deserialize::deserialize(data).expect("the data of Europe");
        let mind = Box::new(europe::Player::new(seat, data));
        Self { mind, random: StdRng::seed_from_u64(seed), seq: 0, refused: Vec::new() }
    }

    /// Chooses what to do about an update.
    pub fn choose(&mut self, update: &Update, now_ms: u64) -> Choice {
        if self.seq != update.seq {
            self.seq = update.seq;
            self.refused.clear();
        }
        let sight = Sight { update, refused: &self.refused };
        match self.mind.choose(&sight, now_ms, &mut self.random) {
            Some(Choice::Act(command)) if sight.open(&command) => Choice::Act(command),
            Some(Choice::Wait) => Choice::Wait,
            Some(Choice::Act(_)) | None => self.any(update),
        }
    }

    /// Takes note of a refusal.
    pub fn refused(&mut self, command: Value) {
        self.refused.push(command);
    }

    /// Takes any offer.
    fn any(&mut self, update: &Update) -> Choice {
        let offers = update.offers.as_deref().unwrap_or_default();
        if offers.is_empty() {
            return Choice::Wait;
        }
        let offer = &offers[self.random.random_range(0..offers.len())];
        let random = &mut self.random;
        Choice::Act(fill(&offer.command, &mut |n| random.random_range(0..n.max(1))))
    }
}
