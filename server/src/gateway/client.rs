//! Clients of requests: the other end of a connection, or whoever a trusted proxy names.
//!
//! Anyone can send `X-Forwarded-For`; a proxy appends the address that it sees. So the list is read
//! from its end, and only as far as the addresses are proxies of the operator's own: the first that
//! is not is the client, and what it claims to have come from is not looked at.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Once};

use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;

use super::connections::{Connections, Standing};
use super::limits::Address;
use super::shares::Share;
use super::stream::Peer;
use crate::rooms::TokenHash;

/// Header in which proxies name the client that they speak for.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The proxies that are believed.
#[derive(Clone, Debug)]
pub(super) struct Proxies(Vec<IpNet>);

/// Client of a request. While a clone of it lives, what the client has open counts.
#[derive(Clone, Debug)]
pub(super) struct Client {
    /// Address that is charged.
    pub(super) address: Address,
    /// Standing with respect to the caps.
    pub(super) standing: Standing,
    /// Behind a proxy, its share among those of its address; otherwise its connection has one.
    _share: Option<Arc<Share>>,
}

/// Marks a request that another server has passed on, with the token's hash.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassedOn(pub(super) Option<TokenHash>);

impl Client {
    /// Creates the client of a request that came in at another server, which counts what it has open.
    pub(super) fn elsewhere(address: Address, standing: Standing) -> Self {
        Self { address, standing, _share: None }
    }
}

impl Proxies {
    pub(super) fn new(networks: &[IpNet]) -> Self {
        Self(networks.to_vec())
    }

    /// Checks whether this is one of the operator's own.
    pub(super) fn trusts(&self, ip: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&ip.to_canonical()))
    }

    /// Returns the address of the client that sent a request with these headers over a connection from
    /// `peer`.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer;
        let lists = headers.get_all(FORWARDED_FOR);
        // A header line that is not text cannot be trusted: it counts as one hop that stops us.
        let lines: Vec<&str> = lists.iter().map(|list| list.to_str().unwrap_or("?")).collect();
        let mut hops = lines.iter().rev().flat_map(|line| line.rsplit(','));
        while self.trusts(client) {
            let Some(hop) = hops.next().and_then(|hop| address(hop.trim())) else { break };
            client = hop;
        }
        client
    }

    /// Identifies the client of a request, and counts it among what its address has open.
    pub(super) fn identify(
        &self,
        peer: &Peer,
        headers: &HeaderMap,
        connections: &Connections,
    ) -> Client {
        let ip = peer.at.ip();
        let address = Address::from(self.client(ip, headers));
        if !self.trusts(ip) {
            mention_forgotten_proxy(ip, headers);
            return Client { address, standing: peer.open.standing, _share: None };
        }
        let (share, own) = connections.share(address);
        let whole = peer.open.standing;
        let standing = if whole == Standing::Welcome { own } else { whole };
        Client { address, standing, _share: Some(Arc::new(share)) }
    }
}

/// Says once that somebody near speaks for others and is not believed: the clients of a proxy that the
/// settings forget share one budget. Who comes from afar only claims to, and no log has its address.
fn mention_forgotten_proxy(ip: IpAddr, headers: &HeaderMap) {
    static SAID: Once = Once::new();
    let ip = ip.to_canonical();
    let near = match ip {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
    };
    if near && headers.contains_key(FORWARDED_FOR) {
        SAID.call_once(|| {
            tracing::warn!(
                "requests from {ip} carry X-Forwarded-For: if that is a proxy of yours, name it in \
                 ENTENTE_TRUSTED_PROXIES, or all its clients count as one"
            );
        });
    }
}

/// Parses an address as proxies write it: some with the port, and then brackets around one of IPv6.
fn address(hop: &str) -> Option<IpAddr> {
    let bare = || hop.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || hop.parse().ok().map(|at: SocketAddr| at.ip());
    hop.parse().ok().or_else(with_port).or_else(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, lines: &[&'static str]) -> String {
        let trusted = ["10.0.0.0/8", "192.0.2.1/32", "2001:db8:1::/48"];
        let proxies = Proxies::new(&trusted.map(|network| network.parse().unwrap()));
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, line.parse().unwrap());
        }
        proxies.client(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        assert_eq!(client("198.51.100.9", &["203.0.113.5"]), "198.51.100.9");
        assert_eq!(client("2001:db8:2::9", &["203.0.113.5"]), "2001:db8:2::9");
        assert_eq!(client("10.1.2.3", &["203.0.113.5"]), "203.0.113.5");
        assert_eq!(client("2001:db8:1::9", &["203.0.113.5"]), "203.0.113.5");
        assert_eq!(client("::ffff:10.1.2.3", &["203.0.113.5"]), "203.0.113.5");
        assert_eq!(client("10.1.2.3", &[]), "10.1.2.3");
    }

    #[test]
    fn what_a_client_claims_itself_is_not_looked_at() {
        for lines in [
            &["127.0.0.1, 203.0.113.5"][..],
            &["127.0.0.1", "203.0.113.5"],
            &["10.9.9.9, 203.0.113.5"],
            &["10.9.9.9, 203.0.113.5, 10.4.4.4"],
            &["10.9.9.9", "203.0.113.5, 192.0.2.1", "10.4.4.4"],
            &["nonsense, 203.0.113.5"],
            &[",,,203.0.113.5"],
            &["203.0.113.5:4711"],
        ] {
            assert_eq!(client("10.1.2.3", lines), "203.0.113.5", "{lines:?}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_the_proxys_own() {
        for lines in [&["unknown"][..], &[""], &["203.0.113.5, "], &["203.0.113.5, _hidden"]] {
            assert_eq!(client("10.1.2.3", lines), "10.1.2.3", "{lines:?}");
        }
        assert_eq!(client("10.1.2.3", &["203.0.113.5, x, 192.0.2.1"]), "192.0.2.1");
        assert_eq!(client("10.1.2.3", &["10.5.5.5, 10.4.4.4"]), "10.5.5.5", "all are trusted");
    }

    #[test]
    fn ipv6_is_read_in_every_form() {
        for form in ["2001:db8:7::1", "[2001:db8:7::1]", "[2001:db8:7::1]:4711"] {
            assert_eq!(address(form), Some("2001:db8:7::1".parse().unwrap()), "{form}");
        }
        assert_eq!(address("fe80::1%eth0"), None);
    }
}
