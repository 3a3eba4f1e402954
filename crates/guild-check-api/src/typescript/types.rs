//! Types of the syntax tree into types of the outline.

use guild_check::Span;
use oxc_ast::ast::{
    TSLiteral, TSMappedTypeModifierOperator, TSSignature, TSTupleElement, TSType, TSTypeName,
    TSTypeOperatorOperator, TSTypeParameterInstantiation, TSTypeQueryExprName,
};
use oxc_span::GetSpan;

use super::outline::{Literal, Member, Name, Outline, Presence, Type, TypeId, TypeKind};
use super::syntax::Comments;
use crate::contract::{FaultKind, Types};

/// How deep types may nest within one declaration.
const DEPTH: usize = 200;

/// Writes types into an outline.
pub(super) struct Writer<'a> {
    pub(super) outline: &'a mut Outline,
    pub(super) comments: &'a Comments,
    pub(super) depth: usize,
}

impl Writer<'_> {
    pub(super) fn add(&mut self, span: oxc_span::Span, kind: TypeKind) -> TypeId {
        let id = TypeId(u32::try_from(self.outline.types.len()).unwrap_or(u32::MAX));
        self.outline.types.push(Type {
            span: place(span),
            kind,
        });
        id
    }

    pub(super) fn write(&mut self, node: &TSType<'_>) -> TypeId {
        let node = bare(node);
        if self.depth >= DEPTH {
            let message =
                format!("types nest deeper than {DEPTH} levels, and are not read from here on");
            let help = "give the inner types names";
            self.outline
                .fault(FaultKind::Limit, place(node.span()), message, help);
            return self.add(node.span(), TypeKind::Any);
        }
        self.depth += 1;
        let kind = self.kind(node);
        self.depth -= 1;
        self.add(node.span(), kind)
    }

    fn write_all<'n, 'b: 'n>(
        &mut self,
        nodes: impl IntoIterator<Item = &'n TSType<'b>>,
    ) -> Vec<TypeId> {
        nodes.into_iter().map(|node| self.write(node)).collect()
    }

    fn kind(&mut self, node: &TSType<'_>) -> TypeKind {
        match node {
            TSType::TSStringKeyword(_) | TSType::TSTemplateLiteralType(_) => {
                TypeKind::Plain(Types::STRING)
            }
            TSType::TSNumberKeyword(_) => TypeKind::Plain(Types::NUMBER),
            TSType::TSBigIntKeyword(_) => TypeKind::Plain(Types::INTEGER),
            TSType::TSBooleanKeyword(_) => TypeKind::Plain(Types::BOOLEAN),
            TSType::TSNullKeyword(_) => TypeKind::Plain(Types::NULL),
            TSType::TSAnyKeyword(_) | TSType::TSUnknownKeyword(_) => TypeKind::Any,
            TSType::TSObjectKeyword(_) => TypeKind::Object,
            TSType::TSVoidKeyword(_)
            | TSType::TSUndefinedKeyword(_)
            | TSType::TSNeverKeyword(_) => TypeKind::Nothing,
            TSType::TSLiteralType(node) => literal(&node.literal),
            TSType::TSArrayType(node) => TypeKind::List(self.write(&node.element_type)),
            TSType::TSTupleType(node) => self.tuple(&node.element_types),
            TSType::TSUnionType(node) => TypeKind::Union(self.write_all(&node.types)),
            TSType::TSIntersectionType(node) => TypeKind::Both(self.write_all(&node.types)),
            TSType::TSTypeLiteral(node) => self.fields(&node.members),
            TSType::TSTypeReference(node) => TypeKind::Named {
                name: name(&node.type_name),
                arguments: self.arguments(node.type_arguments.as_deref()),
            },
            TSType::TSTypeOperatorType(node) => match node.operator {
                TSTypeOperatorOperator::Keyof => TypeKind::Keys(self.write(&node.type_annotation)),
                TSTypeOperatorOperator::Readonly => self.kind(bare(&node.type_annotation)),
                TSTypeOperatorOperator::Unique => TypeKind::Strange("a symbol"),
            },
            TSType::TSIndexedAccessType(node) => {
                TypeKind::At(self.write(&node.object_type), self.write(&node.index_type))
            }
            TSType::TSMappedType(node) => {
                let presence = match node.optional {
                    None => Presence::Kept,
                    Some(TSMappedTypeModifierOperator::Minus) => Presence::Required,
                    Some(_) => Presence::Optional,
                };
                let keys = self.write(&node.constraint);
                let value = match &node.type_annotation {
                    Some(value) => self.write(value),
                    None => self.add(node.span, TypeKind::Any),
                };
                match node.name_type {
                    None => TypeKind::Mapped {
                        key: node.key.name.to_string(),
                        keys,
                        value,
                        presence,
                    },
                    Some(_) => TypeKind::Strange("a mapped type that renames its keys"),
                }
            }
            TSType::TSTypeQuery(node) => match &node.expr_name {
                TSTypeQueryExprName::IdentifierReference(node) => {
                    TypeKind::ValueOf(node.name.to_string())
                }
                _ => TypeKind::Strange("the type of an expression"),
            },
            TSType::TSConditionalType(_) | TSType::TSInferType(_) => {
                TypeKind::Strange("a conditional type")
            }
            TSType::TSImportType(_) => {
                TypeKind::Strange("an imported type without an `import` of its own")
            }
            TSType::TSFunctionType(_) | TSType::TSConstructorType(_) => {
                TypeKind::Strange("a function")
            }
            TSType::TSSymbolKeyword(_) => TypeKind::Strange("a symbol"),
            _ => TypeKind::Strange("this type"),
        }
    }

    pub(super) fn arguments(
        &mut self,
        arguments: Option<&TSTypeParameterInstantiation<'_>>,
    ) -> Vec<TypeId> {
        arguments
            .map(|arguments| self.write_all(&arguments.params))
            .unwrap_or_default()
    }

    fn tuple(&mut self, elements: &[TSTupleElement<'_>]) -> TypeKind {
        let mut items = Vec::new();
        let mut rest = None;
        for element in elements {
            match element {
                TSTupleElement::TSRestType(node) => {
                    rest = Some(self.write(element_of(&node.type_annotation)))
                }
                TSTupleElement::TSOptionalType(node) => {
                    items.push(self.write(&node.type_annotation))
                }
                TSTupleElement::TSNamedTupleMember(node) => {
                    if let Some(node) = node.element_type.as_ts_type() {
                        items.push(self.write(node));
                    }
                }
                other => items.extend(other.as_ts_type().map(|node| self.write(node))),
            }
        }
        TypeKind::Tuple { items, rest }
    }

    /// Writes the fields of an object; what is called, and no data, is left out.
    pub(super) fn fields(&mut self, signatures: &[TSSignature<'_>]) -> TypeKind {
        let mut members = Vec::new();
        let mut others = None;
        for signature in signatures {
            match signature {
                TSSignature::TSPropertySignature(node) => {
                    let annotation = node
                        .type_annotation
                        .as_ref()
                        .map(|annotation| bare(&annotation.type_annotation));
                    if matches!(annotation, Some(TSType::TSFunctionType(_))) {
                        continue;
                    }
                    let written = self.outline.source.slice(place(node.key.span())).to_owned();
                    let value = match annotation {
                        Some(annotation) => self.write(annotation),
                        None => self.add(node.span, TypeKind::Any),
                    };
                    let name = node
                        .key
                        .static_name()
                        .map_or(written, |name| name.into_owned());
                    members.push(Member {
                        name: Name {
                            text: name,
                            span: place(node.key.span()),
                        },
                        is_optional: node.optional,
                        value,
                        doc: self.comments.doc(&self.outline.source, node.span),
                    });
                }
                TSSignature::TSIndexSignature(node) => {
                    others = Some(self.write(&node.type_annotation.type_annotation))
                }
                TSSignature::TSMethodSignature(_)
                | TSSignature::TSCallSignatureDeclaration(_)
                | TSSignature::TSConstructSignatureDeclaration(_) => {}
            }
        }
        if members.is_empty() && others.is_none() {
            return TypeKind::Object;
        }
        TypeKind::Fields { members, others }
    }
}

/// Takes the brackets off a type.
fn bare<'n, 'b>(node: &'n TSType<'b>) -> &'n TSType<'b> {
    let mut node = node;
    while let TSType::TSParenthesizedType(inner) = node {
        node = &inner.type_annotation;
    }
    node
}

/// Gives what the items of a list are: of `T[]`, `T`.
fn element_of<'n, 'b>(node: &'n TSType<'b>) -> &'n TSType<'b> {
    match bare(node) {
        TSType::TSArrayType(list) => &list.element_type,
        other => other,
    }
}

fn literal(literal: &TSLiteral<'_>) -> TypeKind {
    match literal {
        TSLiteral::StringLiteral(node) => TypeKind::Literal(Literal::Text(node.value.to_string())),
        TSLiteral::NumericLiteral(node) => {
            TypeKind::Literal(Literal::Number(node.value.to_string()))
        }
        TSLiteral::BooleanLiteral(node) => TypeKind::Literal(Literal::Bool(node.value)),
        TSLiteral::BigIntLiteral(node) => {
            TypeKind::Literal(Literal::Number(node.value.to_string()))
        }
        TSLiteral::TemplateLiteral(node) => match node.single_quasi() {
            Some(text) => TypeKind::Literal(Literal::Text(text.to_string())),
            None => TypeKind::Plain(Types::STRING),
        },
        TSLiteral::UnaryExpression(node) => match &node.argument {
            oxc_ast::ast::Expression::NumericLiteral(number) => {
                TypeKind::Literal(Literal::Number((-number.value).to_string()))
            }
            _ => TypeKind::Plain(Types::NUMBER),
        },
    }
}

/// Gives a name with dots between its parts.
pub(super) fn name(name: &TSTypeName<'_>) -> String {
    let mut parts = Vec::new();
    let mut at = name;
    loop {
        match at {
            TSTypeName::IdentifierReference(node) => {
                parts.push(node.name.as_str());
                break;
            }
            TSTypeName::QualifiedName(node) => {
                parts.push(node.right.name.as_str());
                at = &node.left;
            }
            TSTypeName::ThisExpression(_) => {
                parts.push("this");
                break;
            }
        }
    }
    parts.reverse();
    parts.join(".")
}

/// Gives a place in the file.
pub(super) fn place(span: oxc_span::Span) -> Span {
    Span {
        start: span.start,
        end: span.end,
    }
}
