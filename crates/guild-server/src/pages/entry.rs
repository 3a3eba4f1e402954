//! A skill in a list of a page, and the facts that several pages show in one form.

use guild_skill::{Date, wire};

use super::markdown;
use super::ratings::average;
use super::text::{self, Html};

/// A skill in a list.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) summary: Html,
    pub(super) pack: String,
    pub(super) pack_label: String,
    pub(super) version: String,
    pub(super) updated: Option<ShownDate>,
    pub(super) is_derived: bool,
    /// `4.3 of 5`
    pub(super) rating: Option<String>,
}

/// A day, for programs and for people.
pub(super) struct ShownDate {
    /// `2026-11-20`
    pub(super) iso: String,
    /// `Nov 20, 2026`
    pub(super) shown: String,
}

impl From<wire::SkillSummary> for Entry {
    fn from(skill: wire::SkillSummary) -> Self {
        Self {
            title: text::visible(&skill.title),
            summary: markdown::inline(&skill.summary),
            pack: skill.pack,
            pack_label: text::visible(&skill.pack_label),
            version: skill.version,
            updated: skill.updated_at.as_deref().and_then(ShownDate::of_time),
            is_derived: skill.is_derived,
            rating: average(&skill.rating).map(|average| format!("{average} of 5")),
            name: skill.name,
        }
    }
}

impl ShownDate {
    /// Takes the day of a time in RFC 3339, as the API writes it.
    pub(super) fn of_time(time: &str) -> Option<Self> {
        let date = Date::parse_iso(time.get(..10)?).ok()?;
        Some(Self {
            iso: date.iso(),
            shown: date.to_string(),
        })
    }
}

/// Writes a size as people read it: `512 bytes`, `12.3 KB`.
pub(super) fn size(bytes: u64) -> String {
    const UNITS: [&str; 3] = ["KB", "MB", "GB"];
    if bytes == 1 {
        return "1 byte".to_owned();
    }
    if bytes < 1000 {
        return format!("{bytes} bytes");
    }
    let mut tenths = bytes.saturating_add(50) / 100;
    let mut unit = 0;
    while tenths >= 10_000 && unit + 1 < UNITS.len() {
        tenths = (tenths + 500) / 1000;
        unit += 1;
    }
    format!("{}.{} {}", tenths / 10, tenths % 10, UNITS[unit])
}

/// Writes a number in groups of three digits: `1,204`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Writes a number with the noun it counts: `1 file`, `2 files`.
pub(super) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_written_for_people() {
        let sizes = [
            0,
            1,
            999,
            1000,
            12_345,
            999_949,
            999_950,
            5_250_000,
            u64::MAX,
        ];
        let shown = sizes.map(size);
        assert_eq!(
            shown[..8],
            [
                "0 bytes",
                "1 byte",
                "999 bytes",
                "1.0 KB",
                "12.3 KB",
                "999.9 KB",
                "1.0 MB",
                "5.3 MB"
            ]
        );
        assert!(shown[8].ends_with(" GB"));
    }

    #[test]
    fn large_numbers_are_grouped() {
        let shown = [0, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn a_time_gives_its_day() {
        let date = ShownDate::of_time("2026-11-20T10:00:00Z").unwrap();
        assert_eq!(
            (date.iso.as_str(), date.shown.as_str()),
            ("2026-11-20", "Nov 20, 2026")
        );
        assert!(ShownDate::of_time("yesterday").is_none());
    }
}
