//! Rules: a name, a function that judges a parsed value, and a page for people.
//!
//! A check lists its rules with [`rules!`](crate::rules): one word each. The word names the file pair
//! `x.rs` and `x.md` beside the list; the macro makes the module, the table entry, and a test that holds the rule
//! against the examples on its page.

mod name;

pub use name::RuleName;

use crate::Findings;

/// One requirement on a subject of type `T`.
#[derive(Debug)]
pub struct Rule<T: ?Sized> {
    /// The whole name, such as `skill/name-form`: check, slash, the defect in kebab-case.
    pub name: &'static str,
    /// The page in Markdown, with the headings What it finds, Why, Instead, Examples.
    pub page: &'static str,
    /// Judges a subject.
    pub check: fn(&T, &mut Findings),
}

/// What `guild explain`, `guild rules` and the web pages need of a rule, whatever it judges.
#[derive(Clone, Copy, Debug)]
pub struct RulePage {
    /// The whole name, such as `skill/name-form`.
    pub name: &'static str,
    /// The page in Markdown.
    pub page: &'static str,
}

impl<T: ?Sized> Rule<T> {
    /// Gives the rule's name and page.
    pub const fn page(&self) -> RulePage {
        RulePage {
            name: self.name,
            page: self.page,
        }
    }
}

/// Holds a subject against rules, each finding filed under its rule.
pub fn run<T: ?Sized>(rules: &[Rule<T>], subject: &T, findings: &mut Findings) {
    for rule in rules {
        (rule.check)(subject, findings.under(rule.name));
    }
}

/// Lists the rules of a check: `rules! { "docs" for Document, proved by crate::spec::subject; section_order, … }`.
///
/// For each word it makes `mod word;`, an entry of `pub const RULES`, whose page is the sibling file of the same
/// stem in the folder named first, and one test that runs the page's examples.
#[macro_export]
macro_rules! rules {
    ($check:literal for $subject:ty, in $folder:literal, proved by $prove:path; $($word:ident),+ $(,)?) => {
        $(mod $word;)+

        /// The rules in the order of the documentation.
        pub const RULES: &[$crate::rule::Rule<$subject>] = &[
            $($crate::rule::Rule {
                name: {
                    const NAME: [u8; concat!($check, "/", stringify!($word)).len()] =
                        $crate::rule::kebab(concat!($check, "/", stringify!($word)));
                    $crate::rule::as_text(&NAME)
                },
                page: include_str!(concat!($folder, "/", stringify!($word), ".md")),
                check: $word::check,
            }),+
        ];

        /// Named here, so that the path is read where the list stands.
        #[cfg(test)]
        const PROVE: fn(&$crate::rule::Rule<$subject>) = $prove;

        #[cfg(test)]
        mod pages {
            $(
                #[test]
                fn $word() {
                    let name = concat!($check, "/", stringify!($word)).replace('_', "-");
                    let rule = super::RULES.iter().find(|rule| rule.name == name);
                    super::PROVE(rule.expect("the list holds each of its words"));
                }
            )+
        }
    };
}

/// Turns the words of an identifier into kebab-case, at compile time.
#[doc(hidden)]
pub const fn kebab<const N: usize>(identifier: &str) -> [u8; N] {
    assert!(N <= RuleName::LONGEST, "the name of a rule is too long");
    let bytes = identifier.as_bytes();
    let mut name = [0; N];
    let mut index = 0;
    while index < N {
        name[index] = if bytes[index] == b'_' {
            b'-'
        } else {
            bytes[index]
        };
        index += 1;
    }
    name
}

/// Reads back what [`kebab`] made.
#[doc(hidden)]
pub const fn as_text(bytes: &'static [u8]) -> &'static str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => "",
    }
}
