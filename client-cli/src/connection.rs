//! One seat's line to its room: a socket that comes back by itself.
//!
//! A task of its own keeps the socket, so that reading the keyboard never blocks the network. It
//! reconnects with a growing wait, resends every unanswered command with its old id, notices a dead
//! line, and knows which closings are final. It must not know what the messages mean for a player.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use protocol::{ClientMessage, MAX_MESSAGE_BYTES, PROTOCOL_VERSION, SUBPROTOCOL, ServerMessage};
use rand::{SeedableRng, rngs::StdRng};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error as WsError, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use uuid::Uuid;

use crate::backoff::Backoff;
use crate::error::{Error, Refusal};
use crate::wire::Frame;

/// How many messages may wait for the socket, and how many signals for the reader.
const QUEUE: usize = 64;

/// The largest server message that is read, in bytes.
const MAX_SERVER_MESSAGE_BYTES: usize = 4 * 1024 * 1024;

/// How long the server may take to accept a socket and to answer `hello`.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// After this silence a `ping` is sent.
pub const IDLE: Duration = Duration::from_secs(20);

/// After this silence the line counts as lost.
pub const SILENCE: Duration = Duration::from_secs(60);

/// A connection that held this long begins its waits anew when it is lost.
const HELD: Duration = Duration::from_secs(10);

/// How long a polite good-bye may take.
const GOODBYE: Duration = Duration::from_secs(1);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

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
            Self::TokenUnknown => {
                f.write_str("the server does not know this seat's token (any more)")
            }
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
            other => Error::Refused(Refusal {
                code: other.code().to_owned(),
                detail: other.to_string(),
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

/// The side of the connection that runs in its task.
struct Line {
    config: Config,
    after: Option<u64>,
    commands: mpsc::Receiver<ClientMessage>,
    reports: mpsc::Sender<Signal>,
    /// Sent or to be sent, and not yet answered, in the order given.
    unanswered: Vec<(Uuid, ClientMessage)>,
    /// Messages without an id that were given while the line was down.
    held: VecDeque<ClientMessage>,
    rng: StdRng,
}

/// How one connection ended.
enum Fate {
    /// Nobody listens to us any more.
    Stopped,
    /// For good.
    Ended(End),
    /// For now.
    Lost { why: String, hint: Option<Duration>, welcomed: bool },
}

impl Line {
    async fn run(mut self) {
        let mut failing_since: Option<Instant> = None;
        loop {
            let began = Instant::now();
            let (why, hint, welcomed) = match self.connect().await {
                Fate::Stopped => return,
                Fate::Ended(end) => return self.end(end).await,
                Fate::Lost { why, hint, welcomed } => (why, hint, welcomed),
            };
            if welcomed {
                failing_since = None;
                if began.elapsed() >= HELD {
                    self.config.backoff.reset();
                }
            }
            let since = *failing_since.get_or_insert_with(Instant::now);
            let retry_in = self.config.backoff.next(hint, &mut self.rng);
            if self.config.give_up.is_some_and(|limit| since.elapsed() + retry_in > limit) {
                return self.end(End::GaveUp(why)).await;
            }
            let report = Signal::Lost { why, retry_in };
            if self.reports.send(report).await.is_err() || !self.rest(retry_in).await {
                return;
            }
        }
    }

    async fn end(&self, end: End) {
        // Nobody may be listening, and then nobody needs to know.
        drop(self.reports.send(Signal::Ended(end)).await);
    }

    /// Waits, and takes in what is to be sent later. `false`: stop.
    async fn rest(&mut self, wait: Duration) -> bool {
        let until = Instant::now() + wait;
        loop {
            tokio::select! {
                () = sleep_until(until) => return true,
                given = self.commands.recv() => match given {
                    Some(message) => self.take_in(message),
                    None => return false,
                },
            }
        }
    }

    /// Keeps a message until it can be sent.
    fn take_in(&mut self, message: ClientMessage) {
        if let Some(id) = id_of(&message) {
            self.unanswered.push((id, message));
        } else if self.held.len() < QUEUE {
            self.held.push_back(message);
        }
    }

    /// One connection from its first byte to its last.
    async fn connect(&mut self) -> Fate {
        let lost = |why: String| Fate::Lost { why, hint: None, welcomed: false };
        let request = match request(&self.config.url) {
            Ok(request) => request,
            Err(why) => return Fate::Ended(End::NotEntente(why)),
        };
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_SERVER_MESSAGE_BYTES))
            .max_frame_size(Some(MAX_SERVER_MESSAGE_BYTES));
        let connecting = tokio_tungstenite::connect_async_with_config(request, Some(config), true);
        let mut socket = tokio::select! {
            connected = timeout(CONNECT_TIMEOUT, connecting) => match connected {
                Ok(Ok((socket, _))) => socket,
                Ok(Err(error)) => return refused_upgrade(&error),
                Err(_) => return lost("no answer in time".to_owned()),
            },
            () = self.reports.closed() => return Fate::Stopped,
        };
        let hello = ClientMessage::Hello { token: self.config.token.clone(), after: self.after };
        if let Err(error) = socket.send(Message::text(text_of(&hello))).await {
            return lost(error.to_string());
        }
        let mut talk = Talk {
            socket,
            heard: Instant::now(),
            pinged: false,
            welcomed: false,
            hint: None,
            said: None,
        };
        let fate = self.talk(&mut talk).await;
        if matches!(fate, Fate::Stopped) {
            talk.goodbye().await;
        }
        fate
    }

    async fn talk(&mut self, talk: &mut Talk) -> Fate {
        loop {
            let patience = if talk.welcomed { self.config.silence } else { CONNECT_TIMEOUT };
            let lost_at = talk.heard + patience;
            let asking = talk.pinged || !talk.welcomed;
            let wake = if asking { lost_at } else { talk.heard + self.config.idle };
            tokio::select! {
                received = talk.socket.next() => match received {
                    Some(Ok(message)) => {
                        talk.heard = Instant::now();
                        talk.pinged = false;
                        if let Some(fate) = self.receive(talk, message).await {
                            return fate;
                        }
                    }
                    Some(Err(error)) => return talk.lost(error.to_string()),
                    None => return talk.lost("the server closed the connection".to_owned()),
                },
                given = self.commands.recv() => match given {
                    None => return Fate::Stopped,
                    Some(message) => {
                        let text = text_of(&message);
                        let sent_later = !talk.welcomed;
                        // Kept before it is sent: it counts as unanswered whatever happens.
                        if sent_later || id_of(&message).is_some() {
                            self.take_in(message);
                        }
                        if !sent_later && let Err(error) = talk.socket.send(Message::text(text)).await {
                            return talk.lost(error.to_string());
                        }
                    }
                },
                () = sleep_until(wake) => {
                    if Instant::now() >= lost_at {
                        return talk.lost(format!("silent for {} seconds", patience.as_secs()));
                    }
                    talk.pinged = true;
                    let ping = ClientMessage::Ping { nonce: 0 };
                    if let Err(error) = talk.socket.send(Message::text(text_of(&ping))).await {
                        return talk.lost(error.to_string());
                    }
                }
                () = self.reports.closed() => return Fate::Stopped,
            }
        }
    }

    /// Deals with one message; a fate ends the connection.
    async fn receive(&mut self, talk: &mut Talk, message: Message) -> Option<Fate> {
        let text = match message {
            Message::Text(text) => text.as_str().to_owned(),
            Message::Close(frame) => return Some(talk.closed(frame)),
            // The library answers pings; any of these says that the line lives.
            Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_) => {
                return None;
            }
        };
        let frame = match Frame::read(text) {
            Ok(frame) => frame,
            Err(why) => return Some(Fate::Ended(End::NotEntente(why))),
        };
        let mut resend = false;
        match &frame.message {
            Some(ServerMessage::Welcome(welcome)) => {
                if welcome.protocol != PROTOCOL_VERSION {
                    let why = format!("it speaks version {}", welcome.protocol);
                    return Some(Fate::Ended(End::NotEntente(why)));
                }
                resend = !talk.welcomed;
                talk.welcomed = true;
            }
            Some(ServerMessage::Update(update)) => self.after = Some(update.seq),
            Some(ServerMessage::Accepted { id, .. } | ServerMessage::Rejected { id, .. }) => {
                self.unanswered.retain(|(open, _)| open != id);
            }
            Some(ServerMessage::Error { detail, retry_after_ms, .. }) => {
                talk.said = Some(detail.clone());
                talk.hint = retry_after_ms.map(Duration::from_millis).or(talk.hint);
            }
            Some(ServerMessage::Closing { reason, retry_after_ms }) => {
                talk.said = Some(reason.clone());
                talk.hint = retry_after_ms.map(Duration::from_millis).or(talk.hint);
            }
            Some(
                ServerMessage::Room { .. } | ServerMessage::Chat(_) | ServerMessage::Pong { .. },
            )
            | None => {}
        }
        let is_pong = matches!(frame.message, Some(ServerMessage::Pong { .. }));
        if !is_pong && self.reports.send(Signal::Frame(Box::new(frame))).await.is_err() {
            return Some(Fate::Stopped);
        }
        if resend && let Err(error) = self.resend(talk).await {
            return Some(talk.lost(error.to_string()));
        }
        None
    }

    /// Sends what waits: unanswered commands with their old ids first, then the rest.
    async fn resend(&mut self, talk: &mut Talk) -> Result<(), WsError> {
        for (_, message) in &self.unanswered {
            talk.socket.send(Message::text(text_of(message))).await?;
        }
        while let Some(message) = self.held.pop_front() {
            talk.socket.send(Message::text(text_of(&message))).await?;
        }
        Ok(())
    }
}

/// One open socket and what it told us.
struct Talk {
    socket: Socket,
    heard: Instant,
    pinged: bool,
    welcomed: bool,
    hint: Option<Duration>,
    said: Option<String>,
}

impl Talk {
    fn lost(&mut self, why: String) -> Fate {
        let why = self.said.take().unwrap_or(why);
        Fate::Lost { why, hint: self.hint, welcomed: self.welcomed }
    }

    fn closed(&mut self, frame: Option<CloseFrame>) -> Fate {
        let Some(frame) = frame else {
            return self.lost("the server closed the connection".to_owned());
        };
        let reason = frame.reason.as_str().to_owned();
        let why = self.said.take().or(Some(reason).filter(|reason| !reason.is_empty()));
        let code = u16::from(frame.code);
        let why = why.unwrap_or_else(|| format!("it closed with code {code}"));
        match code {
            4001 => Fate::Ended(End::TokenUnknown),
            4004 => Fate::Ended(End::RoomUnknown),
            4009 => Fate::Ended(End::Replaced),
            4013 => Fate::Ended(End::GalleryFull),
            // The same words would be refused the same way again.
            1002 | 1003 | 1007..=1010 => Fate::Ended(End::Refused(why)),
            _ => self.lost(why),
        }
    }

    /// Closes, and reads until the other side has closed too: only then is it finished.
    async fn goodbye(&mut self) {
        let farewell = async {
            if self.socket.close(None).await.is_ok() {
                while let Some(Ok(_)) = self.socket.next().await {}
            }
        };
        // Too slow an answer is no reason to stay.
        drop(timeout(GOODBYE, farewell).await);
    }
}

fn request(
    url: &str,
) -> Result<tokio_tungstenite::tungstenite::handshake::client::Request, String> {
    let mut request = url.into_client_request().map_err(|error| error.to_string())?;
    request.headers_mut().insert("sec-websocket-protocol", HeaderValue::from_static(SUBPROTOCOL));
    Ok(request)
}

/// What a failed handshake means: a wrong address is final, a server on its way up is not.
fn refused_upgrade(error: &WsError) -> Fate {
    let lost = |why: String, hint| Fate::Lost { why, hint, welcomed: false };
    match error {
        WsError::Http(response) => {
            let status = response.status();
            let hint = response
                .headers()
                .get("retry-after")
                .and_then(|value| value.to_str().ok()?.trim().parse().ok())
                .map(Duration::from_secs);
            if status.is_server_error() || matches!(status.as_u16(), 408 | 425 | 429) {
                lost(status.to_string(), hint)
            } else {
                Fate::Ended(End::NotEntente(status.to_string()))
            }
        }
        // Cut off half-way: nothing was refused.
        WsError::Protocol(
            ProtocolError::HandshakeIncomplete | ProtocolError::ResetWithoutClosingHandshake,
        ) => lost(error.to_string(), None),
        WsError::Url(_) | WsError::Protocol(_) => Fate::Ended(End::NotEntente(error.to_string())),
        _ => lost(error.to_string(), None),
    }
}

/// The id that the server will answer, if the message has one.
fn id_of(message: &ClientMessage) -> Option<Uuid> {
    match message {
        ClientMessage::Command { id, .. }
        | ClientMessage::Undo { id, .. }
        | ClientMessage::Resign { id }
        | ClientMessage::Claim { id, .. }
        | ClientMessage::Pause { id, .. }
        | ClientMessage::Consent { id, .. } => Some(*id),
        ClientMessage::Hello { .. }
        | ClientMessage::Ready { .. }
        | ClientMessage::Reveal { .. }
        | ClientMessage::Chat { .. }
        | ClientMessage::Ping { .. } => None,
    }
}

fn text_of(message: &ClientMessage) -> String {
    // The type has string keys only, so this cannot fail; an empty frame would be answered as
    // malformed.
    serde_json::to_string(message).unwrap_or_default()
}
