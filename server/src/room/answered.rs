//! The ids of a seat that were answered and are not in the log: refused ones, and answers to
//! requests. A repeated message gets its first answer again.
//!
//! In memory only: accepted ids are in the log, and what a restart forgets is evaluated again, which
//! changes nothing that was not allowed anyway.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use uuid::Uuid;

use super::refusal::Refusal;

/// Most ids that are remembered for a seat of those that were refused, and of those that were accepted.
pub const ANSWERED_KEPT: usize = 64;

/// Outcome of an act: the number of an entry, or a refusal.
pub(crate) type ActResult = Result<u64, Refusal>;

/// Answers of late, by id. No number of refusals makes an acceptance forgotten.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answered {
    accepted: AnswerRing,
    refused: AnswerRing,
}

type AnswerRing = VecDeque<(Uuid, u64, ActResult)>;

impl Answered {
    /// Returns the hash of what a message says, by which a repeated id is compared: no cryptographic
    /// one, because who finds two messages with one hash deceives nobody but itself.
    pub(crate) fn content(said: &impl Hash) -> u64 {
        let mut hasher = FxHasher::default();
        said.hash(&mut hasher);
        hasher.finish()
    }

    /// Returns the answer that this id had, and whether the content was the same.
    pub(crate) fn find(&self, id: Uuid, content: u64) -> Option<(&ActResult, bool)> {
        let mut all = self.accepted.iter().chain(&self.refused);
        let (_, before, verdict) = all.find(|(answered, _, _)| *answered == id)?;
        Some((verdict, *before == content))
    }

    /// Remembers an answer.
    pub(crate) fn keep(&mut self, id: Uuid, content: u64, verdict: ActResult) {
        let ring = if verdict.is_ok() { &mut self.accepted } else { &mut self.refused };
        if ring.len() == ANSWERED_KEPT {
            ring.pop_front();
        }
        ring.push_back((id, content, verdict));
    }

    /// Forgets the refusals: in a room where nobody is nothing has changed that could make one an
    /// acceptance, and what is evaluated again is refused again.
    pub(crate) fn forget_refusals(&mut self) {
        self.refused = AnswerRing::new();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::Code;

    #[test]
    fn the_last_ids_are_remembered_with_their_content() {
        let mut answered = Answered::default();
        let ids: Vec<Uuid> = (0..=ANSWERED_KEPT as u128).map(Uuid::from_u128).collect();
        for id in &ids {
            let refused = Refusal::new(Code::Illegal, id.to_string());
            answered.keep(*id, Answered::content(&id), Err(refused));
        }
        assert_eq!(answered.find(ids[0], Answered::content(&ids[0])), None);
        let (verdict, same) = answered.find(ids[1], Answered::content(&ids[1])).unwrap();
        assert_eq!(verdict.as_ref().unwrap_err().detail, ids[1].to_string());
        assert!(same && !answered.find(ids[1], Answered::content(&ids[2])).unwrap().1);
        answered.keep(ids[0], 0, Ok(7));
        for id in ids.iter().map(|id| Uuid::from_u128(id.as_u128() + 1_000)) {
            answered.keep(id, 0, Err(Refusal::new(Code::Illegal, "no")));
        }
        assert_eq!(answered.find(ids[0], 0), Some((&Ok(7), true)), "however many are refused");
        answered.forget_refusals();
        assert_eq!(answered.find(ids[0], 0), Some((&Ok(7), true)));
        assert_eq!(answered.find(ids[1], 0), None);
    }
}
