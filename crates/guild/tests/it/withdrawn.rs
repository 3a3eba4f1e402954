//! What was withdrawn or deleted after somebody installed it, and what everybody is told of it.

use insta::assert_snapshot;

use crate::world::World;

/// A world with `greeter` 1.0.0 and 1.1.0, and the token of an admin.
fn with_two_releases() -> (World, String) {
    let world = World::new();
    world.publish("greeter", "1.1.0", &[]);
    let (token, _) = world.admin("anna");
    (world, token)
}

fn withdraw(world: &World, token: &str, version: &str) {
    let mut yank = world.command(&format!("yank greeter@{version} --why"));
    world
        .run(yank.arg("It bites").env("GUILD_TOKEN", token))
        .ok();
}

fn delete(world: &World, token: &str) {
    let path = "/api/skills/greeter?reason=It+leaks+secrets";
    let answer = ureq::delete(format!("{}{path}", world.catalog()))
        .header("authorization", format!("Bearer {token}"))
        .call();
    assert_eq!(answer.unwrap().status(), 204);
}

#[test]
fn an_update_leaves_a_withdrawn_release_for_the_newest_that_was_not() {
    let (world, token) = with_two_releases();
    world.guild("install greeter").ok();
    withdraw(&world, &token, "1.1.0");
    let rehearsed = world.guild("update --dry-run").ok();
    let line =
        "Would update greeter 1.1.0 → 1.0.0 in .agents/skills/greeter, as 1.1.0 was withdrawn";
    assert!(rehearsed.stdout.contains(line), "{rehearsed}");
    assert_snapshot!(world.guild("update"), @r#"
        exit 0
        stdout:
        Updated greeter 1.1.0 → 1.0.0 in .agents/skills/greeter, as 1.1.0 was withdrawn
        stderr:
        warning: greeter 1.1.0 was withdrawn by its publisher: It bites
        Restart your assistant's session; the new versions are then used.
    "#);
    assert!(world.read("project/guild.lock").contains("1.0.0"));
    let verified = world.guild("verify").ok();
    assert!(!verified.stderr.contains("warning"), "{verified}");
    let again = world.guild("update").ok();
    assert_eq!(again.stderr, "All installed skills are the newest.\n");
}

#[test]
fn a_release_that_was_withdrawn_is_chosen_for_nobody_where_there_is_no_other_either() {
    let (world, token) = with_two_releases();
    world.guild("install greeter@1.0.0").ok();
    for version in ["1.0.0", "1.1.0"] {
        withdraw(&world, &token, version);
    }
    assert_snapshot!(world.guild("update"), @r#"
        exit 0
        stderr:
        warning: greeter 1.0.0 was withdrawn by its publisher: It bites
        warning: every release of greeter was withdrawn; 1.0.0 is left as it is in .agents/skills/greeter
        hint: `guild remove greeter` takes it away
    "#);
    let json = world.guild("update --json").ok().json();
    let skill = &json["skills"][0];
    assert_eq!(
        (&skill["outcome"], &skill["withdrawn"]),
        (&"ALL_WITHDRAWN".into(), &"It bites".into())
    );
    let skill_md = world.read("project/.agents/skills/greeter/SKILL.md");
    assert!(skill_md.contains("1.0.0"), "{skill_md}");
    let outdated = world.guild("list --outdated").ok();
    assert_eq!(outdated.stderr, "Nothing newer is out.\n");
}

#[test]
fn the_page_of_a_withdrawn_skill_says_so_and_names_what_installs_it_all_the_same() {
    let (world, token) = with_two_releases();
    for version in ["1.0.0", "1.1.0"] {
        withdraw(&world, &token, version);
    }
    let shown = world.guild("show greeter").ok();
    let words = "withdrawn by its publisher: It bites\n";
    assert!(shown.stdout.contains(words), "{shown}");
    let hint = "hint: every release was withdrawn; `guild install greeter@1.1.0` installs this one all the same\n";
    assert_eq!(shown.stderr, hint);
}

#[test]
fn whoever_has_a_deleted_skill_is_told_the_day_and_the_reason() {
    let (world, token) = with_two_releases();
    world.guild("install greeter").ok();
    delete(&world, &token);
    assert_snapshot!(world.guild("verify"), @r#"
        exit 0
        stderr:
        warning: the skill `greeter` was deleted on 2026-03-01: It leaks secrets
        hint: `guild remove greeter` takes it away
        The one installed skill is as it was published.
        1 of 1 proved by the log of the catalog.
    "#);
    assert_snapshot!(world.guild("update"), @r#"
        exit 0
        stderr:
        warning: the skill `greeter` was deleted on 2026-03-01: It leaks secrets
        greeter 1.1.0 is left as it is in .agents/skills/greeter.
        hint: `guild remove greeter` takes it away
    "#);
    let sentence = "the skill `greeter` was deleted on 2026-03-01: It leaks secrets";
    let list = world.guild("list").ok();
    let line = format!("greeter 1.1.0  deleted: {sentence}\n");
    assert!(list.stdout.contains(&line), "{list}");
    world.guild("list --outdated").ok();
    let skill = &world.guild("verify --json").ok().json()["skills"][0];
    assert_eq!(skill["deleted"], sentence);
    let doctor = world.guild("doctor --json").fails(1).json();
    let problem = &doctor["problems"][0];
    assert_eq!(
        (&problem["kind"], &problem["message"], &problem["mend"]),
        (
            &"DELETED".into(),
            &sentence.into(),
            &"guild remove greeter --project".into()
        )
    );
}

#[test]
fn whoever_asks_for_a_deleted_skill_is_told_what_the_catalog_says() {
    let (world, token) = with_two_releases();
    world.publish("greeters", "1.0.0", &[]);
    delete(&world, &token);
    insta::allow_duplicates! {
        for words in ["install greeter", "install greeter@1.0.0", "show greeter"] {
            assert_snapshot!(world.guild(words), @r#"
                exit 2
                stderr:
                error: the skill `greeter` was deleted on 2026-03-01: It leaks secrets
                hint: its name is never given out again; `guild search WORDS` finds other skills
            "#);
        }
    }
}

#[test]
fn doctor_tells_of_a_withdrawn_release_and_what_is_typed_mends_it() {
    let (world, token) = with_two_releases();
    world.guild("install greeter").ok();
    withdraw(&world, &token, "1.1.0");
    let doctor = world.guild("doctor --json").fails(1).json();
    let problem = &doctor["problems"][0];
    assert_eq!(problem["kind"], "WITHDRAWN");
    let mend = problem["mend"].as_str().unwrap();
    assert_eq!(mend, "guild update greeter --project");
    world.guild(mend.trim_start_matches("guild ")).ok();
    world.guild("doctor").ok();
}
