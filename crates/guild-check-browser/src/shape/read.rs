//! Reading a shape: strict JSON, each text in it a type, a union or a literal.

use std::ops::Range;

use guild_check::nearest::nearest;
use guild_check::shortened;
use jsonc_parser::tokens::Token;
use jsonc_parser::{Scanner, ScannerOptions};
use serde_json::{Number, Value};

use super::{Field, Kind, Shape};

/// Values within values are read this deep.
const DEEPEST: usize = 64;

/// A word that is no type is told to so many characters.
const LONGEST: usize = 40;

const STRICT: ScannerOptions = ScannerOptions {
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// Something in a JSON block that is no JSON or no shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeProblem {
    /// The bytes of the block that are wrong.
    pub range: Range<usize>,
    /// What is wrong, without a full stop.
    pub message: String,
    /// What to write.
    pub help: String,
}

type Read<T> = Result<T, ShapeProblem>;

struct Reader<'a> {
    scanner: Scanner<'a>,
    /// The token that was looked at last; none at the end.
    token: Option<Token<'a>>,
    /// Where it stands.
    range: Range<usize>,
    length: usize,
}

pub(super) fn read(text: &str) -> Read<Shape> {
    let mut reader = Reader {
        scanner: Scanner::new(text, &STRICT),
        token: None,
        range: 0..0,
        length: text.trim_end().len(),
    };
    reader.next()?;
    let shape = reader.value(DEEPEST)?;
    match reader.token {
        None => Ok(shape),
        Some(_) => reader.problem("more stands behind the shape", "one shape in one block"),
    }
}

impl Reader<'_> {
    fn next(&mut self) -> Read<()> {
        match self.scanner.scan() {
            Ok(Some(Token::CommentLine(_) | Token::CommentBlock(_))) => {
                self.range = self.scanner.token_start()..self.scanner.token_end();
                self.problem("JSON has no comments", "say it in the text of the plan")
            }
            Ok(Some(token)) => {
                self.range = self.scanner.token_start()..self.scanner.token_end();
                self.token = Some(token);
                Ok(())
            }
            Ok(None) => {
                self.range = self.length..self.length;
                self.token = None;
                Ok(())
            }
            Err(error) => {
                let range = error.range();
                self.range = range.start..range.end;
                let help = "write JSON: texts in double quotes, nothing else unquoted but numbers, true and false";
                self.problem(&format!("this is no JSON: {}", error.kind()), help)
            }
        }
    }

    fn problem<T>(&self, message: &str, help: &str) -> Read<T> {
        Err(ShapeProblem {
            range: self.range.clone(),
            message: message.to_owned(),
            help: help.to_owned(),
        })
    }

    /// Reads the value that begins with the token at hand, and goes on to the token behind it.
    fn value(&mut self, left: usize) -> Read<Shape> {
        let Some(left) = left.checked_sub(1) else {
            return self.problem(
                "the shape is nested too deep",
                "write `\"any\"` for what lies deeper",
            );
        };
        let shape = match &self.token {
            Some(Token::OpenBrace) => return self.object(left),
            Some(Token::OpenBracket) => return self.array(left),
            Some(Token::String(text)) => {
                let text = text.to_string();
                self.named(&text)?
            }
            Some(Token::Boolean(value)) => Shape::Literal(Value::Bool(*value)),
            Some(Token::Number(text)) => {
                let number = text.parse::<Number>();
                match number {
                    Ok(number) => Shape::Literal(Value::Number(number)),
                    Err(_) => {
                        return self
                            .problem("this is no number of JSON", "write a number such as 42");
                    }
                }
            }
            Some(Token::Null) => {
                return self.problem("null is written as a type", "write `\"null\"`");
            }
            Some(Token::Word(word)) => {
                let help = format!("write `\"{word}\"`");
                return self.problem("a word in a shape stands in double quotes", &help);
            }
            Some(_) => {
                return self.problem(
                    "a value is missing here",
                    "write a shape such as `\"string\"`",
                );
            }
            None => {
                return self.problem(
                    "the JSON ends too early",
                    "close what is open, and name a shape",
                );
            }
        };
        self.next()?;
        Ok(shape)
    }

    fn object(&mut self, left: usize) -> Read<Shape> {
        let mut fields: Vec<Field> = Vec::new();
        self.next()?;
        if matches!(self.token, Some(Token::CloseBrace)) {
            self.next()?;
            return Ok(Shape::Fields(fields));
        }
        loop {
            let Some(Token::String(key)) = &self.token else {
                return self.problem(
                    "the name of a field is missing here",
                    "write it in double quotes: `\"id\": \"string\"`",
                );
            };
            let key = key.to_string();
            let (name, is_optional) = match key.strip_suffix('?') {
                Some(name) if !name.is_empty() => (name.to_owned(), true),
                Some(_) | None => (key, false),
            };
            if fields.iter().any(|field| field.name == name) {
                let message = format!("`{name}` is named twice");
                return self.problem(&message, "name each field once");
            }
            self.next()?;
            if !matches!(self.token, Some(Token::Colon)) {
                return self.problem("a colon is missing here", "write `\"name\": shape`");
            }
            self.next()?;
            let shape = self.value(left)?;
            fields.push(Field {
                name,
                is_optional,
                shape,
            });
            match self.token {
                Some(Token::Comma) => self.next()?,
                Some(Token::CloseBrace) => break,
                Some(_) | None => {
                    return self.problem(
                        "a comma or `}` is missing here",
                        "put a comma between fields, and `}` at the end",
                    );
                }
            }
            if matches!(self.token, Some(Token::CloseBrace)) {
                return self.problem("nothing follows the last comma", "take the comma away");
            }
        }
        self.next()?;
        Ok(Shape::Fields(fields))
    }

    fn array(&mut self, left: usize) -> Read<Shape> {
        self.next()?;
        if matches!(self.token, Some(Token::CloseBracket)) {
            return self.problem(
                "the array does not say what its items are",
                "write one shape, such as `[\"any\"]`",
            );
        }
        let shape = self.value(left)?;
        if !matches!(self.token, Some(Token::CloseBracket)) {
            return self.problem(
                "an array has one shape, which every item has",
                "write `[shape]`",
            );
        }
        self.next()?;
        Ok(Shape::Items(Box::new(shape)))
    }

    /// Reads what a text stands for.
    fn named(&self, text: &str) -> Read<Shape> {
        if let Some(literal) = text.strip_prefix('=') {
            return Ok(Shape::Literal(Value::String(literal.to_owned())));
        }
        let mut kinds = Vec::new();
        let mut is_any = false;
        for word in text.split('|').map(str::trim) {
            match Kind::ALL.into_iter().find(|kind| kind.word() == word) {
                Some(kind) if kinds.contains(&kind) => {}
                Some(kind) => kinds.push(kind),
                None if word == "any" => is_any = true,
                None => return self.no_type(text, word),
            }
        }
        Ok(match is_any {
            true => Shape::Any,
            false => Shape::OneOf(kinds),
        })
    }

    fn no_type(&self, text: &str, word: &str) -> Read<Shape> {
        let names: Vec<&str> = Kind::ALL
            .iter()
            .map(|kind| kind.word())
            .chain(["any"])
            .collect();
        let meant = match word.to_ascii_lowercase().as_str() {
            "str" | "text" | "date" | "uuid" => Some("string"),
            "int" | "long" => Some("integer"),
            "float" | "double" | "decimal" => Some("number"),
            "bool" => Some("boolean"),
            "nil" | "none" | "undefined" => Some("null"),
            "*" | "unknown" | "mixed" => Some("any"),
            _ => nearest(word, &names).first().copied(),
        };
        let help = match (meant, word) {
            (Some(name), _) => format!("did you mean `\"{name}\"`?"),
            (None, "object") => "write its fields in braces, or `{}` for any object".to_owned(),
            (None, "array" | "list") => {
                "write the shape of its items in brackets, or `[\"any\"]`".to_owned()
            }
            (None, _) => format!(
                "exactly this text is written `\"={}\"`; the types are {}",
                shortened(text, LONGEST),
                names.join(", ")
            ),
        };
        self.problem(&format!("`{}` is no type", shortened(word, LONGEST)), &help)
    }
}
