//! Bots: players that choose from what one seat is shown and offered.
//!
//! A [`Bot`] reads an [`Update`], the very message that the server would send to a socket of its
//! seat, and the component data that everybody may read; nothing reaches it in any other way. It
//! never links the engine and does no I/O, knows no clock but the match time that it is given, and
//! takes its chance only from the generator that it was given. Each game has a file under `games`,
//! with its weights as data at the head; `general` steps in where a game is unknown, and has the
//! last word on what is sent: only what fits an offer.

mod games;
mod general;

use protocol::offer::admits;
use protocol::room::BotLevel;
use protocol::{Offer, Update};
use rand::rngs::StdRng;
use serde_json::Value;

use self::games::Mind;

/// The knowledge that one seat has when it is asked something.
#[derive(Debug)]
pub(crate) struct Sight<'a> {
    /// The update that the seat was sent.
    pub(crate) update: &'a Update,
    /// The commands that were refused in this position.
    pub(crate) refused: &'a [Value],
}

impl Sight<'_> {
    /// Returns the offers of the seat.
    pub(crate) fn offers(&self) -> &[Offer] {
        self.update.offers.as_deref().unwrap_or_default()
    }

    /// Checks whether a clock runs, so that waiting comes to an end.
    pub(crate) fn timed(&self) -> bool {
        self.update.deadline_ms.is_some()
    }

    /// Checks whether a command may be sent: it fits an offer, and it was not refused.
    pub(crate) fn open(&self, command: &Value) -> bool {
        !self.refused.contains(command)
            && self.offers().iter().any(|offer| admits(&offer.command, command))
    }
}

/// A bot's next step.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// It sends this command.
    Act(Value),
    /// It does nothing until something changes or some time has passed.
    Wait,
}

/// A bot's seat, and what everybody in its room knows before the match.
#[derive(Clone, Copy, Debug)]
pub struct Assignment<'a> {
    /// The game's id.
    pub game: &'a str,
    /// The seat.
    pub seat: u8,
    /// The game's component data.
    pub data: &'a Value,
    /// The room's options.
    pub options: &'a Value,
    /// The level at which it plays, where the bots of a game know levels.
    pub level: BotLevel,
    /// The pace of the room's bots: milliseconds between two acts where no clock runs.
    pub pace_ms: u64,
}

/// The player of one seat.
#[derive(Debug)]
pub struct Bot {
    mind: Option<Box<dyn Mind>>,
    random: StdRng,
    /// The entry and the question that `refused` belongs to.
    position: (u64, Option<u64>),
    refused: Vec<Value>,
}

impl Bot {
    /// Creates a bot.
    pub fn new(assignment: &Assignment<'_>, random: StdRng) -> Self {
        let mind = games::mind(assignment);
        Self { mind, random, position: (0, None), refused: Vec::new() }
    }

    /// Chooses what the bot does about an update, at match time `now_ms` in milliseconds.
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
        let waits = sight.timed() || self.mind.as_ref().is_some_and(|mind| mind.is_patient());
        match self.mind.as_mut().and_then(|mind| mind.choose(&sight, now_ms, random)) {
            Some(Choice::Act(command)) if sight.open(&command) => Choice::Act(command),
            // Without a clock nothing would end the wait: then the general player takes over.
            Some(Choice::Wait) if waits => Choice::Wait,
            Some(Choice::Act(_) | Choice::Wait) | None => general::choose(&sight, random),
        }
    }

    /// Checks whether it may want to act, after it has waited, although nothing has changed.
    pub fn looks_again(&self, update: &Update) -> bool {
        update.deadline_ms.is_some() || self.mind.as_ref().is_some_and(|mind| mind.looks_again())
    }

    /// Records that the game refused the command chosen last; another one is wanted.
    pub fn refused(&mut self, command: Value) {
        self.refused.push(command);
    }

    /// Forgets everything particular to the game: from now on the bot takes any offer.
    pub fn simplify(&mut self) {
        self.mind = None;
    }
}
