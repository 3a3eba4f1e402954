//! An error body has a code, which a program reads.

use guild_check::Findings;

use super::lacking::{Lack, tell};
use crate::survey::Survey;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let lack = Lack {
        is_there: |format| !format.codes.is_empty(),
        what: "code for a program",
        help: "add a field `code` whose values never change, such as `TASK_NOT_FOUND`; if it is called otherwise, say so in guild.toml: `[api.names] code = \"reason\"`",
    };
    tell(survey, &lack, findings);
}
