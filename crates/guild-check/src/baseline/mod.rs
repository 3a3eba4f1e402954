//! Known findings, set aside: a check that comes late fails on what is new, not on what was there before it.
//!
//! ```toml
//! [[known]]
//! rule = "docs/section-missing"
//! path = "docs/api/create-task.md"
//! finding = "`Errors` is missing"
//! fingerprint = "9d5b1c0e6f1a2b3c"
//! count = 1
//! reason = "adopted with the check"
//! ```
//!
//! An entry names what a finding is about and not where it stands, so that moving lines changes nothing. An entry whose
//! finding is gone is itself a finding, so that none stays behind to hide the next.

mod change;
mod fingerprint;
mod read;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

pub use fingerprint::fingerprint;

use crate::rule;
use crate::{Finding, Findings, Report, Source, Span};

crate::rules! {
    "kit" for Judged, in ".", proved by prove;
    unused_baseline,
}

/// The findings that a team knows of and lets be for now.
#[derive(Clone, Debug)]
pub struct Baseline {
    /// Its file.
    pub source: Source,
    /// The entries in the order of the file.
    pub known: Vec<Known>,
    /// From where paths are seen.
    pub folders: Folders,
}

/// Where the paths of entries and those of reports start.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    /// The folder of `guild.toml`: the paths of entries start here, wherever the check is typed.
    pub root: PathBuf,
    /// The folder that the check runs in: the paths of its report start here.
    pub working: PathBuf,
}

/// Findings of one rule about one thing in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The rule's whole name.
    pub rule: String,
    /// The file, seen from the folder of `guild.toml`.
    pub path: String,
    /// What the finding said when the entry was written; for people.
    pub finding: String,
    /// What the finding is about: see [`fingerprint`].
    pub fingerprint: String,
    /// How many there are.
    pub count: usize,
    /// Why they may be there for now.
    pub reason: String,
    /// Where the entry stands.
    pub span: Span,
}

/// The entries that a run judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The file that they stand in.
    pub source: Source,
    /// Each with how many of its findings are still there.
    pub entries: Vec<(Known, usize)>,
}

/// Rule, path and fingerprint.
type Key = (String, String, String);

impl Baseline {
    /// Starts a baseline without entries.
    pub fn empty(source: Source, folders: Folders) -> Self {
        Self {
            source,
            known: Vec::new(),
            folders,
        }
    }

    /// Parts findings into those that are new and those that are known.
    pub(crate) fn part(&self, findings: Vec<Finding>) -> (Vec<Finding>, Vec<Finding>) {
        let mut left: BTreeMap<Key, usize> = BTreeMap::new();
        for known in &self.known {
            *left.entry(known.key()).or_default() += known.count;
        }
        let mut is_new = |finding: &Finding| {
            let Some(left) = left.get_mut(&self.key(finding)) else {
                return true;
            };
            let is_new = *left == 0;
            *left = left.saturating_sub(1);
            is_new
        };
        let (mut new, mut known) = (Vec::new(), Vec::new());
        for finding in findings {
            // What is told once may be known at some of its places and new at others.
            let (others, again): (Vec<_>, Vec<_>) =
                finding.apart().into_iter().partition(&mut is_new);
            if again.is_empty() {
                new.push(finding);
            } else {
                new.extend(others);
                known.extend(again);
            }
        }
        (new, known)
    }

    /// Gives the reason of the entry that knows a finding.
    pub(crate) fn reason_of(&self, finding: &Finding) -> Option<&str> {
        let key = self.key(finding);
        let known = self.known.iter().find(|known| known.key() == key)?;
        Some(&known.reason)
    }

    /// Lists the entries that a run has no use for, as notes.
    pub(crate) fn unused(&self, report: &Report) -> Vec<Finding> {
        let again = self.found_again(report).into_iter();
        let judged = Judged {
            source: self.source.clone(),
            entries: again
                .map(|(index, again)| (self.known[index].clone(), again))
                .collect(),
        };
        let mut findings = Findings::new();
        rule::run(RULES, &judged, &mut findings);
        findings.into_sorted()
    }

    fn key(&self, finding: &Finding) -> Key {
        (
            finding.rule.to_string(),
            self.folders.path_of(finding.place.source.path()),
            fingerprint(finding),
        )
    }

    /// Gives each entry that a run judged, by its index, with how many of its findings are still there.
    fn found_again(&self, report: &Report) -> Vec<(usize, usize)> {
        let mut found: BTreeMap<Key, usize> = BTreeMap::new();
        for finding in &report.known {
            *found.entry(self.key(finding)).or_default() += 1;
        }
        let paths = report.files.iter();
        let paths: BTreeSet<String> = paths.map(|path| self.folders.path_of(path)).collect();
        let judged = self
            .known
            .iter()
            .enumerate()
            .filter(|(_, known)| paths.contains(&known.path) && report.is_held(&known.rule));
        judged
            .map(|(index, known)| {
                let found = found.entry(known.key()).or_default();
                let again = known.count.min(*found);
                *found -= again;
                (index, again)
            })
            .collect()
    }
}

impl Known {
    fn key(&self) -> Key {
        (
            self.rule.clone(),
            self.path.clone(),
            self.fingerprint.clone(),
        )
    }
}

impl Folders {
    /// Writes the path of a report as entries do: from the folder of `guild.toml`, with `/` between its parts.
    pub fn path_of(&self, path: &str) -> String {
        let whole = plain(&self.working.join(path));
        let root = plain(&self.root);
        let same = whole.iter().zip(&root).take_while(|(a, b)| a == b).count();
        let up = root[same..].iter().map(|_| "..");
        let down = whole[same..].iter().map(String::as_str);
        up.chain(down).collect::<Vec<_>>().join("/")
    }
}

/// Gives the parts of a path without `.` and, as far as that can be told from the path alone, without `..`.
fn plain(path: &Path) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if parts.last().is_some_and(|last| last != "..") => {
                parts.pop();
            }
            Component::ParentDir
            | Component::Normal(_)
            | Component::RootDir
            | Component::Prefix(_) => parts.push(part.as_os_str().to_string_lossy().into_owned()),
        }
    }
    parts
}

/// In the examples, one run of the check `docs` has looked at `docs/a.md` and found `docs/section-missing` there, once.
#[cfg(test)]
fn prove(rule: &rule::Rule<Judged>) {
    use crate::Settings;
    use crate::report::{AllowComments, Deny, ReportOptions};

    crate::spec::prove(rule.name, rule.page, |example| {
        let document = Source::new("docs/a.md", "# A\n");
        let mut findings = Findings::new();
        findings
            .under("docs/section-missing")
            .error(document.top(), "`Errors` is missing");
        let file = Source::new("guild-baseline.toml", &example.content);
        let baseline = Baseline::parse(&file, Folders::default()).unwrap();
        let settings = Settings::default();
        let options = ReportOptions {
            settings: &settings,
            deny: Deny::Errors,
            allow_comments: AllowComments::Obeyed,
            elsewhere: &[],
        };
        let report = Report::new("docs", &[document], findings.into_sorted(), &options);
        let report = report.under(baseline.into());
        assert_eq!(report.findings.len() + report.known.len(), 1);
        report
            .noting_unused()
            .findings
            .into_iter()
            .filter(|finding| finding.rule.starts_with("kit/"))
            .collect()
    });
}
