//! How the program speaks.

use std::io::Read as _;
use std::process::Stdio;

use insta::assert_snapshot;

use crate::world::World;

const COMMANDS: [&str; 19] = [
    "serve",
    "search",
    "show",
    "install",
    "list",
    "update",
    "verify",
    "remove",
    "assistants",
    "open",
    "new",
    "new skill",
    "new docs",
    "check",
    "check skill",
    "check docs",
    "pack",
    "explain",
    "rules",
];

#[test]
fn the_help_is_an_overview_that_fits_a_screen() {
    let world = World::alone();
    let run = world.guild("--help").ok();
    assert_eq!(world.guild("").fails(2).stderr, run.stdout);
    let widest = run.stdout.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(100), "{run}");
    for command in COMMANDS {
        let run = world.guild(&format!("{command} --help")).ok();
        assert!(run.stdout.contains("Usage: guild"), "{run}");
        let first = run.stdout.lines().next().unwrap();
        assert!(
            !first.ends_with('.') && first.starts_with(char::is_uppercase),
            "{command}: {first}"
        );
    }
}

#[test]
fn an_argument_that_cannot_be_read_is_refused_with_what_to_write() {
    let world = World::alone();
    for (command, what) in [
        ("serve --listen here", "such as 127.0.0.1:8484"),
        ("mcp --http 8485", "such as 127.0.0.1:8484"),
        ("mock api.yaml --listen :80", "such as 127.0.0.1:8484"),
        ("new plan tasks", "such as http://127.0.0.1:3000/tasks"),
        (
            "new plan localhost:3000",
            "such as http://127.0.0.1:3000/tasks",
        ),
        ("check api none.yaml", "hint: name a contract"),
        ("rate adr-writer 6", "from 1, very poor, to 5, very good"),
    ] {
        let run = world.guild(command).fails(2);
        assert!(run.stderr.contains(what), "{command}: {run}");
    }
}

#[test]
fn a_mistyped_command_gets_the_nearest() {
    let world = World::alone();
    assert_snapshot!(world.guild("instal greeter"), @r#"
        exit 2
        stderr:
        error: unrecognized subcommand 'instal'

          tip: some similar subcommands exist: 'list', 'install'

        Usage: guild [OPTIONS] <COMMAND>

        For more information, try '--help'.
    "#);
}

#[test]
fn data_goes_to_stdout_and_talk_to_stderr() {
    let world = World::new();
    assert_snapshot!(world.guild("search greet"), @r#"
        exit 0
        stdout:
        greeter 1.0.0  Unsorted
          Use when a person is to be greeted. Applies to "greet me".
        stderr:
        hint: read more with `guild show greeter`
    "#);
    assert_snapshot!(world.guild("search zzzzzz"), @r#"
        exit 0
        stderr:
        No skill matches `zzzzzz`.
        hint: try fewer or other words, or list all skills with `guild search`
    "#);
    assert_eq!(world.guild("search greet --quiet").ok().stderr, "");
}

#[test]
fn colour_comes_when_asked_for_and_words_say_the_same() {
    let world = World::new();
    let plain = world.guild("search greet").ok().stdout;
    assert!(!plain.contains('\u{1b}'), "{plain}");
    let styled = world.guild("search greet --color always").ok().stdout;
    assert!(styled.contains('\u{1b}'), "{styled}");
    let mut command = world.command("install nothing-like-this");
    let run = world.run(command.env("NO_COLOR", "1").env("CLICOLOR_FORCE", "1"));
    assert!(!run.stderr.contains('\u{1b}'), "{run}");
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let world = World::new();
    let mut command = world.command("completions bash");
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 1];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let run = world.told(&child.wait_with_output().unwrap());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run}");
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_failure() {
    let world = World::alone();
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let run = world
        .run(world.command("completions bash").stdout(full))
        .fails(2);
    assert!(run.stderr.contains("could not write the output"), "{run}");
}

#[test]
fn every_shell_gets_its_completions() {
    let world = World::alone();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = world.guild(&format!("completions {shell}")).ok();
        assert!(run.stdout.contains("install"), "{shell}");
    }
}

#[test]
fn a_page_is_shown_in_the_order_of_its_record() {
    let world = World::new();
    let run = world.guild("show greeter").ok();
    let at = |text: &str| {
        run.stdout
            .find(text)
            .unwrap_or_else(|| panic!("no {text}: {run}"))
    };
    let order = [
        "Greeter (greeter)",
        "What it does",
        "When to use",
        "When not to use",
        "Example prompts",
        "Release",
    ];
    assert!(order.map(at).is_sorted(), "{run}");
    assert!(
        world
            .guild("show greeter --skill-md")
            .ok()
            .stdout
            .starts_with("---\nname: greeter")
    );
}

#[test]
fn an_address_is_printed_where_no_browser_is() {
    let world = World::new();
    assert_snapshot!(world.guild("open greeter"), @r#"
        exit 0
        stdout:
        [CATALOG]/skills/greeter
        stderr:
        There is no browser to open here; open the address above yourself.
    "#);
}

#[test]
fn who_asks_for_json_is_told_failures_as_json() {
    let world = World::new();
    let run = world.guild("show nothing-there --json").fails(2);
    let told: serde_json::Value = serde_json::from_str(&run.stderr).unwrap();
    assert_eq!(told["error"]["code"], "COULD_NOT_RUN", "{run}");
    assert!(
        told["error"]["message"]
            .as_str()
            .unwrap()
            .contains("nothing-there")
    );
    assert!(!told["error"]["hints"].as_array().unwrap().is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_whose_name_is_not_unicode_can_be_listed_as_json() {
    use std::os::unix::ffi::OsStrExt as _;
    let world = World::new();
    let folder = world
        .path("project")
        .join(std::ffi::OsStr::from_bytes(b"s\xff"));
    for args in [
        "install greeter --json",
        "list --json",
        "verify --json",
        "remove greeter --json",
    ] {
        let mut command = world.command(args);
        command.arg("--skills-folder").arg(&folder);
        let run = world.run(&mut command).ok();
        assert!(run.stdout.contains("greeter"), "{run}");
    }
}

#[test]
fn every_command_that_is_shown_gets_a_manual_page() {
    let world = World::alone();
    world.guild("man pages").ok();
    let names: Vec<String> = std::fs::read_dir(world.path("project/pages"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    for page in ["guild.1", "guild-install.1", "guild-check-skill.1"] {
        assert!(names.iter().any(|name| name == page), "{page} of {names:?}");
    }
    assert!(
        !names.iter().any(|name| name.contains("generate")),
        "{names:?}"
    );
}
