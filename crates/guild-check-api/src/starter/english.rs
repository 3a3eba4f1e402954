//! The singular of a noun, as far as names of resources need it.

use crate::rules::naming::words::{SINGULARS, UNCOUNTABLE};

/// Plurals that no ending tells.
const IRREGULAR: [(&str, &str); 26] = [
    ("alumni", "alumnus"),
    ("bacteria", "bacterium"),
    ("children", "child"),
    ("corpora", "corpus"),
    ("criteria", "criterion"),
    ("feet", "foot"),
    ("geese", "goose"),
    ("genera", "genus"),
    ("indices", "index"),
    ("lice", "louse"),
    ("matrices", "matrix"),
    ("memoranda", "memorandum"),
    ("men", "man"),
    ("mice", "mouse"),
    ("movies", "movie"),
    ("cookies", "cookie"),
    ("calories", "calorie"),
    ("caches", "cache"),
    ("axes", "axis"),
    ("people", "person"),
    ("phenomena", "phenomenon"),
    ("quizzes", "quiz"),
    ("shoes", "shoe"),
    ("teeth", "tooth"),
    ("vertices", "vertex"),
    ("women", "woman"),
];

/// Singulars in `f` or `fe`, whose plural is in `ves`.
const IN_F: [&str; 10] = [
    "calf", "half", "knife", "leaf", "life", "loaf", "shelf", "thief", "wife", "wolf",
];

/// Writes the singular of a plural; what has none stays.
pub(crate) fn singular(word: &str) -> String {
    if let Some((_, one)) = IRREGULAR.iter().find(|(several, _)| *several == word) {
        return (*one).to_owned();
    }
    if UNCOUNTABLE.contains(&word) || word.len() < 3 {
        return word.to_owned();
    }
    let known = |stem: &str, ending: &str| {
        let one = format!("{stem}{ending}");
        SINGULARS.contains(&one.as_str()).then_some(one)
    };
    if let Some(stem) = word.strip_suffix("es") {
        if let Some(one) = known(stem, "").or_else(|| known(stem, "is")) {
            return one;
        }
        let stem_of_f = stem.strip_suffix('v').unwrap_or("");
        let is_it = |one: &&&str| one.trim_end_matches('e').strip_suffix('f') == Some(stem_of_f);
        if let Some(one) = IN_F.iter().find(is_it) {
            return (*one).to_owned();
        }
        if let Some(stem) = stem.strip_suffix('i').filter(|stem| stem.len() > 1) {
            return format!("{stem}y");
        }
        if ["ss", "x", "zz", "ch", "sh", "o"]
            .iter()
            .any(|end| stem.ends_with(end))
        {
            return stem.to_owned();
        }
    }
    match word.strip_suffix('s') {
        Some(stem) if has_vowel(word) && !word.ends_with("ss") => stem.to_owned(),
        _ => word.to_owned(),
    }
}

/// An abbreviation such as `dns` ends in an `s` that is its own.
fn has_vowel(word: &str) -> bool {
    word.contains(['a', 'e', 'i', 'o', 'u', 'y'])
}

#[cfg(test)]
mod tests {
    use super::singular;

    #[test]
    fn singulars_are_made_irregular_ones_too() {
        for (several, one) in [
            ("tasks", "task"),
            ("statuses", "status"),
            ("addresses", "address"),
            ("categories", "category"),
            ("analyses", "analysis"),
            ("people", "person"),
            ("databases", "database"),
            ("branches", "branch"),
            ("shelves", "shelf"),
            ("knives", "knife"),
            ("archives", "archive"),
            ("news", "news"),
            ("dns", "dns"),
            ("buses", "bus"),
            ("as", "as"),
        ] {
            assert_eq!(singular(several), one);
        }
    }
}
