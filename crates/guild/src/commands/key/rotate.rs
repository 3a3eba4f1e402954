//! `guild key rotate`

use clap::Args;
use guild_skill::signature::Rotation;

use super::{line, mine, register_at};
use crate::Context;
use crate::cli::{CatalogArgs, JsonArgs};
use crate::failure::{Failure, Outcome};
use crate::signing;

/// Make a key in place of the one on this machine, which announces it
#[derive(Debug, Args)]
#[command(after_help = "\
The old key signs that the new one follows it, and the catalog keeps that with what the new one
signs: whoever has skills by the old one gets those by the new one without being asked. The old
key stays registered, and is kept beside the new one; once it is revoked it announces nothing.

Examples:
  guild key rotate
  guild key register --announced-by ~/.config/guild/signing.key.124b6c43 \\
    --catalog https://other.example.org")]
pub(super) struct RotateArgs {
    /// The account [default: the one that is signed in]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    pub(super) catalog: CatalogArgs,
    #[command(flatten)]
    pub(super) json: JsonArgs,
}

/// Runs the command.
pub(super) fn run(args: &RotateArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let environment = context.settings.environment.clone();
    let variable = signing::VARIABLE;
    if environment.variable(variable).is_some() {
        let message = format!("the key stands in `{variable}`, where guild can put no other");
        return Err(Failure::refused(message).hint(
            "rotate it where it stands in signing.key, and set the variable to the new line",
        ));
    }
    let old = mine(context)?;
    let next = signing::next(&environment, old.verifier().name())?;
    let (from, to) = (old.verifier(), next.verifier());
    let announcement = Rotation { from, to }.sign(&old);
    let registered = register_at(&next, Some(&announcement), args.name.as_deref(), context)?;
    let kept = signing::replace(&environment, &old)?;
    if args.json.json {
        context.printer.json(&registered.key);
        return Ok(Outcome::Clean);
    }
    let (name, catalog) = (&registered.account, &context.settings.catalog);
    let said = line("Made and registered ", to).plain(format!(" for {name} at {catalog}"));
    context.printer.data(said);
    context.printer.talk(format!(
        "The key {} announced it, and is kept in {}. What you publish from this machine is signed with the new one.",
        from.id_text(),
        environment.shorten(&kept)
    ));
    context.printer.hint(format!(
        "at another catalog: `guild key register --announced-by '{}' --catalog URL`",
        kept.display()
    ));
    Ok(Outcome::Clean)
}
