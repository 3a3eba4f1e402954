//! `--report-to`: tells a catalog what came of a check, and nothing of the work.

use std::collections::BTreeMap;

use clap::Args;
use guild_check::{Report, Severity, Verdict};
use guild_skill::wire::{self, BrokenRule, NewReport, ReportSummary};
use guild_skill::{SkillName, version};

use crate::Context;
use crate::failure::Failure;
use crate::install::fetch::{Request, unknown_skill};
use crate::install::targets::{self, PlaceArgs};
use crate::remote::{CatalogUrl, Remote};

/// How many rules a report names; what is beyond that is counted only.
const RULES: usize = 200;

/// The largest number that a catalog takes.
const MOST: usize = 1_000_000;

/// Where a report goes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Telling a catalog")]
pub(super) struct TellArgs {
    /// Tell a catalog how it ended: an address, or `catalog` for the one that is set
    ///
    /// What is sent is the verdict, how many files and findings there are, the names of the rules that were broken, and
    /// which release of which skill the work was done with. No path, no message and no text of the work is sent, and the
    /// catalog shows nobody who sent it. It takes a token with the scope `ratings:write`: see `guild login`. When the
    /// catalog does not take it there is a warning, and the check ends as it would have.
    #[arg(long, value_name = "URL|catalog")]
    report_to: Option<String>,
    /// The release that the work was done with [default: the skill of this check, as it is installed or else newest]
    #[arg(long, value_name = "NAME@VERSION", requires = "report_to")]
    report_for: Option<Request>,
}

/// Tells the catalog what came of a check, if it is asked for. `skill` is whose contract the work was held against.
///
/// That nobody could be told changes nothing of what was found, so it is a warning.
pub(super) fn tell(report: &Report, args: &TellArgs, skill: Option<&str>, context: &mut Context) {
    let Some(to) = args.report_to.as_deref() else {
        return;
    };
    match send(report, args, (to, skill), context) {
        Ok(sent) => {
            let line = format!("Told the catalog: {} {}.", sent.skill, sent.version);
            context.printer.talk(line);
        }
        Err(failure) => {
            let why: Vec<&str> = [&failure.message]
                .into_iter()
                .chain(&failure.causes)
                .map(String::as_str)
                .collect();
            let text = format!(
                "the catalog was not told how the check ended: {}",
                why.join(": ")
            );
            context.printer.warn(text);
            for hint in &failure.hints {
                context.printer.hint(hint);
            }
        }
    }
}

fn send(
    report: &Report,
    args: &TellArgs,
    (to, skill): (&str, Option<&str>),
    context: &mut Context,
) -> Result<wire::Report, Failure> {
    let catalog = match to {
        "catalog" => context.settings.catalog.clone(),
        address => CatalogUrl::parse(address)?,
    };
    let remote = Remote::new(&catalog, &context.settings);
    let (name, version) = release(report, args.report_for.as_ref(), skill, &remote, context)?;
    Ok(remote.report(&summary(report, &name, version))?)
}

/// Finds out which release the work was done with.
fn release(
    report: &Report,
    named: Option<&Request>,
    skill: Option<&str>,
    remote: &Remote,
    context: &Context,
) -> Result<(SkillName, String), Failure> {
    let name = match (named, skill.or(guiding(&report.check))) {
        (Some(named), _) => Some(named.name.clone()),
        (None, Some(skill)) => SkillName::parse(skill).ok(),
        (None, None) => None,
    };
    let name = name.ok_or_else(|| {
        Failure::could_not("it is not known which skill the work was done with")
            .hint("name its release: `--report-for NAME@VERSION`")
    })?;
    let version = named.and_then(|named| named.version.as_ref());
    let version = version.map(ToString::to_string);
    if let Some(version) = version.or_else(|| installed(&name, context)) {
        return Ok((name, version));
    }
    let skill = remote.skill(&name)?;
    let skill = skill.ok_or_else(|| unknown_skill(remote, &name))?;
    Ok((name, skill.latest_release.version))
}

/// Names the skill whose work a check is for.
fn guiding(check: &str) -> Option<&'static str> {
    match check {
        "docs" => Some("api-documentation-writer"),
        "api" => Some("api-and-interface-design"),
        "browser" => Some("browser-testing-with-devtools"),
        "adr" => Some("adr-writer"),
        _ => None,
    }
}

/// Finds the version of a skill that is installed, in the project first.
fn installed(name: &SkillName, context: &Context) -> Option<String> {
    let anywhere = PlaceArgs {
        assistants: Vec::new(),
        skills_folder: None,
        user: false,
        project: false,
    };
    let mut targets = targets::every(&anywhere, context).ok()?;
    targets.sort_by_key(|target| target.level);
    let mut files = targets
        .iter()
        .map(|target| target.folder.join(name.as_str()).join("SKILL.md"));
    files.find_map(|file| {
        let text = std::fs::read_to_string(file).ok()?;
        version::version(&text).map(|version| version.to_string())
    })
}

/// Says of a report what a catalog is told.
fn summary(report: &Report, name: &SkillName, version: String) -> NewReport {
    let number = |count: usize| u32::try_from(count.min(MOST)).unwrap_or(u32::MAX);
    let weight = |severity: Severity| {
        let findings = report.findings.iter();
        number(
            findings
                .filter(|finding| finding.severity == severity)
                .count(),
        )
    };
    let mut broken: BTreeMap<(&str, Severity), usize> = BTreeMap::new();
    for finding in &report.findings {
        *broken
            .entry((finding.rule.as_str(), finding.severity))
            .or_default() += 1;
    }
    let rule = |((rule, severity), count): ((&str, Severity), usize)| BrokenRule {
        rule: rule.to_owned(),
        severity: match severity {
            Severity::Error => wire::Severity::Error,
            Severity::Warning => wire::Severity::Warning,
            Severity::Note => wire::Severity::Note,
        },
        count: number(count),
    };
    NewReport {
        skill: name.to_string(),
        version,
        check: report.check.clone(),
        verdict: match report.verdict {
            Verdict::Passed => wire::Verdict::Passed,
            Verdict::Failed => wire::Verdict::Failed,
            Verdict::NotRun => wire::Verdict::NotRun,
        },
        summary: ReportSummary {
            files: number(report.summary.files),
            errors: weight(Severity::Error),
            warnings: weight(Severity::Warning),
            notes: weight(Severity::Note),
        },
        rules: broken.into_iter().take(RULES).map(rule).collect(),
    }
}
