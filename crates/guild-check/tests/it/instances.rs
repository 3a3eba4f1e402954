//! Findings that speak for several places.

use guild_check::baseline::{Baseline, Folders};
use guild_check::finding::Instance;
use guild_check::render::Format;
use guild_check::{Findings, Report, Source};

use crate::render::{report, show};

/// One finding that speaks for five places in two files.
fn shared() -> Report {
    let files = ["a.yaml", "b.yaml"].map(|path| Source::new(path, "one\ntwo\nthree\n"));
    let instance = |file: usize, line: u32, name: &str| Instance {
        place: files[file].at(files[file].line(line)),
        message: format!("`{name}` has no name"),
    };
    let mut findings = Findings::new();
    findings
        .under("docs/section-order")
        .warning(files[0].at(files[0].line(1)), "5 of 6 have no name")
        .help("name them")
        .at_each(vec![
            instance(0, 1, "one"),
            instance(0, 2, "two"),
            instance(0, 3, "three"),
            instance(1, 1, "four"),
            instance(1, 2, "five"),
        ]);
    report(&files, findings)
}

#[test]
fn what_is_told_once_names_its_other_places() {
    insta::assert_snapshot!(show(&shared(), Format::Human), @r"
    warning[docs/section-order]: 5 of 6 have no name
     --> a.yaml:1:1
      |
    1 | one
      | ^^^
      |
      = help: name them
      = also: a.yaml:2:1: `two` has no name
      = also: a.yaml:3:1: `three` has no name
      = also: b.yaml:1:1: `four` has no name
      = also: b.yaml:2:1: `five` has no name
      = more: guild explain docs/section-order

    1 warning in 1 of 2 files.
    ");
    let json: serde_json::Value = serde_json::from_str(&show(&shared(), Format::Json)).unwrap();
    let finding = &json["findings"][0];
    assert_eq!(finding["places"], 5);
    assert_eq!(finding["instances"].as_array().unwrap().len(), 5);
    assert_eq!(finding["instances"][3]["path"], "b.yaml");
    assert_eq!(finding["instances"][3]["message"], "`four` has no name");
    let sarif: serde_json::Value = serde_json::from_str(&show(&shared(), Format::Sarif)).unwrap();
    let related = &sarif["runs"][0]["results"][0]["relatedLocations"];
    assert_eq!(related.as_array().unwrap().len(), 4);
    assert_eq!(related[0]["message"]["text"], "`two` has no name");
}

#[test]
fn a_baseline_knows_each_place_of_what_is_told_once() {
    let before = shared();
    let empty = Baseline::empty(Source::new("guild-baseline.toml", ""), Folders::default());
    let baseline = empty.taking_in(&before, "adopted");
    assert_eq!(baseline.known.len(), 5);
    let whole = shared().under(baseline.clone().into());
    assert_eq!((whole.findings.len(), whole.known.len()), (0, 5));
    let mut less = baseline;
    less.known.remove(1);
    let part = shared().under(less.into());
    let told: Vec<&str> = part.findings.iter().map(|found| &*found.message).collect();
    assert_eq!((told.len(), part.known.len()), (1, 4));
    assert!(told[0].ends_with("has no name"), "{told:?}");
}
