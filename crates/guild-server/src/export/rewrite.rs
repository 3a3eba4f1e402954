//! Links of a page, made anew.
//!
//! The pages are our own, and what authors wrote stands in them cleaned: tags are well formed, and values are in double
//! quotes. What is not, is left as it is.

/// The attributes that hold an address.
const ADDRESSES: [&str; 4] = ["href", "src", "action", "data-index"];

/// Writes a page with each address as `new` has it; without the attribute where it has none.
pub(super) fn links(page: &str, mut new: impl FnMut(&str) -> Option<String>) -> String {
    let mut written = String::with_capacity(page.len());
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        written.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = match tag_length(rest) {
            Some(length) => length,
            // No tag: the sign itself.
            None => {
                written.push('<');
                rest = &rest[1..];
                continue;
            }
        };
        let (tag, after) = rest.split_at(length);
        match tag.starts_with("<!--") {
            true => written.push_str(tag),
            false => write_tag(tag, &mut written, &mut new),
        }
        rest = after;
    }
    written.push_str(rest);
    written
}

/// Measures a tag that begins a text, its end included; values may hold the sign that ends it.
fn tag_length(text: &str) -> Option<usize> {
    if let Some(comment) = text.strip_prefix("<!--") {
        return comment.find("-->").map(|end| end + "<!---->".len());
    }
    let begins = text[1..].starts_with(|letter: char| letter.is_ascii_alphabetic());
    if !begins {
        return None;
    }
    let mut is_quoted = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'>' if !is_quoted => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn write_tag(tag: &str, written: &mut String, new: &mut impl FnMut(&str) -> Option<String>) {
    let mut rest = tag;
    while let Some(at) = rest.find("=\"") {
        let Some(length) = rest[at + 2..].find('"') else {
            break;
        };
        let (head, value) = (&rest[..at], &rest[at + 2..at + 2 + length]);
        let after = &rest[at + length + 3..];
        let begin = head.rfind(char::is_whitespace).unwrap_or(0);
        let name = head[begin..].trim_start();
        if ADDRESSES.contains(&name) {
            if let Some(value) = new(&plain(value)) {
                written.push_str(head);
                written.push_str("=\"");
                written.push_str(&value.replace('&', "&amp;").replace('"', "&quot;"));
                written.push('"');
            } else {
                written.push_str(&head[..begin]);
            }
        } else {
            written.push_str(&rest[..at + length + 3]);
        }
        rest = after;
    }
    written.push_str(rest);
}

/// Reads what a value escapes of an address.
fn plain(value: &str) -> String {
    value.replace("&#38;", "&").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shouted(page: &str) -> String {
        links(page, |link| (link != "/gone").then(|| link.to_uppercase()))
    }

    #[test]
    fn addresses_in_tags_are_made_anew_and_nothing_else() {
        assert_eq!(
            shouted(
                "<!doctype html><a class=\"x\" href=\"/a?b=1&amp;c\">href=\"/a\" &lt;a href=\"/b\"&gt; 1 < 2</a>"
            ),
            "<!doctype html><a class=\"x\" href=\"/A?B=1&amp;C\">href=\"/a\" &lt;a href=\"/b\"&gt; 1 < 2</a>"
        );
        assert_eq!(
            shouted(
                "<script type=\"module\" src=\"/s\"></script><b title=\"a > href\"></b><!-- <a href=\"/a\"> -->"
            ),
            "<script type=\"module\" src=\"/S\"></script><b title=\"a > href\"></b><!-- <a href=\"/a\"> -->"
        );
    }

    #[test]
    fn what_is_not_there_is_named_and_not_linked() {
        assert_eq!(
            shouted("<a class=\"x\" href=\"/gone\" rel=\"y\">gone</a>"),
            "<a class=\"x\" rel=\"y\">gone</a>"
        );
        assert_eq!(shouted("<a href=\"/a"), "<a href=\"/a");
    }
}
