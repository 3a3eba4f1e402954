//! Each language by its real interpreter.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use guild_check::Verdict;
use guild_check_docs::examples::{Language, Target};

use super::world::{
    Server, TASK, assert_found, assert_passed, document, options, run_blocks, run_one, verdicts,
};

#[test]
fn bash_and_a_console_session() {
    let session =
        "$ curl --silent \\\n    http://127.0.0.1:3000/api/tasks/tsk_1\n{\"id\": \"tsk_1\"}";
    let bash = "ids=(tsk_1)\ncurl --silent http://127.0.0.1:3000/api/tasks/${ids[0]}";
    assert_passed(&run_blocks(&[("console", session), ("bash", bash)]));
}

#[test]
fn python() {
    let code = "import json, urllib.request\n\
        with urllib.request.urlopen('http://localhost:3000/api/tasks/tsk_1') as answer:\n    print(json.load(answer)['id'])";
    assert_passed(&run_blocks(&[("python", code)]));
}

#[test]
fn javascript() {
    let code = "const answer = await fetch('http://127.0.0.1:3000/api/tasks/tsk_1');\nconsole.log((await answer.json()).id);";
    let examined = run_blocks(&[("javascript", code)]);
    may_be_missing(&examined, "node");
}

#[test]
fn typescript() {
    let code = "interface Task { id: string }\nconst answer = await fetch('http://127.0.0.1:3000/api/tasks/tsk_1');\nconst task = await answer.json() as Task;\nconsole.log(task.id);";
    let server = Server::json(200, TASK);
    let mut options = options(&server);
    // `cargo xtask test` installs one that is new enough.
    let node = std::env::var("GUILD_TEST_NODE").ok();
    if let Some(folder) = node.as_deref().and_then(|node| Path::new(node).parent()) {
        options.search_path = format!("{}:{}", folder.display(), options.search_path);
    }
    let examined = run_one(&document(&[("typescript", code), ("ts", code)]), &options);
    match node {
        Some(_) => assert_passed(&examined),
        None => may_be_missing(&examined, "node"),
    }
}

#[test]
fn a_node_that_is_too_old_for_typescript_says_what_to_install() {
    let folder = tempfile::tempdir().unwrap();
    let node = folder.path().join("node");
    std::fs::write(&node, "#!/bin/sh\necho v20.19.5\n").unwrap();
    std::fs::set_permissions(&node, PermissionsExt::from_mode(0o755)).unwrap();
    let server = Server::json(200, TASK);
    let mut options = options(&server);
    options.search_path = format!("{}:{}", folder.path().display(), options.search_path);
    let examined = run_one(&document(&[("typescript", "let a: number = 1;")]), &options);
    assert_found(
        &examined,
        "example-not-run",
        "`node` v20.19.5 does not read TypeScript; install Node.js 22.18 or later",
    );
}

#[test]
fn rust() {
    let code = "use std::io::{Read, Write};\nfn main() -> std::io::Result<()> {\n    let mut server = std::net::TcpStream::connect(\"127.0.0.1:3000\")?;\n    server.write_all(b\"GET /api/tasks/tsk_1 HTTP/1.0\\r\\n\\r\\n\")?;\n    let mut answer = String::new();\n    server.read_to_string(&mut answer)?;\n    assert!(answer.ends_with('}'));\n    Ok(())\n}";
    let server = Server::json(200, TASK);
    let mut options = options(&server);
    options.timeout = std::time::Duration::from_secs(60);
    assert_passed(&run_one(&document(&[("rust", code)]), &options));
}

#[test]
fn the_examples_of_a_function_need_no_server() {
    let server = Server::json(200, TASK);
    let mut options = options(&server);
    options.target = Target::AsDocumented;
    let title = "# parse_duration(text: str) -> timedelta";
    let code = "def parse_duration(text):\n    return 90\n\nassert parse_duration('1h 30m') == 90";
    let text = document(&[("python", code), ("python", "assert 1 == 2")])
        .replace("# GET /api/tasks/{id}", title);
    let examined = run_one(&text, &options);
    assert_eq!(verdicts(&examined), [Verdict::Passed, Verdict::Failed]);
}

#[test]
fn a_raw_request_with_a_variable() {
    let server = Server::json(200, TASK);
    let mut options = options(&server);
    options
        .variables
        .insert("TASKS_TOKEN".to_owned(), "secret".to_owned());
    let code = "GET /api/tasks/tsk_1 HTTP/1.1\nHost: 127.0.0.1:3000\nAuthorization: Bearer {{TASKS_TOKEN}}";
    assert_passed(&run_one(&document(&[("http", code)]), &options));
}

#[test]
fn a_language_that_the_caller_adds() {
    let server = Server::json(200, TASK);
    let mut options = options(&server);
    let code = "http://127.0.0.1:3000/api/tasks/tsk_1";
    let examined = run_one(&document(&[("urls", code)]), &options);
    assert_found(
        &examined,
        "example-not-run",
        "nothing is known to run `urls`",
    );
    options.languages = vec![Language::parse("urls=xargs curl --silent --fail -a {file}").unwrap()];
    options.languages = vec![Language::parse("urls=sh -c 'curl --silent $(cat {file})'").unwrap()];
    assert_passed(&run_one(&document(&[("urls", code)]), &options));
}

#[test]
fn a_missing_interpreter_is_no_pass() {
    let server = Server::json(200, TASK);
    let mut options = options(&server);
    options.languages = vec![Language::parse("python=no-such-python").unwrap()];
    let examined = run_one(&document(&[("python", "pass")]), &options);
    assert_found(
        &examined,
        "example-not-run",
        "`no-such-python` is not installed",
    );
    assert_eq!(verdicts(&examined), [Verdict::NotRun]);
}

/// Node, or a node of this age, is not on every machine: then the example says so instead.
#[track_caller]
fn may_be_missing(examined: &guild_check_docs::examples::Examined, program: &str) {
    if verdicts(examined).contains(&Verdict::NotRun) {
        let told = super::world::told(examined);
        assert!(told.contains(&format!("`{program}`")), "{told}");
    } else {
        assert_passed(examined);
    }
}
