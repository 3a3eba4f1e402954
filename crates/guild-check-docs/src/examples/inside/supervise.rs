//! Running the examples of one document, one after the other.

use std::fs::{self, Permissions};
use std::io::{self, BufRead as _, BufReader, PipeReader, Read as _, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{DumpableBehavior, set_dumpable_behavior, setsid};

use super::relay::Stands;
use super::start::hear;
use super::wait::Waiting;
use super::{
    Confine, Ended, INSIDE, Limited, NOT_STARTED, Order, Over, Role, Said, Supervise, World,
    descendants, relay, sockets, usage,
};

/// How long ending what an example left behind may take.
const ENDING: Duration = Duration::from_secs(2);

/// How often what an example uses is looked at.
const GLANCE: Duration = Duration::from_millis(50);

/// Does what comes over the standard input, until it closes.
///
/// `ground` says why there is no sandbox to work in.
pub(super) fn supervise(role: &Supervise, ground: Result<(), String>) -> u8 {
    match obey(role, ground) {
        Ok(()) => 0,
        Err(_) => NOT_STARTED,
    }
}

fn obey(role: &Supervise, ground: Result<(), String>) -> io::Result<()> {
    descendants::adopt();
    // Away from the terminal of whoever started it; bubblewrap has done so already.
    let _ = setsid();
    // An example may run as the same user: it shall not look into this process.
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    let mut control = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut orders = BufReader::new(control.try_clone()?);
    if let Err(error) = ground.and_then(|()| prepare(role)) {
        return say(&mut control, &Said::Unable(error));
    }
    say(&mut control, &Said::Ready)?;
    loop {
        let mut line = String::new();
        if orders.read_line(&mut line)? == 0 {
            descendants::end(ENDING);
            return Ok(());
        }
        let order: Order = serde_json::from_str(&line)?;
        let over = carry_out(role, &order);
        let is_left = over.is_left;
        say(&mut control, &Said::Over(over))?;
        if is_left {
            return Ok(());
        }
    }
}

fn say(control: &mut UnixStream, said: &Said) -> io::Result<()> {
    let mut line = serde_json::to_vec(said)?;
    line.push(b'\n');
    control.write_all(&line)
}

/// Opens the folders, copies the fixtures and takes the ports.
fn prepare(role: &Supervise) -> Result<(), String> {
    let stands = match &role.confine {
        Some(Confine {
            world: World::Machine { .. },
            ..
        }) => Stands::Everywhere,
        Some(_) | None => Stands::OnLoopback,
    };
    relay::listen(&role.ports, stands, &role.relay)?;
    for folder in &role.open {
        fs::set_permissions(folder, Permissions::from_mode(0o1777))
            .map_err(|error| format!("{} is not to be opened: {error}", folder.display()))?;
    }
    let give = |path: &Path| match role.identity {
        Some(id) => chown(path, Some(id), Some(id)),
        None => Ok(()),
    };
    let given = give(&role.work).and_then(|()| give(&role.scratch));
    let copied = given.and_then(|()| match &role.fixtures {
        Some(fixtures) => copy(fixtures, &role.work, &give),
        None => Ok(()),
    });
    copied.map_err(|error| format!("the work folder is not to be filled: {error}"))
}

fn copy(from: &Path, to: &Path, give: &impl Fn(&Path) -> io::Result<()>) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let copy = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&copy)?;
            self::copy(&entry.path(), &copy, give)?;
        } else {
            fs::copy(entry.path(), &copy)?;
        }
        give(&copy)?;
    }
    Ok(())
}

fn carry_out(role: &Supervise, order: &Order) -> Over {
    let started = Instant::now();
    let until = started + Duration::from_millis(order.milliseconds);
    let mut over = Over {
        end: Ended::Exit(0),
        output: String::new(),
        is_cut: false,
        milliseconds: 0,
        is_left: false,
    };
    let file = role.work.join(&order.file);
    // What stands there may be a link that an earlier example made.
    let _ = fs::remove_file(&file);
    if let Err(error) = fs::write(&file, &order.code) {
        over.end = Ended::NotStarted(format!("its file could not be written: {error}"));
        return over;
    }
    let _ = fs::set_permissions(&file, Permissions::from_mode(0o644));
    for step in &order.steps {
        if let Err(error) = step_on(role, order, step, until, &mut over) {
            over.end = Ended::NotStarted(error.to_string());
        }
        if over.end != Ended::Exit(0) || over.is_left {
            break;
        }
    }
    over.milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    over
}

/// Runs one command to its end, or to the end of its time.
fn step_on(
    role: &Supervise,
    order: &Order,
    step: &[String],
    until: Instant,
    over: &mut Over,
) -> io::Result<()> {
    let limited = Role::Limited(Limited {
        words: step.to_vec(),
        environment: order.environment.clone(),
        limits: order.limits,
        confine: role.confine.clone(),
        identity: role.identity,
    });
    let (reader, writer) = io::pipe()?;
    let (start, child) = UnixStream::pair()?;
    let room = order.output_bytes.saturating_sub(over.output.len());
    let mut command = Command::new(&role.helper);
    command
        .args(&role.words)
        .env_clear()
        .env(INSIDE, serde_json::to_string(&limited)?)
        .current_dir(&role.work)
        .stdin(OwnedFd::from(child))
        .stdout(writer.try_clone()?)
        .stderr(writer);
    let waiting = Waiting::start(command.spawn()?);
    // With the command go the last ends of pipe and socket that are not the example's.
    drop(command);
    start.set_read_timeout(Some(ENDING))?;
    let heard = hear(&start)?;
    if !heard.why.is_empty() {
        waiting.within(ENDING);
        return Err(io::Error::other(heard.why));
    }
    if let Some(calls) = heard.calls {
        sockets::serve(calls);
    }
    let reading = keep(reader, room);
    let ended = watch(role, &waiting, until);
    over.is_left = !descendants::end(ENDING);
    over.end = ended.map_or_else(|end| end, how);
    if over.is_left {
        return Ok(());
    }
    if matches!(over.end, Ended::TimedOut | Ended::OverLimit(_)) {
        waiting.within(ENDING);
    }
    descendants::bury();
    let (output, is_cut) = reading.join().unwrap_or_default();
    over.output.push_str(&String::from_utf8_lossy(&output));
    over.is_cut |= is_cut;
    Ok(())
}

/// Waits for a command and looks at what it uses meanwhile; the error says why it has to be ended.
fn watch(role: &Supervise, waiting: &Waiting, until: Instant) -> Result<ExitStatus, Ended> {
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if let Some(status) = waiting.within(left.min(GLANCE)) {
            return Ok(status);
        }
        if left <= GLANCE {
            return Err(Ended::TimedOut);
        }
        // Without a sandbox an example is trusted.
        let excess = role.confine.as_ref();
        let excess = excess.and_then(|_| usage::excess(&descendants::living(), &role.watched));
        if let Some(excess) = excess {
            return Err(Ended::OverLimit(excess));
        }
    }
}

fn how(status: ExitStatus) -> Ended {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ended::Exit(code),
        (None, signal) => Ended::Signal(signal.unwrap_or(0)),
    }
}

/// Reads all that is printed, and keeps the start of it.
fn keep(mut from: PipeReader, room: usize) -> JoinHandle<(Vec<u8>, bool)> {
    thread::spawn(move || {
        let mut kept = Vec::new();
        let mut is_cut = false;
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(count @ 1..) = from.read(&mut buffer) {
            let fits = count.min(room - kept.len());
            kept.extend_from_slice(&buffer[..fits]);
            is_cut |= fits < count;
        }
        (kept, is_cut)
    })
}
