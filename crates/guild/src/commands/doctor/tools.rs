//! The browser tool servers of the assistants here, which browser-testing-with-devtools needs (SPEC.md 2.4).

use guild_skill::assistants::Assistant;
use serde::Serialize;

use crate::environment::Environment;
use crate::install::targets;
use crate::mcp::clients::connected::{Seen, browser_server};

/// What one assistant has.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BrowserTools {
    assistant: &'static str,
    #[serde(skip)]
    id: &'static str,
    #[serde(flatten)]
    seen: Seen,
}

impl BrowserTools {
    fn can_start(&self) -> bool {
        let server = self.seen.server.as_ref();
        server.is_some_and(|server| server.missing_program.is_none())
    }

    fn told(&self) -> String {
        let mut told = match &self.seen.server {
            None => format!("{} has none", self.assistant),
            Some(server) => {
                let (name, file) = (&server.name, &server.file);
                let has = format!("{} has {name} ({file})", self.assistant);
                match &server.missing_program {
                    None => has,
                    Some(program) => format!("{has}, but `{program}` is not on PATH"),
                }
            }
        };
        for file in &self.seen.unreadable {
            told.push_str(&format!("; {file} cannot be read"));
        }
        told
    }
}

/// Looks at each assistant.
pub(super) fn look(here: &[&'static Assistant], environment: &Environment) -> Vec<BrowserTools> {
    let project = targets::project_root(environment);
    let project = project.as_deref().unwrap_or(&environment.working_folder);
    let of = |assistant: &&'static Assistant| BrowserTools {
        assistant: &assistant.name,
        id: &assistant.id,
        seen: browser_server(assistant, environment, project),
    };
    here.iter().map(of).collect()
}

/// Tells it in one line; nothing where there is no assistant.
pub(super) fn told(tools: &[BrowserTools]) -> Option<String> {
    let told: Vec<String> = tools.iter().map(BrowserTools::told).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// Says what to type for the first assistant without one.
pub(super) fn hint(tools: &[BrowserTools]) -> Option<String> {
    let without = tools.iter().find(|tools| !tools.can_start())?;
    Some(format!(
        "the skill browser-testing-with-devtools needs a browser tool server; without one its fallback is test-generator. \
To add ours: guild mcp --browser --print-config {}",
        without.id
    ))
}
