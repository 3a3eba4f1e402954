//! Answers of third parties, and the data that is taken from them.

use oxc_ast::ast::{
    Argument, ArrowFunctionExpression, CallExpression, Expression, Statement, TSType, TSTypeName,
};
use oxc_span::GetSpan;

use super::super::types::place;
use super::{Data, Finder, Given, words};
use crate::sources::Manner;

/// What calls a third party, which tells how data is taken from its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Client {
    /// `fetch` and its like: `answer.json()`.
    Fetch,
    /// `axios`: `answer.data`.
    Axios,
    /// What gives the data itself.
    Direct,
}

impl Finder<'_> {
    /// Notes `const api = axios.create(…)`.
    pub(super) fn client(&mut self, name: Option<&str>, value: &Expression<'_>) {
        let (Some(name), Expression::CallExpression(call)) = (name, value) else {
            return;
        };
        let Some(member) = call.callee.get_member_expr() else {
            return;
        };
        if !matches!(member.static_property_name(), Some("create" | "extend")) {
            return;
        }
        for (word, client) in [
            ("axios", Client::Axios),
            ("ky", Client::Fetch),
            ("got", Client::Fetch),
            ("ofetch", Client::Direct),
        ] {
            if member.object().is_specific_id(word) {
                self.clients.insert(name.to_owned(), client);
            }
        }
    }

    /// Tells whether an expression is an answer, and whether it certainly comes from elsewhere.
    pub(super) fn answer(&self, expression: &Expression<'_>) -> Option<(Client, bool)> {
        match inner(expression) {
            Expression::Identifier(id) => {
                for scope in self.scopes.iter().rev() {
                    if let Some(found) = scope.answers.get(id.name.as_str()) {
                        return Some(*found);
                    }
                    if scope.hidden.contains(id.name.as_str()) {
                        return None;
                    }
                }
                None
            }
            Expression::CallExpression(call) => self
                .call(call)
                .filter(|(client, _)| *client != Client::Direct),
            _ => None,
        }
    }

    /// Tells what a call gives; none for one to the program's own server (`fetch("/api/tasks")`).
    fn call(&self, call: &CallExpression<'_>) -> Option<(Client, bool)> {
        let own = |name: &str| match name {
            "fetch" | "ky" | "got" => Some(Client::Fetch),
            "axios" => Some(Client::Axios),
            "$fetch" | "ofetch" => Some(Client::Direct),
            other => self.clients.get(other).copied(),
        };
        let client = match &call.callee {
            Expression::Identifier(id) => own(&id.name)?,
            callee => {
                let member = callee.get_member_expr()?;
                let Expression::Identifier(object) = member.object() else {
                    return None;
                };
                match (object.name.as_str(), member.static_property_name()?) {
                    ("window" | "globalThis" | "self", "fetch") => Client::Fetch,
                    (object, "get" | "post" | "put" | "patch" | "delete" | "request") => {
                        own(object).filter(|_| object != "fetch")?
                    }
                    _ => return None,
                }
            }
        };
        let address = call.arguments.first().and_then(address);
        match address {
            Some(address) if address.starts_with('/') && !address.starts_with("//") => None,
            Some(address) => Some((client, address.contains("://") || address.starts_with("//"))),
            None => Some((client, false)),
        }
    }

    /// Gives the data that an expression takes from an answer.
    pub(super) fn taken(&self, expression: &Expression<'_>) -> Option<Data> {
        match expression.without_parentheses() {
            Expression::AwaitExpression(node) => self.taken(&node.argument),
            Expression::TSNonNullExpression(node) => self.taken(&node.expression),
            Expression::LogicalExpression(node) => self.taken(&node.left),
            Expression::TSAsExpression(node) => {
                self.asserted(&node.expression, &node.type_annotation)
            }
            Expression::TSTypeAssertion(node) => {
                self.asserted(&node.expression, &node.type_annotation)
            }
            Expression::CallExpression(call) => self.taken_by_call(call),
            Expression::StaticMemberExpression(member) if member.property.name == "data" => {
                let (client, is_foreign) = self.answer(&member.object)?;
                (client == Client::Axios).then(|| data(member.span, is_foreign))
            }
            _ => None,
        }
    }

    fn asserted(&self, expression: &Expression<'_>, kind: &TSType<'_>) -> Option<Data> {
        if is_unknown(kind) {
            return None;
        }
        let data = self.taken(expression)?;
        Some(Data {
            manner: Manner::Asserted,
            ..data
        })
    }

    fn taken_by_call(&self, call: &CallExpression<'_>) -> Option<Data> {
        if let Some((Client::Direct, is_foreign)) = self.call(call) {
            return Some(data(call.span, is_foreign));
        }
        let member = call.callee.get_member_expr()?;
        match member.static_property_name()? {
            "json" if call.arguments.is_empty() => {
                let (client, is_foreign) = self.answer(member.object())?;
                (client == Client::Fetch).then(|| data(call.span, is_foreign))
            }
            "then" => {
                let (client, is_foreign) = self.answer(member.object())?;
                let Some(Argument::ArrowFunctionExpression(arrow)) = call.arguments.first() else {
                    return None;
                };
                unwraps(arrow, client).then(|| data(call.span, is_foreign))
            }
            "catch" | "finally" => self.taken(member.object()),
            _ => None,
        }
    }

    /// Notes what the callback of a promise is given.
    pub(super) fn promised(&mut self, call: &CallExpression<'_>, name: &str) {
        let (true, Some(member), Some(first)) = (
            name == "then",
            call.callee.get_member_expr(),
            call.arguments.first(),
        ) else {
            return;
        };
        let given = match self.answer(member.object()) {
            Some((client, is_foreign)) => Given::Answer(client, is_foreign),
            None => match self.taken(member.object()) {
                Some(data) => Given::Data(data),
                None => return,
            },
        };
        match (first, given) {
            (Argument::ArrowFunctionExpression(_) | Argument::FunctionExpression(_), given) => {
                self.callbacks.insert(first.span().start, given);
            }
            (other, Given::Data(data)) => {
                let name = other.as_expression().and_then(|other| match other {
                    Expression::Identifier(id) => Some(id.name.as_str()),
                    other => other.get_member_expr()?.static_property_name(),
                });
                if name.is_some_and(words::is_passive) {
                    self.tell(&data);
                }
            }
            _ => {}
        }
    }
}

fn data(span: oxc_span::Span, is_foreign: bool) -> Data {
    Data {
        span: place(span),
        manner: Manner::Used,
        is_foreign,
        is_used: false,
        is_checked: false,
    }
}

/// Takes off what changes nothing of an answer: brackets and `await`.
fn inner<'n, 'a>(expression: &'n Expression<'a>) -> &'n Expression<'a> {
    let mut expression = expression;
    loop {
        expression = match expression {
            Expression::ParenthesizedExpression(node) => &node.expression,
            Expression::AwaitExpression(node) => &node.argument,
            Expression::TSNonNullExpression(node) => &node.expression,
            other => return other,
        };
    }
}

/// Gives the name that an expression is about: of `data.items[0]`, `data`.
pub(super) fn root<'n>(expression: &'n Expression<'_>) -> Option<&'n str> {
    let mut expression = expression.get_inner_expression();
    loop {
        expression = match expression {
            Expression::Identifier(id) => return Some(id.name.as_str()),
            Expression::ChainExpression(chain) => chain
                .expression
                .member_expression()?
                .object()
                .get_inner_expression(),
            Expression::CallExpression(call) => call
                .callee
                .get_member_expr()?
                .object()
                .get_inner_expression(),
            other => other.get_member_expr()?.object().get_inner_expression(),
        };
    }
}

/// Tells whether a type makes the reader look first: `unknown`, or a promise of it.
pub(super) fn is_unknown(kind: &TSType<'_>) -> bool {
    match kind {
        TSType::TSUnknownKeyword(_) => true,
        TSType::TSTypeReference(node) => {
            let is_promise = matches!(&node.type_name, TSTypeName::IdentifierReference(id) if id.name == "Promise");
            let inner = node
                .type_arguments
                .as_ref()
                .and_then(|arguments| arguments.params.first());
            is_promise && inner.is_some_and(is_unknown)
        }
        _ => false,
    }
}

/// Gives the address that a call names, as far as it is written there.
fn address<'n>(argument: &'n Argument<'_>) -> Option<&'n str> {
    match argument.as_expression()? {
        Expression::StringLiteral(text) => Some(text.value.as_str()),
        Expression::TemplateLiteral(template) => {
            let first = template.quasis.first()?.value.raw.as_str();
            (!first.is_empty()).then_some(first)
        }
        Expression::NewExpression(node) if node.callee.is_specific_id("URL") => {
            address(node.arguments.last()?)
        }
        _ => None,
    }
}

/// Tells whether a callback only takes the data from the answer that it is given.
fn unwraps(arrow: &ArrowFunctionExpression<'_>, client: Client) -> bool {
    let name = arrow
        .params
        .items
        .first()
        .and_then(|parameter| parameter.pattern.get_binding_identifier());
    let Some(name) = name else {
        return false;
    };
    let takes = |expression: &Expression<'_>| {
        let expression = inner(expression.get_inner_expression());
        let member = match (client, expression) {
            (Client::Fetch, Expression::CallExpression(call)) => call.callee.get_member_expr(),
            (Client::Axios, other) => other.get_member_expr(),
            _ => None,
        };
        let word = if client == Client::Fetch {
            "json"
        } else {
            "data"
        };
        member.is_some_and(|member| {
            member.object().is_specific_id(&name.name)
                && member.static_property_name() == Some(word)
        })
    };
    match arrow.body.as_expression() {
        Some(expression) => takes(expression),
        None => arrow.get_function_body().is_some_and(|body| {
            body.statements.iter().any(|statement| match statement {
                Statement::ReturnStatement(node) => node.argument.as_ref().is_some_and(takes),
                _ => false,
            })
        }),
    }
}
