//! Holding a rule against its page: each example is set into the smallest sound skill.
//!
//! The place after `bad` or `good` says where an example belongs: a file (`SKILL.md`, `scripts/run.sh`), a part of one
//! (`SKILL.md#front-matter`, `SKILL.md#body`, `PAGE.md#when-to-use`), and after it `instead of PAGE.md` to take a file
//! away, `executable`, or `at spec` for the lower level. `\u{200b}` in an example is that character; a block of the
//! language `hex` gives bytes.

use std::collections::BTreeMap;
use std::sync::Arc;

use guild_check::markdown::heading_key;
use guild_check::rule::Rule;
use guild_check::spec::Example;
use guild_check::{Finding, Findings};

use crate::ArchiveLimits;
use crate::archive::Opened;
use crate::matching::{Candidate, Ranking};
use crate::skill::{File, KnownSkills, Level, Parts, Skill};

const SKILL_MD: &str = "---
name: wiki-writer
description: Use when a decision should be written down for others, or when the user says \"write it down\".
---

# Wiki Writer

Ask who decided, then write one page.
";

const PAGE_MD: &str = "---
pack: Developer pack
---

# Wiki Writer

Writes decisions down as wiki pages.

## What it does

Asks who decided, then writes one page.

## When to use

- A decision was made.

## When not to use

- The decision is still open.

## Example prompts

- Write it down: we stay on PostgreSQL.
- Write down what we decided today.

## Recent changes

- Nov 20, 2026: New skill.
";

/// Proves a rule by the examples on its page.
pub(crate) fn prove(rule: &Rule<Skill>) {
    guild_check::spec::prove(rule.name, rule.page, |example| {
        let mut findings = Findings::new();
        guild_check::rule::run(std::slice::from_ref(rule), &subject(example), &mut findings);
        findings.into_sorted()
    });
}

/// Proves a rule on archives: each example is a whole file.
pub(crate) fn prove_archive(rule: &Rule<Opened>) {
    guild_check::spec::prove(rule.name, rule.page, |example| {
        let path = example.place.clone();
        let opened = Opened::of(path, &bytes(example), &ArchiveLimits::STANDARD);
        let mut findings = Findings::new();
        guild_check::rule::run(std::slice::from_ref(rule), &opened, &mut findings);
        findings.into_sorted()
    });
}

fn subject(example: &Example) -> Skill {
    let mut words = example.place.split_whitespace();
    let target = words.next().unwrap_or("SKILL.md");
    let (path, part) = target.split_once('#').unwrap_or((target, ""));
    let options: Vec<&str> = words.collect();
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    files.insert("SKILL.md".to_owned(), SKILL_MD.into());
    files.insert("PAGE.md".to_owned(), PAGE_MD.into());
    if let Some(index) = options.iter().position(|word| *word == "of") {
        files.remove(options[index + 1]);
    }
    let content = bytes(example);
    let whole = match part {
        "" => content,
        _ => {
            let text = String::from_utf8(files[path].clone()).unwrap();
            let new = String::from_utf8(content).unwrap();
            replace_part(&text, part, &new).into_bytes()
        }
    };
    files.insert(path.to_owned(), whole);
    let level = if options.contains(&"spec") {
        Level::Spec
    } else {
        Level::Listed
    };
    skill(
        files,
        level,
        options.contains(&"executable").then_some(path),
    )
}

fn skill(files: BTreeMap<String, Vec<u8>>, level: Level, executable: Option<&str>) -> Skill {
    let files = files.into_iter().map(|(path, bytes)| {
        let mut file = File::new(path.clone(), path, bytes);
        file.is_executable = executable == Some(file.path.as_str());
        file
    });
    let known = Arc::new(["wiki-writer", "adr-writer"].map(str::to_owned).into());
    let mut skill = Skill::of_files(Parts {
        folder_name: "wiki-writer".to_owned(),
        path: "wiki-writer".to_owned(),
        level,
        files: files.collect(),
        known_skills: KnownSkills::from(known),
    });
    let candidate = |name: &str, description: &str| Candidate {
        name: name.to_owned(),
        title: String::new(),
        description: description.to_owned(),
    };
    let own = "Use when a decision should be written down for others, or when the user says \"write it down\".";
    let other = "Use when the user says \"write an ADR\" or \"record why\".";
    let both = vec![
        candidate("wiki-writer", own),
        candidate("adr-writer", other),
    ];
    skill.beside = Some(Arc::new(Ranking::of(both)));
    skill
}

fn bytes(example: &Example) -> Vec<u8> {
    if example.language == "hex" {
        let digits = example.content.split_whitespace();
        return digits
            .map(|byte| u8::from_str_radix(byte, 16).unwrap())
            .collect();
    }
    unescape(&example.content).into_bytes()
}

fn unescape(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let mut whole = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (digits, rest) = part.split_once('}').unwrap();
        let code = u32::from_str_radix(digits, 16).unwrap();
        whole.push(char::from_u32(code).unwrap());
        whole.push_str(rest);
    }
    whole
}

/// Puts a part in the place of the front matter, the body, or the section of a heading.
fn replace_part(text: &str, part: &str, new: &str) -> String {
    let (front_matter, body) = text[4..].split_once("---\n").unwrap();
    match part {
        "front-matter" => format!("---\n{new}---\n{body}"),
        "body" => format!("---\n{front_matter}---\n\n{new}"),
        _ => {
            let name = part.replace('-', " ");
            let is_it = |line: &&str| line.starts_with("## ") && heading_key(&line[3..]) == name;
            let heading = text.lines().find(is_it).unwrap();
            let start = text.find(heading).unwrap();
            let after = start + heading.len();
            let end = text[after..]
                .find("\n## ")
                .map_or(text.len(), |end| after + end + 1);
            let gap = if end < text.len() { "\n" } else { "" };
            format!("{}{new}{gap}{}", &text[..start], &text[end..])
        }
    }
}

#[test]
fn the_skill_that_examples_are_set_into_is_sound() {
    let example = Example {
        is_bad: false,
        language: "markdown".to_owned(),
        place: "SKILL.md".to_owned(),
        content: SKILL_MD.to_owned(),
        line: 1,
    };
    let findings: Vec<Finding> = crate::check::judge(&subject(&example));
    assert!(findings.is_empty(), "{findings:#?}");
}
