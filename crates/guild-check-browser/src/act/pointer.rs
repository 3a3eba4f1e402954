//! The mouse, or a finger where the viewport is a phone's.

use std::time::{Duration, Instant};

use super::ready::Ready;
use crate::chromium::{MouseInput, Session, TouchInput, TouchPoint, Trouble};
use crate::window::{Window, left};

/// Presses and releases on an element.
pub(crate) fn press(window: &Window<'_>, ready: &Ready, until: Instant) -> Result<(), Trouble> {
    let session = window.session()?;
    if window.setup().is_touch() {
        return done(tap(&session, ready, left(until)));
    }
    session.send(&mouse("mouseMoved", ready, "none", 0, 0));
    session.send(&mouse("mousePressed", ready, "left", 1, 1));
    done(session.call(&mouse("mouseReleased", ready, "left", 0, 1), left(until)))
}

/// Moves the mouse onto an element; with a finger that is not possible, and nothing happens.
pub(crate) fn hover(window: &Window<'_>, ready: &Ready, until: Instant) -> Result<(), Trouble> {
    let moved = mouse("mouseMoved", ready, "none", 0, 0);
    done(window.session()?.call(&moved, left(until)))
}

fn tap<T>(session: &Session, ready: &Ready, limit: Duration) -> Result<T, Trouble>
where
    TouchInput: crate::chromium::Command<Answer = T>,
{
    let (x, y) = (ready.x, ready.y);
    session.send(&TouchInput {
        r#type: "touchStart",
        touch_points: vec![TouchPoint { x, y }],
    });
    let end = TouchInput {
        r#type: "touchEnd",
        touch_points: Vec::new(),
    };
    session.call(&end, limit)
}

fn mouse(
    r#type: &'static str,
    ready: &Ready,
    button: &'static str,
    buttons: u32,
    click_count: u32,
) -> MouseInput {
    MouseInput {
        r#type,
        x: ready.x,
        y: ready.y,
        button,
        buttons,
        click_count,
    }
}

/// An input that leads away takes the page that would answer with it.
fn done<T>(answer: Result<T, Trouble>) -> Result<(), Trouble> {
    match answer {
        Ok(_) | Err(Trouble::Gone) => Ok(()),
        Err(trouble) => Err(trouble),
    }
}
