//! Files that no reviewer can read.

use guild_check::{Findings, Source};

use crate::rules::limit::MOST_FINDINGS;
use crate::skill::join;
use crate::skill::{Content, File, Skill};

/// Pictures, fonts, sounds and documents: they are looked at, not read, and nothing runs them.
const HARMLESS: &[&str] = &[
    "png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "bmp", "woff", "woff2", "ttf", "otf",
    "pdf", "mp3", "mp4", "wav", "webm", "ogg",
];

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let files = skill
        .files
        .iter()
        .filter(|file| !matches!(file.path.as_str(), "SKILL.md" | "PAGE.md" | "skill.md"));
    let found = files.filter_map(|file| Some((file, judge(file)?)));
    for (file, kind) in found.take(MOST_FINDINGS) {
        let place = Source::new(join(&skill.path, &file.path), "").top();
        match kind {
            Kind::Program(name) => findings
                .warning(place, format!("the file is a program ({name})"))
                .help("ship the source, or have the person install the program from its maker"),
            Kind::Unread => findings
                .note(
                    place,
                    format!("the file has {} bytes; it was not read", file.size_bytes),
                )
                .help("a skill is text: keep data where it can be fetched"),
            Kind::Other => findings
                .note(place, "the file is not text, so no reviewer can read it")
                .help("ship the source it was made from, if there is one"),
        };
    }
}

enum Kind {
    Program(&'static str),
    Unread,
    Other,
}

fn judge(file: &File) -> Option<Kind> {
    match &file.content {
        Content::Text(_) | Content::Link | Content::Special | Content::Unnameable => None,
        Content::TooLarge => Some(Kind::Unread),
        Content::Binary { head, .. } => match head.as_slice() {
            [0x7f, b'E', b'L', b'F', ..] => Some(Kind::Program("ELF")),
            [b'M', b'Z', ..] => Some(Kind::Program("Windows")),
            [0xcf | 0xce, 0xfa, 0xed, 0xfe, ..] | [0xca, 0xfe, 0xba, 0xbe, ..] => {
                Some(Kind::Program("Mach-O or Java"))
            }
            _ if file.has_extension(HARMLESS) => None,
            _ => Some(Kind::Other),
        },
    }
}
