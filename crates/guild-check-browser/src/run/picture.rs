//! Pictures of the page, with what must not be seen covered.

use std::time::{Duration, Instant};

use serde::Deserialize;

use super::navigate::NotOpened;
use super::{Judge, Run};
use crate::chromium::{CaptureScreenshot, Command, Trouble};
use crate::outcome::{Baseline, Screenshot};
use crate::window::Window;

/// How long the page may take to say where its texts are.
const LOOK: Duration = Duration::from_secs(2);
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
    })
}

/// Takes the baseline of the page that was just opened.
pub(super) fn baseline(run: &Run<'_>, window: &Window<'_>, failed: Option<NotOpened>) -> Baseline {
    let until = Instant::now() + QUIET.min(run.plan.step_timeout);
    window
        .watch()
        .wait(until, |seen| (!seen.exchanges.is_waiting(0)).then_some(()));
    let failure = failed.map(|failed| match failed {
        NotOpened::Nothing(why) | NotOpened::NotLoaded(why) => why,
        NotOpened::Trouble(trouble) => trouble.to_string(),
    });
    let url = window
        .tab()
        .map_or_else(|_| run.entry.to_string(), |tab| tab.url);
    let screenshot = take(window, run.judge, "00-baseline.png".to_owned());
    Baseline {
        url,
        screenshot: screenshot.ok(),
        console: window.watch().look(|seen| seen.console.entries.clone()),
        failure,
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

/// Paints over places of a picture.
fn cover(bytes: Vec<u8>, places: &[Place]) -> Result<Vec<u8>, Trouble> {
    if places.is_empty() {
        return Ok(bytes);
    }
    let unreadable = |reason: String| Trouble::Unreadable {
        method: CaptureScreenshot::METHOD,
        reason,
    };
    let mut decoder = png::Decoder::new(std::io::Cursor::new(&bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder
        .read_info()
        .map_err(|error| unreadable(error.to_string()))?;
    let size = reader.output_buffer_size().unwrap_or_default();
    let mut pixels = vec![0; size];
    let info = reader
        .next_frame(&mut pixels)
        .map_err(|error| unreadable(error.to_string()))?;
    let depth = info.color_type.samples();
    for place in places {
        paint(&mut pixels, info.width as usize, depth, place);
    }
    let mut written = Vec::new();
    let mut encoder = png::Encoder::new(&mut written, info.width, info.height);
    encoder.set_color(info.color_type);
    encoder.set_depth(info.bit_depth);
    encoder.set_compression(png::Compression::Fast);
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&pixels))
        .map_err(|error| unreadable(error.to_string()))?;
    Ok(written)
}

/// Makes a place black, a little beyond its edges.
fn paint(pixels: &mut [u8], width: usize, depth: usize, place: &Place) {
    let at = |value: f64| value.max(0.0) as usize;
    let (left, right) = (
        at(place.x - 1.0),
        at(place.x + place.width + 2.0).min(width),
    );
    let (top, bottom) = (at(place.y - 1.0), at(place.y + place.height + 2.0));
    for row in pixels
        .chunks_exact_mut(width * depth)
        .take(bottom)
        .skip(top)
    {
        for pixel in row.chunks_exact_mut(depth).take(right).skip(left) {
            pixel.fill(0);
            if let [.., alpha] = pixel
                && depth == 4
            {
                *alpha = 255;
            }
        }
    }
}
