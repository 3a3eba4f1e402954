//! The classes of breaking changes that the best diff tool knows (oasdiff, `checks`: 213 at the level of an error), each
//! as a small pair. What a class is called there stands beside it, without the way and the place of the value.

use guild_check::report::ChangeKind::{self, Additive, Breaking, Risky};

use super::evolve;

/// How a pair weighs: the worst of its changes, none if there is none.
fn worst(old: &str, new: &str) -> Option<ChangeKind> {
    let evolution = evolve(old, new);
    evolution.changes.iter().map(|change| change.kind).max()
}

/// A contract that takes a shape, or gives it.
fn body(schema: &str, is_sent: bool) -> String {
    let content = format!("content: {{ application/json: {{ schema: {schema} }} }}");
    let (sent, received) = if is_sent {
        (
            format!("requestBody: {{ required: true, {content} }}"),
            String::new(),
        )
    } else {
        ("description: It gives.".to_owned(), content)
    };
    format!(
        "paths:
  /tasks:
    post:
      {sent}
      responses: {{ '200': {{ description: OK, {received} }} }}
components: {{ schemas: {{ A: {{ type: object, properties: {{ a: {{ type: string }} }} }}, B: {{ type: object, required: [b], properties: {{ b: {{ type: string }} }} }} }} }}
"
    )
}

fn parameter(fields: &str) -> String {
    format!(
        "paths:\n  /tasks:\n    get:\n      parameters: [{{ name: p, in: query, {fields} }}]\n      responses: {{ '204': {{ description: OK }} }}\n"
    )
}

/// What the class is called | before | after | its weight in what is sent | in what is received.
const SHAPES: &str = "
max-decreased | { type: integer, maximum: 9 } | { type: integer, maximum: 8 } | Breaking | Additive
max-increased | { type: integer, maximum: 8 } | { type: integer, maximum: 9 } | Additive | Breaking
max-unset | { type: integer, maximum: 8 } | { type: integer } | Additive | Breaking
exclusive-max-decreased | { type: integer, exclusiveMaximum: 9 } | { type: integer, exclusiveMaximum: 8 } | Breaking | Additive
min-increased | { type: integer, minimum: 1 } | { type: integer, minimum: 2 } | Breaking | Additive
min-decreased | { type: integer, minimum: 2 } | { type: integer, minimum: 1 } | Additive | Breaking
exclusive-min-increased | { type: integer, exclusiveMinimum: 1 } | { type: integer, exclusiveMinimum: 2 } | Breaking | Additive
max-length-decreased | { type: string, maxLength: 9 } | { type: string, maxLength: 8 } | Breaking | Additive
min-length-increased | { type: string, minLength: 1 } | { type: string, minLength: 2 } | Breaking | Additive
min-length-decreased | { type: string, minLength: 2 } | { type: string, minLength: 1 } | Additive | Breaking
max-length-unset | { type: string, maxLength: 9 } | { type: string } | Additive | Breaking
min-items-increased | { type: array, items: { type: string }, minItems: 1 } | { type: array, items: { type: string }, minItems: 2 } | Breaking | Additive
min-items-unset | { type: array, items: { type: string }, minItems: 1 } | { type: array, items: { type: string } } | Additive | Breaking
max-items-decreased | { type: array, items: { type: string }, maxItems: 2 } | { type: array, items: { type: string }, maxItems: 1 } | Breaking | Additive
min-contains-increased | { type: array, items: {}, contains: { type: string }, minContains: 1 } | { type: array, items: {}, contains: { type: string }, minContains: 2 } | Breaking | Additive
max-contains-decreased | { type: array, items: {}, contains: { type: string }, maxContains: 2 } | { type: array, items: {}, contains: { type: string }, maxContains: 1 } | Breaking | Additive
contains-added | { type: array, items: {} } | { type: array, items: {}, contains: { type: string } } | Breaking | Additive
contains-removed | { type: array, items: {}, contains: { type: string } } | { type: array, items: {} } | Additive | Breaking
prefix-items-removed | { type: array, prefixItems: [{ type: string }, { type: integer }] } | { type: array, prefixItems: [{ type: string }] } | Breaking | Breaking
# What stood there could be anything before, and an answer that promises more breaks nobody.
prefix-items-added | { type: array, prefixItems: [{ type: string }] } | { type: array, prefixItems: [{ type: string }, { type: integer }] } | Breaking | Additive
unevaluated-items-added | { type: array, items: { type: string } } | { type: array, items: { type: string }, unevaluatedItems: false } | Breaking | Additive
type-changed | { type: string } | { type: integer } | Breaking | Breaking
type-generalized | { type: integer } | { type: number } | Breaking | Breaking
list-of-types-narrowed | { type: [string, integer] } | { type: [string] } | Breaking | Breaking
list-of-types-widened | { type: [string] } | { type: [string, integer] } | Breaking | Breaking
became-not-nullable | { type: [string, 'null'] } | { type: string } | Breaking | Additive
became-nullable | { type: string } | { type: [string, 'null'] } | Additive | Breaking
became-enum | { type: string } | { type: string, enum: [A] } | Breaking | Additive
enum-value-removed | { type: string, enum: [A, B] } | { type: string, enum: [A] } | Breaking | Additive
enum-value-added | { type: string, enum: [A] } | { type: string, enum: [A, B] } | Additive | Risky
x-extensible-enum-value-removed | { type: string, x-extensible-enum: [A, B] } | { type: string, x-extensible-enum: [A] } | Breaking | Additive
const-added | { type: string } | { type: string, const: A } | Breaking | Additive
const-changed | { type: string, const: A } | { type: string, const: B } | Breaking | Breaking
const-removed | { type: string, const: A } | { type: string } | Additive | Breaking
pattern-added | { type: string } | { type: string, pattern: '^a$' } | Breaking | Additive
content-encoding-changed | { type: string, contentEncoding: base64 } | { type: string, contentEncoding: base32 } | Breaking | Breaking
content-media-type-changed | { type: string, contentMediaType: image/png } | { type: string, contentMediaType: image/jpeg } | Breaking | Breaking
content-schema-added | { type: string, contentMediaType: application/json } | { type: string, contentMediaType: application/json, contentSchema: { type: object, required: [a] } } | Breaking | Additive
content-schema-removed | { type: string, contentMediaType: application/json, contentSchema: { type: object, required: [a] } } | { type: string, contentMediaType: application/json } | Additive | Breaking
new-required-property | { type: object, properties: { a: { type: string } } } | { type: object, required: [b], properties: { a: { type: string }, b: { type: string } } } | Breaking | Additive
new-required-property-with-default | { type: object, properties: { a: { type: string } } } | { type: object, required: [b], properties: { a: { type: string }, b: { type: string, default: x } } } | Breaking | Additive
property-became-required | { type: object, properties: { a: { type: string } } } | { type: object, required: [a], properties: { a: { type: string } } } | Breaking | Additive
property-became-optional | { type: object, required: [a], properties: { a: { type: string } } } | { type: object, properties: { a: { type: string } } } | Additive | Breaking
property-removed | { type: object, properties: { a: { type: string }, b: { type: string } } } | { type: object, properties: { a: { type: string } } } | Breaking | Breaking
property-names-added | { type: object, properties: {} } | { type: object, properties: {}, propertyNames: { pattern: '^a' } } | Breaking | Additive
property-names-removed | { type: object, properties: {}, propertyNames: { pattern: '^a' } } | { type: object, properties: {} } | Additive | Breaking
pattern-property-added | { type: object, properties: {} } | { type: object, properties: {}, patternProperties: { '^a': { type: string } } } | Breaking | Additive
pattern-property-removed | { type: object, properties: {}, patternProperties: { '^a': { type: string } } } | { type: object, properties: {} } | Additive | Breaking
dependent-required-added | { type: object, properties: { a: {}, b: {} } } | { type: object, properties: { a: {}, b: {} }, dependentRequired: { a: [b] } } | Breaking | Additive
dependent-required-removed | { type: object, properties: { a: {}, b: {} }, dependentRequired: { a: [b] } } | { type: object, properties: { a: {}, b: {} } } | Additive | Breaking
dependent-required-changed | { type: object, properties: { a: {}, b: {}, c: {} }, dependentRequired: { a: [b] } } | { type: object, properties: { a: {}, b: {}, c: {} }, dependentRequired: { a: [c] } } | Breaking | Breaking
dependent-schema-added | { type: object, properties: { a: {} } } | { type: object, properties: { a: {} }, dependentSchemas: { a: { required: [b] } } } | Breaking | Additive
dependent-schema-removed | { type: object, properties: { a: {} }, dependentSchemas: { a: { required: [b] } } } | { type: object, properties: { a: {} } } | Additive | Breaking
if-added | { type: object, properties: { a: {} } } | { type: object, properties: { a: {} }, if: { required: [a] }, then: { required: [b] } } | Breaking | Additive
then-removed | { type: object, properties: { a: {} }, if: { required: [a] }, then: { required: [b] } } | { type: object, properties: { a: {} }, if: { required: [a] } } | Additive | Breaking
else-added | { type: object, properties: { a: {} }, if: { required: [a] } } | { type: object, properties: { a: {} }, if: { required: [a] }, else: { required: [b] } } | Breaking | Additive
unevaluated-properties-added | { type: object, properties: { a: {} } } | { type: object, properties: { a: {} }, unevaluatedProperties: false } | Breaking | Additive
unevaluated-properties-removed | { type: object, properties: { a: {} }, unevaluatedProperties: false } | { type: object, properties: { a: {} } } | Additive | Breaking
all-of-added | { allOf: [{ $ref: '#/components/schemas/A' }] } | { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] } | Breaking | Additive
any-of-removed | { anyOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] } | { anyOf: [{ $ref: '#/components/schemas/A' }] } | Breaking | Additive
any-of-added | { anyOf: [{ $ref: '#/components/schemas/A' }] } | { anyOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] } | Additive | Risky
one-of-removed | { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }, { type: string }] } | { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] } | Breaking | Additive
one-of-added | { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] } | { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }, { type: string }] } | Additive | Breaking
";

/// What the class is called | before | after | its weight.
const PARAMETERS: &str = "
became-required | schema: { type: string } | required: true, schema: { type: string } | Breaking
became-not-nullable | schema: { type: [string, 'null'] } | schema: { type: string } | Breaking
type-changed | schema: { type: string } | schema: { type: integer } | Breaking
list-of-types-narrowed | schema: { type: [string, integer] } | schema: { type: [string] } | Breaking
property-list-of-types-narrowed | schema: { type: object, properties: { a: { type: [string, integer] } } } | schema: { type: object, properties: { a: { type: [string] } } } | Breaking
property-type-specialized | schema: { type: object, properties: { a: { type: number } } } | schema: { type: object, properties: { a: { type: integer } } } | Breaking
property-became-not-nullable | schema: { type: object, properties: { a: { type: [string, 'null'] } } } | schema: { type: object, properties: { a: { type: string } } } | Breaking
property-enum-value-removed | schema: { type: object, properties: { a: { enum: [A, B] } } } | schema: { type: object, properties: { a: { enum: [A] } } } | Breaking
max-decreased | schema: { type: integer, maximum: 9 } | schema: { type: integer, maximum: 8 } | Breaking
max-items-decreased | schema: { type: array, items: {}, maxItems: 9 } | schema: { type: array, items: {}, maxItems: 8 } | Breaking
max-length-decreased | schema: { type: string, maxLength: 9 } | schema: { type: string, maxLength: 8 } | Breaking
min-increased | schema: { type: integer, minimum: 1 } | schema: { type: integer, minimum: 2 } | Breaking
min-items-increased | schema: { type: array, items: {}, minItems: 1 } | schema: { type: array, items: {}, minItems: 2 } | Breaking
min-length-increased | schema: { type: string, minLength: 1 } | schema: { type: string, minLength: 2 } | Breaking
pattern-added | schema: { type: string } | schema: { type: string, pattern: '^a$' } | Breaking
became-enum | schema: { type: string } | schema: { type: string, enum: [A] } | Breaking
enum-value-removed | schema: { type: string, enum: [A, B] } | schema: { type: string, enum: [A] } | Breaking
x-extensible-enum-value-removed | schema: { type: string, x-extensible-enum: [A, B] } | schema: { type: string, x-extensible-enum: [A] } | Breaking
# The server may have done so all along, and only say it now; there it counts as breaking.
default-value-added | schema: { type: string } | schema: { type: string, default: a } | Risky
default-value-changed | schema: { type: string, default: a } | schema: { type: string, default: b } | Breaking
default-value-removed | schema: { type: string, default: a } | schema: { type: string } | Breaking
deprecated-sunset-missing | schema: { type: string } | deprecated: true, schema: { type: string } | Additive
sunset-parse | schema: { type: string } | deprecated: true, x-sunset: soon, schema: { type: string } | Breaking
sunset-deleted | deprecated: true, x-sunset: '2099-01-01', schema: { type: string } | deprecated: true, schema: { type: string } | Breaking
sunset-date-changed-too-small | deprecated: true, x-sunset: '2099-01-01', schema: { type: string } | deprecated: true, x-sunset: '2098-01-01', schema: { type: string } | Breaking
";

/// What the class is called | the parameter that there was not | its weight.
const NEW_PARAMETERS: &str = "
new-required-request-parameter | required: true, schema: { type: string } | Breaking
new-required-request-default-parameter | required: true, schema: { type: string, default: a } | Breaking
new-optional-request-parameter | schema: { type: string } | Additive
";

/// Parts a table into its cells; a line that begins with `#` is a remark on the next.
fn rows<const CELLS: usize>(table: &str) -> impl Iterator<Item = [&str; CELLS]> {
    let lines = table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let cells: Vec<&str> = line.split(" | ").collect();
        cells.try_into().unwrap()
    })
}

fn kind(word: &str) -> ChangeKind {
    match word {
        "Breaking" => Breaking,
        "Risky" => Risky,
        _ => Additive,
    }
}

/// Classes by what becomes of a shape: what it weighs in what is sent, and in what is received.
#[test]
fn shapes() {
    let mut wrong = Vec::new();
    for [name, old, new, sent, received] in rows(SHAPES) {
        for (way, is_sent, expected) in [
            ("request", true, kind(sent)),
            ("response", false, kind(received)),
        ] {
            let field = |schema: &str| format!("{{ type: object, properties: {{ f: {schema} }} }}");
            let whole = worst(&body(old, is_sent), &body(new, is_sent));
            let part = worst(&body(&field(old), is_sent), &body(&field(new), is_sent));
            if whole != Some(expected) || part != Some(expected) {
                wrong.push(format!(
                    "{way} {name}: {expected:?}, not {whole:?} and {part:?}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Classes by what becomes of a parameter.
#[test]
fn parameters() {
    let none = "paths:\n  /tasks:\n    get:\n      responses: { '204': { description: OK } }\n";
    let mut wrong = Vec::new();
    for [name, old, new, expected] in rows(PARAMETERS) {
        let expected = kind(expected);
        let found = worst(&parameter(old), &parameter(new));
        if found != Some(expected) {
            wrong.push(format!("{name}: {expected:?}, not {found:?}"));
        }
    }
    for [name, fields, expected] in rows(NEW_PARAMETERS) {
        let expected = kind(expected);
        let found = worst(none, &parameter(fields));
        if found != Some(expected) {
            wrong.push(format!("{name}: {expected:?}, not {found:?}"));
        }
    }
    let removed = worst(&parameter("schema: { type: string }"), none);
    assert_eq!(removed, Some(Breaking), "request-parameter-removed");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Classes by what becomes of an operation, its body, its answers and their headers.
#[test]
fn operations() {
    let call = |rest: &str| {
        format!(
            "paths:\n  /tasks/{{id}}:\n    parameters: [{{ name: id, in: path, required: true, schema: {{ type: string }} }}]\n    post: {{ {rest} }}\n"
        )
    };
    let ok = "responses: { '200': { description: OK } }";
    let text = |rest: &str| format!("responses: {{ '200': {{ description: OK, {rest} }} }}");
    let json = "content: { application/json: { schema: { type: string } } }";
    let header = |rest: &str| text(&format!("headers: {{ X-A: {{ {rest} }} }}"));
    let gone = "paths: {}\n".to_owned();
    let mut wrong = Vec::new();
    for (name, old, new, expected) in [
        (
            "api-removed-without-deprecation",
            call(ok),
            gone.clone(),
            Breaking,
        ),
        (
            "api-removed-before-sunset",
            call(&format!("deprecated: true, x-sunset: '2099-01-01', {ok}")),
            gone,
            Breaking,
        ),
        (
            "api-deprecated-sunset-missing",
            call(ok),
            call(&format!("deprecated: true, {ok}")),
            Additive,
        ),
        (
            "api-deprecated-sunset-parse",
            call(ok),
            call(&format!("deprecated: true, x-sunset: soon, {ok}")),
            Breaking,
        ),
        (
            "sunset-deleted",
            call(&format!("deprecated: true, x-sunset: '2099-01-01', {ok}")),
            call(&format!("deprecated: true, {ok}")),
            Breaking,
        ),
        (
            "api-stability-decreased",
            call(&format!("x-stability-level: stable, {ok}")),
            call(&format!("x-stability-level: beta, {ok}")),
            Breaking,
        ),
        (
            "request-body-added-required",
            call(ok),
            call(&format!("requestBody: {{ required: true, {json} }}, {ok}")),
            Breaking,
        ),
        (
            "request-body-became-required",
            call(&format!("requestBody: {{ {json} }}, {ok}")),
            call(&format!("requestBody: {{ required: true, {json} }}, {ok}")),
            Breaking,
        ),
        (
            "request-body-removed",
            call(&format!("requestBody: {{ {json} }}, {ok}")),
            call(ok),
            Breaking,
        ),
        (
            "request-body-media-type-removed",
            call(&format!(
                "requestBody: {{ content: {{ application/json: {{}}, text/plain: {{}} }} }}, {ok}"
            )),
            call(&format!(
                "requestBody: {{ content: {{ application/json: {{}} }} }}, {ok}"
            )),
            Breaking,
        ),
        (
            "request-body-media-type-schema-added",
            call(&format!(
                "requestBody: {{ content: {{ application/json: {{}} }} }}, {ok}"
            )),
            call(&format!("requestBody: {{ {json} }}, {ok}")),
            Breaking,
        ),
        (
            "request-body-wrapped-in-one-of",
            call(&format!("requestBody: {{ {json} }}, {ok}")),
            call(&format!(
                "requestBody: {{ content: {{ application/json: {{ schema: {{ oneOf: [{{ type: integer }}, {{ type: boolean }}] }} }} }} }}, {ok}"
            )),
            Breaking,
        ),
        (
            "response-success-status-removed",
            call("responses: { '200': { description: OK }, '202': { description: OK } }"),
            call(ok),
            Breaking,
        ),
        (
            "response-media-type-removed",
            call(&text("content: { application/json: {}, text/csv: {} }")),
            call(&text("content: { application/json: {} }")),
            Breaking,
        ),
        (
            "response-media-type-name-generalized",
            call(&text("content: { application/json: {} }")),
            call(&text("content: { application/*: {} }")),
            Breaking,
        ),
        (
            "response-body-wrapped-in-one-of",
            call(&text(json)),
            call(&text(
                "content: { application/json: { schema: { oneOf: [{ type: string }, { type: integer }] } } }",
            )),
            Breaking,
        ),
        (
            "required-response-header-removed",
            call(&header("required: true, schema: { type: string }")),
            call(ok),
            Breaking,
        ),
        (
            "response-header-became-optional",
            call(&header("required: true, schema: { type: string }")),
            call(&header("schema: { type: string }")),
            Breaking,
        ),
        (
            "response-header-became-nullable",
            call(&header("schema: { type: string }")),
            call(&header("schema: { type: [string, 'null'] }")),
            Breaking,
        ),
        (
            "response-header-type-changed",
            call(&header("schema: { type: string }")),
            call(&header("schema: { type: integer }")),
            Breaking,
        ),
        (
            "response-header-type-generalized",
            call(&header("schema: { type: integer }")),
            call(&header("schema: { type: number }")),
            Breaking,
        ),
        (
            "webhook-removed",
            "webhooks: { a: { post: { responses: {} } } }\n".to_owned(),
            "webhooks: {}\n".to_owned(),
            Breaking,
        ),
        (
            "new-request-path-parameter",
            call(ok),
            call(ok).replace("{id}", "{id}/{part}").replace(
                "[{ name: id,",
                "[{ name: part, in: path, required: true, schema: { type: string } }, { name: id,",
            ),
            Breaking,
        ),
    ] {
        let found = worst(&old, &new);
        if found != Some(expected) {
            wrong.push(format!("{name}: {expected:?}, not {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
