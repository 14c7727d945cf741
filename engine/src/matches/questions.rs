//! The questions put to seats: their numbers, and why an answer comes too late.
//!
//! A question has the number of the entry that opened it; behind the veil of a secret choice, where that would
//! tell how far others have come, the next one after the question before it. This knows neither what is asked nor
//! what an answer does: a game has its own numbers for its questions, and only says which one stands.

use std::collections::VecDeque;

use protocol::{Code, Rejection};

use super::Match;
use crate::game::Seat;

#[derive(Clone, Copy, Debug)]
struct AskedQuestion {
    question: u32,
    /// The entry that put it.
    seq: u64,
    /// Its number for the seat.
    number: u64,
    /// Its number for everybody else.
    known: u64,
}

/// Number of questions of each seat that a match remembers: so far back a late answer learns from the game why
/// its question is closed.
const QUESTIONS_REMEMBERED: usize = 8;

/// The last questions put to a seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Questions {
    /// The questions in order; the last one may be open.
    put: VecDeque<AskedQuestion>,
    open: bool,
}

impl Questions {
    fn add(&mut self, question: AskedQuestion) {
        if self.put.len() == QUESTIONS_REMEMBERED {
            self.put.pop_front();
        }
        self.put.push_back(question);
    }
}

impl Match {
    /// Numbers the questions. What a seat is asked further behind the veil is for everybody else the question that
    /// it was asked before.
    pub(super) fn ask(&mut self, veiled: bool) {
        let seq = self.chain.seq();
        let awaiting = self.awaiting();
        for (index, asked) in self.asked.iter_mut().enumerate() {
            let seat = Seat(index as u8);
            let stood = asked.put.back().filter(|_| asked.open).copied();
            asked.open = awaiting.contains(seat);
            let question = self.table.question(seat);
            if asked.open && stood.map(|stood| stood.question) != Some(question) {
                let hidden = stood.filter(|_| veiled);
                let number = hidden.map_or(seq, |stood| stood.number + 1);
                let known = hidden.map_or(seq, |stood| stood.known);
                asked.add(AskedQuestion { question, seq, number, known });
            }
        }
    }

    /// Returns the number of this seat's open question.
    pub fn decision(&self, seat: Seat) -> Option<u64> {
        self.open_question(seat).map(|asked| asked.number)
    }

    /// Returns the number of the entry that put this seat's open question.
    pub(super) fn put_by(&self, seat: Seat) -> Option<u64> {
        self.open_question(seat).map(|asked| asked.seq)
    }

    fn open_question(&self, seat: Seat) -> Option<&AskedQuestion> {
        self.asked.get(seat.index()).filter(|asked| asked.open)?.put.back()
    }

    /// Checks whether this seat's open question takes any number of commands, until something else closes
    /// it; `false` without one.
    pub fn standing(&self, seat: Seat) -> bool {
        self.decision(seat).is_some() && self.table.standing(seat)
    }

    /// Returns the number of this seat's open question as everybody may know it: while a secret choice
    /// is open, that of the question with which it opened, however far the seat has come.
    pub fn known_decision(&self, seat: Seat) -> Option<u64> {
        self.open_question(seat).map(|asked| asked.known)
    }

    /// Explains why a command cannot answer `decision`, which is not the one open for this seat.
    pub fn stale(&self, seat: Seat, decision: Option<u64>) -> Rejection {
        let mut put = self.asked.get(seat.index()).into_iter().flat_map(|asked| &asked.put);
        let closed = put.find(|asked| Some(asked.number) == decision);
        // A late answer to a closed question may deserve the game's own reason ("the round is over").
        closed.and_then(|asked| self.table.closed(asked.question)).unwrap_or_else(|| {
            let detail = match self.decision(seat) {
                Some(open) => format!("another question is open for you: decision {open}"),
                None => "nothing is asked of you now".to_owned(),
            };
            Rejection::new(Code::Stale, detail)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_questions_are_remembered() {
        let mut questions = Questions::default();
        for seq in 0..100 {
            questions.add(AskedQuestion { question: 1, seq, number: seq, known: seq });
        }
        let remembered: Vec<u64> = questions.put.iter().map(|asked| asked.seq).collect();
        assert_eq!(remembered, (100 - QUESTIONS_REMEMBERED as u64..100).collect::<Vec<_>>());
    }
}
