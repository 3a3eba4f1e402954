//! Where a request comes from, when proxies stand between.

use std::net::{IpAddr, Ipv6Addr};

use http::header::HeaderMap;

use crate::access::Network;

/// The address at the other end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PeerAddress(pub(crate) IpAddr);

/// Finds the client: the peer, or where the peer is a proxy that is trusted, the last one in X-Forwarded-For that is
/// none. What stands before that was written by the client, who may write anything.
pub(super) fn of(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.holds(address));
    let mut client = peer.to_canonical();
    if !is_trusted(client) {
        return client;
    }
    let lines: Vec<_> = headers.get_all("x-forwarded-for").iter().collect();
    let hops = lines
        .iter()
        .rev()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.rsplit(','));
    for hop in hops {
        let Ok(address) = hop.trim().parse::<IpAddr>() else {
            break;
        };
        client = address.to_canonical();
        if !is_trusted(client) {
            break;
        }
    }
    client
}

/// Gives the text under which an address is counted: with IPv6 one customer has a whole /64.
pub(crate) fn counted(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let network = u128::from(address) >> 64 << 64;
            format!("{}/64", Ipv6Addr::from(network))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(peer: &str, forwarded: &[&str], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        let trusted: Vec<Network> = trusted.iter().map(|text| text.parse().unwrap()).collect();
        counted(of(peer.parse().unwrap(), &headers, &trusted))
    }

    #[test]
    fn without_a_trusted_proxy_the_peer_is_the_client_whatever_it_says() {
        assert_eq!(client("192.0.2.1", &["1.1.1.1"], &[]), "192.0.2.1");
        assert_eq!(
            client("192.0.2.1", &["1.1.1.1"], &["10.0.0.0/8"]),
            "192.0.2.1"
        );
    }

    #[test]
    fn behind_trusted_proxies_the_last_hop_that_is_none_is_the_client() {
        let trusted = ["10.0.0.0/8", "2001:db8::/32"];
        let of = |forwarded: &[&str]| client("10.1.2.3", forwarded, &trusted);
        assert_eq!(of(&["6.6.6.6, 192.0.2.7, 10.9.9.9"]), "192.0.2.7");
        assert_eq!(of(&["6.6.6.6", "192.0.2.7"]), "192.0.2.7");
        assert_eq!(of(&["192.0.2.7, nonsense"]), "10.1.2.3");
        assert_eq!(of(&[]), "10.1.2.3");
        assert_eq!(of(&["::ffff:192.0.2.7"]), "192.0.2.7");
        assert_eq!(of(&["2001:db8::1, 10.0.0.1"]), "2001:db8::/64");
    }

    #[test]
    fn one_customer_of_ipv6_is_one() {
        let of = |address: &str| client(address, &[], &[]);
        assert_eq!(of("2001:db8:1:2:3::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
    }
}
