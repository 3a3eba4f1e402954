//! What a document promises of its examples, apart from how it is written.

use std::path::PathBuf;

use guild_check::{Source, Span};
use percent_encoding::percent_decode_str;
use serde_json::Value;

use crate::Document;
use crate::document::{ErrorStatus, Example, ExampleBlock, Notes, Subject};

/// What a document says that running its examples can confirm or refute.
#[derive(Clone, Debug)]
pub struct Documented {
    /// The document.
    pub source: Source,
    /// The folder it lies in, whose files its examples may read; nothing if it is not on disk.
    pub folder: Option<PathBuf>,
    /// The endpoint in the title; nothing for a function.
    pub endpoint: Option<Endpoint>,
    /// The statuses of a call that works; if none is said, every status from 200 to 299.
    pub success: Vec<u16>,
    /// The errors that the document lists.
    pub errors: Vec<ErrorNamed>,
    /// The JSON of a call that works; more than one where it has several forms.
    pub shapes: Vec<Value>,
    /// What is said about the answer.
    pub notes: Notes,
    /// Everything a person reads outside code blocks: what declares a variable.
    pub prose: String,
    /// The code to run, in the order of the document.
    pub scripts: Vec<Script>,
}

/// The endpoint that a document is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// The method, in capitals.
    pub method: String,
    /// The path with its parameters as `{id}` or `:id`.
    pub path: String,
}

/// An error that a document lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorNamed {
    /// The HTTP status.
    pub status: u16,
    /// The machine-readable code; empty if there is none.
    pub code: String,
}

/// A code block under `Examples`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The heading above it.
    pub name: String,
    /// The language that its fence names, in lower case.
    pub language: String,
    /// The code as written.
    pub code: String,
    /// The block with its fences.
    pub span: Span,
    /// The line on which the code starts.
    pub line: u32,
    /// The words around it.
    pub prose: String,
    /// Why the document says that it is not to be run.
    pub not_to_run: Option<String>,
}

impl Documented {
    /// Takes from a document what its examples are held against.
    pub fn of(document: &Document) -> Self {
        let response = document.response.as_ref();
        let shapes = response.map_or(&[][..], |response| &response.shapes);
        Self {
            source: document.source.clone(),
            folder: None,
            endpoint: endpoint(document),
            success: response.map_or_else(Vec::new, |response| response.statuses.clone()),
            errors: errors(document),
            shapes: shapes
                .iter()
                .filter_map(|json| json.value.clone().ok())
                .collect(),
            notes: document.notes().clone(),
            prose: prose(document),
            scripts: scripts(document),
        }
    }
}

impl Endpoint {
    /// Tells whether a request is a call of this endpoint; `target` may carry a query.
    pub fn is_called_by(&self, method: &str, target: &str) -> bool {
        self.method == method && self.has_path(target)
    }

    /// Tells whether a path is the endpoint's, whatever is written for its parameters. The server may be mounted
    /// below a prefix that the document leaves out.
    pub fn has_path(&self, target: &str) -> bool {
        let template = segments(path_of(&self.path));
        let given = segments(path_of(target));
        if let Some((last, first)) = template.split_last()
            && takes_slashes(last)
            && first.len() < given.len()
        {
            let mut starts = given[..given.len() - 1].windows(first.len().max(1));
            return first.is_empty() || starts.any(|given| fits(first, given));
        }
        if given.len() < template.len() {
            return false;
        }
        fits(&template, &given[given.len() - template.len()..])
    }
}

/// Tells whether segments are those of a template, whatever is written for its parameters.
fn fits(template: &[&str], given: &[&str]) -> bool {
    template.iter().zip(given).all(|(wanted, segment)| {
        let is_parameter = wanted.starts_with(':') || wanted.contains('{');
        // A document has `städte`, a request `st%C3%A4dte`.
        is_parameter || percent_decode_str(wanted).eq(percent_decode_str(segment))
    })
}

/// Tells whether a parameter at the end stands for the whole rest of a path: `{path}`, `{filePath}`, `{*rest}`,
/// `{key...}`, `:path*`.
fn takes_slashes(parameter: &str) -> bool {
    let is_parameter = parameter.starts_with([':', '{']);
    let name = parameter.trim_matches([':', '{', '}']).to_ascii_lowercase();
    is_parameter && (name.ends_with("path") || name.contains('*') || name.ends_with("..."))
}

/// Takes scheme, host and query off an address.
pub(super) fn path_of(target: &str) -> &str {
    let path = match target.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("/", |start| &rest[start..]),
        None => target,
    };
    path.split(['?', '#']).next().unwrap_or(path)
}

fn segments(path: &str) -> Vec<&str> {
    let path = path.split('/');
    path.filter(|segment| !segment.is_empty()).collect()
}

fn endpoint(document: &Document) -> Option<Endpoint> {
    match document.subject() {
        Subject::Endpoint { method, path } => Some(Endpoint {
            method: method.clone(),
            path: path.clone(),
        }),
        Subject::Function { .. } | Subject::Unknown => None,
    }
}

fn errors(document: &Document) -> Vec<ErrorNamed> {
    let mut errors = Vec::new();
    for row in &document.errors {
        let ErrorStatus::Http(statuses) = row.status() else {
            continue;
        };
        errors.extend(statuses.into_iter().map(|status| ErrorNamed {
            status,
            code: row.code.text.trim().to_owned(),
        }));
    }
    errors
}

fn prose(document: &Document) -> String {
    let mut prose = String::new();
    for passage in document.all_passages() {
        prose.push_str(passage.text);
        prose.push('\n');
    }
    prose
}

fn scripts(document: &Document) -> Vec<Script> {
    let mut scripts = Vec::new();
    for example in &document.examples {
        let blocks = example.blocks.iter().filter(|block| !block.is_data());
        scripts.extend(blocks.map(|block| script(document, example, block)));
    }
    scripts
}

fn script(document: &Document, example: &Example, block: &ExampleBlock) -> Script {
    let language = block.language();
    Script {
        name: example.name.clone(),
        language: language.trim_matches(['{', '}', '.']).to_owned(),
        code: block.code.content.clone(),
        span: block.code.span,
        line: document.source.line_of(block.code.content_span.start),
        prose: example.prose.join("\n"),
        not_to_run: mark(document, block),
    }
}

/// Reads the mark `<!-- guild: do not run: reason -->` that stands right above a block.
fn mark(document: &Document, block: &ExampleBlock) -> Option<String> {
    let start = block.code.span.start;
    let mut comments = document.markdown.comments.iter();
    let above = comments.rfind(|comment| comment.span.end <= start)?;
    let between = Span::new(above.span.end as usize..start as usize);
    let is_next = document.source.slice(between).trim().is_empty();
    let reason = above.text.trim().strip_prefix("guild: do not run")?;
    let reason = reason.trim_start_matches(':').trim();
    is_next.then(|| reason.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_called(path: &str, target: &str) -> bool {
        let endpoint = Endpoint {
            method: "GET".to_owned(),
            path: path.to_owned(),
        };
        endpoint.is_called_by("GET", target)
    }

    #[test]
    fn a_parameter_stands_for_one_segment() {
        assert!(is_called("/tasks/{id}", "/v1/tasks/7?page=1"));
        assert!(is_called(
            "/tasks/:id/notes",
            "http://a.example/tasks/7/notes"
        ));
        assert!(!is_called("/tasks/{id}", "/tasks/7/notes"));
        assert!(!is_called("/tasks/{id}", "/tasks"));
    }

    #[test]
    fn a_segment_may_be_percent_encoded() {
        assert!(is_called("/städte", "/st%C3%a4dte"));
        assert!(is_called("/100%/a%zz", "/100%25/a%zz"));
        assert!(!is_called("/a%05", "/a%+5"));
    }

    #[test]
    fn a_path_at_the_end_stands_for_the_rest() {
        for path in [
            "/files/{path}",
            "/files/{filePath}",
            "/files/{*rest}",
            "/files/{key...}",
            "/files/:path*",
        ] {
            assert!(is_called(path, "/files/a.md"), "{path}");
            assert!(is_called(path, "/v1/files/a/b/c.md"), "{path}");
            assert!(!is_called(path, "/files"), "{path}");
            assert!(!is_called(path, "/other/a"), "{path}");
        }
    }
}
