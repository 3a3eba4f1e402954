//! The plans of our own pages, `docs/plans/*.md`, run against a freshly started server.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::serve::address;
use crate::world::World;

fn plans() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/plans")
}

#[test]
fn the_plans_of_our_pages_are_written_soundly() {
    let world = World::alone();
    let run = world.guild(&format!(
        "check browser {} --plan-only --deny warnings",
        plans().display()
    ));
    assert_eq!(run.code, Some(0), "{}", run.stdout);
}

#[test]
fn our_pages_pass_their_plans() {
    let world = World::alone();
    let mut server = world.start("serve --listen 127.0.0.1:0");
    let address = address(&mut server);
    let run = world.guild(&format!(
        "check browser {} --base-url {address} --output evidence",
        plans().display()
    ));
    let stopped = Command::new("kill").arg(server.id().to_string()).status();
    assert!(stopped.unwrap().success());
    server.wait().unwrap();
    assert_eq!(run.code, Some(0), "{}\n{}", run.stdout, run.stderr);
    let kept = fs::read_dir(world.path("project/evidence")).unwrap();
    assert_eq!(kept.count(), fs::read_dir(plans()).unwrap().count());
}
