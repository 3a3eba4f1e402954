//! `guild token`

use clap::{Args, Subcommand};
use guild_skill::wire::{NewToken, Token};
use guild_skill::{PackName, Scope};

use crate::Context;
use crate::cli::{CatalogArgs, JsonArgs};
use crate::commands::login;
use crate::failure::{Failure, Outcome};
use crate::line::Line;
use crate::remote::{Behalf, Remote, RemoteError};

/// List, make and take back the tokens of your account
#[derive(Debug, Args)]
#[command(after_help = "\
A token is sent in place of your password, by this program or by a job. Making one and taking
another one back asks for the password: a token that leaks must not make others.

Examples:
  guild token list
  guild token create --label \"release job\" --scope skills:publish --pack developer-pack
  guild token revoke 9f86d081884c7d65")]
pub(crate) struct TokenArgs {
    #[command(subcommand)]
    command: TokenCommand,
}

#[derive(Debug, Subcommand)]
enum TokenCommand {
    List(ListArgs),
    Create(CreateArgs),
    Revoke(RevokeArgs),
}

/// List the tokens, without their secrets
#[derive(Debug, Args)]
struct ListArgs {
    #[command(flatten)]
    catalog: CatalogArgs,
    #[command(flatten)]
    json: JsonArgs,
}

/// Make a token, and print it once
#[derive(Debug, Args)]
struct CreateArgs {
    /// What it is for
    #[arg(long, value_name = "TEXT")]
    label: String,
    /// What it may do: skills:publish, skills:yank, ratings:write or admin; may be repeated; without it, only read
    #[arg(long = "scope", value_name = "SCOPE")]
    scopes: Vec<Scope>,
    /// The one pack that it is good for [default: all of the account's]
    #[arg(long, value_name = "PACK")]
    pack: Option<PackName>,
    /// For how many days it is good, up to 366; 0 for ever
    #[arg(long, value_name = "DAYS", default_value_t = 90)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=366))]
    days: u32,
    /// The account [default: the one that is signed in]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    catalog: CatalogArgs,
    #[command(flatten)]
    json: JsonArgs,
}

/// Take a token back: it is good for nothing from then on
#[derive(Debug, Args)]
struct RevokeArgs {
    /// The token's id, as `guild token list` shows it
    id: String,
    /// The account [default: the one that is signed in]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    catalog: CatalogArgs,
}

impl TokenArgs {
    /// Gives the catalog that the command line names.
    pub(crate) fn catalog(&self) -> &CatalogArgs {
        match &self.command {
            TokenCommand::List(args) => &args.catalog,
            TokenCommand::Create(args) => &args.catalog,
            TokenCommand::Revoke(args) => &args.catalog,
        }
    }

    /// Says whether the data is to be JSON.
    pub(crate) fn is_json(&self) -> bool {
        match &self.command {
            TokenCommand::List(args) => args.json.json,
            TokenCommand::Create(args) => args.json.json,
            TokenCommand::Revoke(_) => false,
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &TokenArgs, context: &mut Context) -> Result<Outcome, Failure> {
    match &args.command {
        TokenCommand::List(args) => list(args, context),
        TokenCommand::Create(args) => create(args, context),
        TokenCommand::Revoke(args) => revoke(args, context),
    }
}

fn list(args: &ListArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let tokens = Remote::new(&context.settings.catalog, &context.settings).tokens()?;
    if args.json.json {
        context
            .printer
            .json(&serde_json::json!({ "tokens": tokens }));
        return Ok(Outcome::Clean);
    }
    for token in &tokens {
        context.printer.data(line(token));
    }
    if tokens.is_empty() {
        context.printer.talk("The account has no tokens.");
    }
    Ok(Outcome::Clean)
}

fn line(token: &Token) -> Line {
    let mut line = Line::new()
        .plain(format!("{}  ", token.id))
        .strong(&token.label)
        .faint(format!("  {}", may(&token.scopes)));
    if let Some(pack) = &token.pack {
        line = line.faint(format!("  in {pack} alone"));
    }
    let used = token.used_at.as_deref().unwrap_or("never");
    line = line.faint(format!("  used {used}"));
    match (&token.expires_at, token.is_expired) {
        (Some(time), true) => line.alert(format!("  over since {time}")),
        (Some(time), false) => line.faint(format!("  until {time}")),
        (None, _) => line,
    }
}

/// Says what a token with these scopes may do.
pub(crate) fn may(scopes: &[Scope]) -> String {
    let words: Vec<&str> = scopes.iter().copied().map(Scope::as_str).collect();
    match words.is_empty() {
        true => "nothing but read".to_owned(),
        false => words.join(", "),
    }
}

fn create(args: &CreateArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let remote = Remote::new(&context.settings.catalog, &context.settings);
    let name = login::account(args.name.as_deref(), context)?;
    let new = NewToken {
        label: args.label.clone(),
        scopes: args.scopes.iter().copied().map(String::from).collect(),
        pack: args.pack.as_ref().map(ToString::to_string),
        expires_in_days: (args.days > 0).then_some(args.days),
    };
    let made = login::signed_in(&remote, name.as_deref(), context, |signed_in, _| {
        remote.create_token(signed_in, &new)
    })??;
    if args.json.json {
        context.printer.json(&made);
        return Ok(Outcome::Clean);
    }
    context.printer.data(&made.secret);
    context.printer.talk(
        "This is the token. It is not shown again; keep it where your job keeps its secrets.",
    );
    Ok(Outcome::Clean)
}

fn revoke(args: &RevokeArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let remote = Remote::new(&context.settings.catalog, &context.settings);
    let name = login::account(args.name.as_deref(), context)?;
    let revoked = login::signed_in(&remote, name.as_deref(), context, |signed_in, _| {
        remote.revoke_token(&args.id, Behalf::SignedIn(signed_in))
    });
    match revoked? {
        Ok(()) => {
            let done = format!("The token {} is good for nothing any more.", args.id);
            context.printer.talk(done);
            Ok(Outcome::Clean)
        }
        Err(RemoteError::Answered { status: 404, .. }) => Err(Failure::could_not(format!(
            "the account has no token `{}`",
            args.id
        ))
        .hint("`guild token list` shows the ids")),
        Err(error) => Err(error.into()),
    }
}
