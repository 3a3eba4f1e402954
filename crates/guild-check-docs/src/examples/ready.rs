//! Whether an example can run, and what it talks to.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use super::interpreter::Interpreter;
use super::language::{Runner, runner};
use super::run::World;
use super::sandbox::Rights;
use super::tried::Why;
use super::{Address, Documented, Level, RunOptions, Script, Target, address, variables};

/// How many addresses of one document are stood in for.
const ADDRESSES: usize = 16;
/// An example that can run.
pub(super) struct Ready {
    pub(super) runner: Runner,
    /// Nothing for a raw request.
    pub(super) interpreter: Option<Interpreter>,
}

/// Finds out whether an example can run, and which variables it reads that the document does not name.
pub(super) fn ready(
    script: &Script,
    documented: &Documented,
    world: &World<'_>,
) -> (Vec<String>, Result<Ready, Why>) {
    if let Some(reason) = &script.not_to_run {
        return (Vec::new(), Err(Why::Marked(reason.clone())));
    }
    let Some(runner) = runner(&script.language, &world.options.languages) else {
        return (Vec::new(), Err(Why::NoLanguage(script.language.clone())));
    };
    let read = variables::read_by(&runner, &runner.code(&script.code));
    let (declared, undeclared): (Vec<String>, Vec<String>) = read
        .into_iter()
        .partition(|name| variables::is_named_in(&documented.prose, name));
    if !undeclared.is_empty() {
        let why = Why::Undeclared(listed(&undeclared));
        return (undeclared, Err(why));
    }
    let given = &world.options.variables;
    let missing: Vec<String> = declared
        .into_iter()
        .filter(|name| !given.contains_key(name))
        .collect();
    if !missing.is_empty() {
        return (Vec::new(), Err(Why::VariableNotGiven(listed(&missing))));
    }
    let interpreter = match runner {
        Runner::Http => Ok(None),
        _ => interpreter(script, &runner, world).map(Some),
    };
    let ready = interpreter.map(|interpreter| Ready {
        runner,
        interpreter,
    });
    (Vec::new(), ready)
}

/// Finds the interpreter of an example, and holds that the example can run in this sandbox.
fn interpreter(script: &Script, runner: &Runner, world: &World<'_>) -> Result<Interpreter, Why> {
    let interpreter = world
        .interpreters
        .find(runner)
        .map_err(Why::NoInterpreter)?;
    let Ok(sandbox) = world.sandbox else {
        return Ok(interpreter);
    };
    let is_hidden = sandbox.level == Level::Landlock && sandbox.rights == Rights::Root;
    let hidden = is_hidden.then(|| hidden(&interpreter)).flatten();
    match unreachable(script, sandbox.level).or(hidden) {
        Some(why) => Err(why),
        None => Ok(interpreter),
    }
}

/// Without a network of their own, examples that call another host would reach it.
fn unreachable(script: &Script, level: Level) -> Option<Why> {
    let own = address::find(&script.code);
    let other = own.iter().find(|address| !level.stands_at(address))?;
    let has_one = own.iter().any(|address| level.stands_at(address));
    (!has_one).then(|| {
        Why::Unreachable(format!(
            "it calls {other}, and nothing can stand there without a network of its own: install bubblewrap, or write the example against http://127.0.0.1:3000"
        ))
    })
}

/// A user of their own, whom examples run as, may not read what root keeps for itself.
fn hidden(interpreter: &Interpreter) -> Option<Why> {
    let program = &interpreter.program;
    let is_open = |path: &Path| {
        let metadata = path.metadata();
        metadata.is_ok_and(|metadata| metadata.permissions().mode() & 0o001 != 0)
    };
    (!program.ancestors().all(is_open)).then(|| {
        Why::NoInterpreter(format!(
            "`{}` is for its owner alone: install it for every user, or bubblewrap",
            program.display()
        ))
    })
}

/// Lists the addresses in the code of a document's examples.
pub(super) fn addresses_of_code(documented: &Documented) -> Vec<Address> {
    let scripts = documented.scripts.iter();
    scripts
        .flat_map(|script| address::find(&script.code))
        .collect()
}

/// Lists the addresses that the proxy stands at: those in the code, and those in the variables.
pub(super) fn addresses(documented: &Documented, options: &RunOptions) -> Vec<Address> {
    let mut addresses: Vec<Address> = Vec::new();
    let given = options.variables.iter();
    let given = given
        .filter(|(name, _)| variables::is_named_in(&documented.prose, name))
        .flat_map(|(_, value)| address::find(value));
    for address in addresses_of_code(documented).into_iter().chain(given) {
        if !addresses.contains(&address) && addresses.len() < ADDRESSES {
            addresses.push(address);
        }
    }
    addresses
}

/// Gives the server that examples talk to.
pub(super) fn target(
    documented: &Documented,
    addresses: &[Address],
    world: &World<'_>,
) -> Result<Address, Why> {
    if documented.endpoint.is_none() && addresses.is_empty() {
        // The examples of most functions call nobody, and then nothing is forwarded here.
        return Ok(Address::nobody());
    }
    if let Some(server) = &world.server {
        return Ok(server.clone());
    }
    match &world.options.target {
        Target::Server(address) => Ok(address.clone()),
        Target::Start { address, .. } => address.clone().ok_or_else(no_target),
        Target::AsDocumented => {
            let mut own = addresses.iter().filter(|address| address.is_loopback());
            own.next().cloned().ok_or_else(no_target)
        }
    }
}

fn no_target() -> Why {
    Why::Unreachable("no server is known to run it against: pass --target or --start".to_owned())
}

fn listed(names: &[String]) -> String {
    let names = names.iter().map(|name| format!("`{name}`"));
    names.collect::<Vec<_>>().join(" and ")
}
