//! Who may do what without being asked, and who is believed about where others come from.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use crate::trusted::IssuerUrl;

/// Who is let in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// Who may make an account.
    pub sign_up: SignUp,
    /// Who may read the catalog.
    pub reading: Reading,
    /// The proxies that tell where a request comes from.
    pub trusted_proxies: Vec<Network>,
    /// The networks, beside the public ones, in which receivers of webhooks may be.
    pub webhook_networks: Vec<Network>,
    /// Who is believed about jobs of continuous integration, which then publish without a secret.
    pub trusted_issuers: Vec<IssuerUrl>,
}

/// Who may make an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignUp {
    /// Who has a link of an admin.
    Invited,
    /// Everybody.
    Open,
}

/// Who may read the catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Everybody.
    Everybody,
    /// Who has an account or a token.
    Accounts,
}

/// A network of addresses: `10.0.0.0/8`, or one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

/// The text is no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a network is an address and the number of its fixed bits, such as 10.0.0.0/8")]
pub struct NetworkError;

impl Access {
    /// Gives who is let in unless somebody says otherwise: everybody reads, the invited write.
    pub const fn standard() -> Self {
        Self {
            sign_up: SignUp::Invited,
            reading: Reading::Everybody,
            trusted_proxies: Vec::new(),
            webhook_networks: Vec::new(),
            trusted_issuers: Vec::new(),
        }
    }
}

impl Network {
    /// Gives the networks that firms and homes have: private ones, without this machine and without the addresses that
    /// mean something to the hardware.
    pub fn private() -> Vec<Self> {
        let v4 = |a, b, prefix| Self {
            address: IpAddr::V4(Ipv4Addr::new(a, b, 0, 0)),
            prefix,
        };
        let v6 = Self {
            address: IpAddr::V6(Ipv6Addr::new(0xfc00, 0, 0, 0, 0, 0, 0, 0)),
            prefix: 7,
        };
        vec![v4(10, 0, 8), v4(172, 16, 12), v4(192, 168, 16), v6]
    }

    /// Whether an address is in the network.
    pub fn holds(&self, address: IpAddr) -> bool {
        match (self.address, address) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let shift = 32 - u32::from(self.prefix);
                let bits = |address| u32::from(address).checked_shr(shift).unwrap_or(0);
                bits(own) == bits(other)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let shift = 128 - u32::from(self.prefix);
                let bits = |address| u128::from(address).checked_shr(shift).unwrap_or(0);
                bits(own) == bits(other)
            }
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| NetworkError)?;
        let bits = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(bits), str::parse);
        let prefix = prefix.map_err(|_| NetworkError)?;
        (prefix <= bits)
            .then_some(Self { address, prefix })
            .ok_or(NetworkError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(network: &str, address: &str) -> bool {
        let network: Network = network.parse().unwrap();
        network.holds(address.parse().unwrap())
    }

    #[test]
    fn a_network_holds_the_addresses_that_share_its_bits() {
        assert!(holds("10.0.0.0/8", "10.255.0.1"));
        assert!(!holds("10.0.0.0/8", "11.0.0.1"));
        assert!(holds("0.0.0.0/0", "192.0.2.1"));
        assert!(!holds("0.0.0.0/0", "::1"));
        assert!(holds("192.0.2.1", "192.0.2.1"));
        assert!(!holds("192.0.2.1", "192.0.2.2"));
        assert!(holds("2001:db8::/32", "2001:db8:9::1"));
        assert!(holds("::/0", "::1"));
    }

    #[test]
    fn what_is_no_network_is_refused() {
        for text in [
            "",
            "10.0.0.0/33",
            "::/129",
            "10.0.0/8",
            "10.0.0.0/-1",
            "a/8",
            "10.0.0.0/",
        ] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
    }
}
