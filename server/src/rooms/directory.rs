//! The directory: creates rooms, loads them from the store, finds them by code, and ends them.

use std::sync::Arc;

use engine::DataLicence;
use fairness::Hash;
use protocol::room::{CreateRoom, GameInfo, Games};
use protocol::{Code, Reference};
use serde::Serialize;
use serde_json::value::RawValue;
use tracing::info;
use uuid::Uuid;

use super::archive::{ArchiveKey, ArchivePart};
use super::code;
use super::filter::RoomFilter;
use super::handle::Handle;
use super::hub::{Hub, RoomsSetup, stopping};
use crate::licences::Licences;
use crate::log::{LogError, MatchLog};
use crate::metrics::{Metrics, Readings};
use crate::room::{
    Holding, Refusal, SeatRecord, Seated, Terms, TokenHash, checked_name, checked_program,
    draw_token, features, pick_seat,
};
use crate::settings::Settings;

/// All rooms of this server. Cheap to clone.
#[derive(Clone, derive_more::Debug)]
#[debug("Rooms({})", _0.count())]
pub struct Rooms(pub(super) Arc<Hub>);

impl Rooms {
    /// Offers the games that have component data, and loads every stored room. Matches are read while
    /// the server serves already.
    pub async fn open(setup: RoomsSetup, store: Arc<dyn MatchLog>) -> Result<Self, LogError> {
        let hub = Hub::new(setup, store);
        let stored = hub.store.rooms().await?;
        let count = stored.len();
        for room in stored {
            hub.load(room, 0).await;
        }
        info!(rooms = count, "rooms loaded");
        tokio::spawn(hub.clone().ring_alarms());
        tokio::spawn(hub.clone().look_through());
        Ok(Self(hub))
    }

    /// Returns the metrics.
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// Returns the metrics as text, with the rooms and the store as they are at this moment.
    pub fn metrics_text(&self) -> String {
        let rooms = self.0.rooms.read();
        // Those whose record is damaged have no handle.
        let damaged = std::iter::repeat_n(None, self.0.store.wrecks());
        let states = rooms.values().map(|room| room.state()).chain(damaged);
        let readings = Readings {
            store_queue: self.0.store.queued(),
            room_queue: rooms.values().map(|room| room.waiting()).max().unwrap_or_default(),
            in_memory: rooms.values().filter(|room| room.in_memory()).count(),
            asleep: rooms.values().filter(|room| room.asleep()).count(),
            programs: self.0.announcements.count(),
            // A store of one's own has no list of servers.
            servers: self.members().len().max(1),
            store_answers: *self.0.answering.borrow(),
        };
        self.0.metrics.text(states, readings)
    }

    /// Returns the settings in force.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// Returns the games that this server plays.
    pub fn games(&self) -> Vec<GameInfo> {
        self.0.games().map(|game| game.info.clone()).collect()
    }

    /// Returns the games and the features of this server, as clients are told of them.
    pub fn games_page(&self) -> Games {
        let features = features(&self.0.env());
        Games { games: self.games(), features }
    }

    /// Finds the room with this code; spelling does not count.
    pub fn find(&self, code: &str) -> Option<Arc<Handle>> {
        self.0.find(&code::normalise(code)?)
    }

    /// Creates a room and seats its creator; `holding` is kept until the room is over.
    pub async fn create(
        &self,
        wanted: CreateRoom,
        holding: Option<Holding>,
    ) -> Result<Seated, Refusal> {
        let name = checked_name(&wanted.name)?;
        let program = wanted.program.as_ref().map(checked_program).transpose()?;
        let offered = self.0.offered(&wanted.game)?;
        let game = &offered.game;
        let options = self.0.options(offered, &wanted.options)?;
        let count = game.entry.seats(&options)?;
        let absence_ms = self.absence_ms(wanted.absence_ms)?;
        let terms = Terms {
            game: game.entry.id.to_owned(),
            rules_version: game.entry.rules_version,
            options,
            spectators: wanted.spectators,
            listed: wanted.listed,
            absence_ms,
            entropy: wanted.entropy,
            hints: wanted.hints,
            data: game.catalogue.digest(),
        };
        let mut seats = vec![SeatRecord::free(); usize::from(count)];
        let seat = pick_seat(&seats, wanted.seat, &self.0.random)?;
        let token = draw_token(&self.0.random);
        let held = SeatRecord::held(name, Some(TokenHash::of(&token)));
        seats[usize::from(seat)] = held.of_program(program);
        let founding = self.0.found(terms, seats, holding);
        let (_, record) = self.0.with_place(None, founding).await?;
        Ok(Seated { room: record.object(|_| false, 0), seat, token })
    }

    /// Returns the absence after which one may claim: as wanted, or as the settings have it.
    pub(super) fn absence_ms(&self, wanted: Option<u64>) -> Result<u64, Refusal> {
        let settings = self.settings();
        let absence_ms = wanted.unwrap_or(settings.absence_ms.min(settings.match_expiry_ms));
        if !(settings.absence_min_ms..=settings.match_expiry_ms).contains(&absence_ms) {
            let (least, most) = (settings.absence_min_ms, settings.match_expiry_ms);
            let detail = format!("absence_ms is from {least} to {most}");
            return Err(Refusal::new(Code::OptionInvalid, detail));
        }
        Ok(absence_ms)
    }

    /// Lists the rooms that chose to be listed and wait for players or may be watched, as
    /// [`protocol::room::Rooms`] in JSON: those that the filter admits, in the order of their codes.
    /// With it, the most rooms that a list has. Refused if the filter asks for what there cannot be.
    pub fn list(&self, filter: &RoomFilter) -> Result<(String, usize), Refusal> {
        #[derive(Serialize)]
        struct ListedRooms<'a> {
            rooms: Vec<&'a RawValue>,
            #[serde(skip_serializing_if = "Option::is_none")]
            next: Option<&'a str>,
        }
        let most = filter.checked(|game| self.0.offered(game).map(drop))?;
        let mut published: Vec<_> = {
            let rooms = self.0.rooms.read();
            let after = filter.after.as_deref().unwrap_or_default();
            let listed = rooms.iter().filter(|(code, room)| code.as_str() > after && room.listed());
            listed.filter_map(|(_, room)| room.published()).collect()
        };
        published.retain(|room| filter.admits(&room.shown.room));
        published.sort_unstable_by(|one, other| one.code().cmp(other.code()));
        let more = published.len() > most;
        published.truncate(most);
        let next = published.last().filter(|_| more).map(|last| last.code());
        let list =
            ListedRooms { rooms: published.iter().map(|room| room.listing()).collect(), next };
        // Texts in a list: serialisation cannot fail.
        Ok((serde_json::to_string(&list).unwrap_or_default(), most))
    }

    /// Checks whether a rematch of this room would be a new room: nobody has asked for one, or it is
    /// gone.
    pub async fn rematch_is_new(&self, room: &Handle) -> Result<bool, Refusal> {
        match room.look().await?.rematch {
            Some(code) => Ok(!self.0.exists(&code).await?),
            None => Ok(true),
        }
    }

    /// Returns the code of the room that continues this one, and the caller's seat in it; the first to
    /// ask creates it, for whom `holding` is kept. The seat is fetched afterwards.
    pub async fn rematch(
        &self,
        room: &Handle,
        bearer: TokenHash,
        holding: Option<Holding>,
    ) -> Result<(String, u8), Refusal> {
        let asked = room.rematch(bearer, holding.clone()).await;
        match asked {
            // Only now it is certain that they may.
            Err(refusal) if refusal.code == Code::Busy && self.0.is_full() => {
                self.0.with_place(Some(room.id()), room.rematch(bearer, holding)).await
            }
            other => other,
        }
    }

    /// Returns the canonical component data of today with this digest.
    pub fn data(&self, digest: Hash) -> Option<Arc<str>> {
        let game = self.0.games().find(|game| game.catalogue.digest() == digest)?;
        Some(game.catalogue.canonical().clone())
    }

    /// Returns the canonical component data with this digest that older matches are played with; kept with
    /// what is published about these.
    pub async fn older_data(&self, digest: Hash) -> Result<Option<Arc<str>>, Refusal> {
        let key = ArchiveKey { room: Uuid::nil(), revision: 0, part: ArchivePart::Data(digest) };
        if let Some(kept) = self.0.archive.kept.get(&key) {
            return Ok(Some(kept));
        }
        let stored: Option<Arc<str>> = self.0.store.data(digest).await?.map(Arc::from);
        if let Some(stored) = &stored {
            self.0.archive.kept.insert(key, stored.clone());
        }
        Ok(stored)
    }

    /// Returns the licence texts of everything that this server shows and is made of.
    pub fn licences(&self) -> Licences {
        Licences::of(self.0.games().map(|game| game.entry))
    }

    /// Returns the rules of each game in words. They were read once before the start.
    pub fn references(&self) -> Vec<Reference> {
        self.0.games().filter_map(|game| game.entry.reference().ok()).collect()
    }

    /// Returns the licence of a game's data and rules, if the project's own licence is not theirs.
    pub fn game_licence(&self, id: &str) -> Option<DataLicence> {
        self.0.games().find(|game| game.entry.id == id)?.entry.data_licence()
    }

    /// Returns the licence of these component data, if the project's own licence is not theirs.
    pub fn data_licence(&self, canonical: &str) -> Option<DataLicence> {
        let owner = self.0.games().find(|game| game.entry.has_data(canonical))?;
        owner.entry.data_licence()
    }

    /// Checks whether the server takes new work: not shutting down, and the store writable.
    pub async fn ready(&self) -> Result<(), Refusal> {
        if self.draining() {
            return Err(Refusal::draining());
        }
        Ok(self.0.store.writable().await?)
    }

    /// Checks whether the server is shutting down.
    pub fn draining(&self) -> bool {
        *self.0.draining.borrow()
    }

    /// Waits until the server shuts down.
    pub async fn drained(&self) {
        stopping(&mut self.0.draining.subscribe()).await;
    }

    /// Waits until every match that was running when the rooms were opened has been read: from then on
    /// all that are damaged are known. Forever, if the server shuts down before.
    pub async fn looked_through(&self) {
        // The sender lives as long as the rooms.
        let _ = self.0.looked_through.subscribe().wait_for(|through| *through).await;
    }

    /// Ends every room: each finishes its append, notes a pause where time matters, says goodbye.
    pub async fn drain(&self) {
        if let Some(store) = self.shared_store() {
            store.leave().await;
        }
        self.0.draining.send_replace(true);
        self.0.actors.closed().await;
        if let Some(shared) = self.0.shared.get() {
            shared.parting.send_replace(true);
        }
    }
}
