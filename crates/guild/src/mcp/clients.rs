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

/// How a server is reached.
#[derive(Clone, Copy)]
pub(crate) enum Way<'a> {
    /// The assistant starts it, with these arguments.
    Started(&'a [String]),
    /// It runs already, at this address.
    At(&'a str),
}

/// The forms of an entry.
#[derive(Clone, Copy)]
enum Form {
    /// An object of servers under a key, each with its command and arguments: what most read.
    Servers(&'static str, Address),
    /// The same with the kind of the connection.
    TypedServers(&'static str),
    /// The command and its arguments in one list.
    OneList,
    Toml,
    Yaml,
}

/// How a form that names no kind for a command says where a server is that runs already.
#[derive(Clone, Copy)]
enum Address {
    /// Under this key.
    Key(&'static str),
    /// As `url`, beside a `type` of this name.
    Type(&'static str),
    /// Not at all: the assistant starts its servers itself.
    Never,
}

/// The key of most.
const SERVERS: &str = "mcpServers";

/// Where assistants read their settings, by the ids that `--assistant` takes; the file of a project where there is one.
const CLIENTS: &[(&str, &str, Form)] = &[
    (
        "amp",
        ".amp/settings.json",
        Form::Servers("amp.mcpServers", Address::Key("url")),
    ),
    (
        "antigravity",
        "~/.gemini/config/mcp_config.json",
        Form::Servers(SERVERS, Address::Key("serverUrl")),
    ),
    (
        "claude-code",
        ".mcp.json",
        Form::Servers(SERVERS, Address::Type("http")),
    ),
    ("codex", "~/.codex/config.toml", Form::Toml),
    ("crush", "crush.json", Form::TypedServers("mcp")),
    (
        "cursor",
        ".cursor/mcp.json",
        Form::Servers(SERVERS, Address::Key("url")),
    ),
    ("droid", ".factory/mcp.json", Form::TypedServers(SERVERS)),
    (
        "gemini-cli",
        ".gemini/settings.json",
        Form::Servers(SERVERS, Address::Key("httpUrl")),
    ),
    (
        "github-copilot",
        ".vscode/mcp.json",
        Form::TypedServers("servers"),
    ),
    ("goose", "~/.config/goose/config.yaml", Form::Yaml),
    (
        "junie",
        ".junie/mcp/mcp.json",
        Form::Servers(SERVERS, Address::Never),
    ),
    (
        "kiro-cli",
        ".kiro/settings/mcp.json",
        Form::Servers(SERVERS, Address::Key("url")),
    ),
    ("opencode", "opencode.json", Form::OneList),
    (
        "qwen-code",
        ".qwen/settings.json",
        Form::Servers(SERVERS, Address::Key("httpUrl")),
    ),
    (
        "roo",
        ".roo/mcp.json",
        Form::Servers(SERVERS, Address::Type("streamable-http")),
    ),
    (
        "windsurf",
        "~/.codeium/windsurf/mcp_config.json",
        Form::Servers(SERVERS, Address::Key("serverUrl")),
    ),
    (
        "zed",
        ".zed/settings.json",
        Form::Servers("context_servers", Address::Key("url")),
    ),
];

/// Gives the entry for a server; none where the assistant cannot be told of one that runs already.
pub(crate) fn entry(assistant: &str, way: Way<'_>) -> Option<Entry> {
    let known = CLIENTS.iter().find(|(id, ..)| *id == assistant);
    let form = known.map_or(
        Form::Servers(SERVERS, Address::Type("http")),
        |(.., form)| *form,
    );
    Some(Entry {
        file: known.map(|(_, file, _)| *file),
        text: match way {
            Way::Started(args) => form.started(args),
            Way::At(url) => form.at(url)?,
        },
    })
}

impl Form {
    fn started(self, args: &[String]) -> String {
        let pretty = |value: Value| format!("{value:#}");
        match self {
            Self::Servers(key, _) => {
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

    fn at(self, url: &str) -> Option<String> {
        let server = match self {
            Self::Servers(_, Address::Never) => return None,
            Self::Servers(_, Address::Key(address)) => json!({ address: url }),
            Self::Servers(_, Address::Type(kind)) => json!({ "type": kind, "url": url }),
            Self::TypedServers(_) => json!({ "type": "http", "url": url }),
            Self::OneList => json!({ "type": "remote", "url": url }),
            Self::Toml => return Some(format!("[mcp_servers.{NAME}]\nurl = {}", json!(url))),
            Self::Yaml => {
                return Some(format!(
                    "extensions:\n  {NAME}:\n    type: streamable_http\n    name: {NAME}\n    enabled: true\n    uri: {}",
                    json!(url)
                ));
            }
        };
        let key = match self {
            Self::Servers(key, _) | Self::TypedServers(key) => key,
            Self::OneList | Self::Toml | Self::Yaml => "mcp",
        };
        Some(format!("{:#}", json!({ key: { NAME: server } })))
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
            let text = entry(id, Way::Started(&args)).unwrap().text;
            assert!(text.contains("guild") && text.contains(&args[1]), "{text}");
            assert!(is_read(id, &text), "{text}");
        }
    }

    #[test]
    fn each_form_but_of_who_starts_its_servers_itself_holds_an_address_and_can_be_read() {
        let url = "http://127.0.0.1:8485/mcp";
        for (id, ..) in CLIENTS {
            let Some(Entry { text, .. }) = entry(id, Way::At(url)) else {
                assert_eq!(*id, "junie");
                continue;
            };
            assert!(text.contains(url) && !text.contains("command"), "{text}");
            assert!(is_read(id, &text), "{text}");
        }
    }

    fn is_read(id: &str, text: &str) -> bool {
        let is_toml = toml::from_str::<toml::Table>(text).is_ok();
        is_toml || serde_json::from_str::<Value>(text).is_ok() || id == "goose"
    }
}
