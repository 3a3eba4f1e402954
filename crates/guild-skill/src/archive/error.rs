//! Why an archive is refused.

use super::ArchiveLimits;
use crate::files::{PathError, shown};

/// Why an archive, or a set of files that should become one, is refused.
///
/// Names of entries are escaped, so that they can be shown on a terminal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// One entry is at fault.
    #[error("`{entry}`: {reason}")]
    Entry {
        /// The name of the entry, escaped.
        entry: String,
        /// What is wrong with it.
        reason: EntryError,
    },
    /// The archive itself is too large.
    #[error("the archive has {bytes} bytes, more than {limit}")]
    TooLarge {
        /// How many it has.
        bytes: u64,
        /// How many it may have.
        limit: u64,
    },
    /// More entries than allowed.
    #[error("there are at least {entries} entries, more than {limit}")]
    TooManyEntries {
        /// How many were counted or declared.
        entries: u64,
        /// How many are allowed.
        limit: usize,
    },
    /// All files together are too large.
    #[error("the files have at least {bytes} bytes in all, more than {limit}")]
    TooMuch {
        /// How many were counted or declared.
        bytes: u64,
        /// How many are allowed.
        limit: u64,
    },
    /// The bytes are something else.
    #[error("this is not a zip archive: it has no end record")]
    NotAZip,
    /// The end is missing.
    #[error("the archive is cut short: {missing}")]
    CutShort {
        /// What should stand where it ends.
        missing: &'static str,
    },
    /// Nothing in it.
    #[error("the archive holds no files")]
    Empty,
    /// Two programs could read two directories.
    #[error("the archive has two end records, so two programs could find different files in it")]
    SecondEndRecord,
    /// Bytes behind the end record and its comment.
    #[error("{bytes} bytes stand after the end of the archive")]
    TrailingBytes {
        /// How many.
        bytes: u64,
    },
    /// Bytes before the first entry, such as a self-extracting program.
    #[error("{bytes} bytes stand before the first entry, as in a program that unpacks itself")]
    LeadingBytes {
        /// How many.
        bytes: u64,
    },
    /// Bytes inside that belong to nothing.
    #[error("the {bytes} bytes at offset {offset} belong to no entry")]
    Gap {
        /// Where they start.
        offset: u64,
        /// How many.
        bytes: u64,
    },
    /// An entry that only a program that reads from the front would find.
    #[error("the entry at offset {offset} is not listed in the directory")]
    Unlisted {
        /// Where its header stands.
        offset: u64,
    },
    /// Part of a set of archives.
    #[error("the archive is one part of several")]
    ManyDisks,
    /// The directory is not where, or not what, the end record says.
    #[error("the directory is damaged: {what}")]
    Directory {
        /// What is wrong with it.
        what: &'static str,
    },
    /// The records for large archives do not fit the others.
    #[error("the zip64 records do not agree with the rest: {what}")]
    Zip64 {
        /// What is wrong with them.
        what: &'static str,
    },
    /// No SKILL.md where one is looked for.
    #[error(
        "the archive holds no SKILL.md, neither at its root nor in one folder that holds everything"
    )]
    NoSkillFile,
    /// A file that was meant to be SKILL.md.
    #[error("`{found}` must be named SKILL.md, in these letters")]
    SkillFileName {
        /// The entry, escaped.
        found: String,
    },
    /// Several folders with a SKILL.md each.
    #[error("the archive holds more than one skill: `{first}` and `{second}`")]
    ManySkills {
        /// One folder, escaped.
        first: String,
        /// Another, escaped.
        second: String,
    },
}

/// What is wrong with one entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// Its path is not safe.
    #[error(transparent)]
    Path(#[from] PathError),
    /// Its name has bytes of an unknown character set.
    #[error("the name is not in UTF-8, so that each system would read another one")]
    NameEncoding,
    /// It has a second name in its extra fields.
    #[error("the entry has a second name in Unicode that differs from its first")]
    SecondName,
    /// The same path twice.
    #[error("the path stands twice in the archive")]
    Duplicate,
    /// Two paths that are one on some disks.
    #[error("on a disk that ignores case or Unicode form this is the same as `{other}`")]
    Twin {
        /// The earlier path, escaped.
        other: String,
    },
    /// A file that other files need as a folder, or the other way round.
    #[error("the path is both a file and a folder")]
    FileIsFolder,
    /// Not in the folder that holds SKILL.md.
    #[error("the entry stands outside the skill's folder `{wrapper}`")]
    Outside {
        /// The folder, escaped.
        wrapper: String,
    },
    /// A symbolic link.
    #[error("the entry is a link; a skill holds files and folders only")]
    Link,
    /// A device, a pipe, a socket, or the label of a disk.
    #[error(
        "the entry is a device, a pipe, a socket or the label of a disk; a skill holds files and folders only"
    )]
    Special,
    /// The name says folder and the attributes file, or the other way round.
    #[error("the name and the attributes disagree on whether this is a file or a folder")]
    KindDisagrees,
    /// A folder with bytes.
    #[error("the entry is a folder, but has {bytes} bytes")]
    FolderWithBytes {
        /// How many.
        bytes: u64,
    },
    /// A password is needed.
    #[error("the entry is encrypted")]
    Encrypted,
    /// Another way to pack.
    #[error("the entry is packed by method {method}; only stored (0) and deflate (8) are read")]
    Method {
        /// The number of the method.
        method: u16,
    },
    /// A version of the format that came after all that is read.
    #[error("the entry needs version {}.{} of the zip format; 4.5 is the latest that is read", version / 10, version % 10)]
    Version {
        /// The version times ten.
        version: u8,
    },
    /// Flags that say nothing known.
    #[error("the entry has flags of unknown meaning: {flags:#06x}")]
    Flags {
        /// All flags.
        flags: u16,
    },
    /// On another disk of a set.
    #[error("the entry is said to be on another disk")]
    OtherDisk,
    /// Extra fields that do not fill their room.
    #[error("the extra fields are damaged")]
    Extra,
    /// Sizes for large files that do not fit.
    #[error("the zip64 sizes are missing or do not agree with the others")]
    Zip64,
    /// No header where the directory points.
    #[error("no header stands at offset {offset}, where the directory places the entry")]
    NoHeader {
        /// Where one should be.
        offset: u64,
    },
    /// The two headers differ.
    #[error("the entry's own header and the directory disagree on its {field}")]
    HeadersDisagree {
        /// In what.
        field: &'static str,
    },
    /// The bytes are another entry's too.
    #[error("the entry shares bytes with `{other}`")]
    Overlap {
        /// The other one, escaped.
        other: String,
    },
    /// The data runs into the directory.
    #[error("the data of the entry runs into the directory")]
    RunsOver,
    /// The record behind the data.
    #[error("the record behind the data does not agree with the directory")]
    Descriptor,
    /// The file is too large.
    #[error("the file has {bytes} bytes, more than {limit}")]
    TooLarge {
        /// How many it has or declares.
        bytes: u64,
        /// How many it may have.
        limit: u64,
    },
    /// Packed so well that it looks made to fill a disk.
    #[error(
        "the file is {unpacked} bytes packed into {packed}, more than {limit} to 1 and over {} bytes",
        ArchiveLimits::RATIO_FREE_BYTES
    )]
    Ratio {
        /// Its size.
        unpacked: u64,
        /// Its size in the archive.
        packed: u64,
        /// How many times it may be larger.
        limit: u64,
    },
    /// It unpacks to more than it says.
    #[error("the file unpacks to more than the {declared} bytes it declares")]
    UnpacksToMore {
        /// What it declares.
        declared: u64,
    },
    /// It unpacks to less than it says.
    #[error("the file unpacks to {found} bytes and declares {declared}")]
    UnpacksToLess {
        /// What it declares.
        declared: u64,
        /// What came out.
        found: u64,
    },
    /// The packed bytes make no sense.
    #[error("the packed data is damaged")]
    Damaged,
    /// Bytes behind the packed data that are not part of it.
    #[error("{bytes} bytes stand behind the packed data of the entry")]
    DataBehind {
        /// How many.
        bytes: u64,
    },
    /// The contents are not those that were packed.
    #[error("the contents do not fit their checksum (CRC-32)")]
    Checksum,
}

impl ArchiveError {
    /// Says what is wrong with an entry; its name may still be hostile.
    pub(crate) fn entry(name: &str, reason: impl Into<EntryError>) -> Self {
        Self::Entry {
            entry: shown(name),
            reason: reason.into(),
        }
    }
}
