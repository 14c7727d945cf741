//! Offers of extensions, as a client lists them when it opens a socket.

use std::collections::BTreeSet;

use axum::http::HeaderMap;
use axum::http::header::SEC_WEBSOCKET_EXTENSIONS;

use super::{Deflate, WINDOW_BITS};

/// The extension's name.
pub(super) const NAME: &str = "permessage-deflate";

/// The smallest window that we can compress with, as a base-2 logarithm; an offer that wants a smaller
/// one is declined.
const LEAST_WINDOW_BITS: u8 = 9;

/// One extension that a client offers to use.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ExtensionOffer {
    name: String,
    parameters: Vec<(String, Option<String>)>,
}

impl ExtensionOffer {
    /// Returns the terms that this offer is accepted on; `None` if it is declined: it is of another
    /// extension, or has a parameter twice, an unknown one, or one with a value that it cannot have.
    pub(super) fn accepted(&self) -> Option<Deflate> {
        let mut terms = Deflate { window_bits: WINDOW_BITS, takeover: true };
        let mut seen = BTreeSet::new();
        if self.name != NAME || !self.parameters.iter().all(|(name, _)| seen.insert(name)) {
            return None;
        }
        for (name, value) in &self.parameters {
            match (name.as_str(), value.as_deref()) {
                ("server_no_context_takeover", None) => terms.takeover = false,
                ("server_max_window_bits", Some(value)) => {
                    terms.window_bits = window_bits(value)?;
                }
                // It is asked not to keep a context anyway, and any of its windows can be read.
                ("client_no_context_takeover" | "client_max_window_bits", None) => {}
                ("client_max_window_bits", Some(value)) => {
                    window_bits(value)?;
                }
                _ => return None,
            }
        }
        (terms.window_bits >= LEAST_WINDOW_BITS).then_some(terms)
    }
}

/// Reads a window's base-2 logarithm: 8 to 15, without a leading zero.
fn window_bits(value: &str) -> Option<u8> {
    let bits = value.parse().ok().filter(|bits: &u8| (8..=15).contains(bits))?;
    (bits.to_string() == value).then_some(bits)
}

/// Reads all offers, in the order of the client's preference; none if a header is not what it must be.
pub(super) fn read(headers: &HeaderMap) -> Vec<ExtensionOffer> {
    let lists = headers.get_all(SEC_WEBSOCKET_EXTENSIONS).iter();
    let offers: Option<Vec<Vec<ExtensionOffer>>> =
        lists.map(|list| list.to_str().ok().and_then(|list| OfferScanner(list).list())).collect();
    offers.unwrap_or_default().into_iter().flatten().collect()
}

/// The part of a header that is still to be read.
struct OfferScanner<'a>(&'a str);

impl<'a> OfferScanner<'a> {
    /// Reads a list to its end; elements may be empty.
    fn list(mut self) -> Option<Vec<ExtensionOffer>> {
        let mut offers = Vec::new();
        loop {
            while self.take(',') {}
            if self.0.is_empty() {
                return Some(offers);
            }
            offers.push(self.offer()?);
            if !self.0.is_empty() && !self.0.starts_with(',') {
                return None;
            }
        }
    }

    fn offer(&mut self) -> Option<ExtensionOffer> {
        let name = self.token()?.to_owned();
        let mut parameters = Vec::new();
        while self.take(';') {
            let name = self.token()?.to_owned();
            let value = if self.take('=') { Some(self.value()?) } else { None };
            parameters.push((name, value));
        }
        Some(ExtensionOffer { name, parameters })
    }

    /// Reads a value: a token, in quotes or not.
    fn value(&mut self) -> Option<String> {
        if !self.0.starts_with('"') {
            return self.token().map(str::to_owned);
        }
        let mut value = String::new();
        let mut characters = self.0[1..].char_indices();
        loop {
            match characters.next()? {
                (at, '"') => {
                    self.0 = self.0[at + 2..].trim_start_matches(is_space);
                    return (!value.is_empty() && value.chars().all(is_of_token)).then_some(value);
                }
                (_, '\\') => value.push(characters.next()?.1),
                (_, character) => value.push(character),
            }
        }
    }

    fn token(&mut self) -> Option<&'a str> {
        let end = self.0.find(|character| !is_of_token(character)).unwrap_or(self.0.len());
        let (token, rest) = self.0.split_at(end);
        self.0 = rest.trim_start_matches(is_space);
        (!token.is_empty()).then_some(token)
    }

    /// Reads this character, and the space around it, if it comes next.
    fn take(&mut self, character: char) -> bool {
        self.0 = self.0.trim_start_matches(is_space);
        let Some(rest) = self.0.strip_prefix(character) else { return false };
        self.0 = rest.trim_start_matches(is_space);
        true
    }
}

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

fn is_of_token(character: char) -> bool {
    character.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    /// Returns what is answered to a client with these headers.
    fn answered(lists: &[&str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for list in lists {
            headers.append(SEC_WEBSOCKET_EXTENSIONS, HeaderValue::from_str(list).unwrap());
        }
        let answer = Deflate::agreed(&headers)?.answer()?;
        Some(answer.to_str().unwrap().to_owned())
    }

    #[test]
    fn offers_are_accepted_as_they_are_made() {
        let agreed = "permessage-deflate; client_no_context_takeover";
        for (lists, more) in [
            // Of section 7.1 of RFC 7692.
            (&["permessage-deflate"][..], ""),
            (
                &["permessage-deflate; client_max_window_bits; server_max_window_bits=10"],
                "; server_max_window_bits=10",
            ),
            (
                &["permessage-deflate; client_max_window_bits; server_max_window_bits=10, \
                permessage-deflate; client_max_window_bits"],
                "; server_max_window_bits=10",
            ),
            (
                &["permessage-deflate; server_no_context_takeover; client_max_window_bits=9"],
                "; server_no_context_takeover",
            ),
            (&["permessage-deflate; server_max_window_bits=\"10\""], "; server_max_window_bits=10"),
            // What browsers offer.
            (&["permessage-deflate; client_max_window_bits"], ""),
            (&["x-webkit-deflate-frame, permessage-deflate"], ""),
            // All there is, with and without space, in one header and in several.
            (
                &["permessage-deflate;server_max_window_bits=9;server_no_context_takeover;\
                client_no_context_takeover;client_max_window_bits=15"],
                "; server_no_context_takeover; server_max_window_bits=9",
            ),
            (&[" ,, permessage-deflate\t;  server_max_window_bits = \"1\\5\" ,"], ""),
            (&["foo; bar=\"a\\b\"", "", "permessage-deflate"], ""),
            // The first one that can be kept.
            (&["permessage-deflate; server_max_window_bits=8", "permessage-deflate"], ""),
            (
                &["permessage-deflate; x=1, permessage-deflate; server_no_context_takeover"],
                "; server_no_context_takeover",
            ),
        ] {
            assert_eq!(answered(lists), Some(format!("{agreed}{more}")), "{lists:?}");
        }
    }

    #[test]
    fn offers_that_cannot_be_kept_are_declined() {
        for parameters in [
            "unknown",
            "client_no_context_takeover; client_no_context_takeover",
            "server_max_window_bits=10; server_max_window_bits=10",
            "server_no_context_takeover=1",
            "client_no_context_takeover=true",
            "server_max_window_bits",
            "server_max_window_bits=8",
            "server_max_window_bits=7",
            "server_max_window_bits=16",
            "server_max_window_bits=010",
            "server_max_window_bits=+9",
            "client_max_window_bits=7",
            "client_max_window_bits=0",
            "client_max_window_bits=265",
            "Server_no_context_takeover",
            // No list at all.
            "server_max_window_bits=",
            "server_max_window_bits=\"10",
            "server_max_window_bits=\"\"",
            "server_max_window_bits=\"1 0\"",
            "",
            "=10",
            "client_max_window_bits 10",
            "client_no_context_takeover, permessage-deflate; a b",
        ] {
            let list = format!("permessage-deflate; {parameters}");
            assert_eq!(answered(&[&list]), None, "{list}");
        }
        for list in ["", "permessage-bzip2", "x-webkit-deflate-frame", "permessage-deflate\u{e9}"] {
            assert_eq!(answered(&[list]), None, "{list}");
        }
        assert_eq!(answered(&[]), None);
    }
}
