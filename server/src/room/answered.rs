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

/// Most such ids that are remembered for a seat.
pub const ANSWERED_KEPT: usize = 64;

/// Outcome of an act: the number of an entry, or a refusal.
pub(crate) type ActResult = Result<u64, Refusal>;

/// Answers of late, by id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answered(VecDeque<(Uuid, u64, ActResult)>);

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
        let (_, before, verdict) = self.0.iter().find(|(answered, _, _)| *answered == id)?;
        Some((verdict, *before == content))
    }

    /// Remembers an answer.
    pub(crate) fn keep(&mut self, id: Uuid, content: u64, verdict: ActResult) {
        if self.0.len() == ANSWERED_KEPT {
            self.0.pop_front();
        }
        self.0.push_back((id, content, verdict));
    }

    /// Forgets the refusals: in a room where nobody is nothing has changed that could make one an
    /// acceptance, and what is evaluated again is refused again.
    pub(crate) fn forget_refusals(&mut self) {
        self.0.retain(|(_, _, verdict)| verdict.is_ok());
        self.0.shrink_to_fit();
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
        answered.forget_refusals();
        assert_eq!(answered.find(ids[0], 0), Some((&Ok(7), true)));
        assert_eq!(answered.find(ids[1], 0), None);
    }
}
