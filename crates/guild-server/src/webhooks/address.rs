//! Which addresses a receiver may have: public ones, and those that whoever runs the catalog allows.
//!
//! A webhook makes the catalog ask something of an address that somebody else chose. What stands in the same network,
//! and trusts whoever comes from there, must not be within their reach.

use std::net::IpAddr;

use guild_check::address::is_public;

use crate::access::Network;

/// Whether a receiver may be at an address.
pub(crate) fn is_allowed(address: IpAddr, allowed: &[Network]) -> bool {
    let address = address.to_canonical();
    is_public(address) || allowed.iter().any(|network| network.holds(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_let(address: &str, allowed: &[&str]) -> bool {
        let allowed: Vec<Network> = allowed.iter().map(|text| text.parse().unwrap()).collect();
        is_allowed(address.parse().unwrap(), &allowed)
    }

    #[test]
    fn what_is_near_the_catalog_is_refused() {
        assert!(is_let("93.184.216.34", &[]));
        assert!(!is_let("169.254.169.254", &[]));
        assert!(!is_let("::ffff:127.0.0.1", &[]));
    }

    #[test]
    fn whoever_runs_the_catalog_may_allow_more() {
        assert!(is_let("10.1.2.3", &["10.0.0.0/8"]));
        assert!(is_let("::ffff:10.1.2.3", &["10.0.0.0/8"]));
        assert!(!is_let("127.0.0.1", &["10.0.0.0/8"]));
        assert!(is_let("::1", &["::1"]));
    }
}
