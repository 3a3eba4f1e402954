//! Parameters, headers, and media types with their examples.

use super::reader::{At, Reader};
use crate::contract::{FaultKind, Location, Media, Parameter, Written};

impl<'a> Reader<'a> {
    pub(super) fn parameters(&mut self, at: At<'a>) -> Vec<Parameter> {
        let items = self.items(at, "parameters");
        items
            .into_iter()
            .filter_map(|item| self.parameter(item))
            .collect()
    }

    fn parameter(&mut self, item: At<'a>) -> Option<Parameter> {
        let at = self.follow(item)?;
        if !self.is_map(at) {
            return None;
        }
        let Some(name) = self.text(at, "name") else {
            self.fault(
                FaultKind::NotUnderstood,
                at.spot(),
                "a parameter has no `name`",
                "name it",
            );
            return None;
        };
        let word = self
            .text(at, "in")
            .map_or_else(String::new, |word| word.text.to_string());
        let Some(location) = location(&word) else {
            let message = format!("the parameter `{}` does not say where it goes", name.text);
            self.fault(
                FaultKind::NotUnderstood,
                at.spot(),
                message,
                "write `in: query`, `path`, `header` or `cookie`",
            );
            return None;
        };
        let bare = self.bare_parameter(at);
        let is_in_path = location == Location::Path;
        if is_in_path && !bare.is_required {
            let message = format!("the path parameter `{}` is not required", name.text);
            let help = "write `required: true`: without it the path is another one";
            self.fault(FaultKind::NotUnderstood, at.spot(), message, help);
        }
        Some(Parameter {
            name,
            location,
            is_required: bare.is_required || is_in_path,
            ..bare
        })
    }

    /// Reads the headers of an answer.
    pub(super) fn headers(&mut self, at: At<'a>) -> Vec<Parameter> {
        let Some(headers) = self.map(at, "headers") else {
            return Vec::new();
        };
        let named = headers.named().into_iter();
        named
            .filter_map(|entry| {
                let at = self.follow(entry)?;
                self.is_map(at).then(|| Parameter {
                    name: entry.key(),
                    ..self.bare_parameter(at)
                })
            })
            .collect()
    }

    /// Reads what a parameter and a header have in common.
    fn bare_parameter(&mut self, at: At<'a>) -> Parameter {
        let media = self.media(at);
        let own = at.get("schema").map(|schema| self.shape(schema));
        Parameter {
            spot: at.spot(),
            name: at.key(),
            location: Location::Header,
            is_required: self.is(at, "required"),
            is_deprecated: self.is(at, "deprecated"),
            sunset: at.said("x-sunset"),
            shape: own.or_else(|| media.first()?.shape),
            description: at.get("description").map(At::written),
            style: self.text(at, "style"),
            explode: at.get("explode").and_then(|found| found.view.bool()),
            media,
            examples: self.examples(at),
        }
    }

    /// Reads the forms of a body.
    pub(super) fn media(&mut self, at: At<'a>) -> Vec<Media> {
        let Some(content) = self.map(at, "content") else {
            return Vec::new();
        };
        let entries = content.entries().into_iter();
        entries
            .filter_map(|entry| {
                let at = self.follow(entry)?;
                if !self.is_map(at) {
                    return None;
                }
                let schema = at.get("schema").or_else(|| at.get("itemSchema"));
                let shape = schema.map(|schema| self.shape(schema));
                Some(Media {
                    name: entry.key(),
                    shape,
                    examples: self.examples(at),
                })
            })
            .collect()
    }

    /// Lists the example and the examples beside a shape, by value.
    fn examples(&mut self, at: At<'a>) -> Vec<Written> {
        let mut examples: Vec<Written> = at.get("example").map(At::written).into_iter().collect();
        let Some(named) = at.get("examples").filter(|examples| examples.view.is_map()) else {
            return examples;
        };
        for entry in named.named() {
            let Some(example) = self.follow(entry) else {
                continue;
            };
            let value = example.get("value").or_else(|| example.get("dataValue"));
            examples.extend(value.map(At::written));
        }
        examples
    }
}

pub(super) fn location(word: &str) -> Option<Location> {
    match word {
        "path" => Some(Location::Path),
        "query" => Some(Location::Query),
        "querystring" => Some(Location::QueryString),
        "header" => Some(Location::Header),
        "cookie" => Some(Location::Cookie),
        _ => None,
    }
}
