//! What a contract is to hold, and what each thing in it is called.

use std::collections::HashSet;

use thiserror::Error;

use super::parse::Field;
use super::resource::Resource;

/// What a person wants, as typed.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// The resource: `tasks`.
    pub resource: String,
    /// Its fields: `title:string:1..120`; those of a sub-resource after its name: `comments.text:text`.
    pub fields: Vec<String>,
    /// The fields that its list is filtered by.
    pub filters: Vec<String>,
    /// Its states, the first one first, each with a field that it alone has: `DONE:completedAt:date-time`.
    pub states: Vec<String>,
    /// Its sub-resources.
    pub subs: Vec<String>,
    /// What ids look like.
    pub ids: IdForm,
}

/// What ids look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IdForm {
    /// `task_01JD4Q8Z6T`
    #[default]
    Prefixed,
    /// A UUID.
    Uuid,
}

/// Why a contract is not started, and what would fit.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct Refusal {
    /// What is wrong, without a full stop.
    pub message: String,
    /// What fits.
    pub hint: String,
}

impl Refusal {
    pub(super) fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: hint.into(),
        }
    }
}

/// What a contract is to hold.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) main: Resource,
    pub(super) subs: Vec<Resource>,
    pub(super) ids: IdForm,
    /// The ids of things that the contract does not hold.
    pub(super) foreign_ids: Vec<String>,
}

/// Types that every contract has, and those that mean something to whoever reads TypeScript.
const TAKEN: [&str; 24] = [
    "Page",
    "PageQuery",
    "ErrorBody",
    "ErrorCode",
    "Refused",
    "InputRefused",
    "Array",
    "ReadonlyArray",
    "Set",
    "ReadonlySet",
    "Record",
    "Map",
    "ReadonlyMap",
    "Partial",
    "Required",
    "Readonly",
    "Pick",
    "Omit",
    "Exclude",
    "Extract",
    "NonNullable",
    "Date",
    "Promise",
    "Object",
];

impl Plan {
    /// Reads what is wanted.
    ///
    /// # Errors
    ///
    /// At the first thing that would make no sound contract, with what fits in its place.
    pub fn parse(wish: &Wish) -> Result<Self, Refusal> {
        let mut plan = Self::so_far(wish)?;
        plan.is_whole()?;
        plan.name_types();
        Ok(plan)
    }

    /// Reads what is wanted so far, while a person is still asked: what is not there yet is no fault.
    ///
    /// # Errors
    ///
    /// At the first thing that would make no sound contract, with what fits in its place.
    pub fn so_far(wish: &Wish) -> Result<Self, Refusal> {
        let mut main = Resource::named(&wish.resource)?;
        let mut subs: Vec<Resource> = Vec::new();
        for typed in &wish.subs {
            let sub = Resource::named(typed)?;
            if sub.noun == main.noun || subs.iter().any(|other| other.noun == sub.noun) {
                let message = format!("`{typed}` is named twice");
                return Err(Refusal::new(message, "name each resource once"));
            }
            subs.push(sub);
        }
        for typed in &wish.fields {
            let (resource, rest) = owner(typed, &mut main, &mut subs)?;
            resource.add_field(Field::parse(rest)?)?;
        }
        for typed in &wish.states {
            main.add_state(typed)?;
        }
        for typed in &wish.filters {
            let (resource, rest) = owner(typed, &mut main, &mut subs)?;
            resource.add_filter(rest)?;
        }
        Ok(Self {
            main,
            subs,
            ids: wish.ids,
            foreign_ids: Vec::new(),
        })
    }

    fn is_whole(&self) -> Result<(), Refusal> {
        let parent = format!("{}Id", self.main.noun.camel());
        for (index, resource) in self.resources().enumerate() {
            let (path, own) = (resource.noun.path(), resource.noun.said());
            if resource.fields.is_empty() {
                let before = if index == 0 {
                    String::new()
                } else {
                    format!("{path}.")
                };
                return Err(Refusal::new(
                    format!("{} has no field that a caller gives", resource.noun.a()),
                    format!("name at least one: `--field {before}title:string:1..120`"),
                ));
            }
            if index > 0 && resource.fields.iter().any(|field| field.name == parent) {
                return Err(Refusal::new(
                    format!("`{parent}` of {own} is given by the path"),
                    "leave it out: it stands in every answer",
                ));
            }
        }
        match self.main.states.as_slice() {
            [only] => Err(Refusal::new(
                format!("`{}` is the only state", only.name),
                "name at least two, the first one first: `--state OPEN --state DONE:completedAt:date-time`",
            )),
            _ => Ok(()),
        }
    }

    /// Lists the resources, the main one first.
    pub(super) fn resources(&self) -> impl Iterator<Item = &Resource> {
        std::iter::once(&self.main).chain(&self.subs)
    }

    fn name_types(&mut self) {
        let mut registry: HashSet<String> = TAKEN.into_iter().map(str::to_owned).collect();
        let mut all: Vec<&mut Resource> = std::iter::once(&mut self.main)
            .chain(&mut self.subs)
            .collect();
        for resource in &mut all {
            resource.names.id = unique(&mut registry, format!("{}Id", resource.noun.pascal()));
        }
        // An id of something else is called what the person called it; all other types make way.
        for resource in &all {
            for brand in resource.all_fields().filter_map(Field::brand) {
                if registry.insert(brand.clone()) {
                    self.foreign_ids.push(brand.clone());
                }
            }
        }
        for resource in &mut all {
            resource.names.one = unique(&mut registry, resource.noun.pascal());
        }
        for resource in &mut all {
            resource.name_types(&mut registry);
        }
    }
}

/// Finds the resource that a field or filter is of: `comments.text:text`.
fn owner<'a, 't>(
    typed: &'t str,
    main: &'a mut Resource,
    subs: &'a mut [Resource],
) -> Result<(&'a mut Resource, &'t str), Refusal> {
    let head = typed.split(':').next().unwrap_or("");
    let Some((name, _)) = head.split_once('.') else {
        return Ok((main, typed));
    };
    let rest = &typed[name.len() + 1..];
    let known: Vec<String> = subs.iter().map(|sub| sub.noun.path()).collect();
    match subs.iter_mut().find(|sub| sub.noun.path() == name) {
        Some(sub) => Ok((sub, rest)),
        None => Err(Refusal::new(
            format!("`{typed}` is of `{name}`, and there is no such sub-resource"),
            match known.is_empty() {
                true => format!("add it: `--sub {name}`"),
                false => format!("add it with `--sub {name}`; there are {}", known.join(", ")),
            },
        )),
    }
}

/// Takes a name that no type has yet.
pub(super) fn unique(registry: &mut HashSet<String>, wanted: String) -> String {
    let candidates = std::iter::once(wanted.clone())
        .chain(std::iter::once(format!("{wanted}Resource")))
        .chain((2..).map(|number| format!("{wanted}{number}")));
    let mut free = candidates.filter(|name| !registry.contains(name));
    let name = free.next().unwrap_or(wanted);
    registry.insert(name.clone());
    name
}
