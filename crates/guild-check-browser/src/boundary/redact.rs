//! Taking secrets out of what is written or printed.

use std::borrow::Cow;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use regex::{Captures, Regex};
use url::Url;

use super::secret::{is_secret_name, secrets};

/// Takes credentials, tokens and personal data out of texts. What it has taken out, it leaves as it is a second time.
#[derive(Clone, Default)]
pub struct Redactor {
    /// The values that the plan's secrets have, in every form in which they may come back, the longest first.
    values: Vec<String>,
    /// The patterns that the user added.
    patterns: Vec<Regex>,
}

/// A pattern that is none.
#[derive(Debug, thiserror::Error)]
pub enum PatternError {
    /// It cannot be read.
    #[error("`{pattern}` is no regular expression")]
    Form {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        #[source]
        source: regex::Error,
    },
    /// It fits where nothing stands.
    #[error(
        "`{pattern}` fits nothing at all, and so it is found everywhere: let it ask for a letter or a digit, with `+` in place of `*`"
    )]
    Empty {
        /// The pattern.
        pattern: String,
    },
}

impl PatternError {
    /// Gives the pattern.
    pub fn pattern(&self) -> &str {
        match self {
            Self::Form { pattern, .. } | Self::Empty { pattern } => pattern,
        }
    }
}

/// Shorter values would take half of every text with them.
const SHORTEST_VALUE: usize = 3;

/// The memory that a user's pattern may take when it is compiled.
const PATTERN_BYTES: usize = 1 << 20;

impl Redactor {
    /// Takes the values of the plan's secrets, and patterns of the user.
    ///
    /// # Errors
    ///
    /// The first pattern that is no regular expression, or that fits the empty text.
    pub fn new<'a>(
        values: impl IntoIterator<Item = &'a str>,
        patterns: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, PatternError> {
        let long = values
            .into_iter()
            .filter(|value| value.chars().count() >= SHORTEST_VALUE);
        let mut values: Vec<String> = long.flat_map(forms).collect();
        values.sort_by_key(|value| usize::MAX - value.len());
        values.dedup();
        let compile = |pattern: &str| {
            let regex = regex::RegexBuilder::new(pattern)
                .size_limit(PATTERN_BYTES)
                .build();
            let pattern = pattern.to_owned();
            match regex {
                Ok(regex) if regex.is_match("") => Err(PatternError::Empty { pattern }),
                Ok(regex) => Ok(regex),
                Err(source) => Err(PatternError::Form { pattern, source }),
            }
        };
        let patterns = patterns
            .into_iter()
            .map(compile)
            .collect::<Result<_, _>>()?;
        Ok(Self { values, patterns })
    }

    /// Redacts a text: what the page shows, a console message, an address within a sentence.
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut text = Cow::Borrowed(text);
        for value in &self.values {
            if text.contains(value.as_str()) {
                text = Cow::Owned(text.replace(value.as_str(), &mark("secret")));
            }
        }
        for pattern in &self.patterns {
            if pattern.find_iter(&text).any(|found| !found.is_empty()) {
                let marked = |found: &Captures<'_>| match found[0].is_empty() {
                    true => String::new(),
                    false => mark("as you asked"),
                };
                text = Cow::Owned(pattern.replace_all(&text, marked).into_owned());
            }
        }
        let found = secrets(&text);
        if found.is_empty() {
            return text;
        }
        let mut safe = String::with_capacity(text.len());
        let mut end = 0;
        for secret in found {
            safe.push_str(&text[end..secret.range.start]);
            safe.push_str(&mark(secret.kind));
            end = secret.range.end;
        }
        safe.push_str(&text[end..]);
        Cow::Owned(safe)
    }

    /// Redacts an address: who signs in with it, and what its query and fragment carry.
    pub fn url(&self, text: &str) -> String {
        let Ok(mut url) = Url::parse(text) else {
            return self.text(text).into_owned();
        };
        if url.scheme() == "data" {
            return self.data_url(text);
        }
        if !url.username().is_empty() || url.password().is_some() {
            // Only an address without a host refuses, and that has no user.
            let _ = url.set_username("");
            let _ = url.set_password(None);
        }
        let query = url.query().map(|query| self.form(query));
        url.set_query(query.as_deref());
        let fragment = url.fragment().map(|fragment| match fragment.contains('=') {
            true => self.form(fragment),
            false => self.text(fragment).into_owned(),
        });
        url.set_fragment(fragment.as_deref());
        self.text(url.as_str()).into_owned()
    }

    /// A `data:` address is all content: its kind is enough.
    fn data_url(&self, text: &str) -> String {
        let head = text.split(',').next().unwrap_or_default();
        let head: String = head.chars().take(60).collect();
        format!("{},…", self.text(&head))
    }

    /// Redacts a header.
    pub fn header(&self, name: &str, value: &str) -> String {
        let lower = name.to_ascii_lowercase();
        match lower.as_str() {
            "set-cookie" => set_cookie(value),
            "cookie" => cookies(value),
            "location" | "referer" | "content-location" | "link" => self.url(value),
            "etag" | "if-none-match" | "content-type" | "date" => value.to_owned(),
            _ if is_secret_name(&lower) || lower.ends_with("-key") || lower.ends_with("-auth") => {
                mark("credential")
            }
            _ => self.text(value).into_owned(),
        }
    }

    /// Whether a field or an attribute of this name holds a secret, whatever stands in it.
    pub(crate) fn is_secret_attribute(&self, name: &str) -> bool {
        is_secret_name(name)
    }

    /// Redacts pairs as a form sends them: `name=value&…`.
    pub(super) fn form(&self, text: &str) -> String {
        let pair = |pair: &str| match pair.split_once('=') {
            Some((name, value)) if is_secret_name(name) && !value.is_empty() => {
                format!("{name}=[redacted]")
            }
            Some((name, value)) => {
                let decoded: String = url::form_urlencoded::parse(format!("v={value}").as_bytes())
                    .map(|(_, value)| value.into_owned())
                    .collect();
                match self.text(&decoded) {
                    Cow::Borrowed(_) => format!("{name}={value}"),
                    Cow::Owned(_) => format!("{name}=[redacted]"),
                }
            }
            None => self.text(pair).into_owned(),
        };
        text.split('&').map(pair).collect::<Vec<_>>().join("&")
    }
}

/// The values themselves are never shown.
impl fmt::Debug for Redactor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "Redactor({} values, {} patterns)",
            self.values.len(),
            self.patterns.len()
        )
    }
}

/// What stands in the place of a secret.
pub(super) fn mark(kind: &str) -> String {
    format!("[redacted: {kind}]")
}

/// Gives a value as it is, and as JSON, an address or base64 carries it.
fn forms(value: &str) -> Vec<String> {
    let json = serde_json::Value::from(value).to_string();
    let json = json.trim_matches('"').to_owned();
    let encoded: String = url::form_urlencoded::byte_serialize(value.as_bytes()).collect();
    let percent = encoded.replace('+', "%20");
    let base64 = STANDARD.encode(value).trim_end_matches('=').to_owned();
    let mut forms = vec![value.to_owned(), json, encoded, percent];
    // A short one is in too much.
    forms.extend((base64.len() >= 8).then_some(base64));
    forms
}

/// Keeps the names and the attributes of cookies.
fn set_cookie(value: &str) -> String {
    let one = |cookie: &str| {
        let mut parts = cookie.split(';');
        let first = parts.next().unwrap_or_default();
        let name = first.split('=').next().unwrap_or_default().trim();
        let rest: String = parts.map(|part| format!(";{part}")).collect();
        format!("{name}=[redacted]{rest}")
    };
    value.lines().map(one).collect::<Vec<_>>().join("\n")
}

fn cookies(value: &str) -> String {
    let names = value
        .split(';')
        .map(|pair| pair.split('=').next().unwrap_or_default().trim());
    let pairs: Vec<String> = names.map(|name| format!("{name}=[redacted]")).collect();
    pairs.join("; ")
}
