//! A skill's contract is judged with the skill.

use guild_skill::check::Level;

use crate::world::{SOUND, World, skill_md};

const CONTRACT: &str =
    "version = 1\nname = \"wiki\"\ntemplate = \"template.md\"\n\n[[section]]\nname = \"Facts\"\n";

fn rules(contract: &str, template: &str) -> Vec<String> {
    let world = World::new();
    world
        .write("wiki-writer/SKILL.md", skill_md(SOUND))
        .write("wiki-writer/contract.toml", contract)
        .write("wiki-writer/template.md", template);
    let mut rules = world.errors("wiki-writer", Level::Listed);
    rules.retain(|rule| rule.starts_with("contract/"));
    rules
}

#[test]
fn a_contract_that_its_template_satisfies_is_sound() {
    assert_eq!(
        rules(CONTRACT, "# Title\n\n## Facts\n\n<What is known.>\n"),
        [""; 0]
    );
}

#[test]
fn what_is_wrong_with_a_contract_is_found() {
    assert_eq!(rules(CONTRACT, "# Title\n"), ["contract/template-broken"]);
    let misspelt = CONTRACT.replace("template.md", "templat.md");
    assert_eq!(rules(&misspelt, ""), ["contract/file-missing"]);
    let unknown = format!("{CONTRACT}sentence = 1\n");
    assert_eq!(
        rules(&unknown, "# T\n\n## Facts\n\nOne.\n"),
        ["contract/unknown-key"]
    );
}

#[test]
fn a_page_is_held_against_the_contract_of_the_record() {
    let sound = "---\npack: Developer pack\n---\n\n# Wiki Writer\n\nWrites pages.\n\n## What it does\n\nAsks, then writes.\n\n## When to use\n\n- Often.\n\n## When not to use\n\n- Seldom.\n\n## Example prompts\n\n- Write it down.\n- Write it all down.\n";
    let rules = |page: &str| {
        let world = World::new();
        world
            .write("wiki-writer/SKILL.md", skill_md(SOUND))
            .write("wiki-writer/PAGE.md", page);
        let mut rules = world.errors("wiki-writer", Level::Listed);
        rules.retain(|rule| rule.starts_with("page/"));
        rules
    };
    assert_eq!(rules(sound), [""; 0]);
    for (from, to, rule) in [
        ("## When to use\n\n- Often.\n\n", "", "page/section-missing"),
        (
            "Writes pages.",
            "Writes pages.\n\nAnd more.",
            "page/paragraph-count",
        ),
        ("Writes pages.", "- Writes pages.", "page/other-content"),
        ("- Seldom.", "TBD", "page/section-empty"),
        ("- Seldom.", "Seldom.", "page/bullets-missing"),
        ("- Write it all down.\n", "", "page/bullet-count"),
        (
            "Asks, then writes.",
            "### Steps\n\nAsks.",
            "page/subsection-unknown",
        ),
        (
            "## When not",
            "## Install\n\nx\n\n## When not",
            "page/section-unknown",
        ),
    ] {
        let found = rules(&sound.replace(from, to));
        assert!(found.iter().any(|found| found == rule), "{rule}: {found:?}");
    }
}
