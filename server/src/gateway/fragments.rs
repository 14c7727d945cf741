//! Count of the frames that a message comes in, and which messages are compressed.
//!
//! A frame costs the server the same whether it ends a message or not, and the frame codec reports
//! whole messages only. So the frames are followed in the bytes on their way to it: only where one
//! begins, and whether it ends its message.
//!
//! Nor does the codec know of compression. Where that is agreed, a compressed message is passed on to
//! it as a binary one that is not, whose text is no text yet, and what it was is noted.

use std::collections::VecDeque;
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

/// Form in which the content of a message comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MessageForm {
    /// As it is.
    Plain,
    /// A compressed text.
    CompressedText,
    /// Compressed bytes.
    CompressedBinary,
}

/// A stream that a frame codec reads.
pub(super) struct Counted<S> {
    stream: S,
    fragments: Fragments,
}

impl<S> Counted<S> {
    /// Wraps a stream that may have at most this many frames of a message before its last one, and
    /// compressed messages if that is agreed.
    pub(super) fn new(stream: S, most: usize, compression: bool) -> Self {
        let forms = compression.then(VecDeque::new);
        Self { stream, fragments: Fragments { most, forms, ..Fragments::default() } }
    }

    /// Returns the form of the next message that the codec has read, in their order.
    pub(super) fn form(&mut self) -> MessageForm {
        let Some(forms) = &mut self.fragments.forms else { return MessageForm::Plain };
        let form = forms.pop_front();
        if forms.is_empty() {
            // An idle socket keeps no memory for it.
            *forms = VecDeque::new();
        }
        form.unwrap_or(MessageForm::Plain)
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
    /// The forms of the messages that have begun and were not asked for, if compression is agreed: of
    /// no more than the codec's buffer holds.
    forms: Option<VecDeque<MessageForm>>,
    /// The header that has begun.
    header: [u8; HEADER_MAX],
    /// Number of its bytes that are there.
    have: usize,
    /// Bytes of the frame that are still to come.
    left: u64,
}

/// The bit of a frame's first byte that says that its message is compressed.
const COMPRESSED: u8 = 0x40;

/// The bits of it that say what frame it is.
const OPCODE: u8 = 0x0f;

const TEXT: u8 = 1;
const BINARY: u8 = 2;
const COMPRESSED_TEXT: u8 = COMPRESSED | TEXT;
const COMPRESSED_BINARY: u8 = COMPRESSED | BINARY;

/// The longest header of a frame: two bytes, a length of eight, a mask of four.
const HEADER_MAX: usize = 14;

impl Fragments {
    /// Follows the next bytes of the stream, and has the codec take a compressed message for another.
    fn follow(&mut self, mut bytes: &mut [u8]) -> Result<(), TooMany> {
        loop {
            let skipped = usize::try_from(self.left).unwrap_or(usize::MAX).min(bytes.len());
            self.left -= skipped as u64;
            let Some((byte, rest)) = bytes[skipped..].split_first_mut() else { return Ok(()) };
            if self.have == 0
                && let Some(forms) = &mut self.forms
            {
                note(byte, forms);
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

/// Notes the form of the message that begins with a frame of this first byte, if one does. Of a compressed
/// one it becomes the first byte of a binary message. Anything else that is wrong is left to the codec.
fn note(first: &mut u8, forms: &mut VecDeque<MessageForm>) {
    let form = match *first & (COMPRESSED | OPCODE) {
        TEXT | BINARY => MessageForm::Plain,
        COMPRESSED_TEXT => MessageForm::CompressedText,
        COMPRESSED_BINARY => MessageForm::CompressedBinary,
        _ => return,
    };
    if form != MessageForm::Plain {
        *first = *first & !(COMPRESSED | OPCODE) | BINARY;
    }
    forms.push_back(form);
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
        Poll::Ready(
            self.fragments.follow(&mut into.filled_mut()[before..]).map_err(io::Error::other),
        )
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
        let mut bytes = frames.concat();
        bytes.chunks_mut(piece).try_for_each(|piece| fragments.follow(piece))?;
        assert_eq!(bytes, frames.concat(), "nothing is changed unless compression is agreed");
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

    #[test]
    fn compressed_messages_pass_as_binary_ones() {
        use MessageForm::{CompressedBinary, CompressedText, Plain};
        let frames = [
            frame(0xc1, 70_000), // a whole compressed text
            frame(0x41, 5),      // one in three frames, with a ping among them
            frame(0x00, 300),
            frame(0x89, 4),
            frame(0x80, 0),
            frame(0x81, 9), // texts and bytes as they are
            frame(0x82, 9),
            frame(0xc2, 126), // compressed bytes
            frame(0xf1, 3),   // bits that nobody agreed on stay
            frame(0xc9, 0),   // and so does that of a control frame
            frame(0xc0, 0),   // or of a frame that begins no message
        ];
        let passed = [0x82, 0x02, 0x00, 0x89, 0x80, 0x81, 0x82, 0x82, 0xb2, 0xc9, 0xc0];
        let expected: Vec<Vec<u8>> = frames
            .iter()
            .zip(passed)
            .map(|(frame, first)| [&[first], &frame[1..]].concat())
            .collect();
        for piece in [1, 2, 3, 7, 1_024, 1 << 20] {
            let mut counted = Counted::new((), FRAGMENTS_MAX, true);
            let mut bytes = frames.concat();
            for piece in bytes.chunks_mut(piece) {
                counted.fragments.follow(piece).unwrap();
            }
            assert!(bytes == expected.concat(), "in pieces of {piece}");
            let forms: Vec<_> = (0..7).map(|_| counted.form()).collect();
            let text = CompressedText;
            assert_eq!(forms, [text, text, Plain, Plain, CompressedBinary, text, Plain]);
        }
    }
}
