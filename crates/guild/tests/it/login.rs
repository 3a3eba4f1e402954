//! Signing in to a catalog, and the tokens of an account.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::process::Stdio;

use crate::world::{Run, World};

const PASSWORD: &str = "correct horse battery";

/// Runs the program with something on its standard input.
fn given(world: &World, args: &[&str], text: &str) -> Run {
    let mut command = world.command("");
    command.args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A run that is refused takes nothing.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    world.told(&child.wait_with_output().unwrap())
}

fn credentials(world: &World) -> String {
    let path = world.path("home/.config/guild/credentials.toml");
    std::fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn a_person_signs_in_makes_a_token_and_signs_out() {
    let world = World::new();
    world.account("anna", PASSWORD);
    let run = given(
        &world,
        &["login", "--name", "anna"],
        &format!("{PASSWORD}\n"),
    )
    .ok();
    assert!(run.stderr.contains("Signed in"), "{run}");
    assert!(
        !run.stderr.contains("gld_") && !run.stdout.contains("gld_"),
        "{run}"
    );
    assert!(credentials(&world).contains("account = \"anna\""));
    assert!(!credentials(&world).contains(PASSWORD));
    let who = world.guild("whoami --json").ok().json();
    assert_eq!(who["account"], "anna");
    assert_eq!(who["credential"], "TOKEN");
    let made = given(
        &world,
        &[
            "token",
            "create",
            "--label",
            "release job",
            "--scope",
            "skills:publish",
        ],
        PASSWORD,
    );
    let secret = made.ok().stdout.trim().to_owned();
    assert!(secret.starts_with("gld_"), "{secret}");
    let list = world.guild("token list --json").ok().json();
    let labels: Vec<_> = list["tokens"].as_array().unwrap().iter().collect();
    assert_eq!(labels.len(), 2);
    let id = labels
        .iter()
        .find(|token| token["label"] == "release job")
        .unwrap();
    let id = id["id"].as_str().unwrap();
    let mut job = world.command("whoami --json");
    let job = world.run(job.env("GUILD_TOKEN", &secret)).ok().json();
    assert_eq!(job["scopes"][0], "skills:publish");
    given(&world, &["token", "revoke", id], PASSWORD).ok();
    let mut job = world.command("whoami");
    let over = world.run(job.env("GUILD_TOKEN", &secret)).fails(2);
    assert!(over.stderr.contains("guild login"), "{over}");
    world.guild("logout").ok();
    assert_eq!(credentials(&world), "");
    let left = world.guild("whoami").fails(2);
    assert!(left.stderr.contains("401 UNAUTHENTICATED"), "{left}");
}

#[test]
fn what_is_missing_is_named_and_a_catalog_that_is_not_the_usual_one_is_told_of() {
    let world = World::new();
    world.account("anna", PASSWORD);
    let nothing = given(&world, &["login", "--name", "anna"], "").fails(2);
    assert!(
        nothing
            .stderr
            .contains("hint: send the password: `… --name NAME < password.txt`"),
        "{nothing}"
    );
    let token = given(&world, &["login", "--token", "-"], "").fails(2);
    assert!(
        token
            .stderr
            .contains("hint: send the token: `guild login --token - < token.txt`"),
        "{token}"
    );
    let usual = given(&world, &["login", "--name", "anna"], PASSWORD).ok();
    assert!(!usual.stderr.contains("hint:"), "{usual}");
    let mut command = world.command("login --name anna");
    let catalog = world.catalog().to_owned();
    command
        .env_remove("GUILD_CATALOG")
        .args(["--catalog", &catalog]);
    let password = world.path("password");
    std::fs::write(&password, PASSWORD).unwrap();
    command.stdin(std::fs::File::open(password).unwrap());
    let other = world.run(&mut command).ok();
    assert!(
        other
            .stderr
            .contains("write `catalog = \"[CATALOG]\"` into ~/.config/guild/config.toml"),
        "{other}"
    );
}

#[test]
fn a_token_is_kept_from_standard_input_when_the_catalog_knows_it() {
    let world = World::new();
    world.account("anna", PASSWORD);
    let made = given(
        &world,
        &["token", "create", "--name", "anna", "--label", "mine"],
        PASSWORD,
    );
    let secret = made.ok().stdout;
    given(&world, &["login", "--token", "-"], &secret).ok();
    world.guild("whoami").ok();
    let unknown = guild_skill::token::TokenText::of_random([7; 32]);
    let refused = given(&world, &["login", "--token", "-"], unknown.reveal()).fails(1);
    assert!(
        refused.stderr.contains("does not know this token"),
        "{refused}"
    );
    assert!(!refused.stderr.contains(unknown.reveal()), "{refused}");
    for (text, said) in [
        ("", "standard input is empty"),
        ("hello", "starts with `gld_`"),
        (&secret[..50], "after `gld_`"),
    ] {
        let refused = given(&world, &["login", "--token", "-"], text).fails(2);
        assert!(refused.stderr.contains(said), "{refused}");
    }
    world.guild("whoami").ok();
}

#[test]
fn a_wrong_password_is_refused_and_nothing_is_kept() {
    let world = World::new();
    world.account("anna", PASSWORD);
    let run = given(&world, &["login", "--name", "anna"], "a wrong password").fails(1);
    assert!(
        run.stderr.contains("the name or the password is wrong"),
        "{run}"
    );
    let nobody = given(&world, &["login"], PASSWORD).fails(2);
    assert!(nobody.stderr.contains("there is no terminal"), "{nobody}");
    assert_eq!(credentials(&world), "");
}

#[test]
fn a_token_goes_to_its_catalog_and_nowhere_that_it_sends_us_on() {
    let world = World::alone();
    let token = guild_skill::token::TokenText::of_random([7; 32]);
    let elsewhere = TcpListener::bind("127.0.0.1:0").unwrap();
    let catalog = TcpListener::bind("127.0.0.1:0").unwrap();
    let to = format!("http://{}/api/skills", elsewhere.local_addr().unwrap());
    let address = format!("http://{}", catalog.local_addr().unwrap());
    let mut command = world.command(&format!("search tea --catalog {address}"));
    command.env("GUILD_TOKEN", token.reveal());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let asked = answer(
        &catalog,
        &format!("HTTP/1.1 302 Found\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n"),
    );
    assert!(asked.contains(token.reveal()), "its own catalog gets it");
    let asked = answer(&elsewhere, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    assert!(asked.starts_with("GET /api/skills"), "{asked}");
    assert!(!asked.contains("gld_"), "{asked}");
    let run = world.told(&child.wait_with_output().unwrap());
    assert!(!run.stderr.contains("gld_"), "{run}");
}

/// Takes one request, and gives its head.
fn answer(listener: &TcpListener, with: &str) -> String {
    let (mut stream, _) = listener.accept().unwrap();
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        assert_eq!(stream.read(&mut byte).unwrap(), 1);
        head.push(byte[0]);
    }
    stream.write_all(with.as_bytes()).unwrap();
    String::from_utf8(head).unwrap()
}

#[cfg(unix)]
#[test]
fn the_file_of_tokens_is_its_owner_s_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let world = World::new();
    world.account("anna", PASSWORD);
    given(&world, &["login", "--name", "anna"], PASSWORD).ok();
    let path = world.path("home/.config/guild/credentials.toml");
    let mode = std::fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    world.write("home/.config/guild/credentials.toml", "token = gld_secret");
    let broken = given(&world, &["login", "--name", "anna"], PASSWORD).fails(2);
    assert!(broken.stderr.contains("credentials.toml"), "{broken}");
    assert!(!broken.stderr.contains("gld_secret"), "{broken}");
}
