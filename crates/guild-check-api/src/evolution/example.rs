//! Examples on the pages of the rules: two versions in one block, the released one above a line of `---`.
//!
//! The info string says where a fragment belongs: `sent` and `received` are the schema of a body, `operation` is an
//! operation, `paths` the paths; without a word the block holds whole contracts.

use guild_check::contract::Date;
use guild_check::spec::{self, Example};
use guild_check::{Finding, Source};

use super::defect::Defect;
use super::{FailOn, compare, judge};
use crate::{Contract, Loading, parse};

/// Holds a rule against its page.
pub(super) fn prove(defect: Defect) {
    let page = defect.page().unwrap_or_default();
    spec::prove(defect.name(), page, findings);
}

fn findings(example: &Example) -> Vec<Finding> {
    let (old, new) = example
        .content
        .split_once("\n---\n")
        .unwrap_or((&example.content, ""));
    let (old, new) = (whole(example, old), whole(example, new));
    assert!(
        old.faults.is_empty() && new.faults.is_empty(),
        "the block on line {} is not understood: {:?} {:?}",
        example.line,
        old.faults,
        new.faults
    );
    let today = Date::new(2026, 11, 21).unwrap_or(Date::LAST);
    judge(&compare(&old, &new, today), &new, FailOn::Breaking)
}

/// Sets a fragment into the smallest contract that holds it.
fn whole(example: &Example, fragment: &str) -> Contract {
    let (before, depth): (&[&str], _) = match example.place.as_str() {
        "sent" => (&[HEAD, BODY], 7),
        "received" => (&[HEAD, OPERATION, ANSWER], 8),
        "operation" => (&[HEAD, OPERATION], 3),
        "paths" => (&[HEAD], 1),
        _ => (&[], 0),
    };
    let mut text = before.concat();
    for line in fragment.lines() {
        text.push_str(&"  ".repeat(depth));
        text.push_str(line);
        text.push('\n');
    }
    parse(&Source::new("contract.yaml", text), &Loading::alone())
}

const HEAD: &str = "openapi: 3.1.0\ninfo: { title: Tasks, version: 1.0.0 }\npaths:\n";

const OPERATION: &str = "  /api/tasks:\n    get:\n";

const BODY: &str = "  /api/tasks:
    post:
      requestBody:
        content:
          application/json:
            schema:
";

const ANSWER: &str = "      responses:
        '200':
          description: OK
          content:
            application/json:
              schema:
";
