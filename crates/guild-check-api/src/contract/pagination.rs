//! Lists, and how they are handed out by page.

use super::{Contract, Endpoint, Location, Method, ShapeId, Types};

/// What an endpoint that lists things has of pagination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pagination {
    /// How the list is handed out.
    pub form: ListForm,
    /// What each thing on the list may be.
    pub item: Option<ShapeId>,
    /// The names of the query parameters.
    pub parameters: Vec<Box<str>>,
    /// The names of the fields beside the list.
    pub fields: Vec<Box<str>>,
}

/// How a list is handed out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListForm {
    /// The answer is the list.
    Bare,
    /// The list stands in a field of the answer.
    Field(Box<str>),
}

impl Contract {
    /// Tells what an endpoint has of pagination; none if it does not hand out one list.
    pub fn pagination(&self, endpoint: &Endpoint) -> Option<Pagination> {
        if endpoint.method != Method::Get {
            return None;
        }
        let shape = endpoint
            .successes()
            .find_map(|answer| answer.json()?.shape)?;
        let parameters = endpoint
            .parameters
            .iter()
            .filter(|parameter| parameter.location == Location::Query);
        let parameters = parameters
            .map(|parameter| parameter.name.text.clone())
            .collect();
        if let Some(item) = self.list_item(shape) {
            return Some(Pagination {
                form: ListForm::Bare,
                item,
                parameters,
                fields: Vec::new(),
            });
        }
        let fields = self.fields(shape);
        let mut lists = fields
            .list
            .iter()
            .filter_map(|field| Some((field, self.list_item(field.shape)?)));
        let (field, item) = lists.next()?;
        if lists.next().is_some() {
            return None;
        }
        let others = fields.list.iter().filter(|other| other.name != field.name);
        Some(Pagination {
            form: ListForm::Field(field.name.text.clone()),
            item,
            parameters,
            fields: others.map(|field| field.name.text.clone()).collect(),
        })
    }

    /// Gives what the items of a list may be; none if the shape is no list.
    fn list_item(&self, id: ShapeId) -> Option<Option<ShapeId>> {
        let parts = self.parts(id);
        let list = parts
            .iter()
            .map(|part| self.shape(*part))
            .find(|shape| shape.types.has(Types::ARRAY) || shape.items.is_some());
        list.map(|shape| shape.items)
    }
}
