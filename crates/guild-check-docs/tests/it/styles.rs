//! Any legal style of Markdown is read alike.

use guild_check::Source;
use guild_check_docs::Document;
use guild_check_docs::document::{ExampleKind, Requirement, Role, Subject};

use crate::documents::{endpoint, found};

fn parse(text: &str) -> Document {
    Document::parse(&Source::new("document.md", text))
}

/// The same document in setext headings, tildes, tables without outer bars, CRLF, a byte order mark, front matter.
fn restyled() -> String {
    let mut text = String::from("\u{feff}---\nowner: tasks\n---\n\n");
    let sound = endpoint();
    let mut is_code = false;
    for line in sound.lines() {
        is_code ^= line.starts_with("```");
        let line = line.replace("```", "~~~~");
        if is_code {
            text.push_str(&line);
        } else if let Some(name) = line.strip_prefix("## ") {
            text.push_str(&format!("{}:\n---", name.to_uppercase()));
        } else if let Some(name) = line.strip_prefix("# ") {
            text.push_str(&format!("`{name}`\n==="));
        } else if let Some(name) = line.strip_prefix("### ") {
            text.push_str(&format!("### {name} ###\n\n<!--\n## Errors\n-->"));
        } else if let Some(row) = line.strip_prefix("| ") {
            text.push_str(row.trim_end_matches(" |"));
        } else if line == "|---|---|---|---|" {
            text.push_str(":--- | :---: | ---: | ---");
        } else if let Some(item) = line.strip_prefix("- ") {
            text.push_str(&format!("* {item}"));
        } else {
            text.push_str(&line);
        }
        text.push_str("\r\n");
    }
    text
}

#[test]
fn a_document_in_another_style_is_the_same_document() {
    let (one, other) = (parse(&endpoint()), parse(&restyled()));
    assert_eq!(one.subject(), other.subject());
    let roles = |document: &Document| {
        document
            .sections
            .iter()
            .map(|section| section.role)
            .collect::<Vec<_>>()
    };
    assert_eq!(roles(&one), Role::ALL);
    assert_eq!(roles(&one), roles(&other));
    let names = |document: &Document| {
        let names = document
            .parameters
            .iter()
            .map(|parameter| parameter.bare_name().to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(&one), names(&other));
    assert_eq!(one.errors.len(), other.errors.len());
    assert_eq!(one.examples.len(), other.examples.len());
    assert_eq!(
        one.last_updated.unwrap().date,
        other.last_updated.unwrap().date
    );
    assert_eq!(found(restyled()), Vec::<String>::new());
}

#[test]
fn an_escaped_bar_in_a_cell_moves_nothing() {
    let document = parse(
        "## Request\n\nName|Type|Required|Description\n-|-|-|-\n`a`|string|**Yes**|`x \\| y` or \\| z\n",
    );
    let parameter = &document.parameters[0];
    assert_eq!(parameter.description.text, "x | y or | z");
    assert_eq!(
        document.source.slice(parameter.description.span),
        "`x \\| y` or \\| z"
    );
    assert_eq!(parameter.requirement(), Requirement::Required);
}

#[test]
fn columns_are_known_by_their_heading_wherever_they_stand() {
    let document = parse(
        "## Errors\n\n| When | What to do | Code | STATUS |\n|-|-|-|-|\n| It is late. | Wait. | `LATE` | 409 |\n| short |\n",
    );
    assert_eq!(document.errors.len(), 2);
    assert_eq!(document.errors[0].code.text, "LATE");
    assert_eq!(document.errors[0].status.text, "409");
    assert_eq!(document.errors[1].status.text, "");
}

#[test]
fn notes_count_as_bullets_numbers_paragraph_and_quote() {
    for notes in [
        "- `id` never changes",
        "1. `id` never changes",
        "The `id` never changes.",
        "> The `id` never changes.",
    ] {
        let document = parse(&format!(
            "## Response (success)\n\nStatus `201 Created`.\n\n```json\n{{\"id\": 1}}\n```\n\n{notes}\n"
        ));
        let response = document.response.unwrap();
        assert_eq!(response.notes, 1, "{notes}");
        assert_eq!(response.statuses, [201]);
        assert!(response.shapes[0].value.is_ok());
    }
}

#[test]
fn examples_are_read_with_their_language_and_line() {
    let document = parse(&endpoint());
    let basic = document.example(ExampleKind::Basic).unwrap();
    assert_eq!(basic.blocks[0].language(), "sh");
    let code = basic.blocks[0].code.content_span.start;
    assert_eq!(document.source.line_of(code), 87);
    assert_eq!(
        document.example(ExampleKind::Optional).unwrap().blocks[0].language(),
        "js"
    );
}

#[test]
fn a_half_written_document_gives_what_is_there() {
    let document = parse("# GET /api/tasks/:id/comments?page\n\n## Errors\n\n| Status | Co");
    assert_eq!(document.subject().path_parameters(), ["id"]);
    assert!(matches!(document.subject(), Subject::Endpoint { .. }));
    assert!(document.errors.is_empty() && document.response.is_none());
    assert!(parse("").title.is_none());
}
