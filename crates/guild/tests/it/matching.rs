//! Which skill a task applies, asked of a catalog.

use insta::assert_snapshot;

use crate::world::World;

#[test]
fn a_task_is_matched_by_descriptions_and_what_decided_is_said() {
    let world = World::new();
    assert_snapshot!(world.guild("match please greet me kindly"), @r#"
        exit 0
        stdout:
        greeter 1.0.0
          phrases: “greet me”
          words:   greet
        stderr:
        hint: `guild install greeter` installs the first
    "#);
    assert_snapshot!(world.guild("match unheard of"), @r#"
        exit 0
        stderr:
        No description has a word of this task.
        hint: `guild search WORDS` looks into the whole text of skills
    "#);
    let told = world.guild("match --json greeting").ok().json();
    assert_eq!(told["items"][0]["words"], serde_json::json!(["greeting"]));
}
