//! What comments say of a type: its text, and the tags that narrow it.

use serde_json::Value;

use super::jsdoc::{Doc, Tag};
use super::reader::{Reader, spot, written};
use crate::contract::{Bound, Contract, Shape, Text, Types, Written};

impl Reader<'_> {
    /// Adds what a comment says to a shape.
    pub(super) fn apply(&mut self, file: usize, doc: &Doc, shape: &mut Shape) {
        shape.description = self.description(file, doc).or(shape.description);
        for tag in &doc.tags {
            self.apply_tag(file, tag, shape);
        }
    }

    fn apply_tag(&mut self, file: usize, tag: &Tag, shape: &mut Shape) {
        let limits = &mut shape.limits;
        let bound = |is_exclusive| {
            let value = tag.text.parse().ok()?;
            Some(Bound {
                value,
                is_exclusive,
            })
        };
        let text = || {
            let is_said = !tag.text.is_empty();
            is_said.then(|| Text {
                text: unquoted(&tag.text).into(),
                spot: spot(file, tag.span),
            })
        };
        match tag.name.as_str() {
            "deprecated" => shape.is_deprecated = true,
            "beta" | "alpha" | "experimental" => shape.is_beta = true,
            "format" => shape.format = text().or(shape.format.take()),
            "pattern" => limits.pattern = text().or(limits.pattern.take()),
            "minimum" | "min" => limits.minimum = bound(false).or(limits.minimum),
            "maximum" | "max" => limits.maximum = bound(false).or(limits.maximum),
            "exclusiveminimum" => limits.minimum = bound(true).or(limits.minimum),
            "exclusivemaximum" => limits.maximum = bound(true).or(limits.maximum),
            "multipleof" => limits.multiple_of = tag.text.parse().ok().or(limits.multiple_of),
            "minlength" | "minitems" | "minproperties" => {
                limits.shortest = tag.text.parse().ok().or(limits.shortest);
            }
            "maxlength" | "maxitems" | "maxproperties" => {
                limits.longest = tag.text.parse().ok().or(limits.longest);
            }
            "uniqueitems" => limits.is_unique = tag.text != "false",
            "integer" | "int" | "isint" => whole(shape),
            "astype" | "type" | "tjs-type"
                if unquoted(tag.text.trim_matches(['{', '}'])) == "integer" =>
            {
                whole(shape)
            }
            "default" => shape.default = self.example(file, tag).or(shape.default),
            "example" | "examples" => {
                let example = self.example(file, tag);
                shape.examples.extend(example);
            }
            _ => {}
        }
    }

    /// Reads a value: JSON, or one word.
    fn example(&mut self, file: usize, tag: &Tag) -> Option<Written> {
        let value = serde_json::from_str(&tag.text).ok().or_else(|| {
            let is_word = !tag.text.is_empty() && !tag.text.contains(char::is_whitespace);
            is_word.then(|| Value::String(unquoted(&tag.text).to_owned()))
        })?;
        let node = self.leaves[file].json(&value, tag.span);
        Some(written(file, node))
    }

    /// Reads what the first comment of the contract says of the whole.
    pub(super) fn head(&mut self, contract: &mut Contract) {
        let modules = self.modules;
        let Some(doc) = modules
            .outlines
            .first()
            .and_then(|outline| outline.doc.as_ref())
        else {
            return;
        };
        let text = |tag: &Tag| Text {
            text: tag.text.as_str().into(),
            spot: spot(0, tag.span),
        };
        contract.title = doc.tag("title").map(text);
        contract.version = doc.tag("version").map(text);
        let servers = doc.tags.iter().filter(|tag| tag.name == "server");
        contract.servers = servers.map(text).collect();
    }
}

fn whole(shape: &mut Shape) {
    if shape.types.has(Types::NUMBER) {
        let null = shape.types.within(Types::NULL);
        shape.types = Types::INTEGER.with(null);
    }
}

/// Takes the quotes off a text.
fn unquoted(text: &str) -> &str {
    for quote in ['"', '\'', '`'] {
        let inner = text
            .strip_prefix(quote)
            .and_then(|text| text.strip_suffix(quote));
        if let Some(inner) = inner {
            return inner;
        }
    }
    text
}
