//! What a field may be called, and what its type has to say to that.

use super::noun::capital;
use super::parse::{Field, FieldKind, Text};
use super::plan::Refusal;
use crate::conventions::Case;

/// What the server makes of itself.
const MADE: [&str; 3] = ["id", "createdAt", "updatedAt"];

/// Refuses a name that is no name of a field.
pub(super) fn fitting_name(name: &str) -> Result<(), Refusal> {
    if name.is_empty() || name.len() > 60 {
        return Err(Refusal::new(
            format!("`{name}` is no name of a field"),
            "write it in camelCase, such as `title` or `dueAt`",
        ));
    }
    if !Case::Camel.fits(name) {
        let fitting = camel(name);
        let hint = match Case::Camel.fits(&fitting) {
            true => format!("call it `{fitting}`"),
            false => "write it in camelCase, such as `title` or `dueAt`".to_owned(),
        };
        return Err(Refusal::new(
            format!("the field `{name}` is not camelCase"),
            hint,
        ));
    }
    if MADE.contains(&name) {
        return Err(Refusal::new(
            format!("`{name}` is made by the server and stands in every answer"),
            "leave it out: a caller never gives it",
        ));
    }
    Ok(())
}

impl Field {
    /// Holds the name against the type.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let name = &self.name;
        let is_question = ["is", "has", "can"].iter().any(|word| {
            let rest = name.strip_prefix(word);
            rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_uppercase()))
        });
        if self.kind == FieldKind::Boolean && !is_question {
            let asked = capital(name);
            return Err(Refusal::new(
                format!("the truth value `{name}` does not begin with is, has or can"),
                format!("call it `is{asked}`, `has{asked}` or `can{asked}`"),
            ));
        }
        let (several, kind) = match &self.kind {
            FieldKind::List(_, limits) if self.is_optional && limits.least > 0 => {
                return Err(Refusal::new(
                    format!(
                        "`{name}` may be left out, and holds {} or more",
                        limits.least
                    ),
                    "let it hold 0 or more, or take the `?` away",
                ));
            }
            FieldKind::List(item, _) => ("[]", &**item),
            kind => ("", kind),
        };
        let is_plain = matches!(
            kind,
            FieldKind::Text(_)
                | FieldKind::Integer(_)
                | FieldKind::Number(_)
                | FieldKind::Formatted(_)
        );
        if is_plain && is_id(name) {
            return Err(Refusal::new(
                format!("`{name}` is an id, and ids of different kinds must not be mixed up"),
                format!("write `{name}:id{several}`"),
            ));
        }
        Ok(())
    }
}

/// Tells whether a field is an id or a list of ids, by its name.
fn is_id(name: &str) -> bool {
    let one = name.strip_suffix('s').unwrap_or(name);
    one.ends_with("Id")
}

fn camel(name: &str) -> String {
    let mut camel = String::new();
    let mut begins = false;
    let is_shouted = !name.contains(|letter: char| letter.is_ascii_lowercase());
    let name = if is_shouted {
        name.to_ascii_lowercase()
    } else {
        name.to_owned()
    };
    for letter in name.chars() {
        if !letter.is_ascii_alphanumeric() {
            begins = !camel.is_empty();
        } else if camel.is_empty() {
            camel.push(letter.to_ascii_lowercase());
        } else if begins {
            camel.push(letter.to_ascii_uppercase());
            begins = false;
        } else {
            camel.push(letter);
        }
    }
    camel
}

impl Field {
    /// Lists the values of an enum, or of a list of such values.
    pub(super) fn values(&self) -> Option<&[String]> {
        match &self.kind {
            FieldKind::Enum(values) => Some(values),
            FieldKind::List(item, _) => match &**item {
                FieldKind::Enum(values) => Some(values),
                _ => None,
            },
            _ => None,
        }
    }

    /// Gives the name of the type of the id that it holds.
    pub(super) fn brand(&self) -> Option<&String> {
        match &self.kind {
            FieldKind::Id(brand) => Some(brand),
            FieldKind::List(item, _) => match &**item {
                FieldKind::Id(brand) => Some(brand),
                _ => None,
            },
            _ => None,
        }
    }

    /// Tells whether it has a type of its own: an enum, or what is on a list.
    pub(super) fn has_type(&self) -> bool {
        match &self.kind {
            FieldKind::Enum(_) => true,
            FieldKind::List(item, _) => !matches!(**item, FieldKind::Id(_)),
            _ => false,
        }
    }

    /// Tells whether the server knows it by itself when the state changes: a time.
    pub(super) fn is_made(&self) -> bool {
        matches!(self.kind, FieldKind::Formatted(Text::Date | Text::DateTime))
    }

    /// Tells whether it need not be given when the thing is created.
    pub(super) fn may_be_absent(&self) -> bool {
        match &self.kind {
            FieldKind::Boolean => true,
            FieldKind::List(_, limits) => limits.least == 0,
            _ => self.is_optional,
        }
    }

    /// Tells whether it may be `null`: truth values and lists have an empty value of their own.
    pub(super) fn is_nullable(&self) -> bool {
        self.is_optional && !matches!(self.kind, FieldKind::Boolean | FieldKind::List(..))
    }
}
