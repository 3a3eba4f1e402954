//! The accessibility tree: what a screen reader is told.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use guild_check::shortened;

use crate::act::{fold, in_frames, spellings, words};
use crate::chromium::{AccessibilityNode, GetPartialAccessibility, QueryAccessibility, Trouble};
use crate::observe::Place;
use crate::plan::Target;
use crate::run::Found;
use crate::window::{self, Window, left};

/// The roles of what a user operates, as the browser calls them.
const CONTROLS: [&str; 20] = [
    "button",
    "link",
    "textbox",
    "searchbox",
    "checkbox",
    "radio",
    "switch",
    "combobox",
    "listbox",
    "slider",
    "spinbutton",
    "tab",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "ColorWell",
    "Date",
    "DateTime",
    "InputTime",
    "DisclosureTriangle",
];

/// Holds if the element has a role and an accessible name.
pub(crate) fn role_and_label(
    window: &Window<'_>,
    target: &Target,
    role: &str,
    label: &str,
    until: Instant,
) -> Result<Found, Trouble> {
    let first = |place: &Place, given: crate::act::Given| {
        let arguments = given.arguments(None, None);
        match window.object(place, "first", arguments, until) {
            Ok(object) => Ok((Some(object), 1)),
            // Nothing is no object.
            Err(Trouble::Gone) => Ok((None, 0)),
            Err(trouble) => Err(trouble),
        }
    };
    let (place, object) = in_frames(window, target, until, first)?;
    let Some(object_id) = object else {
        let words = words(target);
        return Ok(Found::Differs(format!("no element matches {words}")));
    };
    let command = GetPartialAccessibility {
        object_id,
        fetch_relatives: false,
    };
    let nodes = place.session.call(&command, left(until))?.nodes;
    let Some(node) = nodes.first().filter(|node| !node.ignored) else {
        let hidden = "it is not in the accessibility tree: a screen reader does not tell of it";
        return Ok(Found::Differs(hidden.to_owned()));
    };
    let is_role = spellings(role).contains(&node.role());
    if is_role && fold(node.name()) == fold(label) {
        return Ok(Found::Holds);
    }
    Ok(Found::Differs(format!("found {}", told(node))))
}

/// Gives the role and the name of each heading and each control, in the order of the page; those in frames at the end.
pub(crate) fn outline(
    window: &Window<'_>,
    until: Instant,
) -> Result<Vec<(String, String)>, Trouble> {
    let is_told =
        |node: &AccessibilityNode| node.role() == "heading" || CONTROLS.contains(&node.role());
    let nodes = trees(window, until)?
        .into_iter()
        .flat_map(|(_, nodes)| nodes);
    let nodes = nodes.filter(|node| !node.ignored && is_told(node));
    Ok(nodes
        .map(|node| (node.role().to_owned(), fold(node.name())))
        .collect())
}

/// Texts longer than this are cut: they are read on the page, not here.
const TEXT: usize = 200;

/// More controls of the same role and name than these get no selector of their own.
const SELECTORS: usize = 40;

/// The browser takes some ten seconds to tell of the labels among so many elements; of more it is not asked.
const MOST_ELEMENTS: usize = 100_000;

/// How long it may take to tell of them: the time of a step is for a page that changes, not for one that is large.
const LABELS: Duration = Duration::from_secs(20);

/// More controls without a label are counted, and not told one by one.
const MOST_TOLD: usize = 5;

/// Something on the page that is told of.
struct Part {
    /// Role and name, as a step takes them.
    words: String,
    state: String,
    /// The node of a control, which a step may mean.
    control: Option<i64>,
    has_name: bool,
}

/// Tells what is on the page, one line for each heading, each control and each text, in the words of a plan's targets.
///
/// Controls whose words mean none of them, or several, have a selector behind them that means one: it is of what the
/// author named, so that it stays the same while the page changes.
pub(crate) fn page(window: &Window<'_>, until: Instant) -> Result<Vec<String>, Trouble> {
    let mut lines = Vec::new();
    let mut left = SELECTORS;
    for (place, nodes) in trees(window, until)? {
        let parts = parts(&nodes);
        let mut times: HashMap<&str, usize> = HashMap::new();
        for part in &parts {
            *times.entry(&part.words).or_default() += 1;
        }
        for part in &parts {
            let is_plain = part.has_name && times.get(part.words.as_str()) == Some(&1);
            let node = part.control.filter(|_| !is_plain && left > 0);
            let selector = node.and_then(|node| {
                left -= 1;
                of_element(window, &place, node, "selector", until)
            });
            lines.push(match selector.filter(|text| !text.is_empty()) {
                Some(selector) => format!("{} `{selector}`{}", part.words, part.state),
                None => format!("{}{}", part.words, part.state),
            });
        }
    }
    Ok(lines)
}

/// Picks what is told of out of a frame's tree.
fn parts(nodes: &[AccessibilityNode]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut last = String::new();
    for node in nodes.iter().filter(|node| !node.ignored) {
        let name = fold(node.name());
        let is_control = CONTROLS.contains(&node.role());
        let is_told = is_control
            || matches!(
                node.role(),
                "heading" | "image" | "alert" | "dialog" | "status"
            );
        // The text in a control is its name, which was told.
        let is_text = node.role() == "StaticText" && !name.is_empty() && !last.contains(&name);
        if !is_told && !is_text {
            continue;
        }
        let role = if is_told { node.role() } else { "text" };
        parts.push(Part {
            words: format!("{role} \"{}\"", shortened(&name, TEXT)),
            state: if is_told { node.state() } else { String::new() },
            control: node.backend_dom_node_id.filter(|_| is_control),
            has_name: !name.is_empty(),
        });
        last = name;
    }
    parts
}

/// Holds if everything that a user operates has an accessible name.
pub(crate) fn every_control(window: &Window<'_>, until: Instant) -> Result<Found, Trouble> {
    let mut elements = 0;
    for place in window.places(until)? {
        let of_frame = window.call::<usize>(&place, "size", Vec::new(), until);
        // A frame may go away while it is asked.
        elements += of_frame.unwrap_or_default();
    }
    let too_many = || {
        Found::Differs(format!(
            "the page has {elements} elements, too many to look at the label of each control: assert those that matter one by one, or on a page with fewer"
        ))
    };
    if elements > MOST_ELEMENTS {
        return Ok(too_many());
    }
    let trees = match trees(window, until.max(Instant::now() + LABELS)) {
        Err(Trouble::Silent { .. }) => return Ok(too_many()),
        trees => trees?,
    };
    let is_control = |node: &&AccessibilityNode| !node.ignored && CONTROLS.contains(&node.role());
    let all = trees.iter().flat_map(|(place, nodes)| {
        let controls = nodes.iter().filter(is_control);
        controls.map(move |node| (place, node))
    });
    let (nameless, named): (Vec<_>, Vec<_>) =
        all.partition(|(_, node)| fold(node.name()).is_empty());
    if nameless.is_empty() {
        return Ok(Found::Holds);
    }
    let told = nameless.iter().take(MOST_TOLD).map(|(place, node)| {
        let id = node.backend_dom_node_id;
        let outline = id.and_then(|id| of_element(window, place, id, "outline", until));
        match outline.filter(|outline| !outline.is_empty()) {
            Some(outline) => format!("{} `{outline}`", node.role()),
            None => node.role().to_owned(),
        }
    });
    let told: Vec<String> = told.collect();
    let (all, more) = (
        nameless.len(),
        if nameless.len() > MOST_TOLD {
            ", …"
        } else {
            ""
        },
    );
    Ok(Found::Differs(format!(
        "{all} of {} controls without a label: {}{more}",
        all + named.len(),
        told.join(", ")
    )))
}

/// Gives the tree of each frame, the main one first.
fn trees(
    window: &Window<'_>,
    until: Instant,
) -> Result<Vec<(Place, Vec<AccessibilityNode>)>, Trouble> {
    let mut trees = Vec::new();
    for place in window.places(until)? {
        match all(window, &place, until) {
            Ok(nodes) => trees.push((place, nodes)),
            Err(trouble) if place.parent.is_none() => return Err(trouble),
            // A frame may go away while it is asked.
            Err(_) => {}
        }
    }
    Ok(trees)
}

/// Gives all nodes of a frame's tree.
fn all(
    window: &Window<'_>,
    place: &Place,
    until: Instant,
) -> Result<Vec<AccessibilityNode>, Trouble> {
    let command = QueryAccessibility {
        object_id: window.object(place, "document", Vec::new(), until)?,
        role: None,
    };
    Ok(place.session.call(&command, left(until))?.nodes)
}

/// Runs one of our functions on an element; nothing if it went away.
fn of_element(
    window: &Window<'_>,
    place: &Place,
    node: i64,
    function: &'static str,
    until: Instant,
) -> Option<String> {
    let element = vec![window::node(place, node, until).ok()??];
    window.call(place, function, element, until).ok()
}

fn told(node: &AccessibilityNode) -> String {
    match fold(node.name()) {
        name if name.is_empty() => format!("{} without a label", node.role()),
        name => format!("{} \"{name}\"", node.role()),
    }
}
