//! `flow-1-step-03.html`: a document as it stood, redacted, in one file that acts on nothing and loads nothing.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::boundary::Redactor;
use crate::snapshot::{Element, Fetched, Missing, Piece, Snapshot};

mod escaped;
mod text;

use escaped::{comment, content, quoted, rules};

/// Nothing is run, fetched or sent, whatever is in the document; the first thing in it.
const HEAD: &str = "<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'\">\n<meta name=\"referrer\" content=\"no-referrer\">\n";

/// These act, load or are seen by nobody; they go with all that is in them.
const LEFT_OUT: [&str; 19] = [
    "script",
    "noscript",
    "base",
    "object",
    "embed",
    "applet",
    "link",
    "meta",
    "source",
    "track",
    "param",
    "portal",
    "frameset",
    "frame",
    "plaintext",
    "noframes",
    "noembed",
    "fencedframe",
    "annotation-xml",
];
/// These have no end.
const VOID: [&str; 9] = [
    "area", "br", "col", "hr", "img", "input", "wbr", "keygen", "basefont",
];
/// Attributes that load, lead away or send.
const LOADING: [&str; 22] = [
    "src",
    "srcset",
    "imagesrcset",
    "sizes",
    "action",
    "formaction",
    "ping",
    "poster",
    "background",
    "data",
    "code",
    "codebase",
    "manifest",
    "archive",
    "nonce",
    "integrity",
    "srcdoc",
    "sandbox",
    "target",
    "download",
    "http-equiv",
    "autofocus",
];

/// Begins what stands for a picture or a font that was kept, in the rules of a snapshot.
const KEPT: &str = "url(\"kept:";

/// Writes documents.
pub(super) struct Writer<'a> {
    redactor: &'a Redactor,
    /// Attributes repeat.
    known: HashMap<String, String>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(redactor: &'a Redactor) -> Self {
        Self {
            redactor,
            known: HashMap::new(),
        }
    }

    /// Writes a document; `title` says what it is of.
    pub(super) fn document(&mut self, snapshot: &Snapshot, title: &str) -> String {
        let doctype = if snapshot.is_quirky {
            ""
        } else {
            "<!doctype html>\n"
        };
        let mut html = format!("{doctype}{HEAD}<title>{}</title>\n", content(title));
        if !snapshot.is_whole {
            html.push_str("<!-- the document is longer: its end is left out -->\n");
        }
        for missing in &snapshot.missing {
            let (what, why) = missing_in_words(missing, self.redactor);
            let _ = writeln!(
                html,
                "<!-- not kept: {} ({}) -->",
                comment(&what),
                comment(&why)
            );
        }
        let pieces = text::redacted(&snapshot.pieces, self.redactor);
        // The elements that are open; none for one that is left out with all that is in it.
        let mut open: Vec<Option<String>> = Vec::new();
        for piece in &pieces {
            let is_left_out = open.last().is_some_and(Option::is_none);
            match piece {
                Piece::Open(element) => {
                    let name = self.name(element).filter(|_| !is_left_out);
                    if let Some(name) = &name {
                        self.open(element, name, &mut html);
                    }
                    open.push(name);
                }
                Piece::Text(_) if is_left_out => {}
                Piece::Text(text) => html.push_str(&content(text)),
                Piece::Close => {
                    if let Some(Some(name)) = open.pop()
                        && !VOID.contains(&name.as_str())
                    {
                        // Writing to a string cannot fail, here and below.
                        let _ = write!(html, "</{name}>");
                    }
                }
            }
        }
        html
    }

    /// Gives the name by which an element is written; none if it is left out.
    fn name(&self, element: &Element) -> Option<String> {
        let lower = element.name.to_ascii_lowercase();
        let is_name = lower.starts_with(|c: char| c.is_ascii_lowercase())
            && lower.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        let is_shadow = lower == "template"
            && matches!(element.attributes.as_slice(), [(name, _)] if name == "shadowrootmode");
        match lower.as_str() {
            _ if !is_name => Some("div".to_owned()),
            "template" => is_shadow.then_some(lower),
            // What is in these is no markup, and its end is easily missed.
            "xmp" | "listing" => Some("pre".to_owned()),
            name if LEFT_OUT.contains(&name) => None,
            _ => Some(element.name.clone()),
        }
    }

    fn open(&mut self, element: &Element, name: &str, html: &mut String) {
        let _ = write!(html, "<{name}");
        let mut drawing = self.drawing(element, name);
        for (attribute, value) in &element.attributes {
            if let Some((attribute, value)) = self.attribute(name, attribute, value) {
                let value = match attribute.as_str() {
                    "style" => self.put_back(&value, &element.kept) + &std::mem::take(&mut drawing),
                    _ => value,
                };
                let _ = write!(html, " {attribute}=\"{}\"", quoted(&value));
            }
        }
        if !drawing.is_empty() {
            let _ = write!(html, " style=\"{}\"", quoted(&drawing));
        }
        let shown_in = match name {
            "img" | "input" => Some("src"),
            "video" => Some("poster"),
            "image" => Some("href"),
            _ => None,
        };
        if let (Some(fetched), Some(attribute)) = (&element.fetched, shown_in)
            && fetched.mime.starts_with("image/")
        {
            let _ = write!(html, " {attribute}=\"{}\"", self.written_out(fetched));
        }
        if name == "iframe" {
            html.push_str(" sandbox=\"\"");
            if let Some(document) = &element.document {
                let inner = self.document(document, &self.redactor.url(&document.url));
                let _ = write!(html, " srcdoc=\"{}\"", quoted(&inner));
            }
        }
        html.push('>');
        if let (Some(text), "style") = (&element.rules, name) {
            let safe = rules(&self.redactor.text(text));
            html.push_str(&self.put_back(&safe, &element.kept));
        }
    }

    /// Gives the style by which a canvas, on which nothing can draw any more, shows what was drawn; empty for what is none.
    fn drawing(&self, element: &Element, name: &str) -> String {
        match &element.fetched {
            Some(fetched) if name == "canvas" && fetched.mime.starts_with("image/") => format!(
                "; background-image: url(\"{}\"); background-size: 100% 100%; background-position: 0 0; background-repeat: no-repeat; background-origin: content-box",
                self.written_out(fetched)
            ),
            Some(_) | None => String::new(),
        }
    }

    /// Writes what was kept into the places that stand for it.
    fn put_back(&self, rules: &str, kept: &[Arc<Fetched>]) -> String {
        let mut whole = String::with_capacity(rules.len());
        let mut rest = rules;
        while let Some((before, after)) = rest.split_once(KEPT) {
            whole.push_str(before);
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            let fetched = after[..digits]
                .parse()
                .ok()
                .and_then(|index: usize| kept.get(index));
            whole.push_str("url(\"");
            match fetched {
                Some(fetched) => whole.push_str(&self.written_out(fetched)),
                None => whole.push_str("data:,"),
            }
            rest = &after[digits..];
        }
        whole + rest
    }

    /// Gives an attribute as it is written; none if it acts or loads.
    fn attribute(&mut self, element: &str, name: &str, value: &str) -> Option<(String, String)> {
        let lower = name.to_ascii_lowercase();
        let is_name = lower.starts_with(|c: char| c.is_ascii_lowercase())
            && lower
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_:.".contains(c));
        if !is_name || lower.starts_with("on") || LOADING.contains(&lower.as_str()) {
            return None;
        }
        if matches!(lower.as_str(), "href" | "xlink:href") {
            return match (value.starts_with('#'), element) {
                (true, _) => Some((name.to_owned(), self.safe(&lower, value))),
                (false, "a" | "area") => Some(("href".to_owned(), "#".to_owned())),
                (false, _) => None,
            };
        }
        Some((name.to_owned(), self.safe(&lower, value)))
    }

    fn safe(&mut self, name: &str, value: &str) -> String {
        if text::is_geometry(name, value) {
            return value.to_owned();
        }
        if self.redactor.is_secret_attribute(name) && !value.is_empty() {
            return "[redacted: credential]".to_owned();
        }
        if let Some(known) = self.known.get(value) {
            return known.clone();
        }
        let safe = match url::Url::parse(value) {
            Ok(_) => self.redactor.url(value),
            Err(_) => self.redactor.text(value).into_owned(),
        };
        self.known.insert(value.to_owned(), safe.clone());
        safe
    }

    /// Writes a picture or a font as an address; a picture that is text is redacted, and cannot act where it is a picture.
    fn written_out(&self, fetched: &Fetched) -> String {
        let bytes = match fetched.mime.as_str() {
            "image/svg+xml" => {
                let text = String::from_utf8_lossy(&fetched.bytes);
                STANDARD.encode(self.redactor.text(&text).as_bytes())
            }
            _ => STANDARD.encode(&fetched.bytes),
        };
        format!("data:{};base64,{bytes}", fetched.mime)
    }
}

/// Says what is not kept and why, redacted.
pub(super) fn missing_in_words(missing: &Missing, redactor: &Redactor) -> (String, String) {
    let why = redactor.text(&missing.why).into_owned();
    (redactor.url(&missing.what), why)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pieces: Vec<Piece>) -> String {
        let redactor = Redactor::default();
        let snapshot = Snapshot {
            pieces,
            is_whole: true,
            ..Snapshot::default()
        };
        let html = Writer::new(&redactor).document(&snapshot, "</title><script>1</script>");
        html.split("</title>\n").nth(1).unwrap().to_owned()
    }

    fn open(name: &str, attributes: &[(&str, &str)]) -> Piece {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Piece::Open(Element {
            name: name.to_owned(),
            attributes: attributes.iter().map(owned).collect(),
            ..Element::default()
        })
    }

    fn text(text: &str) -> Piece {
        Piece::Text(text.to_owned())
    }

    #[test]
    fn what_acts_or_loads_is_left_out_with_what_is_in_it() {
        let pieces = vec![
            open(
                "a",
                &[
                    ("href", "javascript:1"),
                    ("onclick", "1"),
                    ("ping", "/p"),
                    ("x\" onx", "1"),
                ],
            ),
            open("SCRIPT", &[]),
            open("b", &[]),
            text("gone"),
            Piece::Close,
            Piece::Close,
            open("template", &[("id", "x")]),
            text("gone"),
            Piece::Close,
            text("<kept>"),
            Piece::Close,
            Piece::Close,
            open("x<y", &[("title", "\"><script>")]),
        ];
        assert_eq!(
            written(pieces),
            "<a href=\"#\">&lt;kept&gt;</a><div title=\"&quot;&gt;&lt;script&gt;\">"
        );
    }

    #[test]
    fn a_style_does_not_end_early_and_its_comparisons_stay() {
        let rules = "@media (width < 40rem) { a::after { content: \"</style><img src=/x>\" } }";
        let pieces = vec![
            Piece::Open(Element {
                name: "style".to_owned(),
                rules: Some(rules.to_owned()),
                ..Element::default()
            }),
            Piece::Close,
        ];
        assert_eq!(
            written(pieces),
            "<style>@media (width < 40rem) { a::after { content: \"\\3c /style>\\3c img src=/x>\" } }</style>"
        );
    }

    #[test]
    fn a_secret_in_pieces_and_one_in_a_field_go() {
        let pieces = vec![
            open("p", &[]),
            text("Mail "),
            open("b", &[]),
            text("jane.roe"),
            Piece::Close,
            text("@example.org"),
            Piece::Close,
            open("textarea", &[("name", "api_key")]),
            text("anything"),
            Piece::Close,
        ];
        assert_eq!(
            written(pieces),
            "<p>Mail [redacted: e-mail address]<b></b></p><textarea name=\"api_key\">[redacted: credential]</textarea>"
        );
    }
}
