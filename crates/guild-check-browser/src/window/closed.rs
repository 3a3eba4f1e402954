//! Closed shadow roots: no script finds them, ours neither, so the browser names them.

use std::collections::BTreeSet;
use std::time::Instant;

use super::{Shape, left, node, once};
use crate::chromium::{Argument, Command as _, DescribeNode, DomNode, Trouble};
use crate::observe::Place;

/// So many levels are told at once: an answer that nests more deeply than its reader follows is none.
const LEVELS: i64 = 20;

/// Gives the closed shadow roots of a frame's document, those in other shadow roots too.
pub(super) fn roots(place: &Place, until: Instant) -> Result<Vec<Argument>, Trouble> {
    let limit = left(until);
    let begun = Instant::now();
    let document = once(place, "document", Vec::new(), None, &Shape::Object, until)?;
    let mut found = BTreeSet::new();
    let mut next = vec![DescribeNode {
        object_id: document.result.object_id,
        backend_node_id: None,
        depth: LEVELS,
        pierce: true,
    }];
    while let Some(command) = next.pop() {
        if begun.elapsed() > limit {
            let (method, after) = (DescribeNode::METHOD, limit);
            return Err(Trouble::Silent { method, after });
        }
        match place.session.call(&command, limit) {
            Ok(described) => inside(&described.node, &mut found, &mut next),
            // The node went away since.
            Err(Trouble::Refused { .. }) if command.backend_node_id.is_some() => {}
            Err(trouble) => return Err(trouble),
        }
    }
    let mut named = Vec::new();
    for root in found {
        named.extend(node(place, root, until)?);
    }
    Ok(named)
}

/// Looks into a node, and into all that was told of what is in it.
fn inside(node: &DomNode, found: &mut BTreeSet<i64>, next: &mut Vec<DescribeNode>) {
    for root in &node.shadow_roots {
        match root.shadow_root_type.as_str() {
            // What the browser itself makes its controls of.
            "user-agent" => continue,
            "closed" => drop(found.insert(root.backend_node_id)),
            _ => {}
        }
        look(root, found, next);
    }
    for child in &node.children {
        look(child, found, next);
    }
}

/// Looks into a node; one whose children were not told is to be told next.
fn look(node: &DomNode, found: &mut BTreeSet<i64>, next: &mut Vec<DescribeNode>) {
    if node.children.is_empty() && node.child_node_count > 0 {
        return next.push(DescribeNode {
            object_id: None,
            backend_node_id: Some(node.backend_node_id),
            depth: LEVELS,
            pierce: true,
        });
    }
    inside(node, found, next);
}
