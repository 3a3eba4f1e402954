//! A resource of a contract: its fields, its states, and what its types are called.

use std::collections::HashSet;

use super::noun::{Noun, capital};
use super::parse::{Field, FieldKind, upper_snake};
use super::plan::{Refusal, unique};

/// A resource of the contract.
#[derive(Clone, Debug)]
pub(super) struct Resource {
    pub(super) noun: Noun,
    pub(super) fields: Vec<Field>,
    pub(super) filters: Vec<String>,
    pub(super) states: Vec<State>,
    pub(super) names: Names,
}

/// A state that a thing passes through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) name: String,
    /// What is there in this state alone.
    pub(super) fields: Vec<Field>,
    /// The name of the type that the thing has in this state.
    pub(super) type_name: String,
}

/// What the types of a resource are called; no two of a contract are called the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub(super) one: String,
    pub(super) id: String,
    pub(super) create: String,
    pub(super) update: String,
    pub(super) page: String,
    pub(super) base: String,
    pub(super) status: String,
    pub(super) query: String,
    pub(super) reads: String,
    pub(super) writes: String,
    /// The types of fields that have one of their own, by the field.
    pub(super) fields: Vec<(String, String)>,
}

impl Resource {
    pub(super) fn named(typed: &str) -> Result<Self, Refusal> {
        Ok(Self {
            noun: Noun::parse(typed)?,
            fields: Vec::new(),
            filters: Vec::new(),
            states: Vec::new(),
            names: Names::default(),
        })
    }

    pub(super) fn add_field(&mut self, field: Field) -> Result<(), Refusal> {
        let name = &field.name;
        if self.fields.iter().any(|other| other.name == *name) {
            let message = format!("the field `{name}` is named twice");
            return Err(Refusal::new(
                message,
                "take one of them out, or give it a name of its own",
            ));
        }
        if name == "status" {
            return Err(Refusal::new(
                "`status` says in which state a thing is, and its states are named on their own",
                "name them: `--state OPEN --state DONE:completedAt:date-time`",
            ));
        }
        self.fields.push(field);
        Ok(())
    }

    pub(super) fn add_state(&mut self, typed: &str) -> Result<(), Refusal> {
        let (name, rest) = match typed.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (typed, None),
        };
        let name = upper_snake(name.trim(), &format!("the state `{}`", name.trim()))?;
        let field = rest.map(Field::parse).transpose()?;
        let known = self.states.iter().position(|state| state.name == name);
        let Some(field) = field else {
            if known.is_some() {
                return Err(Refusal::new(
                    format!("the state `{name}` is named twice"),
                    "take one of them out",
                ));
            }
            self.states.push(State {
                name,
                fields: Vec::new(),
                type_name: String::new(),
            });
            return Ok(());
        };
        let same_name = |other: &&Field| other.name == field.name;
        let in_states = self
            .states
            .iter()
            .flat_map(|state| &state.fields)
            .find(same_name);
        let is_here = known.is_some_and(|index| {
            self.states[index]
                .fields
                .iter()
                .any(|other| other.name == field.name)
        });
        let is_other = in_states.is_some_and(|other| *other != field);
        if self.fields.iter().any(|other| other.name == field.name)
            || is_here
            || is_other
            || field.name == "status"
        {
            let message = format!(
                "the field `{}` of the state `{name}` is named twice",
                field.name
            );
            return Err(Refusal::new(
                message,
                "take one of them out, or give it a name of its own",
            ));
        }
        match known {
            Some(index) => self.states[index].fields.push(field),
            None => self.states.push(State {
                name,
                fields: vec![field],
                type_name: String::new(),
            }),
        }
        Ok(())
    }

    pub(super) fn add_filter(&mut self, name: &str) -> Result<(), Refusal> {
        let name = name.trim();
        let names: Vec<&str> = self
            .fields
            .iter()
            .map(|field| field.name.as_str())
            .collect();
        let is_state = name == "status" && !self.states.is_empty();
        let field = self.fields.iter().find(|field| field.name == name);
        let hint = match guild_check::nearest::nearest(name, &names).first() {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("a filter is named after its field: {}", names.join(", ")),
        };
        if self.filters.iter().any(|other| other == name) {
            return Err(Refusal::new(
                format!("the filter `{name}` is named twice"),
                "take one of them out",
            ));
        }
        match field.map(|field| &field.kind) {
            None if !is_state => {
                return Err(Refusal::new(
                    format!("the filter `{name}` is no field"),
                    hint,
                ));
            }
            Some(FieldKind::List(..)) => {
                return Err(Refusal::new(
                    format!("`{name}` holds several values, and a filter takes one"),
                    "filter by a field with one value",
                ));
            }
            _ if name == "page" || name == "pageSize" => {
                let message = format!("`{name}` chooses the page of the list already");
                return Err(Refusal::new(
                    message,
                    "give the field another name, or do not filter by it",
                ));
            }
            _ => {}
        }
        self.filters.push(name.to_owned());
        Ok(())
    }

    pub(super) fn name_types(&mut self, registry: &mut HashSet<String>) {
        let one = self.noun.pascal();
        let several = self.noun.pascal_several();
        let mut unique = |wanted: String| unique(registry, wanted);
        self.names.create = unique(format!("Create{one}"));
        self.names.update = unique(format!("Update{one}"));
        self.names.page = unique(format!("{one}Page"));
        self.names.base = unique(format!("{one}Base"));
        self.names.status = unique(format!("{one}Status"));
        self.names.query = unique(format!("List{several}Query"));
        self.names.reads = unique(format!("{one}Reads"));
        self.names.writes = unique(format!("{one}Writes"));
        let fields = self.all_fields().filter(|field| field.has_type());
        let fields: Vec<String> = fields.map(|field| field.name.clone()).collect();
        for name in fields {
            if !self.names.fields.iter().any(|(known, _)| *known == name) {
                let wanted = format!("{one}{}", capital(&name));
                let type_name = unique(wanted);
                self.names.fields.push((name, type_name));
            }
        }
        for state in &mut self.states {
            let words = state
                .name
                .split('_')
                .map(|word| capital(&word.to_ascii_lowercase()));
            state.type_name = unique(format!("{}{one}", words.collect::<String>()));
        }
    }

    /// Lists the fields, those of the states too.
    pub(super) fn all_fields(&self) -> impl Iterator<Item = &Field> {
        self.fields
            .iter()
            .chain(self.states.iter().flat_map(|state| &state.fields))
    }

    /// Tells whether its states are variants: some have fields that others have not.
    pub(super) fn has_variants(&self) -> bool {
        self.states.iter().any(|state| !state.fields.is_empty())
    }

    /// Gives the name of the type that a field has of its own.
    pub(super) fn type_of(&self, field: &str) -> &str {
        let mut all = self.names.fields.iter();
        all.find(|(name, _)| name == field)
            .map_or("", |(_, type_name)| type_name)
    }

    /// Lists what a caller may give together with a change of state: what the server does not know by itself.
    pub(super) fn given_with_state(&self) -> Vec<(&str, &Field)> {
        let mut given: Vec<(&str, &Field)> = Vec::new();
        for state in &self.states {
            for field in state.fields.iter().filter(|field| !field.is_made()) {
                if !given.iter().any(|(_, other)| other.name == field.name) {
                    given.push((&state.name, field));
                }
            }
        }
        given
    }
}
