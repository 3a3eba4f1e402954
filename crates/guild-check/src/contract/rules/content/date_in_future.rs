//! A date on which something happened is not ahead.

use crate::Findings;
use crate::contract::work::{Dated, Work};

pub(super) fn check(work: &Work, findings: &mut Findings) {
    // Somewhere on earth it is tomorrow already.
    if let Some((span, Dated::On(date))) = work.last_date()
        && date > work.today.next()
    {
        let message = format!("{date} lies ahead: today is {}", work.today);
        findings
            .error(work.at(span), message)
            .help("write the day on which it was last true");
    }
}
