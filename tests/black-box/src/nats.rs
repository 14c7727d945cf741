//! NATS servers as child processes, one or a cluster, each with a folder of its own that outlives it.
//!
//! The system chooses every port when a cluster is made; a node that is started again has those that it
//! had. Nobody keeps a port between its choice and its use: where somebody else took one, a cluster is made
//! anew, and a node that is started again waits until it is free. A node is killed or stopped as a test
//! wants it to; dropped, it is gone.

use std::fmt::Write;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::PATIENCE;
use crate::program::this_under;
use crate::server::{Setup, freeze};

/// Variable that names the program to test with.
const PROGRAM: &str = "ENTENTE_TEST_NATS_SERVER";

/// Variable that says of how many nodes a cluster consists whose size a test leaves open.
const NODES: &str = "ENTENTE_TEST_NATS_NODES";

/// Pause between two questions whether a node is up.
const ASKED: Duration = Duration::from_millis(20);

/// Number of clusters that are made before their ports count as never free.
const MADE: usize = 5;

/// Returns the program: the one that a variable names, that `make tools` has installed, or the path's.
pub fn program() -> PathBuf {
    if let Some(named) = std::env::var_os(PROGRAM) {
        return named.into();
    }
    let installed = crate::root().join("target/nats/bin/nats-server");
    if installed.exists() { installed } else { "nats-server".into() }
}

/// Place of a node: where it listens, and by what it is run there.
#[derive(Clone, Debug)]
pub struct Place {
    /// The address on which it listens.
    pub ip: Ipv4Addr,
    /// The program that runs it, with arguments; it must become the node. Empty for none.
    pub under: Vec<String>,
    /// The folder of its store, if it is not to be in a folder of its own.
    pub store: Option<PathBuf>,
}

impl Place {
    /// Returns a place on this machine as it is.
    fn here() -> Self {
        Self { ip: Ipv4Addr::LOCALHOST, under: Vec::new(), store: None }
    }
}

/// A node of a cluster.
#[derive(Debug)]
struct Node {
    place: Place,
    folder: TempDir,
    client: u16,
    monitor: u16,
    child: Option<Child>,
}

/// A cluster of NATS servers. Dropping it ends them.
#[derive(Debug)]
pub struct Nats {
    nodes: Vec<Node>,
}

/// Ports that are free now; all are held until all are known.
fn free_ports(count: usize) -> Vec<u16> {
    let held: Vec<_> = (0..count)
        .map(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port"))
        .collect();
    held.iter().map(|listener| listener.local_addr().expect("its port").port()).collect()
}

impl Nats {
    /// Starts one server that syncs every write.
    pub fn start() -> Self {
        Self::of(1, "always")
    }

    /// Starts a cluster of three, in which every node syncs every write.
    pub fn cluster() -> Self {
        Self::of(3, "always")
    }

    /// Starts as many nodes as the environment says; one, if it says nothing.
    pub fn as_asked() -> Self {
        let asked = std::env::var(NODES).ok().and_then(|count| count.parse().ok());
        Self::of(asked.unwrap_or(1), "always")
    }

    /// Starts this number of nodes with this interval of syncs.
    pub fn of(count: usize, sync_interval: &str) -> Self {
        Self::at_places(&vec![Place::here(); count], sync_interval)
    }

    /// Starts a node in each of these places, with this interval of syncs.
    pub fn at_places(places: &[Place], sync_interval: &str) -> Self {
        let mut said = String::new();
        for _ in 0..MADE {
            let mut cluster = Self::laid_out(places, sync_interval);
            for node in &mut cluster.nodes {
                node.start();
            }
            match (0..places.len()).find(|node| !cluster.is_up(*node)) {
                None => return cluster,
                Some(ended) => said = cluster.nodes[ended].said(),
            }
        }
        panic!("{MADE} clusters ended before they served, the last one with:\n{said}");
    }

    /// Lays out a node for each of these places, with ports that are free now. None runs.
    fn laid_out(places: &[Place], sync_interval: &str) -> Self {
        let count = places.len();
        let ports = free_ports(3 * count);
        let mut routes = String::new();
        for (place, ports) in places.iter().zip(ports.chunks(3)) {
            let _ = write!(routes, "nats://{}:{},", place.ip, ports[2]);
        }
        let nodes = places.iter().zip(ports.chunks(3)).zip(1..);
        let nodes = nodes.map(|((place, ports), number)| {
            let folder = tempfile::tempdir().unwrap();
            let (ip, store) = (place.ip, place.store.clone());
            let store = store.unwrap_or_else(|| folder.path().join("store")).display().to_string();
            let mut text = format!(
                "server_name: n{number}\nlisten: {ip}:{}\nhttp: {ip}:{}\n\
                 jetstream {{ store_dir: \"{store}\", sync_interval: {sync_interval} }}\n",
                ports[0], ports[1]
            );
            if count > 1 {
                let _ = writeln!(
                    text,
                    "cluster {{ name: test, listen: {ip}:{}, routes: [{routes}] }}",
                    ports[2]
                );
            }
            fs::write(folder.path().join("nats.conf"), text).unwrap();
            let (place, client, monitor) = (place.clone(), ports[0], ports[1]);
            Node { place, folder, client, monitor, child: None }
        });
        Self { nodes: nodes.collect() }
    }

    /// Returns the number of nodes.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the address of the cluster: all of its nodes.
    pub fn cluster_url(&self) -> String {
        let at = |node: &Node| format!("{}:{}", node.place.ip, node.client);
        format!("nats://{}", self.nodes.iter().map(at).collect::<Vec<_>>().join(","))
    }

    /// Returns the address of the store with this name, as the setting has it.
    pub fn url(&self, name: &str) -> String {
        format!("{}/{name}", self.cluster_url())
    }

    /// Returns the monitoring addresses.
    pub fn monitors(&self) -> Vec<String> {
        let at = |node: &Node| format!("http://{}:{}", node.place.ip, node.monitor);
        self.nodes.iter().map(at).collect()
    }

    /// Returns the address of a node's clients.
    pub fn at(&self, node: usize) -> SocketAddr {
        (self.nodes[node].place.ip, self.nodes[node].client).into()
    }

    /// Describes a server without budgets whose store is here, under this name.
    pub fn setup(&self, name: &str) -> Setup {
        let replicas = self.count().to_string();
        let monitors = self.monitors().join(",");
        let mut setup = Setup::unlimited();
        let store = ["--database", &self.url(name), "--nats-replicas", &replicas];
        setup.arguments.extend(store.map(str::to_owned));
        setup.arguments.extend(["--nats-monitors".to_owned(), monitors]);
        setup
    }

    /// Kills a node: it has no chance to do anything more.
    pub fn kill(&mut self, node: usize) {
        let mut child = self.nodes[node].child.take().expect("it runs");
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Starts a node again on what it has stored, and waits until it serves.
    pub fn restart(&mut self, node: usize) {
        let began = Instant::now();
        self.nodes[node].start();
        while !self.is_up(node) {
            assert!(began.elapsed() < PATIENCE, "{}", self.nodes[node].said());
            self.nodes[node].start();
        }
    }

    /// Has a node stand still, or go on.
    pub fn freeze(&self, node: usize, frozen: bool) {
        let child = self.nodes[node].child.as_ref().expect("it runs");
        freeze(child.id(), frozen);
    }

    /// Deletes a stream of a node, which must not run.
    pub fn lose(&mut self, node: usize, stream: &str) {
        assert!(self.nodes[node].child.is_none(), "it must not run");
        let streams = self.nodes[node].folder.path().join("store/jetstream/$G/streams");
        fs::remove_dir_all(streams.join(stream)).unwrap();
    }

    /// Sends a message to the first node, as whoever has its account may, and returns the answer: that it is
    /// stored, if a stream has the subject, or what the servers say to a request.
    pub fn ask(&self, subject: &str, message: &str) -> String {
        let stream = TcpStream::connect(self.at(0)).expect("a node");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        let (mut reader, mut writer) = (BufReader::new(&stream), &stream);
        let length = message.len();
        let asked = format!("PUB {subject} answers {length}\r\n{message}\r\n");
        write!(writer, "CONNECT {{\"verbose\":false}}\r\nSUB answers 1\r\n{asked}").expect("sent");
        let mut line = String::new();
        while !line.starts_with("MSG ") {
            line.clear();
            assert!(reader.read_line(&mut line).expect("an answer") > 0, "{subject}: no answer");
        }
        line.clear();
        reader.read_line(&mut line).expect("an answer");
        line
    }

    /// Returns the node that leads a stream; `None` while there is none.
    pub fn leader(&self, stream: &str) -> Option<usize> {
        let running = self.nodes.iter().find(|node| node.child.is_some())?;
        let asked = "/jsz?streams=true";
        let answer = get(running.monitor_at(), asked)?;
        let found: serde_json::Value = serde_json::from_str(&answer).ok()?;
        let accounts = found["account_details"].as_array()?;
        let mut streams = accounts.iter().filter_map(|it| it["stream_detail"].as_array()).flatten();
        let leads = &streams.find(|it| it["name"] == stream)?["cluster"]["leader"];
        let number: usize = leads.as_str()?.strip_prefix('n')?.parse().ok()?;
        number.checked_sub(1)
    }

    /// Checks whether a node is connected with the others and serves.
    pub fn serves(&self, node: usize) -> bool {
        let answer = get(self.nodes[node].monitor_at(), "/healthz");
        answer.is_some_and(|answer| answer.contains("\"ok\""))
    }

    /// Waits until a node is connected with the others and serves.
    pub fn wait_for(&mut self, node: usize) {
        assert!(self.is_up(node), "node {node} has ended:\n{}", self.nodes[node].said());
    }

    /// Waits until a node is connected with the others and serves, and returns whether it does: `false`
    /// if it has ended instead.
    fn is_up(&mut self, node: usize) -> bool {
        let began = Instant::now();
        while !self.serves(node) {
            if self.nodes[node].has_ended() {
                return false;
            }
            let said = || self.nodes[node].said();
            assert!(began.elapsed() < PATIENCE, "node {node} does not serve:\n{}", said());
            std::thread::sleep(ASKED);
        }
        true
    }
}

impl Node {
    fn log(&self) -> PathBuf {
        self.folder.path().join("nats.log")
    }

    /// Returns its log.
    fn said(&self) -> String {
        fs::read_to_string(self.log()).unwrap_or_default()
    }

    /// Checks whether it has ended by itself.
    fn has_ended(&mut self) -> bool {
        self.child.as_mut().is_some_and(|child| child.try_wait().unwrap().is_some())
    }

    fn monitor_at(&self) -> SocketAddr {
        (self.place.ip, self.monitor).into()
    }

    fn start(&mut self) {
        let log = fs::File::options().create(true).append(true).open(self.log()).unwrap();
        let program = program();
        let mut command = this_under(&self.place.under, &program);
        let child = command
            .arg("-c")
            .arg(self.folder.path().join("nats.conf"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn();
        let missing = |error| panic!("{}: {error}; run `make tools`", program.display());
        self.child = Some(child.unwrap_or_else(missing));
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended by itself; then there is nothing to kill.
            let _ = child.kill();
            let _ = child.wait();
        }
        if std::thread::panicking() {
            let log = self.said();
            let lines: Vec<&str> = log.lines().collect();
            let last = lines.len().saturating_sub(15);
            eprintln!("the last lines of a NATS server:\n{}", lines[last..].join("\n"));
        }
    }
}

/// Asks a monitoring address; `None` without an answer.
fn get(at: SocketAddr, path: &str) -> Option<String> {
    let mut stream = TcpStream::connect(at).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
    write!(stream, "GET {path} HTTP/1.0\r\nHost: localhost\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (_, body) = answer.split_once("\r\n\r\n")?;
    Some(body.to_owned())
}
