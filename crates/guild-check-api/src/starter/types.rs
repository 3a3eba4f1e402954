//! The contract as TypeScript, in the form that the skill teaches: branded ids, inputs apart from outputs, a union by
//! `status`, and one field for each route.

use std::fmt::Write as _;

use super::noun::capital;
use super::parse::{Field, FieldKind, Limits};
use super::plan::{IdForm, Plan};
use super::resource::Resource;
use super::routes::{Side, routes};
use super::schemas::id_pattern;
use crate::starter::failures::failures;

/// Writes the contract.
pub fn contract_ts(plan: &Plan) -> String {
    let title = capital(&plan.main.noun.said_several());
    let mut text = format!(
        "/**\n * The contract of openapi.yaml as TypeScript types. No behavior lives here.\n *\n \
         * @title {title}\n * @version 0.1.0\n * @server http://127.0.0.1:3000\n */\n\n"
    );
    ids(plan, &mut text);
    for resource in plan.resources() {
        value_types(resource, &mut text);
    }
    text.push_str("// Input: what a caller may send. Nothing that the server makes.\n\n");
    for resource in plan.resources() {
        inputs(plan, resource, &mut text);
    }
    text.push_str(PAGE_QUERY);
    for resource in plan
        .resources()
        .filter(|resource| !resource.filters.is_empty())
    {
        query(resource, &mut text);
    }
    text.push_str("// Output: what the server answers.\n\n");
    for (index, resource) in plan.resources().enumerate() {
        outputs(resource, (index > 0).then_some(&plan.main), &mut text);
    }
    text.push_str(PAGE);
    let codes = failures(plan)
        .into_iter()
        .map(|failing| format!("\n  | \"{}\"", failing.code));
    let _ = writeln!(
        text,
        "export type ErrorCode ={};\n",
        codes.collect::<String>()
    );
    text.push_str(ERRORS);
    routes(plan, Side::Reads, &mut text);
    text.push('\n');
    routes(plan, Side::Writes, &mut text);
    text
}

const PAGE_QUERY: &str = "\
export interface PageQuery {
  /** @integer @minimum 1 @default 1 */
  page?: number;
  /** @integer @minimum 1 @maximum 100 @default 20 */
  pageSize?: number;
}

";

const PAGE: &str = "\
export interface Page<Item> {
  items: Item[];
  /** @integer */
  page: number;
  /** @integer */
  pageSize: number;
  /** @integer */
  totalItems: number;
  /** @integer */
  totalPages: number;
}

";

const ERRORS: &str = "\
export interface ErrorBody {
  error: {
    code: ErrorCode;
    message: string;
    details?: { field: string; message: string }[];
  };
}

// Routes: what can be called. Every status has its type; a body that is not there is `void`.

interface Refused {
  401: ErrorBody;
  403: ErrorBody;
  500: ErrorBody;
}

interface InputRefused extends Refused {
  400: ErrorBody;
  422: ErrorBody;
}

";

fn ids(plan: &Plan, text: &mut String) {
    let mut brand = |tags: &str, name: &str| {
        let _ = writeln!(
            text,
            "/** {tags} */\nexport type {name} = string & {{ readonly __brand: \"{name}\" }};\n"
        );
    };
    for resource in plan.resources() {
        let tags = match plan.ids {
            IdForm::Prefixed => format!("@pattern {}", id_pattern(resource)),
            IdForm::Uuid => "@format uuid".to_owned(),
        };
        brand(&tags, &resource.names.id);
    }
    for name in &plan.foreign_ids {
        brand("@minLength 1 @maxLength 64", name);
    }
}

/// Writes the types that fields have of their own: enums, and what is on lists.
fn value_types(resource: &Resource, text: &mut String) {
    let states: Vec<&str> = resource
        .states
        .iter()
        .map(|state| state.name.as_str())
        .collect();
    if !states.is_empty() {
        let _ = writeln!(
            text,
            "export type {} = {};\n",
            resource.names.status,
            literals(&states)
        );
    }
    let mut written: Vec<&str> = Vec::new();
    for field in resource.all_fields().filter(|field| field.has_type()) {
        let name = resource.type_of(&field.name);
        if written.contains(&name) {
            continue;
        }
        written.push(name);
        let kind = match &field.kind {
            FieldKind::List(item, _) => item,
            kind => kind,
        };
        let values = field.values().map(literals);
        let is = values.unwrap_or_else(|| plain(kind).to_owned());
        comment(&limits(kind), "", text);
        let _ = writeln!(text, "export type {name} = {is};\n");
    }
}

fn literals<T: AsRef<str>>(values: &[T]) -> String {
    let values = values.iter().map(|value| format!("\"{}\"", value.as_ref()));
    values.collect::<Vec<_>>().join(" | ")
}

fn inputs(plan: &Plan, resource: &Resource, text: &mut String) {
    let names = &resource.names;
    let _ = writeln!(text, "export interface {} {{", names.create);
    for field in &resource.fields {
        let mut tags = limits(&field.kind);
        match field.kind {
            FieldKind::Boolean => tags.push("@default false".to_owned()),
            FieldKind::List(..) if field.may_be_absent() => tags.push("@default []".to_owned()),
            _ => {}
        }
        property(resource, field, &tags, field.may_be_absent(), text);
    }
    text.push_str("}\n\n");
    if resource.noun != plan.main.noun {
        return;
    }
    let _ = writeln!(
        text,
        "/** @minProperties 1 */\nexport interface {} {{",
        names.update
    );
    for field in &resource.fields {
        property(resource, field, &limits(&field.kind), true, text);
    }
    if !resource.states.is_empty() {
        let _ = writeln!(text, "  status?: {};", names.status);
    }
    for (state, field) in resource.given_with_state() {
        // A tag begins its line, so the sentence has one of its own.
        let words = format!(
            "  /**\n   * Given together with the state {state}.\n   * {}\n   */\n",
            limits(&field.kind).join(" ")
        );
        text.push_str(&words.replace("   * \n", ""));
        property(resource, field, &[], true, text);
    }
    text.push_str("}\n\n");
}

fn query(resource: &Resource, text: &mut String) {
    let _ = writeln!(
        text,
        "export interface {} extends PageQuery {{",
        resource.names.query
    );
    for name in &resource.filters {
        let field = resource.fields.iter().find(|field| field.name == *name);
        match field {
            Some(field) => {
                comment(&limits(&field.kind), "  ", text);
                let _ = writeln!(text, "  {name}?: {};", type_of(resource, name, &field.kind));
            }
            None => {
                let _ = writeln!(text, "  {name}?: {};", resource.names.status);
            }
        }
    }
    text.push_str("}\n\n");
}

fn outputs(resource: &Resource, parent: Option<&Resource>, text: &mut String) {
    let names = &resource.names;
    let whole = match resource.has_variants() {
        true => format!("interface {}", names.base),
        false => format!("export interface {}", names.one),
    };
    let _ = writeln!(text, "{whole} {{\n  id: {};", names.id);
    if let Some(parent) = parent {
        let _ = writeln!(text, "  {}Id: {};", parent.noun.camel(), parent.names.id);
    }
    for field in &resource.fields {
        property(resource, field, &forms(&field.kind), false, text);
    }
    if !resource.states.is_empty() && !resource.has_variants() {
        let _ = writeln!(text, "  status: {};", names.status);
    }
    text.push_str("  /** @format date-time */\n  createdAt: string;\n");
    if parent.is_none() {
        text.push_str("  /** @format date-time */\n  updatedAt: string;\n");
    }
    text.push_str("}\n\n");
    if !resource.has_variants() {
        return;
    }
    for state in &resource.states {
        let _ = writeln!(
            text,
            "export interface {} extends {} {{",
            state.type_name, names.base
        );
        let _ = writeln!(text, "  status: \"{}\";", state.name);
        for field in &state.fields {
            property(resource, field, &forms(&field.kind), false, text);
        }
        text.push_str("}\n\n");
    }
    let variants: Vec<&str> = resource
        .states
        .iter()
        .map(|state| state.type_name.as_str())
        .collect();
    let _ = writeln!(
        text,
        "export type {} = {};\n",
        names.one,
        variants.join(" | ")
    );
}

fn property(
    resource: &Resource,
    field: &Field,
    tags: &[String],
    may_be_absent: bool,
    text: &mut String,
) {
    comment(tags, "  ", text);
    let mark = if may_be_absent { "?" } else { "" };
    let null = if field.is_nullable() { " | null" } else { "" };
    let is = type_of(resource, &field.name, &field.kind);
    let _ = writeln!(text, "  {}{mark}: {is}{null};", field.name);
}

fn comment(tags: &[String], indent: &str, text: &mut String) {
    if !tags.is_empty() {
        let _ = writeln!(text, "{indent}/** {} */", tags.join(" "));
    }
}

fn type_of(resource: &Resource, name: &str, kind: &FieldKind) -> String {
    match kind {
        FieldKind::Enum(_) => resource.type_of(name).to_owned(),
        FieldKind::Id(brand) => brand.clone(),
        FieldKind::List(item, _) => match &**item {
            FieldKind::Id(brand) => format!("{brand}[]"),
            _ => format!("{}[]", resource.type_of(name)),
        },
        other => plain(other).to_owned(),
    }
}

fn plain(kind: &FieldKind) -> &'static str {
    match kind {
        FieldKind::Integer(_) | FieldKind::Number(_) => "number",
        FieldKind::Boolean => "boolean",
        _ => "string",
    }
}

/// What a comment says of a type everywhere.
fn forms(kind: &FieldKind) -> Vec<String> {
    match kind {
        FieldKind::Formatted(form) => vec![format!("@format {}", form.word())],
        FieldKind::Integer(_) => vec!["@integer".to_owned()],
        _ => Vec::new(),
    }
}

/// What a comment says of a type where a caller gives the value.
fn limits(kind: &FieldKind) -> Vec<String> {
    let mut tags = forms(kind);
    let (shortest, longest, Limits { least, most }) = match kind {
        FieldKind::Text(limits) => ("@minLength", "@maxLength", limits),
        FieldKind::List(_, limits) => ("@minItems", "@maxItems", limits),
        FieldKind::Integer(limits) | FieldKind::Number(limits) => ("@minimum", "@maximum", limits),
        _ => return tags,
    };
    if *least > 0 || shortest == "@minimum" {
        tags.push(format!("{shortest} {least}"));
    }
    tags.push(format!("{longest} {most}"));
    tags
}
