//! Compressed messages (RFC 7692, `permessage-deflate`): what is agreed, and both directions of it.
//!
//! No compressor and no inflater is kept. A message is compressed with the text of the last one before
//! it as a dictionary, which the peer's window holds anyway: all that a socket keeps is its share of that
//! text. What a peer compresses stands for itself, so each message is inflated from nothing.
//!
//! Nothing here knows what a message says. Whoever sends decides which ones may share a context, for
//! the length of what is compressed together says how much of it is alike.

mod offers;

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue};
use bytes::Bytes;
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use tokio::time::Instant;

/// Content below this size is sent as it is, in bytes: compressed it would save less than a packet's
/// header has.
pub(super) const LEAST_COMPRESSED: usize = 128;

/// The base-2 logarithm of the window, unless the client wants a smaller one: the largest there is.
///
/// Measured with the level below on updates of whole matches between random bots, each a median of 4 to
/// 12 KB and 25 KB at most, as a share of all bytes that one socket is sent:
///
/// | window | two games of two | one of three | time each |
/// |---|---|---|---|
/// | 32 KiB | 6.6 to 7.8 % | 3.4 to 3.6 % | 60 to 120 us |
/// | 16 KiB | 6.6 to 8.8 % | 4.4 % | the same |
/// | 8 KiB | 8.3 to 10.4 % | 15 % | the same |
/// | 32 KiB, each by itself | 24 to 35 % | 18 % | 110 to 230 us |
///
/// A compressor kept for each socket made them no smaller (5 to 8 %) and took 316 KiB where this takes
/// the last text: 4 to 12 KB. So a smaller window would save no memory here. Level 4 instead of 6 sends a
/// tenth more and takes as long.
const WINDOW_BITS: u8 = 15;

/// Silence after which the last text is forgotten; the next message stands for itself. People think for
/// minutes, and who has left a page open costs nothing.
pub const CONTEXT_KEPT: Duration = Duration::from_mins(5);

/// Bytes by which a compressed message may be longer than its content: a bit for each byte by the worst
/// of fixed codes, and the ends of blocks.
pub(super) const fn most_compressed(content: usize) -> usize {
    content.saturating_add(content / 8).saturating_add(64)
}

/// The end of what a flush writes: an empty block, which messages leave out.
const FLUSHED: [u8; 4] = [0, 0, 0xff, 0xff];

/// That end, and an empty last block: a stream ends there unless it was cut off before.
const ENDED: [u8; 9] = [0, 0, 0xff, 0xff, 1, 0, 0, 0xff, 0xff];

/// Space that inflating begins with, in bytes; most messages of clients are smaller.
const INFLATE_BYTES: usize = 1_024;

/// Terms on which a socket's messages may be compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deflate {
    /// The base-2 logarithm of the window of what we send, 9 to 15.
    window_bits: u8,
    /// `true` if a message we send may refer to those before it.
    takeover: bool,
}

impl Deflate {
    /// Returns what is agreed with a client that sends these headers, if it is anything: the first of its
    /// offers that can be kept.
    pub(super) fn agreed(headers: &HeaderMap) -> Option<Self> {
        offers::read(headers).iter().find_map(offers::ExtensionOffer::accepted)
    }

    /// Returns the header that says so. Whatever a client compresses has to stand for itself, so that
    /// nothing is kept for it.
    pub(super) fn answer(self) -> Option<HeaderValue> {
        let takeover = if self.takeover { "" } else { "; server_no_context_takeover" };
        let bits = self.window_bits;
        let window = (bits < WINDOW_BITS).then(|| format!("; server_max_window_bits={bits}"));
        let answer = format!(
            "{}; client_no_context_takeover{takeover}{}",
            offers::NAME,
            window.unwrap_or_default()
        );
        HeaderValue::try_from(answer).ok()
    }
}

/// The sending side of a socket on which compression is agreed.
#[derive(Debug)]
pub(super) struct Compressor {
    terms: Deflate,
    /// The content that was compressed last, and when.
    last: Option<(Bytes, Instant)>,
}

impl Compressor {
    pub(super) fn new(terms: Deflate) -> Self {
        Self { terms, last: None }
    }

    /// Compresses the content of the message that is sent next; `None` if that fails, and it leaves as it
    /// is. A message that was compressed must be sent: later ones refer to it.
    pub(super) fn compress(&mut self, content: &Bytes) -> Option<Vec<u8>> {
        let bits = self.terms.window_bits;
        let mut deflater = Compress::new_with_window_bits(Compression::default(), false, bits);
        if let Some((last, _)) = &self.last {
            let from = last.len().saturating_sub(1 << bits);
            deflater.set_dictionary(&last[from..]).ok()?;
        }
        // With space for everything there is one flush only, and its end is the message's.
        let mut compressed = Vec::with_capacity(most_compressed(content.len()));
        deflater.compress_vec(content, &mut compressed, FlushCompress::Sync).ok()?;
        let whole = deflater.total_in() == content.len() as u64 && compressed.ends_with(&FLUSHED);
        compressed.truncate(compressed.len().saturating_sub(FLUSHED.len()));
        if !whole {
            return None;
        }
        if self.terms.takeover {
            self.last = Some((content.clone(), Instant::now()));
        }
        Some(compressed)
    }

    /// Forgets the last text if nothing was compressed for a while. A peer needs no word of it: its
    /// window holds what is not referred to.
    pub(super) fn rest(&mut self) {
        self.last.take_if(|(_, at)| at.elapsed() >= CONTEXT_KEPT);
    }
}

/// Reason why a compressed message cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotInflated {
    /// Its content is larger than the limit.
    TooBig,
    /// It is not what deflate writes, or only a part of it.
    Broken,
}

/// Inflates a message, whose content has at most so many bytes. No more memory is taken than that.
pub(super) fn inflate(message: &[u8], most: usize) -> Result<Vec<u8>, NotInflated> {
    let mut inflater = Decompress::new(false);
    let mut content = Vec::new();
    for (part, ends_here) in [(message, false), (&ENDED[..], true)] {
        let mut rest = part;
        loop {
            if content.len() == content.capacity() {
                // One byte more than it may have shows that it has more.
                let more = content.len().max(INFLATE_BYTES).min(most + 1 - content.len());
                content.reserve_exact(more);
            }
            let before = (inflater.total_in(), inflater.total_out());
            let status = inflater
                .decompress_vec(rest, &mut content, FlushDecompress::Sync)
                .map_err(|_| NotInflated::Broken)?;
            rest = &rest[(inflater.total_in() - before.0) as usize..];
            if content.len() > most {
                return Err(NotInflated::TooBig);
            }
            if status == Status::StreamEnd {
                // A peer may have ended its stream itself; then the start of an empty block may follow.
                let whole = rest.is_empty() || !ends_here && *rest == [0];
                return if whole { Ok(content) } else { Err(NotInflated::Broken) };
            }
            if rest.is_empty() && content.len() < content.capacity() {
                break;
            }
            if before == (inflater.total_in(), inflater.total_out()) {
                return Err(NotInflated::Broken);
            }
        }
    }
    Err(NotInflated::Broken)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A peer's side: one window for all that it is sent.
    struct Receiver(Decompress);

    impl Receiver {
        fn of(terms: Deflate) -> Self {
            Self(Decompress::new_with_window_bits(false, terms.window_bits))
        }

        fn read(&mut self, compressed: &[u8]) -> Vec<u8> {
            let mut content = Vec::with_capacity(1 << 20);
            let message = [compressed, &FLUSHED].concat();
            self.0.decompress_vec(&message, &mut content, FlushDecompress::Sync).unwrap();
            content
        }
    }

    const WIDEST: Deflate = Deflate { window_bits: WINDOW_BITS, takeover: true };

    /// Texts like updates: each is like the one before it, and none repeats itself.
    fn texts() -> Vec<Bytes> {
        let mut random = 1_u64;
        let mut next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            random >> 33
        };
        let mut words: Vec<u64> = (0..1_500).map(|_| next()).collect();
        let mut text = || {
            let at = next() as usize % words.len();
            words[at] = next();
            Bytes::from(format!("{words:?}"))
        };
        (0..20).map(|_| text()).collect()
    }

    fn compressed(compressor: &mut Compressor, text: &Bytes) -> Vec<u8> {
        compressor.compress(text).expect("a text worth compressing")
    }

    #[test]
    fn messages_are_read_in_one_window_and_refer_to_the_one_before() {
        for window_bits in 9..=15 {
            for takeover in [true, false] {
                let terms = Deflate { window_bits, takeover };
                let mut compressor = Compressor::new(terms);
                let mut receiver = Receiver::of(terms);
                for (number, text) in texts().iter().enumerate() {
                    let sent = compressed(&mut compressor, text);
                    assert!(receiver.read(&sent) == *text, "{terms:?}, text {number}");
                    let alone = inflate(&sent, 1 << 20) == Ok(text.to_vec());
                    assert!(takeover || alone, "{terms:?}, text {number} stands for itself");
                    if takeover && window_bits == 15 {
                        assert_eq!(sent.len() < text.len() / 50, number > 0, "text {number}");
                    }
                }
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_last_text_is_forgotten_in_silence_and_the_peer_reads_on() {
        let texts = texts();
        let (mut compressor, mut receiver) = (Compressor::new(WIDEST), Receiver::of(WIDEST));
        let second = Duration::from_secs(1);
        let silences = [CONTEXT_KEPT, second, second * 299, CONTEXT_KEPT, second];
        for (silence, text) in silences.into_iter().zip(&texts) {
            tokio::time::advance(silence).await;
            compressor.rest();
            let forgotten = silence == CONTEXT_KEPT;
            assert_eq!(compressor.last.is_none(), forgotten, "after {silence:?}");
            let sent = compressed(&mut compressor, text);
            assert!(receiver.read(&sent) == *text, "after {silence:?}");
            assert_eq!(inflate(&sent, 1 << 20).is_ok(), forgotten, "it stands for itself");
        }
    }

    #[test]
    fn what_gains_nothing_by_it_is_read_all_the_same() {
        let texts = texts();
        let (mut compressor, mut receiver) = (Compressor::new(WIDEST), Receiver::of(WIDEST));
        // Nothing, next to nothing, and what was compressed once and gets no smaller.
        let random: Bytes = compressed(&mut Compressor::new(WIDEST), &texts[0]).into();
        for content in [&Bytes::new(), &texts[0], &random, &Bytes::from("x"), &random, &texts[1]] {
            let sent = compressed(&mut compressor, content);
            assert!(sent.len() <= most_compressed(content.len()), "{}", sent.len());
            assert!(receiver.read(&sent) == *content);
        }
    }

    /// Nobody learns from one viewer's bytes what another one is sent.
    #[test]
    fn what_a_viewer_is_sent_follows_from_its_texts_alone() {
        let texts = texts();
        let (mut one, mut other) = (Compressor::new(WIDEST), Compressor::new(WIDEST));
        let alone: Vec<_> = texts.iter().map(|text| compressed(&mut one, text)).collect();
        let mut neighbour = Compressor::new(WIDEST);
        for (text, alone) in texts.iter().zip(&alone) {
            neighbour.compress(&text.iter().rev().copied().collect());
            assert!(compressed(&mut other, text) == *alone);
        }
    }

    /// The forms of "Hello" in section 7.2.3 of RFC 7692, and what is none.
    #[test]
    fn messages_are_inflated_in_all_their_forms() {
        let hello = || Ok(b"Hello".to_vec());
        for (message, content) in [
            (&[0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00][..], hello()),
            (&[0x00, 0x05, 0x00, 0xfa, 0xff, 0x48, 0x65, 0x6c, 0x6c, 0x6f, 0x00], hello()),
            (&[0xf3, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x00], hello()),
            (&[0xf3, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00], hello()),
            (&[0xf2, 0x48, 0x05, 0, 0, 0, 0xff, 0xff, 0xca, 0xc9, 0xc9, 0x07, 0x00], hello()),
            (&[0x00], Ok(Vec::new())),
            // "Hello" once more, from a window that was not to be kept.
            (&[0xf2, 0x00, 0x11, 0x00, 0x00], Err(NotInflated::Broken)),
            // Cut off, followed by something, and no deflate at all.
            (&[0xf2, 0x48, 0xcd, 0xc9], Err(NotInflated::Broken)),
            (&[0xf3, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x00, 0x00], Err(NotInflated::Broken)),
            (b"Hello", Err(NotInflated::Broken)),
            (&[0xff; 20], Err(NotInflated::Broken)),
        ] {
            assert_eq!(inflate(message, 5), content, "{message:02x?}");
        }
    }

    #[test]
    fn a_bomb_takes_no_more_memory_than_a_message() {
        for bytes in [200, 16_384, 1 << 24] {
            let sent = compressed(&mut Compressor::new(WIDEST), &vec![0; bytes].into());
            let content = inflate(&sent, bytes).expect("as large as it may be");
            assert!(content.capacity() <= bytes + 1, "{}", content.capacity());
            assert_eq!(inflate(&sent, bytes - 1), Err(NotInflated::TooBig));
            assert_eq!(inflate(&sent, 0), Err(NotInflated::TooBig));
        }
    }
}
