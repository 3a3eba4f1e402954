//! Which addresses a receiver may have: public ones, and those that whoever runs the catalog allows.
//!
//! A webhook makes the catalog ask something of an address that somebody else chose. What stands in the same network,
//! and trusts whoever comes from there, must not be within their reach.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::access::Network;

/// Whether a receiver may be at an address.
pub(crate) fn is_allowed(address: IpAddr, allowed: &[Network]) -> bool {
    let address = address.to_canonical();
    is_public(address) || allowed.iter().any(|network| network.holds(address))
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// IANA's registry of special addresses, without those that are reached from everywhere.
fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_documentation()
        || address.is_multicast()
        || a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a, b, c) == (192, 0, 0)
        || (a, b, c) == (192, 88, 99)
        || (a == 198 && (18..20).contains(&b));
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    match segments {
        // What reaches an address of version 4 by way of a translator is as that address is.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => is_public_v4(embedded(high, low)),
        [0x2002, high, low, ..] => is_public_v4(embedded(high, low)),
        // Teredo, benchmarks, documentation and the rest of the block that is given to protocols.
        [0x2001, second, ..] if second < 0x200 || second == 0xdb8 => false,
        [0x3fff, second, ..] if second < 0x1000 => false,
        // Nothing else is given out to be reached from everywhere.
        [first, ..] => (0x2000..0x4000).contains(&first),
    }
}

fn embedded(high: u16, low: u16) -> Ipv4Addr {
    Ipv4Addr::from(u32::from(high) << 16 | u32::from(low))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_let(address: &str, allowed: &[&str]) -> bool {
        let allowed: Vec<Network> = allowed.iter().map(|text| text.parse().unwrap()).collect();
        is_allowed(address.parse().unwrap(), &allowed)
    }

    #[test]
    fn public_addresses_are_allowed() {
        for address in [
            "1.1.1.1",
            "93.184.216.34",
            "172.32.0.1",
            "2606:4700::1111",
            "64:ff9b::101:101",
        ] {
            assert!(is_let(address, &[]), "{address}");
        }
    }

    #[test]
    fn what_is_near_the_catalog_is_refused() {
        for address in [
            "127.0.0.1",
            "127.8.8.8",
            "0.0.0.0",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "100.100.100.200",
            "192.0.0.192",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "240.0.0.1",
            "192.0.2.1",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "fe80::1",
            "fec0::1",
            "fc00::1",
            "fd00:ec2::254",
            "ff02::1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2002:a00:1::1",
            "2001::1",
            "2001:db8::1",
            "3fff::1",
            "100::1",
        ] {
            assert!(!is_let(address, &[]), "{address}");
        }
    }

    #[test]
    fn whoever_runs_the_catalog_may_allow_more() {
        assert!(is_let("10.1.2.3", &["10.0.0.0/8"]));
        assert!(is_let("::ffff:10.1.2.3", &["10.0.0.0/8"]));
        assert!(!is_let("127.0.0.1", &["10.0.0.0/8"]));
        assert!(is_let("::1", &["::1"]));
    }
}
