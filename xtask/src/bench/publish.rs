//! Publishing: as a whole process, and as many a second as the server takes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::ROUNDS;
use super::guild::binary;
use super::install::KnackRegistry;
use super::peers::Peers;
use super::table::{Row, faster, rate};
use super::turns::{in_turn, time};
use crate::command::execute;
use crate::soak::{Catalog, Connection, write_skill};

/// A publish is short, so it takes more rounds than the rest.
const PROCESS_ROUNDS: usize = ROUNDS * 4;

/// How many publish at a time.
const CLIENTS: usize = 4;

/// How many releases each of them publishes in a round.
const RELEASES: usize = 25;

/// Where archives are sent.
struct Target<'t> {
    address: &'t str,
    method: &'static str,
    /// Makes the path for a skill's name.
    path: fn(&str) -> String,
    /// The headers, each with its line end.
    headers: String,
}

/// Times `guild publish` against `knack publish` of the same skill, and counts what either server takes of archives that
/// are ready. Every publish is the first release of a skill that is new.
pub(super) fn measure(peers: &Peers, scratch: &Path) -> Result<[Row; 2], String> {
    let catalog = Catalog::start(&binary(), &scratch.join("publish"))?;
    let knack = KnackRegistry::start(peers, &scratch.join("publish-knack"))?;
    let times = processes(&catalog, &knack, peers, &scratch.join("publish-skills"))?;
    let rates = servers(&catalog, &knack, peers, &scratch.join("publish-archives"))?;
    if let Some(reason) = catalog.stop() {
        return Err(reason);
    }
    let what = "`guild publish` of one skill, whole process";
    Ok([
        faster(what, "`knack publish`", &times, 1.0, "not slower"),
        rate(
            "publishes a second at the server, four at a time, each a new skill that is checked and logged",
            "knack-registry",
            &rates,
            1.0,
            "not fewer",
        ),
    ])
}

fn processes(
    catalog: &Catalog,
    knack: &KnackRegistry,
    peers: &Peers,
    folder: &Path,
) -> Result<Vec<(Duration, Duration)>, String> {
    let skills = (0..=PROCESS_ROUNDS).map(|round| written(folder, round).map(|(_, skill)| skill));
    let skills: Vec<PathBuf> = skills.collect::<Result<_, _>>()?;
    let ours = |round: usize| {
        let mut command = Command::new(binary());
        command
            .arg("publish")
            .arg(&skills[round])
            .current_dir(folder)
            .env("HOME", folder)
            .env("GUILD_CATALOG", format!("http://{}", catalog.address))
            .env("GUILD_TOKEN", &catalog.token);
        time(&mut command)
    };
    let theirs = |round: usize| time(knack.publishing(peers).arg(&skills[round]));
    in_turn(PROCESS_ROUNDS, ours, theirs)
}

fn servers(
    catalog: &Catalog,
    knack: &KnackRegistry,
    peers: &Peers,
    folder: &Path,
) -> Result<Vec<(f64, f64)>, String> {
    let ours = Target {
        address: &catalog.address,
        method: "POST",
        path: |_| "/api/skills".to_owned(),
        headers: format!(
            "content-type: application/zip\r\nauthorization: Bearer {}\r\n",
            catalog.token
        ),
    };
    let theirs = Target {
        address: knack.address(),
        method: "PUT",
        path: |name| format!("/skills/local/{name}"),
        headers: "content-type: application/gzip\r\nauthorization: Bearer bench\r\n".to_owned(),
    };
    let mut rounds = Vec::new();
    for round in 0..=ROUNDS {
        // Beyond the names of the processes above.
        let first = 1000 + round * CLIENTS * RELEASES;
        let (mut zips, mut tars) = (Vec::new(), Vec::new());
        for number in first..first + CLIENTS * RELEASES {
            let (name, skill) = written(folder, number)?;
            zips.push((name.clone(), zip(&skill, folder, &name)?));
            tars.push((name.clone(), tar(knack, peers, &skill, &name)?));
        }
        let both = (sent(&ours, &zips)?, sent(&theirs, &tars)?);
        // The first round warms the servers up.
        if round > 0 {
            rounds.push(both);
        }
    }
    Ok(rounds)
}

/// Sends all archives, shared among the clients, and tells how many were taken a second.
fn sent(target: &Target<'_>, archives: &[(String, Vec<u8>)]) -> Result<f64, String> {
    let started = Instant::now();
    let done: Result<Vec<()>, String> = thread::scope(|scope| {
        let clients: Vec<_> = archives
            .chunks(RELEASES)
            .map(|share| scope.spawn(|| send(target, share)))
            .collect();
        let joined = clients.into_iter().map(|client| client.join());
        joined
            .map(|done| done.unwrap_or_else(|_| Err("a client ended by a defect".to_owned())))
            .collect()
    });
    done?;
    Ok(archives.len() as f64 / started.elapsed().as_secs_f64())
}

fn send(target: &Target<'_>, archives: &[(String, Vec<u8>)]) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", target.address);
    let mut connection = Connection::open(target.address).map_err(failed)?;
    for (name, archive) in archives {
        let path = (target.path)(name);
        let answer = connection.ask(target.method, &path, &target.headers, archive);
        let answer = answer.map_err(failed)?;
        if answer.status != 201 {
            let said = String::from_utf8_lossy(&answer.body);
            return Err(format!("{path} answered {}: {said}", answer.status));
        }
    }
    Ok(())
}

/// Writes a skill that no other has the name of, and gives its name and its folder.
fn written(folder: &Path, number: usize) -> Result<(String, PathBuf), String> {
    let number = number as u64;
    let name = format!("soak-{number}");
    let skill = folder.join(&name);
    write_skill(&skill, number, 0).map_err(|error| error.to_string())?;
    Ok((name, skill))
}

fn zip(skill: &Path, folder: &Path, name: &str) -> Result<Vec<u8>, String> {
    let mut pack = Command::new(binary());
    pack.arg("pack").arg(skill).arg("--output").arg(folder);
    execute(pack.stdout(Stdio::null()).stderr(Stdio::null()))?;
    fs::read(folder.join(format!("{name}.zip"))).map_err(|error| error.to_string())
}

fn tar(knack: &KnackRegistry, peers: &Peers, skill: &Path, name: &str) -> Result<Vec<u8>, String> {
    let mut pack = knack.knack(peers);
    pack.arg("pack").arg(skill).args(["--output", "packed"]);
    execute(pack.stderr(Stdio::null()))?;
    let archive = knack.home().join(format!("packed/{name}.skill.tar.gz"));
    fs::read(archive).map_err(|error| error.to_string())
}
