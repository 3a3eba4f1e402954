//! One sentence of a note: what it says, and of which field.

use super::token::Token;

/// The pieces of a sentence.
pub(super) struct Clause<'a>(pub(super) &'a [Token]);

/// A word that says that a value or a field may not be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sign {
    pub(super) kind: Kind,
    side: Side,
    /// The first piece of it.
    from: usize,
    /// Behind the last piece of it.
    to: usize,
}

/// What is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Absent,
    Both,
}

/// Where the field stands that a sign is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// Before it: «`note` is omitted».
    Before,
    /// After it: «omits `note`».
    After,
}

/// Words that say it, each with where its field stands.
const SIGNS: [(&[&str], Kind, Side); 30] = [
    (&["null"], Kind::Null, Side::Before),
    (&["nil"], Kind::Null, Side::Before),
    (&["none"], Kind::Null, Side::Before),
    (&["nullable"], Kind::Null, Side::Before),
    (&["unset"], Kind::Both, Side::Before),
    (&["not", "set"], Kind::Both, Side::Before),
    (&["if", "set"], Kind::Both, Side::Before),
    (&["when", "set"], Kind::Both, Side::Before),
    (&["no", "value"], Kind::Null, Side::Before),
    (&["absent"], Kind::Absent, Side::Before),
    (&["omitted"], Kind::Absent, Side::Before),
    (&["missing"], Kind::Absent, Side::Before),
    (&["optional"], Kind::Absent, Side::Before),
    (&["undefined"], Kind::Absent, Side::Before),
    (&["left", "out"], Kind::Absent, Side::Before),
    (&["not", "sent"], Kind::Absent, Side::Before),
    (&["not", "present"], Kind::Absent, Side::Before),
    (&["not", "there"], Kind::Absent, Side::Before),
    (&["not", "included"], Kind::Absent, Side::Before),
    (&["not", "returned"], Kind::Absent, Side::Before),
    (&["not", "shown"], Kind::Absent, Side::Before),
    (&["omits"], Kind::Absent, Side::After),
    (&["omit"], Kind::Absent, Side::After),
    (&["leaves", "out"], Kind::Absent, Side::After),
    (&["lacks"], Kind::Absent, Side::After),
    (&["lack"], Kind::Absent, Side::After),
    (&["does", "not", "send"], Kind::Absent, Side::After),
    (&["does", "not", "return"], Kind::Absent, Side::After),
    (&["either"], Kind::Absent, Side::After),
    (&["one", "of"], Kind::Absent, Side::After),
];

/// A field that is there on a condition is not there without it.
const PRESENT: [&str; 15] = [
    "present",
    "sent",
    "returned",
    "included",
    "shown",
    "appears",
    "appear",
    "there",
    "exists",
    "exist",
    "available",
    "visible",
    "contained",
    "added",
    "only",
];
const CONDITIONS: [&str; 13] = [
    "only", "if", "when", "unless", "while", "until", "once", "where", "after", "for", "on",
    "with", "to",
];

const NOUNS: [&str; 6] = [
    "field",
    "fields",
    "property",
    "properties",
    "values",
    "keys",
];

const NEGATIONS: [&str; 12] = [
    "never", "not", "non", "cannot", "can't", "isn't", "aren't", "no", "nor", "neither", "nothing",
    "without",
];

/// A sentence in which a field is farther away is not one that a person wrote.
const FAR: usize = 64;

/// So many pieces before a word may turn it round.
const NEAR: usize = 3;

impl Clause<'_> {
    /// Gives the fields that the sentence starts with.
    pub(super) fn start(&self) -> Vec<String> {
        let skipped = self.0.iter().take_while(|token| {
            matches!(token, Token::Word(word) if ["the", "a", "an", "and", "but", "both", "field", "fields"].contains(&word.as_str()))
        });
        let from = skipped.count();
        super::names(run(&self.0[from..]))
    }

    /// Finds what the sentence says of fields.
    pub(super) fn signs(&self) -> Vec<Sign> {
        (0..self.0.len())
            .filter_map(|at| self.sign(at).or_else(|| self.condition(at)))
            .collect()
    }

    /// Tells which fields a sign is about; `subject` is what the note is about as far as it was read.
    pub(super) fn fields_of(
        &self,
        sign: &Sign,
        subject: &[String],
        is_labelled: bool,
    ) -> Vec<String> {
        // «Optional fields» and «null values» are about what is listed behind them, if anything is.
        if self.word(sign.to).is_some_and(|word| NOUNS.contains(&word)) {
            let rest = self.0.get(sign.to + 1..).unwrap_or(&[]);
            let rest = rest.strip_prefix(&[Token::Mark(':')]).unwrap_or(rest);
            return super::names(run(rest));
        }
        let after = super::names(run(skip_article(&self.0[sign.to..])));
        let is_attribute =
            !after.is_empty() && !matches!(self.0.get(sign.to), Some(Token::Mark(_)));
        if sign.side == Side::After || is_attribute {
            return after;
        }
        if is_labelled && !subject.is_empty() {
            return subject.to_vec();
        }
        let before = self.run_before(sign.from);
        if !before.is_empty() {
            return before;
        }
        let mut behind = self.0[sign.to..].iter().take(FAR);
        if let Some(colon) = behind.position(|token| *token == Token::Mark(':')) {
            let named = super::names(run(&self.0[sign.to + colon + 1..]));
            if !named.is_empty() {
                return named;
            }
        }
        subject.to_vec()
    }

    fn word(&self, at: usize) -> Option<&str> {
        match self.0.get(at)? {
            Token::Word(word) => Some(word),
            Token::Field(_) | Token::Mark(_) | Token::End => None,
        }
    }

    fn sign(&self, at: usize) -> Option<Sign> {
        let (words, kind, side) = SIGNS.into_iter().find(|(words, _, _)| {
            let mut numbered = words.iter().enumerate();
            numbered.all(|(index, word)| self.word(at + index) == Some(*word))
        })?;
        let is_said = !self.is_negated(at) && (!is_choice(words) || self.has_presence());
        is_said.then_some(Sign {
            kind,
            side,
            from: at,
            to: at + words.len(),
        })
    }

    /// Reads «present only if …» and «only for members».
    fn condition(&self, at: usize) -> Option<Sign> {
        let word = self.word(at).filter(|word| PRESENT.contains(word))?;
        let near = at + 1..(at + 1 + NEAR).min(self.0.len());
        let near = if word == "only" { at + 1..at + 2 } else { near };
        let mut rest = near.filter_map(|at| self.word(at));
        let is_condition = |word: &str| {
            let is_sure = !["for", "on", "with", "to", "after"].contains(&word);
            CONDITIONS.contains(&word) && (is_sure || self.word(at) == Some("only"))
        };
        let is_always = (at.saturating_sub(NEAR)..at).any(|at| self.word(at) == Some("always"));
        let is_said = rest.any(is_condition) && !is_always && !self.is_negated(at);
        is_said.then_some(Sign {
            kind: Kind::Absent,
            side: Side::Before,
            from: at,
            to: self.0.len(),
        })
    }

    fn has_presence(&self) -> bool {
        let mut words = (0..self.0.len()).filter_map(|at| self.word(at));
        words.any(|word| PRESENT.contains(&word))
    }

    fn is_negated(&self, at: usize) -> bool {
        let mut before = (at.saturating_sub(NEAR)..at).rev();
        before.any(|at| self.word(at).is_some_and(|word| NEGATIONS.contains(&word)))
    }

    /// Gives the nearest fields before a place that stand beside each other.
    fn run_before(&self, at: usize) -> Vec<String> {
        let is_field = |token: &Token| matches!(token, Token::Field(_));
        let from = at.saturating_sub(FAR);
        let Some(last) = self.0[from..at].iter().rposition(is_field) else {
            return Vec::new();
        };
        let last = from + last;
        let joined = self.0[..=last]
            .iter()
            .rev()
            .take(FAR)
            .take_while(|token| is_joined(token));
        super::names(&self.0[last + 1 - joined.count()..=last])
    }
}

/// Gives the fields at the start of a note that it is about as a whole, with what joins them and the colon behind.
pub(super) fn label(tokens: &[Token]) -> &[Token] {
    let length = run(tokens).len();
    let is_label = matches!(
        tokens.get(length),
        Some(Token::Mark(':' | '—' | '–' | '(' | '='))
    );
    if length == 0 || !is_label {
        return &[];
    }
    &tokens[..length]
}

/// Gives the fields that a text starts with, and what joins them.
fn run(tokens: &[Token]) -> &[Token] {
    let joined = tokens
        .iter()
        .take(FAR)
        .take_while(|token| is_joined(token))
        .count();
    let is_field = |token: &Token| matches!(token, Token::Field(_));
    let last = tokens[..joined].iter().rposition(is_field);
    let starts = tokens.first().is_some_and(is_field);
    match last {
        Some(last) if starts => &tokens[..=last],
        Some(_) | None => &[],
    }
}

fn is_joined(token: &Token) -> bool {
    match token {
        Token::Field(_) => true,
        Token::Word(word) => word == "and" || word == "or",
        Token::Mark(mark) => matches!(mark, ',' | '/'),
        Token::End => false,
    }
}

fn skip_article(tokens: &[Token]) -> &[Token] {
    match tokens.first() {
        Some(Token::Word(word)) if word == "the" || word == "a" => &tokens[1..],
        _ => tokens,
    }
}

/// «Either `a` or `b`» and «one of `a`, `b`» speak of presence only beside a word of it.
fn is_choice(words: &[&str]) -> bool {
    matches!(words, ["either"] | ["one", "of"])
}
