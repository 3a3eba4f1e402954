//! A truth value reads as a question: is, has or can.

use guild_check::{Findings, Severity};

use super::words::words;
use crate::contract::Types;
use crate::survey::{Counted, Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut crowd = Crowd::new("names of truth values", Severity::Warning);
    let mut names: Vec<_> = survey.names().into_iter().collect();
    names.sort_by_key(|(_, known)| std::cmp::Reverse(known.count));
    for (name, known) in names {
        let is_boolean = |id: &crate::contract::ShapeId| {
            let types = survey.contract.types(*id);
            types == Types::BOOLEAN || types == Types::BOOLEAN.with(Types::NULL)
        };
        if !known.shapes.iter().any(is_boolean) {
            continue;
        }
        crowd.judge();
        let words = words(name);
        let is_question = words.len() > 1 && matches!(&*words[0], "is" | "has" | "can");
        if is_question || survey.conventions.is_allowed(name) {
            continue;
        }
        let at = match known.count {
            1 => String::new(),
            count => format!(" ({} in all)", Counted(count, "place")),
        };
        let message = format!("the truth value `{name}` does not begin with is, has or can{at}");
        crowd.wrong(survey.place(known.spot), name, message);
    }
    crowd.tell(
        findings,
        "do not begin with is, has or can",
        "name it as a question that is answered with yes or no, such as `isPinned`, `hasComments` or `canEdit`",
    );
}
