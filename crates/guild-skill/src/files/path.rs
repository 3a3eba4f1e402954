//! Paths of files in a skill's folder, safe to write on every system.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;

use super::names::{SETTINGS, VERSION_CONTROL, fold, is_device, is_hidden, shown};
use crate::archive::ArchiveLimits;

/// The longest part of a path between two `/`, in bytes of UTF-8.
pub const COMPONENT_BYTES: usize = 255;
/// The longest path, in bytes of UTF-8.
pub const PATH_BYTES: usize = 1024;
/// The deepest path, in parts, the file's own name included.
pub const PATH_LEVELS: usize = 16;

/// The path of a file in a skill's folder: relative, `/` between its parts, in Unicode form NFC.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FilePath(String);

/// Why a text is not the path of a file in a skill.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// There is nothing.
    #[error("the name is empty")]
    Empty,
    /// It starts at the root of a disk.
    #[error("the path starts with `/`, so it would leave the skill's folder")]
    Absolute,
    /// It starts with a drive letter.
    #[error("the path starts with a drive letter, so it would leave the skill's folder")]
    Drive,
    /// It climbs.
    #[error("the path holds a `..`, so it could leave the skill's folder")]
    Parent,
    /// It holds a part that says nothing.
    #[error("the path holds a `.` part, so one file would have two paths")]
    Dot,
    /// Two separators in a row, or one at the end.
    #[error("the path holds an empty part")]
    EmptyPart,
    /// A separator on Windows, a letter elsewhere.
    #[error("the path holds a backslash, which some systems read as `/`")]
    Backslash,
    /// NUL, line feed, escape and their like.
    #[error("the path holds the control character U+{:04X}", u32::from(*character))]
    Control {
        /// The first one.
        character: char,
    },
    /// A character that is not seen or that turns the direction of the text.
    #[error("the path holds the hidden character U+{:04X}", u32::from(*character))]
    Hidden {
        /// The first one.
        character: char,
    },
    /// A part over [`COMPONENT_BYTES`].
    #[error("a part of the path has {bytes} bytes, more than {COMPONENT_BYTES}")]
    LongPart {
        /// How many it has.
        bytes: usize,
    },
    /// The whole is over the limit.
    #[error("the path has {bytes} bytes, more than {limit}")]
    LongPath {
        /// How many it has.
        bytes: usize,
        /// How many it may have.
        limit: usize,
    },
    /// Too many parts.
    #[error("the path has {levels} levels, more than {limit}")]
    Deep {
        /// How many it has.
        levels: usize,
        /// How many it may have.
        limit: usize,
    },
    /// A name that Windows keeps for a device, whatever the extension.
    #[error("`{part}` is the name of a device on Windows")]
    Device {
        /// The part.
        part: String,
    },
    /// Windows drops the last character.
    #[error("`{part}` ends in a dot or a space, which Windows drops")]
    Trailing {
        /// The part.
        part: String,
    },
    /// A character that Windows does not allow in a name.
    #[error("the path holds `{character}`, which Windows does not allow in a name")]
    WindowsCharacter {
        /// The first one.
        character: char,
    },
    /// A version control folder, whose hooks would be run.
    #[error("`{part}` belongs to version control, where a file can be run without being asked for")]
    VersionControl {
        /// The part.
        part: String,
    },
    /// The settings of an assistant or an editor at the top of the folder.
    #[error("`{part}` holds settings of an assistant or an editor, which a skill must not bring")]
    Settings {
        /// The part.
        part: String,
    },
}

/// How long and how deep a path may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) path_bytes: usize,
    pub(crate) levels: usize,
}

impl Bounds {
    /// Takes the bounds from the limits.
    pub(crate) fn of(limits: &ArchiveLimits) -> Self {
        Self {
            path_bytes: limits.path_bytes.min(PATH_BYTES),
            levels: limits.path_depth.min(PATH_LEVELS),
        }
    }

    /// For a name whose skill folder is not known yet; it is checked again without the folder around it.
    pub(crate) const NONE: Self = Self {
        path_bytes: usize::MAX,
        levels: usize::MAX,
    };
}

const WIDEST: Bounds = Bounds {
    path_bytes: PATH_BYTES,
    levels: PATH_LEVELS,
};

impl FilePath {
    /// Reads a path, bringing it into Unicode form NFC.
    ///
    /// # Errors
    /// Says which part or character makes it unsafe.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        let path = safe_text(text, WIDEST)?;
        let top = path.split('/').next().unwrap_or("");
        if SETTINGS.contains(&fold(top).as_str()) {
            return Err(PathError::Settings {
                part: top.to_owned(),
            });
        }
        Ok(Self(path))
    }

    /// Gives the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Goes through the parts, from the outermost folder to the file's own name.
    pub fn parts(&self) -> std::str::Split<'_, char> {
        self.0.split('/')
    }

    /// Holds the path against bounds that may be narrower than the ones it was read under.
    pub(crate) fn check_bounds(&self, bounds: &Bounds) -> Result<(), PathError> {
        check_size(&self.0, *bounds)
    }
}

impl fmt::Display for FilePath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl AsRef<str> for FilePath {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl FromStr for FilePath {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        Self::parse(text)
    }
}

impl TryFrom<String> for FilePath {
    type Error = PathError;

    fn try_from(text: String) -> Result<Self, PathError> {
        Self::parse(&text)
    }
}

impl From<FilePath> for String {
    fn from(path: FilePath) -> Self {
        path.0
    }
}

/// Brings a path into NFC and checks everything but what may stand at the top of a skill's folder.
pub(crate) fn safe_text(text: &str, bounds: Bounds) -> Result<String, PathError> {
    if text.is_empty() {
        return Err(PathError::Empty);
    }
    // Normalising costs time and memory, and it shrinks no text to less than a third.
    if text.len() / 4 > bounds.path_bytes {
        return Err(PathError::LongPath {
            bytes: text.len(),
            limit: bounds.path_bytes,
        });
    }
    let path: String = if text.is_ascii() {
        text.to_owned()
    } else {
        text.nfc().collect()
    };
    check_characters(&path)?;
    check_roots(&path)?;
    check_size(&path, bounds)?;
    path.split('/').try_for_each(check_part)?;
    Ok(path)
}

fn check_characters(path: &str) -> Result<(), PathError> {
    for character in path.chars() {
        match character {
            _ if character.is_control() => return Err(PathError::Control { character }),
            _ if is_hidden(character) => return Err(PathError::Hidden { character }),
            '\\' => return Err(PathError::Backslash),
            _ => {}
        }
    }
    Ok(())
}

fn check_roots(path: &str) -> Result<(), PathError> {
    if path.starts_with('/') {
        return Err(PathError::Absolute);
    }
    match path.as_bytes() {
        [letter, b':', ..] if letter.is_ascii_alphabetic() => Err(PathError::Drive),
        _ => Ok(()),
    }
}

fn check_size(path: &str, bounds: Bounds) -> Result<(), PathError> {
    if path.len() > bounds.path_bytes {
        return Err(PathError::LongPath {
            bytes: path.len(),
            limit: bounds.path_bytes,
        });
    }
    let levels = path.split('/').count();
    if levels > bounds.levels {
        return Err(PathError::Deep {
            levels,
            limit: bounds.levels,
        });
    }
    Ok(())
}

fn check_part(part: &str) -> Result<(), PathError> {
    match part {
        "" => return Err(PathError::EmptyPart),
        "." => return Err(PathError::Dot),
        ".." => return Err(PathError::Parent),
        _ if part.len() > COMPONENT_BYTES => {
            return Err(PathError::LongPart { bytes: part.len() });
        }
        _ => {}
    }
    let is_barred = |character: &char| matches!(character, '<' | '>' | ':' | '"' | '|' | '?' | '*');
    if let Some(character) = part.chars().find(is_barred) {
        return Err(PathError::WindowsCharacter { character });
    }
    let folded = fold(part);
    let part = shown(part);
    // Before the trailing dot: `.git.` is `.git` on Windows, and that is the graver reason.
    if VERSION_CONTROL.contains(&folded.trim_end_matches(['.', ' '])) {
        return Err(PathError::VersionControl { part });
    }
    if folded.ends_with(['.', ' ']) {
        return Err(PathError::Trailing { part });
    }
    if is_device(&folded) {
        return Err(PathError::Device { part });
    }
    Ok(())
}
