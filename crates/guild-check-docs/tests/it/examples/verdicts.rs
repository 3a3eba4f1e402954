//! What an example is judged by.

use std::thread;

use guild_check::Verdict;
use guild_check_docs::examples::{Level, run};

use super::world::{
    Server, TASK, assert_found, assert_passed, document, documented, options, run_blocks, run_one,
    verdicts, with_body,
};

const CURL: &str = "curl --silent http://127.0.0.1:3000/api/tasks/tsk_1";

#[test]
fn an_example_that_gets_the_documented_answer_passes() {
    let server = Server::json(200, TASK);
    let all = run(
        &[documented(&document(&[("sh", CURL)]), None)],
        &options(&server),
    )
    .unwrap();
    assert_eq!(all.level, Some(Level::Bubblewrap));
    assert_passed(&all.documents[0]);
    assert_eq!(
        *server.heard.lock().unwrap(),
        ["GET /api/tasks/tsk_1 HTTP/1.1"]
    );
    assert_eq!(all.documents[0].results[0].line, 24);
}

#[test]
fn a_404_is_caught_though_curl_ends_well() {
    let server = Server::json(404, r#"{"error": {"code": "TASK_NOT_FOUND"}}"#);
    let examined = run_one(&document(&[("sh", CURL)]), &options(&server));
    assert_found(&examined, "example-wrong-status", "status 404");
    assert_eq!(verdicts(&examined), [Verdict::Failed]);
}

#[test]
fn an_error_shown_on_purpose_passes() {
    let server = Server::json(404, r#"{"error": {"code": "TASK_NOT_FOUND"}}"#);
    let code = format!("# Answers TASK_NOT_FOUND.\n{CURL}");
    assert_passed(&run_one(&document(&[("sh", &code)]), &options(&server)));
}

#[test]
fn an_answer_of_another_shape_is_caught() {
    let server = Server::json(200, r#"{"id": 7, "tags": [], "owner": {"nick": "Ada"}}"#);
    let examined = run_one(&document(&[("sh", CURL)]), &options(&server));
    let words = "`/id` is a number, not a string, `/owner/name` is missing, `/owner/nick` is not documented";
    assert_found(&examined, "example-wrong-shape", words);
}

#[test]
fn a_download_is_documented_as_a_string() {
    let answer =
        "HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nContent-Length: 4\r\n\r\nPK\x03\x04";
    let server = Server::start(|_, _| answer.to_owned());
    let text = document(&[("sh", &format!("{CURL} --output task.zip"))]);
    let download = text.replace(TASK, r#""PK\u0003\u0004""#);
    assert_passed(&run_one(&download, &options(&server)));
    let examined = run_one(&text, &options(&server));
    assert_found(
        &examined,
        "example-wrong-shape",
        "no JSON, but application/zip",
    );
    let server = Server::json(200, TASK);
    let examined = run_one(&download, &options(&server));
    assert_found(&examined, "example-wrong-shape", "an object, not a string");
}

#[test]
fn an_exit_code_is_caught() {
    let examined = run_blocks(&[("sh", &format!("{CURL}\necho broken >&2\nexit 3"))]);
    assert_found(&examined, "example-failed", "exit code 3");
    assert!(
        examined.findings[0]
            .help
            .as_ref()
            .unwrap()
            .contains("broken")
    );
}

#[test]
fn a_call_of_another_endpoint_is_caught() {
    let examined = run_blocks(&[("sh", "curl --silent http://127.0.0.1:3000/api/projects")]);
    assert_found(&examined, "example-not-called", "`GET /api/tasks/{id}`");
}

#[test]
fn a_variable_that_nobody_names_is_a_finding_and_no_hang() {
    let code = "curl --silent http://127.0.0.1:3000/api/tasks/$TASK_ID";
    let examined = run_blocks(&[("sh", code)]);
    assert_found(&examined, "example-undeclared-variable", "`TASK_ID`");
    assert_eq!(verdicts(&examined), [Verdict::Failed]);
}

#[test]
fn a_named_variable_is_passed_and_kept_out_of_the_report() {
    let server = Server::json(200, TASK);
    let code = format!(
        "{CURL} --header \"Authorization: Bearer $TASKS_TOKEN\"\necho $TASKS_TOKEN\nexit 1"
    );
    let text = document(&[("sh", &code)]);
    let mut options = options(&server);
    let examined = run_one(&text, &options);
    assert_found(
        &examined,
        "example-not-run",
        "`TASKS_TOKEN`, which was not given",
    );
    options
        .variables
        .insert("TASKS_TOKEN".to_owned(), "secret-of-ada".to_owned());
    let examined = run_one(&text, &options);
    let help = examined.findings[0].help.as_ref().unwrap();
    assert!(
        help.contains("$TASKS_TOKEN") && !help.contains("secret-of-ada"),
        "{help}"
    );
}

#[test]
fn nothing_else_of_the_environment_is_passed() {
    let code = format!("{CURL}\ntest -z \"${{CARGO_MANIFEST_DIR:-}}\"\ntest $(env | wc -l) -le 6");
    assert_passed(&run_blocks(&[("sh", &code)]));
}

#[test]
fn a_marked_block_is_not_run() {
    let text = document(&[("sh", CURL), ("sh", "exit 1")]);
    let text = text.replace(
        "2\n\n```sh",
        "2\n\n<!-- guild: do not run: it charges a card -->\n```sh",
    );
    let examined = run_one(&text, &options(&Server::json(200, TASK)));
    assert_found(&examined, "example-not-run", "it charges a card");
    assert_eq!(verdicts(&examined), [Verdict::Passed, Verdict::NotRun]);
    assert!(examined.results[1].is_marked);
}

#[test]
fn a_later_example_finds_what_an_earlier_one_made() {
    let second =
        "curl --silent --data-binary @answer.json http://127.0.0.1:3000/api/tasks > /dev/null\n"
            .to_owned()
            + CURL;
    let first = format!("{CURL} --output answer.json");
    assert_passed(&run_blocks(&[("sh", &first), ("sh", &second)]));
}

#[test]
fn files_beside_the_document_are_there_and_others_are_not() {
    let folder = std::env::temp_dir().join(format!("guild-fixtures-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("task.json"), "{}").unwrap();
    std::fs::write(folder.join("other.json"), "{}").unwrap();
    let code = format!("{CURL} --data @task.json --request GET\ntest $(ls *.json) = task.json");
    let server = Server::json(200, TASK);
    let documented = documented(&document(&[("sh", &code)]), Some(folder.clone()));
    let all = run(&[documented], &options(&server)).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_passed(&all.documents[0]);
}

#[test]
fn two_runs_side_by_side_share_a_documented_port() {
    let runs: Vec<_> = (0..3)
        .map(|_| thread::spawn(|| run_blocks(&[("sh", CURL), ("sh", CURL)])))
        .collect();
    for run in runs {
        assert_passed(&run.join().unwrap());
    }
}

#[test]
fn a_documented_host_name_leads_to_the_target() {
    let code = "curl --silent http://api.tasks.example/api/tasks/tsk_1";
    assert_passed(&run_blocks(&[("sh", code)]));
}

#[test]
fn a_body_is_forwarded_whole() {
    let server = Server::start(|first, body| {
        let is_whole = first.starts_with("GET") && body.len() == 3_000_000;
        with_body(if is_whole { 200 } else { 400 }, TASK)
    });
    let code = format!(
        "head -c 3000000 /dev/zero | tr '\\0' a > big\n{CURL} --request GET --data-binary @big"
    );
    assert_passed(&run_one(&document(&[("sh", &code)]), &options(&server)));
}
