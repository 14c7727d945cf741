//! Three servers and three NATS nodes, each on a host of its own, and what may befall them.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use black_box::nats::Place;
use black_box::server::freeze;
use black_box::{Nats, PATIENCE, Server, Setup, Stopped};
use tempfile::TempDir;
use tokio::task::block_in_place;

use super::known::Servers;
use super::network::{Host, Network, small_disk};

/// Servers, and NATS nodes.
pub(super) const COUNT: usize = 3;

/// The size of a node's file system, as `mount` takes it.
const DISK: &str = "96m";

/// The server whose clock is not right, and by how much it is ahead.
const AHEAD: (usize, &str) = (COUNT - 1, "+10s");

/// Folder in which `make tools` puts the library that has a program see another time.
const TOOLS: &str = "target/nats/lib";

/// Time in which a NATS node is to recover from a full disk, and the pause between two looks at it.
const RECOVERS: Duration = Duration::from_secs(5);
const ASKED: Duration = Duration::from_millis(100);

/// Exit code of a server that must not go on: another one has its rooms.
const MUST_END: i32 = 3;

/// The hosts from which a server is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CutFrom {
    /// The other servers.
    Servers,
    /// They, and the NATS nodes.
    Machines,
    /// The machines, and the players.
    Everybody,
}

/// A server, or what is left of it.
#[derive(Debug)]
enum Slot {
    Up(Server),
    Down(Stopped),
}

/// All machines.
#[derive(Debug)]
pub(super) struct Machines {
    network: Network,
    nats: Nats,
    slots: Vec<Option<Slot>>,
    known: Arc<Servers>,
    filler: Option<PathBuf>,
    /// Servers that ended by themselves because others had taken their rooms.
    pub(super) ended: u64,
    /// Those of them since this was last taken.
    pub(super) ended_now: BTreeSet<usize>,
    /// Servers that were told to stop and could not hand all over in time, as the store did not answer.
    pub(super) late: u64,
    /// NATS nodes that were started again because they did not recover from a full disk.
    pub(super) restarted: u64,
    /// Number of ends of servers that should not have been.
    pub(super) faults: u64,
    folder: TempDir,
    /// Folder for what servers have logged; none, if nobody wants it.
    logs: Option<PathBuf>,
    /// Number of times that they were written there.
    kept: usize,
}

/// Returns the library that has a program see another time.
fn clock_library() -> anyhow::Result<PathBuf> {
    let tools = black_box::root().join(TOOLS);
    let missing = || format!("nothing in {}: run `make tools`", tools.display());
    let python = fs::read_dir(&tools).with_context(missing)?.flatten().map(|entry| entry.path());
    let end = "site-packages/libfaketime/vendor/libfaketime/src/libfaketime.so.1";
    python.map(|path| path.join(end)).find(|path| path.exists()).with_context(missing)
}

impl Machines {
    /// Starts the NATS nodes, and no server yet. With a folder for their logs, servers log more.
    pub(super) fn start(logs: Option<PathBuf>) -> anyhow::Result<Self> {
        let count = u8::try_from(COUNT)?;
        let network = Network::new(count, count)?;
        let folder = tempfile::tempdir()?;
        let places: Result<Vec<_>, anyhow::Error> = network
            .nodes
            .iter()
            .enumerate()
            .map(|(n, host)| {
                let store = small_disk(DISK, folder.path().join(format!("disk{n}")))?;
                Ok(Place { ip: host.ip, under: host.under(), store: Some(store) })
            })
            .collect();
        let nats = Nats::at_places(&places?, "always");
        Ok(Self {
            network,
            nats,
            slots: Vec::new(),
            known: Arc::default(),
            filler: None,
            ended: 0,
            ended_now: BTreeSet::new(),
            late: 0,
            restarted: 0,
            faults: 0,
            folder,
            logs,
            kept: 0,
        })
    }

    /// Returns the addresses of the NATS nodes.
    pub(super) fn nats(&self) -> Vec<String> {
        (0..COUNT).map(|node| self.nats.at(node).to_string()).collect()
    }

    /// Starts the servers on a new store.
    pub(super) fn serve(&mut self, store: &str, known: Arc<Servers>) -> anyhow::Result<()> {
        self.known = known;
        self.slots.clear();
        for (n, host) in self.network.servers.iter().enumerate() {
            let mut under = host.under();
            if n == AHEAD.0 {
                let library = clock_library()?.display().to_string();
                under.push("/usr/bin/env".to_owned());
                under.push(format!("LD_PRELOAD={library}"));
                under.push(format!("FAKETIME={}", AHEAD.1));
                under.push("FAKETIME_DONT_FAKE_MONOTONIC=1".to_owned());
            }
            let mut setup = Setup { ip: Some(host.ip), under, ..self.nats.setup(store) };
            if self.logs.is_some() {
                setup = setup.and(&["--log", "server=debug"]);
            }
            self.slots.push(Some(Slot::Down(Stopped::of(setup))));
        }
        (0..COUNT).try_for_each(|n| self.start_server(n))?;
        let log = self.server(AHEAD.0)?.log();
        ensure!(!log.contains("LD_PRELOAD"), "a clock is not ahead as it should: {log}");
        Ok(())
    }

    /// Returns a server, which must run.
    pub(super) fn server(&self, n: usize) -> anyhow::Result<&Server> {
        match &self.slots[n] {
            Some(Slot::Up(server)) => Ok(server),
            _ => anyhow::bail!("server {n} does not run"),
        }
    }

    /// Returns the id of a server's process.
    pub(super) fn pid(&self, n: usize) -> anyhow::Result<u32> {
        Ok(self.server(n)?.pid())
    }

    fn start_server(&mut self, n: usize) -> anyhow::Result<()> {
        let began = Instant::now();
        let mut left = match self.slots[n].take() {
            Some(Slot::Down(left)) => left,
            up => {
                self.slots[n] = up;
                return Ok(());
            }
        };
        loop {
            match block_in_place(|| left.try_start()) {
                Ok(server) => {
                    self.slots[n] = Some(Slot::Up(server));
                    break;
                }
                Err((status, again)) => {
                    let log = last_lines(&again.log());
                    ensure!(
                        began.elapsed() < PATIENCE,
                        "server {n} does not start: {status}\n{log}"
                    );
                    left = again;
                }
            }
        }
        let at = self.slots.iter().map(|slot| match slot {
            Some(Slot::Up(server)) => server.at,
            _ => ([0, 0, 0, 0], 0).into(),
        });
        self.known.note(at.collect());
        Ok(())
    }

    fn take(&mut self, n: usize) -> anyhow::Result<Server> {
        match self.slots[n].take() {
            Some(Slot::Up(server)) => Ok(server),
            _ => anyhow::bail!("server {n} does not run"),
        }
    }

    /// Kills a server.
    pub(super) async fn kill_server(&mut self, n: usize) -> anyhow::Result<()> {
        let left = self.take(n)?.kill().await;
        self.slots[n] = Some(Slot::Down(left));
        Ok(())
    }

    /// Tells a server to stop, and waits for its end.
    pub(super) async fn stop_server(&mut self, n: usize) -> anyhow::Result<()> {
        let server = self.take(n)?;
        let signalled = server.terminate();
        let (ended, left) = server.ended(signalled).await;
        if ended.status.code() == Some(MUST_END) {
            self.late += 1;
        } else if !ended.status.success() {
            let log = last_lines(&left.log());
            println!("server {n} was told to stop: {}\n{log}", ended.status);
            self.faults += 1;
        }
        self.slots[n] = Some(Slot::Down(left));
        Ok(())
    }

    /// Has a server stand still, or go on.
    pub(super) fn freeze_server(&self, n: usize, still: bool) -> anyhow::Result<()> {
        freeze(self.pid(n)?, still);
        Ok(())
    }

    /// Starts every server that does not run; one that ended by itself must have had a reason to.
    pub(super) async fn revive(&mut self) -> anyhow::Result<()> {
        for n in 0..COUNT {
            if let Some(Slot::Up(server)) = &mut self.slots[n]
                && !server.runs()
            {
                let (status, left) = self.take(n)?.ends().await;
                self.ended += 1;
                self.ended_now.insert(n);
                if status.code() != Some(MUST_END) {
                    let log = last_lines(&left.log());
                    println!("server {n} ended by itself: {status}\n{log}");
                    self.faults += 1;
                }
                self.slots[n] = Some(Slot::Down(left));
            }
            self.start_server(n)?;
        }
        Ok(())
    }

    fn node(&self, n: usize) -> Host {
        self.network.nodes[n].clone()
    }

    /// Cuts a server off.
    pub(super) fn cut_server(&mut self, n: usize, from: CutFrom) -> anyhow::Result<()> {
        let host = self.network.servers[n].clone();
        let mut others = self.network.servers.clone();
        if from != CutFrom::Servers {
            others.extend(self.network.nodes.iter().cloned());
        }
        self.network.cut(&host, &others, from == CutFrom::Everybody)
    }

    /// Cuts a NATS node off from the others, and from the servers too if `servers`.
    pub(super) fn cut_node(&mut self, n: usize, servers: bool) -> anyhow::Result<()> {
        let host = self.node(n);
        let mut from = self.network.nodes.clone();
        from.extend(self.network.servers.iter().filter(|_| servers).cloned());
        self.network.cut(&host, &from, servers)
    }

    /// Cuts a server off from one NATS node.
    pub(super) fn cut_link(&mut self, server: usize, node: usize) -> anyhow::Result<()> {
        let (host, node) = (self.network.servers[server].clone(), self.node(node));
        self.network.cut(&host, &[node], false)
    }

    /// Joins all that was cut.
    pub(super) fn join(&mut self) -> anyhow::Result<()> {
        self.network.join()
    }

    /// Kills a NATS node.
    pub(super) fn kill_node(&mut self, n: usize) {
        block_in_place(|| self.nats.kill(n));
    }

    /// Starts a NATS node again, and waits until it serves.
    pub(super) fn start_node(&mut self, n: usize) {
        block_in_place(|| self.nats.restart(n));
    }

    /// Has a NATS node stand still, or go on.
    pub(super) fn freeze_node(&self, n: usize, still: bool) {
        self.nats.freeze(n, still);
    }

    /// Fills the disk of a NATS node to the last byte.
    pub(super) fn fill_disk(&mut self, n: usize) -> anyhow::Result<()> {
        let path = self.folder.path().join(format!("disk{n}/filler"));
        let mut file = File::create(&path)?;
        self.filler = Some(path);
        for size in [1 << 16, 1 << 10, 1] {
            let block = vec![1; size];
            while file.write_all(&block).is_ok() {}
        }
        Ok(())
    }

    /// Frees the disk of a NATS node again; a node that does not recover by itself is started again.
    pub(super) fn free_disk(&mut self, n: usize) -> anyhow::Result<()> {
        if let Some(filler) = self.filler.take() {
            fs::remove_file(filler)?;
        }
        let began = Instant::now();
        let recovers = || {
            while !self.nats.serves(n) {
                if began.elapsed() > RECOVERS {
                    return false;
                }
                std::thread::sleep(ASKED);
            }
            true
        };
        if !block_in_place(recovers) {
            self.restarted += 1;
            self.kill_node(n);
            self.start_node(n);
        }
        Ok(())
    }

    /// Waits until every NATS node serves.
    pub(super) fn until_nats_serves(&mut self) {
        block_in_place(|| (0..COUNT).for_each(|n| self.nats.wait_for(n)));
    }

    /// Writes what each server has logged into the folder for it, if there is one.
    pub(super) fn keep_logs(&mut self) -> anyhow::Result<()> {
        let Some(folder) = &self.logs else { return Ok(()) };
        fs::create_dir_all(folder)?;
        for (n, log) in self.whole_logs() {
            fs::write(folder.join(format!("{}-server{n}.log", self.kept)), log)?;
        }
        self.kept += 1;
        Ok(())
    }

    /// Returns what each server has logged, with its number.
    fn whole_logs(&self) -> Vec<(usize, String)> {
        let log = |slot: &Option<Slot>| match slot {
            Some(Slot::Up(server)) => Some(server.log()),
            Some(Slot::Down(left)) => Some(left.log()),
            None => None,
        };
        let slots = self.slots.iter().enumerate();
        slots.filter_map(|(n, slot)| Some((n, log(slot)?))).collect()
    }

    /// Returns the last lines that each server has logged.
    pub(super) fn logs(&self) -> String {
        let mut text = String::new();
        for (n, log) in self.whole_logs() {
            let _ = writeln!(text, "server {n}:\n{}", last_lines(&log));
        }
        text
    }
}

/// Returns the last lines of a log.
fn last_lines(log: &str) -> String {
    let lines: Vec<&str> = log.lines().collect();
    lines[lines.len().saturating_sub(30)..].join("\n")
}
