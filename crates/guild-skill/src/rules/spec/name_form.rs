//! A name is lower-case words joined by hyphens.

use guild_check::Findings;
use unicode_normalization::char::is_combining_mark;

use crate::rules::fields;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some((source, name)) = fields::text(skill, "name") else {
        return;
    };
    let text = fields::folded(name.text.trim());
    let message = if let Some(character) = text.chars().find(|&character| !is_fit(character)) {
        let shown = character.escape_debug();
        format!("the name holds `{shown}`, which is not a letter, a digit or a hyphen")
    } else if text.to_lowercase() != text {
        "the name holds capital letters".to_owned()
    } else if text.starts_with('-') || text.ends_with('-') {
        "the name has a hyphen at its edge".to_owned()
    } else if text.contains("--") {
        "the name has two hyphens in a row".to_owned()
    } else {
        return;
    };
    findings
        .error(source.at(name.span), message)
        .help("use lower-case words joined by single hyphens, such as `adr-writer`");
}

/// The specification takes the letters and digits of every script, after compatibility forms are folded.
fn is_fit(character: char) -> bool {
    // Letters in circles and squares are pictures to the validator.
    let is_picture = matches!(u32::from(character), 0x1f150..=0x1f189);
    let is_letter = character.is_alphanumeric() && !is_combining_mark(character) && !is_picture;
    character == '-' || is_letter
}
