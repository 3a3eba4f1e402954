//! Facts about the specification's reference validator, each tried on it.

use crate::world::{SOUND, World, skill_md, spec_errors};
use guild_skill::check::Level;

const DESCRIPTION: &str = "description: Use when a page is missing.\n";

#[test]
fn what_the_validator_accepts_is_accepted() {
    let accepted = [
        skill_md(SOUND),
        skill_md(SOUND).replace('\n', "\r\n"),
        skill_md(&format!("# a comment\n{SOUND}license: # none\n")),
        skill_md("name: 'wiki-writer'\ndescription: >-\n  Use when\n  a page\n"),
        skill_md("name: \"wiki-writer\"\ndescription: |\n  Use when: a page\n"),
        skill_md("name: wiki-writer\ndescription: Use <b>when</b> a page\n  is missing\n"),
        skill_md(&format!("{SOUND}license:\n  a: b\n")),
        skill_md(&format!("{SOUND}compatibility: \"\"\n")),
        skill_md(&format!("{SOUND}metadata:\n  a:\n    b: 1\n")),
        skill_md(&format!("{SOUND}metadata: text\n")),
        skill_md(&format!("{SOUND}allowed-tools:\n  - Read\n")),
        format!("---\n{SOUND}---"),
        format!("---\n{SOUND}---\n{}", "A line.\n".repeat(2_000)),
        skill_md(&format!(
            "name: wiki-writer\ndescription: {}\n",
            "é".repeat(1_024)
        )),
        skill_md(&format!("{SOUND}compatibility: {}\n", "x".repeat(500))),
    ];
    for text in accepted {
        assert!(
            spec_errors(&text).is_empty(),
            "{:?} {text}",
            spec_errors(&text)
        );
    }
}

#[test]
fn what_the_validator_refuses_is_refused_by_name() {
    let invalid = "skill/front-matter-invalid";
    let refused = [
        (
            format!("\u{feff}{}", skill_md(SOUND)),
            "skill/front-matter-missing",
        ),
        (
            format!("\n{}", skill_md(SOUND)),
            "skill/front-matter-missing",
        ),
        (format!("---\n{SOUND}"), "skill/front-matter-unclosed"),
        ("---\n---\n".to_owned(), invalid),
        (
            skill_md("name: wiki-writer\ndescription: Use when: x\n"),
            invalid,
        ),
        (
            skill_md("name: wiki-writer\ndescription: \"a --- b\"\n"),
            invalid,
        ),
        (skill_md("name: wiki-writer\ndescription: a\tb\n"), invalid),
        (skill_md("name: wiki-writer\ndescription:\ta\n"), invalid),
        (skill_md("name: &a wiki-writer\ndescription: x\n"), invalid),
        (skill_md("name: wiki-writer\ndescription: *a\n"), invalid),
        (
            skill_md("name: !!str wiki-writer\ndescription: x\n"),
            invalid,
        ),
        (skill_md(&format!("{SOUND}name: wiki-writer\n")), invalid),
        (
            skill_md(&format!("{SOUND}metadata:\n  a: b\n  a: c\n")),
            invalid,
        ),
        (skill_md("- name\n- description\n"), invalid),
        (skill_md(&format!("{SOUND}license: a\u{0}b\n")), invalid),
        (
            skill_md(&format!("{SOUND}allowed-tools: [Read, Bash]\n")),
            "skill/bracketed-list",
        ),
        (
            skill_md(&format!("{SOUND}argument-hint: a page\n")),
            "skill/client-key",
        ),
        (
            skill_md(&format!("{SOUND}author: Mia\n")),
            "skill/unknown-key",
        ),
        (
            skill_md("description: a --- b\nname: wiki-writer\n"),
            "skill/name-missing",
        ),
        (skill_md("name: wiki-writer\n"), "skill/description-missing"),
        (
            skill_md("name: wiki-writer\ndescription: ' '\n"),
            "skill/description-missing",
        ),
        (
            skill_md("name: wiki-reader\ndescription: x\n"),
            "skill/name-not-folder",
        ),
        (
            skill_md(&format!(
                "name: wiki-writer\ndescription: {}\n",
                "é".repeat(1_025)
            )),
            "skill/description-length",
        ),
        (
            skill_md(&format!("{SOUND}compatibility: {}\n", "x".repeat(501))),
            "skill/compatibility-form",
        ),
        (
            skill_md(&format!("{SOUND}compatibility:\n  - x\n")),
            "skill/compatibility-form",
        ),
    ];
    for (text, rule) in refused {
        assert_eq!(spec_errors(&text), [rule], "{text}");
    }
}

#[test]
fn names_of_all_scripts_pass_the_specification_and_not_the_catalog() {
    for name in ["日本語", "naïve-café", "٣٤"] {
        let world = World::new();
        world.write(
            &format!("{name}/SKILL.md"),
            skill_md(&format!("name: {name}\n{DESCRIPTION}")),
        );
        assert!(world.errors(name, Level::Spec).is_empty(), "{name}");
        assert!(
            world
                .errors(name, Level::Listed)
                .contains(&"skill/name-not-ascii".to_owned()),
            "{name}"
        );
    }
    for name in ["12345", "true", "null"] {
        let world = World::new();
        world.write(
            &format!("{name}/SKILL.md"),
            skill_md(&format!("name: {name}\n{DESCRIPTION}")),
        );
        assert!(world.errors(name, Level::Spec).is_empty(), "{name}");
    }
}

#[test]
fn names_of_another_form_are_refused() {
    for name in [
        "Wiki",
        "wiki_writer",
        "-wiki",
        "wiki-",
        "wiki--writer",
        "wiki.writer",
        "wiki writer",
        "हिन्दी",
        "½",
    ] {
        let world = World::new();
        world.write(
            &format!("{name}/SKILL.md"),
            skill_md(&format!("name: {name}\n{DESCRIPTION}")),
        );
        assert_eq!(
            world.errors(name, Level::Spec),
            ["skill/name-form"],
            "{name}"
        );
    }
    let long = "x".repeat(65);
    let world = World::new();
    world.write(
        &format!("{long}/SKILL.md"),
        skill_md(&format!("name: {long}\n{DESCRIPTION}")),
    );
    assert_eq!(world.errors(&long, Level::Spec), ["skill/name-length"]);
}

#[test]
fn the_file_may_be_called_in_lower_case_for_the_specification_only() {
    let world = World::new();
    world.write("wiki-writer/skill.md", skill_md(SOUND));
    assert!(world.errors("wiki-writer", Level::Spec).is_empty());
    assert!(
        world
            .errors("wiki-writer", Level::Listed)
            .contains(&"skill/skill-md-lower-case".to_owned())
    );
    let other = World::new();
    other.write("wiki-writer/Skill.md", skill_md(SOUND));
    assert_eq!(
        other.errors("wiki-writer", Level::Spec),
        ["skill/skill-md-missing"]
    );
}
