//! The tools of the browser as a client sees them.

use std::sync::Arc;

use rmcp::model::{Tool as Described, ToolAnnotations};

use crate::mcp::parameter::{Parameter, choice, schema, text, texts};

const STEPS: &str = "in the words of a test plan, such as: Navigate to `/tasks` | Click T | Fill T with \"text\" | \
Fill T with secret `NAME` | Select \"option\" in T | Check T | Press `Enter` in T | Accept dialog | Assert T is visible | \
Assert T has text \"x\" | Assert URL is `/x` | Assert console has no errors | Assert network `POST /api/x` responds `201` | \
Assert every control has a label | Assert Core Web Vitals pass | Screenshot `name`. T: button \"Save\", textbox \"Title\", \
text \"x\", or a CSS selector in backticks. Assertions wait until they hold";

/// A tool of the browser.
pub(in crate::mcp) struct BrowserTool {
    pub(in crate::mcp) name: &'static str,
    pub(in crate::mcp) says: &'static str,
    pub(in crate::mcp) parameters: &'static [Parameter],
    pub(in crate::mcp) kind: Kind,
}

/// What a tool does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::mcp) enum Kind {
    Open,
    Do,
    Snapshot,
    Screenshot,
    Read,
    /// Only where whoever started the server allows it.
    Evaluate,
    Record,
    /// Only the user may: the page holds text that reads as an instruction.
    Resume,
    Close,
}

/// The tools of the browser, in the order in which they are used.
pub(in crate::mcp) const TOOLS: &[BrowserTool] = &[
    BrowserTool {
        name: "browser_open",
        says: "Open a page in a fresh Chromium; it stays within the page's origin",
        parameters: &[
            text("url", "").required(),
            texts(
                "secrets",
                "environment variables that steps may type; never shown",
            ),
            texts("origins", "further origins that it may go to"),
        ],
        kind: Kind::Open,
    },
    BrowserTool {
        name: "browser_do",
        says: "Act on the page and assert, step by step until one fails",
        parameters: &[texts("steps", STEPS).required()],
        kind: Kind::Do,
    },
    BrowserTool {
        name: "browser_snapshot",
        says: "What is on the page, as targets for steps (the selector where one follows); later only what changed (+ and -)",
        parameters: &[],
        kind: Kind::Snapshot,
    },
    BrowserTool {
        name: "browser_screenshot",
        says: "A picture of the page, secrets covered",
        parameters: &[],
        kind: Kind::Screenshot,
    },
    BrowserTool {
        name: "browser_read",
        says: "Console messages, requests, Core Web Vitals, or controls without a label",
        parameters: &[choice(
            "what",
            "",
            &["console", "network", "vitals", "accessibility"],
        )
        .required()],
        kind: Kind::Read,
    },
    BrowserTool {
        name: "browser_evaluate",
        says: "Run a script in the page; it is not recorded",
        parameters: &[text("script", "JavaScript").required()],
        kind: Kind::Evaluate,
    },
    BrowserTool {
        name: "browser_record",
        says: "The steps that passed, as a test plan that check_browser runs",
        parameters: &[],
        kind: Kind::Record,
    },
    BrowserTool {
        name: "browser_resume",
        says: "Ask the user whether to go on after STOPPED",
        parameters: &[],
        kind: Kind::Resume,
    },
    BrowserTool {
        name: "browser_close",
        says: "End the browser",
        parameters: &[],
        kind: Kind::Close,
    },
];

impl BrowserTool {
    /// Describes the tool to a client.
    pub(in crate::mcp) fn described(&self) -> Described {
        let is_passive = matches!(
            self.kind,
            Kind::Snapshot | Kind::Screenshot | Kind::Read | Kind::Record
        );
        let annotations = match is_passive {
            true => ToolAnnotations::new().read_only(true),
            // That it is not read-only is what a client takes for granted.
            false => ToolAnnotations::new().destructive(false),
        };
        Described::new(self.name, self.says, Arc::new(schema(self.parameters)))
            .with_annotations(annotations)
    }
}

/// Finds a tool.
pub(in crate::mcp) fn find(name: &str) -> Option<&'static BrowserTool> {
    TOOLS.iter().find(|tool| tool.name == name)
}
