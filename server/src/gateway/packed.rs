//! Texts that seldom or never change: compressed once, and not sent again to those who have them. And pages,
//! which are made for each request and compressed as they leave.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use fairness::hex;
use flate2::Compression;
use flate2::write::GzEncoder;
use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;

/// Kept by whoever likes, but asked for again each time.
pub(super) const ASK_AGAIN: &str = "no-cache";

/// Kept forever: another text has another address.
pub(super) const FOREVER: &str = "public, max-age=31536000, immutable";

/// Size below which a text is sent uncompressed, in bytes: it would hardly become smaller.
const SMALL_BYTES: usize = 256;

/// The most texts whose compressed form is kept. With one more, all are made again as they are asked for.
const KEPT_MAX: usize = 1_024;

/// Number of characters of a digest that represent it.
const TAG_CHARS: usize = 16;

/// A text that never changes.
#[derive(Clone, Debug)]
pub(super) struct Fixed {
    pub(super) text: Bytes,
    pub(super) digest: [u8; 32],
}

impl Fixed {
    pub(super) fn of(text: String) -> Self {
        let digest = Sha256::digest(&text).into();
        Self { text: text.into(), digest }
    }
}

/// A text's compressed form; none where compressing gains nothing.
type GzipCell = Arc<OnceCell<Option<Bytes>>>;

/// The compressed forms of texts, by their digests.
#[derive(Debug, Default)]
pub(super) struct Packed(Mutex<HashMap<[u8; 32], GzipCell>>);

impl Packed {
    /// Answers a request that has these headers with a text.
    pub(super) async fn answer(
        &self,
        asked: &HeaderMap,
        media: &'static str,
        kept: &'static str,
        Fixed { text, digest }: Fixed,
    ) -> Response {
        let tag = tag_of(&digest);
        if says(asked, IF_NONE_MATCH, |known| known == tag || known == "*") {
            return not_modified(kept, tag);
        }
        let headers = headers_of(kept);
        let tagged = [(ETAG, tag)];
        let typed = [(CONTENT_TYPE, media)];
        if says(asked, ACCEPT_ENCODING, is_gzip)
            && let Some(packed) = self.gzip(digest, &text).await
        {
            let encoded = [(CONTENT_ENCODING, "gzip")];
            return (typed, headers, tagged, encoded, packed).into_response();
        }
        (typed, headers, tagged, text).into_response()
    }

    /// Returns the compressed form of a text, made by whoever asks first.
    async fn gzip(&self, digest: [u8; 32], text: &Bytes) -> Option<Bytes> {
        if text.len() < SMALL_BYTES {
            return None;
        }
        let kept = {
            let mut kept = self.0.lock();
            if kept.len() >= KEPT_MAX && !kept.contains_key(&digest) {
                kept.clear();
            }
            kept.entry(digest).or_default().clone()
        };
        let text = text.clone();
        let pack = async || {
            let packed =
                spawn_blocking(move || gzip(&text, Compression::best())).await.ok()?.ok()?;
            Some(Bytes::from(packed))
        };
        kept.get_or_init(pack).await.clone()
    }
}

/// Returns the tag of the text with this digest.
fn tag_of(digest: &[u8; 32]) -> String {
    format!("W/\"{}\"", &hex::encode(digest)[..TAG_CHARS])
}

/// Returns the headers of a text and of the answer that it is the same.
fn headers_of(kept: &'static str) -> [(HeaderName, &'static str); 2] {
    [(CACHE_CONTROL, kept), (VARY, ACCEPT_ENCODING.as_str())]
}

/// Answers that a text is the same.
fn not_modified(kept: &'static str, tag: String) -> Response {
    (StatusCode::NOT_MODIFIED, headers_of(kept), [(ETAG, tag)]).into_response()
}

/// Answers a request that has these headers if its client has the text with this digest, which need not be read
/// for it.
pub(super) fn same(asked: &HeaderMap, kept: &'static str, digest: &[u8; 32]) -> Option<Response> {
    let tag = tag_of(digest);
    says(asked, IF_NONE_MATCH, |known| known == tag).then(|| not_modified(kept, tag))
}

/// Answers a request that has these headers with a page of some kilobytes, which is not kept: it is another for
/// each host and room.
pub(super) fn page(asked: &HeaderMap, text: String) -> Response {
    let headers = [(CACHE_CONTROL, ASK_AGAIN), (VARY, ACCEPT_ENCODING.as_str())];
    let typed = [(CONTENT_TYPE, "text/html; charset=utf-8")];
    let wanted = says(asked, ACCEPT_ENCODING, is_gzip);
    if let Some(Ok(packed)) = wanted.then(|| gzip(text.as_bytes(), Compression::fast())) {
        return (typed, headers, [(CONTENT_ENCODING, "gzip")], packed).into_response();
    }
    (typed, headers, text).into_response()
}

/// Compresses a text; an error if that makes it no smaller.
fn gzip(text: &[u8], level: Compression) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(text)?;
    let packed = encoder.finish()?;
    if packed.len() < text.len() { Ok(packed) } else { Err(io::ErrorKind::InvalidData.into()) }
}

/// Checks whether one of the values in a header's lists satisfies the predicate.
pub(super) fn says(headers: &HeaderMap, name: HeaderName, such: impl Fn(&str) -> bool) -> bool {
    let lists = headers.get_all(name);
    let mut lists = lists.iter().filter_map(|list: &HeaderValue| list.to_str().ok());
    lists.any(|list| list.split(',').any(|value| such(value.trim())))
}

/// Checks whether a coding is gzip, and wanted.
fn is_gzip(coding: &str) -> bool {
    let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
    let weight = weight.trim().strip_prefix("q=").map_or(1.0, |q| q.parse().unwrap_or(0.0));
    name.trim().eq_ignore_ascii_case("gzip") && weight > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_those_who_want_it() {
        for wanted in ["gzip", "br, gzip", "GZIP;q=0.5", "deflate, gzip;q=1.0, *;q=0.5"] {
            assert!(wanted.split(',').any(|one| is_gzip(one.trim())), "{wanted}");
        }
        for unwanted in ["", "br", "gzip;q=0", "gzip;q=x", "x-gzip", "identity"] {
            assert!(!unwanted.split(',').any(|one| is_gzip(one.trim())), "{unwanted}");
        }
    }

    #[tokio::test]
    async fn a_text_is_compressed_once() {
        let packed = Packed::default();
        let text = Fixed::of("entente ".repeat(1_000));
        let first = packed.gzip(text.digest, &text.text).await.unwrap();
        let second = packed.gzip(text.digest, &text.text).await.unwrap();
        assert_eq!(first.as_ptr(), second.as_ptr(), "it is the same memory");
        assert!(first.len() < text.text.len() / 10);
        let small = Fixed::of("entente".to_owned());
        assert_eq!(packed.gzip(small.digest, &small.text).await, None);
        assert_eq!(packed.0.lock().len(), 1);
    }

    #[tokio::test]
    async fn a_bounded_number_of_texts_is_kept() {
        let packed = Packed::default();
        let text = Bytes::from(vec![b'x'; SMALL_BYTES]);
        for number in 0..=KEPT_MAX {
            let mut digest = [0; 32];
            digest[..8].copy_from_slice(&number.to_be_bytes());
            assert!(packed.gzip(digest, &text).await.is_some(), "{number}");
            assert!(packed.0.lock().len() <= KEPT_MAX, "{number}");
        }
        assert_eq!(packed.0.lock().len(), 1);
    }
}
