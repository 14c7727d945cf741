//! Which web pages may open a socket or change anything.
//!
//! A browser sends `Origin` with every upgrade and every change, and a page cannot forge it; a native
//! client sends none. Tokens are never ambient, so a foreign page could only watch, play or open
//! rooms for its own visitor; it is refused all the same.

use axum::http::{HeaderMap, header};

/// The origins that may open sockets and change things.
#[derive(Clone, Debug)]
pub(super) struct AllowedOrigins {
    own: Option<String>,
    others: Vec<String>,
}

impl AllowedOrigins {
    /// Allows the server's own origin, if it is known, and others by their URLs.
    pub(super) fn new(public_url: Option<&str>, allowed: &[String]) -> Self {
        let others = allowed.iter().filter_map(|url| origin_of(url)).collect();
        Self { own: public_url.and_then(origin_of), others }
    }

    /// Checks whether a request with these headers may open a socket or change anything.
    pub(super) fn admit(&self, headers: &HeaderMap) -> bool {
        let mut given = headers.get_all(header::ORIGIN).iter();
        let (origin, more) = (given.next(), given.next());
        let Some(origin) = origin else { return true };
        let Some(origin) = origin_sent(origin.as_bytes()).filter(|_| more.is_none()) else {
            return false;
        };
        self.others.contains(&origin)
            || match &self.own {
                Some(own) => *own == origin,
                None => same_host(headers, &origin),
            }
    }

    /// Checks whether this is one of the other origins that the operator allows.
    pub(super) fn lists(&self, origin: &[u8]) -> bool {
        origin_sent(origin).is_some_and(|origin| self.others.contains(&origin))
    }
}

/// Parses the origin that a browser sent. It has neither path nor query: anything else is not a
/// browser's.
fn origin_sent(origin: &[u8]) -> Option<String> {
    let origin = str::from_utf8(origin).ok()?;
    let (_, rest) = origin.split_once("://")?;
    if rest.contains(['/', '?', '#']) { None } else { origin_of(origin) }
}

/// Checks whether the page comes from the host that the request names, by whichever scheme.
fn same_host(headers: &HeaderMap, origin: &str) -> bool {
    let Some(host) = headers.get(header::HOST).and_then(|host| host.to_str().ok()) else {
        return false;
    };
    ["http", "https"]
        .iter()
        .any(|scheme| origin_of(&format!("{scheme}://{host}")).is_some_and(|own| own == origin))
}

/// Returns the origin of a URL in one spelling: lower case, without a default port, path or slash.
fn origin_of(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let default = match scheme.as_str() {
        "http" => ":80",
        "https" => ":443",
        _ => return None,
    };
    let host = rest.split(['/', '?', '#']).next()?.to_ascii_lowercase();
    let host = host.strip_suffix(default).unwrap_or(&host);
    let sound = !host.is_empty()
        && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte));
    sound.then(|| format!("{scheme}://{host}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn headers(host: &'static str, origin: &'static str) -> HeaderMap {
        HeaderMap::from_iter([
            (header::HOST, HeaderValue::from_static(host)),
            (header::ORIGIN, HeaderValue::from_static(origin)),
        ])
    }

    #[test]
    fn only_the_own_origin_and_the_listed_ones_are_admitted() {
        let listed = ["https://friends.example/".to_owned()];
        let origins = AllowedOrigins::new(Some("https://Play.example.org/entente/"), &listed);
        for (origin, admitted) in [
            ("https://play.example.org", true),
            ("https://PLAY.example.org:443", true),
            ("https://friends.example", true),
            ("http://play.example.org", false),
            ("https://play.example.org:8443", false),
            ("https://evil.play.example.org", false),
            ("https://play.example.org.evil.example", false),
            ("https://example.org", false),
            ("https://play.example.org@evil.example", false),
            ("https://evil@play.example.org", false),
            ("https://play.example.org.", false),
            ("https://play.example.org/", false),
            ("https://play.example.org/evil", false),
            ("https://play.example.org?evil", false),
            ("https://evil.example/https://play.example.org", false),
            ("https://play.example.org:0443", false),
            ("https://play.example.org https://evil.example", false),
            ("HTTPS://Play.Example.Org", true),
            ("null", false),
            ("Null", false),
            ("*", false),
            ("", false),
            ("file://", false),
            ("wss://play.example.org", false),
            ("https://friends.example.evil", false),
        ] {
            let headers = headers("play.example.org", origin);
            assert_eq!(origins.admit(&headers), admitted, "{origin:?}");
        }
    }

    #[test]
    fn without_a_public_url_the_host_decides() {
        let origins = AllowedOrigins::new(None, &[]);
        for (host, origin, admitted) in [
            ("localhost:8080", "http://localhost:8080", true),
            ("localhost:8080", "https://localhost:8080", true),
            ("localhost", "http://localhost:80", true),
            ("[::1]:8080", "http://[::1]:8080", true),
            ("localhost:8080", "http://localhost:9090", false),
            ("localhost:8080", "http://127.0.0.1:8080", false),
            ("localhost:8080", "null", false),
        ] {
            assert_eq!(origins.admit(&headers(host, origin)), admitted, "{host} {origin}");
        }
    }

    #[test]
    fn native_clients_send_none_and_nobody_sends_two() {
        let origins = AllowedOrigins::new(Some("https://a.example"), &[]);
        assert!(origins.admit(&HeaderMap::new()));
        let mut two = headers("a.example", "https://a.example");
        two.append(header::ORIGIN, HeaderValue::from_static("https://a.example"));
        assert!(!origins.admit(&two));
    }
}
