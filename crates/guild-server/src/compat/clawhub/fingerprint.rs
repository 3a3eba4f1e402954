//! Which version a folder holds, by the fingerprint that the client takes of it.
//!
//! The fingerprint is the SHA-256 of a line `path:sha256` for each file, in the order in which JavaScript's
//! `localeCompare` puts the paths. That is the order of the Unicode collation (CLDR, root): first what letters they are,
//! then their accents, then their case. It is exact for ASCII and for letters that decompose into ASCII and accents; what
//! lies beyond stands in the order of its code points.

use axum::extract::State;
use guild_skill::{Digest, wire};
use serde_json::json;
use unicode_normalization::UnicodeNormalization as _;

use super::super::{Asked, version_of};
use super::release::{all_files, of_skill};
use super::{find_asked, find_of};
use crate::auth::MaybeCaller;
use crate::document::Document;
use crate::error::{ApiError, Code};
use crate::state::AppState;

/// How many of the newest releases are looked at.
const RELEASES: u32 = 50;

/// What stands before the digits and the letters, in its order.
const MARKS: &str = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

/// Finds the version whose files have a fingerprint.
pub(in crate::compat) async fn resolve(
    State(state): State<AppState>,
    MaybeCaller(caller): MaybeCaller,
    asked: Asked,
) -> Result<Document, ApiError> {
    // Where no owner was chosen, the client names the account that publishes.
    let owner = asked.text("ownerHandle");
    let is_self = caller.is_some_and(|caller| owner == Some(caller.name()));
    let found = match asked.text("slug") {
        Some(slug) if is_self => find_of(&state, slug, None).await,
        Some(_) | None => find_asked(&state, &asked).await,
    };
    let entry = found.map_err(|error| match error.code {
        // By these words the client knows that the skill is new.
        Code::SkillNotFound => ApiError {
            message: format!("Skill not found: {}", error.message),
            ..error
        },
        _ => error,
    })?;
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let hash = asked.text("hash").unwrap_or_default();
    if hash.len() != 64 || !hash.bytes().all(is_digit) {
        let message = "the query names no `hash`: it is 64 lower-case hex digits";
        return Err(ApiError::new(Code::MalformedQuery, message));
    }
    let mut found = None;
    for release in of_skill(&state, &entry.name, RELEASES).await? {
        let version = version_of(&entry.name, &release.version)?;
        let files = all_files(&state, &entry.name, &version).await?;
        if fingerprint(&files) == hash {
            found = Some(json!({ "version": release.version }));
            break;
        }
    }
    Document::json(&json!({
        "match": found,
        "latestVersion": { "version": entry.latest.version },
    }))
}

/// Takes the fingerprint of files. The client leaves out what is hidden, and so it is left out here.
fn fingerprint(files: &[wire::File]) -> String {
    let is_hidden = |path: &str| {
        path.split('/')
            .any(|part| part.starts_with('.') || part == "node_modules")
    };
    let mut files: Vec<(Keys, &wire::File)> = files
        .iter()
        .filter(|file| !is_hidden(&file.path))
        .map(|file| (keys(&file.path), file))
        .collect();
    files.sort_by(|(one, _), (other, _)| one.cmp(other));
    let lines = files.iter().map(|(_, file)| {
        let hex = file.digest.trim_start_matches("sha256:");
        format!("{}:{hex}", file.path)
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    Digest::of(text.as_bytes()).hex().to_owned()
}

/// What two paths are compared by, the first that differs deciding.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Keys {
    letters: Vec<u32>,
    accents: Vec<u32>,
    cases: Vec<bool>,
}

fn keys(path: &str) -> Keys {
    let mut keys = Keys {
        letters: Vec::new(),
        accents: Vec::new(),
        cases: Vec::new(),
    };
    for letter in path.nfd() {
        if is_accent(letter) {
            keys.accents.push(u32::from(letter));
            continue;
        }
        let small = letter.to_lowercase().next().unwrap_or(letter);
        keys.letters.push(weight(small));
        // Less than any accent: a letter without one stands before it.
        keys.accents.push(0);
        keys.cases.push(small != letter);
    }
    keys
}

fn is_accent(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}

/// Where a letter stands among all others.
fn weight(letter: char) -> u32 {
    const DIGITS: u32 = 100;
    if let Some(place) = MARKS.chars().position(|mark| mark == letter) {
        return u32::try_from(place).unwrap_or_default();
    }
    DIGITS + u32::from(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(mut paths: Vec<&str>) -> Vec<&str> {
        paths.sort_by_key(|path| keys(path));
        paths
    }

    #[test]
    fn paths_stand_in_the_order_of_javascript() {
        let order = "_x .y 10 9 a_b a-b a.b a/b ab é references scripts SKILL.md Z";
        let mut paths: Vec<&str> = order.split(' ').collect();
        paths.reverse();
        assert_eq!(sorted(paths).join(" "), order);
    }

    #[test]
    fn letters_count_before_accents_and_accents_before_case() {
        assert_eq!(sorted(vec!["éb", "ea", "eb"]), ["ea", "eb", "éb"]);
        assert_eq!(
            sorted(vec!["Ab", "aB", "ab", "É", "e", "é", "E"]),
            ["ab", "aB", "Ab", "e", "E", "é", "É"]
        );
    }
}
