//! The store, which outlives every server of a run, and a server on top of it.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use engine::catalogue::Catalogue;
use rand::rngs::StdRng;
use rand::{RngCore, SeedableRng};
use server::log::{LogError, MatchLog, NatsLog, Which, nats_address};
use server::rooms::{Randomness, RoomsSetup};
use server::{Rooms, Settings, gateway};
use tokio::sync::watch;
use tokio::time::{advance, sleep};
use uuid::Uuid;

use super::disk::Disk;
use super::nats::{Nats, Way};
use super::wire::{Listener, PORT};

/// The component data, read once.
pub(crate) static CATALOGUES: LazyLock<std::collections::BTreeMap<&'static str, Catalogue>> =
    LazyLock::new(|| {
        server::component_data::load_catalogues(engine::REGISTRY, None).unwrap_or_default()
    });

/// Settings under which a dead connection is found out soon.
fn settings() -> Settings {
    Settings { ping_ms: 5_000, idle_ms: 10_000, points_per_minute: 0, ..Settings::default() }
}

/// Opens the rooms of this server, from what is on its disk.
pub(super) async fn open(
    log: Arc<dyn MatchLog>,
    entropy: Randomness,
) -> Result<Rooms, server::log::LogError> {
    Rooms::open(setup(entropy), log).await
}

fn setup(random: Randomness) -> RoomsSetup {
    let setup = RoomsSetup::new(engine::REGISTRY, CATALOGUES.clone(), settings());
    RoomsSetup { random, ..setup }
}

/// Returns a source of unpredictable bytes that are the same with every run of a seed.
pub(crate) fn entropy(seed: u64) -> Randomness {
    let chance = Mutex::new(StdRng::seed_from_u64(seed));
    Randomness::of(move |bytes| {
        chance.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(bytes);
    })
}

/// Time between two looks whether a server's clock is to jump.
const LOOK: Duration = Duration::from_millis(50);

/// The store of one server, or of several.
#[derive(Clone, Debug)]
pub(crate) enum Store {
    /// A disk.
    Disk(Arc<Disk>),
    /// NATS servers, and the number of servers that share them.
    Nats(Arc<Nats>, usize),
}

impl Store {
    /// Creates the store of so many servers, of which nothing is wrong yet.
    pub(crate) fn new(seed: u64, servers: usize) -> Self {
        if servers == 1 {
            Self::Disk(Arc::new(Disk::new(seed)))
        } else {
            Self::Nats(Nats::new(seed, servers), servers)
        }
    }

    /// Begins or ends the faults of single writes.
    pub(super) fn set_healthy(&self, healthy: bool) {
        match self {
            Self::Disk(disk) => disk.set_healthy(healthy),
            Self::Nats(nats, _) => nats.set_healthy(healthy),
        }
    }

    /// Lets time pass to this moment, in simulated milliseconds.
    pub(super) fn tick(&self, now_ms: u64) {
        if let Self::Nats(nats, _) = self {
            nats.tick(now_ms);
        }
    }

    /// Changes the way between a server and NATS.
    pub(super) fn set_way(&self, node: usize, way: Way) {
        if let Self::Nats(nats, _) = self {
            nats.set_way(node, way);
        }
    }

    /// Takes a stream its leader, or gives it one.
    pub(super) fn set_leaderless(&self, which: Which, leaderless: bool) {
        if let Self::Nats(nats, _) = self {
            nats.set_leaderless(which, leaderless);
        }
    }

    /// Ends every fault.
    pub(super) fn mend(&self) {
        self.set_healthy(true);
        if let Self::Nats(nats, servers) = self {
            (0..*servers).for_each(|node| nats.set_way(node, Way::Open));
            for which in [Which::Log, Which::Doc] {
                nats.set_leaderless(which, false);
            }
        }
    }

    /// Takes no more rows: what is there can be looked at and stays as it is.
    pub(super) fn seal(&self) {
        match self {
            Self::Disk(disk) => disk.seal(),
            Self::Nats(nats, _) => nats.seal(),
        }
    }

    /// Returns the rows of a match, as they are stored.
    pub(crate) fn rows(&self, room: Uuid) -> Vec<String> {
        match self {
            Self::Disk(disk) => disk.rows(room),
            Self::Nats(nats, _) => nats.rows(room),
        }
    }

    /// Returns the numbers of the entries before which another server took a match over.
    pub(super) fn claims(&self, room: Uuid) -> Vec<u64> {
        match self {
            Self::Disk(_) => Vec::new(),
            Self::Nats(nats, _) => nats.claims(room),
        }
    }

    /// Returns the server that has a room; `None` for one that runs no more, and before its match begins.
    pub(super) fn owner(&self, room: Uuid) -> Option<usize> {
        match self {
            Self::Disk(_) => Some(0),
            Self::Nats(nats, _) => nats.owner(room),
        }
    }

    /// Returns what is wrong in the log of a match, if no clock has gone further than this: rows of two
    /// servers at once, and match time that went on while nobody had the room.
    pub(super) fn broken(&self, room: Uuid, clock_ms: u64) -> Vec<String> {
        let Self::Nats(nats, _) = self else { return Vec::new() };
        let mut broken = nats.broken(room);
        let last = nats.rows(room).last().and_then(|row| serde_json::from_str(row).ok());
        let at = last.and_then(|row: serde_json::Value| row["at"].as_u64()).unwrap_or_default();
        if at > clock_ms {
            broken.push(format!("match time of {room} is {at} ms after {clock_ms} ms"));
        }
        broken
    }

    /// Opens what is stored for somebody who only looks.
    pub(super) async fn look(&self) -> anyhow::Result<Arc<dyn MatchLog>> {
        Ok(match self {
            Self::Disk(disk) => disk.clone(),
            Self::Nats(nats, servers) => Arc::new(join(nats, *servers).await?),
        })
    }
}

/// Opens the store for a server.
pub(crate) async fn join(nats: &Arc<Nats>, node: usize) -> anyhow::Result<NatsLog> {
    let address = nats_address("nats://n1,n2,n3/simulated")?;
    let address = address.ok_or_else(|| anyhow::anyhow!("no address of NATS"))?;
    Ok(NatsLog::open_on(Arc::new(nats.connect(node)), &address).await?)
}

/// A server of a run.
#[derive(Clone, Debug)]
pub(super) struct Node {
    number: usize,
    entropy: Randomness,
    stop: watch::Sender<bool>,
    jump_ms: Rc<Cell<u64>>,
    /// `true` once the process has ended by itself, because its store is lost to it.
    pub(super) ended: Rc<Cell<bool>>,
}

impl Node {
    pub(super) fn new(number: usize, entropy: Randomness) -> Self {
        let stop = watch::Sender::new(false);
        Self { number, entropy, stop, jump_ms: Rc::default(), ended: Rc::default() }
    }

    /// Tells it to stop, or that it need not.
    pub(super) fn stop(&self, stop: bool) {
        self.stop.send_replace(stop);
    }

    /// Checks whether it was told to stop.
    pub(super) fn stops(&self) -> bool {
        *self.stop.borrow()
    }

    /// Has its clock go on by so many milliseconds at once.
    pub(super) fn jump(&self, ms: u64) {
        self.jump_ms.set(self.jump_ms.get() + ms);
    }

    /// Serves until it is told to stop.
    pub(super) async fn serve(self, store: Store) -> turmoil::Result {
        let listener = turmoil::net::TcpListener::bind(("0.0.0.0", PORT)).await?;
        let mut stopped = self.stop.subscribe();
        let stopping = async move {
            // The sender outlives the simulation.
            let _ = stopped.wait_for(|stop| *stop).await;
        };
        let opened = match &store {
            Store::Disk(disk) => {
                let rooms = open(disk.clone(), self.entropy.clone()).await?;
                gateway::serve(Listener(listener), rooms, stopping).await;
                return Ok(());
            }
            Store::Nats(nats, _) => self.open_shared(nats).await,
        };
        let Some((rooms, log)) = opened else { return self.end().await };
        let jump_ms = self.jump_ms.clone();
        tokio::task::spawn_local(async move {
            loop {
                sleep(LOOK).await;
                let ms = jump_ms.take();
                if ms > 0 {
                    advance(Duration::from_millis(ms)).await;
                }
            }
        });
        tokio::select! {
            biased;
            _ = log.failed() => return self.end().await,
            () = gateway::serve(Listener(listener), rooms, stopping) => {}
        }
        // It ends as it was told to, also if the store was lost to it meanwhile.
        let _: Result<(), LogError> = log.close().await;
        Ok(())
    }

    /// Opens the rooms of the shared store; `None` if NATS did not answer for too long.
    async fn open_shared(&self, nats: &Arc<Nats>) -> Option<(Rooms, NatsLog)> {
        let log = join(nats, self.number).await.ok()?;
        let rooms = Rooms::open_shared(setup(self.entropy.clone()), log.clone());
        Some((rooms, log))
    }

    /// Ends the process: whoever starts it again sees that it has ended.
    async fn end(&self) -> turmoil::Result {
        self.ended.set(true);
        std::future::pending().await
    }
}
