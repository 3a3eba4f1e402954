//! What a session tells of its page: what is on it, what it said and asked for, how fast it was.

use std::time::{Duration, Instant};

use super::{Talk, Told};
use crate::accessibility;
use crate::boundary::Redactor;
use crate::chromium::Trouble;
use crate::outcome::{ConsoleLevel, Inp};
use crate::run::{Found, PageText, told};

/// The most bytes of what a script gives.
const RESULT: usize = 16 << 10;
/// How long the page may take to say what it keeps.
const KEPT: Duration = Duration::from_secs(2);

impl Talk<'_> {
    pub(super) fn outline(&mut self, told: &mut Told) {
        let now = accessibility::page(self.window, self.course.run.until());
        self.window.release();
        let now = match now {
            Ok(now) => now,
            Err(trouble) => {
                told.lines.push(told::sentence(&trouble));
                return;
            }
        };
        let changed = changes(&self.outline, &now);
        told.lines = match changed.len() < now.len() && !self.outline.is_empty() {
            true if changed.is_empty() => vec!["nothing changed".to_owned()],
            true => changed,
            false => now.clone(),
        };
        self.outline = now;
    }

    pub(super) fn console(&mut self, told: &mut Told) {
        self.window.watch().look(|seen| {
            for entry in seen.console.entries.iter().skip(self.console) {
                let level = match entry.level {
                    ConsoleLevel::Error => "error",
                    ConsoleLevel::Warning => "warning",
                    ConsoleLevel::Info => "info",
                };
                told.lines.push(format!("{level}: {}", entry.text));
            }
            self.console = seen.console.entries.len();
        });
    }

    pub(super) fn requests(&mut self, told: &mut Told) {
        self.window.watch().look(|seen| {
            for exchange in seen.exchanges.all.iter().skip(self.requests) {
                let request = &exchange.request;
                let came = match (request.status, &request.failure) {
                    (Some(status), _) => status.to_string(),
                    (None, Some(why)) => why.clone(),
                    (None, None) => "no answer yet".to_owned(),
                };
                let url = self.redactor.url(&request.url);
                told.lines.push(format!("{} {url} {came}", request.method));
            }
            self.requests = seen.exchanges.all.len();
        });
    }

    pub(super) fn vitals(&mut self) -> Vec<String> {
        let Some(vitals) = self.course.vitals(self.window) else {
            return vec!["nothing was measured".to_owned()];
        };
        let milliseconds = |value: Option<f64>| match value {
            Some(value) => format!("{value:.0} ms"),
            None => "not measured".to_owned(),
        };
        let inp = match vitals.inp {
            Inp::NoInteraction => "not measured: no interaction".to_owned(),
            Inp::UnderSixteen => "under 16 ms".to_owned(),
            Inp::Measured(value) => format!("{value:.0} ms"),
        };
        let cls = vitals
            .cls
            .map_or("not measured".to_owned(), |cls| format!("{cls:.3}"));
        vec![format!(
            "LCP {}, CLS {cls}, INP {inp}",
            milliseconds(vitals.lcp_ms)
        )]
    }

    pub(super) fn labels(&self, told: &mut Told) {
        let found = accessibility::every_control(self.window, self.course.run.until());
        self.window.release();
        told.lines.push(match found {
            Ok(Found::Holds) => "every control has a label".to_owned(),
            Ok(Found::Differs(actual)) => actual,
            Err(trouble) => told::sentence(&trouble),
        });
    }

    pub(super) fn picture(&self, told: &mut Told) {
        match self.course.picture(self.window, self.next(), "now") {
            Ok(picture) => told.pictures.push(picture),
            Err(trouble) => told.lines.push(told::sentence(&trouble)),
        }
    }

    pub(super) fn evaluate(&mut self, script: &str, told: &mut Told) {
        let until = self.course.run.until();
        let result = self.window.evaluate(script, until);
        if matches!(result, Err(Trouble::Silent { .. })) {
            self.window.end_script();
        }
        // What a script throws holds words of the page as well.
        let mut text = result.unwrap_or_else(|trouble| told::sentence(&trouble));
        if text.len() > RESULT {
            text.truncate(text.floor_char_boundary(RESULT));
            text.push('…');
        }
        let url = self.window.tab().map(|tab| tab.url).unwrap_or_default();
        let found = PageText {
            place: "what a script gave".to_owned(),
            url,
            text: text.clone(),
            is_hidden: true,
        };
        if !self.course.must_stop_at(found, self.next()) {
            told.lines.push(self.without_kept(&text));
        }
    }

    /// Takes out of a text what the page keeps of who is signed in.
    fn without_kept(&self, text: &str) -> String {
        let until = Instant::now() + KEPT;
        let mut kept: Vec<String> = Vec::new();
        for place in self.window.places(Instant::now()).unwrap_or_default() {
            let values: Result<Vec<String>, Trouble> =
                self.window.call(&place, "kept", Vec::new(), until);
            kept.extend(values.unwrap_or_default());
        }
        match Redactor::new(kept.iter().map(String::as_str), []) {
            Ok(redactor) => redactor.text(text).into_owned(),
            // There is no pattern that could be wrong.
            Err(_) => String::new(),
        }
    }
}

/// Gives the lines that came and went.
fn changes(before: &[String], now: &[String]) -> Vec<String> {
    let mut left: Vec<&String> = before.iter().collect();
    let mut came = Vec::new();
    for line in now {
        match left.iter().position(|old| *old == line) {
            Some(place) => drop(left.remove(place)),
            None => came.push(format!("+ {line}")),
        }
    }
    let gone = left.into_iter().map(|line| format!("- {line}"));
    gone.chain(came).collect()
}
