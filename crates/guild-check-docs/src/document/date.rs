//! The line that says when the document was changed, and dates as people write them.

use guild_check::Span;
use guild_check::markdown::{Block, Markdown};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::prose;

/// The line `Last updated: <date>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastUpdated {
    /// What stands after the colon.
    pub text: String,
    /// The paragraph that holds the line.
    pub span: Span,
    /// The day, if the text is one.
    pub date: Option<Date>,
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Finds the last paragraph that says it.
pub(super) fn find(markdown: &Markdown) -> Option<LastUpdated> {
    let said = |block: &Block| {
        let paragraph = block.as_paragraph()?;
        let at = paragraph.text.to_ascii_lowercase().rfind("last updated")?;
        let text = paragraph.text.get(at + "last updated".len()..)?;
        let text = text.trim_start_matches([':', ' ', '*', '_']);
        let text = text.trim_end_matches(['.', ' ', '*', '_']);
        Some(LastUpdated {
            text: text.to_owned(),
            span: paragraph.span,
            date: read_date(text),
        })
    };
    // It stands last; what is far above is about something else.
    markdown.blocks.iter().rev().take(8).find_map(said)
}

/// Gives the day, in UTC, of a time in milliseconds since 1970.
pub fn day_of(milliseconds: i64) -> Date {
    let time = Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::UNIX_EPOCH);
    time.to_zoned(TimeZone::UTC).date()
}

/// Reads a date in any usual form: `2026-11-20`, `2026/11/20`, `20.11.2026`, `Nov 20, 2026`, `20th of November 2026`.
///
/// A date whose day and month cannot be told apart (`03/04/2026`) is none.
pub fn read_date(text: &str) -> Option<Date> {
    // A time of day may follow.
    let text = text
        .split_once('T')
        .filter(|(day, _)| day.len() == 10)
        .map_or(text, |(day, _)| day);
    let words = prose::words(text);
    let words: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| !is_filler(word))
        .collect();
    let [first, second, third] = *words.get(..3)? else {
        return None;
    };
    if let Some(month) = month(first) {
        return date(number(third)?, month, number(second)?);
    }
    if let Some(month) = month(second) {
        let (day, year) = day_and_year(first, third)?;
        return date(year, month, day);
    }
    if first.len() == 4 {
        return date(number(first)?, number(second)?, number(third)?);
    }
    numbers_only(text, number(first)?, number(second)?, number(third)?)
}

/// Reads three numbers with the year last: day first after dots, otherwise only if one of them can be no month.
fn numbers_only(text: &str, first: i16, second: i16, year: i16) -> Option<Date> {
    if year < 1000 {
        return None;
    }
    if text.contains('.') || first > 12 {
        return date(year, second, first);
    }
    if second > 12 || first == second {
        return date(year, first, second);
    }
    None
}

/// `20 November 2026` and `2026 November 20`.
fn day_and_year(first: &str, third: &str) -> Option<(i16, i16)> {
    let (first, third) = (number(first)?, number(third)?);
    Some(if first > 31 {
        (third, first)
    } else {
        (first, third)
    })
}

fn date(year: i16, month: i16, day: i16) -> Option<Date> {
    if year < 1000 {
        return None;
    }
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

fn month(word: &str) -> Option<i16> {
    let word = if word == "sept" { "sep" } else { word };
    let is_it = |name: &str| word.len() >= 3 && name.starts_with(word);
    let index = MONTHS.iter().position(|name| is_it(name))?;
    i16::try_from(index + 1).ok()
}

/// Reads a number, with or without the ending of an ordinal.
fn number(word: &str) -> Option<i16> {
    let digits = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending))
        .unwrap_or(word);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

fn is_filler(word: &str) -> bool {
    matches!(
        word,
        "of" | "the"
            | "on"
            | "mon"
            | "tue"
            | "wed"
            | "thu"
            | "fri"
            | "sat"
            | "sun"
            | "monday"
            | "tuesday"
            | "wednesday"
            | "thursday"
            | "friday"
            | "saturday"
            | "sunday"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use guild_check::Source;

    #[test]
    fn usual_forms_are_read() {
        for text in [
            "2026-11-20",
            "2026/11/20",
            "2026-11-20T10:00:00Z",
            "20.11.2026",
            "20/11/2026",
            "11/20/2026",
            "Nov 20, 2026",
            "November 20th, 2026",
            "Friday, 20 November 2026",
            "20th of Nov. 2026",
            "2026 November 20",
            "2026-Nov-20",
        ] {
            assert_eq!(read_date(text), Date::new(2026, 11, 20).ok(), "{text}");
        }
        assert_eq!(read_date("Sept. 2, 2026"), Date::new(2026, 9, 2).ok());
    }

    #[test]
    fn what_is_no_day_is_none() {
        for text in [
            "2026-02-30",
            "03/04/2026",
            "yesterday",
            "",
            "Nov 2026",
            "99999-1-1",
            "20.11.26",
            "2026-13-01",
        ] {
            assert_eq!(read_date(text), None, "{text}");
        }
    }

    #[test]
    fn the_line_is_found_in_any_style() {
        for text in [
            "Last updated: 2026-11-20",
            "*Last updated: 2026-11-20.*",
            "x\n**Last Updated:** Nov 20, 2026\n",
        ] {
            let markdown = Markdown::parse(&Source::new("a.md", text));
            let found = find(&markdown).unwrap();
            assert_eq!(found.date, Date::new(2026, 11, 20).ok(), "{text}");
        }
    }
}
