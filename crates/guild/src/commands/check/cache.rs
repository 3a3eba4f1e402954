//! What a check found in a text before: the same text gives the same findings, until the program or a setting changes.
//!
//! The key is a digest of everything that the findings follow from, and of nothing else: neither where a file lies nor
//! when it was written. So one cache serves every copy of a repository, and lies in the user's own folder rather than
//! beside the documents. Whatever goes wrong with it, a check is as it would be without.

mod entry;
mod store;

use std::path::PathBuf;
use std::time::UNIX_EPOCH;

use clap::Args;
use guild_check::{Finding, Source};
use guild_skill::digest::DigestBuilder;

use self::store::Store;
use crate::Context;

/// Whether what was found before is asked for.
#[derive(Debug, Args)]
#[command(next_help_heading = "Cache")]
pub(super) struct CacheArgs {
    /// Check every document anew, even one that is as it was
    #[arg(long)]
    no_cache: bool,
    /// Keep what was found here [default: guild/ in the user's folder for caches]
    #[arg(
        long,
        value_name = "DIR",
        env = "GUILD_CACHE_DIR",
        hide_env_values = true
    )]
    cache_dir: Option<PathBuf>,
}

/// What was found before, if it may be asked for.
pub(super) struct Cache {
    store: Option<Store>,
    /// Takes what every key starts with.
    salt: DigestBuilder,
}

impl Cache {
    /// Knows nothing.
    pub(super) fn none() -> Self {
        Self {
            store: None,
            salt: DigestBuilder::new(),
        }
    }

    /// Opens the cache; `facts` is everything besides the text and this program that findings follow from.
    pub(super) fn open<'a>(
        args: &CacheArgs,
        facts: impl IntoIterator<Item = &'a str>,
        context: &Context,
    ) -> Self {
        let environment = &context.settings.environment;
        let folder = args.cache_dir.as_ref().map_or_else(
            || environment.cache_folder().join("checks"),
            |folder| environment.working_folder.join(folder),
        );
        let program = program().filter(|_| !args.no_cache);
        let mut salt = DigestBuilder::new();
        add(&mut salt, program.as_deref().unwrap_or_default());
        for fact in facts {
            add(&mut salt, fact);
        }
        Self {
            store: program.map(|_| Store::new(folder)),
            salt,
        }
    }

    /// Gives what is found in a text: as it is known, or by finding it.
    pub(super) fn find(
        &self,
        source: &Source,
        check: impl FnOnce() -> Vec<Finding>,
    ) -> Vec<Finding> {
        let Some(store) = &self.store else {
            return check();
        };
        let mut key = self.salt.clone();
        add(&mut key, source.text());
        let key = key.finish();
        if let Some(findings) = store
            .get(key.hex())
            .and_then(|entry| entry::read(&entry, source))
        {
            return findings;
        }
        let findings = check();
        if let Some(entry) = entry::write(&findings, source) {
            store.put(key.hex(), &entry);
        }
        findings
    }

    /// Keeps what was found for the next run.
    pub(super) fn save(&self) {
        if let Some(store) = &self.store {
            store.save();
        }
    }
}

/// Adds a text so that no two lists of texts give the same digest.
fn add(digest: &mut DigestBuilder, text: &str) {
    digest.update(&(text.len() as u64).to_le_bytes());
    digest.update(text.as_bytes());
}

/// Names this very program: rules change from build to build, and the version only from release to release.
fn program() -> Option<String> {
    let file = std::env::current_exe().ok()?.metadata().ok()?;
    let built = file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let version = env!("CARGO_PKG_VERSION");
    Some(format!("{version} {} {}", file.len(), built.as_nanos()))
}
