//! What each sandbox can stand in for, and what is said where it cannot.

use std::net::TcpListener;

use guild_check::Verdict;
use guild_check_docs::examples::{Language, Level, run};

use super::world::{
    Server, TASK, assert_found, assert_passed, document, documented, free_port, is_there, on,
    options, run_on, told, verdicts,
};

const CURL: &str = "curl --silent http://127.0.0.1:3000/api/tasks/tsk_1";

#[test]
fn the_best_sandbox_of_the_machine_is_taken_and_named() {
    let server = Server::json(200, TASK);
    let mut options = options(&server);
    let folder = tempfile::tempdir().unwrap();
    for program in ["unshare", "sh", "curl"] {
        let link = folder.path().join(program);
        std::os::unix::fs::symlink(format!("/usr/bin/{program}"), link).unwrap();
    }
    options.search_path = folder.path().to_str().unwrap().to_owned();
    let best = [Level::Namespaces, Level::Landlock];
    let best = best.into_iter().find(|level| is_there(*level));
    let text = document(&[("http", "GET http://127.0.0.1:3000/api/tasks/tsk_1")]);
    let all = run(&[documented(&text, None)], &options).unwrap();
    assert_eq!(all.level, best, "without bubblewrap");
    assert_passed(&all.documents[0]);
}

#[test]
fn a_sandbox_that_is_asked_for_is_not_replaced_by_another() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/bin/sh", folder.path().join("sh")).unwrap();
    for (level, program) in [(Level::Bubblewrap, "bwrap"), (Level::Namespaces, "unshare")] {
        let server = Server::json(200, TASK);
        let refused = run_on(level, &server, &[("sh", CURL)], |options| {
            options.search_path = folder.path().to_str().unwrap().to_owned();
        });
        let words = format!("there is no sandbox: `{program}`");
        assert_found(&refused, "example-not-run", &words);
        assert!(server.heard.lock().unwrap().is_empty());
    }
}

#[test]
fn namespaces_stand_in_for_the_host_in_production() {
    if is_there(Level::Namespaces) {
        let secure = "curl --silent https://api.tasks.example/api/tasks/tsk_1";
        let plain = "curl --silent http://api.tasks.example/api/tasks/tsk_1";
        let again = "curl --silent 'http://[::1]:3000/api/tasks/tsk_1'";
        let blocks = [("sh", secure), ("sh", plain), ("sh", again)];
        assert_passed(&on(Level::Namespaces, &blocks));
    }
}

#[test]
fn landlock_stands_in_for_free_ports_of_this_machine() {
    if is_there(Level::Landlock) {
        let secure = "curl --silent https://localhost:3000/api/tasks/tsk_1";
        let python = "import urllib.request\nurllib.request.urlopen('https://127.0.0.1:3000/api/tasks/tsk_1').read()";
        let blocks = [("sh", secure), ("python", python)];
        assert_passed(&on(Level::Landlock, &blocks));
    }
}

#[test]
fn landlock_says_what_it_cannot_stand_in_for() {
    if !is_there(Level::Landlock) {
        return;
    }
    let hosts = [
        (
            "curl https://api.tasks.example/api/tasks/tsk_1",
            "https://api.tasks.example:443",
        ),
        (
            "curl http://127.0.0.1/api/tasks/tsk_1",
            "http://127.0.0.1:80",
        ),
    ];
    for (code, address) in hosts {
        let examined = on(Level::Landlock, &[("sh", code)]);
        assert_found(&examined, "example-not-run", address);
        assert_eq!(verdicts(&examined), [Verdict::NotRun]);
    }
    let taken = TcpListener::bind(("127.0.0.1", free_port())).unwrap();
    let code = CURL.replace("127.0.0.1:3000", &taken.local_addr().unwrap().to_string());
    let examined = on(Level::Landlock, &[("sh", &code)]);
    assert_found(&examined, "example-not-run", "with --target");
}

#[test]
fn a_program_that_does_not_start_is_no_verdict_on_its_example() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("broken");
    std::fs::write(&program, "#!/nonexistent\n").unwrap();
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&program, open).unwrap();
    let language = format!("broken={}", program.display());
    let examined = run_on(
        Level::Bubblewrap,
        &Server::json(200, TASK),
        &[("broken", CURL)],
        |options| options.languages = vec![Language::parse(&language).unwrap()],
    );
    assert_found(&examined, "example-not-run", "could not be started");
}

#[test]
fn documents_that_name_the_same_port_take_turns() {
    let code = CURL.replace("3000", &free_port().to_string());
    let text = document(&[("sh", &code)]);
    let documents = [0; 4].map(|_| documented(&text, None));
    for level in [Level::Landlock, Level::Unsandboxed] {
        let mut options = options(&Server::json(200, TASK));
        options.level = Some(level);
        let all = run(&documents, &options).unwrap();
        if all.level == Some(level) {
            all.documents.iter().for_each(assert_passed);
        }
    }
}

#[test]
fn each_language_runs_in_each_sandbox() {
    let code = "use std::io::{Read, Write};\nfn main() -> std::io::Result<()> {\n    let mut server = std::net::TcpStream::connect(\"127.0.0.1:3000\")?;\n    server.write_all(b\"GET /api/tasks/tsk_1 HTTP/1.0\\r\\n\\r\\n\")?;\n    let mut answer = String::new();\n    server.read_to_string(&mut answer)?;\n    assert!(answer.ends_with('}'));\n    Ok(())\n}";
    for level in [Level::Namespaces, Level::Landlock] {
        let server = Server::json(200, TASK);
        let examined = run_on(level, &server, &[("rust", code)], |options| {
            options.search_path = std::env::var("PATH").unwrap();
            options.timeout = std::time::Duration::from_secs(60);
        });
        let is_hidden = told(&examined).contains("is for its owner alone");
        if is_there(level) && !(is_hidden && level == Level::Landlock) {
            assert_passed(&examined);
        }
    }
}
