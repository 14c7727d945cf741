//! Matches whose seats play through different servers, and go on at another one when theirs is lost.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::ensure;
use black_box::{Seed, Server};
use engine::REGISTRY;
use parking_lot::Mutex;
use protocol::room::Seated;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::known::Servers;
use super::machines::{COUNT, Machines};
use crate::crowd::{Company, Crowd, End, Manners, Sitter};

/// Time without anything new after which a player goes to another server.
const PATIENCE: Duration = Duration::from_secs(10);

/// Time after which a player sends again what could not be stored.
const RETRY: Duration = Duration::from_millis(250);

/// The longest that a player thinks, in milliseconds.
const THINK_MS: usize = 150;

/// The longest pause of a player between two servers, in milliseconds.
const PAUSE_MS: usize = 100;

/// A match that is played.
#[derive(Debug)]
pub(super) struct Playing {
    pub(super) id: Uuid,
    game: &'static str,
    seats: Vec<JoinHandle<Sitter>>,
    /// The server at which each seat is.
    at: Vec<Arc<AtomicUsize>>,
    answered_at: Arc<Mutex<Vec<Instant>>>,
}

impl Playing {
    /// Checks whether the match is over for everybody.
    pub(super) fn over(&self) -> bool {
        self.seats.iter().all(JoinHandle::is_finished)
    }

    /// Checks whether a seat is at this server.
    pub(super) fn sits_at(&self, server: usize) -> bool {
        self.at.iter().any(|at| at.load(Ordering::Relaxed) == server)
    }

    /// Checks whether it has gone on since then, or is over.
    pub(super) fn gone_on(&self, since: Instant) -> bool {
        self.over() || self.answered_at.lock().last().is_some_and(|last| *last > since)
    }

    /// Returns the longest time between two answers, from the last one before `from` on.
    pub(super) fn longest_gap(&self, from: Instant) -> Option<Duration> {
        let times = self.answered_at.lock();
        let first = times.partition_point(|time| *time < from).saturating_sub(1);
        let pairs = times.get(first..)?.windows(2);
        pairs.map(|pair| pair[1] - pair[0]).max()
    }
}

/// All matches of a store.
#[derive(Debug)]
pub(super) struct Load {
    rooms: usize,
    opened: usize,
    seed: Seed,
    servers: Arc<Servers>,
    pub(super) playing: Vec<Playing>,
    done: VecDeque<Playing>,
}

impl Load {
    /// Creates a load that keeps this many matches going.
    pub(super) fn new(rooms: usize, seed: Seed, servers: Arc<Servers>) -> Self {
        Self { rooms, opened: 0, seed, servers, playing: Vec::new(), done: VecDeque::new() }
    }

    /// Opens rooms, at one server after the other, until as many matches go on as should. Servers that end
    /// meanwhile, as those may that NATS did not answer in time, are started again.
    pub(super) async fn fill(&mut self, machines: &mut Machines) -> anyhow::Result<()> {
        let (over, playing) = self.playing.drain(..).partition(Playing::over);
        self.playing = playing;
        self.done.extend::<Vec<_>>(over);
        // Where no deadline runs, somebody is asked at every moment.
        let games: Vec<_> = REGISTRY.iter().filter(|game| !game.timed).collect();
        let began = Instant::now();
        while self.playing.len() < self.rooms {
            ensure!(began.elapsed() < black_box::PATIENCE, "no server opens a room");
            let game = games[self.opened % games.len()].id;
            // It may have just ended, or be about to.
            let opened = open(machines.server(self.opened % COUNT)?, game).await;
            self.opened += 1;
            if let Some(keys) = opened {
                self.begin(game, keys);
            } else {
                sleep(RETRY).await;
                machines.revive().await?;
            }
        }
        Ok(())
    }

    /// Has everybody of a new room play, each at another server.
    fn begin(&mut self, game: &'static str, keys: Vec<Seated>) {
        let answered_at = Arc::<Mutex<Vec<_>>>::default();
        let (mut seats, mut places) = (Vec::new(), Vec::new());
        let id = keys[0].room.id;
        for key in keys {
            let at = Arc::new(AtomicUsize::new((self.opened + usize::from(key.seat)) % COUNT));
            let manners = Manners {
                patience: PATIENCE,
                retry: RETRY,
                think_ms: THINK_MS,
                answered_at: answered_at.clone(),
            };
            let sitter = Sitter::new(key, self.seed.branch()).with_manners(manners);
            let sitting = sit(sitter, at.clone(), self.servers.clone(), self.seed.branch());
            seats.push(tokio::spawn(sitting));
            places.push(at);
        }
        self.playing.push(Playing { id, game, seats, at: places, answered_at });
    }

    /// Counts connections that ended since then, at servers other than these: those that the server
    /// ended, and those that their player gave up.
    pub(super) fn ended(&self, since: Instant, but: &BTreeSet<usize>) -> (u64, u64) {
        let ended = self.servers.ended.lock();
        let others = ended.iter().filter(|(when, at, _)| *when >= since && !but.contains(at));
        let (mut by_server, mut given_up) = (0, 0);
        for (_, server, end) in others {
            println!("a connection at server {server}, which nothing befell, ended: {end:?}");
            let counted = if *end == End::GivenUp { &mut given_up } else { &mut by_server };
            *counted += 1;
        }
        (by_server, given_up)
    }

    /// Counts the matches that were opened.
    pub(super) fn opened(&self) -> u64 {
        self.opened as u64
    }

    /// From now on nobody comes back whose connection ends.
    pub(super) fn ends(&self) {
        self.servers.over.store(true, Ordering::Relaxed);
    }

    /// Waits until everybody's connection has ended, and returns everybody.
    ///
    /// # Panics
    /// If a player met something that breaks the protocol.
    pub(super) async fn gathered(self) -> Crowd {
        let mut crowd = Crowd::new(0, self.seed);
        for Playing { id, game, seats, .. } in self.done.into_iter().chain(self.playing) {
            let mut sitters = Vec::new();
            for seat in seats {
                sitters.push(seat.await.expect("a player met what the protocol does not allow"));
            }
            crowd.companies.push(Company { id, game, sitters });
        }
        crowd
    }
}

/// Opens a room and takes all its seats; `None` if the server does not do that now.
async fn open(server: &Server, game: &str) -> Option<Vec<Seated>> {
    let first = server.http.try_seat(game, None).await?;
    let mut keys = vec![first];
    for _ in 1..keys[0].room.seats.len() {
        keys.push(server.http.try_seat(game, Some(&keys[0].room.code)).await?);
    }
    Some(keys)
}

/// Plays a seat at one server after the other, until the match is over or nobody comes back.
async fn sit(
    mut sitter: Sitter,
    at: Arc<AtomicUsize>,
    servers: Arc<Servers>,
    mut seed: Seed,
) -> Sitter {
    loop {
        let server = at.load(Ordering::Relaxed);
        let address = servers.at.lock()[server];
        sitter = sitter.play(address).await;
        if sitter.end == End::Over || servers.over.load(Ordering::Relaxed) {
            return sitter;
        }
        if sitter.sat {
            servers.ended.lock().push((Instant::now(), server, sitter.end.clone()));
        }
        let count = servers.at.lock().len();
        at.store((server + 1 + seed.below(count - 1)) % count, Ordering::Relaxed);
        sleep(Duration::from_millis(seed.below(PAUSE_MS) as u64)).await;
    }
}
