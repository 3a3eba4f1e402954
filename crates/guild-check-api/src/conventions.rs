//! What a contract calls things by agreement, where that is not what the rules expect: `[api]` in `guild.toml`.

/// The agreements of a contract; the default is that of SPEC.md 2.5.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conventions {}
