//! What part of an answer a client asks for (RFC 9110, section 14).

use std::ops::Range;

/// A request's Range header, held against the length of what is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Everything: there is no range, or one that may be ignored (several ranges, another unit, a malformed one).
    Whole,
    /// These bytes, at least one.
    Bytes(Range<usize>),
    /// A range that begins behind the end.
    Behind,
}

/// Reads a Range header.
pub(crate) fn parse(text: &str, length: usize) -> Part {
    let Some(spec) = text.trim().strip_prefix("bytes=") else {
        return Part::Whole;
    };
    let Some((first, last)) = spec.trim().split_once('-') else {
        return Part::Whole;
    };
    match (number(first), number(last)) {
        (Number::Is(first), Number::Is(last)) if first <= last => between(first, last, length),
        (Number::Is(first), Number::Absent) => between(first, usize::MAX, length),
        (Number::Absent, Number::Is(0)) => Part::Behind,
        (Number::Absent, Number::Is(count)) if length > 0 => {
            Part::Bytes(length.saturating_sub(count)..length)
        }
        (Number::Absent, Number::Is(_)) => Part::Behind,
        (Number::Is(_), Number::Is(_) | Number::Malformed)
        | (Number::Absent, Number::Absent | Number::Malformed)
        | (Number::Malformed, _) => Part::Whole,
    }
}

enum Number {
    Absent,
    Is(usize),
    Malformed,
}

fn number(text: &str) -> Number {
    if text.is_empty() {
        Number::Absent
    } else if text.bytes().all(|byte| byte.is_ascii_digit()) {
        // More digits than a number holds mean a place behind every end.
        Number::Is(text.parse().unwrap_or(usize::MAX))
    } else {
        Number::Malformed
    }
}

fn between(first: usize, last: usize, length: usize) -> Part {
    if first >= length {
        Part::Behind
    } else {
        Part::Bytes(first..last.saturating_add(1).min(length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    #[test]
    fn a_single_range_is_understood() {
        assert_eq!(parse("bytes=0-3", 10), Part::Bytes(0..4));
        assert_eq!(parse("bytes=4-", 10), Part::Bytes(4..10));
        assert_eq!(parse("bytes=-4", 10), Part::Bytes(6..10));
        assert_eq!(parse("bytes=-40", 10), Part::Bytes(0..10));
        assert_eq!(parse("bytes=8-99", 10), Part::Bytes(8..10));
        assert_eq!(parse("bytes=10-", 10), Part::Behind);
        assert_eq!(parse("bytes=-0", 10), Part::Behind);
        assert_eq!(parse("bytes=-1", 0), Part::Behind);
    }

    #[test]
    fn what_may_be_ignored_is_ignored() {
        for text in [
            "",
            "bytes",
            "bytes=",
            "bytes=-",
            "bytes=5-2",
            "bytes=0-1,3-4",
            "bytes=a-b",
            "bytes=+1-2",
            "lines=0-1",
        ] {
            assert_eq!(parse(text, 10), Part::Whole, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_part_lies_within_the_whole(text in "(bytes=)?[0-9]{0,25}-?[0-9,]{0,25}|.{0,20}", length in 0_usize..100) {
            if let Part::Bytes(range) = parse(&text, length) {
                prop_assert!(range.start < range.end && range.end <= length);
            }
        }
    }
}
