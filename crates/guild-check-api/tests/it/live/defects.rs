//! Planted defects: each is found, and named rightly.

use super::tasks::{Flaw, start};
use super::{Trial, rules, told};

/// A defect, the rules that it breaks, and where the first finding of them stands.
const PLANTED: [(Flaw, &[&str], &str); 23] = [
    (
        Flaw::FaultOnLongTitle,
        &["api/server-fault"],
        "`POST /api/tasks` answered 500, given `title` with 121 characters",
    ),
    (
        Flaw::DropsOneTask,
        &["api/no-answer"],
        "`GET /api/tasks/{id}` gave no answer",
    ),
    (
        Flaw::UndeclaredStatus,
        &["api/undeclared-status"],
        "`GET /api/tasks/{id}` answered 203, which it does not declare",
    ),
    (
        Flaw::HtmlNotFound,
        &["api/error-body-differs", "api/undeclared-content-type"],
        "`text/html`, where it declares application/json",
    ),
    (
        Flaw::WrongType,
        &["api/answer-mismatch"],
        "is of type string, not boolean",
    ),
    (
        Flaw::OtherErrorBody,
        &["api/error-body-differs"],
        "the server answered 404 with another error body, given a route that there is not: it has no `error`",
    ),
    (
        Flaw::RefusesNotes,
        &["api/valid-refused"],
        "`POST /api/tasks` answered 422 to what its contract allows",
    ),
    (
        Flaw::TakesMalformed,
        &["api/malformed-accepted"],
        "`POST /api/tasks` answered 201, given a body that ends in the middle",
    ),
    (
        Flaw::TakesInvalid,
        &["api/answer-mismatch", "api/invalid-accepted"],
        "`POST /api/tasks` answered 201, given without `title`, which is required",
    ),
    (
        Flaw::TakesAnyId,
        &["api/deleted-remains", "api/missing-accepted"],
        "`GET /api/tasks/{id}` answered 200, given `id` of nothing that there is",
    ),
    (
        Flaw::TakesAnyone,
        &["api/unauthenticated-accepted"],
        "`GET /api/tasks` answered 200, given no credentials",
    ),
    (
        Flaw::TakesAnyToken,
        &["api/unauthenticated-accepted"],
        "`GET /api/tasks` answered 200, given credentials that prove nothing",
    ),
    (
        Flaw::ValidationIs400,
        &["api/refusal-status"],
        "a validation failure is 422",
    ),
    (
        Flaw::PagesOverlap,
        &["api/page-overlap", "api/page-beyond-end"],
        "`GET /api/tasks` has the item with `id` tsk_",
    ),
    (
        Flaw::PageSizeIgnored,
        &["api/page-size-ignored"],
        "page 1 of 2 each has ",
    ),
    (
        Flaw::TotalIsOneMore,
        &["api/totals-disagree"],
        "and all pages together have",
    ),
    (
        Flaw::LastPageForEver,
        &["api/page-beyond-end"],
        "behind the last, has ",
    ),
    (
        Flaw::PatchResetsPriority,
        &["api/patch-changes-more"],
        "`PATCH /api/tasks/{id}` changed `priority` too, given `title` alone",
    ),
    (
        Flaw::PatchDoesNothing,
        &["api/patch-not-applied"],
        "`PATCH /api/tasks/{id}` did not change `title`",
    ),
    (
        Flaw::PostKeepsNothing,
        &["api/created-missing"],
        "what `POST /api/tasks` made cannot be read a moment later",
    ),
    (
        Flaw::DeleteKeepsAll,
        &["api/deleted-remains"],
        "what `DELETE /api/tasks/{id}` took away can still be read",
    ),
    (
        Flaw::HomePageEverywhere,
        &["api/unknown-route-answer"],
        "the server answered 200, given a route that there is not",
    ),
    (
        Flaw::MethodsAreNotFound,
        &["api/wrong-method-answer"],
        "`/api/tasks` answered 404, given the method PUT",
    ),
];

#[test]
fn each_defect_is_found_and_named() {
    let mut wrong = String::new();
    for (flaw, expected, message) in PLANTED {
        let server = start(flaw);
        let live = Trial::of_tasks(&server.url()).run();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        let is_told = live
            .findings
            .iter()
            .any(|finding| finding.message.contains(message));
        if rules(&live) != expected || !is_told {
            wrong.push_str(&format!(
                "=== {flaw:?}: {expected:?}, {message:?}\n{}",
                told(&live)
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_finding_stands_at_its_operation_and_is_seen_again_by_a_command() {
    let server = start(Flaw::FaultOnLongTitle);
    let live = Trial::of_tasks(&server.url()).run();
    let [finding] = live.findings.as_slice() else {
        panic!("{}", told(&live))
    };
    let line = super::TASKS
        .lines()
        .position(|line| line == "    post:")
        .unwrap()
        + 1;
    assert_eq!(finding.place.start().line as usize, line);
    let command = finding.again.as_deref().unwrap();
    assert!(command.starts_with("curl -sS -g -i -X POST "), "{command}");
    assert!(
        command.contains("-H 'Authorization: Bearer '\"$TASKS_TOKEN\""),
        "{command}"
    );
    // It is what a person would type.
    let output = std::process::Command::new("sh")
        .args(["-c", command])
        .env("TASKS_TOKEN", super::TOKEN)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("HTTP/1.1 500"), "{command}: {said}");
}
