//! A document with examples, a server, and a run.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use guild_check::{Source, Verdict};
use guild_check_docs::Document;
use guild_check_docs::examples::{
    Address, Documented, Examined, Helper, Level, RunOptions, Target, run,
};

/// A server that answers every request in the way that it is told to, until the test ends.
pub(super) struct Server {
    pub(super) address: Address,
    /// The first line of every request.
    pub(super) heard: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts a server; `answer` gets the first line and the body of a request, and gives the whole answer.
    pub(super) fn start(answer: impl Fn(&str, &str) -> String + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let heard = Arc::new(Mutex::new(Vec::new()));
        let (answer, list) = (Arc::new(answer), Arc::clone(&heard));
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let (answer, list) = (Arc::clone(&answer), Arc::clone(&list));
                thread::spawn(move || converse(&client, &*answer, &list));
            }
        });
        Self {
            address: Address::parse(&address).unwrap(),
            heard,
        }
    }

    /// Starts a server that answers with a status and a JSON body.
    pub(super) fn json(status: u16, body: &str) -> Self {
        let body = body.to_owned();
        Self::start(move |_, _| with_body(status, &body))
    }
}

pub(super) fn with_body(status: u16, body: &str) -> String {
    format!(
        "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

fn converse(client: &TcpStream, answer: &dyn Fn(&str, &str) -> String, heard: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(client.try_clone().unwrap());
    let (mut first, mut length) = (String::new(), 0);
    reader.read_line(&mut first).unwrap_or(0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) < 3 {
            break;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap_or(());
    heard.lock().unwrap().push(first.trim().to_owned());
    let text = answer(first.trim(), &String::from_utf8_lossy(&body));
    let _ = (&mut &*client).write_all(text.as_bytes());
}

/// The answer that documents promise unless they say otherwise.
pub(super) const TASK: &str = r#"{"id": "tsk_1", "tags": ["a"], "owner": {"name": "Ada"}}"#;

/// Writes a document whose examples are these blocks, each with its language.
pub(super) fn document(blocks: &[(&str, &str)]) -> String {
    let mut text = format!(
        "# GET /api/tasks/{{id}}\n\n## Response (success)\n\nStatus `200`.\n\n```json\n{TASK}\n```\n\n\
         ## Errors\n\n| Status | Code | When | What to do |\n|---|---|---|---|\n\
         | 404 | `TASK_NOT_FOUND` | The task is gone. | Read the list again. |\n\n\
         ## Examples\n\n`TASKS_TOKEN` holds a token.\n\n"
    );
    for (index, (language, code)) in blocks.iter().enumerate() {
        text.push_str(&format!(
            "### Example {}\n\n```{language}\n{code}\n```\n\n",
            index + 1
        ));
    }
    text + "Last updated: 2026-11-20\n"
}

/// Gives the options of a run that the test may change.
pub(super) fn options(server: &Server) -> RunOptions {
    let bubblewrap = std::env::split_paths(&std::env::var_os("PATH").unwrap())
        .any(|folder| folder.join("bwrap").is_file());
    assert!(
        bubblewrap,
        "these tests need bubblewrap: apt-get install --yes --no-install-recommends bubblewrap"
    );
    RunOptions {
        target: Target::Server(server.address.clone()),
        variables: BTreeMap::new(),
        // The machine may be busy; what a test waits for comes well before.
        timeout: Duration::from_secs(30),
        languages: Vec::new(),
        level: None,
        helper: Helper {
            program: std::env::current_exe().unwrap(),
            words: ["examples::inside_the_sandbox", "--exact", "--nocapture"]
                .map(str::to_owned)
                .to_vec(),
        },
        search_path: std::env::var("PATH").unwrap(),
        threads: 2,
    }
}

pub(super) fn documented(text: &str, folder: Option<PathBuf>) -> Documented {
    let source = Source::new("get-task.md", text);
    let mut documented = Documented::of(&Document::parse(&source));
    documented.folder = folder;
    documented
}

/// Runs the examples of one document.
pub(super) fn run_one(text: &str, options: &RunOptions) -> Examined {
    let mut all = run(&[documented(text, None)], options).unwrap();
    all.documents.remove(0)
}

/// Runs blocks against a server that answers as documented.
pub(super) fn run_blocks(blocks: &[(&str, &str)]) -> Examined {
    let server = Server::json(200, TASK);
    run_one(&document(blocks), &options(&server))
}

/// Runs blocks in one kind of sandbox against a server that answers as documented.
pub(super) fn on(level: Level, blocks: &[(&str, &str)]) -> Examined {
    run_on(level, &Server::json(200, TASK), blocks, |_| {})
}

/// Runs blocks in one kind of sandbox. The documented port 3000 becomes one that is free: not every sandbox has ports
/// of its own.
pub(super) fn run_on(
    level: Level,
    server: &Server,
    blocks: &[(&str, &str)],
    change: impl FnOnce(&mut RunOptions),
) -> Examined {
    let mut options = options(server);
    options.level = Some(level);
    // Interpreters that belong to one user are not for the one that examples run as.
    options.search_path = "/usr/local/bin:/usr/bin:/bin".to_owned();
    change(&mut options);
    let text = document(blocks).replace(":3000", &format!(":{}", free_port()));
    run_one(&text, &options)
}

/// Gives a port that nobody listens on, below those that the system hands out by itself.
pub(super) fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    loop {
        let count = NEXT.fetch_add(1, Ordering::Relaxed);
        let port =
            10_000 + (count.wrapping_add((std::process::id() as u16).wrapping_mul(97))) % 20_000;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// Tells whether a machine can make a sandbox; one that cannot says so, and runs nothing.
pub(super) fn is_there(level: Level) -> bool {
    let examined = run_on(
        level,
        &Server::json(200, TASK),
        &[("sh", "touch ran")],
        |_| {},
    );
    if verdicts(&examined) == [Verdict::NotRun] {
        assert_found(&examined, "example-not-run", "there is no sandbox");
        return false;
    }
    true
}

/// Gives the verdicts of the examples.
pub(super) fn verdicts(examined: &Examined) -> Vec<Verdict> {
    let results = examined.results.iter();
    results.map(|result| result.verdict).collect()
}

/// Gives the findings as `rule: message` lines.
pub(super) fn told(examined: &Examined) -> String {
    let findings = examined.findings.iter();
    let lines: Vec<String> = findings
        .map(|finding| format!("{}: {}", finding.rule, finding.message))
        .collect();
    lines.join("\n")
}

/// Holds that every example passed, and shows what was found if not.
#[track_caller]
pub(super) fn assert_passed(examined: &Examined) {
    let all = verdicts(examined);
    let is_passed = all.iter().all(|verdict| *verdict == Verdict::Passed);
    assert!(
        is_passed,
        "{all:?}\n{}\n{:#?}",
        told(examined),
        examined.tried.trials
    );
}

/// Holds that the only finding is of a rule and says something.
#[track_caller]
pub(super) fn assert_found(examined: &Examined, rule: &str, words: &str) {
    let told = told(examined);
    let is_found = told.starts_with(&format!("docs/{rule}: "))
        && told.contains(words)
        && examined.findings.len() == 1;
    assert!(
        is_found,
        "wanted {rule} with `{words}`, found:\n{told}\n{:#?}",
        examined.tried.trials
    );
}
