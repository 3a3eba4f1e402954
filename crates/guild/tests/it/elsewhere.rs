//! Installing from an address that is no catalog to us: by the index that it has, or the archive that it is.

use insta::assert_snapshot;

use crate::world::World;

#[test]
fn a_skill_is_chosen_from_an_index_and_proved_by_its_digest() {
    let world = World::new();
    world.publish("other", "1.0.0", &[("more.md", "More.")]);
    let from = world.catalog().to_owned();
    assert_snapshot!(world.guild(&format!("install --from {from}")), @r#"
        exit 2
        stderr:
        error: [CATALOG] has 2 skills, and none is named
          cause: there are greeter, other
        hint: name those you want: `guild install NAME --from [CATALOG]`
    "#);
    world
        .guild(&format!("install other greeter --from {from}"))
        .ok();
    assert!(
        world
            .read("project/.agents/skills/other/more.md")
            .contains("More")
    );
    assert!(
        world
            .read("project/.agents/skills/greeter/SKILL.md")
            .contains("# Greeter")
    );
    assert_snapshot!(world.guild(&format!("install none --from {from}")), @r#"
        exit 2
        stderr:
        error: [CATALOG] has no skill called `none`
        hint: it has greeter, other
    "#);
    assert_snapshot!(world.guild(&format!("install other@1.0.0 --from {from}")), @r#"
        exit 2
        stderr:
        error: `other@1.0.0` cannot be chosen from [CATALOG]
          cause: an index elsewhere lists one version of each skill
        hint: name the skill without a version
    "#);
}

#[test]
fn a_page_or_an_archive_by_its_address_is_one_skill() {
    let world = World::new();
    let from = world.catalog().to_owned();
    for place in ["/skills/greeter", "/skills/greeter/greeter.zip"] {
        let run = world.guild(&format!("install --from {from}{place} --force"));
        assert_eq!(run.code, Some(0), "{run}");
    }
    assert_snapshot!(world.guild(&format!("install --from {from}/nothing")), @r#"
        exit 2
        stderr:
        error: there is no skill at [CATALOG]/nothing
          cause: it has no index of skills and is no archive
        hint: name a page with an index, the address of a .zip, a folder, or a .zip on this machine
    "#);
    assert_snapshot!(world.guild(&format!("install --from {from}/rules")), @r#"
        exit 1
        stderr:
        refused: [CATALOG]/rules is not the sound archive of a skill
          cause: this is not a zip archive: it has no end record
        hint: nothing was installed; name a .zip, or an address with an index of skills
    "#);
}
