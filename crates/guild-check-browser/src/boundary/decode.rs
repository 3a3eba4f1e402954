//! The other texts that a text may hold: without what nobody sees, with other letters for those that look the same, and
//! decoded.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use guild_check::hidden::is_hidden;

/// A text that was read out of another one.
pub(super) struct Reading {
    pub(super) text: String,
    /// How it was hidden; none for the text as it stands.
    pub(super) how: Option<&'static str>,
}

/// No more encoded pieces of one text are read.
const MOST_PIECES: usize = 64;

/// The shortest encoded piece that can hold an order.
const SHORTEST: usize = 20;

/// Gives the text as it reads, and each other text that it holds.
pub(super) fn readings(text: &str) -> Vec<Reading> {
    let plain = plain(text);
    let mut readings = Vec::new();
    let mut add = |text: Option<String>, how| {
        if let Some(text) = text.filter(|text| *text != plain) {
            readings.push(Reading {
                text,
                how: Some(how),
            });
        }
    };
    add(tags(text), "in characters that are not shown");
    add(
        unhidden(text),
        "with characters between its letters that are not shown",
    );
    add(
        look_alikes(&plain),
        "in letters that only look like its own",
    );
    add(spaced(&plain), "with blanks between its letters");
    add(digits(&plain), "with digits for letters");
    add(
        entities(text).map(|text| self::plain(&text)),
        "as character references",
    );
    add(
        percent(text).map(|text| self::plain(&text)),
        "percent-encoded",
    );
    add(escapes(text).map(|text| self::plain(&text)), "in escapes");
    for (piece, how) in encoded(text) {
        add(Some(self::plain(&piece)), how);
    }
    add(Some(plain.chars().rev().collect()), "written backwards");
    add(Some(rotated(&plain)), "in a rotated alphabet");
    readings.insert(
        0,
        Reading {
            text: plain,
            how: None,
        },
    );
    readings
}

/// Lower case, white space folded, typographic quotes straight.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut is_blank = false;
    for character in text.chars() {
        if character.is_whitespace() {
            is_blank = !plain.is_empty();
            continue;
        }
        if std::mem::take(&mut is_blank) {
            plain.push(' ');
        }
        match character {
            '’' | '‘' | '‛' => plain.push('\''),
            '“' | '”' | '„' | '«' | '»' => plain.push('"'),
            // Full-width letters are letters.
            '\u{ff01}'..='\u{ff5e}' => {
                let ascii = u32::from(character) - 0xfee0;
                plain.extend(
                    char::from_u32(ascii)
                        .into_iter()
                        .flat_map(char::to_lowercase),
                );
            }
            _ => plain.extend(character.to_lowercase()),
        }
    }
    plain
}

/// Reads the tag characters, which no font shows, as the letters that they stand for.
fn tags(text: &str) -> Option<String> {
    let letter = |character: char| match u32::from(character) {
        code @ 0xe0020..=0xe007e => char::from_u32(code - 0xe0000),
        _ => None,
    };
    let hidden: String = text.chars().filter_map(letter).collect();
    (!hidden.is_empty()).then(|| plain(&hidden))
}

fn unhidden(text: &str) -> Option<String> {
    let has_hidden = text.chars().any(is_hidden);
    has_hidden.then(|| plain(&text.chars().filter(|c| !is_hidden(*c)).collect::<String>()))
}

/// Latin letters for the Cyrillic and Greek ones that look the same, and letters without their marks.
fn look_alikes(plain: &str) -> Option<String> {
    if plain.is_ascii() {
        return None;
    }
    let has_latin = plain.contains(|c: char| c.is_ascii_alphabetic());
    let letter = |c: char| match c {
        'а' | 'α' | 'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' | 'ā' => 'a',
        'е' | 'ё' | 'ε' | 'é' | 'è' | 'ê' | 'ë' | 'ē' => 'e',
        'о' | 'ο' | 'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'ø' | 'ō' => 'o',
        'і' | 'ι' | 'í' | 'ì' | 'î' | 'ï' | 'ı' | 'ī' => 'i',
        'р' | 'ρ' => 'p',
        'с' | 'ς' | 'ç' => 'c',
        'у' | 'υ' | 'ý' | 'ÿ' => 'y',
        'ú' | 'ù' | 'û' | 'ü' | 'ū' => 'u',
        'х' | 'χ' => 'x',
        'ѕ' | 'ś' | 'š' => 's',
        'ո' | 'ñ' | 'η' => 'n',
        'ԁ' => 'd',
        'ɡ' => 'g',
        'һ' => 'h',
        'ј' => 'j',
        'ӏ' | 'ł' => 'l',
        'м' => 'm',
        'т' | 'τ' => 't',
        'в' | 'β' => 'b',
        'к' | 'κ' => 'k',
        'ν' => 'v',
        'ѡ' | 'ω' => 'w',
        '\u{300}'..='\u{36f}' => '\0',
        other => other,
    };
    has_latin.then(|| plain.chars().map(letter).filter(|c| *c != '\0').collect())
}

/// What stands between letters or words to keep them apart.
const JOINERS: [char; 6] = ['-', '_', '.', '*', '|', '+'];

/// Joins `i g n o r e` and `i-g-n-o-r-e`: runs of single letters, of which a wider gap parts the words.
fn spaced(plain: &str) -> Option<String> {
    let dashed = plain.replace(JOINERS, " ");
    let words: Vec<&str> = dashed.split([' ', '/']).collect();
    let single = words
        .iter()
        .filter(|word| word.chars().count() == 1)
        .count();
    let mostly = single * 2 > words.len() && single > 12;
    if mostly {
        // The gaps between words are lost, so only the letters are compared: see the signals for joined letters.
        return Some(words.concat());
    }
    // `ignore-all-previous-instructions` is one word of many.
    let joined = plain
        .split(' ')
        .filter(|word| word.matches(JOINERS).count() > 2 && !word.contains('/'));
    let apart: Vec<String> = joined.map(|word| word.replace(JOINERS, " ")).collect();
    (!apart.is_empty()).then(|| apart.join(" . "))
}

/// Reads `1gn0re` as `ignore`, where digits stand within words.
fn digits(plain: &str) -> Option<String> {
    let letter = |c: char| match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    };
    let is_mixed = |word: &str| {
        word.contains(|c: char| c.is_ascii_digit() || matches!(c, '@' | '$' | '!'))
            && word.contains(|c: char| c.is_ascii_alphabetic())
    };
    let words = plain.split(' ');
    let count = words.clone().filter(|word| is_mixed(word)).count();
    let read = |word: &str| {
        if is_mixed(word) {
            word.chars().map(letter).collect()
        } else {
            word.to_owned()
        }
    };
    (count > 1).then(|| words.map(read).collect::<Vec<String>>().join(" "))
}

/// Reads `&#105;`, `&#x69;` and the few named references that letters need.
fn entities(text: &str) -> Option<String> {
    if !text.contains("&#") && !text.contains("&lt;") && !text.contains("&nbsp;") {
        return None;
    }
    let mut read = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        read.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(12).position(|byte| byte == b';');
        let character = end.and_then(|end| reference(&rest[1..end]));
        match (character, end) {
            (Some(character), Some(end)) => {
                read.push(character);
                rest = &rest[end + 1..];
            }
            _ => {
                read.push('&');
                rest = &rest[1..];
            }
        }
    }
    read.push_str(rest);
    Some(read)
}

fn reference(name: &str) -> Option<char> {
    match name.strip_prefix('#') {
        Some(number) => {
            let hex = number.strip_prefix(['x', 'X']);
            let code = match hex {
                Some(hex) => u32::from_str_radix(hex, 16).ok(),
                None => number.parse().ok(),
            };
            code.and_then(char::from_u32)
        }
        None => match name {
            "lt" => Some('<'),
            "gt" => Some('>'),
            "amp" => Some('&'),
            "quot" => Some('"'),
            "nbsp" => Some(' '),
            _ => None,
        },
    }
}

fn percent(text: &str) -> Option<String> {
    let count = text.matches('%').count();
    if count < 2 {
        return None;
    }
    let decoded = url::form_urlencoded::parse(text.replace(['&', '='], "%26").as_bytes())
        .map(|(name, _)| name.into_owned())
        .collect::<String>();
    Some(decoded)
}

/// Reads `\u0069` and `\x69`.
fn escapes(text: &str) -> Option<String> {
    if !text.contains("\\u") && !text.contains("\\x") {
        return None;
    }
    let mut read = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        read.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let length = match rest.bytes().next() {
            Some(b'u') => 5,
            Some(b'x') => 3,
            Some(b'n' | b't' | b'r') => {
                read.push(' ');
                rest = &rest[1..];
                continue;
            }
            _ => continue,
        };
        let code = rest
            .get(1..length)
            .and_then(|hex| u32::from_str_radix(hex, 16).ok());
        if let Some(character) = code.and_then(char::from_u32) {
            read.push(character);
            rest = &rest[length..];
        }
    }
    read.push_str(rest);
    Some(read)
}

/// Decodes runs of base64 and hex that hold text.
fn encoded(text: &str) -> Vec<(String, &'static str)> {
    let is_encoded = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '-' | '_');
    let runs = text.split(|c: char| !is_encoded(c));
    let long = runs.filter(|run| run.len() >= SHORTEST);
    let mut found = Vec::new();
    for run in long.take(MOST_PIECES) {
        let hex = run
            .bytes()
            .all(|byte| byte.is_ascii_hexdigit())
            .then(|| from_hex(run))
            .flatten();
        let standard = || STANDARD_NO_PAD.decode(cut(run)).ok();
        let safe = || URL_SAFE_NO_PAD.decode(cut(run)).ok();
        let (bytes, how) = match hex {
            Some(bytes) => (Some(bytes), "as hexadecimal digits"),
            None => (standard().or_else(safe), "as base64"),
        };
        let decoded = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        let is_text = |text: &String| {
            text.chars().all(|c| !c.is_control() || c.is_whitespace()) && text.contains(' ')
        };
        found.extend(decoded.filter(is_text).map(|text| (text, how)));
    }
    found
}

/// A run that is one letter too long is no base64: it was cut out of a text.
fn cut(run: &str) -> &str {
    let length = if run.len() % 4 == 1 {
        run.len() - 1
    } else {
        run.len()
    };
    &run[..length]
}

fn from_hex(run: &str) -> Option<Vec<u8>> {
    let pairs =
        (0..run.len() / 2).map(|at| u8::from_str_radix(run.get(at * 2..at * 2 + 2)?, 16).ok());
    pairs.collect()
}

/// The alphabet turned by thirteen.
fn rotated(plain: &str) -> String {
    let turn = |c: char| match c {
        'a'..='m' => char::from_u32(u32::from(c) + 13).unwrap_or(c),
        'n'..='z' => char::from_u32(u32::from(c) - 13).unwrap_or(c),
        other => other,
    };
    plain.chars().map(turn).collect()
}
