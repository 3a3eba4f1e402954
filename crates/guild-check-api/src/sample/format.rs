//! Texts of the formats that contracts name.

use super::chance::Chance;
use super::text::{WORDS, words};

/// Makes a text of a format; none for one that is not known, which may be any text.
pub(super) fn text(format: &str, chance: &mut Chance) -> Option<String> {
    let word = |chance: &mut Chance| chance.pick(&WORDS).copied().unwrap_or("alder");
    Some(match format {
        "date-time" => format!("{}T{}Z", date(chance), time(chance)),
        "date" => date(chance),
        "time" => format!("{}Z", time(chance)),
        "duration" => format!("PT{}M", 1 + chance.below(59)),
        "uuid" => uuid(chance),
        "email" | "idn-email" => format!("{}.{}@example.com", word(chance), word(chance)),
        "uri" | "url" | "iri" => format!("https://example.com/{}", word(chance)),
        "uri-reference" | "iri-reference" => format!("/{}", word(chance)),
        "hostname" | "idn-hostname" => format!("{}.example.com", word(chance)),
        "ipv4" => format!("192.0.2.{}", 1 + chance.below(254)),
        "ipv6" => format!("2001:db8::{:x}", 1 + chance.below(0xfffe)),
        "json-pointer" => format!("/{}", word(chance)),
        "regex" => "^[a-z]+$".to_owned(),
        // Any letters are base64 if there are four of them, or a multiple.
        "byte" => words(chance)
            .chars()
            .filter(char::is_ascii_alphabetic)
            .cycle()
            .take(8)
            .collect(),
        _ => return None,
    })
}

fn date(chance: &mut Chance) -> String {
    let (year, month, day) = (
        2024 + chance.below(4),
        1 + chance.below(12),
        1 + chance.below(28),
    );
    format!("{year}-{month:02}-{day:02}")
}

fn time(chance: &mut Chance) -> String {
    let (hour, minute, second) = (chance.below(24), chance.below(60), chance.below(60));
    format!("{hour:02}:{minute:02}:{second:02}")
}

/// Makes a UUID of version 4 (RFC 9562).
pub(super) fn uuid(chance: &mut Chance) -> String {
    let (high, low) = (chance.number(), chance.number());
    let (first, second, third) = (high >> 32, high >> 16 & 0xffff, high & 0x0fff);
    let (fourth, last) = (low >> 48 & 0x3fff | 0x8000, low & 0xffff_ffff_ffff);
    format!("{first:08x}-{second:04x}-4{third:03x}-{fourth:04x}-{last:012x}")
}
