//! What `guild new skill` writes for an author to start from.

/// SKILL.md, with `{name}`, `{title}` and `{words}` to be filled in.
pub const SKILL_MD: &str = include_str!("template/SKILL.md");

/// PAGE.md, with `{title}` and `{words}` to be filled in.
pub const PAGE_MD: &str = include_str!("template/PAGE.md");

/// The label of the pack in PAGE.md, which no skill is listed in.
pub const PACK: &str = "My pack";

/// How the sentences begin that ask the author for something.
const ASKING: [&str; 3] = ["Say ", "Describe ", "say in "];

/// Gives the sentences of a template that ask the author for something, and that no skill says.
pub fn requests(template: &str) -> impl Iterator<Item = &str> {
    template.lines().filter_map(|line| {
        let begin = ASKING.iter().find_map(|word| line.find(word))?;
        line.get(begin..)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_ask_in_sentences_that_no_author_writes_by_chance() {
        for (template, count) in [(SKILL_MD, 7), (PAGE_MD, 5)] {
            let found: Vec<&str> = requests(template).collect();
            assert_eq!(found.len(), count, "{found:?}");
            assert!(found.iter().all(|one| one.len() > 20), "{found:?}");
        }
        assert!(PAGE_MD.contains(&format!("\npack: {PACK}\n")));
    }
}
