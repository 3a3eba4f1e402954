//! What a step may assert.

use url::Url;

use super::{RequestPattern, Target, address};
use crate::shape::Shape;

/// Something that must be true. It is retried until it holds or the step's time is up.
#[derive(Clone, Debug, PartialEq)]
pub enum Assertion {
    /// ``Assert <target> is …``
    Is(Target, ElementState),
    /// ``Assert <target> has text "…"`` or ``contains text "…"``, white space folded.
    Text {
        /// The element.
        target: Target,
        /// How much of its text.
        how: TextMatch,
        /// The text.
        text: String,
    },
    /// ``Assert <target> has value "…"``
    Value(Target, String),
    /// ``Assert <target> has attribute `name` "…"``
    Attribute {
        /// The element.
        target: Target,
        /// The attribute.
        name: String,
        /// Its value.
        value: String,
    },
    /// ``Assert <target> has count 3``: how many elements match.
    Count(Target, u32),
    /// ``Assert URL is `/tasks/1` ``: the address as written; [`super::Plan::resolve`] completes it.
    Url(String),
    /// ``Assert title is "…"``
    Title(String),
    /// ``Assert <target> has role `button` and label "Save"``
    RoleAndLabel {
        /// The element.
        target: Target,
        /// The role that the accessibility tree gives it.
        role: String,
        /// The accessible name.
        label: String,
    },
    /// ``Assert every control has a label``
    EveryControlLabelled,
    /// ``Assert console has no errors``
    ConsoleClean,
    /// ``Assert network `POST /api/tasks` responds `201` …``
    Responds {
        /// Which request.
        request: RequestPattern,
        /// The status of its answer.
        status: u16,
        /// What the body is, if the line says.
        body: Option<Body>,
    },
    /// ``Assert network `POST /api/tasks` sends body matching…``
    Sends {
        /// Which request.
        request: RequestPattern,
        /// What its body is.
        body: Body,
    },
    /// ``Assert network `GET /api/tasks` was called 1 time``: since the previous action.
    Called {
        /// Which request.
        request: RequestPattern,
        /// How often, exactly.
        times: u32,
    },
    /// ``Assert no request to `https://…` ``: in the whole flow so far; a prefix of the address.
    NoRequest(String),
    /// ``Assert Core Web Vitals pass``: all three of them are below the limits of SPEC.md 8.
    VitalsPass,
    /// ``Assert LCP is below 2500 ms``: strictly; milliseconds, and no unit for CLS.
    VitalBelow(Vital, f64),
}

/// A state of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementState {
    /// At least one element matches.
    Present,
    /// None matches.
    Absent,
    /// It has a box, and nothing hides it.
    Visible,
    /// None matches, or it is not visible.
    Hidden,
    /// It can be acted on.
    Enabled,
    /// It is disabled, itself or by what holds it.
    Disabled,
    /// It has the focus.
    Focused,
    /// It is checked.
    Checked,
}

/// How much of an element's text is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextMatch {
    /// All of it.
    Equals,
    /// A part of it.
    Contains,
}

/// What the body of a request or an answer must be.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// The JSON block below the step.
    Shape(Shape),
    /// A JSON Schema: a file relative to the plan.
    Schema(String),
    /// The operation of an API contract: a file relative to the plan. Only for answers.
    Contract(String),
}

/// A Core Web Vital.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vital {
    /// Largest Contentful Paint, in milliseconds.
    Lcp,
    /// Cumulative Layout Shift, without a unit.
    Cls,
    /// Interaction to Next Paint, in milliseconds.
    Inp,
}

impl Assertion {
    /// Gives the shape that its JSON block writes, if it has one.
    pub fn shape(&self) -> Option<&Shape> {
        match self {
            Self::Responds {
                body: Some(Body::Shape(shape)),
                ..
            }
            | Self::Sends {
                body: Body::Shape(shape),
                ..
            } => Some(shape),
            _ => None,
        }
    }

    /// Gives the word for the kind, as `steps` of a JSON report show it (DESIGN.md 6).
    pub fn word(&self) -> &'static str {
        match self {
            Self::Is(..)
            | Self::Text { .. }
            | Self::Value(..)
            | Self::Attribute { .. }
            | Self::Count(..)
            | Self::Url(_)
            | Self::Title(_) => "ASSERT_DOM",
            Self::RoleAndLabel { .. } | Self::EveryControlLabelled => "ASSERT_A11Y",
            Self::ConsoleClean => "ASSERT_CONSOLE",
            Self::Responds { .. }
            | Self::Sends { .. }
            | Self::Called { .. }
            | Self::NoRequest(_) => "ASSERT_NETWORK",
            Self::VitalsPass | Self::VitalBelow(..) => "ASSERT_VITALS",
        }
    }

    pub(super) fn move_to(&mut self, entry: &Url, base: &Url) {
        match self {
            Self::Url(text) | Self::NoRequest(text) => address::move_text(text, entry, base),
            Self::Responds { request, .. }
            | Self::Sends { request, .. }
            | Self::Called { request, .. } => request.move_to(entry, base),
            Self::Is(..)
            | Self::Text { .. }
            | Self::Value(..)
            | Self::Attribute { .. }
            | Self::Count(..)
            | Self::Title(_)
            | Self::RoleAndLabel { .. }
            | Self::EveryControlLabelled
            | Self::ConsoleClean
            | Self::VitalsPass
            | Self::VitalBelow(..) => {}
        }
    }
}

impl ElementState {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Present,
        Self::Absent,
        Self::Visible,
        Self::Hidden,
        Self::Enabled,
        Self::Disabled,
        Self::Focused,
        Self::Checked,
    ];

    /// Gives the word that a plan writes after `is`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Absent => "absent",
            Self::Visible => "visible",
            Self::Hidden => "hidden",
            Self::Enabled => "enabled",
            Self::Disabled => "disabled",
            Self::Focused => "focused",
            Self::Checked => "checked",
        }
    }
}

impl Vital {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Lcp, Self::Cls, Self::Inp];

    /// Gives its name.
    pub fn word(self) -> &'static str {
        match self {
            Self::Lcp => "LCP",
            Self::Cls => "CLS",
            Self::Inp => "INP",
        }
    }

    /// Gives the limit that a value has to be below (SPEC.md 8): a value that is equal to it fails.
    pub fn limit(self) -> f64 {
        match self {
            Self::Lcp => 2500.0,
            Self::Cls => 0.1,
            Self::Inp => 200.0,
        }
    }
}
