//! Pictures of the page, with what must not be seen covered.

use std::time::{Duration, Instant};

use serde::Deserialize;

use super::navigate::NotOpened;
use super::{Judge, Run};
use crate::chromium::{CaptureScreenshot, Command, Trouble};
use crate::outcome::{Baseline, Comparison, Screenshot};
use crate::pixels::{Area, Effort, Pixels};
use crate::window::Window;

/// How long the page may take to say where its texts are.
const LOOK: Duration = Duration::from_secs(2);
/// The name of the baseline's file.
const BASELINE: &str = "00-baseline.png";
/// A page that goes on fetching is taken as it is after this time.
const QUIET: Duration = Duration::from_secs(1);

/// A box of the page with its words.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    text: String,
    is_secret: bool,
}

/// Takes a picture.
pub(super) fn take(
    window: &Window<'_>,
    judge: &dyn Judge,
    file: String,
) -> Result<Screenshot, Trouble> {
    // What moves between the look and the picture is covered where it was and where it is.
    let mut covered = secrets(window, judge);
    let png = window.picture()?;
    if !covered.is_empty() {
        covered.extend(secrets(window, judge));
    }
    let png = cover(png, &covered)?;
    Ok(Screenshot {
        file,
        png: png.into(),
        comparison: Comparison::Unasked,
    })
}

/// Waits a little until the page has all that it began to fetch.
pub(super) fn quiet(run: &Run<'_>, window: &Window<'_>) {
    let until = Instant::now() + QUIET.min(run.plan.step_timeout);
    window
        .watch()
        .wait(until, |seen| (!seen.exchanges.is_waiting(0)).then_some(()));
}

/// Takes the baseline of a page that was opened and to which nothing was done.
pub(super) fn baseline(run: &Run<'_>, window: &Window<'_>, failed: Option<NotOpened>) -> Baseline {
    quiet(run, window);
    let screenshot = take(window, run.judge, BASELINE.to_owned());
    let failure = failed.map(|failed| match failed {
        NotOpened::Nothing(why) | NotOpened::NotLoaded(why) => why,
        NotOpened::Trouble(trouble) => trouble.to_string(),
    });
    Baseline {
        failure,
        ..of_picture(run, window, screenshot.ok())
    }
}

/// Makes the baseline of a picture of such a page.
pub(super) fn of_picture(
    run: &Run<'_>,
    window: &Window<'_>,
    screenshot: Option<Screenshot>,
) -> Baseline {
    let url = window
        .tab()
        .map_or_else(|_| run.entry.to_string(), |tab| tab.url);
    Baseline {
        url,
        screenshot: screenshot.map(|picture| Screenshot {
            file: BASELINE.to_owned(),
            comparison: Comparison::Unasked,
            ..picture
        }),
        console: window.watch().look(|seen| seen.console.entries.clone()),
        failure: None,
    }
}

/// Finds what must not be seen, in all frames.
fn secrets(window: &Window<'_>, judge: &dyn Judge) -> Vec<Place> {
    let until = Instant::now() + LOOK;
    let mut secrets = Vec::new();
    for frame in window.places(Instant::now()).unwrap_or_default() {
        let boxes: Vec<Place> = window
            .call(&frame, "boxes", Vec::new(), until)
            .unwrap_or_default();
        let found = boxes
            .into_iter()
            .filter(|place| place.is_secret || judge.is_secret(&place.text));
        let found: Vec<Place> = found.collect();
        if found.is_empty() {
            continue;
        }
        let (x, y) = crate::act::offset(window, &frame, until).unwrap_or_default();
        secrets.extend(found.into_iter().map(|place| Place {
            x: place.x + x,
            y: place.y + y,
            ..place
        }));
    }
    secrets
}

/// Paints over places of a picture, which tells of them from then on.
fn cover(bytes: Vec<u8>, places: &[Place]) -> Result<Vec<u8>, Trouble> {
    if places.is_empty() {
        return Ok(bytes);
    }
    let unreadable = |reason: String| Trouble::Unreadable {
        method: CaptureScreenshot::METHOD,
        reason,
    };
    let mut pixels = Pixels::read(&bytes).map_err(unreadable)?;
    pixels.covered = places.iter().map(area).collect();
    pixels.covered.dedup();
    let covered = pixels.covered.clone();
    pixels.cover(&covered);
    pixels.write(Effort::Little).map_err(unreadable)
}

/// Gives the pixels of a place, a little beyond its edges.
fn area(place: &Place) -> Area {
    let at = |value: f64| value.max(0.0) as u32;
    Area {
        left: at(place.x - 1.0),
        top: at(place.y - 1.0),
        right: at(place.x + place.width + 2.0),
        bottom: at(place.y + place.height + 2.0),
    }
}
