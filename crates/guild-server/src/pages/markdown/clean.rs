//! The second lock: a cleaner that lets through what our writer writes, and nothing else.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::Builder;

/// Cleans HTML.
pub(super) fn clean(html: &str) -> String {
    CLEANER.clean(html).to_string()
}

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let tags = [
        "a",
        "blockquote",
        "br",
        "code",
        "del",
        "div",
        "em",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "li",
        "ol",
        "p",
        "pre",
        "strong",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "ul",
    ];
    let attributes = HashMap::from([
        ("a", HashSet::from(["href"])),
        ("div", HashSet::from(["tabindex"])),
        ("pre", HashSet::from(["tabindex"])),
        ("ol", HashSet::from(["start"])),
        ("h1", HashSet::from(["id"])),
        ("h2", HashSet::from(["id"])),
        ("h3", HashSet::from(["id"])),
        ("h4", HashSet::from(["id"])),
        ("h5", HashSet::from(["id"])),
        ("h6", HashSet::from(["id"])),
    ]);
    let mut cleaner = Builder::empty();
    cleaner
        .tags(HashSet::from(tags))
        .tag_attributes(attributes)
        .generic_attributes(HashSet::new())
        .allowed_classes(HashMap::from([("div", HashSet::from(["wide"]))]))
        .url_schemes(HashSet::from(["http", "https", "mailto"]))
        .link_rel(Some("nofollow noopener"));
    cleaner
});
