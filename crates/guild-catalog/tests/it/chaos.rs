//! A proxy on the way to a server, which does to connections what networks and failing servers do.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// What the proxy does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Mode {
    /// Passes everything on.
    Pass,
    /// Answers each request with 500 itself.
    Fail,
    /// Takes what comes and says nothing.
    Silent,
    /// Passes a request on and closes in the middle of its answer.
    Cut,
    /// Waits before it passes an answer on.
    Slow,
}

const MODES: [Mode; 5] = [Mode::Pass, Mode::Fail, Mode::Silent, Mode::Cut, Mode::Slow];

/// Long enough to be felt, and shorter than any patience.
const DELAY: Duration = Duration::from_millis(300);

const REFUSAL: &[u8] =
    b"HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// A proxy that runs as long as the test does.
pub(crate) struct Chaos {
    /// Where it is, as `127.0.0.1:port`.
    pub(crate) address: String,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    mode: AtomicU8,
    /// How many requests are still to fail before the mode counts.
    failures: AtomicU32,
    /// How many requests pass before all fail.
    passing: AtomicU32,
}

impl State {
    fn mode(&self) -> Mode {
        MODES[usize::from(self.mode.load(Ordering::SeqCst))]
    }

    /// Gives the mode for a request.
    fn next(&self) -> Mode {
        let one_less = |left: u32| left.checked_sub(1);
        let passing = &self.passing;
        if passing.fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_less) == Ok(1) {
            self.mode.store(Mode::Fail as u8, Ordering::SeqCst);
        }
        let failing = self
            .failures
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_less);
        failing.map_or_else(|_| self.mode(), |_| Mode::Fail)
    }
}

impl Chaos {
    /// Starts a proxy before the server at `host:port`.
    pub(crate) async fn before(server: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let state = Arc::new(State::default());
        let (server, shared) = (server.to_owned(), Arc::clone(&state));
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, server.clone(), Arc::clone(&shared)));
            }
        });
        Self { address, state }
    }

    /// Does something else from now on, to open connections too.
    pub(crate) fn set(&self, mode: Mode) {
        self.state.mode.store(mode as u8, Ordering::SeqCst);
    }

    /// Fails so many requests, and then passes on.
    pub(crate) fn fail(&self, requests: u32) {
        self.state.failures.store(requests, Ordering::SeqCst);
    }

    /// Passes so many requests on, and fails all that come then.
    pub(crate) fn fail_after(&self, requests: u32) {
        self.state.passing.store(requests, Ordering::SeqCst);
    }

    /// How many of them are still to fail.
    pub(crate) fn left(&self) -> u32 {
        self.state.failures.load(Ordering::SeqCst)
    }
}

async fn carry(mut client: TcpStream, server: String, state: Arc<State>) {
    let Ok(mut server) = TcpStream::connect(server).await else {
        return;
    };
    let (mut asked, mut answered) = (vec![0; 65536], vec![0; 65536]);
    loop {
        tokio::select! {
            length = client.read(&mut asked) => {
                let Ok(length @ 1..) = length else { return };
                match state.next() {
                    Mode::Silent => {}
                    Mode::Fail => {
                        // Whatever else comes is read, so that closing does not tear the answer away.
                        if client.write_all(REFUSAL).await.is_ok() && client.shutdown().await.is_ok() {
                            while matches!(client.read(&mut asked).await, Ok(1..)) {}
                        }
                        return;
                    }
                    Mode::Pass | Mode::Cut | Mode::Slow => {
                        if server.write_all(&asked[..length]).await.is_err() {
                            return;
                        }
                    }
                }
            }
            length = server.read(&mut answered) => {
                let Ok(length @ 1..) = length else { return };
                let passed = match state.mode() {
                    Mode::Silent => continue,
                    Mode::Fail => return,
                    Mode::Cut => length / 2,
                    Mode::Pass => length,
                    Mode::Slow => {
                        tokio::time::sleep(DELAY).await;
                        length
                    }
                };
                if client.write_all(&answered[..passed]).await.is_err() || passed < length {
                    return;
                }
            }
        }
    }
}
