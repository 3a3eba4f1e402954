//! Addresses in a plan: where a step goes, and which requests a line is about.

use percent_encoding::percent_decode_str;
use url::Url;

/// Which requests a line is about: `POST /api/tasks/*?status=DONE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestPattern {
    /// The method in capitals.
    pub method: String,
    /// The origin, if the line names one; otherwise that of the entry URL.
    pub origin: Option<String>,
    /// The path from its first slash; `*` stands for one segment.
    pub path: String,
    /// The query without its question mark, if the line names one; otherwise any will do.
    pub query: Option<String>,
}

impl RequestPattern {
    /// Says whether a request fits; `entry` is the plan's entry URL.
    pub fn fits(&self, method: &str, url: &Url, entry: &Url) -> bool {
        let origin = url.origin().ascii_serialization();
        let is_origin = match &self.origin {
            Some(wanted) => *wanted == origin,
            None => entry.origin() == url.origin(),
        };
        is_origin
            && self.method.eq_ignore_ascii_case(method)
            && fits_path(&self.path, url.path())
            && self
                .query
                .as_deref()
                .is_none_or(|query| fits_query(query, url))
    }

    pub(super) fn move_to(&mut self, entry: &Url, base: &Url) {
        let is_own = self.origin.as_ref() == Some(&entry.origin().ascii_serialization());
        if is_own {
            self.origin = Some(base.origin().ascii_serialization());
        }
    }
}

/// Compares segment by segment, each with its percent signs resolved.
fn fits_path(pattern: &str, path: &str) -> bool {
    let pattern = pattern.split('/');
    let mut path = path.split('/');
    for wanted in pattern {
        let Some(segment) = path.next() else {
            return false;
        };
        let is_any = wanted == "*" && !segment.is_empty();
        if !is_any && percent_decode_str(wanted).ne(percent_decode_str(segment)) {
            return false;
        }
    }
    path.next().is_none()
}

/// The pairs are the same, in any order; `*` stands for any value.
fn fits_query(query: &str, url: &Url) -> bool {
    let wanted = url::form_urlencoded::parse(query.as_bytes());
    let mut left: Vec<_> = url.query_pairs().collect();
    for (name, value) in wanted {
        let fits = |pair: &(_, _)| pair.0 == name && (value == "*" || pair.1 == value);
        let Some(at) = left.iter().position(fits) else {
            return false;
        };
        left.remove(at);
    }
    left.is_empty()
}

/// Puts the origin of `base` in the place of that of `entry`, if the address has it.
pub(super) fn moved(address: &Url, entry: &Url, base: &Url) -> Url {
    if address.origin() != entry.origin() {
        return address.clone();
    }
    let rest = &address[url::Position::BeforePath..];
    base.join("/")
        .and_then(|root| root.join(rest))
        .unwrap_or_else(|_| address.clone())
}

/// Does the same to a text, if it is an absolute address.
pub(super) fn move_text(text: &mut String, entry: &Url, base: &Url) {
    if let Ok(url) = Url::parse(text)
        && url.origin() == entry.origin()
    {
        *text = moved(&url, entry, base).into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(path: &str, query: Option<&str>) -> RequestPattern {
        RequestPattern {
            method: "GET".to_owned(),
            origin: None,
            path: path.to_owned(),
            query: query.map(str::to_owned),
        }
    }

    fn fits(pattern: &RequestPattern, url: &str) -> bool {
        let entry = Url::parse("http://127.0.0.1:3000/tasks").unwrap();
        pattern.fits("GET", &Url::parse(url).unwrap(), &entry)
    }

    #[test]
    fn a_star_stands_for_one_segment_and_no_query_for_any() {
        let tasks = pattern("/api/tasks/*", None);
        assert!(fits(&tasks, "http://127.0.0.1:3000/api/tasks/tsk_1?x=1"));
        assert!(!fits(&tasks, "http://127.0.0.1:3000/api/tasks/"));
        assert!(!fits(&tasks, "http://127.0.0.1:3000/api/tasks/1/notes"));
        assert!(!fits(&tasks, "https://other.example/api/tasks/1"));
    }

    #[test]
    fn a_named_query_is_the_whole_query_in_any_order() {
        let done = pattern("/api/tasks", Some("status=DONE&page=*"));
        assert!(fits(
            &done,
            "http://127.0.0.1:3000/api/tasks?page=2&status=DONE"
        ));
        assert!(!fits(&done, "http://127.0.0.1:3000/api/tasks?status=DONE"));
        let more = "http://127.0.0.1:3000/api/tasks?status=DONE&page=1&sort=a";
        assert!(!fits(&done, more));
    }

    #[test]
    fn another_origin_takes_the_place_of_the_entry_urls_alone() {
        let url = |text| Url::parse(text).unwrap();
        let entry = url("http://127.0.0.1:3000/tasks");
        let base = url("https://staging.example/ignored");
        let moved = |text| moved(&url(text), &entry, &base).to_string();
        assert_eq!(
            moved("http://127.0.0.1:3000/a?b#c"),
            "https://staging.example/a?b#c"
        );
        assert_eq!(moved("https://other.example/a"), "https://other.example/a");
    }
}
