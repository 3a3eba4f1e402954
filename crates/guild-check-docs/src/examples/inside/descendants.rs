//! Ending everything that an example started.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitOptions, geteuid, getpid, kill_process, set_child_subreaper, wait,
};

/// Makes this process the parent of every descendant whose own parent is gone: none gets out of sight.
pub(super) fn adopt() {
    // Without it a process that detaches itself is still ended with the sandbox.
    let _ = set_child_subreaper(Some(getpid()));
}

/// Kills all descendants, again and again until there are none; tells whether that was done in the time given.
pub(super) fn end(within: Duration) -> bool {
    let until = Instant::now() + within;
    loop {
        let living = living();
        if living.is_empty() {
            return true;
        }
        if Instant::now() > until {
            return false;
        }
        // What is stopped cannot fork while the others are being killed.
        signal(&living, Signal::STOP);
        signal(&living, Signal::KILL);
        std::thread::yield_now();
    }
}

/// Asks all descendants to end.
pub(super) fn ask_to_end() {
    signal(&living(), Signal::TERM);
}

/// Takes the dead off the list of processes; only when no child is waited for elsewhere.
pub(super) fn bury() {
    while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
}

fn signal(processes: &[Pid], signal: Signal) {
    for &process in processes {
        // It may be gone already.
        let _ = kill_process(process, signal);
    }
}

/// Counts the processes of this process's user, with their threads.
pub(in crate::examples) fn processes_of_this_user() -> u64 {
    let own = geteuid().as_raw();
    let mut count = 0;
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let is_own = entry.metadata().is_ok_and(|metadata| metadata.uid() == own);
        let threads = fs::read_dir(entry.path().join("task"));
        count += threads.into_iter().flatten().filter(|_| is_own).count() as u64;
    }
    count
}

/// Lists the descendants of this process that are not dead.
pub(super) fn living() -> Vec<Pid> {
    let mut children: BTreeMap<i32, Vec<(i32, bool)>> = BTreeMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.parse::<i32>().ok());
        let Some(id) = id else {
            continue;
        };
        let stat = fs::read_to_string(entry.path().join("stat"));
        if let Some((parent, is_dead)) = stat.ok().as_deref().and_then(parent) {
            children.entry(parent).or_default().push((id, is_dead));
        }
    }
    let mut waiting = vec![getpid().as_raw_nonzero().get()];
    let mut found = Vec::new();
    while let Some(process) = waiting.pop() {
        for (child, is_dead) in children.remove(&process).unwrap_or_default() {
            waiting.push(child);
            if !is_dead {
                found.extend(Pid::from_raw(child));
            }
        }
    }
    found
}

/// Reads the parent of a process, and whether it is dead, from `/proc/N/stat`; its name may hold anything.
fn parent(stat: &str) -> Option<(i32, bool)> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace();
    let is_dead = matches!(fields.next()?, "Z" | "X");
    Some((fields.next()?.parse().ok()?, is_dead))
}
