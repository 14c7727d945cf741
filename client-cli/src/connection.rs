//! One seat's line to its room: a socket that comes back by itself.
//!
//! A task of its own keeps the socket, so that reading the keyboard never blocks the network. It
//! reconnects with a growing wait, resends every unanswered command with its old id, notices a dead
//! line, and knows which closings are final. It must not know what the messages mean for a player.

mod task;

use std::collections::VecDeque;
use std::time::Duration;

use protocol::{ClientMessage, MAX_MESSAGE_BYTES};
use rand::{SeedableRng, rngs::StdRng};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use self::task::ConnectionTask;
use crate::backoff::Backoff;
use crate::error::{Error, ServerRefusal};
use crate::wire::Frame;

/// Number of messages that may wait for the socket, and of signals for the reader.
const QUEUE: usize = 64;

/// After this silence a `ping` is sent.
pub const IDLE: Duration = Duration::from_secs(20);

/// Silence after which the connection counts as lost.
pub const SILENCE: Duration = Duration::from_mins(1);

/// Limit for a polite good-bye.
const GOODBYE: Duration = Duration::from_secs(1);

/// Address of a room, and the patience with it.
#[derive(Clone, Debug)]
pub struct Config {
    /// The socket's address.
    pub url: String,
    /// The seat's token; without one we watch.
    pub token: Option<String>,
    /// The waits between attempts.
    pub backoff: Backoff,
    /// Time of failing after which the connection ends; `None` never gives up.
    pub give_up: Option<Duration>,
    /// After this silence a `ping` is sent; usually [`IDLE`].
    pub idle: Duration,
    /// Silence after which the connection counts as lost; usually [`SILENCE`].
    pub silence: Duration,
}

impl Config {
    /// Creates a patient connection with the usual waits.
    pub fn new(url: impl Into<String>, token: Option<String>) -> Self {
        Self {
            url: url.into(),
            token,
            backoff: Backoff::default(),
            give_up: None,
            idle: IDLE,
            silence: SILENCE,
        }
    }
}

/// A report of the connection.
#[derive(Debug)]
pub enum Signal {
    /// A message of the server.
    Frame(Box<Frame>),
    /// The connection is down; it comes back by itself.
    Lost {
        /// The reason.
        why: String,
        /// The wait before the next attempt.
        retry_in: Duration,
    },
    /// The connection is down for good.
    Ended(ConnectionEnd),
}

/// The reason why a connection ended for good.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConnectionEnd {
    /// The token opens no seat.
    #[error(
        "this seat's token is not valid (any more): the host has freed the seat, or it is used \
         elsewhere with a new token"
    )]
    TokenUnknown,
    /// There is no such room.
    #[error("the server knows no room with this code")]
    RoomUnknown,
    /// The seat was taken over by a newer connection.
    #[error("this seat is now used by another connection; nothing is lost, this one is closed")]
    Replaced,
    /// The room takes no (more) spectators.
    #[error("the room admits no (more) spectators")]
    GalleryFull,
    /// The server wants no more of this client.
    #[error("the server closed the connection: {0}")]
    Refused(String),
    /// The other side does not speak this protocol.
    #[error("there is no Entente server of this version: {0}")]
    NotEntente(String),
    /// It failed for too long.
    #[error("the connection did not come back: {0}")]
    GaveUp(String),
}

impl ConnectionEnd {
    /// Returns its code in a refusal.
    const fn code(&self) -> &'static str {
        match self {
            Self::TokenUnknown => "token_unknown",
            Self::RoomUnknown => "room_unknown",
            Self::Replaced => "replaced",
            Self::GalleryFull => "gallery_full",
            Self::Refused(_) => "closed",
            Self::NotEntente(_) => "not_entente",
            Self::GaveUp(_) => "gave_up",
        }
    }

    /// Returns the end as an error of the command.
    pub fn into_error(self, server: &str) -> Error {
        let (code, detail) = (self.code().to_owned(), self.to_string());
        if let Self::GaveUp(why) = self {
            return Error::Unreachable { server: server.to_owned(), why };
        }
        Error::Refused(ServerRefusal { code, detail, retry_after_ms: None })
    }
}

/// An order to the task of a connection.
#[derive(Debug)]
enum ConnectionOrder {
    /// Send a message, after a wait.
    Send { message: ClientMessage, wait: Option<Duration> },
    /// Take another socket, and ask for what comes after this entry.
    Again { after: u64 },
}

/// The handle of a connection. Dropping it ends the connection.
#[derive(Debug)]
pub struct Connection {
    outgoing: mpsc::Sender<ConnectionOrder>,
    signals: mpsc::Receiver<Signal>,
    task: JoinHandle<()>,
}

impl Connection {
    /// Begins to connect.
    pub fn open(config: Config) -> Self {
        let (outgoing, commands) = mpsc::channel(QUEUE);
        let (reports, signals) = mpsc::channel(QUEUE);
        let task = ConnectionTask {
            elsewhere: None,
            after: None,
            config,
            commands,
            reports,
            unanswered: Vec::new(),
            held: VecDeque::new(),
            later: Vec::new(),
            rng: StdRng::from_os_rng(),
        };
        Self { outgoing, signals, task: tokio::spawn(task.run()) }
    }

    /// Sends a message, now or as soon as the connection is back. An error means that too many wait.
    pub fn send(&self, message: ClientMessage) -> Result<(), Error> {
        self.queue(message, None)
    }

    /// Sends a message again that was refused for now, after a wait. If the connection is lost before,
    /// an act is sent when it is back; a part of the deal is not, for it is owed anew.
    pub fn send_later(&self, message: ClientMessage, wait: Duration) -> Result<(), Error> {
        self.queue(message, Some(wait))
    }

    fn queue(&self, message: ClientMessage, wait: Option<Duration>) -> Result<(), Error> {
        if text_of(&message).len() > MAX_MESSAGE_BYTES {
            return Err(Error::Failed("this is too long for one message".to_owned()));
        }
        self.order(ConnectionOrder::Send { message, wait })
    }

    /// Takes another socket at once, and asks for what comes after this entry; what is not answered is sent
    /// again. An error means that too much waits.
    pub fn again(&self, after: u64) -> Result<(), Error> {
        self.order(ConnectionOrder::Again { after })
    }

    fn order(&self, order: ConnectionOrder) -> Result<(), Error> {
        self.outgoing.try_send(order).map_err(|_| {
            Error::Failed("too much waits to be sent; wait for the server's answers".to_owned())
        })
    }

    /// Returns the next signal; `None` after the end. Safe to drop half-way, as `select!` does.
    pub async fn next(&mut self) -> Option<Signal> {
        self.signals.recv().await
    }

    /// Closes the connection politely.
    pub async fn close(self) {
        let Self { outgoing, signals, mut task } = self;
        drop((outgoing, signals));
        if timeout(GOODBYE, &mut task).await.is_err() {
            task.abort();
        }
    }
}

fn text_of(message: &ClientMessage) -> String {
    // The type has string keys only, so this cannot fail; an empty frame would be answered as
    // malformed.
    serde_json::to_string(message).unwrap_or_default()
}
