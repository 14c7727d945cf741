//! `entente-server` as a child process, with a store of its own that outlives it.
//!
//! A server ends as a test wants it to: killed, or told to stop. [`Stopped`] is what is left, and
//! starts again on the same store. Its log goes into a file too, and is shown when a test fails.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::spawn_blocking;
use tokio::time::{interval, timeout};

use crate::http::Http;
use crate::{PATIENCE, Store, program};

/// Settings under which no test waits for a budget that it is not about.
const UNLIMITED: [&str; 6] =
    ["--points-per-minute", "0", "--max-rooms-per-address", "0", "--messages-per-second", "0"];

/// Interval at which a server is asked whether it is ready.
const READY_ASKED: Duration = Duration::from_millis(50);

/// A running server. Dropping it kills it.
#[derive(Debug)]
pub struct Server {
    /// The address on which it listens.
    pub at: SocketAddr,
    /// Its HTTP interface.
    pub http: Http,
    child: Option<Child>,
    home: Option<Box<Home>>,
}

/// The part of a server that outlives its process: its folder and how it is run.
#[derive(Debug)]
struct Home {
    folder: TempDir,
    setup: Setup,
    /// The store, if the arguments do not name it.
    store: Option<Store>,
    runs: u32,
}

/// The way in which a server is run.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Arguments beside its address and its store; or with its store, as the setting names it.
    pub arguments: Vec<String>,
    /// Its store, if it is not to be one of its own.
    pub store: Option<Store>,
    /// `true` if its store has to be a file.
    pub on_file: bool,
    /// The address on which it listens, if it is not to be this machine's own.
    pub ip: Option<Ipv4Addr>,
    /// The program that runs it, with arguments: a tracer, for example. It must become the server
    /// or leave it as the direct child.
    pub under: Vec<String>,
}

impl Setup {
    /// Describes a server without budgets.
    pub fn unlimited() -> Self {
        Self::arguments(&UNLIMITED)
    }

    /// Describes it with further arguments.
    pub fn and(mut self, arguments: &[&str]) -> Self {
        self.arguments.extend(arguments.iter().map(|&text| text.to_owned()));
        self
    }

    /// Describes it with a file as its store, for a test of what only a file has.
    pub fn on_file(self) -> Self {
        Self { on_file: true, ..self }
    }

    /// Describes a server with the defaults but for these arguments.
    pub fn arguments(arguments: &[&str]) -> Self {
        Self::default().and(arguments)
    }
}

/// A server that has ended; its database is still there.
#[derive(Debug)]
pub struct Stopped(Box<Home>);

/// A process that has been started and has not said yet where it listens.
struct Starting {
    child: Child,
    home: Box<Home>,
}

/// The end of a server that was told to stop.
#[derive(Debug)]
pub struct Ended {
    /// Its exit status.
    pub status: ExitStatus,
    /// The time from the signal to the end.
    pub took: Duration,
}

impl Home {
    fn log(&self) -> PathBuf {
        self.folder.path().join("server.log")
    }

    fn store(&self) -> &Store {
        self.store.as_ref().expect("a store that the arguments do not name")
    }

    /// Starts the process, at an address that the system chooses.
    fn spawn(mut self: Box<Self>) -> Starting {
        self.runs += 1;
        let log = File::options().create(true).append(true).open(self.log()).unwrap();
        let store = self.store.as_ref().map(Store::arguments).unwrap_or_default();
        let child = program::command_under(&self.setup.under, "entente-server")
            .args(["--listen", &format!("{}:0", self.setup.ip.unwrap_or(Ipv4Addr::LOCALHOST))])
            .args(store)
            .args(&self.setup.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        Starting { child, home: self }
    }

    /// Starts the server; if it ends before it says where it listens, returns what is left.
    fn try_start(self: Box<Self>) -> Result<Server, (ExitStatus, Stopped)> {
        let Starting { mut child, home } = self.spawn();
        // The first line names the address; there is none if the server ends before it listens.
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_once("://").and_then(|(_, rest)| rest.split('/').next());
        let Some(at) = address.and_then(|address| address.parse().ok()) else {
            let status = child.wait().unwrap();
            return Err((status, Stopped(home)));
        };
        Ok(Server { at, http: Http::new(at), child: Some(child), home: Some(home) })
    }

    fn start(self: Box<Self>) -> Server {
        self.try_start().unwrap_or_else(|(status, Stopped(home))| {
            let log = fs::read_to_string(home.log()).unwrap_or_default();
            panic!("no server in run {}: {status}\n{log}", home.runs)
        })
    }
}

impl Server {
    /// Starts a server without budgets, on a new store.
    pub fn start() -> Self {
        Self::with(&UNLIMITED)
    }

    /// Starts a server without budgets and with further arguments, on a new store.
    pub fn and(arguments: &[&str]) -> Self {
        Self::of(Setup::unlimited().and(arguments))
    }

    /// Starts a server with the defaults but for these arguments, on a new store.
    pub fn with(arguments: &[&str]) -> Self {
        Self::of(Setup::arguments(arguments))
    }

    /// Starts a server as it is described.
    pub fn of(setup: Setup) -> Self {
        Stopped::of(setup).start()
    }

    /// Returns the id of the server's process.
    pub fn pid(&self) -> u32 {
        self.child.as_ref().unwrap().id()
    }

    /// Checks whether it still runs.
    pub fn runs(&mut self) -> bool {
        self.child.as_mut().unwrap().try_wait().unwrap().is_none()
    }

    /// Returns its store.
    pub fn store(&self) -> Store {
        self.home.as_ref().unwrap().store().clone()
    }

    /// Returns the path of its database, which must be a file.
    pub fn database(&self) -> PathBuf {
        self.store().file().to_owned()
    }

    /// Returns its address, as it is given to people.
    pub fn url(&self) -> String {
        format!("http://{}", self.at)
    }

    /// Returns all that it has logged so far, in all its runs.
    pub fn log(&self) -> String {
        fs::read_to_string(self.home.as_ref().unwrap().log()).unwrap()
    }

    /// Returns its resident memory, in KiB.
    pub fn resident_kib(&self) -> u64 {
        let id = self.child.as_ref().unwrap().id();
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// Counts the files and connections that it has open.
    pub fn descriptors(&self) -> usize {
        let id = self.child.as_ref().unwrap().id();
        fs::read_dir(format!("/proc/{id}/fd")).unwrap().count()
    }

    /// Opens a connection to it; `buffer` bounds what is received ahead of being read.
    pub async fn tcp(&self, buffer: Option<u32>) -> TcpStream {
        connect(self.at, buffer).await.unwrap()
    }

    /// Waits until `/readyz` answers with this status.
    pub async fn until_ready_is(&self, status: u16) {
        let mut asked = interval(READY_ASKED);
        let answered = async {
            while self.http.get("/readyz").await.status != status {
                asked.tick().await;
            }
        };
        timeout(PATIENCE, answered).await.expect("the status that was waited for");
    }

    /// Waits for the end of a server that ends by itself.
    pub async fn ends(mut self) -> (ExitStatus, Stopped) {
        let status = wait(self.child.take().unwrap()).await;
        (status, Stopped(self.home.take().unwrap()))
    }

    /// Sends SIGKILL: the process has no chance to do anything more.
    pub async fn kill(mut self) -> Stopped {
        let mut child = self.child.take().unwrap();
        child.kill().unwrap();
        wait(child).await;
        Stopped(self.home.take().unwrap())
    }

    /// Sends SIGTERM; [`Server::ended`] waits for the end.
    pub fn terminate(&self) -> Instant {
        signal(self.child.as_ref().unwrap().id(), "-TERM");
        Instant::now()
    }

    /// Waits for the end of a server that was sent a signal at `signalled`.
    pub async fn ended(mut self, signalled: Instant) -> (Ended, Stopped) {
        let status = wait(self.child.take().unwrap()).await;
        (Ended { status, took: signalled.elapsed() }, Stopped(self.home.take().unwrap()))
    }
}

impl Stopped {
    /// Prepares a server that has not run yet.
    pub fn of(setup: Setup) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let named = setup.arguments.iter().any(|argument| argument == "--database");
        let own = || {
            if setup.on_file { Store::in_folder(folder.path()) } else { Store::new(folder.path()) }
        };
        let store = (!named).then(|| setup.store.clone().unwrap_or_else(own));
        Self(Box::new(Home { folder, setup, store, runs: 0 }))
    }

    /// Starts the server again on the same store; it gets another port.
    pub fn start(self) -> Server {
        self.0.start()
    }

    /// Starts the server again like [`Stopped::start`]; if it ends before it says where it listens,
    /// returns its exit status and what is left.
    pub fn try_start(self) -> Result<Server, (ExitStatus, Self)> {
        self.0.try_start()
    }

    /// Has the server run by another program from now on; see [`Setup::under`].
    pub fn under(mut self, under: Vec<String>) -> Self {
        self.0.setup.under = under;
        self
    }

    /// Returns its store.
    pub fn store(&self) -> Store {
        self.0.store().clone()
    }

    /// Returns the path of its database, which must be a file.
    pub fn database(&self) -> PathBuf {
        self.store().file().to_owned()
    }

    /// Returns all that was logged.
    pub fn log(&self) -> String {
        fs::read_to_string(self.0.log()).unwrap()
    }
}

/// Opens a connection to an address; `buffer` bounds what is received ahead of being read.
pub(crate) async fn connect(at: SocketAddr, buffer: Option<u32>) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if let Some(bytes) = buffer {
        socket.set_recv_buffer_size(bytes)?;
    }
    let tcp = timeout(PATIENCE, socket.connect(at)).await.expect("an answer or a refusal")?;
    tcp.set_nodelay(true)?;
    Ok(tcp)
}

impl Drop for Server {
    fn drop(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        // It may have ended by itself; then there is nothing to kill.
        let _ = child.kill();
        let _ = child.wait();
        if std::thread::panicking()
            && let Some(home) = &self.home
        {
            let log = fs::read_to_string(home.log()).unwrap_or_default();
            let lines: Vec<&str> = log.lines().collect();
            let last = lines.len().saturating_sub(40);
            eprintln!("the server's last lines:\n{}", lines[last..].join("\n"));
        }
    }
}

/// Waits for the end of a process without holding up the sockets; one that does not end is killed.
async fn wait(mut child: Child) -> ExitStatus {
    let id = child.id();
    let mut waiting = spawn_blocking(move || child.wait());
    if let Ok(ended) = timeout(PATIENCE, &mut waiting).await {
        return ended.unwrap().unwrap();
    }
    signal(id, "-KILL");
    panic!("the server did not end within {PATIENCE:?}");
}

/// Sends a signal to a process.
pub fn signal(id: u32, signal: &str) {
    let sent = Command::new("kill").args([signal, &id.to_string()]).status().unwrap();
    assert!(sent.success(), "no process {id} took {signal}");
}

/// Has a process stand still, or go on. Returns once each of its threads stands still, or has ended: until
/// then one that waits for a processor may still answer what the signal should have kept it from.
pub fn freeze(id: u32, frozen: bool) {
    signal(id, if frozen { "-STOP" } else { "-CONT" });
    let began = Instant::now();
    while frozen && !stands_still(id) {
        assert!(began.elapsed() < PATIENCE, "process {id} does not stand still");
        thread::yield_now();
    }
}

/// Checks whether every thread of a process is stopped or over, where the system tells: elsewhere that
/// the signal is sent is all there is to know.
fn stands_still(id: u32) -> bool {
    let Ok(threads) = fs::read_dir(format!("/proc/{id}/task")) else { return true };
    threads.flatten().all(|thread| {
        // The state is the first word after the name, which may itself hold spaces and brackets.
        let stat = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with(['T', 'Z', 'X']))
    })
}
