//! A match that is over, entry by entry, as each seat could imagine it at the time.
//!
//! The match itself never leaves: whoever judges what a seat did knows what that seat knew.

use std::fmt;

use fairness::Hash;
use fairness::record::Record;
use protocol::{Outcome, Rejection};
use serde_json::Value;

use super::RecordError;
use super::verify::beginning;
use crate::catalogue::Catalogue;
use crate::game::Seat;
use crate::matches::{Beginning, Begun, Entry, Input, Match, ReplayError};
use crate::registry::GameEntry;
use crate::think::Guesses;

/// A match that is over, before one of its entries.
pub struct Hindsight {
    game: &'static str,
    live: Match,
    seats: u8,
    entries: std::vec::IntoIter<Entry>,
    /// The open question of each seat, and the match as it could imagine it since then.
    imagined: Vec<(Option<u64>, Vec<Guesses>)>,
}

/// The most moments of a question that are kept: its first ones, and the last.
const MOMENTS_KEPT: usize = 8;

impl fmt::Debug for Hindsight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hindsight").field("seq", &self.live.seq()).finish_non_exhaustive()
    }
}

/// A command of the log, with what its seat knew before and after it.
#[derive(Debug)]
pub struct PastCommand {
    /// The seat.
    pub seat: u8,
    /// The command.
    pub command: Value,
    /// The match as the seat could imagine it before.
    pub before: Guesses,
    /// As it could imagine it earlier, from when it was asked, oldest first: others may have acted since then.
    pub earlier: Vec<Guesses>,
    /// The match as the seat could imagine it after.
    pub after: Guesses,
}

/// An entry of the log.
#[derive(Debug)]
pub struct PastEntry {
    /// Its number.
    pub seq: u64,
    /// The command that it was, if it was one.
    pub command: Option<PastCommand>,
    /// The entry to which it led back, if it was an undo: what came after that one does not stand.
    pub back_to: Option<u64>,
}

impl Hindsight {
    /// Begins before the first entry of a stored log, row 0 being the header.
    ///
    /// # Errors
    /// If this is not the log of a match that is over.
    pub fn begin(
        game: &GameEntry,
        catalogue: &Catalogue,
        beginning: &Beginning,
        rows: &[String],
    ) -> Result<Self, RecordError> {
        let Begun { live, header, .. } =
            Match::begin(game, catalogue, beginning).map_err(ReplayError::SetUp)?;
        let Some((_, rows)) = rows.split_first().filter(|(first, _)| **first == header) else {
            return Err(ReplayError::Header.into());
        };
        let entries: Vec<Entry> =
            rows.iter().map(|row| serde_json::from_str(row)).collect::<Result<_, _>>()?;
        Self::over(game, live, beginning.seats.len(), entries)
    }

    /// Begins before the first entry of a record.
    ///
    /// # Errors
    /// If the record is not one of this game.
    pub fn of_record(
        game: &GameEntry,
        catalogue: &Catalogue,
        record: &Record,
    ) -> Result<Self, RecordError> {
        let beginning = beginning(record).ok_or(ReplayError::Header)?;
        let Begun { live, .. } =
            Match::begin(game, catalogue, &beginning).map_err(ReplayError::SetUp)?;
        let entries: Vec<Entry> = record
            .entries
            .iter()
            .map(|entry| serde_json::from_value(entry.clone()))
            .collect::<Result<_, _>>()?;
        Self::over(game, live, beginning.seats.len(), entries)
    }

    fn over(
        game: &GameEntry,
        live: Match,
        seats: usize,
        entries: Vec<Entry>,
    ) -> Result<Self, RecordError> {
        // The secrets of a match that goes on are nobody's yet.
        let mut end = live.clone();
        for Entry { at, input, seq } in &entries {
            let refused = |rejection| ReplayError::Refused { seq: *seq, rejection };
            let prepared = end.prepare_again(*at, input.clone()).map_err(refused)?;
            end.commit(prepared);
        }
        if end.outcome().is_none() {
            return Err(RecordError::NotOver { seq: end.seq() });
        }
        let imagined = (0..seats).map(|_| (None, Vec::new())).collect();
        let entries = entries.into_iter();
        let mut begun = Self { game: game.id, live, seats: seats as u8, entries, imagined };
        begun.imagine();
        Ok(begun)
    }

    /// Imagines the match for every seat that is asked something.
    fn imagine(&mut self) {
        for (seat, (asked, moments)) in (0..).map(Seat).zip(&mut self.imagined) {
            let decision = self.live.decision(seat);
            if std::mem::replace(asked, decision) != decision {
                moments.clear();
            }
            if decision.is_some() {
                moments.truncate(MOMENTS_KEPT - 1);
                moments.push(self.live.guesses(seat));
            }
        }
    }

    /// Returns the game's id.
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Returns the number of the last entry so far, and of those that follow.
    pub fn progress(&self) -> (u64, u64) {
        (self.live.seq(), self.entries.len() as u64)
    }

    /// Returns the head of the log's chain so far.
    pub fn head(&self) -> Hash {
        self.live.head()
    }

    /// Returns the outcome, once its entry was carried out.
    pub fn outcome(&self) -> Option<Outcome> {
        self.live.outcome()
    }

    /// Imagines the match as it is for a seat.
    pub fn guesses(&self, seat: Seat) -> Guesses {
        self.live.guesses(seat)
    }

    /// Carries out the next entry; `None` if there is none.
    ///
    /// # Errors
    /// If the rules refuse the entry.
    pub fn step(&mut self) -> Result<Option<PastEntry>, Rejection> {
        let Some(Entry { at, input, seq }) = self.entries.next() else { return Ok(None) };
        let (given, back_to) = match &input {
            Input::Command { seat, command, .. } => {
                let moments = self.imagined.get_mut(usize::from(*seat));
                let earlier = moments.map(|(_, moments)| std::mem::take(moments));
                (Some((*seat, command.clone(), earlier.unwrap_or_default())), None)
            }
            Input::Undo { to, .. } => (None, Some(*to)),
            Input::Deadline {}
            | Input::Resign { .. }
            | Input::Claim { .. }
            | Input::Abandon {}
            | Input::Pause { .. }
            | Input::Resume { .. } => (None, None),
        };
        let prepared = self.live.prepare_again(at, input)?;
        self.live.commit(prepared);
        self.imagine();
        // Who was asked nothing has nothing to judge: the rules refuse what it says.
        let command = given.and_then(|(seat, command, mut earlier)| {
            let before = earlier.pop()?;
            Some(PastCommand {
                seat,
                command,
                before,
                earlier,
                after: self.live.guesses(Seat(seat)),
            })
        });
        Ok(Some(PastEntry { seq, command, back_to }))
    }
}
