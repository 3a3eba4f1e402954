//! An error body has a message, which a person reads.

use guild_check::Findings;

use super::lacking::{Lack, tell};
use crate::survey::Survey;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let lack = Lack {
        is_there: |format| format.has_message,
        what: "message for a person",
        help: "add a field `message` that says to a person what went wrong; if it is called otherwise, say so in guild.toml: `[api.names] message = \"summary\"`",
    };
    tell(survey, &lack, findings);
}
