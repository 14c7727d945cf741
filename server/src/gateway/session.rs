//! One socket, from its `hello` to its close.
//!
//! The session reads frames at the pace that its bucket allows, hands messages to the room's inbox
//! and sends what the outbox holds. It knows who it speaks for only as a number that the room gave
//! it; what a message may do is the room's business.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use protocol::{ClientMessage, Code};
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use tokio_tungstenite::tungstenite;

use super::limits::{Bucket, MALFORMED_MAX, Malformed};
use super::stream::Peer;
use super::{Gateway, lookups_spent};
use crate::rooms::{ConnectionId, Handle, Outbox, Outgoing, Refusal, TokenHash, act_id, close};

/// Policy: the first message was not what it must be.
const POLICY: u16 = 1008;
/// The message was larger than the limit.
const TOO_BIG: u16 = 1009;
/// The frames were not WebSocket.
const PROTOCOL_ERROR: u16 = 1002;
/// A text frame was not UTF-8.
const NOT_UTF8: u16 = 1007;

/// What an upgrade's code led to.
pub(super) enum Found {
    /// A room.
    Room(Arc<Handle>),
    /// No room.
    Nothing,
    /// The address has used up its look-ups: whether there is a room, only its seats learn.
    OnlyForSeats(Option<Arc<Handle>>, Duration),
}

/// How a session ends.
enum End {
    /// The peer is gone, or has said goodbye.
    Gone,
    /// We close with this code.
    Close(u16),
    /// What came cannot be read on; we close with this code.
    Unreadable(u16),
}

struct Session {
    gateway: Arc<Gateway>,
    peer: Arc<Peer>,
    socket: WebSocket,
    outbox: Arc<Outbox>,
    bucket: Bucket,
    malformed: Malformed,
    heard: Instant,
    ping_at: Instant,
}

/// Speaks with one client until either side has enough.
pub(super) async fn run(gateway: Arc<Gateway>, peer: Arc<Peer>, found: Found, socket: WebSocket) {
    let settings = gateway.rooms.settings();
    let now = Instant::now();
    let mut session = Session {
        bucket: Bucket::new(settings.message_burst, settings.messages_per_second),
        malformed: Malformed::default(),
        heard: now,
        ping_at: now + Duration::from_millis(settings.ping_ms),
        outbox: Arc::default(),
        gateway,
        peer,
        socket,
    };
    let end = match Box::pin(session.greet(found)).await {
        Ok((room, connection)) => {
            let end = session.speak(&room, connection).await;
            room.leave(connection).await;
            end
        }
        Err(end) => end,
    };
    Box::pin(session.finish(end)).await;
}

impl Session {
    fn ms(&self, period: impl Fn(&crate::Settings) -> u64) -> Duration {
        Duration::from_millis(period(self.gateway.rooms.settings()))
    }

    /// Waits for `hello` and attaches to the room.
    async fn greet(&mut self, found: Found) -> Result<(Arc<Handle>, ConnectionId), End> {
        if let Found::Nothing = found {
            return Err(self.refuse(&Refusal::room_unknown()).await);
        }
        let rooms = self.gateway.rooms.clone();
        let hello = tokio::select! {
            biased;
            hello = self.hello() => hello,
            () = rooms.drained() => Err(Refused::With(Refusal::draining())),
        };
        let (token, after) = match hello {
            Ok(hello) => hello,
            Err(Refused::With(refusal)) => return Err(self.refuse(&refusal).await),
            Err(Refused::Ended(end)) => return Err(end),
        };
        let room = match found {
            Found::Room(room) => room,
            Found::Nothing => return Err(End::Gone),
            Found::OnlyForSeats(room, wait) => match (room, token) {
                (Some(room), Some(token)) if room.knows(token).await.unwrap_or(false) => room,
                _ => return Err(self.refuse(&lookups_spent(wait)).await),
            },
        };
        match room.join(token, after, self.outbox.clone()).await {
            Ok(connection) => Ok((room, connection)),
            Err(refusal) => Err(self.refuse(&refusal).await),
        }
    }

    /// The first message, which must be `hello`.
    async fn hello(&mut self) -> Result<(Option<TokenHash>, Option<u64>), Refused> {
        let expected =
            |detail: String| Err(Refused::With(Refusal::new(Code::HelloExpected, detail)));
        let limit = Instant::now() + self.ms(|settings| settings.hello_ms);
        loop {
            let Ok(frame) = timeout_at(limit, self.socket.recv()).await else {
                return expected("no `hello` came in time".to_owned());
            };
            let text = match frame {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                Some(Ok(Message::Binary(_))) => {
                    return expected("the first message must be `hello`".to_owned());
                }
                Some(Ok(Message::Close(_))) | None => return Err(Refused::Ended(End::Gone)),
                Some(Err(error)) => return Err(Refused::Ended(unreadable(error))),
            };
            self.heard = Instant::now();
            self.bucket.draw();
            return match ClientMessage::parse(&text) {
                Ok(ClientMessage::Hello { token, after }) => {
                    Ok((token.as_deref().map(TokenHash::of), after))
                }
                Ok(_) => expected("the first message must be `hello`".to_owned()),
                Err(malformed) => {
                    expected(format!("the first message must be `hello`: {}", malformed.detail))
                }
            };
        }
    }

    /// Says why not, and closes.
    async fn refuse(&mut self, refusal: &Refusal) -> End {
        self.outbox.error(refusal);
        self.outbox.close(close_code(refusal.code));
        self.drain().await
    }

    /// Reads and writes until either side has enough.
    async fn speak(&mut self, room: &Handle, connection: ConnectionId) -> End {
        let idle = self.ms(|settings| settings.idle_ms);
        let ping = self.ms(|settings| settings.ping_ms);
        let mut sent = false;
        loop {
            let readable = self.bucket.wait_until();
            let tick = self.ping_at.min(self.heard + idle);
            let Self { socket, outbox, .. } = self;
            let frame = async {
                if let Some(at) = readable {
                    sleep_until(at).await;
                }
                socket.recv().await
            };
            let step = tokio::select! {
                biased;
                () = sleep_until(tick) => Step::Tick,
                // Sending and reading take turns, so that neither can starve the other.
                outgoing = outbox.next(), if !sent => Step::Send(outgoing),
                frame = frame => Step::Read(frame),
                outgoing = outbox.next(), if sent => Step::Send(outgoing),
            };
            sent = matches!(step, Step::Send(_));
            let done = match step {
                Step::Send(Outgoing::Text(text)) => self.send(Message::Text(text.into())).await,
                Step::Send(Outgoing::Close(code)) => Err(End::Close(code)),
                Step::Read(frame) => self.hear(frame, room, connection).await,
                Step::Tick if self.heard + idle <= Instant::now() => {
                    Err(End::Close(close::TOO_SLOW))
                }
                Step::Tick => {
                    self.ping_at = Instant::now() + ping;
                    self.send(Message::Ping(axum::body::Bytes::new())).await
                }
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    async fn hear(
        &mut self,
        frame: Option<Result<Message, axum::Error>>,
        room: &Handle,
        connection: ConnectionId,
    ) -> Result<(), End> {
        self.heard = Instant::now();
        self.bucket.draw();
        match frame {
            Some(Ok(Message::Text(text))) => match ClientMessage::parse(&text) {
                Ok(ClientMessage::Ping { nonce }) => self.outbox.pong(nonce),
                Ok(message) => {
                    let id = act_id(&message);
                    if let Err(refusal) = room.act(connection, message) {
                        match id {
                            Some(id) => self.outbox.rejected(id, refusal),
                            None => self.outbox.error(&refusal),
                        }
                    }
                }
                Err(malformed) => return self.malformed(malformed.code, malformed.detail).await,
            },
            Some(Ok(Message::Binary(_))) => {
                let detail = "messages are text frames".to_owned();
                return self.malformed(Code::Malformed, detail).await;
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Close(_))) | None => return Err(End::Gone),
            Some(Err(error)) => {
                let end = unreadable(error);
                if let End::Unreadable(TOO_BIG) = end {
                    let detail = "a message has at most 16384 bytes";
                    self.outbox.complain(Code::TooBig, detail);
                    self.outbox.close(TOO_BIG);
                    self.drain().await;
                }
                return Err(end);
            }
        }
        Ok(())
    }

    async fn malformed(&mut self, code: Code, detail: String) -> Result<(), End> {
        self.outbox.complain(code, detail);
        if self.malformed.count() {
            let detail = format!("more than {MALFORMED_MAX} malformed messages in 10 s");
            self.outbox.complain(Code::TooFast, detail);
            self.outbox.close(close::TOO_FAST);
            return Err(self.drain().await);
        }
        Ok(())
    }

    /// Sends what waits, without reading on, up to the close.
    async fn drain(&mut self) -> End {
        loop {
            match self.outbox.next().await {
                Outgoing::Close(code) => return End::Close(code),
                Outgoing::Text(text) => {
                    if let Err(end) = self.send(Message::Text(text.into())).await {
                        return end;
                    }
                }
            }
        }
    }

    /// Sends a frame to a peer that must take it in time.
    async fn send(&mut self, message: Message) -> Result<(), End> {
        let stall = self.ms(|settings| settings.stall_ms);
        tokio::select! {
            biased;
            sent = timeout(stall, self.socket.send(message)) => match sent {
                Ok(Ok(())) => Ok(()),
                Ok(Err(_)) => Err(End::Gone),
                Err(_) => Err(End::Close(close::TOO_SLOW)),
            },
            () = self.outbox.cut() => Err(End::Close(close::TOO_SLOW)),
        }
    }

    /// Closes in good order, within bounds.
    async fn finish(mut self, end: End) {
        let most = self.ms(|settings| settings.close_ms);
        let frame = |code| Message::Close(Some(CloseFrame { code, reason: "".into() }));
        let closing = async {
            match end {
                End::Gone => {}
                End::Close(code) => {
                    if self.socket.send(frame(code)).await.is_err() {
                        return;
                    }
                }
                End::Unreadable(code) => {
                    if self.socket.send(frame(code)).await.is_ok() {
                        self.peer.discard(most).await;
                    }
                    return;
                }
            }
            // The handshake is finished only by reading on until the peer's part is through.
            while let Some(Ok(_)) = self.socket.recv().await {}
        };
        // A peer that does not take part in it is left after a while.
        let _ = timeout(most, closing).await;
    }
}

enum Step {
    Send(Outgoing),
    Read(Option<Result<Message, axum::Error>>),
    Tick,
}

/// Why a session does not get past its greeting.
enum Refused {
    With(Refusal),
    Ended(End),
}

/// What an error of the frame codec means for the peer.
fn unreadable(error: axum::Error) -> End {
    use tungstenite::Error;
    let inner = error.into_inner();
    match inner.downcast_ref::<Error>() {
        Some(Error::Capacity(_)) => End::Unreadable(TOO_BIG),
        Some(Error::Utf8(_)) => End::Unreadable(NOT_UTF8),
        Some(Error::Protocol(tungstenite::error::ProtocolError::ResetWithoutClosingHandshake)) => {
            End::Gone
        }
        Some(Error::Protocol(_)) => End::Unreadable(PROTOCOL_ERROR),
        _ => End::Gone,
    }
}

/// The close code that follows a refusal to let someone in.
fn close_code(code: Code) -> u16 {
    const CODES: [(Code, u16); 8] = [
        (Code::TokenUnknown, close::TOKEN_UNKNOWN),
        (Code::RoomUnknown, close::ROOM_UNKNOWN),
        (Code::GalleryFull, close::GALLERY_FULL),
        (Code::TooManyRequests, close::TOO_FAST),
        (Code::HelloExpected, POLICY),
        (Code::Draining, close::RESTART),
        (Code::Busy, close::RESTART),
        (Code::StorageUnavailable, close::RESTART),
    ];
    let known = CODES.iter().find(|(known, _)| *known == code);
    known.map_or(close::INTERNAL, |(_, close)| *close)
}
