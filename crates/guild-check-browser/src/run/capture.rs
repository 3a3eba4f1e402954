//! Pictures that steps take, and the documents that are kept with them.

use std::time::{Duration, Instant};

use super::flow::Course;
use super::{Trace, picture};
use crate::accepted::{BaselineMode, Baselines, file_of};
use crate::chromium::Trouble;
use crate::outcome::{Comparison, Screenshot};
use crate::snapshot::Snapshot;
use crate::window::Window;

/// A page that still moves is taken as it is after this time.
const SETTLES: Duration = Duration::from_secs(2);

impl Course<'_> {
    /// Takes a picture that the plan asks for. Where it is held against an accepted one, or is to be one, it is taken
    /// anew while the page is still drawing.
    pub(super) fn capture(
        &self,
        window: &Window<'_>,
        number: u32,
        name: &str,
    ) -> Result<Screenshot, Trouble> {
        let baselines = self.run.options.baselines.as_ref();
        let Some(baselines) = baselines.filter(|baselines| baselines.is_asked()) else {
            return self.picture(window, number, name);
        };
        let still = Still::keep(window);
        let taken = self.settled(window, baselines, number, name);
        drop(still);
        taken
    }

    /// Takes a picture anew until it looks like the accepted one, or until the time is up.
    fn settled(
        &self,
        window: &Window<'_>,
        baselines: &Baselines,
        number: u32,
        name: &str,
    ) -> Result<Screenshot, Trouble> {
        let run = self.run;
        let file = file_of(run.plan, self.index, name, run.system);
        let until = Instant::now() + SETTLES.min(run.plan.step_timeout);
        let mut picture = self.picture(window, number, name)?;
        loop {
            picture.comparison = baselines.compare(&file, &picture);
            let is_updated = baselines.mode == BaselineMode::Update;
            let is_done = match picture.comparison {
                Comparison::Same | Comparison::Unasked => true,
                Comparison::New => !is_updated,
                Comparison::Differs { .. }
                | Comparison::Resized { .. }
                | Comparison::Unreadable(_) => false,
            };
            if is_done || Instant::now() >= until {
                return Ok(picture);
            }
            window.pause();
            let next = self.picture(window, number, name)?;
            if is_updated && next.png == picture.png {
                return Ok(picture);
            }
            picture = next;
        }
    }

    /// Takes a picture of the page as it is.
    pub(super) fn picture(
        &self,
        window: &Window<'_>,
        number: u32,
        name: &str,
    ) -> Result<Screenshot, Trouble> {
        let file = match self.run.plan.flows.len() {
            0 | 1 => format!("{number:02}-{name}.png"),
            _ => format!("{}-{number:02}-{name}.png", self.index + 1),
        };
        picture::take(window, self.run.judge, file)
    }

    /// Takes the document as it is, if the run is traced.
    pub(super) fn document(&mut self, window: &Window<'_>, number: u32) -> Option<Snapshot> {
        let file = format!("flow-{}-step-{number:02}.html", self.index + 1);
        match self.run.options.trace {
            Trace::On => self.tracer.take(window, file),
            Trace::Off => None,
        }
    }
}

/// Keeps the caret from blinking as long as it lives.
struct Still<'w, 'b>(&'w Window<'b>);

impl<'w, 'b> Still<'w, 'b> {
    fn keep(window: &'w Window<'b>) -> Self {
        everywhere(window, "hideCaret");
        Self(window)
    }
}

impl Drop for Still<'_, '_> {
    fn drop(&mut self) {
        everywhere(self.0, "showCaret");
    }
}

/// Calls one of our functions in all frames; one that does not answer is drawn as it is.
fn everywhere(window: &Window<'_>, function: &'static str) {
    let until = Instant::now() + SETTLES;
    for place in window.places(Instant::now()).unwrap_or_default() {
        drop(window.call::<Option<()>>(&place, function, Vec::new(), until));
    }
}
