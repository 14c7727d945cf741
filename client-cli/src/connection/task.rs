//! The side of a connection that runs in its task: one socket after another.
//!
//! Here, apart from the handle, because everything about time and loss is in this file. It must not
//! be reached but through [`Connection`](super::Connection).

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use protocol::hint::{Hint, Preview};
use protocol::{ClientMessage, PROTOCOL_VERSION, SUBPROTOCOL, ServerMessage};
use rand::rngs::StdRng;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error as WsError, Message};
use tokio_tungstenite::{
    Connector, MaybeTlsStream, WebSocketStream, connect_async_tls_with_config,
};
use uuid::Uuid;

use super::{Config, ConnectionEnd, ConnectionOrder, GOODBYE, QUEUE, Signal, text_of};
use crate::trust;
use crate::wire::Frame;

/// The largest server message that is read, in bytes.
const MAX_SERVER_MESSAGE_BYTES: usize = 4 * 1024 * 1024;

/// Limit for the server to accept a socket and to answer `hello`.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// A connection that held this long starts with short waits again when it is lost.
const HELD: Duration = Duration::from_secs(10);

type ServerSocket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The side of the connection that runs in its task.
pub(super) struct ConnectionTask {
    pub(super) config: Config,
    /// Address of the socket that another server is to have, once; none for that of the configuration.
    pub(super) elsewhere: Option<String>,
    pub(super) after: Option<u64>,
    pub(super) commands: mpsc::Receiver<ConnectionOrder>,
    pub(super) reports: mpsc::Sender<Signal>,
    /// Sent or to be sent, and not yet answered, in the order given.
    pub(super) unanswered: Vec<(Uuid, ClientMessage)>,
    /// Messages without an id that were sent while the connection was down.
    pub(super) held: VecDeque<ClientMessage>,
    /// Messages that were refused for now, and when they are sent again on this connection.
    pub(super) later: Vec<(Instant, ClientMessage)>,
    pub(super) rng: StdRng,
}

/// The way in which one connection ended.
enum Disconnect {
    /// Nobody listens to us any more.
    Stopped,
    /// For good.
    Ended(ConnectionEnd),
    /// Another socket is wanted, with another `hello`.
    Again,
    /// For now.
    Lost { why: String, hint: Option<Duration>, welcomed: bool },
}

impl ConnectionTask {
    pub(super) async fn run(mut self) {
        let mut failing_since: Option<Instant> = None;
        loop {
            let began = Instant::now();
            let guided = self.elsewhere.is_some();
            let (why, hint, welcomed) = match self.connect().await {
                Disconnect::Stopped => return,
                Disconnect::Again => continue,
                // What another server says is not final: the one that people know may say otherwise.
                Disconnect::Ended(end) if guided => (end.to_string(), None, false),
                Disconnect::Ended(end) => return self.end(end).await,
                Disconnect::Lost { why, hint, welcomed } => (why, hint, welcomed),
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
                return self.end(ConnectionEnd::GaveUp(why)).await;
            }
            let report = Signal::Lost { why, retry_in };
            if self.reports.send(report).await.is_err() || !self.rest(retry_in).await {
                return;
            }
        }
    }

    async fn end(&self, end: ConnectionEnd) {
        // Nobody may be listening, and then nobody needs to know.
        drop(self.reports.send(Signal::Ended(end)).await);
    }

    /// Waits, and accepts messages to be sent later. Returns `false` to stop.
    async fn rest(&mut self, wait: Duration) -> bool {
        let until = Instant::now() + wait;
        loop {
            tokio::select! {
                () = sleep_until(until) => return true,
                given = self.commands.recv() => match given {
                    Some(ConnectionOrder::Send { message, .. }) => self.take_in(message),
                    Some(ConnectionOrder::Again { after }) => self.after = Some(after),
                    None => return false,
                },
            }
        }
    }

    /// Keeps a message until it can be sent.
    fn take_in(&mut self, message: ClientMessage) {
        if let Some(id) = lasting(&message) {
            self.unanswered.push((id, message));
        } else if self.held.len() < QUEUE {
            self.held.push_back(message);
        }
    }

    /// Runs one connection from its first byte to its last.
    async fn connect(&mut self) -> Disconnect {
        self.later.clear();
        let mut open = match self.open().await {
            Ok(open) => open,
            Err(disconnect) => return disconnect,
        };
        let Err(disconnect) = self.exchange(&mut open).await;
        if matches!(disconnect, Disconnect::Stopped | Disconnect::Again) {
            open.goodbye().await;
        }
        disconnect
    }

    /// Opens a socket and says hello.
    async fn open(&mut self) -> Result<OpenSocket, Disconnect> {
        let lost = |why: String| Disconnect::Lost { why, hint: None, welcomed: false };
        // Only once: whoever is not there either is looked for where people usually come.
        let address = self.elsewhere.take();
        let request = request(address.as_deref().unwrap_or(&self.config.url))
            .map_err(|why| Disconnect::Ended(ConnectionEnd::NotEntente(why)))?;
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_SERVER_MESSAGE_BYTES))
            .max_frame_size(Some(MAX_SERVER_MESSAGE_BYTES));
        let secured = trust::config().map_err(|error| lost(error.to_string()))?;
        let secured = Connector::Rustls(secured);
        let connecting = connect_async_tls_with_config(request, Some(config), true, Some(secured));
        let socket = tokio::select! {
            connected = timeout(CONNECT_TIMEOUT, connecting) => match connected {
                Ok(connected) => connected.map_err(|error| refused_upgrade(&error))?.0,
                Err(_) => return Err(lost("no answer in time".to_owned())),
            },
            () = self.reports.closed() => return Err(Disconnect::Stopped),
        };
        let mut open = OpenSocket {
            socket,
            received_at: Instant::now(),
            pinged_at: None,
            welcomed: false,
            hint: None,
            explanation: None,
        };
        let hello = ClientMessage::Hello { token: self.config.token.clone(), after: self.after };
        open.send(&hello).await.map(|()| open)
    }

    async fn exchange(&mut self, open: &mut OpenSocket) -> Result<Infallible, Disconnect> {
        loop {
            let (idle, silence) = (self.config.idle, self.config.silence);
            // No line counts as silent before it was asked: it may be this program that stood still.
            let wake = match open.pinged_at {
                Some(at) => at + silence.saturating_sub(idle),
                None if open.welcomed => open.received_at + idle,
                None => open.received_at + CONNECT_TIMEOUT,
            };
            let again = self.later.iter().map(|(at, _)| *at).min();
            tokio::select! {
                // What lies there already comes before the end of the time, even after a standstill of ours.
                received = timeout_at(wake, open.socket.next()) => match received {
                    Ok(Some(Ok(message))) => {
                        open.received_at = Instant::now();
                        open.pinged_at = None;
                        self.receive(open, message).await?;
                    }
                    Ok(Some(Err(error))) => return Err(open.lost(error.to_string())),
                    Ok(None) => {
                        return Err(open.lost("the server closed the connection".to_owned()));
                    }
                    Err(_) if open.welcomed && open.pinged_at.is_none() => {
                        open.pinged_at = Some(Instant::now());
                        open.send(&ClientMessage::Ping { nonce: 0 }).await?;
                    }
                    Err(_) => {
                        let patience = if open.welcomed { silence } else { CONNECT_TIMEOUT };
                        let why = format!("silent for {} seconds", patience.as_secs());
                        return Err(open.lost(why));
                    }
                },
                given = self.commands.recv() => match given {
                    // Only after everything that was given has been sent.
                    None => return Err(Disconnect::Stopped),
                    Some(ConnectionOrder::Again { after }) => {
                        self.after = Some(after);
                        return Err(Disconnect::Again);
                    }
                    Some(ConnectionOrder::Send { message, wait }) => {
                        // Kept before it is sent: it counts as unanswered whatever happens.
                        if !open.welcomed || lasting(&message).is_some() {
                            self.take_in(message.clone());
                        }
                        match wait.filter(|_| open.welcomed) {
                            Some(wait) => self.later.push((Instant::now() + wait, message)),
                            None if open.welcomed => open.send(&message).await?,
                            None => {}
                        }
                    }
                },
                () = sleep_until(again.unwrap_or(wake)), if again.is_some() => {
                    let now = Instant::now();
                    for (_, message) in self.later.extract_if(.., |(at, _)| *at <= now) {
                        open.send(&message).await?;
                    }
                }
            }
        }
    }

    /// Handles one message; an error ends the connection.
    async fn receive(&mut self, open: &mut OpenSocket, message: Message) -> Result<(), Disconnect> {
        let text = match message {
            Message::Text(text) => text.as_str().to_owned(),
            Message::Close(frame) => return Err(open.closed(frame)),
            // The library answers pings; any of these says that the line lives.
            Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_) => {
                return Ok(());
            }
        };
        let alien = |why| Disconnect::Ended(ConnectionEnd::NotEntente(why));
        let frame = Frame::read(text).map_err(alien)?;
        // What the server said before explains a closing only if nothing came in between.
        open.explanation = None;
        let mut resend = false;
        match &frame.message {
            Some(ServerMessage::Welcome(welcome)) => {
                if welcome.protocol != PROTOCOL_VERSION {
                    return Err(alien(format!("it speaks version {}", welcome.protocol)));
                }
                resend = !open.welcomed;
                open.welcomed = true;
            }
            Some(ServerMessage::Update(update)) => self.after = Some(update.seq),
            Some(ServerMessage::Accepted { id, .. } | ServerMessage::Rejected { id, .. }) => {
                self.unanswered.retain(|(open, _)| open != id);
            }
            Some(
                ServerMessage::Hint(Hint { id, .. }) | ServerMessage::Preview(Preview { id, .. }),
            ) => self.unanswered.retain(|(open, _)| open != id),
            Some(
                ServerMessage::Error { detail: said, retry_after_ms, .. }
                | ServerMessage::Closing { reason: said, retry_after_ms, .. },
            ) => {
                open.explanation = Some(said.clone());
                open.hint = retry_after_ms.map(Duration::from_millis).or(open.hint);
                if let Some(ServerMessage::Closing { reconnect: Some(address), .. }) =
                    &frame.message
                {
                    self.elsewhere = elsewhere(&self.config.url, address);
                }
            }
            Some(
                ServerMessage::Room { .. }
                | ServerMessage::Lesson(_)
                | ServerMessage::Point { .. }
                | ServerMessage::Chat(_)
                | ServerMessage::Pong { .. },
            )
            | None => {}
        }
        let is_pong = matches!(frame.message, Some(ServerMessage::Pong { .. }));
        if !is_pong && self.reports.send(Signal::Frame(Box::new(frame))).await.is_err() {
            return Err(Disconnect::Stopped);
        }
        if resend { self.resend(open).await } else { Ok(()) }
    }

    /// Sends what waits: unanswered commands with their old ids first, then the rest.
    async fn resend(&mut self, open: &mut OpenSocket) -> Result<(), Disconnect> {
        for (_, message) in &self.unanswered {
            open.send(message).await?;
        }
        while let Some(message) = self.held.pop_front() {
            open.send(&message).await?;
        }
        Ok(())
    }
}

/// Returns the id of an act, which is sent again on every connection until it is answered. A part of the
/// deal has an id too, but what it has to be depends on the room that the next welcome shows.
const fn lasting(message: &ClientMessage) -> Option<Uuid> {
    if let ClientMessage::Ready { .. } | ClientMessage::Reveal { .. } = message {
        return None;
    }
    message.id()
}

/// One open socket and what came over it.
struct OpenSocket {
    socket: ServerSocket,
    received_at: Instant,
    /// Time at which it was asked since it last said something.
    pinged_at: Option<Instant>,
    welcomed: bool,
    hint: Option<Duration>,
    explanation: Option<String>,
}

impl OpenSocket {
    async fn send(&mut self, message: &ClientMessage) -> Result<(), Disconnect> {
        let sent = self.socket.send(Message::text(text_of(message))).await;
        sent.map_err(|error| self.lost(error.to_string()))
    }

    fn lost(&mut self, why: String) -> Disconnect {
        let why = self.explanation.take().unwrap_or(why);
        Disconnect::Lost { why, hint: self.hint, welcomed: self.welcomed }
    }

    fn closed(&mut self, frame: Option<CloseFrame>) -> Disconnect {
        let Some(frame) = frame else {
            return self.lost("the server closed the connection".to_owned());
        };
        let reason = frame.reason.as_str().to_owned();
        let why = self.explanation.take().or(Some(reason).filter(|reason| !reason.is_empty()));
        let code = u16::from(frame.code);
        let why = why.unwrap_or_else(|| format!("it closed with code {code}"));
        match code {
            4001 => Disconnect::Ended(ConnectionEnd::TokenUnknown),
            4004 => Disconnect::Ended(ConnectionEnd::RoomUnknown),
            4009 => Disconnect::Ended(ConnectionEnd::Replaced),
            4013 => Disconnect::Ended(ConnectionEnd::GalleryFull),
            // The same words would be refused the same way again.
            1002 | 1003 | 1007..=1010 => Disconnect::Ended(ConnectionEnd::Refused(why)),
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

/// The part of a socket's address that is the same on every server.
const ROUTES: &str = "/api/v1/rooms/";

/// The longest address of another server that is believed, in bytes.
const ELSEWHERE_BYTES: usize = 512;

/// Returns the address of this socket on another server of the same rooms; `None` if that is no address,
/// or if the token would go in clear where it did not before.
fn elsewhere(socket: &str, server: &str) -> Option<String> {
    let (own, path) = socket.split_at(socket.find(ROUTES)?);
    let server = server.trim_end_matches('/');
    let (scheme, place) = match server.split_once("://")? {
        ("https", place) => ("wss", place),
        ("http", place) if own.starts_with("ws://") => ("ws", place),
        _ => return None,
    };
    let address = format!("{scheme}://{place}{path}");
    let sound = server.len() <= ELSEWHERE_BYTES && !place.contains(['@', '?', '#']);
    (sound && request(&address).is_ok()).then_some(address)
}

fn request(url: &str) -> Result<Request, String> {
    let mut request = url.into_client_request().map_err(|error| error.to_string())?;
    request.headers_mut().insert("sec-websocket-protocol", HeaderValue::from_static(SUBPROTOCOL));
    Ok(request)
}

/// Interprets a failed handshake: a wrong address is final, a server on its way up is not.
fn refused_upgrade(error: &WsError) -> Disconnect {
    let lost = |why: String, hint| Disconnect::Lost { why, hint, welcomed: false };
    if let WsError::Http(response) = error {
        let status = response.status();
        let hint = response
            .headers()
            .get("retry-after")
            .and_then(|value| value.to_str().ok()?.trim().parse().ok())
            .map(Duration::from_secs);
        return if status.is_server_error() || matches!(status.as_u16(), 408 | 425 | 429) {
            lost(status.to_string(), hint)
        } else {
            Disconnect::Ended(ConnectionEnd::NotEntente(status.to_string()))
        };
    }
    // Cut off half-way is no refusal; another protocol is, and stays one.
    let cut_off = matches!(
        error,
        WsError::Protocol(
            ProtocolError::HandshakeIncomplete | ProtocolError::ResetWithoutClosingHandshake
        )
    );
    if matches!(error, WsError::Url(_) | WsError::Protocol(_)) && !cut_off {
        Disconnect::Ended(ConnectionEnd::NotEntente(error.to_string()))
    } else {
        lost(error.to_string(), None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_server_is_believed_where_nothing_is_lost_by_it() {
        let socket = "wss://one.example.org/games/api/v1/rooms/K7P2XR/socket";
        let there = |server| elsewhere(socket, server);
        let found = Some("wss://two.example.org/api/v1/rooms/K7P2XR/socket".to_owned());
        assert_eq!(there("https://two.example.org"), found);
        assert_eq!(there("https://two.example.org/"), found);
        let long = format!("https://{}.example.org", "a".repeat(ELSEWHERE_BYTES));
        for no in ["http://two.example.org", "two.example.org", "https://a@b", "https://", &long] {
            assert_eq!(there(no), None, "{no}");
        }
        let plain = elsewhere("ws://localhost:1/api/v1/rooms/K7P2XR/socket", "http://[::1]:2/x");
        assert_eq!(plain.as_deref(), Some("ws://[::1]:2/x/api/v1/rooms/K7P2XR/socket"));
    }
}
