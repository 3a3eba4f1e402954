//! What the document holds.

use guild_check::shortened;
use serde::Deserialize;

use super::{Check, Found};
use crate::act::{fold, in_frames, role_candidates, words};
use crate::chromium::Trouble;
use crate::plan::{ElementState, Target, TextMatch};

/// What the page says of the elements that match.
#[derive(Clone, Debug, Deserialize)]
struct Facts {
    count: usize,
    elements: Vec<Fact>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fact {
    outline: String,
    is_visible: bool,
    is_disabled: bool,
    is_focused: bool,
    is_checked: bool,
    is_password: bool,
    text: String,
    value: String,
    /// The words of what is chosen in a list.
    choice: Option<String>,
    attribute: Option<String>,
}

pub(super) fn is(
    check: &Check<'_>,
    target: &Target,
    state: ElementState,
) -> Result<Found, Trouble> {
    let facts = facts(check, target, None)?;
    let any = |holds: fn(&Fact) -> bool| facts.elements.iter().any(holds);
    let holds = match state {
        ElementState::Present => facts.count > 0,
        ElementState::Absent => facts.count == 0,
        ElementState::Visible => any(|fact| fact.is_visible),
        ElementState::Hidden => !any(|fact| fact.is_visible),
        ElementState::Enabled => any(|fact| !fact.is_disabled),
        ElementState::Disabled => any(|fact| fact.is_disabled),
        ElementState::Focused => any(|fact| fact.is_focused),
        ElementState::Checked => any(|fact| fact.is_checked),
    };
    if holds {
        return Ok(Found::Holds);
    }
    let outlines = outlines(&facts);
    Ok(Found::Differs(match state {
        ElementState::Absent => format!("found {outlines}"),
        ElementState::Hidden => format!("{outlines} is visible"),
        _ if facts.count == 0 => nothing(check, target),
        ElementState::Present | ElementState::Visible => {
            format!("{outlines} is there and not visible")
        }
        ElementState::Enabled => format!("{outlines} is disabled"),
        ElementState::Disabled => format!("{outlines} is enabled"),
        ElementState::Focused => format!("{outlines} does not have the focus"),
        ElementState::Checked => format!("{outlines} is not checked"),
    }))
}

pub(super) fn text(
    check: &Check<'_>,
    target: &Target,
    how: TextMatch,
    wanted: &str,
) -> Result<Found, Trouble> {
    let facts = facts(check, target, None)?;
    let wanted = fold(wanted);
    let fits = |fact: &Fact| match how {
        TextMatch::Equals => fact.text == wanted,
        TextMatch::Contains => fact.text.contains(&wanted),
    };
    compare(check, target, &facts, fits, |fact| {
        format!("\"{}\"", cut(&fact.text))
    })
}

pub(super) fn value(check: &Check<'_>, target: &Target, wanted: &str) -> Result<Found, Trouble> {
    let facts = facts(check, target, None)?;
    let fits = |fact: &Fact| fact.value == wanted || fact.choice.as_deref() == Some(wanted);
    compare(check, target, &facts, fits, |fact| match fact.is_password {
        true => "another value, which is not shown".to_owned(),
        false => format!("\"{}\"", cut(&fact.value)),
    })
}

pub(super) fn attribute(
    check: &Check<'_>,
    target: &Target,
    name: &str,
    wanted: &str,
) -> Result<Found, Trouble> {
    let facts = facts(check, target, Some(name))?;
    let fits = |fact: &Fact| fact.attribute.as_deref() == Some(wanted);
    compare(check, target, &facts, fits, |fact| match &fact.attribute {
        Some(value) => format!("\"{}\"", cut(value)),
        None => format!("no attribute `{name}`"),
    })
}

pub(super) fn count(check: &Check<'_>, target: &Target, wanted: u32) -> Result<Found, Trouble> {
    let facts = facts(check, target, None)?;
    if usize::try_from(wanted).is_ok_and(|wanted| facts.count == wanted) {
        return Ok(Found::Holds);
    }
    Ok(Found::Differs(format!("found {}", facts.count)))
}

pub(super) fn url(check: &Check<'_>, address: &str) -> Result<Found, Trouble> {
    let tab = check.window.tab()?;
    let wanted = check.run.plan.resolve(address);
    if wanted.is_some_and(|wanted| wanted.as_str() == tab.url) {
        return Ok(Found::Holds);
    }
    // Of an error page the address is the browser's own.
    let url = tab.unreachable.unwrap_or(tab.url);
    Ok(Found::Differs(format!("found `{url}`")))
}

pub(super) fn title(check: &Check<'_>, wanted: &str) -> Result<Found, Trouble> {
    let place = check.window.place(check.until)?;
    let title: String = check
        .window
        .call(&place, "title", Vec::new(), check.until)?;
    if fold(&title) == fold(wanted) {
        return Ok(Found::Holds);
    }
    Ok(Found::Differs(format!("found \"{}\"", cut(&title))))
}

fn facts(check: &Check<'_>, target: &Target, attribute: Option<&str>) -> Result<Facts, Trouble> {
    let attribute = attribute.map_or(serde_json::Value::Null, Into::into);
    let facts = in_frames(check.window, target, check.until, |place, given| {
        let arguments = given.arguments(None, Some(attribute.clone()));
        let facts: Facts = check.window.call(place, "facts", arguments, check.until)?;
        let count = facts.count;
        Ok((facts, count))
    });
    match facts {
        Ok((_, facts)) => Ok(facts),
        Err(Trouble::Refused { message, .. }) if message.contains("SyntaxError") => {
            Err(Trouble::Refused {
                method: "querySelector",
                message: format!("{} is no CSS selector", words(target)),
            })
        }
        Err(trouble) => Err(trouble),
    }
}

/// Holds if one of the elements fits; otherwise tells what each has.
fn compare(
    check: &Check<'_>,
    target: &Target,
    facts: &Facts,
    fits: impl Fn(&Fact) -> bool,
    has: impl Fn(&Fact) -> String,
) -> Result<Found, Trouble> {
    if facts.elements.iter().any(fits) {
        return Ok(Found::Holds);
    }
    if facts.count == 0 {
        return Ok(Found::Differs(nothing(check, target)));
    }
    let found: Vec<String> = facts.elements.iter().take(3).map(has).collect();
    let more = if facts.count > 3 { ", …" } else { "" };
    Ok(Found::Differs(format!("found {}{more}", found.join(", "))))
}

fn nothing(check: &Check<'_>, target: &Target) -> String {
    let words = words(target);
    let Target::Role { role, .. } = target else {
        return format!("no element matches {words}");
    };
    let names = role_candidates(check.window, target);
    if names.is_empty() {
        return format!("no element matches {words}; the page has no {role}");
    }
    let names: Vec<String> = names
        .iter()
        .map(|name| format!("{role} \"{name}\""))
        .collect();
    format!("no element matches {words}; there is {}", names.join(", "))
}

fn outlines(facts: &Facts) -> String {
    let outlines: Vec<String> = facts
        .elements
        .iter()
        .take(3)
        .map(|fact| format!("`{}`", fact.outline))
        .collect();
    outlines.join(", ")
}

/// A page's text in a sentence of ours is no longer than a line.
fn cut(text: &str) -> String {
    shortened(text, 200)
}
