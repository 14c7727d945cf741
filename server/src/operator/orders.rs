//! Orders of the operator to the server that runs, over a socket beside its database.
//!
//! Only those who may use the database may send them: the socket lies beside it, and the server accepts
//! its own user and root only. To servers that share a store on NATS they go over NATS, under the account
//! of the store.

use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixListener;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tracing::warn;

use crate::cluster::{self, CallFailure, OwnCall, ServerCall};
use crate::log::NatsReader;
use crate::paths;
use crate::rooms::{Order, Rooms, Verdict};

/// The most bytes of an order.
const ORDER_BYTES: u64 = 256;

/// Time limit of an order on the server's side, from the first byte on; they come one at a time.
const EXCHANGE: Duration = Duration::from_secs(10);

/// Time that the sender waits, for another order may be under way.
const PATIENCE: Duration = Duration::from_secs(30);

/// Pause after a failed accept.
const ACCEPT_REST: Duration = Duration::from_millis(50);

/// Socket on which the server takes orders, until it is dropped.
#[derive(Debug)]
pub struct OrderSocket {
    path: PathBuf,
    task: JoinHandle<()>,
}

impl OrderSocket {
    /// Takes orders at this path, whose database is this server's; a socket that an earlier server left
    /// there is removed.
    pub fn open(path: PathBuf, rooms: Rooms) -> io::Result<Self> {
        paths::remove_if_there(&path)?;
        let listener = UnixListener::bind(&path)?;
        Ok(Self { path, task: tokio::spawn(accept(listener, rooms)) })
    }
}

impl Drop for OrderSocket {
    fn drop(&mut self) {
        self.task.abort();
        // The next start takes it away otherwise.
        let _ = std::fs::remove_file(&self.path);
    }
}

async fn accept(listener: UnixListener, rooms: Rooms) {
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                warn!(%error, "an order was not accepted");
                sleep(ACCEPT_REST).await;
                continue;
            }
        };
        // Only its own user and root are obeyed: they can change the database anyway.
        let from = stream.peer_cred().map(|peer| peer.uid());
        if !from.is_ok_and(|user| user == 0 || user == rustix::process::geteuid().as_raw()) {
            warn!("an order came from another user");
            continue;
        }
        if !matches!(timeout(EXCHANGE, exchange(stream, &rooms)).await, Ok(Ok(()))) {
            warn!("an order failed or took too long");
        }
    }
}

async fn exchange(mut stream: tokio::net::UnixStream, rooms: &Rooms) -> io::Result<()> {
    let (reader, mut writer) = stream.split();
    let mut line = String::new();
    tokio::io::BufReader::new(reader.take(ORDER_BYTES)).read_line(&mut line).await?;
    let verdict = match serde_json::from_str::<Order>(&line) {
        Ok(order) => match rooms.find(order.code()) {
            Some(room) => order.carry_out(&room).await.unwrap_or_else(Verdict::stopping),
            None => Verdict::nowhere(),
        },
        Err(_) => Verdict::Refused("the running server does not know this order".to_owned()),
    };
    let mut said = serde_json::to_string(&verdict)?;
    said.push('\n');
    writer.write_all(said.as_bytes()).await
}

/// Sends an order to the server at this path; `None` if no server listens there.
pub(super) fn send(path: &Path, order: &Order) -> io::Result<Option<Verdict>> {
    let Ok(mut stream) = UnixStream::connect(path) else { return Ok(None) };
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut said = serde_json::to_string(order)?;
    said.push('\n');
    stream.write_all(said.as_bytes())?;
    let mut answer = String::new();
    BufReader::new(stream).read_line(&mut answer)?;
    serde_json::from_str(&answer).map(Some).map_err(|_| unanswered())
}

fn unanswered() -> io::Error {
    io::Error::other("no answer; check with `rooms list` whether it was done")
}

/// Sends an order to the servers that share a store; `None` if none of them can do it.
pub(super) async fn send_to_any(store: &NatsReader, order: &Order) -> io::Result<Option<Verdict>> {
    let (broker, name) = store.connection();
    let call = ServerCall { own: Some(OwnCall::Order(order.clone())), ..ServerCall::default() };
    for server in store.servers().await.map_err(io::Error::other)? {
        match cluster::ask(&*broker, &name, server, &call, b"").await {
            Ok(answer) => {
                return serde_json::from_slice(&answer.body).map(Some).map_err(|_| unanswered());
            }
            // It is gone, or cannot do it: nothing was done.
            Err(CallFailure::Moved) => {}
            Err(CallFailure::Unknown) => return Err(unanswered()),
        }
    }
    Ok(None)
}
