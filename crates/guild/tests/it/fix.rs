//! `--fix`.

use std::fs;

use crate::world::World;

const SOUND: &str = include_str!("../../../guild-check-docs/src/spec/endpoint.md");

/// The document of another day, so that no clock makes it a document of the future.
fn sound() -> String {
    SOUND.replace("Last updated: 2026-11-20", "Last updated: 2024-11-20")
}

/// Everything that is mechanical is wrong with it.
fn broken() -> String {
    let text = sound();
    let (before, rest) = text.split_once("## Errors\n").unwrap();
    let (errors, after) = rest.split_once("## Examples\n").unwrap();
    let text = format!("{before}## Examples\n{after}");
    let text = text.replace("## Related\n", &format!("## Errors\n{errors}## Related\n"));
    text.replace("Last updated: 2024-11-20", "_Updated 2024-11-20_")
        .replacen("```json", "```", 1)
}

#[test]
fn what_is_mechanical_is_mended_and_a_second_run_changes_nothing() {
    let world = World::alone();
    world.write("project/a.md", &broken());
    let run = world.guild("check docs a.md").fails(1);
    assert!(run.stderr.contains("`--fix` mends 3 of them"), "{run}");
    assert_eq!(world.read("project/a.md"), broken());
    let run = world.guild("check docs a.md --fix --deny warnings").ok();
    assert!(
        run.stderr.contains("fixed: a.md: docs/section-order"),
        "{run}"
    );
    assert!(run.stderr.contains("fixed: a.md: docs/last-line"), "{run}");
    assert_eq!(world.read("project/a.md"), sound());
    let run = world.guild("check docs a.md --fix").ok();
    assert!(run.stderr.is_empty(), "{run}");
}

#[test]
fn line_ends_and_the_byte_order_mark_are_kept() {
    let world = World::alone();
    let foreign = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    world.write("project/a.md", &foreign(&broken()));
    world.guild("check docs a.md --fix").ok();
    assert_eq!(world.read("project/a.md"), foreign(&sound()));
}

#[test]
fn what_is_silenced_is_not_mended() {
    let world = World::alone();
    let allow = "<!-- guild: allow docs/section-order: the errors come first here -->";
    let text = format!("{}\n{allow}\n", broken());
    world.write("project/a.md", &text);
    world.guild("check docs a.md --fix").ok();
    let text = world.read("project/a.md");
    assert!(text.find("## Errors").unwrap() > text.find("## Examples").unwrap());
    assert!(text.contains("Last updated: 2024-11-20"), "{text}");
}

#[test]
fn work_by_any_contract_is_mended() {
    let world = World::alone();
    world.write(
        "project/memo/contract.toml",
        "version = 1\nname = \"memo\"\n[[section]]\nname = \"One\"\n[[section]]\nname = \"Two\"\n",
    );
    world.write("project/a.md", "# A\n\n## Two\n\nB.\n\n## One\n\nA.\n");
    world.guild("check work a.md --skill memo --fix").ok();
    assert_eq!(
        world.read("project/a.md"),
        "# A\n\n## One\n\nA.\n\n## Two\n\nB.\n"
    );
}

#[test]
fn the_report_says_what_can_be_mended() {
    let world = World::alone();
    world.write("project/a.md", &broken());
    let report = world.guild("check docs a.md --format json").fails(1).json();
    let fixes: Vec<&str> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|finding| finding["fix"].as_str())
        .collect();
    assert!(fixes.contains(&"put the sections in the order of the contract"));
}

#[test]
fn files_that_are_not_text_or_not_files_are_refused() {
    let world = World::alone();
    let mut bytes = broken().into_bytes();
    bytes.extend(b"\xff\n");
    fs::write(world.path("project/a.md"), &bytes).unwrap();
    let run = world.guild("check docs a.md --fix").fails(2);
    assert!(run.stderr.contains("could not mend a.md"), "{run}");
    assert_eq!(fs::read(world.path("project/a.md")).unwrap(), bytes);
    let run = world.guild("check docs - --fix").fails(2);
    assert!(run.stderr.contains("`-` is none"), "{run}");
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_a_file_keeps_its_mode() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let world = World::alone();
    world.write("project/deep/a.md", &broken());
    let mode = fs::Permissions::from_mode(0o640);
    fs::set_permissions(world.path("project/deep/a.md"), mode).unwrap();
    symlink("deep/a.md", world.path("project/b.md")).unwrap();
    world.guild("check docs b.md --fix").ok();
    assert!(world.path("project/b.md").is_symlink());
    assert_eq!(world.read("project/deep/a.md"), sound());
    let mode = fs::metadata(world.path("project/deep/a.md"))
        .unwrap()
        .permissions();
    assert_eq!(mode.mode() & 0o777, 0o640);
    let names = fs::read_dir(world.path("project/deep")).unwrap().count();
    assert_eq!(names, 1, "nothing is left beside it");
}

#[test]
fn behind_a_fence_that_nothing_closes_nothing_is_mended_and_no_hint_says_so() {
    let world = World::alone();
    let text = broken().replacen("```sh\n", "```\n", 1);
    let end = text.find("\n```\n\n### With").unwrap();
    let text = format!("{}{}", &text[..end], &text[end + 4..]);
    world.write("project/a.md", &text);
    let run = world.guild("check docs a.md").fails(1);
    assert!(run.stdout.contains("the fence is not closed"), "{run}");
    assert!(!run.stderr.contains("--fix"), "{run}");
    world.guild("check docs a.md --fix").fails(1);
    assert_eq!(world.read("project/a.md"), text);
}
