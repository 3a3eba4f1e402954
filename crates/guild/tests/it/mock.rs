//! `guild mock` as a process.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command};

use crate::world::{World, read_all, read_until};

const TASKS: &str = "new api tasks --field title:string:1..120 --field notes?:text --field isPinned:boolean \
    --filter status --state OPEN --state DONE:completedAt:date-time --sub comments --field comments.text:text";

/// A mock that runs.
pub(crate) struct Mock {
    child: Child,
    /// Where it listens: `127.0.0.1:40123`.
    pub(crate) host: String,
    stderr: BufReader<ChildStderr>,
}

impl Mock {
    /// Starts one of a contract of tasks.
    pub(crate) fn of_tasks(world: &World, more: &str, credential: Option<&str>) -> Self {
        world.guild(TASKS).ok();
        let mut command = world.command(&format!(
            "mock tasks/openapi.yaml --listen 127.0.0.1:0 {more}"
        ));
        command.envs(credential.map(|credential| ("GUILD_MOCK_CREDENTIAL", credential)));
        command
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        let said = read_until(child.stdout.as_mut().unwrap(), "/\n");
        let host = said
            .trim()
            .trim_start_matches("Mocking tasks/openapi.yaml at http://")
            .trim_end_matches('/')
            .to_owned();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        Self {
            child,
            host,
            stderr,
        }
    }

    /// Sends a request, and gives status and body.
    pub(crate) fn send(&self, head: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let host = &self.host;
        let length = body.len();
        write!(stream, "{head} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer any\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let body = answer
            .split_once("\r\n\r\n")
            .map(|(_, body)| body.to_owned());
        (status.unwrap(), body.unwrap())
    }

    /// Waits for the next line that it says.
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stderr.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Ends it, and gives what else it said.
    pub(crate) fn stop(mut self) -> String {
        let pid = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &pid])
                .status()
                .unwrap()
                .success()
        );
        let rest = read_all(self.stderr);
        assert_eq!(self.child.wait().unwrap().code(), Some(0), "{rest}");
        rest
    }
}

#[test]
fn a_contract_is_served_each_request_is_told_and_a_signal_ends_it() {
    let world = World::alone();
    let mut mock = Mock::of_tasks(&world, "", None);
    assert_eq!(mock.line(), "It has 7 operations. Stop with Ctrl-C.");
    let (status, body) = mock.send("GET /api/tasks?pageSize=2", "");
    assert_eq!(status, 200, "{body}");
    let list: serde_json::Value = serde_json::from_str(&body).unwrap();
    assert_eq!(
        (list["items"].as_array().unwrap().len(), &list["totalItems"]),
        (2, &25.into())
    );
    assert_eq!(mock.line(), "GET /api/tasks?pageSize=2 200 listTasks");
    let (status, body) = mock.send("POST /api/tasks", "{\"title\": \"\"}");
    assert!(
        status == 422 && body.contains("VALIDATION_FAILED"),
        "{status} {body}"
    );
    assert_eq!(
        mock.line(),
        "POST /api/tasks 422 createTask: `title` has 0 characters, and 1 are the fewest"
    );
    assert_eq!(mock.send("GET /nowhere", "").0, 404);
    assert_eq!(
        mock.line(),
        "GET /nowhere 404: the contract has no path `/nowhere`"
    );
    assert_eq!(mock.stop(), "Stopped.\n");
}

#[test]
fn a_quiet_mock_says_nothing_and_a_body_without_end_is_refused() {
    let world = World::alone();
    let mock = Mock::of_tasks(&world, "--quiet", None);
    let (status, body) = mock.send(
        "POST /api/tasks",
        &format!("{{\"title\": \"{}\"}}", "x".repeat(5 << 20)),
    );
    assert!(
        status == 413 && body.contains("\"error\""),
        "{status} {body}"
    );
    assert_eq!(mock.stop(), "");
}

#[test]
fn what_cannot_be_served_is_told() {
    let world = World::alone();
    let run = world.guild("mock openapi.yaml").fails(2);
    assert!(run.stderr.contains("could not read openapi.yaml"), "{run}");
    world.write("project/openapi.yaml", "openapi: 3.1.0\npaths: {}\n");
    let run = world.guild("mock openapi.yaml").fails(2);
    assert!(run.stderr.contains("has no operation"), "{run}");
    assert!(run.stderr.contains("guild check api openapi.yaml"), "{run}");
}

#[test]
fn a_contract_that_was_started_is_kept_on_the_wire_by_its_mock() {
    let world = World::alone();
    let mock = Mock::of_tasks(&world, "--quiet", Some("sesame"));
    let check = format!(
        "check api tasks/openapi.yaml --deny warnings --format json --credential bearerAuth=TASKS_TOKEN --live http://{}",
        mock.host
    );
    let mut command = world.command(&check);
    let report = world.run(command.env("TASKS_TOKEN", "sesame")).ok().json();
    assert_eq!(report["findings"], serde_json::json!([]));
    let operations = report["operations"].as_array().unwrap();
    assert_eq!(operations.len(), 7);
    for operation in operations {
        assert_eq!(operation["verdict"], "PASSED", "{operation}");
    }
    assert_eq!(mock.stop(), "");
}
