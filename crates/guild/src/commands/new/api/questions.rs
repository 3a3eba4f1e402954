//! Asking a person what the contract is to hold, one line after the other; a line that does not fit is asked for again.

use guild_check_api::starter::{Plan, Wish};

use crate::printer::Printer;

/// Where the lines of an answer go.
type Answer = fn(&mut Wish) -> &mut Vec<String>;

/// Asks for all that no option said. Nothing if the person left.
pub(super) fn ask(wish: &mut Wish, printer: &mut Printer) -> Option<()> {
    printer.talk("An empty line ends an answer; `guild new api --help` shows the forms.");
    let resource = wish.resource.clone();
    let fields = "Which fields does a caller give? (title:string:1..120, notes?:text, priority:LOW,HIGH; one a line)";
    lines(wish, printer, fields, "field", |wish| &mut wish.fields, "")?;
    if wish.states.is_empty() {
        let states = "Which states does it pass through, the first one first? (OPEN, DONE:completedAt:date-time; none if it has no states)";
        lines(wish, printer, states, "state", |wish| &mut wish.states, "")?;
    }
    if wish.filters.is_empty() {
        let filters = format!("Which fields are {resource} filtered by? (status for the state)");
        lines(
            wish,
            printer,
            &filters,
            "filter",
            |wish| &mut wish.filters,
            "",
        )?;
    }
    if wish.subs.is_empty() {
        let subs = "Which sub-resources does it have? (comments)";
        lines(wish, printer, subs, "sub", |wish| &mut wish.subs, "")?;
    }
    for sub in wish.subs.clone() {
        let fields = format!("Which fields does a caller give for {sub}? (text:text)");
        lines(
            wish,
            printer,
            &fields,
            &format!("{sub}.field"),
            |wish| &mut wish.fields,
            &format!("{sub}."),
        )?;
    }
    Some(())
}

/// Asks for lines until an empty one.
fn lines(
    wish: &mut Wish,
    printer: &mut Printer,
    question: &str,
    key: &str,
    answer: Answer,
    before: &str,
) -> Option<()> {
    printer.talk(question);
    loop {
        let line = printer.ask(key)?;
        if line.trim().is_empty() {
            return Some(());
        }
        let mut next = wish.clone();
        answer(&mut next).push(format!("{before}{}", line.trim()));
        match Plan::so_far(&next) {
            Ok(_) => *wish = next,
            Err(refusal) => {
                printer.talk(refusal.message);
                printer.hint(refusal.hint);
            }
        }
    }
}
