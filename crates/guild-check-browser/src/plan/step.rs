//! One line of a flow: what it does or asserts.

use guild_check::Span;
use url::Url;

use super::{Assertion, Body, Key, Target, address};

/// A step of a flow.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its number in the flow, counted from 1 whatever the list says.
    pub number: u32,
    /// What it does.
    pub kind: StepKind,
    /// Where its line stands, without the number before it and the JSON block below it.
    pub span: Span,
    /// Its line as written, white space folded.
    pub text: String,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq)]
pub enum StepKind {
    /// ``Navigate to `/tasks` ``: the address as written; [`super::Plan::resolve`] completes it.
    Navigate(String),
    /// Something that a user does.
    Act(Action),
    /// Something that must be true.
    Assert(Assertion),
    /// ``Screenshot `name` ``: the name, which is safe in a file name.
    Screenshot(String),
    /// The line could not be read: a plan with such a step is not run.
    Unreadable,
}

/// Something that a user does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// ``Click <target>``
    Click(Target),
    /// ``Fill <target> with …``: what stood in the field before is gone afterwards.
    Fill {
        /// The field.
        target: Target,
        /// What is typed.
        typed: Typed,
    },
    /// ``Select "option" in <target>``
    Select {
        /// The words of the option as shown.
        option: String,
        /// The control.
        target: Target,
    },
    /// ``Check <target>``: nothing happens to one that is checked already.
    Check(Target),
    /// ``Uncheck <target>``: nothing happens to one that is not checked.
    Uncheck(Target),
    /// ``Press `Enter` ``, and ``in <target>``: the target is focused first.
    Press {
        /// The key.
        key: Key,
        /// Where, unless it goes where the focus is.
        target: Option<Target>,
    },
    /// ``Hover <target>``
    Hover(Target),
    /// ``Upload `file.png` to <target>``
    Upload {
        /// The file, relative to the plan.
        file: String,
        /// The file input, or what opens the file chooser.
        target: Target,
    },
    /// ``Scroll to <target>``
    Scroll(Target),
    /// ``Accept dialog`` or ``Dismiss dialog``: how the next dialog is answered.
    Dialog(DialogAnswer),
}

/// What a step types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// Text that stands in the plan.
    Text(String),
    /// The value of an environment variable, which the head names.
    Secret(String),
}

/// How a dialog is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogAnswer {
    /// With OK.
    Accept,
    /// With Cancel.
    Dismiss,
}

impl StepKind {
    /// Says whether the step has a verdict of its own: «assertion 7» counts these.
    pub fn is_assertion(&self) -> bool {
        matches!(self, Self::Assert(_))
    }

    /// Gives the file that the step names, relative to the plan.
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::Act(Action::Upload { file, .. }) => Some(file),
            Self::Assert(
                Assertion::Responds {
                    body: Some(Body::Schema(file) | Body::Contract(file)),
                    ..
                }
                | Assertion::Sends {
                    body: Body::Schema(file) | Body::Contract(file),
                    ..
                },
            ) => Some(file),
            Self::Navigate(_)
            | Self::Act(_)
            | Self::Assert(_)
            | Self::Screenshot(_)
            | Self::Unreadable => None,
        }
    }

    /// Gives the word for the kind, as `steps` of a JSON report show it (DESIGN.md 6).
    pub fn word(&self) -> &'static str {
        match self {
            Self::Navigate(_) => "NAVIGATE",
            Self::Act(_) | Self::Unreadable => "ACT",
            Self::Assert(assertion) => assertion.word(),
            Self::Screenshot(_) => "CAPTURE",
        }
    }

    pub(super) fn move_to(&mut self, entry: &Url, base: &Url) {
        match self {
            Self::Navigate(address) => address::move_text(address, entry, base),
            Self::Assert(assertion) => assertion.move_to(entry, base),
            Self::Act(_) | Self::Screenshot(_) | Self::Unreadable => {}
        }
    }
}

impl Action {
    /// Gives the element that is acted on, where there is one.
    pub fn target(&self) -> Option<&Target> {
        match self {
            Self::Click(target)
            | Self::Fill { target, .. }
            | Self::Select { target, .. }
            | Self::Check(target)
            | Self::Uncheck(target)
            | Self::Hover(target)
            | Self::Upload { target, .. }
            | Self::Scroll(target) => Some(target),
            Self::Press { target, .. } => target.as_ref(),
            Self::Dialog(_) => None,
        }
    }
}
