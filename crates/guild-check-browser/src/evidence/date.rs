//! A moment as ISO 8601 writes it.

/// Writes seconds since 1970 as `2026-11-21T10:30:00.123Z`.
pub(super) fn iso(seconds: f64) -> String {
    let milliseconds = (seconds.clamp(0.0, 4e9) * 1000.0).round() as u64;
    let (days, of_day) = (milliseconds / 86_400_000, milliseconds % 86_400_000);
    let (year, month, day) = date(days);
    let (hours, minutes) = (of_day / 3_600_000, of_day / 60_000 % 60);
    let (seconds, milliseconds) = (of_day / 1_000 % 60, of_day % 1_000);
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{milliseconds:03}Z")
}

/// Gives the date that so many days after 1970-01-01 is: years that begin in March have their odd day at the end.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (year + era * 400 + later, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_calendar() {
        assert_eq!(iso(0.0), "1970-01-01T00:00:00.000Z");
        assert_eq!(iso(951_782_400.5), "2000-02-29T00:00:00.500Z");
        assert_eq!(iso(1_795_257_000.123), "2026-11-21T10:30:00.123Z");
        assert_eq!(iso(f64::NAN), "1970-01-01T00:00:00.000Z");
    }
}
