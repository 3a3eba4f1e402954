//! `guild check browser`: the writing of a plan, and a run as far as the machine lets it.

use std::fs;

use serde_json::Value;

use crate::world::World;

const PLAN: &str = "# Test plan: Tasks\n\n- Entry URL: http://127.0.0.1:1/tasks\n\n## Flow: Look\n\n1. Navigate to `/tasks`\n2. Assert heading \"Tasks\" is visible\n3. Assert console has no errors\n4. Screenshot `tasks`\n";

fn world(plan: &str) -> World {
    let world = World::alone();
    fs::write(world.path("project/PLAN.md"), plan).unwrap();
    world
}

#[test]
fn a_sound_plan_passes_and_a_line_that_cannot_be_read_is_shown_as_it_is_to_be() {
    let world = world(PLAN);
    let run = world.guild("check browser PLAN.md --plan-only").ok();
    assert_eq!(run.stdout, "No findings in 1 file.\n");
    let wrong = PLAN.replace("2. Assert heading", "2. Verify heading");
    fs::write(world.path("project/PLAN.md"), wrong).unwrap();
    let run = world.guild("check browser PLAN.md --plan-only");
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains("PLAN.md:8:4"), "{}", run.stdout);
    assert!(
        run.stdout
            .contains("did you mean: Assert heading \"Tasks\" is visible"),
        "{}",
        run.stdout
    );
}

#[test]
fn the_writing_is_told_in_every_form() {
    let world = world(&PLAN.replace("4. Screenshot `tasks`\n", ""));
    for format in ["human", "json", "sarif", "github", "junit", "markdown"] {
        let run = world.guild(&format!(
            "check browser PLAN.md --plan-only --format {format}"
        ));
        assert_eq!(run.code, Some(1), "{format}");
        assert!(
            run.stdout.contains("browser/missing-screenshot"),
            "{format}: {}",
            run.stdout
        );
    }
}

#[test]
fn a_finding_can_be_allowed_in_the_plan_and_weighed_in_the_settings() {
    let without = PLAN.replace("3. Assert console has no errors\n4.", "3.");
    let allowed = without.replace("## Flow", "<!-- guild: allow browser/missing-console: the console of this page is checked elsewhere -->\n\n## Flow");
    let world = world(&allowed);
    world.guild("check browser PLAN.md --plan-only").ok();
    fs::write(world.path("project/PLAN.md"), &without).unwrap();
    let run = world.guild("check browser PLAN.md --plan-only");
    assert_eq!(run.code, Some(1));
    assert!(
        run.stdout.contains("the flow never looks at the console"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_plan_that_is_to_be_mended_starts_no_browser() {
    let world = world(&PLAN.replace("Navigate to", "Go to"));
    let run = world.guild("check browser PLAN.md --output evidence");
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr.contains("no browser was started"),
        "{}",
        run.stderr
    );
    assert!(!world.path("project/evidence").exists());
}

#[test]
fn without_a_browser_nothing_is_run_and_the_way_without_one_is_named() {
    let world = world(PLAN);
    let run = world.guild("check browser PLAN.md --browser ws://127.0.0.1:1/none --format json");
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    let report = run.json();
    assert_eq!(report["verdict"], "NOT_RUN");
    let overall = report["overall"].as_str().unwrap();
    assert!(overall.contains("install Chromium"), "{overall}");
    assert!(overall.contains("`test-generator`"), "{overall}");
}

#[test]
fn a_secret_that_is_not_set_is_named_before_anything_is_run() {
    let plan = PLAN
        .replace("## Flow", "- Secrets: `NO_SUCH_SECRET`\n\n## Flow")
        .replace("tasks\n\n- S", "tasks\n- S");
    let world = world(&plan);
    let run = world.guild("check browser PLAN.md --browser ws://127.0.0.1:1/none");
    assert_eq!(run.code, Some(2));
    assert!(run.stdout.contains("`NO_SUCH_SECRET`"), "{}", run.stdout);
}

#[test]
fn a_pattern_of_the_settings_that_cannot_be_followed_is_told_with_its_place() {
    let world = world(PLAN);
    let settings = |pattern: &str| {
        let text = format!("[browser]\nredact = ['ticket-[0-9]+', '{pattern}']\n");
        fs::write(world.path("project/guild.toml"), text).unwrap();
        world.guild("check browser PLAN.md --plan-only")
    };
    let run = settings("CUST-[");
    assert_eq!(run.code, Some(2));
    assert!(
        run.stderr.contains("could not follow guild.toml:2:28"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("`CUST-[` is no regular expression"),
        "{}",
        run.stderr
    );
    let run = settings("[0-9]*");
    assert!(
        run.stderr.contains("`[0-9]*` fits nothing at all"),
        "{}",
        run.stderr
    );
    settings("CUST-[0-9]+").ok();
    fs::write(
        world.path("project/guild.toml"),
        "[browser]\nredacted = []\n",
    )
    .unwrap();
    let run = world.guild("check browser PLAN.md --plan-only");
    assert!(
        run.stderr
            .contains("`redacted` is not known here; known are redact"),
        "{}",
        run.stderr
    );
}

/// Nothing listens at the entry URL: the run fails, and the comment on the writing holds all the same.
#[test]
fn what_is_allowed_in_the_writing_is_allowed_in_the_run_too() {
    let without = PLAN.replace("3. Assert console has no errors\n4.", "3.");
    let allowed = without.replace(
        "## Flow",
        "<!-- guild: allow browser/missing-console: it is checked elsewhere -->\n\n## Flow",
    );
    let world = world(&allowed);
    let run = world.guild("check browser PLAN.md --output evidence --format json");
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let kept = fs::read_to_string(world.path("project/evidence/report.json")).unwrap();
    for report in [&run.stdout, &kept] {
        let report: Value = serde_json::from_str(report).unwrap();
        let rules = |list: &str| -> Vec<&str> {
            let list = report[list].as_array().unwrap();
            list.iter()
                .map(|one| one["rule"].as_str().unwrap())
                .collect()
        };
        assert_eq!(
            rules("findings"),
            ["browser/page-not-opened", "browser/step-failed"]
        );
        assert_eq!(rules("setAside"), ["browser/missing-console"]);
    }
    let markdown = fs::read_to_string(world.path("project/evidence/report.md")).unwrap();
    assert!(
        markdown
            .contains("(`browser/missing-console`; the file allows it: it is checked elsewhere)"),
        "{markdown}"
    );
}
