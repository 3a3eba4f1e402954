//! A function as a title writes it: `name(…)`, with the qualifiers and types of whatever language it is.

/// Words that stand before a function's name in its language.
const MODIFIERS: &[&str] = &[
    "abstract",
    "async",
    "const",
    "constexpr",
    "def",
    "default",
    "export",
    "extern",
    "final",
    "fn",
    "fun",
    "func",
    "function",
    "inline",
    "internal",
    "local",
    "method",
    "mutating",
    "new",
    "open",
    "operator",
    "override",
    "private",
    "proc",
    "protected",
    "pub",
    "public",
    "sealed",
    "static",
    "sub",
    "suspend",
    "synchronized",
    "unsafe",
    "virtual",
];

/// Types that some languages write before the name.
const TYPES: &[&str] = &[
    "bool", "boolean", "byte", "char", "double", "float", "int", "long", "short", "signed",
    "size_t", "string", "unsigned", "var", "void",
];

/// Marks that join a name to what holds it.
const JOINTS: &[&str] = &["::", "->", "?.", ".", "\\", "#", ":", "/"];

/// Gives the length of a call that takes the whole text, or nothing.
pub(super) fn length(text: &str) -> Option<usize> {
    let mut rest = text;
    let mut has_modifier = false;
    loop {
        let name = name_length(rest)?;
        if rest[name..].starts_with('(') {
            // Go's receiver: `func (s *Server) Serve(…)` has a blank before it, so this is the call itself.
            let arguments = balanced(&rest[name..])?;
            return is_end(&rest[name + arguments..]).then_some(text.len());
        }
        let (word, after) = split_word(rest)?;
        let is_modifier = MODIFIERS.contains(&word) || word.starts_with("pub(");
        if !is_modifier && !has_modifier && !is_type(word) {
            return None;
        }
        has_modifier |= is_modifier;
        rest = after;
        if word == "func" && rest.starts_with('(') {
            rest = rest[balanced(rest)?..].trim_start();
        }
    }
}

/// Gives the length of a qualified name: `std::vec::Vec<T>::push`, `client.tasks.create`, `empty?`.
fn name_length(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let start = at;
        at += identifier_length(&text[at..]);
        if at == start {
            return (at > 0).then_some(at);
        }
        if text[at..].starts_with(['<', '[']) {
            at += balanced(&text[at..])?;
        }
        let rest = &text[at..];
        let Some(joint) = JOINTS.iter().find(|&&joint| rest.starts_with(joint)) else {
            return Some(at);
        };
        if identifier_length(&rest[joint.len()..]) == 0 && !rest[joint.len()..].starts_with('<') {
            return Some(at);
        }
        at += joint.len();
        if text[at..].starts_with('<') {
            at += balanced(&text[at..])?;
            let joint = JOINTS.iter().find(|&&joint| text[at..].starts_with(joint));
            at += joint.map_or(0, |joint| joint.len());
        }
    }
}

fn identifier_length(text: &str) -> usize {
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '@' | '~' | '&' | '*');
    let end = text.find(|c: char| !is_letter(c)).unwrap_or(text.len());
    // Ruby, Elixir and Rust put a mark at the end of a name.
    let has_mark = end > 0 && text[end..].starts_with(['!', '?']) && !text[end..].starts_with("?.");
    end + usize::from(has_mark)
}

/// Gives the length of what stands in brackets, the brackets included.
fn balanced(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            (None, '"' | '`') => quote = Some(character),
            (None, '(' | '[' | '{' | '<') => depth += 1,
            // The head of an arrow closes nothing.
            (None, '>') if matches!(before, '-' | '=') => {}
            (None, ')' | ']' | '}' | '>') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            (None, _) => {}
        }
        before = character;
    }
    None
}

/// After the parameters comes nothing, or what a language says about the result.
fn is_end(rest: &str) -> bool {
    let rest = rest.trim();
    let marks = [
        "->", ":", "=>", "throws ", "where ", "async", "const", "noexcept", ";",
    ];
    rest.is_empty()
        || marks.iter().any(|mark| rest.starts_with(mark))
        || (!rest.contains(' ') && is_type(rest))
        || rest.starts_with('(')
}

fn is_type(word: &str) -> bool {
    TYPES.contains(&word) || word == "error" || word.contains(['<', '[', '*', '&', '.'])
}

/// Takes the first word off; blanks within brackets are part of it.
fn split_word(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '<' | '[' | '(' => depth += 1,
            '>' | ']' | ')' => depth = depth.saturating_sub(1),
            _ if character.is_whitespace() && depth == 0 => {
                return Some((&text[..at], text[at..].trim_start()));
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_of_any_language_is_one() {
        for title in [
            "parseDuration(text, options)",
            "FunctionName(...)",
            "quantiles(data, n, method)",
            "client.tasks.create(input)",
            "std::vec::Vec<T>::push(value)",
            "Vec::<u8>::with_capacity(capacity)",
            "fn parse<'a, T: Read>(text: &'a str) -> Result<T, Error>",
            "pub(crate) async fn run(options: &Options)",
            "public static List<String> join(Map<String, Integer> all) throws IOException",
            "String::from(text)",
            "void free(void *pointer)",
            "func (s *Server) Serve(ctx context.Context) error",
            "Stripe\\Client::create($options): Charge",
            "Array#each_slice(count)",
            "empty?(list)",
            "$.ajax(url)",
            "export async function load(url: string, cb: (a: number) => void): Promise<void>",
            "def split(self, sep=\" (\"):",
            "run()",
        ] {
            assert_eq!(length(title), Some(title.len()), "{title}");
        }
    }

    #[test]
    fn a_sentence_is_no_call() {
        for title in [
            "",
            "Create a task",
            "The function parse(text)",
            "parse",
            "parse(text",
            "parse text)",
            "(text)",
            "parse(text) and more words",
            "POST /api/tasks",
        ] {
            assert_eq!(length(title), None, "{title}");
        }
    }
}
