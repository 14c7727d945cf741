//! Comparison of what the server sent to the players with what its database holds.

use std::collections::BTreeSet;

use uuid::Uuid;

use super::{Crowd, End, Sitter};
use crate::stored::{Stored, StoredMatch};

/// The findings of a comparison; every count but the first two must be 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// Accepted commands that were looked for.
    pub acknowledged: u64,
    /// Commands without an answer that the log has all the same.
    pub unanswered_stored: u64,
    /// Accepted commands that the log does not have at their number.
    pub lost: u64,
    /// Commands that the log has more than once.
    pub twice: u64,
    /// Heads that are not those of the log.
    pub forked: u64,
    /// Refused or never sent commands that the log has.
    pub unasked: u64,
    /// Whatever else went wrong, in words.
    pub faults: Vec<String>,
}

impl Crowd {
    /// Compares what everybody received with what is stored.
    pub fn audit(&self, stored: &Stored) -> Audit {
        let mut audit = Audit::default();
        for company in &self.companies {
            let nothing = StoredMatch::default();
            let log = stored.matches.get(&company.id);
            audit.twice += log.map_or(0, |log| log.twice);
            for sitter in &company.sitters {
                audit.sitter(sitter, log.unwrap_or(&nothing));
            }
        }
        audit
    }
}

impl Audit {
    /// Adds the findings of another comparison, of other rooms.
    pub fn add(&mut self, other: Self) {
        self.acknowledged += other.acknowledged;
        self.unanswered_stored += other.unanswered_stored;
        self.lost += other.lost;
        self.twice += other.twice;
        self.forked += other.forked;
        self.unasked += other.unasked;
        self.faults.extend(other.faults);
    }

    /// Takes over from an earlier comparison of the same rooms. Each takes in all before it, as what was lost
    /// once stays lost; only the commands without an answer are others each time.
    #[must_use]
    pub fn after(mut self, before: &Self) -> Self {
        self.unanswered_stored += before.unanswered_stored;
        self
    }

    fn sitter(&mut self, sitter: &Sitter, log: &StoredMatch) {
        let seat = sitter.seat();
        for (id, (_, seq)) in &sitter.accepted {
            self.acknowledged += 1;
            // Behind the veil of a secret choice it was answered with the number of an entry before.
            self.lost += u64::from(log.commands.get(&(seat, *id)).is_none_or(|entry| entry < seq));
        }
        for (seq, head) in &sitter.heads {
            let stored = usize::try_from(*seq).ok().and_then(|seq| log.heads.get(seq));
            self.forked += u64::from(stored != Some(head));
        }
        let open: Option<Uuid> = sitter.unanswered.as_ref().map(|sent| sent.id);
        let logged: BTreeSet<&Uuid> =
            log.commands.keys().filter(|(of, _)| *of == seat).map(|(_, id)| id).collect();
        for id in logged {
            self.unanswered_stored += u64::from(open == Some(*id));
            self.unasked += u64::from(open != Some(*id) && !sitter.accepted.contains_key(id));
        }
        self.faults.extend(sitter.faults.iter().map(|fault| format!("seat {seat}: {fault}")));
        if let End::Refused(code) = &sitter.end
            && *code != protocol::Code::Draining
        {
            self.faults.push(format!("seat {seat} was not let in: {code:?}"));
        }
    }
}
