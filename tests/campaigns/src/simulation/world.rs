//! One run: servers, a few machines with clients on them, and what befalls them.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use futures_util::future::join_all;
use protocol::room::Seated;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::time::sleep;
use tracing::debug;
use turmoil::Sim;
use uuid::Uuid;

use super::client::{Client, Key};
use super::nats::Way;
use super::plan::{self, FAULTS_MS, Fault, Link};
use super::shared::{Counts, Part, Shared};
use super::store::{Node, Store, entropy};
use super::wire::{post, server};

/// The time by which all hosts advance in one step.
const STEP: Duration = Duration::from_millis(20);

/// The most simulated time that any part of a run may take.
const PART_MS: u64 = 240_000;

/// The time for which everything must be calm before a run may end: longer than a dead connection
/// can live.
const CALM_MS: u64 = 15_000;

/// The time for which nothing must have been entered before the servers say goodbye: longer than it takes
/// to come to every client.
const STILL_MS: u64 = 500;

/// The machines that clients run on; each has its own link to each server.
const MACHINES: usize = 3;

/// Time after which servers that share a store have found each other.
const TOGETHER: Duration = Duration::from_secs(5);

/// Time after which a server starts again that has ended by itself.
const COMEBACK_MS: u64 = 500;

/// The result of a run.
pub(super) struct Ran {
    pub(super) counts: Counts,
    pub(super) store: Store,
    pub(super) faults: Vec<Fault>,
    pub(super) clients: Vec<Client>,
    pub(super) rooms: Vec<Uuid>,
    /// Every broken promise so far.
    pub(super) broken: Vec<String>,
    /// A hash of everything that everyone received before the goodbye, and when.
    pub(super) trace: [u8; 32],
    pub(super) simulated_ms: u64,
    /// The most that any server's clock has gone, in milliseconds.
    pub(super) clock_ms: u64,
}

/// A room, and the keys of everyone in it.
type Founded = (Uuid, Vec<Key>);

struct World<'a> {
    sim: Sim<'a>,
    shared: Rc<Shared>,
    store: Store,
    nodes: Vec<Node>,
    rooms: Rc<RefCell<Vec<Founded>>>,
    settled: Rc<RefCell<Vec<bool>>>,
    done: Rc<RefCell<Vec<(usize, Client)>>>,
    faults: Vec<Fault>,
    /// Servers that have ended by themselves, and when they start again.
    restarts: Vec<(u64, usize)>,
    jumped_ms: u64,
}

/// Runs a seed with so many servers.
pub(super) fn run(seed: u64, servers: usize) -> turmoil::Result<Ran> {
    let mut chance = StdRng::seed_from_u64(seed);
    let mut world = World::new(&mut chance, servers);
    world.found_rooms(&mut chance)?;
    world.settle_people(&mut chance);
    world.store.set_healthy(false);
    let plan = plan::draw(&mut chance, MACHINES, servers);
    world.break_things(&plan)?;
    world.heal()?;
    world.go_on()?;
    world.finish()?;
    Ok(world.end())
}

/// Switches one of several servers off while nothing else breaks, at a time of the seed. Returns after how
/// many milliseconds of simulated time other servers have its rooms; every match goes on then.
pub(super) fn take_over(seed: u64, servers: usize) -> turmoil::Result<Vec<u64>> {
    let mut chance = StdRng::seed_from_u64(seed);
    let mut world = World::new(&mut chance, servers);
    world.found_rooms(&mut chance)?;
    world.settle_people(&mut chance);
    let rooms: Vec<Uuid> = world.rooms.borrow().iter().map(|(id, _)| *id).collect();
    world.until("every match begins", |world| {
        rooms.iter().all(|room| world.store.owner(*room).is_some())
    })?;
    let at = world.now_ms() + chance.random_range(0..1_000);
    world.until("the server dies", |world| world.now_ms() >= at)?;
    let dying = world.store.owner(rooms[0]).unwrap_or_default();
    let its = rooms.iter().filter(|room| world.store.owner(**room) == Some(dying));
    let its: Vec<Uuid> = its.copied().collect();
    world.crash(dying);
    let died = world.now_ms();
    let mut taken = Vec::new();
    for room in its {
        let has_it = |world: &World<'_>| world.store.owner(room).is_some_and(|it| it != dying);
        world.until("another server has the room", has_it)?;
        taken.push(world.now_ms() - died);
    }
    world.restart(dying);
    world.shared.enter(Part::Healed);
    world.go_on()?;
    Ok(taken)
}

impl World<'_> {
    fn new(chance: &mut StdRng, servers: usize) -> Self {
        let mut sim = turmoil::Builder::new()
            .rng_seed(chance.random())
            .tick_duration(STEP)
            .simulation_duration(Duration::from_millis(5 * PART_MS))
            .min_message_latency(Duration::from_millis(1))
            .max_message_latency(Duration::from_millis(40))
            .tcp_capacity(4_096)
            .enable_random_order()
            .build();
        let store = Store::new(chance.random(), servers);
        let nodes: Vec<Node> =
            (0..servers).map(|number| Node::new(number, entropy(chance.random()))).collect();
        for (number, node) in nodes.iter().enumerate() {
            let (store, node) = (store.clone(), node.clone());
            sim.host(server(number), move || node.clone().serve(store.clone()));
        }
        Self {
            sim,
            shared: Rc::new(Shared::new()),
            store,
            nodes,
            rooms: Rc::default(),
            settled: Rc::default(),
            done: Rc::default(),
            faults: Vec::new(),
            restarts: Vec::new(),
            jumped_ms: 0,
        }
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.sim.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Lets everything go on for a moment.
    fn step(&mut self) -> turmoil::Result {
        let now_ms = self.now_ms();
        self.store.tick(now_ms);
        for number in 0..self.nodes.len() {
            if self.nodes[number].ended.take() {
                self.crash(number);
                self.restarts.push((now_ms + COMEBACK_MS, number));
            }
        }
        for (_, number) in self.restarts.extract_if(.., |(at, _)| *at <= now_ms).collect::<Vec<_>>()
        {
            self.restart(number);
        }
        self.sim.step().map(drop)
    }

    /// Steps until something holds; an error if it does not in time.
    fn until(&mut self, what: &str, holds: impl Fn(&Self) -> bool) -> turmoil::Result {
        let latest = self.now_ms() + PART_MS;
        while !holds(self) {
            self.step()?;
            if self.now_ms() > latest {
                return Err(format!("{what}: not within {PART_MS} ms").into());
            }
        }
        Ok(())
    }

    /// Opens two to four rooms and takes their seats, while nothing breaks yet.
    fn found_rooms(&mut self, chance: &mut StdRng) -> turmoil::Result {
        let wanted: Vec<Value> =
            (0..chance.random_range(2..=4)).map(|_| room_request(chance)).collect();
        let count = wanted.len();
        let (rooms, servers) = (self.rooms.clone(), self.nodes.len());
        self.sim.client("founder", async move {
            if servers > 1 {
                sleep(TOGETHER).await;
            }
            for (number, request) in wanted.into_iter().enumerate() {
                let server = server(number % servers);
                let first = post(&server, "/api/v1/rooms", &request).await?;
                let first: Seated = serde_json::from_value(first)?;
                let (id, code) = (first.room.id, first.room.code.clone());
                let key = |seated: Seated| Key {
                    room: number,
                    code: seated.room.code,
                    seat: Some((seated.seat, seated.token)),
                };
                let free = first.room.seats.len() - 1;
                let mut keys = vec![key(first)];
                for _ in 0..free {
                    let path = format!("/api/v1/rooms/{code}/seats");
                    let seated = post(&server, &path, &json!({"name": "Bo"})).await?;
                    keys.push(key(serde_json::from_value(seated)?));
                }
                keys.push(Key { room: number, code, seat: None });
                rooms.borrow_mut().push((id, keys));
            }
            Ok(())
        });
        self.until("rooms are founded", |world| world.rooms.borrow().len() == count)
    }

    /// Spreads the clients over the machines.
    fn settle_people(&mut self, chance: &mut StdRng) {
        let mut machines: Vec<Vec<(usize, Key, u64)>> = vec![Vec::new(); MACHINES];
        let keys: Vec<Key> =
            self.rooms.borrow().iter().flat_map(|(_, keys)| keys.clone()).collect();
        *self.settled.borrow_mut() = vec![false; keys.len()];
        for (number, key) in keys.into_iter().enumerate() {
            machines[chance.random_range(0..MACHINES)].push((number, key, chance.random()));
        }
        let servers = self.nodes.len();
        for (machine, people) in machines.into_iter().enumerate() {
            let (shared, settled, done) =
                (self.shared.clone(), self.settled.clone(), self.done.clone());
            self.sim.client(name(machine), async move {
                let lives = people.into_iter().map(async |(number, key, seed)| {
                    let mut client = Client::new(key, servers, shared.clone(), seed);
                    client.live(|now| settled.borrow_mut()[number] = now).await;
                    done.borrow_mut().push((number, client));
                });
                join_all(lives).await;
                Ok(())
            });
        }
    }

    fn break_things(&mut self, plan: &[(u64, Fault)]) -> turmoil::Result {
        let begin = self.now_ms();
        for (at, fault) in plan.iter().filter(|(at, _)| *at < FAULTS_MS) {
            while self.now_ms() < begin + at {
                self.step()?;
            }
            self.happen(*fault);
        }
        while self.now_ms() < begin + FAULTS_MS {
            self.step()?;
        }
        Ok(())
    }

    fn happen(&mut self, fault: Fault) {
        debug!(at_ms = self.now_ms(), ?fault);
        self.faults.push(fault);
        let sim = &mut self.sim;
        let ends = |Link { machine, server: number }| (name(machine), server(number));
        match fault {
            Fault::Crash(number) => self.crash(number),
            Fault::Restart(number) => self.restart(number),
            Fault::Drain(number) => self.nodes[number].stop(true),
            Fault::Jump(number, ms) => {
                self.jumped_ms += ms;
                self.nodes[number].jump(ms);
            }
            Fault::Partition(link) => {
                let (machine, server) = ends(link);
                sim.partition(machine, server);
            }
            Fault::Deaf(link) => {
                let (machine, server) = ends(link);
                sim.partition_oneway(machine, server);
            }
            Fault::Mute(link) => {
                let (machine, server) = ends(link);
                sim.partition_oneway(server, machine);
            }
            Fault::Repair(link) => {
                let (machine, server) = ends(link);
                sim.repair(machine, server);
            }
            Fault::Hold(link) => {
                let (machine, server) = ends(link);
                sim.hold(machine, server);
            }
            Fault::Release(link) => {
                let (machine, server) = ends(link);
                sim.release(machine, server);
            }
            Fault::Cut(number) => self.store.set_way(number, Way::Cut(0)),
            Fault::Minority(number) => self.store.set_way(number, Way::Minority),
            Fault::Still(number) => {
                self.store.set_way(number, Way::Still);
                (0..MACHINES).for_each(|machine| sim.hold(name(machine), server(number)));
            }
            Fault::Mend(number) => {
                self.store.set_way(number, Way::Open);
                (0..MACHINES).for_each(|machine| sim.release(name(machine), server(number)));
            }
            Fault::Leaderless(which) => self.store.set_leaderless(which, true),
            Fault::Elected(which) => self.store.set_leaderless(which, false),
        }
    }

    /// The machines that there are: none before people have come.
    fn machines(&self) -> std::ops::Range<usize> {
        0..if self.settled.borrow().is_empty() { 0 } else { MACHINES }
    }

    /// Switches a server's machine off: it says nothing more. (In which order a dying process lets its
    /// sockets go is up to tokio, and to no seed.)
    fn crash(&mut self, number: usize) {
        for machine in self.machines() {
            self.sim.partition(name(machine), server(number));
        }
        self.sim.crash(server(number));
    }

    /// Starts a server again, wherever it is.
    fn restart(&mut self, number: usize) {
        self.nodes[number].stop(false);
        for machine in self.machines() {
            self.sim.repair(name(machine), server(number));
        }
        self.sim.bounce(server(number));
    }

    /// Mends everything.
    fn heal(&mut self) -> turmoil::Result {
        self.store.mend();
        for number in 0..self.nodes.len() {
            if self.nodes[number].stops() || !self.sim.is_host_running(server(number)) {
                self.restart(number);
            }
            for machine in 0..MACHINES {
                self.sim.release(name(machine), server(number));
                self.sim.repair(name(machine), server(number));
            }
        }
        self.shared.enter(Part::Healed);
        self.step()
    }

    /// Waits until every match goes on, unless it is over.
    fn go_on(&mut self) -> turmoil::Result {
        let rooms: Vec<Uuid> = self.rooms.borrow().iter().map(|(id, _)| *id).collect();
        let before: Vec<usize> = rooms.iter().map(|room| self.store.rows(*room).len()).collect();
        self.until("every match goes on", |world| {
            rooms.iter().zip(&before).enumerate().all(|(number, (room, before))| {
                let rows = world.store.rows(*room);
                let moves = rows.iter().skip(*before).filter(|row| row.contains("\"command\""));
                moves.count() > 0 || world.shared.is_over(number)
            })
        })
    }

    /// Counts the entries of all matches.
    fn rows(&self) -> usize {
        self.rooms.borrow().iter().map(|(room, _)| self.store.rows(*room).len()).sum()
    }

    /// Waits until everyone has the answers that are due; then stops the servers, which say
    /// goodbye.
    fn finish(&mut self) -> turmoil::Result {
        self.shared.enter(Part::Settling);
        // A connection that is dead or was overtaken is found out within this time.
        let calm = Cell::new(self.now_ms());
        self.until("everyone has an answer", |world| {
            if world.settled.borrow().iter().any(|settled| !settled) {
                calm.set(world.now_ms());
            }
            world.now_ms() >= calm.get() + CALM_MS
        })?;
        // An entry that is made as everybody is told to go may not have come from server to server.
        loop {
            let (rows, until) = (self.rows(), self.now_ms() + STILL_MS);
            self.until("nothing is entered", |world| world.now_ms() >= until)?;
            if self.rows() == rows {
                break;
            }
        }
        self.shared.enter(Part::Goodbye);
        // Servers that share a store do not stop at the same moment: the last one would write down that
        // nobody is there any more, which nobody is shown.
        if self.nodes.len() > 1 {
            self.store.seal();
        }
        self.nodes.iter().for_each(|node| node.stop(true));
        let people = self.settled.borrow().len();
        self.until("everyone has received the goodbye", |world| world.done.borrow().len() == people)
    }

    fn end(self) -> Ran {
        let simulated_ms = self.now_ms();
        let mut done = std::mem::take(&mut *self.done.borrow_mut());
        done.sort_by_key(|(number, _)| *number);
        let clients: Vec<Client> = done.into_iter().map(|(_, client)| client).collect();
        let mut trace = Sha256::new();
        for client in &clients {
            trace.update(client.trace.clone().finalize());
        }
        Ran {
            counts: self.shared.counts(),
            faults: self.faults,
            rooms: self.rooms.borrow().iter().map(|(id, _)| *id).collect(),
            broken: self.shared.all_broken(),
            store: self.store,
            clients,
            trace: trace.finalize().into(),
            simulated_ms,
            clock_ms: simulated_ms + self.jumped_ms,
        }
    }
}

fn name(machine: usize) -> String {
    format!("machine-{machine}")
}

/// Draws a request for a room of any game; those with a clock run it fast.
fn room_request(chance: &mut StdRng) -> Value {
    let games = engine::REGISTRY;
    let game = games[chance.random_range(0..games.len())].id;
    let options = if game == protocol::games::europe::ID {
        json!({
            "players": chance.random_range(2..=4), "round_ms": 60_000, "crisis_at_ms": [20_000],
            "choose_ms": 10_000, "allocate_ms": 10_000,
        })
    } else {
        json!({})
    };
    json!({"game": game, "name": "Ada", "options": options})
}
