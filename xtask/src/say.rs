//! What a task tells the person who started it.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the tasks talk to a terminal"
)]

/// Says what a task does next.
pub(crate) fn step(text: &str) {
    println!("── {text}");
}

/// Says a result.
pub(crate) fn line(text: &str) {
    println!("{text}");
}

/// Says why a task failed.
pub(crate) fn failure(text: &str) {
    eprintln!("xtask: {text}");
}
