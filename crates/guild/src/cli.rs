//! The command line: the tree of commands. Each command's arguments stand beside its code.

use std::ffi::OsString;
use std::net::SocketAddr;

use clap::{ArgMatches, Args, FromArgMatches, Parser, Subcommand};
use url::Url;

use crate::commands::{
    assistants, check, completions, diff, doctor, explain, generate, import, install, key, list,
    login, lsp, man, matching, mcp, mock, new, open, pack, publish, rate, remove, rules, search,
    serve, show, token, update, upkeep, verify, whoami, yank,
};
use crate::install::targets::PlaceArgs;
use crate::printer::{Color, Telling, Voice};

const AFTER_HELP: &str = "\
Begin with:
  guild serve                                   serve a catalog with the Developer pack
  guild search review                           find a skill
  guild install api-documentation-writer        put it where your assistant finds it
  guild verify                                  see that nobody changed what is installed
  guild check skill my-skill/                   hold a skill of your own against the rules

Settings:
  A flag beats an environment variable, which beats the settings file
  (config.toml in ~/.config/guild), which beats the default.
  GUILD_CATALOG   the catalog to talk to
  GUILD_TOKEN     a token for that catalog, in place of the one that `guild login` keeps
  GUILD_TIMEOUT   how many seconds to wait for a catalog that says nothing; 30 unless set
  NO_COLOR        no colour

Exit codes:
  0 done and clean; 1 something was found or refused; 2 could not run";

/// Find, install and check agent skills, and serve a catalog of them
#[derive(Debug, Parser)]
#[command(name = "guild", version, after_help = AFTER_HELP, arg_required_else_help = true)]
#[command(disable_help_subcommand = true, max_term_width = 100)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    output: Output,
}

/// How a command speaks.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
struct Output {
    /// Use colour
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        help = "Use colour: auto, always or never"
    )]
    color: Color,
    /// Say nothing but data, warnings and errors
    #[arg(long, short, global = true)]
    quiet: bool,
}

/// Where the catalog is.
#[derive(Debug, Args)]
#[command(next_help_heading = "Catalog")]
pub(crate) struct CatalogArgs {
    /// The catalog to talk to [env: GUILD_CATALOG] [default: http://127.0.0.1:8484]
    #[arg(long, value_name = "URL")]
    pub(crate) catalog: Option<String>,
}

/// How data is printed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct JsonArgs {
    /// Print the data as JSON; a failure too, on standard error
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which skills folders a command is about, which catalog it asks, and how it prints.
#[derive(Debug, Args)]
pub(crate) struct TargetArgs {
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    #[command(flatten)]
    pub(crate) catalog: CatalogArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// The commands of a command; their arguments are made only when it is typed.
///
/// To make those of every check takes a tenth of a small run.
#[derive(Debug)]
pub(crate) struct Below<C>(pub(crate) C);

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Serve(serve::ServeArgs),
    Search(search::SearchArgs),
    Match(matching::MatchArgs),
    Show(show::ShowArgs),
    Diff(diff::DiffArgs),
    Install(install::InstallArgs),
    List(list::ListArgs),
    Update(update::UpdateArgs),
    Verify(verify::VerifyArgs),
    Remove(remove::RemoveArgs),
    Doctor(doctor::DoctorArgs),
    Assistants(assistants::AssistantsArgs),
    Login(login::LoginArgs),
    Logout(login::LogoutArgs),
    Whoami(whoami::WhoamiArgs),
    Token(token::TokenArgs),
    Key(key::KeyArgs),
    Open(open::OpenArgs),
    New(new::NewArgs),
    Check(Box<check::CheckArgs>),
    Mock(mock::MockArgs),
    Pack(pack::PackArgs),
    Publish(publish::PublishArgs),
    Yank(yank::YankArgs),
    Rate(rate::RateArgs),
    Import(import::ImportArgs),
    Export(upkeep::export::ExportArgs),
    Explain(explain::ExplainArgs),
    Rules(rules::RulesArgs),
    Lsp(lsp::LspArgs),
    Mcp(mcp::McpArgs),
    Backup(upkeep::backup::BackupArgs),
    Restore(upkeep::restore::RestoreArgs),
    Migrate(upkeep::migrate::MigrateArgs),
    Fsck(upkeep::fsck::FsckArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
    #[command(hide = true)]
    Generate(generate::GenerateArgs),
}

impl<C: Subcommand> Subcommand for Below<C> {
    fn augment_subcommands(command: clap::Command) -> clap::Command {
        command.defer(C::augment_subcommands)
    }

    fn augment_subcommands_for_update(command: clap::Command) -> clap::Command {
        command.defer(C::augment_subcommands_for_update)
    }

    fn has_subcommand(name: &str) -> bool {
        C::has_subcommand(name)
    }
}

impl<C: Subcommand> FromArgMatches for Below<C> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        C::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl Cli {
    /// Reads the command line.
    pub(crate) fn read(words: impl Iterator<Item = OsString>) -> Result<Self, clap::Error> {
        Self::try_parse_from(words)
    }

    /// Says when to use colour.
    pub(crate) fn color(&self) -> Color {
        self.output.color
    }

    /// Says how much to say.
    pub(crate) fn voice(&self) -> Voice {
        match self.output.quiet {
            true => Voice::Quiet,
            false => Voice::Normal,
        }
    }
}

impl Command {
    /// Gives the catalog that the command line names.
    pub(crate) fn catalog(&self) -> Option<&str> {
        let args = match self {
            Self::Search(args) => &args.catalog,
            Self::Match(args) => &args.catalog,
            Self::Show(args) => &args.catalog,
            Self::Diff(args) => &args.target.catalog,
            Self::Install(args) => &args.target.catalog,
            Self::Update(args) => &args.target.catalog,
            Self::Verify(args) => &args.target.catalog,
            Self::Open(args) => &args.catalog,
            Self::Publish(args) => &args.catalog,
            Self::Yank(args) => &args.catalog,
            Self::Rate(args) => &args.catalog,
            Self::Login(args) => &args.catalog,
            Self::Logout(args) => &args.catalog,
            Self::Whoami(args) => &args.catalog,
            Self::Token(args) => args.catalog(),
            Self::Key(args) => args.catalog()?,
            Self::Doctor(args) => &args.target.catalog,
            Self::Import(args) => &args.catalog,
            Self::Mcp(args) => &args.catalog,
            Self::Serve(_)
            | Self::Export(_)
            | Self::Backup(_)
            | Self::Restore(_)
            | Self::Migrate(_)
            | Self::Fsck(_)
            | Self::Assistants(_)
            | Self::List(_)
            | Self::Remove(_)
            | Self::New(_)
            | Self::Check(_)
            | Self::Mock(_)
            | Self::Pack(_)
            | Self::Explain(_)
            | Self::Lsp(_)
            | Self::Rules(_)
            | Self::Completions(_)
            | Self::Man(_)
            | Self::Generate(_) => return None,
        };
        args.catalog.as_deref()
    }

    /// Says how the command's failures are to be told: who asked for JSON reads no prose.
    pub(crate) fn telling(&self) -> Telling {
        let args = match self {
            Self::Search(args) => &args.json,
            Self::Match(args) => &args.json,
            Self::Show(args) => &args.json,
            Self::Diff(args) => &args.target.json,
            Self::Install(args) => &args.target.json,
            Self::List(args) => &args.json,
            Self::Update(args) => &args.target.json,
            Self::Verify(args) => &args.target.json,
            Self::Remove(args) => &args.json,
            Self::Doctor(args) => &args.target.json,
            Self::Assistants(args) => &args.json,
            Self::Pack(args) => &args.json,
            Self::Publish(args) => &args.json,
            Self::Yank(args) => &args.json,
            Self::Rate(args) => &args.json,
            Self::Import(args) => &args.json,
            Self::Export(args) => &args.json,
            Self::Rules(args) => &args.json,
            Self::Backup(args) => &args.json,
            Self::Restore(args) => &args.json,
            Self::Migrate(args) => &args.json,
            Self::Fsck(args) => &args.json,
            Self::Whoami(args) => &args.json,
            Self::Token(args) if args.is_json() => return Telling::AsJson,
            Self::Key(args) if args.is_json() => return Telling::AsJson,
            Self::Serve(_)
            | Self::Login(_)
            | Self::Logout(_)
            | Self::Token(_)
            | Self::Key(_)
            | Self::Open(_)
            | Self::New(_)
            | Self::Check(_)
            | Self::Mock(_)
            | Self::Explain(_)
            | Self::Lsp(_)
            | Self::Mcp(_)
            | Self::Completions(_)
            | Self::Man(_)
            | Self::Generate(_) => return Telling::InWords,
        };
        match args.json {
            true => Telling::AsJson,
            false => Telling::InWords,
        }
    }
}

/// Reads where a server listens.
pub(crate) fn listen_address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| {
        "write an address of this machine with a port, such as 127.0.0.1:8484".to_owned()
    })
}

/// Reads the address of a page.
pub(crate) fn page_address(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).ok().filter(Url::has_host);
    url.ok_or_else(|| {
        "write the whole address of a page, such as http://127.0.0.1:3000/tasks".to_owned()
    })
}

/// Reads how good a skill is.
pub(crate) fn stars(text: &str) -> Result<u8, String> {
    let stars = text.parse().ok().filter(|stars| (1..=5).contains(stars));
    stars.ok_or_else(|| "write a number from 1, very poor, to 5, very good".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn no_line_of_a_help_text_is_wrapped_again() {
        for command in man::commands() {
            let text = command.get_after_help().map(ToString::to_string);
            let text = text.unwrap_or_default();
            let wide = text.lines().find(|line| line.chars().count() > 100);
            assert_eq!(wide, None, "{}", command.get_name());
        }
    }
}
