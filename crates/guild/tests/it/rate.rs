//! Ratings from the command line, and telling a catalog what came of a check.

use serde_json::{Value, json};

use crate::world::{Run, World};

/// A world with a skill, and a token that rates.
fn world() -> (World, String) {
    let world = World::new();
    world.publish("greeter", "1.0.0", &[]);
    let (token, _) = world.admin("anna");
    (world, token)
}

fn with(world: &World, token: &str, args: &str) -> Run {
    world.run(world.command(args).env("GUILD_TOKEN", token))
}

#[test]
fn somebody_rates_changes_that_and_withdraws_it() {
    let (world, token) = world();
    let nobody = world.guild("rate greeter 4").fails(2);
    assert!(nobody.stderr.contains("guild login"), "{nobody}");
    let run = with(&world, &token, "rate greeter 4 --text Friendly").ok();
    assert_eq!(run.stdout, "Rated greeter: 4 of 5\n");
    let shown = world.guild("show greeter").ok();
    assert!(shown.stdout.contains("4.0 of 5 from 1 rating"), "{shown}");
    let changed = with(&world, &token, "rate greeter 2 --json").ok().json();
    assert_eq!(
        (&changed["stars"], &changed["text"]),
        (&json!(2), &json!("Friendly"))
    );
    let skill = world.guild("show greeter --json").ok().json();
    assert_eq!(skill["rating"], json!({"average": 2.0, "count": 1}));
    with(&world, &token, "rate greeter --withdraw").ok();
    let again = with(&world, &token, "rate greeter --withdraw").fails(1);
    assert!(
        again.stderr.contains("you have not rated `greeter`"),
        "{again}"
    );
    for wrong in [
        "rate greeter 0",
        "rate greeter 6",
        "rate greeter",
        "rate greeter 3 --withdraw",
    ] {
        with(&world, &token, wrong).fails(2);
    }
    let unknown = with(&world, &token, "rate no-such-skill 3").fails(2);
    assert!(
        unknown.stderr.contains("no skill `no-such-skill`"),
        "{unknown}"
    );
}

const CONTRACT: &str = r#"
version = 1
name = "minutes"
title = ["Minutes of <date iso>"]

[[section]]
name = "Decisions"
"#;

#[test]
fn a_catalog_is_told_the_verdict_and_the_rules_and_nothing_of_the_work() {
    let (world, token) = world();
    world.write("project/skills/minutes/contract.toml", CONTRACT);
    world.write(
        "project/secret-plan.md",
        "# Minutes of 2026-02-27\n\n## Secrets\n\nSell it.\n",
    );
    let check = "check work secret-plan.md --skill skills/minutes --report-to catalog";
    let run = with(
        &world,
        &token,
        &format!("{check} --report-for greeter@1.0.0"),
    )
    .fails(1);
    assert!(
        run.stderr.contains("Told the catalog: greeter 1.0.0."),
        "{run}"
    );
    let found: Value = world
        .guild("check work secret-plan.md --skill skills/minutes --format json")
        .json();
    let mut response = ureq::get(format!("{}/api/reports", world.catalog()))
        .call()
        .unwrap();
    let text = response.body_mut().read_to_string().unwrap();
    assert!(!text.contains("ecret") && !text.contains("anna"), "{text}");
    let list: Value = serde_json::from_str(&text).unwrap();
    let report = &list["items"][0];
    assert_eq!(
        (&report["verdict"], &report["check"]),
        (&json!("FAILED"), &json!("minutes"))
    );
    assert_eq!(report["summary"]["errors"], found["summary"]["errors"]);
    let rule = report["rules"][0]["rule"].as_str().unwrap();
    assert!(rule.starts_with("minutes/"), "{rule}");
}

#[test]
fn a_check_ends_as_it_would_have_though_nobody_could_be_told() {
    let (world, token) = world();
    world.write("project/skills/minutes/contract.toml", CONTRACT);
    world.write(
        "project/good.md",
        "# Minutes of 2026-02-27\n\n## Decisions\n\nShip it.\n",
    );
    let check = "check work good.md --skill skills/minutes --report-to";
    let unknown = with(&world, &token, &format!("{check} catalog")).ok();
    assert!(
        unknown.stderr.contains("not known which skill"),
        "{unknown}"
    );
    assert!(
        unknown.stderr.contains("--report-for NAME@VERSION"),
        "{unknown}"
    );
    let away = format!("{check} http://127.0.0.1:1 --report-for greeter@1.0.0");
    let away = with(&world, &token, &away).ok();
    assert!(away.stderr.contains("the catalog was not told"), "{away}");
    assert!(away.stdout.contains("No findings in 1 file."), "{away}");
    let nobody = world
        .guild(&format!("{check} catalog --report-for greeter@1.0.0"))
        .ok();
    assert!(
        nobody.stderr.contains("the catalog was not told"),
        "{nobody}"
    );
    let release = with(
        &world,
        &token,
        &format!("{check} catalog --report-for greeter@9.0.0"),
    )
    .ok();
    assert!(release.stderr.contains("has no release 9.0.0"), "{release}");
}
