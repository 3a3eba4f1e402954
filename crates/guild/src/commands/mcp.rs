//! `guild mcp`

use std::net::SocketAddr;

use clap::Args;

use crate::Context;
use crate::cli::{self, CatalogArgs};
use crate::commands::serve::{failed, stop_signal, take_open_files};
use crate::commands::store::threads;
use crate::failure::{Failure, Outcome};
use crate::install::assistants;
use crate::line::Line;
use crate::mcp::browser::Scripts;
use crate::mcp::clients::Way;
use crate::mcp::http::Doors;
use crate::mcp::{self, TOKEN, clients};
use crate::settings::ChosenBy;

/// Serve an assistant: catalog and checks as its tools (Model Context Protocol on stdin and stdout, or over HTTP)
#[derive(Debug, Args)]
#[command(after_help = "\
An assistant starts it in the project's folder. Its tools are the commands of this program: find,
read, install, update and verify skills; check skills, documents, API contracts and browser plans;
explain a rule. Answers are short: what is wrong, where, and what to do. Before anything is
installed the user is asked, by the assistant's own form where it has one.

With --browser it has a Chromium too, whose steps are those of a test plan and whose boundary is
that of `guild check browser`: secrets are redacted, and text of the page that reads as an
instruction stops it.

With --http it serves any number of clients, each with a session and a browser of its own, that end
together. Whoever reaches the port may use the tools; GUILD_MCP_TOKEN holds a token that every
request has to show then (Authorization: Bearer TOKEN). Pages of other origins are refused.

Examples:
  guild mcp --print-config claude-code
  guild mcp --print-config claude-code --browser
  guild mcp --catalog https://skills.example.org
  guild mcp --http 127.0.0.1:8485 --browser
  guild mcp --http 127.0.0.1:8485 --print-config cursor")]
pub(crate) struct McpArgs {
    /// Print the entry for the settings of this assistant, and serve nothing; with --http that of a server there
    #[arg(long, value_name = "ASSISTANT")]
    print_config: Option<String>,
    /// Give the assistant a browser, too: it opens pages, acts, asserts, and records a test plan
    #[arg(long)]
    browser: bool,
    /// Serve over HTTP at this address of the machine; port 0 takes a free one
    #[arg(long, value_name = "IP:PORT", value_parser = cli::listen_address)]
    http: Option<SocketAddr>,
    /// A host name under which clients of other machines come; needs GUILD_MCP_TOKEN; may be repeated
    #[arg(long = "allow-host", value_name = "NAME", requires = "http")]
    hosts: Vec<String>,
    /// Let the assistant run scripts of its own in the page, too
    #[arg(long, requires = "browser")]
    allow_evaluate: bool,
    #[command(flatten)]
    pub(crate) catalog: CatalogArgs,
}

impl McpArgs {
    /// Says whether there is to be a browser, and whether scripts may be run in it.
    fn scripts(&self) -> Option<Scripts> {
        self.browser.then_some(match self.allow_evaluate {
            true => Scripts::Allowed,
            false => Scripts::Refused,
        })
    }
}

/// Runs the command.
pub(crate) fn run(args: &McpArgs, context: &mut Context) -> Result<Outcome, Failure> {
    match (&args.print_config, args.http) {
        (Some(assistant), _) => print_config(assistant, args, context)?,
        (None, Some(listen)) => threads()?.block_on(over_http(args, listen, context))?,
        (None, None) => mcp::serve(&context.settings, args.scripts())?,
    }
    Ok(Outcome::Clean)
}

async fn over_http(
    args: &McpArgs,
    listen: SocketAddr,
    context: &mut Context,
) -> Result<(), Failure> {
    // Whoever sends a signal from here on gets a graceful stop.
    let stop = stop_signal()?;
    take_open_files();
    let doors = doors(args, listen, context)?;
    let has_token = doors.token.is_some();
    let server = mcp::bind(&context.settings, args.scripts(), listen, doors).await?;
    let line = Line::new().plain("Guildhall is serving its tools at ");
    context.printer.data(line.accent(server.url()));
    let who = match has_token {
        true => "Clients show the token of GUILD_MCP_TOKEN.",
        false => "Every program of this machine may use them.",
    };
    context.printer.talk(format!("{who} Stop with Ctrl-C."));
    server.run(stop).await.map_err(|error| failed(&error))
}

/// Says who is let in; refuses to let in other machines without being told whom.
fn doors(args: &McpArgs, listen: SocketAddr, context: &Context) -> Result<Doors, Failure> {
    let token = context.settings.environment.variable(TOKEN);
    let is_open = !listen.ip().is_loopback() || !args.hosts.is_empty();
    if is_open && (token.is_none() || args.hosts.is_empty()) {
        let refused = Failure::refused("the tools would be open to other machines");
        return Err(refused
            .cause("whoever uses the tools installs skills and reads files as you do")
            .hint("listen on 127.0.0.1 for this machine alone: --http 127.0.0.1:8485")
            .hint(format!(
                "or set {TOKEN} to a secret, and name the host: --allow-host tools.example.org"
            )));
    }
    Ok(Doors {
        hosts: args.hosts.clone(),
        token: token.map(str::to_owned),
    })
}

fn print_config(assistant: &str, args: &McpArgs, context: &mut Context) -> Result<(), Failure> {
    let assistant = assistants::one_named(assistant)?;
    let url = args.http.map(|listen| url(listen, args)).transpose()?;
    let words = words(args, context);
    let way = match &url {
        Some(url) => Way::At(url),
        None => Way::Started(&words),
    };
    let entry = clients::entry(&assistant.id, way).ok_or_else(|| {
        Failure::refused(format!("{} starts its tool servers itself", assistant.name)).hint(
            format!(
                "leave `--http` away: `guild mcp --print-config {}`",
                assistant.id
            ),
        )
    })?;
    context.printer.data(entry.text);
    let name = &assistant.name;
    match entry.file {
        Some(file) => context.printer.talk(format!(
            "{name} reads this from {file}; what stands there already stays beside it."
        )),
        None => context.printer.talk(format!(
            "This is the form that most assistants read; the documentation of {name} says from which file."
        )),
    }
    if let Some(url) = &url {
        say_how_to_serve(url, context);
    }
    context
        .printer
        .hint("start a new session of the assistant; the tools of guild are then listed");
    Ok(())
}

/// Gives the words with which an assistant starts the server.
fn words(args: &McpArgs, context: &Context) -> Vec<String> {
    let flags = [
        (true, "mcp"),
        (args.browser, "--browser"),
        (args.allow_evaluate, "--allow-evaluate"),
    ];
    let given = flags.iter().filter(|(is_given, _)| *is_given);
    let mut words: Vec<String> = given.map(|(_, flag)| (*flag).to_owned()).collect();
    if context.settings.chosen_by == ChosenBy::Command {
        words.push(format!("--catalog={}", context.settings.catalog));
    }
    words
}

/// Gives the address under which an assistant reaches the server.
fn url(listen: SocketAddr, args: &McpArgs) -> Result<String, Failure> {
    match (args.hosts.first(), listen.port()) {
        // Before other machines stands something that speaks TLS.
        (Some(host), _) => Ok(format!("https://{host}/mcp")),
        (None, 0) => Err(Failure::could_not("port 0 is another one at each start")
            .hint("name the port that the server has: `--http 127.0.0.1:8485`")),
        (None, _) => Ok(format!("http://{listen}/mcp")),
    }
}

/// Says what an entry with an address takes beside it.
fn say_how_to_serve(url: &str, context: &mut Context) {
    context.printer.hint(format!(
        "the server has to run before the assistant starts: the same line without `--print-config` serves {url}"
    ));
    if context.settings.environment.variable(TOKEN).is_some() {
        context.printer.hint(format!(
            "it asks for the token of {TOKEN}: add the header `Authorization: Bearer …` to the entry"
        ));
    }
}
