//! Versions of releases: how they sort in the database, and which one comes next.

use std::fmt::Write as _;

use semver::{Prerelease, Version};

/// The version of the first release of a skill whose author gives none.
const FIRST: Version = Version::new(0, 1, 0);

/// Writes a version so that texts sort by their bytes as versions do. Build metadata does not count.
pub(crate) fn sort_key(version: &Version) -> String {
    let mut key = format!(
        "{:020}.{:020}.{:020}",
        version.major, version.minor, version.patch
    );
    if version.pre.is_empty() {
        // After every pre-release of the same numbers.
        key.push('~');
        return key;
    }
    for identifier in version.pre.split('.') {
        // A space sorts before every character of an identifier, and numbers before words.
        let _ = match identifier.parse::<u64>() {
            Ok(number) => write!(key, " 0{number:020}"),
            Err(_) => write!(key, " 1{identifier}"),
        };
    }
    key
}

/// Gives the patch after the newest version. A pre-release is followed by its release.
pub(crate) fn next_patch(newest: Option<&Version>) -> Version {
    let Some(newest) = newest else { return FIRST };
    let mut next = Version::new(newest.major, newest.minor, newest.patch);
    if newest.pre.is_empty() {
        // Nobody counts to 2^64; whoever writes that number gets it again, and is told that it is taken.
        next.patch = newest.patch.saturating_add(1);
    }
    next
}

/// Tells whether `new` is to stand for the skill instead of `newest`: the highest release, and a pre-release only
/// where there is nothing else.
pub(crate) fn supersedes(new: &Version, newest: Option<&Version>) -> bool {
    let Some(newest) = newest else { return true };
    let is_stable = |version: &Version| version.pre == Prerelease::EMPTY;
    (is_stable(new), sort_key(new)) > (is_stable(newest), sort_key(newest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> Version {
        Version::parse(text).unwrap()
    }

    #[test]
    fn keys_sort_as_versions_do() {
        let sorted = [
            "0.0.9",
            "0.1.0",
            "0.9.0",
            "0.10.0",
            "1.0.0-1",
            "1.0.0-2",
            "1.0.0-11",
            "1.0.0-a",
            "1.0.0-a.1",
            "1.0.0-a.b",
            "1.0.0-ab",
            "1.0.0-b",
            "1.0.0",
            "1.0.1",
            "2.0.0",
            "18446744073709551615.0.0",
        ];
        let keys: Vec<String> = sorted.iter().map(|text| sort_key(&version(text))).collect();
        assert!(keys.is_sorted());
        let versions: Vec<Version> = sorted.iter().map(|text| version(text)).collect();
        assert!(versions.is_sorted());
    }

    #[test]
    fn the_next_patch_follows_the_newest() {
        assert_eq!(next_patch(None), version("0.1.0"));
        assert_eq!(next_patch(Some(&version("1.2.3"))), version("1.2.4"));
        assert_eq!(next_patch(Some(&version("1.2.3-rc.1"))), version("1.2.3"));
    }

    #[test]
    fn a_pre_release_does_not_stand_before_a_release() {
        assert!(supersedes(&version("1.0.1"), Some(&version("1.0.0"))));
        assert!(!supersedes(&version("2.0.0-rc.1"), Some(&version("1.0.0"))));
        assert!(supersedes(&version("1.0.0"), Some(&version("2.0.0-rc.1"))));
        assert!(!supersedes(&version("0.9.9"), Some(&version("1.0.0"))));
    }
}
