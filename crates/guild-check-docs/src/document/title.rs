//! The title: which endpoint or function a document is about.

use guild_check::Span;
use guild_check::markdown::{Heading, Markdown};

/// The first-level heading of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title {
    /// Its words, as written, without code marks and emphasis.
    pub text: String,
    /// Where the words stand.
    pub span: Span,
    /// What they name.
    pub subject: Subject,
}

/// What a document is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// An endpoint.
    Endpoint {
        /// The method in capitals, such as `POST`.
        method: String,
        /// The path as written, such as `/api/tasks/{id}`.
        path: String,
    },
    /// A function or method.
    Function {
        /// The name alone, such as `parse`.
        name: String,
        /// The name with what stands before it, such as `Duration::parse`.
        qualified: String,
        /// What stands between the brackets.
        parameters: String,
    },
    /// The title says neither, or there is none.
    Unknown,
}

const METHODS: [&str; 10] = [
    "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "QUERY", "TRACE", "CONNECT",
];

/// Finds the title: the first heading of the first level.
pub(super) fn find(markdown: &Markdown) -> Option<Title> {
    let heading = markdown.headings().find(|heading| heading.level == 1)?;
    let text = plain(markdown, heading);
    let subject = endpoint(&text)
        .or_else(|| function(&text))
        .unwrap_or(Subject::Unknown);
    Some(Title {
        text,
        span: heading.text_span,
        subject,
    })
}

impl Subject {
    /// Lists the parameters of an endpoint's path, whether written `:id` or `{id}`.
    pub fn path_parameters(&self) -> Vec<&str> {
        let Self::Endpoint { path, .. } = self else {
            return Vec::new();
        };
        let segments = path.split(['/', '?']).filter_map(|segment| {
            let braced = segment.split_once('{').and_then(|(_, rest)| {
                let (name, _) = rest.split_once('}')?;
                Some(name.trim_start_matches('+').trim_end_matches('*'))
            });
            braced.or_else(|| segment.strip_prefix(':'))
        });
        segments.filter(|name| !name.is_empty()).collect()
    }
}

/// Gives a heading's words as written: `<id>` in a path is no HTML, and `__init__` is not bold.
fn plain(markdown: &Markdown, heading: &Heading) -> String {
    let raw = markdown.source.slice(heading.text_span);
    if raw.contains("](") {
        return heading.text.clone();
    }
    let mut text = String::with_capacity(raw.len());
    let mut is_escaped = false;
    for character in raw.chars() {
        match character {
            '\\' if !is_escaped => is_escaped = true,
            '`' | '*' if !is_escaped => {}
            '\n' | '\r' => text.push(' '),
            _ => {
                if is_escaped && !character.is_ascii_punctuation() {
                    text.push('\\');
                }
                text.push(character);
                is_escaped = false;
            }
        }
    }
    text.trim().to_owned()
}

fn endpoint(text: &str) -> Option<Subject> {
    let (method, path) = text.split_once(char::is_whitespace)?;
    let path = path.trim();
    let is_path =
        path.starts_with('/') || path.starts_with("http://") || path.starts_with("https://");
    if !METHODS.contains(&method) || !is_path || path.contains(char::is_whitespace) {
        return None;
    }
    Some(Subject::Endpoint {
        method: method.to_owned(),
        path: path.to_owned(),
    })
}

/// Reads `name(…)` with whatever a language puts before and after it.
fn function(text: &str) -> Option<Subject> {
    let text = without_receiver(text);
    let open = text.find('(')?;
    if text[..open].ends_with(char::is_whitespace) {
        return None;
    }
    let parameters = inside_brackets(&text[open..])?;
    let before = without_generics(&text[..open]);
    // A macro's name ends in `!`.
    let qualified = before.split_whitespace().next_back()?;
    let bare = qualified.trim_end_matches('!');
    let is_word = |character: char| character.is_alphanumeric() || "_$?".contains(character);
    let name = bare.rsplit(|character| !is_word(character)).next()?;
    if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    Some(Subject::Function {
        name: name.to_owned(),
        qualified: qualified.to_owned(),
        parameters: parameters.trim().to_owned(),
    })
}

/// Takes `func (r *Repo)` off a Go method: its first brackets hold the receiver.
fn without_receiver(text: &str) -> &str {
    let Some(rest) = text.strip_prefix("func ").map(str::trim_start) else {
        return text;
    };
    if !rest.starts_with('(') {
        return rest;
    }
    rest.split_once(')')
        .map_or(rest, |(_, after)| after.trim_start())
}

/// Gives what stands between the first bracket and the one that closes it.
fn inside_brackets(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return text.get(1..at);
        }
    }
    None
}

/// Takes `<T>` and `[T]` off the name.
fn without_generics(text: &str) -> String {
    let mut depth = 0_usize;
    let mut name = String::with_capacity(text.len());
    let text = text.replace("->", "\u{0}");
    for character in text.chars() {
        match character {
            '<' | '[' => depth += 1,
            '>' | ']' => depth = depth.saturating_sub(1),
            '\u{0}' if depth == 0 => name.push_str("->"),
            _ if depth == 0 => name.push(character),
            _ => {}
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use guild_check::Source;

    fn subject(line: &str) -> Subject {
        let source = Source::new("a.md", format!("# {line}\n"));
        find(&Markdown::parse(&source)).unwrap().subject
    }

    fn name(line: &str) -> (String, String) {
        match subject(line) {
            Subject::Function {
                name, qualified, ..
            } => (name, qualified),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn an_endpoint_is_a_method_and_a_path() {
        let found = subject("`PATCH` /api/tasks/:id/comments/{commentId}");
        assert_eq!(found.path_parameters(), ["id", "commentId"]);
        assert!(
            matches!(subject("DELETE /tasks/<id>"), Subject::Endpoint { path, .. } if path == "/tasks/<id>")
        );
        assert_eq!(subject("POST tasks"), Subject::Unknown);
        assert_eq!(subject("Create a task"), Subject::Unknown);
    }

    #[test]
    fn a_function_is_named_in_any_language() {
        for (line, wanted, qualified) in [
            (
                "parseDuration(text, options)",
                "parseDuration",
                "parseDuration",
            ),
            (
                "`Duration::parse(text: &str) -> Result<Duration, Error>`",
                "parse",
                "Duration::parse",
            ),
            (
                "pub async fn fetch<T: Into<Url>>(url: T) -> Page",
                "fetch",
                "fetch",
            ),
            (
                "func (r *Repo) Find(id string) (*Task, error)",
                "Find",
                "Find",
            ),
            (
                "statistics.quantiles(data, *, n=4)",
                "quantiles",
                "statistics.quantiles",
            ),
            ("Acme\\\\Cart::add($item)", "add", "Acme\\Cart::add"),
            (
                "public static <T> List<T> Lists.of(T... items)",
                "of",
                "Lists.of",
            ),
            ("$cart->add($item)", "add", "$cart->add"),
            ("User#valid?()", "valid?", "User#valid?"),
            ("vec!(items)", "vec", "vec!"),
            ("__init__(self)", "__init__", "__init__"),
            ("map[T any](list []T, f func(T) T)", "map", "map"),
        ] {
            assert_eq!(
                name(line),
                (wanted.to_owned(), qualified.to_owned()),
                "{line}"
            );
        }
        assert_eq!(subject("Create a task (beta)"), Subject::Unknown);
    }
}
