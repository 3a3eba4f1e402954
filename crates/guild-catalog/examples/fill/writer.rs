//! Writes skills that nobody wrote.

use std::error::Error;
use std::fmt::Write as _;

use guild_catalog::Publication;
use guild_skill::SkillName;
use guild_skill::archive::ArchiveLimits;
use guild_skill::files::{FilePath, FileSet, SkillFile};

/// How many words there are.
const VOCABULARY: usize = 60_000;

/// The words that skills are full of, the commonest first.
const COMMON: &str = "code test file data api user write review project service error build design document page \
    function check deploy table release query component model config schema security client server request response \
    database python react docker kubernetes terraform migration endpoint browser pipeline report format image audit \
    commit branch agent prompt skill template style layout form search index cache queue event log metric trace alert \
    dashboard chart invoice payment order customer email message ticket issue plan task roadmap interview summary \
    translation grammar tone brand slide spreadsheet notebook dataset feature training evaluation benchmark profile \
    memory thread lock retry timeout backup restore cluster network proxy certificate token session password role \
    permission policy contract license dependency package version changelog tutorial example diagram architecture \
    decision record refactor debug lint compile bundle render animate upload download stream parse validate encrypt";

/// How many packs there are, of very different sizes.
const PACKS: u64 = 400;

/// When the first was published: Nov 1, 2024.
const FIRST: i64 = 1_730_419_200_000;

/// One who writes skills.
pub(crate) struct Writer {
    words: Vec<String>,
}

/// Chance that is the same in each run.
struct Chance(u64);

impl Writer {
    /// Learns the words.
    pub(crate) fn new() -> Self {
        let mut words: Vec<String> = COMMON.split_whitespace().map(str::to_owned).collect();
        let mut chance = Chance(7);
        while words.len() < VOCABULARY {
            words.push(chance.new_word());
        }
        Self { words }
    }

    /// Writes the skill of a number.
    pub(crate) fn skill(&self, number: u64) -> Result<Publication, Box<dyn Error>> {
        let mut chance = Chance(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let lead = self.text(&mut chance, 2 + number % 2);
        let name = SkillName::parse(&format!("{}-{number}", lead.replace(' ', "-")))?;
        let description = self.text(&mut chance, 40);
        let mut skill_md = format!(
            "---\nname: {name}\ndescription: Use when {description}, \"{lead}\".\n---\n\n# {lead}\n"
        );
        for _ in 0..4 {
            let (heading, text) = (self.text(&mut chance, 2), self.text(&mut chance, 30));
            write!(skill_md, "\n## {heading}\n\n{text}.\n")?;
        }
        let mut files = vec![file("SKILL.md", skill_md)?];
        // The square makes the first packs the large ones.
        let pack = chance.below(PACKS) * chance.below(PACKS) / PACKS;
        if number.is_multiple_of(4) {
            let summary = self.text(&mut chance, 14);
            let page = format!(
                "---\npack: Pack {pack}\n---\n\n# {lead}\n\n{summary}.\n\n## Recent changes\n\n- Nov {}, 2026: New skill.\n",
                1 + number % 20
            );
            files.push(file("PAGE.md", page)?);
        }
        if number.is_multiple_of(50) {
            files.push(file("contract.toml", format!("# {lead}\n"))?);
        }
        if number.is_multiple_of(3) {
            let text = self.text(&mut chance, 60);
            files.push(file("references/guide.md", text)?);
        }
        Ok(Publication {
            name,
            files: FileSet::new(files, &ArchiveLimits::STANDARD)?,
            pack_label: Some(format!("Pack {pack}")),
            published_at: Some(FIRST + number.cast_signed() * 60_000),
        })
    }

    /// Strings words together; the word of rank `n` is `n` times rarer than the commonest.
    fn text(&self, chance: &mut Chance, count: u64) -> String {
        let words = (0..count).map(|_| {
            let rank = (self.words.len() as f64).powf(chance.part()) as usize;
            self.words[rank.min(self.words.len()) - 1].as_str()
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

impl Chance {
    /// Gives the next number (splitmix64).
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Gives a number from 0 up to 1.
    fn part(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn new_word(&mut self) -> String {
        const STARTS: &[u8; 16] = b"bcdfghklmnprstvw";
        const VOWELS: &[u8; 5] = b"aeiou";
        let mut word = String::new();
        for _ in 0..2 + self.below(3) {
            word.push(char::from(STARTS[self.below(16) as usize]));
            word.push(char::from(VOWELS[self.below(5) as usize]));
        }
        word.push(char::from(STARTS[self.below(16) as usize]));
        word
    }
}

fn file(path: &str, text: String) -> Result<SkillFile, Box<dyn Error>> {
    Ok(SkillFile {
        path: FilePath::parse(path)?,
        bytes: text.into_bytes(),
        is_executable: false,
    })
}
