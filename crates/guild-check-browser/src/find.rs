//! Finding Chromium on this machine.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The environment variable that names the program.
pub const VARIABLE: &str = "GUILD_CHROMIUM";

/// The names that distributions and makers give it, the plain one first.
const NAMES: [&str; 9] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "chrome-headless-shell",
    "microsoft-edge",
    "microsoft-edge-stable",
    "brave-browser",
];

/// Where it lies when no folder of `PATH` has it.
const PLACES: [&str; 7] = [
    "/usr/lib/chromium/chromium",
    "/usr/lib64/chromium-browser/chromium-browser",
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

/// Why there is no browser to start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFound {
    /// The variable names a file that is not there.
    #[error("`{VARIABLE}` names `{}`, which is no file", .0.display())]
    Named(PathBuf),
    /// No usual name and no usual place has one.
    #[error("no Chromium was found on this machine")]
    Anywhere,
}

/// Finds the program: the one that `named` says (the value of [`VARIABLE`]), the usual names in the folders of `path`
/// (the value of `PATH`), the usual places.
pub fn find(named: Option<&Path>, path: Option<OsString>) -> Result<PathBuf, NotFound> {
    if let Some(named) = named.filter(|named| !named.as_os_str().is_empty()) {
        return match named.is_file() {
            true => Ok(named.to_owned()),
            false => Err(NotFound::Named(named.to_owned())),
        };
    }
    let folders: Vec<PathBuf> = std::env::split_paths(&path.unwrap_or_default()).collect();
    let named = NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    named
        .chain(PLACES.iter().map(PathBuf::from))
        .find(|program| program.is_file())
        .ok_or(NotFound::Anywhere)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_named_is_taken_and_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("my-browser");
        assert_eq!(
            find(Some(&program), None),
            Err(NotFound::Named(program.clone()))
        );
        std::fs::write(&program, "").unwrap();
        assert_eq!(find(Some(&program), None), Ok(program));
    }

    #[test]
    fn the_plain_name_comes_before_others_in_whatever_folder() {
        let [first, second] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        std::fs::write(first.path().join("google-chrome"), "").unwrap();
        std::fs::write(second.path().join("chromium"), "").unwrap();
        let path = std::env::join_paths([first.path(), second.path()]).unwrap();
        let found = find(Some(Path::new("")), Some(path));
        assert_eq!(found, Ok(second.path().join("chromium")));
    }
}
