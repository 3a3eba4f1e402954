//! The front matter holds the keys of the specification.

use guild_check::Findings;
use guild_check::nearest::nearest;

use crate::rules::fields;
use crate::rules::keys::{self, SPECIFIED};
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some((source, front_matter)) = fields::front_matter(skill) else {
        return;
    };
    for entry in &front_matter.entries {
        let key = entry.key.text.as_str();
        if SPECIFIED.contains(&key) || keys::client_of(key).is_some() {
            continue;
        }
        let help = match nearest(key, &SPECIFIED).first() {
            Some(near) => format!("did you mean `{near}`?"),
            None => "move it below `metadata`, which takes any key".to_owned(),
        };
        let message = format!("the specification has no key `{key}`");
        findings
            .error(source.at(entry.key.span), message)
            .help(help);
    }
}
