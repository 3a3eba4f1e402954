//! The parts of a flow: each begins with a navigation or with an action that changes what the page shows.

use crate::plan::{Action, Assertion, ElementState, Flow, Plan, Step, StepKind, Target};

/// A navigation or an action, and the steps up to the next one.
pub(super) struct FlowPart<'a> {
    /// What began it.
    pub(super) opener: &'a Step,
    pub(super) opens: Opens,
    /// What follows.
    pub(super) steps: &'a [Step],
    /// Whether the flow ends with it.
    pub(super) is_last: bool,
}

/// What begins a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opens {
    /// The flow goes to an address.
    Navigation,
    /// A form is sent, or something is told to the server.
    Submit,
    /// A link is followed, or the plan itself says what is loaded.
    Load,
    /// Something is clicked that may do any of it or nothing.
    Click,
}

/// What tells a server something, as the first word of a control's name or in a selector.
const SUBMITS: [&str; 34] = [
    "add",
    "apply",
    "approve",
    "archive",
    "book",
    "buy",
    "checkout",
    "complete",
    "confirm",
    "create",
    "delete",
    "finish",
    "invite",
    "log in",
    "login",
    "order",
    "pay",
    "place",
    "post",
    "publish",
    "register",
    "remove",
    "rename",
    "reset password",
    "save",
    "search",
    "send",
    "sign in",
    "sign out",
    "sign up",
    "submit",
    "subscribe",
    "update",
    "upload",
];

/// What a click on a control stays on the page for, though a field was filled before.
const STAYS: [&str; 22] = [
    "back", "cancel", "choose", "clear", "close", "collapse", "copy", "dismiss", "edit", "expand",
    "filter", "hide", "menu", "more", "next", "open", "preview", "previous", "show", "sort",
    "toggle", "view",
];

/// Gives the flows that rules on the order of steps can judge: all of their steps are read, and they say what is done
/// and what must be true.
pub(super) fn flows(plan: &Plan) -> impl Iterator<Item = &Flow> {
    let flows = plan.flows.iter();
    flows.filter(|flow| is_readable(flow) && has_action(flow) && has_assertion(flow))
}

pub(super) fn is_readable(flow: &Flow) -> bool {
    !flow
        .steps
        .iter()
        .any(|step| step.kind == StepKind::Unreadable)
}

pub(super) fn has_action(flow: &Flow) -> bool {
    let is_action = |step: &Step| matches!(step.kind, StepKind::Navigate(_) | StepKind::Act(_));
    flow.steps.iter().any(is_action)
}

pub(super) fn has_assertion(flow: &Flow) -> bool {
    flow.steps.iter().any(|step| step.kind.is_assertion())
}

/// Cuts a flow into its parts; what stands before the first one is in none.
pub(super) fn parts(flow: &Flow) -> Vec<FlowPart<'_>> {
    let openers: Vec<(usize, Opens)> = (0..flow.steps.len())
        .filter_map(|index| Some((index, opens(flow, index)?)))
        .collect();
    let ends = openers.iter().skip(1).map(|(index, _)| *index);
    let ends = ends.chain([flow.steps.len()]);
    let cut = openers.iter().zip(ends);
    cut.map(|(&(index, opens), end)| FlowPart {
        opener: &flow.steps[index],
        opens,
        steps: &flow.steps[index + 1..end],
        is_last: end == flow.steps.len(),
    })
    .collect()
}

fn opens(flow: &Flow, index: usize) -> Option<Opens> {
    match &flow.steps[index].kind {
        StepKind::Navigate(_) => Some(Opens::Navigation),
        StepKind::Act(action) => action_opens(flow, index, action),
        StepKind::Assert(_) | StepKind::Screenshot(_) | StepKind::Unreadable => None,
    }
}

fn action_opens(flow: &Flow, index: usize, action: &Action) -> Option<Opens> {
    let is_answered = || asserts_request(flow, index);
    match action {
        Action::Click(target) => match kind_of(target, filled_before(flow, index)) {
            Some(Opens::Click) if is_answered() => Some(Opens::Load),
            kind => kind,
        },
        Action::Press { key, target } if key.name == "Enter" => {
            let is_in_field = target.as_ref().is_none_or(is_field);
            let is_submit = is_in_field && filled_before(flow, index);
            Some(if is_submit {
                Opens::Submit
            } else {
                Opens::Click
            })
        }
        Action::Check(_)
        | Action::Uncheck(_)
        | Action::Select { .. }
        | Action::Upload { .. }
        | Action::Press { .. }
        | Action::Scroll(_) => is_answered().then_some(Opens::Load),
        Action::Fill { .. } | Action::Hover(_) | Action::Dialog(_) => None,
    }
}

/// Says what a click on a target does, as far as its name tells.
fn kind_of(target: &Target, is_filled: bool) -> Option<Opens> {
    if is_field(target) {
        return None;
    }
    let (role, name) = match target {
        Target::Role { role, name } => (role.as_str(), name.to_lowercase()),
        Target::Text(text) => ("text", text.to_lowercase()),
        Target::Selector(selector) => ("", selector.to_lowercase()),
    };
    let begins = |words: &[&str]| words.iter().any(|word| begins_with(&name, word));
    let holds = |words: &[&str]| {
        name.split(|c: char| !c.is_alphanumeric())
            .any(|piece| words.contains(&piece))
    };
    Some(match role {
        "link" => Opens::Load,
        "checkbox" | "radio" | "switch" | "option" | "tab" => Opens::Click,
        "" if name.contains("[type=\"submit\"]") || name.contains("[type=submit]") => Opens::Submit,
        "" if holds(&STAYS) => Opens::Click,
        "" if holds(&SUBMITS) || is_filled => Opens::Submit,
        "" => Opens::Click,
        _ if begins(&STAYS) => Opens::Click,
        "button" | "menuitem" if begins(&SUBMITS) => Opens::Submit,
        "button" if is_filled => Opens::Submit,
        _ => Opens::Click,
    })
}

fn begins_with(name: &str, word: &str) -> bool {
    let rest = name.trim_start().strip_prefix(word);
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

fn is_field(target: &Target) -> bool {
    match target {
        Target::Role { role, .. } => matches!(
            role.as_str(),
            "textbox" | "searchbox" | "combobox" | "spinbutton" | "slider" | "listbox"
        ),
        Target::Selector(selector) => {
            let selector = selector.to_lowercase();
            let is_button = selector.contains("submit") || selector.contains("button");
            (selector.contains("input") || selector.contains("textarea")) && !is_button
        }
        Target::Text(_) => false,
    }
}

/// Whether something was put into a field since the last navigation or click.
fn filled_before(flow: &Flow, index: usize) -> bool {
    let before = flow.steps[..index].iter().rev();
    let mut before = before.take_while(|step| {
        !matches!(
            step.kind,
            StepKind::Navigate(_) | StepKind::Act(Action::Click(_))
        )
    });
    before.any(|step| {
        matches!(
            step.kind,
            StepKind::Act(Action::Fill { .. } | Action::Upload { .. })
        )
    })
}

/// Whether the plan says which request the action sends, before the next one.
fn asserts_request(flow: &Flow, index: usize) -> bool {
    let after = flow.steps[index + 1..].iter();
    let mut after =
        after.take_while(|step| !matches!(step.kind, StepKind::Navigate(_) | StepKind::Act(_)));
    after.any(|step| matches!(&step.kind, StepKind::Assert(assertion) if is_request(assertion)))
}

/// Whether an assertion is about a request that was sent, or that was not.
pub(super) fn is_request(assertion: &Assertion) -> bool {
    matches!(
        assertion,
        Assertion::Responds { .. }
            | Assertion::Sends { .. }
            | Assertion::Called { .. }
            | Assertion::NoRequest(_)
    )
}

/// Whether an assertion is about what the page holds.
pub(super) fn is_about_page(assertion: &Assertion) -> bool {
    matches!(assertion.word(), "ASSERT_DOM" | "ASSERT_A11Y")
}

/// Whether an assertion holds on any page that loaded.
pub(super) fn is_load_alone(assertion: &Assertion) -> bool {
    let is_whole_page = |target: &Target| match target {
        Target::Selector(selector) => matches!(
            selector.trim(),
            "html" | "body" | "head" | "main" | "title" | "*" | ":root"
        ),
        Target::Role { role, .. } => matches!(role.as_str(), "document" | "main"),
        Target::Text(_) => false,
    };
    match assertion {
        Assertion::Url(_) | Assertion::Title(_) | Assertion::ConsoleClean => true,
        Assertion::Is(target, ElementState::Present | ElementState::Visible) => {
            is_whole_page(target)
        }
        Assertion::Responds { request, body, .. } => request.method == "GET" && body.is_none(),
        Assertion::Called { request, .. } => request.method == "GET",
        Assertion::VitalsPass | Assertion::VitalBelow(..) | Assertion::NoRequest(_) => true,
        Assertion::Is(..)
        | Assertion::Text { .. }
        | Assertion::Value(..)
        | Assertion::Attribute { .. }
        | Assertion::Count(..)
        | Assertion::RoleAndLabel { .. }
        | Assertion::EveryControlLabelled
        | Assertion::Sends { .. } => false,
    }
}

impl FlowPart<'_> {
    /// Gives the place in the flow of the first step that fits.
    pub(super) fn position(&self, fits: impl Fn(&StepKind) -> bool) -> Option<usize> {
        self.steps.iter().position(|step| fits(&step.kind))
    }

    pub(super) fn holds_assertion(&self, fits: impl Fn(&Assertion) -> bool) -> bool {
        self.position(|kind| matches!(kind, StepKind::Assert(assertion) if fits(assertion)))
            .is_some()
    }

    /// Whether what began it certainly changes the page, or is the last thing that the flow does.
    pub(super) fn is_certain(&self) -> bool {
        self.opens != Opens::Click || self.is_last
    }
}
