//! Writing the evidence into its folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use guild_check::Report;
use guild_check::render::{Colour, Format, RenderOptions, render};

use super::{Circumstances, har, html, junit, markdown, snapshot};
use crate::outcome::{Comparison, Screenshot};
use crate::verdict::Tried;
use crate::whole_file::replace;

/// The folder of the pictures, within that of the evidence.
const SHOTS: &str = "shots";
/// The folder of the requests and documents of a run that is traced.
const TRACE: &str = "trace";

/// Gives the name of the file with the requests of a flow, by its place among the flows.
pub(super) fn har_file(index: usize) -> String {
    format!("flow-{}.har", index + 1)
}

/// The evidence of one plan.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// The plan and what came of it.
    pub tried: &'a Tried,
    /// When and where it was.
    pub circumstances: &'a Circumstances,
    /// The report on this plan alone: what counts of what was found, and what is set aside.
    pub report: &'a Report,
}

/// Why the evidence could not be written.
#[derive(Debug, thiserror::Error)]
#[error("could not write {}", path.display())]
pub struct EvidenceError {
    /// The file or folder.
    pub path: PathBuf,
    /// Why.
    #[source]
    pub source: io::Error,
}

impl Evidence<'_> {
    /// Writes the pictures first, all of them at once, and then the reports, each whole: whoever finds a report finds what
    /// it shows. What else is in the folder stays.
    ///
    /// # Errors
    ///
    /// The first file that could not be written.
    pub fn write(&self, folder: &Path) -> Result<(), EvidenceError> {
        fs::create_dir_all(folder).map_err(|source| at(folder, source))?;
        let shots = folder.join(SHOTS);
        self.write_pictures(folder, &shots)
            .map_err(|source| at(&shots, source))?;
        if self.tried.outcome.is_traced {
            let trace = folder.join(TRACE);
            self.write_trace(folder, &trace)
                .map_err(|source| at(&trace, source))?;
        }
        let options = RenderOptions {
            format: Format::Json,
            colour: Colour::Plain,
            pages: &[],
        };
        let files = [
            ("report.json", render(self.report, &options)),
            ("junit.xml", junit::render(self)),
            ("report.html", html::render(self)),
            ("report.md", self.markdown()),
        ];
        for (name, text) in files {
            let path = folder.join(name);
            replace(folder, &path, text.as_bytes()).map_err(|source| at(&path, source))?;
        }
        Ok(())
    }

    /// Writes `report.md` alone, as text.
    pub fn markdown(&self) -> String {
        markdown::render(self)
    }

    fn write_pictures(&self, folder: &Path, shots: &Path) -> io::Result<()> {
        swap_in(folder, shots, |fresh| {
            for picture in self.pictures() {
                fs::write(fresh.join(&picture.file), &picture.png)?;
                for (name, png) in beside(picture) {
                    fs::write(fresh.join(name), png)?;
                }
            }
            Ok(())
        })
    }

    /// Writes the requests of each flow and the document after each step, one at a time: they are large.
    fn write_trace(&self, folder: &Path, trace: &Path) -> io::Result<()> {
        let tried = self.tried;
        let mut writer = snapshot::Writer::new(&tried.redactor);
        swap_in(folder, trace, |fresh| {
            for (index, (flow, outcome)) in tried.flows().enumerate() {
                let Some(outcome) = outcome else { continue };
                let archive = har::render(tried, flow, outcome);
                fs::write(fresh.join(har_file(index)), archive)?;
                for (step, result) in flow.steps.iter().zip(&outcome.steps) {
                    if let Some(document) = &result.snapshot {
                        let title = format!("After step {}: {}", step.number, step.text);
                        let page = writer.document(document, &title);
                        fs::write(fresh.join(&document.file), page)?;
                    }
                }
            }
            Ok(())
        })
    }

    fn pictures(&self) -> impl Iterator<Item = &Screenshot> {
        let baseline = self.tried.outcome.baseline.iter();
        let baseline = baseline.filter_map(|baseline| baseline.screenshot.as_ref());
        baseline.chain(self.tried.pictures())
    }
}

/// Gives the names and the pictures that belong to one that looks different: the accepted one, and the difference.
pub(super) fn beside(picture: &Screenshot) -> Vec<(String, &[u8])> {
    let stem = picture.file.trim_end_matches(".png");
    let (before, after) = (
        format!("{stem}-accepted.png"),
        format!("{stem}-difference.png"),
    );
    match &picture.comparison {
        Comparison::Differs {
            before: accepted,
            difference,
            ..
        } => vec![(before, accepted), (after, difference)],
        Comparison::Resized {
            before: accepted, ..
        } => vec![(before, accepted)],
        Comparison::Unasked | Comparison::New | Comparison::Same | Comparison::Unreadable(_) => {
            Vec::new()
        }
    }
}

/// Makes a folder of files in the place of one that an earlier run left, which goes when the new one is whole.
fn swap_in(
    folder: &Path,
    place: &Path,
    fill: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let fresh = tempfile::Builder::new()
        .prefix(".new-")
        .tempdir_in(folder)?;
    fill(fresh.path())?;
    let old = tempfile::Builder::new()
        .prefix(".old-")
        .tempdir_in(folder)?;
    match fs::rename(place, old.path().join("old")) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    fs::rename(fresh.keep(), place)?;
    open_to_all(place)
}

fn at(path: &Path, source: io::Error) -> EvidenceError {
    EvidenceError {
        path: path.to_owned(),
        source,
    }
}

#[cfg(unix)]
fn open_to_all(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn open_to_all(_: &Path) -> io::Result<()> {
    Ok(())
}
