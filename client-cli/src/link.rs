//! Server addresses, room codes and the links that people send each other.
//!
//! Here because three commands take a code or a link, and because a base path must survive every
//! way to an address. It must not know what is done with the address.

use std::fmt;

use reqwest::Url;

use crate::error::Error;

/// The signs a room code is made of: no vowels, no look-alikes.
pub const CODE_SIGNS: &str = "CDFHJKMNPRTVWXY2346789";

/// Number of signs in a room code.
pub const CODE_LENGTH: usize = 6;

/// A server's address, base path included, without a slash at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server(Url);

impl Server {
    /// Reads `http(s)://host[:port][/base]`; the scheme may be missing.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let usage = |why: &str| Error::Usage(format!("{text:?} is no server address: {why}"));
        let mut url =
            Url::parse(&with_scheme(text.trim())).map_err(|error| usage(&error.to_string()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(usage("it begins with http:// or https://"));
        }
        if url.host_str().is_none_or(str::is_empty) {
            return Err(usage("the host is missing"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(usage("a user name has no place in it"));
        }
        url.set_query(None);
        url.set_fragment(None);
        let base = url.path().trim_end_matches('/').to_owned();
        url.set_path(&base);
        Ok(Self(url))
    }

    /// Returns the address of a path below the base, which begins with a slash.
    pub fn at(&self, path: &str) -> Url {
        debug_assert!(!path.contains('?'), "a query is no part of a path: {path}");
        let mut url = self.0.clone();
        let base = self.0.path().trim_end_matches('/');
        url.set_path(&format!("{base}{path}"));
        url
    }

    /// Returns the address of a room's socket.
    pub fn socket(&self, code: &str) -> Url {
        let mut url = self.at(&format!("/api/v1/rooms/{code}/socket"));
        let scheme = if url.scheme() == "https" { "wss" } else { "ws" };
        // Both are schemes of the same kind, so this cannot fail.
        let changed = url.set_scheme(scheme);
        debug_assert!(changed.is_ok(), "http becomes ws");
        url
    }

    /// Returns the link to share.
    pub fn link(&self, code: &str) -> String {
        self.at(&format!("/r/{code}")).to_string()
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

/// Returns an address with its scheme. Where none was typed it is https: a token must not go out in the
/// clear because of what was not typed; to this machine itself it is http.
fn with_scheme(address: &str) -> String {
    if address.contains("://") {
        return address.to_owned();
    }
    let host = address.split('/').next().unwrap_or_default();
    let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
    let own = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    format!("{}://{address}", if own { "http" } else { "https" })
}

/// A room, as a person names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomRef {
    /// The server, if a link named it.
    pub server: Option<Server>,
    /// The room's code.
    pub code: String,
    /// A seat's token, from a link to go on elsewhere, or its coach's.
    pub token: Option<String>,
}

impl RoomRef {
    /// Reads a code or a link, whose scheme may be missing.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        if !text.contains("://") && !text.contains("/r/") {
            return Ok(Self { server: None, code: code(text)?, token: None });
        }
        let usage = |why: &str| Error::Usage(format!("{text:?} is no link to a room: {why}"));
        let url = Url::parse(&with_scheme(text)).map_err(|error| usage(&error.to_string()))?;
        let (base, rest) = url
            .path()
            .rsplit_once("/r/")
            .ok_or_else(|| usage("it looks like https://host/r/CODE"))?;
        let code = code(rest.trim_end_matches('/'))?;
        let token_in = |fragment: &'_ str| {
            let token = fragment.strip_prefix("seat=").or_else(|| fragment.strip_prefix("coach="));
            token.map(str::to_owned)
        };
        let token = match url.fragment().map(token_in) {
            Some(Some(token)) if !token.is_empty() => Some(token),
            Some(Some(_)) => return Err(usage("the token is missing")),
            Some(None) | None => None,
        };
        let mut server = url.clone();
        server.set_path(base);
        Ok(Self { server: Some(Server::parse(server.as_str())?), code, token })
    }
}

/// Reads a room code in any spelling: case, spaces and hyphens are ignored.
pub fn code(text: &str) -> Result<String, Error> {
    let code: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .map(|c| c.to_ascii_uppercase())
        .collect();
    if code.chars().count() == CODE_LENGTH && code.chars().all(|c| CODE_SIGNS.contains(c)) {
        Ok(code)
    } else {
        Err(Error::Usage(format!(
            "{text:?} is no room code: a code has {CODE_LENGTH} signs out of {CODE_SIGNS}"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_people_write_them() {
        for text in ["K7P2XR", "k7p2xr", " k7p-2xr ", "K7 P2 XR"] {
            assert_eq!(RoomRef::parse(text).unwrap().code, "K7P2XR", "{text}");
        }
        for text in ["", "K7P2X", "K7P2XRR", "A7P2XR", "K7P2X0", "Ｋ7P2XR"] {
            let error = RoomRef::parse(text).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{text}");
        }
    }

    #[test]
    fn a_link_names_server_base_code_and_token() {
        for (link, server, token) in [
            ("http://127.0.0.1:8080/r/k7p2xr", "http://127.0.0.1:8080", None),
            ("https://example.org/r/K7P2XR/", "https://example.org", None),
            (
                "https://example.org/games/r/K7P2XR#seat=abc",
                "https://example.org/games",
                Some("abc"),
            ),
            ("https://example.org/r/r/K7P2XR?from=mail", "https://example.org/r", None),
            ("127.0.0.1:8080/r/K7P2XR", "http://127.0.0.1:8080", None),
            ("example.org/games/r/K7P2XR#seat=abc", "https://example.org/games", Some("abc")),
        ] {
            let room = RoomRef::parse(link).unwrap();
            assert_eq!(room.server.unwrap().to_string(), server, "{link}");
            assert_eq!((room.code.as_str(), room.token.as_deref()), ("K7P2XR", token), "{link}");
        }
        for link in [
            "https://example.org/K7P2XR",
            "ftp://example.org/r/K7P2XR",
            "https://e.org/r/K7P2XR#seat=",
        ] {
            assert!(RoomRef::parse(link).is_err(), "{link}");
        }
    }

    #[test]
    fn a_base_path_is_kept_everywhere() {
        let server = Server::parse("https://example.org/games/").unwrap();
        assert_eq!(server.at("/api/v1/games").as_str(), "https://example.org/games/api/v1/games");
        assert_eq!(server.link("K7P2XR"), "https://example.org/games/r/K7P2XR");
        assert_eq!(
            server.socket("K7P2XR").as_str(),
            "wss://example.org/games/api/v1/rooms/K7P2XR/socket"
        );
        let bare = Server::parse("http://localhost:8080").unwrap();
        assert_eq!(bare.to_string(), "http://localhost:8080");
        assert_eq!(
            bare.socket("K7P2XR").as_str(),
            "ws://localhost:8080/api/v1/rooms/K7P2XR/socket"
        );
    }

    #[test]
    fn without_a_scheme_only_this_machine_is_asked_in_the_clear() {
        for (typed, meant) in [
            ("localhost:8080", "http://localhost:8080"),
            ("127.0.0.1:8080/games", "http://127.0.0.1:8080/games"),
            ("[::1]:8080", "http://[::1]:8080"),
            ("example.org", "https://example.org"),
            ("localhost.example.org:8080/games", "https://localhost.example.org:8080/games"),
        ] {
            assert_eq!(Server::parse(typed).unwrap().to_string(), meant);
        }
    }

    #[test]
    fn other_addresses_are_refused_with_a_reason() {
        for text in
            ["", "ftp://example.org", "http://", "http://me:pw@example.org", "me:pw@example.org"]
        {
            assert_eq!(Server::parse(text).unwrap_err().exit_code(), 2, "{text}");
        }
    }
}
