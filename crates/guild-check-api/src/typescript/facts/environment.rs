//! The environment: where its variables are read, and where all of it goes through one check.

use oxc_ast::ast::{BindingPattern, CallExpression, Expression};
use oxc_span::GetSpan;

use super::super::types::place;
use super::{Finder, words};
use crate::sources::Variable;

/// Variables that a bundler puts in, or that say only how the program was built.
const BUILT_IN: [&str; 7] = [
    "NODE_ENV",
    "DEV",
    "PROD",
    "MODE",
    "SSR",
    "BASE_URL",
    "JEST_WORKER_ID",
];

impl Finder<'_> {
    /// Notes `process.env.X` and the like.
    pub(super) fn environment_read(
        &mut self,
        object: &Expression<'_>,
        name: Option<&str>,
        span: oxc_span::Span,
    ) {
        let is_alias =
            matches!(object, Expression::Identifier(id) if self.aliases.contains(id.name.as_str()));
        let is_method = matches!(name, Some("get" | "toObject" | "has"));
        let is_deno = object.is_specific_member_access("Deno", "env");
        if is_deno && is_method {
            return;
        }
        if is_alias || is_environment(object) {
            self.variable(name, span);
        }
    }

    /// Notes `Deno.env.get("X")`, and the environment as a whole given to a function.
    pub(super) fn environment_passed(&mut self, call: &CallExpression<'_>, name: &str) {
        let callee = call.callee.get_member_expr();
        if callee.is_some_and(|callee| callee.object().is_specific_member_access("Deno", "env")) {
            let first = call
                .arguments
                .first()
                .and_then(|argument| argument.as_expression());
            match (name, first) {
                ("get", Some(Expression::StringLiteral(text))) => {
                    self.variable(Some(text.value.as_str()), call.span)
                }
                ("get", _) => self.variable(None, call.span),
                _ => {}
            }
        }
        let passes = call.arguments.iter().filter_map(|argument| argument.as_expression()).any(|argument| {
            let is_alias = matches!(argument, Expression::Identifier(id) if self.aliases.contains(id.name.as_str()));
            is_alias || is_environment(argument)
        });
        self.facts.has_settings |= passes && !words::is_passive(name);
    }

    /// Notes `const env = process.env` and `const { X } = process.env`.
    pub(super) fn environment_named(
        &mut self,
        pattern: &BindingPattern<'_>,
        value: &Expression<'_>,
    ) {
        if !is_environment(value.get_inner_expression()) {
            return;
        }
        match pattern {
            BindingPattern::BindingIdentifier(id) => {
                self.aliases.insert(id.name.to_string());
            }
            BindingPattern::ObjectPattern(pattern) => {
                for property in &pattern.properties {
                    let name = property.key.static_name();
                    self.variable(name.as_deref(), property.key.span());
                }
            }
            _ => {}
        }
    }

    fn variable(&mut self, name: Option<&str>, span: oxc_span::Span) {
        if !name.is_some_and(|name| BUILT_IN.contains(&name)) {
            let name = name.map(str::to_owned);
            self.facts.variables.push(Variable {
                span: place(span),
                name,
            });
        }
    }
}

/// Tells whether an expression is the environment as a whole.
fn is_environment(expression: &Expression<'_>) -> bool {
    if expression.is_specific_member_access("process", "env")
        || expression.is_specific_member_access("Bun", "env")
        || expression.is_specific_member_access("Deno", "env")
    {
        return true;
    }
    let Some(member) = expression.get_member_expr() else {
        return false;
    };
    let is_env = member.static_property_name() == Some("env");
    is_env && matches!(member.object(), Expression::ImportMeta(_))
}
