//! The key with which this person signs what they publish.
//!
//! It stands in `signing.key` beside the settings, which nobody else may read. There is no passphrase: a publish that
//! asks is one that no job and no assistant can make, and a key that is found signs nothing without a token, which has
//! the same place. Who wants it locked away keeps it in a manager of secrets and gives it in `GUILD_SIGNING_KEY`.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use guild_skill::note::SigningKey;

use crate::environment::Environment;
use crate::failure::Failure;
use crate::plain_file;

/// The variable that holds a private key for this command.
pub(crate) const VARIABLE: &str = "GUILD_SIGNING_KEY";

/// Reads the key; none where there is none.
pub(crate) fn read(environment: &Environment) -> Result<Option<SigningKey>, Failure> {
    if let Some(text) = environment.variable(VARIABLE) {
        let key = SigningKey::parse(text.trim());
        return key.map(Some).map_err(|error| {
            Failure::could_not(format!("`{VARIABLE}` holds no private key"))
                .because(&error)
                .hint("it is the line in signing.key, which starts with `PRIVATE+KEY+`")
        });
    }
    read_file(&path(environment))
}

/// Reads the key of a file; none where there is no file.
pub(crate) fn read_file(path: &Path) -> Result<Option<SigningKey>, Failure> {
    let unreadable = || Failure::could_not(format!("could not read the key in {}", path.display()));
    let text = match plain_file::read_text(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable().because(&error)),
    };
    if is_open_to_others(path) {
        let message = format!(
            "others on this machine can read the key in {}",
            path.display()
        );
        return Err(Failure::refused(message)
            .cause("whoever has it can sign in your name")
            .hint(format!(
                "`chmod 600 '{}'`, if nobody has read it",
                path.display()
            ))
            .hint("`guild key revoke ID` takes it back, and `guild key new` makes another one"));
    }
    SigningKey::parse(&text).map(Some).map_err(|error| {
        unreadable()
            .because(&error)
            .hint("take it from a backup, or move it away and make another one: `guild key new`")
    })
}

/// Makes a key, and keeps it where none is yet.
pub(crate) fn make(environment: &Environment, name: &str) -> Result<SigningKey, Failure> {
    let path = path(environment);
    if path.exists() {
        return Err(
            Failure::refused(format!("there is a key in {} already", path.display()))
                .cause("what you published with it is known by it")
                .hint("`guild key show` shows it")
                .hint("`guild key rotate` makes another one, which it announces")
                .hint(format!(
                    "if it was stolen: revoke it, and `mv '{0}' '{0}.old'`",
                    path.display()
                )),
        );
    }
    keep_new(&path, name)
}

/// Gives the key that is to follow the one that is there. It is made once: a rotation that was cut off goes on with it.
pub(crate) fn next(environment: &Environment, name: &str) -> Result<SigningKey, Failure> {
    let path = beside(environment, "next");
    match read_file(&path)? {
        Some(key) => Ok(key),
        None => keep_new(&path, name),
    }
}

/// Puts the key that follows in the place of the old one, and tells where that is kept.
pub(crate) fn replace(environment: &Environment, old: &SigningKey) -> Result<PathBuf, Failure> {
    let kept = beside(environment, &old.verifier().id_text());
    let done = match kept.exists() {
        true => Ok(()),
        // Before the new one stands in its place, so that no key is ever lost.
        false => write(&kept, &old.to_secret_text()),
    };
    let (next, path) = (beside(environment, "next"), path(environment));
    done.and_then(|()| fs::rename(&next, &path))
        .map_err(|error| {
            let message = format!("could not put the new key into {}", path.display());
            Failure::could_not(message)
                .because(&error)
                .hint("it is registered; `guild key rotate` again goes on with it")
        })?;
    Ok(kept)
}

fn keep_new(path: &Path, name: &str) -> Result<SigningKey, Failure> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)
        .map_err(|error| Failure::could_not("the system gives no random bytes").because(&error))?;
    let key = SigningKey::from_seed(name, seed).map_err(|error| {
        Failure::could_not(format!("`{name}` is no name for a key"))
            .because(&error)
            .hint("name it with `--name`, such as your account's name")
    })?;
    write(path, &key.to_secret_text()).map_err(|error| {
        Failure::could_not(format!("could not write {}", path.display())).because(&error)
    })?;
    Ok(key)
}

/// Tells where the key is kept.
pub(crate) fn path(environment: &Environment) -> PathBuf {
    environment.config_folder().join("signing.key")
}

fn beside(environment: &Environment, ending: &str) -> PathBuf {
    path(environment).with_extension(format!("key.{ending}"))
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    // Only its owner can read what tempfile makes.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    writeln!(file, "{text}")?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(unix)]
fn is_open_to_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open_to_others(_: &Path) -> bool {
    false
}
