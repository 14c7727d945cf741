//! Practice: a new room whose match goes on from an entry of one that is over.
//!
//! The other match's log is copied up to that entry, so the new room lives on whatever becomes of the
//! other one. It is stored whole before anybody is seated: the match begins with its lobby's end, and
//! nothing is missing then. What is dealt anew is the engine's affair.

use std::sync::Arc;

use engine::catalogue::Catalogue;
use engine::matches::{Match, ReplayError};
use fairness::Hash;
use protocol::Code;
use protocol::room::{Entropy, OpenPractice, SeatPreference};
use tracing::error;

use super::directory::Rooms;
use super::handle::Handle;
use super::hub::{BegunLog, Hub};
use crate::room::{
    Closed, Holding, LoadedGame, Refusal, RoomRecord, SeatRecord, Seated, Spoiled, StoredUnproven,
    Terms, TokenHash, checked_name, draw_token, pick_seat,
};

/// The most matches that practice goes on from, one after the other: the deal of each is kept with every room
/// after it.
pub const PRACTICE_DEEP_MAX: usize = 32;

/// A match that is over, as far as another one begins with it.
struct Past {
    game: Arc<LoadedGame>,
    record: RoomRecord,
    /// Its component data: digest and canonical text.
    data: (Hash, String),
    catalogue: Catalogue,
    /// Its header, and the entries that are kept.
    rows: Vec<String>,
}

impl Rooms {
    /// Founds a room whose match goes on from an entry of a match that is over, and seats whoever asks;
    /// `holding` is kept until the room is over.
    pub async fn practice(
        &self,
        room: &Handle,
        wanted: OpenPractice,
        holding: Option<Holding>,
    ) -> Result<Seated, Refusal> {
        let name = checked_name(&wanted.name)?;
        let absence_ms = self.absence_ms(wanted.absence_ms)?;
        let closed = *room.closed().await?;
        let hub = &self.0;
        let past = hub.past(closed, wanted.seq).await?;
        let terms = Terms {
            game: past.record.game.clone(),
            rules_version: past.record.rules_version,
            options: past.record.options.by_name(),
            spectators: wanted.spectators,
            listed: wanted.listed,
            absence_ms,
            entropy: Entropy::Optional,
            hints: wanted.hints,
            data: past.data.0,
        };
        let mut seats = vec![SeatRecord::free(); past.record.seats.len()];
        // Before the match is made: a seat that there is not needs no work.
        let seat =
            wanted.seat.map(|seat| pick_seat(&seats, Some(seat), &hub.random)).transpose()?;
        let mut record = RoomRecord::new(terms, seats.clone(), &hub.random);
        hub.deal_by_seed(&mut record);
        let (mut record, asked, log) = hub.part(past, record, wanted.seq).await?;
        let seat = match seat {
            Some(seat) => seat,
            None => pick_seat(&seats, Some(SeatPreference::Number(asked)), &hub.random)?,
        };
        let token = draw_token(&hub.random);
        seats[usize::from(seat)] = SeatRecord::held(name, Some(TokenHash::of(&token)));
        record.seats = seats.into();
        let founding = hub.found_with(record, Some(log), holding);
        let (_, record) = hub.with_place(None, founding).await?;
        Ok(Seated { room: record.object(|_| false, 0), seat, token })
    }
}

impl Hub {
    /// Reads a match that is over up to an entry with which it is not.
    async fn past(&self, closed: Closed, seq: u64) -> Result<Past, Refusal> {
        let Closed { game, record, .. } = closed;
        let fault = |reason: String| spoiled(&record, &reason);
        let deep = record.unproven.as_ref().map_or(0, StoredUnproven::past_deals);
        if deep >= PRACTICE_DEEP_MAX {
            let detail = format!("practice goes on from {PRACTICE_DEEP_MAX} matches at most");
            return Err(Refusal::new(Code::TooBig, detail));
        }
        let turn = self.archive.enter().await?;
        let digest = record.digest().ok_or_else(|| fault("no digest".to_owned()))?;
        let canonical = if game.catalogue.digest() == digest {
            game.catalogue.canonical().to_string()
        } else {
            let gone = "the component data that the match was played with are not here any more";
            let kept = self.store.data(digest).await?;
            kept.ok_or_else(|| Refusal::new(Code::DataUnknown, gone))?
        };
        let catalogue = self.catalogue(&game, digest).await?;
        let mut rows = self.store.read(record.id, 0).await?;
        drop(turn);
        let last = rows.len().saturating_sub(1) as u64;
        if seq > last {
            let detail = format!("the match has {last} entries");
            return Err(Refusal::new(Code::EntryUnknown, detail));
        }
        if seq == last {
            return Err(Refusal::new(Code::Over, "the match is over with this entry"));
        }
        rows.truncate(usize::try_from(seq).map_or(usize::MAX, |seq| seq + 1));
        Ok(Past { game, record, data: (digest, canonical), catalogue, rows })
    }

    /// Makes the match that parts from another one after entry `seq`; returns its room's record, the
    /// lowest seat that is asked something there, and the log that it begins with.
    async fn part(
        &self,
        past: Past,
        mut record: RoomRecord,
        seq: u64,
    ) -> Result<(RoomRecord, u8, BegunLog), Refusal> {
        let Past { game, record: from, data, catalogue, mut rows } = past;
        let code = from.code.clone();
        let begun = from.beginning();
        let made = self.aside(move || {
            let begun = begun.ok_or(Spoiled::Record)?;
            record.unproven = Some(StoredUnproven::practice(code, &begun, seq));
            let beginning = record.beginning().ok_or(Spoiled::Record)?;
            let new = Match::begin(game.entry, &catalogue, &beginning);
            let first = rows.first_mut().ok_or(ReplayError::Header)?;
            *first = new.map_err(ReplayError::SetUp)?.header;
            // So it is sure that it can be read again.
            let texts = rows.iter().map(String::as_str);
            let live = Match::replay(game.entry, &catalogue, &beginning, texts, |_| {})?;
            let asked = live.awaiting().iter().next().map_or(0, |seat| seat.0);
            Ok::<_, Spoiled>((record, asked, (data, rows)))
        });
        let made = made.await.unwrap_or_else(|panicked| Err(panicked.into()));
        made.map_err(|why| spoiled(&from, &why.to_string()))
    }
}

/// Reports an old match that cannot be made again.
fn spoiled(record: &RoomRecord, reason: &str) -> Refusal {
    error!(room = %record.id, reason, "an old match cannot be gone on with");
    Refusal::unavailable()
}
