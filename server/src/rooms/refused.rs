//! The refused ids of a seat, so that a repeated command gets its first answer again.
//!
//! In memory only: accepted ids are in the log, and a refusal that a restart forgets is evaluated
//! anew, which changes nothing that was not allowed anyway.

use std::collections::VecDeque;

use fairness::Hash;
use protocol::Code;
use serde::Serialize;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// How many refused ids of a seat are remembered.
pub(crate) const REFUSED_KEPT: usize = 64;

/// The answer to a refused command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) code: Code,
    pub(crate) detail: String,
    pub(crate) rule: Option<String>,
    pub(crate) retry_after_ms: Option<u64>,
}

impl Answer {
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), rule: None, retry_after_ms: None }
    }

    /// Whether the same message may fare better later, so that its id stays free.
    pub(crate) fn passing(&self) -> bool {
        matches!(self.code, Code::Busy | Code::StorageUnavailable | Code::Draining)
    }
}

/// What was refused lately.
#[derive(Debug, Default)]
pub(crate) struct Refused(VecDeque<(Uuid, Hash, Answer)>);

impl Refused {
    /// The digest of what a command says, by which a repeated id is compared.
    pub(crate) fn content(said: &impl Serialize) -> Hash {
        Sha256::digest(serde_json::to_vec(said).unwrap_or_default()).into()
    }

    /// The answer that this id had, and whether it stood for the same.
    pub(crate) fn find(&self, id: Uuid, content: &Hash) -> Option<(&Answer, bool)> {
        let (_, before, answer) = self.0.iter().find(|(refused, _, _)| *refused == id)?;
        Some((answer, before == content))
    }

    /// Remembers a refusal.
    pub(crate) fn keep(&mut self, id: Uuid, content: Hash, answer: Answer) {
        if self.0.len() == REFUSED_KEPT {
            self.0.pop_front();
        }
        self.0.push_back((id, content, answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ids_are_remembered_with_their_content() {
        let mut refused = Refused::default();
        let ids: Vec<Uuid> = (0..=REFUSED_KEPT as u128).map(Uuid::from_u128).collect();
        for id in &ids {
            refused.keep(*id, Refused::content(&id), Answer::new(Code::Illegal, id.to_string()));
        }
        assert_eq!(refused.find(ids[0], &Refused::content(&ids[0])), None);
        let (answer, same) = refused.find(ids[1], &Refused::content(&ids[1])).unwrap();
        assert_eq!((answer.detail.as_str(), same), (ids[1].to_string().as_str(), true));
        assert!(!refused.find(ids[1], &Refused::content(&ids[2])).unwrap().1);
    }
}
