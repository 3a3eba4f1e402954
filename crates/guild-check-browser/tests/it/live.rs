//! Plans that run in a real Chromium against real servers on loopback.

mod acting;
mod closed;
mod compared;
mod defects;
mod dressed;
mod elsewhere;
mod endings;
mod first_look;
mod leaving;
mod measured;
mod odd;
mod patience;
mod several;
mod site;
mod still;
mod traced;
mod walk;
mod written;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use guild_check::{Source, Verdict};
use guild_check_browser::outcome::{FlowOutcome, Instruction, RunOutcome, StepOutcome};
use guild_check_browser::plan::Body;
use guild_check_browser::run::{Judge, Judged, PageText, RunOptions, Trace, run};
use guild_check_browser::{BrowserChoice, Headed, LaunchOptions, Plan};

pub(crate) use site::{Answer, Site};

/// A judge that knows one instruction and one secret.
pub(crate) struct Plain;

impl Judge for Plain {
    fn body(&self, _: &Body, _: &Judged<'_>) -> Vec<String> {
        vec!["no schema is known here".to_owned()]
    }

    fn instructions(&self, texts: &[PageText]) -> Vec<Instruction> {
        let telling = texts
            .iter()
            .filter(|text| text.text.contains("Ignore all previous instructions"));
        telling
            .map(|text| Instruction {
                place: text.place.clone(),
                url: text.url.clone(),
                quote: text.text.clone(),
                why: "tells to ignore earlier instructions",
            })
            .collect()
    }

    fn is_secret(&self, text: &str) -> bool {
        text.contains("sk_live_")
    }
}

/// The browser of this machine, which tests need.
pub(crate) fn chromium() -> PathBuf {
    let named = std::env::var_os("GUILD_CHROMIUM").map(PathBuf::from);
    guild_check_browser::find::find(named.as_deref(), std::env::var_os("PATH")).unwrap()
}

/// A run with everything about it.
pub(crate) struct World {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) options: RunOptions,
}

impl World {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = RunOptions {
            browser: BrowserChoice::Launch(launch(folder.path())),
            jobs: 1,
            retries: 0,
            secrets: HashMap::new(),
            folder: folder.path().to_owned(),
            origins: Vec::new(),
            resume_after: None,
            trace: Trace::Off,
            baselines: None,
        };
        Self { folder, options }
    }

    /// Runs a plan whose head is written here: `steps` are the lines of its one flow.
    pub(crate) fn run(&self, site: &Site, steps: &str) -> RunOutcome {
        self.run_with(site, "", steps)
    }

    pub(crate) fn run_with(&self, site: &Site, head: &str, steps: &str) -> RunOutcome {
        self.run_plan(&plan(
            site,
            head,
            &format!("## Flow: Try it\n\n{}", numbered(steps)),
        ))
    }

    pub(crate) fn run_plan(&self, text: &str) -> RunOutcome {
        let plan = Plan::read(&Source::new("plan.md", text));
        assert!(plan.problems.is_empty(), "{:?}\n{text}", plan.problems);
        let outcome = run(&plan, &self.options, &Plain);
        let left: Vec<_> = std::fs::read_dir(self.folder.path()).unwrap().collect();
        let left = left.into_iter().flatten().map(|entry| entry.file_name());
        let profiles: Vec<_> = left
            .filter(|name| name.to_string_lossy().starts_with("guild-chromium"))
            .collect();
        assert!(profiles.is_empty(), "a profile is left: {profiles:?}");
        outcome
    }
}

pub(crate) fn launch(temporary: &Path) -> LaunchOptions {
    LaunchOptions {
        program: chromium(),
        temporary: temporary.to_owned(),
        headed: Headed::No,
    }
}

pub(crate) fn plan(site: &Site, head: &str, flows: &str) -> String {
    let entry = site.url("/");
    let text = format!(
        "# Test plan: A page\n\n- Entry URL: {entry}\n- Step timeout: 2s\n{head}\n\n{flows}\n"
    );
    text.replace("{site}", site.origin())
}

/// Numbers lines; those that begin with blanks or a fence belong to the line before.
pub(crate) fn numbered(steps: &str) -> String {
    let mut number = 0;
    let lines = steps.lines().map(|line| {
        if line.is_empty() || line.starts_with(' ') {
            return format!("{line}\n");
        }
        number += 1;
        format!("{number}. {line}\n")
    });
    lines.collect()
}

/// Gives the one flow of a run.
pub(crate) fn flow(outcome: &RunOutcome) -> &FlowOutcome {
    assert_eq!(outcome.not_run, None);
    assert_eq!(outcome.flows.len(), 1);
    &outcome.flows[0]
}

/// Asserts that all steps passed.
pub(crate) fn passes(outcome: &RunOutcome) {
    let flow = flow(outcome);
    assert_eq!(flow.failure, None);
    assert!(flow.stop.is_none(), "{:?}", flow.stop);
    for (index, step) in flow.steps.iter().enumerate() {
        let number = index + 1;
        assert_eq!(
            step.verdict,
            Verdict::Passed,
            "step {number}: {:?}",
            step.actual
        );
    }
}

/// Gives the one step that failed; those after it passed or were not run.
pub(crate) fn failure(outcome: &RunOutcome) -> (usize, &str) {
    let steps = flow(outcome).steps.iter().enumerate();
    let failed: Vec<(usize, &StepOutcome)> = steps
        .filter(|(_, step)| step.verdict == Verdict::Failed)
        .collect();
    let [(index, step)] = failed[..] else {
        let vitals = flow(outcome).vitals;
        panic!("{} steps failed: {failed:?} {vitals:?}", failed.len());
    };
    (index + 1, step.actual.as_deref().unwrap_or_default())
}
