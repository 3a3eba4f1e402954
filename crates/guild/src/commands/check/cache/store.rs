//! The cache on disk: lines of key and value in a few files, so that one document reads one small file.
//!
//! A file is replaced as a whole, by one process at a time, so that nobody ever reads half of one. A line that was
//! changed or cut counts as not there.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};

use guild_skill::Digest;

/// How many files there are; a key belongs to the one with its first two digits, modulo this.
const SHARDS: usize = 64;

/// How many bytes a file has at the most: 32 MiB in all. What was not asked for the longest goes first.
const MOST_BYTES: usize = 512 * 1024;

/// How many hex digits of its digest stand before a value.
const PROOF: usize = 16;

/// What is known, file by file as it is asked for.
pub(super) struct Store {
    folder: PathBuf,
    shards: Vec<Mutex<Option<Shard>>>,
}

/// One file.
#[derive(Default)]
struct Shard {
    /// Proof and value by key.
    values: HashMap<String, String>,
    /// The keys in the order of the file: those that were asked for last stand first.
    order: Vec<String>,
    asked: HashSet<String>,
    has_new: bool,
}

impl Store {
    /// Looks at nothing yet.
    pub(super) fn new(folder: PathBuf) -> Self {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Self { folder, shards }
    }

    /// Gives a value that is known.
    pub(super) fn get(&self, key: &str) -> Option<String> {
        let (index, mut shard) = self.shard(key);
        let shard = shard.get_or_insert_with(|| self.read(index));
        let (proof, value) = shard.values.get(key)?.split_at_checked(PROOF)?;
        if proof != prove(value) {
            return None;
        }
        let value = value.to_owned();
        shard.asked.insert(key.to_owned());
        Some(value)
    }

    /// Takes a value in, unless it would leave no room for others.
    pub(super) fn put(&self, key: &str, value: &str) {
        if value.len() > MOST_BYTES / 8 {
            return;
        }
        let (index, mut shard) = self.shard(key);
        let shard = shard.get_or_insert_with(|| self.read(index));
        let value = prove(value) + value;
        shard.values.insert(key.to_owned(), value);
        shard.asked.insert(key.to_owned());
        shard.has_new = true;
    }

    /// Writes what is new, unless another process is writing: it would be known the next time.
    pub(super) fn save(&self) {
        // A cache that cannot be written is one that knows nothing.
        let _ = self.try_save();
    }

    fn try_save(&self) -> io::Result<()> {
        let mut lock = None;
        for (index, shard) in self.shards.iter().enumerate() {
            let mut shard = shard.lock().unwrap_or_else(|lock| lock.into_inner());
            let Some(shard) = shard.as_mut().filter(|shard| shard.has_new) else {
                continue;
            };
            if lock.is_none() {
                fs::create_dir_all(&self.folder)?;
                let file = fs::File::create(self.folder.join("lock"))?;
                file.try_lock()?;
                lock = Some(file);
            }
            // What another process wrote meanwhile stays.
            shard.take_in(self.read(index));
            let new = self.folder.join("new");
            fs::write(&new, shard.text())?;
            fs::rename(&new, self.path(index))?;
            shard.has_new = false;
        }
        Ok(())
    }

    fn shard(&self, key: &str) -> (usize, MutexGuard<'_, Option<Shard>>) {
        let start = key.get(..2).unwrap_or_default();
        let index = usize::from_str_radix(start, 16).unwrap_or(0) % SHARDS;
        let shard = self.shards[index].lock();
        (index, shard.unwrap_or_else(|lock| lock.into_inner()))
    }

    fn path(&self, index: usize) -> PathBuf {
        self.folder.join(format!("{index:02}"))
    }

    fn read(&self, index: usize) -> Shard {
        let path = self.path(index);
        let is_ours = |file: &fs::Metadata| file.is_file() && file.len() <= MOST_BYTES as u64;
        let mut shard = Shard::default();
        if !fs::metadata(&path).is_ok_and(|file| is_ours(&file)) {
            return shard;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        for line in text.split_inclusive('\n') {
            let line = line.strip_suffix('\n').unwrap_or_default();
            if let Some((key, value)) = line.split_once(' ') {
                shard.order.push(key.to_owned());
                shard.values.insert(key.to_owned(), value.to_owned());
            }
        }
        shard
    }
}

impl Shard {
    /// Takes in what is on disk.
    fn take_in(&mut self, other: Self) {
        for (key, value) in other.values {
            self.values.entry(key).or_insert(value);
        }
        self.order = other.order;
    }

    /// Gives the text of the file: what was asked for, then the rest as far as there is room.
    fn text(&self) -> String {
        let mut asked: Vec<&String> = self.asked.iter().collect();
        asked.sort_unstable();
        let rest = self.order.iter().filter(|key| !self.asked.contains(*key));
        let mut text = String::new();
        for key in asked.into_iter().chain(rest) {
            let Some(value) = self.values.get(key) else {
                continue;
            };
            if text.len() + key.len() + value.len() + 2 <= MOST_BYTES {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{key} {value}");
            }
        }
        text
    }
}

/// Gives the first digits of a value's digest.
fn prove(value: &str) -> String {
    Digest::of(value.as_bytes()).hex()[..PROOF].to_owned()
}
