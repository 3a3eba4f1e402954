//! The addresses in style sheets, as far as CSS Syntax has to be understood for them: strings and comments hold none.

/// An address in a style sheet.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// `url(…)`, without what it is written in.
    Address(String),
    /// `@import …;`
    Import {
        /// The address.
        address: String,
        /// When it holds.
        conditions: Conditions,
    },
}

/// When a sheet holds that is imported, and in which layer.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Conditions {
    /// The name of its layer, empty for one without.
    layer: Option<String>,
    /// What has to be supported.
    supports: Option<String>,
    /// For which media; empty for all.
    media: String,
}

/// In these a string is an address (CSS Images 4, 2.4); in what they hold, such as `type("image/webp")`, it is none.
const IMAGE_SETS: [&str; 2] = ["image-set", "-webkit-image-set"];

/// Gives rules with other words in the place of each address.
pub(super) fn rewritten(text: &str, mut change: impl FnMut(Link) -> String) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    // The brackets that are open: whether a string in them is an address.
    let mut open: Vec<bool> = Vec::new();
    let mut name = "";
    while !rest.is_empty() {
        let (length, link) = token(rest);
        let (read, after) = rest.split_at(length);
        let link = match read.as_bytes()[0] {
            b'"' | b'\'' if open.last() == Some(&true) => Some(Link::Address(string(rest).1)),
            _ => link,
        };
        match link {
            Some(link) => safe.push_str(&change(link)),
            None => safe.push_str(read),
        }
        match read {
            "(" => open.push(IMAGE_SETS.iter().any(|set| name.eq_ignore_ascii_case(set))),
            ")" => drop(open.pop()),
            _ => {}
        }
        name = read;
        rest = after;
    }
    safe
}

impl Conditions {
    /// Writes the rules of the sheet so that they hold under the same conditions.
    pub(super) fn around(&self, rules: &str) -> String {
        let layer = self.layer.as_ref();
        let supports = self.supports.as_ref();
        let media = Some(&self.media).filter(|media| !media.is_empty());
        let around = [
            layer.map(|name| format!("@layer {name} {{")),
            supports.map(|what| format!("@supports ({what}) {{")),
            media.map(|media| format!("@media {media} {{")),
        ];
        let around: Vec<String> = around.into_iter().flatten().collect();
        format!("{}\n{rules}\n{}", around.concat(), "}".repeat(around.len()))
    }
}

/// Reads what stands first: how long it is, and the address that it is.
fn token(text: &str) -> (usize, Option<Link>) {
    let bytes = text.as_bytes();
    match bytes[0] {
        b'/' if text.starts_with("/*") => (past(text, "*/"), None),
        b'"' | b'\'' => (string(text).0, None),
        b'\\' => (escape(text).0, None),
        b'@' => at_rule(text),
        first if is_of_name(first) => {
            let name = bytes.iter().take_while(|&&byte| is_of_name(byte)).count();
            match text[..name].eq_ignore_ascii_case("url") && bytes.get(name) == Some(&b'(') {
                true => address(text),
                false => (name, None),
            }
        }
        _ => (1, None),
    }
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' || !byte.is_ascii()
}

/// Gives where something ends that ends with a mark, or with the text.
fn past(text: &str, mark: &str) -> usize {
    text.find(mark).map_or(text.len(), |at| at + mark.len())
}

/// Reads a string: how long it is with its quotes, and what it says. An end of line ends it, too.
fn string(text: &str) -> (usize, String) {
    let quote = text.as_bytes()[0];
    let mut said = String::new();
    let mut at = 1;
    while let Some(&byte) = text.as_bytes().get(at) {
        match byte {
            b'\\' => {
                let (length, letter) = escape(&text[at..]);
                said.extend(letter);
                at += length;
            }
            b'\n' => return (at, said),
            _ if byte == quote => return (at + 1, said),
            _ => {
                let length = text[at..].chars().next().map_or(1, char::len_utf8);
                said.push_str(&text[at..at + length]);
                at += length;
            }
        }
    }
    (text.len(), said)
}

/// Reads an escape: how long it is, and the letter that it stands for; none for the end of a line.
fn escape(text: &str) -> (usize, Option<char>) {
    let after = &text[1..];
    let hex = after
        .bytes()
        .take(6)
        .take_while(u8::is_ascii_hexdigit)
        .count();
    if hex > 0 {
        let letter = u32::from_str_radix(&after[..hex], 16).ok();
        let is_space = |byte: &u8| byte.is_ascii_whitespace();
        let space = after.as_bytes().get(hex).is_some_and(is_space);
        return (
            1 + hex + usize::from(space),
            letter.and_then(char::from_u32),
        );
    }
    match after.chars().next() {
        Some('\n') => (2, None),
        Some(letter) => (1 + letter.len_utf8(), Some(letter)),
        None => (1, None),
    }
}

/// Reads `url(…)`. One that has no end is the rest of the text, as it is.
fn address(text: &str) -> (usize, Option<Link>) {
    let inner = text[4..].trim_start();
    let start = text.len() - inner.len();
    if inner.starts_with(['"', '\'']) {
        let (length, said) = string(inner);
        let after = inner[length..].trim_start();
        return match after.starts_with(')') {
            true => (text.len() - after.len() + 1, Some(Link::Address(said))),
            false => (start, None),
        };
    }
    let Some(end) = inner.find(')') else {
        return (text.len(), None);
    };
    let mut said = String::new();
    let mut rest = inner[..end].trim_end();
    while let Some(letter) = rest.chars().next() {
        let (length, letter) = match letter {
            '\\' => escape(rest),
            _ => (letter.len_utf8(), Some(letter)),
        };
        said.extend(letter);
        rest = &rest[length..];
    }
    (start + end + 1, Some(Link::Address(said)))
}

/// Reads `@import …;`; of other rules only their name, but for `@namespace`, whose address is a name.
fn at_rule(text: &str) -> (usize, Option<Link>) {
    let is_of_it = |byte: &u8| is_of_name(*byte);
    let name = 1 + text.as_bytes()[1..]
        .iter()
        .take_while(|byte| is_of_it(byte))
        .count();
    match text[..name].to_ascii_lowercase().as_str() {
        "@namespace" => (past(text, ";"), None),
        "@import" => match import(&text[name..]) {
            Some((length, link)) => (name + length, Some(link)),
            None => (name, None),
        },
        _ => (name, None),
    }
}

/// Reads what follows `@import`, and how long it is.
fn import(text: &str) -> Option<(usize, Link)> {
    let written = text.trim_start();
    let (length, address) = match written.as_bytes().first()? {
        b'"' | b'\'' => string(written),
        _ => match token(written) {
            (length, Some(Link::Address(address))) => (length, address),
            _ => return None,
        },
    };
    let conditions = &written[length..];
    let whole = text.len() - conditions.len() + past(conditions, ";");
    let link = Link::Import {
        address,
        conditions: under(conditions.split(';').next()?.trim()),
    };
    Some((whole, link))
}

/// Reads the conditions of an import.
fn under(text: &str) -> Conditions {
    let mut rest = text;
    let mut conditions = Conditions::default();
    if let Some((named, after)) = function(rest, "layer") {
        (conditions.layer, rest) = (Some(named.to_owned()), after);
    } else if let Some(after) = rest.strip_prefix("layer")
        && !after.starts_with(|c: char| c.is_alphanumeric() || c == '-')
    {
        (conditions.layer, rest) = (Some(String::new()), after.trim_start());
    }
    if let Some((what, after)) = function(rest, "supports") {
        (conditions.supports, rest) = (Some(what.to_owned()), after);
    }
    conditions.media = rest.to_owned();
    conditions
}

/// Reads `name(…)` with the brackets in it, and what follows.
fn function<'t>(text: &'t str, name: &str) -> Option<(&'t str, &'t str)> {
    let inner = text.strip_prefix(name)?.strip_prefix('(')?;
    let mut depth = 1;
    let end = inner.bytes().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    Some((&inner[..end], inner[end + 1..].trim_start()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn links(text: &str) -> Vec<Link> {
        let mut links = Vec::new();
        rewritten(text, |link| {
            links.push(link);
            String::new()
        });
        links
    }

    fn address_of(text: &str) -> Link {
        Link::Address(text.to_owned())
    }

    #[test]
    fn addresses_are_read_however_they_are_written_and_strings_and_comments_hold_none() {
        let text = r#"a { background: url(a.png), URL( "b\"\63 .png" ) } /* url(no) */ b::after { content: "url(no)" } @namespace url(http://names.example/); c { mask: url('c.svg#x') } my-url(no)"#;
        let found = links(text);
        let wanted = ["a.png", "b\"c.png", "c.svg#x"].map(address_of);
        assert_eq!(found, wanted);
        let same = rewritten(text, |_| "url(x)".to_owned());
        assert!(
            same.starts_with("a { background: url(x), url(x) } /* url(no) */"),
            "{same}"
        );
    }

    #[test]
    fn a_bare_string_in_an_image_set_is_an_address() {
        let text = r#"a { background: image-set("a.png" 1x, url(b.png) 2x, 'c.webp' type("image/webp")); content: "no" } b { mask: -WEBKIT-image-set("d.png" 1x) } c { x: my-image-set("no") }"#;
        let wanted = ["a.png", "b.png", "c.webp", "d.png"].map(address_of);
        assert_eq!(links(text), wanted);
        let same = rewritten(text, |_| "url(x)".to_owned());
        assert!(
            same.starts_with("a { background: image-set(url(x) 1x, url(x) 2x, url(x) type(\"image/webp\")); content: \"no\" }"),
            "{same}"
        );
    }

    #[test]
    fn an_import_is_read_with_its_conditions() {
        let text = "@import 'a.css'; @import url(b.css) layer(base.x) supports(display: grid) screen and (width > 10px);@import \"c.css\" layer; @import url('data:text/css;x');";
        let import = |address: &str, layer: Option<&str>, supports: Option<&str>, media: &str| {
            Link::Import {
                address: address.to_owned(),
                conditions: Conditions {
                    layer: layer.map(str::to_owned),
                    supports: supports.map(str::to_owned),
                    media: media.to_owned(),
                },
            }
        };
        assert_eq!(
            links(text),
            [
                import("a.css", None, None, ""),
                import(
                    "b.css",
                    Some("base.x"),
                    Some("display: grid"),
                    "screen and (width > 10px)"
                ),
                import("c.css", Some(""), None, ""),
                import("data:text/css;x", None, None, ""),
            ]
        );
    }

    proptest! {
        #[test]
        fn any_text_is_read_to_its_end(text in r#"([a-z(){};'"\\/*@ é\n]|url\(|image-set\(|@import |\*/){0,60}"#) {
            let same = rewritten(&text, |_| "x".to_owned());
            prop_assert!(same.len() <= text.len() + 1);
        }
    }
}
