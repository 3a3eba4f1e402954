//! What a browser context shows of itself while a flow runs: tabs and frames, requests, the console, dialogs.
//!
//! All of it comes from events, on the thread that reads; whoever waits for something is woken by each change.

mod console;
mod dialogs;
mod downloads;
mod network;
mod tabs;

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub(crate) use console::Console;
pub(crate) use dialogs::Dialogs;
pub(crate) use downloads::{Download, Downloads};
pub(crate) use network::{Exchange, Exchanges, LONGEST_BODY_BYTES, handshake};
pub(crate) use tabs::{Place, Tab, Tabs, WORLD};

use crate::chromium::{Event, Session};

/// The function in our world by which a page that is about to be left tells what it measured.
pub(crate) const LEAVES: &str = "guildLeaves";

/// What a context has shown so far, and a bell that rings at each change.
pub(crate) struct Watch {
    seen: Mutex<Seen>,
    changed: Condvar,
}

/// What a context has shown so far.
pub(crate) struct Seen {
    /// When the flow began: times are counted from here.
    pub(crate) began: Instant,
    /// The number of the step that is running; none before the first.
    pub(crate) step: Option<u32>,
    pub(crate) tabs: Tabs,
    pub(crate) exchanges: Exchanges,
    pub(crate) console: Console,
    pub(crate) dialogs: Dialogs,
    pub(crate) downloads: Downloads,
    /// Addresses outside the plan's origins that a page wanted to go to.
    pub(crate) refused: Vec<String>,
    /// The file choosers that opened and were not served yet: the session and the node of the file input.
    pub(crate) choosers: Vec<(Session, i64)>,
    /// What documents that were left had measured, each with its name.
    pub(crate) left_vitals: Vec<(String, String)>,
    /// The browser ended.
    pub(crate) has_ended: bool,
    /// Counts the changes.
    changes: u64,
}

impl Watch {
    pub(crate) fn new() -> Self {
        Self {
            seen: Mutex::new(Seen {
                began: Instant::now(),
                step: None,
                tabs: Tabs::default(),
                exchanges: Exchanges::default(),
                console: Console::default(),
                dialogs: Dialogs::default(),
                downloads: Downloads::default(),
                refused: Vec::new(),
                choosers: Vec::new(),
                left_vitals: Vec::new(),
                has_ended: false,
                changes: 0,
            }),
            changed: Condvar::new(),
        }
    }

    /// Looks at what was seen.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Seen) -> T) -> T {
        look(&self.lock())
    }

    /// Changes what was seen, and wakes whoever waits.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Seen) -> T) -> T {
        let mut seen = self.lock();
        seen.changes += 1;
        let result = change(&mut seen);
        drop(seen);
        self.changed.notify_all();
        result
    }

    /// Waits until anything changes, or until the time is up.
    pub(crate) fn pause(&self, limit: Duration) {
        let before = self.look(|seen| seen.changes);
        self.wait(Instant::now() + limit, |seen| {
            (seen.changes != before).then_some(())
        });
    }

    /// Waits until `look` gives something, or until the time is up, or the browser ends.
    pub(crate) fn wait<T>(
        &self,
        until: Instant,
        mut look: impl FnMut(&mut Seen) -> Option<T>,
    ) -> Option<T> {
        let mut seen = self.lock();
        loop {
            if let Some(found) = look(&mut seen) {
                return Some(found);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || seen.has_ended {
                return None;
            }
            let woken = self.changed.wait_timeout(seen, left);
            seen = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seen {
    /// Gives the time since the flow began.
    pub(crate) fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// Takes an event of one of the context's sessions; commands that follow from it are sent and not waited for.
    pub(crate) fn take(&mut self, session: &Session, event: Event) {
        let (now, step) = (self.now(), self.step);
        match event {
            Event::FrameAttached(event) => self.tabs.frame_attached(session, &event),
            Event::FrameNavigated(event) => self.tabs.frame_navigated(session, &event.frame),
            Event::FrameDetached(event) => self.tabs.frame_detached(&event),
            Event::FrameStartsNavigating(event) => self.tabs.starts_navigating(&event),
            Event::FrameAsksNavigation(event) => self.tabs.asks_navigation(&event),
            Event::FrameStoppedLoading(event) => self.tabs.stopped_loading(&event.frame_id),
            Event::NavigatedWithin(event) => self.tabs.navigated_within(&event),
            Event::DomReady => self.tabs.of_session(session, |tab| tab.is_ready = true),
            Event::Loaded => self.tabs.of_session(session, |tab| tab.is_loaded = true),
            Event::WorldCreated(event) => self.tabs.world_created(session, &event.context),
            Event::WorldDestroyed(event) => {
                self.tabs
                    .world_destroyed(session, event.execution_context_id);
            }
            Event::WorldsCleared => self.tabs.worlds_cleared(session),
            Event::Crashed => self.tabs.crashed(session),
            Event::BindingCalled(event) if event.name == LEAVES => {
                let document = self.tabs.document_of_session(session).to_owned();
                self.left_vitals.push((document, event.payload));
            }
            Event::ConsoleCalled(event) => {
                let url = self.tabs.url_of_session(session);
                self.console.called(&event, url, step, now);
            }
            Event::ExceptionThrown(event) => {
                let url = self.tabs.url_of_session(session);
                self.console
                    .thrown(&event.exception_details, url, step, now);
            }
            Event::Logged(event) => {
                let url = self.tabs.url_of_session(session);
                self.console.logged(event.entry, url, step, now);
            }
            Event::RequestExtra(event) => self.exchanges.sent(*event),
            Event::ResponseComes(event) => self.exchanges.answered(*event),
            Event::ResponseExtra(event) => self.exchanges.answered_really(*event),
            Event::LoadingFailed(event) => self.exchanges.failed(&event),
            Event::SocketOpens(event) => self.exchanges.socket_opens(session, *event, now),
            Event::SocketAsks(event) => self.exchanges.socket_asks(&event),
            Event::SocketAnswered(event) => self.exchanges.socket_answered(&event),
            Event::SocketFails(event) => self.exchanges.socket_fails(&event),
            Event::DialogOpens(event) => self.dialogs.opens(session, *event),
            Event::FileChooserOpens(event) => {
                let node = event.backend_node_id;
                self.choosers
                    .extend(node.map(|node| (session.clone(), node)));
            }
            // The router serves these: they are no one session's, or need the context to be unlocked.
            Event::Attached(_)
            | Event::Detached(_)
            | Event::RequestStarts(_)
            | Event::LoadingFinished(_)
            | Event::RequestPaused(_)
            | Event::BindingCalled(_)
            | Event::DownloadBegins(_)
            | Event::DownloadProgress(_)
            | Event::Ended => {}
        }
    }
}
