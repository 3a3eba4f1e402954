//! A first look at a page, to begin a plan from: its title, its headings, the controls on it, the calls that it makes.

use std::time::{Duration, Instant};

use url::Url;

use crate::accessibility;
use crate::browser::{Browser, BrowserChoice, Setup};
use crate::outcome::Request;
use crate::plan::{ColorScheme, Viewport};
use crate::run::{NotOpened, open, with_cause};
use crate::window::Window;

/// What a page looks like to somebody who wants to test it. All of it is the page's own words.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The address after all redirects.
    pub url: String,
    /// The document's title.
    pub title: String,
    /// The headings in their order.
    pub headings: Vec<String>,
    /// What a user can operate, in the order of the page.
    pub controls: Vec<Control>,
    /// The requests of the page's scripts, in the order of their start.
    pub calls: Vec<Request>,
    /// Why the page may not be all there, as a sentence without its full stop.
    pub remark: Option<String>,
}

/// Something that a user can operate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// Its role, as a plan writes it.
    pub role: String,
    /// Its accessible name; empty if it has none.
    pub name: String,
}

/// A page that goes on fetching is taken as it is after this time.
const LONGEST: Duration = Duration::from_secs(3);
/// A page that has asked for nothing for so long has what it begins with.
const QUIET: Duration = Duration::from_millis(500);

/// Opens a page and looks at it; nothing on it is touched.
///
/// # Errors
///
/// Why there is no browser or no page, as a sentence without its full stop.
pub fn survey(url: &Url, choice: &BrowserChoice, limit: Duration) -> Result<Survey, String> {
    let setup = Setup {
        viewport: Viewport::default(),
        color_scheme: ColorScheme::default(),
        origins: vec![url.origin().ascii_serialization()],
        expected_console: Vec::new(),
        is_measured: false,
    };
    let browser = Browser::open(choice, Some(&setup)).map_err(|error| with_cause(&error))?;
    let window = Window::open(&browser, setup, limit).map_err(|trouble| trouble.to_string())?;
    let until = Instant::now() + limit;
    let remark = match open(&window, url.as_str(), until) {
        Ok(()) => None,
        Err(NotOpened::NotLoaded(why)) => Some(why),
        Err(NotOpened::Nothing(why)) => return Err(why),
        Err(NotOpened::Trouble(trouble)) => return Err(trouble.to_string()),
    };
    wait_until_quiet(&window);
    let told = |trouble: crate::chromium::Trouble| trouble.to_string();
    let until = Instant::now() + limit;
    let place = window.place(until).map_err(told)?;
    let title = window
        .call(&place, "title", Vec::new(), until)
        .map_err(told)?;
    let outline = accessibility::outline(&window, until).map_err(told)?;
    let (headings, controls): (Vec<_>, Vec<_>) =
        outline.into_iter().partition(|(role, _)| role == "heading");
    let calls = window.watch().look(|seen| {
        let scripts = seen.exchanges.all.iter().map(|exchange| &exchange.request);
        let scripts = scripts.filter(|request| matches!(request.kind.as_str(), "Fetch" | "XHR"));
        scripts.cloned().collect()
    });
    let url = window.tab().map_err(told)?.url;
    Ok(Survey {
        remark: remark.or_else(|| refused(&window, &url)),
        url,
        title,
        headings: headings.into_iter().map(|(_, name)| name).collect(),
        controls: controls
            .into_iter()
            .map(|(role, name)| Control { role, name })
            .collect(),
        calls,
    })
}

/// Says that the page is one that a server shows in the place of what was asked for.
fn refused(window: &Window<'_>, url: &str) -> Option<String> {
    window.watch().look(|seen| {
        let requests = seen.exchanges.all.iter().map(|exchange| &exchange.request);
        let mut documents = requests.filter(|request| request.kind == "Document");
        let asked = url.split('#').next();
        let page = documents.rfind(|request| Some(request.url.as_str()) == asked)?;
        let status = page.status.filter(|status| *status >= 400)?;
        Some(format!("the server answered `{status}`"))
    })
}

/// There is no assertion yet that could be waited for: a page is looked at when its scripts ask for nothing any more.
fn wait_until_quiet(window: &Window<'_>) {
    let end = Instant::now() + LONGEST;
    loop {
        window
            .watch()
            .wait(end, |seen| (!seen.exchanges.is_waiting(0)).then_some(()));
        let asked = window.watch().look(|seen| seen.exchanges.all.len());
        let more = window
            .watch()
            .wait(end.min(Instant::now() + QUIET), |seen| {
                (seen.exchanges.all.len() > asked).then_some(())
            });
        if more.is_none() {
            return;
        }
    }
}
