//! Finding the elements that a target means.

use std::time::Instant;

use serde_json::{Value, json};

use crate::chromium::{Argument, QueryAccessibility, Trouble};
use crate::observe::Place;
use crate::plan::Target;
use crate::window::{self, Window, left, value};

/// More elements of one role are not looked at one by one.
const MOST: usize = 50;

/// A target as the functions in the page take it: what to look for, and what was found already.
#[derive(Clone)]
pub(crate) struct Given {
    spec: Value,
    elements: Vec<Argument>,
}

impl Given {
    /// Gives the arguments of a function: those before, the target, those between, and the elements.
    pub(crate) fn arguments(self, before: Option<Value>, between: Option<Value>) -> Vec<Argument> {
        let mut arguments: Vec<Argument> = before.into_iter().map(Argument::Value).collect();
        arguments.push(value(self.spec));
        arguments.extend(between.into_iter().map(Argument::Value));
        arguments.extend(self.elements);
        arguments
    }
}

/// Asks in one frame after the other until one has the target; gives the main frame's answer if none has.
/// `ask` gives its answer, and how many elements match.
pub(crate) fn in_frames<T>(
    window: &Window<'_>,
    target: &Target,
    until: Instant,
    ask: impl Fn(&Place, Given) -> Result<(T, usize), Trouble>,
) -> Result<(Place, T), Trouble> {
    let mut first = None;
    for place in window.places(until)? {
        let is_main = first.is_none();
        let answer = given(window, &place, target, until).and_then(|given| ask(&place, given));
        match answer {
            Ok((answer, count)) if count > 0 => return Ok((place, answer)),
            Ok((answer, _)) if is_main => first = Some((place, answer)),
            // A frame may go away while it is asked.
            Err(trouble) if is_main => return Err(trouble),
            Ok(_) | Err(_) => {}
        }
    }
    first.ok_or(Trouble::Gone)
}

fn given(
    window: &Window<'_>,
    place: &Place,
    target: &Target,
    until: Instant,
) -> Result<Given, Trouble> {
    let mut elements = Vec::new();
    let spec = match target {
        Target::Selector(selector) => json!({ "selector": selector }),
        Target::Text(text) => json!({ "text": text }),
        Target::Role { role, name } => {
            elements = by_role(window, place, role, name, until)?;
            json!({})
        }
    };
    Ok(Given { spec, elements })
}

/// The accessibility tree knows roles and names as a screen reader does, in open and closed shadow roots too.
fn by_role(
    window: &Window<'_>,
    place: &Place,
    role: &str,
    name: &str,
    until: Instant,
) -> Result<Vec<Argument>, Trouble> {
    let wanted = fold(name);
    let of_role = of_role(window, place, role, until)?;
    let named = of_role.iter().filter(|(found, _)| *found == wanted);
    let mut elements = Vec::new();
    for (_, node) in named.take(MOST) {
        elements.extend(window::node(place, *node, until)?);
    }
    Ok(elements)
}

/// Gives the name and the node of each element of a role.
fn of_role(
    window: &Window<'_>,
    place: &Place,
    role: &str,
    until: Instant,
) -> Result<Vec<(String, i64)>, Trouble> {
    let document = window.object(place, "document", Vec::new(), until)?;
    let limit = left(until);
    let mut found = Vec::new();
    for role in spellings(role) {
        let command = QueryAccessibility {
            object_id: document.clone(),
            role: Some((*role).to_owned()),
        };
        let nodes = place.session.call(&command, limit)?.nodes;
        let seen = nodes.into_iter().filter(|node| !node.ignored);
        found.extend(seen.filter_map(|node| Some((fold(node.name()), node.backend_dom_node_id?))));
    }
    Ok(found)
}

/// A role that the browser's tree calls by another word, or by one of two.
pub(crate) fn spellings(role: &str) -> Vec<&str> {
    match role {
        "img" | "image" => vec!["image", "img"],
        other => vec![other],
    }
}

/// Gives the names that elements of the target's role have, for a message; none unless it is a role.
pub(crate) fn role_candidates(window: &Window<'_>, target: &Target) -> Vec<String> {
    let Target::Role { role, .. } = target else {
        return Vec::new();
    };
    let until = Instant::now();
    let Ok(place) = window.place(until) else {
        return Vec::new();
    };
    let names = of_role(window, &place, role, until).unwrap_or_default();
    let mut names: Vec<String> = names.into_iter().map(|(name, _)| name).collect();
    names.dedup();
    names.truncate(8);
    names
}

/// Writes a target as a plan does.
pub(crate) fn words(target: &Target) -> String {
    match target {
        Target::Selector(selector) => format!("`{selector}`"),
        Target::Role { role, name } => format!("{role} \"{name}\""),
        Target::Text(text) => format!("text \"{text}\""),
    }
}

/// Folds white space, and leaves out where a word may be broken: nobody sees soft hyphens and spaces without a width.
pub(crate) fn fold(text: &str) -> String {
    let text = text.replace(['\u{ad}', '\u{200b}'], "");
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}
