//! A browser with the contexts in it: each flow has one of its own, and sees nothing of the others.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use url::Url;

use crate::chromium::{
    self, Attached, CancelDownload, Chromium, Connection, ContinueRequest, DetachFromTarget,
    DisableScripts, DisposeBrowserContext, EnableFetch, Event, FailRequest, FetchPattern,
    LaunchError, LaunchOptions, RequestPaused, RunIfWaiting, Session, SetFocusEmulation,
    SetLifecycle, Trouble,
};
use crate::observe::Watch;

mod opening;
mod prepare;
mod setup;

pub(crate) use opening::Opening;
pub(crate) use setup::Setup;

/// A running browser.
pub(crate) struct Browser {
    chromium: Chromium,
    contexts: Arc<Contexts>,
    /// The context that was asked for before the browser answered.
    first: Mutex<Option<(Setup, Opening)>>,
    /// What is done with and not closed yet, the oldest first.
    resting: Mutex<VecDeque<String>>,
    /// So many may rest.
    most_resting: AtomicUsize,
}

/// A browser context: cookies, storage and tabs of its own.
pub(crate) struct Context {
    id: String,
    setup: Setup,
    pub(crate) watch: Watch,
}

/// The contexts, and which session belongs to which.
#[derive(Default)]
struct Contexts {
    by_id: Mutex<HashMap<String, Arc<Context>>>,
    by_session: Mutex<HashMap<String, Arc<Context>>>,
}

/// Which browser.
#[derive(Clone, Debug)]
pub enum BrowserChoice {
    /// One that is started for the run.
    Launch(LaunchOptions),
    /// One that runs elsewhere: `ws://…`.
    Connect(String),
}

impl Browser {
    /// Starts or reaches a browser. What the `first` context is like is told it with the first commands.
    pub(crate) fn open(choice: &BrowserChoice, first: Option<&Setup>) -> Result<Self, LaunchError> {
        let contexts = Arc::new(Contexts::default());
        let routed = Arc::clone(&contexts);
        let handler: Arc<chromium::Handler> = Arc::new(
            move |connection: &Arc<Connection>, session: Option<&str>, event| {
                route(&routed, connection, session, event);
            },
        );
        let mut prepared = None;
        let begun = &mut |chromium: &Chromium| {
            // Of the browser and not of each tab: a new tab without an opener sends its first request before a session
            // of its own could hold it.
            let (url_pattern, resource_type) = ("*", "Document");
            let pattern = FetchPattern {
                url_pattern,
                resource_type,
            };
            chromium.session().send(&EnableFetch {
                patterns: vec![pattern],
            });
            prepared = first.cloned().map(|setup| {
                let opening = opening::begin(&contexts, chromium, setup.clone());
                (setup, opening)
            });
        };
        let chromium = match choice {
            BrowserChoice::Launch(options) => Chromium::launch(options, &handler, begun)?,
            BrowserChoice::Connect(url) => Chromium::connect(url, handler, begun)?,
        };
        Ok(Self {
            chromium,
            contexts,
            first: Mutex::new(prepared),
            resting: Mutex::default(),
            most_resting: AtomicUsize::new(0),
        })
    }

    /// Gives the program: its name and system, and the way to it.
    pub(crate) fn chromium(&self) -> &Chromium {
        &self.chromium
    }

    /// Gives the session of the browser itself.
    pub(crate) fn session(&self) -> Session {
        self.chromium.session()
    }

    /// Begins to open a context with one empty tab, if it is not the one that was begun with the browser.
    pub(crate) fn opening(&self, setup: Setup) -> Opening {
        let first = lock(&self.first).take_if(|(prepared, _)| *prepared == setup);
        match first {
            Some((_, opening)) => opening,
            None => opening::begin(&self.contexts, &self.chromium, setup),
        }
    }

    /// Says how many contexts may rest when they are done with.
    pub(crate) fn let_rest(&self, most: usize) {
        self.most_resting.store(most, Ordering::Relaxed);
    }

    /// Closes a context with all its tabs, or lets it rest. To close one takes the browser as long as to open one, and
    /// other flows wait meanwhile; one that rests stays held to its plan, and goes with the browser.
    pub(crate) fn close(&self, context: &Context) {
        let most = self.most_resting.load(Ordering::Relaxed);
        if most > 0 {
            self.rest(context);
        }
        let mut resting = lock(&self.resting);
        resting.push_back(context.id.clone());
        let surplus = resting.len().saturating_sub(most);
        let done: Vec<String> = resting.drain(..surplus).collect();
        drop(resting);
        done.into_iter().for_each(|id| self.dispose(id));
    }

    /// Takes all life from a context: its scripts, then its timers, pictures and workers.
    fn rest(&self, context: &Context) {
        let sessions = lock(&self.contexts.by_session);
        for (session, _) in sessions.iter().filter(|(_, of)| of.id == context.id) {
            let session = Session::of_target(self.chromium.connection(), session);
            session.send(&DisableScripts { value: true });
            session.send(&SetFocusEmulation { enabled: false });
            session.send(&SetLifecycle { state: "frozen" });
        }
    }

    fn dispose(&self, browser_context_id: String) {
        let is_other = |of: &Arc<Context>| of.id != browser_context_id;
        lock(&self.contexts.by_id).remove(&browser_context_id);
        lock(&self.contexts.by_session).retain(|_, of| is_other(of));
        self.session()
            .send(&DisposeBrowserContext { browser_context_id });
    }
}

impl Context {
    /// Gives what its tabs are like.
    pub(crate) fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Says whether a tab may go to an address.
    pub(crate) fn may_go_to(&self, url: &str) -> bool {
        let Ok(url) = Url::parse(url) else {
            return false;
        };
        let origin = url.origin().ascii_serialization();
        // What a page makes of itself (`blob:`) has its origin, and can go no further than it.
        let is_page = matches!(url.scheme(), "http" | "https" | "blob");
        url.as_str() == "about:blank" || is_page && self.setup.origins.contains(&origin)
    }
}

impl Contexts {
    fn of_session(&self, session: &str) -> Option<Arc<Context>> {
        lock(&self.by_session).get(session).cloned()
    }

    fn all(&self) -> Vec<Arc<Context>> {
        lock(&self.by_id).values().cloned().collect()
    }

    fn of_frame(&self, frame: &str) -> Option<Arc<Context>> {
        let mut all = self.all().into_iter();
        all.find(|context| context.watch.look(|seen| seen.tabs.has_frame(frame)))
    }
}

/// Takes each event to the context that it belongs to.
fn route(contexts: &Contexts, connection: &Arc<Connection>, session: Option<&str>, event: Event) {
    match event {
        Event::Attached(event) => return attach(contexts, connection, session, &event),
        Event::Detached(event) => return detach(contexts, connection, &event.session_id),
        Event::Ended => {
            for context in contexts.all() {
                context.watch.change(|seen| seen.has_ended = true);
            }
            return;
        }
        Event::RequestPaused(event) => return decide(contexts, connection, &event),
        Event::DownloadBegins(event) => {
            if let Some(context) = contexts.of_frame(&event.frame_id) {
                context.watch.change(|seen| seen.downloads.begins(*event));
            }
            return;
        }
        Event::DownloadProgress(event) => {
            for context in contexts.all() {
                if context.watch.change(|seen| seen.downloads.goes_on(&event)) {
                    Session::of_browser(connection).send(&CancelDownload {
                        guid: event.guid.clone(),
                        browser_context_id: context.id.clone(),
                    });
                }
            }
            return;
        }
        _ => {}
    }
    let Some(session) = session else { return };
    if let Some(context) = contexts.of_session(session) {
        take(
            &context,
            connection,
            &Session::of_target(connection, session),
            event,
        );
    }
}

/// Takes an event of one of a context's sessions.
fn take(context: &Arc<Context>, connection: &Connection, session: &Session, event: Event) {
    let watch = &context.watch;
    match event {
        Event::RequestStarts(event) => {
            let id = event.request_id.clone();
            let wanted = watch.change(|seen| {
                let now = seen.now();
                seen.exchanges.starts(session, *event, now)
            });
            let context = Arc::clone(context);
            if let Some(command) = wanted {
                session.ask(&command, move |answer| {
                    context
                        .watch
                        .change(|seen| seen.exchanges.sent_body(&id, answer.ok()));
                });
            }
        }
        Event::LoadingFinished(event) => {
            let wanted = watch.change(|seen| seen.exchanges.finished(&event));
            let context = Arc::clone(context);
            if let Some((session, command)) = wanted {
                session.ask(&command, move |answer| {
                    let id = &event.request_id;
                    context
                        .watch
                        .change(|seen| seen.exchanges.body(id, answer.ok()));
                });
            }
        }
        Event::FrameNavigated(event) => {
            let arrived = event.frame.clone();
            watch.change(|seen| seen.take(session, Event::FrameNavigated(event)));
            send_back(context, session, &arrived);
        }
        Event::Crashed => {
            watch.change(|seen| seen.take(session, Event::Crashed));
            // Not while what was seen is locked: what waits for an answer writes into it when there will be none.
            connection.abandon(session.id(), &Trouble::Crashed);
        }
        event => watch.change(|seen| seen.take(session, event)),
    }
}

/// Lets a document be fetched, or not: a tab stays within the plan's origins; what is in a frame is data.
fn decide(contexts: &Contexts, connection: &Arc<Connection>, event: &RequestPaused) {
    let browser = Session::of_browser(connection);
    let request_id = event.request_id.clone();
    let Some(context) = contexts.of_frame(&event.frame_id) else {
        // Somebody else's, in a browser that others use too: a tab of ours is told of before it asks for anything.
        return browser.send(&ContinueRequest { request_id });
    };
    let (is_tab, is_left) = context.watch.look(|seen| {
        let tabs = &seen.tabs;
        (
            !tabs.is_inner(&event.frame_id),
            tabs.is_left_by_itself(&event.frame_id),
        )
    });
    if !is_tab || context.may_go_to(&event.request.url) {
        let go_on = ContinueRequest { request_id };
        if is_left && context.setup.is_measured {
            return keep_back(&context, browser, go_on);
        }
        return browser.send(&go_on);
    }
    let new = context.watch.change(|seen| {
        seen.refused.push(event.request.url.clone());
        seen.tabs.empty_and_new(&event.frame_id)
    });
    // Given up rather than failed: the page that is there stays.
    let error_reason = "Aborted";
    browser.send(&FailRequest {
        request_id,
        error_reason,
    });
    if let Some(new) = new {
        new.send(&chromium::ClosePage {});
    }
}

/// Takes a tab away from a page outside the plan's origins: what is fetched is held before it is sent, but not what is
/// made on the spot (`data:`, or a `blob:` of a frame).
fn send_back(context: &Context, session: &Session, arrived: &chromium::Frame) {
    let is_own = arrived.url.starts_with("chrome-error:") || arrived.url.starts_with("about:");
    if arrived.parent_id.is_some() || is_own || context.may_go_to(&arrived.url) {
        return;
    }
    let is_first = context.watch.change(|seen| {
        seen.refused.push(arrived.url.clone());
        seen.tabs.is_first(&arrived.id)
    });
    if !is_first {
        return session.send(&chromium::ClosePage {});
    }
    let url = "about:blank".to_owned();
    session.send(&chromium::Navigate { url });
}

/// Keeps the next document back until the page that is left has told what it measured, or does not tell it.
fn keep_back(context: &Arc<Context>, browser: Session, go_on: ContinueRequest) {
    /// Two pictures take no longer, unless the page is busy: then it is not waited for.
    const TELLS: Duration = Duration::from_millis(800);
    let context = Arc::clone(context);
    thread::spawn(move || {
        context.watch.wait(Instant::now() + TELLS, |seen| {
            let document = seen.tabs.current().map_or("", |tab| &tab.document);
            let mut told = seen.left_vitals.iter();
            told.any(|(left, _)| left == document).then_some(())
        });
        browser.send(&go_on);
    });
}

/// A tab, a frame with a process of its own, or a worker has begun: it waits until it is prepared.
fn attach(
    contexts: &Contexts,
    connection: &Arc<Connection>,
    parent: Option<&str>,
    event: &Attached,
) {
    let session = Session::of_target(connection, &event.session_id);
    let info = &event.target_info;
    let context = match parent {
        Some(parent) => contexts.of_session(parent),
        None => info
            .browser_context_id
            .as_ref()
            .and_then(|id| lock(&contexts.by_id).get(id).cloned()),
    };
    let Some(context) = context else {
        // Somebody else's, in a browser that others use too.
        session.send(&RunIfWaiting {});
        let session_id = event.session_id.clone();
        return Session::of_browser(connection).send(&DetachFromTarget { session_id });
    };
    lock(&contexts.by_session).insert(event.session_id.clone(), Arc::clone(&context));
    let kind = match info.r#type.as_str() {
        "page" => prepare::Kind::Tab,
        "iframe" => prepare::Kind::Frame,
        // The browser itself tells of service workers too; once is enough.
        "worker" | "shared_worker" => prepare::Kind::Worker,
        "service_worker" if parent.is_none() => prepare::Kind::Worker,
        _ => return session.send(&RunIfWaiting {}),
    };
    context.watch.change(|seen| match kind {
        prepare::Kind::Tab => seen.tabs.opened(&session, info),
        prepare::Kind::Frame => seen.tabs.moved_out(&session, &info.target_id),
        prepare::Kind::Worker => {}
    });
    prepare::prepare(&session, kind, &context.setup);
}

fn detach(contexts: &Contexts, connection: &Arc<Connection>, session: &str) {
    connection.abandon(session, &Trouble::Gone);
    let context = lock(&contexts.by_session).remove(session);
    let next = context.and_then(|context| context.watch.change(|seen| seen.tabs.closed(session)));
    if let Some(next) = next {
        next.send(&chromium::BringToFront {});
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
