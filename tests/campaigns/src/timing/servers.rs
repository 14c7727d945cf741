//! The real servers of a world, without sockets of the system and without a clock that runs by itself.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use rand::Rng;
use rand::rngs::StdRng;
use server::rooms::RoomsSetup;
use server::{Rooms, Settings, gateway};
use tokio::time::{Instant, interval, sleep};

use super::network::{Network, network};
use crate::simulation::disk::Disk;
use crate::simulation::nats::Nats;
use crate::simulation::store::{CATALOGUES, Store, entropy, join};

/// Time after which servers that share a store have found each other.
const TOGETHER: Duration = Duration::from_secs(5);

/// The servers of a world.
pub(super) struct Servers {
    /// The rooms of the first, which has the one that is looked at.
    pub(super) rooms: Rooms,
    /// The way to the last, to which everybody goes.
    pub(super) network: Network,
    pub(super) store: Store,
}

impl Servers {
    /// Starts so many.
    pub(super) async fn start(chance: &mut StdRng, servers: usize) -> anyhow::Result<Self> {
        let store = Store::new(chance.random(), servers);
        let (rooms, network) = match &store {
            Store::Disk(disk) => alone(chance, disk).await?,
            Store::Nats(nats, servers) => together(chance, nats, *servers).await?,
        };
        Ok(Self { rooms, network, store })
    }
}

fn settings() -> Settings {
    Settings { points_per_minute: 0, messages_per_second: 0, ..Settings::default() }
}

fn setup(chance: &mut StdRng) -> RoomsSetup {
    let setup = RoomsSetup::new(engine::REGISTRY, CATALOGUES.clone(), settings());
    RoomsSetup { random: entropy(chance.random()), ..setup }
}

fn serve(rooms: &Rooms) -> Network {
    let (network, listener) = network();
    tokio::spawn(gateway::serve(listener, rooms.clone(), std::future::pending()));
    network
}

/// Starts one server on a disk.
async fn alone(chance: &mut StdRng, disk: &Arc<Disk>) -> anyhow::Result<(Rooms, Network)> {
    let rooms = Rooms::open(setup(chance), disk.clone()).await?;
    let network = serve(&rooms);
    Ok((rooms, network))
}

/// Starts so many servers on one store, on which each request takes as long as any other: else the choice,
/// a request more, would change what is drawn for those after it.
async fn together(
    chance: &mut StdRng,
    nats: &Arc<Nats>,
    servers: usize,
) -> anyhow::Result<(Rooms, Network)> {
    nats.set_even();
    let (passing, began) = (nats.clone(), Instant::now());
    tokio::spawn(async move {
        let mut ticks = interval(Duration::from_millis(1));
        loop {
            ticks.tick().await;
            passing.tick(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX));
        }
    });
    let mut all = Vec::new();
    for server in 0..servers {
        let log = join(nats, server).await?;
        let rooms = Rooms::open_shared(setup(chance), log);
        all.push((serve(&rooms), rooms));
    }
    sleep(TOGETHER).await;
    let (network, _) = all.pop().context("a server")?;
    let (_, rooms) = all.swap_remove(0);
    Ok((rooms, network))
}
