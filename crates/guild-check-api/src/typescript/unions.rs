//! Unions into shapes: values, types, or one of several shapes.

use super::outline::{Literal, TypeId, TypeKind};
use super::reader::{Reader, written};
use super::shapes::{Scope, literal_types};
use crate::contract::{Shape, ShapeId, Spot, Types, Written};

/// The parts of a union, sorted.
#[derive(Default)]
struct Parts {
    has_null: bool,
    plain: Types,
    literals: Vec<(TypeId, Literal)>,
    others: Vec<TypeId>,
}

impl Reader<'_> {
    pub(super) fn union(&mut self, scope: &Scope<'_>, parts: &[TypeId], at: Spot) -> Shape {
        let sorted = self.sort(scope, parts);
        let mut shapes: Vec<ShapeId> = sorted
            .others
            .iter()
            .map(|part| self.shape(scope, *part))
            .collect();
        let null = sorted.has_null.then_some(Types::NULL);
        let mut simple = self.bare(at);
        self.simple(scope, &sorted, &mut simple);
        if shapes.is_empty() {
            if let Some(null) = null {
                simple.types = simple.types.with(null);
                let node = self.leaves[scope.file].null(at.span);
                simple
                    .values
                    .iter_mut()
                    .for_each(|values| values.push(written(scope.file, node)));
            }
            return simple;
        }
        let has_one = shapes.len() == 1;
        if !simple.types.is_empty() {
            simple.types = null.map_or(simple.types, |null| simple.types.with(null));
            shapes.push(self.keep(simple));
        } else if let Some(null) = null {
            simple.types = null;
            shapes.push(self.keep(simple));
        }
        let mut shape = self.bare(at);
        match shapes.as_slice() {
            [only] => shape.target = Some(*only),
            _ if has_one => shape.any_of = shapes,
            _ => shape.one_of = shapes,
        }
        shape
    }

    fn sort(&self, scope: &Scope<'_>, parts: &[TypeId]) -> Parts {
        let mut sorted = Parts::default();
        let mut waiting: Vec<TypeId> = parts.iter().rev().copied().collect();
        while let Some(part) = waiting.pop() {
            match self.kind(scope, part) {
                TypeKind::Union(inner) => waiting.extend(inner.iter().rev()),
                TypeKind::Nothing => {}
                TypeKind::Plain(Types::NULL) => sorted.has_null = true,
                TypeKind::Plain(types) => sorted.plain = sorted.plain.with(*types),
                TypeKind::Literal(literal) => sorted.literals.push((part, literal.clone())),
                _ => sorted.others.push(part),
            }
        }
        sorted
    }

    /// Joins the words and values of a union. `string | "OPEN"` is any text.
    fn simple(&mut self, scope: &Scope<'_>, parts: &Parts, shape: &mut Shape) {
        shape.types = parts.plain;
        let mut values: Vec<Written> = Vec::new();
        let is_both = [true, false].iter().all(|value| {
            parts
                .literals
                .iter()
                .any(|(_, literal)| *literal == Literal::Bool(*value))
        });
        for (id, literal) in &parts.literals {
            let types = literal_types(literal);
            let is_wider = parts.plain.has(types)
                || (types == Types::INTEGER && parts.plain.has(Types::NUMBER));
            if is_wider {
                continue;
            }
            shape.types = shape.types.with(types);
            if types == Types::BOOLEAN && is_both {
                continue;
            }
            let spot =
                super::reader::spot(scope.file, self.modules.outlines[scope.file].get(*id).span);
            values.push(self.value(scope.file, literal, spot));
        }
        // Values bind only where nothing wider stands beside them.
        if parts.plain.is_empty() && !values.is_empty() && !is_both {
            shape.values = Some(values);
        }
    }
}
