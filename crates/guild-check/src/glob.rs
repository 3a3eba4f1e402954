//! Path patterns: `*` and `?` within a part of the path, `**` for any number of parts.

/// Says whether a path with `/` between its parts fits a pattern.
///
/// The time is bounded by the product of both lengths, whatever the pattern is.
pub fn fits(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').collect();
    let path: Vec<&str> = path.strip_prefix("./").unwrap_or(path).split('/').collect();
    wildcard(
        &pattern,
        &path,
        |part| *part == "**",
        |part, name| fits_part(part, name),
    )
}

fn fits_part(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    wildcard(
        &pattern,
        &name,
        |part| *part == '*',
        |part, character| *part == '?' || part == character,
    )
}

/// Matches with one kind of wildcard. Only the last wildcard ever needs to take more: those before it took the least.
fn wildcard<T>(
    pattern: &[T],
    subject: &[T],
    is_wild: impl Fn(&T) -> bool,
    fits_one: impl Fn(&T, &T) -> bool,
) -> bool {
    let (mut at_pattern, mut at_subject) = (0, 0);
    let mut last_wild: Option<(usize, usize)> = None;
    while at_subject < subject.len() {
        match pattern.get(at_pattern) {
            Some(part) if is_wild(part) => {
                last_wild = Some((at_pattern, at_subject));
                at_pattern += 1;
            }
            Some(part) if fits_one(part, &subject[at_subject]) => {
                at_pattern += 1;
                at_subject += 1;
            }
            Some(_) | None => {
                let Some((wild, taken)) = last_wild else {
                    return false;
                };
                last_wild = Some((wild, taken + 1));
                at_pattern = wild + 1;
                at_subject = taken + 1;
            }
        }
    }
    pattern[at_pattern..].iter().all(is_wild)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_star_stays_within_a_part() {
        assert!(fits("docs/*.md", "docs/a.md"));
        assert!(!fits("docs/*.md", "docs/api/a.md"));
        assert!(fits("docs/?.md", "./docs/ä.md"));
        assert!(!fits("docs", "docs/a.md"));
    }

    #[test]
    fn two_stars_cross_parts() {
        assert!(fits("legacy/**", "legacy/a/b.md"));
        assert!(fits("**/SKILL.md", "SKILL.md"));
        assert!(fits("a/**/b/*.md", "a/x/b/y/b/c.md"));
        assert!(!fits("legacy/**", "src/legacy/a.md"));
    }

    #[test]
    fn many_stars_do_not_take_forever() {
        assert!(!fits(
            &"*a".repeat(500),
            &"a".repeat(20_000).replace("aa", "ab")
        ));
    }

    proptest! {
        #[test]
        fn a_path_without_wildcards_fits_itself_alone(path in "[a-c/]{1,12}", other in "[a-c/]{1,12}") {
            prop_assert!(fits(&path, &path));
            prop_assert_eq!(fits(&path, &other), path == other);
            prop_assert!(fits("**", &path));
        }

        #[test]
        fn any_pattern_can_be_tried(pattern in "[*?/ab]{0,20}", path in "[/ab]{0,20}") {
            let _ = fits(&pattern, &path);
        }
    }
}
