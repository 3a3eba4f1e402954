//! What is special about names: to disks, to Windows, to a terminal, and to tools that run what they find.

use unicode_normalization::UnicodeNormalization as _;

/// `git~1` is what Windows may call `.git` for old programs.
pub(super) const VERSION_CONTROL: &[&str] = &[".git", "git~1", ".hg", ".svn", ".bzr", ".jj"];

/// What makes an assistant or an editor run something when the folder is opened.
pub(super) const SETTINGS: &[&str] = &[
    ".agents",
    ".claude",
    ".codex",
    ".continue",
    ".copilot",
    ".cursor",
    ".gemini",
    ".goose",
    ".idea",
    ".kiro",
    ".mcp.json",
    ".opencode",
    ".qwen",
    ".roo",
    ".vscode",
    ".windsurf",
];

/// Makes of a path what a disk that ignores case and Unicode form would compare.
///
/// Lower, upper and lower case again is close to full case folding, which the file systems of Apple use: `ß` and `ẞ`
/// meet `ss`, the Kelvin sign meets `k`. It is never narrower than what Windows compares.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let upper = text
        .nfd()
        .flat_map(char::to_lowercase)
        .flat_map(char::to_uppercase);
    upper.flat_map(char::to_lowercase).nfc().collect()
}

/// Escapes what must not reach a terminal, and cuts what would fill it.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 160;
    let mut shown = String::with_capacity(text.len().min(LONGEST));
    for character in text.chars() {
        if shown.len() >= LONGEST {
            shown.push('…');
            break;
        }
        if character.is_control() || is_hidden(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Tells whether Windows keeps a folded name for a device, whatever its extension.
pub(super) fn is_device(folded: &str) -> bool {
    let stem = folded.split('.').next().unwrap_or("").trim_end();
    if matches!(
        stem,
        "con" | "prn" | "aux" | "nul" | "conin$" | "conout$" | "clock$"
    ) {
        return true;
    }
    let number = stem
        .strip_prefix("com")
        .or_else(|| stem.strip_prefix("lpt"));
    number.is_some_and(|number| {
        let mut characters = number.chars();
        let is_port = |character| matches!(character, '0'..='9' | '¹' | '²' | '³');
        characters.next().is_some_and(is_port) && characters.next().is_none()
    })
}

/// Characters that take no room, or that turn the direction of the text around them.
pub(crate) fn is_hidden(character: char) -> bool {
    matches!(u32::from(character),
        0x00AD | 0x034F | 0x061C | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F
        | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0x2800 | 0x3164
        | 0xFE00..=0xFE0F | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFFB | 0x1BCA0..=0x1BCA3
        | 0x1D173..=0x1D17A | 0xE0000..=0xE0FFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_again_changes_nothing() {
        // The last letters with two cases stand below U+1F000.
        for character in '\0'..='\u{1f000}' {
            let folded = fold(&character.to_string());
            assert_eq!(fold(&folded), folded, "U+{:04X}", u32::from(character));
        }
    }

    #[test]
    fn letters_that_meet_on_some_disk_fold_to_the_same() {
        for (one, other) in [
            ("ẞ", "ss"),
            ("ß", "SS"),
            ("\u{212a}", "k"),
            ("ς", "Σ"),
            ("ﬁ", "FI"),
            ("\u{e5}", "A\u{30a}"),
        ] {
            assert_eq!(fold(one), fold(other), "{one} and {other}");
        }
    }

    #[test]
    fn what_would_move_a_cursor_is_escaped() {
        assert_eq!(shown("a\u{1b}[2Jb\u{202e}"), "a\\u{1b}[2Jb\\u{202e}");
        assert!(shown(&"x".repeat(5_000)).len() < 200);
    }
}
