//! SKILL.md and PAGE.md, read.

use std::sync::{Arc, OnceLock};

use guild_check::Source;
use guild_check::markdown::{Heading, Markdown};

use super::file::File;
use crate::front_matter::{FrontMatter, LIMITS, cut, fence};

/// SKILL.md: what an assistant reads.
#[derive(Debug)]
pub struct SkillMd {
    /// The file.
    pub source: Source,
    /// The front matter between two lines of `---`, which is what clients read.
    pub front_matter: FrontMatter,
    /// The front matter as the specification's validator cuts it, where that is something else.
    cut: Option<FrontMatter>,
    markdown: Arc<OnceLock<Arc<Markdown>>>,
}

/// PAGE.md: the page record, for people.
#[derive(Debug)]
pub struct PageMd {
    /// The file.
    pub source: Source,
    /// The front matter.
    pub front_matter: FrontMatter,
    /// The text.
    pub markdown: Arc<Markdown>,
}

impl SkillMd {
    /// Reads the file, if it is text.
    pub fn read(file: &File) -> Option<Self> {
        let source = file.source()?.clone();
        let front_matter = FrontMatter::read(&source, LIMITS);
        Some(Self {
            cut: read_cut(&source, &front_matter),
            source,
            front_matter,
            markdown: file.markdown_cell(),
        })
    }

    /// Gives the front matter as the specification's validator cuts it.
    pub fn as_cut(&self) -> &FrontMatter {
        self.cut.as_ref().unwrap_or(&self.front_matter)
    }

    /// Tells whether the validator cuts the front matter elsewhere than clients do.
    pub fn is_cut_elsewhere(&self) -> bool {
        self.cut.is_some()
    }

    /// Gives the text read as Markdown.
    pub fn markdown(&self) -> &Markdown {
        self.markdown
            .get_or_init(|| Arc::new(Markdown::parse(&self.source)))
    }

    /// Gives the title that the body begins with, if its line alone tells: `# ` and words without any mark of Markdown.
    ///
    /// Most skills begin so, and looking costs less than reading their Markdown. Nothing is said of the others.
    pub fn plain_title(&self) -> Option<&str> {
        if !self.front_matter.is_sound() {
            return None;
        }
        let body = self
            .source
            .text()
            .get(self.front_matter.body_start as usize..)?;
        let line = body
            .trim_start_matches(['\n', '\r'])
            .split(['\n', '\r'])
            .next()?;
        let title = line.strip_prefix("# ")?.trim_matches(' ');
        let is_plain = |part: char| part.is_alphanumeric() || " -,.:;'/()?+".contains(part);
        (!title.is_empty() && title.chars().all(is_plain)).then_some(title)
    }

    /// Finds the first-level heading that the body begins with.
    pub fn heading(&self) -> Option<&Heading> {
        let heading = self.markdown().headings().next()?;
        (heading.level == 1).then_some(heading)
    }

    /// Gives the description, if it is text and not blank.
    pub fn description(&self) -> Option<&crate::front_matter::Scalar> {
        let description = self.as_cut().text("description")?;
        (!description.text.trim().is_empty()).then_some(description)
    }
}

impl PageMd {
    /// Reads the file, if it is text.
    pub fn read(file: &File) -> Option<Self> {
        let source = file.source()?.clone();
        Some(Self {
            front_matter: FrontMatter::read(&source, LIMITS),
            markdown: Arc::clone(file.markdown()),
            source,
        })
    }
}

/// Reads the front matter once more where the two cuts differ, which is rare.
fn read_cut(source: &Source, front_matter: &FrontMatter) -> Option<FrontMatter> {
    let text = source.text();
    match (fence(text), cut(text)) {
        (Ok(fence), Ok(cut)) => {
            let first_line = &text[cut.yaml.start as usize..fence.yaml.start as usize];
            let is_same = fence.yaml.end == cut.yaml.end && first_line.trim().is_empty();
            (!is_same).then(|| FrontMatter::between(text, cut, LIMITS))
        }
        (Err(_), Ok(cut)) => Some(FrontMatter::between(text, cut, LIMITS)),
        // The file starts with its fence after a byte order mark, or has none: both read nothing.
        (Ok(_) | Err(_), Err(_)) => {
            debug_assert!(!front_matter.is_sound());
            None
        }
    }
}
