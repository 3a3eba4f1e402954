//! How each assistant is told of a tool server: in which file, and in which form.

mod comments;
pub(crate) mod connected;

use serde_json::{Value, json};

/// What we are called in an assistant's settings.
const NAME: &str = "guild";

/// The entry for an assistant.
pub(crate) struct Entry {
    /// The file that it goes into, as a person types it; absent where we do not know it.
    pub(crate) file: Option<&'static str>,
    /// What goes there.
    pub(crate) text: String,
}

/// The forms of an entry.
#[derive(Clone, Copy)]
enum Form {
    /// An object of servers under a key, each with its command and arguments: what most read.
    Servers(&'static str),
    /// The same with the kind of the connection.
    TypedServers(&'static str),
    /// The command and its arguments in one list.
    OneList,
    Toml,
    Yaml,
}

/// Where assistants read their settings, by the ids that `--assistant` takes; the file of a project where there is one.
const CLIENTS: &[(&str, &str, Form)] = &[
    ("amp", ".amp/settings.json", Form::Servers("amp.mcpServers")),
    (
        "antigravity",
        "~/.gemini/config/mcp_config.json",
        Form::Servers("mcpServers"),
    ),
    ("claude-code", ".mcp.json", Form::Servers("mcpServers")),
    ("codex", "~/.codex/config.toml", Form::Toml),
    ("crush", "crush.json", Form::TypedServers("mcp")),
    ("cursor", ".cursor/mcp.json", Form::Servers("mcpServers")),
    (
        "droid",
        ".factory/mcp.json",
        Form::TypedServers("mcpServers"),
    ),
    (
        "gemini-cli",
        ".gemini/settings.json",
        Form::Servers("mcpServers"),
    ),
    (
        "github-copilot",
        ".vscode/mcp.json",
        Form::TypedServers("servers"),
    ),
    ("goose", "~/.config/goose/config.yaml", Form::Yaml),
    ("junie", ".junie/mcp/mcp.json", Form::Servers("mcpServers")),
    (
        "kiro-cli",
        ".kiro/settings/mcp.json",
        Form::Servers("mcpServers"),
    ),
    ("opencode", "opencode.json", Form::OneList),
    (
        "qwen-code",
        ".qwen/settings.json",
        Form::Servers("mcpServers"),
    ),
    ("roo", ".roo/mcp.json", Form::Servers("mcpServers")),
    (
        "windsurf",
        "~/.codeium/windsurf/mcp_config.json",
        Form::Servers("mcpServers"),
    ),
    (
        "zed",
        ".zed/settings.json",
        Form::Servers("context_servers"),
    ),
];

/// Gives the entry that starts `guild` with some arguments.
pub(crate) fn entry(assistant: &str, args: &[String]) -> Entry {
    let known = CLIENTS.iter().find(|(id, ..)| *id == assistant);
    let form = known.map_or(Form::Servers("mcpServers"), |(.., form)| *form);
    Entry {
        file: known.map(|(_, file, _)| *file),
        text: form.written(args),
    }
}

impl Form {
    fn written(self, args: &[String]) -> String {
        let pretty = |value: Value| format!("{value:#}");
        match self {
            Self::Servers(key) => {
                pretty(json!({ key: { NAME: { "command": "guild", "args": args } } }))
            }
            Self::TypedServers(key) => pretty(
                json!({ key: { NAME: { "type": "stdio", "command": "guild", "args": args } } }),
            ),
            Self::OneList => {
                let words: Vec<&str> = std::iter::once("guild")
                    .chain(args.iter().map(String::as_str))
                    .collect();
                pretty(json!({ "mcp": { NAME: { "type": "local", "command": words } } }))
            }
            // A list of strings is written the same in JSON, TOML and YAML.
            Self::Toml => format!(
                "[mcp_servers.{NAME}]\ncommand = \"guild\"\nargs = {}",
                json!(args)
            ),
            Self::Yaml => format!(
                "extensions:\n  {NAME}:\n    type: stdio\n    name: {NAME}\n    enabled: true\n    cmd: guild\n    args: {}",
                json!(args)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_assistant_of_the_table_is_one_that_we_know() {
        for (id, ..) in CLIENTS {
            assert!(guild_skill::assistants::by_id(id).is_some(), "{id}");
        }
    }

    #[test]
    fn each_form_holds_the_command_and_can_be_read() {
        let args = [
            "mcp".to_owned(),
            "--catalog=https://skills.example.org".to_owned(),
        ];
        for (id, ..) in CLIENTS {
            let text = entry(id, &args).text;
            assert!(text.contains("guild") && text.contains(&args[1]), "{text}");
            let is_toml = toml::from_str::<toml::Table>(&text).is_ok();
            let is_json = serde_json::from_str::<Value>(&text).is_ok();
            assert!(is_toml || is_json || *id == "goose", "{text}");
        }
    }
}
