//! What an example uses beyond the limits of one process: the memory of all of them, and the disk of the machine.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use rustix::process::Pid;

/// How much memory all processes of an example may hold.
const MEMORY_KIB: u64 = 2 * 1024 * 1024;
/// How many processes there may be where the system itself counts those of others too.
const PROCESSES: usize = 256;
/// How much an example may write where its folders lie on the machine's disk.
const DISK_BYTES: u64 = 128 * 1024 * 1024;

/// Tells what processes use too much of; `folders` are those on the machine's disk that they write to.
pub(super) fn excess(processes: &[Pid], folders: &[PathBuf]) -> Option<String> {
    // What processes share is counted for each, so that the sum says too much; the exact one takes the kernel longer.
    let is_large = sum(processes, "status", "VmRSS:") > MEMORY_KIB;
    if is_large && sum(processes, "smaps_rollup", "Pss:") > MEMORY_KIB {
        return Some("it holds more than 2 GiB of memory".to_owned());
    }
    if processes.len() > PROCESSES {
        return Some(format!("it runs more than {PROCESSES} processes"));
    }
    let is_full = !folders.is_empty() && written(processes, folders) > DISK_BYTES;
    is_full.then(|| "it writes more than 128 MiB".to_owned())
}

fn sum(processes: &[Pid], file: &str, field: &str) -> u64 {
    let each = processes.iter().filter_map(|process| {
        let text = fs::read_to_string(of(*process).join(file)).ok()?;
        let line = text.lines().find(|line| line.starts_with(field))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok()
    });
    each.sum()
}

fn of(process: Pid) -> PathBuf {
    Path::new("/proc").join(process.as_raw_nonzero().to_string())
}

/// Adds up the files in folders, and those that have no name any more but are held open.
fn written(processes: &[Pid], folders: &[PathBuf]) -> u64 {
    let mut seen = BTreeSet::new();
    let mut bytes = 0;
    let mut add = |metadata: &Metadata| {
        if seen.insert((metadata.dev(), metadata.ino())) {
            bytes += metadata.blocks() * 512;
        }
    };
    let mut waiting = folders.to_vec();
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(metadata) = entry.metadata() else {
                continue;
            };
            add(&metadata);
            if metadata.is_dir() {
                waiting.push(entry.path());
            }
        }
    }
    for process in processes {
        let open = fs::read_dir(of(*process).join("fd"));
        for entry in open.into_iter().flatten().flatten() {
            let metadata = fs::metadata(entry.path());
            let nameless = metadata
                .ok()
                .filter(|file| file.is_file() && file.nlink() == 0);
            nameless.iter().for_each(&mut add);
        }
    }
    bytes
}
