//! `guild publish`

mod rehearsal;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use guild_check::render::{Format, RenderOptions, render};
use guild_check::report::v1::ReportV1;
use guild_check::report::{AllowComments, Deny, ReportOptions};
use guild_check::{Report, Settings, Verdict};
use guild_skill::archive::ArchiveLimits;
use guild_skill::check::{CheckOptions, Level, check};
use guild_skill::note::SigningKey;
use guild_skill::signature::{Signature, Statement};
use guild_skill::{Digest, FileSet, PackName, SkillName, page, wire};
use semver::Version;

use crate::Context;
use crate::cli::{CatalogArgs, JsonArgs};
use crate::commands::rules;
use crate::failure::{Failure, Outcome};
use crate::install::local;
use crate::line::Line;
use crate::remote::{Remote, RemoteError, identity};
use crate::signing;

/// Publish a skill to a catalog
#[derive(Debug, Args)]
#[command(after_help = "\
The skill is checked as `guild check skill` does, and the catalog checks it in the same way; a
guild.toml is not asked. Name and version are those of SKILL.md, the pack that of PAGE.md; without
a version it is the next patch. The same files again are the same release, so a publish that was
cut off is simply repeated.

It takes a token: `guild login` keeps one, or GUILD_TOKEN holds it. A job of continuous
integration that the pack trusts publishes with its own identity, and no token is kept anywhere;
GUILD_ID_TOKEN holds the identity where the system does not give it by itself. Where there is a key,
of `guild key new`, the release is signed with it; SKILL.md then has to state the version.

Exit codes:
  0 published, or there already; 1 errors were found or the catalog refused; 2 could not run

Examples:
  guild publish my-skill/ --dry-run
  guild publish my-skill/
  guild publish dist/my-skill.zip --json")]
pub(crate) struct PublishArgs {
    /// The skill's folder, or a .zip of it
    #[arg(value_name = "DIR|ZIP")]
    path: PathBuf,
    /// Check, ask the catalog what publishing would make, and publish nothing
    #[arg(long)]
    dry_run: bool,
    /// Do not sign, though there is a key
    #[arg(long)]
    unsigned: bool,
    #[command(flatten)]
    pub(crate) catalog: CatalogArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// A skill that is to be published.
struct Parcel {
    name: SkillName,
    /// The version, where SKILL.md states one.
    version: Option<String>,
    pack_label: String,
    files: FileSet,
    archive: Vec<u8>,
    /// The digest of the canonical archive, which the catalog makes too.
    digest: Digest,
}

/// Runs the command.
pub(crate) fn run(args: &PublishArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let path = context.settings.environment.working_folder.join(&args.path);
    let report = judge(args, &path)?;
    if report.verdict != Verdict::Passed {
        return Ok(refused(&report, args, context));
    }
    let parcel = Parcel::of(&path, context)?;
    let key = match args.unsigned {
        true => None,
        false => signing::read(&context.settings.environment)?,
    };
    let signature = key.as_ref().map(|key| parcel.sign(key)).transpose()?;
    let catalog = context.settings.catalog.to_string();
    if !report.findings.is_empty() && !args.json.json {
        context.printer.talk(format!(
            "{} `guild check skill {}` shows it.",
            report.overall,
            args.path.display()
        ));
    }
    if args.dry_run {
        return rehearsal::say(parcel, key.as_ref(), signature.as_ref(), args, context);
    }
    let remote = asking(&parcel, context)?;
    context.printer.talk(parcel.line("Publishing ", &catalog));
    match remote.publish(&parcel.archive, signature.as_ref()) {
        Ok((is_new, release)) => {
            print(&release, is_new, &remote, args, context);
            if !args.json.json {
                say_signed(&release, key.as_ref(), context);
            }
            Ok(Outcome::Clean)
        }
        Err(error) => Err(not_published(error, &parcel, context)),
    }
}

/// Prepares to ask the catalog, in a job that shows its identity with a token for that.
fn asking(parcel: &Parcel, context: &mut Context) -> Result<Remote, Failure> {
    let remote = Remote::new(&context.settings.catalog, &context.settings);
    let Some(identity) = identity::find(&context.settings)? else {
        return Ok(remote);
    };
    let pack = PackName::of_label(&parcel.pack_label).map_err(|error| {
        Failure::could_not(format!("`{}` names no pack", parcel.pack_label)).because(&error)
    })?;
    let (remote, job) = remote.trusted(identity, &pack, &parcel.name)?;
    let line = Line::new()
        .plain("As the CI job ")
        .strong(job.name())
        .plain(format!(", for which {} vouches", job.issuer));
    context.printer.talk(line);
    Ok(remote)
}

/// Holds the skill against everything that a catalog asks of it.
fn judge(args: &PublishArgs, path: &Path) -> Result<Report, Failure> {
    let options = CheckOptions {
        level: Level::Listed,
        known_skills: BTreeSet::new(),
    };
    let given = if args.path.is_absolute() {
        path.to_owned()
    } else {
        args.path.clone()
    };
    let checked = check(&[given], &options).map_err(|error| {
        let hint = error.hint().map(str::to_owned);
        Failure::could_not("could not publish")
            .because(&error)
            .hints(hint)
    })?;
    if checked.skills > 1 {
        let message = format!("{} holds {} skills", args.path.display(), checked.skills);
        return Err(Failure::could_not(message)
            .hint("publish them one by one: name the folder of one skill"));
    }
    // The catalog does not know the publisher's settings, and does not let a file allow what is wrong with it.
    let options = ReportOptions {
        settings: &Settings::default(),
        deny: Deny::Errors,
        allow_comments: AllowComments::Ignored,
        elsewhere: &[],
    };
    Ok(Report::new("skill", &[], checked.findings, &options).with_files(checked.files))
}

/// Shows why nothing was sent.
fn refused(report: &Report, args: &PublishArgs, context: &mut Context) -> Outcome {
    if args.json.json {
        let report = ReportV1::from(report);
        let told = serde_json::json!({ "isPublished": false, "report": report });
        context.printer.json(&told);
        return Outcome::Findings;
    }
    let text = render(
        report,
        &RenderOptions {
            format: Format::Human,
            colour: context.printer.colour(),
            pages: &rules::pages(),
        },
    );
    context.printer.raw(&text);
    context
        .printer
        .talk("Nothing was sent: a catalog refuses a skill with errors.");
    Outcome::Findings
}

impl Parcel {
    fn of(path: &Path, context: &Context) -> Result<Self, Failure> {
        let local = local::read(path, &context.settings.environment)?;
        let digest = local.wanted.digest;
        let (name, files) = (local.wanted.name, local.files);
        let archive = if path.is_dir() {
            local.archive
        } else {
            // Sent as it is: the catalog makes its own archive of the files, whatever theirs is.
            fs::read(path).map_err(|error| {
                Failure::could_not(format!("could not read {}", path.display())).because(&error)
            })?
        };
        let limit = ArchiveLimits::STANDARD.archive_bytes;
        if archive.len() as u64 > limit {
            let message = format!("the archive of `{name}` is larger than {} MiB", limit >> 20);
            return Err(Failure::refused(message).hint("leave out what an assistant does not read"));
        }
        let record = page::record(&files).map_err(|error| {
            Failure::could_not(format!("could not read the page of `{name}`")).because(&error)
        })?;
        let version = guild_skill::version::version(&record.skill_md);
        Ok(Self {
            name,
            version: version.map(|version| version.to_string()),
            pack_label: record.pack_label,
            files,
            archive,
            digest,
        })
    }

    /// Signs the release with a key.
    fn sign(&self, key: &SigningKey) -> Result<Signature, Failure> {
        let version = self.version.as_deref();
        let version = version.and_then(|version| Version::parse(version).ok());
        let version = version.ok_or_else(|| {
            Failure::refused(format!(
                "`{}` states no version, and a signature is of one",
                self.name
            ))
            .hint("write `metadata.version` into SKILL.md, as in `version: \"1.0.0\"`")
            .hint("`--unsigned` publishes the next patch without a signature")
        })?;
        let statement = Statement {
            skill: &self.name,
            version: &version,
            archive: &self.digest,
            files: &self.files.tree_digest(),
        };
        Ok(statement.sign(key))
    }

    /// Says what is published, where.
    fn line(&self, verb: &str, catalog: &str) -> Line {
        let version = self.version.as_deref();
        let version = version.unwrap_or("(the next patch)");
        let files = match self.files.len() {
            1 => "1 file".to_owned(),
            count => format!("{count} files"),
        };
        let size = self.archive.len();
        Line::new()
            .plain(verb)
            .strong(self.name.as_str())
            .plain(format!(
                " {version} in the pack `{}` at {catalog}: {files}, {size} bytes",
                self.pack_label
            ))
    }

    fn to_json(
        &self,
        catalog: &str,
        signed_by: Option<&str>,
        is_new: Option<bool>,
    ) -> serde_json::Value {
        serde_json::json!({
            "isPublished": false,
            "isNew": is_new,
            "name": self.name,
            "version": self.version,
            "packLabel": self.pack_label,
            "treeDigest": self.files.tree_digest(),
            "archiveDigest": Digest::of(&self.archive),
            "sizeBytes": self.archive.len(),
            "fileCount": self.files.len(),
            "catalog": catalog,
            "signedBy": signed_by,
        })
    }
}

fn print(
    release: &wire::Release,
    is_new: bool,
    remote: &Remote,
    args: &PublishArgs,
    context: &mut Context,
) {
    let page = remote.catalog().join(&format!("/skills/{}", release.skill));
    let printer = &mut context.printer;
    if args.json.json {
        let told = serde_json::json!({
            "isPublished": true,
            "isNew": is_new,
            "release": release,
            "page": page,
        });
        printer.json(&told);
        return;
    }
    let line = Line::new();
    let line = match is_new {
        true => line.good("Published "),
        false => line.plain("Published already: "),
    };
    let line = line.strong(&release.skill);
    printer.data(line.plain(format!(" {} {page}", release.version)));
    if let Some(reason) = release.yank_reason.as_deref().filter(|_| release.is_yanked) {
        printer.warn(format!(
            "these files were withdrawn as {}: {reason}",
            release.version
        ));
        printer.hint(format!(
            "`guild yank {}@{} --undo` puts them back",
            release.skill, release.version
        ));
    }
}

/// Says who signed the release; one that was there before is not signed anew.
fn say_signed(release: &wire::Release, key: Option<&SigningKey>, context: &mut Context) {
    let signed = release.signature.as_ref();
    let Some(key) = key.map(SigningKey::verifier) else {
        return;
    };
    if signed.is_some_and(|signed| signed.key == key.to_string()) {
        let (name, id) = (key.name(), key.id_text());
        context
            .printer
            .talk(format!("Signed with the key {name} {id}."));
        return;
    }
    context.printer.warn(match signed {
        Some(_) => "the release was published before, and another key signed it",
        None => "the release was published before, without a signature, and stays so",
    });
    context
        .printer
        .hint("raise `metadata.version` in SKILL.md, and publish again");
}

/// Says why the catalog did not take a skill.
fn not_published(error: RemoteError, parcel: &Parcel, context: &mut Context) -> Failure {
    let RemoteError::Answered { code, findings, .. } = &error else {
        return error.into();
    };
    for finding in findings {
        context.printer.talk(finding_line(finding));
    }
    let name = &parcel.name;
    let hint = match code.as_str() {
        "UNAUTHENTICATED" => {
            let settings = &context.settings;
            let hint = identity::hint(&settings.environment, &settings.catalog);
            return Failure::from(error).hints(hint);
        }
        "VERSION_TAKEN" => "raise `metadata.version` in SKILL.md and publish again".to_owned(),
        "NAME_TOO_NEAR" => format!(
            "call the skill something that nobody takes for another, or ask who runs the catalog to publish `{name}`"
        ),
        "NAME_DELETED" => "choose another name".to_owned(),
        "SIGNATURE_REFUSED" => {
            "`guild key list` shows your keys there, and `guild key register` adds the one on this machine; `--unsigned` publishes without".to_owned()
        }
        "OTHER_PACK" => "name that pack in the front matter of PAGE.md".to_owned(),
        "TOO_MANY_RELEASES" => "wait an hour, and type the command again".to_owned(),
        "SKILL_REFUSED" => {
            "update guild if `guild check skill` finds nothing: this catalog has newer rules"
                .to_owned()
        }
        _ => return error.into(),
    };
    let failure = Failure::from(error);
    Failure {
        kind: crate::failure::Kind::Refused,
        ..failure
    }
    .hint(hint)
}

/// Shows a finding of the catalog as ours are shown.
fn finding_line(finding: &wire::Finding) -> Line {
    let line = Line::new();
    let line = match finding.severity {
        wire::Severity::Error => line.bad("error"),
        wire::Severity::Warning => line.alert("warning"),
        wire::Severity::Note => line.plain("note"),
    };
    let help = finding.help.as_deref().map(|help| format!("; {help}"));
    line.plain(format!(
        "[{}] {}:{}:{}: {}{}",
        finding.rule,
        finding.path,
        finding.start_line,
        finding.start_column,
        finding.message,
        help.unwrap_or_default()
    ))
}
