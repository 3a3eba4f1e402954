//! The walk over a file.

use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, AssignmentExpression, AssignmentTarget,
    BinaryExpression, BinaryOperator, CallExpression, ComputedMemberExpression, Expression,
    Function, IdentifierReference, ImportDeclaration, NewExpression, ReturnStatement,
    StaticMemberExpression, TSType, ThrowStatement, UnaryExpression, UnaryOperator,
    VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::scope::ScopeFlags;

use super::{Data, Finder, answers, words};
use crate::sources::Manner;

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        if words::is_validator(&it.source.value) {
            let specifiers = it.specifiers.iter().flatten();
            self.validators
                .extend(specifiers.map(|specifier| specifier.local().name.to_string()));
        }
    }

    // Types hold no data.
    fn visit_ts_type(&mut self, _: &TSType<'a>) {}

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let is_handler = it.id.as_ref().is_some_and(|id| words::is_handler(&id.name));
        self.facts.is_boundary |= is_handler;
        self.enter(it.span.start, &it.params, it.return_type.as_deref());
        walk::walk_function(self, it, flags);
        self.leave();
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.enter(it.span.start, &it.params, it.return_type.as_deref());
        if let ArrowFunctionBody::FunctionBody(_) = &it.body {
        } else if let Some(expression) = it.body.as_expression() {
            self.returned(expression);
        }
        walk::walk_arrow_function_expression(self, it);
        self.leave();
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        if let Some(expression) = &it.argument {
            self.returned(expression);
        }
        walk::walk_return_statement(self, it);
    }

    fn visit_throw_statement(&mut self, it: &ThrowStatement<'a>) {
        self.facts.has_refusal = true;
        walk::walk_throw_statement(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        let name = it.id.get_binding_identifier().map(|id| id.name.to_string());
        let is_unknown = it
            .type_annotation
            .as_ref()
            .is_some_and(|annotation| answers::is_unknown(&annotation.type_annotation));
        if let (Some(name), true) = (&name, is_unknown) {
            self.scope().unknowns.insert(name.clone());
        }
        if let Some(value) = &it.init {
            self.client(name.as_deref(), value);
            self.environment_named(&it.id, value);
            if let Some((client, is_foreign)) = self.answer(value) {
                self.facts.is_boundary = true;
                self.answer_named(&it.id, client, is_foreign, it.span);
            } else if let Some(data) = self.taken(value).filter(|_| !is_unknown) {
                let manner = if it.type_annotation.is_some() {
                    Manner::Asserted
                } else {
                    data.manner
                };
                let data = Data { manner, ..data };
                match name {
                    Some(name) => self.declare(&name, data),
                    None => self.tell(&data),
                }
            }
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if let Some(data) = self.taken(&it.right) {
            match &it.left {
                AssignmentTarget::AssignmentTargetIdentifier(id) => {
                    let name = id.name.as_str();
                    if !self
                        .scopes
                        .iter()
                        .any(|scope| scope.unknowns.contains(name))
                    {
                        self.declare(name, data);
                    }
                }
                _ => self.tell(&data),
            }
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let name = words::called(it).unwrap_or_default().to_owned();
        self.facts.is_boundary |= words::is_entry(it);
        self.facts.has_refusal |= name == "exit";
        let is_check = self.check(it, &name);
        self.promised(it, &name);
        for argument in &it.arguments {
            self.argument(argument, &name);
        }
        let variables = self.facts.variables.len();
        self.environment_passed(it, &name);
        walk::walk_call_expression(self, it);
        let is_settings =
            (is_check || words::is_settings(&name)) && self.facts.variables.len() > variables;
        self.facts.has_settings |= is_settings;
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.facts.is_boundary |=
            it.callee.is_specific_id("FormData") || it.callee.is_specific_id("WebSocket");
        walk::walk_new_expression(self, it);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if it.operator == UnaryOperator::Typeof {
            self.checked(&it.argument);
        }
        walk::walk_unary_expression(self, it);
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        match it.operator {
            BinaryOperator::Instanceof => self.checked(&it.left),
            BinaryOperator::In => self.checked(&it.right),
            _ => {}
        }
        walk::walk_binary_expression(self, it);
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        self.environment_read(&it.object, Some(it.property.name.as_str()), it.span);
        // A step of a chain of promises uses nothing yet.
        if !matches!(it.property.name.as_str(), "then" | "catch" | "finally") {
            self.member(&it.object);
        }
        walk::walk_static_member_expression(self, it);
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        let name = match &it.expression {
            Expression::StringLiteral(text) => Some(text.value.as_str()),
            _ => None,
        };
        self.environment_read(&it.object, name, it.span);
        self.member(&it.object);
        walk::walk_computed_member_expression(self, it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let name = it.name.as_str();
        self.facts.is_boundary |= words::is_request(name);
        if let Some(data) = self.data(name) {
            data.is_used = true;
        }
    }
}
