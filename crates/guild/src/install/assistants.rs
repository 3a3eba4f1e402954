//! The assistants on this machine: which are there, and where their skills folders are.
//!
//! The table itself is [`guild_skill::assistants`], which the catalog's pages show too.

use std::path::{Path, PathBuf};

use guild_check::nearest::nearest;
use guild_skill::assistants::{Assistant, all, by_id};

use crate::environment::Environment;
use crate::failure::Failure;

/// Finds the assistants that are on the machine.
pub(crate) fn found(environment: &Environment, project: Option<&Path>) -> Vec<&'static Assistant> {
    let is_here = |assistant: &&Assistant| is_found(assistant, environment, project);
    all().iter().filter(is_here).collect()
}

/// Finds the assistants of some ids.
pub(crate) fn named(ids: &[String]) -> Result<Vec<&'static Assistant>, Failure> {
    ids.iter().map(|id| one_named(id)).collect()
}

/// Finds the assistant of an id.
pub(crate) fn one_named(id: &str) -> Result<&'static Assistant, Failure> {
    by_id(id).ok_or_else(|| unknown(id))
}

/// Gives an assistant's skills folder in a project.
pub(crate) fn project_folder(assistant: &Assistant, root: &Path) -> PathBuf {
    root.join(&assistant.project)
}

/// Gives an assistant's skills folder for all projects of a person; nothing when it reads none there.
pub(crate) fn user_folder(assistant: &Assistant, environment: &Environment) -> Option<PathBuf> {
    let path = assistant.user.as_deref()?;
    Some(under_home(assistant, environment, path))
}

fn unknown(id: &str) -> Failure {
    let ids: Vec<&str> = all()
        .iter()
        .map(|assistant| assistant.id.as_str())
        .collect();
    let failure = Failure::could_not(format!("no assistant is called `{id}`"));
    match nearest(id, &ids).as_slice() {
        [] => failure.hint(
            "`guild assistants` names those we know; `--skills-folder DIR` installs for any other",
        ),
        [near, ..] => failure.hint(format!("did you mean `--assistant {near}`?")),
    }
}

fn is_found(assistant: &Assistant, environment: &Environment, project: Option<&Path>) -> bool {
    let is_dir = |home: &String| under_home(assistant, environment, home).is_dir();
    if assistant.homes.iter().any(is_dir) {
        return true;
    }
    // A project folder of its own tells as much; a shared one, like `.agents`, does not tell whose it is.
    let own = assistant.project.split('/').next().unwrap_or_default();
    let is_own = assistant.homes.iter().any(|home| home == own);
    is_own && project.is_some_and(|root| root.join(own).is_dir())
}

/// Gives a path under the home folder, or where a variable of the assistant has moved its folder.
pub(crate) fn under_home(assistant: &Assistant, environment: &Environment, path: &str) -> PathBuf {
    if let Some(base) = &assistant.base
        && let Some(moved) = environment.folder(&base.variable)
        && let Ok(rest) = Path::new(path).strip_prefix(&base.folder)
    {
        return moved.join(rest);
    }
    environment.home.join(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assistant_is_found_by_its_own_folder_and_not_by_a_shared_one() {
        let home = tempfile::tempdir().unwrap();
        let environment = Environment::of_test(home.path(), home.path());
        let ids = |environment: &Environment, project| -> Vec<String> {
            let found = found(environment, project);
            found.into_iter().map(|one| one.id.clone()).collect()
        };
        std::fs::create_dir_all(home.path().join(".agents/skills")).unwrap();
        assert!(ids(&environment, None).is_empty());
        std::fs::create_dir(home.path().join(".codex")).unwrap();
        assert_eq!(ids(&environment, None), ["codex"]);
        let project = tempfile::tempdir().unwrap();
        std::fs::create_dir(project.path().join(".claude")).unwrap();
        assert_eq!(
            ids(&environment, Some(project.path())),
            ["claude-code", "codex"]
        );
    }

    #[test]
    fn a_variable_moves_the_folder() {
        let home = Path::new("/home/me");
        let plain = Environment::of_test(home, home);
        let moved = plain.clone().with("CLAUDE_CONFIG_DIR", "/else");
        let claude = by_id("claude-code").unwrap();
        let folder = |environment| user_folder(claude, environment).unwrap();
        assert_eq!(folder(&plain), Path::new("/home/me/.claude/skills"));
        assert_eq!(folder(&moved), Path::new("/else/skills"));
        let amp = by_id("amp").unwrap();
        let moved = plain.with("XDG_CONFIG_HOME", "/config");
        assert_eq!(
            user_folder(amp, &moved).unwrap(),
            Path::new("/config/agents/skills")
        );
    }

    #[test]
    fn a_mistyped_id_gets_the_nearest() {
        let failure = named(&["claudecode".to_owned()]).unwrap_err();
        assert_eq!(failure.hints, ["did you mean `--assistant claude-code`?"]);
        let failure = named(&["zzzzzz".to_owned()]).unwrap_err();
        assert!(failure.hints[0].contains("--skills-folder"), "{failure:?}");
    }
}
