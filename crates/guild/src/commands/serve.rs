//! `guild serve`

mod pasted;

use std::net::SocketAddr;
#[cfg(unix)]
use std::path::Path;

use clap::Args;
use guild_catalog::{Catalog, Clock};
use guild_server::{
    Access, IssuerUrl, Network, Reading, ServeError, Server, ServerConfig, ServerLimits, SignUp,
};

use crate::Context;
use crate::cli;
use crate::clock;
use crate::commands::rules;
use crate::commands::store::{StoreArgs, because_of, not_opened, threads};
use crate::failure::{Failure, Outcome};
use crate::line::Line;
use crate::printer::{self, LogFormat};
use crate::remote::CatalogUrl;
use crate::traces;

/// Serve a catalog: pages for people, an API for assistants, archives for installers
#[derive(Debug, Args)]
#[command(after_help = "\
The first start lists the Developer pack, and names the address at which the first account is made.
The catalog is kept in the data folder; stop the server with Ctrl-C, and nothing is lost.
A bucket is reached as the variables AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and
AWS_ENDPOINT_URL say.

Examples:
  guild serve
  guild serve --listen 0.0.0.0:8484 --base-url https://skills.example.org
  guild serve --listen 127.0.0.1:0 --data ./catalog
  guild serve --database postgres://guild@db.example.org/guild --archives s3://skills/team")]
pub(crate) struct ServeArgs {
    /// Where to listen; port 0 takes a free one
    #[arg(
        long,
        value_name = "IP:PORT",
        value_parser = cli::listen_address,
        default_value = "127.0.0.1:8484",
        env = "GUILD_LISTEN",
        hide_env_values = true
    )]
    listen: SocketAddr,
    #[command(flatten)]
    store: StoreArgs,
    /// How the log on standard error is written; RUST_LOG says how much of it
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true,
        help = "How the log on standard error is written: text or json; RUST_LOG says how much of it",
        env = "GUILD_LOG_FORMAT",
        hide_env_values = true
    )]
    log_format: LogFormat,
    /// The address that people use, when it is not the one listened on
    #[arg(
        long,
        value_name = "URL",
        env = "GUILD_BASE_URL",
        hide_env_values = true
    )]
    base_url: Option<String>,
    /// Who may make an account: invited or open
    #[arg(
        long,
        value_name = "WHO",
        default_value = "invited",
        hide_possible_values = true
    )]
    sign_up: SignUpWord,
    /// Let only accounts and tokens read the catalog
    #[arg(long, env = "GUILD_PRIVATE", hide_env_values = true)]
    private: bool,
    /// A network whose proxies are believed about where a request comes from, such as 10.0.0.0/8; may be repeated
    #[arg(long = "trusted-proxy", value_name = "NETWORK")]
    trusted_proxies: Vec<Network>,
    /// An issuer of identities (OpenID Connect) whose jobs may publish without a token; may be repeated
    #[arg(long = "trusted-issuer", value_name = "URL")]
    trusted_issuers: Vec<IssuerUrl>,
    /// A private network that webhooks may reach, too, such as 10.1.0.0/16, or `private` for all of them; may be repeated
    #[arg(long = "webhook-allow", value_name = "NETWORK")]
    webhook_networks: Vec<WebhookNetworks>,
}

/// Networks in which receivers of webhooks may be.
#[derive(Clone, Debug)]
struct WebhookNetworks(Vec<Network>);

impl std::str::FromStr for WebhookNetworks {
    type Err = guild_server::NetworkError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "private" => Ok(Self(Network::private())),
            text => text.parse().map(|network| Self(vec![network])),
        }
    }
}

/// Who may make an account.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum SignUpWord {
    /// Who has a link of an admin
    Invited,
    /// Everybody
    Open,
}

/// Runs the command until it is told to stop.
pub(crate) fn run(args: &ServeArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let (traces, layer) = traces::begin(&context.settings.environment)?.unzip();
    printer::log_to_stderr(args.log_format, layer);
    take_open_files();
    let outcome = threads()?.block_on(serve(args, context));
    // What is left of them is sent.
    drop(traces);
    outcome
}

async fn serve(args: &ServeArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let base_url = args.base_url.as_deref().map(base_url).transpose()?;
    // Whoever sends a signal from here on gets a graceful stop.
    let stop = stop_signal()?;
    let mut options = args.store.options(context)?;
    options.log.origin = base_url.as_deref().map(origin);
    let data = options.data.clone();
    let catalog = Catalog::open(options)
        .await
        .map_err(|error| not_opened(&error))?;
    catalog
        .list_developer_pack()
        .await
        .map_err(|error| Failure::could_not("could not list the Developer pack").because(&error))?;
    let server = guild_server::bind(config(args, base_url.clone()), catalog.clone()).await;
    let server = server.map_err(|error| failed(&error))?;
    let set_up = catalog.set_up_secret().await.map_err(|error| {
        Failure::could_not("could not make the link for the first account").because(&error)
    })?;
    #[cfg(unix)]
    warn_of_open_folder(&data, context);
    announce(&server, base_url.as_deref(), context);
    let place = place(&args.store, &context.settings.environment.shorten(&data));
    let line = format!("{place} Stop with Ctrl-C.");
    context.printer.talk(line);
    if let Some(secret) = set_up {
        offer_set_up(&server, base_url.as_deref(), &secret, context);
    }
    let end = server.run(stop).await;
    catalog.close().await;
    context.printer.talk("Stopped; nothing is lost.");
    end.map_err(|error| failed(&error))?;
    Ok(Outcome::Clean)
}

/// How many files the server may have open at most, where the system lets it: each connection is one.
#[cfg(unix)]
const OPEN_FILES: u64 = 65_536;

/// Takes as many open files as the system allows: the usual 1024 are fewer than the connections that may be open.
#[cfg(unix)]
pub(super) fn take_open_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.unwrap_or(OPEN_FILES).min(OPEN_FILES);
    let current = limit.current.map(|current| current.max(most));
    // Where it is refused, the server makes do with what it has.
    let _ = setrlimit(Resource::Nofile, Rlimit { current, ..limit });
}

#[cfg(not(unix))]
pub(super) fn take_open_files() {}

/// Reads the address that people use, under which every link is made.
pub(super) fn base_url(text: &str) -> Result<String, Failure> {
    let url = CatalogUrl::parse(text).map_err(|failure| {
        let refused = Failure::could_not(format!("`{text}` cannot be the address that people use"));
        let refused = failure.causes.iter().fold(refused, Failure::cause);
        refused.hint("write it like `--base-url https://skills.example.org`")
    })?;
    Ok(url.to_string())
}

/// Names the log of the catalog at an address, as C2SP tlog-tiles asks: without the scheme.
fn origin(base_url: &str) -> String {
    let address = base_url
        .split_once("://")
        .map_or(base_url, |(_, rest)| rest);
    format!("{}/log", address.trim_end_matches('/'))
}

fn config(args: &ServeArgs, base_url: Option<String>) -> ServerConfig {
    ServerConfig {
        listen: args.listen,
        base_url,
        rules: rules::pages(),
        checks: pasted::checks(),
        clock: Clock::new(clock::milliseconds),
        access: Access {
            sign_up: match args.sign_up {
                SignUpWord::Invited => SignUp::Invited,
                SignUpWord::Open => SignUp::Open,
            },
            reading: match args.private {
                true => Reading::Accounts,
                false => Reading::Everybody,
            },
            trusted_proxies: args.trusted_proxies.clone(),
            webhook_networks: args
                .webhook_networks
                .iter()
                .flat_map(|networks| networks.0.clone())
                .collect(),
            trusted_issuers: args.trusted_issuers.clone(),
        },
        limits: ServerLimits::standard(),
    }
}

fn announce(server: &Server, base_url: Option<&str>, context: &mut Context) {
    let url = match base_url {
        Some(url) => format!("{url}/"),
        None => format!("http://{}/", server.address()),
    };
    let line = Line::new()
        .plain("Guildhall is serving the catalog at ")
        .accent(url);
    context.printer.data(line);
}

/// Warns of a data folder that everybody may look into: one that was there keeps its mode.
#[cfg(unix)]
fn warn_of_open_folder(data: &Path, context: &mut Context) {
    use crate::environment::quoted;
    use std::os::unix::fs::PermissionsExt as _;
    let mode = data.metadata().map(|folder| folder.permissions().mode());
    if mode.is_ok_and(|mode| mode & 0o007 != 0) {
        let shown = context.settings.environment.shorten(data);
        let printer = &mut context.printer;
        printer.warn(format!(
            "everybody on this machine may look into {shown}, where the catalog keeps its secrets"
        ));
        printer.hint(format!("`chmod o-rwx {}`", quoted(data)));
    }
}

/// Says where the data is; the address of a database may hold a password, and is not told.
fn place(store: &StoreArgs, data: &str) -> String {
    match (&store.database, &store.archives) {
        (None, None) => format!("The data is in {data}."),
        (None, Some(archives)) => format!("The data is in {data}, the archives in {archives}."),
        (Some(_), None) => {
            format!("The records are in the database, archives and search index in {data}.")
        }
        (Some(_), Some(archives)) => format!(
            "The records are in the database, the archives in {archives}, and the search index in {data}."
        ),
    }
}

/// Tells whoever started a catalog without accounts how to make the first one.
fn offer_set_up(
    server: &Server,
    base_url: Option<&str>,
    secret: &guild_catalog::Secret,
    context: &mut Context,
) {
    let url = match base_url {
        Some(url) => url.to_owned(),
        None => format!("http://{}", server.address()),
    };
    let line = Line::new()
        .plain("Nobody can publish yet. Make the first account, once, at ")
        .accent(format!("{url}/invitations/{}", secret.reveal()));
    context.printer.talk(line);
}

pub(super) fn failed(error: &ServeError) -> Failure {
    because_of(Failure::could_not(error.to_string()), error).hint(error.hint())
}

/// Resolves when the person or the system asks the server to stop.
#[cfg(unix)]
pub(super) fn stop_signal() -> Result<impl Future<Output = ()>, Failure> {
    use tokio::signal::unix::{SignalKind, signal};
    let listen = |kind| {
        signal(kind).map_err(|error| {
            Failure::could_not("could not listen for the signal to stop").because(&error)
        })
    };
    let mut interrupt = listen(SignalKind::interrupt())?;
    let mut terminate = listen(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Resolves when the person asks the server to stop.
#[cfg(not(unix))]
pub(super) fn stop_signal() -> Result<impl Future<Output = ()>, Failure> {
    Ok(async {
        // Without a signal to wait for, the server runs until it is ended.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
