//! What names tell: of functions that validate, that only hand on, and of places where data enters.

use oxc_ast::ast::{CallExpression, Expression};

/// Packages that validate.
const VALIDATORS: [&str; 14] = [
    "zod",
    "valibot",
    "yup",
    "joi",
    "io-ts",
    "superstruct",
    "arktype",
    "runtypes",
    "ajv",
    "@sinclair/typebox",
    "typebox",
    "class-validator",
    "effect",
    "@effect/schema",
];

/// What the call that validates is called.
const CHECKS: [&str; 14] = [
    "parse",
    "parseAsync",
    "safeParse",
    "safeParseAsync",
    "validate",
    "validateSync",
    "validateAsync",
    "decode",
    "decodeUnknownSync",
    "assert",
    "is",
    "check",
    "Check",
    "Decode",
];

/// Functions that look at nothing and only hand on what they are given.
const PASSIVE: [&str; 36] = [
    "push",
    "unshift",
    "resolve",
    "dispatch",
    "log",
    "info",
    "warn",
    "error",
    "debug",
    "stringify",
    "json",
    "send",
    "emit",
    "next",
    "set",
    "add",
    "keys",
    "values",
    "entries",
    "assign",
    "structuredClone",
    "concat",
    "fromEntries",
    "String",
    "Boolean",
    "setItem",
    "put",
    "write",
    "setQueryData",
    "mutate",
    "commit",
    "end",
    "render",
    "freeze",
    "all",
    "cb",
];

/// Functions that read the environment as a whole.
const SETTINGS: [&str; 7] = [
    "createEnv",
    "cleanEnv",
    "envsafe",
    "makeEnv",
    "defineEnv",
    "bool",
    "parseEnv",
];

/// What the exported functions of a handler's file are called, in the frameworks that find them by name.
const HANDLERS: [&str; 9] = [
    "GET",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "loader",
    "action",
    "handler",
    "middleware",
];

pub(super) fn is_validator(package: &str) -> bool {
    VALIDATORS.iter().any(|known| {
        package == *known
            || package
                .strip_prefix(known)
                .is_some_and(|rest| rest.starts_with('/'))
    })
}

pub(super) fn is_handler(name: &str) -> bool {
    HANDLERS.contains(&name)
}

pub(super) fn is_passive(name: &str) -> bool {
    let is_setter = name
        .strip_prefix("set")
        .is_some_and(|rest| rest.starts_with(char::is_uppercase));
    is_setter || PASSIVE.contains(&name)
}

/// Tells whether a function checks what it is given, by its name.
pub(super) fn is_checking(name: &str) -> bool {
    let begins = [
        "is",
        "assert",
        "parse",
        "safeParse",
        "validate",
        "check",
        "ensure",
        "decode",
        "verify",
        "require",
    ];
    begins.iter().any(|word| {
        let rest = name.strip_prefix(word);
        rest.is_some_and(|rest| {
            rest.is_empty() || rest.starts_with(|next: char| next.is_uppercase())
        })
    })
}

pub(super) fn is_settings(name: &str) -> bool {
    SETTINGS.contains(&name)
}

/// Names under which handlers know what is asked of them.
pub(super) fn is_request(name: &str) -> bool {
    matches!(
        name,
        "req" | "request" | "localStorage" | "sessionStorage" | "formData"
    )
}

/// Tells whether something is called the way that schemas are.
pub(super) fn is_schema(written: &str) -> bool {
    let last = written.rsplit('.').next().unwrap_or(written);
    last.ends_with("Schema")
        || last.ends_with("schema")
        || last.ends_with("Validator")
        || written.starts_with("z.")
}

/// Gives the name of what is called: its last part.
pub(super) fn called<'n>(call: &'n CallExpression<'_>) -> Option<&'n str> {
    match &call.callee {
        Expression::Identifier(id) => Some(id.name.as_str()),
        other => other.get_member_expr()?.static_property_name(),
    }
}

/// Gives what a call of `parse` and the like is called on; `v.parse(schema, …)` is called on `v`.
pub(super) fn checker<'n, 'a>(
    call: &'n CallExpression<'a>,
    name: &str,
) -> Option<&'n Expression<'a>> {
    let object = call.callee.get_member_expr()?.object();
    let is_own = [
        "JSON",
        "Date",
        "path",
        "url",
        "qs",
        "querystring",
        "Number",
        "Object",
        "console",
    ];
    let is_check = CHECKS.contains(&name) && !is_own.iter().any(|own| object.is_specific_id(own));
    is_check.then_some(object)
}

/// Tells whether a call reads what comes from outside, or says who does.
pub(super) fn is_entry(call: &CallExpression<'_>) -> bool {
    let Some(name) = called(call) else {
        return false;
    };
    let object = call.callee.get_member_expr().map(|member| member.object());
    let is_of = |names: &[&str]| {
        object.is_some_and(|object| names.iter().any(|name| object.is_specific_id(name)))
    };
    match name {
        "parse" => is_of(&["JSON"]),
        "readFile" | "readFileSync" | "formData" => true,
        "get" | "post" | "put" | "patch" | "delete" | "use" | "route" => {
            is_of(&["app", "router", "server", "fastify", "api"])
        }
        "fetch" => true,
        _ => false,
    }
}
