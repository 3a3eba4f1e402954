//! What a request says in its path and its query, read strictly.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Deref;
use std::str::FromStr;

use axum::extract::FromRequestParts;
use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use guild_check::percent;
use http::request::Parts;
use percent_encoding::percent_decode_str;
use semver::Version;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

use crate::error::{ApiError, Code};

/// The longest version, in characters.
const VERSION_LENGTH: usize = 255;

/// The query of a request, which must hold nothing else than what `T` asks for.
pub(crate) struct Parameters<T>(pub(crate) T);

/// The named parts of a request's path.
pub(crate) struct FromPath<T>(pub(crate) T);

/// An id within a path. A text that has not the form of one is the id of nothing, which is empty: it is not looked for,
/// and a NUL never comes to a database.
#[derive(Debug)]
pub(crate) struct Id(String);

/// The most bytes of an id.
const ID_BYTES: usize = 64;

impl Deref for Id {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let is_id = text.len() <= ID_BYTES && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        Ok(Self(if is_id { text } else { String::new() }))
    }
}

/// What can be read from a query.
pub(crate) trait FromFields: Sized {
    /// Takes what it needs.
    fn from_fields(fields: &mut Fields) -> Result<Self, ApiError>;
}

/// The fields of a query that are not taken yet.
#[derive(Debug)]
pub(crate) struct Fields {
    left: BTreeMap<String, String>,
    /// What was asked for so far: the names that are allowed.
    known: Vec<&'static str>,
}

impl Fields {
    /// Reads a query.
    ///
    /// # Errors
    /// When it cannot be decoded, or names a field twice.
    pub(crate) fn parse(query: &str) -> Result<Self, ApiError> {
        let mut left = BTreeMap::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let name = decode(name)?;
            if left.contains_key(&name) {
                return Err(malformed(format!(
                    "`{}` stands twice in the query",
                    shown(&name)
                )));
            }
            left.insert(name, decode(value)?);
        }
        let known = Vec::new();
        Ok(Self { left, known })
    }

    /// Takes a text.
    pub(crate) fn text(&mut self, name: &'static str) -> Option<String> {
        self.known.push(name);
        self.left.remove(name)
    }

    /// Takes a value of a type that is read from text.
    ///
    /// # Errors
    /// When the text is not such a value.
    pub(crate) fn value<T>(&mut self, name: &'static str) -> Result<Option<T>, ApiError>
    where
        T: FromStr,
        T::Err: Display,
    {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let read = text.parse();
        read.map(Some)
            .map_err(|error| malformed(format!("`{name}` is `{}`: {error}", shown(&text))))
    }

    /// Takes a semantic version.
    ///
    /// # Errors
    /// When the text is no version, or is longer than one may be.
    pub(crate) fn version(&mut self, name: &'static str) -> Result<Option<Version>, ApiError> {
        let version = self.value::<Version>(name)?;
        if version
            .as_ref()
            .is_some_and(|version| version.to_string().len() > VERSION_LENGTH)
        {
            let message = format!("`{name}` is longer than {VERSION_LENGTH} characters");
            return Err(ApiError::new(Code::ParameterOutOfRange, message));
        }
        Ok(version)
    }

    /// Takes a whole number.
    ///
    /// # Errors
    /// As [`number`].
    pub(crate) fn number<T: FromStr>(&mut self, name: &'static str) -> Result<Option<T>, ApiError> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        number(name, &text).map(Some)
    }

    /// Takes a yes or no, written `true` or `false`.
    ///
    /// # Errors
    /// When the text is neither.
    pub(crate) fn flag(&mut self, name: &'static str) -> Result<Option<bool>, ApiError> {
        match self.text(name).as_deref() {
            None => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            Some(text) => Err(malformed(format!(
                "`{name}` is `{}`; it is `true` or `false`",
                shown(text)
            ))),
        }
    }

    /// Takes one of some words.
    ///
    /// # Errors
    /// When the text is none of them.
    pub(crate) fn one_of<T: Copy>(
        &mut self,
        name: &'static str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, ApiError> {
        let Some(text) = self.text(name) else {
            return Ok(None);
        };
        let found = words.iter().find(|(word, _)| *word == text);
        found.map(|&(_, value)| Some(value)).ok_or_else(|| {
            let words: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
            let words = words.join(", ");
            malformed(format!(
                "`{name}` is `{}`; it is one of {words}",
                shown(&text)
            ))
        })
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// When the query holds more than was asked for.
    pub(crate) fn finish(self) -> Result<(), ApiError> {
        let Some(name) = self.left.keys().next() else {
            return Ok(());
        };
        let allowed = if self.known.is_empty() {
            "it takes none".to_owned()
        } else {
            format!("it takes {}", self.known.join(", "))
        };
        let message = format!(
            "this resource has no parameter `{}`; {allowed}",
            shown(name)
        );
        Err(ApiError::new(Code::UnknownParameter, message))
    }
}

/// A resource without parameters.
impl FromFields for () {
    fn from_fields(_: &mut Fields) -> Result<Self, ApiError> {
        Ok(())
    }
}

impl<S: Sync, T: FromFields> FromRequestParts<S> for Parameters<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut fields = Fields::parse(parts.uri.query().unwrap_or_default())?;
        let value = T::from_fields(&mut fields)?;
        fields.finish()?;
        Ok(Self(value))
    }
}

impl<S, T> FromRequestParts<S> for FromPath<T>
where
    S: Send + Sync,
    T: DeserializeOwned + Send,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|axum::extract::Path(value)| Self(value))
            .map_err(|rejection| malformed_path(&rejection))
    }
}

/// Reads a whole number.
///
/// # Errors
/// When the text is not a whole number, or is one outside of what there is here.
pub(crate) fn number<T: FromStr>(name: &str, text: &str) -> Result<T, ApiError> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        let message = format!("`{name}` is `{}`, which is not a whole number", shown(text));
        return Err(malformed(message));
    }
    text.parse().map_err(|_| {
        let which = if digits.len() < text.len() {
            "small"
        } else {
            "large"
        };
        let message = format!("`{name}` is `{}`, which is too {which}", shown(text));
        ApiError::new(Code::ParameterOutOfRange, message)
    })
}

fn malformed_path(rejection: &PathRejection) -> ApiError {
    let message = match rejection {
        PathRejection::FailedToDeserializePathParams(failure) => match failure.kind() {
            // The contract takes any text for a version: no release has one that is none.
            ErrorKind::DeserializeError { key, value, .. } if key == "version" => {
                let message = format!(
                    "no release has the version `{}`: write it as 1.2.3",
                    shown(value)
                );
                return ApiError::new(Code::ReleaseNotFound, message);
            }
            ErrorKind::DeserializeError { key, message, .. } => format!("`{key}`: {message}"),
            ErrorKind::InvalidUtf8InPathParam { key } => format!("`{key}` is not UTF-8"),
            other => other.to_string(),
        },
        other => other.to_string(),
    };
    ApiError::new(Code::MalformedPath, message)
}

fn malformed(message: String) -> ApiError {
    ApiError::new(Code::MalformedQuery, message)
}

/// Shortens what a client sent for a message, and keeps control characters out of it.
pub(crate) fn shown(text: &str) -> String {
    const SHOWN: usize = 60;
    let mut shown: String = text
        .chars()
        .take(SHOWN)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// Decodes a name or a value of a query.
pub(crate) fn decode(text: &str) -> Result<String, ApiError> {
    if !percent::is_sound(text) {
        return Err(malformed(format!(
            "`{}` holds a `%` without two hex digits",
            shown(text)
        )));
    }
    let decoded = percent_decode_str(&text.replace('+', " ")).collect();
    String::from_utf8(decoded)
        .map_err(|_| malformed(format!("`{}` is not UTF-8 when decoded", shown(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    #[test]
    fn what_has_not_the_form_of_an_id_is_that_of_nothing() {
        let read = |text: &str| serde_json::from_value::<Id>(text.into()).unwrap().0;
        assert_eq!(read("0a1B"), "0a1B");
        for text in ["", "a\0", "a b", "é", "../a", &"a".repeat(65)] {
            assert_eq!(read(text), "", "{text:?}");
        }
    }

    #[test]
    fn a_query_is_decoded() {
        let mut fields = Fields::parse("query=a+b%C3%BC&&isDerived=true&empty").unwrap();
        assert_eq!(fields.text("query").as_deref(), Some("a bü"));
        assert_eq!(fields.flag("isDerived").unwrap(), Some(true));
        assert_eq!(fields.text("empty").as_deref(), Some(""));
        assert!(fields.finish().is_ok());
    }

    #[test]
    fn a_query_that_is_not_understood_is_refused() {
        for query in ["a=%", "a=%4", "a=%zz", "a=%ff", "a=1&a=2", "%61=1&a=2"] {
            let error = Fields::parse(query).unwrap_err();
            assert_eq!(error.code, Code::MalformedQuery, "{query}");
        }
    }

    #[test]
    fn an_unknown_field_is_refused_with_those_that_are_known() {
        let mut fields = Fields::parse("pagesize=2").unwrap();
        assert!(fields.text("page").is_none() && fields.text("pageSize").is_none());
        let error = fields.finish().unwrap_err();
        assert_eq!(
            error.message,
            "this resource has no parameter `pagesize`; it takes page, pageSize"
        );
    }

    proptest! {
        #[test]
        fn no_query_is_too_strange(query in "[ -~ü&=%+]{0,40}") {
            if let Ok(mut fields) = Fields::parse(&query) {
                let _ = fields.number::<u32>("a");
                let _ = fields.finish();
            }
        }

        #[test]
        fn what_was_escaped_is_read_back(value in "\\PC{0,40}") {
            let link = crate::links::search(&value);
            let query = link.split_once('?').map_or("", |(_, query)| query);
            let mut fields = Fields::parse(query).unwrap();
            prop_assert_eq!(fields.text("query").unwrap_or_default(), value);
        }
    }
}
