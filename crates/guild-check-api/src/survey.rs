//! What the rules on design judge: each part of a contract once, where it is defined, with the operations that use it.
//!
//! One walk over the operations finds all of it; each rule then reads the flat list it is about. What twelve operations
//! share is one entry of one list, so it is judged once and told once.

mod crowd;
mod error_format;
mod list;
mod names;
mod reach;
mod words;

use std::collections::HashMap;
use std::sync::Arc;

use guild_check::Place;

use crate::contract::{Answer, Contract, Endpoint, Media, Origin, Parameter, Shape, ShapeId, Spot};
use crate::conventions::Conventions;

pub use crowd::Crowd;
pub use error_format::ErrorFormat;
pub use list::List;
pub use names::Counted;
pub use reach::Roles;
pub use words::Name;

use reach::Reach;

/// A contract, laid out for the rules on design.
#[derive(Debug)]
pub struct Survey {
    /// The contract.
    pub contract: Arc<Contract>,
    /// What it calls things by agreement.
    pub conventions: Conventions,
    /// Each parameter once: which endpoint has it first, and as which of its parameters.
    parameters: Vec<Entry>,
    /// Each answer once.
    answers: Vec<Entry>,
    /// Each form of a body once.
    forms: Vec<FormEntry>,
    /// The different bodies that errors have, the most used first.
    pub error_formats: Vec<ErrorFormat>,
    /// The endpoints that hand out lists.
    pub lists: Vec<List>,
    reach: Reach,
    /// The first endpoint of one item of each collection, by the path of the collection.
    items: HashMap<String, usize>,
}

/// A part of an endpoint and how many endpoints share it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    endpoint: usize,
    part: usize,
    users: Users,
}

/// A form of a body: none for the answer means that of the request.
#[derive(Clone, Copy, Debug)]
struct FormEntry {
    endpoint: usize,
    answer: Option<usize>,
    media: usize,
    users: Users,
}

/// The operations that use a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Users {
    /// How many.
    pub count: usize,
    /// The first of them, by its index in [`Contract::endpoints`].
    pub first: usize,
}

/// A part with the operations that use it.
#[derive(Debug)]
pub struct Used<'a, T> {
    /// The part.
    pub part: &'a T,
    /// The first operation that uses it.
    pub endpoint: &'a Endpoint,
    /// How many operations use it.
    pub users: Users,
}

/// One form of a body, and what it is for.
#[derive(Clone, Copy, Debug)]
pub struct Form<'a> {
    /// The form.
    pub media: &'a Media,
    /// The answer that it is the body of; none for a request.
    pub answer: Option<&'a Answer>,
    /// The first operation that uses it.
    pub endpoint: &'a Endpoint,
    /// How many operations use it.
    pub users: Users,
}

/// A shape that something uses, and what it is for.
#[derive(Clone, Copy, Debug)]
pub struct UsedShape<'a> {
    /// Which it is.
    pub id: ShapeId,
    /// The shape.
    pub shape: &'a Shape,
    /// What its values are for; none for a shape that only has a name.
    pub roles: Roles,
    /// Whether it is all that is said of a value, and not one part of several.
    pub is_value: bool,
    /// The operations that use it.
    pub users: Users,
}

impl Survey {
    /// Walks over a contract.
    pub fn of(contract: Arc<Contract>, conventions: Conventions) -> Self {
        let mut survey = Self {
            parameters: Vec::new(),
            answers: Vec::new(),
            forms: Vec::new(),
            error_formats: error_format::find(&contract, &conventions),
            lists: list::find(&contract),
            reach: Reach::of(&contract),
            items: items(&contract),
            contract,
            conventions,
        };
        survey.walk();
        survey
    }

    fn walk(&mut self) {
        let contract = Arc::clone(&self.contract);
        let (mut parameters, mut answers, mut forms) =
            (HashMap::new(), HashMap::new(), HashMap::new());
        let calls = contract.endpoints.iter().enumerate();
        for (endpoint, part) in calls.filter(|(_, call)| call.origin == Origin::Path) {
            for (index, parameter) in part.parameters.iter().enumerate() {
                let at = self.parameters.len();
                let known = *parameters.entry(parameter.spot).or_insert(at);
                count(&mut self.parameters, known, endpoint, index);
            }
            for (index, answer) in part.answers.iter().enumerate() {
                let at = self.answers.len();
                // One definition may stand under two statuses.
                let known = *answers
                    .entry((answer.definition, answer.status))
                    .or_insert(at);
                count(&mut self.answers, known, endpoint, index);
            }
            let body = part.body.iter().flat_map(|body| &body.media);
            let mut count = |media: &Media, entry: FormEntry| {
                let at = self.forms.len();
                let known = *forms.entry(media.name.spot).or_insert(at);
                if known == at {
                    self.forms.push(entry);
                }
                self.forms[known].users.count += 1;
            };
            let entry = FormEntry {
                endpoint,
                answer: None,
                media: 0,
                users: Users {
                    count: 0,
                    first: endpoint,
                },
            };
            for (media, form) in body.enumerate() {
                count(form, FormEntry { media, ..entry });
            }
            for (index, answer) in part.answers.iter().enumerate() {
                for (media, form) in answer.media.iter().enumerate() {
                    let answer = Some(index);
                    count(
                        form,
                        FormEntry {
                            answer,
                            media,
                            ..entry
                        },
                    );
                }
            }
        }
    }

    /// Lists what clients call.
    pub fn endpoints(&self) -> impl Iterator<Item = &Endpoint> {
        let all = self.contract.endpoints.iter();
        all.filter(|endpoint| endpoint.origin == Origin::Path)
    }

    /// Finds an endpoint of one item of a collection, by the path of the collection: `/tasks/{id}` for `/tasks`.
    pub fn item_of(&self, path: &str) -> Option<&Endpoint> {
        let first = self.items.get(path.trim_end_matches('/'))?;
        self.contract.endpoints.get(*first)
    }

    /// Lists the parameters of what clients call, each once.
    pub fn parameters(&self) -> impl Iterator<Item = Used<'_, Parameter>> {
        self.parameters.iter().map(|entry| {
            let endpoint = &self.contract.endpoints[entry.endpoint];
            Used {
                part: &endpoint.parameters[entry.part],
                endpoint,
                users: entry.users,
            }
        })
    }

    /// Lists the answers to clients, each once.
    pub fn answers(&self) -> impl Iterator<Item = Used<'_, Answer>> {
        self.answers.iter().map(|entry| {
            let endpoint = &self.contract.endpoints[entry.endpoint];
            Used {
                part: &endpoint.answers[entry.part],
                endpoint,
                users: entry.users,
            }
        })
    }

    /// Lists the answers of calls that failed, each once.
    pub fn errors(&self) -> impl Iterator<Item = Used<'_, Answer>> {
        self.answers()
            .filter(|used| used.endpoint.is_error(used.part))
    }

    /// Lists the forms of bodies between clients and server, each once.
    pub fn forms(&self) -> impl Iterator<Item = Form<'_>> {
        self.forms.iter().map(|entry| {
            let endpoint = &self.contract.endpoints[entry.endpoint];
            let answer = entry.answer.map(|index| &endpoint.answers[index]);
            let body = endpoint.body.iter().flat_map(|body| &body.media);
            let mut media: Box<dyn Iterator<Item = &Media>> = match answer {
                Some(answer) => Box::new(answer.media.iter()),
                None => Box::new(body),
            };
            let media = media.nth(entry.media).expect("the walk found it there");
            Form {
                media,
                answer,
                endpoint,
                users: entry.users,
            }
        })
    }

    /// Lists the shapes that something uses or names, each once.
    pub fn shapes(&self) -> impl Iterator<Item = UsedShape<'_>> {
        let ids = (0..self.contract.shapes.len()).map(ShapeId::new);
        ids.filter_map(|id| self.used(id))
    }

    /// Tells what a shape is used for; none if it is only a condition of another.
    pub fn used(&self, id: ShapeId) -> Option<UsedShape<'_>> {
        let found = self.reach.of_shape(id)?;
        Some(UsedShape {
            id,
            shape: self.contract.shape(id),
            roles: found.roles,
            is_value: found.is_value,
            users: found.users,
        })
    }

    /// Lists the codes of error bodies, as what they refer to in the end.
    pub fn error_codes(&self) -> Vec<ShapeId> {
        let mut codes: Vec<ShapeId> = Vec::new();
        for code in self.error_formats.iter().flat_map(|format| &format.codes) {
            let mut code = *code;
            while let Some(target) = self.contract.shape(code).target {
                code = target;
            }
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
        codes
    }

    /// Points at a spot, for a finding.
    pub fn place(&self, spot: Spot) -> Place {
        self.contract.place(spot)
    }
}

impl<T> Clone for Used<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Used<'_, T> {}

impl Users {
    /// Gives what a message says of the operations that use a part: nothing if it is one.
    pub fn by(self) -> String {
        match self.count {
            0 | 1 => String::new(),
            count => format!(" (used by {count} operations)"),
        }
    }
}

fn items(contract: &Contract) -> HashMap<String, usize> {
    let mut items = HashMap::new();
    let calls = contract.endpoints.iter().enumerate();
    for (index, endpoint) in calls.filter(|(_, call)| call.origin == Origin::Path) {
        let path = endpoint.path.text.strip_suffix('}');
        let Some((collection, key)) = path.and_then(|path| path.rsplit_once('/')) else {
            continue;
        };
        if key.starts_with('{') {
            items.entry(collection.to_owned()).or_insert(index);
        }
    }
    items
}

fn count(list: &mut Vec<Entry>, known: usize, endpoint: usize, part: usize) {
    if known == list.len() {
        let users = Users {
            count: 0,
            first: endpoint,
        };
        list.push(Entry {
            endpoint,
            part,
            users,
        });
    }
    list[known].users.count += 1;
}
