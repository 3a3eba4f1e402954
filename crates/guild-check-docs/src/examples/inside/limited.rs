//! Becoming a program under limits.

use std::os::unix::process::CommandExt as _;
use std::process::Command;

use rustix::process::{Resource, Rlimit, setrlimit};

use super::{Limited, NOT_STARTED};

/// Sets the limits and becomes the program; comes back only if that fails.
pub(super) fn run(role: &Limited) -> u8 {
    let Some((program, words)) = role.words.split_first() else {
        return NOT_STARTED;
    };
    let limits = [
        (Resource::Nproc, role.limits.processes),
        (Resource::Fsize, Some(role.limits.file_bytes)),
        (Resource::Data, Some(role.limits.data_bytes)),
        (Resource::Nofile, Some(role.limits.open_files)),
        (Resource::Core, Some(0)),
    ];
    for (resource, limit) in limits {
        let Some(limit) = limit else {
            continue;
        };
        let limit = Rlimit {
            current: Some(limit),
            maximum: Some(limit),
        };
        if setrlimit(resource, limit).is_err() {
            return NOT_STARTED;
        }
    }
    let mut command = Command::new(program);
    command.args(words).env_clear().envs(&role.environment);
    // The error has no reader: the code says enough.
    let _ = command.exec();
    NOT_STARTED
}
