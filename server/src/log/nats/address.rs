//! Address of a store on NATS, and the operator's settings of how it is reached.

use std::path::PathBuf;
use std::str::FromStr;

use async_nats::ServerAddr;

/// Scheme of a store on NATS, and of one that is spoken to by TLS only.
pub(in crate::log) const SCHEMES: [&str; 2] = ["nats", "nats+tls"];

/// The name of a store that is given none.
const NAME: &str = "entente";

/// The most letters of a store's name.
const NAME_MAX: usize = 32;

/// The most servers that can be named.
const SERVERS_MAX: usize = 16;

/// The least and the most replicas that a stream can have.
pub const REPLICAS: std::ops::RangeInclusive<usize> = 1..=5;

/// The operator's settings of how a store on NATS is reached, and what is asked of its servers.
#[derive(Clone, derive_more::Debug, PartialEq, Eq)]
pub struct NatsOptions {
    /// Number of servers that hold each row.
    pub replicas: usize,
    /// User name.
    pub user: Option<String>,
    /// Password of that user.
    #[debug("..")]
    pub password: Option<String>,
    /// File with credentials as NATS makes them: a token and a key.
    pub credentials: Option<PathBuf>,
    /// PEM file with certificate authorities to believe instead of the system's.
    pub authorities: Option<PathBuf>,
    /// Addresses of the servers' monitoring, each like `http://127.0.0.1:8222`.
    pub monitors: Vec<String>,
    /// Accepts servers of which nothing shows that they sync each write.
    pub unchecked_sync: bool,
    /// The address under which clients reach this server of the store and no other.
    pub member_url: Option<String>,
}

impl Default for NatsOptions {
    fn default() -> Self {
        Self {
            replicas: 3,
            user: None,
            password: None,
            credentials: None,
            authorities: None,
            monitors: Vec::new(),
            unchecked_sync: false,
            member_url: None,
        }
    }
}

/// The address of a store on NATS: its servers and its name among the stores there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NatsAddress {
    pub(super) servers: Vec<String>,
    pub(super) tls: bool,
    pub(super) name: String,
}

impl NatsAddress {
    /// Reads `nats://HOST[:PORT],.../NAME`, whose name may be left out; `None` if the scheme is
    /// another. Refused with the reason.
    pub(in crate::log) fn read(url: &str) -> Option<Result<Self, &'static str>> {
        let (scheme, rest) = url.split_once(':')?;
        SCHEMES.contains(&scheme).then(|| Self::of(scheme == "nats+tls", rest))
    }

    fn of(tls: bool, rest: &str) -> Result<Self, &'static str> {
        let rest = rest.strip_prefix("//").ok_or("it looks like nats://host1,host2,host3")?;
        if rest.contains('@') {
            return Err("users and passwords have settings of their own");
        }
        if rest.contains(['?', '#']) {
            return Err("nothing can be set after \"?\"");
        }
        let (hosts, name) = rest.split_once('/').unwrap_or((rest, ""));
        let name = if name.is_empty() { NAME } else { name };
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if name.len() > NAME_MAX || !name.chars().all(plain) {
            return Err("a name has at most 32 of the signs a to z, 0 to 9 and -");
        }
        let servers: Vec<String> = hosts.split(',').map(str::to_owned).collect();
        let known = |host: &String| !host.is_empty() && ServerAddr::from_str(host).is_ok();
        if servers.len() > SERVERS_MAX || !servers.iter().all(known) {
            return Err("it looks like nats://host1,host2,host3, with at most 16 hosts");
        }
        Ok(Self { servers, tls, name: name.to_owned() })
    }

    /// Returns the servers, as they are printed.
    pub(super) fn printed(&self) -> String {
        self.servers.join(",")
    }

    /// Returns the name of the store among those of its servers.
    pub fn name(&self) -> &str {
        &self.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(url: &str) -> Result<NatsAddress, &'static str> {
        NatsAddress::read(url).expect("the scheme")
    }

    #[test]
    fn an_address_names_servers_and_a_store() {
        let address = |servers: &[&str], tls, name: &str| {
            let servers = servers.iter().map(|&server| server.to_owned()).collect();
            Ok(NatsAddress { servers, tls, name: name.to_owned() })
        };
        assert_eq!(read("nats://a"), address(&["a"], false, "entente"));
        assert_eq!(read("nats://a/"), address(&["a"], false, "entente"));
        let three = address(&["a:1", "b", "[::1]:2"], true, "play-2");
        assert_eq!(read("nats+tls://a:1,b,[::1]:2/play-2"), three);
        assert!(NatsAddress::read("sqlite:a.db").is_none());
    }

    #[test]
    fn a_wrong_address_is_refused_with_the_reason() {
        let long = format!("nats://a/{}", "x".repeat(33));
        let many = format!("nats://{}", ["a"; 17].join(","));
        for (url, said) in [
            ("nats:a", "it looks like"),
            ("nats://", "it looks like"),
            ("nats://a,,b", "it looks like"),
            ("nats://a:port", "it looks like"),
            ("nats://user:password@a", "settings of their own"),
            ("nats://a?b", "after \"?\""),
            ("nats://a/B.C", "a name has"),
            (&long, "a name has"),
            (&many, "at most 16 hosts"),
        ] {
            let refused = read(url).expect_err(url);
            assert!(refused.contains(said), "{url}: {refused}");
        }
    }
}
