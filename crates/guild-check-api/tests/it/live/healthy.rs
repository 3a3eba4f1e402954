//! A server that keeps its contract.

use guild_check::report::Verdict;
use guild_check_api::live::Methods;

use super::tasks::{Flaw, start};
use super::{TOKEN, Trial, rules, told};

#[test]
fn nothing_is_found_and_every_operation_is_tried() {
    let server = start(Flaw::None);
    let live = Trial::of_tasks(&server.url()).run();
    assert_eq!(rules(&live), [""; 0], "{}", told(&live));
    let names: Vec<&str> = live
        .operations
        .iter()
        .map(|operation| operation.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "GET /api/tasks",
            "POST /api/tasks",
            "GET /api/tasks/{id}",
            "PATCH /api/tasks/{id}",
            "DELETE /api/tasks/{id}",
            "GET /api/tasks/{id}/comments",
            "POST /api/tasks/{id}/comments",
        ]
    );
    for operation in &live.operations {
        assert_eq!(operation.verdict, Verdict::Passed, "{}", told(&live));
    }
    let sent = |name: &str, kind: &str| {
        let operation = live
            .operations
            .iter()
            .find(|operation| operation.name == name)
            .unwrap();
        operation.requests.get(kind).copied().unwrap_or_default()
    };
    assert!(sent("GET /api/tasks", "for pages") >= 4, "{}", told(&live));
    assert!(sent("POST /api/tasks", "invalid") >= 10, "{}", told(&live));
    assert_eq!(sent("POST /api/tasks", "malformed"), 2);
    assert_eq!(sent("GET /api/tasks", "without credentials"), 2);
    assert!(
        sent("PATCH /api/tasks/{id}", "around a change") >= 3,
        "{}",
        told(&live)
    );
    assert_eq!(sent("DELETE /api/tasks/{id}", "around a life"), 2);
    assert_eq!(sent("GET /api/tasks/{id}/comments", "of nothing"), 1);
}

#[test]
fn what_the_run_made_is_taken_away_and_what_cannot_be_is_said() {
    let server = start(Flaw::None);
    let live = Trial::of_tasks(&server.url()).run();
    let requests = server.requests();
    let count = |method: &str, path: &str| {
        requests
            .iter()
            .filter(|request| request.method == method && request.path.starts_with(path))
            .count()
    };
    assert!(count("POST", "/api/tasks") > 5);
    assert!(
        requests
            .iter()
            .all(|request| request.header("transfer-encoding").is_none())
    );
    assert_eq!(live.left, [""; 0]);
    let mut reading = Trial::of_tasks(&server.url());
    reading.options.methods = Methods::Reading;
    assert!(
        told(&reading.run()).contains("no value is known for `id`"),
        "the list is empty again"
    );
    let less = super::TASKS.replace(
        "    delete:\n      operationId: deleteTask",
        "    put:\n      operationId: putTask",
    );
    let live = Trial {
        contract: less,
        ..Trial::of_tasks(&server.url())
    }
    .run();
    assert!(
        live.left.len() > 5
            && live
                .left
                .iter()
                .all(|left| left.starts_with("/api/tasks/tsk_")),
        "{:?}",
        live.left
    );
}

#[test]
fn the_same_seed_sends_the_same_requests_and_another_others() {
    let sent = |seed: u64| {
        let server = start(Flaw::None);
        let mut trial = Trial::of_tasks(&server.url());
        trial.options.seed = seed;
        trial.run();
        let requests = server.requests().into_iter();
        requests
            .map(|request| {
                format!(
                    "{} {} {:?} {}",
                    request.method, request.path, request.query, request.body
                )
            })
            .collect::<Vec<_>>()
    };
    let first = sent(1);
    assert_eq!(first, sent(1));
    assert_ne!(first, sent(2));
}

#[test]
fn safe_sends_only_what_reads() {
    let server = start(Flaw::None);
    let mut trial = Trial::of_tasks(&server.url());
    trial.options.methods = Methods::Reading;
    let live = trial.run();
    assert!(
        server
            .requests()
            .iter()
            .all(|request| request.method == "GET")
    );
    let left_out: Vec<&str> = live
        .operations
        .iter()
        .filter(|operation| operation.is_marked)
        .map(|operation| operation.name.as_str())
        .collect();
    assert_eq!(
        left_out,
        [
            "POST /api/tasks",
            "PATCH /api/tasks/{id}",
            "DELETE /api/tasks/{id}",
            "POST /api/tasks/{id}/comments"
        ]
    );
    // Nothing is in the list, so nothing is known of a task.
    let task = live
        .operations
        .iter()
        .find(|operation| operation.name == "GET /api/tasks/{id}")
        .unwrap();
    assert_eq!(task.verdict, Verdict::NotRun);
    assert_eq!(
        task.reason.as_deref(),
        Some("no value is known for `id`: no list names one; give it an example in the contract")
    );
    assert_eq!(rules(&live), [""; 0], "{}", told(&live));
}

#[test]
fn the_number_of_requests_is_bounded() {
    let server = start(Flaw::None);
    let mut trial = Trial::of_tasks(&server.url());
    trial.options.limits.requests = 40;
    let live = trial.run();
    // Those that take away what was made come on top.
    let requests = server.requests();
    let others = requests
        .iter()
        .filter(|request| request.method != "DELETE")
        .count();
    assert!(others <= 41, "{others}");
    assert!(
        told(&live).contains("all 40 requests of this run were sent before"),
        "{}",
        told(&live)
    );
}

#[test]
fn a_credential_that_is_missing_is_asked_for_and_none_is_shown() {
    let server = start(Flaw::None);
    let mut trial = Trial::of_tasks(&server.url());
    trial.options.credentials = Default::default();
    let live = trial.run();
    assert_eq!(rules(&live), [""; 0], "{}", told(&live));
    for operation in &live.operations {
        assert_eq!(operation.verdict, Verdict::NotRun);
        let reason = operation.reason.as_deref().unwrap();
        assert!(
            reason.contains("give --credential bearerAuth=NAME"),
            "{reason}"
        );
    }
    let server = start(Flaw::TellsTheToken);
    let live = Trial::of_tasks(&server.url()).run();
    let told = told(&live);
    assert!(
        told.contains("api/answer-mismatch") && told.contains("\"$TASKS_TOKEN\""),
        "{told}"
    );
    for part in [TOKEN, "s3cret", "the\\\"run"] {
        assert!(!told.contains(part), "{told}");
    }
}
