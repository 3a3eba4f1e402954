//! What each form of a step means.

use super::filled::{Filled, Wrong, role};
use super::value::{address, file, key, request, status, variable, whole};
use super::{
    Action, Assertion, Body, DialogAnswer, ElementState, StepKind, TextMatch, Typed, Vital,
};

type Built = Result<StepKind, Wrong>;

fn act(action: Action) -> Built {
    Ok(StepKind::Act(action))
}

fn assert(assertion: Assertion) -> Built {
    Ok(StepKind::Assert(assertion))
}

fn is(filled: &mut Filled, state: ElementState) -> Built {
    assert(Assertion::Is(filled.target(), state))
}

pub(super) fn navigate(filled: &mut Filled) -> Built {
    address(&filled.first).map(StepKind::Navigate)
}

pub(super) fn click(filled: &mut Filled) -> Built {
    act(Action::Click(filled.target()))
}

pub(super) fn fill(filled: &mut Filled) -> Built {
    let typed = Typed::Text(std::mem::take(&mut filled.text));
    let target = filled.target();
    act(Action::Fill { target, typed })
}

pub(super) fn fill_secret(filled: &mut Filled) -> Built {
    let typed = Typed::Secret(variable(&filled.first)?);
    let target = filled.target();
    act(Action::Fill { target, typed })
}

pub(super) fn select(filled: &mut Filled) -> Built {
    let option = std::mem::take(&mut filled.text);
    let target = filled.target();
    act(Action::Select { option, target })
}

pub(super) fn check(filled: &mut Filled) -> Built {
    act(Action::Check(filled.target()))
}

pub(super) fn uncheck(filled: &mut Filled) -> Built {
    act(Action::Uncheck(filled.target()))
}

pub(super) fn press(filled: &mut Filled) -> Built {
    let key = key(&filled.first)?;
    let target = filled.target.take();
    act(Action::Press { key, target })
}

pub(super) fn hover(filled: &mut Filled) -> Built {
    act(Action::Hover(filled.target()))
}

pub(super) fn upload(filled: &mut Filled) -> Built {
    let file = file(&filled.first)?;
    let target = filled.target();
    act(Action::Upload { file, target })
}

pub(super) fn scroll(filled: &mut Filled) -> Built {
    act(Action::Scroll(filled.target()))
}

pub(super) fn accept(_: &mut Filled) -> Built {
    act(Action::Dialog(DialogAnswer::Accept))
}

pub(super) fn dismiss(_: &mut Filled) -> Built {
    act(Action::Dialog(DialogAnswer::Dismiss))
}

pub(super) fn is_present(filled: &mut Filled) -> Built {
    is(filled, ElementState::Present)
}

pub(super) fn is_absent(filled: &mut Filled) -> Built {
    is(filled, ElementState::Absent)
}

pub(super) fn is_visible(filled: &mut Filled) -> Built {
    is(filled, ElementState::Visible)
}

pub(super) fn is_hidden(filled: &mut Filled) -> Built {
    is(filled, ElementState::Hidden)
}

pub(super) fn is_enabled(filled: &mut Filled) -> Built {
    is(filled, ElementState::Enabled)
}

pub(super) fn is_disabled(filled: &mut Filled) -> Built {
    is(filled, ElementState::Disabled)
}

pub(super) fn is_focused(filled: &mut Filled) -> Built {
    is(filled, ElementState::Focused)
}

pub(super) fn is_checked(filled: &mut Filled) -> Built {
    is(filled, ElementState::Checked)
}

pub(super) fn has_text(filled: &mut Filled) -> Built {
    text(filled, TextMatch::Equals)
}

pub(super) fn contains_text(filled: &mut Filled) -> Built {
    text(filled, TextMatch::Contains)
}

fn text(filled: &mut Filled, how: TextMatch) -> Built {
    let text = std::mem::take(&mut filled.text);
    let target = filled.target();
    assert(Assertion::Text { target, how, text })
}

pub(super) fn has_value(filled: &mut Filled) -> Built {
    let value = std::mem::take(&mut filled.text);
    assert(Assertion::Value(filled.target(), value))
}

pub(super) fn has_attribute(filled: &mut Filled) -> Built {
    let name = filled.first.text.trim().to_owned();
    if name.is_empty() || name.contains([' ', '"', '=', '<', '>', '/']) {
        let help = "write an attribute such as `href` or `aria-expanded`";
        let message = format!("`{name}` is no name of an attribute");
        return Err(Wrong::new(filled.first.span, message, help));
    }
    let value = std::mem::take(&mut filled.text);
    let target = filled.target();
    assert(Assertion::Attribute {
        target,
        name,
        value,
    })
}

pub(super) fn has_count(filled: &mut Filled) -> Built {
    let count = whole(&filled.number)?;
    assert(Assertion::Count(filled.target(), count))
}

pub(super) fn url_is(filled: &mut Filled) -> Built {
    assert(Assertion::Url(address(&filled.first)?))
}

pub(super) fn title_is(filled: &mut Filled) -> Built {
    assert(Assertion::Title(std::mem::take(&mut filled.text)))
}

pub(super) fn has_role(filled: &mut Filled) -> Built {
    let role = role(&filled.first)?;
    let label = std::mem::take(&mut filled.text);
    let target = filled.target();
    assert(Assertion::RoleAndLabel {
        target,
        role,
        label,
    })
}

pub(super) fn labels(_: &mut Filled) -> Built {
    assert(Assertion::EveryControlLabelled)
}

pub(super) fn console(_: &mut Filled) -> Built {
    assert(Assertion::ConsoleClean)
}

pub(super) fn responds(filled: &mut Filled) -> Built {
    answer(filled, None)
}

pub(super) fn responds_shape(filled: &mut Filled) -> Built {
    let body = filled.block.take().map(Body::Shape);
    answer(filled, body)
}

pub(super) fn responds_schema(filled: &mut Filled) -> Built {
    let body = Body::Schema(file(&filled.third)?);
    answer(filled, Some(body))
}

pub(super) fn responds_contract(filled: &mut Filled) -> Built {
    let body = Body::Contract(file(&filled.third)?);
    answer(filled, Some(body))
}

fn answer(filled: &Filled, body: Option<Body>) -> Built {
    assert(Assertion::Responds {
        request: request(&filled.first)?,
        status: status(&filled.second)?,
        body,
    })
}

pub(super) fn sends_shape(filled: &mut Filled) -> Built {
    let request = request(&filled.first)?;
    let shape = filled.block.take().unwrap_or(crate::shape::Shape::Any);
    let body = Body::Shape(shape);
    assert(Assertion::Sends { request, body })
}

pub(super) fn sends_schema(filled: &mut Filled) -> Built {
    let request = request(&filled.first)?;
    let body = Body::Schema(file(&filled.second)?);
    assert(Assertion::Sends { request, body })
}

pub(super) fn called(filled: &mut Filled) -> Built {
    let request = request(&filled.first)?;
    let times = whole(&filled.number)?;
    assert(Assertion::Called { request, times })
}

pub(super) fn no_request(filled: &mut Filled) -> Built {
    assert(Assertion::NoRequest(address(&filled.first)?))
}

pub(super) fn vitals_pass(_: &mut Filled) -> Built {
    assert(Assertion::VitalsPass)
}

pub(super) fn lcp(filled: &mut Filled) -> Built {
    below(filled, Vital::Lcp)
}

pub(super) fn cls(filled: &mut Filled) -> Built {
    below(filled, Vital::Cls)
}

pub(super) fn inp(filled: &mut Filled) -> Built {
    below(filled, Vital::Inp)
}

fn below(filled: &Filled, vital: Vital) -> Built {
    let limit = filled.number.text.parse::<f64>();
    match limit {
        Ok(limit) if limit.is_finite() && limit > 0.0 => {
            assert(Assertion::VitalBelow(vital, limit))
        }
        Ok(_) | Err(_) => Err(Wrong::new(
            filled.number.span,
            "nothing is below that",
            format!("write a limit such as {}", vital.limit()),
        )),
    }
}

pub(super) fn screenshot(filled: &mut Filled) -> Built {
    let name = &filled.first.text;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_sound =
        name.chars().all(is_plain) && name.starts_with(|c: char| c.is_ascii_alphanumeric());
    if is_sound && name.len() <= 80 {
        return Ok(StepKind::Screenshot(name.clone()));
    }
    Err(Wrong::new(
        filled.first.span,
        format!("`{name}` cannot name a file"),
        "write a name of letters, digits and hyphens, such as `after-save`",
    ))
}
