//! The formats that are certain: RFC 3339 for dates and times, RFC 9562 for UUIDs.

/// Tells whether a text is a date such as `2026-11-21`.
pub(super) fn is_date(text: &str) -> bool {
    let digits = |range: std::ops::Range<usize>| -> Option<u32> {
        let part = text.get(range)?;
        let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse().ok())?
    };
    let bytes = text.as_bytes();
    let is_formed = bytes.len() == 10 && bytes[4] == b'-' && bytes[7] == b'-';
    let month = digits(5..7).is_some_and(|month| (1..=12).contains(&month));
    let day = digits(8..10).is_some_and(|day| (1..=31).contains(&day));
    is_formed && digits(0..4).is_some() && month && day
}

/// Tells whether a text is a time such as `2026-11-21T08:25:00Z`.
pub(super) fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't', ' ']) else {
        return false;
    };
    let Some(zone) = time.find(['Z', 'z', '+', '-']) else {
        return false;
    };
    let (clock, zone) = time.split_at(zone);
    is_date(date) && is_clock(clock) && (zone.eq_ignore_ascii_case("z") || is_offset(&zone[1..]))
}

/// Tells whether a text is a UUID in its usual form.
pub(super) fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    let is_hex = |group: &&str| group.bytes().all(|byte| byte.is_ascii_hexdigit());
    lengths == [8, 4, 4, 4, 12] && groups.iter().all(is_hex)
}

fn is_clock(clock: &str) -> bool {
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let parts: Vec<&str> = clock.split(':').collect();
    let [hour, minute, second] = parts.as_slice() else {
        return false;
    };
    let is_fraction = !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    is_fraction && is_below(hour, 24) && is_below(minute, 60) && is_below(second, 61)
}

fn is_offset(offset: &str) -> bool {
    let parts = offset.split_once(':');
    parts.is_some_and(|(hour, minute)| is_below(hour, 24) && is_below(minute, 60))
}

fn is_below(text: &str, limit: u32) -> bool {
    let is_formed = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_formed && text.parse().is_ok_and(|number: u32| number < limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_rfc_3339() {
        for text in [
            "2026-11-21T08:25:00Z",
            "2026-11-21t08:25:60.123456z",
            "2026-11-21T08:25:00.1+05:30",
            "2026-11-21 08:25:00-08:00",
        ] {
            assert!(is_date_time(text), "{text}");
        }
        for text in [
            "2026-11-21",
            "2026-11-21T08:25:00",
            "2026-13-21T08:25:00Z",
            "2026-11-21T24:25:00Z",
            "2026-11-21T08:25Z",
            "2026-11-21T08:25:00+0530",
            "ä026-11-21T08:25:00Z",
            "",
        ] {
            assert!(!is_date_time(text), "{text}");
        }
    }

    #[test]
    fn a_uuid_has_five_groups_of_hex_digits() {
        assert!(is_uuid("123e4567-e89b-12d3-a456-426614174000"));
        assert!(!is_uuid("123e4567-e89b-12d3-a456-42661417400g"));
        assert!(!is_uuid("123e4567e89b12d3a456426614174000"));
    }
}
