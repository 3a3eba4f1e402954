//! Writing a plan: what is written is read as the same plan again.

use std::fmt;
use std::time::Duration;

use super::{
    Action, Assertion, Body, ColorScheme, DialogAnswer, Flow, Key, Plan, RequestPattern, StepKind,
    Target, TextMatch, Typed, Viewport, Vital, VitalsWanted,
};

impl fmt::Display for Plan {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "# Test plan: {}\n", self.title)?;
        if let Some(url) = &self.entry_url {
            writeln!(out, "- Entry URL: {url}")?;
        }
        if self.viewport != Viewport::default() {
            writeln!(
                out,
                "- Viewport: {}x{}",
                self.viewport.width, self.viewport.height
            )?;
        }
        if self.color_scheme != ColorScheme::default() {
            writeln!(out, "- Color scheme: {}", self.color_scheme.word())?;
        }
        if self.step_timeout != Self::STEP_TIMEOUT {
            writeln!(out, "- Step timeout: {}", Time(self.step_timeout))?;
        }
        if !self.expected_console.is_empty() {
            writeln!(out, "- Expected console messages:")?;
        }
        for message in &self.expected_console {
            let (text, origin) = (Code(&message.text), Code(&message.origin));
            writeln!(out, "  - {text} from {origin}")?;
        }
        match self.vitals {
            VitalsWanted::Unasked => {}
            VitalsWanted::Recorded => writeln!(out, "- Core Web Vitals: recorded")?,
            VitalsWanted::Required => writeln!(out, "- Core Web Vitals: required")?,
        }
        let secrets: Vec<String> = self
            .secrets
            .iter()
            .map(|secret| format!("`{}`", secret.name))
            .collect();
        if !secrets.is_empty() {
            writeln!(out, "- Secrets: {}", secrets.join(", "))?;
        }
        self.flows.iter().try_for_each(|flow| write!(out, "{flow}"))
    }
}

impl fmt::Display for Flow {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "\n## Flow: {}\n", self.name)?;
        for step in &self.steps {
            let mark = format!("{}. ", step.number);
            writeln!(out, "{mark}{}", step.kind)?;
            if let StepKind::Assert(assertion) = &step.kind
                && let Some(shape) = assertion.shape()
            {
                let indent = mark.len();
                writeln!(
                    out,
                    "\n{:indent$}```json\n{:indent$}{shape}\n{:indent$}```\n",
                    "", "", ""
                )?;
            }
        }
        Ok(())
    }
}

/// Writes the line of a step.
impl fmt::Display for StepKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Navigate(address) => write!(out, "Navigate to {}", Code(address)),
            Self::Act(action) => write!(out, "{action}"),
            Self::Assert(assertion) => write!(out, "Assert {assertion}"),
            Self::Screenshot(name) => write!(out, "Screenshot {}", Code(name)),
            Self::Unreadable => out.write_str("…"),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Click(target) => write!(out, "Click {target}"),
            Self::Fill {
                target,
                typed: Typed::Text(text),
            } => {
                write!(out, "Fill {target} with {}", Quoted(text))
            }
            Self::Fill {
                target,
                typed: Typed::Secret(name),
            } => {
                write!(out, "Fill {target} with secret {}", Code(name))
            }
            Self::Select { option, target } => write!(out, "Select {} in {target}", Quoted(option)),
            Self::Check(target) => write!(out, "Check {target}"),
            Self::Uncheck(target) => write!(out, "Uncheck {target}"),
            Self::Press { key, target: None } => write!(out, "Press {}", Code(&key.to_string())),
            Self::Press {
                key,
                target: Some(target),
            } => {
                write!(out, "Press {} in {target}", Code(&key.to_string()))
            }
            Self::Hover(target) => write!(out, "Hover {target}"),
            Self::Upload { file, target } => write!(out, "Upload {} to {target}", Code(file)),
            Self::Scroll(target) => write!(out, "Scroll to {target}"),
            Self::Dialog(DialogAnswer::Accept) => out.write_str("Accept dialog"),
            Self::Dialog(DialogAnswer::Dismiss) => out.write_str("Dismiss dialog"),
        }
    }
}

/// Writes what stands behind the word `Assert`, as the last line of a report quotes it.
impl fmt::Display for Assertion {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(target, state) => write!(out, "{target} is {}", state.word()),
            Self::Text {
                target,
                how: TextMatch::Equals,
                text,
            } => {
                write!(out, "{target} has text {}", Quoted(text))
            }
            Self::Text {
                target,
                how: TextMatch::Contains,
                text,
            } => {
                write!(out, "{target} contains text {}", Quoted(text))
            }
            Self::Value(target, value) => write!(out, "{target} has value {}", Quoted(value)),
            Self::Attribute {
                target,
                name,
                value,
            } => {
                write!(
                    out,
                    "{target} has attribute {} {}",
                    Code(name),
                    Quoted(value)
                )
            }
            Self::Count(target, count) => write!(out, "{target} has count {count}"),
            Self::Url(address) => write!(out, "URL is {}", Code(address)),
            Self::Title(title) => write!(out, "title is {}", Quoted(title)),
            Self::RoleAndLabel {
                target,
                role,
                label,
            } => {
                write!(
                    out,
                    "{target} has role {} and label {}",
                    Code(role),
                    Quoted(label)
                )
            }
            Self::EveryControlLabelled => out.write_str("every control has a label"),
            Self::ConsoleClean => out.write_str("console has no errors"),
            Self::Responds {
                request,
                status,
                body,
            } => {
                write!(
                    out,
                    "network {} responds `{status}`",
                    Code(&request.to_string())
                )?;
                match body {
                    None => Ok(()),
                    Some(Body::Shape(_)) => out.write_str(" and body matches:"),
                    Some(Body::Schema(file)) => {
                        write!(out, " and body matches schema {}", Code(file))
                    }
                    Some(Body::Contract(file)) => {
                        write!(out, " and body matches contract {}", Code(file))
                    }
                }
            }
            Self::Sends { request, body } => {
                write!(
                    out,
                    "network {} sends body matching",
                    Code(&request.to_string())
                )?;
                match body {
                    Body::Shape(_) => out.write_str(":"),
                    Body::Schema(file) => write!(out, " schema {}", Code(file)),
                    Body::Contract(file) => write!(out, " contract {}", Code(file)),
                }
            }
            Self::Called { request, times } => {
                let noun = if *times == 1 { "time" } else { "times" };
                write!(
                    out,
                    "network {} was called {times} {noun}",
                    Code(&request.to_string())
                )
            }
            Self::NoRequest(address) => write!(out, "no request to {}", Code(address)),
            Self::VitalsPass => out.write_str("Core Web Vitals pass"),
            Self::VitalBelow(vital @ (Vital::Lcp | Vital::Inp), limit) => {
                write!(out, "{} is below {limit} ms", vital.word())
            }
            Self::VitalBelow(Vital::Cls, limit) => write!(out, "CLS is below {limit}"),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Selector(selector) => write!(out, "{}", Code(selector)),
            Self::Role { role, name } => write!(out, "{role} {}", Quoted(name)),
            Self::Text(text) => write!(out, "text {}", Quoted(text)),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for modifier in &self.modifiers {
            write!(out, "{}+", modifier.word())?;
        }
        out.write_str(&self.name)
    }
}

impl fmt::Display for RequestPattern {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let origin = self.origin.as_deref().unwrap_or_default();
        write!(out, "{} {origin}{}", self.method, self.path)?;
        match &self.query {
            Some(query) => write!(out, "?{query}"),
            None => Ok(()),
        }
    }
}

/// A text in straight quotes.
pub(super) struct Quoted<'a>(pub(super) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "\"{}\"",
            self.0.replace('\\', "\\\\").replace('"', "\\\"")
        )
    }
}

/// A text in as many backticks as it needs.
pub(super) struct Code<'a>(pub(super) &'a str);

impl fmt::Display for Code<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0;
        let runs = text.split(|character| character != '`').map(str::len);
        let fence = "`".repeat(runs.max().unwrap_or(0) + 1);
        let is_edged = text.starts_with('`') || text.ends_with('`');
        let is_padded = text.starts_with(' ') && text.ends_with(' ') && !text.trim().is_empty();
        let pad = if is_edged || is_padded { " " } else { "" };
        write!(out, "{fence}{pad}{text}{pad}{fence}")
    }
}

/// A time as a plan writes it.
struct Time(Duration);

impl fmt::Display for Time {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.as_millis(), self.0.as_secs()) {
            (millis, seconds) if millis == u128::from(seconds) * 1000 => write!(out, "{seconds}s"),
            (millis, _) => write!(out, "{millis}ms"),
        }
    }
}
