//! The index: on disk for what is committed, in memory for what is newer.

use std::fmt;
use std::fs;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use tantivy::{
    Executor, Index, IndexSettings, IndexWriter, ReloadPolicy, Searcher, TantivyError, Term,
};

use crate::error::StoreError;
use crate::search::fields::{Fields, VERSION, schema, tokenizers};
use crate::search::folder::IndexFolder;
use crate::store::skills::SearchRow;

/// The least that the indexer takes.
const MEMORY_BYTES: usize = 15_000_000;

/// From how many skills on the segments are searched side by side; before that a search is over sooner than threads wake.
const LARGE: u64 = 50_000;

/// On how many threads at the most: others want to be answered too.
const THREADS: usize = 4;

/// The index on disk.
#[derive(Clone)]
pub(super) struct SkillIndex {
    folder: PathBuf,
    index: Index,
    fields: Fields,
    searcher: Searcher,
    progress: Progress,
}

/// How far an index has come, as noted in its last commit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Progress {
    sequence: i64,
    mark: String,
}

/// What can be searched.
pub(super) struct Snapshot {
    pub(super) searcher: Searcher,
    pub(super) fields: Fields,
    /// Everything up to this change is in it.
    pub(super) sequence: i64,
    /// The skills in it; told only of one in memory.
    pub(super) names: Vec<String>,
}

/// What an index on disk holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Indexed {
    pub(crate) skills: u64,
    /// Everything up to this change is in it.
    pub(crate) sequence: i64,
}

/// Looks at an index, which somebody may be writing to; absent when there is none of this version.
pub(crate) fn indexed(folder: &Path) -> Result<Option<Indexed>, StoreError> {
    let index = SkillIndex::open_sound(folder)?;
    Ok(index.map(|index| Indexed {
        skills: index.searcher.num_docs(),
        sequence: index.progress.sequence,
    }))
}

impl fmt::Debug for SkillIndex {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "SkillIndex {:?}", self.progress)
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Snapshot {}", self.sequence)
    }
}

impl SkillIndex {
    /// Opens the index in a folder; a missing, damaged or other one is made anew.
    pub(super) fn open(folder: &Path) -> Result<Self, TantivyError> {
        match Self::open_sound(folder) {
            Ok(Some(index)) => Ok(index),
            Ok(None) => Self::create(folder),
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "the search index is made anew"
                );
                Self::create(folder)
            }
        }
    }

    fn open_sound(folder: &Path) -> Result<Option<Self>, TantivyError> {
        if !folder.join("meta.json").exists() {
            return Ok(None);
        }
        let mut index = Index::open(IndexFolder::open(folder)?)?;
        let (schema, fields) = schema();
        let payload = index.load_metas()?.payload;
        let Some(progress) = payload.as_deref().and_then(Progress::parse) else {
            return Ok(None);
        };
        // Whole files are summed up, and those are mapped for the moment.
        let damaged = Index::open_in_dir(folder)?.validate_checksum()?;
        if let Some(file) = damaged.into_iter().next() {
            let reason = format!("{} is damaged", file.display());
            return Err(TantivyError::SystemError(reason));
        }
        if index.schema() != schema {
            return Ok(None);
        }
        index.set_tokenizers(tokenizers());
        let searcher = searcher_of(&mut index)?;
        Ok(Some(Self {
            folder: folder.to_owned(),
            index,
            fields,
            searcher,
            progress,
        }))
    }

    fn create(folder: &Path) -> Result<Self, TantivyError> {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(TantivyError::IoError(Arc::new(error)));
            }
            Ok(()) | Err(_) => {}
        }
        fs::create_dir_all(folder)?;
        let (schema, fields) = schema();
        let settings = IndexSettings::default();
        let mut index = Index::create(IndexFolder::open(folder)?, schema, settings)?;
        index.set_tokenizers(tokenizers());
        let searcher = searcher(&index)?;
        Ok(Self {
            folder: folder.to_owned(),
            index,
            fields,
            searcher,
            progress: Progress::default(),
        })
    }

    /// Gives an index of nothing in the place of this one.
    pub(super) fn emptied(self) -> Result<Self, TantivyError> {
        let folder = self.folder.clone();
        drop(self);
        Self::create(&folder)
    }

    /// Adds or replaces skills and commits.
    pub(super) fn with(mut self, rows: &[SearchRow], mark: &str) -> Result<Self, TantivyError> {
        // One thread, and only for the commit: a catalog at rest holds no indexing memory.
        let mut writer: IndexWriter = self.index.writer_with_num_threads(1, MEMORY_BYTES)?;
        for row in rows {
            writer.delete_term(Term::from_field_text(self.fields.name, &row.name));
            if row.is_deleted == 0 {
                writer.add_document(self.fields.document(row))?;
            }
        }
        if let Some(last) = rows.last() {
            self.progress.sequence = last.sequence;
            mark.clone_into(&mut self.progress.mark);
        }
        let mut commit = writer.prepare_commit()?;
        commit.set_payload(&self.progress.to_string());
        commit.commit()?;
        writer.wait_merging_threads()?;
        self.searcher = searcher_of(&mut self.index)?;
        Ok(self)
    }

    /// Tells the sequence of the last change in the index.
    pub(super) const fn sequence(&self) -> i64 {
        self.progress.sequence
    }

    /// Tells what happened at that sequence in the database that the index was made from.
    pub(super) fn mark(&self) -> Option<&str> {
        Some(self.progress.mark.as_str())
    }

    /// Gives what can be searched.
    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot {
            searcher: self.searcher.clone(),
            fields: self.fields,
            sequence: self.progress.sequence,
            names: Vec::new(),
        }
    }
}

impl Progress {
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, ' ');
        let version: u32 = parts.next()?.parse().ok()?;
        let sequence = parts.next()?.parse().ok()?;
        let mark = parts.next()?.to_owned();
        (version == VERSION).then_some(Self { sequence, mark })
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{VERSION} {} {}", self.sequence, self.mark)
    }
}

/// Indexes skills in memory.
pub(super) fn in_memory(rows: &[SearchRow]) -> Result<Snapshot, TantivyError> {
    let (schema, fields) = schema();
    let builder = Index::builder().schema(schema).tokenizers(tokenizers());
    let directory = tantivy::directory::RamDirectory::create();
    let mut writer = builder.single_segment_index_writer(directory, MEMORY_BYTES)?;
    for row in rows.iter().filter(|row| row.is_deleted == 0) {
        writer.add_document(fields.document(row))?;
    }
    Ok(Snapshot {
        searcher: searcher(&writer.finalize()?)?,
        fields,
        sequence: rows.last().map_or(0, |row| row.sequence),
        names: rows.iter().map(|row| row.name.clone()).collect(),
    })
}

/// Gives what searches an index on disk, with threads of its own as soon as it is large.
fn searcher_of(index: &mut Index) -> Result<Searcher, TantivyError> {
    let small = searcher(index)?;
    let is_alone = matches!(index.search_executor(), Executor::SingleThread);
    if !is_alone || small.num_docs() < LARGE {
        return Ok(small);
    }
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    index.set_multithread_executor(threads.min(THREADS))?;
    searcher(index)
}

fn searcher(index: &Index) -> Result<Searcher, TantivyError> {
    let reader = index
        .reader_builder()
        .reload_policy(ReloadPolicy::Manual)
        .try_into()?;
    let reader: tantivy::IndexReader = reader;
    Ok(reader.searcher())
}
