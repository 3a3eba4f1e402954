//! Dates of a record, and how long ago they were (SPEC.md 2.1).

use std::fmt;
use std::str::FromStr;

use jiff::civil;
use jiff::tz::Offset;
use serde::{Deserialize, Serialize};

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

const HOURS_PER_DAY: i64 = 24;

/// A day of the calendar, in UTC, printed as records write it: `Nov 20, 2026`.
///
/// In JSON it is the ISO form, `2026-11-20`, which sorts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Date(civil::Date);

/// A text that is not a date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DateError {
    /// The text has another form.
    #[error("`{text}` is not a date in the form `Nov 20, 2026`")]
    Form {
        /// What was given.
        text: String,
    },
    /// The form is right, and the calendar has no such day.
    #[error("the calendar has no day `{text}`")]
    Day {
        /// What was given.
        text: String,
    },
    /// The text is not an ISO date.
    #[error("`{text}` is not a date in the form `2026-11-20`")]
    Iso {
        /// What was given.
        text: String,
    },
}

impl Date {
    /// Reads `Nov 20, 2026`: the month in three letters, the day without a leading zero, the year in four digits.
    ///
    /// # Errors
    /// When the form differs, or the calendar has no such day.
    pub fn parse(text: &str) -> Result<Self, DateError> {
        let (month, day, year) = fields(text).ok_or_else(|| DateError::Form {
            text: text.to_owned(),
        })?;
        civil::Date::new(year, month, day)
            .map(Self)
            .map_err(|_| DateError::Day {
                text: text.to_owned(),
            })
    }

    /// Reads `2026-11-20`.
    ///
    /// # Errors
    /// When the form differs, or the calendar has no such day.
    pub fn parse_iso(text: &str) -> Result<Self, DateError> {
        let error = || DateError::Iso {
            text: text.to_owned(),
        };
        let is_form = text.len() == 10
            && text.bytes().enumerate().all(|(index, byte)| match index {
                4 | 7 => byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if !is_form {
            return Err(error());
        }
        text.parse().map(Self).map_err(|_| error())
    }

    /// Gives the ISO form, `2026-11-20`.
    pub fn iso(self) -> String {
        self.0.to_string()
    }

    /// Finds the day in UTC of a time in milliseconds since 1970.
    ///
    /// A time beyond the calendar (before year -9999, after 9999) gives its first or last day.
    pub fn of_milliseconds(milliseconds: i64) -> Self {
        let first = jiff::Timestamp::MIN;
        let last = jiff::Timestamp::MAX;
        let nearest = if milliseconds < 0 { first } else { last };
        let time = jiff::Timestamp::from_millisecond(milliseconds).unwrap_or(nearest);
        Self(Offset::UTC.to_datetime(time).date())
    }

    /// Gives the start of the day in UTC, in milliseconds since 1970.
    pub fn milliseconds(self) -> i64 {
        const MILLISECONDS_PER_DAY: i64 = HOURS_PER_DAY * 3_600_000;
        self.days_since(Self(civil::date(1970, 1, 1))) * MILLISECONDS_PER_DAY
    }

    /// Counts the days since another date; negative when it lies ahead.
    pub fn days_since(self, earlier: Self) -> i64 {
        self.0.duration_since(earlier.0).as_hours() / HOURS_PER_DAY
    }
}

/// Gives the updated indicator of a record: `Updated <n> days ago`.
///
/// The form is the specification's, for one day too. A date that lies ahead (another time zone's today) counts as today.
pub fn updated_indicator(updated: Date, today: Date) -> String {
    let days = today.days_since(updated).max(0);
    format!("Updated {days} days ago")
}

/// Takes `Nov 20, 2026` apart into month, day and year.
fn fields(text: &str) -> Option<(i8, i8, i16)> {
    let (month, rest) = text.split_once(' ')?;
    let (day, year) = rest.split_once(", ")?;
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_day = matches!(day.len(), 1 | 2) && is_digits(day) && !day.starts_with('0');
    let is_year = year.len() == 4 && is_digits(year);
    if !is_day || !is_year {
        return None;
    }
    let index = MONTHS.iter().position(|&name| name == month)?;
    let month = i8::try_from(index + 1).ok()?;
    Some((month, day.parse().ok()?, year.parse().ok()?))
}

impl fmt::Display for Date {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = usize::try_from(self.0.month() - 1).unwrap_or(0);
        let (day, year) = (self.0.day(), self.0.year());
        write!(formatter, "{} {day}, {year:04}", MONTHS[index])
    }
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        Self::parse(text)
    }
}

impl TryFrom<String> for Date {
    type Error = DateError;

    fn try_from(text: String) -> Result<Self, DateError> {
        Self::parse_iso(&text)
    }
}

impl From<Date> for String {
    fn from(date: Date) -> Self {
        date.iso()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_prints_as_it_was_read() {
        for text in ["Nov 20, 2026", "Jan 1, 1970", "Feb 29, 2024"] {
            let date = Date::parse(text).unwrap();
            assert_eq!(date.to_string(), text);
            assert_eq!(Date::parse_iso(&date.iso()), Ok(date));
        }
    }

    #[test]
    fn other_forms_and_days_that_are_not_are_refused() {
        for text in [
            "",
            "Nov 020, 2026",
            "Nov 02, 2026",
            "November 20, 2026",
            "nov 20, 2026",
            "Nov 20 2026",
            "Nov 20,  2026",
            "Nov 20, 26",
            "20 Nov 2026",
            "2026-11-20",
            "Nov ٢٠, 2026",
        ] {
            assert!(
                matches!(Date::parse(text), Err(DateError::Form { .. })),
                "{text}"
            );
        }
        for text in ["Feb 29, 2026", "Nov 31, 2026", "Nov 99, 2026"] {
            assert!(
                matches!(Date::parse(text), Err(DateError::Day { .. })),
                "{text}"
            );
        }
    }

    #[test]
    fn milliseconds_count_from_1970_in_utc() {
        let date = Date::parse("Nov 20, 2026").unwrap();
        assert_eq!(date.milliseconds(), 1_795_132_800_000);
        assert_eq!(Date::of_milliseconds(date.milliseconds()), date);
        assert_eq!(
            Date::of_milliseconds(date.milliseconds() + 86_399_999),
            date
        );
        assert_eq!(Date::of_milliseconds(-1).iso(), "1969-12-31");
        assert_eq!(Date::of_milliseconds(i64::MAX).iso(), "9999-12-30");
    }

    #[test]
    fn the_indicator_keeps_the_form_of_the_record() {
        let day = |text| Date::parse(text).unwrap();
        let of = |today| updated_indicator(day("Nov 20, 2026"), day(today));
        assert_eq!(of("Nov 20, 2026"), "Updated 0 days ago");
        assert_eq!(of("Nov 21, 2026"), "Updated 1 days ago");
        assert_eq!(of("Mar 1, 2027"), "Updated 101 days ago");
        assert_eq!(of("Nov 19, 2026"), "Updated 0 days ago");
    }
}
