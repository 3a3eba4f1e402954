//! Where an address of the server is among the files.
//!
//! A host of files serves a folder by its `index.html`, and knows a file's type by the end of its name. So a page is the
//! `index.html` of a folder, a JSON answer the `index.json` of one, and what an author wrote is a `.txt`: under its own
//! name, a page or a picture of theirs would run in the reader's browser as one of ours.

use std::borrow::Cow;

use guild_check::percent;
use percent_encoding::percent_decode_str;

/// What takes a server.
const SERVED: [&str; 14] = [
    "/account",
    "/admin",
    "/check",
    "/healthz",
    "/invitations",
    "/metrics",
    "/publish",
    "/readyz",
    "/sign-in",
    "/sign-out",
    "/sign-up",
    "/api/v1",
    "/api/search",
    "/api/matches",
];

/// Where something is among the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    /// Its address below that of the export, escaped, without a slash at its beginning: `skills/tea/`.
    pub(super) url: String,
    /// Its path in the folder: `skills/tea/index.html`.
    pub(super) file: String,
}

/// Finds the file for a path and query of the server; nothing where it takes a server.
pub(super) fn of(link: &str) -> Option<Address> {
    let (path, query) = link.split_once('?').unwrap_or((link, ""));
    let page = page_of(query)?;
    let path = path.strip_prefix('/')?.trim_end_matches('/');
    if SERVED
        .iter()
        .any(|served| is_at_or_below(path, &served[1..]))
        || is_of_members(path)
    {
        return None;
    }
    let path = match page {
        1 => path.to_owned(),
        page => format!("{path}/page/{page}"),
    };
    let (url, ending) = match kind_of(&path) {
        Kind::Page if path.is_empty() => (String::new(), "index.html"),
        Kind::Page => (format!("{path}/"), "index.html"),
        Kind::Json => (format!("{path}/index.json"), ""),
        Kind::Written => (format!("{path}.txt"), ""),
        Kind::File => (path, ""),
    };
    let file = format!("{}{ending}", decoded(&url)?);
    is_plain(&file).then_some(Address { url, file })
}

/// What an address holds.
enum Kind {
    Page,
    Json,
    Written,
    File,
}

fn kind_of(path: &str) -> Kind {
    let parts: Vec<&str> = path.split('/').collect();
    match parts.as_slice() {
        ["api", "skills", _, "releases", _, "files", _, ..] => Kind::Written,
        ["api", "archives", _] | ["assets" | "log" | ".well-known", ..] => Kind::File,
        ["api", ..] => Kind::Json,
        ["skills", _, "releases", _, "files", _, ..] => Kind::Page,
        [.., ".well-known", _, _] => Kind::File,
        ["skills", name, archive] | ["skills", name, "releases", _, archive]
            if archive.strip_suffix(".zip") == Some(name) =>
        {
            Kind::File
        }
        ["openapi.json"] | [.., "feed.atom"] => Kind::File,
        _ => Kind::Page,
    }
}

/// Gives the number of the page that a query asks for; nothing where it asks for anything else.
fn page_of(query: &str) -> Option<u32> {
    let mut page = 1;
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            Some(("query", "")) => {}
            Some(("page", number)) => page = number.parse().ok()?,
            _ => return None,
        }
    }
    Some(page)
}

fn is_at_or_below(path: &str, folder: &str) -> bool {
    let rest = path.strip_prefix(folder);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a path is for members alone.
fn is_of_members(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    matches!(
        parts.as_slice(),
        ["packs", _, "members", ..] | ["skills", _, "manage"]
    )
}

/// Whether a path stays in its folder.
fn is_plain(file: &str) -> bool {
    let is_plain = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\0', '\\']);
    file.split('/').all(is_plain)
}

/// Reads what an address escapes; nothing where it is wrong.
fn decoded(url: &str) -> Option<Cow<'_, str>> {
    if !percent::is_sound(url) {
        return None;
    }
    percent_decode_str(url).decode_utf8().ok()
}

/// Leads from one address to another without saying where both are.
pub(super) fn relative(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.split('/').collect();
    let to: Vec<&str> = to.split('/').collect();
    let (folder, target) = (&from[..from.len() - 1], &to[..to.len() - 1]);
    let shared = folder
        .iter()
        .zip(target)
        .take_while(|(one, other)| one == other);
    let shared = shared.count();
    let up = "../".repeat(folder.len() - shared);
    let way = up + &to[shared..].join("/");
    match way.split('/').next() {
        // A browser would read the first part of `a:b` as a scheme.
        Some(first) if first.is_empty() || first.contains(':') => format!("./{way}"),
        _ => way,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_one_file() {
        for (link, url, file) in [
            ("/", "", "index.html"),
            ("/skills/tea", "skills/tea/", "skills/tea/index.html"),
            (
                "/skills/tea/tea.zip",
                "skills/tea/tea.zip",
                "skills/tea/tea.zip",
            ),
            (
                "/api/skills/tea",
                "api/skills/tea/index.json",
                "api/skills/tea/index.json",
            ),
            (
                "/packs/a?page=2",
                "packs/a/page/2/",
                "packs/a/page/2/index.html",
            ),
            ("/search?query=", "search/", "search/index.html"),
            ("/openapi.json", "openapi.json", "openapi.json"),
            (
                "/skills/tea/releases/1.0.0%2Bb/files/a%20b.html",
                "skills/tea/releases/1.0.0%2Bb/files/a%20b.html/",
                "skills/tea/releases/1.0.0+b/files/a b.html/index.html",
            ),
            (
                "/api/skills/tea/releases/1.0.0/files/index.html",
                "api/skills/tea/releases/1.0.0/files/index.html.txt",
                "api/skills/tea/releases/1.0.0/files/index.html.txt",
            ),
            (
                "/skills/tea/.well-known/agent-skills/index.json",
                "skills/tea/.well-known/agent-skills/index.json",
                "skills/tea/.well-known/agent-skills/index.json",
            ),
        ] {
            let address = of(link).unwrap();
            assert_eq!((address.url.as_str(), address.file.as_str()), (url, file));
        }
    }

    #[test]
    fn what_takes_a_server_and_what_leaves_the_folder_has_none() {
        for link in [
            "/sign-in",
            "/check?contract=tea",
            "/search?query=tea",
            "/packs/a/members",
            "/skills/tea/manage",
            "/api/v1/skills",
            "/docs/%2e%2e/x",
            "/docs/%00",
            "/docs/%zz",
            "/docs/%+5",
            "//host/x",
        ] {
            assert_eq!(of(link), None, "{link}");
        }
    }

    #[test]
    fn a_way_leads_up_and_down() {
        for (from, to, way) in [
            ("", "skills/tea/", "skills/tea/"),
            ("skills/tea/", "", "../../"),
            ("skills/tea/", "skills/tea/", "./"),
            ("skills/tea/", "skills/tea/tea.zip", "tea.zip"),
            ("skills/tea/", "skills/bread/", "../bread/"),
            ("api/archives/x", "api/archives/sha256:1", "./sha256:1"),
        ] {
            assert_eq!(relative(from, to), way, "{from} {to}");
        }
    }
}
