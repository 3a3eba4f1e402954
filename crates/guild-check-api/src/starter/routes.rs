//! The routes of a contract in TypeScript: one field for each, named by method and path.

use std::fmt::Write as _;

use super::openapi::{Deed, operations, refusals, told};
use super::plan::Plan;
use super::resource::Resource;

/// Which routes an interface holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Reads,
    Writes,
}

/// Writes the routes that read, or those that write.
pub(super) fn routes(plan: &Plan, side: Side, text: &mut String) {
    let main = &plan.main;
    let (name, scope) = match side {
        Side::Reads => (&main.names.reads, "read"),
        Side::Writes => (&main.names.writes, "write"),
    };
    let _ = writeln!(
        text,
        "/** @security bearer {}:{scope} */\nexport interface {name} {{",
        main.noun.path()
    );
    for (resource, deed) in operations(plan) {
        let is_read = matches!(deed, Deed::List | Deed::Get);
        if is_read == (side == Side::Reads) {
            route(plan, resource, deed, text);
        }
    }
    text.push_str("}\n");
}

fn route(plan: &Plan, resource: &Resource, deed: Deed, text: &mut String) {
    let main = &plan.main;
    let is_sub = resource.noun != main.noun;
    let has_id = is_sub || !matches!(deed, Deed::List | Deed::Create);
    let path = format!(
        "/api/{}{}{}",
        main.noun.path(),
        if has_id { "/:id" } else { "" },
        if is_sub {
            format!("/{}", resource.noun.path())
        } else {
            String::new()
        }
    );
    let names = &resource.names;
    let (method, status, answer) = match deed {
        Deed::List => ("GET", 200, format!("Page<{}>", names.one)),
        Deed::Create => ("POST", 201, names.one.clone()),
        Deed::Get => ("GET", 200, names.one.clone()),
        Deed::Update => ("PATCH", 200, names.one.clone()),
        Deed::Delete => ("DELETE", 204, "void".to_owned()),
    };
    let told = told(plan, resource, deed);
    let _ = writeln!(
        text,
        "  /**\n   * {}\n   * @operationId {}\n   */",
        told.summary, told.id
    );
    let _ = writeln!(text, "  \"{method} {path}\": {{");
    if has_id {
        let _ = writeln!(text, "    path: {{ id: {} }};", main.names.id);
    }
    match deed {
        Deed::List => {
            let query = if resource.filters.is_empty() {
                "PageQuery"
            } else {
                &names.query
            };
            let _ = writeln!(text, "    query: {query};");
        }
        Deed::Create => {
            text.push_str(IDEMPOTENCY_KEY);
            let _ = writeln!(text, "    body: {};", names.create);
        }
        Deed::Update => {
            let _ = writeln!(text, "    body: {};", names.update);
        }
        Deed::Get | Deed::Delete => {}
    }
    let refusals = refusals(plan, resource, deed);
    let has = |status: u16| refusals.iter().any(|(other, _)| *other == status);
    let shared = if has(400) { "InputRefused" } else { "Refused" };
    let own = [404, 409].into_iter().filter(|status| has(*status));
    let own: String = own.map(|status| format!("; {status}: ErrorBody")).collect();
    let _ = writeln!(
        text,
        "    answers: {shared} & {{ {status}: {answer}{own} }};\n  }};"
    );
}

const IDEMPOTENCY_KEY: &str = "    headers: {
      /**
       * Makes a repeated call return the first answer for 24 hours.
       * @minLength 1 @maxLength 64
       */
      \"Idempotency-Key\"?: string;
    };
";
