//! The Install text of a record: how a person installs the skill by hand (SPEC.md 1 and 2.1).

use crate::SkillName;
use crate::wire;

/// What stands in a shell block for the assistant's skills folder.
pub const SKILLS_FOLDER: &str = "{skills_folder}";

/// Makes the Install text of a skill. The shell block holds [`SKILLS_FOLDER`], which [`shell_for`] fills.
pub fn install(name: &SkillName) -> wire::Install {
    wire::Install {
        sentence: format!(
            "Download `{name}.zip`, create the skills folder if it does not exist, and unzip the archive into it."
        ),
        shell: format!("mkdir -p {SKILLS_FOLDER}\nunzip {name}.zip -d {SKILLS_FOLDER}"),
        note: format!("Restart the assistant session. The skill `{name}` is then available."),
        archive_path: format!("/skills/{name}/{name}.zip"),
    }
}

/// Fills the skills folder into a shell block, quoted where the shell needs it.
///
/// A leading `~` is left for the shell to expand.
pub fn shell_for(shell: &str, skills_folder: &str) -> String {
    shell.replace(SKILLS_FOLDER, &quoted(skills_folder))
}

fn quoted(folder: &str) -> String {
    match folder.strip_prefix('~') {
        Some("") => folder.to_owned(),
        Some(rest) if rest.starts_with('/') => {
            let within = rest.trim_start_matches('/');
            if within.is_empty() {
                return folder.to_owned();
            }
            format!("~/{}", quoted_path(within))
        }
        // A folder that starts like an option would be taken for one.
        _ if folder.starts_with('-') => quoted_path(&format!("./{folder}")),
        _ => quoted_path(folder),
    }
}

/// Puts single quotes around a text that a POSIX shell would not take as one plain word.
fn quoted_path(text: &str) -> String {
    let is_plain = |character: char| {
        character.is_ascii_alphanumeric()
            || matches!(character, '/' | '.' | '_' | '-' | '+' | '@' | ',' | ':')
    };
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(folder: &str) -> String {
        let name = SkillName::parse("adr-writer").unwrap();
        shell_for(&install(&name).shell, folder)
    }

    #[test]
    fn the_shell_block_creates_the_folder_and_unzips_into_it() {
        assert_eq!(
            filled("~/.claude/skills"),
            "mkdir -p ~/.claude/skills\nunzip adr-writer.zip -d ~/.claude/skills"
        );
    }

    #[test]
    fn a_folder_is_quoted_only_where_the_shell_needs_it() {
        let folder = |folder: &str| {
            let filled = filled(folder);
            let line = filled.lines().next().unwrap();
            line.strip_prefix("mkdir -p ").unwrap().to_owned()
        };
        assert_eq!(folder(".agents/skills"), ".agents/skills");
        assert_eq!(folder("~/my skills"), "~/'my skills'");
        assert_eq!(folder("/a b/it's"), r"'/a b/it'\''s'");
        assert_eq!(folder("$(rm -rf x)"), "'$(rm -rf x)'");
        assert_eq!(folder("-rf"), "./-rf");
        assert_eq!(folder("~root/x"), "'~root/x'");
        assert_eq!(folder(""), "''");
    }
}
