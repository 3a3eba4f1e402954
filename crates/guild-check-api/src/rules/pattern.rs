//! What can be no regular expression, whatever the dialect: JavaScript's (ECMA-262) is what contracts are written in.

/// Says why a pattern is no regular expression; none for one that may be.
pub(super) fn problem(pattern: &str) -> Option<&'static str> {
    let mut groups = 0_usize;
    let mut is_class = false;
    // Whether something comes after each backslash.
    let mut is_whole = true;
    // Whether a sign that repeats would have nothing before it.
    let mut is_start = true;
    let mut letters = pattern.chars().peekable();
    while let Some(letter) = letters.next() {
        let was_start = std::mem::replace(&mut is_start, false);
        match letter {
            '\\' => is_whole = letters.next().is_some(),
            ']' => is_class = false,
            _ if is_class => {}
            '[' => is_class = true,
            '(' => {
                groups += 1;
                is_start = letters.next_if_eq(&'?').is_none();
            }
            ')' => match groups.checked_sub(1) {
                Some(outer) => groups = outer,
                None => return Some("a `)` closes nothing"),
            },
            '|' => is_start = true,
            '*' | '+' | '?' if was_start => return Some("there is nothing to repeat"),
            _ => {}
        }
    }
    match (is_whole, is_class, groups) {
        (false, _, _) => Some("it ends with a backslash"),
        (true, true, _) => Some("a `[` is not closed"),
        (true, false, 1..) => Some("a `(` is not closed"),
        (true, false, 0) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::problem;

    #[test]
    fn what_may_be_a_regular_expression_is_left_alone_and_what_cannot_be_one_is_not() {
        for fine in [
            "",
            "^pcl_[0-9A-Z]{10}$",
            "^(?!.*--)(?<year>\\d{4})[[(*]\\k<year>\\)$",
            "a|(?:b+?)|[^]]]",
            "[\\]]",
            "(?i)yes|no",
            "^{2}",
        ] {
            assert_eq!(problem(fine), None, "{fine}");
        }
        for (wrong, why) in [
            ("^pcl_[0-9A-Z{10}$", "a `[` is not closed"),
            ("(a|b", "a `(` is not closed"),
            ("a)", "a `)` closes nothing"),
            ("*.json", "there is nothing to repeat"),
            ("(+1)", "there is nothing to repeat"),
            ("a\\", "it ends with a backslash"),
        ] {
            assert_eq!(problem(wrong), Some(why), "{wrong}");
        }
    }
}
