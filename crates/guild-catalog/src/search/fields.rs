//! The shape of the index, and how text becomes words in it.

use guild_skill::PageRecord;
use tantivy::schema::{FAST, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{
    AsciiFoldingFilter, Language, LowerCaser, RemoveLongFilter, SimpleTokenizer, Stemmer,
    TextAnalyzer, TokenizerManager,
};
use tantivy::{TantivyDocument, doc};

use crate::search::words::WORD_LENGTH;
use crate::store::skills::SearchRow;

/// Changes with the shape of the index or with how text becomes words: another version is made anew.
pub(super) const VERSION: u32 = 3;

/// The marks of a skill that lists are narrowed by.
pub(super) const MARKS: [&str; 3] = ["is_derived", "has_contract", "is_signed"];

const STEMMED: &str = "stemmed";
const PLAIN: &str = "plain";
/// One word, whatever it is; the index knows it.
const WHOLE: &str = "raw";

/// The fields of the index. Words are kept twice: by their stems, to be found in any form, and as written, to be found
/// by their beginnings and with typing errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields {
    pub(super) name: Field,
    pub(super) pack: Field,
    /// The marks that a skill has, each as a word: `is_derived`.
    pub(super) marks: Field,
    /// The same as bits, in the order of [`MARKS`].
    pub(super) bits: Field,
    pub(super) listed_at: Field,
    pub(super) updated_at: Field,
    /// Name and title.
    pub(super) lead: Field,
    pub(super) summary: Field,
    pub(super) description: Field,
    pub(super) body: Field,
    /// Name and title as written.
    pub(super) plain_lead: Field,
    /// Summary and description as written.
    pub(super) plain_about: Field,
    pub(super) plain_body: Field,
}

/// Makes the schema.
pub(super) fn schema() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    // What only says that a word is there needs neither how often nor how long the text is.
    let held = |tokenizer: &str| {
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(tokenizer)
            .set_fieldnorms(false)
            .set_index_option(IndexRecordOption::Basic);
        TextOptions::default().set_indexing_options(indexing)
    };
    let counted = || {
        let indexing = TextFieldIndexing::default()
            .set_tokenizer(STEMMED)
            .set_index_option(IndexRecordOption::WithFreqs);
        TextOptions::default().set_indexing_options(indexing)
    };
    let fields = Fields {
        name: schema.add_text_field("name", held(WHOLE) | FAST),
        pack: schema.add_text_field("pack", held(WHOLE) | FAST),
        marks: schema.add_text_field("marks", held(WHOLE)),
        bits: schema.add_u64_field("bits", FAST),
        listed_at: schema.add_i64_field("listed_at", FAST),
        updated_at: schema.add_i64_field("updated_at", FAST),
        lead: schema.add_text_field("lead", counted()),
        summary: schema.add_text_field("summary", held(STEMMED)),
        description: schema.add_text_field("description", counted()),
        body: schema.add_text_field("body", counted()),
        plain_lead: schema.add_text_field("plain_lead", held(PLAIN)),
        plain_about: schema.add_text_field("plain_about", held(PLAIN)),
        plain_body: schema.add_text_field("plain_body", held(PLAIN)),
    };
    (schema.build(), fields)
}

/// Makes the analyzers that the schema names.
pub(super) fn tokenizers() -> TokenizerManager {
    let manager = TokenizerManager::default();
    manager.register(PLAIN, plain());
    manager.register(STEMMED, stemmed());
    manager
}

/// Cuts text into words as written, in lower case and without accents.
pub(super) fn plain() -> TextAnalyzer {
    TextAnalyzer::builder(SimpleTokenizer::default())
        .filter(RemoveLongFilter::limit(4 * WORD_LENGTH))
        .filter(LowerCaser)
        .filter(AsciiFoldingFilter)
        .build()
}

/// Cuts text into the stems of its words.
pub(super) fn stemmed() -> TextAnalyzer {
    TextAnalyzer::builder(SimpleTokenizer::default())
        .filter(RemoveLongFilter::limit(4 * WORD_LENGTH))
        .filter(LowerCaser)
        .filter(AsciiFoldingFilter)
        .filter(Stemmer::new(Language::English))
        .build()
}

/// Gives the form that an analyzer makes of one word.
pub(super) fn analyzed(analyzer: &mut TextAnalyzer, word: &str) -> String {
    let mut stream = analyzer.token_stream(word);
    if stream.advance() {
        stream.token().text.clone()
    } else {
        word.to_owned()
    }
}

impl Fields {
    /// Makes what the index keeps of a skill.
    pub(super) fn document(&self, row: &SearchRow) -> TantivyDocument {
        let lead = format!("{}\n{}", row.name, row.title);
        let about = format!("{}\n{}", row.summary, row.description);
        let body = body(&row.record);
        let mut document = doc!(
            self.name => row.name.as_str(),
            self.pack => row.pack.as_str(),
            self.lead => lead.as_str(),
            self.summary => row.summary.as_str(),
            self.description => row.description.as_str(),
            self.body => body.as_str(),
            self.plain_lead => lead.as_str(),
            self.plain_about => about,
            self.plain_body => body.as_str(),
        );
        let mut bits = 0;
        let has = [row.is_derived, row.has_contract, row.is_signed];
        for (place, (mark, has)) in MARKS.iter().zip(has).enumerate() {
            if has != 0 {
                document.add_text(self.marks, mark);
                bits |= 1 << place;
            }
        }
        document.add_u64(self.bits, bits);
        let times = [
            (self.listed_at, row.listed_at),
            (self.updated_at, row.updated_at),
        ];
        for (field, time) in times {
            if let Some(time) = time {
                document.add_i64(field, time);
            }
        }
        document
    }
}

/// Takes the text for people and the text for assistants out of a page record.
fn body(record: &str) -> String {
    // A damaged record is told of where it is shown; its skill is still found by name.
    let Ok(record) = serde_json::from_str::<PageRecord>(record) else {
        return String::new();
    };
    let mut body = record.skill_md;
    let lists = [
        record.when_to_use,
        record.when_not_to_use,
        record.example_prompts,
    ];
    for text in record
        .what_it_does
        .into_iter()
        .chain(lists.into_iter().flatten())
    {
        body.push('\n');
        body.push_str(&text);
    }
    body
}
