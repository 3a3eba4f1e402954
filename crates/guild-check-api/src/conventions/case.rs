//! How a name of several words is written.

/// How a name is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// `pageSize`
    Camel,
    /// `PageSize`
    Pascal,
    /// `page_size`
    Snake,
    /// `page-size`
    Kebab,
    /// `PAGE_SIZE`
    UpperSnake,
}

impl Case {
    /// All, in the order of the documentation.
    pub const ALL: [Self; 5] = [
        Self::Camel,
        Self::Pascal,
        Self::Snake,
        Self::Kebab,
        Self::UpperSnake,
    ];

    /// Gives the word that names it, written so itself.
    pub fn word(self) -> &'static str {
        match self {
            Self::Camel => "camelCase",
            Self::Pascal => "PascalCase",
            Self::Snake => "snake_case",
            Self::Kebab => "kebab-case",
            Self::UpperSnake => "UPPER_SNAKE",
        }
    }

    /// Reads the word that names it.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|case| case.word() == word)
    }

    /// Finds the case that at least two thirds of some names are written in.
    pub fn of_most(names: &[&str]) -> Option<Self> {
        let count = |case: Self| names.iter().filter(|name| case.fits(name)).count();
        // A single word in small letters fits several; the last of these that is tried is meant.
        let tried = [
            Self::Kebab,
            Self::UpperSnake,
            Self::Pascal,
            Self::Camel,
            Self::Snake,
        ];
        let most = tried.into_iter().max_by_key(|case| count(*case))?;
        (!names.is_empty() && count(most) * 3 >= names.len() * 2).then_some(most)
    }

    /// Tells whether a name is written so; capitals in a row, as in `htmlURL`, are an acronym, and digits go anywhere
    /// but first.
    pub fn fits(self, name: &str) -> bool {
        let (first, separator) = match self {
            Self::Camel => (Letter::Lower, None),
            Self::Pascal => (Letter::Upper, None),
            Self::Snake => (Letter::Lower, Some('_')),
            Self::Kebab => (Letter::Lower, Some('-')),
            Self::UpperSnake => (Letter::Upper, Some('_')),
        };
        let is_first = |letter: char| match first {
            Letter::Lower => letter.is_ascii_lowercase(),
            Letter::Upper => letter.is_ascii_uppercase(),
        };
        let is_inside = |letter: char| {
            let is_letter = if separator.is_some() {
                is_first(letter)
            } else {
                letter.is_ascii_alphabetic()
            };
            is_letter || letter.is_ascii_digit()
        };
        let is_word = |word: &str| !word.is_empty() && word.chars().all(is_inside);
        name.starts_with(is_first)
            && match separator {
                Some(separator) => name.split(separator).all(is_word),
                None => is_word(name),
            }
    }
}

#[derive(Clone, Copy)]
enum Letter {
    Lower,
    Upper,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_case_fits_its_own_word_and_words_with_acronyms_and_digits() {
        for case in Case::ALL {
            let fits: Vec<Case> = Case::ALL
                .into_iter()
                .filter(|other| other.fits(case.word()))
                .collect();
            assert_eq!(fits, [case]);
        }
        for name in ["id", "htmlURL", "userID", "sha256", "line2Text", "x"] {
            assert!(Case::Camel.fits(name), "{name}");
        }
        for name in [
            "",
            "2fa",
            "page_size",
            "page-size",
            "PageSize",
            "$ref",
            "größe",
        ] {
            assert!(!Case::Camel.fits(name), "{name}");
        }
        for name in ["OPEN", "HTTP_2", "A1"] {
            assert!(Case::UpperSnake.fits(name), "{name}");
        }
        for name in ["OPEN_", "_OPEN", "OPEN__TASK", "Open"] {
            assert!(!Case::UpperSnake.fits(name), "{name}");
        }
    }
}
