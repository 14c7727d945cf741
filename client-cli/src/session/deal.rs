//! This client's part in the deal, and its distrust: what it brings, what it saw of the others.
//!
//! Here, apart from the rest of the session, because it is the one thing in which a client does not
//! take the server's word. Every contradiction becomes a note, once, and stops us from revealing. It
//! must not know how anything is shown.

use protocol::ClientMessage;
use protocol::room::{Room, RoomState};

use super::Session;
use crate::error::Error;
use crate::heads::{Heads, Seen};
use crate::seal::{Duty, Seal};
use crate::witness::{self, About};

impl Session {
    /// From here on, heads and facts are kept there. Those already seen are written down, and what
    /// is there already is remembered: our own entropy above all.
    pub fn keep_heads(&mut self, heads: Heads) {
        let before = std::mem::replace(&mut self.heads, heads);
        for (seq, head) in before.seen() {
            self.note_head(*seq, head);
        }
        for (about, value) in before.witness().facts() {
            self.learn(about, value);
        }
        let (Some(own), Some(room)) = (self.seat(), &self.room) else { return };
        let attempt = room.fairness.attempt;
        if let Some(entropy) = self.heads.witness().of(About::Entropy(attempt, own)) {
            let seal = Seal::with(*entropy, room, own);
            let bound = &room.fairness.seats.get(usize::from(own)).map(|seat| &seat.commitment);
            let ours = bound.is_some_and(|bound| bound.as_deref() == Some(seal.commitment()));
            self.seal = Some(seal).filter(|_| ours || room.state == RoomState::Lobby);
        }
    }

    /// Compares what the room shows of the deal with what was seen before.
    pub(super) fn look_at_the_deal(&mut self) {
        let Some(room) = self.room.clone() else { return };
        let facts = match witness::shown(&room) {
            Ok(facts) => facts,
            Err(why) => return self.contradiction(&room, &why),
        };
        for (about, value) in facts {
            if self.learn(about, value) {
                continue;
            }
            self.contradiction(&room, &format!("{about} is another one than before"));
        }
        for (about, value) in witness::shown(&room).unwrap_or_default() {
            if !witness::opens(self.heads.witness(), &room, about, &value) {
                self.contradiction(&room, &format!("{about} is not what was committed to"));
            }
        }
    }

    /// Takes a fact in; `false` if another was seen before.
    fn learn(&mut self, about: About, value: fairness::Hash) -> bool {
        match self.heads.learn(about, value) {
            Ok(Seen::New | Seen::Same) => true,
            Ok(Seen::Differs { .. }) => false,
            Err(error) => {
                self.notes.push(format!("{about} of the deal was not kept: {error}"));
                true
            }
        }
    }

    fn contradiction(&mut self, room: &Room, what: &str) {
        if self.distrusted.replace(room.fairness.attempt) != Some(room.fairness.attempt) {
            self.notes.push(format!(
                "WARNING: the server contradicts itself about the deal: {what}. Keep your file of \
                 heads and ask the operator"
            ));
        }
    }

    /// The message that this seat is ready, with a commitment to fresh entropy if wanted.
    pub fn ready(&mut self, entropy: bool) -> Result<ClientMessage, Error> {
        let (Some(own), Some(room), true) = (self.seat(), self.room.as_ref(), entropy) else {
            self.seal = None;
            return Ok(ClientMessage::Ready { commitment: None });
        };
        // The same attempt keeps its entropy, so that saying it twice changes nothing.
        if let Some(seal) = self.seal.as_ref().filter(|seal| seal.fits(room)) {
            return Ok(ClientMessage::Ready { commitment: Some(seal.commitment().to_owned()) });
        }
        let seal = Seal::new(room, own)?;
        let attempt = room.fairness.attempt;
        let commitment = Some(seal.commitment().to_owned());
        self.learn(About::Entropy(attempt, own), *seal.entropy());
        self.seal = Some(seal);
        Ok(ClientMessage::Ready { commitment })
    }

    /// What this seat owes the deal now; each duty is told once a connection.
    pub fn duty(&mut self) -> Duty {
        let (Some(own), Some(room)) = (self.seat(), &self.room) else { return Duty::Nothing };
        let attempt = room.fairness.attempt;
        let bound = room.fairness.seats.get(usize::from(own));
        let duty = match &self.seal {
            Some(seal) => seal.duty(room, own),
            None if room.state == RoomState::Sealing
                && bound.is_some_and(|seat| seat.commitment.is_some()) =>
            {
                Duty::Lost
            }
            None => Duty::Nothing,
        };
        let doubted = matches!(duty, Duty::Reveal(_)) && self.distrusted == Some(attempt);
        let duty = if doubted { Duty::Distrust } else { duty };
        if duty == Duty::Nothing || self.told_duty == Some(attempt) {
            return Duty::Nothing;
        }
        self.told_duty = Some(attempt);
        duty
    }
}
