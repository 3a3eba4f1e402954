//! Who decides on which webhooks: an admin on all, an owner on those of their packs.

use guild_skill::{PackName, Scope};

use super::WebhookError;
use crate::accounts::{Caller, Denied, Place};
use crate::store::webhooks::WebhookRow;
use crate::withdraw::decides_on;

/// Gives the packs whose webhooks a caller decides on, as the store takes them.
pub(super) fn seen_by(caller: &Caller) -> Result<String, Denied> {
    if caller.require(Scope::Admin, Place::Catalog).is_ok() {
        return Ok("*".to_owned());
    }
    caller.signed_in()?;
    let own = caller.roles.keys();
    let own = own.filter(|pack| decides_on(caller, pack).is_ok());
    let names: Vec<&str> = own.map(PackName::as_str).collect();
    Ok(format!(" {} ", names.join(" ")))
}

/// Sees that a caller decides on the webhooks of a pack, or of the whole catalog.
pub(super) fn decides(caller: &Caller, pack: Option<&PackName>) -> Result<(), Denied> {
    match pack {
        Some(pack) => decides_on(caller, pack),
        None => caller.require(Scope::Admin, Place::Catalog),
    }
}

/// Gives a webhook that a caller decides on; of any other nothing is told, not even that it is there.
pub(super) fn seen(
    caller: &Caller,
    row: Option<WebhookRow>,
    id: &str,
) -> Result<WebhookRow, WebhookError> {
    if caller.require(Scope::Admin, Place::Catalog).is_err() {
        // A token without the scope hears so, whatever there is.
        caller.signed_in()?;
    }
    let is_theirs = |row: &WebhookRow| match &row.pack {
        Some(pack) => PackName::parse(pack).is_ok_and(|pack| decides(caller, Some(&pack)).is_ok()),
        None => decides(caller, None).is_ok(),
    };
    row.filter(is_theirs)
        .ok_or_else(|| WebhookError::NoWebhook(id.to_owned()))
}
