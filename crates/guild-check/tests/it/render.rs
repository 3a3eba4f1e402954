//! The six forms of a report.

use guild_check::render::{Colour, Format, RenderOptions, human, render};
use guild_check::report::{AllowComments, Deny, Report, ReportOptions};
use guild_check::rule::RulePage;
use guild_check::{Findings, Settings, Source, Span};
use proptest::prelude::*;

const PAGES: &[RulePage] = &[RulePage {
    name: "docs/section-order",
    page: "# docs/section-order\n\n## What it finds\n\nA section before its time.\n",
}];

pub(crate) fn show(report: &Report, format: Format) -> String {
    let options = RenderOptions {
        format,
        colour: Colour::Plain,
        pages: PAGES,
    };
    render(report, &options)
}

pub(crate) fn report(files: &[Source], findings: Findings) -> Report {
    let options = ReportOptions {
        settings: &Settings::default(),
        deny: Deny::Errors,
        allow_comments: AllowComments::Obeyed,
        elsewhere: &[],
    };
    Report::new("docs", files, findings.into_sorted(), &options)
}

fn span_of(source: &Source, text: &str) -> Span {
    let start = source.text().find(text).unwrap();
    Span::new(start..start + text.len())
}

/// One error, one guess, one clean file, and text that means something in each form.
fn sample() -> Report {
    let order = Source::new(
        "docs/create order,1.md",
        "# T\r\n\r\n\t## Errors <&> 日本\r\n",
    );
    let other = Source::new("b.md", "one | two\nthree\n");
    let clean = Source::new("clean.md", "fine");
    let mut findings = Findings::new();
    findings
        .under("docs/section-order")
        .error(
            order.at(span_of(&order, "## Errors <&> 日本")),
            "`Errors` stands before `a|b`",
        )
        .help("move it, 100% <down>");
    findings
        .under("docs/odd")
        .warning(
            other.at(span_of(&other, "two\nthree")),
            "odd: @you \u{202e}hid\u{1b}[31m ` <b>",
        )
        .guess();
    report(&[order, other, clean], findings)
}

#[test]
fn human_shows_the_source_and_never_a_raw_control_character() {
    insta::assert_snapshot!(show(&sample(), Format::Human), @r#"
    warning[docs/odd]: odd: @you \u{202e}hid\u{1b}[31m ` <b>
     --> b.md:1:7
      |
    1 |   one | two
      |  _______^
    2 | | three
      | |_____^
      |
      = note: this is a guess
      = more: guild explain docs/odd

    error[docs/section-order]: `Errors` stands before `a|b`
     --> docs/create order,1.md:3:2
      |
    3 |     ## Errors <&> 日本
      |     ^^^^^^^^^^^^^^^^^^
      |
      = help: move it, 100% <down>
      = more: guild explain docs/section-order

    1 error and 1 warning in 2 of 3 files.
    "#);
}

#[test]
fn json_has_the_frozen_shape() {
    insta::assert_snapshot!(show(&sample(), Format::Json), @r#"
    {
      "version": 1,
      "check": "docs",
      "verdict": "FAILED",
      "overall": "1 error and 1 warning in 2 of 3 files.",
      "summary": {
        "files": 3,
        "errors": 1,
        "warnings": 1,
        "notes": 0
      },
      "findings": [
        {
          "rule": "docs/odd",
          "severity": "WARNING",
          "message": "odd: @you \u202ehid\u001b[31m ` <b>",
          "help": null,
          "path": "b.md",
          "startLine": 1,
          "startColumn": 7,
          "endLine": 2,
          "endColumn": 6,
          "isGuess": true,
          "helpUrl": "/rules/docs/odd"
        },
        {
          "rule": "docs/section-order",
          "severity": "ERROR",
          "message": "`Errors` stands before `a|b`",
          "help": "move it, 100% <down>",
          "path": "docs/create order,1.md",
          "startLine": 3,
          "startColumn": 2,
          "endLine": 3,
          "endColumn": 18,
          "isGuess": false,
          "helpUrl": "/rules/docs/section-order"
        }
      ]
    }
    "#);
}

#[test]
fn sarif_describes_the_broken_rules() {
    let version = concat!("\"version\": \"", env!("CARGO_PKG_VERSION"), "\"");
    let text = show(&sample(), Format::Sarif).replace(version, "\"version\": \"[version]\"");
    insta::assert_snapshot!(text, @r##"
    {
      "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        {
          "tool": {
            "driver": {
              "name": "guild",
              "version": "[version]",
              "rules": [
                {
                  "id": "docs/odd"
                },
                {
                  "id": "docs/section-order",
                  "shortDescription": {
                    "text": "A section before its time."
                  },
                  "help": {
                    "text": "# docs/section-order\n\n## What it finds\n\nA section before its time.\n",
                    "markdown": "# docs/section-order\n\n## What it finds\n\nA section before its time.\n"
                  }
                }
              ]
            }
          },
          "columnKind": "unicodeCodePoints",
          "invocations": [
            {
              "executionSuccessful": true
            }
          ],
          "results": [
            {
              "ruleId": "docs/odd",
              "ruleIndex": 0,
              "level": "warning",
              "message": {
                "text": "odd: @you \u202ehid\u001b[31m ` <b>"
              },
              "locations": [
                {
                  "physicalLocation": {
                    "artifactLocation": {
                      "uri": "b.md"
                    },
                    "region": {
                      "startLine": 1,
                      "startColumn": 7,
                      "endLine": 2,
                      "endColumn": 6
                    }
                  }
                }
              ],
              "properties": {
                "isGuess": true
              }
            },
            {
              "ruleId": "docs/section-order",
              "ruleIndex": 1,
              "level": "error",
              "message": {
                "text": "`Errors` stands before `a|b`\n\nhelp: move it, 100% <down>"
              },
              "locations": [
                {
                  "physicalLocation": {
                    "artifactLocation": {
                      "uri": "docs/create%20order%2C1.md"
                    },
                    "region": {
                      "startLine": 3,
                      "startColumn": 2,
                      "endLine": 3,
                      "endColumn": 18
                    }
                  }
                }
              ],
              "properties": {
                "isGuess": false
              }
            }
          ]
        }
      ]
    }
    "##);
}

#[test]
fn github_commands_are_escaped() {
    insta::assert_snapshot!(show(&sample(), Format::Github), @r#"
    ::warning file=b.md,line=1,endLine=2,title=docs/odd::odd: @you \u{202e}hid\u{1b}[31m ` <b>
    ::error file=docs/create order%2C1.md,line=3,endLine=3,col=2,endColumn=18,title=docs/section-order::`Errors` stands before `a|b`%0Ahelp: move it, 100%25 <down>
    1 error and 1 warning in 2 of 3 files.
    "#);
}

#[test]
fn junit_has_a_test_case_for_each_file() {
    insta::assert_snapshot!(show(&sample(), Format::Junit), @r#"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="guild check docs" tests="3" failures="1" errors="0">
      <testsuite name="guild check docs" tests="3" failures="1" errors="0">
        <testcase name="docs/create order,1.md" classname="guild.docs">
          <failure message="`Errors` stands before `a|b`" type="docs/section-order">docs/create order,1.md:3:2: error docs/section-order: `Errors` stands before `a|b`
      help: move it, 100% &lt;down&gt;</failure>
        </testcase>
        <testcase name="b.md" classname="guild.docs">
          <system-out>b.md:1:7: warning docs/odd: odd: @you \u{202e}hid\u{1b}[31m ` &lt;b&gt;</system-out>
        </testcase>
        <testcase name="clean.md" classname="guild.docs"/>
      </testsuite>
    </testsuites>
    "#);
}

#[test]
fn markdown_is_a_table_without_force() {
    insta::assert_snapshot!(show(&sample(), Format::Markdown), @r#"
    **guild check docs: FAILED.** 1 error and 1 warning in 2 of 3 files.

    | | Where | What | Rule |
    |---|---|---|---|
    | warning | `b.md:1:7` | odd: &#64;you \\u{202e}hid\\u{1b}\[31m \` &lt;b&gt; | `docs/odd` |
    | error | `docs/create order,1.md:3:2` | `Errors` stands before `a\|b`<br>move it, 100% &lt;down&gt; | `docs/section-order` |
    "#);
}

#[test]
fn a_run_that_could_not_start_says_so_in_each_form() {
    let report = Report::not_run("docs", "the folder is empty");
    for format in Format::ALL {
        let text = show(&report, format);
        assert!(
            text.contains("Not run: the folder is empty."),
            "{format:?}: {text}"
        );
    }
    assert_eq!(report.verdict.exit_code(), 2);
}

#[test]
fn a_long_line_is_cut_around_the_finding() {
    let source = Source::new(
        "long.md",
        format!("{}HERE{}", "ä".repeat(9_000), "ö".repeat(9_000)),
    );
    let mut findings = Findings::new();
    findings
        .under("docs/odd")
        .note(source.at(span_of(&source, "HERE")), "here");
    let text = show(&report(&[source], findings), Format::Human);
    assert!(text.contains("…ääää") && text.contains("öööö…"), "{text}");
    assert!(text.contains("long.md:1:9001"), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() < 200),
        "{text}"
    );
}

#[test]
fn a_finding_on_a_whole_file_stands_at_its_top() {
    let missing = Source::new("a/PAGE.md", "");
    let broken = Source::new("b\u{1b}.md", "\u{feff}---\nname: \u{200b}x\n");
    let mut findings = Findings::new();
    findings.under("docs/odd");
    findings.error(missing.top(), "the file is missing");
    findings.error(broken.top(), "nothing closes the front matter");
    findings.note(
        broken.at(span_of(&broken, "\u{200b}x")),
        "a hidden character",
    );
    insta::assert_snapshot!(show(&report(&[missing, broken], findings), Format::Human), @r#"
    error[docs/odd]: the file is missing
    --> a/PAGE.md:1:1
     |
     = more: guild explain docs/odd

    error[docs/odd]: nothing closes the front matter
     --> b\u{1b}.md:1:1
      |
    1 | ---
      | ^
      |
      = more: guild explain docs/odd

    note[docs/odd]: a hidden character
     --> b\u{1b}.md:2:7
      |
    2 | name: \u{200b}x
      |       ^^^^^^^^^
      |
      = more: guild explain docs/odd

    2 errors and 1 note in 2 of 2 files.
    "#);
}

#[test]
fn colour_is_asked_for() {
    assert!(human::render(&sample(), Colour::Styled).contains("\u{1b}["));
    assert!(!human::render(&sample(), Colour::Plain).contains('\u{1b}'));
}

#[test]
fn a_format_is_found_by_its_word() {
    for format in Format::ALL {
        assert_eq!(format.word().parse(), Ok(format));
    }
    assert!(
        "yaml"
            .parse::<Format>()
            .unwrap_err()
            .to_string()
            .contains("junit or markdown")
    );
}

proptest! {
    #[test]
    fn any_finding_in_any_text_can_be_shown(
        text in "(\\PC|[\n\r\t\u{feff}\u{202e}\u{1b}äß`|<&]){0,300}",
        start in 0_u32..400, length in 0_u32..400, message in "(\\PC|[\n`\u{0}]){0,40}",
    ) {
        let source = Source::new("a.md", &text);
        let mut findings = Findings::new();
        let span = Span { start, end: start.saturating_add(length) };
        findings.under("docs/odd").error(source.at(span), message);
        let report = report(&[source], findings);
        for format in Format::ALL {
            let shown = show(&report, format);
            prop_assert!(!shown.contains(['\u{1b}', '\u{202e}', '\0']), "{shown:?}");
            if matches!(format, Format::Json | Format::Sarif) {
                prop_assert!(serde_json::from_str::<serde_json::Value>(&shown).is_ok());
            }
        }
    }
}
