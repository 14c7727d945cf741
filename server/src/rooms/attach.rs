//! Connections come and go: seats are taken up by their tokens, others watch, and whoever joins is
//! shown the whole room at once.

use std::sync::Arc;

use engine::ledger::Pause;
use engine::{Seat, Viewer};
use protocol::envelope::{Limits, Welcome};
use protocol::room::{RoomState, SeatKind, Spectators};
use protocol::{Code, MAX_MESSAGE_BYTES, PROTOCOL_VERSION, ServerMessage, You};
use tokio::time::Instant;
use tracing::info;

use super::actor::{Actor, LINGER_MS, Member};
use super::chat::CHAT_CHARS;
use super::close;
use super::handle::Joining;
use super::name::NAME_CHARS;
use super::outbox::{ConnectionId, Outbox, ViewUpdate};
use super::play::{Play, guarded};
use super::publish::Stage;
use super::refusal::Refusal;
use super::timer::after_ms;

impl Actor {
    pub(crate) async fn join(&mut self, joining: Joining) -> Result<ConnectionId, Refusal> {
        // A room that was given up before its match began has no outcome, and no log.
        if self.record.outcome.is_some() && self.play.is_none() {
            self.reload().await?;
        }
        let seat = joining.token.and_then(|token| self.record.seat_of(token));
        let id = match self.let_in(joining) {
            // The rules panicked while they were showing the match.
            Err(refusal) if refusal.code == Code::Internal => {
                self.recover().await;
                return Err(refusal);
            }
            answer => answer?,
        };
        if let Some(seat) = seat {
            self.sees_end(seat).await;
        }
        self.expect_resume().await;
        Ok(id)
    }

    /// Whether those who come are let in while an entry is being written: there is a match, it is not
    /// over, and nobody's coming lets its time go on.
    pub(crate) fn takes_in(&self) -> bool {
        let runs = |play: &Play| play.table.pause() != Pause::Server;
        self.record.state == RoomState::Running && self.play.as_ref().is_some_and(runs)
    }

    /// Takes a connection in and shows it everything.
    pub(crate) fn let_in(&mut self, joining: Joining) -> Result<ConnectionId, Refusal> {
        let Joining { token, after, outbox } = joining;
        let viewer = match token {
            Some(token) => {
                let unknown =
                    || Refusal::new(Code::TokenUnknown, "the token opens no seat of this room");
                Viewer::Seat(Seat(self.record.seat_of(token).ok_or_else(unknown)?))
            }
            None => self.admit_spectator()?,
        };
        let id = self.attach(viewer, after, &outbox)?;
        self.refresh_lobby();
        self.show_room(Some(id));
        Ok(id)
    }

    pub(crate) fn attach(
        &mut self,
        viewer: Viewer,
        after: Option<u64>,
        outbox: &Arc<Outbox>,
    ) -> Result<ConnectionId, Refusal> {
        let snapshot = self.snapshot(viewer, after)?;
        let id = self.hub.next_connection();
        let member = Member { id, outbox: outbox.clone() };
        match viewer {
            Viewer::Seat(seat) => self.take_up(seat, member),
            Viewer::Public => self.gallery.push(member),
        }
        outbox.send(&ServerMessage::Welcome(self.welcome(viewer)));
        for line in self.chat.last(viewer == Viewer::Public || !self.hushed()) {
            outbox.text(line);
        }
        if let Some(update) = snapshot {
            if let Some(after) = after.filter(|after| *after > update.seq) {
                let detail = format!(
                    "entry {after} is not known here, the last one is {}: \
                     the server was restored from older data",
                    update.seq
                );
                outbox.complain(Code::RolledBack, detail);
            }
            outbox.update(update);
        }
        Ok(id)
    }

    fn admit_spectator(&self) -> Result<Viewer, Refusal> {
        if self.record.spectators == Spectators::Off {
            return Err(Refusal::new(Code::GalleryFull, "this room takes no spectators"));
        }
        if self.gallery.len() >= self.hub.settings.spectators as usize {
            return Err(Refusal::new(Code::GalleryFull, "the gallery is full"));
        }
        Ok(Viewer::Public)
    }

    /// The newest connection of a seat wins.
    fn take_up(&mut self, seat: Seat, member: Member) {
        let chair = &mut self.chairs[seat.index()];
        chair.told = false;
        let older = chair.member.replace(member);
        if let Some(older) = older {
            info!(room = %self.record.id, seat = seat.0, "a newer connection takes the seat over");
            let reason = "a newer connection of this seat took over";
            older.outbox.closing(close::REPLACED, reason, None);
        }
    }

    fn welcome(&self, viewer: Viewer) -> Welcome {
        let settings = &self.hub.settings;
        Welcome {
            protocol: PROTOCOL_VERSION,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            you: you(viewer),
            room: self.object(),
            limits: Limits {
                message_bytes: MAX_MESSAGE_BYTES as u64,
                message_burst: settings.message_burst,
                messages_per_second: settings.messages_per_second,
                name_chars: NAME_CHARS as u32,
                chat_chars: CHAT_CHARS as u32,
                spectators: settings.spectators,
                absence_ms: self.record.absence_ms,
            },
        }
    }

    /// The match as a newcomer is shown it; nothing before it began.
    fn snapshot(&self, viewer: Viewer, after: Option<u64>) -> Result<Option<ViewUpdate>, Refusal> {
        let Some(play) = &self.play else { return Ok(None) };
        let until = play.table.position(viewer).seq;
        let (events, events_from) = if after.is_some_and(|after| after >= until) {
            (Vec::new(), None)
        } else {
            play.recent.tell(viewer, after, until)
        };
        let now = play.clock.now();
        let shown = guarded(|| Stage::new(&play.table, now).view(viewer, events));
        let Ok(update) = shown else {
            return Err(Refusal::new(Code::Internal, "something went wrong; try again"));
        };
        Ok(Some(ViewUpdate { events_from, ..update }))
    }

    /// A connection is gone; perhaps long replaced.
    pub(crate) fn leave(&mut self, connection: ConnectionId) {
        if self.detach(connection).is_none() {
            return;
        }
        self.refresh_lobby();
        self.show_room(None);
        if self.record.ended() && self.members().next().is_none() {
            self.unload_at = Some(after_ms(LINGER_MS));
        }
    }

    /// Takes a connection out of its place.
    pub(crate) fn detach(&mut self, connection: ConnectionId) -> Option<Member> {
        let chair = self.chairs.iter_mut().find(|chair| chair.connection() == Some(connection));
        if let Some(chair) = chair {
            chair.away_since = Instant::now();
            let member = chair.member.take();
            self.refresh_lobby();
            return member;
        }
        let place = self.gallery.iter().position(|member| member.id == connection)?;
        Some(self.gallery.swap_remove(place))
    }

    /// A lobby's life depends on who is there; a match's does not.
    fn refresh_lobby(&mut self) {
        if matches!(self.record.state, RoomState::Lobby | RoomState::Sealing) {
            self.refresh();
        }
    }

    /// A paused timed match goes on when all people are back, or a while after the first.
    async fn expect_resume(&mut self) {
        let stopped = |pause| pause == Pause::Server;
        let paused = self.play.as_ref().is_some_and(|play| stopped(play.table.pause()));
        if !paused || self.record.state != RoomState::Running {
            return;
        }
        let anyone = self.anyone_here();
        if self.everyone_here() {
            self.resume().await;
        } else if let Some(play) = &mut self.play
            && anyone
        {
            let wait = after_ms(self.hub.settings.resume_wait_ms);
            play.resume_at.get_or_insert(wait);
        }
    }

    /// For each seat of a person's, whether somebody is connected to it.
    fn presence(&self) -> impl Iterator<Item = bool> {
        let seats = self.chairs.iter().zip(&self.record.seats);
        let people = seats.filter(|(_, seat)| seat.kind == SeatKind::Person);
        people.map(|(chair, _)| chair.member.is_some())
    }

    /// Whether all people who may hold a seat are connected.
    fn everyone_here(&self) -> bool {
        self.presence().all(|here| here)
    }

    /// Whether any person who holds a seat is connected; bots are no people.
    pub(crate) fn anyone_here(&self) -> bool {
        self.presence().any(|here| here)
    }

    /// Whether seats and spectators are kept apart.
    pub(crate) fn hushed(&self) -> bool {
        self.record.state == RoomState::Running
    }

    /// Those of the room who watch the match, and from where.
    pub(crate) fn watching(&self) -> Vec<Viewer> {
        let seats = (0..).zip(&self.chairs).filter(|(_, chair)| chair.member.is_some());
        let mut viewers: Vec<Viewer> = seats.map(|(n, _)| Viewer::Seat(Seat(n))).collect();
        if !self.gallery.is_empty() {
            viewers.push(Viewer::Public);
        }
        viewers
    }

    /// Puts updates into the outboxes of those they are for.
    pub(crate) fn deliver(&self, updates: Vec<(Viewer, ViewUpdate)>) {
        for (viewer, update) in updates {
            match viewer {
                Viewer::Seat(seat) => {
                    if let Some(member) = &self.chairs[seat.index()].member {
                        member.outbox.update(update);
                    }
                }
                Viewer::Public => {
                    for Member { outbox, .. } in &self.gallery {
                        outbox.update(update.clone());
                    }
                }
            }
        }
    }
}

/// A viewer on the wire.
pub(crate) fn you(viewer: Viewer) -> You {
    match viewer {
        Viewer::Seat(seat) => You::Seat(seat.0),
        Viewer::Public => You::Spectator(true),
    }
}
