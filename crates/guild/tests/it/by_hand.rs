//! The way of the page: `curl`, `mkdir -p`, `unzip`.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use guild_skill::{ArchiveLimits, Digest, FileSet};

use crate::world::World;

#[test]
fn the_shell_block_of_the_page_gives_the_same_files() {
    let world = World::new();
    world.publish(
        "runner",
        "1.0.0",
        &[
            ("scripts/run.sh", "#!/bin/sh\n"),
            ("references/a.md", "a\n"),
        ],
    );
    world.guild("install runner").ok();
    let page = world.guild("show runner --json").ok().json();
    let archive = page["install"]["archivePath"].as_str().unwrap();
    let shell = page["install"]["shell"].as_str().unwrap();
    let folder = world.path("home/by-hand/skills");
    let shell = shell.replace("{skills_folder}", &folder.display().to_string());
    let script = format!(
        "set -eu; curl -fsSO '{}{archive}'; {shell}",
        world.catalog()
    );
    let mut command = Command::new("sh");
    command.args(["-c", &script]);
    world.clean(&mut command);
    world.run(&mut command).ok();
    let by_hand = tree(&folder.join("runner"));
    assert_eq!(by_hand, tree(&world.skills().join("runner")));
    assert!(world.read("project/guild.lock").contains(by_hand.as_str()));
}

#[test]
fn what_was_unzipped_by_hand_is_taken_over() {
    let world = World::new();
    world.guild("install greeter --skills-folder a").ok();
    std::fs::remove_file(world.path("project/a/.guild-ledger.json")).unwrap();
    let run = world.guild("install greeter --skills-folder a").ok();
    assert!(run.stdout.contains("Recorded greeter 1.0.0"), "{run}");
}

fn tree(folder: &Path) -> Digest {
    let files = FileSet::read_folder(folder, &ArchiveLimits::STANDARD);
    files.unwrap().tree_digest()
}
