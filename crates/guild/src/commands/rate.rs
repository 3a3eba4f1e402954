//! `guild rate`

use clap::Args;
use guild_skill::SkillName;
use guild_skill::wire::Rating;

use crate::Context;
use crate::cli::{self, CatalogArgs, JsonArgs};
use crate::failure::{Failure, Outcome};
use crate::line::Line;
use crate::remote::{Remote, credentials};

/// Rate a skill, change your rating, or withdraw it
#[derive(Debug, Args)]
#[command(after_help = "\
An account rates a skill once; the second time changes the rating. Stars, text and the account's
name are shown to everybody on the skill's page. Whoever publishes a skill does not rate it. It
takes a token with the scope ratings:write, see `guild login`.

Examples:
  guild rate adr-writer 4 --text \"Short records that name what was turned down\"
  guild rate adr-writer --withdraw")]
pub(crate) struct RateArgs {
    /// The skill
    #[arg(value_name = "NAME")]
    name: SkillName,
    /// From 1, very poor, to 5, very good
    #[arg(value_name = "STARS", required_unless_present = "withdraw")]
    #[arg(value_parser = cli::stars)]
    stars: Option<u8>,
    /// Why, in up to 2,000 characters
    #[arg(long, value_name = "TEXT")]
    text: Option<String>,
    /// Withdraw your rating
    #[arg(long, conflicts_with_all = ["stars", "text"])]
    withdraw: bool,
    #[command(flatten)]
    pub(crate) catalog: CatalogArgs,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Runs the command.
pub(crate) fn run(args: &RateArgs, context: &mut Context) -> Result<Outcome, Failure> {
    credentials::check_variable(&context.settings.environment)?;
    let remote = Remote::new(&context.settings.catalog, &context.settings);
    let session = remote.whoami(None)?;
    let own = match &session.account {
        Some(account) => remote.rating(&args.name, account)?,
        None => None,
    };
    let Some(stars) = args.stars else {
        return withdraw(args, own, &remote, context);
    };
    let text = args.text.as_deref();
    let (word, rating) = match own {
        None => ("Rated ", remote.rate(&args.name, stars, text)?),
        Some(own) => ("Changed ", remote.change_rating(&own, stars, text)?),
    };
    if args.json.json {
        context.printer.json(&rating);
        return Ok(Outcome::Clean);
    }
    let line = Line::new().good(word).strong(args.name.as_str());
    context.printer.data(line.plain(format!(": {stars} of 5")));
    if let Some(reason) = &rating.hidden_reason {
        let text = format!("your rating is hidden from everybody else: {reason}");
        context.printer.warn(text);
    }
    Ok(Outcome::Clean)
}

fn withdraw(
    args: &RateArgs,
    own: Option<Rating>,
    remote: &Remote,
    context: &mut Context,
) -> Result<Outcome, Failure> {
    let own = own.ok_or_else(|| Failure::refused(format!("you have not rated `{}`", args.name)))?;
    remote.withdraw_rating(&own)?;
    if args.json.json {
        context.printer.json(&own);
        return Ok(Outcome::Clean);
    }
    let line = Line::new().good("Withdrew your rating of ");
    context.printer.data(line.strong(args.name.as_str()));
    Ok(Outcome::Clean)
}
