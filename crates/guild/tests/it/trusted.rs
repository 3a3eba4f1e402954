//! Trusted publishing from the command line, by the guide: a job publishes with its identity and keeps no secret.

use std::process::Command;

use serde_json::{Value, json};

use crate::issuer::{Issuer, Key, REQUEST_TOKEN, changed};
use crate::world::{NOW, Run, World};

const GUIDE: &str = include_str!("../../../../docs/guide/publishing.md");
const PASSWORD: &str = "correct horse battery";

/// Somebody, or a job, with a machine of their own.
struct Machine<'w> {
    world: &'w World,
    name: &'static str,
}

impl<'w> Machine<'w> {
    fn new(world: &'w World, name: &'static str) -> Self {
        std::fs::create_dir_all(world.path(&format!("{name}/home"))).unwrap();
        std::fs::create_dir_all(world.path(&format!("{name}/project/.git"))).unwrap();
        Self { world, name }
    }

    /// Prepares a line of the guide, with the address of this catalog in place of the guide's.
    fn command(&self, line: &str) -> Command {
        let line = line.replace("https://skills.example.org", self.world.catalog());
        let args = line.strip_prefix("guild ").unwrap();
        let mut command = self.world.command("");
        // A text in quotes is one word.
        for (number, part) in args.split('"').enumerate() {
            match number % 2 {
                0 => command.args(part.split_whitespace()),
                _ => command.arg(part),
            };
        }
        command.env("HOME", self.world.path(&format!("{}/home", self.name)));
        command.current_dir(self.world.path(&format!("{}/project", self.name)));
        command
    }

    fn type_in(&self, line: &str) -> Run {
        self.world.run(&mut self.command(line))
    }

    /// Signs in with the line of the guide.
    fn log_in(&self) {
        let password = self.world.path(&format!("{}/password", self.name));
        std::fs::write(&password, format!("{PASSWORD}\n")).unwrap();
        let line = format!("{} --name {}", line_of_guide("guild login"), self.name);
        let mut login = self.command(&line);
        login.stdin(std::fs::File::open(password).unwrap());
        self.world.run(&mut login).ok();
    }

    /// Writes a skill of the pack `Tea pack`.
    fn write(&self, name: &str, version: &str) {
        let skill_md = format!(
            "---\nname: {name}\ndescription: Use when somebody wants a cup, as in \"make me a cup\" or \"the kettle is on\".\nmetadata:\n  version: \"{version}\"\n---\n\n# Maker\n\nWarm the pot, boil fresh water, wait four minutes, and pour: {name}.\n"
        );
        let page_md = "---\npack: Tea pack\n---\n\n# Maker\n\nMakes a cup, from the pot to the pouring.\n\n## What it does\n\nWarms the pot, measures, and minds the time.\n\n## When to use\n\n- Somebody is thirsty.\n\n## When not to use\n\n- It is hot outside: make a lemonade.\n\n## Example prompts\n\n- Make me a cup.\n- The kettle is on, what comes next?\n";
        let folder = format!("{}/project/{name}", self.name);
        self.world.write(&format!("{folder}/SKILL.md"), &skill_md);
        self.world.write(&format!("{folder}/PAGE.md"), page_md);
    }

    /// Asks the catalog on behalf of whoever signs in with the password, as the pages do.
    fn ask(&self, method: &str, path: &str, body: &Value) -> u16 {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .proxy(None)
            .build()
            .into();
        let url = |path: &str| format!("{}{path}", self.world.catalog());
        let signed_in = agent
            .post(url("/api/sessions"))
            .send_json(json!({"name": self.name, "password": PASSWORD}))
            .unwrap();
        let cookie = signed_in.headers()["set-cookie"].to_str().unwrap();
        let cookie = cookie.split(';').next().unwrap();
        let request = ureq::http::Request::builder()
            .method(method)
            .uri(url(path))
            .header("cookie", cookie)
            .header("content-type", "application/json")
            .body(body.to_string())
            .unwrap();
        agent.run(request).unwrap().status().as_u16()
    }
}

/// Finds a line of the guide by how it begins.
#[track_caller]
fn line_of_guide(start: &str) -> &'static str {
    let mut lines = GUIDE
        .lines()
        .map(|line| line.trim().trim_start_matches("- run: "));
    lines.find(|line| line.starts_with(start)).unwrap()
}

/// A catalog that takes an issuer's word, and `anna` and `bruno` who have accounts.
fn stage() -> (World, Issuer) {
    let issuer = Issuer::start(Key::rsa(), NOW / 1000);
    let world = World::believing(&issuer.url);
    world.account("anna", PASSWORD);
    world.account("bruno", PASSWORD);
    (world, issuer)
}

/// Binds the job of the guide's workflow to a pack of `anna`'s.
fn bind(anna: &Machine<'_>, issuer: &Issuer, change: &Value) {
    let bound = json!({
        "issuer": issuer.url, "repository": "octo/tools", "workflow": "release.yml",
        "environment": "production", "audience": anna.world.catalog(),
    });
    let path = "/api/packs/tea-pack/publishers";
    assert_eq!(anna.ask("POST", path, &changed(bound, change)), 201);
}

/// The job of the guide's workflow, as a runner starts it.
fn job(world: &World, issuer: &Issuer, line: &str) -> Command {
    let machine = Machine::new(world, "runner");
    let mut command = machine.command(line);
    command.env("GITHUB_ACTIONS", "true");
    command.env(
        "ACTIONS_ID_TOKEN_REQUEST_URL",
        format!("{}/token?api-version=2", issuer.url),
    );
    command.env("ACTIONS_ID_TOKEN_REQUEST_TOKEN", REQUEST_TOKEN);
    command
}

#[test]
fn two_people_and_a_job_publish_by_the_guide_and_a_third_is_warned_of_what_is_withdrawn() {
    let (world, issuer) = stage();
    // Anna starts the pack.
    let anna = Machine::new(&world, "anna");
    anna.write("tea-maker", "1.0.0");
    anna.type_in(line_of_guide("guild check skill")).ok();
    anna.log_in();
    for line in GUIDE
        .lines()
        .filter(|line| line.starts_with("guild publish "))
    {
        anna.type_in(line).ok();
    }
    // She lets Bruno and the job in; their machines have never seen the catalog.
    let role = json!({"role": "MAINTAINER"});
    assert_eq!(
        anna.ask("PUT", "/api/packs/tea-pack/members/bruno", &role),
        200
    );
    bind(&anna, &issuer, &json!({}));
    let bruno = Machine::new(&world, "bruno");
    bruno.write("coffee-brewer", "1.0.0");
    bruno.log_in();
    let published = bruno.type_in("guild publish coffee-brewer").ok();
    assert!(
        published
            .stdout
            .starts_with("Published coffee-brewer 1.0.0"),
        "{published}"
    );
    let line = line_of_guide("guild publish tea-maker --json");
    let mut run = job(&world, &issuer, line);
    Machine {
        world: &world,
        name: "runner",
    }
    .write("tea-maker", "1.1.0");
    let run = world.run(&mut run).ok();
    assert!(
        run.stderr
            .contains("As the CI job octo/tools · release.yml · production"),
        "{run}"
    );
    let told = run.json();
    assert_eq!(told["release"]["identity"]["gitRef"], "refs/tags/v1.0.0");
    assert!(
        !world
            .path("runner/home/.config/guild/credentials.toml")
            .exists()
    );
    // Carla installs, verifies, and is told when Anna withdraws.
    let carla = Machine::new(&world, "carla");
    carla.type_in("guild install tea-maker coffee-brewer").ok();
    let verified = carla.type_in("guild verify").ok();
    assert!(!verified.stderr.contains("withdrawn"), "{verified}");
    let yank = line_of_guide("guild yank").replace("1.2.0", "1.1.0");
    anna.type_in(&yank).ok();
    let warned = carla.type_in("guild verify").ok();
    let warning =
        "tea-maker 1.1.0 was withdrawn by its publisher: The script deletes the wrong folder";
    assert!(warned.stderr.contains(warning), "{warned}");
}

/// Lets a job publish a version of the skill, with a new identity.
fn job_publishes(world: &World, issuer: &Issuer, version: &str, change: &Value) {
    issuer.give(changed(issuer.claims("unset"), change));
    let runner = Machine::new(world, "runner");
    runner.write("tea-maker", version);
    let line = "guild publish tea-maker";
    world.run(&mut job(world, issuer, line)).ok();
}

/// Refuses an update for a reason, and gives the option that is to be typed.
#[track_caller]
fn refused(who: &Machine<'_>, said: &str, before: &str) -> String {
    let refused = who.type_in("guild update").fails(1);
    assert!(refused.stderr.contains(said), "{refused}");
    let until_now = format!("until now it was {before}");
    assert!(refused.stderr.contains(&until_now), "{refused}");
    let hint = refused.stderr.split("`--accept-key ").nth(1);
    let option = hint.and_then(|hint| hint.split('`').next());
    option.unwrap_or_else(|| panic!("{refused}")).to_owned()
}

#[test]
fn a_skill_that_moves_to_a_job_and_back_is_accepted_once_each_way() {
    let (world, issuer) = stage();
    let anna = Machine::new(&world, "anna");
    anna.log_in();
    let with_password = |line: &str| {
        let mut command = anna.command(line);
        command.stdin(std::fs::File::open(world.path("anna/password")).unwrap());
        world.run(&mut command).ok()
    };
    anna.type_in("guild key new").ok();
    with_password("guild key register");
    anna.write("tea-maker", "1.0.0");
    anna.type_in("guild publish tea-maker").ok();
    bind(&anna, &issuer, &json!({}));
    let carla = Machine::new(&world, "carla");
    carla.type_in("guild install tea-maker").ok();
    // From the key to the job.
    job_publishes(&world, &issuer, "1.1.0", &json!({}));
    let said = "`tea-maker` 1.1.0 is published by a CI job without a key, and what you had of it was signed with one";
    let option = refused(&carla, said, "anna, ed25519 SHA256:");
    assert_eq!(option, format!("octo/tools:release.yml@{}", issuer.url));
    carla
        .type_in(&format!("guild update --accept-key {option}"))
        .ok();
    let lock = world.read("carla/project/guild.lock");
    assert!(lock.contains(&format!("signedBy = \"{option}\"")), "{lock}");
    let verified = carla.type_in("guild verify").ok();
    let said = "proved by the log of the catalog; signed by the CI job octo/tools · release.yml.";
    assert!(verified.stderr.contains(said), "{verified}");
    // The job is known from now on, whatever it runs on, and to a colleague by guild.lock.
    job_publishes(
        &world,
        &issuer,
        "1.2.0",
        &json!({"ref": "refs/heads/main", "repository": "Octo/Tools",
        "workflow_ref": "Octo/Tools/.github/workflows/release.yml@refs/heads/main"}),
    );
    carla.type_in("guild update").ok();
    let installed = carla.type_in("guild install tea-maker").ok();
    let line = format!(
        "  published by the CI job octo/tools · release.yml of {}\n",
        issuer.url
    );
    assert!(installed.stdout.ends_with(&line), "{installed}");
    let shown = carla.type_in("guild show tea-maker").ok();
    let said = "published by the CI job Octo/Tools · release.yml · production; ";
    assert!(shown.stdout.contains(said), "{shown}");
    std::fs::remove_dir_all(world.path("carla/home/.config/guild/signers")).unwrap();
    // Another job of the same repository is another.
    let other = "octo/tools/.github/workflows/nightly.yml@refs/heads/main";
    bind(&anna, &issuer, &json!({"workflow": "nightly.yml"}));
    job_publishes(&world, &issuer, "1.3.0", &json!({"workflow_ref": other}));
    let said = "`tea-maker` 1.3.0 is published by another CI job than what you had of it";
    let before = format!("the CI job octo/tools · release.yml of {}", issuer.url);
    refused(&carla, said, &before);
    // And back: to the key, and to an account without one.
    anna.write("tea-maker", "1.4.0");
    anna.type_in("guild publish tea-maker").ok();
    let said =
        "`tea-maker` 1.4.0 is signed by a key, and what you had of it was published by a CI job";
    let option = refused(&carla, said, &before);
    anna.write("tea-maker", "1.5.0");
    anna.type_in("guild publish tea-maker --unsigned").ok();
    let said = "`tea-maker` 1.5.0 is published by no CI job, and what you had of it was";
    assert_eq!(refused(&carla, said, &before), "none");
    let line = format!("guild install tea-maker@1.4.0 --accept-key {option}");
    let back = carla.type_in(&line).ok();
    assert!(
        back.stdout.contains("  signed by anna, ed25519 SHA256:"),
        "{back}"
    );
    let wrong = carla
        .type_in("guild update --accept-key octo/tools")
        .fails(2);
    assert!(
        wrong.stderr.contains("`octo/tools:release.yml@https://…`"),
        "{wrong}"
    );
}

#[test]
fn a_job_that_the_pack_does_not_trust_is_told_what_differs_and_where_that_is_changed() {
    let (world, issuer) = stage();
    let anna = Machine::new(&world, "anna");
    assert_eq!(
        anna.ask("POST", "/api/packs", &json!({"label": "Tea pack"})),
        201
    );
    bind(
        &anna,
        &issuer,
        &json!({"workflow": "other.yml", "skill": "tea-maker"}),
    );
    Machine::new(&world, "runner").write("tea-maker", "1.0.0");
    let refused = world
        .run(&mut job(&world, &issuer, "guild publish tea-maker"))
        .fails(1);
    let said = "the pack `tea-pack` does not trust this job: its workflow is `release.yml`, and the publisher is bound to `other.yml`";
    assert!(
        refused
            .stderr
            .contains("the catalog gives this job no token"),
        "{refused}"
    );
    assert!(refused.stderr.contains(said), "{refused}");
    let hint = "hint: an owner of the pack sees and changes whom it trusts at [CATALOG]/packs/tea-pack/publishers";
    assert!(refused.stderr.contains(hint), "{refused}");
    let mut expired = job(&world, &issuer, "guild publish tea-maker");
    issuer.give(changed(
        issuer.claims("unset"),
        &json!({"exp": NOW / 1000 - 100}),
    ));
    let refused = world.run(&mut expired).fails(1);
    assert!(
        refused.stderr.contains("the time of the identity is over"),
        "{refused}"
    );
    assert!(
        refused
            .stderr
            .contains("hint: let the job ask for a new identity, made for `[CATALOG]`"),
        "{refused}"
    );
}

#[test]
fn an_identity_may_stand_in_a_variable_and_a_token_goes_before_it() {
    let (world, issuer) = stage();
    let anna = Machine::new(&world, "anna");
    assert_eq!(
        anna.ask("POST", "/api/packs", &json!({"label": "Tea pack"})),
        201
    );
    bind(&anna, &issuer, &json!({}));
    let runner = Machine::new(&world, "runner");
    runner.write("tea-maker", "1.0.0");
    let publish = |name: &str, value: &str| {
        let mut command = runner.command("guild publish tea-maker");
        world.run(command.env(name, value).env("GITLAB_CI", "true"))
    };
    let identity = issuer.identity(world.catalog(), &json!({}));
    publish("GUILD_ID_TOKEN", &identity).ok();
    let replayed = publish("GUILD_ID_TOKEN", &identity).fails(1);
    assert!(replayed.stderr.contains("shown before"), "{replayed}");
    let mut both = runner.command("guild publish tea-maker");
    let token = format!("gld_{}", "0".repeat(49));
    let run = world.run(
        both.env("GUILD_ID_TOKEN", identity)
            .env("GUILD_TOKEN", token),
    );
    assert!(!run.stderr.contains("As the CI job"), "{run}");
    let nothing = publish("NOTHING", "").fails(2);
    let hint = "hint: in this job: `id_tokens: { GUILD_ID_TOKEN: { aud: [CATALOG] } }` lets it publish with its own identity";
    assert!(nothing.stderr.contains(hint), "{nothing}");
}

#[test]
fn a_runner_that_gives_no_identity_is_told_of() {
    let (world, issuer) = stage();
    Machine::new(&world, "runner").write("tea-maker", "1.0.0");
    for (url, said) in [
        (format!("{}/elsewhere", issuer.url), "answered 404"),
        (
            "http://runner.example/token".to_owned(),
            "`ACTIONS_ID_TOKEN_REQUEST_URL` is no https address",
        ),
        (
            "nonsense".to_owned(),
            "`ACTIONS_ID_TOKEN_REQUEST_URL` is no https address",
        ),
    ] {
        let mut command = job(&world, &issuer, "guild publish tea-maker");
        let run = world
            .run(command.env("ACTIONS_ID_TOKEN_REQUEST_URL", url))
            .fails(2);
        assert!(
            run.stderr
                .contains("could not get the identity of this job"),
            "{run}"
        );
        assert!(run.stderr.contains(said), "{run}");
        assert!(!run.stderr.contains(REQUEST_TOKEN), "{run}");
    }
    let mut command = job(&world, &issuer, "guild publish tea-maker --dry-run");
    world
        .run(command.env("ACTIONS_ID_TOKEN_REQUEST_URL", "nonsense"))
        .ok();
}
