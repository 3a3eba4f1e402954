//! What several rules ask of front matter.

use std::borrow::Cow;

use guild_check::{Place, Source};
use unicode_normalization::UnicodeNormalization as _;

use crate::front_matter::{Entry, FrontMatter, Scalar, Value};
use crate::skill::Skill;

/// Gives the front matter to be judged; nothing when its form is already wrong.
pub(super) fn front_matter(skill: &Skill) -> Option<(&Source, &FrontMatter)> {
    let skill_md = skill.skill_md.as_ref()?;
    let front_matter = skill_md.as_cut();
    front_matter
        .is_sound()
        .then_some((&skill_md.source, front_matter))
}

/// Gives the text of a key and the file it stands in.
pub(super) fn text<'a>(skill: &'a Skill, key: &str) -> Option<(&'a Source, &'a Scalar)> {
    let (source, front_matter) = front_matter(skill)?;
    Some((source, front_matter.text(key)?))
}

/// Folds compatibility forms, as the specification's validator does with names (NFKC); ASCII has none.
pub(super) fn folded(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfkc().collect())
    }
}

/// What stands where a text is required.
pub(super) enum Lacking {
    /// The key is not there.
    Key(Place),
    /// The key has no value, or a blank one.
    Value(Place),
    /// The value is a list or a mapping.
    NotText(Place),
}

/// Finds out why a key has no text.
pub(super) fn lacking(skill: &Skill, key: &str) -> Option<Lacking> {
    let (source, front_matter) = front_matter(skill)?;
    let Some(Entry { key, value }) = front_matter.entry(key) else {
        return Some(Lacking::Key(source.top()));
    };
    match value {
        Value::Text(scalar) if scalar.text.trim().is_empty() => {
            Some(Lacking::Value(source.at(key.span)))
        }
        Value::Text(_) => None,
        Value::List { span, .. } | Value::Map { span, .. } => {
            Some(Lacking::NotText(source.at(key.span.to(*span))))
        }
    }
}
