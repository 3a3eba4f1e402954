//! Schemas into shapes: each once, from a queue, so that no depth is too deep.

use super::reader::{At, Reader};
use crate::contract::{
    Additional, Bound, Discriminator, FaultKind, Language, Limits, Property, Shape, ShapeId, Text,
    Types, Written,
};
use crate::tree::Kind;

/// Keywords that hold one more schema, and are not modelled on their own.
const OTHERS: [&str; 9] = [
    "not",
    "if",
    "then",
    "else",
    "contains",
    "contentSchema",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
];

impl<'a> Reader<'a> {
    /// Gives the shape of a schema; it is read later if it is new.
    pub(super) fn shape(&mut self, at: At<'a>) -> ShapeId {
        let key = (at.file, at.view.id);
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let id = ShapeId::new(self.shapes.len());
        self.shapes.push(Some(Shape::bare(at.spot(), at.written())));
        self.known.insert(key, id);
        self.waiting.push_back((id, at));
        id
    }

    /// Gives the shapes that stand under `components`.
    pub(super) fn named_shapes(&mut self, root: At<'a>) -> Vec<(Text, ShapeId)> {
        let schemas = self
            .map(root, "components")
            .and_then(|parts| self.map(parts, "schemas"));
        let named = schemas.map(At::named).unwrap_or_default();
        named
            .into_iter()
            .map(|entry| (entry.key(), self.shape(entry)))
            .collect()
    }

    pub(super) fn read_waiting_shapes(&mut self) {
        while let Some((id, at)) = self.waiting.pop_front() {
            let shape = self.read_shape(at);
            if let Some(place) = self.shapes.get_mut(id.index()) {
                *place = Some(shape);
            }
        }
    }

    fn read_shape(&mut self, at: At<'a>) -> Shape {
        let mut shape = Shape::bare(at.spot(), at.written());
        if let Some(allows) = at.view.bool() {
            shape.is_never = !allows;
            return shape;
        }
        if !self.is_map(at) {
            return shape;
        }
        if let Some(reference) = at
            .get("$ref")
            .or_else(|| at.get("$dynamicRef"))
            .filter(|found| found.view.text().is_some())
        {
            shape.target = self.target(reference).map(|target| self.shape(target));
            shape.is_lost = shape.target.is_none();
            // OpenAPI 3.0 takes no notice of what stands beside a reference.
            if self.language == Language::OpenApi30 {
                return shape;
            }
        }
        self.read_types(at, &mut shape);
        self.read_values(at, &mut shape);
        self.read_fields(at, &mut shape);
        self.read_parts(at, &mut shape);
        shape.limits = self.limits(at);
        shape.is_read_only = self.is(at, "readOnly");
        shape.is_write_only = self.is(at, "writeOnly");
        shape.is_deprecated = self.is(at, "deprecated");
        shape.is_beta = Self::is_beta(at);
        shape
    }

    fn read_types(&mut self, at: At<'a>, shape: &mut Shape) {
        let names = match at.get("type") {
            Some(list) if list.view.is_list() => {
                if self.language == Language::OpenApi30 {
                    let message = "OpenAPI 3.0 has no list of types";
                    let help = "write one type, with `nullable: true` beside it if it may be null, or begin the file with `openapi: 3.1.0`";
                    self.fault(FaultKind::NotUnderstood, list.spot(), message, help);
                }
                self.texts(at, "type")
            }
            Some(_) => self.text(at, "type").into_iter().collect(),
            None => Vec::new(),
        };
        for name in names {
            let Some(types) = Types::of_name(&name.text) else {
                let message = format!("`{}` is no type", name.text);
                let help = "write string, integer, number, boolean, object, array or null";
                self.fault(FaultKind::NotUnderstood, name.spot, message, help);
                shape.is_lost = true;
                continue;
            };
            shape.types = shape.types.with(types);
        }
        let nullable = at.get("nullable");
        if let Some(nullable) = nullable.filter(|found| found.view.bool() == Some(true)) {
            if [Language::OpenApi31, Language::OpenApi32].contains(&self.language) {
                let message = "`nullable` is gone since OpenAPI 3.1";
                let help = "write a list of types, such as `type: [string, 'null']`, or begin the file with `openapi: 3.0.3`";
                self.fault(FaultKind::NotUnderstood, nullable.spot(), message, help);
            }
            if !shape.types.is_empty() {
                shape.types = shape.types.with(Types::NULL);
            }
        }
        shape.format = self.text(at, "format");
        shape.description = at.get("description").map(At::written);
    }

    fn read_values(&mut self, at: At<'a>, shape: &mut Shape) {
        shape.default = at.get("default").map(At::written);
        shape.values = at.get("const").map(|value| vec![value.written()]);
        if at.get("enum").is_some() {
            let items: Vec<Written> = self
                .items(at, "enum")
                .into_iter()
                .map(At::written)
                .collect();
            shape.values.get_or_insert(items);
        }
        let examples = at
            .get("examples")
            .filter(|examples| examples.view.is_list());
        let listed = examples.map(|examples| {
            examples
                .view
                .items()
                .map(|view| At { view, ..at }.written())
                .collect()
        });
        shape.examples = listed.unwrap_or_default();
        shape.examples.extend(at.get("example").map(At::written));
    }

    fn read_fields(&mut self, at: At<'a>, shape: &mut Shape) {
        if let Some(properties) = self.map(at, "properties") {
            let named = properties.named().into_iter();
            shape.properties = named
                .map(|entry| Property {
                    name: entry.key(),
                    shape: self.shape(entry),
                })
                .collect();
        }
        // `required: true` on a schema is left over from an older language, and means nothing here.
        if at
            .get("required")
            .is_some_and(|required| required.view.bool().is_none())
        {
            shape.required = self.texts(at, "required");
        }
        shape.additional = match at.get("additionalProperties") {
            None => Additional::Unsaid,
            Some(additional) => match additional.view.kind() {
                Kind::Bool(true) => Additional::Any,
                Kind::Bool(false) => Additional::Refused,
                Kind::Map
                | Kind::Null
                | Kind::Number
                | Kind::Text
                | Kind::List
                | Kind::Alias(_) => Additional::Shape(self.shape(additional)),
            },
        };
        if let Some(discriminator) = self.map(at, "discriminator") {
            let mapping = self
                .map(discriminator, "mapping")
                .map(At::named)
                .unwrap_or_default();
            for entry in &mapping {
                self.tell_of_mapping(*entry);
            }
            let mapping = mapping
                .into_iter()
                .filter_map(|entry| Some((entry.key(), self.as_text(entry)?)))
                .collect();
            let property = self.text(discriminator, "propertyName");
            shape.discriminator = property.map(|property| Discriminator { property, mapping });
        }
    }

    fn read_parts(&mut self, at: At<'a>, shape: &mut Shape) {
        shape.items = at
            .get("items")
            .filter(|items| !items.view.is_list())
            .map(|items| self.shape(items));
        shape.first_items = self.shapes_of(at, "prefixItems");
        shape.all_of = self.shapes_of(at, "allOf");
        shape.one_of = self.shapes_of(at, "oneOf");
        shape.any_of = self.shapes_of(at, "anyOf");
        for key in OTHERS {
            let found = at.get(key).map(|found| (key, self.shape(found)));
            shape.others.extend(found);
        }
        for key in ["patternProperties", "dependentSchemas"] {
            let entries = at
                .get(key)
                .filter(|found| found.view.is_map())
                .map(At::named)
                .unwrap_or_default();
            shape.others.extend(
                entries
                    .into_iter()
                    .map(|entry| (key, self.shape(entry)))
                    .collect::<Vec<_>>(),
            );
        }
    }

    fn shapes_of(&mut self, at: At<'a>, key: &str) -> Vec<ShapeId> {
        let items = self.items(at, key);
        items.into_iter().map(|item| self.shape(item)).collect()
    }

    fn limits(&mut self, at: At<'a>) -> Limits {
        let number = |key: &str| at.get(key).and_then(|found| found.view.number());
        let count = |keys: [&str; 3]| {
            keys.iter()
                .find_map(|key| at.get(key)?.view.written().parse().ok())
        };
        Limits {
            minimum: bound(at, "minimum", "exclusiveMinimum"),
            maximum: bound(at, "maximum", "exclusiveMaximum"),
            multiple_of: number("multipleOf"),
            shortest: count(["minLength", "minItems", "minProperties"]),
            longest: count(["maxLength", "maxItems", "maxProperties"]),
            pattern: self.text(at, "pattern"),
            is_unique: at.get("uniqueItems").and_then(|found| found.view.bool()) == Some(true),
        }
    }
}

/// Reads one end of a range: `exclusiveMinimum` is a truth value in OpenAPI 3.0 and a number later.
fn bound(at: At<'_>, key: &str, exclusive: &str) -> Option<Bound> {
    let value = at.get(key).and_then(|found| found.view.number());
    let exclusive = at.get(exclusive);
    if let Some(value) = exclusive.and_then(|found| found.view.number()) {
        return Some(Bound {
            value,
            is_exclusive: true,
        });
    }
    let is_exclusive = exclusive.and_then(|found| found.view.bool()) == Some(true);
    value.map(|value| Bound {
        value,
        is_exclusive,
    })
}
