//! Bots: given what one seat is shown and offered, what it does.
//!
//! A [`Bot`] reads an [`Update`], the very message that a socket of its seat would be sent, and the
//! component data that everybody may read; there is no other way for anything to reach it. It never
//! links the engine and does no I/O, knows no clock but the match time it is told, and tosses only the
//! coins of the generator it was given. Each game has a file under `games`, with what it weighs as
//! data at its head; `general` stands in where a game is unknown, and has the last word on what is
//! sent: only what fits an offer.

mod games;
mod general;
mod menu;

use protocol::offer::admits;
use protocol::{Offer, Update};
use rand::rngs::StdRng;
use serde_json::Value;

use self::games::Mind;

/// What one seat may know when it is asked something.
#[derive(Debug)]
pub(crate) struct Sight<'a> {
    /// What it was sent.
    pub(crate) update: &'a Update,
    /// The commands that were refused in this position.
    pub(crate) refused: &'a [Value],
}

impl Sight<'_> {
    /// What the seat may do.
    pub(crate) fn offers(&self) -> &[Offer] {
        self.update.offers.as_deref().unwrap_or_default()
    }

    /// Whether a clock runs, so that waiting comes to an end.
    pub(crate) fn timed(&self) -> bool {
        self.update.deadline_ms.is_some()
    }

    /// Whether a command may be sent: it fits an offer, and it was not refused.
    pub(crate) fn open(&self, command: &Value) -> bool {
        !self.refused.contains(command)
            && self.offers().iter().any(|offer| admits(&offer.command, command))
    }
}

/// What a bot does next.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// It sends this command.
    Act(Value),
    /// Nothing, until something changes or some time has passed.
    Wait,
}

/// One seat's player.
#[derive(Debug)]
pub struct Bot {
    mind: Option<Box<dyn Mind>>,
    random: StdRng,
    /// The entry and the question that `refused` belongs to.
    position: (u64, Option<u64>),
    refused: Vec<Value>,
}

impl Bot {
    /// A bot for this seat of a game; `data` are the game's component data, as everybody may read
    /// them.
    pub fn new(game: &str, seat: u8, data: &Value, random: StdRng) -> Self {
        let mind = games::mind(game, seat, data);
        Self { mind, random, position: (0, None), refused: Vec::new() }
    }

    /// What the bot does about an update, at match time `now_ms` in milliseconds.
    pub fn choose(&mut self, update: &Update, now_ms: u64) -> Choice {
        let position = (update.seq, update.decision);
        if self.position != position {
            self.position = position;
            self.refused.clear();
        }
        let sight = Sight { update, refused: &self.refused };
        if update.decision.is_none() || sight.offers().is_empty() {
            return Choice::Wait;
        }
        let random = &mut self.random;
        match self.mind.as_mut().and_then(|mind| mind.choose(&sight, now_ms, random)) {
            Some(Choice::Act(command)) if sight.open(&command) => Choice::Act(command),
            Some(Choice::Wait) if sight.timed() => Choice::Wait,
            Some(Choice::Act(_) | Choice::Wait) | None => general::choose(&sight, random),
        }
    }

    /// The command chosen last was refused by the game; another one is wanted.
    pub fn refused(&mut self, command: Value) {
        self.refused.push(command);
    }

    /// Forgets what is particular to the game: from now on the bot does whatever is offered.
    pub fn simplify(&mut self) {
        self.mind = None;
    }
}
