//! A sound document with one defect planted gives the finding of that defect and no other.

use crate::documents::{endpoint, found, function};

/// Replaces the one place of a text.
fn plant(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "`{from}` is to stand once");
    text.replace(from, to)
}

/// Replaces what stands below a heading, up to the next.
fn refill(text: &str, heading: &str, content: &str) -> String {
    let start = text.find(heading).unwrap() + heading.len();
    let end = start + text[start..].find("\n## ").unwrap();
    format!("{}\n\n{content}\n{}", &text[..start], &text[end..])
}

fn in_endpoint(from: &str, to: &str) -> Vec<String> {
    found(plant(&endpoint(), from, to))
}

/// Puts one section before another.
fn swap(text: &str, first: &str, second: &str) -> String {
    let at = |heading: &str| text.find(heading).unwrap();
    let (first, second) = (at(first), at(second));
    let end = second + text[second..].find("\n## ").unwrap() + 1;
    let (one, other) = (&text[first..second], &text[second..end]);
    format!("{}{other}{one}{}", &text[..first], &text[end..])
}

fn in_function(from: &str, to: &str) -> Vec<String> {
    found(plant(&function(), from, to))
}

#[test]
fn an_effect_told_as_implementation() {
    let text = refill(
        &endpoint(),
        "## What it does",
        "Inserts a row and puts an event on the message queue.",
    );
    assert_eq!(found(text), ["docs/implementation-in-effect:5"]);
}

#[test]
fn a_reader_sent_away_without_an_address() {
    let text = refill(
        &endpoint(),
        "## When NOT to use",
        "- For a task that exists already.\n- For remarks.",
    );
    assert_eq!(found(text), ["docs/not-use-without-alternative:14"]);
}

#[test]
fn a_credential_without_a_name() {
    let text = refill(
        &endpoint(),
        "## Authentication / permissions",
        "The caller must be authenticated and authorized.",
    );
    assert_eq!(found(text), ["docs/authentication-vague:20"]);
}

#[test]
fn who_may_call_is_said_in_many_ways() {
    for words in [
        "Signed with HMAC-SHA256 over the body.",
        "Must be an administrator.",
        "Any signed-in user.",
        "The process needs write permission on the ledger file.",
        "Runs with the rights of the calling process; the file must be readable.",
        "Open to everyone; the data is public.",
        "Needs a valid licence key.",
        "This endpoint does not require authentication, because it shows open data only.",
    ] {
        let text = refill(&endpoint(), "## Authentication / permissions", words);
        assert!(found(text).is_empty(), "{words}");
    }
    for words in [
        "Required.",
        "The caller must be authenticated.",
        "Yes, you need access.",
    ] {
        let text = refill(&endpoint(), "## Authentication / permissions", words);
        assert_eq!(found(text), ["docs/authentication-vague:20"], "{words}");
    }
}

#[test]
fn what_surprises_a_caller_is_said_in_many_ways() {
    for words in [
        "- GET is safe to retry.\n- Concurrent reads see the last committed state.\n- Limited to 100 req/min.\n- Times are UTC.",
        "- Calling this endpoint repeatedly has no side effects.\n- Simultaneous updates: last write wins.\n- Max 10 calls per second.\n- Dates are in the user's local timezone.",
        "- Thread-safe and re-entrant.\n- Idempotent.\n- Not rate-limited.\n- Time-zone aware (GMT).",
        "- Use `Idempotency-Key`.\n- Uses optimistic locking.\n- Subject to the global throttling policy.\n- All instants end in `Z`, so no time zone is to be guessed.",
        "- Duplicate requests create duplicates.\n- Two requests in flight: the later wins.\n- 5 requests per second.\n- Times carry no zone.",
    ] {
        let text = refill(&endpoint(), "## Edge cases / gotchas", words);
        assert!(found(text.clone()).is_empty(), "{words}: {:?}", found(text));
    }
}

#[test]
fn a_type_that_lists_its_values_and_a_unit_are_notes() {
    let rows = "| `sort` | `'name' \\| 'age'` | no | Sort order. |\n| `fee` | number | yes | Amount in cents. |\n| `title` | string | yes | 1 to";
    let text = plant(&endpoint(), "| `title` | string | yes | 1 to", rows);
    assert!(found(text.clone()).is_empty(), "{:?}", found(text));
}

#[test]
fn a_path_parameter_without_a_row() {
    assert_eq!(
        in_endpoint(
            "# POST /api/tasks\n",
            "# POST /api/projects/:projectId/tasks\n"
        ),
        ["docs/path-parameter-missing:26"]
    );
}

#[test]
fn a_note_that_repeats_name_and_type() {
    assert_eq!(
        in_endpoint(
            "1 to 120 characters after leading and trailing spaces are removed; need not be unique.",
            "The title of the task."
        ),
        ["docs/note-repeats-type:33"]
    );
}

#[test]
fn a_note_without_format_values_or_default() {
    assert_eq!(
        in_endpoint(
            "Plain text, at most 2,000 characters; Markdown is stored but not rendered. Default `null`.",
            "Remarks for colleagues."
        ),
        ["docs/parameter-without-note:34"]
    );
}

#[test]
fn an_answer_that_is_not_json() {
    assert_eq!(
        in_endpoint(
            "  \"priority\": \"HIGH\",\n  \"dueAt\"",
            "  \"priority\": HIGH,\n  \"dueAt\""
        ),
        ["docs/response-json-invalid:50"]
    );
}

#[test]
fn an_answer_without_notes() {
    let text = refill(
        &endpoint(),
        "## Response (success)",
        "Status `201`.\n\n```json\n{ \"id\": \"tsk_01JD4Q8Z6T\", \"dueAt\": null }\n```",
    );
    assert_eq!(found(text), ["docs/response-without-notes:40"]);
}

#[test]
fn an_error_without_a_trigger() {
    assert_eq!(
        in_endpoint(
            "The body is not a JSON object, or `Content-Type` is not `application/json`.",
            "Bad request."
        ),
        ["docs/error-without-trigger:72"]
    );
}

#[test]
fn an_error_without_an_action() {
    assert_eq!(
        in_function("| Correct the spelling. |", "| Handle it. |"),
        ["docs/error-without-action:52"]
    );
}

#[test]
fn a_status_that_no_server_answers() {
    assert_eq!(
        in_endpoint("| 500 | `SERVER_FAULT`", "| 5xx | `SERVER_FAULT`"),
        ["docs/table-cell:78"]
    );
}

#[test]
fn a_function_whose_error_does_not_arrive() {
    assert_eq!(
        in_function("| raises | `TypeError`", "| bad | `TypeError`"),
        ["docs/table-cell:53"]
    );
}

#[test]
fn a_code_that_stands_twice() {
    assert_eq!(
        in_endpoint("`OPEN_TASK_LIMIT_REACHED`", "`IDEMPOTENCY_KEY_REUSED`"),
        ["docs/error-code-twice:76"]
    );
}

#[test]
fn a_second_example_that_is_the_first_again() {
    let text = endpoint();
    let start = text.find("```js\n").unwrap();
    let end = text.find("## Edge cases").unwrap();
    let first = text.find("```sh\n").unwrap();
    let first = &text[first..first + text[first..].find("```\n").unwrap() + 4];
    let again = format!("{}{first}\n{}", &text[..start], &text[end..]);
    assert_eq!(found(again), ["docs/optional-example-shows-nothing-new:94"]);
}

#[test]
fn edge_cases_that_leave_two_questions_open() {
    let text = refill(
        &endpoint(),
        "## Edge cases / gotchas",
        "- A retry adds a second task.\n- Two calls in parallel add two tasks.",
    );
    assert_eq!(
        found(text),
        ["docs/mention-missing:118", "docs/mention-missing:118"]
    );
}

#[test]
fn a_sample_of_the_template() {
    assert_eq!(
        in_endpoint(
            "**Rate limit**: none.",
            "**Rate limit**: <the limit and its answer, or that there is none>."
        ),
        ["docs/template-left:122"]
    );
}

#[test]
fn related_to_nothing() {
    let text = endpoint();
    let start = text.find("## Related").unwrap();
    let text = format!(
        "{}## Related\n\n- Other endpoints.\n\nLast updated: 2026-11-20\n",
        &text[..start]
    );
    assert_eq!(found(text), ["docs/related-empty:127"]);
}

#[test]
fn a_day_that_has_not_come() {
    assert_eq!(
        in_endpoint("Last updated: 2026-11-20", "Last updated: 2027-11-20"),
        ["docs/date-in-future:134"]
    );
}

#[test]
fn an_instruction_that_only_advises() {
    assert_eq!(
        in_endpoint(
            "Get a new token and repeat the request.",
            "You should get a new token."
        ),
        ["docs/not-imperative:73"]
    );
}

#[test]
fn behaviour_in_the_future_tense() {
    assert_eq!(
        in_function(
            "it raises nothing and makes the result meaningless",
            "it will make the result meaningless"
        ),
        ["docs/not-present-tense:95"]
    );
}

#[test]
fn an_endpoint_that_throws() {
    assert_eq!(
        in_endpoint("| 500 | `SERVER_FAULT`", "| throws | `SERVER_FAULT`"),
        ["docs/error-status-invalid:78"]
    );
}

#[test]
fn a_title_in_words() {
    let title = in_endpoint("# POST /api/tasks\n", "# Create a task\n");
    assert_eq!(title, ["docs/title-form:1"]);
}

#[test]
fn sections_in_another_order() {
    let text = swap(&endpoint(), "## Response (success)", "## Errors");
    assert_eq!(found(text), ["docs/section-order:40"]);
}

#[test]
fn a_section_left_out() {
    let text = endpoint();
    let start = text.find("## When to use").unwrap();
    let end = text.find("## When NOT to use").unwrap();
    let found = found(format!("{}{}", &text[..start], &text[end..]));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("docs/section-missing"));
}

#[test]
fn a_table_with_its_columns_in_another_order() {
    assert_eq!(
        in_endpoint(
            "| Name | Type | Required | Description |",
            "| Name | Required | Type | Description |"
        )[0],
        "docs/table-columns:30"
    );
}

#[test]
fn a_parameter_that_is_required_at_times() {
    assert_eq!(
        in_endpoint(
            "| `title` | string | yes |",
            "| `title` | string | depends |"
        ),
        ["docs/table-cell:33"]
    );
}

#[test]
fn a_basic_example_of_many_lines() {
    let long = "curl --silent \\\n  --verbose \\\n  --location \\\n  --compressed \\\n  --http1.1 \\\n  --no-buffer \\\n  --retry 3 \\\n  --request POST \"http";
    assert_eq!(
        in_endpoint(
            "curl --fail-with-body --silent --show-error \\\n  --request POST \"http",
            long
        ),
        ["docs/line-count:86"]
    );
}

#[test]
fn an_example_of_placeholders() {
    assert_eq!(
        in_function(
            "lower, median, upper = quantiles(response_ms)\n",
            "foo = quantiles(response_ms)\nlower, median, upper = foo\n"
        )
        .len(),
        2
    );
}

#[test]
fn a_reader_sent_to_the_source() {
    assert_eq!(
        in_endpoint(
            "- `id`: opaque, never reused, never changes.",
            "- `id`: for its form see the source code."
        ),
        ["docs/forbidden-word:59"]
    );
}

#[test]
fn a_day_that_no_calendar_has() {
    assert_eq!(
        in_endpoint("Last updated: 2026-11-20", "Last updated: 2026-02-30"),
        ["docs/date-invalid:134"]
    );
}

#[test]
fn a_fence_without_a_language() {
    let text = endpoint();
    let text = plant(&text, "```js\n", "```\n");
    assert_eq!(found(text), ["docs/fence-without-language:98"]);
}

#[test]
fn an_effect_of_three_sentences() {
    let text = refill(
        &endpoint(),
        "## What it does",
        "Adds a task. Shows it to e.g. all members. Sends a mail.",
    );
    assert_eq!(found(text), ["docs/sentence-count:3"]);
}

#[test]
fn an_answer_without_words() {
    let text = refill(&endpoint(), "## Authentication / permissions", "N/A");
    assert_eq!(found(text), ["docs/section-empty:20"]);
}
