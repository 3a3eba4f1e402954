//! Flags and variables that the guide and the files for deploying name: each must be one that guild knows.

use std::path::Path;

use super::Complaints;
use crate::workspace;

/// The files that tell how guild is run.
const FOLDERS: [&str; 2] = ["docs/deploy", "docs/guide"];

/// Complains of flags of `guild` and of variables that `docs/cli.md` does not name.
pub(super) fn check(root: &Path) -> Result<Complaints, String> {
    let known =
        std::fs::read_to_string(root.join("docs/cli.md")).map_err(|error| error.to_string())?;
    let mut complaints = Complaints::new();
    for folder in FOLDERS {
        let files = workspace::files(
            &root.join(folder),
            &["Containerfile", ".service", ".yaml", ".md"],
        );
        for path in files {
            let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
            let short = workspace::short(&path);
            for word in unknown(&text, &known) {
                complaints.push(format!(
                    "{short} names `{word}`, which docs/cli.md does not"
                ));
            }
        }
    }
    Ok(complaints)
}

fn unknown<'t>(text: &'t str, known: &str) -> Vec<&'t str> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    let mut unknown = Vec::new();
    for line in text.lines() {
        let words = line.split(|letter: char| !is_part(letter));
        let is_ours = COMMANDS.iter().any(|command| line.contains(command));
        for word in words {
            let is_flag = is_ours && word.starts_with("--") && word.len() > 2;
            let is_variable = word.starts_with("GUILD_") && !word.starts_with("GUILD_TEST_");
            if (is_flag || is_variable) && !known.contains(word) {
                unknown.push(word);
            }
        }
    }
    unknown
}

/// The commands of whoever runs a catalog.
const COMMANDS: [&str; 5] = [
    "guild serve",
    "guild migrate",
    "guild backup",
    "guild restore",
    "guild fsck",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_guild_does_not_know_is_found() {
        let known = "--data <DIR> [env: GUILD_DATA=]";
        let text = "guild serve --data a --date b\nuseradd --system\nENV GUILD_DATA=a GUILD_DATE=b";
        assert_eq!(unknown(text, known), ["--date", "GUILD_DATE"]);
    }
}
