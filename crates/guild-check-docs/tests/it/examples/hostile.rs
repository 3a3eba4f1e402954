//! An example is hostile. Each of these must end, in words, and leave nothing behind.

use std::net::{TcpListener, UdpSocket};
use std::time::{Duration, Instant};

use guild_check::Verdict;

use super::world::{
    Server, TASK, assert_found, assert_passed, document, options, run_blocks, run_one, verdicts,
};

const CURL: &str = "curl --silent http://127.0.0.1:3000/api/tasks/tsk_1";

/// Runs a hostile block and a good one after it, with a short time.
fn then_a_good_one(code: &str) -> guild_check_docs::examples::Examined {
    let server = Server::json(200, TASK);
    let mut options = options(&server);
    options.timeout = Duration::from_secs(4);
    let started = Instant::now();
    let examined = run_one(&document(&[("bash", code), ("sh", CURL)]), &options);
    assert!(started.elapsed() < Duration::from_secs(40));
    assert_eq!(
        verdicts(&examined)[1],
        Verdict::Passed,
        "{:#?}",
        examined.tried.trials
    );
    examined
}

#[test]
fn one_that_never_ends() {
    assert_found(
        &then_a_good_one("while :; do :; done"),
        "example-failed",
        "within 4 s",
    );
}

#[test]
fn one_that_ignores_the_signal_to_end() {
    let code =
        "trap '' TERM INT HUP; (trap '' TERM; setsid sleep 1000 &) ; while :; do sleep 1; done";
    assert_found(&then_a_good_one(code), "example-failed", "within 4 s");
}

#[test]
fn one_that_forks_without_end() {
    let examined = then_a_good_one("bomb() { bomb | bomb & }; bomb; sleep 100");
    assert_eq!(verdicts(&examined)[0], Verdict::Failed);
}

#[test]
fn one_that_fills_the_disk() {
    let examined =
        then_a_good_one("for n in 1 2 3 4; do head -c 40000000 /dev/zero > fill$n; done");
    assert_eq!(verdicts(&examined)[0], Verdict::Failed);
    let output = &examined.tried.trials[0].output;
    assert!(output.contains("No space left"), "{output}");
}

#[test]
fn one_that_takes_all_memory() {
    let code = "x = []\nwhile True: x.append(bytearray(64 * 1024 * 1024))";
    let examined = run_blocks(&[("python", code), ("sh", CURL)]);
    assert_eq!(verdicts(&examined), [Verdict::Failed, Verdict::Passed]);
    assert!(examined.tried.trials[0].output.contains("MemoryError"));
}

#[test]
fn one_that_prints_a_gigabyte() {
    let examined = run_blocks(&[("sh", &format!("{CURL}\nhead -c 1000000000 /dev/zero"))]);
    assert_passed(&examined);
    assert!(examined.tried.trials[0].output.len() <= 1024 * 1024);
    let reason = examined.results[0].reason.as_deref();
    assert_eq!(reason, Some("what it printed was cut at 1 MiB"));
}

#[test]
fn one_that_reads_the_home_folder() {
    let home = std::env::var("HOME").unwrap_or_else(|_| "/root".to_owned());
    let manifest = env!("CARGO_MANIFEST_DIR");
    let code = format!(
        "{CURL}\nif ls -A {home}/.cargo {home}/.ssh {manifest} /home/* /etc/shadow 2>/dev/null; then exit 5; fi\nls -A ~"
    );
    assert_passed(&run_blocks(&[("sh", &code)]));
}

#[test]
fn one_that_writes_outside_its_folder() {
    let code = format!(
        "{CURL}\nfor f in / /usr /etc /dev /.guild /proc/sys/kernel; do if touch $f/mark 2>/dev/null; then exit 5; fi; done\ntouch /tmp/mark mark"
    );
    assert_passed(&run_blocks(&[("sh", &code)]));
}

#[test]
fn one_that_reaches_for_another_host() {
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
    let (tcp_port, udp_port) = (
        tcp.local_addr().unwrap().port(),
        udp.local_addr().unwrap().port(),
    );
    let code = format!(
        "import socket, urllib.request\nown = '127.0.0.' + '1'\n\
         urllib.request.urlopen('http://127.0.0.1:3000/api/tasks/tsk_1').read()\n\
         def reached(attempt):\n    try:\n        attempt()\n        return True\n    except OSError as error:\n        return False\n\
         assert not reached(lambda: socket.create_connection((own, {tcp_port}), 2))\n\
         assert not reached(lambda: socket.create_connection(('192.0.2.1', 80), 2))\n\
         assert not reached(lambda: socket.getaddrinfo('example.org', 80))\n\
         u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n\
         reached(lambda: u.sendto(b'x', (own, {udp_port})))\n\
         assert not reached(lambda: u.sendto(b'x', ('192.0.2.1', 53)))\n"
    );
    assert_passed(&run_blocks(&[("python", &code)]));
    udp.set_nonblocking(true).unwrap();
    tcp.set_nonblocking(true).unwrap();
    assert!(
        udp.recv(&mut [0; 8]).is_err(),
        "a datagram came out of the sandbox"
    );
    assert!(
        tcp.accept().is_err(),
        "a connection came out of the sandbox"
    );
}

#[test]
fn one_that_ends_its_supervisor() {
    let examined =
        then_a_good_one("for p in /proc/[0-9]*; do kill -9 ${p#/proc/} || :; done; sleep 100");
    assert_eq!(verdicts(&examined)[0], Verdict::Failed);
}

#[test]
fn one_that_leaves_a_process_behind() {
    let mark = format!("7{}", std::process::id());
    let code = format!("{CURL}\n(setsid nohup sleep {mark} >/dev/null 2>&1 &)\n");
    assert_passed(&run_blocks(&[("sh", &code), ("sh", CURL)]));
    let left = std::fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        line == format!("sleep\0{mark}\0").as_bytes()
    });
    assert!(!left, "a process is left behind");
}
