//! The frames of one socket: read, sent, and closed in good order, each within bounds.
//!
//! Everything that is WebSocket and not yet the protocol is here, so that it can be tested by
//! itself: a session speaks through [`Frames`], and so does the echo that a conformance suite talks
//! to. It knows no message, no room and no budget.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use bytestring::ByteString;
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

use super::deflate::{Compressor, Deflate, NotInflated, inflate, most_compressed};
use super::fragments::{Counted, MessageForm, TooMany};
use super::stream::{CLOSING_PACE, Peer};

/// The message was larger than the limit.
pub(super) const TOO_BIG: u16 = 1009;
/// The frames were not WebSocket.
pub(super) const PROTOCOL_ERROR: u16 = 1002;
/// A text frame was not UTF-8, or a compressed one could not be inflated.
pub(super) const NOT_UTF8: u16 = 1007;
/// Policy: the first message was not what it must be, or one came in too many frames.
pub(super) const POLICY: u16 = 1008;

/// The read buffer of an idle socket, in bytes: most messages are smaller, it grows with one that is
/// not, and ten thousand sockets have one each. (The default of 128 KiB costs more than a room.)
const READ_BUFFER_BYTES: usize = 512;

/// The longest header of a frame that a server sends, in bytes: two, and a length of eight.
const HEADER_MAX: usize = 10;

/// Limits of a socket.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most bytes of a message, once it is inflated.
    pub message_bytes: usize,
    /// The most frames of a message before its last one.
    pub fragments: usize,
    /// Longest time that a peer may take for the closing handshake. What it is sent meanwhile it has to
    /// take as everybody: the stream under a socket sees to that.
    pub close: Duration,
}

/// Message that is to be sent, in one frame.
#[derive(Clone, Debug)]
pub struct Sending {
    kind: Data,
    content: Bytes,
    compressed: bool,
}

impl Sending {
    /// A text message.
    pub fn text(text: impl Into<ByteString>) -> Self {
        let content = text.into().into_bytes();
        Self { kind: Data::Text, content, compressed: false }
    }

    /// A binary message.
    pub fn binary(content: Bytes) -> Self {
        Self { kind: Data::Binary, content, compressed: false }
    }

    /// Has it compressed, if that is agreed and it has so many bytes. Lengths of compressed messages show
    /// on the network how much of them is alike: nothing of this kind may hold a stranger's words.
    pub fn compressed_from(self, least: usize) -> Self {
        Self { compressed: self.content.len() >= least, ..self }
    }

    /// Returns the number of bytes of its content.
    pub(super) fn bytes(&self) -> usize {
        self.content.len()
    }
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
    /// Boxed: whoever is given these frames has room for them, and the futures of a socket pass them on
    /// three times.
    socket: Box<WebSocketStream<Counted<TokioIo<Upgraded>>>>,
    /// The rest of what was sent together and dropped: it goes out before anything else.
    unsent: Bytes,
    close: Duration,
    message_bytes: usize,
    /// Compresses what is sent, if that is agreed.
    compressor: Option<Compressor>,
}

impl Frames {
    /// Takes over a peer's connection that has become a socket, whose messages may be compressed on
    /// these terms.
    pub(super) async fn new(
        peer: Arc<Peer>,
        upgraded: Upgraded,
        bounds: Bounds,
        terms: Option<Deflate>,
    ) -> Self {
        let Bounds { message_bytes, fragments, close } = bounds;
        let most = terms.map_or(message_bytes, |_| most_compressed(message_bytes));
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(0)
            .max_message_size(Some(most))
            .max_frame_size(Some(most));
        let stream = Counted::new(TokioIo::new(upgraded), fragments, terms.is_some());
        let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
        let compressor = terms.map(Compressor::new);
        let (socket, unsent) = (Box::new(socket), Bytes::new());
        Self { peer, socket, unsent, close, message_bytes, compressor }
    }

    /// Returns the next message from the peer. Dropping the wait loses nothing.
    pub async fn next(&mut self) -> Result<Received, End> {
        loop {
            return match self.socket.next().await {
                Some(Ok(Message::Text(text))) => self.inflated(Received::Text(text)),
                Some(Ok(Message::Binary(bytes))) => self.inflated(Received::Binary(bytes)),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(Received::Life),
                // Reading makes none of these.
                Some(Ok(Message::Frame(_))) => continue,
                Some(Ok(Message::Close(_))) | None => Err(End::Gone),
                Some(Err(error)) => Err(unreadable(&error)),
            };
        }
    }

    /// Returns a message that the codec has read as the peer meant it, if it is not too big.
    fn inflated(&mut self, message: Received) -> Result<Received, End> {
        let most = self.message_bytes;
        match (self.socket.get_mut().form(), message) {
            (MessageForm::CompressedText, Received::Binary(bytes)) => {
                let text = Utf8Bytes::try_from(inflate(&bytes, most).map_err(not_inflated)?);
                text.map(Received::Text).map_err(|_| End::Unreadable(NOT_UTF8))
            }
            (MessageForm::CompressedBinary, Received::Binary(bytes)) => {
                Ok(Received::Binary(inflate(&bytes, most).map_err(not_inflated)?.into()))
            }
            (_, message) => {
                // Where compression is agreed, the codec lets a little more pass.
                let bytes = match &message {
                    Received::Text(text) => text.len(),
                    Received::Binary(bytes) => bytes.len(),
                    Received::Life => 0,
                };
                if bytes > most { Err(End::Unreadable(TOO_BIG)) } else { Ok(message) }
            }
        }
    }

    /// Returns the number of frames that ended no message since the last call.
    pub(super) fn fragments(&mut self) -> usize {
        self.socket.get_mut().take()
    }

    /// Asks for a sign of life, and frees what a socket holds that nothing was sent through for long.
    pub async fn ping(&mut self) -> Result<(), End> {
        if let Some(compressor) = &mut self.compressor {
            compressor.rest();
        }
        self.send_rest().await.map_err(|_| End::Gone)?;
        self.socket.send(Message::Ping(Bytes::new())).await.map_err(|_| End::Gone)
    }

    /// Sends messages, each in one frame and all of them at once, to a peer, who must take them in time.
    /// If the wait is dropped, the rest goes out with whatever is sent next.
    ///
    /// The frames do not pass through the codec: it would write each by itself, from a buffer that stays
    /// as large as the largest message: with 10,000 sockets in matches, 35 MiB. And it knows of no
    /// compression.
    pub async fn send(&mut self, messages: &[Sending]) -> Result<(), End> {
        let sending = async {
            self.send_rest().await?;
            // Answers to pings that the codec still holds.
            self.socket.flush().await.map_err(io::Error::other)?;
            // From here on there is nothing to wait for until all of it is written down: a peer gets
            // every message that later ones refer to.
            self.unsent = self.framed(messages).map_err(io::Error::other)?;
            self.send_rest().await
        };
        sending.await.map_err(|_| End::Gone)
    }

    /// Writes messages as frames, compressed where they may be.
    fn framed(&mut self, messages: &[Sending]) -> Result<Bytes, Error> {
        let mut compressor = self.compressor.as_mut();
        let mut compress = |message: &Sending| {
            let compressor = compressor.as_mut().filter(|_| message.compressed)?;
            compressor.compress(&message.content).map(Bytes::from)
        };
        let contents: Vec<(Option<Bytes>, &Sending)> =
            messages.iter().map(|message| (compress(message), message)).collect();
        let size = |(compressed, message): &(Option<Bytes>, &Sending)| {
            HEADER_MAX + compressed.as_ref().unwrap_or(&message.content).len()
        };
        let mut frames = Vec::with_capacity(contents.iter().map(size).sum());
        for (compressed, message) in &contents {
            let content = compressed.as_ref().unwrap_or(&message.content);
            let header = FrameHeader {
                rsv1: compressed.is_some(),
                opcode: OpCode::Data(message.kind),
                ..FrameHeader::default()
            };
            header.format(content.len() as u64, &mut frames)?;
            frames.extend_from_slice(content);
        }
        Ok(frames.into())
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

/// Translates a fault of a compressed message into the end of the socket.
fn not_inflated(fault: NotInflated) -> End {
    match fault {
        NotInflated::TooBig => End::Unreadable(TOO_BIG),
        NotInflated::Broken => End::Unreadable(NOT_UTF8),
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
