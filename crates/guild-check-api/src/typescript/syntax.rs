//! Declarations, imports and exports of the syntax tree into an outline.

use std::collections::HashMap;

use guild_check::Source;
use oxc_ast::ast::{
    Declaration as Declared, ImportDeclaration, ImportDeclarationSpecifier, ModuleExportName,
    Program, Statement, TSInterfaceDeclaration, TSNamespaceDeclaration, TSNamespaceDeclarationBody,
    TSTypeAliasDeclaration, TSTypeParameterDeclaration,
};
use oxc_span::GetSpan;

use super::jsdoc::Doc;
use super::outline::{
    Declaration, Export, Import, Imported, Name, Outline, Sort, TypeId, TypeKind,
};
use super::parser::{Unread, parse};
use super::types::{Writer, name, place};
use crate::contract::FaultKind;

/// The `/** … */` comments of a file, by what they stand before.
pub(super) struct Comments(HashMap<u32, (u32, u32)>);

/// Reads what a file declares.
pub(super) fn outline(source: &Source) -> Outline {
    let (outline, unread) = parse(source, |program| {
        let mut outline = Outline::new(source);
        let comments = Comments::of(program);
        outline.doc = comments
            .first(program)
            .map(|span| comments.read(source, span));
        let mut writer = Writer {
            outline: &mut outline,
            comments: &comments,
            depth: 0,
        };
        writer.statements(&program.body, "");
        outline
    });
    let mut outline = outline.unwrap_or_else(|| Outline::new(source));
    for part in unread {
        match part {
            Unread::TooDeep(span) => outline.fault(
                FaultKind::Limit,
                span,
                "the file nests too deep here, and is not read",
                "give the inner types names",
            ),
            Unread::Syntax(span, message) => outline.fault(
                FaultKind::Syntax,
                span,
                format!(
                    "this is not TypeScript: {}",
                    lower(message.trim_end_matches('.'))
                ),
                "correct it; the declaration is left out of everything else that is checked",
            ),
            Unread::Nothing => outline.fault(
                FaultKind::Syntax,
                guild_check::Span::default(),
                "the file cannot be read as TypeScript",
                "try it with the TypeScript compiler, and correct what that names",
            ),
        }
    }
    outline
}

impl Comments {
    fn of(program: &Program<'_>) -> Self {
        let docs = program.comments.iter().filter(|comment| {
            let text = comment.span.source_text(program.source_text);
            is_doc(text)
        });
        Self(
            docs.map(|comment| (comment.attached_to, (comment.span.start, comment.span.end)))
                .collect(),
        )
    }

    /// Gives the comment that stands before anything else.
    fn first(&self, program: &Program<'_>) -> Option<(u32, u32)> {
        let first = program.comments.first()?;
        let text = first.span.source_text(program.source_text);
        is_doc(text).then_some((first.span.start, first.span.end))
    }

    /// Gives the comment before a part of the file.
    pub(super) fn doc(&self, source: &Source, span: oxc_span::Span) -> Option<Doc> {
        self.0
            .get(&span.start)
            .map(|comment| self.read(source, *comment))
    }

    fn read(&self, source: &Source, (start, end): (u32, u32)) -> Doc {
        Doc::parse(source.slice(guild_check::Span { start, end }), start)
    }
}

impl Writer<'_> {
    fn statements(&mut self, statements: &[Statement<'_>], scope: &str) {
        for statement in statements {
            self.statement(statement, scope);
        }
    }

    fn statement(&mut self, statement: &Statement<'_>, scope: &str) {
        if let Some(declared) = statement.as_declaration() {
            return self.declared(declared, statement.span(), scope);
        }
        match statement {
            Statement::ImportDeclaration(node) => self.import(node),
            Statement::ExportDeclaration(node) => {
                self.declared(&node.declaration, node.span, scope)
            }
            Statement::ExportDefaultDeclaration(node) => {
                use oxc_ast::ast::ExportDefaultDeclarationKind as Default;
                let local = match &node.declaration {
                    Default::TSInterfaceDeclaration(inner) => {
                        self.interface(inner, node.span, scope);
                        inner.id.name.to_string()
                    }
                    Default::Identifier(inner) => inner.name.to_string(),
                    _ => return,
                };
                self.outline.exports.push(Export {
                    name: Some("default".to_owned()),
                    what: Imported::Name(local),
                    from: None,
                });
            }
            Statement::ExportNamedDeclaration(node) => {
                for specifier in &node.specifiers {
                    self.export(
                        &specifier.exported,
                        Imported::Name(export_name(&specifier.local)),
                        None,
                    );
                }
            }
            Statement::ExportFromDeclaration(node) => {
                let from = text(&node.source);
                for specifier in &node.specifiers {
                    self.export(
                        &specifier.exported,
                        Imported::Name(export_name(&specifier.local)),
                        Some(from.clone()),
                    );
                }
            }
            Statement::ExportAllDeclaration(node) => {
                let name = node.exported.as_ref().map(export_name);
                self.outline.exports.push(Export {
                    name,
                    what: Imported::All,
                    from: Some(text(&node.source)),
                });
            }
            _ => {}
        }
    }

    fn export(&mut self, exported: &ModuleExportName<'_>, what: Imported, from: Option<Name>) {
        let name = Some(export_name(exported));
        self.outline.exports.push(Export { name, what, from });
    }

    fn import(&mut self, node: &ImportDeclaration<'_>) {
        for specifier in node.specifiers.iter().flatten() {
            let (local, what) = match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(node) => {
                    (&node.local, Imported::Name(export_name(&node.imported)))
                }
                ImportDeclarationSpecifier::ImportDefaultSpecifier(node) => {
                    (&node.local, Imported::Name("default".to_owned()))
                }
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(node) => {
                    (&node.local, Imported::All)
                }
            };
            let local = local.name.to_string();
            self.outline.imports.push(Import {
                local,
                what,
                from: text(&node.source),
            });
        }
    }

    fn declared(&mut self, declared: &Declared<'_>, outer: oxc_span::Span, scope: &str) {
        match declared {
            Declared::TSInterfaceDeclaration(node) => self.interface(node, outer, scope),
            Declared::TSTypeAliasDeclaration(node) => self.alias(node, outer, scope),
            Declared::TSEnumDeclaration(node) => self.enumeration(node, outer, scope),
            Declared::VariableDeclaration(node) => self.constants(node, outer, scope),
            Declared::TSNamespaceDeclaration(node) => self.namespace(node, scope),
            Declared::TSGlobalDeclaration(node) => self.statements(&node.body.body, scope),
            _ => {}
        }
    }

    fn namespace(&mut self, node: &TSNamespaceDeclaration<'_>, scope: &str) {
        let scope = format!("{scope}{}.", node.id.name);
        match &node.body {
            TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                self.namespace(inner, &scope)
            }
            TSNamespaceDeclarationBody::TSModuleBlock(block) => {
                self.statements(&block.body, &scope)
            }
        }
    }

    pub(super) fn declare(
        &mut self,
        sort: Sort,
        id: &oxc_ast::ast::BindingIdentifier<'_>,
        body: TypeId,
        scope: &str,
        outer: oxc_span::Span,
    ) -> &mut Declaration {
        let doc = self.comments.doc(&self.outline.source, outer);
        self.outline.declarations.push(Declaration {
            name: Name {
                text: id.name.to_string(),
                span: place(id.span),
            },
            sort,
            scope: scope.to_owned(),
            parameters: Vec::new(),
            body,
            members: Vec::new(),
            doc,
        });
        let last = self.outline.declarations.len() - 1;
        &mut self.outline.declarations[last]
    }

    fn parameters(
        &mut self,
        parameters: Option<&TSTypeParameterDeclaration<'_>>,
    ) -> Vec<(String, Option<TypeId>)> {
        let parameters = parameters.map_or(&[][..], |parameters| &parameters.params);
        parameters
            .iter()
            .map(|parameter| {
                let default = parameter
                    .default
                    .as_ref()
                    .map(|default| self.write(default));
                (parameter.name.name.to_string(), default)
            })
            .collect()
    }

    fn interface(&mut self, node: &TSInterfaceDeclaration<'_>, outer: oxc_span::Span, scope: &str) {
        let parameters = self.parameters(node.type_parameters.as_deref());
        let mut parts = Vec::new();
        for parent in &node.extends {
            let arguments = self.arguments(parent.type_arguments.as_deref());
            let kind = TypeKind::Named {
                name: name(&parent.type_name),
                arguments,
            };
            parts.push(self.add(parent.span, kind));
        }
        let fields = self.fields(&node.body.body);
        if parts.is_empty() || fields.has_fields() {
            parts.push(self.add(node.body.span, fields));
        }
        let body = match parts.as_slice() {
            [only] => *only,
            _ => self.add(node.body.span, TypeKind::Both(parts)),
        };
        self.declare(Sort::Interface, &node.id, body, scope, outer)
            .parameters = parameters;
    }

    fn alias(&mut self, node: &TSTypeAliasDeclaration<'_>, outer: oxc_span::Span, scope: &str) {
        let parameters = self.parameters(node.type_parameters.as_deref());
        let body = self.write(&node.type_annotation);
        self.declare(Sort::Alias, &node.id, body, scope, outer)
            .parameters = parameters;
    }
}

impl TypeKind {
    fn has_fields(&self) -> bool {
        matches!(self, Self::Fields { .. })
    }
}

fn text(node: &oxc_ast::ast::StringLiteral<'_>) -> Name {
    Name {
        text: node.value.to_string(),
        span: place(node.span),
    }
}

fn export_name(name: &ModuleExportName<'_>) -> String {
    name.name().to_string()
}

/// Begins a message in lower case.
fn lower(message: &str) -> String {
    let mut characters = message.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(characters).collect()
    })
}

/// Tells whether a comment is one of the form `/** … */`.
fn is_doc(comment: &str) -> bool {
    comment.starts_with("/**") && comment.len() > 4
}
