//! Reports: verdicts, sentences, settings and comments.

use guild_check::report::v1::ReportV1;
use guild_check::report::{AllowComments, Deny, Report, ReportOptions, Verdict};
use guild_check::{Findings, Settings, Severity, Source, Span};
use proptest::prelude::*;

const NAMES: [&str; 4] = [
    "skill/name-form",
    "skill/long-body",
    "skill/missing-page",
    "work/table-cell",
];

fn options(settings: &Settings, deny: Deny) -> ReportOptions<'_> {
    ReportOptions {
        settings,
        deny,
        allow_comments: AllowComments::Obeyed,
        elsewhere: &[],
    }
}

fn plain(files: &[Source], findings: Findings) -> Report {
    let settings = Settings::default();
    Report::new(
        "skill",
        files,
        findings.into_sorted(),
        &options(&settings, Deny::Errors),
    )
}

fn settings(text: &str) -> Settings {
    Settings::parse(&Source::new("guild.toml", text), &NAMES).unwrap()
}

fn settings_error(text: &str) -> String {
    let source = Source::new("guild.toml", text);
    Settings::parse(&source, &NAMES).unwrap_err().to_string()
}

fn files(count: usize) -> Vec<Source> {
    let paths = (0..count).map(|index| format!("f{index}.md"));
    paths.map(|path| Source::new(path, "text")).collect()
}

#[test]
fn the_report_has_the_shape_of_the_design() {
    let lines = "\n".repeat(28) + "## Errors\n";
    let source = Source::new("docs/api/create-order.md", &lines);
    let mut findings = Findings::new();
    findings
        .under("docs/section-order")
        .error(
            source.at(source.line(29)),
            "`Errors` stands before `Response (success)`",
        )
        .help("move `Errors` below `Response (success)`");
    let mut all = files(2);
    all.push(source);
    let settings = Settings::default();
    let report = Report::new(
        "docs",
        &all,
        findings.into_sorted(),
        &options(&settings, Deny::Errors),
    );
    let expected = serde_json::json!({
        "version": 1,
        "check": "docs",
        "verdict": "FAILED",
        "overall": "1 error in 1 of 3 files.",
        "summary": { "files": 3, "errors": 1, "warnings": 0, "notes": 0 },
        "findings": [{
            "rule": "docs/section-order",
            "severity": "ERROR",
            "message": "`Errors` stands before `Response (success)`",
            "help": "move `Errors` below `Response (success)`",
            "path": "docs/api/create-order.md",
            "startLine": 29, "startColumn": 1, "endLine": 29, "endColumn": 10,
            "isGuess": false,
            "helpUrl": "/rules/docs/section-order"
        }]
    });
    let text = serde_json::to_string(&ReportV1::from(&report)).unwrap();
    assert_eq!(text, expected.to_string());
    let back: ReportV1 = serde_json::from_str(&text).unwrap();
    assert_eq!(back, ReportV1::from(&report));
}

#[test]
fn the_sentence_counts_in_good_english() {
    let sentence = |counts: [usize; 3], count| {
        let files = files(count);
        let mut findings = Findings::new();
        findings.under("skill/name-form");
        for index in 0..counts[0] {
            findings.error(files[index % count].top(), "e");
        }
        for index in 0..counts[1] {
            findings.warning(files[index % count].top(), "w");
        }
        for index in 0..counts[2] {
            findings.note(files[index % count].top(), "n");
        }
        plain(&files, findings).overall
    };
    assert_eq!(sentence([0, 0, 0], 3), "No findings in 3 files.");
    assert_eq!(sentence([0, 0, 0], 1), "No findings in 1 file.");
    assert_eq!(sentence([0, 0, 0], 0), "No findings in 0 files.");
    assert_eq!(sentence([1, 0, 0], 1), "1 error in 1 of 1 file.");
    assert_eq!(
        sentence([2, 1, 0], 3),
        "2 errors and 1 warning in 2 of 3 files."
    );
    assert_eq!(
        sentence([1, 2, 1], 3),
        "1 error, 2 warnings and 1 note in 2 of 3 files."
    );
}

#[test]
fn warnings_fail_only_where_they_are_denied() {
    let files = files(1);
    let verdict = |deny| {
        let mut findings = Findings::new();
        findings
            .under("skill/name-form")
            .warning(files[0].top(), "w");
        let settings = Settings::default();
        let report = Report::new(
            "skill",
            &files,
            findings.into_sorted(),
            &options(&settings, deny),
        );
        (
            report.verdict,
            report.verdict.exit_code(),
            report.findings[0].severity,
        )
    };
    assert_eq!(
        verdict(Deny::Errors),
        (Verdict::Passed, 0, Severity::Warning)
    );
    assert_eq!(
        verdict(Deny::Warnings),
        (Verdict::Failed, 1, Severity::Error)
    );
}

#[test]
fn a_file_that_is_missing_counts_as_looked_at() {
    let mut findings = Findings::new();
    let missing = Source::new("x/PAGE.md", "");
    findings
        .under("skill/missing-page")
        .error(missing.top(), "missing");
    let report = plain(&files(1), findings);
    assert_eq!(report.overall, "1 error in 1 of 2 files.");
}

#[test]
fn settings_change_severities_and_silence_by_path() {
    let settings = settings(
        "\u{feff}[rules]\r\n\"skill/name-form\" = { severity = \"off\", reason = \"old\", paths = [\"legacy/**\"] }\r\n\
         \"skill/long-body\" = { severity = \"note\", reason = \"long by nature\" }\r\n",
    );
    let all = [
        Source::new("legacy/a/SKILL.md", ""),
        Source::new("b/SKILL.md", ""),
    ];
    let mut findings = Findings::new();
    for file in &all {
        findings.under("skill/name-form").error(file.top(), "name");
        findings.under("skill/long-body").error(file.top(), "long");
    }
    let report = Report::new(
        "skill",
        &all,
        findings.into_sorted(),
        &options(&settings, Deny::Errors),
    );
    let left: Vec<_> = report
        .findings
        .iter()
        .map(|found| {
            (
                found.place.source.path(),
                found.rule.as_str(),
                found.severity,
            )
        })
        .collect();
    assert_eq!(
        left,
        [
            ("b/SKILL.md", "skill/long-body", Severity::Note),
            ("b/SKILL.md", "skill/name-form", Severity::Error),
            ("legacy/a/SKILL.md", "skill/long-body", Severity::Note),
        ]
    );
}

#[test]
fn a_settings_file_that_cannot_be_followed_says_where_and_why() {
    let off = "severity = \"off\"";
    let errors = [
        settings_error("[rules]\n\"skill/nmae-form\" = {}"),
        settings_error("[rules]\n\"docs/tabel-cell\" = {}"),
        settings_error(&format!("[rules]\n\"skill/name-form\" = {{ {off} }}")),
        settings_error(&format!(
            "[rules]\n\"skill/name-form\" = {{ {off}, reason = \" \" }}"
        )),
        settings_error("[rules]\n\"skill/name-form\" = { reason = \"x\" }"),
        settings_error("[rules]\n\"skill/name-form\" = { severity = \"loud\" }"),
        settings_error("[rules]\n\"skill/name-form\" = \"off\""),
        settings_error("[rules]\n\"skill/name-form\" = { severity = 1 }"),
        settings_error("[rules]\n\"skill/name-form\" = { paths = \"x\" }"),
        settings_error("[rules]\n\"skill/name-form\" = { reasons = \"x\" }"),
        settings_error("[rule]\n"),
        settings_error("[rules]\nx = = 1"),
    ];
    insta::assert_snapshot!(errors.join("\n"), @r#"
    guild.toml:2:1: there is no rule `skill/nmae-form`; did you mean `skill/name-form`?
    guild.toml:2:1: there is no rule `docs/tabel-cell`; did you mean `docs/table-cell`?
    guild.toml:2:1: `skill/name-form` has no reason: add `reason = "…"`, so that the next reader knows why
    guild.toml:2:1: `skill/name-form` has no reason: add `reason = "…"`, so that the next reader knows why
    guild.toml:2:1: `skill/name-form` has no severity: add `severity = "…"`, one of error, warning, note, off
    guild.toml:2:34: `loud` is no severity: write error, warning, note or off
    guild.toml:2:21: `skill/name-form` is to be a table, such as { severity = "note", reason = "…" }
    guild.toml:2:34: `severity` is to be a text in quotation marks
    guild.toml:2:31: `paths` is to be a list of path patterns, such as ["legacy/**"]
    guild.toml:2:23: `reasons` is not known here; known are severity, reason, paths
    guild.toml:1:2: `rule` is not known here; known are `baseline`, `[rules]`, `[api]`, `[browser]` and `[[documents]]`
    guild.toml:2:5: extra `=`, expected nothing
    "#);
}

#[test]
fn a_comment_with_a_reason_silences_its_rule_in_its_file() {
    let allowed = Source::new(
        "a/SKILL.md",
        "---\nname: a\n---\n<!-- guild: allow skill/long-body: one long table -->\n# A\n",
    );
    let other = Source::new("b/SKILL.md", "# B\n");
    let mut findings = Findings::new();
    findings.under("skill/long-body");
    findings.error(allowed.at(Span::new(1..2)), "long");
    findings.error(other.top(), "long");
    findings
        .under("skill/name-form")
        .error(allowed.top(), "name");
    let report = plain(&[allowed, other], findings);
    let left: Vec<_> = report
        .findings
        .iter()
        .map(|found| (found.place.source.path(), found.rule.as_str()))
        .collect();
    assert_eq!(
        left,
        [
            ("a/SKILL.md", "skill/name-form"),
            ("b/SKILL.md", "skill/long-body")
        ]
    );
}

#[test]
fn a_stranger_cannot_silence_what_is_found_in_their_file() {
    let source = Source::new(
        "SKILL.md",
        "<!-- guild: allow skill/long-body: trust me -->\n",
    );
    let mut findings = Findings::new();
    findings
        .under("skill/long-body")
        .error(source.top(), "long");
    let settings = Settings::default();
    let options = ReportOptions {
        settings: &settings,
        deny: Deny::Errors,
        allow_comments: AllowComments::Ignored,
        elsewhere: &[],
    };
    let report = Report::new("skill", &[source], findings.into_sorted(), &options);
    assert_eq!(report.overall, "1 error in 1 of 1 file.");
}

#[test]
fn a_comment_within_code_is_an_example_and_silences_nothing() {
    let text = "```html\n<!-- guild: allow skill/long-body: shown -->\n```\n";
    let source = Source::new("SKILL.md", text);
    let mut findings = Findings::new();
    findings
        .under("skill/long-body")
        .error(source.top(), "long");
    assert_eq!(
        plain(&[source], findings).overall,
        "1 error in 1 of 1 file."
    );
}

proptest! {
    #[test]
    fn any_settings_file_is_read_or_refused_at_a_place(text in "(\\PC|[\n\r\"{}=\u{feff}\\[\\]]|\\[rules\\]|severity|off){0,40}") {
        let source = Source::new("guild.toml", &text);
        if let Err(error) = Settings::parse(&source, &NAMES) {
            prop_assert!(error.place.start().line >= 1);
            prop_assert!(!error.to_string().is_empty());
        }
    }
}

#[test]
fn what_was_set_aside_is_kept_with_the_reason() {
    let text = "<!-- guild: allow skill/name-form: a customer's name -->\n";
    let source = Source::new("SKILL.md", text);
    let mut findings = Findings::new();
    for (rule, message) in [(NAMES[0], "the name is odd"), (NAMES[1], "it is long")] {
        findings.under(rule).error(source.top(), message);
    }
    let settings =
        settings("[rules]\n\"skill/long-body\" = { severity = \"off\", reason = \"one piece\" }\n");
    let report = Report::new(
        "skill",
        &[source],
        findings.into_sorted(),
        &options(&settings, Deny::Errors),
    );
    assert_eq!(report.verdict, Verdict::Passed);
    let set_aside = report.set_aside();
    let told: Vec<(&str, &str)> = set_aside
        .iter()
        .map(|aside| (aside.finding.message.as_str(), aside.why.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            ("the name is odd", "the file allows it: a customer's name"),
            ("it is long", "guild.toml turns it off: one piece")
        ]
    );
}
