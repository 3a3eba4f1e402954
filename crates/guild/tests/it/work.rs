//! Documents, held against the contract of a skill.

use insta::assert_snapshot;

use crate::world::World;

const CONTRACT: &str = r#"
version = 1
name = "minutes"
title = ["Minutes of <date iso>"]

[[section]]
name = "Decisions"
bullets = { from = 1 }
why = "whoever was away reads these first"

[[section]]
name = "Open"
"#;

#[test]
fn a_document_is_held_against_the_contract_of_a_folder() {
    let world = World::alone();
    world.write("project/skills/minutes/contract.toml", CONTRACT);
    world.write(
        "project/good.md",
        "# Minutes of 2026-02-27\n\n## Decisions\n\n- Ship it.\n\n## Open\n\nThe date.\n",
    );
    world.write(
        "project/bad.md",
        "# Minutes of 2026-02-27\n\n## Open\n\nThe date.\n\n## Decisions\n\nShip it.\n",
    );
    assert_snapshot!(world.guild("check work good.md --skill skills/minutes"), @r#"
        exit 0
        stdout:
        No findings in 1 file.
    "#);
    let run = world
        .guild("check work good.md bad.md --skill skills/minutes")
        .fails(1);
    for part in [
        "bad.md:3:4",
        "minutes/section-order",
        "`Open` stands before",
        "minutes/bullets-missing",
        "whoever was away reads these first",
        "2 errors in 1 of 2 files.",
    ] {
        assert!(run.stdout.contains(part), "{part}: {run}");
    }
    let report = world.guild("check work bad.md --skill skills/minutes --format json");
    let report = report.fails(1).json();
    assert_eq!(report["check"], "minutes");
    assert_eq!(
        report["findings"][0]["helpUrl"],
        "/rules/minutes/section-order"
    );
}

#[test]
fn a_finding_under_a_contract_is_explained_and_silenced_by_its_own_name() {
    let world = World::alone();
    world.write("project/skills/minutes/contract.toml", CONTRACT);
    let text = "# Minutes of 2026-02-27\n\n## Decisions\n\n- Ship it.\n";
    world.write("project/a.md", text);
    world.write(
        "project/b.md",
        &format!("{text}\n<!-- guild: allow minutes/section-missing: nothing is open -->\n"),
    );
    world
        .guild("check work a.md --skill skills/minutes")
        .fails(1);
    world.guild("check work b.md --skill skills/minutes").ok();
    let page = world.guild("explain minutes/section-missing").ok();
    assert!(page.stdout.contains("What it finds"), "{page}");
    world.write(
        "project/guild.toml",
        "[rules]\n\"minutes/section-missing\" = { severity = \"note\", reason = \"old minutes\" }\n",
    );
    world.guild("check work a.md --skill skills/minutes").ok();
    world.guild("new skill release-notes").ok();
    world.fill_in("release-notes");
    world.guild("check skill release-notes").ok();
}

#[test]
fn the_contracts_of_the_developer_pack_need_no_installation() {
    let world = World::alone();
    world.write("project/adr.md", "# ADR 0001: Keep one database\n");
    let run = world.guild("check work adr.md --skill adr-writer").fails(1);
    assert!(run.stdout.contains("adr/section-missing"), "{run}");
    world.write("project/api.md", "# POST /api/tasks\n");
    let run = world
        .guild("check work api.md --skill api-documentation-writer")
        .fails(1);
    assert!(run.stdout.contains("docs/section-missing"), "{run}");
}

#[test]
fn what_cannot_be_checked_is_said() {
    let world = World::alone();
    world.write("project/a.md", "# A\n");
    world.write(
        "project/broken/contract.toml",
        "version = 1\nname = \"x\"\ntitel = []\n",
    );
    assert_snapshot!(world.guild("check work a.md --skill nobody"), @r#"
        exit 2
        stderr:
        error: found no contract of `nobody`
          cause: it is neither a folder with a contract.toml, nor in a skills folder with one, nor in the Developer pack
        hint: name the skill's folder: `--skill DIR`; in the Developer pack api-documentation-writer, adr-writer have one
    "#);
    assert_snapshot!(world.guild("check work a.md --skill broken"), @r#"
        exit 2
        stderr:
        error: the contract of broken is wrong
          cause: broken/contract.toml:3:1: `titel` is not known here
        hint: `guild check skill DIR` lists what is wrong with a skill
    "#);
}

#[test]
fn a_skill_is_found_in_the_folders_of_assistants_whoever_put_it_there() {
    let world = World::alone();
    world.write(
        "project/a.md",
        "# Minutes of 2026-02-27\n\n## Open\n\nThe date.\n",
    );
    world.write("home/.claude/skills/minutes/contract.toml", CONTRACT);
    let run = world.guild("check work a.md --skill minutes").fails(1);
    assert!(run.stdout.contains("minutes/section-missing"), "{run}");
    let own = CONTRACT.replace("name = \"minutes\"", "name = \"project-minutes\"");
    world.write("project/.claude/skills/minutes/contract.toml", &own);
    let run = world.guild("check work a.md --skill minutes").fails(1);
    assert!(
        run.stdout.contains("project-minutes/section-missing"),
        "{run}"
    );
    world.guild("check work a.md --skill ../minutes").fails(2);
}

#[test]
fn a_comment_on_a_rule_that_only_the_other_command_holds_is_not_idle() {
    let world = World::alone();
    let sound = include_str!("../../../guild-check-docs/src/spec/endpoint.md");
    let sound = sound.replace("Last updated: 2026-11-20", "Last updated: 2024-11-20");
    let allow = |rule: &str| {
        format!("{sound}\n<!-- guild: allow docs/{rule}: the codes are a partner's -->\n")
    };
    for rule in [
        "error-without-trigger",
        "error-code-not-in-contract",
        "example-failed",
    ] {
        world.write("project/a.md", &allow(rule));
        world
            .guild("check work a.md --skill api-documentation-writer --deny warnings")
            .ok();
    }
    for rule in ["error-code-not-in-contract", "example-failed"] {
        world.write("project/a.md", &allow(rule));
        world.guild("check docs a.md --deny warnings").ok();
    }
    for (rule, command) in [
        ("error-without-trigger", "check docs a.md --deny warnings"),
        (
            "section-order",
            "check work a.md --skill api-documentation-writer --deny warnings",
        ),
        (
            "sectoin-order",
            "check work a.md --skill api-documentation-writer --deny warnings",
        ),
    ] {
        world.write("project/a.md", &allow(rule));
        let run = world.guild(command).fails(1);
        assert!(run.stdout.contains("kit/unused-allow"), "{run}");
    }
}

#[test]
fn bytes_that_are_no_text_are_a_finding_under_any_contract() {
    let world = World::alone();
    world.write("project/minutes/contract.toml", CONTRACT);
    let text = b"# Minutes of 2026-02-27\n\n## Decisions\n\n- Caf\xe9.\n\n## Open\n\nThe date.\n";
    std::fs::write(world.path("project/a.md"), text).unwrap();
    let run = world.guild("check work a.md --skill minutes").fails(1);
    assert!(run.stdout.contains("a.md:5:6"), "{run}");
    assert!(run.stdout.contains("minutes/bytes-not-text"), "{run}");
}
