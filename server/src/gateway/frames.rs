//! The frames of one socket: read, sent, and closed in good order, each within bounds.
//!
//! Everything that is WebSocket and not yet the protocol stands here, so that it can be tried by
//! itself: a session speaks through [`Frames`], and so does the echo that a conformance suite talks
//! to. It knows no message, no room and no budget.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite;

use super::stream::{CLOSING_PACE, Peer};

/// The message was larger than the limit.
pub(super) const TOO_BIG: u16 = 1009;
/// The frames were not WebSocket.
pub(super) const PROTOCOL_ERROR: u16 = 1002;
/// A text frame was not UTF-8.
pub(super) const NOT_UTF8: u16 = 1007;

/// The read buffer of an idle socket, in bytes: most messages are smaller, it grows with one that is
/// not, and ten thousand sockets have one each. (The default of 128 KiB costs more than a room.)
const READ_BUFFER_BYTES: usize = 1024;

/// An upgrade whose socket takes messages of so many bytes at most. Compression is not offered: it
/// costs memory, and the length of a compressed message tells about its content.
pub fn bounded(upgrade: WebSocketUpgrade, message_bytes: usize) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_message_size(message_bytes)
        .max_frame_size(message_bytes)
}

/// How long a peer may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// To take a frame.
    pub stall: Duration,
    /// To take part in the closing handshake.
    pub close: Duration,
}

/// What a peer sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A text message.
    Text(Utf8Bytes),
    /// A binary message.
    Binary(Bytes),
    /// A ping, which was answered, or a pong.
    Life,
}

/// How a socket ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The peer is gone, or has said goodbye.
    Gone,
    /// We close with this code.
    Close(u16),
    /// What came cannot be read on; we close with this code.
    Unreadable(u16),
}

/// A socket in use.
pub struct Frames {
    peer: Arc<Peer>,
    socket: WebSocket,
    patience: Patience,
}

impl fmt::Debug for Frames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frames").field("peer", &self.peer).finish_non_exhaustive()
    }
}

impl Frames {
    /// The frames of an open socket on a peer's connection.
    pub fn new(peer: Arc<Peer>, socket: WebSocket, patience: Patience) -> Self {
        Self { peer, socket, patience }
    }

    /// What the peer sends next. Dropping the wait loses nothing.
    pub async fn next(&mut self) -> Result<Heard, End> {
        match self.socket.recv().await {
            Some(Ok(Message::Text(text))) => Ok(Heard::Text(text)),
            Some(Ok(Message::Binary(bytes))) => Ok(Heard::Binary(bytes)),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(Heard::Life),
            Some(Ok(Message::Close(_))) | None => Err(End::Gone),
            Some(Err(error)) => Err(unreadable(error)),
        }
    }

    /// Sends a text message.
    pub async fn text(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), End> {
        self.send(Message::Text(text.into())).await
    }

    /// Sends a binary message.
    pub async fn binary(&mut self, bytes: Bytes) -> Result<(), End> {
        self.send(Message::Binary(bytes)).await
    }

    /// Asks for a sign of life.
    pub async fn ping(&mut self) -> Result<(), End> {
        self.send(Message::Ping(Bytes::new())).await
    }

    /// Sends a frame to a peer that must take it in time.
    async fn send(&mut self, message: Message) -> Result<(), End> {
        match timeout(self.patience.stall, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => Err(End::Close(crate::rooms::close::TOO_SLOW)),
        }
    }

    /// Closes in good order, within bounds.
    pub async fn finish(mut self, end: End) {
        let most = self.patience.close;
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
            while let Some(Ok(_)) = self.socket.recv().await {
                sleep(CLOSING_PACE).await;
            }
        };
        // A peer that does not take part in it is left after a while.
        let _ = timeout(most, closing).await;
    }
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
