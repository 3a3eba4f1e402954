//! Whether an example can run, and what it talks to.

use super::interpreter::Interpreter;
use super::language::{Runner, runner};
use super::run::World;
use super::tried::Why;
use super::{Address, Documented, RunOptions, Sandboxing, Script, Target, address, variables};

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
    if let (Some(why), false) = (unreachable(script, world), runner == Runner::Http) {
        return (Vec::new(), Err(why));
    }
    let interpreter = match runner {
        Runner::Http => Ok(None),
        _ => world.interpreters.find(&runner).map(Some),
    };
    let ready = interpreter.map(|interpreter| Ready {
        runner,
        interpreter,
    });
    (Vec::new(), ready.map_err(Why::NoInterpreter))
}

/// Without a network of their own, examples that call another host would reach it.
fn unreachable(script: &Script, world: &World<'_>) -> Option<Why> {
    if world.options.sandboxing == Sandboxing::Required {
        return None;
    }
    let own = address::find(&script.code);
    let other = own.iter().find(|address| !address.is_loopback())?;
    let has_loopback = own.iter().any(Address::is_loopback);
    (!has_loopback).then(|| {
        Why::Unreachable(format!(
            "it calls {other}, where nothing can stand in for the server without a network of its own: leave out --unsandboxed, or write the example against http://127.0.0.1"
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
