//! A match as it is looked at: where its log has come to, what each viewer may know and do.
//!
//! Nothing here changes a match, and nothing is shown beyond what the game shows to that viewer.

use fairness::Hash;
use protocol::{Offer, Outcome};
use uuid::Uuid;

use super::{Accepted, Match, Pause, Position};
use crate::game::{MatchMillis, Seat, SeatSet};
use crate::json::Json;
use crate::table::Table;
use crate::think::Guesses;

impl Match {
    /// Returns the number of the last entry; 0 after the set-up.
    pub fn seq(&self) -> u64 {
        self.chain.seq()
    }

    /// Returns the log chain's head.
    pub fn head(&self) -> Hash {
        self.chain.head()
    }

    /// Returns the match time of the last entry.
    pub fn at(&self) -> MatchMillis {
        self.at
    }

    /// Checks whether match time is stopped.
    pub fn paused(&self) -> bool {
        self.pause != Pause::No
    }

    /// Returns the kind of pause, if match time is stopped.
    pub fn pause(&self) -> Pause {
        self.pause
    }

    /// Returns the seats that must act; none once the match is over.
    pub fn awaiting(&self) -> SeatSet {
        if self.outcome().is_some() { SeatSet::EMPTY } else { self.table.awaiting() }
    }

    /// Checks whether a secret simultaneous choice is open.
    pub fn veiled(&self) -> bool {
        self.outcome().is_none() && self.table.veiled()
    }

    /// Returns the last entry that may be known of, the same to every viewer.
    pub fn position(&self) -> Position {
        self.position
    }

    /// Returns the input that was accepted from this seat under this id.
    pub fn accepted(&self, seat: Seat, id: Uuid) -> Option<&Accepted> {
        self.accepted.get(&(seat, id))
    }

    /// Returns the time of the next deadline.
    pub fn next_deadline(&self) -> Option<MatchMillis> {
        if self.outcome().is_some() { None } else { self.table.next_deadline() }
    }

    /// Returns the view that everybody may see.
    pub fn public(&self) -> Json {
        self.table.public()
    }

    /// Returns the part of the view that only this seat may see.
    pub fn private(&self, seat: Seat) -> Json {
        self.table.private(seat)
    }

    /// Returns the seat's current offers: everything that a bot needs to choose from.
    ///
    /// A bot picks an offer and fills its template with [`protocol::offer::fill`]; see the example
    /// of [`Match`].
    ///
    /// # Panics
    /// If a game wrote something else than offers.
    pub fn offers(&self, seat: Seat) -> Vec<Offer> {
        serde_json::from_str(self.written_offers(seat).get()).expect("a list of offers")
    }

    /// Returns the seat's current offers as they are sent.
    pub fn written_offers(&self, seat: Seat) -> Json {
        let asked = self.awaiting().contains(seat);
        if asked { self.table.offers(seat) } else { Json::empty_list() }
    }

    /// Imagines the match for a seat: what the seat cannot know is dealt anew before it leaves.
    ///
    /// The coins are the match's own, a stream of draws for each question of each seat and one for the
    /// seat's style: nobody chooses them, and once the match is over whoever has its record can imagine
    /// the same.
    pub fn guesses(&self, seat: Seat) -> Guesses {
        let question = self.put_by(seat).unwrap_or_default();
        let mut stream = self.key.stream(&format!("mind/{}/{question}", seat.0));
        let mut guesses = self.table.guesses(seat, &mut |n| stream.below(n));
        guesses.style = self.key.stream(&format!("mind/{}/style", seat.0)).below(256) as u8;
        guesses
    }

    /// Returns the outcome, once the match is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.clone().or_else(|| self.table.outcome())
    }

    /// Returns the table itself, for tests that look closer.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }
}
