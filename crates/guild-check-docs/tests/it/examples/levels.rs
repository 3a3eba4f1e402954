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
        let again = "curl --silent --insecure 'https://[::1]:3000/api/tasks/tsk_1'";
        let blocks = [("sh", secure), ("python", python), ("sh", again)];
        assert_passed(&on(Level::Landlock, &blocks));
    }
}

#[test]
fn landlock_leaves_no_address_of_a_documented_port_to_another_server() {
    if !is_there(Level::Landlock) {
        return;
    }
    for host in ["127.0.0.2", "::1", "0.0.0.0"] {
        let taken = TcpListener::bind((host, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let code = format!(
            "curl --silent http://127.0.0.1:{port}/api/tasks/tsk_1\ncurl http://127.0.0.2:{port}/"
        );
        let examined = on(Level::Landlock, &[("sh", &code)]);
        let words = format!("the documented port {port} is not to be had");
        assert_found(&examined, "example-not-run", &words);
        assert_eq!(verdicts(&examined), [Verdict::NotRun], "{host}");
        taken.set_nonblocking(true).unwrap();
        assert!(taken.accept().is_err(), "{host} was reached");
    }
}

#[test]
fn landlock_leaves_sockets_that_reach_this_machine_alone() {
    if !is_there(Level::Landlock) {
        return;
    }
    // By their numbers in Linux: SO_BINDTODEVICE and SO_BINDTOIFINDEX, with nothing, with another and with the same.
    let code = "import errno, socket, urllib.request\n\
        urllib.request.urlopen('http://127.0.0.1:3000/api/tasks/tsk_1').read()\n\
        for family in (socket.AF_INET, socket.AF_INET6):\n    \
            s = socket.socket(family)\n    \
            assert s.getsockopt(socket.SOL_SOCKET, 25, 16) == b'lo\\0', family\n    \
            for option, value in ((25, b'\\0'), (25, b'eth0\\0'), (62, 0), (62, 2), (62, 1)):\n        \
                try:\n            \
                    s.setsockopt(socket.SOL_SOCKET, option, value)\n            \
                    raise SystemExit(f'{option} was set')\n        \
                except PermissionError: pass\n\
        s = socket.socket(socket.AF_INET, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)\n\
        assert not s.getblocking() and not s.get_inheritable()\n\
        s = socket.socket()\n\
        s.settimeout(1)\n\
        try:\n    \
            s.connect(('192.0.2.1', 3000))\n    \
            raise SystemExit('another host was reached')\n\
        except ConnectionRefusedError: raise SystemExit('another host was asked')\n\
        except OSError: pass\n\
        kept = []\n\
        try:\n    \
            while True: kept.append(socket.socket())\n\
        except OSError as error: assert error.errno == errno.EMFILE, error\n\
        assert len(kept) > 100";
    assert_passed(&on(Level::Landlock, &[("python", code)]));
}

#[test]
fn landlock_says_what_it_cannot_stand_in_for() {
    if !is_there(Level::Landlock) {
        return;
    }
    let code = "curl https://api.tasks.example/api/tasks/tsk_1";
    let examined = on(Level::Landlock, &[("sh", code)]);
    assert_found(
        &examined,
        "example-not-run",
        "https://api.tasks.example:443",
    );
    assert_eq!(verdicts(&examined), [Verdict::NotRun]);
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
