//! Public addresses: the only ones that a stranger may make the server call.
//!
//! The tables are IANA's registries of special-purpose addresses. An address that carries another
//! one inside, as translators between IPv4 and IPv6 have them, is judged by that one.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{Ipv4Net, Ipv6Net};

const fn v4(a: u8, b: u8, c: u8, d: u8, prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix)
}

/// By the first 32 bits.
const fn v6(high: u32, prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::from_bits((high as u128) << 96), prefix)
}

/// Ranges of IPv4 that are not public.
const SPECIAL_V4: [Ipv4Net; 16] = [
    v4(0, 0, 0, 0, 8),        // this network
    v4(10, 0, 0, 0, 8),       // private
    v4(100, 64, 0, 0, 10),    // shared by the customers of a provider
    v4(127, 0, 0, 0, 8),      // loopback
    v4(168, 63, 129, 16, 32), // Azure's own services, as its machines see them
    v4(169, 254, 0, 0, 16),   // link-local, and most clouds' metadata
    v4(172, 16, 0, 0, 12),    // private
    v4(192, 0, 0, 0, 24),     // protocol assignments
    v4(192, 0, 2, 0, 24),     // documentation
    v4(192, 88, 99, 0, 24),   // relays of 6to4, given up
    v4(192, 168, 0, 0, 16),   // private
    v4(198, 18, 0, 0, 15),    // benchmarks
    v4(198, 51, 100, 0, 24),  // documentation
    v4(203, 0, 113, 0, 24),   // documentation
    v4(224, 0, 0, 0, 4),      // multicast
    v4(240, 0, 0, 0, 4),      // reserved, and broadcast
];

/// The only part of IPv6 that is given out to everybody.
const GLOBAL_V6: Ipv6Net = v6(0x2000_0000, 3);

/// Ranges within it that are not public.
const SPECIAL_V6: [Ipv6Net; 4] = [
    v6(0x2001_0000, 23), // protocol assignments, Teredo among them
    v6(0x2001_0db8, 32), // documentation
    v6(0x2002_0000, 16), // 6to4
    v6(0x3fff_0000, 20), // documentation
];

/// IPv4 as translators show it to machines that only have IPv6.
const NAT64: Ipv6Net = v6(0x0064_ff9b, 96);

/// Checks whether an address is public.
pub(super) fn public(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => !SPECIAL_V4.iter().any(|net| net.contains(&ip)),
        IpAddr::V6(ip) if NAT64.contains(&ip) => public(IpAddr::V4(inside(ip))),
        IpAddr::V6(ip) => {
            GLOBAL_V6.contains(&ip) && !SPECIAL_V6.iter().any(|net| net.contains(&ip))
        }
    }
}

/// The IPv4 address in the last 32 bits.
fn inside(ip: Ipv6Addr) -> Ipv4Addr {
    let [.., a, b, c, d] = ip.octets();
    Ipv4Addr::new(a, b, c, d)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECIAL: &str = "0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255
        127.0.0.1 127.255.255.255 168.63.129.16 169.254.169.254 172.16.0.1 172.31.255.255
        192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.1
        203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1
        ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 64:ff9b::a00:1 64:ff9b::7f00:1
        64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1::1 2002:808:808::1 3fff::1 5f00::1
        fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1";

    const PUBLIC: &str = "1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1
        168.63.129.17 172.15.255.255 172.32.0.1 192.167.255.255 198.17.255.255 198.20.0.1
        223.255.255.255 ::ffff:1.1.1.1 64:ff9b::101:101 2001:200::1 2001:4860:4860::8888
        2606:4700:4700::1111 2a00::1";

    #[test]
    fn private_addresses_are_not_public() {
        for address in SPECIAL.split_whitespace() {
            assert!(!public(address.parse().unwrap()), "{address}");
        }
        for address in PUBLIC.split_whitespace() {
            assert!(public(address.parse().unwrap()), "{address}");
        }
    }
}
