//! A flow's window: the current tab of its context, as a user sees it.

mod closed;

use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine as _;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::browser::{Browser, Context, Setup};
use crate::chromium::{
    Argument, CallFunction, CaptureScreenshot, Command, Evaluate, Evaluated, ExceptionDetails,
    ReleaseObjects, ResolveNode, Session, StopLoading, TerminateExecution, Trouble,
};
use crate::observe::{Place, Tab, Watch};

/// Objects of the page that this client holds are let go together.
const OBJECTS: &str = "guild";
/// Whatever time is left for a step, one question to the page gets this much: on a busy machine a page that is well
/// answers late, and that is no script that does not end.
const LEAST: Duration = Duration::from_secs(3);
/// How long it is waited for something to change before it is looked again.
const PAUSE: Duration = Duration::from_millis(25);
/// How our functions ask for the closed shadow roots: see `world.js`.
const UNNAMED: &str = "Error: closed shadow roots are to be named";
/// How long a picture may take.
const PICTURE: Duration = Duration::from_secs(10);

/// A window with a context of its own, which is closed with it.
pub(crate) struct Window<'b> {
    browser: &'b Browser,
    context: Arc<Context>,
}

impl<'b> Window<'b> {
    /// Opens a window with one empty tab.
    pub(crate) fn open(
        browser: &'b Browser,
        setup: Setup,
        limit: Duration,
    ) -> Result<Self, Trouble> {
        let until = Instant::now() + limit;
        let context = browser.opening(setup).wait(limit)?;
        // It may have been opened before anybody asked for it.
        context.watch.change(|seen| seen.began = Instant::now());
        let window = Self { browser, context };
        window.place(until)?;
        Ok(window)
    }

    /// Gives what the context has shown so far.
    pub(crate) fn watch(&self) -> &Watch {
        &self.context.watch
    }

    /// Gives what its tabs are like.
    pub(crate) fn setup(&self) -> &Setup {
        self.context.setup()
    }

    /// Says whether a tab may go to an address.
    pub(crate) fn may_go_to(&self, url: &str) -> bool {
        self.context.may_go_to(url)
    }

    /// Gives the tab that a user looks at.
    pub(crate) fn tab(&self) -> Result<Tab, Trouble> {
        self.watch().look(|seen| match seen.tabs.current() {
            _ if seen.has_ended => Err(Trouble::Ended),
            Some(tab) if tab.has_crashed => Err(Trouble::Crashed),
            Some(tab) => Ok(tab.clone()),
            None => Err(Trouble::Gone),
        })
    }

    /// Gives the session of the current tab.
    pub(crate) fn session(&self) -> Result<Session, Trouble> {
        Ok(self.tab()?.session)
    }

    /// Gives the main frame, once functions can run in it.
    pub(crate) fn place(&self, until: Instant) -> Result<Place, Trouble> {
        let places = self.places(until)?;
        places.into_iter().next().ok_or(Trouble::Gone)
    }

    /// Gives all frames of the current tab in which functions can run, the main frame first.
    pub(crate) fn places(&self, until: Instant) -> Result<Vec<Place>, Trouble> {
        let until = until.max(Instant::now() + LEAST);
        let places = self.watch().wait(until, |seen| {
            let tab = seen.tabs.current();
            if tab.is_some_and(|tab| tab.has_crashed) {
                return Some(Vec::new());
            }
            let places = seen.tabs.places();
            let has_main = places.first().is_some_and(|place| place.parent.is_none());
            has_main.then_some(places)
        });
        match places {
            Some(places) if !places.is_empty() => Ok(places),
            _ => Err(self.tab().err().unwrap_or(Trouble::Gone)),
        }
    }

    /// Runs one of our functions in a frame and gives its result.
    pub(crate) fn call<T: DeserializeOwned>(
        &self,
        place: &Place,
        function: &'static str,
        arguments: Vec<Argument>,
        until: Instant,
    ) -> Result<T, Trouble> {
        let evaluated = run(place, function, arguments, &Shape::Value, until)?;
        let value = evaluated.result.value.unwrap_or_default();
        serde_json::from_value(value).map_err(|error| Trouble::Unreadable {
            method: function,
            reason: error.to_string(),
        })
    }

    /// Runs one of our functions in a frame and gives the object that it returns.
    pub(crate) fn object(
        &self,
        place: &Place,
        function: &'static str,
        arguments: Vec<Argument>,
        until: Instant,
    ) -> Result<String, Trouble> {
        let evaluated = run(place, function, arguments, &Shape::Object, until)?;
        evaluated.result.object_id.ok_or(Trouble::Gone)
    }

    /// Runs a script of somebody's in the page itself, as its console would, and gives what it comes to.
    pub(crate) fn evaluate(&self, script: &str, until: Instant) -> Result<String, Trouble> {
        let command = Evaluate {
            expression: script.to_owned(),
            await_promise: true,
            return_by_value: true,
            repl_mode: true,
            object_group: OBJECTS,
        };
        let evaluated = self.session()?.call(&command, left(until))?;
        if let Some(details) = evaluated.exception_details {
            return Err(refused("the script", details));
        }
        let result = evaluated.result;
        Ok(match (result.value, result.unserializable_value) {
            (Some(value), _) => value.to_string(),
            (None, Some(text)) => text,
            (None, None) => result.r#type,
        })
    }

    /// Lets go of the objects of the page that were held.
    pub(crate) fn release(&self) {
        for place in self.watch().look(|seen| seen.tabs.places()) {
            place.session.send(&ReleaseObjects {
                object_group: OBJECTS,
            });
        }
    }

    /// Waits a moment, or until something changes.
    pub(crate) fn pause(&self) {
        self.watch().pause(PAUSE);
    }

    /// Takes a picture of what is in view.
    pub(crate) fn picture(&self) -> Result<Vec<u8>, Trouble> {
        let session = self.session()?;
        let command = CaptureScreenshot {
            format: "png",
            optimize_for_speed: true,
        };
        let picture = match session.call(&command, PICTURE) {
            // A script that does not end keeps the page from being drawn.
            Err(Trouble::Silent { .. }) => {
                session.send(&TerminateExecution {});
                session.call(&command, PICTURE)?
            }
            other => other?,
        };
        let bytes = base64::engine::general_purpose::STANDARD.decode(picture.data);
        bytes.map_err(|error| Trouble::Unreadable {
            method: CaptureScreenshot::METHOD,
            reason: error.to_string(),
        })
    }

    /// Ends a script that does not end by itself.
    pub(crate) fn end_script(&self) {
        if let Ok(session) = self.session() {
            session.send(&TerminateExecution {});
        }
    }

    /// Gives up what is still being fetched.
    pub(crate) fn stop_loading(&self) {
        if let Ok(session) = self.session() {
            session.send(&StopLoading {});
        }
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        self.browser.close(&self.context);
    }
}

/// What a function gives back.
enum Shape {
    Value,
    Object,
}

fn run(
    place: &Place,
    function: &'static str,
    arguments: Vec<Argument>,
    shape: &Shape,
    until: Instant,
) -> Result<Evaluated, Trouble> {
    match once(place, function, arguments.clone(), None, shape, until) {
        Err(Trouble::Refused { message, .. }) if message == UNNAMED => {
            let named = closed::roots(place, until)?;
            once(place, function, arguments, Some(&named), shape, until)
        }
        other => other,
    }
}

fn once(
    place: &Place,
    function: &'static str,
    arguments: Vec<Argument>,
    named: Option<&[Argument]>,
    shape: &Shape,
    until: Instant,
) -> Result<Evaluated, Trouble> {
    let command = self::function(place, function, arguments, named, shape);
    let evaluated = place.session.call(&command, left(until))?;
    match evaluated.exception_details {
        None => Ok(evaluated),
        Some(details) => Err(refused(function, details)),
    }
}

fn refused(method: &'static str, details: ExceptionDetails) -> Trouble {
    let words = details
        .exception
        .and_then(|exception| exception.description);
    let first = words.and_then(|words| words.lines().next().map(str::to_owned));
    Trouble::Refused {
        method,
        message: first.unwrap_or(details.text),
    }
}

/// Makes the command that runs one of our functions in a frame, with the closed shadow roots that were named for it.
fn function(
    place: &Place,
    name: &'static str,
    arguments: Vec<Argument>,
    named: Option<&[Argument]>,
    shape: &Shape,
) -> CallFunction {
    let function_declaration = match named {
        None => format!("function (...all) {{ return guild.{name}(...all); }}"),
        Some(named) => format!(
            "function (...all) {{ const named = all.splice(0, {}); return guild.knowing(named, () => guild.{name}(...all)); }}",
            named.len()
        ),
    };
    CallFunction {
        function_declaration,
        execution_context_id: place.world,
        arguments: named
            .unwrap_or_default()
            .iter()
            .cloned()
            .chain(arguments)
            .collect(),
        await_promise: true,
        return_by_value: matches!(shape, Shape::Value),
        object_group: OBJECTS,
    }
}

/// Gives a node as an argument; none if it went away since.
pub(crate) fn node(
    place: &Place,
    backend_node_id: i64,
    until: Instant,
) -> Result<Option<Argument>, Trouble> {
    let command = ResolveNode {
        backend_node_id,
        execution_context_id: place.world,
        object_group: OBJECTS,
    };
    match place.session.call(&command, left(until)) {
        Ok(resolved) => Ok(resolved.object.object_id.map(Argument::ObjectId)),
        Err(Trouble::Refused { .. }) => Ok(None),
        Err(trouble) => Err(trouble),
    }
}

/// Gives how long one question to the page may take in a step whose time is up at `until`.
pub(crate) fn left(until: Instant) -> Duration {
    until.saturating_duration_since(Instant::now()).max(LEAST)
}

/// Makes an argument of a value.
pub(crate) fn value(value: impl Into<Value>) -> Argument {
    Argument::Value(value.into())
}
