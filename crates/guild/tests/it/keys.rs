//! Keys of publishers: a release is signed when it is published, and another signer is told when it is installed.

use std::fs;

use crate::world::{Run, World};

const PASSWORD: &str = "correct horse battery";

/// Writes a skill that a catalog lists.
pub(crate) fn tea(world: &World, version: &str) {
    let skill_md = format!(
        "---\nname: tea-maker\ndescription: Use when somebody wants a cup of tea, as in \"make me a tea\" or \"the kettle is on\".\nmetadata:\n  version: \"{version}\"\n---\n\n# Tea Maker\n\nWarm the pot, boil fresh water, wait four minutes, and pour. This is how {version} does it.\n"
    );
    let page_md = "---\npack: Tea pack\n---\n\n# Tea Maker\n\nMakes a cup of tea, from the pot to the pouring.\n\n## What it does\n\nWarms the pot, measures the leaves, and minds the time.\n\n## When to use\n\n- Somebody is thirsty.\n\n## When not to use\n\n- It is hot outside: make a lemonade.\n\n## Example prompts\n\n- Make me a tea.\n- The kettle is on, what comes next?\n";
    world.write("project/tea-maker/SKILL.md", &skill_md);
    world.write("project/tea-maker/PAGE.md", page_md);
}

/// Runs a command that asks for the password.
pub(crate) fn with_password(world: &World, args: &str) -> Run {
    let password = world.path("password");
    fs::write(&password, format!("{PASSWORD}\n")).unwrap();
    let mut command = world.command(args);
    command.stdin(fs::File::open(password).unwrap());
    world.run(&mut command)
}

/// A world in which `anna` is signed in and has a registered key.
pub(crate) fn anna() -> World {
    let world = World::new();
    world.account("anna", PASSWORD);
    with_password(&world, "login --name anna").ok();
    let made = world.guild("key new").ok();
    assert!(made.stdout.starts_with("Made the key anna "), "{made}");
    let registered = with_password(&world, "key register").ok();
    assert!(
        registered.stdout.contains("for anna at [CATALOG]"),
        "{registered}"
    );
    world
}

/// Publishes a version of the skill, signed as this machine signs.
pub(crate) fn publish(world: &World, version: &str, more: &str) -> Run {
    tea(world, version);
    world.guild(&format!("publish tea-maker {more}")).ok()
}

/// Makes another key for anna, in place of the one that she had.
pub(crate) fn another_key(world: &World) -> String {
    let path = world.path("home/.config/guild/signing.key");
    fs::rename(&path, path.with_extension("old")).unwrap();
    world.guild("key new").ok();
    with_password(world, "key register").ok();
    fingerprint(world)
}

pub(crate) fn fingerprint(world: &World) -> String {
    let json = world.guild("key show --json").ok().json();
    json["fingerprint"].as_str().unwrap().to_owned()
}

fn secret(world: &World) -> String {
    world.read("home/.config/guild/signing.key")
}

#[test]
fn a_release_is_signed_installed_shown_and_verified() {
    let world = anna();
    let told = publish(&world, "1.0.0", "");
    assert!(told.stderr.contains("Signed with the key anna "), "{told}");
    let fingerprint = fingerprint(&world);
    let installed = world.guild("install tea-maker").ok();
    let line = format!("  signed by anna, ed25519 {fingerprint}\n");
    assert!(installed.stdout.ends_with(&line), "{installed}");
    let json = world.guild("install tea-maker --json").ok().json();
    let key = json["installed"][0]["signedBy"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(key.starts_with("anna+"), "{key}");
    let lock = world.read("project/guild.lock");
    assert!(lock.contains(&format!("signedBy = \"{key}\"")), "{lock}");
    let verified = world.guild("verify").ok();
    assert!(
        verified
            .stderr
            .contains("1 of 1 proved by the log of the catalog; signed by anna."),
        "{verified}"
    );
    let shown = world.guild("show tea-maker").ok();
    assert!(
        shown
            .stdout
            .contains(&format!("signed by anna, ed25519 {fingerprint}\n")),
        "{shown}"
    );
    let signature = &world.guild("show tea-maker --json").ok().json()["latestRelease"]["signature"];
    assert_eq!(
        (&signature["account"], &signature["isRevoked"]),
        (&"anna".into(), &false.into())
    );
    let again = world.guild("publish tea-maker").ok();
    assert!(again.stdout.starts_with("Published already"), "{again}");
    let unasked = world.guild("install greeter").ok();
    assert!(!unasked.stdout.contains("signed by"), "{unasked}");
}

#[test]
fn another_signer_is_refused_until_a_person_accepts_the_key() {
    let world = anna();
    publish(&world, "1.0.0", "");
    world.guild("install tea-maker").ok();
    let first = fingerprint(&world);
    let second = another_key(&world);
    publish(&world, "1.1.0", "");
    for command in [
        "update",
        "install tea-maker",
        "install tea-maker@1.1.0 --force",
        "update --dry-run",
    ] {
        let refused = world.guild(command).fails(1);
        let expected = [
            "`tea-maker` 1.1.0 is signed by another key than what you had of it".to_owned(),
            format!("until now it was anna, ed25519 {first}"),
            format!("this one is anna, ed25519 {second}, published by the account anna"),
            format!("`--accept-key {second}`"),
        ];
        for words in expected {
            assert!(refused.stderr.contains(&words), "{command}: {refused}");
        }
    }
    world
        .guild(&format!("update --accept-key {first}"))
        .fails(1);
    world.guild("update --accept-key none").fails(1);
    assert!(
        world
            .read("project/.agents/skills/tea-maker/SKILL.md")
            .contains("1.0.0")
    );
    world.guild(&format!("update --accept-key {second}")).ok();
    assert!(
        world
            .read("project/.agents/skills/tea-maker/SKILL.md")
            .contains("1.1.0")
    );
    // The new one is remembered: the next needs no flag.
    publish(&world, "1.2.0", "");
    world.guild("update").ok();
    let wrong = world.guild("update --accept-key anna").fails(2);
    assert!(
        wrong
            .stderr
            .contains("write the fingerprint as it was shown"),
        "{wrong}"
    );
}

#[test]
fn a_release_that_is_not_signed_any_more_is_refused_on_this_machine_and_on_a_new_one() {
    let world = anna();
    publish(&world, "1.0.0", "");
    world.guild("install tea-maker").ok();
    publish(&world, "1.1.0", "--unsigned");
    let refused = world.guild("update").fails(1);
    assert!(
        refused
            .stderr
            .contains("`tea-maker` 1.1.0 is not signed, and what you had of it was"),
        "{refused}"
    );
    // A colleague has seen nothing yet; guild.lock tells them whom the team expects.
    fs::remove_dir_all(world.path("home/.config/guild/signers")).unwrap();
    world.guild("install tea-maker").fails(1);
    world.guild("install tea-maker --accept-key none").ok();
    let lock = world.read("project/guild.lock");
    assert!(!lock.contains("signedBy"), "{lock}");
}

#[test]
fn a_signature_that_is_not_hers_is_refused_by_the_catalog() {
    let world = anna();
    world.account("bruno", PASSWORD);
    let hers = secret(&world);
    let path = world.path("home/.config/guild/signing.key");
    fs::remove_file(&path).unwrap();
    world.guild("key new --name bruno").ok();
    let taken = secret(&world);
    tea(&world, "1.0.0");
    let unknown = world.guild("publish tea-maker").fails(1);
    assert!(
        unknown
            .stderr
            .contains("is not registered with the account anna"),
        "{unknown}"
    );
    assert!(
        unknown
            .stderr
            .contains("`guild key register` adds the one on this machine"),
        "{unknown}"
    );
    with_password(&world, "key register --name bruno").ok();
    let another = world.guild("publish tea-maker").fails(1);
    assert!(
        another
            .stderr
            .contains("is registered with another account than anna"),
        "{another}"
    );
    let stolen = with_password(&world, "key register --name anna").fails(2);
    assert!(
        stolen
            .stderr
            .contains("another account has registered this key"),
        "{stolen}"
    );
    // The variable goes before the file.
    let mut publish = world.command("publish tea-maker");
    let told = world.run(publish.env("GUILD_SIGNING_KEY", &hers)).ok();
    assert!(told.stderr.contains("Signed with the key anna "), "{told}");
    let mut damaged = world.command("publish tea-maker");
    let told = world
        .run(damaged.env("GUILD_SIGNING_KEY", &taken[..40]))
        .fails(2);
    assert!(
        told.stderr
            .contains("`GUILD_SIGNING_KEY` holds no private key"),
        "{told}"
    );
    assert!(!told.stderr.contains(&taken[..40]), "{told}");
}

#[test]
fn a_revoked_key_signs_nothing_more_and_what_it_signed_warns() {
    let world = anna();
    publish(&world, "1.0.0", "");
    world.guild("install tea-maker").ok();
    let id = world.guild("key show --json").ok().json()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let revoked = with_password(&world, &format!("key revoke {id}")).ok();
    assert!(
        revoked.stderr.contains("signs nothing any more"),
        "{revoked}"
    );
    let list = world.guild("key list").ok();
    assert!(
        list.stdout.contains("on this machine  revoked 2026-03-01"),
        "{list}"
    );
    let warning =
        "warning: the key that signed tea-maker 1.0.0 was revoked on 2026-03-01, after the release";
    for command in ["verify", "update", "install tea-maker --force"] {
        let run = world.guild(command).ok();
        assert!(run.stderr.contains(warning), "{command}: {run}");
    }
    let shown = world.guild("show tea-maker").ok();
    assert!(
        shown.stdout.contains("the key was revoked on 2026-03-01"),
        "{shown}"
    );
    tea(&world, "1.1.0");
    let refused = world.guild("publish tea-maker").fails(1);
    assert!(
        refused.stderr.contains("was revoked on 2026-03-01"),
        "{refused}"
    );
    with_password(&world, "key revoke 00000000").fails(2);
    with_password(&world, "key register").fails(2);
}

#[test]
fn a_key_is_kept_for_its_owner_alone_and_never_overwritten() {
    let world = World::new();
    let mut new = world.command("key new");
    let made = world.run(new.env("USER", "dora")).ok();
    assert!(made.stdout.starts_with("Made the key dora "), "{made}");
    let before = secret(&world);
    assert!(
        !format!("{made}").contains(before.trim()),
        "the private half is shown"
    );
    let again = world.guild("key new").fails(1);
    assert!(again.stderr.contains("there is a key in"), "{again}");
    assert_eq!(secret(&world), before);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let path = world.path("home/.config/guild/signing.key");
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        let open = world.guild("key show").fails(1);
        assert!(
            open.stderr
                .contains("others on this machine can read the key"),
            "{open}"
        );
        assert!(open.stderr.contains("hint: `chmod 600 '"), "{open}");
    }
    world.guild("key new --name two+words").fails(1);
    let bare = World::new();
    bare.guild("key show").fails(2);
    let named = bare.guild("key new --name two+words").fails(2);
    assert!(
        named.stderr.contains("`two+words` is no name for a key"),
        "{named}"
    );
}

#[test]
fn a_skill_without_a_version_is_not_signed_unless_that_is_said() {
    let world = anna();
    tea(&world, "1.0.0");
    let path = "project/tea-maker/SKILL.md";
    let text = world
        .read(path)
        .replace("metadata:\n  version: \"1.0.0\"\n", "");
    world.write(path, &text);
    let refused = world.guild("publish tea-maker").fails(1);
    assert!(
        refused
            .stderr
            .contains("`tea-maker` states no version, and a signature is of one"),
        "{refused}"
    );
    world.guild("publish tea-maker --unsigned").ok();
}
