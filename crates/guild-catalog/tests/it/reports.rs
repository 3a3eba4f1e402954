//! Reports of checked work: read strictly, and added up.

use guild_catalog::{PageRequest, ParsedReport, ReportError};
use guild_skill::wire::{BrokenRule, NewReport, ReportSummary, Severity, Verdict};
use proptest::prelude::*;

use crate::world::{on_each_engine, skill};

fn report(verdict: Verdict, rules: &[(&str, u32)]) -> NewReport {
    let errors = rules.iter().map(|(_, count)| count).sum();
    NewReport {
        skill: "tea-maker".to_owned(),
        version: "1.0.0".to_owned(),
        check: "work".to_owned(),
        verdict,
        summary: ReportSummary {
            files: 1,
            errors,
            warnings: 0,
            notes: 0,
        },
        rules: rules
            .iter()
            .map(|(rule, count)| BrokenRule {
                rule: (*rule).to_owned(),
                severity: Severity::Error,
                count: *count,
            })
            .collect(),
    }
}

#[test]
fn reports_of_a_release_are_added_up() {
    on_each_engine(async |world| {
        let tea = skill("tea-maker", "Tea Maker").version("1.0.0");
        world.publish(&tea).await.unwrap();
        let bruno = world.person("bruno").await;
        let order = ("tea/section-order", 2);
        for sent in [
            report(Verdict::Passed, &[]),
            report(Verdict::Failed, &[order, ("tea/last-line", 9)]),
            report(Verdict::Failed, &[order]),
            report(Verdict::NotRun, &[]),
        ] {
            let parsed = ParsedReport::parse(sent.clone()).unwrap();
            let taken = world.catalog.report(&bruno, &parsed).await.unwrap();
            assert_eq!(
                (taken.verdict, taken.rules.len()),
                (sent.verdict, sent.rules.len())
            );
        }
        let (name, version) = (tea.name(), "1.0.0".parse().unwrap());
        let totals = world.catalog.report_totals(&name, &version).await.unwrap();
        assert_eq!((totals.passed, totals.failed, totals.not_run), (1, 2, 1));
        let broken = [
            ("tea/section-order".to_owned(), 2),
            ("tea/last-line".to_owned(), 1),
        ];
        assert_eq!(totals.broken, broken);
        let list = world
            .catalog
            .reports(Some(&name), Some(&version), PageRequest::FIRST)
            .await;
        assert_eq!(list.unwrap().total_items, 4);
        let other = "2.0.0".parse().unwrap();
        let list = world
            .catalog
            .reports(None, Some(&other), PageRequest::FIRST)
            .await;
        assert_eq!(list.unwrap().total_items, 0);
    });
}

#[test]
fn a_report_is_of_a_release_that_is_there_and_nobody_sends_too_many() {
    on_each_engine(async |world| {
        let tea = skill("tea-maker", "Tea Maker").version("1.0.0");
        world.publish(&tea).await.unwrap();
        let bruno = world.person("bruno").await;
        let send = async |sent: NewReport| {
            let parsed = ParsedReport::parse(sent).unwrap();
            world.catalog.report(&bruno, &parsed).await
        };
        let passed = report(Verdict::Passed, &[]);
        let version = "2.0.0".to_owned();
        let none = send(NewReport {
            version,
            ..passed.clone()
        })
        .await;
        assert!(matches!(none, Err(ReportError::NoRelease(..))), "{none:?}");
        let skill = "coffee-maker".to_owned();
        let none = send(NewReport {
            skill,
            ..passed.clone()
        })
        .await;
        assert!(matches!(none, Err(ReportError::NoSkill(_))), "{none:?}");
        for _ in 0..300 {
            send(passed.clone()).await.unwrap();
        }
        let more = send(passed).await;
        assert!(matches!(more, Err(ReportError::TooMany { .. })), "{more:?}");
    });
}

#[test]
fn what_contradicts_itself_is_no_report() {
    let good = report(Verdict::Failed, &[("docs/section-order", 1)]);
    assert!(ParsedReport::parse(good.clone()).is_ok());
    let spoilt: [fn(&mut NewReport); 9] = [
        |report| report.verdict = Verdict::Passed,
        |report| report.summary.errors = 0,
        |report| report.summary.files = 1_000_001,
        |report| report.rules.push(report.rules[0].clone()),
        |report| report.rules[0].count = 0,
        |report| report.rules[0].rule = "<script>alert(1)</script>".to_owned(),
        |report| report.rules[0].rule = "docs/../etc".to_owned(),
        |report| report.check = "Docs".to_owned(),
        |report| report.version = "1".to_owned(),
    ];
    for (place, spoil) in spoilt.into_iter().enumerate() {
        let mut report = good.clone();
        spoil(&mut report);
        let read = ParsedReport::parse(report);
        assert!(
            matches!(read, Err(ReportError::Invalid(_))),
            "{place}: {read:?}"
        );
    }
}

fn anything() -> impl Strategy<Value = NewReport> {
    let verdict = prop_oneof![
        Just(Verdict::Passed),
        Just(Verdict::Failed),
        Just(Verdict::NotRun)
    ];
    let severity = prop_oneof![
        Just(Severity::Error),
        Just(Severity::Warning),
        Just(Severity::Note)
    ];
    let name = prop_oneof![
        ".{0,12}",
        "[a-z0-9/-]{1,40}",
        Just("docs/section-order".to_owned())
    ];
    let number = prop_oneof![0..3_u32, any::<u32>()];
    let rule = (name, severity, number.clone()).prop_map(|(rule, severity, count)| BrokenRule {
        rule,
        severity,
        count,
    });
    let summary = [number.clone(), number.clone(), number.clone(), number].prop_map(
        |[files, errors, warnings, notes]| ReportSummary {
            files,
            errors,
            warnings,
            notes,
        },
    );
    let texts = (
        "[a-z-]{0,10}|.{0,8}",
        "1\\.0\\.0|.{0,8}",
        "[a-z-]{0,10}|.{0,8}",
    );
    let rules = proptest::collection::vec(rule, 0..6);
    (texts, verdict, summary, rules).prop_map(
        |((skill, version, check), verdict, summary, rules)| NewReport {
            skill,
            version,
            check,
            verdict,
            summary,
            rules,
        },
    )
}

proptest! {
    /// Whatever is sent: what is taken holds nothing but words, and says the same in all its parts.
    #[test]
    fn a_report_that_is_taken_is_words_and_numbers_that_agree(sent in anything()) {
        if ParsedReport::parse(sent.clone()).is_ok() {
            let is_plain = |text: &str| {
                text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-/".contains(&byte))
            };
            prop_assert!(is_plain(&sent.check) && is_plain(&sent.skill));
            prop_assert!(sent.rules.iter().all(|rule| is_plain(&rule.rule) && rule.count > 0));
            let of = |weight| -> u64 {
                let rules = sent.rules.iter().filter(|rule| rule.severity == weight);
                rules.map(|rule| u64::from(rule.count)).sum()
            };
            prop_assert!(of(Severity::Error) <= u64::from(sent.summary.errors));
            prop_assert!(of(Severity::Warning) <= u64::from(sent.summary.warnings));
            prop_assert!(of(Severity::Note) <= u64::from(sent.summary.notes));
            prop_assert!(sent.verdict != Verdict::Passed || sent.summary.errors == 0);
        }
    }
}
