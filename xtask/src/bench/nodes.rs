//! Three nodes on PostgreSQL and a bucket against one node with everything in its folder, under the same read load.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use super::ROUNDS;
use super::guild::{Guild, binary};
use super::table::{Row, rate};
use crate::command::execute;
use crate::ports::{free_address, wait_for};
use crate::say;
use crate::soak::Connection;
use crate::test::{postgres, s3};

const NODES: usize = 3;

/// How many connections there are, in both cases.
const CONNECTIONS: usize = 30;

/// What is read: pages, records, an archive, searches.
const PATHS: [&str; 8] = [
    "/",
    "/skills/adr-writer",
    "/skills/adr-writer/adr-writer.zip",
    "/api/skills?pageSize=20",
    "/api/skills/test-generator",
    "/api/skills?query=document",
    "/search?query=tests",
    "/.well-known/agent-skills/index.json",
];

/// A store of buckets, ended when dropped.
struct Buckets {
    child: Child,
    url: String,
}

/// Counts the requests that are answered for each second of the processor that the nodes take. What the database and the
/// store of archives take is not counted: they stand elsewhere.
pub(super) fn measure(scratch: &Path) -> Result<Row, String> {
    let folder = scratch.join("nodes");
    let data = folder.join("one");
    // The first start lists the Developer pack.
    drop(Guild::start(&data)?);
    let database = postgres::start()?;
    let buckets = Buckets::start()?;
    let place = [
        "--database",
        database.url(),
        "--archives",
        "s3://skills/bench",
    ];
    let mut migrate = Command::new(binary());
    migrate.args(["migrate", "--data"]).arg(&data).args(place);
    migrate.envs(buckets.variables()).stdout(Stdio::null());
    execute(&mut migrate)?;
    let key = data.join("log.key");
    let key = key.to_string_lossy();
    let words = [place.as_slice(), &["--log-key", &key]].concat();
    let one = [Guild::start(&data)?];
    let mut nodes = Vec::new();
    for number in 1..=NODES {
        let data = folder.join(format!("node-{number}"));
        nodes.push(Guild::start_with(&data, &words, &buckets.variables())?);
    }
    let script = script(&folder)?;
    let mut rates = Vec::new();
    for round in 0..=ROUNDS {
        say::line(&format!("round {round} of {ROUNDS}"));
        let both = (
            requests_a_second(&nodes, &script)?,
            requests_a_second(&one, &script)?,
        );
        // The first round fills what the nodes keep in memory.
        if round > 0 {
            rates.push(both);
        }
    }
    Ok(rate(
        "read load on three nodes with PostgreSQL and S3, requests for each second of the nodes' processor",
        "one node with SQLite and a folder",
        &rates,
        0.9,
        "0.9",
    ))
}

/// Puts a load on some servers at once, and tells how many requests they answered for each second that they worked.
fn requests_a_second(servers: &[Guild], script: &Path) -> Result<f64, String> {
    let worked = || {
        servers
            .iter()
            .map(Guild::seconds_worked)
            .sum::<Result<f64, String>>()
    };
    let before = worked()?;
    let connections = format!("-c{}", CONNECTIONS / servers.len());
    let answered: Result<Vec<f64>, String> = thread::scope(|scope| {
        let loads: Vec<_> = servers
            .iter()
            .map(|server| scope.spawn(|| answered(server, &connections, script)))
            .collect();
        let joined = loads.into_iter().map(|load| load.join());
        joined
            .map(|done| done.unwrap_or_else(|_| Err("a load ended by a defect".to_owned())))
            .collect()
    });
    let answered: f64 = answered?.iter().sum();
    Ok(answered / (worked()? - before))
}

/// Asks `wrk` for a load of 3 seconds, and counts the answers.
fn answered(server: &Guild, connections: &str, script: &Path) -> Result<f64, String> {
    let mut wrk = Command::new("wrk");
    wrk.args(["-t1", connections, "-d3s", "-s"]).arg(script);
    let output = wrk.arg(server.url("/")).output();
    let output = output.map_err(|error| format!("wrk could not be started: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if text.contains("Non-2xx") {
        return Err(format!(
            "{} did not answer 200 under load:\n{text}",
            server.address
        ));
    }
    let line = text.lines().find(|line| line.contains(" requests in "));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .ok_or_else(|| format!("wrk counted no requests:\n{text}"))
}

/// Writes what makes `wrk` ask for one path after the other.
fn script(folder: &Path) -> Result<PathBuf, String> {
    let paths = PATHS.map(|path| format!("\"{path}\"")).join(", ");
    let text = format!(
        "local paths = {{ {paths} }}\nlocal place = 0\n\
         request = function()\n  place = place % #paths + 1\n  return wrk.format(\"GET\", paths[place])\nend\n"
    );
    let path = folder.join("paths.lua");
    fs::write(&path, text).map_err(|error| error.to_string())?;
    Ok(path)
}

impl Buckets {
    fn start() -> Result<Self, String> {
        let address = free_address()?;
        let (host, port) = address.split_once(':').unwrap_or(("127.0.0.1", "0"));
        let child = Command::new(s3::moto()?)
            .args(["-H", host, "-p", port])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("moto could not be started: {error}"))?;
        let url = format!("http://{address}");
        let buckets = Self { child, url };
        wait_for(&address)?;
        let failed = |error: std::io::Error| format!("moto: {error}");
        let mut connection = Connection::open(&address).map_err(failed)?;
        let made = connection.ask("PUT", "/skills", "", "").map_err(failed)?;
        match made.status {
            200 => Ok(buckets),
            status => Err(format!("moto answered {status} and made no bucket")),
        }
    }

    fn variables(&self) -> [(&str, &str); 4] {
        [
            ("AWS_ENDPOINT_URL", self.url.as_str()),
            ("AWS_ACCESS_KEY_ID", "bench"),
            ("AWS_SECRET_ACCESS_KEY", "bench"),
            ("AWS_REGION", "eu-central-1"),
        ]
    }
}

impl Drop for Buckets {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
