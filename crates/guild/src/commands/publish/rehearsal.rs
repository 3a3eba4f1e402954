//! `guild publish --dry-run`: what the catalog would make of a skill.

use guild_skill::note::SigningKey;
use guild_skill::signature::Signature;

use super::{Parcel, PublishArgs, not_published};
use crate::Context;
use crate::failure::{Failure, Outcome};
use crate::remote::Remote;

/// Says what publishing would make. Without a catalog that can be asked, that is what the files say.
pub(super) fn say(
    mut parcel: Parcel,
    key: Option<&SigningKey>,
    signature: Option<&Signature>,
    args: &PublishArgs,
    context: &mut Context,
) -> Result<Outcome, Failure> {
    let catalog = context.settings.catalog.to_string();
    let answer = Remote::new(&context.settings.catalog, &context.settings)
        .rehearse(&parcel.archive, signature);
    let release = match answer {
        Ok(answer) => Some(answer),
        Err(error) if error.is_unasked() => {
            let why = format!("{error}: whether the name is free and the pack yours is not known");
            context.printer.warn(why);
            None
        }
        Err(error) => return Err(not_published(error, &parcel, context)),
    };
    if let Some((_, release)) = &release {
        parcel.version = Some(release.version.clone());
    }
    let is_new = release.as_ref().map(|(is_new, _)| *is_new);
    if args.json.json {
        let signed_by = key.map(|key| key.verifier().to_string());
        let told = parcel.to_json(&catalog, signed_by.as_deref(), is_new);
        context.printer.json(&told);
        return Ok(Outcome::Clean);
    }
    let verb = match is_new {
        Some(false) => "Published already: ",
        Some(true) | None => "Would publish ",
    };
    context.printer.data(parcel.line(verb, &catalog));
    Ok(Outcome::Clean)
}
