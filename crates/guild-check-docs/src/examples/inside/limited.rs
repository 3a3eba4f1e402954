//! Becoming a program under limits.

use std::io::{self, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};

use rustix::process::{Resource, Rlimit, setrlimit};
use rustix::thread::{CapabilitySet, remove_capability_from_bounding_set};

use super::confine::{Confine, confine};
use super::start::hand_over;
use super::{Limited, NOT_STARTED};

/// Sets the limits and becomes the program; comes back only if that fails. The standard input is a socket on which the
/// supervisor hears why, and which closes when the program starts.
pub(super) fn run(role: &Limited) -> u8 {
    let Ok(supervisor) = io::stdin().as_fd().try_clone_to_owned() else {
        return NOT_STARTED;
    };
    let mut supervisor = UnixStream::from(supervisor);
    let why = become_it(role, &supervisor);
    let _ = supervisor.write_all(why.as_bytes());
    NOT_STARTED
}

/// Gives why it did not become the program.
fn become_it(role: &Limited, supervisor: &UnixStream) -> String {
    let Some((program, words)) = role.words.split_first() else {
        return "there is no program to start".to_owned();
    };
    if let Err(error) = limit(role) {
        return format!("the limits could not be set: {error}");
    }
    // Root of a namespace could do much in it that an example has no business with; who is no root has nothing to lose.
    for capability in CapabilitySet::all().iter() {
        let _ = remove_capability_from_bounding_set(capability);
    }
    if let Some(bounds) = &role.confine
        && let Err(error) = close(bounds, supervisor)
    {
        return format!("the sandbox could not be closed: {error}");
    }
    let mut command = Command::new(program);
    command.args(words).env_clear().envs(&role.environment);
    command.stdin(Stdio::null());
    if let Some(id) = role.identity {
        command.uid(id).gid(id);
    }
    let error = command.exec();
    format!("`{program}` could not be started: {error}")
}

fn close(bounds: &Confine, supervisor: &UnixStream) -> Result<(), String> {
    match confine(bounds)? {
        Some(calls) => hand_over(supervisor, &calls).map_err(|error| error.to_string()),
        None => Ok(()),
    }
}

fn limit(role: &Limited) -> io::Result<()> {
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
        setrlimit(resource, limit)?;
    }
    Ok(())
}
