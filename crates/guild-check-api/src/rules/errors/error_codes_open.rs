//! The codes of errors are a closed set.

use guild_check::Findings;

use crate::contract::Types;
use crate::survey::Survey;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut codes = survey.error_codes();
    codes.retain(|code| {
        let types = survey.contract.types(*code);
        types.has(Types::STRING) && survey.contract.values(*code).is_none()
    });
    for code in codes {
        let shape = survey.contract.shape(code);
        findings
            .note(
                survey.place(survey.contract.key_spot(shape)),
                "the codes of errors are not listed",
            )
            .help("list them under `enum`, so that a client can know them all");
    }
}
