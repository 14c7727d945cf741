//! Connections come and go: seats are taken up by their tokens, others watch, and whoever joins is
//! shown the whole room at once.

use engine::matches::Pause;
use engine::{Seat, Viewer};
use protocol::envelope::{Limits, Welcome};
use protocol::room::{RoomState, SeatKind, Spectators};
use protocol::{Code, MAX_MESSAGE_BYTES, PROTOCOL_VERSION, Re, ServerMessage, You};
use tracing::info;

use super::chat::CHAT_CHARS;
use super::effect::{RoomEffect, RoomOutputs, RoomStep};
use super::env::Env;
use super::features::features;
use super::input::{Reply, RoomInput};
use super::joining::{JoinAs, Joining, Precedence};
use super::message::{ConnectionId, ViewUpdate};
use super::name::NAME_CHARS;
use super::play::{LiveMatch, guarded};
use super::publish::ViewBuilder;
use super::refusal::Refusal;
use super::{Room, SeatState, close};

/// The place that a connection has in a room.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Seat(Seat),
    /// Beside its pupil's seat.
    Coach(Seat),
    Gallery,
}

impl Place {
    /// Returns the viewer whose updates it is sent.
    const fn viewer(self) -> Viewer {
        match self {
            Self::Seat(seat) | Self::Coach(seat) => Viewer::Seat(seat),
            Self::Gallery => Viewer::Public,
        }
    }

    /// Translates it to the wire.
    const fn you(self) -> You {
        match self {
            Self::Seat(seat) => You::Seat(seat.0),
            Self::Coach(pupil) => You::Coach(pupil.0),
            Self::Gallery => You::Spectator(true),
        }
    }

    /// Closes a connection that a newer one has overtaken here.
    pub(super) const fn overtaken(self, id: ConnectionId) -> RoomEffect {
        let reason = match self {
            Self::Coach(_) => "a newer connection of this coach took over",
            Self::Seat(_) | Self::Gallery => "a newer connection of this seat took over",
        };
        RoomEffect::Close { id, code: close::REPLACED, reason }
    }
}

impl Room {
    /// Takes a connection in and shows it everything.
    pub(super) fn join(&self, env: &Env<'_>, joining: Joining) -> Result<RoomStep, Refusal> {
        let Joining { id, door, after, .. } = joining;
        let place = match door {
            JoinAs::Guest(token, errand) => return self.receive(env, joining, token, errand),
            JoinAs::Token(token) => match self.coached_by(token) {
                Some(pupil) => Place::Coach(pupil),
                None => Place::Seat(Seat(self.seat_of(token)?)),
            },
            JoinAs::Gallery => self.admit_spectator(env)?,
            JoinAs::Bot(seat) => Place::Seat(Seat(seat)),
        };
        if self.newest(place) > joining.came {
            return Ok(RoomStep::memory(move |_, _, out| {
                out.reply(Ok(Reply::Joined(id)));
                out.push(place.overtaken(id));
            }));
        }
        let snapshot = match self.snapshot_or_recovery(env, place.viewer(), after) {
            Ok(snapshot) => snapshot,
            Err(recovery) => return Ok(recovery),
        };
        Ok(RoomStep::memory(move |room, env, out| {
            room.attach(env, out, place, joining, snapshot);
            if matches!(door, JoinAs::Bot(_)) {
                // A bot is never away: nobody needs to know that it has come.
                return out.reply(Ok(Reply::Joined(id)));
            }
            room.refresh_lobby(env);
            room.show_room(env, out, Some(id));
            out.reply(Ok(Reply::Joined(id)));
            if let Place::Seat(seat) = place {
                room.sees_end(out, seat.0);
            }
            room.expect_resume(env, out);
        }))
    }

    /// Returns the newest coming of a connection to a place.
    fn newest(&self, place: Place) -> Precedence {
        match place {
            Place::Seat(seat) => self.seats[seat.index()].newest,
            Place::Coach(pupil) => self.newest_coach(pupil),
            Place::Gallery => Precedence::default(),
        }
    }

    /// Checks whether newcomers are let in while an entry is being written: there is a match, it is not
    /// over, and nobody's coming lets its time go on.
    pub(super) fn takes_in(&self) -> bool {
        let runs = |play: &LiveMatch| play.game.pause() != Pause::Server;
        self.record.state == RoomState::Running && self.play.as_deref().is_some_and(runs)
    }

    fn attach(
        &mut self,
        env: &Env<'_>,
        out: &mut RoomOutputs,
        place: Place,
        Joining { id, came, after, .. }: Joining,
        snapshot: Option<ViewUpdate>,
    ) {
        match place {
            Place::Seat(seat) => self.take_up(out, seat, id, came),
            Place::Coach(pupil) => self.sit_beside(out, pupil, id, came),
            Place::Gallery => self.gallery.push(id),
        }
        out.send(id, &ServerMessage::Welcome(self.welcome(env, place)));
        for line in self.chat.last(place == Place::Gallery || !self.hushed()) {
            out.push(RoomEffect::Send(id, line));
        }
        let Some(update) = snapshot else { return };
        if let Some(after) = after.filter(|after| *after > update.seq) {
            let detail = format!(
                "entry {after} is not known here, the last one is {}: \
                 the server was restored from older data",
                update.seq
            );
            let re = Re { kind: "hello".to_owned(), id: None };
            out.error(id, &Refusal::new(Code::RolledBack, detail), Some(re));
        }
        out.push(RoomEffect::Update(id, Box::new(update)));
        // A step is about the position: nobody should answer it before that is there.
        self.show_lesson(out);
    }

    fn admit_spectator(&self, env: &Env<'_>) -> Result<Place, Refusal> {
        if self.gallery.len() >= self.most_spectators(env)? {
            return Err(Refusal::gallery_full());
        }
        Ok(Place::Gallery)
    }

    /// Returns the most spectators of the room, by sockets and by requests each; refused where it takes none.
    pub(super) fn most_spectators(&self, env: &Env<'_>) -> Result<usize, Refusal> {
        if self.record.spectators == Spectators::Off {
            return Err(Refusal::new(Code::GalleryFull, "this room takes no spectators"));
        }
        Ok(env.settings.spectators as usize)
    }

    /// Gives a seat to its newest connection; an older one is closed.
    fn take_up(&mut self, out: &mut RoomOutputs, seat: Seat, id: ConnectionId, came: Precedence) {
        let state = &mut self.seats[seat.index()];
        state.newest = came;
        state.notices.values_mut().for_each(|notices| notices.sent = false);
        if let Some(holding) = state.program.as_ref().and_then(|program| program.holding.as_ref()) {
            holding.connect();
        }
        if let Some(older) = state.connection.replace(id) {
            info!(room = %self.record.id, seat = seat.0, "a newer connection takes over the seat");
            out.push(Place::Seat(seat).overtaken(older));
        }
    }

    fn welcome(&self, env: &Env<'_>, place: Place) -> Welcome {
        let settings = env.settings;
        Welcome {
            protocol: PROTOCOL_VERSION,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            you: place.you(),
            room: self.object(env),
            limits: Limits {
                message_bytes: MAX_MESSAGE_BYTES as u64,
                message_burst: settings.message_burst,
                messages_per_second: settings.messages_per_second,
                name_chars: NAME_CHARS as u32,
                chat_chars: CHAT_CHARS as u32,
                spectators: settings.spectators,
                absence_ms: self.record.absence_ms,
            },
            features: features(env),
            away_ms: match place {
                Place::Seat(_) => self.absences(env),
                Place::Coach(_) | Place::Gallery => Vec::new(),
            },
        }
    }

    /// Returns for how long each seat's holder has been away; nothing unless a match runs and somebody is.
    fn absences(&self, env: &Env<'_>) -> Vec<Option<u64>> {
        if self.record.state != RoomState::Running {
            return Vec::new();
        }
        let seats = (0..self.record.seats.len()).filter_map(|at| u8::try_from(at).ok());
        let away: Vec<_> = seats.map(|seat| self.away_ms(env, Seat(seat))).collect();
        if away.iter().all(Option::is_none) { Vec::new() } else { away }
    }

    /// Shows the match to a newcomer; `None` before it began.
    pub(super) fn snapshot(
        &self,
        env: &Env<'_>,
        viewer: Viewer,
        after: Option<u64>,
    ) -> Result<Option<ViewUpdate>, Refusal> {
        let Some(play) = &self.play else { return Ok(None) };
        let until = play.game.position().seq;
        let (events, events_from) = if after.is_some_and(|after| after >= until) {
            (Vec::new(), None)
        } else {
            play.recent.events_for(viewer, after, until)
        };
        let shown = guarded(|| ViewBuilder::new(&play.game, play.time(env)).view(viewer, events));
        let update = shown.map_err(|_| Refusal::panicked())?;
        Ok(Some(ViewUpdate { events_from, ..update }))
    }

    /// Shows the match to a newcomer. If the rules panic over that, returns the step that has it read again
    /// and refuses the newcomer.
    pub(super) fn snapshot_or_recovery(
        &self,
        env: &Env<'_>,
        viewer: Viewer,
        after: Option<u64>,
    ) -> Result<Option<ViewUpdate>, RoomStep> {
        self.snapshot(env, viewer, after).map_err(|refusal| {
            RoomStep::memory(move |room, _, out| {
                room.recover(out);
                out.reply(Err(refusal));
            })
        })
    }

    /// Handles the end of a connection, which may have been replaced long ago.
    pub(super) fn leave(&mut self, env: &Env<'_>, out: &mut RoomOutputs, connection: ConnectionId) {
        if self.see_off(connection) || !self.detach(env, connection) {
            return;
        }
        self.show_room(env, out, None);
    }

    /// Takes a connection out of the place that it has, and returns whether it was in one.
    pub(super) fn detach(&mut self, env: &Env<'_>, connection: ConnectionId) -> bool {
        let seat = self.seats.iter_mut().find(|seat| seat.connection == Some(connection));
        if let Some(seat) = seat {
            (seat.away_since, seat.connection) = (env.now, None);
            self.refresh_lobby(env);
            return true;
        }
        let mut coaches = self.seats.iter_mut().filter_map(|seat| seat.coach.as_mut());
        if let Some(coach) = coaches.find(|coach| coach.connection == Some(connection)) {
            coach.connection = None;
            return true;
        }
        let index = self.gallery.iter().position(|id| *id == connection);
        index.map(|index| self.gallery.swap_remove(index)).is_some()
    }

    /// Forgets all connections.
    pub(super) fn forget_connections(&mut self) {
        self.gallery.clear();
        self.guests.clear();
        for seat in &mut self.seats {
            seat.connection = None;
            if let Some(coach) = &mut seat.coach {
                coach.connection = None;
            }
        }
    }

    /// Has a paused timed match go on when all people are back, or a while after the first.
    pub(super) fn expect_resume(&mut self, env: &Env<'_>, out: &mut RoomOutputs) {
        let stopped = |play: &LiveMatch| play.game.pause() == Pause::Server;
        let paused = self.play.as_deref().is_some_and(stopped);
        if !paused || self.record.state != RoomState::Running {
            return;
        }
        let anyone = self.anyone_here();
        if self.everyone_here() {
            out.push(RoomInput::Resume);
        } else if let Some(play) = &mut self.play
            && anyone
        {
            play.resume_at.get_or_insert(env.after_ms(env.settings.resume_wait_ms));
        }
    }

    /// Returns the lowest bot's seat, from `from` on, that nobody plays for; `None` once there is
    /// nothing to play.
    pub(crate) fn empty_bot_seat(&self, from: usize) -> Option<u8> {
        let empty = |seat: &usize| {
            let bot = self.record.seats[*seat].kind == SeatKind::Bot;
            bot && self.seats[*seat].connection.is_none()
        };
        let empty = (from..self.seats.len())
            .find(empty)
            .filter(|_| !self.record.ended() && !self.rests() && self.lesson.is_none())?;
        u8::try_from(empty).ok()
    }

    /// Returns the last entry that may be known of; `None` before the match.
    pub(crate) fn position(&self) -> Option<u64> {
        self.play.as_deref().map(|play| play.game.position().seq)
    }

    /// Checks whether seats and spectators are kept apart.
    pub(super) fn hushed(&self) -> bool {
        self.record.state == RoomState::Running
    }

    /// Returns the viewers who are connected, or wait for an answer.
    pub(super) fn watching(&self) -> Vec<Viewer> {
        let here = |seat: &SeatState| seat.connection.or(seat.coach_here()).is_some();
        let reads = |viewer: Viewer| self.readers(viewer).next().is_some();
        let seats = (0..).zip(&self.seats).map(|(n, seat)| (Viewer::Seat(Seat(n)), here(seat)));
        let seats = seats.filter(|(viewer, here)| *here || reads(*viewer));
        let mut viewers: Vec<Viewer> = seats.map(|(viewer, _)| viewer).collect();
        if !self.gallery.is_empty() || reads(Viewer::Public) {
            viewers.push(Viewer::Public);
        }
        viewers
    }

    /// Sends updates to those they are for.
    pub(super) fn deliver(&self, out: &mut RoomOutputs, updates: Vec<(Viewer, ViewUpdate)>) {
        for (viewer, update) in updates {
            self.deliver_to_guests(out, viewer, &update);
            match viewer {
                Viewer::Seat(seat) => {
                    let seat = &self.seats[seat.index()];
                    if let Some(id) = seat.coach_here() {
                        out.push(RoomEffect::Update(id, Box::new(update.clone())));
                    }
                    if let Some(id) = seat.connection {
                        out.push(RoomEffect::Update(id, Box::new(update)));
                    }
                }
                Viewer::Public => {
                    for id in &self.gallery {
                        out.push(RoomEffect::Update(*id, Box::new(update.clone())));
                    }
                }
            }
        }
    }
}

/// Translates a viewer to the wire.
pub(super) const fn you(viewer: Viewer) -> You {
    match viewer {
        Viewer::Seat(seat) => Place::Seat(seat).you(),
        Viewer::Public => Place::Gallery.you(),
    }
}
