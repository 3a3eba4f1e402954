//! `guild check docs`.

use std::io::Write;
use std::process::Stdio;

use crate::world::World;

const SOUND: &str = include_str!("../../../guild-check-docs/src/spec/endpoint.md");

/// The document of another day, so that no clock makes it a document of the future.
fn sound() -> String {
    SOUND.replace("Last updated: 2026-11-20", "Last updated: 2024-11-20")
}

fn defect() -> String {
    sound().replace("`dueAt` has no offset.", "Validation failed.")
}

#[test]
fn a_sound_document_passes() {
    let world = World::alone();
    world.write("project/api/patch-task.md", &sound());
    let run = world
        .guild("check docs api/patch-task.md --deny warnings")
        .ok();
    assert!(run.stdout.contains("1 file"), "{run}");
}

#[test]
fn a_folder_is_searched_and_each_document_is_read_once() {
    let world = World::alone();
    world.write("project/api/a.md", &sound());
    world.write("project/api/deep/b.MD", &defect());
    world.write("project/api/.git/c.md", "no document");
    world.write("project/api/node_modules/d.md", "no document");
    world.write("project/api/e.txt", "no document");
    let report = world
        .guild("check docs api ./api/a.md api/a.md --format json")
        .fails(1)
        .json();
    assert_eq!(report["check"], "docs");
    assert_eq!(report["verdict"], "FAILED");
    let finding = &report["findings"][0];
    assert_eq!(finding["rule"], "docs/error-without-trigger");
    assert_eq!(finding["path"], "api/deep/b.MD");
    assert_eq!(finding["helpUrl"], "/rules/docs/error-without-trigger");
    assert_eq!(report["findings"].as_array().unwrap().len(), 1);
}

#[test]
fn a_guess_fails_a_check_only_where_warnings_do() {
    let world = World::alone();
    let told = "Changes single fields of a task and";
    let guess = sound().replace(told, "Writes the database row and");
    assert_ne!(guess, sound());
    world.write("project/a.md", &guess);
    let run = world.guild("check docs a.md").ok();
    assert!(run.stdout.contains("this is a guess"), "{run}");
    world.guild("check docs a.md --deny warnings").fails(1);
}

#[test]
fn a_document_comes_on_standard_input() {
    let world = World::alone();
    let mut command = world.command("check docs - --format github");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(defect().as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("stdin.md"), "{text}");
}

#[test]
fn a_finding_is_silenced_with_a_reason() {
    let world = World::alone();
    let allow = "<!-- guild: allow docs/error-without-trigger: the gateway tells no more -->";
    let allowed = defect().replace("## Errors\n", &format!("{allow}\n\n## Errors\n"));
    world.write("project/a.md", &allowed);
    world.write("project/b.md", &defect());
    world.write(
        "project/guild.toml",
        "[rules]\n\"docs/error-without-trigger\" = { severity = \"off\", reason = \"the gateway tells no more\", paths = [\"b.md\"] }\n",
    );
    world.guild("check docs a.md b.md").ok();
}

#[test]
fn what_cannot_be_read_is_said() {
    let world = World::alone();
    world.write("project/empty/a.txt", "");
    world.write("project/bytes.md", "x");
    std::fs::write(world.path("project/bytes.md"), b"# GET /a\n\xff\xfe\n").unwrap();
    let run = world.guild("check docs nowhere.md").fails(2);
    assert!(run.stderr.contains("nowhere.md does not exist"), "{run}");
    let run = world.guild("check docs empty").fails(2);
    assert!(run.stderr.contains("no file in it ends in `.md`"), "{run}");
    let run = world.guild("check docs bytes.md").fails(1);
    assert!(run.stdout.contains("docs/bytes-not-text"), "{run}");
}

#[test]
fn a_rule_is_explained() {
    let world = World::alone();
    let run = world.guild("explain docs/error-without-trigger").ok();
    assert!(run.stdout.contains("What it finds"), "{run}");
}

/// The sound document, of an endpoint that any server of files has.
fn runnable() -> String {
    let title = "--data '{\"title\": \"Renew the TLS certificate of shop.example\"}'";
    let due = "--data '{\"dueAt\": \"2027-01-15T17:00:00+01:00\"}'";
    sound()
        .replace(title, "--max-time 9")
        .replace(due, "--header 'Accept-Language: de'")
        .replace("--request PATCH", "--request GET")
        .replace("PATCH /api", "GET /api")
}

#[test]
#[cfg(target_os = "linux")]
fn examples_run_against_a_server_that_is_started_for_them() {
    let world = World::alone();
    let answer = r#"{"id": "tsk_01JD4Q8Z6T", "dueAt": "2027-01-15T16:00:00Z"}"#;
    world.write("project/site/api/tasks/tsk_01JD4Q8Z6T", answer);
    world.write("project/api/get-task.md", &runnable());
    let start = "python3 -m http.server --bind 127.0.0.1 --directory site {port}";
    let run = |more: &[&str]| {
        let mut command = world.command("check docs api/get-task.md --run --format json --start");
        let output = command
            .arg(start)
            .args(["--env", "TASKS_TOKEN=gld_1"])
            .args(more)
            .output()
            .unwrap();
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.code(), report)
    };
    let (code, report) = run(&[]);
    let verdicts: Vec<_> = report["examples"].as_array().unwrap().iter().collect();
    assert_eq!(verdicts.len(), 2, "{report:#}");
    assert_eq!(
        (code, &report["verdict"]),
        (Some(0), &"PASSED".into()),
        "{report:#}"
    );
    assert_eq!(verdicts[0]["verdict"], "PASSED");
    assert!(
        report["sandbox"]
            .as_str()
            .unwrap()
            .starts_with("bubblewrap")
    );

    world.write("project/site/api/tasks/tsk_01JD4Q8Z6T", r#"{"id": 7}"#);
    let (code, report) = run(&[]);
    assert_eq!(
        (code, &report["verdict"]),
        (Some(1), &"FAILED".into()),
        "{report:#}"
    );
    assert_eq!(report["findings"][0]["rule"], "docs/example-wrong-shape");

    let python = "```python\nprint(1)\n```\n\n### With optional features";
    let text = runnable().replace("### With optional features", python);
    world.write("project/api/get-task.md", &text);
    world.write("project/site/api/tasks/tsk_01JD4Q8Z6T", answer);
    let (code, report) = run(&["--language", "python=no-such-python"]);
    assert_eq!(
        (code, &report["verdict"]),
        (Some(2), &"NOT_RUN".into()),
        "{report:#}"
    );
}
