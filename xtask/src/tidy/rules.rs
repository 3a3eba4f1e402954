//! A rule is a pair of files and one word in a list: no half of it without the others.

use std::path::Path;

use super::Complaints;
use crate::workspace;

const HEADINGS: &[&str] = &["## What it finds", "## Why", "## Instead", "## Examples"];

/// What a file must hold to be a rule; the others are what several rules share.
const RULE: &str = "pub(super) fn check(";

/// Complains of rules without a page, pages without a rule, rules that no list holds, and pages without their headings.
pub(super) fn check(root: &Path) -> Result<Complaints, String> {
    let mut complaints = Vec::new();
    for path in workspace::files(&root.join("crates"), &[".rs", ".md"]) {
        let short = workspace::short(&path);
        if !short.contains("/src/rules/") {
            continue;
        }
        if short.ends_with(".md") {
            complaints.extend(page_complaints(&path, &short)?);
        } else if path.with_extension("md").is_file() || workspace::read(&path)?.contains(RULE) {
            complaints.extend(rule_complaints(&path, &short)?);
        }
    }
    Ok(complaints)
}

fn page_complaints(path: &Path, short: &str) -> Result<Complaints, String> {
    let mut complaints = Vec::new();
    if !path.with_extension("rs").is_file() {
        complaints.push(format!("{short}: a page without its rule"));
    }
    let text = workspace::read(path)?;
    for heading in HEADINGS {
        if !text.lines().any(|line| line == *heading) {
            complaints.push(format!("{short}: the page lacks `{heading}`"));
        }
    }
    Ok(complaints)
}

fn rule_complaints(path: &Path, short: &str) -> Result<Complaints, String> {
    if !path.with_extension("md").is_file() {
        return Ok(vec![format!("{short}: a rule without its page")]);
    }
    let folder = path.parent().unwrap_or(path);
    let lists = [folder.with_extension("rs"), folder.join("mod.rs")];
    let word = path.file_stem().unwrap_or_default().to_string_lossy();
    for list in lists.iter().filter(|list| list.is_file()) {
        let text = workspace::read(list)?;
        let is_listed = text
            .lines()
            .any(|line| line.trim().trim_end_matches(',') == word);
        if is_listed {
            return Ok(Vec::new());
        }
    }
    Ok(vec![format!("{short}: no `rules!` list holds `{word}`")])
}
