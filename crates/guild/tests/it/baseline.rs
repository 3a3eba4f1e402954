//! What is known is set aside, with a reason, and a check fails on what is new.

use crate::world::World;

const SOUND: &str = include_str!("../../../guild-check-docs/src/spec/endpoint.md");

/// The document of another day, so that no clock makes it a document of the future.
fn sound() -> String {
    SOUND.replace("Last updated: 2026-11-20", "Last updated: 2024-11-20")
}

/// Two sections are missing, and a fence has no language.
fn legacy() -> String {
    let text = sound();
    let (before, rest) = text.split_once("## Edge cases").unwrap();
    let (_, related) = rest.split_once("## Related").unwrap();
    let (before, rest) = (before, format!("## Related{related}"));
    let (before, errors) = before.split_once("## Errors").unwrap();
    let (_, examples) = errors.split_once("## Examples").unwrap();
    format!("{before}## Examples{examples}{rest}").replacen("```json", "```", 1)
}

fn adopted(world: &World) {
    world.write("project/docs/old.md", &legacy());
    let run = world.guild("check docs docs --write-baseline --why legacy");
    assert!(run.stderr.contains("guild-baseline.toml: "), "{run}");
    run.ok();
}

#[test]
fn a_check_that_comes_late_fails_on_what_is_new() {
    let world = World::alone();
    adopted(&world);
    let file = world.read("project/guild-baseline.toml");
    assert!(
        file.contains("rule = \"docs/section-missing\"\npath = \"docs/old.md\""),
        "{file}"
    );
    assert!(file.contains("reason = \"legacy\""), "{file}");
    assert_eq!(
        world.read("project/guild.toml"),
        "baseline = \"guild-baseline.toml\"\n"
    );

    let run = world
        .guild("check docs docs --deny warnings --format json")
        .ok();
    let summary = &run.json()["summary"];
    assert_eq!(summary["errors"], 0, "{run}");
    assert!(summary["baselined"].as_u64().unwrap() >= 3, "{run}");

    world.write("project/docs/new.md", &legacy());
    let run = world.guild("check docs docs").fails(1);
    assert!(run.stdout.contains("docs/new.md"), "{run}");
    assert!(!run.stdout.contains("docs/old.md"), "{run}");
}

#[test]
fn lines_that_move_and_another_folder_to_stand_in_change_nothing() {
    let world = World::alone();
    adopted(&world);
    let moved = legacy().replacen("## When to use", "\n\n\n## When to use", 1);
    world.write(
        "project/docs/old.md",
        &format!("<!-- a comment -->\n\n\n{moved}"),
    );
    world.guild("check docs docs").ok();
    let mut command = world.command("check docs ../docs/./old.md");
    world
        .run(command.current_dir(world.path("project/docs")))
        .ok();
    let whole = world.path("project/docs/old.md");
    world.run(world.command("check docs").arg(whole)).ok();
}

#[test]
fn a_second_defect_of_the_same_kind_is_new() {
    let world = World::alone();
    adopted(&world);
    let twice = legacy().replacen("```sh", "```", 1);
    world.write("project/docs/old.md", &twice);
    let run = world.guild("check docs docs --format json").fails(1);
    let findings = run.json()["findings"].clone();
    let rules: Vec<&str> = findings
        .as_array()
        .unwrap()
        .iter()
        .map(|found| found["rule"].as_str().unwrap())
        .collect();
    assert_eq!(rules, ["docs/fence-without-language"], "{run}");
}

#[test]
fn what_is_mended_is_noted_and_pruned() {
    let world = World::alone();
    adopted(&world);
    let before = world.read("project/guild-baseline.toml");
    world.write("project/docs/old.md", &sound());
    let run = world.guild("check docs docs --deny warnings").ok();
    assert!(run.stdout.contains("kit/unused-baseline"), "{run}");
    assert!(run.stdout.contains("--prune-baseline"), "{run}");
    assert_eq!(world.read("project/guild-baseline.toml"), before);

    let run = world.guild("check docs docs --prune-baseline").ok();
    assert!(!run.stdout.contains("kit/unused-baseline"), "{run}");
    assert!(
        !world
            .read("project/guild-baseline.toml")
            .contains("[[known]]")
    );
    let run = world.guild("check docs docs").ok();
    assert!(run.stdout.contains("No findings in 1 file."), "{run}");
}

#[test]
fn a_run_judges_no_entry_of_what_it_did_not_look_at() {
    let world = World::alone();
    adopted(&world);
    let other = world.read("project/guild-baseline.toml")
        + "\n[[known]]\nrule = \"docs/example-failed\"\npath = \"docs/old.md\"\nfingerprint = \"1\"\nreason = \"the server is gone\"\n"
        + "\n[[known]]\nrule = \"docs/title-form\"\npath = \"docs/elsewhere.md\"\nfingerprint = \"2\"\nreason = \"not now\"\n"
        + "\n[[known]]\nrule = \"adr/title-form\"\npath = \"docs/old.md\"\nfingerprint = \"3\"\nreason = \"not an API\"\n";
    world.write("project/guild-baseline.toml", &other);
    let run = world.guild("check docs docs").ok();
    assert!(!run.stdout.contains("kit/unused-baseline"), "{run}");
    world.guild("check docs docs --prune-baseline").ok();
    let pruned = world.read("project/guild-baseline.toml");
    for kept in ["docs/example-failed", "docs/elsewhere.md", "adr/title-form"] {
        assert!(pruned.contains(kept), "{kept} is gone:\n{pruned}");
    }
}

#[test]
fn reasons_that_a_person_wrote_stay_when_more_is_taken_in() {
    let world = World::alone();
    world.write(
        "project/guild.toml",
        "# Ours.\n[rules]\n\"docs/last-line\" = { severity = \"note\", reason = \"old pages\" }\n",
    );
    adopted(&world);
    let settings = world.read("project/guild.toml");
    assert!(
        settings.starts_with("baseline = \"guild-baseline.toml\"\n\n# Ours.\n[rules]\n"),
        "{settings}"
    );
    let file = world.read("project/guild-baseline.toml");
    world.write(
        "project/guild-baseline.toml",
        &file.replacen("\"legacy\"", "\"Anna, by March\"", 1),
    );
    world.write("project/docs/new.md", &legacy());
    world
        .guild("check docs docs --write-baseline --why more")
        .ok();
    let file = world.read("project/guild-baseline.toml");
    for reason in ["\"Anna, by March\"", "\"legacy\"", "\"more\""] {
        assert!(file.contains(reason), "{reason}\n{file}");
    }
    assert_eq!(world.read("project/guild.toml"), settings);
    world.guild("check docs docs").ok();
}

#[test]
fn skills_and_any_work_have_the_same_baseline() {
    let world = World::alone();
    world.write(
        "project/skills/old/SKILL.md",
        "---\nname: Old\ndescription: x\n---\n\nText.\n",
    );
    world.write(
        "project/memo/contract.toml",
        "version = 1\nname = \"memo\"\n[[section]]\nname = \"One\"\n",
    );
    world.write("project/a.md", "# A\n");
    world.guild("check skill skills").fails(1);
    world.guild("check work a.md --skill memo").fails(1);
    world
        .guild("check skill skills --write-baseline --why legacy")
        .ok();
    world
        .guild("check work a.md --skill memo --write-baseline --why legacy")
        .ok();
    let file = world.read("project/guild-baseline.toml");
    assert!(file.contains("\"memo/section-missing\""), "{file}");
    assert!(file.contains("\"skill/"), "{file}");
    for check in ["check skill skills", "check work a.md --skill memo"] {
        let run = world.guild(check).ok();
        assert!(run.stdout.contains("in the baseline."), "{run}");
        assert!(!run.stdout.contains("kit/unused-baseline"), "{run}");
    }
    let run = world.guild("check skill skills --level spec").ok();
    assert!(!run.stdout.contains("kit/unused-baseline"), "{run}");
}

#[test]
fn a_baseline_that_cannot_be_followed_is_named_with_line_and_column() {
    let world = World::alone();
    adopted(&world);
    let file = world.read("project/guild-baseline.toml");
    world.write(
        "project/guild-baseline.toml",
        &file.replacen("reason = \"legacy\"\n", "", 1),
    );
    let run = world.guild("check docs docs").fails(2);
    assert!(run.stderr.contains("guild-baseline.toml:"), "{run}");
    assert!(run.stderr.contains("has no reason"), "{run}");
    let run = world.guild("check docs docs --write-baseline").fails(2);
    assert!(run.stderr.contains("--why"), "{run}");
}

#[test]
fn without_a_baseline_there_is_nothing_to_prune() {
    let world = World::alone();
    world.write("project/docs/a.md", &sound());
    world.guild("check docs docs --prune-baseline").ok();
    assert!(!world.path("project/guild.toml").exists());
}
