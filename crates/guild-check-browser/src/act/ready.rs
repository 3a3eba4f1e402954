//! Waiting until an element can be acted on.

use std::time::Instant;

use serde::Deserialize;

use super::Failure;
use super::target::{Given, in_frames, role_candidates, words};
use crate::chromium::{Argument, GetFrameOwner, Trouble};
use crate::observe::Place;
use crate::plan::Target;
use crate::window::{self, Window, left, value};

/// What an element has to be ready for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Click,
    Hover,
    Scroll,
    Fill,
    Check,
    Focus,
    Upload,
}

/// An element that can be acted on; the page holds on to it.
#[derive(Clone)]
pub(crate) struct Ready {
    pub(crate) place: Place,
    /// A point of it in the viewport of the tab, in CSS pixels.
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// How it is filled: `TYPED` or `AT_ONCE`.
    pub(crate) field: Option<String>,
    pub(crate) is_checked: bool,
    pub(crate) is_select: bool,
    pub(crate) is_file_input: bool,
}

/// What the page says of an element.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Reading {
    state: String,
    count: usize,
    candidates: Vec<String>,
    by: String,
    x: f64,
    y: f64,
    field: Option<String>,
    is_checked: bool,
    is_select: bool,
}

/// Waits until the one element that a target means can be acted on.
pub(crate) fn ready(
    window: &Window<'_>,
    kind: Kind,
    target: &Target,
    until: Instant,
) -> Result<Ready, Failure> {
    let mut last = None;
    loop {
        match attempt(window, kind, target, until) {
            Ok(Ok(ready)) => return Ok(ready),
            Ok(Err(reading)) => last = Some(reading),
            // The document was replaced meanwhile: the next one is asked.
            Err(Trouble::Gone) => {}
            Err(Trouble::Refused { message, .. }) if message.contains("SyntaxError") => {
                let words = words(target);
                return Err(Failure::Page(format!("{words} is no CSS selector")));
            }
            Err(trouble) => return Err(trouble.into()),
        }
        if Instant::now() >= until {
            return Err(match last {
                Some(reading) => Failure::Page(sentence(window, target, &reading)),
                None => Failure::Trouble(window.tab().err().unwrap_or(Trouble::Gone)),
            });
        }
        window.pause();
    }
}

fn attempt(
    window: &Window<'_>,
    kind: Kind,
    target: &Target,
    until: Instant,
) -> Result<Result<Ready, Reading>, Trouble> {
    let word = match kind {
        Kind::Click => "CLICK",
        Kind::Hover => "HOVER",
        Kind::Scroll => "SCROLL",
        Kind::Fill => "FILL",
        Kind::Check => "CHECK",
        Kind::Focus => "FOCUS",
        Kind::Upload => "UPLOAD",
    };
    let ask = |place: &Place, given: Given| {
        let arguments = given.arguments(Some(word.into()), None);
        let reading: Reading = window.call(place, "ready", arguments, until)?;
        let is_none = reading.state == "NONE";
        Ok((reading, usize::from(!is_none)))
    };
    let (place, reading) = in_frames(window, target, until, ask)?;
    let is_file_input = reading.state == "FILE_INPUT";
    if reading.state != "READY" && !is_file_input {
        return Ok(Err(reading));
    }
    let (x, y) = match place.parent {
        Some(_) => match in_tab(window, &place, reading.x, reading.y, until)? {
            Some(point) => point,
            None => {
                let by = "something outside its frame".to_owned();
                let state = "COVERED".to_owned();
                return Ok(Err(Reading {
                    state,
                    by,
                    ..reading
                }));
            }
        },
        None => (reading.x, reading.y),
    };
    Ok(Ok(Ready {
        place,
        x,
        y,
        field: reading.field,
        is_checked: reading.is_checked,
        is_select: reading.is_select,
        is_file_input,
    }))
}

/// Gives where a point of a frame is in the tab's viewport; none if something covers it on the way.
fn in_tab(
    window: &Window<'_>,
    place: &Place,
    mut x: f64,
    mut y: f64,
    until: Instant,
) -> Result<Option<(f64, f64)>, Trouble> {
    let mut inner = place.clone();
    while let Some((outer, owner)) = owner(window, &inner, until)? {
        let point: Option<Point> =
            window.call(&outer, "inside", vec![owner, value(x), value(y)], until)?;
        let Some(point) = point else {
            return Ok(None);
        };
        (x, y) = (point.x, point.y);
        inner = outer;
    }
    Ok(Some((x, y)))
}

/// Gives where the content of a frame begins in the tab's viewport.
pub(crate) fn offset(
    window: &Window<'_>,
    place: &Place,
    until: Instant,
) -> Result<(f64, f64), Trouble> {
    let (mut x, mut y) = (0.0, 0.0);
    let mut inner = place.clone();
    while let Some((outer, owner)) = owner(window, &inner, until)? {
        let begin: Point = window.call(&outer, "offset", vec![owner], until)?;
        (x, y) = (x + begin.x, y + begin.y);
        inner = outer;
    }
    Ok((x, y))
}

/// Gives the element that holds a frame, and the frame that it is in; none for the main frame.
pub(crate) fn owner(
    window: &Window<'_>,
    inner: &Place,
    until: Instant,
) -> Result<Option<(Place, Argument)>, Trouble> {
    let Some(parent) = &inner.parent else {
        return Ok(None);
    };
    let outer = window.watch().look(|seen| seen.tabs.place(parent));
    let outer = outer.ok_or(Trouble::Gone)?;
    let limit = left(until);
    let frame_id = inner.frame.clone();
    let owner = outer.session.call(&GetFrameOwner { frame_id }, limit)?;
    let owner = window::node(&outer, owner.backend_node_id, until)?.ok_or(Trouble::Gone)?;
    Ok(Some((outer, owner)))
}

#[derive(Deserialize)]
struct Point {
    x: f64,
    y: f64,
}

/// Says why an element could not be acted on.
fn sentence(window: &Window<'_>, target: &Target, reading: &Reading) -> String {
    let wanted = words(target);
    let one = match reading.candidates.first() {
        Some(outline) => format!("`{outline}`"),
        None => wanted.clone(),
    };
    match reading.state.as_str() {
        "NONE" => format!("no element matches {wanted}{}", others(window, target)),
        "SEVERAL" => {
            let candidates: Vec<String> = reading
                .candidates
                .iter()
                .map(|one| format!("`{one}`"))
                .collect();
            let more = if reading.count > candidates.len() {
                ", …"
            } else {
                ""
            };
            format!(
                "{} elements match {wanted}, an action needs exactly one: {}{more}",
                reading.count,
                candidates.join(", ")
            )
        }
        "HIDDEN" => format!("{one} is there and not visible"),
        "MOVING" => format!("{one} does not come to rest"),
        "UNDRAWN" => format!("{one} is not drawn: the browser draws no picture of the page"),
        "DETACHED" => format!("{one} is replaced again and again"),
        "DISABLED" => format!("{one} is disabled"),
        "READ_ONLY" => format!("{one} is read-only"),
        "NO_TICK" => format!("{one} is no checkbox, radio button or switch"),
        "NO_FIELD" => format!("{one} is no field that can be filled"),
        "OUTSIDE" => format!("{one} cannot be scrolled into view"),
        "COVERED" => format!("{one} is covered by `{}`", reading.by),
        other => format!("{one} is not ready: {other}"),
    }
}

/// Names what there is of the same role.
fn others(window: &Window<'_>, target: &Target) -> String {
    let Target::Role { role, .. } = target else {
        return String::new();
    };
    let names = role_candidates(window, target);
    if names.is_empty() {
        return format!("; the page has no {role}");
    }
    let names: Vec<String> = names
        .iter()
        .map(|name| format!("{role} \"{name}\""))
        .collect();
    format!("; there is {}", names.join(", "))
}
