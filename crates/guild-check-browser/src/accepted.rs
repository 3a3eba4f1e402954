//! Accepted pictures: what a page looked like when a person last said that it is right (`--update-baselines`).
//!
//! They lie beside the plan, in `PLAN.md-baselines/`: `task-added-linux.png`, with the flow before the name where the
//! plan has several. The system is that of the browser: letters are drawn otherwise on each.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use guild_check::Verdict;

use crate::Plan;
use crate::compare;
use crate::outcome::{Comparison, RunOutcome, Screenshot};
use crate::pixels::{Area, Effort, Pixels};
use crate::plan::StepKind;
use crate::whole_file;

/// The accepted pictures of a plan.
#[derive(Clone, Debug)]
pub struct Baselines {
    /// The folder; it need not be there.
    pub folder: PathBuf,
    /// What becomes of the pictures of a run.
    pub mode: BaselineMode,
}

/// What becomes of the pictures of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaselineMode {
    /// They are held against the accepted ones.
    Compare,
    /// They are accepted.
    Update,
}

/// How many pictures were accepted, and how many looked like the accepted one already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Updated {
    /// Written: new ones, and those that look different.
    pub accepted: usize,
    /// Left as they are.
    pub unchanged: usize,
    /// Not accepted, as their flow did not pass.
    pub refused: usize,
    /// Taken away, as the plan takes no picture of their name any more.
    pub removed: usize,
}

impl Updated {
    /// Says what came of it; `folder` is where the pictures lie, as it is shown.
    pub fn words(&self, folder: &str) -> String {
        let pictures = |count: usize| match count {
            1 => "1 picture".to_owned(),
            count => format!("{count} pictures"),
        };
        let mut words = format!("Accepted {} in {folder}", pictures(self.accepted));
        if self.unchanged > 0 {
            words.push_str(&format!("; {} looked the same", self.unchanged));
        }
        if self.refused > 0 {
            let refused = self.refused;
            words.push_str(&format!(
                "; {refused} of a flow that did not pass not accepted"
            ));
        }
        if self.removed > 0 {
            let removed = pictures(self.removed);
            words.push_str(&format!(
                "; {removed} that the plan no longer takes removed"
            ));
        }
        words
    }
}

impl Baselines {
    /// Gives the folder of a plan's accepted pictures.
    pub fn folder_of(plan: &Path) -> PathBuf {
        let name = plan.file_name().unwrap_or_default().to_string_lossy();
        plan.with_file_name(format!("{name}-baselines"))
    }

    /// Says whether pictures are accepted, or are to be.
    pub(crate) fn is_asked(&self) -> bool {
        self.mode == BaselineMode::Update || self.folder.is_dir()
    }

    /// Holds a picture against the accepted one.
    pub(crate) fn compare(&self, file: &str, picture: &Screenshot) -> Comparison {
        let bytes = match fs::read(self.folder.join(file)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return match self.is_asked() {
                    true => Comparison::New,
                    false => Comparison::Unasked,
                };
            }
            Err(error) => return Comparison::Unreadable(error.to_string()),
        };
        let (mut before, mut after) = match (Pixels::read(&bytes), Pixels::read(&picture.png)) {
            (Ok(before), Ok(after)) => (before, after),
            (Err(why), _) | (_, Err(why)) => return Comparison::Unreadable(why),
        };
        let size = |pixels: &Pixels| (pixels.width as u32, pixels.height as u32);
        if size(&before) != size(&after) {
            return Comparison::Resized {
                was: size(&before),
                is: size(&after),
                before: bytes.into(),
            };
        }
        // What is covered in one of them is covered in both.
        let covered: Vec<Area> = [before.covered.as_slice(), &after.covered].concat();
        before.cover(&covered);
        after.cover(&covered);
        let Some(difference) = compare::difference(&before, &after) else {
            return Comparison::Same;
        };
        match difference.picture.write(Effort::Little) {
            Ok(drawn) => Comparison::Differs {
                before: bytes.into(),
                difference: drawn.into(),
                changed: difference.changed,
                all: before.width as u64 * before.height as u64,
                area: difference.area,
            },
            Err(why) => Comparison::Unreadable(why),
        }
    }

    /// Accepts the pictures of the flows that passed; those that look like the accepted one stay as they are, and those
    /// that the plan does not take any more go.
    ///
    /// # Errors
    ///
    /// The first picture that could not be written or taken away, with its name.
    pub fn accept(
        &self,
        plan: &Plan,
        outcome: &RunOutcome,
    ) -> Result<Updated, (PathBuf, io::Error)> {
        let mut updated = Updated::default();
        for (index, (flow, result)) in plan.flows.iter().zip(&outcome.flows).enumerate() {
            let has_passed = result.failure.is_none()
                && result
                    .steps
                    .iter()
                    .all(|step| step.verdict == Verdict::Passed);
            for (step, result) in flow.steps.iter().zip(&result.steps) {
                let (StepKind::Screenshot(name), Some(picture)) = (&step.kind, &result.screenshot)
                else {
                    continue;
                };
                if !has_passed {
                    updated.refused += 1;
                } else if picture.comparison == Comparison::Same {
                    updated.unchanged += 1;
                } else {
                    let file = file_of(plan, index, name, outcome.system);
                    let path = self.folder.join(file);
                    write(&self.folder, &path, picture).map_err(|error| (path, error))?;
                    updated.accepted += 1;
                }
            }
        }
        updated.removed = self.remove_others(plan)?;
        Ok(updated)
    }

    /// Takes away the pictures whose names the plan has no more, those of other systems too: the plan is the same there.
    fn remove_others(&self, plan: &Plan) -> Result<usize, (PathBuf, io::Error)> {
        const SYSTEMS: [&str; 3] = ["linux", "macos", "windows"];
        let mut wanted = HashSet::new();
        for (index, flow) in plan.flows.iter().enumerate() {
            for step in &flow.steps {
                if let StepKind::Screenshot(name) = &step.kind {
                    wanted.extend(SYSTEMS.map(|system| file_of(plan, index, name, system)));
                }
            }
        }
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Ok(0);
        };
        let mut removed = 0;
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_ours = SYSTEMS
                .iter()
                .any(|system| name.ends_with(&format!("-{system}.png")));
            if is_ours && !wanted.contains(&name) {
                let path = entry.path();
                fs::remove_file(&path).map_err(|error| (path, error))?;
                removed += 1;
            }
        }
        Ok(removed)
    }
}

/// Gives the name of the file of an accepted picture.
pub(crate) fn file_of(plan: &Plan, flow: usize, name: &str, system: &str) -> String {
    if plan.flows.len() < 2 {
        return format!("{name}-{system}.png");
    }
    let slug_of = |index: usize| {
        plan.flows
            .get(index)
            .map_or_else(String::new, |flow| slug(&flow.name))
    };
    let slug = slug_of(flow);
    let twins = (0..flow).filter(|other| slug_of(*other) == slug).count();
    match twins {
        0 => format!("{slug}-{name}-{system}.png"),
        twins => format!("{slug}-{}-{name}-{system}.png", twins + 1),
    }
}

/// Gives the letters and digits of a name, with a stroke between words.
fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("-").chars().take(60).collect()
}

/// Writes a picture whole, as small as it goes: it is kept.
fn write(folder: &Path, path: &Path, picture: &Screenshot) -> io::Result<()> {
    let small = Pixels::read(&picture.png).and_then(|pixels| pixels.write(Effort::Much));
    let bytes = small.unwrap_or_else(|_| picture.png.to_vec());
    fs::create_dir_all(folder)?;
    whole_file::replace(folder, path, &bytes)
}
