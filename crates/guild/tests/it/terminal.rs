//! A person at a terminal: a real one, made by `script` of util-linux.

use std::io::Write as _;
use std::process::{Child, Command, Stdio};

use crate::world::{World, read_all, read_until};

const SPACE: &[u8] = b" ";
const ENTER: &[u8] = b"\r";
const DOWN: &[u8] = b"\x1b[B";
const ESCAPE: &[u8] = b"\x1b";
const QUESTION: &str = "Install for which assistants?";

/// A terminal with a command in it.
struct Terminal {
    script: Child,
    shown: String,
}

impl Terminal {
    /// Types a command and waits until it asks something.
    fn asking(world: &World, args: &str, last: &str) -> Self {
        let mut script = Command::new("script");
        world.clean(&mut script);
        // Tests that run in the background of a shell inherit deafness to Control-C.
        let deaf_no_more = "exec env --default-signal=INT";
        let command = format!("{deaf_no_more} {} {args}", env!("CARGO_BIN_EXE_guild"));
        let script = script
            .args(["--quiet", "--return", "--command", &command, "/dev/null"])
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut script = script.expect("`script`, which makes a terminal, is in util-linux");
        let shown = read_until(script.stdout.as_mut().unwrap(), last);
        Self { script, shown }
    }

    /// Presses keys, and gives the exit code and everything that was shown in the end.
    fn press(mut self, keys: &[&[u8]]) -> (i32, String) {
        let keyboard = self.script.stdin.as_mut().unwrap();
        keyboard.write_all(&keys.concat()).unwrap();
        keyboard.flush().unwrap();
        self.shown += &read_all(self.script.stdout.take().unwrap());
        let code = self.script.wait().unwrap().code().unwrap();
        (code, self.shown)
    }
}

fn world_with_two() -> World {
    let world = World::new();
    world.has(".claude");
    world.has(".qwen");
    world
}

#[test]
fn of_several_assistants_those_that_a_person_chooses_get_the_skill() {
    let world = world_with_two();
    let terminal = Terminal::asking(&world, "install greeter", ".qwen/skills");
    assert!(terminal.shown.contains(QUESTION), "{}", terminal.shown);
    let (code, shown) = terminal.press(&[DOWN, SPACE, ENTER]);
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("Installed"), "{shown}");
    assert!(world.path("project/.qwen/skills/greeter").is_dir());
    assert!(!world.path("project/.claude/skills").exists());
}

#[test]
fn nothing_chosen_installs_nothing() {
    for keys in [[ENTER], [ESCAPE]] {
        let world = world_with_two();
        let terminal = Terminal::asking(&world, "install greeter", ".qwen/skills");
        let (code, shown) = terminal.press(&keys);
        assert_eq!(code, 2, "{shown}");
        assert!(shown.contains("no assistant was chosen"), "{shown}");
        assert!(shown.contains("--assistant ID"), "{shown}");
        assert!(!world.path("project/.claude/skills").exists());
        assert!(!world.path("project/.qwen/skills").exists());
    }
}

#[test]
fn whoever_breaks_off_gets_the_cursor_back() {
    const CONTROL_C: &[u8] = b"\x03";
    let world = world_with_two();
    let terminal = Terminal::asking(&world, "install greeter", ".qwen/skills");
    let (code, shown) = terminal.press(&[CONTROL_C]);
    assert_ne!(code, 0, "{shown}");
    let (hidden, back) = (shown.rfind("\x1b[?25l"), shown.rfind("\x1b[?25h"));
    assert!(hidden <= back, "{shown:?}");
    assert!(!world.path("project/.qwen/skills").exists());
}

/// Types lines, each ended.
fn lines(text: &[&str]) -> Vec<u8> {
    text.iter()
        .flat_map(|line| [line.as_bytes(), ENTER].concat())
        .collect()
}

const SIGNATURE: &str = "new docs 'slugify(title: str) -> str'";

#[test]
fn what_a_document_needs_is_asked_for_and_written() {
    let world = World::alone();
    let terminal = Terminal::asking(&world, SIGNATURE, "does");
    let answers = [
        "Makes an address of a title.",
        "A blog names its pages after their titles.",
        "",
        "title | str | yes | 1 to 200 characters",
        "",
        "\"hello-world\"",
        "raises | ValueError | The title has no letter. | Ask for another title.",
        "",
        "python",
        "from slugs import slugify",
        "print(slugify('Hello, world'))",
        "",
        "Two titles may give the same address.",
        "",
    ];
    let (code, shown) = terminal.press(&[&lines(&answers)]);
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("What would a consumer get wrong"), "{shown}");
    let text = world.read("project/slugify.md");
    for part in [
        "# slugify(title: str) -> str",
        "Makes an address of a title.",
        "- A blog names its pages after their titles.",
        "| `title` | str | yes | 1 to 200 characters. |",
        "\"hello-world\"",
        "| raises | `ValueError` | The title has no letter. | Ask for another title. |",
        "```python\nfrom slugs import slugify\nprint(slugify('Hello, world'))\n```",
        "- Two titles may give the same address.",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let run = world.guild("check docs slugify.md").fails(1);
    assert!(run.stdout.contains("docs/template-left"), "{run}");
}

#[test]
fn what_is_left_without_an_answer_stands_open_and_who_leaves_gets_no_file() {
    const CONTROL_C: &[u8] = b"\x03";
    let world = World::alone();
    let terminal = Terminal::asking(&world, SIGNATURE, "does");
    let (code, shown) = terminal.press(&[&lines(&[""; 7])]);
    assert_eq!(code, 0, "{shown}");
    let text = world.read("project/slugify.md");
    assert!(text.contains("<One or two sentences"), "{text}");
    let terminal = Terminal::asking(&world, &format!("{SIGNATURE} --output b.md"), "does");
    let (code, shown) = terminal.press(&[b"Makes", CONTROL_C]);
    assert_ne!(code, 0, "{shown}");
    assert!(!world.path("project/b.md").exists());
}

#[test]
fn what_a_contract_is_to_hold_is_asked_for_and_a_line_that_does_not_fit_is_asked_for_again() {
    let world = World::alone();
    let terminal = Terminal::asking(&world, "new api tasks", "field");
    let answers = [
        "titel",
        "title:string:1..120",
        "pinned:boolean",
        "isPinned:boolean",
        "",
        "OPEN",
        "DONE:completedAt:date-time",
        "",
        "isPined",
        "isPinned",
        "",
        "comments",
        "",
        "text:text",
        "",
    ];
    let (code, shown) = terminal.press(&[&lines(&answers)]);
    assert_eq!(code, 0, "{shown}");
    for told in [
        "has no type",
        "call it `isPinned`",
        "did you mean `isPinned`?",
        "comments.field",
    ] {
        assert!(shown.contains(told), "{told}\n{shown}");
    }
    let contract = world.read("project/tasks/contract.ts");
    for part in [
        "export interface DoneTask",
        "isPinned?: boolean",
        "export interface CreateComment",
    ] {
        assert!(contract.contains(part), "{part}\n{contract}");
    }
    world
        .guild("check api tasks/openapi.yaml --deny warnings")
        .ok();
}

#[test]
fn who_leaves_the_questions_on_a_contract_gets_no_file() {
    const CONTROL_C: &[u8] = b"\x03";
    let world = World::alone();
    let terminal = Terminal::asking(&world, "new api tasks", "field");
    let (code, shown) = terminal.press(&[b"title", CONTROL_C]);
    assert_ne!(code, 0, "{shown}");
    assert!(!world.path("project/tasks").exists());
}
