//! This client's part in the deal, and its distrust: what it brings, what it saw of the others.
//!
//! Here, apart from the rest of the session, because it is the one thing in which a client does not
//! take the server's word. Every contradiction becomes a note, once, and ends what this seat reveals
//! in this room. It must not know how anything is shown.

use fairness::verify::{Contradiction, Fact};
use protocol::room::{Room, RoomState};
use protocol::{ClientMessage, Feature};
use uuid::Uuid;

use super::Session;
use crate::error::Error;
use crate::heads::{Comparison, Heads};
use crate::seal::{Duty, Seal};
use crate::witness::{self, DealFault};

/// This program's messages about the deal; a newer program, or another connection, knows nothing of
/// them.
#[derive(Debug, Default)]
pub(super) struct DealProgress {
    /// The attempt whose duty was reported on this connection.
    duty: Option<u32>,
    /// The attempt for which the server has taken our entropy on this connection.
    reveal: Option<u32>,
    /// The newest `ready` and the newest `reveal` of this connection, as long as they may be answered.
    asked: [Option<ClientMessage>; 2],
    /// The attempt for which the newest "ready" carried a commitment, and no earlier one was without.
    committed: Option<u32>,
    /// The attempt for which a "ready" was without.
    without: Option<u32>,
}

impl DealProgress {
    /// Starts over on another connection: what is owed is to be sent again, and what was sent may be
    /// lost.
    pub(super) fn reconnected(&mut self) {
        (self.duty, self.reveal, self.asked) = (None, None, [None, None]);
    }

    /// Takes the answer to what has this id: what was revealed cannot be denied any more.
    pub(super) fn accepted(&mut self, id: Uuid) {
        if let Some(ClientMessage::Reveal { .. }) = self.answered(Some(id), None) {
            self.reveal = self.duty;
        }
    }

    /// Returns our message that was refused, by its id or without one by its type; `None` for any
    /// other. What was to be revealed did not arrive.
    pub(super) fn refused(
        &mut self,
        id: Option<Uuid>,
        kind: Option<&str>,
    ) -> Option<ClientMessage> {
        let message = self.answered(id, kind)?;
        if let ClientMessage::Reveal { .. } = message {
            self.reveal = None;
        }
        Some(message)
    }

    fn answered(&mut self, id: Option<Uuid>, kind: Option<&str>) -> Option<ClientMessage> {
        let answers = |asked: &&mut Option<ClientMessage>| {
            let named =
                |asked: &ClientMessage| id.is_some() || Some(asked.re().kind.as_str()) == kind;
            asked.as_ref().is_some_and(|asked| asked.id() == id && named(asked))
        };
        self.asked.iter_mut().find(answers)?.take()
    }
}

impl Session {
    /// Keeps heads and facts there from here on. Those already seen are written down, and what is
    /// there already is remembered: our own entropy above all.
    pub fn keep_heads(&mut self, heads: Heads) {
        let before = std::mem::replace(&mut self.heads, heads);
        if self.heads.distrusts() {
            self.notes.push(
                "WARNING: the server contradicted itself about this deal before: nothing of your \
                 part is revealed"
                    .to_owned(),
            );
        }
        for (seq, head) in before.seen() {
            self.note_head(*seq, head);
        }
        let Some(room) = self.room.clone() else { return };
        let changed = before.witness().facts().filter_map(|fact| self.learn(fact));
        let changed: Vec<DealFault> = changed.collect();
        for fault in changed {
            self.contradicted(&room, &fault);
        }
        for (_, how) in before.contradictions() {
            self.note_contradiction(&room, how);
        }
        self.look_at_the_deal();
        let Some(own) = self.seat() else { return };
        let attempt = room.fairness.attempt;
        if let Some(entropy) = self.heads.witness().entropy(attempt, own) {
            let seal = Seal::with(*entropy, &room, own);
            let bound = &room.fairness.seats.get(usize::from(own)).map(|seat| &seat.commitment);
            let ours = bound.is_some_and(|bound| bound.as_deref() == Some(seal.commitment()));
            self.seal = Some(seal).filter(|_| ours || room.state == RoomState::Lobby);
        }
    }

    /// Compares what the room shows of the deal with what was seen before.
    pub(super) fn look_at_the_deal(&mut self) {
        let Some(room) = self.room.clone() else { return };
        if self.is_unproven(&room) {
            return;
        }
        let withdrawn = room.unproven.is_some().then(DealFault::withdrawn);
        let facts = match witness::shown(&room) {
            Ok(facts) => facts,
            Err(fault) => return self.contradicted(&room, &withdrawn.unwrap_or(fault)),
        };
        // All of them are written down before anything is said of one.
        let changed: Vec<DealFault> = facts.iter().filter_map(|fact| self.learn(*fact)).collect();
        let found = withdrawn
            .or_else(|| changed.into_iter().next())
            .or_else(|| witness::contradiction(self.heads.witness(), &room, &facts))
            .or_else(|| self.denied(&room));
        if let Some(fault) = found {
            self.contradicted(&room, &fault);
        }
    }

    /// Checks whether the room has said from the beginning that nothing proves its deal. One that says
    /// so later is not believed.
    fn is_unproven(&self, room: &Room) -> bool {
        room.unproven.is_some() && self.heads.witness().facts().next().is_none()
    }

    /// Returns the fault if the room denies something that this program did.
    pub(super) fn denied(&self, room: &Room) -> Option<DealFault> {
        let (own, fairness) = (self.seat()?, &room.fairness);
        let accused = fairness
            .voided
            .iter()
            .find(|void| self.progress.reveal == Some(void.attempt) && void.missing.contains(&own));
        if let Some(void) = accused {
            let attempt = void.attempt;
            let what = format!("attempt {attempt} is void for your seat, which did reveal");
            return Some(DealFault { how: Contradiction::Void, what });
        }
        let brought = fairness.seats.get(usize::from(own));
        let dropped = brought.is_none_or(|brought| brought.commitment.is_none());
        (self.progress.committed == Some(fairness.attempt) && witness::bound(room) && dropped).then(
            || DealFault {
                how: Contradiction::Seat,
                what: format!("the commitment of your seat {own} is left out"),
            },
        )
    }

    /// Takes a fact in; the fault if another was seen before.
    fn learn(&mut self, fact: Fact) -> Option<DealFault> {
        match self.heads.learn(fact) {
            Ok(Comparison::New | Comparison::Same) => None,
            Ok(Comparison::Differs { .. }) => Some(DealFault::changed(fact.about())),
            Err(error) => {
                self.notes.push(format!("{} of the deal was not kept: {error}", fact.about()));
                None
            }
        }
    }

    fn contradicted(&mut self, room: &Room, fault: &DealFault) {
        if self.note_contradiction(room, fault.how) {
            self.notes.push(format!(
                "WARNING: the server contradicts itself about the deal: {}. Nothing of your part is \
                 revealed any more. Keep your file of heads and ask the operator",
                fault.what
            ));
        }
    }

    /// Writes a contradiction down; whether it is a new one.
    fn note_contradiction(&mut self, room: &Room, how: Contradiction) -> bool {
        match self.heads.contradicted(room.fairness.attempt, how) {
            Ok(new) => new,
            Err(error) => {
                self.notes.push(format!("a contradiction of the server was not kept: {error}"));
                true
            }
        }
    }

    /// Checks whether the server ever contradicted itself about this deal: then nothing is revealed
    /// to it.
    pub fn distrusts(&self) -> bool {
        self.heads.distrusts()
    }

    /// Returns the message that this seat is ready, with a commitment to fresh entropy if wanted and
    /// if the server can be trusted with it.
    pub fn ready(&mut self, entropy: bool) -> Result<ClientMessage, Error> {
        let Some((own, room)) = self.seat().zip(self.room.clone()) else {
            return Ok(ClientMessage::Ready { id: None, commitment: None });
        };
        let commitment = self.commitment(entropy, own, &room)?;
        let message = ClientMessage::Ready { id: self.part_id(), commitment };
        self.progress.asked[0] = Some(message.clone());
        Ok(message)
    }

    /// Returns the message that opens our part of the deal. Where the server answers it, it counts
    /// once it was accepted.
    pub fn reveal(&mut self, entropy: String) -> ClientMessage {
        let message = ClientMessage::Reveal { id: self.part_id(), entropy };
        if message.id().is_none() {
            self.progress.reveal = self.progress.duty;
        }
        self.progress.asked[1] = Some(message.clone());
        message
    }

    /// Returns a `reveal` that was refused for now, to be sent again as it is.
    pub fn reveal_again(&mut self, message: ClientMessage) -> ClientMessage {
        self.progress.asked[1] = Some(message.clone());
        message
    }

    /// Returns an id for a message of the deal, if the server answers what has one.
    fn part_id(&self) -> Option<Uuid> {
        self.has(Feature::Answers).then(Uuid::new_v4)
    }

    /// Returns what this seat binds itself to, if it brings entropy.
    fn commitment(&mut self, entropy: bool, own: u8, room: &Room) -> Result<Option<String>, Error> {
        let attempt = room.fairness.attempt;
        if !entropy || self.distrusts() || self.is_unproven(room) {
            self.seal = None;
            (self.progress.committed, self.progress.without) = (None, Some(attempt));
            return Ok(None);
        }
        self.progress.committed = Some(attempt).filter(|_| self.progress.without != Some(attempt));
        // The same attempt keeps its entropy, so that saying it twice changes nothing.
        if let Some(seal) = self.seal.as_ref().filter(|seal| seal.fits(room)) {
            return Ok(Some(seal.commitment().to_owned()));
        }
        let seal = Seal::new(room, own)?;
        let commitment = Some(seal.commitment().to_owned());
        self.learn(Fact::Entropy(attempt, own, *seal.entropy()));
        self.seal = Some(seal);
        Ok(commitment)
    }

    /// Returns what this seat owes the deal now, each duty once a connection. The caller fulfils it.
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
        let doubted = matches!(duty, Duty::Reveal(_)) && self.distrusts();
        let duty = if doubted { Duty::Distrust } else { duty };
        if duty == Duty::Nothing || self.progress.duty == Some(attempt) {
            return Duty::Nothing;
        }
        self.progress.duty = Some(attempt);
        duty
    }
}
