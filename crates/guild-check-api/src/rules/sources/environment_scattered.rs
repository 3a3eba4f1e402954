//! The environment is read and checked in one place, once.

use guild_check::Findings;

use crate::sources::{SourceFile, Sources};

/// What files that read the environment for others are called.
const SETTINGS: [&str; 8] = [
    "env",
    "environment",
    "config",
    "configuration",
    "settings",
    "constants",
    "options",
    "secrets",
];

pub(super) fn check(sources: &Sources, findings: &mut Findings) {
    let reads = |file: &&SourceFile| !file.facts.variables.is_empty() && !is_tool(file);
    let readers: Vec<&SourceFile> = sources.files.iter().filter(reads).collect();
    let homes = sources.files.iter().filter(|file| is_home(file));
    match homes.min_by_key(|file| (!file.facts.has_settings, file.path.len())) {
        Some(home) => {
            for file in readers.into_iter().filter(|file| !is_home(file)) {
                outside(file, home, findings);
            }
        }
        None => nowhere(&readers, findings),
    }
}

fn outside(file: &SourceFile, home: &SourceFile, findings: &mut Findings) {
    let Some(variable) = file.facts.variables.first() else {
        return;
    };
    let more = match file.facts.variables.len() - 1 {
        0 => String::new(),
        more => format!(" (and {more} more in this file)"),
    };
    let name = variable.called();
    let message = format!("{name} is read outside the place that checks the environment{more}");
    let help = format!("read it in `{}`, and take it from there", home.path);
    let place = file.source.at(variable.span);
    findings.warning(place, message).help(help).guess();
}

/// What no place checks is one fault, however many files read the environment.
fn nowhere(readers: &[&SourceFile], findings: &mut Findings) {
    let [first, others @ ..] = readers else {
        return;
    };
    let Some(variable) = first.facts.variables.first() else {
        return;
    };
    if others.is_empty() && first.facts.has_refusal {
        return;
    }
    let more = match others {
        [] => String::new(),
        [other] => format!("; `{}` reads it too", other.path),
        [other, ..] => format!(
            "; {} more files read it too, such as `{}`",
            others.len(),
            other.path
        ),
    };
    let message = format!(
        "{} is read, and no place checks the environment{more}",
        variable.called()
    );
    let help = "read all variables in one module, once at the start, and stop with a clear message when one is missing or wrong";
    let place = first.source.at(variable.span);
    findings.warning(place, message).help(help).guess();
}

/// Tells whether a file is where the environment is checked: all of it goes through a check, or it reads it for the
/// others and can refuse.
fn is_home(file: &SourceFile) -> bool {
    let facts = &file.facts;
    let is_called_so = SETTINGS.contains(&stem(file).as_str());
    facts.has_settings
        || (is_called_so
            && !facts.variables.is_empty()
            && (facts.has_refusal || !facts.checks.is_empty()))
}

/// Tells whether a file belongs to a tool, which runs before there are settings.
fn is_tool(file: &SourceFile) -> bool {
    let name = file.path.rsplit('/').next().unwrap_or("");
    name.contains(".config.")
        || name.contains(".setup.")
        || name.starts_with("vitest.")
        || file.path.starts_with("scripts/")
}

fn stem(file: &SourceFile) -> String {
    let mut parts = file.path.rsplit('/');
    let name = parts.next().unwrap_or("");
    let stem = name.split('.').next().unwrap_or("");
    let stem = if stem == "index" {
        parts.next().unwrap_or("")
    } else {
        stem
    };
    stem.to_ascii_lowercase()
}
