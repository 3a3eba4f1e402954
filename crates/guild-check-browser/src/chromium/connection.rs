//! One connection to a browser: commands go out, answers find who waits for them, events go to the handler.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::Trouble;
use super::events::Event;
use super::transport::{Incoming, Message, Outgoing};

/// Gets each event with the session that it came on; it runs on the thread that reads, and must not wait.
pub(crate) type Handler = dyn Fn(&Arc<Connection>, Option<&str>, Event) + Send + Sync;

/// An answer as it came.
type Answer = Result<Value, Trouble>;

/// A connection to a browser, which all of its sessions share.
pub(crate) struct Connection {
    /// None once the connection was closed: closing our end of a pipe ends the browser.
    outgoing: Mutex<Option<Box<dyn Outgoing>>>,
    waiting: Mutex<Waiting>,
    last_id: AtomicU64,
}

/// The commands that have no answer yet.
#[derive(Default)]
struct Waiting {
    commands: HashMap<u64, Waiter>,
    /// Nothing more will come.
    has_ended: bool,
    /// Known events that could not be read, each method once.
    unread: Vec<String>,
}

struct Waiter {
    session: Option<Arc<str>>,
    method: &'static str,
    then: Then,
}

/// What an answer does.
pub(super) enum Then {
    /// It wakes the thread that waits.
    Wake(SyncSender<Answer>),
    /// It runs on the thread that reads.
    Run(Box<dyn FnOnce(Answer) + Send>),
    /// Nothing: nobody waits.
    Forget,
}

/// A message from the browser.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FromBrowser {
    id: Option<u64>,
    session_id: Option<String>,
    method: Option<String>,
    params: Option<Value>,
    result: Option<Value>,
    error: Option<Refusal>,
}

#[derive(Deserialize)]
struct Refusal {
    #[serde(default)]
    message: String,
}

impl Connection {
    /// Starts to read on a thread of its own, which ends when the browser does.
    pub(super) fn open(
        outgoing: Box<dyn Outgoing>,
        mut incoming: Box<dyn Incoming>,
        handler: Arc<Handler>,
    ) -> Arc<Self> {
        let connection = Arc::new(Self {
            outgoing: Mutex::new(Some(outgoing)),
            waiting: Mutex::default(),
            last_id: AtomicU64::new(0),
        });
        let reading = Arc::clone(&connection);
        thread::spawn(move || {
            while let Ok(Some(message)) = incoming.next() {
                reading.take(message, &handler);
            }
            reading.end();
            handler(&reading, None, Event::Ended);
        });
        connection
    }

    /// Sends a command and waits for its answer.
    pub(super) fn call(
        &self,
        session: Option<&Arc<str>>,
        method: &'static str,
        params: &Value,
        limit: Duration,
    ) -> Answer {
        let begun = Instant::now();
        let (answer, answered) = mpsc::sync_channel(1);
        let id = self.send(session, method, params, Then::Wake(answer));
        match answered.recv_timeout(limit) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Disconnected) => Err(Trouble::Ended),
            Err(RecvTimeoutError::Timeout) => {
                lock(&self.waiting).commands.remove(&id);
                let after = begun.elapsed();
                Err(Trouble::Silent { method, after })
            }
        }
    }

    /// Sends a command; `then` gets its answer, or why there is none.
    pub(super) fn send(
        &self,
        session: Option<&Arc<str>>,
        method: &'static str,
        params: &Value,
        then: Then,
    ) -> u64 {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = json!(&**session);
        }
        let waiter = Waiter {
            session: session.cloned(),
            method,
            then,
        };
        let mut waiting = lock(&self.waiting);
        if waiting.has_ended {
            drop(waiting);
            waiter.wake(Err(Trouble::Ended));
            return id;
        }
        waiting.commands.insert(id, waiter);
        drop(waiting);
        let sent = match lock(&self.outgoing).as_mut() {
            Some(outgoing) => outgoing.send(&message.to_string()).is_ok(),
            None => false,
        };
        if !sent {
            // Only this one: what else waits is told on the thread that reads, where nobody holds what it writes into.
            let unsent = lock(&self.waiting).commands.remove(&id);
            unsent
                .into_iter()
                .for_each(|waiter| waiter.wake(Err(Trouble::Ended)));
        }
        id
    }

    /// Closes our end: a browser that we launched ends by it.
    pub(super) fn close(&self) {
        lock(&self.outgoing).take();
        self.end();
    }

    /// Fails what waits on a session that will not answer any more.
    pub(crate) fn abandon(&self, session: &str, trouble: &Trouble) {
        let of_session = |waiter: &Waiter| waiter.session.as_deref() == Some(session);
        self.fail(of_session, trouble);
    }

    /// Gives the events that this client knows and could not read: a run with any is not to be trusted.
    pub(crate) fn unread(&self) -> Vec<String> {
        lock(&self.waiting).unread.clone()
    }

    /// Says whether the browser ended.
    pub(crate) fn has_ended(&self) -> bool {
        lock(&self.waiting).has_ended
    }

    fn end(&self) {
        lock(&self.waiting).has_ended = true;
        self.fail(|_| true, &Trouble::Ended);
    }

    fn fail(&self, which: impl Fn(&Waiter) -> bool, trouble: &Trouble) {
        let mut waiting = lock(&self.waiting);
        let ids: Vec<u64> = waiting
            .commands
            .iter()
            .filter(|(_, waiter)| which(waiter))
            .map(|(id, _)| *id)
            .collect();
        let failed: Vec<Waiter> = ids
            .iter()
            .filter_map(|id| waiting.commands.remove(id))
            .collect();
        drop(waiting);
        for waiter in failed {
            waiter.wake(Err(trouble.clone()));
        }
    }

    fn take(self: &Arc<Self>, message: Message, handler: &Arc<Handler>) {
        let bytes = match message {
            Message::Whole(bytes) => bytes,
            Message::TooLong(beginning) => return self.refuse_long(&beginning),
        };
        let Ok(message) = serde_json::from_slice::<FromBrowser>(&bytes) else {
            return self.note_unread("a message that is no JSON");
        };
        if let Some(id) = message.id {
            return self.answer(id, message.result, message.error);
        }
        let Some(method) = message.method else {
            return;
        };
        match Event::read(&method, message.params.unwrap_or_default()) {
            Ok(Some(event)) => handler(self, message.session_id.as_deref(), event),
            Ok(None) => {}
            Err(_) => self.note_unread(&method),
        }
    }

    fn answer(&self, id: u64, result: Option<Value>, error: Option<Refusal>) {
        // Nobody waits for one whose time was up.
        let Some(waiter) = lock(&self.waiting).commands.remove(&id) else {
            return;
        };
        let answer = match error {
            Some(error) => Err(refusal(waiter.method, error.message)),
            None => Ok(result.unwrap_or_default()),
        };
        waiter.wake(answer);
    }

    /// An answer that is too long to keep is an answer all the same: `{"id":7,` stands at its beginning.
    fn refuse_long(&self, beginning: &[u8]) {
        let text = String::from_utf8_lossy(beginning);
        let id = text.strip_prefix("{\"id\":").and_then(|rest| {
            let digits = rest.split(|character: char| !character.is_ascii_digit());
            digits.into_iter().next()?.parse().ok()
        });
        match id {
            Some(id) => {
                let message = "the answer is too long".to_owned();
                self.answer(id, None, Some(Refusal { message }));
            }
            None => self.note_unread("an event that is too long"),
        }
    }

    fn note_unread(&self, method: &str) {
        let mut waiting = lock(&self.waiting);
        if waiting.unread.len() < 20 && !waiting.unread.iter().any(|known| known == method) {
            waiting.unread.push(method.to_owned());
        }
    }
}

impl Waiter {
    fn wake(self, answer: Answer) {
        match self.then {
            // Whoever waited may have given up.
            Then::Wake(waits) => drop(waits.try_send(answer)),
            Then::Run(run) => run(answer),
            Then::Forget => {}
        }
    }
}

/// The browser's word for what is gone is a sentence.
fn refusal(method: &'static str, message: String) -> Trouble {
    const GONE: [&str; 7] = [
        "Session with given id not found",
        "Cannot find context with specified id",
        "Execution context was destroyed",
        "Inspected target navigated or closed",
        "No target with given id",
        "No frame",
        "Not attached to an active page",
    ];
    if GONE.iter().any(|words| message.contains(words)) {
        return Trouble::Gone;
    }
    if message.contains("Target crashed") {
        return Trouble::Crashed;
    }
    Trouble::Refused { method, message }
}

/// Locks; a thread that died with the lock left nothing half-done that matters here.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
