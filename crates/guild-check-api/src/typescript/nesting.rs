//! How deep a text nests, found before it is parsed: the parser calls itself for each level, and a stack has an end.
//!
//! The count is from above: each word and each sign between two separators may be a level of its own, as in `!!!a` or
//! `keyof keyof A`, so that what passes here cannot be deeper than what is counted.

/// How deep a text may nest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depth {
    /// Brackets within brackets; parsing takes time that grows with their square.
    pub(super) brackets: usize,
    /// Levels of any kind; parsing takes stack for each.
    pub(super) levels: usize,
}

/// Finds the byte at which a text nests deeper than it may.
pub(super) fn too_deep(text: &str, depth: Depth) -> Option<usize> {
    let mut scan = Scan {
        text: text.as_bytes(),
        at: 0,
        open: Vec::new(),
        level: Level::default(),
        outer_angles: 0,
        last: Last::Operator,
        has_line_end: false,
    };
    while scan.at < scan.text.len() {
        scan.step();
        let brackets = scan.open.len() + scan.outer_angles + scan.level.angles;
        if brackets > depth.brackets || scan.level.now > depth.levels {
            return Some(scan.at.min(text.len()));
        }
    }
    None
}

struct Scan<'a> {
    text: &'a [u8],
    at: usize,
    open: Vec<(Opener, Level)>,
    level: Level,
    /// The `<` that were open in all outer brackets.
    outer_angles: usize,
    last: Last,
    has_line_end: bool,
}

/// The levels within one pair of brackets.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// Where it begins.
    base: usize,
    now: usize,
    /// What it was before the last semicolon, for an `else` that goes on.
    before: usize,
    /// How many `<` are open.
    angles: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Opener {
    Bracket,
    /// The `${` of a template.
    Template,
}

/// What stood last, which tells a division from a pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Operator,
    Value,
    /// A brace that closed.
    Block,
}

/// Words after which a pattern may stand, and no division.
const BEFORE_VALUE: [&[u8]; 13] = [
    b"return",
    b"typeof",
    b"case",
    b"do",
    b"else",
    b"in",
    b"instanceof",
    b"new",
    b"void",
    b"delete",
    b"throw",
    b"await",
    b"yield",
];

/// Words that go on with what stands before them, in the line after a brace.
const GOES_ON: [&[u8]; 12] = [
    b"else",
    b"while",
    b"catch",
    b"finally",
    b"instanceof",
    b"in",
    b"of",
    b"as",
    b"satisfies",
    b"extends",
    b"implements",
    b"is",
];

impl Scan<'_> {
    fn step(&mut self) {
        let byte = self.text[self.at];
        match byte {
            b'\n' | b'\r' => {
                self.has_line_end = true;
                self.at += 1;
                return;
            }
            b' ' | b'\t' => {
                self.at += 1;
                return;
            }
            b'/' if self.next() == Some(b'/') => return self.skip_line(),
            b'/' if self.next() == Some(b'*') => return self.skip_comment(),
            b'/' if self.last != Last::Value => self.pattern(),
            b'"' | b'\'' => self.string(byte),
            b'`' => {
                self.at += 1;
                self.template();
            }
            b'(' | b'[' | b'{' => self.enter(Opener::Bracket),
            b')' | b']' => self.leave(Last::Value),
            b'}' if matches!(self.open.last(), Some((Opener::Template, _))) => {
                self.leave(Last::Value);
                self.template();
            }
            b'}' => self.leave(Last::Block),
            b';' => self.semicolon(),
            b',' => self.separate(self.level.base + self.level.angles),
            b'<' => {
                self.level.angles += 1;
                self.sign();
            }
            b'=' if self.next() == Some(b'>') => {
                self.at += 1;
                self.sign();
            }
            b'>' => {
                self.level.angles = self.level.angles.saturating_sub(1);
                self.sign();
            }
            _ if is_word(byte) => self.word(),
            _ => self.sign(),
        }
        self.has_line_end = false;
    }

    fn next(&self) -> Option<u8> {
        self.text.get(self.at + 1).copied()
    }

    fn sign(&mut self) {
        self.at += 1;
        self.level.now += 1;
        self.last = Last::Operator;
    }

    fn value(&mut self) {
        self.level.now += 1;
        self.last = Last::Value;
    }

    fn semicolon(&mut self) {
        self.level.before = self.level.now;
        self.level.angles = 0;
        self.separate(self.level.base);
    }

    fn separate(&mut self, now: usize) {
        self.level.now = now;
        self.at += 1;
        self.last = Last::Operator;
    }

    fn enter(&mut self, opener: Opener) {
        self.level.now += 1;
        self.open.push((opener, self.level));
        self.outer_angles += self.level.angles;
        let base = self.level.now;
        self.level = Level {
            base,
            now: base,
            before: base,
            angles: 0,
        };
        self.at += 1;
        self.last = Last::Operator;
    }

    fn leave(&mut self, last: Last) {
        if let Some((_, level)) = self.open.pop() {
            self.level = level;
            self.outer_angles -= level.angles;
        }
        self.at += 1;
        self.last = last;
    }

    fn word(&mut self) {
        let start = self.at;
        while self.text.get(self.at).is_some_and(|byte| is_word(*byte)) {
            self.at += 1;
        }
        let word = &self.text[start..self.at];
        let follows_block = self.last == Last::Block && self.has_line_end;
        if (follows_block && !GOES_ON.contains(&word)) || word == b"export" {
            self.level.angles = 0;
            self.level.now = self.level.base;
        }
        if word == b"else" {
            self.level.now = self.level.now.max(self.level.before);
        }
        self.value();
        if BEFORE_VALUE.contains(&word) {
            self.last = Last::Operator;
        }
    }

    fn string(&mut self, quote: u8) {
        self.at += 1;
        while let Some(byte) = self.text.get(self.at).copied() {
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'\n' => break,
                _ if byte == quote => break,
                _ => {}
            }
        }
        self.value();
    }

    /// Skips the text of a template to its end or to the next `${`.
    fn template(&mut self) {
        while let Some(byte) = self.text.get(self.at).copied() {
            match byte {
                b'\\' => self.at += 1,
                b'`' => {
                    self.at += 1;
                    break;
                }
                b'$' if self.next() == Some(b'{') => {
                    self.at += 1;
                    self.enter(Opener::Template);
                    return;
                }
                _ => {}
            }
            self.at += 1;
        }
        self.value();
    }

    /// Skips a pattern such as `/[(]/`; what ends with the line is a division after all.
    fn pattern(&mut self) {
        let mut is_class = false;
        let mut at = self.at + 1;
        while let Some(byte) = self.text.get(at).copied() {
            match byte {
                b'\n' | b'\r' => break,
                b'\\' => at += 1,
                b'[' => is_class = true,
                b']' => is_class = false,
                b'/' if !is_class => {
                    self.at = at + 1;
                    return self.value();
                }
                _ => {}
            }
            at += 1;
        }
        self.sign();
    }

    fn skip_line(&mut self) {
        while self.text.get(self.at).is_some_and(|byte| *byte != b'\n') {
            self.at += 1;
        }
    }

    fn skip_comment(&mut self) {
        let rest = &self.text[self.at + 2..];
        let end = rest.windows(2).position(|two| two == b"*/");
        self.at = end.map_or(self.text.len(), |end| self.at + 2 + end + 2);
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'#' | b'@') || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEPTH: Depth = Depth {
        brackets: 8,
        levels: 40,
    };

    fn is_deep(text: &str) -> bool {
        too_deep(text, DEPTH).is_some()
    }

    #[test]
    fn what_nests_is_counted_in_each_of_its_forms() {
        for (open, close) in [
            ("(", ")"),
            ("{a:[", "]}"),
            ("A<", ">"),
            ("!", ""),
            ("keyof ", ""),
            ("if (a) ", ""),
            ("if (a) b; else ", ""),
            ("`${", "}`"),
            ("a => ", ""),
            ("A<x, ", ">"),
        ] {
            let text = format!("type T = {}x{}", open.repeat(50), close.repeat(50));
            assert!(is_deep(&text), "{open}");
        }
    }

    #[test]
    fn what_only_follows_one_another_is_not() {
        for part in [
            "interface A { id: string; list: [B, C<D>]; }\n",
            "const a = f(x, \"(((((((((\", /[\"(]/, `((((${b}((((`);\n",
            "function f() { return (1); }\n",
            "// it's (((((((((\n/* (((((((((( */ ;",
            "export type A = { a: string }\n",
            "x = a / b; y = c / d;\n",
        ] {
            assert!(!is_deep(&part.repeat(50)), "{part}");
        }
        let list = format!("[{}]", "a < b, ".repeat(5));
        assert!(!is_deep(&list));
    }
}
