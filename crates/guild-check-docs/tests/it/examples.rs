//! Examples, run as they are written, in a real sandbox against a real server.

mod hostile;
mod languages;
mod levels;
mod servers;
mod tls;
mod verdicts;
mod world;

/// The helper inside the sandbox is this program, asked to run this one test.
#[test]
fn inside_the_sandbox() {
    if std::env::var_os(guild_check_docs::examples::INSIDE).is_some() {
        std::process::exit(guild_check_docs::examples::inside().into());
    }
}
