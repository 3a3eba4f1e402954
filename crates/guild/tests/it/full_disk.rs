//! A disk without room: what was there stays, and the message says what to do.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::world::World;

fn big() -> String {
    "a line that does not repeat itself quite: ".repeat(4000)
}

/// Runs the program with a limit on the size of each file it writes, which the system enforces like a full disk.
fn with_small_files(world: &World, args: &str) -> Command {
    let mut command = Command::new("sh");
    let script = format!(
        "trap '' XFSZ; ulimit -f 64; exec {} {args}",
        env!("CARGO_BIN_EXE_guild")
    );
    command.args(["-c", &script]);
    world.clean(&mut command);
    command
}

#[test]
fn a_write_that_the_system_refuses_leaves_the_old_skill() {
    let world = World::new();
    world.guild("install greeter").ok();
    world.publish("greeter", "2.0.0", &[("big.md", &big())]);
    let run = world
        .run(&mut with_small_files(&world, "install greeter"))
        .fails(2);
    assert!(
        run.stderr.contains("could not install `greeter` into"),
        "{run}"
    );
    assert!(run.stderr.contains("big.md"), "{run}");
    assert!(run.stderr.contains("hint: make room on that disk"), "{run}");
    assert_eq!(world.leftovers(&world.skills()), [""; 0]);
    assert_eq!(world.visible(&world.skills()), ["greeter"]);
    world.guild("verify").ok();
    assert!(
        world
            .read("project/.agents/skills/greeter/SKILL.md")
            .contains("1.0.0")
    );
    world.guild("install greeter").ok();
    world.guild("verify").ok();
}

#[test]
fn a_full_disk_leaves_the_old_skill() {
    let world = World::new();
    let Some(disk) = SmallDisk::mount(&world, "96k") else {
        eprintln!("not run: no small disk can be mounted here; the refused write is tested");
        return;
    };
    world
        .guild("install greeter --skills-folder disk/skills")
        .ok();
    world.publish("greeter", "2.0.0", &[("big.md", &big())]);
    let run = world
        .guild("install greeter --skills-folder disk/skills")
        .fails(2);
    assert!(run.stderr.contains("hint: make room on that disk"), "{run}");
    world.guild("verify --skills-folder disk/skills").ok();
    assert!(
        world
            .read("project/disk/skills/greeter/SKILL.md")
            .contains("1.0.0")
    );
    assert_eq!(world.leftovers(&world.path("project/disk/skills")), [""; 0]);
    drop(disk);
}

/// A disk in the project of so much room, which goes with the value.
pub(crate) struct SmallDisk(std::path::PathBuf);

impl SmallDisk {
    pub(crate) fn mount(world: &World, size: &str) -> Option<Self> {
        let path = world.path("project/disk");
        fs::create_dir_all(&path).unwrap();
        let mut mount = Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(&path);
        let is_mounted = mount.output().is_ok_and(|output| output.status.success());
        is_mounted.then_some(Self(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Gives it another size.
    pub(crate) fn grow(&self, size: &str) {
        let mut mount = Command::new("mount");
        mount
            .args(["-o", &format!("remount,size={size}")])
            .arg(&self.0);
        assert!(mount.status().unwrap().success());
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}
