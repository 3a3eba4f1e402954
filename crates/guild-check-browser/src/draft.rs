//! Starting a plan from the page itself: what is on it, and what it asks its server.

use std::time::{Duration, Instant};

use url::Url;

use crate::boundary::{PageText, Redactor, instructions};
use crate::browser::{Browser, Setup};
use crate::chromium::{QueryAccessibility, Trouble};
use crate::outcome::{ConsoleEntry, ConsoleLevel, Instruction, Request};
use crate::plan::{Target, Viewport};
use crate::run::NotOpened;
use crate::window::Window;
use crate::{BrowserChoice, run};

/// How long the page may take.
const LIMIT: Duration = Duration::from_secs(30);
/// A page that goes on fetching is taken as it is after this time.
const QUIET: Duration = Duration::from_secs(3);
/// No more of a kind is listed.
const MOST: usize = 60;

/// What a page holds.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Its address after all redirects.
    pub url: String,
    /// Its headings and controls in their order: a role with a name.
    pub named: Vec<Target>,
    /// What its scripts asked.
    pub requests: Vec<Request>,
    /// What its console says.
    pub console: Vec<ConsoleEntry>,
    /// What in it reads as an instruction: none of that is in a draft.
    pub instructions: Vec<Instruction>,
}

/// Opens a page and looks what is on it.
///
/// # Errors
///
/// Why the page or the browser could not be opened, as a sentence without its full stop.
pub fn survey(url: &Url, browser: &BrowserChoice) -> Result<Survey, String> {
    let browser = Browser::open(browser).map_err(|error| run::with_cause(&error))?;
    let setup = Setup {
        viewport: Viewport::default(),
        origins: vec![url.origin().ascii_serialization()],
        expected_console: Vec::new(),
        is_measured: false,
    };
    let window = Window::open(&browser, setup, LIMIT).map_err(|trouble| trouble.to_string())?;
    let until = Instant::now() + LIMIT;
    match run::open(&window, url.as_str(), until) {
        Ok(()) | Err(NotOpened::NotLoaded(_)) => {}
        Err(NotOpened::Nothing(why)) => return Err(why),
        Err(NotOpened::Trouble(trouble)) => return Err(trouble.to_string()),
    }
    let quiet = Instant::now() + QUIET;
    window
        .watch()
        .wait(quiet, |seen| (!seen.exchanges.is_waiting(0)).then_some(()));
    let named = named(&window, until).map_err(|trouble| trouble.to_string())?;
    let (requests, console) = window.watch().look(|seen| {
        let requests = seen
            .exchanges
            .all
            .iter()
            .map(|exchange| exchange.request.clone());
        (requests.collect(), seen.console.entries.clone())
    });
    let url = window.tab().map(|tab| tab.url).unwrap_or_default();
    let mut survey = Survey {
        url,
        named: Vec::new(),
        requests,
        console,
        instructions: Vec::new(),
    };
    for target in named {
        survey.take(target);
    }
    Ok(survey)
}

/// Lists what has a name: headings, and what a user operates.
fn named(window: &Window<'_>, until: Instant) -> Result<Vec<Target>, Trouble> {
    const ROLES: [&str; 12] = [
        "heading",
        "button",
        "link",
        "textbox",
        "searchbox",
        "checkbox",
        "radio",
        "switch",
        "combobox",
        "listbox",
        "slider",
        "tab",
    ];
    let mut found = Vec::new();
    let place = window.place(until)?;
    let command = QueryAccessibility {
        object_id: window.object(&place, "document", Vec::new(), until)?,
        role: None,
    };
    let left = until.saturating_duration_since(Instant::now());
    for node in place.session.call(&command, left)?.nodes {
        let name = node.name().split_whitespace().collect::<Vec<_>>().join(" ");
        let is_usable = !name.is_empty() && name.chars().count() <= 80;
        if !node.ignored && is_usable && ROLES.contains(&node.role()) {
            let role = node.role().to_owned();
            let target = Target::Role { role, name };
            if !found.contains(&target) {
                found.push(target);
            }
        }
    }
    Ok(found)
}

impl Survey {
    /// Keeps a target, unless its words read as an instruction.
    fn take(&mut self, target: Target) {
        let text = PageText {
            place: "the name of an element".to_owned(),
            url: self.url.clone(),
            text: target.to_string(),
            ..PageText::default()
        };
        let found = instructions(&[text]);
        match found.is_empty() {
            true => self.named.push(target),
            false => self.instructions.extend(found),
        }
    }

    /// Writes a plan to edit: a flow that opens the page, and below it what else was found.
    pub fn plan(&self, entry: &Url) -> String {
        let redactor = Redactor::default();
        let safe = |target: &Target| redactor.text(&target.to_string()).into_owned();
        let role = |target: &Target| match target {
            Target::Role { role, .. } => role.clone(),
            Target::Selector(_) | Target::Text(_) => String::new(),
        };
        let heading = self.named.iter().find(|target| role(target) == "heading");
        let title = match heading {
            Some(Target::Role { name, .. }) => redactor.text(name).into_owned(),
            Some(Target::Selector(_) | Target::Text(_)) | None => {
                format!("The page {}", entry.path())
            }
        };
        let path = &entry[url::Position::BeforePath..];
        let mut steps = vec![format!("Navigate to `{path}`")];
        steps.push(match heading.or(self.named.first()) {
            Some(target) => format!("Assert {} is visible", safe(target)),
            None => "Assert `body *` is present".to_owned(),
        });
        steps.push("Assert every control has a label".to_owned());
        steps.push("Assert console has no errors".to_owned());
        steps.extend(self.calls(entry));
        steps.push("Screenshot `opened`".to_owned());
        let steps: Vec<String> = steps
            .iter()
            .zip(1..)
            .map(|(step, number)| format!("{number}. {step}\n"))
            .collect();
        let controls = self
            .named
            .iter()
            .filter(|target| role(target) != "heading")
            .take(MOST);
        let controls: Vec<String> = controls
            .map(|target| format!("- {}\n", safe(target)))
            .collect();
        let mut text = format!(
            "# Test plan: {title}\n\n- Entry URL: {entry}\n\n## Flow: Open the page\n\n{}",
            steps.concat()
        );
        if !controls.is_empty() {
            text.push_str(&format!(
                "\n## What is on the page\n\nThe controls that were found: write what a user does with them into flows of their own.\n\n{}",
                controls.concat()
            ));
        }
        let errors = self
            .console
            .iter()
            .filter(|entry| entry.level == ConsoleLevel::Error)
            .count();
        if errors > 0 {
            text.push_str(&format!(
                "\nThe console held {errors} error{} when the page was opened.\n",
                if errors == 1 { "" } else { "s" }
            ));
        }
        text
    }

    /// Gives an assertion for each call that the page's scripts made of their own server.
    fn calls(&self, entry: &Url) -> Vec<String> {
        let mut lines = Vec::new();
        for request in self
            .requests
            .iter()
            .filter(|request| matches!(request.kind.as_str(), "Fetch" | "XHR"))
        {
            let url = Url::parse(&request.url)
                .ok()
                .filter(|url| url.origin() == entry.origin());
            if let (Some(url), Some(status)) = (url, request.status) {
                let line = format!(
                    "Assert network `{} {}` responds `{status}`",
                    request.method,
                    url.path()
                );
                if !lines.contains(&line) && lines.len() < 8 {
                    lines.push(line);
                }
            }
        }
        lines
    }
}
