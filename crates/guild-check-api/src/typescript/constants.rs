//! Enums and constants of the syntax tree: types that are made of values.

use oxc_ast::ast::{Expression, ObjectPropertyKind, TSEnumDeclaration, VariableDeclaration};
use oxc_span::GetSpan;

use super::outline::{Literal, Member, Name, Sort, TypeId, TypeKind};
use super::types::{Writer, place};
use crate::contract::Types;

impl Writer<'_> {
    pub(super) fn enumeration(
        &mut self,
        node: &TSEnumDeclaration<'_>,
        outer: oxc_span::Span,
        scope: &str,
    ) {
        let mut members = Vec::new();
        let mut next = Some(0.0);
        for member in &node.body.members {
            let kind = match &member.initializer {
                Some(value) => value_type(value),
                None => next.map_or(TypeKind::Plain(Types::NUMBER), |next: f64| {
                    TypeKind::Literal(Literal::Number(next.to_string()))
                }),
            };
            next = match &kind {
                TypeKind::Literal(Literal::Number(number)) => {
                    number.parse::<f64>().ok().map(|number| number + 1.0)
                }
                _ => None,
            };
            // The place is that of the value: it is what goes over the wire.
            let span = member
                .initializer
                .as_ref()
                .map_or(member.span, GetSpan::span);
            let name = self
                .outline
                .source
                .slice(place(member.id.span()))
                .trim_matches(['"', '\''])
                .to_owned();
            members.push((name, self.add(span, kind)));
        }
        let body = self.add(
            node.span,
            TypeKind::Union(members.iter().map(|(_, id)| *id).collect()),
        );
        self.declare(Sort::Enum, &node.id, body, scope, outer)
            .members = members;
    }

    /// Reads constants, for `typeof`: `const STATUSES = ["OPEN", "DONE"] as const`.
    pub(super) fn constants(
        &mut self,
        node: &VariableDeclaration<'_>,
        outer: oxc_span::Span,
        scope: &str,
    ) {
        for declarator in &node.declarations {
            let (Some(id), Some(value)) =
                (declarator.id.get_binding_identifier(), &declarator.init)
            else {
                continue;
            };
            if let Some(body) = self.constant(value) {
                self.declare(Sort::Constant, id, body, scope, outer);
            }
        }
    }

    fn constant(&mut self, value: &Expression<'_>) -> Option<TypeId> {
        let value = value.get_inner_expression();
        let kind = match value {
            Expression::ArrayExpression(node) => {
                let items = node
                    .elements
                    .iter()
                    .filter_map(|element| element.as_expression());
                let items = items
                    .map(|item| self.add(item.span(), value_type(item)))
                    .collect();
                TypeKind::Tuple { items, rest: None }
            }
            Expression::ObjectExpression(node) => {
                let properties = node
                    .properties
                    .iter()
                    .filter_map(ObjectPropertyKind::as_property);
                let members = properties
                    .filter_map(|property| {
                        let name = property.key.static_name()?.into_owned();
                        let value = self.add(property.value.span(), value_type(&property.value));
                        Some(Member {
                            name: Name {
                                text: name,
                                span: place(property.key.span()),
                            },
                            is_optional: false,
                            value,
                            doc: None,
                        })
                    })
                    .collect();
                TypeKind::Fields {
                    members,
                    others: None,
                }
            }
            _ => return None,
        };
        Some(self.add(value.span(), kind))
    }
}

/// Gives the type of a value.
fn value_type(value: &Expression<'_>) -> TypeKind {
    match value.get_inner_expression() {
        Expression::StringLiteral(node) => TypeKind::Literal(Literal::Text(node.value.to_string())),
        Expression::NumericLiteral(node) => {
            TypeKind::Literal(Literal::Number(node.value.to_string()))
        }
        Expression::BooleanLiteral(node) => TypeKind::Literal(Literal::Bool(node.value)),
        Expression::NullLiteral(_) => TypeKind::Plain(Types::NULL),
        Expression::TemplateLiteral(node) => match node.single_quasi() {
            Some(text) => TypeKind::Literal(Literal::Text(text.to_string())),
            None => TypeKind::Plain(Types::STRING),
        },
        _ => TypeKind::Any,
    }
}
