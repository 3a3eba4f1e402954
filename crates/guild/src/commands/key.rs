//! `guild key`

mod rotate;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use guild_skill::AccountName;
use guild_skill::note::{SigningKey, VerifierKey};
use guild_skill::signature::{Registration, Rotation, Signature};
use guild_skill::wire::PublisherKey;

use crate::Context;
use crate::cli::{CatalogArgs, JsonArgs};
use crate::commands::login;
use crate::failure::{Failure, Outcome};
use crate::line::Line;
use crate::remote::{Remote, RemoteError};
use crate::signing;

/// Make the key that signs what you publish, and say at a catalog that it is yours
#[derive(Debug, Args)]
#[command(after_help = "\
The private half stays in signing.key beside the settings, where nobody else reads it; it has no
passphrase. `guild publish` signs with it from then on. Whoever has installed a skill that you
signed is asked when another key signs its next release, unless the old one announced it (`guild
key rotate`), so keep a copy of it as you keep those of your ssh keys. In a job, GUILD_SIGNING_KEY
holds it.

Examples:
  guild key new
  guild key register --catalog https://skills.example.org
  guild key list
  guild key rotate
  guild key revoke 124b6c43")]
pub(crate) struct KeyArgs {
    #[command(subcommand)]
    command: KeyCommand,
}

#[derive(Debug, Subcommand)]
enum KeyCommand {
    New(NewArgs),
    Show(ShowArgs),
    Register(RegisterArgs),
    Rotate(rotate::RotateArgs),
    List(ListArgs),
    Revoke(RevokeArgs),
}

/// Make a key on this machine
#[derive(Debug, Args)]
struct NewArgs {
    /// What the key is called in signatures, for everybody to read [default: your account, or who you are here]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    catalog: CatalogArgs,
}

/// Show the public half of the key on this machine
#[derive(Debug, Args)]
struct ShowArgs {
    #[command(flatten)]
    json: JsonArgs,
}

/// Say at a catalog that the key on this machine is yours
#[derive(Debug, Args)]
struct RegisterArgs {
    /// The account [default: the one that is signed in]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The key before it, as `guild key rotate` kept it, where that is registered there
    #[arg(long, value_name = "FILE")]
    announced_by: Option<PathBuf>,
    #[command(flatten)]
    catalog: CatalogArgs,
    #[command(flatten)]
    json: JsonArgs,
}

/// List the keys of your account at a catalog
#[derive(Debug, Args)]
struct ListArgs {
    #[command(flatten)]
    catalog: CatalogArgs,
    #[command(flatten)]
    json: JsonArgs,
}

/// Take a key back for ever: what it signs from then on is refused
#[derive(Debug, Args)]
struct RevokeArgs {
    /// The key's id, as `guild key list` shows it
    id: String,
    /// The account [default: the one that is signed in]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    catalog: CatalogArgs,
}

impl KeyArgs {
    /// Gives the catalog that the command line names.
    pub(crate) fn catalog(&self) -> Option<&CatalogArgs> {
        match &self.command {
            KeyCommand::New(args) => Some(&args.catalog),
            KeyCommand::Show(_) => None,
            KeyCommand::Register(args) => Some(&args.catalog),
            KeyCommand::Rotate(args) => Some(&args.catalog),
            KeyCommand::List(args) => Some(&args.catalog),
            KeyCommand::Revoke(args) => Some(&args.catalog),
        }
    }

    /// Says whether the data is to be JSON.
    pub(crate) fn is_json(&self) -> bool {
        match &self.command {
            KeyCommand::Show(args) => args.json.json,
            KeyCommand::Register(args) => args.json.json,
            KeyCommand::Rotate(args) => args.json.json,
            KeyCommand::List(args) => args.json.json,
            KeyCommand::New(_) | KeyCommand::Revoke(_) => false,
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &KeyArgs, context: &mut Context) -> Result<Outcome, Failure> {
    match &args.command {
        KeyCommand::New(args) => make(args, context),
        KeyCommand::Show(args) => show(args, context),
        KeyCommand::Register(args) => register(args, context),
        KeyCommand::Rotate(args) => rotate::run(args, context),
        KeyCommand::List(args) => list(args, context),
        KeyCommand::Revoke(args) => revoke(args, context),
    }
}

fn make(args: &NewArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let name = match login::account(args.name.as_deref(), context)? {
        Some(name) => name,
        None => {
            let environment = &context.settings.environment;
            let user = ["USER", "LOGNAME", "USERNAME"];
            let user = user.iter().find_map(|name| environment.variable(name));
            user.unwrap_or("publisher").to_owned()
        }
    };
    let key = signing::make(&context.settings.environment, &name)?;
    let path = signing::path(&context.settings.environment);
    let shown = context.settings.environment.shorten(&path);
    context.printer.data(line("Made the key ", key.verifier()));
    context.printer.talk(format!(
        "The private half is in {shown}: keep a copy where nobody else finds it."
    ));
    let catalog = context.settings.catalog.clone();
    context.printer.hint(format!(
        "`guild key register` says at {catalog} that it is yours"
    ));
    Ok(Outcome::Clean)
}

/// Names a key with what people compare of it.
fn line(verb: &str, key: &VerifierKey) -> Line {
    Line::new()
        .plain(verb)
        .strong(key.name())
        .plain(format!(" {}", key.id_text()))
        .faint(format!("  ed25519 {}", key.fingerprint()))
}

fn show(args: &ShowArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let key = mine(context)?;
    let key = key.verifier();
    if args.json.json {
        context.printer.json(&serde_json::json!({
            "id": key.id_text(),
            "key": key.to_string(),
            "fingerprint": key.fingerprint(),
        }));
        return Ok(Outcome::Clean);
    }
    context.printer.data(key.to_string());
    context.printer.talk(line("", key));
    Ok(Outcome::Clean)
}

/// Reads the key of this machine, which has to be there.
fn mine(context: &Context) -> Result<SigningKey, Failure> {
    signing::read(&context.settings.environment)?.ok_or_else(|| {
        Failure::could_not("there is no key on this machine").hint("make one: `guild key new`")
    })
}

fn register(args: &RegisterArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let key = mine(context)?;
    let announcement = match &args.announced_by {
        Some(path) => Some(announcement(path, &key)?),
        None => None,
    };
    let registered = register_at(&key, announcement.as_ref(), args.name.as_deref(), context)?;
    if args.json.json {
        context.printer.json(&registered.key);
        return Ok(Outcome::Clean);
    }
    let verb = match registered.is_new {
        true => "Registered ",
        false => "Registered already: ",
    };
    let (name, catalog) = (&registered.account, &context.settings.catalog);
    let line = line(verb, key.verifier()).plain(format!(" for {name} at {catalog}"));
    context.printer.data(line);
    context
        .printer
        .talk("What you publish there from this machine is signed from now on.");
    Ok(Outcome::Clean)
}

/// Lets the key of a file announce another.
fn announcement(path: &Path, key: &SigningKey) -> Result<Signature, Failure> {
    let old = signing::read_file(path)?;
    let message = || format!("there is no key in {}", path.display());
    let old = old.ok_or_else(|| Failure::could_not(message()))?;
    let (from, to) = (old.verifier(), key.verifier());
    Ok(Rotation { from, to }.sign(&old))
}

/// What a catalog says of a key that was registered.
struct Registered {
    account: String,
    is_new: bool,
    key: PublisherKey,
}

/// Registers a key at the catalog, where another one announces it if there is an announcement.
fn register_at(
    key: &SigningKey,
    announcement: Option<&Signature>,
    named: Option<&str>,
    context: &mut Context,
) -> Result<Registered, Failure> {
    let remote = Remote::new(&context.settings.catalog, &context.settings);
    let log = remote.log_key()?.ok_or_else(|| {
        Failure::could_not(format!("the catalog at {} keeps no log", remote.catalog()))
            .cause("it is older than signatures")
    })?;
    let name = login::account(named, context)?;
    login::signed_in(&remote, name.as_deref(), context, |signed_in, name| {
        let account = AccountName::parse(name).map_err(|error| {
            Failure::could_not(format!("`{name}` is no name of an account")).because(&error)
        })?;
        let registration = Registration {
            account: &account,
            catalog: log.name(),
        };
        let proof = registration.sign(key);
        let registered = remote.register_key(signed_in, &proof, announcement);
        let (is_new, key) = registered.map_err(|error| not_registered(error, announcement))?;
        Ok(Registered {
            account: name.to_owned(),
            is_new,
            key,
        })
    })?
}

fn not_registered(error: RemoteError, announcement: Option<&Signature>) -> Failure {
    let is_refused = matches!(error, RemoteError::Answered { status: 403, .. });
    let failure = Failure::from(error);
    match announcement.filter(|_| is_refused) {
        Some(announcement) => failure.hint(format!(
            "`guild key list` shows whether {} is registered there and good",
            announcement.key.id_text()
        )),
        None => failure,
    }
}

fn list(args: &ListArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let keys = Remote::new(&context.settings.catalog, &context.settings).keys()?;
    if args.json.json {
        context.printer.json(&serde_json::json!({ "keys": keys }));
        return Ok(Outcome::Clean);
    }
    let here = signing::read(&context.settings.environment)?;
    let here = here.map(|key| key.verifier().to_string());
    for key in &keys {
        context.printer.data(listed(key, here.as_deref()));
    }
    if keys.is_empty() {
        context.printer.talk("The account has no keys.");
        context
            .printer
            .hint("`guild key new`, then `guild key register`");
    }
    Ok(Outcome::Clean)
}

fn listed(key: &PublisherKey, here: Option<&str>) -> Line {
    let name = key.key.split('+').next().unwrap_or_default();
    let mut line = Line::new()
        .plain(format!("{}  ", key.id))
        .strong(name)
        .faint(format!("  ed25519 {}", key.fingerprint))
        .faint(format!("  since {}", key.registered_at));
    if let Some(before) = &key.announced_by {
        line = line.faint(format!("  announced by {}", of_key(before)));
    }
    if here == Some(key.key.as_str()) {
        line = line.plain("  on this machine");
    }
    match &key.revoked_at {
        Some(time) => line.alert(format!("  revoked {time}")),
        None => line,
    }
}

/// Names a key by its number, which stands first in the line of each key.
fn of_key(key: &str) -> &str {
    key.split('+').nth(1).unwrap_or(key)
}

fn revoke(args: &RevokeArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let remote = Remote::new(&context.settings.catalog, &context.settings);
    let name = login::account(args.name.as_deref(), context)?;
    let revoked = login::signed_in(&remote, name.as_deref(), context, |signed_in, _| {
        remote.revoke_key(signed_in, &args.id)
    });
    match revoked? {
        Ok(()) => {
            context.printer.talk(format!(
                "The key {} signs nothing any more. What it signed says so.",
                args.id
            ));
            Ok(Outcome::Clean)
        }
        Err(error @ RemoteError::Answered { status: 404, .. }) => {
            Err(Failure::from(error).hint("`guild key list` shows the ids"))
        }
        Err(error) => Err(error.into()),
    }
}
