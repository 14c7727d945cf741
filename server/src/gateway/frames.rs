//! The frames of one socket: read, sent, and closed in good order, each within bounds.
//!
//! Everything that is WebSocket and not yet the protocol is here, so that it can be tested by
//! itself: a session speaks through [`Frames`], and so does the echo that a conformance suite talks
//! to. It knows no message, no room and no budget.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::AsyncWriteExt;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes, error::ProtocolError};

use super::fragments::{Counted, TooMany};
use super::stream::{CLOSING_PACE, Peer};

/// The message was larger than the limit.
pub(super) const TOO_BIG: u16 = 1009;
/// The frames were not WebSocket.
pub(super) const PROTOCOL_ERROR: u16 = 1002;
/// A text frame was not UTF-8.
pub(super) const NOT_UTF8: u16 = 1007;
/// Policy: the first message was not what it must be, or one came in too many frames.
pub(super) const POLICY: u16 = 1008;

/// The read buffer of an idle socket, in bytes: most messages are smaller, it grows with one that is
/// not, and ten thousand sockets have one each. (The default of 128 KiB costs more than a room.)
const READ_BUFFER_BYTES: usize = 1024;

/// The longest header of a frame that a server sends, in bytes: two, and a length of eight.
const HEADER_MAX: usize = 10;

/// Limits of a socket. Compression is not offered: it costs memory, and the length of a compressed
/// message reveals something of its content.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most bytes of a message.
    pub message_bytes: usize,
    /// The most frames of a message before its last one.
    pub fragments: usize,
    /// Longest time that a peer may take for the closing handshake. What it is sent meanwhile it has to
    /// take as everybody: the stream under a socket sees to that.
    pub close: Duration,
}

/// Message or sign of life from a peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A text message.
    Text(Utf8Bytes),
    /// A binary message.
    Binary(Bytes),
    /// A ping, which was answered, or a pong.
    Life,
}

/// End of a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The peer is gone, or has said goodbye.
    Gone,
    /// We close with this code.
    Close(u16),
    /// The bytes received cannot be read on; we close with this code.
    Unreadable(u16),
}

/// A socket in use.
#[derive(derive_more::Debug)]
#[debug("Frames {{ peer: {peer:?}, .. }}")]
pub struct Frames {
    peer: Arc<Peer>,
    socket: WebSocketStream<Counted<TokioIo<Upgraded>>>,
    /// The rest of what was sent together and dropped: it goes out before anything else.
    unsent: Bytes,
    close: Duration,
}

impl Frames {
    /// Takes over a peer's connection that has become a socket.
    pub(super) async fn new(peer: Arc<Peer>, upgraded: Upgraded, bounds: Bounds) -> Self {
        let Bounds { message_bytes, fragments, close } = bounds;
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(0)
            .max_message_size(Some(message_bytes))
            .max_frame_size(Some(message_bytes));
        let stream = Counted::new(TokioIo::new(upgraded), fragments);
        let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
        Self { peer, socket, unsent: Bytes::new(), close }
    }

    /// Returns the next message from the peer. Dropping the wait loses nothing.
    pub async fn next(&mut self) -> Result<Received, End> {
        loop {
            return match self.socket.next().await {
                Some(Ok(Message::Text(text))) => Ok(Received::Text(text)),
                Some(Ok(Message::Binary(bytes))) => Ok(Received::Binary(bytes)),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(Received::Life),
                // Reading makes none of these.
                Some(Ok(Message::Frame(_))) => continue,
                Some(Ok(Message::Close(_))) | None => Err(End::Gone),
                Some(Err(error)) => Err(unreadable(&error)),
            };
        }
    }

    /// Returns the number of frames that ended no message since the last call.
    pub(super) fn fragments(&mut self) -> usize {
        self.socket.get_mut().take()
    }

    /// Sends text messages, all of them at once.
    pub async fn texts(&mut self, texts: &[impl AsRef<str>]) -> Result<(), End> {
        let contents: Vec<&[u8]> = texts.iter().map(|text| text.as_ref().as_bytes()).collect();
        self.send(Data::Text, &contents).await
    }

    /// Sends a binary message.
    pub async fn binary(&mut self, bytes: &[u8]) -> Result<(), End> {
        self.send(Data::Binary, &[bytes]).await
    }

    /// Asks for a sign of life.
    pub async fn ping(&mut self) -> Result<(), End> {
        self.send_rest().await.map_err(|_| End::Gone)?;
        self.socket.send(Message::Ping(Bytes::new())).await.map_err(|_| End::Gone)
    }

    /// Sends messages, each in one frame, to a peer, who must take them in time. If the wait is dropped,
    /// the rest goes out with whatever is sent next.
    ///
    /// The frames do not pass through the codec: it would write each by itself, from a buffer that stays
    /// as large as the largest message: with 10,000 sockets in matches, 35 MiB.
    async fn send(&mut self, kind: Data, contents: &[&[u8]]) -> Result<(), End> {
        let sending = async {
            self.send_rest().await?;
            // Answers to pings that the codec still holds.
            self.socket.flush().await.map_err(io::Error::other)?;
            let header = FrameHeader { opcode: OpCode::Data(kind), ..FrameHeader::default() };
            let most = contents.iter().map(|content| HEADER_MAX + content.len()).sum();
            let mut bytes = Vec::with_capacity(most);
            for content in contents {
                header.format(content.len() as u64, &mut bytes).map_err(io::Error::other)?;
                bytes.extend_from_slice(content);
            }
            self.unsent = bytes.into();
            self.send_rest().await
        };
        sending.await.map_err(|_| End::Gone)
    }

    /// Sends what is left of the last messages.
    async fn send_rest(&mut self) -> io::Result<()> {
        let stream = self.socket.get_mut();
        stream.write_all_buf(&mut self.unsent).await?;
        // What was sent would stay in memory until the next message.
        self.unsent = Bytes::new();
        // TLS keeps what it has encrypted until then.
        stream.flush().await
    }

    /// Closes in good order, within bounds.
    pub async fn finish(mut self, end: End) {
        let most = self.close;
        let frame =
            |code: u16| Message::Close(Some(CloseFrame { code: code.into(), reason: "".into() }));
        let closing = async {
            if end != End::Gone && self.send_rest().await.is_err() {
                return;
            }
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
            while let Some(Ok(_)) = self.socket.next().await {
                sleep(CLOSING_PACE).await;
            }
        };
        // A peer that does not take part in it is left after a while.
        let _ = timeout(most, closing).await;
    }
}

/// Translates an error of the frame codec into the end of the socket.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "of any other error nothing can be said to a peer"
)]
fn unreadable(error: &Error) -> End {
    match error {
        Error::Capacity(_) => End::Unreadable(TOO_BIG),
        Error::Utf8(_) => End::Unreadable(NOT_UTF8),
        Error::Io(error) if is_too_many(error) => End::Unreadable(POLICY),
        Error::Protocol(fault) if *fault != ProtocolError::ResetWithoutClosingHandshake => {
            End::Unreadable(PROTOCOL_ERROR)
        }
        _ => End::Gone,
    }
}

fn is_too_many(error: &io::Error) -> bool {
    error.get_ref().and_then(|inner| inner.downcast_ref::<TooMany>()).is_some()
}
