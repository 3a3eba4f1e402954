//! What the page `/check` says of work that somebody pasted: the same as the commands.

use std::slice::from_ref;
use std::sync::Arc;

use guild_check::contract::Date;
use guild_check::report::{AllowComments, Deny, ReportOptions};
use guild_check::{Finding, Report, Settings, Source};
use guild_check_api::checklist::{Looked, checklist};
use guild_check_api::tree::TreeLimits;
use guild_check_api::{Conventions, Form, Loading, Survey, parse, rules};
use guild_check_docs::{Against, DocsOptions};
use guild_server::{Subject, WorkCheck, WorkChecked};
use guild_skill::contracts;

/// How much of a contract is read: what nobody writes by hand is not, however short it is (YAML multiplies).
const LIMITS: TreeLimits = TreeLimits {
    bytes: 1 << 20,
    depth: 256,
    values: 250_000,
};

/// Gives the checks in code.
pub(super) fn checks() -> Vec<WorkCheck> {
    vec![
        WorkCheck {
            skill: contracts::NAMES[0],
            subject: Subject::Document,
            check: check_docs,
        },
        WorkCheck {
            skill: "api-and-interface-design",
            subject: Subject::ApiContract,
            check: check_api,
        },
    ]
}

fn check_docs(text: &str, today: Date) -> WorkChecked {
    let source = Source::new("document.md", text);
    let options = DocsOptions {
        today,
        contracts: None,
    };
    let findings = guild_check_docs::check(&source, &options);
    WorkChecked {
        report: report("docs", &source, findings, &Against::beside_text()),
        form: None,
    }
}

/// Checks a contract in one piece: what it names in other files is a finding, and nothing is fetched.
fn check_api(text: &str, _: Date) -> WorkChecked {
    let form = Form::of(text);
    let source = Source::new(form.file_name(), text);
    let loading = Loading {
        limits: LIMITS,
        files: 1,
        ..Loading::alone()
    };
    let contract = parse(&source, &loading);
    let language = contract.language.word();
    let survey = Survey::of(Arc::new(contract), Conventions::default());
    let findings = rules::judge_design(&survey);
    let report = report("api", &source, findings, &rules::beside_one());
    let checklist = checklist(from_ref(&survey), &report.findings, Looked::default());
    WorkChecked {
        report: report.with_checklist(checklist),
        form: Some(match (language, form) {
            (Some(language), Form::TypeScript) => language.to_owned(),
            (Some(language), form) => format!("{language} in {}", form.word()),
            (None, form) => form.word().to_owned(),
        }),
    }
}

fn report(check: &str, source: &Source, findings: Vec<Finding>, elsewhere: &[&str]) -> Report {
    let options = ReportOptions {
        settings: &Settings::default(),
        deny: Deny::Errors,
        allow_comments: AllowComments::Obeyed,
        elsewhere,
    };
    Report::new(check, from_ref(source), findings, &options)
}
