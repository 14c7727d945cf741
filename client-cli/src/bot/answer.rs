//! The bot's answers, and its reactions to refusals.
//!
//! Here, apart from the match's life, because races, and faults of the server, are questions of their
//! own. It must not know which offer is a good one.

use std::time::Duration;

use protocol::{ClientMessage, Code};
use rand::rngs::StdRng;
use tokio::time::Instant;

use super::BotMatch;
use super::policy::Pick;
use crate::error::Error;
use crate::paper::complain;
use crate::session::{PendingMessage, RefusalDetails};

/// Limit for the update that explains why a strict offer was refused. A busy server may take seconds, and
/// whoever tries a client on a slow machine is silent for up to ten of them.
const OVERTAKEN_PATIENCE: Duration = Duration::from_secs(15);

/// An offer that was answered.
#[derive(Clone, Copy, Default)]
pub(super) struct ChosenOffer {
    at: usize,
    loose: bool,
    /// The position that it was chosen from.
    seq: u64,
    /// `true` if others might act at the same time.
    raced: bool,
}

/// A refusal of a strict offer that a newer position must explain.
pub(super) struct Doubt {
    pub(super) until: Instant,
    pub(super) seq: u64,
    pub(super) fault: String,
}

impl BotMatch<'_> {
    /// Returns the position of the newest update.
    pub(super) fn position(&self) -> u64 {
        self.session.update().map_or(0, |update| update.seq)
    }

    /// Answers the open question from the newest update, unless an answer is on its way.
    pub(super) fn answer(&mut self, rng: &mut StdRng) -> Result<(), Error> {
        let waits = self.session.command_pending()
            || self.doubt.is_some()
            || self.stale_at == Some(self.session.updates());
        let Some(decision) = self.session.decision().filter(|_| !waits) else { return Ok(()) };
        let offers = self.session.offers();
        if offers.is_empty() || self.session.outcome().is_some() {
            return Ok(());
        }
        let timed = self.session.is_timed();
        let (at, command) = match self.policy.pick(decision, offers, &self.refused, timed, rng) {
            Pick::Act(at, command) => (at, command),
            Pick::Wait => return Ok(()),
            Pick::Stuck => {
                return Err(Error::Failed(format!(
                    "all {} offers were loose and refused: a strict one must stand beside them",
                    offers.len()
                )));
            }
        };
        let (text, loose) = (offers[at].text.clone(), offers[at].loose);
        let awaited = self.session.update().map_or(0, |update| update.awaiting.len());
        self.chosen = ChosenOffer { at, loose, seq: self.position(), raced: timed || awaited > 1 };
        let message = self.session.command(text, decision, command);
        self.connection.send(message)
    }

    pub(super) fn rejected(
        &mut self,
        act: Option<PendingMessage>,
        answer: &RefusalDetails,
        rng: &mut StdRng,
    ) -> Result<(), Error> {
        let Some(act) = act else { return Ok(()) };
        // Under its own id: such refusals are not remembered, and should it have been taken all the
        // same, it is taken once.
        if let Some(wait) = answer.again_after() {
            let message = self.session.again(act);
            return self.connection.send_later(message, wait);
        }
        // Only moves matter: an answer to a request may come too late.
        if !act.is_move() {
            return Ok(());
        }
        if answer.code == Code::Stale {
            // The server has something newer than what we answered; if that has not come yet, it
            // will.
            if act.at_update == self.session.updates() {
                self.stale_at = Some(act.at_update);
            }
            return self.answer(rng);
        }
        if answer.code == Code::Over {
            // The end is on its way to us.
            return Ok(());
        }
        if !self.chosen.loose {
            return self.doubted(&act, answer, rng);
        }
        if act.at_update == self.session.updates() {
            self.refused.insert(self.chosen.at);
        }
        self.answer(rng)
    }

    /// Handles the refusal of a strict offer. Where several seats act at once, or the server says so,
    /// something else came first: then a newer position is here, or about to come. Else it is a fault.
    fn doubted(
        &mut self,
        act: &PendingMessage,
        answer: &RefusalDetails,
        rng: &mut StdRng,
    ) -> Result<(), Error> {
        let ClientMessage::Command { command, .. } = &act.message else { return Ok(()) };
        let ChosenOffer { seq, raced, .. } = self.chosen;
        let raced = raced || answer.raced;
        if raced && self.position() > seq {
            return self.answer(rng);
        }
        let code = answer.code.word();
        let fault = format!("a strict offer was refused: {command}: {} ({code})", answer.detail);
        if !raced {
            return Err(Error::Failed(fault));
        }
        self.doubt = Some(Doubt { until: Instant::now() + OVERTAKEN_PATIENCE, seq, fault });
        Ok(())
    }

    /// Handles the refusal of our part in the deal. One that passes is sent again after a while: a
    /// `reveal` as it is, a `ready` as the lobby is by then.
    pub(super) fn part_refused(
        &mut self,
        message: ClientMessage,
        answer: &RefusalDetails,
    ) -> Result<(), Error> {
        let reveals = matches!(message, ClientMessage::Reveal { .. });
        match answer.again_after() {
            Some(wait) if reveals => {
                let message = self.session.reveal_again(message);
                self.connection.send_later(message, wait)
            }
            Some(wait) => {
                self.ready_at = Some(Instant::now() + wait);
                Ok(())
            }
            None if answer.code == Code::EntropyRequired => {
                Err(Error::Failed(format!("the server says: {}", answer.detail)))
            }
            None => {
                complain(format!("the server says: {} ({})", answer.detail, answer.code.word()));
                Ok(())
            }
        }
    }
}
