//! What the mock holds during a run: the things of each collection.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::kinds::{Kind, collection_of, plain};
use super::refuse::Refused;
use super::{Call, Mock, values};
use crate::conform::Way;
use crate::sample::Examples;

/// The most things that are held; beyond it collections begin empty and nothing more is created.
const MOST: usize = 20_000;

/// The things of each collection, as they are in this run.
#[derive(Debug, Default)]
pub struct State {
    /// By the path of the collection as it was called.
    collections: HashMap<String, Vec<Value>>,
    /// How many there are.
    held: usize,
    /// How many were made up so far, so that each is made up differently.
    made: usize,
}

impl State {
    /// Gives the things of a collection; those that are there from the start are made up at the first look.
    pub(super) fn things(&mut self, mock: &Mock, kind: &Kind, path: &str) -> &mut Vec<Value> {
        if !self.collections.contains_key(path) {
            let things = match self.held < MOST {
                true => first_things(mock, kind, path),
                false => Vec::new(),
            };
            self.held += things.len();
            self.collections.insert(path.to_owned(), things);
        }
        self.collections.entry(path.to_owned()).or_default()
    }

    /// Puts a thing in front of its collection: lists begin with what is new.
    pub(super) fn add(
        &mut self,
        mock: &Mock,
        kind: &Kind,
        path: &str,
        thing: Value,
    ) -> Result<(), Refused> {
        if self.held >= MOST {
            return Err(Refused::new(
                500,
                format!("the mock holds {MOST} things; start it again"),
            ));
        }
        self.things(mock, kind, path).insert(0, thing);
        self.held += 1;
        Ok(())
    }

    /// Takes a thing away, with all below it.
    pub(super) fn remove(&mut self, path: &str, index: usize, item_path: &str) {
        if let Some(things) = self.collections.get_mut(path) {
            things.remove(index);
            self.held -= 1;
        }
        let below = format!("{item_path}/");
        let held = &mut self.held;
        self.collections.retain(|path, things| {
            let stays = !path.starts_with(&below);
            *held -= if stays { 0 } else { things.len() };
            stays
        });
    }

    /// Gives a number that no other thing of this run was made up by.
    pub(super) fn next(&mut self) -> usize {
        self.made += 1;
        self.made
    }
}

/// Makes up what is there from the start: the contract's own example first.
fn first_things(mock: &Mock, kind: &Kind, path: &str) -> Vec<Value> {
    let mut things: Vec<Value> = Vec::new();
    for number in 0..mock.options.items {
        let examples = if number == 0 {
            Examples::First
        } else {
            Examples::Never
        };
        let Some(mut thing) = values::make(mock, kind.shape, &format!("{path} {number}"), examples)
        else {
            continue;
        };
        name_parent(mock, kind, path, &mut thing);
        let is_new = match &kind.key {
            Some((key, _)) => !things.iter().any(|other| other.get(key) == thing.get(key)),
            None => true,
        };
        if is_new {
            things.push(thing);
        }
    }
    things
}

/// Puts the ids of the path into what is below it: `taskId` of a comment.
pub(super) fn name_parent(mock: &Mock, kind: &Kind, path: &str, thing: &mut Value) {
    let template: Vec<&str> = kind.path.split('/').collect();
    let given: Vec<&str> = path.split('/').collect();
    for (position, segment) in template.iter().enumerate() {
        let Some(parameter) = segment
            .strip_prefix('{')
            .and_then(|segment| segment.strip_suffix('}'))
        else {
            continue;
        };
        let collection = position
            .checked_sub(1)
            .and_then(|before| template.get(before))
            .copied()
            .unwrap_or("");
        let one = crate::starter::singular(collection);
        let names = [
            parameter.to_owned(),
            format!("{one}Id"),
            format!("{one}_id"),
        ];
        let text = given
            .get(position)
            .copied()
            .map(crate::folder::percent_decoded)
            .unwrap_or_default();
        for name in names.iter().filter(|name| *name != "id") {
            if thing.get(name).is_none() {
                continue;
            }
            let old = thing.clone();
            thing[name.as_str()] = json!(text);
            if !values::fits(mock.contract(), kind.shape, thing, Way::Out) {
                *thing = old;
            }
        }
    }
}

/// Says what stands for a thing in the path of it.
pub(super) fn key_of(kind: &Kind, thing: &Value) -> Option<String> {
    let (key, _) = kind.key.as_ref()?;
    match thing.get(key)? {
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

impl Call<'_, '_> {
    /// Finds the thing that the path of an item names.
    pub(super) fn find(&self, state: &mut State, kind: &Kind) -> Result<usize, Refused> {
        let (path, key) = self.path.rsplit_once('/').unwrap_or(("", &self.path));
        self.locate(state, kind, path, key)
    }

    fn locate(
        &self,
        state: &mut State,
        kind: &Kind,
        path: &str,
        key: &str,
    ) -> Result<usize, Refused> {
        let key = crate::folder::percent_decoded(key);
        let things = state.things(self.mock, kind, path);
        let found = things
            .iter()
            .position(|thing| key_of(kind, thing).as_deref() == Some(key.as_str()));
        found.ok_or_else(|| Refused::of_thing(path, format!("there is no `{key}` in {path}")))
    }

    /// Refuses what is below a thing that there is not.
    pub(super) fn check_parents(&self, state: &mut State) -> Result<(), Refused> {
        let template = plain(self.endpoint());
        let ends: Vec<usize> = template
            .match_indices('/')
            .map(|(at, _)| at)
            .skip(1)
            .collect();
        for end in ends {
            let Some(collection) = collection_of(&template[..end]) else {
                continue;
            };
            let mut kinds = self.mock.kinds.iter();
            let kind =
                kinds.find(|kind| kind.path == collection && kind.key.is_some() && kind.has_items);
            let Some(kind) = kind else {
                continue;
            };
            let depth = template[..end].split('/').count();
            let given: Vec<&str> = self.path.split('/').take(depth).collect();
            if let Some((key, above)) = given.split_last() {
                self.locate(state, kind, &above.join("/"), key)?;
            }
        }
        Ok(())
    }
}
