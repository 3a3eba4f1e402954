//! Closing files and network for this process and all that it becomes, by Landlock.

use std::os::fd::OwnedFd;
use std::path::PathBuf;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, NetPort, Ruleset,
    RulesetAttr as _, RulesetCreated, RulesetCreatedAttr as _, RulesetError, Scope,
    path_beneath_rules,
};
use serde::{Deserialize, Serialize};

use super::{filter, sockets};

/// What an example may touch.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::examples) struct Confine {
    /// What may be read and executed, with all that is in it.
    pub(in crate::examples) readable: Vec<PathBuf>,
    /// What may be written too, with all that is in it.
    pub(in crate::examples) writable: Vec<PathBuf>,
    /// What else is there to be closed.
    pub(in crate::examples) world: World,
}

/// What lies around an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::examples) enum World {
    /// Namespaces of its own: Landlock and seccomp are a second wall, as far as the kernel has them.
    Own,
    /// The machine itself: they are the only wall, and without it nothing runs.
    Machine {
        /// The ports that may be connected to.
        ports: Vec<u16>,
        /// Whether the example has a user of its own, whom nothing else belongs to.
        has_own_user: bool,
    },
}

/// Closes what is not allowed; the error says what cannot be closed. On the machine itself this gives the calls that
/// somebody has to answer from then on.
pub(super) fn confine(confine: &Confine) -> Result<Option<OwnedFd>, String> {
    let closed = match &confine.world {
        World::Own => second_wall(),
        World::Machine { has_own_user, .. } => only_wall(*has_own_user),
    };
    let mut rules = closed.and_then(|rules| {
        rules
            .add_rules(path_beneath_rules(
                &confine.readable,
                AccessFs::from_read(ABI::V6),
            ))?
            .add_rules(path_beneath_rules(
                &confine.writable,
                AccessFs::from_all(ABI::V6),
            ))
    });
    if let World::Machine { ports, .. } = &confine.world {
        let open = ports.iter();
        let open =
            open.map(|port| Ok::<_, RulesetError>(NetPort::new(*port, AccessNet::ConnectTcp)));
        rules = rules.and_then(|rules| rules.add_rules(open));
    }
    rules
        .and_then(RulesetCreated::restrict_self)
        .map_err(|error| error.to_string())?;
    filter::apply(&confine.world)?;
    match &confine.world {
        World::Own => Ok(None),
        World::Machine { .. } => sockets::intercept().map(Some),
    }
}

/// Tells whether this kernel can close a machine around an example, or why not.
pub(in crate::examples) fn landlock_is_there(has_own_user: bool) -> Result<(), String> {
    filter::is_known()?;
    only_wall(has_own_user).map(drop).map_err(|_| {
        let (version, since) = match has_own_user {
            true => (4, "6.7"),
            false => (6, "6.12"),
        };
        format!("the kernel has no Landlock of version {version}, which Linux {since} brings")
    })
}

fn second_wall() -> Result<RulesetCreated, RulesetError> {
    Ruleset::default()
        .handle_access(AccessFs::from_all(ABI::V6))?
        .create()
}

fn only_wall(has_own_user: bool) -> Result<RulesetCreated, RulesetError> {
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V4))?
        .handle_access(AccessNet::from_all(ABI::V4))?;
    // Signals reach the processes of the same user: a user of its own has no others.
    let rules = match has_own_user {
        true => rules.set_compatibility(CompatLevel::BestEffort),
        false => rules,
    };
    rules
        .scope(Scope::from_all(ABI::V6))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(ABI::V6))?
        .create()
}
