//! One command of ours in a process of its own, which ends with the call that asked for it.

use std::io;
use std::path::Path;
use std::process::Stdio;

use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::Command;

/// The most bytes that are taken of what a command says; more is a fault of ours.
const OUTPUT_BYTES: u64 = 32 << 20;
const TALK_BYTES: u64 = 64 << 10;

/// What a command said.
pub(super) struct Ran {
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// What it exited with; nothing when it was ended.
    pub(super) code: Option<i32>,
}

/// Runs a command to its end, or until `stop`: then the process is ended, and nothing comes of it.
pub(super) async fn run(
    program: &Path,
    words: &[String],
    stop: impl Future<Output = ()>,
) -> io::Result<Option<Ran>> {
    let mut child = Command::new(program)
        .args(words)
        // What is ours to say is said in the answer, without colour.
        .env("NO_COLOR", "1")
        // It is for who connects to the server: a document's example or a page has no business with it.
        .env_remove(super::TOKEN)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let said = async { tokio::try_join!(read(stdout, OUTPUT_BYTES), read(stderr, TALK_BYTES)) };
    let (stdout, stderr) = tokio::select! {
        said = said => said?,
        () = stop => {
            // Waited for, too: a process that nobody waits for stays in the list of the system.
            child.kill().await?;
            return Ok(None);
        }
    };
    let status = child.wait().await?;
    Ok(Some(Ran {
        stdout,
        stderr,
        code: status.code(),
    }))
}

async fn read(from: Option<impl AsyncRead + Unpin>, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    if let Some(mut from) = from {
        (&mut from).take(most).read_to_end(&mut bytes).await?;
        // The rest is read too, or the command would wait for a reader.
        tokio::io::copy(&mut from, &mut tokio::io::sink()).await?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
