//! The files of a repository, as git lists and gives them.

/// The names of the file that makes a folder a skill.
const SKILL_FILES: [&str; 2] = ["SKILL.md", "skill.md"];

/// A file as git lists it.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub(super) mode: String,
    pub(super) object: String,
    pub(super) size: u64,
    /// From the top of the repository; as far as it can be shown, where it is not Unicode.
    pub(super) path: String,
    pub(super) is_unicode: bool,
}

impl Listed {
    /// Reads `100644 blob 0123… 42<tab>path`.
    pub(super) fn read(line: &[u8]) -> Option<Self> {
        let is_unicode = std::str::from_utf8(line).is_ok();
        let line = String::from_utf8_lossy(line);
        let (head, path) = line.split_once('\t')?;
        let mut words = head.split_whitespace();
        Some(Self {
            mode: words.next()?.to_owned(),
            object: words.nth(1)?.to_owned(),
            // A repository of its own has no size.
            size: words.next()?.parse().unwrap_or(0),
            path: path.to_owned(),
            is_unicode,
        })
    }

    /// Gives the folder that this file makes a skill, empty for the top; nothing for any other file.
    pub(super) fn skill_folder(&self) -> Option<&str> {
        let (folder, name) = self.path.rsplit_once('/').unwrap_or(("", &self.path));
        SKILL_FILES.contains(&name).then_some(folder)
    }
}

/// Whether a path is a folder, or stands in it.
pub(super) fn is_in(path: &str, folder: &str) -> bool {
    folder.is_empty()
        || path
            .strip_prefix(folder)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Takes the answer of `git cat-file --batch` apart: a line with the size, the bytes, and a line end, for each file.
pub(super) fn contents(batch: &[u8], files: &[Listed]) -> Option<Vec<Vec<u8>>> {
    let mut rest = batch;
    let mut contents = Vec::with_capacity(files.len());
    for file in files {
        let end = rest.iter().position(|byte| *byte == b'\n')?;
        let head = std::str::from_utf8(&rest[..end]).ok()?;
        let size: usize = head
            .strip_prefix(&file.object)?
            .rsplit(' ')
            .next()?
            .parse()
            .ok()?;
        let (bytes, after) = rest[end + 1..].split_at_checked(size)?;
        contents.push(bytes.to_vec());
        rest = after.get(1..)?;
    }
    Some(contents)
}
