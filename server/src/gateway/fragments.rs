//! Count of the frames that a message comes in.
//!
//! A frame costs the server the same whether it ends a message or not, and the frame codec reports
//! whole messages only. So the frames are followed in the bytes on their way to it: only where one
//! begins, and whether it ends its message.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// The most frames of a message before its last one.
pub const FRAGMENTS_MAX: usize = 64;

/// A message comes in more frames than it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a message in too many frames")]
pub(super) struct TooMany;

/// A stream that a frame codec reads.
pub(super) struct Counted<S> {
    stream: S,
    fragments: Fragments,
}

impl<S> Counted<S> {
    /// Wraps a stream that may have at most this many frames of a message before its last one.
    pub(super) fn new(stream: S, most: usize) -> Self {
        Self { stream, fragments: Fragments { most, ..Fragments::default() } }
    }

    /// Returns the number of frames that ended no message since the last call.
    pub(super) fn take(&mut self) -> usize {
        std::mem::take(&mut self.fragments.fresh)
    }
}

/// Position of a stream within its frames.
#[derive(Debug, Default)]
struct Fragments {
    /// The most of one message.
    most: usize,
    /// Those of the message that has begun.
    of_message: usize,
    /// Those that nobody has asked for.
    fresh: usize,
    /// The header that has begun.
    header: [u8; HEADER_MAX],
    /// Number of its bytes that are there.
    have: usize,
    /// Bytes of the frame that are still to come.
    left: u64,
}

/// The longest header of a frame: two bytes, a length of eight, a mask of four.
const HEADER_MAX: usize = 14;

impl Fragments {
    /// Follows the next bytes of the stream.
    fn follow(&mut self, mut bytes: &[u8]) -> Result<(), TooMany> {
        while let Some((byte, rest)) = bytes.split_first() {
            if self.left > 0 {
                let skipped = usize::try_from(self.left).unwrap_or(usize::MAX).min(bytes.len());
                self.left -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            self.header[self.have] = *byte;
            self.have += 1;
            bytes = rest;
            if let Some(length) = length(&self.header[..self.have]) {
                let ends_message = self.header[0] & 0x80 != 0;
                let control = self.header[0] & 0x08 != 0;
                (self.have, self.left) = (0, length);
                self.begun(control, ends_message)?;
            }
        }
        Ok(())
    }

    fn begun(&mut self, control: bool, ends_message: bool) -> Result<(), TooMany> {
        match (control, ends_message) {
            (true, _) => {}
            (false, true) => self.of_message = 0,
            (false, false) => {
                self.fresh += 1;
                self.of_message += 1;
                if self.of_message > self.most {
                    return Err(TooMany);
                }
            }
        }
        Ok(())
    }
}

/// Returns the number of bytes that follow a header; `None` while the header is incomplete.
fn length(header: &[u8]) -> Option<u64> {
    let second = header.get(1)?;
    let mask = if second & 0x80 == 0 { 0 } else { 4 };
    let extended = match second & 0x7f {
        126 => 2,
        127 => 8,
        short => return (header.len() == 2 + mask).then_some(short.into()),
    };
    let whole = header.len() == 2 + extended + mask;
    whole.then(|| header[2..2 + extended].iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
}

impl<S: AsyncRead + Unpin> AsyncRead for Counted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, into))?;
        Poll::Ready(self.fragments.follow(&into.filled()[before..]).map_err(io::Error::other))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Counted<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, pieces)
    }

    // A frame's header and its content leave together without being copied together.
    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a masked frame with this first byte and this many bytes in it.
    fn frame(first: u8, bytes: usize) -> Vec<u8> {
        let mut frame = vec![first];
        match bytes {
            0..126 => frame.push(0x80 | bytes as u8),
            126..65_536 => {
                frame.push(0xfe);
                frame.extend((bytes as u16).to_be_bytes());
            }
            _ => {
                frame.push(0xff);
                frame.extend((bytes as u64).to_be_bytes());
            }
        }
        // A mask and content that look like frames in the middle of a message.
        frame.resize(frame.len() + 4 + bytes, 0);
        frame
    }

    /// Counts the unfinished frames among these, in pieces of this many bytes.
    fn followed(most: usize, frames: &[Vec<u8>], piece: usize) -> Result<usize, TooMany> {
        let mut fragments = Fragments { most, ..Fragments::default() };
        let bytes = frames.concat();
        bytes.chunks(piece).try_for_each(|piece| fragments.follow(piece))?;
        assert_eq!((fragments.have, fragments.left), (0, 0));
        Ok(fragments.fresh)
    }

    #[test]
    fn frames_are_counted_however_their_bytes_come() {
        let (text, more, last, ping) = (0x01, 0x00, 0x80, 0x89);
        let message = [frame(text, 70_000), frame(more, 0), frame(ping, 5), frame(last, 300)];
        let whole = [frame(0x81, 125), frame(0x82, 126), frame(ping, 0)];
        for piece in [1, 2, 3, 7, 1_024, 1 << 20] {
            assert_eq!(followed(2, &message, piece), Ok(2));
            assert_eq!(followed(1, &message, piece), Err(TooMany));
            assert_eq!(followed(2, &[message.as_slice(), &message].concat(), piece), Ok(4));
            assert_eq!(followed(0, &whole, piece), Ok(0));
        }
    }
}
