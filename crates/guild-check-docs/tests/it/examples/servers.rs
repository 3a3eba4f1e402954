//! The server under test: running, started, dying.

use std::time::Duration;

use guild_check_docs::examples::{Level, RunError, Target, run};

use super::world::{
    Server, TASK, assert_found, assert_passed, document, documented, options, run_one, with_body,
};

const CURL: &str = "curl --silent http://127.0.0.1:3000/api/tasks/tsk_1";

#[test]
fn a_server_that_dies_in_the_middle() {
    let server = Server::start(|_, _| with_body(200, TASK).replace("owner", ""));
    let examined = run_one(
        &document(&[("sh", &format!("{CURL} || :"))]),
        &options(&server),
    );
    assert_found(&examined, "example-wrong-shape", "the answer is broken");
}

#[test]
fn a_redirect_that_the_example_follows_is_judged_by_where_it_leads() {
    let moved = |first: &str, body: &str| match first {
        "GET /api/tasks/tsk_1 HTTP/1.1" => {
            "HTTP/1.1 308 X\r\nLocation: /v2/1\r\nContent-Length: 0\r\n\r\n".to_owned()
        }
        "GET /v2/1 HTTP/1.1" => with_body(200, body),
        _ => with_body(404, "{}"),
    };
    let follows = document(&[("sh", &format!("{CURL} --location"))]);
    let server = Server::start(move |first, _| moved(first, TASK));
    assert_passed(&run_one(&follows, &options(&server)));
    let server = Server::start(move |first, _| moved(first, "[]"));
    assert_found(
        &run_one(&follows, &options(&server)),
        "example-wrong-shape",
        "a list, not an object",
    );
    let stops = document(&[("sh", CURL)]);
    assert_found(
        &run_one(&stops, &options(&server)),
        "example-wrong-status",
        "status 308",
    );
}

#[test]
fn a_path_beyond_ascii_is_called_in_its_encoded_form() {
    let server = Server::json(200, TASK);
    let code = "curl --silent http://127.0.0.1:3000/st%C3%A4dte/K%c3%b6ln/tasks/1";
    let text = document(&[("sh", code)]).replace("/api/tasks/{id}", "/städte/{name}/tasks/{id}");
    assert_passed(&run_one(&text, &options(&server)));
}

#[test]
fn a_server_that_is_not_there() {
    let server = Server::json(200, TASK);
    let mut options = options(&server);
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", closed.local_addr().unwrap());
    drop(closed);
    options.target = Target::Server(address.parse_address());
    let examined = run_one(&document(&[("sh", &format!("{CURL} || :"))]), &options);
    assert_found(&examined, "example-wrong-status", "got no answer");
}

#[test]
fn a_server_that_never_answers() {
    let server = Server::start(|_, _| {
        std::thread::park_timeout(Duration::from_secs(60));
        String::new()
    });
    let mut options = options(&server);
    options.timeout = Duration::from_secs(2);
    let examined = run_one(&document(&[("sh", CURL)]), &options);
    let told = super::world::told(&examined);
    assert!(told.contains("did not end within 2 s"), "{told}");
}

#[test]
fn a_server_is_started_for_the_run_and_ended_after_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("api/tasks")).unwrap();
    std::fs::write(folder.path().join("api/tasks/tsk_1"), TASK).unwrap();
    let mut options = options(&Server::json(500, "{}"));
    let folder = folder.path().display();
    options.target = Target::Start {
        command: format!("python3 -m http.server --bind 127.0.0.1 --directory {folder} {{port}}"),
        address: None,
    };
    assert_passed(&run_one(&document(&[("sh", CURL)]), &options));
    let left = std::fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(&format!("--directory\0{folder}"))
    });
    assert!(!left, "the server is left running");
}

#[test]
fn a_server_that_does_not_start_says_why() {
    let mut options = options(&Server::json(200, TASK));
    options.target = Target::Start {
        command: "echo no database on {port}; exit 3".to_owned(),
        address: None,
    };
    let error = run(&[documented(&document(&[("sh", CURL)]), None)], &options).unwrap_err();
    assert!(matches!(&error, RunError::Server(_)));
    assert!(error.to_string().contains("no database on"), "{error}");
}

#[test]
fn without_a_sandbox_only_on_demand() {
    let server = Server::json(200, TASK);
    let mut options = options(&server);
    options.search_path = "/nonexistent".to_owned();
    options.level = Some(Level::Bubblewrap);
    let refused = run_one(&document(&[("sh", "exit 0")]), &options);
    assert!(super::world::told(&refused).contains("not installed"));
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let code = format!(
        "curl --silent http://{}/api/tasks/tsk_1",
        port.local_addr().unwrap()
    );
    drop(port);
    options.search_path = "/usr/bin:/bin".to_owned();
    options.level = Some(Level::Unsandboxed);
    assert_passed(&run_one(&document(&[("sh", &code)]), &options));
    let other = "curl --silent https://api.tasks.example/api/tasks/tsk_1";
    let refused = run_one(&document(&[("sh", other)]), &options);
    assert_found(&refused, "example-not-run", "api.tasks.example:443");
}

trait ParseAddress {
    fn parse_address(&self) -> guild_check_docs::examples::Address;
}

impl ParseAddress for String {
    fn parse_address(&self) -> guild_check_docs::examples::Address {
        guild_check_docs::examples::Address::parse(self).unwrap()
    }
}
