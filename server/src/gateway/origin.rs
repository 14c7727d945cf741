//! Which web pages may ask this server for anything.
//!
//! A browser sends `Origin` with every upgrade and every change, and a page cannot forge it; a native
//! client sends none. Tokens are never ambient, so a foreign page could only watch, play or open
//! rooms for its own visitor; it is refused all the same. With what it embeds, such as a thousand pictures, it
//! could spend its visitor's budget: browsers say so in `Sec-Fetch-Site`, and that is refused too; so is what they
//! fetch before anybody has followed a link to it.

use axum::http::{HeaderMap, header};

/// Says where the page stands that asks, and what for; browsers send both to hosts that they trust.
const SITE: &str = "sec-fetch-site";
const DESTINATION: &str = "sec-fetch-dest";

/// Says that a browser asks in case its visitor follows a link, also one that another site names.
const PURPOSE: &str = "sec-purpose";

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

    /// Checks whether a request with these headers may read: not on behalf of a foreign page, unless its visitor
    /// followed a link to something that costs nothing, for a window that a page has opened follows any number.
    pub(super) fn admit_reading(&self, headers: &HeaderMap, free: bool) -> bool {
        let ahead = headers.get(PURPOSE).is_some_and(|why| why.as_bytes().starts_with(b"prefetch"));
        let listed = headers.contains_key(header::ORIGIN) && self.admit(headers);
        let followed = free && says(headers, DESTINATION, &["document"]);
        !ahead && (!foreign(headers) || listed || followed)
    }

    /// Checks whether a request with these headers may answer for an address that mails are sent to: whoever has the
    /// link may, from a mail program too, but no foreign page for its visitor.
    pub(super) fn admit_mail(&self, headers: &HeaderMap) -> bool {
        // The page behind the link tells nobody where it stands.
        let unnamed = headers.get(header::ORIGIN).is_some_and(|origin| origin == "null");
        !foreign(headers) && (unnamed || self.admit(headers))
    }

    /// Checks whether this is one of the other origins that the operator allows.
    pub(super) fn lists(&self, origin: &[u8]) -> bool {
        origin_sent(origin).is_some_and(|origin| self.others.contains(&origin))
    }
}

/// Checks whether a browser says that a page of another site or another origin asks.
fn foreign(headers: &HeaderMap) -> bool {
    says(headers, SITE, &["cross-site", "same-site"])
}

fn says(headers: &HeaderMap, name: &str, words: &[&str]) -> bool {
    headers.get(name).is_some_and(|it| words.iter().any(|word| it == word))
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
    use axum::http::{HeaderName, HeaderValue};

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
    fn what_foreign_pages_embed_is_not_read_for_them() {
        let origins =
            AllowedOrigins::new(Some("https://a.example"), &["https://b.example".to_owned()]);
        let sent = |site, destination, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(SITE, HeaderValue::from_static(site));
            headers.insert(DESTINATION, HeaderValue::from_static(destination));
            headers.extend(origin.map(|one| (header::ORIGIN, HeaderValue::from_static(one))));
            (origins.admit_reading(&headers, true), origins.admit_reading(&headers, false))
        };
        for (site, destination, origin, free, dear) in [
            ("same-origin", "empty", None, true, true),
            ("none", "document", None, true, true),
            ("cross-site", "document", None, true, false),
            ("cross-site", "image", None, false, false),
            ("same-site", "image", None, false, false),
            ("cross-site", "iframe", None, false, false),
            ("cross-site", "empty", Some("https://b.example"), true, true),
            ("cross-site", "empty", Some("https://c.example"), false, false),
        ] {
            let admitted = sent(site, destination, origin);
            assert_eq!(admitted, (free, dear), "{site} {destination} {origin:?}");
        }
        let mut headers = HeaderMap::new();
        assert!(origins.admit_reading(&headers, false), "a native client");
        headers.insert(PURPOSE, HeaderValue::from_static("prefetch;anonymous-client-ip"));
        assert!(!origins.admit_reading(&headers, true), "nobody has followed that link");
    }

    #[test]
    fn no_foreign_page_answers_a_mail_for_its_visitor() {
        let origins = AllowedOrigins::new(Some("https://a.example"), &[]);
        for (site, origin, admitted) in [
            (None, None, true),
            (Some("same-origin"), Some("null"), true),
            (Some("same-origin"), Some("https://a.example"), true),
            (Some("cross-site"), Some("null"), false),
            (Some("same-site"), Some("null"), false),
            (Some("cross-site"), Some("https://c.example"), false),
            (None, Some("https://c.example"), false),
        ] {
            let mut headers = HeaderMap::new();
            headers.extend(
                site.map(|one| (HeaderName::from_static(SITE), HeaderValue::from_static(one))),
            );
            headers.extend(origin.map(|one| (header::ORIGIN, HeaderValue::from_static(one))));
            assert_eq!(origins.admit_mail(&headers), admitted, "{site:?} {origin:?}");
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
