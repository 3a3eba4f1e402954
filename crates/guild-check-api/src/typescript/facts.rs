//! What stands in a source file, as far as boundaries go: answers of third parties, the environment, validation.

mod answers;
mod environment;
mod visit;
mod words;

use std::collections::{HashMap, HashSet};

use guild_check::{Source, Span};
use oxc_ast::ast::{
    Argument, BindingPattern, CallExpression, Expression, FormalParameters, Program,
    TSTypeAnnotation,
};
use oxc_ast_visit::Visit;
use oxc_span::GetSpan;

use super::parser::{Unread, parse};
use super::types::place;
use crate::sources::{Check, Facts, Manner, Response};
use answers::Client;

/// Finds what stands in a file; the second value says why it was not read.
pub(crate) fn find(source: &Source) -> (Facts, Option<(Span, String)>) {
    let (facts, unread) = parse(source, |program| {
        let mut finder = Finder {
            source,
            facts: Facts::default(),
            scopes: vec![Scope::default()],
            clients: HashMap::new(),
            validators: HashSet::new(),
            callbacks: HashMap::new(),
            aliases: HashSet::new(),
        };
        finder.program(program);
        finder.facts
    });
    let why = unread.into_iter().next().map(|unread| match unread {
        Unread::TooDeep(span) => (span, "it nests too deep here".to_owned()),
        Unread::Syntax(span, message) => (span, format!("this is not read: {message}")),
        Unread::Nothing => (Span::default(), "the parser gave up on it".to_owned()),
    });
    (facts.unwrap_or_default(), why)
}

struct Finder<'s> {
    source: &'s Source,
    facts: Facts,
    /// The functions around the place that is looked at, the file itself first.
    scopes: Vec<Scope>,
    /// What calls third parties: `axios.create()` and the like, by name.
    clients: HashMap<String, Client>,
    /// What is imported from a package that validates.
    validators: HashSet<String>,
    /// What the first parameter of a function holds, by where the function begins.
    callbacks: HashMap<u32, Given>,
    /// Names for the whole environment.
    aliases: HashSet<String>,
}

/// What the callback of a promise is given.
#[derive(Clone)]
enum Given {
    Answer(Client, bool),
    Data(Data),
}

#[derive(Default)]
struct Scope {
    /// Names of answers, with what gave them and whether that is certainly elsewhere.
    answers: HashMap<String, (Client, bool)>,
    data: HashMap<String, Data>,
    /// Names that mean something else in here.
    hidden: HashSet<String>,
    /// Names declared as `unknown`.
    unknowns: HashSet<String>,
    /// Whether what it returns is declared as `unknown`.
    returns_unknown: bool,
    /// Whether it only unwraps an answer for a chain of promises.
    is_step: bool,
}

/// Data of a third party under a name.
#[derive(Clone, Debug)]
struct Data {
    span: Span,
    manner: Manner,
    is_foreign: bool,
    is_used: bool,
    is_checked: bool,
}

impl Finder<'_> {
    fn program(&mut self, program: &Program<'_>) {
        self.visit_program(program);
        if let Some(scope) = self.scopes.pop() {
            self.close(scope);
        }
    }

    fn close(&mut self, scope: Scope) {
        let mut left: Vec<Data> = scope
            .data
            .into_values()
            .filter(|data| data.is_used && !data.is_checked)
            .collect();
        left.sort_by_key(|data| data.span);
        for data in left {
            self.tell(&data);
        }
    }

    fn tell(&mut self, data: &Data) {
        if !self
            .facts
            .responses
            .iter()
            .any(|response| response.span == data.span)
        {
            self.facts.responses.push(Response {
                span: data.span,
                manner: data.manner,
                is_foreign: data.is_foreign,
            });
        }
    }

    fn scope(&mut self) -> &mut Scope {
        if self.scopes.is_empty() {
            self.scopes.push(Scope::default());
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    fn data(&mut self, name: &str) -> Option<&mut Data> {
        for scope in self.scopes.iter_mut().rev() {
            if scope.data.contains_key(name) {
                return scope.data.get_mut(name);
            }
            if scope.hidden.contains(name) {
                return None;
            }
        }
        None
    }

    fn declare(&mut self, name: &str, data: Data) {
        let before = self.scope().data.insert(name.to_owned(), data);
        if let Some(before) = before.filter(|data| data.is_used && !data.is_checked) {
            self.tell(&before);
        }
    }

    /// Marks what an expression is about as checked.
    fn checked(&mut self, expression: &Expression<'_>) {
        if let Some(name) = answers::root(expression) {
            let name = name.to_owned();
            if let Some(data) = self.data(&name) {
                data.is_checked = true;
            }
        }
    }

    /// Enters a function: its parameters hide outer names, and the first may be given something.
    fn enter(
        &mut self,
        start: u32,
        parameters: &FormalParameters<'_>,
        returns: Option<&TSTypeAnnotation<'_>>,
    ) {
        let mut scope = Scope::default();
        for name in parameters
            .items
            .iter()
            .flat_map(|parameter| parameter.pattern.get_binding_identifiers())
        {
            scope.hidden.insert(name.name.to_string());
        }
        scope.returns_unknown =
            returns.is_some_and(|returns| answers::is_unknown(&returns.type_annotation));
        let first = parameters.items.first();
        let name = first.and_then(|parameter| parameter.pattern.get_binding_identifier());
        match self.callbacks.remove(&start) {
            Some(Given::Answer(client, is_foreign)) => {
                scope.is_step = true;
                if let Some(name) = name {
                    scope
                        .answers
                        .insert(name.name.to_string(), (client, is_foreign));
                }
            }
            Some(Given::Data(data)) => match (name, first) {
                (Some(name), Some(first)) => {
                    let is_unknown = first
                        .type_annotation
                        .as_ref()
                        .is_some_and(|annotation| answers::is_unknown(&annotation.type_annotation));
                    if !is_unknown {
                        scope.data.insert(name.name.to_string(), data);
                    }
                }
                (None, Some(_)) => self.tell(&data),
                _ => {}
            },
            None => {}
        }
        self.scopes.push(scope);
    }

    fn leave(&mut self) {
        if let Some(scope) = self.scopes.pop() {
            self.close(scope);
        }
    }

    /// Tells of data that leaves a function.
    fn returned(&mut self, expression: &Expression<'_>) {
        let scope = self.scope();
        if scope.is_step {
            return;
        }
        if scope.returns_unknown {
            self.checked(expression);
            return;
        }
        if let Some(data) = self.taken(expression) {
            self.tell(&Data {
                manner: Manner::Returned,
                ..data
            });
        }
    }

    /// Looks at an argument: a function that is given data as a whole may check it, one that is given a part of it
    /// does so only if its name says so.
    fn argument(&mut self, argument: &Argument<'_>, name: &str) {
        let Some(expression) = argument.as_expression() else {
            return;
        };
        let is_whole = matches!(expression.get_inner_expression(), Expression::Identifier(_));
        if words::is_passive(name) {
            if let Some(data) = self.taken(expression) {
                self.tell(&data);
            }
        } else if is_whole || words::is_checking(name) {
            self.checked(expression);
        }
    }
}

impl Finder<'_> {
    /// Reading a field of data that has no name is a use of it.
    fn member(&mut self, object: &Expression<'_>) {
        if let Some(data) = self.taken(object) {
            self.tell(&data);
        }
    }

    fn answer_named(
        &mut self,
        pattern: &BindingPattern<'_>,
        client: Client,
        is_foreign: bool,
        span: oxc_span::Span,
    ) {
        if let Some(name) = pattern.get_binding_identifier() {
            self.scope()
                .answers
                .insert(name.name.to_string(), (client, is_foreign));
            return;
        }
        // `const { data } = await axios.get(…)`
        let BindingPattern::ObjectPattern(pattern) = pattern else {
            return;
        };
        for property in &pattern.properties {
            if client != Client::Axios
                || property.key.static_name().is_none_or(|name| name != "data")
            {
                continue;
            }
            let data = Data {
                span: place(span),
                manner: Manner::Used,
                is_foreign,
                is_used: false,
                is_checked: false,
            };
            match property.value.get_binding_identifier() {
                Some(name) => self.declare(&name.name, data),
                None => self.tell(&data),
            }
        }
    }

    /// Notes a call that validates, of a validator or something called a schema.
    fn check(&mut self, call: &CallExpression<'_>, name: &str) -> bool {
        let Some(object) = words::checker(call, name) else {
            return false;
        };
        let root = answers::root(object).unwrap_or_default();
        let is_known = self.validators.contains(root)
            || words::is_schema(self.source.slice(place(object.span())));
        if is_known {
            let callee = self.source.slice(place(call.callee.span()));
            self.facts.checks.push(Check {
                span: place(call.callee.span()),
                callee: callee.to_owned(),
            });
        }
        is_known
    }
}
