//! The key of the log: made when the log begins, and the same ever after.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use guild_skill::log::Edge;
use guild_skill::note::SigningKey;

use super::{Log, LogOptions};
use crate::error::{OpenError, StoreError};
use crate::store::Store;
use crate::store::log;

/// Opens the log with its key, begins one that is not there, and follows what the catalog holds already.
pub(crate) async fn open(
    options: &LogOptions,
    data: &Path,
    store: &Store,
) -> Result<Log, OpenError> {
    let path = options.path(data);
    let head = store.sorted(log::head(store.readers()).await)?;
    let key = match head {
        Some(head) => known(&path, &head.key)?,
        None => begin(options, &path, store).await?,
    };
    let log = Log::of(key);
    log.catch_up(store).await?;
    Ok(log)
}

/// Reads the key of a log that has begun.
pub(crate) fn known(path: &Path, wanted: &str) -> Result<SigningKey, OpenError> {
    let key = read(path)?.ok_or_else(|| OpenError::NoLogKey {
        path: path.to_owned(),
        wanted: wanted.to_owned(),
    })?;
    let found = key.verifier().to_string();
    match found == wanted {
        true => Ok(key),
        false => Err(OpenError::OtherLogKey {
            path: path.to_owned(),
            wanted: wanted.to_owned(),
            found,
        }),
    }
}

/// Begins the log. In the line of writers, so that of two nodes that start at once one begins it.
async fn begin(options: &LogOptions, path: &Path, store: &Store) -> Result<SigningKey, OpenError> {
    let mut transaction = store.begin().await?;
    store.sorted(log::hold(&mut transaction).await)?;
    if let Some(head) = store.sorted(log::head(&mut *transaction).await)? {
        return known(path, &head.key);
    }
    let key = match read(path)? {
        Some(key) => key,
        None => make(options, path)?,
    };
    let log = Log::of(key);
    let head = log.signed(&Edge::default(), 0);
    store.send(&mut transaction, log::put_head(&head)).await?;
    store.sorted(transaction.commit().await)?;
    Ok(log.key)
}

fn read(path: &Path) -> Result<Option<SigningKey>, OpenError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => {
            return Err(OpenError::NotWritable {
                path: path.to_owned(),
                source,
            });
        }
    };
    let key = SigningKey::parse(&text).map_err(|source| OpenError::BadLogKey {
        path: path.to_owned(),
        source,
    })?;
    Ok(Some(key))
}

/// Makes a key that only its owner can read.
fn make(options: &LogOptions, path: &Path) -> Result<SigningKey, OpenError> {
    let mut chance = [0; 40];
    getrandom::fill(&mut chance).map_err(|source| StoreError::Chance { source })?;
    let (seed, name) = chance.split_at(32);
    let mut bytes = [0; 32];
    bytes.copy_from_slice(seed);
    let origin = options.origin.clone().unwrap_or_else(|| {
        let digits: String = name.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("guild-log-{digits}")
    });
    let key = SigningKey::from_seed(&origin, bytes).map_err(|source| OpenError::BadLogKey {
        path: path.to_owned(),
        source,
    })?;
    write(path, &key.to_secret_text()).map_err(|source| OpenError::NotWritable {
        path: path.to_owned(),
        source,
    })?;
    Ok(key)
}

/// Keeps the text of a private key in a file that only its owner can read, and that is not there yet.
pub(crate) fn write(path: &Path, key: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    // Only the owner can read what tempfile makes.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    writeln!(file, "{}", key.trim_end())?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path).map_err(|error| error.error)?;
    if cfg!(unix) {
        // The name has to outlive a loss of power before the log begins with the key.
        fs::File::open(folder)?.sync_all()?;
    }
    Ok(())
}
