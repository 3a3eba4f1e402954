//! `guild login` and `guild logout`

use std::io::Read as _;

use clap::Args;
use guild_skill::scope::Scope;
use guild_skill::token::TokenText;
use guild_skill::wire::NewToken;

use crate::Context;
use crate::cli::CatalogArgs;
use crate::failure::{Failure, Outcome};
use crate::line::Line;
use crate::remote::credentials::{self, Credentials};
use crate::remote::{Behalf, Remote, RemoteError, SignedIn};
use crate::settings::{self, Settings};

/// The most bytes of a password or a token on standard input.
const INPUT_BYTES: u64 = 4096;

/// Sign in to a catalog, so that you can publish, rate and withdraw
#[derive(Debug, Args)]
#[command(after_help = "\
Asks for the name and the password of your account, makes a token for this machine, and keeps it
in credentials.toml beside the settings, where nobody else reads it. The password is not kept.
In a job, set GUILD_TOKEN in place of this.
Commands ask the catalog of GUILD_CATALOG, or of `catalog` in the settings file; name it once there.

Examples:
  guild login --catalog https://skills.example.org
  guild login --token - < token.txt
  guild login --name anna < password.txt")]
pub(crate) struct LoginArgs {
    /// Keep a token that was made before: `-` reads it from standard input
    #[arg(long, value_name = "-", value_parser = ["-"], hide_possible_values = true)]
    token: Option<String>,
    /// The account; the password then comes from standard input where there is no terminal
    #[arg(long, value_name = "NAME", conflicts_with = "token")]
    name: Option<String>,
    /// Let the token run the catalog, too; the account has to be an admin's
    #[arg(long, conflicts_with = "token")]
    admin: bool,
    /// For how many days the token is good, up to 366
    #[arg(
        long,
        value_name = "DAYS",
        default_value_t = 90,
        value_parser = clap::value_parser!(u32).range(1..=366),
        conflicts_with = "token"
    )]
    days: u32,
    #[command(flatten)]
    pub(crate) catalog: CatalogArgs,
}

/// Forget a catalog's token, and take it back there
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  guild logout\n  guild logout --catalog https://skills.example.org"
)]
pub(crate) struct LogoutArgs {
    #[command(flatten)]
    pub(crate) catalog: CatalogArgs,
}

/// Signs in.
pub(crate) fn run(args: &LoginArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let catalog = context.settings.catalog.clone();
    let remote = Remote::new(&catalog, &context.settings);
    // A file that cannot be read is told of before a token is made that could not be kept.
    let mut kept = Credentials::read(&context.settings.environment)?;
    if !catalog.is_loopback() && !catalog.to_string().starts_with("https://") {
        context.printer.warn(format!(
            "{catalog} is no https address: whoever sits between reads what is sent, the password too"
        ));
    }
    let token = match &args.token {
        Some(_) => parse(&input("the token: `guild login --token - < token.txt`")?)?,
        None => {
            let made = signed_in(&remote, args.name.as_deref(), context, |signed_in, _| {
                remote.create_token(signed_in, &wish(args))
            })??;
            parse(&made.secret)?
        }
    };
    let session = remote.whoami(Some(&token)).map_err(|error| match error {
        RemoteError::Answered { status: 401, .. } => {
            Failure::refused(format!("{catalog} does not know this token"))
                .cause("it is over, was taken back, or is for another catalog")
                .hint("make one with `guild token create`, or on the catalog's page of tokens")
        }
        error => error.into(),
    })?;
    let account = session.account.unwrap_or_default();
    kept.put(&catalog, &account, &token);
    kept.write(&context.settings.environment)?;
    let line = Line::new()
        .good("Signed in")
        .plain(format!(" to {catalog} as "))
        .strong(account);
    context.printer.talk(line);
    say_where_commands_go(context)?;
    if context
        .settings
        .environment
        .variable(credentials::VARIABLE)
        .is_some()
    {
        context.printer.warn(format!(
            "`{}` is set and goes before the token that is kept now",
            credentials::VARIABLE
        ));
    }
    Ok(Outcome::Clean)
}

/// Says how to save naming the catalog, where commands go to another one unless it is named.
fn say_where_commands_go(context: &mut Context) -> Result<(), Failure> {
    let environment = context.settings.environment.clone();
    let catalog = &context.settings.catalog;
    let usual = Settings::resolve(environment.clone(), None)?.catalog;
    if usual.to_string() == catalog.to_string() {
        return Ok(());
    }
    let file = environment.shorten(&settings::file_path(&environment));
    let hint = format!(
        "other commands ask {usual} unless you say `--catalog {catalog}`; to save that, write `catalog = \"{catalog}\"` into {file}, or set GUILD_CATALOG"
    );
    context.printer.hint(hint);
    Ok(())
}

/// Signs out.
pub(crate) fn log_out(_: &LogoutArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let catalog = context.settings.catalog.clone();
    let mut kept = Credentials::read(&context.settings.environment)?;
    let Some(token) = kept.of(&catalog).map(|kept| kept.token()) else {
        context
            .printer
            .talk(format!("No token for {catalog} is kept here."));
        return Ok(Outcome::Clean);
    };
    // Forgotten first: a catalog that cannot be reached keeps nobody signed in here.
    kept.remove(&catalog);
    kept.write(&context.settings.environment)?;
    let remote = Remote::new(&catalog, &context.settings).with_token(token.as_ref());
    let revoked = remote
        .whoami(token.as_ref())
        .and_then(|session| remote.revoke_token(&session.id, Behalf::Token));
    match revoked {
        Ok(()) | Err(RemoteError::Answered { status: 401, .. }) => {
            context.printer.talk(format!("Signed out of {catalog}."));
        }
        Err(error) => {
            let failure = Failure::from(error);
            let cause = failure.causes.first().unwrap_or(&failure.message);
            context.printer.warn(format!(
                "the token is forgotten here and still good there ({cause}): take it back on the catalog's page of tokens"
            ));
        }
    }
    Ok(Outcome::Clean)
}

/// Gives the account that is named, or the one whose token is kept.
pub(crate) fn account(named: Option<&str>, context: &Context) -> Result<Option<String>, Failure> {
    if let Some(name) = named {
        return Ok(Some(name.to_owned()));
    }
    let kept = Credentials::read(&context.settings.environment)?;
    let kept = kept.of(&context.settings.catalog);
    Ok(kept.map(|kept| kept.account.clone()))
}

/// Signs somebody in, does one thing on their behalf, which is told their name, and signs them out.
pub(crate) fn signed_in<T>(
    remote: &Remote,
    name: Option<&str>,
    context: &Context,
    act: impl FnOnce(&SignedIn, &str) -> T,
) -> Result<T, Failure> {
    let (signed_in, name) = sign_in(remote, name, context)?;
    let done = act(&signed_in, &name);
    // The session was for this alone; one that stays ends by itself.
    let _ = remote.sign_out(&signed_in);
    Ok(done)
}

/// Signs somebody in with their password, which is asked for, and gives their name too.
fn sign_in(
    remote: &Remote,
    name: Option<&str>,
    context: &Context,
) -> Result<(SignedIn, String), Failure> {
    let could_not = || {
        Failure::could_not("there is no terminal to ask for the name and the password")
            .hint("name the account and send the password: `--name NAME < password.txt`")
            .hint("or keep a token that was made before: `guild login --token - < token.txt`")
    };
    let can_ask = context.printer.can_ask();
    let name = match name {
        Some(name) => name.to_owned(),
        None if can_ask => context.printer.ask("Name").ok_or_else(could_not)?,
        None => return Err(could_not()),
    };
    let password = match can_ask {
        true => context
            .printer
            .ask_secret("Password")
            .ok_or_else(could_not)?,
        false => input("the password: `… --name NAME < password.txt`")?,
    };
    match remote.sign_in(&name, &password) {
        Ok(signed_in) => Ok((signed_in, name)),
        Err(RemoteError::Answered {
            status: 401,
            message,
            ..
        }) => Err(
            Failure::refused(format!("{} did not sign {name} in", remote.catalog()))
                .cause(message)
                .hint("a lost password is set by a link: ask whoever runs the catalog"),
        ),
        Err(error) => Err(error.into()),
    }
}

fn wish(args: &LoginArgs) -> NewToken {
    let scopes = Scope::ALL.into_iter();
    let scopes = scopes.filter(|scope| *scope != Scope::Admin || args.admin);
    NewToken {
        label: "guild login".to_owned(),
        scopes: scopes.map(String::from).collect(),
        pack: None,
        expires_in_days: Some(args.days),
    }
}

/// Reads one line of standard input; `what` is what belongs there, and how it is sent.
fn input(what: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().take(INPUT_BYTES).read_to_end(&mut bytes);
    read.map_err(|error| Failure::could_not("could not read standard input").because(&error))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::could_not("standard input is not UTF-8 text"))?;
    let line = text.lines().next().unwrap_or_default();
    match line.is_empty() {
        true => Err(Failure::could_not("standard input is empty").hint(format!("send {what}"))),
        false => Ok(line.to_owned()),
    }
}

fn parse(text: &str) -> Result<TokenText, Failure> {
    TokenText::parse(text.trim()).map_err(|error| {
        Failure::could_not("this is no token")
            .because(&error)
            .hint("make one with `guild token create`, or on the catalog's page of tokens")
    })
}
