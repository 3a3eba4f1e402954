//! Why an assistant does not see a skill, and what to type.

use insta::assert_snapshot;

use crate::world::World;

const SKILL: &str = "---\nname: NAME\ndescription: Use when tea is wanted.\n---\n\n# Tea\n";

fn skill(world: &World, path: &str, name: &str) {
    world.write(&format!("{path}/SKILL.md"), &SKILL.replace("NAME", name));
}

/// What is wrong, and what is typed to mend it.
fn problems(world: &World) -> Vec<(String, String)> {
    let told = world.guild("doctor --json").json();
    let problems = told["problems"].as_array().unwrap().iter();
    let text = |problem: &serde_json::Value, key: &str| problem[key].as_str().unwrap().to_owned();
    problems
        .map(|problem| (text(problem, "kind"), text(problem, "mend")))
        .collect()
}

#[test]
fn what_is_typed_mends_each_problem() {
    let world = World::new();
    world.has(".claude");
    let skills = "home/.claude/skills";
    skill(&world, &format!("{skills}/sound"), "sound");
    skill(&world, &format!("{skills}/outer/deep"), "deep");
    skill(&world, &format!("{skills}/same/same"), "same");
    skill(&world, &format!("{skills}/old-name"), "new-name");
    world.write(
        &format!("{skills}/lower/skill.md"),
        &SKILL.replace("NAME", "lower"),
    );
    world.write(
        &format!("{skills}/SKILL.md"),
        &SKILL.replace("NAME", "stray"),
    );
    std::os::unix::fs::symlink("nowhere", world.path(&format!("{skills}/greeter"))).unwrap();
    let found = problems(&world);
    let kinds: Vec<&str> = found.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(
        kinds,
        [
            "NO_SKILL",
            "BROKEN_LINK",
            "NO_SKILL",
            "NAME_NOT_FOLDER",
            "TOO_DEEP",
            "TOO_DEEP"
        ]
    );
    for (kind, mend) in &found {
        let guild = env!("CARGO_BIN_EXE_guild");
        let root = world.path("").display().to_string();
        let mend = mend.replace("[WORLD]", root.trim_end_matches('/'));
        let mend = mend.replace("guild install", &format!("{guild} install --user"));
        let mut shell = std::process::Command::new("sh");
        world.clean(shell.args(["-c", &mend]));
        let run = world.run(&mut shell);
        assert_eq!(run.code, Some(0), "{kind} {mend} {run}");
    }
    assert_eq!(problems(&world), []);
    world.guild("doctor").ok();
}

#[test]
fn a_folder_that_no_assistant_reads_and_names_that_hide_each_other_are_told() {
    let world = World::new();
    world.has(".claude");
    skill(&world, "home/.codex/skills/tea", "tea");
    skill(&world, "home/.config/opencode/skills/lost", "lost");
    std::fs::remove_dir_all(world.path("home/.codex")).unwrap();
    skill(&world, "home/.claude/skills/tea", "tea");
    world.write(
        "project/.claude/skills/tea/SKILL.md",
        &SKILL.replace("NAME", "tea").replace("wanted", "needed"),
    );
    let kinds: Vec<String> = problems(&world).into_iter().map(|(kind, _)| kind).collect();
    assert!(kinds.contains(&"SHADOWED".to_owned()), "{kinds:?}");
}

#[test]
fn of_two_that_hide_each_other_the_one_that_guild_installed_is_taken_away_by_guild() {
    let world = World::new();
    world.has(".claude");
    world.guild("install greeter --project").ok();
    skill(&world, "home/.claude/skills/greeter", "greeter");
    let [(kind, mend)] = &problems(&world)[..] else {
        panic!("one problem is told")
    };
    assert_eq!(kind, "SHADOWED");
    let (_, typed) = mend.split_once(": guild ").unwrap();
    assert_eq!(typed, "remove greeter --project");
    world.guild(typed).ok();
    assert_eq!(problems(&world), []);
    world.guild("verify").ok();
}

#[test]
fn front_matter_that_cannot_be_read_is_told_with_what_to_type() {
    let world = World::new();
    world.has(".claude");
    world.write("home/.claude/skills/tea/SKILL.md", "# Tea\n");
    assert_snapshot!(world.guild("doctor").stdout.replace("Chromium: found", "Chromium: [FOUND]").replace("Chromium: not found; only `guild check browser` needs it", "Chromium: [FOUND]"), @r#"
        problem: ~/.claude/skills/tea/SKILL.md
          SKILL.md is not a skill: the file does not start with front matter
          type: guild check skill [WORLD]/home/.claude/skills/tea --level spec
        assistants: Claude Code
        Chromium: [FOUND]
        browser tools: Claude Code has none
        catalog: [CATALOG] answers
    "#);
}

/// What doctor says with something in the place of a token.
fn with_token(world: &World, token: &str) -> serde_json::Value {
    let mut command = world.command("doctor --json");
    world.run(command.env("GUILD_TOKEN", token)).json()
}

#[test]
fn a_token_is_told_of_and_one_that_is_none_over_soon_or_not_taken_is_a_problem() {
    let world = World::new();
    let (token, session) = world.admin("anna");
    let told = with_token(&world, &token);
    assert_eq!(told["problems"], serde_json::json!([]));
    assert_eq!(told["machine"]["token"]["account"], "anna");
    let mut command = world.command("doctor");
    let run = world.run(command.env("GUILD_TOKEN", &token)).ok();
    let line = "token: of anna, may skills:publish, skills:yank, ratings:write, admin, until it is taken back";
    assert!(run.stdout.contains(line), "{run}");
    let stranger = guild_skill::token::TokenText::of_random([7; 32]);
    let soon = ureq::post(format!("{}/api/tokens", world.catalog()))
        .header("cookie", format!("guild-session={session}"))
        .send_json(
            serde_json::json!({"label": "soon", "scopes": ["skills:publish"], "expiresInDays": 2}),
        );
    let soon: serde_json::Value = soon.unwrap().body_mut().read_json().unwrap();
    for (token, kind) in [
        (stranger.reveal(), "TOKEN_REFUSED"),
        (soon["secret"].as_str().unwrap(), "TOKEN_ENDS_SOON"),
        ("nonsense", "NO_TOKEN"),
    ] {
        let told = with_token(&world, token);
        let problem = &told["problems"][0];
        assert_eq!(problem["kind"], kind, "{told}");
        assert_eq!(problem["path"], "GUILD_TOKEN");
        let mend = problem["mend"].as_str().unwrap();
        assert!(
            mend.starts_with("unset GUILD_TOKEN && guild login --catalog [CATALOG]"),
            "{mend}"
        );
        assert!(
            !told.to_string().contains(token),
            "no secret is shown: {told}"
        );
    }
}

#[test]
fn a_catalog_that_does_not_answer_is_told_with_the_reason() {
    let world = World::alone();
    let run = world.guild("doctor").ok();
    let line = "catalog: [CATALOG] does not answer: [HOST] refuses connections";
    assert!(run.stdout.contains(line), "{run}");
}

/// SPEC.md 2.4: browser-testing-with-devtools needs a browser tool server; without one test-generator is the fallback.
#[test]
fn an_assistant_without_a_browser_tool_server_is_told_with_what_to_type() {
    let world = World::new();
    world.has(".claude");
    world.has(".cursor");
    world.write(
        "home/.cursor/mcp.json",
        r#"{"mcpServers": {"look": {"command": "sh", "args": ["chrome-devtools-mcp"]}}}"#,
    );
    let run = world.guild("doctor");
    let told = "browser tools: Claude Code has none; Cursor has look (~/.cursor/mcp.json)";
    assert!(run.stdout.contains(told), "{run}");
    assert!(
        run.stderr.contains("its fallback is test-generator"),
        "{run}"
    );
    let typed = "guild mcp --browser --print-config claude-code";
    assert!(run.stderr.contains(typed), "{run}");
    // What is to be typed gives an entry that is found where it is to be put.
    let entry = world.guild(typed.trim_start_matches("guild ")).ok();
    let entry = entry
        .stdout
        .replace("\"guild\",", &format!("{:?},", env!("CARGO_BIN_EXE_guild")));
    world.write("project/.mcp.json", &entry);
    let run = world.guild("doctor");
    assert!(
        run.stdout.contains("Claude Code has guild (.mcp.json)"),
        "{run}"
    );
    assert!(!run.stderr.contains("test-generator"), "{run}");
    let machine = world.guild("doctor --json").json()["machine"].clone();
    assert_eq!(machine["browserTools"][0]["server"]["name"], "guild");
    assert_eq!(
        machine["browserTools"][1]["server"]["file"],
        "~/.cursor/mcp.json"
    );
}
