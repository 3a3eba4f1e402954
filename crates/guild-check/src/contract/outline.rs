//! What is wrong with the headings that stand beside each other, for sections and subsections alike.

use std::collections::HashMap;

use super::model::{Others, Presence};
use super::work::{Group, Work};
use super::{Filling, Findings, mend};
use crate::Place;
use crate::markdown::{Heading, heading_key};
use crate::nearest::nearest;

/// Which headings are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// Those of the sections.
    Sections,
    /// Those within a section, however deep.
    Subsections,
}

impl Depth {
    fn noun(self) -> &'static str {
        match self {
            Self::Sections => "section",
            Self::Subsections => "subsection",
        }
    }
}

/// Goes over the groups of a depth whose part says something.
pub(super) fn groups(work: &Work, depth: Depth) -> impl Iterator<Item = &Group> {
    work.groups.iter().filter(move |group| match group.parent {
        None => depth == Depth::Sections,
        Some(parent) => {
            depth == Depth::Subsections && work.parts[parent].filling == Filling::Filled
        }
    })
}

/// Finds what is required and not there.
pub(super) fn missing(work: &Work, depth: Depth, findings: &mut Findings) {
    for group in groups(work, depth) {
        let mut is_there = vec![false; work.specs(group).len()];
        for spec in group.members.iter().filter_map(|member| member.spec) {
            is_there[spec] = true;
        }
        let absent: Vec<usize> = (0..is_there.len())
            .filter(|&index| {
                !is_there[index] && work.specs(group)[index].presence == Presence::Required
            })
            .collect();
        if absent.is_empty() {
            continue;
        }
        let elsewhere = other_levels(work, group.level);
        for index in absent {
            let name = &work.specs(group)[index].name;
            let message = format!("`{name}` is missing{}", within(work, group));
            let help = match elsewhere.get(heading_key(name).as_str()) {
                Some(heading) => format!(
                    "make the heading on line {} one of level {}: `{} {name}`",
                    work.document.source.line_of(heading.span.start),
                    group.level,
                    marks(group.level)
                ),
                None => format!(
                    "add `{} {name}` {}",
                    marks(group.level),
                    neighbour(work, group, index)
                ),
            };
            findings.error(gap(work, group, index), message).help(help);
        }
    }
}

/// Finds what stands before something that it should follow.
pub(super) fn misplaced(work: &Work, depth: Depth, findings: &mut Findings) {
    for group in groups(work, depth) {
        let specs = work.specs(group);
        let first = group.members.iter().filter(|member| !member.is_repeat);
        let known: Vec<(usize, usize)> = first
            .filter_map(|member| Some((member.heading, member.spec?)))
            .collect();
        let order: Vec<usize> = known.iter().map(|(_, spec)| *spec).collect();
        let stays = longest_ascent(&order);
        let mut place_of = vec![None; specs.len()];
        for (at, &spec) in order.iter().enumerate().filter(|&(at, _)| stays[at]) {
            place_of[spec] = Some(at);
        }
        let is_sorted = stays.iter().all(|stays| *stays);
        let fix = if is_sorted {
            None
        } else {
            mend::order(work, group)
        };
        for (at, &(heading, spec)) in known.iter().enumerate().filter(|&(at, _)| !stays[at]) {
            let Some(heading) = work.heading(heading) else {
                continue;
            };
            let name = &specs[spec].name;
            let before = (0..spec).rev().find(|&other| place_of[other].is_some());
            let (message, help) = match before {
                Some(other) if place_of[other] > Some(at) => {
                    let other = &specs[other].name;
                    (
                        format!("`{name}` stands before `{other}`"),
                        format!("move `{name}` below `{other}`"),
                    )
                }
                Some(_) | None => {
                    let after = (spec + 1..specs.len()).find(|&other| place_of[other].is_some());
                    let other = after.map_or("the rest", |other| specs[other].name.as_str());
                    (
                        format!("`{name}` stands after `{other}`"),
                        format!("move `{name}` above `{other}`"),
                    )
                }
            };
            findings
                .error(work.at(heading.text_span), message)
                .help(help)
                .fix(fix.clone());
        }
    }
}

/// Finds what the contract does not know, where it refuses that.
pub(super) fn unknown(work: &Work, depth: Depth, findings: &mut Findings) {
    for group in groups(work, depth) {
        let others = match group.parent {
            None => work.contract.other_sections,
            Some(parent) if work.parts[parent].holds.each.is_some() => Others::Allowed,
            Some(parent) => work.parts[parent].holds.other_subsections,
        };
        if others == Others::Allowed {
            continue;
        }
        let names: Vec<&str> = work
            .specs(group)
            .iter()
            .map(|spec| spec.name.as_str())
            .collect();
        for member in group.members.iter().filter(|member| member.spec.is_none()) {
            let Some(heading) = work.heading(member.heading) else {
                continue;
            };
            let noun = depth.noun();
            let message = format!("`{}` is no {noun}{}", heading.text, of_what(work, group));
            let help = match nearest(&heading.text, &names).first() {
                Some(name) => format!("rename it to `{name}`"),
                None => format!(
                    "move its text into the {noun} where a reader looks for it, or take it out"
                ),
            };
            findings
                .error(work.at(heading.text_span), message)
                .help(help);
        }
    }
}

/// Finds what is there already.
pub(super) fn repeated(work: &Work, depth: Depth, findings: &mut Findings) {
    for group in groups(work, depth) {
        for member in group.members.iter().filter(|member| member.is_repeat) {
            let Some(heading) = work.heading(member.heading) else {
                continue;
            };
            let first = group.members.iter().find(|first| first.spec == member.spec);
            let first = first.and_then(|first| work.heading(first.heading));
            let line = first.map_or(1, |first| work.document.source.line_of(first.span.start));
            let message = format!("`{}` is there twice", heading.text);
            findings
                .error(work.at(heading.text_span), message)
                .help(format!("put its text below the first, on line {line}"));
        }
    }
}

/// Marks the members of one longest run that is in order.
fn longest_ascent(order: &[usize]) -> Vec<bool> {
    // The run that ends lowest, for each length; and for each member the one before it in its run.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(order.len());
    for (at, &value) in order.iter().enumerate() {
        let length = ends.partition_point(|&end| order[end] < value);
        before.push(length.checked_sub(1).map(|length| ends[length]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut stays = vec![false; order.len()];
    let mut next = ends.last().copied();
    while let Some(at) = next {
        stays[at] = true;
        next = before[at];
    }
    stays
}

/// Gives the headings of other levels by their names.
fn other_levels(work: &Work, level: u8) -> HashMap<&str, &Heading> {
    let headings = work.document.headings();
    let others = headings.filter(|heading| heading.level != level);
    others
        .map(|heading| (heading.key.as_str(), heading))
        .collect()
}

/// Points at where something is missing: at the heading that should follow it, or else where its group starts.
fn gap(work: &Work, group: &Group, index: usize) -> Place {
    let next = group
        .members
        .iter()
        .find(|member| member.spec.is_some_and(|spec| spec > index));
    let next = next.and_then(|member| work.heading(member.heading));
    match (next, group.parent) {
        (Some(heading), _) => work.at(heading.text_span),
        (None, Some(parent)) => work.place(&work.parts[parent]),
        (None, None) => {
            let last = group
                .members
                .last()
                .and_then(|last| work.heading(last.heading));
            last.map_or_else(|| work.title_place(), |last| work.at(last.text_span))
        }
    }
}

fn neighbour(work: &Work, group: &Group, index: usize) -> String {
    let specs = work.specs(group);
    let is_there = |spec: usize| group.members.iter().any(|member| member.spec == Some(spec));
    if let Some(before) = (0..index).rev().find(|&spec| is_there(spec)) {
        return format!("below `{}`", specs[before].name);
    }
    match (index + 1..specs.len()).find(|&spec| is_there(spec)) {
        Some(after) => format!("above `{}`", specs[after].name),
        None => match group.parent {
            Some(parent) => format!("to `{}`", work.parts[parent].name),
            None => "below the title".to_owned(),
        },
    }
}

fn within(work: &Work, group: &Group) -> String {
    group.parent.map_or_else(String::new, |parent| {
        format!(" in `{}`", work.parts[parent].name)
    })
}

fn of_what(work: &Work, group: &Group) -> String {
    match group.parent {
        Some(parent) => format!(" of `{}`", work.parts[parent].name),
        None if work.contract.subject.is_empty() => String::new(),
        None => format!(" of {}", work.contract.subject),
    }
}

fn marks(level: u8) -> String {
    "#".repeat(usize::from(level))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_few_as_can_be_are_out_of_order() {
        assert_eq!(longest_ascent(&[0, 3, 1, 2]), [true, false, true, true]);
        assert_eq!(longest_ascent(&[1, 2, 3, 0]), [true, true, true, false]);
        assert_eq!(longest_ascent(&[]), [false; 0]);
    }
}
