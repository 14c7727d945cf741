//! Creation of rooms: founded, loaded from the store, or continued by a rematch.

use std::sync::Arc;

use futures_util::FutureExt as _;
use protocol::Code;
use protocol::room::{RoomState, SeatKind};
use tracing::{error, info};
use uuid::Uuid;

use super::actor::Actor;
use super::code;
use super::ending::put_aside;
use super::founders::Founders;
use super::handle::Handle;
use super::hub::{BegunLog, Hub, stopping};
use super::own_task;
use crate::log::{LogError, StoredRoom, WholeRoom};
use crate::room::{
    DeviceRecord, Holding, Parting, Refusal, Room, RoomInput, RoomRecord, SeatRecord, Terms,
};

/// Number of codes that are drawn in search of a free one.
const CODE_DRAWS: usize = 16;

/// Number of rooms that are asked to make place for a new one before it is refused.
const PLACES_ASKED: usize = 4;

/// Time after which somebody may find a server less full, in milliseconds.
const FULL_RETRY_MS: u64 = 60_000;

impl Hub {
    /// Founds a room with `founding`. Where the server is full, a room that is over makes place first; not
    /// the one with the id `kept`. One after the other, so that a place is for whoever has made it.
    pub(super) async fn with_place<T>(
        &self,
        kept: Option<Uuid>,
        founding: impl Future<Output = Result<T, Refusal>>,
    ) -> Result<T, Refusal> {
        if !self.is_full() {
            return founding.await;
        }
        let _turn = self.making_place.lock().await;
        if self.is_full() {
            self.remove_oldest(kept).await?;
        }
        founding.await
    }

    /// Checks whether there are as many rooms as there may be.
    pub(super) fn is_full(&self) -> bool {
        self.count() >= self.settings.max_rooms
    }

    /// Stores a new room under a code of its own and starts it.
    pub(super) async fn found(
        self: &Arc<Self>,
        terms: Terms,
        seats: Vec<SeatRecord>,
        holding: Option<Holding>,
    ) -> Result<(Arc<Handle>, RoomRecord), Refusal> {
        let offered = self.offered(&terms.game)?;
        self.keep_data(offered).await?;
        let mut record = RoomRecord::new(terms, seats, &self.random);
        let log = if self.settings.dev {
            self.deal_by_seed(&mut record);
            Some(self.known_log(offered, &mut record)?)
        } else {
            None
        };
        self.found_with(record, log, holding).await
    }

    /// Stores a new room, with the data and the match log that it begins with if there is one, under a
    /// code of its own and starts it.
    pub(super) async fn found_with(
        self: &Arc<Self>,
        mut record: RoomRecord,
        log: Option<BegunLog>,
        holding: Option<Holding>,
    ) -> Result<(Arc<Handle>, RoomRecord), Refusal> {
        if *self.draining.borrow() {
            return Err(Refusal::draining());
        }
        let game = self.offered(&record.game)?.game.clone();
        record.dev = self.settings.dev;
        for _ in 0..CODE_DRAWS {
            record.code = code::draw(&self.random);
            let room = record.stored(1);
            // Nobody finds the room in the store before it is here.
            let _turn = match self.shared.get() {
                Some(shared) => Some(shared.turn(record.id).await),
                None => None,
            };
            let stored = match log.clone() {
                Some((data, rows)) => {
                    let whole = WholeRoom { room, data, rows, heartbeat: None };
                    self.store.store_whole(whole).await
                }
                None => self.store.store_room(room).await,
            };
            match stored {
                Ok(()) => {
                    info!(room = %record.id, game = record.game, "room created");
                    let (handle, inbox) = Handle::new(record.id, 0);
                    handle.hold(holding);
                    let room = Room::new(&self.env(), game, record.clone(), 1);
                    let mut actor = Actor::new(self.clone(), handle.clone(), room);
                    actor.inbox = Some(inbox);
                    self.enter(record.code.clone(), handle.clone());
                    self.run(Box::new(actor));
                    return Ok((handle, record));
                }
                Err(LogError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(Refusal::busy())
    }

    /// Removes a room that is over: one where nobody is and no match was played, else one of whoever has
    /// the most rooms; of these one where nobody is first, then the oldest.
    async fn remove_oldest(&self, kept: Option<Uuid>) -> Result<(), Refusal> {
        let mut passed: Vec<Uuid> = kept.into_iter().collect();
        for _ in 0..PLACES_ASKED {
            let oldest = self.oldest(&passed).ok_or_else(full)?;
            info!(room = %oldest.id(), "a room that is over makes room for a new one");
            if oldest.part(Parting::Forget).await.is_ok() {
                return Ok(());
            }
            // It has gone meanwhile, or has no time.
            passed.push(oldest.id());
        }
        Err(full())
    }

    /// Returns the room that is to make place first, of those that are over and were not `passed` over.
    fn oldest(&self, passed: &[Uuid]) -> Option<Arc<Handle>> {
        let rooms = self.rooms.read();
        let over = |room: &&Arc<Handle>| {
            matches!(room.state(), Some(RoomState::Finished | RoomState::Abandoned))
                && !passed.contains(&room.id())
        };
        let all = rooms.values().map(|room| room.founder());
        let founders = Founders::count(all, self.settings.max_rooms);
        let order = |room: &&Arc<Handle>| {
            let worth = room.worth();
            let missed = worth.is_some_and(|worth| worth.here || worth.begun);
            (missed, founders.rank(room.founder()), worth)
        };
        rooms.values().filter(over).min_by_key(order).cloned()
    }

    fn enter(&self, code: String, handle: Arc<Handle>) {
        self.rooms.write().insert(code, handle);
    }

    fn run(&self, actor: Box<Actor>) {
        self.spawn(actor.run());
    }

    /// Begins a room's task, whose end a server that stops waits for.
    pub(super) fn spawn(&self, life: impl Future<Output = ()> + Send + 'static) {
        let running = self.actors.subscribe();
        // A block that awaited it would have room for it twice: as what it has taken in, and as what it awaits.
        own_task::spawn(life.map(|()| drop(running)));
    }

    /// Loads one stored room, which is here by the claim with this number; one that cannot be played is put
    /// aside, and the others live.
    pub(super) async fn load(self: &Arc<Self>, stored: StoredRoom, claim: u64) {
        let (id, code) = (stored.id, stored.code.clone());
        let (handle, inbox) = Handle::new(id, claim);
        match Actor::load(self.clone(), handle.clone(), stored).await {
            Ok(mut actor) => {
                actor.inbox = Some(inbox);
                if let Some(actor) = Box::new(actor).sleep() {
                    self.run(actor);
                }
            }
            Err(reason) => {
                error!(room = %id, reason, "this room cannot be played and is put aside");
                // Whatever its record says: it is not there for anybody.
                handle.put_aside();
                let (hub, code, draining) = (self.clone(), code.clone(), self.draining.subscribe());
                tokio::spawn(async move { put_aside(&hub, id, &code, inbox, draining).await });
            }
        }
        self.enter(code, handle);
    }

    /// Reads every match that runs, one after the other: a damaged one is put aside before anybody
    /// comes, and one that asks a bot goes on.
    pub(super) async fn look_through(self: Arc<Self>) {
        let running = |room: &&Arc<Handle>| room.state() == Some(RoomState::Running);
        let mut running: Vec<_> = self.rooms.read().values().filter(running).cloned().collect();
        // In an order that repeats.
        running.sort_by_key(|room| room.id());
        let mut draining = self.draining.subscribe();
        let looking = async {
            for room in &running {
                // One that is busy is not at rest.
                let _: Result<(), Refusal> = room.ask(RoomInput::Look).await;
            }
        };
        tokio::select! {
            biased;
            () = looking => {
                info!(matches = running.len(), "matches looked through");
                self.looked_through.send_replace(true);
            }
            () = stopping(&mut draining) => {}
        }
    }

    /// Founds a room that continues `record`: the same terms, the seats set aside for those who had
    /// them.
    pub(crate) async fn continue_room(
        self: &Arc<Self>,
        record: &RoomRecord,
        holding: Option<Holding>,
    ) -> Result<String, Refusal> {
        // The room that is continued founds the other one, and must wait for no room to make place.
        if self.is_full() {
            return Err(full());
        }
        let game = &self.offered(&record.game)?.game;
        let mut terms = Terms::again(record, game.entry.rules_version, game.catalogue.digest());
        terms.options = self.options(self.offered(&record.game)?, &record.options.by_name())?;
        // A program is asked again by the host, if at all.
        let left = |seat: &SeatRecord| seat.given || seat.bot_from.is_some();
        let again = |seat: &SeatRecord| SeatRecord {
            name: seat.name.clone(),
            kind: seat.kind,
            program: seat.program.clone(),
            level: seat.level,
            rematch: seat.kind == SeatKind::Person,
            ready: seat.kind == SeatKind::Bot,
            // Whoever has not agreed to mails is not asked again for every room.
            notify: seat.notify.clone().filter(|target| target.lasts()),
            devices: seat.devices.iter().map(DeviceRecord::again).collect(),
            ..SeatRecord::free()
        };
        let seat = |seat: &SeatRecord| if left(seat) { SeatRecord::free() } else { again(seat) };
        let seats = record.seats.iter().map(seat).collect();
        let (_, founded) = self.found(terms, seats, holding).await?;
        Ok(founded.code)
    }
}

/// The refusal of a new room where there is no place.
fn full() -> Refusal {
    let detail = "this server has reached its limit of rooms";
    Refusal::new(Code::Busy, detail).after(FULL_RETRY_MS)
}
