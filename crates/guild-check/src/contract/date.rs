//! Dates as people write them, and whether the calendar has such a day.

use std::fmt;

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

const WEEKDAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

/// The most pieces that a date has: weekday, day, `of`, month, year and a time of day to spare.
const MOST_PIECES: usize = 8;

/// A day of the calendar; dates compare in the order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// Why a text is not a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DateError {
    /// It does not look like one.
    #[error("this is not written as a date")]
    Form,
    /// It looks like one, and the calendar has no such day.
    #[error("the calendar has no such day")]
    Day,
}

impl Date {
    /// The last day that can be written: nothing lies after it.
    pub const LAST: Self = Self {
        year: 9999,
        month: 12,
        day: 31,
    };

    /// Makes a date, if the calendar has the day.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let is_real = (1..=9999).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_in(year, month)).contains(&day);
        is_real.then_some(Self { year, month, day })
    }

    /// Gives the day after it; after the last there is none.
    pub fn next(self) -> Self {
        let Self { year, month, day } = self;
        Self::new(year, month, day + 1)
            .or_else(|| Self::new(year, month + 1, 1))
            .or_else(|| Self::new(year + 1, 1, 1))
            .unwrap_or(Self::LAST)
    }

    /// Reads any usual form: `2026-11-20`, `2026/11/20`, `20.11.2026`, `Nov 20, 2026`, `20th of November 2026`,
    /// with a weekday before it or a time of day after it.
    ///
    /// # Errors
    ///
    /// When the text has no such form, or the calendar has no such day.
    pub fn parse(text: &str) -> Result<Self, DateError> {
        let text = without_time(text.trim());
        let pieces = pieces(text).ok_or(DateError::Form)?;
        let pieces = without_weekday(&pieces);
        match pieces {
            [first, second, third] => in_three(text, [first, second, third]),
            [day, of, month, year] if of.eq_ignore_ascii_case("of") => {
                in_three(text, [day, month, year])
            }
            _ => Err(DateError::Form),
        }
    }

    /// Reads `2026-11-20` and nothing else.
    ///
    /// # Errors
    ///
    /// When the text has another form, or the calendar has no such day.
    pub fn parse_iso(text: &str) -> Result<Self, DateError> {
        let is_form = text.len() == 10
            && text.bytes().enumerate().all(|(index, byte)| match index {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if is_form {
            Self::parse(text)
        } else {
            Err(DateError::Form)
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day } = self;
        write!(formatter, "{year:04}-{month:02}-{day:02}")
    }
}

fn in_three(text: &str, pieces: [&str; 3]) -> Result<Date, DateError> {
    let [first, second, third] = pieces;
    if let Some(month) = month(first) {
        return real(year(third)?, month, day(second)?);
    }
    if let Some(month) = month(second) {
        // `20 November 2026`, or `2026 November 20`.
        return match year(first) {
            Ok(year) => real(year, month, day(third)?),
            Err(_) => real(year(third)?, month, day(first)?),
        };
    }
    in_numbers(text, pieces)
}

/// A date in numbers only has one mark between them; with a year last, day and month may stand in either order.
fn in_numbers(text: &str, pieces: [&str; 3]) -> Result<Date, DateError> {
    let marks: Vec<char> = text
        .chars()
        .filter(|c| !c.is_ascii_alphanumeric())
        .collect();
    let [mark, other] = marks[..] else {
        return Err(DateError::Form);
    };
    if mark != other || !matches!(mark, '-' | '/' | '.') {
        return Err(DateError::Form);
    }
    let [first, second, third] = pieces;
    if let Ok(year) = year(first) {
        return real(year, number(second)?, number(third)?);
    }
    let (year, first, second) = (year(third)?, number(first)?, number(second)?);
    let in_order = real(year, second, first);
    if mark == '/' {
        in_order.or_else(|_| real(year, first, second))
    } else {
        in_order
    }
}

fn real(year: u16, month: u8, day: u8) -> Result<Date, DateError> {
    Date::new(year, month, day).ok_or(DateError::Day)
}

/// Takes the date apart into letters and digits; a text with more than a date in it gives nothing.
fn pieces(text: &str) -> Option<Vec<&str>> {
    let mut pieces = Vec::new();
    for piece in text.split([' ', ',', '-', '/', '.', '\u{a0}']) {
        if piece.is_empty() {
            continue;
        }
        if pieces.len() == MOST_PIECES || !piece.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return None;
        }
        pieces.push(piece);
    }
    Some(pieces)
}

fn without_weekday<'a, 'b>(pieces: &'b [&'a str]) -> &'b [&'a str] {
    match pieces.split_first() {
        Some((first, rest)) if is_name(first, &WEEKDAYS).is_some() => rest,
        Some(_) | None => pieces,
    }
}

/// Cuts the time of day off an ISO form: `2026-11-20T10:00:00Z`, `2026-11-20 10:00`.
fn without_time(text: &str) -> &str {
    let Some((date, time)) = text.split_at_checked(10) else {
        return text;
    };
    let is_time = time.starts_with(['T', 't', ' ']) && time.contains(':');
    if is_time && Date::parse_iso(date) != Err(DateError::Form) {
        date
    } else {
        text
    }
}

fn month(piece: &str) -> Option<u8> {
    let index = is_name(piece, &MONTHS)?;
    u8::try_from(index + 1).ok()
}

/// Finds the name of which a piece is the whole or the first letters, three at least.
fn is_name(piece: &str, names: &[&str]) -> Option<usize> {
    if !(3..=9).contains(&piece.len()) {
        return None;
    }
    let piece = piece.to_ascii_lowercase();
    let is_short = piece.len() <= 4;
    names
        .iter()
        .position(|name| *name == piece || (is_short && name.starts_with(&piece)))
}

fn year(piece: &str) -> Result<u16, DateError> {
    let is_year = piece.len() == 4 && piece.bytes().all(|byte| byte.is_ascii_digit());
    let year = piece.parse().map_err(|_| DateError::Form)?;
    if is_year {
        Ok(year)
    } else {
        Err(DateError::Form)
    }
}

/// Reads `20` and `20th`.
fn day(piece: &str) -> Result<u8, DateError> {
    let digits = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|ending| piece.strip_suffix(ending))
        .unwrap_or(piece);
    number(digits)
}

fn number(piece: &str) -> Result<u8, DateError> {
    if matches!(piece.len(), 1 | 2) {
        piece.parse().map_err(|_| DateError::Form)
    } else {
        Err(DateError::Form)
    }
}

fn days_in(year: u16, month: u8) -> u8 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_usual_form_is_read() {
        let day = Date::new(2026, 11, 20).unwrap();
        for text in [
            "2026-11-20",
            "2026/11/20",
            "2026.11.20",
            "20.11.2026",
            "20/11/2026",
            "11/20/2026",
            "Nov 20, 2026",
            "nov. 20 2026",
            "November 20th, 2026",
            "20 November 2026",
            "20th of November 2026",
            "20-Nov-2026",
            "2026 November 20",
            "Friday, November 20, 2026",
            "Fri 20 Nov 2026",
            "2026-11-20T10:00:00Z",
            "2026-11-20 10:00",
        ] {
            assert_eq!(Date::parse(text), Ok(day), "{text}");
        }
        assert_eq!(
            Date::parse("Sept. 2, 2026"),
            Ok(Date::new(2026, 9, 2).unwrap())
        );
    }

    #[test]
    fn days_that_are_not_are_told_from_what_is_no_date() {
        for text in [
            "2026-02-30",
            "Feb 29, 2026",
            "31.11.2026",
            "2026-13-01",
            "0000-01-01",
        ] {
            assert_eq!(Date::parse(text), Err(DateError::Day), "{text}");
        }
        for text in [
            "",
            "soon",
            "2026",
            "Nov 2026",
            "2026-11",
            "20 2026 Nov",
            "1.2.3.4",
            "2026-11/20",
            "November",
            "YYYY-MM-DD",
            "ä",
            "2026-11-20 and more",
            "100000000000-1-1",
        ] {
            assert_eq!(Date::parse(text), Err(DateError::Form), "{text}");
        }
    }

    #[test]
    fn dates_compare_by_time() {
        let day = |text| Date::parse(text).unwrap();
        assert!(day("2026-11-20") < day("2026-12-01"));
        assert_eq!(day("Feb 29, 2024").to_string(), "2024-02-29");
        assert_eq!(day("2024-02-28").next(), day("2024-02-29"));
        assert_eq!(day("2026-12-31").next(), day("2027-01-01"));
        assert_eq!(Date::LAST.next(), Date::LAST);
    }
}
