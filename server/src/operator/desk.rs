//! Orders of the operator to the server that runs, over a socket beside its database.
//!
//! Who may use the database may give them: the socket lies beside it, and the server hears its own
//! user and root only. A room carries an order out itself, between two messages of its players, so
//! there is still one writer, and nothing outside of a room changes it.

use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixListener;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tracing::{info, warn};

use crate::rooms::{Parting, Rooms};

/// The most bytes of an order.
const ORDER_BYTES: u64 = 256;

/// How long the server takes for an order, from the first byte on; they come one at a time.
const EXCHANGE: Duration = Duration::from_secs(10);

/// How long whoever gives one waits, for an order before it may be under way.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long accepting rests after it failed.
const ACCEPT_REST: Duration = Duration::from_millis(50);

/// What the server is told to do: one JSON object on a line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Order {
    /// To end the room with this code for good.
    Close(String),
    /// To delete it with all that is known of those in it.
    Delete(String),
    /// To forget it, because it is over.
    Forget(String),
}

impl Order {
    /// The order to end a room in this way.
    pub(super) fn to(parting: Parting, code: &str) -> Self {
        let code = code.to_owned();
        match parting {
            Parting::Close => Self::Close(code),
            Parting::Delete => Self::Delete(code),
            Parting::Forget => Self::Forget(code),
        }
    }
}

/// What came of it: one JSON value on a line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verdict {
    /// It is done.
    Done,
    /// It cannot be done, for this reason.
    Refused(String),
}

/// Hears orders until it is dropped.
#[derive(Debug)]
pub struct Desk {
    place: PathBuf,
    hearing: JoinHandle<()>,
}

impl Desk {
    /// Hears orders at this place, whose database is this server's; what an earlier one left there
    /// is taken away.
    pub fn open(place: PathBuf, rooms: Rooms) -> io::Result<Self> {
        match std::fs::remove_file(&place) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let listener = UnixListener::bind(&place)?;
        Ok(Self { place, hearing: tokio::spawn(hear(listener, rooms)) })
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.hearing.abort();
        // The next start takes it away otherwise.
        let _ = std::fs::remove_file(&self.place);
    }
}

async fn hear(listener: UnixListener, rooms: Rooms) {
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                warn!(%error, "an order was not accepted");
                sleep(ACCEPT_REST).await;
                continue;
            }
        };
        let from = stream.peer_cred().map(|peer| peer.uid());
        if !from.is_ok_and(|user| user == 0 || user == rustix::process::geteuid().as_raw()) {
            warn!("an order came from another user");
            continue;
        }
        if !matches!(timeout(EXCHANGE, exchange(stream, &rooms)).await, Ok(Ok(()))) {
            warn!("an order came to nothing");
        }
    }
}

async fn exchange(mut stream: tokio::net::UnixStream, rooms: &Rooms) -> io::Result<()> {
    let (reader, mut writer) = stream.split();
    let mut line = String::new();
    tokio::io::BufReader::new(reader.take(ORDER_BYTES)).read_line(&mut line).await?;
    let verdict = match serde_json::from_str(&line) {
        Ok(Order::Close(code)) => part(&code, Parting::Close, rooms).await,
        Ok(Order::Delete(code)) => part(&code, Parting::Delete, rooms).await,
        Ok(Order::Forget(code)) => part(&code, Parting::Forget, rooms).await,
        Err(_) => Verdict::Refused("the running server does not know this order".to_owned()),
    };
    let mut said = serde_json::to_string(&verdict)?;
    said.push('\n');
    writer.write_all(said.as_bytes()).await
}

async fn part(code: &str, parting: Parting, rooms: &Rooms) -> Verdict {
    let Some(room) = rooms.find(code) else {
        return Verdict::Refused("the running server has no such room".to_owned());
    };
    match room.part(parting).await {
        Ok(()) => {
            info!(room = %room.id(), ?parting, "the operator ended the room");
            Verdict::Done
        }
        Err(refusal) => Verdict::Refused(refusal.detail),
    }
}

/// Gives an order to the server at this place; nothing, if none hears there.
pub(super) fn give(place: &Path, order: &Order) -> io::Result<Option<Verdict>> {
    let Ok(mut stream) = UnixStream::connect(place) else { return Ok(None) };
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut said = serde_json::to_string(order)?;
    said.push('\n');
    stream.write_all(said.as_bytes())?;
    let mut answer = String::new();
    BufReader::new(stream).read_line(&mut answer)?;
    let unread = |_| io::Error::other("no answer; look with `rooms list` whether it was done");
    serde_json::from_str(&answer).map(Some).map_err(unread)
}
