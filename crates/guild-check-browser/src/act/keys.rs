//! The keyboard.

use std::time::Instant;

use crate::chromium::{InsertText, KeyInput, Trouble};
use crate::plan::{Key, Modifier};
use crate::window::{Window, left};

/// A key as a keyboard of the United States has it.
struct Physical {
    key: String,
    code: String,
    /// The number that Windows gives it, which `keyCode` shows.
    number: u32,
    /// What it writes.
    text: Option<String>,
}

/// The keys that write nothing, or that write what their name does not say.
const NAMED: [(&str, &str, u32, &str); 16] = [
    ("Enter", "Enter", 13, "\r"),
    ("Tab", "Tab", 9, ""),
    ("Escape", "Escape", 27, ""),
    ("Backspace", "Backspace", 8, ""),
    ("Delete", "Delete", 46, ""),
    ("Insert", "Insert", 45, ""),
    ("Space", "Space", 32, " "),
    ("ArrowUp", "ArrowUp", 38, ""),
    ("ArrowDown", "ArrowDown", 40, ""),
    ("ArrowLeft", "ArrowLeft", 37, ""),
    ("ArrowRight", "ArrowRight", 39, ""),
    ("Home", "Home", 36, ""),
    ("End", "End", 35, ""),
    ("PageUp", "PageUp", 33, ""),
    ("PageDown", "PageDown", 34, ""),
    ("ContextMenu", "ContextMenu", 93, ""),
];

/// The keys of the row of digits and those of signs: plain, with Shift, the name of the key, its number.
const SIGNS: [(char, char, &str, u32); 21] = [
    ('0', ')', "Digit0", 48),
    ('1', '!', "Digit1", 49),
    ('2', '@', "Digit2", 50),
    ('3', '#', "Digit3", 51),
    ('4', '$', "Digit4", 52),
    ('5', '%', "Digit5", 53),
    ('6', '^', "Digit6", 54),
    ('7', '&', "Digit7", 55),
    ('8', '*', "Digit8", 56),
    ('9', '(', "Digit9", 57),
    ('-', '_', "Minus", 189),
    ('=', '+', "Equal", 187),
    ('[', '{', "BracketLeft", 219),
    (']', '}', "BracketRight", 221),
    ('\\', '|', "Backslash", 220),
    (';', ':', "Semicolon", 186),
    ('\'', '"', "Quote", 222),
    ('`', '~', "Backquote", 192),
    (',', '<', "Comma", 188),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
];

/// Gives a key by its name alone.
pub(crate) fn named(name: &str) -> Key {
    Key {
        modifiers: Vec::new(),
        name: name.to_owned(),
    }
}

/// Presses a key with its modifiers.
pub(crate) fn press(window: &Window<'_>, key: &Key, until: Instant) -> Result<(), Trouble> {
    let session = window.session()?;
    let mut held = 0;
    for modifier in &key.modifiers {
        held |= bit(*modifier);
        session.send(&input("rawKeyDown", &modifier_key(*modifier), held, None));
    }
    let mut physical = physical(&key.name);
    let is_shifted = key.modifiers.contains(&Modifier::Shift);
    if is_shifted && physical.key.chars().count() == 1 {
        physical.key = physical.key.to_uppercase();
        physical.text = physical.text.map(|text| text.to_uppercase());
    }
    // With Control or Meta a key writes nothing.
    let writes = held & (2 | 4) == 0;
    let text = physical.text.clone().filter(|_| writes);
    let kind = if text.is_some() {
        "keyDown"
    } else {
        "rawKeyDown"
    };
    let mut down = input(kind, &physical, held, text);
    if held & (2 | 4) != 0 && key.name.eq_ignore_ascii_case("a") {
        // The browser's own shortcut: it does not come of the event alone everywhere.
        down.commands = vec!["selectAll"];
    }
    session.send(&down);
    let up = input("keyUp", &physical, held, None);
    let answer = session.call(&up, left(until));
    for modifier in key.modifiers.iter().rev() {
        held &= !bit(*modifier);
        session.send(&input("keyUp", &modifier_key(*modifier), held, None));
    }
    match answer {
        // The key led away.
        Ok(_) | Err(Trouble::Gone) => Ok(()),
        Err(trouble) => Err(trouble),
    }
}

/// Types a text, each letter by its key: a text that is put in at once counts as no interaction.
pub(crate) fn write(window: &Window<'_>, text: &str, until: Instant) -> Result<(), Trouble> {
    let session = window.session()?;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let name = match letter {
            '\r' => continue,
            '\n' => "Enter".to_owned(),
            '\t' => "Tab".to_owned(),
            letter => letter.to_string(),
        };
        let physical = physical(&name);
        if physical.code.is_empty() {
            // No key of this keyboard writes it.
            let insert = InsertText { text: name };
            match letters.peek() {
                Some(_) => session.send(&insert),
                None => {
                    session.call(&insert, left(until))?;
                }
            }
            continue;
        }
        let modifiers = if is_shifted(letter) { 8 } else { 0 };
        let down = input("keyDown", &physical, modifiers, physical.text.clone());
        session.send(&down);
        let up = input("keyUp", &physical, modifiers, None);
        match letters.peek() {
            Some(_) => session.send(&up),
            None => {
                session.call(&up, left(until))?;
            }
        }
    }
    Ok(())
}

fn input(
    kind: &'static str,
    physical: &Physical,
    modifiers: u32,
    text: Option<String>,
) -> KeyInput {
    KeyInput {
        r#type: kind,
        modifiers,
        key: physical.key.clone(),
        code: physical.code.clone(),
        windows_virtual_key_code: physical.number,
        unmodified_text: text.clone(),
        text,
        commands: Vec::new(),
    }
}

fn is_shifted(letter: char) -> bool {
    letter.is_ascii_uppercase() || SIGNS.iter().any(|(_, shifted, ..)| *shifted == letter)
}

fn physical(name: &str) -> Physical {
    if let Some((name, code, number, text)) = NAMED.iter().find(|(known, ..)| *known == name) {
        return Physical {
            key: if *name == "Space" { " " } else { name }.to_owned(),
            code: (*code).to_owned(),
            number: *number,
            text: Some((*text).to_owned()).filter(|text| !text.is_empty()),
        };
    }
    let (code, number) = match name.chars().next() {
        Some(letter) if name.len() == 1 => place(letter),
        // `F1` is 112, and so on.
        Some('F') => {
            let number: u32 = name[1..].parse().unwrap_or(1);
            (name.to_owned(), 111 + number)
        }
        _ => (String::new(), 0),
    };
    Physical {
        key: name.to_owned(),
        code,
        number,
        text: Some(name.to_owned()).filter(|_| name.chars().count() == 1),
    }
}

/// Gives the key that writes a letter, and its number.
fn place(letter: char) -> (String, u32) {
    let upper = letter.to_ascii_uppercase();
    if upper.is_ascii_uppercase() {
        return (format!("Key{upper}"), u32::from(upper));
    }
    if letter == ' ' {
        return ("Space".to_owned(), 32);
    }
    let sign = SIGNS
        .iter()
        .find(|(plain, shifted, ..)| *plain == letter || *shifted == letter);
    sign.map_or((String::new(), 0), |(_, _, code, number)| {
        ((*code).to_owned(), *number)
    })
}

fn bit(modifier: Modifier) -> u32 {
    match modifier {
        Modifier::Alt => 1,
        Modifier::Control => 2,
        Modifier::Meta => 4,
        Modifier::Shift => 8,
    }
}

fn modifier_key(modifier: Modifier) -> Physical {
    let number = match modifier {
        Modifier::Alt => 18,
        Modifier::Control => 17,
        Modifier::Meta => 91,
        Modifier::Shift => 16,
    };
    Physical {
        key: modifier.word().to_owned(),
        code: format!("{}Left", modifier.word()),
        number,
        text: None,
    }
}
