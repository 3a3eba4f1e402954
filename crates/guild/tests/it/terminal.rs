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
        let command = format!("{} {args}", env!("CARGO_BIN_EXE_guild"));
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
