//! What was found before is not looked for again, and nobody can tell but by the clock.

use std::fs;
use std::path::PathBuf;

use crate::world::World;

const SOUND: &str = include_str!("../../../guild-check-docs/src/spec/endpoint.md");

/// A world with forty documents; every third has findings, with fixes too.
fn world() -> World {
    let world = World::alone();
    let sound = SOUND.replace("Last updated: 2026-11-20", "Last updated: 2024-11-20");
    for number in 0..40 {
        let mut text = format!("{sound}\n<!-- {number} -->\n");
        if number % 3 == 0 {
            text = text
                .replace("| 500 |", "| 900 |")
                .replacen("```json", "```", 1);
            text = text.replace("## Errors", "## Errors, and «what» to do");
        }
        world.write(&format!("project/docs/{number:02}.md"), &text);
    }
    world
}

fn files(world: &World) -> Vec<PathBuf> {
    let folder = world.path("home/.cache/guild/checks");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

/// Runs without the cache and with it: every byte must be the same.
fn same(world: &World, check: &str) {
    for format in ["human", "json", "sarif"] {
        let check = format!("{check} --format {format}");
        let without = world.guild(&format!("{check} --no-cache"));
        let with = world.guild(&check);
        assert_eq!(
            (without.code, without.stdout, without.stderr),
            (with.code, with.stdout, with.stderr)
        );
    }
}

#[test]
fn with_the_cache_every_byte_is_as_without() {
    let world = world();
    world.guild("check docs docs --no-cache").fails(1);
    assert!(!world.path("home/.cache").exists());
    same(&world, "check docs docs");
    let kept: Vec<Vec<u8>> = files(&world)
        .iter()
        .map(|file| fs::read(file).unwrap())
        .collect();
    same(&world, "check docs docs");
    let again: Vec<Vec<u8>> = files(&world)
        .iter()
        .map(|file| fs::read(file).unwrap())
        .collect();
    assert_eq!(kept, again, "nothing was new");
}

#[test]
fn settings_and_comments_count_on_what_was_found_before() {
    let world = world();
    world.guild("check docs docs").fails(1);
    let allow = "\n<!-- guild: allow docs/error-status-invalid: they are ours -->\n";
    let text = world.read("project/docs/00.md");
    world.write("project/docs/00.md", &(text + allow));
    same(&world, "check docs docs");
    world.write(
        "project/guild.toml",
        "[rules]\n\"docs/error-status-invalid\" = { severity = \"off\", reason = \"ours\" }\n",
    );
    same(&world, "check docs docs");
    let run = world.guild("check docs docs");
    assert!(!run.stdout.contains("docs/error-status-invalid\n"), "{run}");
}

#[test]
fn another_contract_asks_anew() {
    let world = World::alone();
    let contract =
        |name: &str| format!("version = 1\nname = \"memo\"\n[[section]]\nname = \"{name}\"\n");
    world.write("project/a.md", "# A\n\n## One\n\nText.\n");
    world.write("project/memo/contract.toml", &contract("One"));
    world.guild("check work a.md --skill memo").ok();
    world.guild("check work a.md --skill memo").ok();
    world.write("project/memo/contract.toml", &contract("Two"));
    world.guild("check work a.md --skill memo").fails(1);
}

#[test]
fn a_cache_that_is_broken_in_any_way_changes_nothing() {
    let world = world();
    let sound = world.guild("check docs docs --format json").stdout;
    for damage in [&b"\0\xff\xfe\n"[..], b"", b"00 \n", b"\n\n \n"] {
        for file in files(&world) {
            let mut bytes = fs::read(&file).unwrap();
            bytes.truncate(bytes.len() / 2);
            bytes.extend(damage);
            fs::write(&file, bytes).unwrap();
        }
        assert_eq!(world.guild("check docs docs --format json").stdout, sound);
    }
    for file in files(&world) {
        // One letter of each message is another.
        let text = fs::read_to_string(&file).unwrap().replace("900", "901");
        fs::write(&file, text).unwrap();
    }
    assert_eq!(world.guild("check docs docs --format json").stdout, sound);
    for file in files(&world) {
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
    }
    assert_eq!(world.guild("check docs docs --format json").stdout, sound);
    fs::remove_dir_all(world.path("home/.cache")).unwrap();
    world.write("home/.cache", "a file stands where the folder goes");
    assert_eq!(world.guild("check docs docs --format json").stdout, sound);
}

#[test]
fn runs_side_by_side_do_not_disturb_each_other() {
    let world = world();
    let sound = world
        .guild("check docs docs --format json --no-cache")
        .stdout;
    let runs: Vec<_> = (0..6)
        .map(|_| world.start("check docs docs --format json"))
        .collect();
    for run in runs {
        let output = run.wait_with_output().unwrap();
        assert_eq!(world.told(&output).stdout, sound);
    }
    same(&world, "check docs docs");
}

#[test]
fn the_cache_goes_where_it_is_told_to() {
    let world = world();
    world.guild("check docs docs --cache-dir kept").fails(1);
    assert!(world.path("project/kept").is_dir());
    let mut command = world.command("check docs docs");
    world
        .run(command.env("GUILD_CACHE_DIR", world.path("there")))
        .fails(1);
    assert!(world.path("there").is_dir());
    let mut command = world.command("check docs docs");
    world
        .run(command.env("XDG_CACHE_HOME", world.path("xdg")))
        .fails(1);
    assert!(world.path("xdg/guild/checks").is_dir());
    assert!(!world.path("home/.cache").exists());
}
