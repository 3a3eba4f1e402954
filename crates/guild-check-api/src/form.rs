//! What a text without a name is: the form of a contract, and whether it is one at all.

use crate::contract::Method;
use crate::typescript;

/// What a contract is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// OpenAPI in JSON.
    Json,
    /// OpenAPI in YAML.
    Yaml,
    /// TypeScript.
    TypeScript,
}

/// How lines of TypeScript begin that no line of a contract in YAML does.
const TYPESCRIPT: [&str; 12] = [
    "export ",
    "export{",
    "import ",
    "interface ",
    "type ",
    "declare ",
    "const ",
    "enum ",
    "namespace ",
    "abstract ",
    "//",
    "/*",
];

impl Form {
    /// Tells the form of a text that somebody calls a contract: the best guess, also where it is none.
    pub fn of(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim_start().starts_with(['{', '[']) {
            return Self::Json;
        }
        let begins = |line: &str| TYPESCRIPT.iter().any(|start| line.starts_with(start));
        if !has_key_in_yaml(text) && text.lines().any(begins) {
            Self::TypeScript
        } else {
            Self::Yaml
        }
    }

    /// Gives the name of a file of this form, by which it is read.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Json => "contract.json",
            Self::Yaml => "contract.yaml",
            Self::TypeScript => "contract.ts",
        }
    }

    /// Gives the form's name, for people.
    pub fn word(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Yaml => "YAML",
            Self::TypeScript => "TypeScript",
        }
    }
}

/// Tells whether a file is a contract: OpenAPI that says so at its top, or TypeScript with a route. Most files with
/// such an ending are none, and no more is read of them than it takes.
pub fn is_contract(path: &str, text: &str) -> bool {
    if typescript::is_typescript(path) {
        return has_route(text);
    }
    let ends = |endings: &[&str]| endings.iter().any(|ending| path.ends_with(ending));
    if ends(&[".json"]) {
        return has_key_in_json(text);
    }
    ends(&[".yaml", ".yml"]) && (has_key_in_yaml(text) || has_key_in_json(text))
}

/// The keys that open an OpenAPI contract; the second is that of version 2, of which the check says what to do.
const KEYS: [&str; 2] = ["openapi", "swagger"];

/// Tells whether a line at the margin is `openapi:`, with quotes or without.
fn has_key_in_yaml(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    text.lines().any(|line| {
        let line = line.trim_start_matches(['"', '\'']);
        KEYS.iter().any(|key| {
            let after = line.strip_prefix(key);
            after.is_some_and(|after| {
                let after = after.trim_start_matches(['"', '\'']).trim_start();
                after.starts_with(':')
            })
        })
    })
}

/// Tells whether the outermost object has a field `openapi`, also in a text that is only half written.
fn has_key_in_json(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if !text.starts_with('{') {
        return false;
    }
    let mut depth = 0_usize;
    let mut rest = text;
    while let Some(at) = rest.find(['{', '[', '}', ']', '"']) {
        let (mark, after) = rest[at..].split_at(1);
        rest = after;
        match mark {
            "{" | "[" => depth += 1,
            "}" | "]" => depth = depth.saturating_sub(1),
            _ => {
                let end = end_of_string(rest);
                let (string, after) = rest.split_at(end);
                rest = after.get(1..).unwrap_or("");
                let is_key = depth == 1 && rest.trim_start().starts_with(':');
                if is_key && KEYS.contains(&string) {
                    return true;
                }
            }
        }
    }
    false
}

/// Finds the quote that ends a string of JSON.
fn end_of_string(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.unwrap_or(text.len())
}

/// Tells whether a quoted name is a method and a path, such as `"GET /api/tasks/:id"`, and a colon follows it.
fn has_route(text: &str) -> bool {
    text.match_indices(" /").any(|(at, _)| {
        let before = text[..at].trim_end_matches(|letter: char| letter.is_ascii_uppercase());
        let method = &text[before.len()..at];
        let quote = before.chars().next_back();
        let Some(quote) = quote.filter(|quote| matches!(quote, '"' | '\'')) else {
            return false;
        };
        let after = text[at..].split_once(quote).map(|(_, after)| after);
        Method::of_key(&method.to_ascii_lowercase()).is_some() && after.is_some_and(is_field)
    })
}

/// Tells whether what follows a quoted name makes it a field.
fn is_field(after: &str) -> bool {
    let after = after.trim_start();
    after
        .strip_prefix('?')
        .unwrap_or(after)
        .trim_start()
        .starts_with(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    #[test]
    fn a_contract_is_known_by_its_text() {
        let form = |text| Form::of(text).word();
        assert_eq!(form("{\"openapi\": \"3.1.0\"}"), "JSON");
        assert_eq!(form("\u{feff}\r\n  {"), "JSON");
        assert_eq!(form("# tasks\nopenapi: 3.1.0\n"), "YAML");
        assert_eq!(form("\"openapi\" : 3.1.0\nimport : x\n"), "YAML");
        assert_eq!(
            form("// tasks\nexport interface Task { id: string }"),
            "TypeScript"
        );
        assert_eq!(form("\r\nimport type { Id } from './id'"), "TypeScript");
        assert_eq!(form(""), "YAML");
    }

    #[test]
    fn most_files_are_no_contract() {
        for (path, text) in [
            (
                "a.json",
                "{\"name\": \"x\", \"scripts\": {\"openapi\": \"3\"}}",
            ),
            ("a.json", "[{\"openapi\": 1}]"),
            ("a.json", "{\"a\": \"openapi\"}"),
            ("a.json", "{\"a\": \"\\\"openapi\\\": \"}"),
            ("a.yaml", "info:\n  openapi: 3.1.0\n"),
            ("a.yaml", "openapis: 3\n"),
            ("a.ts", "const request = \"GET /api/tasks\";\n"),
            ("a.ts", "fetch(`GET /api`); // GET /a\n"),
            ("a.ts", "const table = { \"FETCH /api\": 1 };"),
            ("a.md", "openapi: 3.1.0"),
        ] {
            assert!(!is_contract(path, text), "{path}: {text}");
        }
    }

    #[test]
    fn a_contract_says_so_also_half_written() {
        for (path, text) in [
            ("a.json", "{ \"info\": {\"title\": \"}\"},\n \"openapi\" : "),
            ("a.yml", "openapi: 3.1.0"),
            ("a.yaml", "'swagger': '2.0'"),
            ("a.yaml", "{\"openapi\": \"3.1.0\"}"),
            (
                "a.ts",
                "export interface Routes {\n  \"GET /api/tasks/:id\": {",
            ),
            ("a.mts", "type R = { 'POST /api/tasks'? : { body: A } }"),
        ] {
            assert!(is_contract(path, text), "{path}: {text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_too_strange(text in "[\\PC\n\"'{}:/\\\\ ]{0,80}") {
            let _ = Form::of(&text);
            for path in ["a.json", "a.yaml", "a.ts"] {
                let _ = is_contract(path, &text);
            }
        }
    }
}
