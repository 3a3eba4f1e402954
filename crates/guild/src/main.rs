//! The binary `guild`. All of it is in the library.

fn main() -> std::process::ExitCode {
    guild::run()
}
