//! Servers that share a store: which of them has a room, and how rooms come to them.
//!
//! A room is claimed when somebody asks for it, and without being asked for once its server is gone. Of
//! those that take rooms every server chooses the same one: the first by a hash of room and server that
//! has not more than its share. A choice that two make differently does no harm, for a claim is a write
//! that only one of them makes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use protocol::room::RoomState;
use sha2::{Digest, Sha256};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tracing::{debug, error, info, warn};
use uuid::Uuid;

use super::code;
use super::directory::Rooms;
use super::handle::Handle;
use super::hub::{Hub, RoomsSetup, stopping};
use super::order::{Order, Verdict};
use super::shared::SharedStore;
use crate::log::{Claim, Deletion, LogError, MatchLog, Member, Members, NatsLog, StoredRoom};
use crate::room::{Refusal, RoomInput};
use crate::time::wall_ms;

/// The longest time after which a server looks whether other servers have come or gone, and says how many
/// rooms it has.
const TENDED: Duration = Duration::from_secs(1);

/// The longest time after which it looks for rooms that nobody has, whatever it knows of the others.
const SWEPT: Duration = Duration::from_mins(1);

/// Rooms that are claimed at a time without being asked for.
const CLAIMED_AT_ONCE: usize = 16;

/// The most that a server has of the rooms, in percent of an even share.
const SHARE_PERCENT: usize = 125;

/// Place of a room.
#[derive(Debug)]
pub enum Whereabouts {
    /// On this server.
    Here(Arc<Handle>),
    /// On another server, or about to be: its run.
    Away(Uuid),
    /// There is no such room.
    Nowhere,
}

/// Returns the server that is to have a room; `None` if none takes rooms.
fn place(room: Uuid, members: &BTreeMap<Uuid, Member>) -> Option<Uuid> {
    let taking = || members.iter().filter(|(_, member)| member.takes);
    let most = share(taking().map(|(_, member)| member.rooms));
    let mut ranked: Vec<(Uuid, usize)> = taking().map(|(run, it)| (*run, it.rooms)).collect();
    ranked.sort_by_cached_key(|(run, _)| rank(room, *run));
    let free = ranked.iter().find(|(_, rooms)| *rooms < most);
    free.or(ranked.first()).map(|(run, _)| *run)
}

/// Returns the place of a server in the order of those that are to have a room.
fn rank(room: Uuid, run: Uuid) -> ([u8; 32], Uuid) {
    (Sha256::new().chain_update(room).chain_update(run).finalize().into(), run)
}

/// Returns the server that counts a room which none can have: however many rooms it has, so that all agree.
fn counting(room: Uuid, members: &BTreeMap<Uuid, Member>) -> Option<Uuid> {
    let taking = members.iter().filter(|(_, member)| member.takes);
    taking.map(|(run, _)| *run).min_by_key(|run| rank(room, *run))
}

/// Chooses one of the addresses of servers other than this one, by a hash of room and server.
fn address_of(code: &str, own: Uuid, members: &BTreeMap<Uuid, Member>) -> Option<String> {
    let others = members.iter().filter(|(run, it)| **run != own && it.takes);
    let addressed = others.filter_map(|(run, it)| Some((run, it.url.as_ref()?)));
    let chosen = addressed.min_by_key(|(run, _)| {
        let hash: [u8; 32] = Sha256::new().chain_update(code).chain_update(run).finalize().into();
        hash
    });
    chosen.map(|(_, url)| url.clone())
}

/// Returns the most rooms that each of the servers with so many should have.
fn share(rooms: impl Iterator<Item = usize>) -> usize {
    let (servers, total) = rooms.fold((0_usize, 1_usize), |(n, sum), rooms| (n + 1, sum + rooms));
    (total * SHARE_PERCENT).div_ceil(100 * servers.max(1)).max(1)
}

impl Rooms {
    /// Opens the rooms of a store that other servers may share: each is loaded when this server gets it.
    pub fn open_shared(setup: RoomsSetup, store: NatsLog) -> Self {
        let hub = Hub::new(setup, Arc::new(store.clone()));
        // Nobody else has the hub yet.
        let _ = hub.shared.set(SharedStore::new(store));
        tokio::spawn(hub.clone().tend_shared());
        Self(hub)
    }

    /// Returns the store that this server shares with others; `None` for a store of its own.
    pub(crate) fn shared_store(&self) -> Option<&NatsLog> {
        self.0.shared.get().map(|shared| &shared.store)
    }

    /// Returns the servers that live; none with a store that is this server's alone.
    pub(crate) fn members(&self) -> Members {
        self.shared_store().map(|store| store.members().borrow().clone()).unwrap_or_default()
    }

    /// Returns the address of its own that another server has, the same one for all who are in a room;
    /// `None` if no other server takes rooms and has one.
    pub(crate) fn elsewhere(&self, code: &str) -> Option<String> {
        let own = self.shared_store()?.run();
        address_of(code, own, &self.members())
    }

    /// Finds the room with this code on any server; one that nobody has and that is to be here is
    /// claimed. Spelling does not count.
    pub(crate) async fn locate(&self, code: &str) -> Result<Whereabouts, Refusal> {
        let Some(code) = code::normalise(code) else { return Ok(Whereabouts::Nowhere) };
        if let Some(room) = self.0.find(&code) {
            return Ok(Whereabouts::Here(room));
        }
        let Some(shared) = self.0.shared.get() else { return Ok(Whereabouts::Nowhere) };
        let Some((room, owner)) = shared.store.whose(&code).await? else {
            return Ok(Whereabouts::Nowhere);
        };
        let own = shared.store.run();
        let place = match owner {
            Some(owner) => owner,
            None => place(room, &shared.store.members().borrow()).ok_or_else(Refusal::draining)?,
        };
        if place != own {
            return Ok(Whereabouts::Away(place));
        }
        Ok(match self.0.admit(shared, room).await? {
            Claim::Mine(..) => self.0.find(&code).map_or(Whereabouts::Nowhere, Whereabouts::Here),
            Claim::Taken(other) => Whereabouts::Away(other),
            Claim::Gone => Whereabouts::Nowhere,
        })
    }

    /// Returns the room with this code for another server, which believes that it is here or is to be;
    /// `None` if it is neither.
    pub(crate) async fn host(&self, code: &str) -> Result<Option<Arc<Handle>>, Refusal> {
        let Some(code) = code::normalise(code) else { return Ok(None) };
        if let Some(room) = self.0.find(&code) {
            return Ok(Some(room));
        }
        let Some(shared) = self.0.shared.get() else { return Ok(None) };
        let Some((room, _)) = shared.store.whose(&code).await? else { return Ok(None) };
        self.0.admit(shared, room).await?;
        Ok(self.0.find(&code))
    }

    /// Carries an order out about a room that no server can have, since its record cannot be read: it can
    /// be deleted, and nothing else.
    pub(crate) async fn carry_out_on_wreck(&self, order: &Order) -> Verdict {
        let (Some(store), Some(code)) = (self.shared_store(), code::normalise(order.code())) else {
            return Verdict::nowhere();
        };
        let done = match (store.wreck(&code).await, order) {
            (Ok(None), _) => return Verdict::nowhere(),
            (Ok(Some(room)), Order::Delete(_)) => {
                store.erase_room(Deletion { room, code, at_ms: wall_ms() }).await
            }
            (Ok(Some(room)), Order::Close(_) | Order::Forget(_)) => {
                Err(LogError::Damaged(format!("the record of room {room}")))
            }
            (Err(error), _) => Err(error),
        };
        match done {
            Ok(()) => Verdict::Done,
            Err(error) => Verdict::Refused(error.to_string()),
        }
    }

    /// Checks whether there is a room with this code on any server.
    pub(crate) async fn exists(&self, code: &str) -> Result<bool, Refusal> {
        let Some(code) = code::normalise(code) else { return Ok(false) };
        self.0.exists(&code).await
    }

    /// Returns a receiver of whether the store answers.
    pub(crate) fn answering(&self) -> watch::Receiver<bool> {
        self.0.answering.clone()
    }

    /// Waits until this server has handed all its rooms over, and its sockets are to go elsewhere.
    /// Forever with a store of its own, where each room says goodbye itself.
    pub(crate) async fn parted(&self) {
        match self.0.shared.get() {
            Some(shared) => stopping(&mut shared.parting.subscribe()).await,
            None => std::future::pending().await,
        }
    }
}

impl Hub {
    /// Checks whether there is a room with this code, on this server or another one.
    pub(super) async fn exists(&self, code: &str) -> Result<bool, Refusal> {
        if self.find(code).is_some() {
            return Ok(true);
        }
        let Some(shared) = self.shared.get() else { return Ok(false) };
        Ok(shared.store.whose(code).await?.is_some())
    }

    /// Checks whether the rooms that are here are certainly this server's still.
    pub(super) fn certain(&self) -> bool {
        self.shared.get().is_none_or(|shared| shared.store.certain())
    }

    /// Claims a room and loads it, unless it is here already.
    async fn admit(self: &Arc<Self>, shared: &SharedStore, id: Uuid) -> Result<Claim, Refusal> {
        if *self.draining.borrow() {
            return Err(Refusal::draining());
        }
        let _turn = shared.turn(id).await;
        let claim = shared.store.claim(id).await?;
        if let Claim::Mine(stored, number) = &claim
            && self.find(&stored.code).is_none_or(|known| known.id() != id)
        {
            self.load(stored.clone(), *number).await;
            self.metrics.room_claimed();
            debug!(room = %id, claim = number, "a room is claimed");
        }
        Ok(claim)
    }

    /// Gives a room up that ends here, so that another server may have it. One that cannot be given up
    /// now is free once this server is gone.
    pub(super) async fn give_up(&self, room: Uuid, code: &str) {
        let Some(shared) = self.shared.get() else { return };
        let _turn = shared.turn(room).await;
        if let Err(error) = shared.store.release(room).await {
            warn!(%room, %error, "a room was not handed over yet");
        }
        self.forget(room, code);
    }

    /// Sees to it that every room has a server, and that this one has no more than its share.
    async fn tend_shared(self: Arc<Self>) {
        let Some(shared) = self.shared.get() else { return };
        let (mut draining, mut seen) = (self.draining.subscribe(), shared.store.members());
        let mut ticks = interval(TENDED);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut known, mut swept) = (None, Instant::now());
        loop {
            tokio::select! {
                biased;
                () = stopping(&mut draining) => return,
                _ = ticks.tick() => {}
                Ok(()) = seen.changed() => {}
            }
            shared.store.count(self.count());
            let members = seen.borrow_and_update().clone();
            let standing: Vec<_> =
                members.iter().map(|(run, it)| (*run, it.takes, it.released)).collect();
            if known.as_ref() == Some(&standing) && swept.elapsed() < SWEPT {
                continue;
            }
            match self.sweep(shared).await {
                Ok(()) => (known, swept) = (Some(standing), Instant::now()),
                Err(error) => warn!(%error, "rooms that no server has are looked for again"),
            }
            self.rebalance(shared);
        }
    }

    /// Claims the rooms that no server has and that are to be here.
    async fn sweep(self: &Arc<Self>, shared: &SharedStore) -> Result<(), LogError> {
        let members = shared.store.members().borrow().clone();
        let own = Some(shared.store.run());
        let (rooms, wrecks) = shared.store.unowned().await?;
        let rooms = rooms.into_iter().filter(|it| place(it.id, &members) == own);
        let counted = |id: &Uuid| counting(*id, &members) == own;
        let wrecks: Vec<Uuid> = wrecks.into_iter().filter(counted).collect();
        shared.store.count_wrecks(wrecks.len());
        for id in wrecks {
            error!(room = %id, "this room's record is damaged; it stays out of service");
        }
        let mut claiming = FuturesUnordered::new();
        let (mut waiting, mut claimed) = (rooms, Vec::new());
        loop {
            while claiming.len() < CLAIMED_AT_ONCE
                && let Some(room) = waiting.next()
            {
                claiming.push(self.admit_unasked(shared, room));
            }
            let Some(room) = claiming.next().await else { break };
            claimed.extend(room);
        }
        if !claimed.is_empty() {
            info!(rooms = claimed.len(), "rooms claimed that no server had");
        }
        for room in claimed.iter().filter(|room| room.state() == Some(RoomState::Running)) {
            // One that is busy is not at rest.
            let _: Result<(), Refusal> = room.ask(RoomInput::Look).await;
        }
        self.looked_through.send_replace(true);
        Ok(())
    }

    async fn admit_unasked(
        self: &Arc<Self>,
        shared: &SharedStore,
        room: StoredRoom,
    ) -> Option<Arc<Handle>> {
        match self.admit(shared, room.id).await {
            Ok(Claim::Mine(..)) => self.find(&room.code),
            Ok(Claim::Taken(_) | Claim::Gone) => None,
            Err(refusal) => {
                warn!(room = %room.id, %refusal, "a room was not claimed yet");
                None
            }
        }
    }

    /// Has rooms in which nobody is go to other servers, if this one has more than its share.
    fn rebalance(&self, shared: &SharedStore) {
        let members = shared.store.members().borrow().clone();
        let own = shared.store.run();
        let others = members.iter().filter(|(run, it)| it.takes && **run != own);
        let most = share(others.map(|(_, it)| it.rooms).chain([self.count()]));
        let Some(excess) = self.count().checked_sub(most).filter(|excess| *excess > 0) else {
            return;
        };
        let elsewhere = |room: &&Arc<Handle>| {
            let place = place(room.id(), &members);
            let busy = !room.idle() || self.analyses.has_begun(room.id());
            !busy && place.is_some_and(|place| place != own)
        };
        let mut rooms: Vec<_> = self.rooms.read().values().filter(elsewhere).cloned().collect();
        rooms.sort_by_key(|room| room.id());
        for room in rooms.iter().take(excess) {
            room.send_away();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(rooms: &[usize]) -> BTreeMap<Uuid, Member> {
        let member = |rooms| {
            let mut member = Member::default();
            (member.rooms, member.takes) = (rooms, true);
            member
        };
        (1..).zip(rooms).map(|(run, rooms)| (Uuid::from_u128(run), member(*rooms))).collect()
    }

    fn placed(members: &BTreeMap<Uuid, Member>) -> Vec<Option<Uuid>> {
        (0..300).map(|room| place(Uuid::from_u128(room), members)).collect()
    }

    #[test]
    fn a_server_that_goes_moves_its_own_rooms_only() {
        let three = members(&[0, 0, 0]);
        let gone = Uuid::from_u128(2);
        let two = three.clone().into_iter().filter(|(run, _)| *run != gone).collect();
        for (before, after) in placed(&three).into_iter().zip(placed(&two)) {
            assert!(before == after || before == Some(gone));
        }
        for run in three.keys() {
            let many = placed(&three).iter().filter(|place| **place == Some(*run)).count();
            assert!((60..140).contains(&many), "{many}");
        }
    }

    #[test]
    fn whoever_must_go_is_sent_to_a_server_that_has_an_address_and_stays() {
        let (mut some, run) = (members(&[0, 0, 0, 0]), Uuid::from_u128);
        let to = |own, members: &_| address_of("K7P2XR", run(own), members);
        assert_eq!(to(1, &some), None, "no server has an address of its own");
        for number in [1, 2, 3] {
            some.get_mut(&run(number)).unwrap().url = Some(format!("https://{number}.example.org"));
        }
        some.get_mut(&run(3)).unwrap().takes = false;
        assert_eq!(to(1, &some).as_deref(), Some("https://2.example.org"));
        assert_eq!(to(2, &some).as_deref(), Some("https://1.example.org"));
        assert!(to(4, &some).is_some());
    }

    #[test]
    fn who_has_its_share_or_leaves_gets_no_more() {
        let mut some = members(&[20, 10, 9]);
        assert!(!placed(&some).contains(&Some(Uuid::from_u128(1))));
        some.get_mut(&Uuid::from_u128(2)).unwrap().takes = false;
        assert!(placed(&some).iter().all(|place| *place == Some(Uuid::from_u128(3))));
        assert_eq!(place(Uuid::nil(), &BTreeMap::new()), None);
    }
}
