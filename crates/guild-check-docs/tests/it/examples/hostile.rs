//! An example is hostile. Each of these must end, in words, and leave nothing behind, in every sandbox.

use std::net::{TcpListener, UdpSocket};
use std::time::{Duration, Instant};

use guild_check::Verdict;
use guild_check_docs::examples::{Examined, Level};

use super::world::{Server, TASK, assert_found, assert_passed, on, run_on, verdicts};

const CURL: &str = "curl --silent http://127.0.0.1:3000/api/tasks/tsk_1";

/// Makes each of these a test for each sandbox.
macro_rules! in_each_sandbox {
    ($($name:ident)*) => {
        in_each_sandbox! { bubblewrap: Bubblewrap, $($name)* }
        in_each_sandbox! { namespaces: Namespaces, $($name)* }
        in_each_sandbox! { landlock: Landlock, $($name)* }
    };
    ($module:ident: $level:ident, $($name:ident)*) => {
        mod $module {
            use guild_check_docs::examples::Level;

            $(
                #[test]
                fn $name() {
                    if super::super::world::is_there(Level::$level) {
                        super::$name(Level::$level);
                    }
                }
            )*
        }
    };
}

in_each_sandbox! {
    one_that_never_ends
    one_that_ignores_the_signal_to_end
    one_that_forks_without_end
    one_that_fills_the_disk
    one_that_fills_the_disk_with_files_without_names
    one_that_takes_all_memory
    ones_that_take_all_memory_together
    one_that_prints_a_gigabyte
    one_that_reads_the_home_folder
    one_that_writes_outside_its_folder
    one_that_changes_what_it_may_not_open
    one_that_reaches_for_another_host
    one_that_reaches_for_another_process
    one_that_takes_other_ways_into_the_kernel
    one_that_ends_its_supervisor
    one_that_leaves_a_process_behind
    one_whose_server_dies_in_the_middle
    ones_that_do_no_harm
}

/// Runs a hostile block and a good one after it, with a short time.
fn then_a_good_one(level: Level, code: &str) -> Examined {
    let server = Server::json(200, TASK);
    let started = Instant::now();
    let examined = run_on(level, &server, &[("bash", code), ("sh", CURL)], |options| {
        options.timeout = Duration::from_secs(4);
    });
    assert!(started.elapsed() < Duration::from_secs(40));
    assert_eq!(
        verdicts(&examined)[1],
        Verdict::Passed,
        "{:#?}",
        examined.tried.trials
    );
    examined
}

fn one_that_never_ends(level: Level) {
    let examined = then_a_good_one(level, "while :; do :; done");
    assert_found(&examined, "example-failed", "within 4 s");
}

fn one_that_ignores_the_signal_to_end(level: Level) {
    let code =
        "trap '' TERM INT HUP; (trap '' TERM; setsid sleep 1000 &) ; while :; do sleep 1; done";
    let examined = then_a_good_one(level, code);
    assert_found(&examined, "example-failed", "within 4 s");
}

fn one_that_forks_without_end(level: Level) {
    let examined = then_a_good_one(level, "bomb() { bomb | bomb & }; bomb; sleep 100");
    assert_eq!(verdicts(&examined)[0], Verdict::Failed);
}

fn one_that_fills_the_disk(level: Level) {
    let code = "for n in 1 2 3 4 5; do head -c 40000000 /dev/zero > fill$n; done\nsleep 100";
    let examined = then_a_good_one(level, code);
    match level {
        Level::Landlock => assert_found(&examined, "example-failed", "more than 128 MiB"),
        _ => {
            assert_eq!(verdicts(&examined)[0], Verdict::Failed);
            let output = &examined.tried.trials[0].output;
            assert!(output.contains("No space left"), "{output}");
        }
    }
}

fn one_that_fills_the_disk_with_files_without_names(level: Level) {
    let code = "for n in 4 5 6 7 8; do eval \"exec $n> fill\"; rm fill; head -c 40000000 /dev/zero >&$n; done\nsleep 100";
    let examined = then_a_good_one(level, code);
    assert_eq!(verdicts(&examined)[0], Verdict::Failed);
    assert!(examined.tried.trials[0].took < Duration::from_secs(4));
}

fn one_that_takes_all_memory(level: Level) {
    let code = "x = []\nwhile True: x.append(bytearray(64 * 1024 * 1024))";
    let examined = on(level, &[("python", code), ("sh", CURL)]);
    assert_eq!(verdicts(&examined), [Verdict::Failed, Verdict::Passed]);
    assert!(examined.tried.trials[0].output.contains("MemoryError"));
}

fn ones_that_take_all_memory_together(level: Level) {
    let code = "import os, time\nfor n in range(5): os.fork()\nx = bytearray(os.urandom(1)) * (256 * 1024 * 1024)\ntime.sleep(100)";
    let examined = on(level, &[("python", code), ("sh", CURL)]);
    assert_found(&examined, "example-failed", "more than 2 GiB of memory");
    assert_eq!(verdicts(&examined), [Verdict::Failed, Verdict::Passed]);
}

fn one_that_prints_a_gigabyte(level: Level) {
    let examined = on(
        level,
        &[("sh", &format!("{CURL}\nhead -c 1000000000 /dev/zero"))],
    );
    assert_passed(&examined);
    assert!(examined.tried.trials[0].output.len() <= 1024 * 1024);
    let reason = examined.results[0].reason.as_deref();
    assert_eq!(reason, Some("what it printed was cut at 1 MiB"));
}

fn one_that_reads_the_home_folder(level: Level) {
    let home = std::env::var("HOME").unwrap_or_else(|_| "/root".to_owned());
    let manifest = env!("CARGO_MANIFEST_DIR");
    let code = format!(
        "{CURL}\nfor f in {home} {home}/.cargo {home}/.ssh {manifest} /home/* /root /var /etc/shadow /tmp/guild-*/own/fixtures; do\n\
         if ls -A $f 2>/dev/null | grep -q . && test $f != /etc/shadow; then echo listed $f; exit 5; fi\n\
         if cat $f >/dev/null 2>&1; then echo read $f; exit 5; fi\ndone\nls -A ~"
    );
    assert_passed(&on(level, &[("sh", &code)]));
}

fn one_that_writes_outside_its_folder(level: Level) {
    let manifest = env!("CARGO_MANIFEST_DIR");
    let code = format!(
        "{CURL}\nfor f in / /usr /etc /dev /.guild /proc/sys/kernel /var/tmp {manifest}; do if touch $f/mark 2>/dev/null; then echo $f; exit 5; fi; done\n\
         touch ${{TMPDIR:-/tmp}}/mark mark"
    );
    assert_passed(&on(level, &[("sh", &code)]));
}

/// Landlock looks at what is opened; a mode, an owner or a time is changed without that.
fn one_that_changes_what_it_may_not_open(level: Level) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept");
    std::fs::write(&file, "kept").unwrap();
    let before = std::fs::metadata(&file).unwrap();
    let path = file.display();
    let code = format!(
        "{CURL}\nchmod 777 {path} 2>/dev/null && exit 5\nchown 0:0 {path} 2>/dev/null && exit 6\n\
         touch -d 2001-01-01 {path} 2>/dev/null && exit 7\ntruncate -s 0 {path} 2>/dev/null && exit 8\n\
         ln {path} link 2>/dev/null && exit 9\nmv {path} . 2>/dev/null && exit 10\nrm {path} 2>/dev/null && exit 11\n:"
    );
    assert_passed(&on(level, &[("sh", &code)]));
    let after = std::fs::metadata(&file).unwrap();
    assert_eq!(after.permissions(), before.permissions());
    assert_eq!(
        (after.modified().unwrap(), after.len()),
        (before.modified().unwrap(), before.len())
    );
}

fn one_that_reaches_for_another_host(level: Level) {
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
    let udp_v6 = UdpSocket::bind("[::1]:0").unwrap();
    let udp_v6_port = udp_v6.local_addr().unwrap().port();
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
         def send(host, port):\n    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', (host, port))\n\
         reached(lambda: send(own, {udp_port}))\n\
         assert not reached(lambda: send('192.0.2.1', 53))\n\
         def send_v6(host, port):\n    socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).sendto(b'x', (host, port))\n\
         reached(lambda: send_v6('::1', {udp_v6_port}))\n\
         assert not reached(lambda: socket.create_connection(('2001:db8::1', 3000), 2))\n\
         assert not reached(lambda: socket.create_connection(('::ffff:192.0.2.1', 3000), 2))\n\
         def fast(port):\n    s = socket.socket()\n    s.sendto(b'x', socket.MSG_FASTOPEN, (own, port))\n\
         assert not reached(lambda: fast({tcp_port}))\n\
         def multipath(port):\n    socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262).connect((own, port))\n\
         assert not reached(lambda: multipath({tcp_port}))\n\
         def raw():\n    socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).sendto(b'x', ('192.0.2.1', 0))\n\
         assert not reached(raw)\n"
    );
    assert_passed(&on(level, &[("python", &code)]));
    tcp.set_nonblocking(true).unwrap();
    for udp in [udp, udp_v6] {
        udp.set_nonblocking(true).unwrap();
        let datagram = udp.recv(&mut [0; 8]);
        assert!(datagram.is_err(), "a datagram came out of the sandbox");
    }
    assert!(
        tcp.accept().is_err(),
        "a connection came out of the sandbox"
    );
}

fn one_that_reaches_for_another_process(level: Level) {
    let socket = tempfile::tempdir().unwrap();
    let path = socket.path().join("socket");
    let listener = std::os::unix::net::UnixListener::bind(&path).unwrap();
    let own = std::process::id();
    let code = format!(
        "{CURL}\nkill -0 {own} 2>/dev/null && exit 5\nkill -USR1 {own} 2>/dev/null && exit 6\n\
         cat /proc/{own}/environ >/dev/null 2>&1 && exit 7\ncat /proc/{own}/cmdline >/dev/null 2>&1 && exit 8\n\
         curl --silent --unix-socket {} http://127.0.0.1/ && exit 9\n:",
        path.display()
    );
    assert_passed(&on(level, &[("sh", &code)]));
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err(), "a socket was reached");
}

fn one_that_takes_other_ways_into_the_kernel(level: Level) {
    // By their numbers on x86-64: ptrace, mount, unshare, io_uring_setup, keyctl, bpf, and getpid by its second name.
    let code = "import ctypes, urllib.request\n\
        urllib.request.urlopen('http://127.0.0.1:3000/api/tasks/tsk_1').read()\n\
        c = ctypes.CDLL(None, use_errno=True)\n\
        for call in (101, 165, 272, 425, 250, 321, 0x40000000 | 39):\n    \
            assert c.syscall(ctypes.c_long(call), 0, 0, 0, 0, 0) == -1, call\n    \
            assert ctypes.get_errno() in (1, 38), (call, ctypes.get_errno())\n";
    if cfg!(target_arch = "x86_64") {
        assert_passed(&on(level, &[("python", code)]));
    }
}

fn one_that_ends_its_supervisor(level: Level) {
    // Where it sees no processes but its own, it tries them all.
    let code = match level {
        Level::Landlock => "kill -9 $PPID; sleep 100",
        _ => "for p in /proc/[0-9]*; do kill -9 ${p#/proc/} || :; done; sleep 100",
    };
    assert_eq!(verdicts(&then_a_good_one(level, code))[0], Verdict::Failed);
}

fn one_that_leaves_a_process_behind(level: Level) {
    // No other test looks for the same.
    let mark = format!("7{}{}", std::process::id(), level as u8);
    let code = format!("{CURL}\n(setsid nohup sleep {mark} >/dev/null 2>&1 &)\n");
    assert_passed(&on(level, &[("sh", &code), ("sh", CURL)]));
    let left = std::fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        line == format!("sleep\0{mark}\0").as_bytes()
    });
    assert!(!left, "a process is left behind");
}

fn one_whose_server_dies_in_the_middle(level: Level) {
    let server = Server::start(|_, _| super::world::with_body(200, TASK).replace("owner", ""));
    let examined = run_on(level, &server, &[("sh", &format!("{CURL} || :"))], |_| {});
    assert_found(&examined, "example-wrong-shape", "the answer is broken");
}

/// What a sandbox keeps out is no use if it keeps out what an example needs.
fn ones_that_do_no_harm(level: Level) {
    let python = "import json, multiprocessing, subprocess, tempfile, urllib.request\n\
        assert subprocess.check_output(['sh', '-c', 'echo $((1 + 1))']) == b'2\\n'\n\
        multiprocessing.set_start_method('fork')\n\
        child = multiprocessing.Process(target=print, args=('hello',))\nchild.start()\nchild.join()\n\
        assert child.exitcode == 0\n\
        with tempfile.TemporaryFile() as file: file.write(b'x')\n\
        urllib.request.urlopen('http://localhost:3000/api/tasks/tsk_1').read()";
    let bash = format!(
        "diff <(echo a) <(echo a)\n{CURL} > answer.json\nmkdir -p a/b && mv answer.json a/b/ && cat a/b/answer.json | sort > sorted\n\
         sleep 100 & kill $!\nwait $! || :\ndate > /dev/null"
    );
    let node = "import { execSync } from 'node:child_process';\nif (String(execSync('echo 2')) !== '2\\n') throw 1;\n\
        await fetch('http://127.0.0.1:3000/api/tasks/tsk_1');";
    assert_passed(&on(
        level,
        &[("python", python), ("bash", &bash), ("javascript", node)],
    ));
}
