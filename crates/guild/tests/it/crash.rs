//! `kill -9` at many points: the old skill or the new one, never a mixture, and the next install succeeds.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::world::World;

/// Enough files that an install takes a while.
const FILES: usize = 24;

fn world() -> World {
    let world = World::new();
    for version in ["1.0.0", "2.0.0"] {
        let files: Vec<(String, String)> = (0..FILES)
            .map(|index| {
                (
                    format!("references/{index}.md"),
                    format!("version {version}\n"),
                )
            })
            .collect();
        let files: Vec<(&str, &str)> = files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()))
            .collect();
        world.publish("long", version, &files);
    }
    world
}

/// Gives the version that stands in the folder, and fails when it is not whole.
fn whole_version(skills: &Path) -> Option<String> {
    let folder = skills.join("long");
    if !folder.exists() {
        return None;
    }
    let text = |path: &str| fs::read_to_string(folder.join(path)).unwrap();
    let version = match text("SKILL.md").contains("1.0.0") {
        true => "1.0.0",
        false => "2.0.0",
    };
    assert_eq!(
        fs::read_dir(folder.join("references")).unwrap().count(),
        FILES
    );
    for index in 0..FILES {
        assert_eq!(
            text(&format!("references/{index}.md")),
            format!("version {version}\n")
        );
    }
    Some(version.to_owned())
}

/// What must hold after a kill, whenever it came.
fn check(world: &World, was: Option<&str>, at: &str) {
    let skills = world.skills();
    let is = whole_version(&skills);
    let is_known = is.as_deref() == was || is.as_deref() == Some("2.0.0");
    assert!(is_known, "{at}: {is:?} after {was:?}");
    let visible = world.visible(&skills);
    assert!(
        visible.iter().all(|name| name == "long"),
        "{at}: {visible:?}"
    );
    let run = world.guild("install long@2.0.0");
    assert_eq!(run.code, Some(0), "{at}: {run}");
    assert_eq!(whole_version(&skills).as_deref(), Some("2.0.0"), "{at}");
    assert_eq!(world.leftovers(&skills), [""; 0], "{at}");
    let run = world.guild("verify");
    assert_eq!(run.code, Some(0), "{at}: {run}");
}

fn prepare(world: &World, was: Option<&str>) {
    let name = |version| format!("install long@{version}");
    match was {
        Some(version) => {
            world.guild(&name(version)).ok();
        }
        None => {
            // Nothing to remove on the first round.
            world.guild("remove long");
        }
    }
}

#[test]
fn a_kill_after_any_time_leaves_the_old_skill_or_the_new_one() {
    let world = world();
    let begin = Instant::now();
    world.guild("install long@2.0.0").ok();
    let whole = begin.elapsed();
    const STEPS: u32 = 30;
    for step in 0..STEPS {
        let was = (step % 2 == 0).then_some("1.0.0");
        prepare(&world, was);
        let mut child = world.start("install long@2.0.0");
        wait(whole * step / STEPS);
        child.kill().unwrap();
        child.wait().unwrap();
        check(&world, was, &format!("step {step}"));
    }
}

/// Waits for time to pass, which is what this test is about.
fn wait(time: Duration) {
    let (_never, nothing) = mpsc::channel::<()>();
    let _ = nothing.recv_timeout(time);
}

#[cfg(target_os = "linux")]
#[test]
fn a_kill_at_any_change_of_the_disk_leaves_the_old_skill_or_the_new_one() {
    let world = world();
    if !can_trace(&world) {
        eprintln!("not run: strace is not here or may not trace; the kill by time is tested");
        return;
    }
    // Every change of a name, and some of the many openings of files. No processor has all of these calls.
    const CALLS: [(&str, usize); 9] = [
        ("rename", 1),
        ("renameat", 1),
        ("renameat2", 1),
        ("mkdir", 1),
        ("mkdirat", 1),
        ("rmdir", 1),
        ("unlinkat", 1),
        ("fsync", 1),
        ("openat", 12),
    ];
    let mut kills = 0;
    for was in [Some("1.0.0"), None] {
        for (call, step) in CALLS {
            let mut time = 1;
            let mut was_killed = true;
            while was_killed {
                prepare(&world, was);
                was_killed = killed_at(&world, call, time);
                kills += usize::from(was_killed);
                if was_killed {
                    check(&world, was, &format!("{call} {time} after {was:?}"));
                }
                time += step;
            }
        }
    }
    assert!(kills > 20, "{kills} kills");
}

/// Installs, and is killed at the given call; says whether it came that far.
#[cfg(target_os = "linux")]
fn killed_at(world: &World, call: &str, time: usize) -> bool {
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "-o", "/dev/null"]);
    command.args(["-e", &format!("trace=?{call}")]);
    command.args(["-e", &format!("inject=?{call}:signal=SIGKILL:when={time}")]);
    command
        .arg(env!("CARGO_BIN_EXE_guild"))
        .args(["install", "long@2.0.0"]);
    world.clean(&mut command);
    // A killed program has no code, and strace ends as it did.
    world.run(&mut command).code.is_none()
}

#[cfg(target_os = "linux")]
pub(crate) fn can_trace(world: &World) -> bool {
    let mut command = Command::new("strace");
    command.args(["-qq", "-o", "/dev/null", "true"]);
    world.clean(&mut command);
    command.status().is_ok_and(|status| status.success())
}
