//! Other clients, unmodified and from their packages: they install from the catalog as they are.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::people::Person as Account;
use crate::world::World;

/// A person with a project who has one of the clients and not ours.
struct Person {
    folder: TempDir,
    catalog: String,
}

impl Person {
    fn before(world: &World) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("project/.git")).unwrap();
        let catalog = format!("http://{}", world.address());
        Self { folder, catalog }
    }

    /// Runs npm `skills`, `[C]` standing for the catalog's address, and gives what it says.
    fn skills(&self, words: &str) -> (bool, String) {
        self.run(&self.node("skills"), words)
    }

    fn clawhub(&self, words: &str) -> (bool, String) {
        self.run(&self.node("clawhub"), words)
    }

    fn node(&self, program: &str) -> [PathBuf; 2] {
        let installed = |name: &str| {
            let path = std::env::var_os(name);
            path.unwrap_or_else(|| panic!("`cargo xtask test` installs it and names it in {name}"))
        };
        let programs = PathBuf::from(installed("GUILD_TEST_CLIENTS"));
        [installed("GUILD_TEST_NODE").into(), programs.join(program)]
    }

    fn run(&self, program: &[impl AsRef<OsStr>], words: &str) -> (bool, String) {
        let words = words.replace("[C]", &self.catalog);
        let mut command = Command::new(&program[0]);
        command.args(&program[1..]).args(words.split(' '));
        command.current_dir(self.path("")).env_clear();
        let node = Path::new(program[0].as_ref()).parent().unwrap().to_owned();
        let usual = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(node).chain(std::env::split_paths(&usual));
        command.env("PATH", std::env::join_paths(paths).unwrap());
        command
            .env("HOME", self.folder.path())
            .env("DISABLE_TELEMETRY", "1")
            .env("CLAWHUB_DISABLE_TELEMETRY", "1")
            .env("NO_COLOR", "1")
            .env("CI", "1")
            .env("SKILLS_API_URL", &self.catalog)
            .env("CLAWHUB_SITE", &self.catalog);
        let output = command.output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (
            output.status.success(),
            String::from_utf8_lossy(&said).into_owned(),
        )
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join("project").join(path)
    }

    fn read(&self, path: &str) -> String {
        let path = self.path(path);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Writes the skill `coffee-brewer`, as a catalog lists it.
    fn write_coffee(&self, version: &str) {
        let folder = self.path("coffee-brewer");
        std::fs::create_dir_all(folder.join("references")).unwrap();
        let skill_md = format!(
            "---\nname: coffee-brewer\ndescription: Use when somebody wants a cup of coffee, as in \"brew me a coffee\" or \"the beans are ground\".\nmetadata:\n  version: \"{version}\"\n---\n\n# Coffee Brewer\n\nGrind the beans, boil fresh water, wait four minutes, and pour. The grinds are in references/grinds.md.\n"
        );
        std::fs::write(folder.join("SKILL.md"), skill_md).unwrap();
        std::fs::write(folder.join("references/grinds.md"), "# Grinds\n\nCoarse.\n").unwrap();
    }

    fn write_coffee_page(&self) {
        let page_md = "---\npack: Coffee pack\n---\n\n# Coffee Brewer\n\nBrews a cup of coffee, from the beans to the pouring.\n\n## What it does\n\nGrinds the beans, measures them, and minds the time.\n\n## When to use\n\n- Somebody is tired.\n\n## When not to use\n\n- It is late: brew a tea.\n\n## Example prompts\n\n- Brew me a coffee.\n- The beans are ground, what comes next?\n";
        std::fs::write(self.path("coffee-brewer/PAGE.md"), page_md).unwrap();
    }

    fn has(&self, path: &str) -> bool {
        self.path(path).exists()
    }
}

#[track_caller]
fn ok((is_ok, said): (bool, String)) -> String {
    assert!(is_ok, "{said}");
    said
}

#[test]
fn npm_skills_adds_a_skill_from_its_page_and_updates_it() {
    let world = World::of_samples();
    let person = Person::before(&world);
    ok(person.skills("add [C]/skills/tea-maker -a claude-code -y"));
    assert!(
        person
            .read(".claude/skills/tea-maker/SKILL.md")
            .contains("1.1.0")
    );
    assert!(person.has(".claude/skills/tea-maker/references/water.html"));
    assert!(!person.has(".claude/skills/bread-baker"));
    world.publish_tea("1.2.0");
    ok(person.skills("update tea-maker -p -y"));
    assert!(
        person
            .read(".claude/skills/tea-maker/SKILL.md")
            .contains("1.2.0")
    );
}

#[test]
fn npm_skills_adds_a_pack_the_root_an_archive_and_an_old_release() {
    let world = World::of_samples();
    for (source, names) in [
        ("[C]/packs/developer-pack", ["tea-maker"].as_slice()),
        ("[C]", &["tea-maker", "bread-baker"]),
        ("[C]/skills/tea-maker/tea-maker.zip", &["tea-maker"]),
    ] {
        let person = Person::before(&world);
        ok(person.skills(&format!("add {source} --skill * -a claude-code -y")));
        for name in names {
            assert!(
                person.has(&format!(".claude/skills/{name}/SKILL.md")),
                "{source}"
            );
        }
    }
    let person = Person::before(&world);
    ok(person.skills("add [C]/skills/tea-maker/releases/1.0.0 -a claude-code -y"));
    assert!(
        person
            .read(".claude/skills/tea-maker/SKILL.md")
            .contains("1.0.0")
    );
}

#[test]
fn npm_skills_finds() {
    let world = World::of_samples();
    let person = Person::before(&world);
    let said = ok(person.skills("find tea"));
    assert!(said.contains("/skills/tea-maker@tea-maker"), "{said}");
}

#[test]
fn clawhub_searches_inspects_installs_updates_and_verifies() {
    let world = World::of_samples();
    let person = Person::before(&world);
    let said = ok(person.clawhub("search tea"));
    assert!(
        said.contains("tea-maker v1.1.0") && said.contains("@developer-pack"),
        "{said}"
    );
    let said = ok(person.clawhub("search --prefix tea"));
    assert!(said.contains("tea-maker"), "{said}");
    let said = ok(person.clawhub("inspect tea-maker --versions --files"));
    assert!(
        said.contains("1.0.0") && said.contains("references/water.html"),
        "{said}"
    );
    let said = ok(person.clawhub("inspect tea-maker --file SKILL.md --version 1.0.0"));
    assert!(said.contains("1.0.0"), "{said}");
    ok(person.clawhub("install tea-maker --version 1.0.0"));
    assert!(person.read("skills/tea-maker/SKILL.md").contains("1.0.0"));
    // The client sends the fingerprint of what it finds; only an unedited release is known by it.
    let said = ok(person.clawhub("update tea-maker --no-input"));
    assert!(
        person.read("skills/tea-maker/SKILL.md").contains("1.1.0"),
        "{said}"
    );
    let said = ok(person.clawhub("skill verify tea-maker"));
    assert!(said.contains("\"decision\": \"pass\""), "{said}");
    let (is_ok, said) = person.clawhub("install tee-maker");
    assert!(!is_ok && said.contains("Did you mean tea-maker"), "{said}");
}

#[track_caller]
fn refused((is_ok, said): (bool, String), why: &str) {
    assert!(!is_ok && said.contains(why), "{said}");
}

#[test]
fn clawhub_signs_in_publishes_and_is_told_what_is_wrong() {
    let world = World::of_samples();
    let token = Account::first(&world).token(&world, &["skills:publish"]);
    let person = Person::before(&world);
    let stranger = format!("login --token gld_{}", "0".repeat(40));
    refused(person.clawhub(&stranger), "this takes an account");
    person.write_coffee("1.0.0");
    let said = ok(person.clawhub(&format!("login --token {token}")));
    assert!(said.contains("Logged in as @anna"), "{said}");
    assert!(ok(person.clawhub("whoami")).contains("anna"));
    refused(
        person.clawhub("publish coffee-brewer"),
        "skill/page-missing",
    );
    person.write_coffee_page();
    refused(
        person.clawhub("publish coffee-brewer --version 3.0.0"),
        "publish with `--version 1.0.0`",
    );
    refused(
        person.clawhub("publish coffee-brewer --slug mocha-maker"),
        "publish with `--slug coffee-brewer`",
    );
    refused(
        person.clawhub("publish coffee-brewer --owner tea-pack"),
        "publish with `--owner coffee-pack`",
    );
    let said = ok(person.clawhub("publish coffee-brewer"));
    assert!(said.contains("Published coffee-brewer@1.0.0"), "{said}");
    let said = ok(person.clawhub("publish coffee-brewer"));
    assert!(
        said.contains("coffee-brewer@1.0.0 is already published"),
        "{said}"
    );
    person.write_coffee("1.1.0");
    let said = ok(person.clawhub("publish coffee-brewer --owner coffee-pack --version 1.1.0"));
    assert!(said.contains("Published coffee-brewer@1.1.0"), "{said}");
    let other = Person::before(&world);
    ok(other.clawhub("install coffee-brewer"));
    assert!(
        other
            .read("skills/coffee-brewer/SKILL.md")
            .contains("1.1.0")
    );
    assert!(other.has("skills/coffee-brewer/references/grinds.md"));
    refused(person.clawhub("delete coffee-brewer --yes"), "skills:yank");
    refused(person.clawhub("star coffee-brewer --yes"), "ratings:write");
}

#[test]
fn clawhub_stars_and_takes_the_star_back() {
    let world = World::of_samples();
    let anna = Account::first(&world);
    let bruno = anna.invited(&world, "bruno");
    let starred = || world.get("/api/skills/tea-maker").json()["starCount"].clone();
    for (account, count) in [(&anna, 1), (&bruno, 2)] {
        let person = Person::before(&world);
        let token = account.token(&world, &["ratings:write"]);
        refused(person.clawhub("star tea-maker --yes"), "Not logged in");
        ok(person.clawhub(&format!("login --token {token}")));
        let said = ok(person.clawhub("star tea-maker --yes"));
        assert!(said.contains("OK. Starred tea-maker"), "{said}");
        let said = ok(person.clawhub("star @developer-pack/tea-maker --yes"));
        assert!(said.contains("tea-maker already starred"), "{said}");
        assert_eq!(starred(), count);
    }
    let person = Person::before(&world);
    let token = bruno.token(&world, &["ratings:write"]);
    ok(person.clawhub(&format!("login --token {token}")));
    let said = ok(person.clawhub("unstar tea-maker --yes"));
    assert!(said.contains("OK. Unstarred tea-maker"), "{said}");
    let said = ok(person.clawhub("unstar tea-maker --yes"));
    assert!(said.contains("tea-maker already unstarred"), "{said}");
    assert_eq!(starred(), 1);
    refused(person.clawhub("star no-such-skill --yes"), "no-such-skill");
    let said = ok(person.clawhub("explore --sort stars --limit 1 --json"));
    assert!(said.contains("\"slug\": \"tea-maker\""), "{said}");
    assert!(said.contains("\"stars\": 1"), "{said}");
}

#[test]
fn what_clawhub_deletes_is_withdrawn_and_comes_back() {
    let world = World::of_samples();
    let account = Account::first(&world);
    let token = account.token(&world, &["skills:yank"]);
    let person = Person::before(&world);
    ok(person.clawhub(&format!("login --token {token}")));
    let yanked = |version: &str| {
        let path = format!("/api/skills/tea-maker/releases/{version}");
        let release = world.get(&path).json();
        (release["isYanked"].clone(), release["yankReason"].clone())
    };
    ok(person.clawhub("delete tea-maker --version 1.0.0 --yes"));
    assert_eq!(
        yanked("1.0.0"),
        (true.into(), "deleted with clawhub".into())
    );
    assert_eq!(yanked("1.1.0").0, false);
    ok(person.clawhub("undelete tea-maker --version 1.0.0 --yes"));
    assert_eq!(yanked("1.0.0").0, false);
    ok(person.clawhub("delete @developer-pack/tea-maker --reason Stale --yes"));
    assert_eq!(
        yanked("1.1.0"),
        (true.into(), "deleted with clawhub: Stale".into())
    );
    let (_, said) = person.clawhub("skill verify tea-maker");
    assert!(said.contains("the release was withdrawn"), "{said}");
    ok(person.clawhub("undelete tea-maker --yes"));
    assert_eq!(
        (yanked("1.0.0").0, yanked("1.1.0").0),
        (false.into(), false.into())
    );
    refused(
        person.clawhub("undelete tea-maker --yes"),
        "was deleted in this way",
    );
}

#[test]
fn curl_and_unzip_are_enough() {
    let world = World::of_samples();
    let person = Person::before(&world);
    ok(person.run(&["curl"], "-fsSLO [C]/skills/tea-maker/tea-maker.zip"));
    ok(person.run(&["unzip"], "-q tea-maker.zip -d skills"));
    assert!(person.read("skills/tea-maker/SKILL.md").contains("1.1.0"));
}
