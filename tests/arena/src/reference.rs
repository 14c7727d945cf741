//! The bots that the server had before there was a mind: what every level is measured against.
//!
//! A [`Reference`] reads the update of its seat, weighs each command that is offered by rules made by
//! hand, and takes the best. It stays as it is, so that figures of one day mean something on another.

mod balance_of_power;
mod europe;
mod europe_divided;
mod menu;

use std::fmt;

use bots::{Assignment, Bot, Choice};
use protocol::offer::admits;
use protocol::room::BotLevel;
use protocol::{Offer, Update};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde::Deserialize;
use serde_json::Value;

/// The knowledge that one seat has when it is asked something.
struct Sight<'a> {
    update: &'a Update,
    /// The commands that were refused in this position.
    refused: &'a [Value],
}

impl Sight<'_> {
    fn offers(&self) -> &[Offer] {
        self.update.offers.as_deref().unwrap_or_default()
    }

    /// Checks whether a command may be sent: it fits an offer, and it was not refused.
    fn open(&self, command: &Value) -> bool {
        !self.refused.contains(command)
            && self.offers().iter().any(|offer| admits(&offer.command, command))
    }
}

/// A part of a reference that knows a game.
trait Mind: fmt::Debug {
    /// Chooses for this match time, in milliseconds; `None` if it does not know what to do.
    fn choose(&mut self, sight: &Sight<'_>, now_ms: u64, random: &mut StdRng) -> Option<Choice>;
}

/// A player of one seat that never learns.
#[derive(Debug)]
pub struct Reference {
    mind: Option<Box<dyn Mind>>,
    /// The player of any offer, for what the mind does not know.
    any: Bot,
    random: StdRng,
    seq: u64,
    refused: Vec<Value>,
}

impl Reference {
    /// Creates a player of a seat; `data` are the game's component data.
    pub fn new(game: &str, seat: u8, data: &Value, mut random: StdRng) -> Self {
        let coins = StdRng::seed_from_u64(random.random());
        let any = blind(seat, coins);
        Self { mind: mind(game, seat, data), any, random, seq: 0, refused: Vec::new() }
    }

    /// Chooses what to do about an update, at match time `now_ms` in milliseconds.
    pub fn choose(&mut self, update: &Update, now_ms: u64) -> Choice {
        if self.seq != update.seq {
            self.seq = update.seq;
            self.refused.clear();
        }
        let sight = Sight { update, refused: &self.refused };
        let random = &mut self.random;
        match self.mind.as_mut().and_then(|mind| mind.choose(&sight, now_ms, random)) {
            Some(Choice::Act(command)) if sight.open(&command) => Choice::Act(command),
            Some(Choice::Wait) if update.deadline_ms.is_some() => Choice::Wait,
            _ => self.any.choose(update, now_ms),
        }
    }

    /// Records that the game refused the command chosen last.
    pub fn refused(&mut self, command: Value) {
        self.any.refused(command.clone());
        self.refused.push(command);
    }
}

/// Creates a player that takes any offer.
pub fn blind(seat: u8, random: StdRng) -> Bot {
    let (data, options, level) = (&Value::Null, &Value::Null, BotLevel::Normal);
    // No bot knows a game without a name.
    Bot::new(&Assignment { game: "", seat, data, options, level, pace_ms: 0 }, random)
}

fn mind(game: &str, seat: u8, data: &Value) -> Option<Box<dyn Mind>> {
    Some(match game {
        protocol::games::balance_of_power::ID => {
            Box::new(balance_of_power::Player::new(seat, Deserialize::deserialize(data).ok()?))
        }
        protocol::games::europe::ID => {
            Box::new(europe::Player::new(seat, Deserialize::deserialize(data).ok()?))
        }
        protocol::games::europe_divided::ID => {
            Box::new(europe_divided::Player::new(Deserialize::deserialize(data).ok()?))
        }
        _ => return None,
    })
}
