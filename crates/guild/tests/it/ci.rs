//! The action and the hooks of the repository, run as their hosts run them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::world::{Run, World};

const SOUND: &str = include_str!("../../../guild-check-docs/src/spec/endpoint.md");
const ACTION: &str = include_str!("../../../../action.yml");
const HOOKS: &str = include_str!("../../../../.pre-commit-hooks.yaml");

fn sound() -> String {
    SOUND.replace("Last updated: 2026-11-20", "Last updated: 2024-11-20")
}

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.ci/action")
}

/// Runs a step of the action with the program on the path.
fn step(world: &World, step: &str, variables: &[(&str, &str)]) -> Run {
    let mut command = Command::new("bash");
    command.arg(script()).arg(step);
    world.clean(&mut command);
    let folder = Path::new(env!("CARGO_BIN_EXE_guild")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}:{path}", folder.display()));
    command.envs(variables.iter().copied());
    world.run(&mut command)
}

fn check(world: &World, check: &str, paths: &str, arguments: &str) -> Run {
    let variables = [
        ("GUILD_CHECK", check),
        ("GUILD_PATHS", paths),
        ("GUILD_ARGUMENTS", arguments),
    ];
    step(world, "check", &variables)
}

#[test]
fn the_action_marks_findings_at_their_lines() {
    let world = World::alone();
    world.write("project/docs/a b.md", &sound());
    world.write("project/docs/c.md", &sound().replacen("```json", "```", 1));
    check(&world, "docs", "docs/a b.md\n", "--deny\nwarnings\n").ok();
    let run = check(&world, "docs", "docs/a b.md\ndocs/c.md", "").fails(1);
    assert!(run.stdout.contains("::error file=docs/c.md,line="), "{run}");
}

#[test]
fn what_a_caller_writes_is_never_run() {
    let world = World::alone();
    world.write("project/a.md", &sound());
    let run = check(&world, "docs; touch made", "a.md", "").fails(2);
    assert!(run.stdout.contains("::error::check is to be"), "{run}");
    check(&world, "docs", "$(touch made)\n`touch made`", "").fails(2);
    check(&world, "docs", "--help", "").fails(2);
    assert!(!world.path("project/made").exists());
}

#[test]
fn the_action_finds_the_program_and_names_its_build() {
    let world = World::alone();
    let output = world.path("output");
    step(
        &world,
        "look",
        &[("GITHUB_OUTPUT", output.to_str().unwrap())],
    )
    .ok();
    let told = world.read("output");
    assert!(told.contains("found=yes\ndigest="), "{told}");
    let digest = told.lines().find_map(|line| line.strip_prefix("digest="));
    assert_eq!(digest.unwrap().len(), 40, "{told}");
}

#[test]
fn every_variable_of_the_script_is_set_by_the_action() {
    let script = std::fs::read_to_string(script()).unwrap();
    for name in [
        "GUILD_ROOT",
        "GUILD_CHECK",
        "GUILD_PATHS",
        "GUILD_ARGUMENTS",
    ] {
        assert!(script.contains(name), "{name}");
        assert!(ACTION.contains(&format!("{name}: ${{{{ ")), "{name}");
    }
    for step in ["look", "build", "check"] {
        assert!(ACTION.contains(&format!("/.ci/action\" {step}")), "{step}");
    }
}

#[test]
fn each_hook_runs() {
    let world = World::alone();
    world.write("project/a.md", &sound());
    let entries: Vec<&str> = HOOKS
        .lines()
        .filter_map(|line| line.trim().strip_prefix("entry: guild "))
        .collect();
    assert_eq!(entries.len(), 4);
    for entry in entries {
        match entry {
            "check skill" => {
                world.guild("new skill greeter").ok();
                let run = world.guild("check skill greeter/SKILL.md");
                assert!(run.code != Some(2), "{run}");
            }
            "check work" => {
                world
                    .guild("check work --skill api-documentation-writer a.md")
                    .ok();
            }
            entry => {
                world.guild(&format!("{entry} --deny warnings a.md")).ok();
            }
        }
    }
}
