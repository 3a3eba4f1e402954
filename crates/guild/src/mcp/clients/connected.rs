//! Which assistants have a browser tool server, by their settings: ours, or that of somebody else.
//!
//! SPEC.md 2.4 makes one the prerequisite of browser-testing-with-devtools; without it `test-generator` is the fallback.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use guild_check::Source;
use guild_check_api::tree::{Tree, TreeLimits};
use guild_skill::assistants::Assistant;
use serde::Serialize;
use serde_json::Value;

use super::CLIENTS;
use super::comments::without_comments;
use crate::environment::Environment;
use crate::install::assistants::under_home;

/// The most bytes of a settings file: some assistants keep their history in it, too.
const SETTINGS_BYTES: u64 = 64 << 20;

const YAML_LIMITS: TreeLimits = TreeLimits {
    bytes: 4 << 20,
    depth: 64,
    values: 100_000,
};

/// Further files in which assistants look for tool servers: those of a person, and second names.
const MORE_FILES: &[(&str, &str)] = &[
    ("amp", "~/.config/amp/settings.json"),
    ("claude-code", "~/.claude.json"),
    ("codex", ".codex/config.toml"),
    ("crush", ".crush.json"),
    ("crush", "~/.config/crush/crush.json"),
    ("cursor", "~/.cursor/mcp.json"),
    ("droid", "~/.factory/mcp.json"),
    ("gemini-cli", "~/.gemini/settings.json"),
    ("github-copilot", "~/.copilot/mcp-config.json"),
    ("github-copilot", "~/.config/Code/User/mcp.json"),
    ("junie", "~/.junie/mcp/mcp.json"),
    ("kiro-cli", "~/.kiro/settings/mcp.json"),
    ("opencode", "opencode.jsonc"),
    ("opencode", "~/.config/opencode/opencode.json"),
    ("opencode", "~/.config/opencode/opencode.jsonc"),
    ("qwen-code", "~/.qwen/settings.json"),
    ("zed", "~/.config/zed/settings.json"),
];

/// Under which keys assistants keep tool servers.
const KEYS: &[&str] = &[
    "amp.mcpServers",
    "context_servers",
    "extensions",
    "mcp",
    "mcpServers",
    "mcp_servers",
    "servers",
];

/// What tells a browser tool server, in its command, in its address, or in what it is called.
const BROWSER_SERVERS: &[&str] = &[
    "chrome-devtools",
    "firefox-devtools",
    "playwright",
    "puppeteer",
    "browsermcp",
    "browser-mcp",
    "mcp-server-browser",
    "browserbase",
    "selenium",
];

/// The browser tool server of an assistant.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Connected {
    /// What the settings call it.
    pub(crate) name: String,
    /// The file that names it, as a person types it.
    pub(crate) file: String,
    /// The program that starts it, where that is not on the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) missing_program: Option<String>,
}

/// What an assistant's settings say of browser tool servers.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Seen {
    /// The first that can be started, or the first.
    pub(crate) server: Option<Connected>,
    /// Settings files that could not be read, as a person types them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) unreadable: Vec<String>,
}

/// A tool server as settings name it.
struct Entry {
    name: String,
    /// The command and its arguments, or the address.
    words: Vec<String>,
    has_address: bool,
}

/// Looks into the settings of an assistant.
pub(crate) fn browser_server(
    assistant: &Assistant,
    environment: &Environment,
    project: &Path,
) -> Seen {
    let mut seen = Seen::default();
    let known = CLIENTS.iter().map(|(id, file, _)| (*id, *file));
    let files = known.chain(MORE_FILES.iter().copied());
    for (_, file) in files.filter(|(id, _)| *id == assistant.id) {
        let path = match file.strip_prefix("~/") {
            Some(inside) => under_home(assistant, environment, inside),
            None => project.join(file),
        };
        let said = environment.shorten(&path);
        let settings = match read(&path) {
            Ok(Some(settings)) => settings,
            Ok(None) => continue,
            Err(Unreadable) => {
                seen.unreadable.push(said);
                continue;
            }
        };
        let mut entries = Vec::new();
        collect(&settings, project, &mut entries);
        for entry in entries.into_iter().filter(is_browser) {
            let program = entry.words.first().filter(|_| !entry.has_address);
            let missing = program.filter(|program| !is_there(program, environment));
            let is_better = match &seen.server {
                None => true,
                Some(before) => before.missing_program.is_some() && missing.is_none(),
            };
            if is_better {
                seen.server = Some(Connected {
                    missing_program: missing.cloned(),
                    name: entry.name,
                    file: said.clone(),
                });
            }
        }
    }
    seen
}

/// A settings file that is there and cannot be read.
struct Unreadable;

fn read(path: &Path) -> Result<Option<Value>, Unreadable> {
    // What is no file is not opened: a pipe would wait for a writer.
    if !path.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|_| Unreadable)?;
    let read = file.take(SETTINGS_BYTES + 1).read_to_end(&mut bytes);
    if read.is_err() || bytes.len() as u64 > SETTINGS_BYTES {
        return Err(Unreadable);
    }
    let text = String::from_utf8(bytes).map_err(|_| Unreadable)?;
    let text = text.trim_start_matches('\u{feff}');
    let value = match path.extension().and_then(|end| end.to_str()) {
        Some("toml") => toml::from_str(text).ok(),
        Some("yaml") => {
            let tree = Tree::parse(&Source::new("settings", text), YAML_LIMITS);
            tree.root().map(|root| root.to_json())
        }
        Some(_) | None => serde_json::from_str(text)
            .or_else(|_| serde_json::from_str(&without_comments(text)))
            .ok(),
    };
    match value {
        Some(value) => Ok(Some(value)),
        None if text.trim().is_empty() => Ok(None),
        None => Err(Unreadable),
    }
}

/// Finds the tool servers, under whatever key an assistant keeps them; of settings for several projects only ours.
fn collect(value: &Value, project: &Path, entries: &mut Vec<Entry>) {
    for (key, inside) in value.as_object().into_iter().flatten() {
        match inside {
            Value::Object(projects) if key == "projects" => {
                let own = projects
                    .iter()
                    .filter(|(path, _)| Path::new(path) == project);
                own.for_each(|(_, inside)| collect(inside, project, entries));
            }
            Value::Object(servers) if KEYS.contains(&key.as_str()) => {
                // An editor keeps `servers` in `mcp`, others keep them there at once.
                collect(inside, project, entries);
                let is_on =
                    |server: &Value| server["disabled"] != true && server["enabled"] != false;
                let on = servers.iter().filter(|(_, server)| is_on(server));
                entries.extend(on.filter_map(|(name, server)| entry(name, server)));
            }
            _ => {}
        }
    }
}

fn entry(name: &str, value: &Value) -> Option<Entry> {
    let address = ["url", "serverUrl", "httpUrl", "uri"].map(|key| value[key].as_str());
    let has_address = address.iter().any(Option::is_some);
    let command = match value.get("command").or(value.get("cmd")) {
        // One whose parts have names of their own.
        Some(parts @ Value::Object(_)) => [&parts["path"], &parts["args"]],
        Some(command) => [command, &value["args"]],
        None => [&Value::Null, &Value::Null],
    };
    let texts = |value: &Value| -> Vec<String> {
        match value {
            Value::String(text) => vec![text.clone()],
            Value::Array(all) => all
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
            _ => Vec::new(),
        }
    };
    let mut words: Vec<String> = command.into_iter().flat_map(texts).collect();
    words.extend(address.into_iter().flatten().map(str::to_owned));
    (!words.is_empty()).then(|| Entry {
        name: name.to_owned(),
        words,
        has_address,
    })
}

fn is_browser(entry: &Entry) -> bool {
    let is_known = |word: &str| {
        let word = word.to_lowercase();
        BROWSER_SERVERS.iter().any(|known| word.contains(known))
    };
    let has = |wanted: &str| entry.words.iter().any(|word| word == wanted);
    let program = entry.words.first().map(Path::new);
    let is_ours = program
        .and_then(Path::file_stem)
        .is_some_and(|stem| stem == super::NAME);
    is_known(&entry.name)
        || entry.words.iter().any(|word| is_known(word))
        || (is_ours && has("mcp") && has("--browser"))
}

/// Says whether a program can be started; a path is taken as it stands.
fn is_there(program: &str, environment: &Environment) -> bool {
    let path = PathBuf::from(program);
    if path.components().count() > 1 || program.starts_with('$') {
        // What a variable or `~` makes of it is not ours to guess.
        return !path.is_absolute() || path.exists();
    }
    let folders = environment.variable("PATH").unwrap_or_default();
    let ends = ["", ".exe", ".cmd", ".bat"];
    std::env::split_paths(folders).any(|folder| {
        ends.iter()
            .any(|end| folder.join(format!("{program}{end}")).is_file())
    })
}

#[cfg(test)]
mod tests {
    use guild_skill::assistants::by_id;

    use super::*;

    struct Machine(tempfile::TempDir);

    impl Machine {
        fn new() -> Self {
            let root = tempfile::tempdir().unwrap();
            fs::create_dir_all(root.path().join("bin")).unwrap();
            fs::write(root.path().join("bin/npx"), "").unwrap();
            Self(root)
        }

        fn with(self, file: &str, text: &str) -> Self {
            let path = self.0.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
            self
        }

        fn seen(&self, assistant: &str) -> Seen {
            let home = self.0.path().join("home");
            let project = self.0.path().join("project");
            let environment = Environment::of_test(&home, &project)
                .with("PATH", &self.0.path().join("bin").display().to_string());
            browser_server(by_id(assistant).unwrap(), &environment, &project)
        }

        fn server(&self, assistant: &str) -> Option<(String, String)> {
            let server = self.seen(assistant).server?;
            Some((server.name, server.file))
        }
    }

    #[test]
    fn a_server_is_found_in_every_form_of_settings() {
        let named = |name: &str, file: &str| Some((name.to_owned(), file.to_owned()));
        let machine = Machine::new()
            .with("project/.mcp.json", r#"{"mcpServers": {"pw": {"command": "npx", "args": ["-y", "@playwright/mcp@latest"]}}}"#)
            .with("home/.codex/config.toml", "[mcp_servers.devtools]\ncommand = \"npx\"\nargs = [\"chrome-devtools-mcp\"]\n")
            .with("home/.config/goose/config.yaml", "extensions:\n  guild:\n    type: stdio\n    cmd: guild\n    args: [\"mcp\", \"--browser\"]\n")
            .with("project/opencode.json", r#"{"mcp": {"web": {"type": "local", "command": ["npx", "puppeteer-mcp"]}}}"#)
            .with("project/.zed/settings.json", "// mine\n{\n  /* tools */ \"context_servers\": { \"p\": { \"command\": { \"path\": \"npx\", \"args\": [\"@playwright/mcp\",] } }, },\n}\n")
            .with("home/.codeium/windsurf/mcp_config.json", r#"{"mcpServers": {"playwright": {"serverUrl": "http://127.0.0.1:8931/mcp"}}}"#);
        assert_eq!(machine.server("claude-code"), named("pw", ".mcp.json"));
        assert_eq!(
            machine.server("codex"),
            named("devtools", "~/.codex/config.toml")
        );
        assert_eq!(
            machine.server("goose"),
            named("guild", "~/.config/goose/config.yaml")
        );
        assert_eq!(machine.server("opencode"), named("web", "opencode.json"));
        assert_eq!(machine.server("zed"), named("p", ".zed/settings.json"));
        assert_eq!(
            machine.server("windsurf"),
            named("playwright", "~/.codeium/windsurf/mcp_config.json")
        );
        assert_eq!(machine.seen("cursor"), Seen::default());
        let missing = machine.seen("goose").server.unwrap().missing_program;
        assert_eq!(missing.as_deref(), Some("guild"));
        assert_eq!(machine.seen("codex").server.unwrap().missing_program, None);
    }

    #[test]
    fn what_is_off_or_elsewhere_or_no_browser_does_not_count() {
        let machine = Machine::new()
            .with("home/.cursor/mcp.json", r#"{"mcpServers": {"playwright": {"command": "npx", "args": ["@playwright/mcp"], "disabled": true}}}"#)
            .with("project/.mcp.json", r#"{"mcpServers": {"guild": {"command": "guild", "args": ["mcp"]}, "db": {"command": "npx", "args": ["pg"]}}}"#)
            .with("home/.claude.json", r#"{"projects": {"/elsewhere": {"mcpServers": {"pw": {"command": "npx", "args": ["@playwright/mcp"]}}}}}"#);
        assert_eq!(machine.server("cursor"), None);
        assert_eq!(machine.server("claude-code"), None);
        let own = machine.0.path().join("project").display().to_string();
        let text = serde_json::json!({ "projects": { own: { "mcpServers": { "pw": { "command": "npx", "args": ["@playwright/mcp"] } } } } });
        let machine = machine.with("home/.claude.json", &text.to_string());
        assert!(machine.server("claude-code").is_some());
    }

    #[test]
    fn settings_that_cannot_be_read_are_named() {
        for broken in ["{", "[[[", "{\"a\" /* ", "{\"a\": \"\\"] {
            let machine = Machine::new().with("project/.cursor/mcp.json", broken);
            let seen = machine.seen("cursor");
            assert_eq!(seen.unreadable, [".cursor/mcp.json"], "{broken}");
        }
        let machine = Machine::new().with("project/.cursor/mcp.json", "");
        assert_eq!(machine.seen("cursor"), Seen::default());
        fs::write(
            machine.0.path().join("project/.cursor/mcp.json"),
            [0xff, 0xfe],
        )
        .unwrap();
        assert_eq!(machine.seen("cursor").unreadable.len(), 1);
    }
}
