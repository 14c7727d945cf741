//! From the store to a match and back to the store: loading, starting, recovering, pausing, ending.
//!
//! A match has begun when its header is row 0 of its log; the record follows. So a crash between
//! the two leaves a lobby where everyone is ready and a header stands: loading it finds the header,
//! and goes on from there, even while the disk is full. The end is the same: the log decides, the
//! record follows.

use std::sync::Arc;

use engine::catalogue::Catalogue;
use engine::ledger::{Begun, Input, Match, Pause};
use engine::table::WireEvent;
use engine::{Seat, Viewer};
use protocol::Code;
use protocol::room::{RoomState, SeatKind};
use tokio::time::Instant;
use tracing::{error, info, warn};

use super::actor::{Actor, Fate};
use super::answered::Answer;
use super::directory::{Hub, Played};
use super::handle::{Handle, Parting};
use super::outbox::ViewUpdate;
use super::play::{Play, Recent, guarded, replay};
use super::publish::{Stage, told};
use super::record::Record;
use super::refusal::{Refusal, STORAGE_RETRY_MS};
use super::timer::{Clock, after_ms};
use crate::log::{LogError, StoredRoom};
use crate::notices::Matter;

/// How often the rules may panic in a room before it is put aside.
const PANICS_FORGIVEN: u32 = 1;

/// The record of a stored room and the game that it is for; or why this server does not play it.
pub(crate) fn fitting(hub: &Hub, stored: &StoredRoom) -> Result<(Record, Arc<Played>), String> {
    let record = Record::read(stored)?;
    let game = hub.game(&record.game).ok_or_else(|| format!("no game {:?}", record.game))?;
    if game.entry.rules_version != record.rules_version {
        return Err(format!("made with {}, this is {}", record.rules(), game.entry.rules()));
    }
    Ok((record, game.clone()))
}

/// Why a match cannot be made anew from its log.
#[derive(Debug, thiserror::Error)]
enum Unread {
    /// The log cannot be read.
    #[error(transparent)]
    Store(LogError),
    /// What it holds is no match of these rules and data.
    #[error("{0}")]
    Spoiled(String),
}

impl Actor {
    /// A stored room, ready to run; or why it cannot be played.
    pub(crate) async fn load(
        hub: Arc<Hub>,
        handle: Arc<Handle>,
        stored: StoredRoom,
    ) -> Result<Self, String> {
        let (record, game) = fitting(&hub, &stored)?;
        let mut actor = Self::new(hub, handle, game, record, stored.revision);
        match actor.record.state {
            RoomState::Lobby | RoomState::Sealing => {
                actor.age();
                // A store that is full now is tried again by the room itself.
                let _ = actor.start().await;
            }
            RoomState::Running => {
                actor.age();
                actor.read_again().await.map_err(|unread| unread.to_string())?;
                actor.wake_up().await;
            }
            RoomState::Finished | RoomState::Abandoned => {}
        }
        match std::mem::replace(&mut actor.fate, Fate::Works) {
            Fate::Broken(reason) => Err(reason),
            Fate::Works | Fate::Deleted => Ok(actor),
        }
    }

    /// The data that this room is played with.
    pub(crate) async fn catalogue(&self) -> Result<Catalogue, Refusal> {
        let digest = self.record.digest().ok_or_else(Refusal::unavailable)?;
        self.hub.catalogue(&self.game, digest).await.map_err(|reason| {
            error!(room = %self.record.id, reason, "the room's data are missing");
            Refusal::unavailable()
        })
    }

    fn broken(&mut self, reason: String) -> Refusal {
        self.fate = Fate::Broken(reason);
        Refusal::unavailable()
    }

    /// Begins the match if everything is here that it takes, and it has not begun.
    pub(crate) async fn start(&mut self) -> Result<(), Refusal> {
        if !self.record.sealed() {
            return Ok(());
        }
        match self.hub.store.read(self.record.id, 0).await {
            Ok(rows) if rows.is_empty() => {}
            // The header stands since before a crash.
            Ok(_) => return self.go_on().await,
            Err(error) => return Err(self.start_later(error)),
        }
        let catalogue = self.catalogue().await?;
        let Some(beginning) = self.record.beginning() else {
            return Err(self.broken("the record's secret cannot be read".to_owned()));
        };
        let Begun { table, header, events } =
            match guarded(|| Match::begin(self.game.entry, &catalogue, &beginning)) {
                Ok(Ok(begun)) => begun,
                Ok(Err(refused)) => {
                    return Err(self.broken(format!("the set-up was refused: {refused}")));
                }
                Err(_) => return Err(self.broken("the set-up panicked".to_owned())),
            };
        match self.hub.store.append(self.record.id, 0, header).await {
            Ok(()) => {
                info!(room = %self.record.id, game = self.record.game, "match begins");
                let mut recent = Recent::of(self.record.seats.len());
                for event in &events {
                    recent.hear(event);
                }
                self.play = Some(Play::new(table, recent, 0));
                self.note_running().await;
                self.show_all(&events);
                Ok(())
            }
            Err(LogError::Conflict) => self.go_on().await,
            Err(error) => Err(self.start_later(error)),
        }
    }

    /// Goes on with a match whose record does not know yet that it has begun.
    async fn go_on(&mut self) -> Result<(), Refusal> {
        self.reload().await?;
        self.note_running().await;
        self.wake_up().await;
        self.show_all(&[]);
        Ok(())
    }

    fn start_later(&mut self, error: LogError) -> Refusal {
        if let LogError::Damaged(_) = error {
            return self.broken(error.to_string());
        }
        warn!(room = %self.record.id, %error, "the match could not begin");
        self.retry_at = Some(after_ms(STORAGE_RETRY_MS));
        error.into()
    }

    async fn note_running(&mut self) {
        let draft = Record { state: RoomState::Running, ..self.draft() };
        self.record = draft.clone();
        let now = Instant::now();
        self.chairs.iter_mut().for_each(|chair| chair.away_since = now);
        // The header is durable, so the match has begun whether or not this succeeds.
        let _ = self.save(draft).await;
        self.refresh();
        if let Some(play) = &mut self.play {
            play.follow(self.hub.settings.heartbeat_ms);
        }
        self.show_room(None);
    }

    /// Makes the match anew from its log; match time goes on. What trying again does not change is
    /// the end of the room.
    pub(crate) async fn reload(&mut self) -> Result<(), Refusal> {
        match self.read_again().await {
            Ok(()) => Ok(()),
            Err(Unread::Spoiled(reason)) => Err(self.broken(reason)),
            Err(Unread::Store(error @ LogError::Damaged(_))) => Err(self.broken(error.to_string())),
            Err(Unread::Store(error)) => {
                warn!(room = %self.record.id, %error, "the match log cannot be read");
                Err(error.into())
            }
        }
    }

    async fn read_again(&mut self) -> Result<(), Unread> {
        let rows = self.hub.store.read(self.record.id, 0).await.map_err(Unread::Store)?;
        let digest = self.record.digest().ok_or_else(|| Unread::Spoiled("no digest".to_owned()))?;
        let catalogue = self.hub.catalogue(&self.game, digest).await.map_err(Unread::Spoiled)?;
        let (game, record) = (self.game.clone(), self.record.clone());
        let folded = self.hub.aside(move || replay(&game, &catalogue, &record, &rows)).await;
        let (table, recent) = folded
            .unwrap_or_else(|panicked| Err(panicked.into()))
            .map_err(|spoiled| Unread::Spoiled(spoiled.to_string()))?;
        let now = self.play.as_ref().map_or(0, |play| play.clock.now());
        let resume_at = self.play.as_ref().and_then(|play| play.resume_at);
        let mut play = Play::new(table, recent, now);
        play.resume_at = resume_at;
        play.follow(self.hub.settings.heartbeat_ms);
        self.play = Some(play);
        Ok(())
    }

    /// After a load: the log may know of an end that the record does not, and match time stands
    /// still until people are back.
    async fn wake_up(&mut self) {
        let noted = self.hub.store.last_heartbeat(self.record.id).await;
        let noted = noted.ok().flatten().unwrap_or_default();
        let Some(play) = &mut self.play else { return };
        if play.table.outcome().is_some() {
            self.end();
            return self.finish().await;
        }
        play.clock = Clock::new(noted.max(play.table.at()), play.table.paused());
        self.pause().await;
    }

    /// Something of the engine's panicked: the match is made anew, once.
    pub(crate) async fn recover(&mut self) {
        self.panics += 1;
        error!(room = %self.record.id, panics = self.panics, "the rules panicked");
        if self.panics > PANICS_FORGIVEN {
            self.fate = Fate::Broken("the rules panicked again".to_owned());
            return;
        }
        self.restore().await;
    }

    /// Makes the match anew and shows it to everyone.
    pub(crate) async fn restore(&mut self) {
        match self.reload().await {
            Ok(()) => {
                let over = self.end();
                self.show_all(&[]);
                self.lapse_requests();
                if over {
                    self.show_room(None);
                    // Boxed: a record that somebody else changed is read again.
                    Box::pin(self.finish()).await;
                }
            }
            Err(refusal) => {
                self.broken(format!("the match could not be read again: {refusal}"));
            }
        }
    }

    /// Somebody else changed the record: takes theirs.
    pub(crate) async fn reread(&mut self) {
        let Ok(rooms) = self.hub.store.rooms().await else { return };
        let Some(stored) = rooms.into_iter().find(|room| room.id == self.record.id) else {
            self.fate = Fate::Deleted;
            return;
        };
        match serde_json::from_str::<Record>(&stored.record) {
            Ok(record) if record.seats.len() == self.chairs.len() => {
                self.record = record;
                self.revision = stored.revision;
                self.refresh();
                if self.record.state == RoomState::Running {
                    self.restore().await;
                }
                self.show_room(None);
            }
            Ok(_) => drop(self.broken("the stored record has other seats".to_owned())),
            Err(error) => drop(self.broken(format!("the stored record: {error}"))),
        }
    }

    /// Shows the whole match to everyone who is connected, with these events.
    fn show_all(&mut self, events: &[WireEvent]) {
        let Some(play) = &self.play else { return };
        let (watching, now) = (self.watching(), play.clock.now());
        let shown = guarded(|| {
            let stage = Stage::new(&play.table, now);
            let view = |viewer: &Viewer| (*viewer, stage.view(*viewer, told(events, *viewer)));
            watching.iter().map(view).collect::<Vec<(Viewer, ViewUpdate)>>()
        });
        match shown {
            Ok(updates) => self.deliver(updates),
            Err(_) => drop(self.broken("the rules panicked while showing the match".to_owned())),
        }
    }

    /// Stops match time where it matters.
    pub(crate) async fn pause(&mut self) {
        let now = self.match_time();
        self.run_deadlines(now).await;
        let Some(play) = &self.play else { return };
        let runs = play.timed() && !play.table.paused() && self.record.state == RoomState::Running;
        if runs && self.enter(now, Input::pause()).await.is_err() {
            warn!(room = %self.record.id, "the pause was not stored");
        }
    }

    /// Lets match time run on, if anyone is here.
    pub(crate) async fn resume(&mut self) {
        let anyone = self.anyone_here();
        let Some(play) = &mut self.play else { return };
        play.resume_at = None;
        let now = play.clock.now();
        if play.table.pause() != Pause::Server || !anyone {
            return;
        }
        if self.enter(now, Input::resume()).await.is_err()
            && let Some(play) = &mut self.play
        {
            play.resume_at = Some(after_ms(STORAGE_RETRY_MS));
        }
    }

    /// Ends a match that nobody goes on with.
    pub(crate) async fn abandon(&mut self) {
        let Some(play) = &self.play else { return };
        let now = play.clock.now();
        if self.enter(now, Input::Abandon {}).await.is_err() {
            self.expires_at = Some(after_ms(STORAGE_RETRY_MS));
        }
    }

    /// Ends the room for good, whatever it is at: a match is abandoned, a lobby given up.
    pub(crate) async fn shut(&mut self) -> Result<(), Refusal> {
        match self.record.state {
            RoomState::Lobby | RoomState::Sealing => {
                let mut draft = self.draft();
                draft.unready();
                draft.state = RoomState::Abandoned;
                self.save(draft).await?;
                self.show_room(None);
                Ok(())
            }
            RoomState::Running => {
                let now = self.play.as_ref().map_or(0, |play| play.clock.now());
                let entered = self.enter(now, Input::Abandon {}).await;
                entered.map(drop).map_err(|trouble| {
                    let answer = Answer::from(trouble);
                    Refusal::new(answer.code, answer.detail)
                })
            }
            RoomState::Finished | RoomState::Abandoned => {
                Err(Refusal::new(Code::Over, "it is over already"))
            }
        }
    }

    /// Ends the room as the operator wants it.
    pub(crate) async fn part(&mut self, parting: Parting) -> Result<(), Refusal> {
        match parting {
            Parting::Close => self.shut().await,
            Parting::Forget if !self.record.ended() => {
                Err(Refusal::new(Code::NotOver, "the match is not over"))
            }
            Parting::Forget | Parting::Delete => {
                self.hub.delete(self.record.id, &self.record.code, parting).await?;
                self.fate = Fate::Deleted;
                Ok(())
            }
        }
    }

    /// If the match has an outcome, the room is over: published before anybody is told, so that
    /// whoever then looks finds it so. Whether it was running until now.
    pub(crate) fn end(&mut self) -> bool {
        if self.record.state != RoomState::Running {
            return false;
        }
        let Some(outcome) = self.play.as_ref().and_then(|play| play.table.outcome()) else {
            return false;
        };
        info!(room = %self.record.id, reason = outcome.reason, "match over");
        let abandoned = outcome.reason == "abandoned";
        let state = if abandoned { RoomState::Abandoned } else { RoomState::Finished };
        let mut draft = Record { state, outcome: Some(outcome), ..self.draft() };
        for (seat, chair) in draft.seats.iter_mut().zip(&self.chairs) {
            if seat.notify.is_some() && chair.member.is_some() {
                seat.told = Some(Matter::MatchOver);
            }
        }
        self.record = draft;
        self.publish();
        true
    }

    /// The match has come to its end: the stored record follows.
    pub(crate) async fn finish(&mut self) {
        // The log holds the end, so the match is over whether or not this succeeds.
        let _ = self.save(self.record.clone()).await;
        self.refresh();
        self.publish();
    }

    /// Whether the seat is held by someone who is not here, and since when.
    pub(crate) fn away_since(&self, seat: Seat) -> Option<Instant> {
        let (chair, place) = (self.chairs.get(seat.index())?, self.record.seats.get(seat.index())?);
        if place.kind == SeatKind::Bot {
            return None;
        }
        chair.member.is_none().then_some(chair.away_since)
    }
}
