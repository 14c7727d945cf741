//! One seat's line to its room: a socket that comes back by itself.
//!
//! A task of its own keeps the socket, so that reading the keyboard never blocks the network. It
//! reconnects with a growing wait, resends every unanswered command with its old id, notices a dead
//! line, and knows which closings are final. It must not know what the messages mean for a player.

mod line;

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use protocol::{ClientMessage, MAX_MESSAGE_BYTES};
use rand::{SeedableRng, rngs::StdRng};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use self::line::Line;
use crate::backoff::Backoff;
use crate::error::{Error, Refusal};
use crate::wire::Frame;

/// How many messages may wait for the socket, and how many signals for the reader.
const QUEUE: usize = 64;

/// After this silence a `ping` is sent.
pub const IDLE: Duration = Duration::from_secs(20);

/// After this silence the line counts as lost.
pub const SILENCE: Duration = Duration::from_mins(1);

/// How long a polite good-bye may take.
const GOODBYE: Duration = Duration::from_secs(1);

/// Where to connect, and how patiently.
#[derive(Clone, Debug)]
pub struct Config {
    /// The socket's address.
    pub url: String,
    /// The seat's token; without one we watch.
    pub token: Option<String>,
    /// The last `seq` we have from before.
    pub after: Option<u64>,
    /// The waits between attempts.
    pub backoff: Backoff,
    /// After failing for this long it is over; `None` goes on for ever.
    pub give_up: Option<Duration>,
    /// After this silence a `ping` is sent; usually [`IDLE`].
    pub idle: Duration,
    /// After this silence the line counts as lost; usually [`SILENCE`].
    pub silence: Duration,
}

impl Config {
    /// A patient connection with the usual waits.
    pub fn new(url: impl Into<String>, token: Option<String>) -> Self {
        Self {
            url: url.into(),
            token,
            after: None,
            backoff: Backoff::default(),
            give_up: None,
            idle: IDLE,
            silence: SILENCE,
        }
    }
}

/// What the connection reports.
#[derive(Debug)]
pub enum Signal {
    /// A message of the server.
    Frame(Box<Frame>),
    /// The line is down; it comes back by itself.
    Lost {
        /// Why.
        why: String,
        /// When the next attempt is made.
        retry_in: Duration,
    },
    /// The line is down for good.
    Ended(End),
}

/// Why a connection ended for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The token opens no seat.
    TokenUnknown,
    /// There is no such room.
    RoomUnknown,
    /// The seat was taken over by a newer connection.
    Replaced,
    /// The room takes no (more) spectators.
    GalleryFull,
    /// The server wants no more of this client.
    Refused(String),
    /// The other side does not speak this protocol.
    NotEntente(String),
    /// It failed for too long.
    GaveUp(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TokenUnknown => f.write_str(
                "this seat's token opens nothing (any more): the host has freed the seat, or \
                     it goes on elsewhere with a new one",
            ),
            Self::RoomUnknown => f.write_str("the server knows no room with this code"),
            Self::Replaced => f.write_str(
                "this seat goes on from another connection; nothing is lost, this one is done",
            ),
            Self::GalleryFull => f.write_str("the room takes no (more) spectators"),
            Self::Refused(why) => write!(f, "the server closed the connection: {why}"),
            Self::NotEntente(why) => write!(f, "no Entente server of this version is there: {why}"),
            Self::GaveUp(why) => write!(f, "the connection did not come back: {why}"),
        }
    }
}

impl End {
    /// The code that stands for it in a refusal.
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

    /// The end as an error of the command.
    pub fn into_error(self, server: &str) -> Error {
        match self {
            Self::GaveUp(why) => Error::Unreachable { server: server.to_owned(), why },
            Self::TokenUnknown
            | Self::RoomUnknown
            | Self::Replaced
            | Self::GalleryFull
            | Self::Refused(_)
            | Self::NotEntente(_) => Error::Refused(Refusal {
                code: self.code().to_owned(),
                detail: self.to_string(),
                retry_after_ms: None,
            }),
        }
    }
}

/// The handle of a connection. Dropping it ends the connection.
#[derive(Debug)]
pub struct Connection {
    outgoing: mpsc::Sender<ClientMessage>,
    signals: mpsc::Receiver<Signal>,
    task: JoinHandle<()>,
}

impl Connection {
    /// Begins to connect.
    pub fn open(config: Config) -> Self {
        let (outgoing, commands) = mpsc::channel(QUEUE);
        let (reports, signals) = mpsc::channel(QUEUE);
        let line = Line {
            after: config.after,
            config,
            commands,
            reports,
            unanswered: Vec::new(),
            held: VecDeque::new(),
            rng: StdRng::from_os_rng(),
        };
        Self { outgoing, signals, task: tokio::spawn(line.run()) }
    }

    /// Sends a message, now or as soon as the line is back. An error means that too many wait.
    pub fn send(&self, message: ClientMessage) -> Result<(), Error> {
        if text_of(&message).len() > MAX_MESSAGE_BYTES {
            return Err(Error::Failed("this is too long for one message".to_owned()));
        }
        self.outgoing.try_send(message).map_err(|_| {
            Error::Failed("too much waits to be sent; wait for the server's answers".to_owned())
        })
    }

    /// The next signal; `None` after the end. Safe to drop half-way, as `select!` does.
    pub async fn next(&mut self) -> Option<Signal> {
        self.signals.recv().await
    }

    /// Says good-bye.
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
