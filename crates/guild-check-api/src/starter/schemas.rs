//! The schemas of a contract in OpenAPI: inputs apart from outputs, what the server makes in outputs alone.

use serde_json::{Map, Value, json};

use super::example;
use super::failures::failures;
use super::parse::{Field, FieldKind, Limits, Text};
use super::plan::{IdForm, Plan};
use super::resource::Resource;

/// What identifies a thing that the contract does not hold.
const FOREIGN: u64 = 64;

/// Writes all schemas.
pub(super) fn schemas(plan: &Plan) -> Value {
    let mut all = Map::new();
    for resource in plan.resources() {
        all.insert(resource.names.id.clone(), own_id(plan, resource));
    }
    for brand in &plan.foreign_ids {
        let schema = json!({ "type": "string", "minLength": 1, "maxLength": FOREIGN });
        all.insert(brand.clone(), schema);
    }
    for (index, resource) in plan.resources().enumerate() {
        let parent = (index > 0).then_some(&plan.main);
        for field in resource.all_fields() {
            if let Some(values) = field.values() {
                let schema = json!({ "type": "string", "enum": values });
                all.insert(resource.type_of(&field.name).to_owned(), schema);
            }
        }
        inputs(plan, resource, parent, &mut all);
        outputs(plan, resource, parent, &mut all);
    }
    all.insert("ErrorBody".to_owned(), error_body());
    let codes: Vec<String> = failures(plan)
        .into_iter()
        .map(|failing| failing.code)
        .collect();
    all.insert(
        "ErrorCode".to_owned(),
        json!({ "type": "string", "enum": codes }),
    );
    Value::Object(all)
}

/// Refers to a schema.
pub(super) fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn own_id(plan: &Plan, resource: &Resource) -> Value {
    match plan.ids {
        IdForm::Prefixed => json!({ "type": "string", "pattern": id_pattern(resource) }),
        IdForm::Uuid => json!({ "type": "string", "format": "uuid" }),
    }
}

/// The form of an id: what it is of, and ten characters.
pub(super) fn id_pattern(resource: &Resource) -> String {
    format!("^{}_[0-9A-Z]{{10}}$", resource.noun.snake())
}

fn inputs(
    plan: &Plan,
    resource: &Resource,
    parent: Option<&Resource>,
    all: &mut Map<String, Value>,
) {
    let fields = &resource.fields;
    let required: Vec<&str> = fields
        .iter()
        .filter(|field| !field.may_be_absent())
        .map(|field| &*field.name)
        .collect();
    let mut create = json!({
        "description": "An input: nothing that the server makes.",
        "type": "object",
        "additionalProperties": false,
    });
    if !required.is_empty() {
        create["required"] = json!(required);
    }
    let properties = fields
        .iter()
        .map(|field| (field.name.clone(), created(resource, field)));
    create["properties"] = Value::Object(properties.collect());
    create["examples"] = json!([example::created(plan, resource)]);
    all.insert(resource.names.create.clone(), create);
    if parent.is_some() {
        return;
    }
    let mut properties: Map<String, Value> = fields
        .iter()
        .map(|field| (field.name.clone(), input(resource, field)))
        .collect();
    if !resource.states.is_empty() {
        properties.insert("status".to_owned(), reference(&resource.names.status));
        let states: Vec<&str> = resource
            .states
            .iter()
            .map(|state| state.name.as_str())
            .collect();
        all.insert(
            resource.names.status.clone(),
            json!({ "type": "string", "enum": states }),
        );
    }
    for (state, field) in resource.given_with_state() {
        let mut schema = input(resource, field);
        schema["description"] = json!(format!("Given together with the state {state}."));
        properties.insert(field.name.clone(), schema);
    }
    all.insert(
        resource.names.update.clone(),
        json!({
            "description": "An input: every field is optional, and only the given ones change.",
            "type": "object",
            "additionalProperties": false,
            "minProperties": 1,
            "properties": properties,
            "examples": [example::updated(plan, resource)],
        }),
    );
}

/// What a caller may give to make a thing: what is absent has a value of its own.
fn created(resource: &Resource, field: &Field) -> Value {
    let mut schema = input(resource, field);
    if field.may_be_absent() {
        match field.kind {
            FieldKind::Boolean => schema["default"] = json!(false),
            FieldKind::List(..) => schema["default"] = json!([]),
            _ => {}
        }
    }
    schema
}

/// What a caller may give, with all its limits.
fn input(resource: &Resource, field: &Field) -> Value {
    nullable(field, limited(resource, &field.name, &field.kind))
}

/// What a filter may be: one value of the field, never `null`.
pub(super) fn filter(resource: &Resource, name: &str) -> Value {
    let field = resource.fields.iter().find(|field| field.name == name);
    match field {
        Some(field) => limited(resource, name, &field.kind),
        None => reference(&resource.names.status),
    }
}

/// Adds `null` to what may be absent.
fn nullable(field: &Field, schema: Value) -> Value {
    if !field.is_nullable() {
        return schema;
    }
    let Some(Value::String(own)) = schema.get("type") else {
        return json!({ "oneOf": [schema, { "type": "null" }] });
    };
    let both = json!([own, "null"]);
    let mut schema = schema;
    schema["type"] = both;
    schema
}

fn limited(resource: &Resource, name: &str, kind: &FieldKind) -> Value {
    let Limits { least, most } = match kind {
        FieldKind::Text(limits)
        | FieldKind::Integer(limits)
        | FieldKind::Number(limits)
        | FieldKind::List(_, limits) => *limits,
        _ => return bare(resource, name, kind),
    };
    let (shortest, longest) = match kind {
        FieldKind::Text(_) => ("minLength", "maxLength"),
        FieldKind::List(..) => ("minItems", "maxItems"),
        _ => ("minimum", "maximum"),
    };
    let mut schema = bare(resource, name, kind);
    if least > 0 || shortest == "minimum" {
        schema[shortest] = json!(least);
    }
    schema[longest] = json!(most);
    schema
}

/// The type and the form of a value.
fn bare(resource: &Resource, name: &str, kind: &FieldKind) -> Value {
    match kind {
        FieldKind::Text(_) => json!({ "type": "string" }),
        FieldKind::Formatted(form) => json!({ "type": "string", "format": form.word() }),
        FieldKind::Integer(_) => json!({ "type": "integer" }),
        FieldKind::Number(_) => json!({ "type": "number" }),
        FieldKind::Boolean => json!({ "type": "boolean" }),
        FieldKind::Enum(_) => reference(resource.type_of(name)),
        FieldKind::Id(brand) => reference(brand),
        FieldKind::List(item, _) => {
            json!({ "type": "array", "items": limited(resource, name, item) })
        }
    }
}

impl Text {
    /// Gives the word of JSON Schema.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::DateTime => "date-time",
            Self::Uri => "uri",
            Self::Email => "email",
            Self::Uuid => "uuid",
        }
    }
}

fn outputs(
    plan: &Plan,
    resource: &Resource,
    parent: Option<&Resource>,
    all: &mut Map<String, Value>,
) {
    let names = &resource.names;
    let mut properties = Map::new();
    properties.insert("id".to_owned(), made(reference(&names.id)));
    if let Some(parent) = parent {
        properties.insert(
            format!("{}Id", parent.noun.camel()),
            made(reference(&parent.names.id)),
        );
    }
    for field in &resource.fields {
        properties.insert(field.name.clone(), output(resource, field));
    }
    if !resource.states.is_empty() && !resource.has_variants() {
        properties.insert("status".to_owned(), reference(&names.status));
    }
    let moment = || made(json!({ "type": "string", "format": "date-time" }));
    properties.insert("createdAt".to_owned(), moment());
    if parent.is_none() {
        properties.insert("updatedAt".to_owned(), moment());
    }
    let required: Vec<String> = properties.keys().cloned().collect();
    let examples = json!([example::stored(plan, resource, parent)]);
    if resource.has_variants() {
        let base = json!({ "type": "object", "required": required, "properties": properties });
        all.insert(names.one.clone(), union(resource, &examples));
        all.insert(names.base.clone(), base);
        variants(resource, all);
    } else {
        let whole = json!({
            "description": "Output.",
            "type": "object",
            "required": required,
            "properties": properties,
            "examples": examples,
        });
        all.insert(names.one.clone(), whole);
    }
    all.insert(names.page.clone(), page(&names.one));
}

fn union(resource: &Resource, examples: &Value) -> Value {
    let states = || resource.states.iter();
    let mapping = states().map(|state| {
        (
            state.name.clone(),
            json!(format!("#/components/schemas/{}", state.type_name)),
        )
    });
    json!({
        "description": "Output. The status says which fields are there.",
        "oneOf": states().map(|state| reference(&state.type_name)).collect::<Vec<_>>(),
        "discriminator": { "propertyName": "status", "mapping": mapping.collect::<Map<_, _>>() },
        "examples": examples,
    })
}

fn variants(resource: &Resource, all: &mut Map<String, Value>) {
    for state in &resource.states {
        let mut properties = Map::new();
        properties.insert(
            "status".to_owned(),
            json!({ "type": "string", "const": state.name }),
        );
        for field in &state.fields {
            properties.insert(field.name.clone(), output(resource, field));
        }
        let required: Vec<String> = properties.keys().cloned().collect();
        let own = json!({ "type": "object", "required": required, "properties": properties });
        all.insert(
            state.type_name.clone(),
            json!({ "allOf": [reference(&resource.names.base), own] }),
        );
    }
}

fn output(resource: &Resource, field: &Field) -> Value {
    nullable(field, bare(resource, &field.name, &field.kind))
}

fn made(mut schema: Value) -> Value {
    schema["readOnly"] = json!(true);
    schema
}

fn page(one: &str) -> Value {
    json!({
        "description": "One page of a list.",
        "type": "object",
        "required": ["items", "page", "pageSize", "totalItems", "totalPages"],
        "properties": {
            "items": { "type": "array", "items": reference(one) },
            "page": { "type": "integer" },
            "pageSize": { "type": "integer" },
            "totalItems": { "type": "integer" },
            "totalPages": { "type": "integer" },
        },
    })
}

fn error_body() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "description": "The one body of every error of every operation.",
        "type": "object",
        "required": ["error"],
        "properties": { "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {
                "code": reference("ErrorCode"),
                "message": { "type": "string", "description": "For people; may be reworded." },
                "details": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["field", "message"],
                        "properties": { "field": text, "message": text },
                    },
                },
            },
        } },
    })
}
