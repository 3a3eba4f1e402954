//! JSON in a code block, parsed, with the places of its fields.

use guild_check::markdown::CodeBlock;
use guild_check::{Source, Span};
use serde_json::Value;

/// A code block that shows JSON.
#[derive(Clone, Debug)]
pub struct Json {
    /// The block.
    pub code: CodeBlock,
    /// The value, or why there is none.
    pub value: Result<Value, JsonFault>,
    /// The file.
    source: Source,
}

/// Why a block is not JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonFault {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where.
    pub span: Span,
}

/// A value takes many times the room of its text, and nobody reads an example of more.
const LONGEST: usize = 1024 * 1024;

/// Reads a code block that claims to be JSON, or claims nothing and looks like it.
pub(super) fn read(source: &Source, code: &CodeBlock) -> Option<Json> {
    let language = code.language().trim_matches(['{', '}', '.']).to_lowercase();
    let looks_like_it = language.is_empty() && code.content.trim_start().starts_with(['{', '[']);
    if language != "json" && language != "application/json" && !looks_like_it {
        return None;
    }
    let mut json = Json {
        code: code.clone(),
        value: Ok(Value::Null),
        source: source.clone(),
    };
    json.value = if code.content.len() > LONGEST {
        Err(JsonFault {
            message: "the block has more than 1 MB and is not read".to_owned(),
            span: source.line_around(code.span.start),
        })
    } else {
        serde_json::from_str(&code.content).map_err(|error| json.fault(&error))
    };
    Some(json)
}

impl Json {
    /// Finds the key that a JSON pointer leads to, such as `/error/code`; the element for a list.
    pub fn field_span(&self, pointer: &str) -> Option<Span> {
        self.value.as_ref().ok()?;
        let mut scan = Scan {
            text: &self.code.content,
            at: 0,
        };
        let mut found = None;
        for step in pointer.split('/').skip(1) {
            let step = step.replace("~1", "/").replace("~0", "~");
            found = Some(scan.enter(&step)?);
        }
        found.map(|range| self.code.place_of(&self.source, range))
    }

    fn fault(&self, error: &serde_json::Error) -> JsonFault {
        let text = error.to_string();
        // The parser's own position counts from the block; the finding says it for the file.
        let message = text
            .rsplit_once(" at line ")
            .map_or(text.as_str(), |(message, _)| message);
        let lines: Vec<&str> = self.code.content.split_inclusive('\n').collect();
        let line = error
            .line()
            .saturating_sub(1)
            .min(lines.len().saturating_sub(1));
        let start: usize = lines[..line].iter().map(|line| line.len()).sum();
        let text = lines.get(line).map_or("", |line| line.trim_end());
        let mut column = error.column().saturating_sub(1).min(text.len());
        while !text.is_char_boundary(column) {
            column -= 1;
        }
        let width = text[column..].chars().next().map_or(0, char::len_utf8);
        let range = start + column..start + column + width;
        let mut span = self.code.place_of(&self.source, range);
        if self.source.text().get(span.range()).is_none() {
            span = self.code.span;
        }
        JsonFault {
            message: format!("this is not JSON: {message}"),
            span,
        }
    }
}

/// Steps through text that is known to be JSON.
struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl Scan<'_> {
    /// Goes to the value of a key or an index, and gives the range of the key or of the element.
    fn enter(&mut self, step: &str) -> Option<std::ops::Range<usize>> {
        self.blanks();
        match self.next()? {
            b'{' => self.enter_object(step),
            b'[' => self.enter_array(step.parse().ok()?),
            _ => None,
        }
    }

    fn enter_object(&mut self, step: &str) -> Option<std::ops::Range<usize>> {
        loop {
            self.blanks();
            let start = self.at;
            if self.next()? != b'"' {
                return None;
            }
            self.string();
            let range = start..self.at;
            let key: String = serde_json::from_str(self.text.get(range.clone())?).ok()?;
            self.blanks();
            self.next();
            if key == step {
                return Some(range);
            }
            self.skip();
            self.blanks();
            if self.next()? != b',' {
                return None;
            }
        }
    }

    fn enter_array(&mut self, index: usize) -> Option<std::ops::Range<usize>> {
        for _ in 0..index {
            self.skip();
            self.blanks();
            if self.next()? != b',' {
                return None;
            }
        }
        self.blanks();
        let start = self.at;
        let mut ahead = Scan {
            text: self.text,
            at: start,
        };
        ahead.skip();
        (ahead.at > start).then_some(start..ahead.at)
    }

    /// Steps over one value.
    fn skip(&mut self) {
        self.blanks();
        let mut depth = 0_usize;
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            match byte {
                b',' | b'}' | b']' if depth == 0 => return,
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if byte == b'"' {
                self.string();
            }
        }
    }

    /// Steps behind the quotation mark that ends a string.
    fn string(&mut self) {
        while let Some(byte) = self.next() {
            match byte {
                b'\\' => self.at += 1,
                b'"' => return,
                _ => {}
            }
        }
    }

    fn blanks(&mut self) {
        while self
            .text
            .as_bytes()
            .get(self.at)
            .is_some_and(u8::is_ascii_whitespace)
        {
            self.at += 1;
        }
    }

    fn next(&mut self) -> Option<u8> {
        let byte = *self.text.as_bytes().get(self.at)?;
        self.at += 1;
        Some(byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use guild_check::Markdown;

    fn json(text: &str) -> (Source, Json) {
        let source = Source::new("a.md", text);
        let markdown = Markdown::parse(&source);
        let code = markdown.code_blocks().next().unwrap();
        let json = read(&source, code).unwrap();
        (source, json)
    }

    #[test]
    fn a_pointer_leads_to_its_key() {
        let text = "- a\n\n  ```json\n  {\"a\\\"b\": [1, {\"c\": \"}\"}], \"d\": {\n    \"e/f\": 1 }}\n  ```\n";
        let (source, json) = json(text);
        assert!(json.value.is_ok());
        let at = |pointer| json.field_span(pointer).map(|span| source.slice(span));
        assert_eq!(at("/a\"b/1/c"), Some("\"c\""));
        assert_eq!(at("/a\"b/0"), Some("1"));
        assert_eq!(at("/d/e~1f"), Some("\"e/f\""));
        assert_eq!(at("/d/x"), None);
        assert_eq!(at("/a\"b/7"), None);
    }

    #[test]
    fn a_fault_points_into_the_file() {
        let (source, json) = json("> ~~~json\n> {\n>   \"a\": ...\n> }\n> ~~~\n");
        let fault = json.value.unwrap_err();
        assert_eq!(source.slice(fault.span), ".");
        assert_eq!(source.position(fault.span.start).line, 3);
    }
}
