//! `guild lsp`, as an editor drives it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::world::World;

const SOUND: &str = include_str!("../../../guild-check-docs/src/spec/endpoint.md");

pub(crate) fn sound() -> String {
    SOUND.replace("Last updated: 2026-11-20", "Last updated: 2024-11-20")
}

/// An editor with a server behind it.
pub(crate) struct Editor {
    pub(crate) world: World,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last: u64,
}

impl Editor {
    /// Starts the server in this world's project, and agrees with it on what both can do.
    pub(crate) fn start(world: World) -> Self {
        Self::with_options(world, &Value::Null)
    }

    /// Starts the server with options for it.
    pub(crate) fn with_options(world: World, options: &Value) -> Self {
        let mut editor = Self::deaf(world);
        let root = editor.uri("");
        let reply = editor.ask(
            "initialize",
            &json!({ "rootUri": root, "capabilities": {}, "initializationOptions": options }),
        );
        assert_eq!(reply["result"]["serverInfo"]["name"], "guild");
        editor.tell("initialized", &json!({}));
        editor
    }

    fn deaf(world: World) -> Self {
        let mut command = world.command("lsp --stdio");
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self {
            world,
            child,
            input,
            output,
            last: 0,
        }
    }

    pub(crate) fn uri(&self, path: &str) -> String {
        format!("file://{}", self.world.path("project").join(path).display())
    }

    fn write(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).unwrap();
        self.input.flush().unwrap();
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    pub(crate) fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks, and gives the answer; what is told meanwhile is passed over.
    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.read();
            if message["id"] == id {
                return message;
            }
        }
    }

    pub(crate) fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).unwrap() > 0,
                "the server has gone"
            );
            match line.trim().strip_prefix("Content-Length: ") {
                Some(value) => length = value.parse().unwrap(),
                None if line == "\r\n" => break,
                None => panic!("{line:?} is no header"),
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    /// Opens a document and gives what is found in it.
    pub(crate) fn open(&mut self, path: &str, text: &str) -> Vec<Value> {
        let uri = self.uri(path);
        let document = json!({ "uri": uri, "languageId": "markdown", "version": 1, "text": text });
        self.tell("textDocument/didOpen", &json!({ "textDocument": document }));
        self.findings(path)
    }

    /// Waits for what is found in a document.
    pub(crate) fn findings(&mut self, path: &str) -> Vec<Value> {
        let uri = self.uri(path);
        loop {
            let message = self.read();
            let is_it = message["method"] == "textDocument/publishDiagnostics";
            if is_it && message["params"]["uri"] == uri {
                return message["params"]["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    pub(crate) fn change(&mut self, path: &str, changes: &Value) -> Vec<Value> {
        let document = json!({ "uri": self.uri(path), "version": 2 });
        self.tell(
            "textDocument/didChange",
            &json!({ "textDocument": document, "contentChanges": changes }),
        );
        self.findings(path)
    }

    pub(crate) fn actions(&mut self, path: &str, range: &Value, only: &[&str]) -> Vec<Value> {
        let mut context = json!({ "diagnostics": [] });
        if !only.is_empty() {
            context["only"] = json!(only);
        }
        let document = json!({ "uri": self.uri(path) });
        let params = json!({ "textDocument": document, "range": range, "context": context });
        let reply = self.ask("textDocument/codeAction", &params);
        reply["result"].as_array().unwrap().clone()
    }

    /// Says goodbye and gives how the server ended.
    pub(crate) fn leave(mut self) -> Option<i32> {
        assert_eq!(self.ask("shutdown", &Value::Null)["result"], Value::Null);
        self.tell("exit", &Value::Null);
        self.child.wait().unwrap().code()
    }
}

pub(crate) fn rules(findings: &[Value]) -> Vec<&str> {
    let codes = findings
        .iter()
        .map(|finding| finding["code"].as_str().unwrap());
    codes.collect()
}

/// Follows the edits of an action as an editor does, for lines of ASCII.
fn follow(text: &str, action: &Value, uri: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let offset = |position: &Value| {
        let line = usize::try_from(position["line"].as_u64().unwrap()).unwrap();
        let before: usize = lines[..line].iter().map(|line| line.len()).sum();
        before + usize::try_from(position["character"].as_u64().unwrap()).unwrap()
    };
    let mut text = text.to_owned();
    for edit in action["edit"]["changes"][uri]
        .as_array()
        .unwrap()
        .iter()
        .rev()
    {
        let (start, end) = (
            offset(&edit["range"]["start"]),
            offset(&edit["range"]["end"]),
        );
        text.replace_range(start..end, edit["newText"].as_str().unwrap());
    }
    text
}

#[test]
fn findings_come_and_go_while_the_text_is_written() {
    let mut editor = Editor::start(World::alone());
    assert!(editor.open("a.md", &sound()).is_empty());
    let wrong = sound().replace("`dueAt` has no offset.", "Validation failed.");
    let findings = editor.change("a.md", &json!([{ "text": wrong }]));
    assert_eq!(rules(&findings), ["docs/error-without-trigger"]);
    assert_eq!(findings[0]["severity"], 1);
    assert_eq!(findings[0]["source"], "guild");
    assert!(findings[0]["message"].as_str().unwrap().contains("help: "));
    let range = findings[0]["range"].clone();
    let changes = json!([{ "range": range, "text": "`dueAt` has no offset." }]);
    assert!(editor.change("a.md", &changes).is_empty());
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn a_fix_is_offered_and_all_fixes_at_once() {
    let mut editor = Editor::start(World::alone());
    let broken = sound()
        .replacen("```json", "```", 1)
        .replace("Last updated: 2024-11-20", "Updated 2024-11-20");
    let findings = editor.open("a.md", &broken);
    assert_eq!(rules(&findings).len(), 2, "{findings:?}");
    let uri = editor.uri("a.md");
    let range = findings[0]["range"].clone();
    let actions = editor.actions("a.md", &range, &["quickfix"]);
    assert_eq!(actions.len(), 1, "{actions:?}");
    assert_eq!(actions[0]["title"], "mark the code as `json`");
    let once = follow(&broken, &actions[0], &uri);
    assert_eq!(once, broken.replacen("```\n", "```json\n", 1));
    let actions = editor.actions("a.md", &range, &["source.fixAll"]);
    assert_eq!(actions.len(), 1, "{actions:?}");
    assert_eq!(follow(&broken, &actions[0], &uri), sound());
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn hovering_explains_the_rule() {
    let mut editor = Editor::start(World::alone());
    let broken = sound().replacen("```json", "```", 1);
    let findings = editor.open("a.md", &broken);
    let at = findings[0]["range"]["start"].clone();
    let uri = editor.uri("a.md");
    let params = json!({ "textDocument": { "uri": uri }, "position": at });
    let hover = editor.ask("textDocument/hover", &params);
    let text = hover["result"]["contents"]["value"].as_str().unwrap();
    assert!(text.contains("## What it finds"), "{text}");
    let nowhere =
        json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 0 } });
    assert_eq!(
        editor.ask("textDocument/hover", &nowhere)["result"],
        Value::Null
    );
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn columns_count_utf16_units() {
    let mut editor = Editor::start(World::alone());
    let text = sound()
        .replace("Validation", "x")
        .replace("`dueAt` has no offset.", "Validation failed.");
    let line = text
        .lines()
        .position(|line| line.contains("Validation failed."))
        .unwrap();
    let old = text.lines().nth(line).unwrap();
    let cells: Vec<&str> = old.split('|').collect();
    let new = old.replacen(cells[2], " `😀` ", 1);
    let findings = editor.open("a.md", &text.replace(old, &new));
    let found = findings
        .iter()
        .find(|found| found["code"] == "docs/error-without-trigger")
        .unwrap();
    let before = &new[..new.find("Validation").unwrap()];
    assert_eq!(found["range"]["start"]["line"], line);
    assert_eq!(
        found["range"]["start"]["character"],
        before.encode_utf16().count()
    );
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn a_skill_is_judged_as_it_stands_in_the_editor() {
    let world = World::alone();
    let skill = "---\nname: greeter\ndescription: 'Use when a person is to be greeted. Applies to \"greet me\".'\n---\n\n# Greeter\n\nSay hello.\n";
    world.write("project/skills/greeter/SKILL.md", skill);
    let mut editor = Editor::start(world);
    let findings = editor.open(
        "skills/greeter/SKILL.md",
        &skill.replace("name: greeter", "name: greter"),
    );
    assert!(
        findings
            .iter()
            .any(|found| found["message"].as_str().unwrap().contains("greter")),
        "{findings:?}"
    );
    let findings = editor.change("skills/greeter/SKILL.md", &json!([{ "text": skill }]));
    assert!(
        !findings
            .iter()
            .any(|found| found["message"].as_str().unwrap().contains("greter")),
        "{findings:?}"
    );
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn work_is_known_by_its_sections_and_other_files_are_left_alone() {
    let mut editor = Editor::start(World::alone());
    let findings = editor.open("adr/0001.md", "# ADR-0001: Keep it\n\n## Decision\n\n## Context\n\nA.\n\n## Consequences\n\nB.\n\n## Status\n\nAccepted\n");
    assert!(
        rules(&findings).contains(&"adr/section-order"),
        "{findings:?}"
    );
    assert!(editor.open("notes.md", "# Notes\n\n## foo\n").is_empty());
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn settings_are_obeyed_and_wrong_ones_are_told_of() {
    let world = World::alone();
    world.write("project/guild.toml", "[rules]\n\"docs/fence-without-language\" = { severity = \"off\", reason = \"old\", paths = [\"api/**\"] }\n");
    let mut editor = Editor::start(world);
    let broken = sound().replacen("```json", "```", 1);
    assert!(editor.open("api/a.md", &broken).is_empty());
    assert_eq!(
        rules(&editor.open("b.md", &broken)),
        ["docs/fence-without-language"]
    );
    editor.world.write("project/guild.toml", "[rules");
    let document = json!({ "textDocument": { "uri": editor.uri("api/a.md") } });
    editor.tell("textDocument/didSave", &document);
    let message = editor.read();
    assert_eq!(message["method"], "window/showMessage");
    assert_eq!(
        rules(&editor.findings("api/a.md")),
        ["docs/fence-without-language"]
    );
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn what_is_closed_has_no_findings() {
    let mut editor = Editor::start(World::alone());
    let broken = sound().replacen("```json", "```", 1);
    assert_eq!(editor.open("a.md", &broken).len(), 1);
    let document = json!({ "textDocument": { "uri": editor.uri("a.md") } });
    editor.tell("textDocument/didClose", &document);
    assert!(editor.findings("a.md").is_empty());
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn malformed_messages_are_survived() {
    let mut editor = Editor::start(World::alone());
    editor.write(b"Content-Length: 2\r\n\r\n{]");
    assert_eq!(editor.read()["error"]["code"], -32700);
    editor.write(b"garbage\r\n\r\n\xff\xfe\0Content-Length: nonsense\r\n\r\n");
    assert_eq!(editor.read()["error"]["code"], -32700);
    editor.send(&json!([1, 2]));
    assert_eq!(editor.read()["error"]["code"], -32600);
    editor.send(&json!({ "id": 7, "result": null }));
    editor.tell("textDocument/didOpen", &json!({ "textDocument": 1 }));
    editor.tell("textDocument/didChange", &json!({ "textDocument": { "uri": "file:///nowhere", "version": 1 }, "contentChanges": [] }),
    );
    editor.tell("$/cancelRequest", &json!({ "id": 1 }));
    assert_eq!(
        editor.ask("textDocument/hover", &json!([]))["error"]["code"],
        -32602
    );
    assert_eq!(
        editor.ask("textDocument/foldingRange", &json!({}))["error"]["code"],
        -32601
    );
    let wild = json!([{ "range": { "start": { "line": 9, "character": 9 }, "end": { "line": 1, "character": 1 } }, "text": "ä" }]);
    editor.open("a.md", "# GET /a\n");
    editor.change("a.md", &wild);
    assert!(editor.open("b.md", &sound()).is_empty());
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn an_editor_that_goes_without_a_word_ends_the_server() {
    let mut editor = Editor::deaf(World::alone());
    assert_eq!(
        editor.ask("textDocument/hover", &json!({}))["error"]["code"],
        -32002
    );
    let Editor {
        mut child,
        input,
        world: _world,
        ..
    } = editor;
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}
