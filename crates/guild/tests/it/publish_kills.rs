//! `kill -9` at each change of the disk that a publish makes: the release is whole or not there, what was said to be
//! published is, and the next publish succeeds.

use std::path::Path;
use std::process::Command;

use tokio::runtime::Runtime;

use crate::crash::can_trace;
use crate::publish_faults::{Acknowledged, check, kills, open};
use crate::world::{Run, World};

/// How many skills one run publishes.
const SKILLS: u32 = 2;

/// The calls by which a publish changes the disk. No processor has all of them.
const CALLS: [&str; 11] = [
    "fdatasync",
    "fsync",
    "link",
    "linkat",
    "rename",
    "renameat",
    "renameat2",
    "unlink",
    "mkdir",
    "ftruncate",
    "pwrite64",
];

/// Writes the next version of the skills that are to be published.
fn author(world: &World, version: &str) {
    for skill in 0..SKILLS {
        let name = format!("leaf-{skill}");
        let text = format!(
            "---\nname: {name}\ndescription: Use when somebody wants a cup of tea.\nmetadata:\n  version: \"{version}\"\n---\n\nBoil water for {version}.\n"
        );
        world.write(&format!("project/skills/{name}/SKILL.md"), &text);
    }
}

/// Publishes, and is killed at the given call of a thread.
fn killed_at(world: &World, call: &str, time: u32) -> Run {
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "-o", "/dev/null"]);
    command.args(["-e", &format!("trace=?{call}")]);
    command.args(["-e", &format!("inject=?{call}:signal=SIGKILL:when={time}")]);
    command
        .arg(env!("CARGO_BIN_EXE_guild"))
        .args(["import", "skills", "--data", "catalog"]);
    world.clean(&mut command);
    // A killed program has no code, and strace ends as it did.
    world.run(&mut command)
}

/// Notes what a run said to have published.
fn note(run: &Run, known: &mut Acknowledged, runtime: &Runtime, data: &Path) {
    let said = run.stdout.lines().filter_map(|line| {
        let mut words = line.strip_prefix("Published ")?.split_whitespace();
        Some((words.next()?.to_owned(), words.next()?.to_owned()))
    });
    let said: Vec<(String, String)> = said.collect();
    if said.is_empty() {
        return;
    }
    let catalog = open(runtime, data, None);
    for (name, version) in said {
        let skill = name.parse().unwrap();
        let release = runtime.block_on(catalog.release(&skill, &version.parse().unwrap()));
        let release = release.unwrap();
        let release =
            release.unwrap_or_else(|| panic!("{name} {version} was said to be published"));
        known.insert((name, version), release.digest);
    }
    runtime.block_on(catalog.close());
}

#[test]
fn a_kill_at_any_change_of_the_disk_leaves_a_sound_catalog() {
    let world = World::alone();
    if !can_trace(&world) {
        eprintln!("not run: strace is not here or may not trace; kills at any time are tested");
        return;
    }
    let (runtime, data) = (Runtime::new().unwrap(), world.path("project/catalog"));
    let mut known = Acknowledged::new();
    author(&world, "1.0.0");
    world.guild("import skills --data catalog").ok();
    // As many steps as the run bears: all of them, or every seventh.
    let step = if kills() >= 200 { 1 } else { 7 };
    let (mut runs, mut were_killed) = (0, 0);
    for call in CALLS {
        let mut time = 1;
        loop {
            runs += 1;
            author(&world, &format!("1.0.{runs}"));
            let run = killed_at(&world, call, time);
            note(&run, &mut known, &runtime, &data);
            if run.code.is_some() {
                break;
            }
            were_killed += 1;
            let sound = world.guild("fsck --data catalog");
            assert_eq!(sound.code, Some(0), "{call} {time}: {sound}");
            let again = world.guild("import skills --data catalog").ok();
            note(&again, &mut known, &runtime, &data);
            time += step;
        }
    }
    eprintln!(
        "{were_killed} kills, {} releases said to be published",
        known.len()
    );
    assert!(were_killed >= 10, "{were_killed} kills");
    world.guild("fsck --data catalog").ok();
    let catalog = open(&runtime, &data, None);
    check(&catalog, &runtime, &known);
    runtime.block_on(catalog.close());
}
