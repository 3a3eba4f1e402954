//! Documents that nobody writes are read all the same, and soon.

use std::fmt::Write;

use guild_check::Source;
use guild_check_docs::Document;

use crate::documents::{endpoint, findings, found};

fn parse(text: String) -> Document {
    Document::parse(&Source::new("document.md", text))
}

#[test]
fn a_document_of_many_megabytes() {
    let row = "| `dueAt` | string | no | RFC 3339 date-time with an offset; `null` for none. |\n";
    let head = "# GET /a\n\n## Request / parameters\n\n| Name | Type | Required | Description |\n|-|-|-|-|\n";
    let mut text = head.to_owned();
    // A test without optimization takes a tenth of what the release does in the same time.
    text.push_str(&row.repeat(5 * 1024 * 1024 / row.len()));
    let _ = write!(text, "\n## Errors\n\n{}", "x ".repeat(1024 * 1024));
    assert!(parse(text.clone()).parameters.len() > 60_000);
    assert!(findings(text).len() < 40);
}

#[test]
fn a_document_of_fifty_megabytes_is_read_within_seconds() {
    // What somebody has pasted: without optimization each word takes its time, and digits are one.
    let line = format!("{}\n", "0123456789".repeat(6_400));
    let log = line.repeat(50 * 1024 * 1024 / line.len() + 1);
    let text = endpoint().replacen("```sh\n", &format!("```sh\n{log}"), 1);
    assert!(text.len() > 50 * 1024 * 1024);
    let start = std::time::Instant::now();
    let found = findings(text);
    let rules: Vec<String> = found.iter().map(|found| found.rule.to_string()).collect();
    assert_eq!(rules, ["docs/line-count"], "{found:?}");
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn an_example_of_nothing_but_placeholders() {
    let line = "curl 'http://127.0.0.1:3000/<token>/{id}' # your-thing\n";
    let code = line.repeat(4 * 1024 * 1024 / line.len());
    let text = endpoint().replacen("```sh\n", &format!("```sh\n{code}"), 1);
    let start = std::time::Instant::now();
    assert!(findings(text).len() > 20);
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn notes_that_say_null_without_an_end() {
    let notes = "`id` is null, ".repeat(40_000);
    let json = "```json\n{ \"id\": 1 }\n```";
    let text = format!("## Response (success)\n\n{json}\n\n{notes}\n");
    assert!(parse(text).notes().allow_null("id"));
}

#[test]
fn a_hundred_thousand_quotes_within_each_other() {
    let text = format!(
        "## Errors\n\n{}x\n\n{}1. a\n",
        ">".repeat(100_000),
        "- ".repeat(20_000)
    );
    assert!(findings(text).len() < 40);
}

#[test]
fn a_table_of_ten_thousand_columns() {
    let row = "| a ".repeat(10_000);
    let line = "|-".repeat(10_000);
    let text = format!("## Errors\n\n| Status {row}|\n|-{line}|\n| 404 {row}|\n| 405 |\n");
    assert_eq!(parse(text).errors.len(), 2);
}

#[test]
fn json_of_a_depth_without_end() {
    let text = format!(
        "## Response (success)\n\n```json\n{}\n```\n",
        "[".repeat(200_000)
    );
    let document = parse(text);
    let response = document.response.unwrap();
    assert!(response.shapes[0].value.is_err());
    assert_eq!(response.shapes[0].field_span("/0/0/0"), None);
}

#[test]
fn json_that_nobody_reads_is_not_kept() {
    let json = format!("[{}0]", "{\"a\": 1},\n".repeat(200_000));
    let found = findings(format!("## Response (success)\n\n```json\n{json}\n```\n"));
    let is_it = |finding: &&guild_check::Finding| finding.rule == "docs/response-json-invalid";
    let finding = found.iter().find(is_it).unwrap();
    assert!(finding.message.contains("more than 1 MB"), "{finding:?}");
}

#[test]
fn a_million_placeholders_are_no_million_findings() {
    let code = "curl foo bar\n".repeat(100_000);
    let found = findings(format!("## Examples\n\n### Basic\n\n```sh\n{code}```\n"));
    assert!((1_000..1_100).contains(&found.len()), "{}", found.len());
}

#[test]
fn a_line_of_brackets_and_a_heading_without_end() {
    let text = format!(
        "# {}\n\n## {}\n\n{}\n",
        "f(".repeat(100_000),
        "x".repeat(500_000),
        "<a ".repeat(300_000)
    );
    assert!(findings(text).len() < 40);
}

#[test]
fn bytes_that_are_no_text_are_read_as_far_as_they_are() {
    let mut bytes = endpoint().into_bytes();
    bytes[40] = 0xff;
    bytes.extend([0xc3, 0x28, 0x00, 0x1b]);
    assert_eq!(found(endpoint()), [""; 0]);
    let damaged = ["docs/bytes-not-text:5", "docs/last-line:135"];
    assert_eq!(found(String::from_utf8_lossy(&bytes)), damaged);
}
