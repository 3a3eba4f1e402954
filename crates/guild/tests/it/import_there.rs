//! Taking in skills that others wrote, into a catalog that a server hands out.

use insta::assert_snapshot;

use crate::import::with_skills;
use crate::world::{Run, World};

fn import(world: &World, token: &str, more: &str) -> Run {
    let words = format!("import skills --catalog {} {more}", world.catalog());
    world.run(world.command(&words).env("GUILD_TOKEN", token))
}

#[test]
fn each_skill_is_published_over_the_api_or_told_why_not_and_again_is_no_change() {
    let world = World::new();
    let (token, _) = world.admin("anna");
    with_skills(&world);
    assert_snapshot!(import(&world, &token, "--pack Kitchen"), @r#"
        exit 1
        stdout:
        Refused   (no name)  skills/other
                  the front matter has no `description`  skill/description-missing  skills/other/SKILL.md:1
                  the name holds capital letters  skill/name-form  skills/other/SKILL.md:2
        Published tea 0.1.0  skills/tea
                  from SKILL.md: summary, when to use, example prompts
                  not stated: what it does, when not to use
        Refused   trap  skills/trap
                  a download is run before anyone has seen it  skill/download-piped-to-shell  skills/trap/SKILL.md:8
        stderr:
        3 skills: 1 published, 2 refused.
        hint: `guild explain RULE` says why a rule refuses; `guild check skill DIR` shows all that it finds
    "#);
    let shown = world.guild("show tea --json").ok().json();
    assert_eq!(
        (&shown["isDerived"], &shown["packLabel"]),
        (&true.into(), &"Kitchen".into())
    );
    let again = import(&world, &token, "--pack Kitchen --json").fails(1);
    assert_eq!(again.json()["summary"]["unchanged"], 1);
}

#[test]
fn a_dry_run_asks_the_catalog_and_leaves_nothing_there() {
    let world = World::new();
    let (token, _) = world.admin("anna");
    with_skills(&world);
    // A skill that the catalog lists in another pack.
    world.write(
        "project/skills/greeter/SKILL.md",
        "---\nname: greeter\ndescription: Use when somebody comes in.\n---\n\n# Greeter\n",
    );
    let told = import(&world, &token, "--pack Kitchen --dry-run --json").fails(1);
    let told = told.json();
    let why = told["skills"][0]["refusals"][0]["message"]
        .as_str()
        .unwrap();
    assert!(why.contains("a skill belongs to one pack"), "{why}");
    let tea = &told["skills"][2];
    assert_eq!(
        (&tea["name"], &tea["fate"], &tea["version"]),
        (&"tea".into(), &"READY".into(), &"0.1.0".into())
    );
    world.guild("show tea").fails(2);
    import(&world, &token, "--pack Unsorted").fails(1);
    let again = import(&world, &token, "--pack Unsorted --dry-run --json").fails(1);
    assert_eq!(again.json()["summary"]["unchanged"], 2);
}

#[test]
fn a_dry_run_that_cannot_ask_says_what_is_not_known() {
    let world = World::new();
    with_skills(&world);
    let words = format!("import skills/tea --catalog {} --dry-run", world.catalog());
    assert_snapshot!(world.guild(&words), @r#"
        exit 0
        stdout:
        Ready     tea  skills/tea
                  from SKILL.md: summary, when to use, example prompts
                  not stated: what it does, when not to use
        stderr:
        warning: the catalog at [CATALOG] answered 401 UNAUTHENTICATED: whether the names are free and the pack yours is not known
        1 skill: 1 ready.
    "#);
}

#[test]
fn who_may_not_publish_is_told_and_one_refusal_does_not_stop_the_rest() {
    let world = World::new();
    let (token, _) = world.admin("anna");
    world.write(
        "project/skills/tea/SKILL.md",
        "---\nname: tea\ndescription: Use when tea is wanted.\n---\n\n# Tea\n",
    );
    let stranger = import(&world, &format!("gld_{}", "0".repeat(40)), "");
    assert!(stranger.stderr.contains("guild login"), "{stranger}");
    assert_eq!(stranger.code, Some(2), "{stranger}");
    // A skill that the catalog lists in another pack, beside one that is new.
    world.publish("greeter", "1.0.0", &[]);
    world.write(
        "project/skills/greeter/SKILL.md",
        "---\nname: greeter\ndescription: Use when somebody comes in.\n---\n\n# Greeter\n",
    );
    let told = import(&world, &token, "--pack Kitchen --json")
        .fails(1)
        .json();
    let skills = told["skills"].as_array().unwrap();
    assert_eq!(skills[0]["fate"], "REFUSED");
    let why = skills[0]["refusals"][0]["message"].as_str().unwrap();
    assert!(why.contains("a skill belongs to one pack"), "{why}");
    assert_eq!(skills[1]["fate"], "PUBLISHED");
}
