//! Pictures in the report, and what differs in them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::super::write::beside;
use super::{escaped, with_code};
use crate::outcome::{Comparison, Screenshot};
use crate::pixels::Area;
use crate::verdict::changed_in_words;

/// A place that is framed in a picture, and the picture's width and height.
type Framed = (Area, u32, u32);

/// Shows a picture; beside it the accepted one and what differs, where they look different.
pub(super) fn compared(now: &Screenshot, caption: &str) -> String {
    let Some(words) = changed_in_words(now) else {
        return figure(caption, &now.png, None);
    };
    let words = format!("<p class=\"found warn\">{}</p>\n", with_code(&words));
    let beside = beside(now);
    if beside.is_empty() {
        return words + &figure(caption, &now.png, None);
    }
    let framed = framed(now);
    let mut others = beside
        .iter()
        .zip(["Accepted", "Difference"])
        .map(|((_, png), caption)| figure(caption, png, framed));
    let accepted = others.next().unwrap_or_default();
    let difference: String = others.collect();
    let now = figure("Now", &now.png, framed);
    format!("{words}<div class=\"compared\">\n{accepted}{now}{difference}</div>\n")
}

/// Gives the place that differs; one that is nearly all of the picture needs no frame.
fn framed(picture: &Screenshot) -> Option<Framed> {
    let Comparison::Differs { area, all, .. } = &picture.comparison else {
        return None;
    };
    let (width, height) = size(&picture.png)?;
    let inside = u64::from(area.right - area.left) * u64::from(area.bottom - area.top);
    (inside * 2 < *all).then_some((*area, width, height))
}

/// Reads the width and the height of a PNG: they stand first in it.
fn size(png: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| {
        let bytes = png.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_be_bytes(bytes)).filter(|number| *number > 0)
    };
    Some((number(16)?, number(20)?))
}

/// Shows a picture with its caption.
pub(super) fn figure(caption: &str, png: &[u8], framed: Option<Framed>) -> String {
    let name = escaped(caption);
    let frame = framed.map_or_else(String::new, |(area, width, height)| {
        let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole) * 100.0;
        format!(
            "<i class=\"area\" style=\"left:{:.2}%;top:{:.2}%;width:{:.2}%;height:{:.2}%\"></i>",
            share(area.left, width),
            share(area.top, height),
            share(area.right - area.left, width),
            share(area.bottom - area.top, height)
        )
    });
    format!(
        "<figure><div class=\"shot\"><img alt=\"{name}\" src=\"data:image/png;base64,{}\">{frame}</div><figcaption>{name}</figcaption></figure>\n",
        STANDARD.encode(png)
    )
}
