//! The house's own automation: `cargo xtask test`, `tidy`, `generate`, `bench`, `soak`.

mod bench;
mod codemap;
mod command;
mod format;
mod generate;
mod linters;
mod node;
mod ports;
mod python;
mod say;
mod soak;
mod test;
mod tidy;
mod workspace;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask <task>

  test                install what the tests need, then format, lint, tidy and run every test
  tidy                hold the house against its invariants (ARCHITECTURE.md)
  format              format every file, those that only a macro names too
  bench               measure against the named peers and write docs/benchmarks.md
  bench <group>...    measure some of start, http, install, publish, docs, skills, api, browser, mcp, log, nodes, scale, and print the rows alone
  soak [--minutes N]  an hour of mixed load on a catalog: no error, flat memory, a sound catalog at the end
  generate            write the files that are made from the code (docs/, the codemap)
  generate --check    fail when one of them is not current
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["test"] => test::run(),
        ["tidy"] => tidy::run(),
        ["format"] => format::write(),
        ["bench", groups @ ..] => bench::run(groups),
        ["soak", words @ ..] => soak::run(words),
        ["generate"] => generate::write(),
        ["generate", "--check"] => generate::check(),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            say::failure(&message);
            ExitCode::FAILURE
        }
    }
}
