//! Where a catalog is kept: said once, in the same words by each command that opens one.

use std::error::Error;
use std::path::PathBuf;

use clap::Args;
use guild_catalog::{Archives, CatalogOptions, Clock, LogOptions, OpenError};
use tokio::runtime::Runtime;

use crate::Context;
use crate::clock;
use crate::failure::Failure;

/// Where the catalog is.
#[derive(Clone, Debug, Args)]
pub(crate) struct StoreArgs {
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    /// The database, `postgres://…` or the path of an SQLite file [default: catalog.sqlite in the data folder]
    #[arg(
        long,
        value_name = "URL",
        env = "GUILD_DATABASE",
        hide_env_values = true
    )]
    pub(crate) database: Option<String>,
    /// Where archives are kept, `s3://bucket/prefix` or a folder [default: archives in the data folder]
    #[arg(
        long,
        value_name = "URL|DIR",
        env = "GUILD_ARCHIVES",
        hide_env_values = true
    )]
    pub(crate) archives: Option<String>,
}

/// What of a catalog is always a folder or a file.
#[derive(Clone, Debug, Args)]
pub(crate) struct FolderArgs {
    /// The folder that holds the catalog [default: ~/.local/share/guild]
    #[arg(long, value_name = "DIR", env = "GUILD_DATA", hide_env_values = true)]
    data: Option<PathBuf>,
    /// The file with the private key of the catalog's log, which all nodes share [default: log.key in the data folder]
    #[arg(
        long,
        value_name = "FILE",
        env = "GUILD_LOG_KEY",
        hide_env_values = true
    )]
    log_key: Option<PathBuf>,
}

impl StoreArgs {
    /// Resolves what was said against the machine.
    pub(crate) fn options(&self, context: &Context) -> Result<CatalogOptions, Failure> {
        let environment = &context.settings.environment;
        let here = |path: &PathBuf| environment.working_folder.join(path);
        let FolderArgs { data, log_key } = &self.folder;
        Ok(CatalogOptions {
            data: data
                .as_ref()
                .map_or_else(|| environment.data_folder(), here),
            database: self.database.clone(),
            archives: archives(self.archives.as_deref(), context)?,
            log: LogOptions {
                key: log_key.as_ref().map(here),
                origin: None,
            },
            clock: Clock::new(clock::milliseconds),
        })
    }
}

/// Reads where archives are kept.
fn archives(text: Option<&str>, context: &Context) -> Result<Option<Archives>, Failure> {
    let environment = &context.settings.environment;
    let archives = text.map(|text| Archives::parse(text, environment.variables()));
    let archives = archives.transpose().map_err(|error| not_opened(&error))?;
    Ok(archives.map(|archives| match archives {
        Archives::Folder(path) => Archives::Folder(environment.working_folder.join(path)),
        Archives::Bucket(bucket) => Archives::Bucket(bucket),
    }))
}

/// Starts the threads that a catalog works on.
pub(crate) fn threads() -> Result<Runtime, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    runtime.map_err(|error| Failure::could_not("could not start the threads").because(&error))
}

/// Says why a catalog cannot be opened, and what to do.
pub(crate) fn not_opened(error: &OpenError) -> Failure {
    let hint = match error {
        OpenError::NotWritable { .. } => Some("name a folder that you may write: `--data DIR`"),
        OpenError::Locked { .. } => {
            Some("stop the other server, or name another folder: `--data DIR`")
        }
        OpenError::NewerVersion { .. } => {
            Some("update guild, or name another folder: `--data DIR`")
        }
        OpenError::BadAddress { .. } => {
            Some("write it like `--database postgres://user@host/name`, or leave it out for SQLite")
        }
        OpenError::Unreachable { .. } | OpenError::Refused { .. } => {
            Some("check that the database runs and lets you in: `--database URL`")
        }
        OpenError::BadArchives { .. } => {
            Some("write it like `--archives s3://bucket/prefix` or `--archives DIR`")
        }
        OpenError::ArchivesUnreachable { .. } => Some(
            "check AWS_ENDPOINT_URL and that the store runs, and that AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION are those for it",
        ),
        OpenError::ArchivesRefused { .. } => Some(
            "make the bucket, or check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: they have to read, write, list and delete",
        ),
        OpenError::ArchivesUnconditional { .. } => Some(
            "use a store that refuses to overwrite, or accept that anybody who may write can: AWS_CONDITIONAL_PUT=disabled",
        ),
        OpenError::NotADatabase { .. } => {
            Some("move the file away, or name another with `--database`")
        }
        OpenError::DiskFull { .. } => {
            Some("make room on that disk, or name another folder: `--data DIR`")
        }
        OpenError::HalfRestored { .. } => {
            Some("restore the backup again: `guild restore FILE`; or remove what is in the folder")
        }
        OpenError::NoLogKey { .. } | OpenError::OtherLogKey { .. } => Some(
            "take `log.key` from the data folder of the first node, or from a backup: `--log-key FILE`",
        ),
        OpenError::BadLogKey { .. } => Some(
            "the file holds one line, `PRIVATE+KEY+…`; move it away, and a log that has not begun makes its own",
        ),
        OpenError::Migration { .. } | OpenError::Store(_) => None,
    };
    let failure = because_of(Failure::could_not(error.to_string()), error);
    failure.hints(hint.map(str::to_owned))
}

/// Adds what an error was caused by.
pub(crate) fn because_of(failure: Failure, error: &(dyn Error + 'static)) -> Failure {
    match error.source() {
        Some(source) => failure.because(source),
        None => failure,
    }
}
