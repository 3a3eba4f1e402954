//! Each operation has a document.

use guild_check::Findings;

use super::Coverage;

pub(super) fn check(coverage: &Coverage, findings: &mut Findings) {
    for name in coverage.undocumented() {
        findings
            .error(
                name.place.clone(),
                format!("no document is about `{} {}`", name.method, name.path),
            )
            .help("write one: its title is the method and the path");
    }
}
