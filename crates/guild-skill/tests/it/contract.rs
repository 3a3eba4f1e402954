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
