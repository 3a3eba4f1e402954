//! Types of the outline into shapes.

use guild_check::Span;

use super::derived::Derived;
use super::outline::{Literal, Member, Presence, TypeId, TypeKind};
use super::reader::{Reader, spot, text, written};
use crate::contract::{Additional, FaultKind, Property, Shape, ShapeId, Spot, Types, Written};

/// Where a type stands, and what its parameters are there.
pub(super) struct Scope<'e> {
    pub(super) file: usize,
    pub(super) namespace: &'e str,
    pub(super) arguments: &'e [(String, ShapeId)],
    /// Within how many types with arguments.
    pub(super) depth: usize,
}

impl Scope<'_> {
    /// The outermost of a file.
    pub(super) fn of(file: usize) -> Self {
        Scope {
            file,
            namespace: "",
            arguments: &[],
            depth: 0,
        }
    }

    pub(super) fn argument(&self, name: &str) -> Option<ShapeId> {
        let arguments = self.arguments.iter().rev();
        arguments
            .into_iter()
            .find(|(other, _)| other == name)
            .map(|(_, id)| *id)
    }

    fn with<'e>(&self, arguments: &'e [(String, ShapeId)], namespace: &'e str) -> Scope<'e> {
        Scope {
            file: self.file,
            namespace,
            arguments,
            depth: self.depth,
        }
    }
}

impl<'a> Reader<'a> {
    pub(super) fn kind(&self, scope: &Scope<'_>, id: TypeId) -> &'a TypeKind {
        &self.modules.outlines[scope.file].get(id).kind
    }

    fn spot_of(&self, scope: &Scope<'_>, id: TypeId) -> Spot {
        spot(scope.file, self.modules.outlines[scope.file].get(id).span)
    }

    /// Gives the shape of a type; that of a parameter is what it stands for.
    pub(super) fn shape(&mut self, scope: &Scope<'_>, id: TypeId) -> ShapeId {
        if let TypeKind::Named { name, .. } = self.kind(scope, id)
            && let (true, Some(argument)) = (self.is_argument(scope, id), scope.argument(name))
        {
            return argument;
        }
        let shape = self.shape_of(scope, id);
        self.keep(shape)
    }

    pub(super) fn shape_of(&mut self, scope: &Scope<'_>, id: TypeId) -> Shape {
        let at = self.spot_of(scope, id);
        let mut shape = self.bare(at);
        match self.kind(scope, id) {
            TypeKind::Any => {}
            TypeKind::Object => shape.types = Types::OBJECT,
            TypeKind::Nothing => shape.is_never = true,
            TypeKind::Plain(types) => shape.types = *types,
            TypeKind::Literal(literal) => {
                shape.types = literal_types(literal);
                shape.values = Some(vec![self.value(scope.file, literal, at)]);
            }
            TypeKind::List(item) => {
                shape.types = Types::ARRAY;
                shape.items = Some(self.inner(scope, *item, "items"));
            }
            TypeKind::Tuple { items, rest } => {
                shape.types = Types::ARRAY;
                shape.first_items = items.iter().map(|item| self.shape(scope, *item)).collect();
                shape.items = rest.map(|rest| self.shape(scope, rest));
            }
            TypeKind::Union(parts) => return self.union(scope, parts, at),
            TypeKind::Both(parts) => {
                shape.all_of = parts.iter().map(|part| self.shape(scope, *part)).collect();
            }
            TypeKind::Fields { members, others } => {
                shape.types = Types::OBJECT;
                self.fields(scope, members, &mut shape);
                if let Some(others) = others {
                    shape.additional = self.additional(scope, *others);
                }
            }
            TypeKind::Named { name, arguments } => return self.named(scope, name, arguments, at),
            TypeKind::Keys(inner) => return self.derive(scope, *inner, at, Derived::Keys),
            TypeKind::At(object, index) => {
                let index = self.shape(scope, *index);
                return self.derive(scope, *object, at, |id| Derived::At(id, index));
            }
            TypeKind::Mapped {
                key,
                keys,
                value,
                presence,
            } => return self.mapped(scope, (key, *keys), *value, *presence, at),
            TypeKind::ValueOf(name) => return self.value_of(scope, name, at),
            TypeKind::Strange(what) => {
                let message = format!("{what} is not read in a contract");
                self.fault(
                    FaultKind::NotUnderstood,
                    at,
                    message,
                    "write out the type that it stands for",
                );
                shape.is_lost = true;
            }
        }
        shape
    }

    fn fields(&mut self, scope: &Scope<'_>, members: &'a [Member], shape: &mut Shape) {
        let mut seen = std::collections::HashSet::new();
        for member in members {
            if !seen.insert(&member.name.text) {
                let message = format!("the field `{}` stands twice in one type", member.name.text);
                self.fault(
                    FaultKind::KeyTwice,
                    spot(scope.file, member.name.span),
                    message,
                    "keep one of the two",
                );
                continue;
            }
            let value = self.member(scope, member);
            let name = text(scope.file, &member.name);
            if !member.is_optional && !self.may_be_absent(scope, member.value) {
                shape.required.push(name.clone());
            }
            shape.properties.push(Property { name, shape: value });
        }
    }

    /// Gives the shape of a field, with what its comment says.
    pub(super) fn member(&mut self, scope: &Scope<'_>, member: &'a Member) -> ShapeId {
        if member.doc.is_none() && self.is_argument(scope, member.value) {
            return self.shape(scope, member.value);
        }
        let mut shape = self.shape_of(scope, member.value);
        shape.written = self.key(scope.file, &member.name.text, member.name.span, shape.spot);
        if let Some(doc) = &member.doc {
            self.apply(scope.file, doc, &mut shape);
        }
        self.keep(shape)
    }

    /// Gives what stands for a type that is called something.
    pub(super) fn key(&mut self, file: usize, key: &str, key_span: Span, at: Spot) -> Written {
        written(file, self.leaves[file].named(key, key_span, at.span))
    }

    /// Gives the shape of a type that a word of ours stands for, such as the items of a list.
    fn inner(&mut self, scope: &Scope<'_>, id: TypeId, key: &str) -> ShapeId {
        if self.is_argument(scope, id) {
            return self.shape(scope, id);
        }
        let mut shape = self.shape_of(scope, id);
        shape.written = self.key(scope.file, key, shape.spot.span, shape.spot);
        self.keep(shape)
    }

    fn is_argument(&self, scope: &Scope<'_>, id: TypeId) -> bool {
        match self.kind(scope, id) {
            TypeKind::Named { name, arguments } => {
                arguments.is_empty() && scope.argument(name).is_some()
            }
            _ => false,
        }
    }

    /// Tells whether a field may be `undefined`, which nothing on the wire is.
    fn may_be_absent(&self, scope: &Scope<'_>, id: TypeId) -> bool {
        match self.kind(scope, id) {
            TypeKind::Nothing => true,
            TypeKind::Union(parts) => parts
                .iter()
                .any(|part| matches!(self.kind(scope, *part), TypeKind::Nothing)),
            _ => false,
        }
    }

    fn additional(&mut self, scope: &Scope<'_>, value: TypeId) -> Additional {
        match self.kind(scope, value) {
            TypeKind::Any => Additional::Any,
            TypeKind::Nothing => Additional::Refused,
            _ => Additional::Shape(self.inner(scope, value, "additionalProperties")),
        }
    }

    /// Gives the shape of `Record<keys, value>`.
    pub(super) fn keyed(
        &mut self,
        scope: &Scope<'_>,
        keys: TypeId,
        value: TypeId,
        presence: Presence,
        at: Spot,
    ) -> Shape {
        if matches!(self.kind(scope, keys), TypeKind::Plain(_) | TypeKind::Any) {
            let mut shape = self.bare(at);
            shape.types = Types::OBJECT;
            shape.additional = self.additional(scope, value);
            return shape;
        }
        let value = self.shape(scope, value);
        self.derive(scope, keys, at, |keys| {
            Derived::Keyed(keys, value, presence)
        })
    }

    fn mapped(
        &mut self,
        scope: &Scope<'_>,
        (key, keys): (&str, TypeId),
        value: TypeId,
        presence: Presence,
        at: Spot,
    ) -> Shape {
        let is_key = |id: TypeId| matches!(self.kind(scope, id), TypeKind::Named { name, .. } if name == key);
        if let TypeKind::Keys(object) = self.kind(scope, keys)
            && let TypeKind::At(_, index) = self.kind(scope, value)
            && is_key(*index)
        {
            return self.derive(scope, *object, at, |id| Derived::Presence(id, presence));
        }
        let key_shape = self.shape(scope, keys);
        let mut arguments = scope.arguments.to_vec();
        arguments.push((key.to_owned(), key_shape));
        let inner = scope.with(&arguments, scope.namespace);
        self.keyed(&inner, keys, value, presence, at)
    }

    fn value_of(&mut self, scope: &Scope<'_>, name: &str, at: Spot) -> Shape {
        let Some((file, index)) = self.modules.constant(scope.file, scope.namespace, name) else {
            let message = format!(
                "the constant `{name}` is declared nowhere, or is not written as a list or object"
            );
            self.fault(
                FaultKind::Unresolved,
                at,
                message,
                "write out the type that it stands for",
            );
            return self.lost(at);
        };
        let id = self.instance(file, index, Vec::new(), scope.depth);
        self.link(at, id)
    }

    /// Makes a shape that is worked out when all others are there.
    pub(super) fn derive(
        &mut self,
        scope: &Scope<'_>,
        from: TypeId,
        at: Spot,
        make: impl FnOnce(ShapeId) -> Derived,
    ) -> Shape {
        let from = self.shape(scope, from);
        let bare = self.bare(at);
        let id = self.keep(bare);
        self.derived.push((id, make(from)));
        self.link(at, id)
    }

    pub(super) fn value(&mut self, file: usize, literal: &Literal, at: Spot) -> Written {
        let leaves = &mut self.leaves[file];
        let node = match literal {
            Literal::Text(text) => leaves.text(text, at.span),
            Literal::Number(number) => leaves.number(number, at.span),
            Literal::Bool(value) => leaves.bool(*value, at.span),
        };
        written(file, node)
    }
}

pub(super) fn literal_types(literal: &Literal) -> Types {
    match literal {
        Literal::Text(_) => Types::STRING,
        Literal::Bool(_) => Types::BOOLEAN,
        Literal::Number(number) if number.contains(['.', 'e', 'E']) => Types::NUMBER,
        Literal::Number(_) => Types::INTEGER,
    }
}
