//! Names of types: what is declared, and what the language has of its own.

use super::derived::Derived;
use super::modules::Meaning;
use super::outline::{Presence, Sort, TypeId, TypeKind};
use super::reader::{Reader, Waiting, spot};
use super::shapes::Scope;
use crate::contract::{Additional, FaultKind, Shape, ShapeId, Spot, Text, Types};

/// How often types with parameters are given arguments, in all and within one another.
const INSTANCES: usize = 20_000;
const DEPTH: usize = 64;

/// Types of well-known packages that give a text a brand.
const BRANDS: [&str; 8] = [
    "Tagged",
    "Opaque",
    "Brand",
    "Branded",
    "Nominal",
    "Flavor",
    "Newtype",
    "UnwrapTagged",
];

impl Reader<'_> {
    /// Gives the shape of a declaration; it is read later if it is new.
    pub(super) fn instance(
        &mut self,
        file: usize,
        declaration: usize,
        arguments: Vec<ShapeId>,
        depth: usize,
    ) -> ShapeId {
        let key = (file, declaration, arguments);
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let (_, _, arguments) = &key;
        let spot = spot(file, self.modules.declaration(file, declaration).name.span);
        if !arguments.is_empty() {
            self.instances += 1;
            if self.instances > INSTANCES || depth > DEPTH {
                let message =
                    "the type is given arguments without end, and is not read from here on";
                self.fault(
                    FaultKind::Limit,
                    spot,
                    message,
                    "write the types out that it stands for",
                );
                let lost = self.lost(spot);
                return self.keep(lost);
            }
        }
        if !self.has_room(spot) {
            return ShapeId::new(0);
        }
        let bare = self.bare(spot);
        let id = self.keep(bare);
        self.waiting.push_back(Waiting {
            id,
            file,
            declaration,
            arguments: arguments.clone(),
            depth,
        });
        self.known.insert(key, id);
        id
    }

    /// Reads a declaration with its arguments.
    pub(super) fn declared(&mut self, waiting: &Waiting) -> Shape {
        let modules = self.modules;
        let declaration = modules.declaration(waiting.file, waiting.declaration);
        let names = declaration.parameters.iter().map(|(name, _)| name.clone());
        let arguments: Vec<_> = names.zip(waiting.arguments.iter().copied()).collect();
        let scope = Scope {
            file: waiting.file,
            namespace: &declaration.scope,
            arguments: &arguments,
            depth: waiting.depth,
        };
        let name = spot(waiting.file, declaration.name.span);
        let parts = modules.parts(waiting.file, waiting.declaration);
        let is_in_parts = declaration.sort == Sort::Interface && parts.len() > 1;
        let mut shape = if is_in_parts {
            let mut shape = self.bare(name);
            let parts = parts
                .iter()
                .map(|part| modules.declaration(waiting.file, *part).body);
            shape.all_of = parts.map(|body| self.shape(&scope, body)).collect();
            shape
        } else {
            self.shape_of(&scope, declaration.body)
        };
        shape.written = self.key(waiting.file, &declaration.name.text, name.span, shape.spot);
        shape.spot = name;
        if let Some(doc) = &declaration.doc {
            self.apply(waiting.file, doc, &mut shape);
        }
        shape
    }

    /// Gives the shape of a name with arguments.
    pub(super) fn named(
        &mut self,
        scope: &Scope<'_>,
        name: &str,
        arguments: &[TypeId],
        at: Spot,
    ) -> Shape {
        if let Some(argument) = scope.argument(name) {
            return self.link(at, argument);
        }
        match self.modules.meaning(scope.file, scope.namespace, name) {
            Meaning::Declared(file, index) => {
                let mut given = self.arguments(scope, arguments);
                self.fill(file, index, scope.depth, &mut given, at);
                let id = self.instance(file, index, given, scope.depth + 1);
                self.link(at, id)
            }
            Meaning::Member(file, index, member) => {
                let modules = self.modules;
                let body = modules.declaration(file, index).members[member].1;
                let shape = self.shape_of(&Scope::of(file), body);
                Shape { spot: at, ..shape }
            }
            Meaning::Package(package, name) => {
                self.of_package(scope, &package, &name, arguments, at)
            }
            Meaning::Unread(file, name) => {
                let modules = self.modules;
                if let Some(fault) = modules.why_lost(file, &name) {
                    let spot = spot(file, fault.span);
                    self.fault(fault.kind, spot, fault.message.clone(), fault.help);
                }
                self.lost(at)
            }
            Meaning::Unknown => self.own(scope, name, arguments, at).unwrap_or_else(|| {
                let message = format!("the type `{name}` is declared nowhere");
                self.fault(
                    FaultKind::Unresolved,
                    at,
                    message,
                    "declare it, or import it from a file of this folder",
                );
                self.lost(at)
            }),
        }
    }

    pub(super) fn link(&self, at: Spot, target: ShapeId) -> Shape {
        let mut shape = self.bare(at);
        shape.target = Some(target);
        shape
    }

    fn arguments(&mut self, scope: &Scope<'_>, arguments: &[TypeId]) -> Vec<ShapeId> {
        let shapes = arguments
            .iter()
            .map(|argument| self.shape(scope, *argument));
        let shapes: Vec<ShapeId> = shapes.collect();
        // A mere name is what it stands for, so that `Page<Task>` is one type wherever it stands.
        shapes
            .into_iter()
            .map(|id| {
                self.shapes
                    .get(id.index())
                    .and_then(|shape| shape.target)
                    .unwrap_or(id)
            })
            .collect()
    }

    /// Fills in the arguments that are not given.
    fn fill(
        &mut self,
        file: usize,
        index: usize,
        depth: usize,
        given: &mut Vec<ShapeId>,
        at: Spot,
    ) {
        let modules = self.modules;
        let declaration = modules.declaration(file, index);
        given.truncate(declaration.parameters.len());
        while let Some((name, default)) = declaration.parameters.get(given.len()) {
            let names = declaration.parameters.iter().map(|(name, _)| name.clone());
            let arguments: Vec<_> = names.zip(given.iter().copied()).collect();
            let scope = Scope {
                file,
                namespace: &declaration.scope,
                arguments: &arguments,
                depth: depth + 1,
            };
            let id = match default {
                Some(default) if depth < DEPTH => self.shape(&scope, *default),
                _ => {
                    let message = format!(
                        "`{}` is not told what its `{name}` is",
                        declaration.name.text
                    );
                    self.fault(
                        FaultKind::NotUnderstood,
                        at,
                        message,
                        "give it in angle brackets",
                    );
                    let lost = self.lost(at);
                    self.keep(lost)
                }
            };
            given.push(id);
        }
    }

    fn of_package(
        &mut self,
        scope: &Scope<'_>,
        package: &str,
        name: &str,
        arguments: &[TypeId],
        at: Spot,
    ) -> Shape {
        if let (true, [inner, tag]) = (BRANDS.contains(&name), arguments) {
            let mut shape = self.shape_of(scope, *inner);
            shape.spot = at;
            if let TypeKind::Literal(super::outline::Literal::Text(brand)) =
                &self.modules.outlines[scope.file].get(*tag).kind
            {
                shape.brand = Some(Text {
                    text: brand.as_str().into(),
                    spot: at,
                });
            }
            return shape;
        }
        let message = format!("`{name}` comes from the package `{package}`, which is not read");
        let help = "write the type out: a contract says itself what its parts are";
        self.fault(FaultKind::NotUnderstood, at, message, help);
        self.lost(at)
    }

    /// Gives the shape of a type that the language has of its own.
    fn own(
        &mut self,
        scope: &Scope<'_>,
        name: &str,
        arguments: &[TypeId],
        at: Spot,
    ) -> Option<Shape> {
        let mut shape = self.bare(at);
        match (name, arguments) {
            ("Array" | "ReadonlyArray" | "Set" | "ReadonlySet", [item]) => {
                shape.types = Types::ARRAY;
                shape.items = Some(self.shape(scope, *item));
            }
            ("Record" | "Map" | "ReadonlyMap", [keys, value]) => {
                return Some(self.keyed(scope, *keys, *value, Presence::Kept, at));
            }
            ("Readonly" | "Promise" | "PromiseLike" | "Awaited" | "NoInfer", [inner]) => {
                return Some(self.shape_of(scope, *inner));
            }
            ("Partial", [inner]) => {
                return Some(self.derive(scope, *inner, at, |id| {
                    Derived::Presence(id, Presence::Optional)
                }));
            }
            ("Required", [inner]) => {
                return Some(self.derive(scope, *inner, at, |id| {
                    Derived::Presence(id, Presence::Required)
                }));
            }
            ("NonNullable", [inner]) => {
                return Some(self.derive(scope, *inner, at, Derived::NotNull));
            }
            ("Omit" | "Pick" | "Exclude" | "Extract", [inner, keys]) => {
                let keys = self.shape(scope, *keys);
                let make = match name {
                    "Omit" => Derived::Omit,
                    "Pick" => Derived::Pick,
                    "Exclude" => Derived::Exclude,
                    _ => Derived::Extract,
                };
                return Some(self.derive(scope, *inner, at, |id| make(id, keys)));
            }
            ("Date", []) => self.formatted(&mut shape, "date-time"),
            ("URL", []) => self.formatted(&mut shape, "uri"),
            ("Blob" | "File" | "ArrayBuffer" | "Uint8Array" | "Buffer" | "ReadableStream", _) => {
                self.formatted(&mut shape, "binary");
            }
            ("String" | "Uppercase" | "Lowercase" | "Capitalize" | "Uncapitalize", _) => {
                shape.types = Types::STRING
            }
            ("Number", []) => shape.types = Types::NUMBER,
            ("Boolean", []) => shape.types = Types::BOOLEAN,
            ("Object" | "FormData", []) => {
                shape.types = Types::OBJECT;
                shape.additional = Additional::Any;
            }
            _ => return None,
        }
        Some(shape)
    }

    fn formatted(&self, shape: &mut Shape, format: &str) {
        shape.types = Types::STRING;
        shape.format = Some(Text {
            text: format.into(),
            spot: shape.spot,
        });
    }
}
