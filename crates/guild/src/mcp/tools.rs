//! The tools: which command each is, what it takes, and how its answer is told.

use std::sync::Arc;

use rmcp::model::{Tool as Described, ToolAnnotations};

use super::parameter::{Parameter, choice, number, schema, switch, text, texts};

/// One tool.
pub(super) struct Tool {
    pub(super) name: &'static str,
    says: &'static str,
    /// The words of the command before the arguments.
    pub(super) command: &'static [&'static str],
    pub(super) parameters: &'static [Parameter],
    pub(super) answer: Answer,
    pub(super) effect: Effect,
    /// Whether it talks to the catalog, and takes `--catalog`.
    pub(super) has_catalog: bool,
}

/// How what the command says is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// JSON, of which these fields are kept, in each item of a list.
    Data(&'static [&'static str]),
    /// The report of a check.
    Report,
    /// A text of ours.
    Text,
    /// A text of the catalog's, which is data.
    Foreign,
}

/// What a call changes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    Reads,
    /// Folders of skills: the user is asked first.
    Writes,
    /// What the plan or the contract says, on the server that it names.
    Acts,
}

const ASSISTANT: Parameter = texts(
    "assistant",
    "assistant ids such as claude-code; those found by default",
)
.flag("--assistant");
const FILES: &str = "files or folders";

/// All tools, in the order in which they are used.
pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "search_skills",
        says: "Find skills in the catalog by words",
        command: &["search", "--json", "--page-size=10"],
        parameters: &[
            text("query", "").required(),
            number("page", "").flag("--page"),
        ],
        answer: Answer::Data(&["name", "version", "summary"]),
        effect: Effect::Reads,
        has_catalog: true,
    },
    Tool {
        name: "match_skills",
        says: "Say which skills apply to a task, and which words decide",
        command: &["match", "--json"],
        parameters: &[
            text("task", "the task in the user's words").required(),
            number("limit", "").flag("--limit"),
        ],
        answer: Answer::Data(&["name", "version", "phrases", "words"]),
        effect: Effect::Reads,
        has_catalog: true,
    },
    Tool {
        name: "show_skill",
        says: "Show what a skill of the catalog does, when to use it and when not",
        command: &["show", "--json"],
        parameters: &[text("name", "").required()],
        answer: Answer::Data(&[
            "name",
            "title",
            "summary",
            "whatItDoes",
            "whenToUse",
            "whenNotToUse",
            "examplePrompts",
            "latestRelease.version",
            "latestRelease.publishedAt",
            "latestRelease.publishedBy",
            "latestRelease.isYanked",
            "latestRelease.yankReason",
            "latestRelease.identity.repository",
            "latestRelease.signature.account",
            "latestRelease.signature.fingerprint",
            "latestRelease.signature.isRevoked",
        ]),
        effect: Effect::Reads,
        has_catalog: true,
    },
    Tool {
        name: "read_skill",
        says: "Read the SKILL.md of a skill of the catalog without installing it",
        command: &["show", "--skill-md"],
        parameters: &[text("name", "").required()],
        answer: Answer::Foreign,
        effect: Effect::Reads,
        has_catalog: true,
    },
    Tool {
        name: "install_skills",
        says: "Install skills where the assistant finds them; digest, signature and log are verified. The user is asked first",
        command: &["install", "--json"],
        parameters: &[
            texts("names", "NAME or NAME@VERSION").required(),
            ASSISTANT,
            switch("isForUser", "into the home folder, not the project").flag("--user"),
        ],
        answer: Answer::Data(&["name", "version", "folder", "outcome"]),
        effect: Effect::Writes,
        has_catalog: true,
    },
    Tool {
        name: "update_skills",
        says: "Bring installed skills to their newest version. The user is asked first unless isDryRun",
        command: &["update", "--json"],
        parameters: &[
            texts("names", "all by default"),
            switch("isDryRun", "only say what would change").flag("--dry-run"),
        ],
        answer: Answer::Data(&["name", "from", "to", "folder", "outcome"]),
        effect: Effect::Writes,
        has_catalog: true,
    },
    Tool {
        name: "verify_skills",
        says: "See whether installed skills are as they were published",
        command: &["verify", "--json"],
        parameters: &[],
        answer: Answer::Data(&[
            "name",
            "version",
            "isClean",
            "differences",
            "log",
            "withdrawn",
            "lock",
        ]),
        effect: Effect::Reads,
        has_catalog: true,
    },
    Tool {
        name: "check_skill",
        says: "Check skills: form, page, safety",
        command: &["check", "skill", "--format=json"],
        parameters: &[
            texts("paths", "skill folders or .zip").required(),
            choice("level", "", &["spec", "listed"]).flag("--level"),
        ],
        answer: Answer::Report,
        effect: Effect::Reads,
        has_catalog: false,
    },
    Tool {
        name: "check_docs",
        says: "Prove API documents: sections and words; with contract their agreement with OpenAPI; with target their examples, run in a sandbox against that server",
        command: &["check", "docs", "--format=json"],
        parameters: &[
            texts("paths", FILES).required(),
            text("contract", "OpenAPI file").flag("--contract"),
            text("target", "URL of a running test server")
                .flag("--target")
                .and("--run"),
            texts("env", "names of variables for the examples").flag("--env"),
        ],
        answer: Answer::Report,
        effect: Effect::Acts,
        has_catalog: false,
    },
    Tool {
        name: "check_api",
        says: "Check an API contract (OpenAPI, TypeScript): design; with against what changed and whom it breaks; with live whether a server keeps it (reads only)",
        command: &["check", "api", "--format=json"],
        parameters: &[
            texts("paths", "contract files").required(),
            text("against", "older contract: FILE, REV:FILE or URL").flag("--against"),
            text("sources", "folder of the program's code").flag("--sources"),
            text("live", "URL of the server")
                .flag("--live")
                .and("--safe"),
        ],
        answer: Answer::Report,
        effect: Effect::Acts,
        has_catalog: false,
    },
    Tool {
        name: "check_work",
        says: "Check a document by the contract of any skill",
        command: &["check", "work", "--format=json"],
        parameters: &[
            texts("paths", FILES).required(),
            text("skill", "name or folder").required().flag("--skill"),
        ],
        answer: Answer::Report,
        effect: Effect::Reads,
        has_catalog: false,
    },
    Tool {
        name: "check_browser",
        says: "Run a browser test plan in Chromium: a verdict for each assertion",
        command: &["check", "browser", "--format=json"],
        parameters: &[
            texts("plans", FILES).required(),
            switch("isPlanOnly", "check the writing, start no browser").flag("--plan-only"),
            text("baseUrl", "another server than the plan's").flag("--base-url"),
            text("output", "folder for report and screenshots").flag("--output"),
        ],
        answer: Answer::Report,
        effect: Effect::Acts,
        has_catalog: false,
    },
    Tool {
        name: "explain_rule",
        says: "Explain a rule that a check named: why, and what to write instead",
        command: &["explain"],
        parameters: &[text("rule", "such as docs/section-order").required()],
        answer: Answer::Text,
        effect: Effect::Reads,
        has_catalog: false,
    },
];

impl Tool {
    /// Describes the tool to a client.
    pub(super) fn described(&self) -> Described {
        // What a client takes for granted is left out: whatever writes might destroy, and anything may reach outside.
        let annotations = match self.effect {
            Effect::Reads => ToolAnnotations::new().read_only(true),
            Effect::Writes | Effect::Acts => ToolAnnotations::new().destructive(false),
        };
        let annotations = match self.has_catalog || self.effect == Effect::Acts {
            true => annotations,
            false => annotations.open_world(false),
        };
        Described::new(self.name, self.says, Arc::new(schema(self.parameters)))
            .with_annotations(annotations)
    }
}

/// Finds a tool.
pub(super) fn find(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}
