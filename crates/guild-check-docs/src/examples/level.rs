//! The kinds of sandboxes.

use std::fmt;

use super::Address;

/// How well examples are kept from the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Bubblewrap: a network, processes and files of their own.
    Bubblewrap,
    /// The same, made by this program itself with `unshare`.
    Namespaces,
    /// The files of the machine, closed by Landlock, and of its network the documented ports, where the proxy stands.
    Landlock,
    /// Not at all, as the caller wants it.
    Unsandboxed,
}

/// A text that names no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no sandbox: there are bubblewrap, namespaces and landlock")]
pub struct LevelError(String);

impl Level {
    /// What is tried, in this order, where nothing else is asked for.
    pub(super) const SANDBOXES: [Self; 3] = [Self::Bubblewrap, Self::Namespaces, Self::Landlock];

    /// Reads the name of a sandbox.
    pub fn parse(text: &str) -> Result<Self, LevelError> {
        let mut all = Self::SANDBOXES.into_iter();
        let named = all.find(|level| level.name() == text);
        named.ok_or_else(|| LevelError(text.to_owned()))
    }

    /// Gives the name by which it is asked for.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Bubblewrap => "bubblewrap",
            Self::Namespaces => "namespaces",
            Self::Landlock => "landlock",
            Self::Unsandboxed => "none",
        }
    }

    /// Tells whether examples have network, processes and files of their own.
    pub(super) fn has_namespaces(self) -> bool {
        match self {
            Self::Bubblewrap | Self::Namespaces => true,
            Self::Landlock | Self::Unsandboxed => false,
        }
    }

    /// Tells whether the proxy can stand at an address: in a network that is the machine's own it is no other host.
    pub(super) fn stands_at(self, address: &Address) -> bool {
        self.has_namespaces() || address.is_loopback()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bubblewrap => "bubblewrap: own network, processes and files",
            Self::Namespaces => "namespaces: own network, processes and files",
            Self::Landlock => {
                "landlock: no files but the system's, no network but the documented ports of this machine"
            }
            Self::Unsandboxed => "none, by --unsandboxed",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_level_is_read() {
        for level in Level::SANDBOXES {
            assert_eq!(Level::parse(level.name()), Ok(level));
        }
        assert!(Level::parse("none").is_err());
    }

    #[test]
    fn without_a_network_of_its_own_only_the_machine_is_stood_in_for() {
        let stands = |level: Level, text| level.stands_at(&Address::parse(text).unwrap());
        assert!(stands(Level::Bubblewrap, "https://api.example.com"));
        assert!(stands(Level::Landlock, "https://localhost:8443"));
        assert!(!stands(Level::Landlock, "http://api.example.com:8080"));
        assert!(!stands(Level::Unsandboxed, "https://api.example.com"));
    }
}
