//! The same thing said in many ways: what says it passes, and what only seems to is found.

use crate::documents::found;

const ENDPOINT: &str = include_str!("../../src/spec/endpoint.md");
const FUNCTION: &str = include_str!("../../src/spec/function.md");

/// Puts words in the place of others, and gives the rules that find something in the sound document then.
fn with(sound: &str, from: &str, to: &str) -> Vec<String> {
    assert_eq!(sound.matches(from).count(), 1, "`{from}` is to stand once");
    let found = found(sound.replace(from, to));
    let rule = |line: &String| {
        line.trim_start_matches("docs/")
            .split(':')
            .next()
            .unwrap()
            .to_owned()
    };
    found.iter().map(rule).collect()
}

/// Puts other words under a heading.
fn under(heading: &str, words: &str) -> Vec<String> {
    let start = ENDPOINT.find(heading).unwrap() + heading.len();
    let ends = ["\n## ", "\nLast updated"];
    let end = ends
        .iter()
        .filter_map(|end| ENDPOINT[start..].find(end))
        .min()
        .unwrap();
    with(
        ENDPOINT,
        &ENDPOINT[start..start + end],
        &format!("\n\n{words}\n"),
    )
}

fn hold(list: &[(&str, &str)], judge: impl Fn(&str) -> Vec<String>) {
    for (words, rules) in list {
        assert_eq!(judge(words).join(" "), *rules, "{words}");
    }
}

#[test]
fn who_may_call() {
    let judge = |words: &str| under("## Authentication / permissions", words);
    hold(
        &[
            ("Bearer token.", ""),
            ("Admin only.", ""),
            ("Role: `ADMIN`", ""),
            ("The caller needs `tasks:write`.", ""),
            ("Only the owner of the task.", ""),
            ("Signed-in users (cookie `session`).", ""),
            ("None, because the data is public.", ""),
            (
                "No authentication is required because the data is public.",
                "",
            ),
            ("None because it is public", ""),
            ("None.", "section-empty"),
            ("See above.", "section-empty"),
            ("Public.", "authentication-vague"),
            ("No authentication required.", "authentication-vague"),
            (
                "TBD: ask the platform team",
                "authentication-vague left-to-do",
            ),
            ("OAuth2 with appropriate scopes.", "authentication-vague"),
            (
                "You need to be logged in with a valid token.",
                "authentication-vague",
            ),
            ("Requires login.", "authentication-vague"),
            ("Valid credentials.", "authentication-vague"),
        ],
        judge,
    );
}

#[test]
fn what_to_use_instead() {
    let judge = |words: &str| under("## When NOT to use", words);
    hold(
        &[
            ("- Use createTask for new ones.", ""),
            ("- For bulk changes: `POST /api/tasks/batch`.", ""),
            (
                "- For bulk changes; use the bulk endpoint.",
                "not-use-without-alternative",
            ),
            (
                "- To follow changes there is the streaming API.",
                "not-use-without-alternative",
            ),
            ("- Prefer the Reports API for exports.", ""),
            ("- For a new task: [create one](create-task.md).", ""),
            (
                "- Do not use it for bulk changes.",
                "not-use-without-alternative",
            ),
            ("- Never in a loop.", "not-use-without-alternative"),
            ("None.", "section-empty"),
        ],
        judge,
    );
}

#[test]
fn what_a_parameter_takes() {
    let judge = |words: &str| {
        with(
            ENDPOINT,
            "RFC 3339 date-time with an offset. Default: unchanged.",
            words,
        )
    };
    hold(
        &[
            ("Due date of the task, in UTC.", ""),
            ("Deprecated, has no effect.", ""),
            ("Due date", "note-repeats-type"),
            ("The date the task is due", "note-repeats-type"),
            ("String representing the due date", "note-repeats-type"),
            ("See above", "parameter-without-note"),
        ],
        judge,
    );
}

#[test]
fn what_causes_an_error_and_what_to_do_about_it() {
    let when = |words: &str| with(ENDPOINT, "`dueAt` has no offset.", words);
    hold(
        &[
            ("`dueAt` lies in the past.", ""),
            ("The body is not JSON.", ""),
            (
                "Invalid request parameters were provided",
                "error-without-trigger",
            ),
            (
                "The server could not process the request",
                "error-without-trigger",
            ),
            ("Unprocessable entity", "error-without-trigger"),
            ("Validation failed: see message", "error-without-trigger"),
        ],
        when,
    );
    let action = |words: &str| with(ENDPOINT, "Send the offset.", words);
    hold(
        &[
            ("Try again later.", ""),
            ("Nothing to do: it is gone already.", ""),
            ("No action needed.", ""),
            ("Check your request.", "error-without-action"),
            ("Ensure the parameters are valid", "error-without-action"),
            ("See the details in the message", "error-without-action"),
            ("None.", "error-without-action"),
        ],
        action,
    );
}

#[test]
fn how_a_function_fails() {
    let judge = |words: &str| {
        with(
            FUNCTION,
            "| throws | `SyntaxError`",
            &format!("| {words} | `SyntaxError`"),
        )
    };
    hold(
        &[
            ("raises ValueError", ""),
            ("Promise rejects", ""),
            ("panics!", ""),
            ("`Result::Err`", ""),
            ("exit code 2", ""),
            ("sometimes", "table-cell"),
        ],
        judge,
    );
}

#[test]
fn values_of_an_answer() {
    let judge = |words: &str| with(ENDPOINT, "\"dueAt\": \"2027-01-15T16:00:00Z\"", words);
    hold(
        &[
            ("\"dueAt\": null", ""),
            ("\"dueAt\": \"<date>\"", "placeholder-in-answer"),
            ("\"dueAt\": \"...\"", "placeholder-in-answer"),
            ("\"dueAt\": \"string\"", "placeholder-in-answer"),
        ],
        judge,
    );
}

#[test]
fn where_the_reader_is_sent() {
    let judge = |words: &str| {
        with(
            ENDPOINT,
            "- **Rate limit**: none.",
            &format!("- **Rate limit**: none.\n- {words}"),
        )
    };
    hold(
        &[
            ("Read the code of conduct before you write a bot.", ""),
            ("See the code below for the order of calls.", ""),
            ("The source of the change is recorded.", ""),
            ("See `GET /api/tasks/{id}` for the fields.", ""),
            (
                "For the exact rules, see the source code.",
                "forbidden-word",
            ),
            (
                "The full list of states is in `tasks/state.rs`.",
                "defers-to-source",
            ),
            ("See task_service.py.", "defers-to-source"),
            (
                "Look in the repository for the list of errors.",
                "defers-to-source",
            ),
            (
                "See src/orders.ts at github.com/acme/tasks.",
                "defers-to-source",
            ),
            (
                "The rules are in [the code](https://github.com/acme/tasks/blob/main/src/rules.ts).",
                "defers-to-source",
            ),
            (
                "Rules: [rules.ts](https://gitlab.com/acme/tasks/-/blob/main/src/rules.ts#L10).",
                "defers-to-source",
            ),
            (
                "What is counted is listed [here](https://github.com/acme/tasks/blob/main/src/count.go?plain=1).",
                "defers-to-source",
            ),
            (
                "See https://github.com/acme/tasks/blob/main/src/rules.ts.",
                "defers-to-source",
            ),
            ("Check the handler code for the limits.", "defers-to-source"),
            (
                "It packs like [zlib](https://github.com/madler/zlib/blob/master/inflate.c).",
                "",
            ),
            (
                "See [the guide](https://github.com/acme/tasks/blob/main/docs/limits.md).",
                "",
            ),
            ("See https://cdn.tasks.example/widget.js.", ""),
            ("TODO: say what a retry does.", "left-to-do"),
        ],
        judge,
    );
}
