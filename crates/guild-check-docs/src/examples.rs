//! Running the examples of documents as they are written.
//!
//! Each document has one sandbox with a fresh folder; its examples run in it one after the other, documents side by
//! side. In the sandbox stands, at every address that the examples name, a relay to a recording proxy, which forwards
//! to the server under test: what is judged is the HTTP exchange, not the exit code. An example is hostile.
//!
//! Start reading at [`run`], then in `session.rs` (outside the sandbox) and `inside.rs` (in it). Both need the kernel of
//! Linux; elsewhere there are the examples and the rules on them, and nothing runs.

#![cfg_attr(
    not(target_os = "linux"),
    expect(
        dead_code,
        reason = "where nothing runs, nothing is held against the rules"
    )
)]

mod address;
mod blocks;
mod documented;
mod exchange;
#[cfg(target_os = "linux")]
mod http;
#[cfg(target_os = "linux")]
mod inside;
#[cfg(target_os = "linux")]
mod interpreter;
mod language;
mod level;
#[cfg(target_os = "linux")]
mod proxy;
#[cfg(target_os = "linux")]
mod ready;
#[cfg(target_os = "linux")]
mod row;
#[cfg(target_os = "linux")]
mod run;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(target_os = "linux")]
mod server;
#[cfg(target_os = "linux")]
mod session;
mod shape;
#[cfg(target_os = "linux")]
mod tls;
mod tried;
#[cfg(target_os = "linux")]
mod upstream;
mod variables;

pub mod rules;

pub use address::{Address, AddressError};
pub use documented::{Documented, Endpoint, ErrorNamed, Script};
pub use exchange::Exchange;
#[cfg(target_os = "linux")]
pub use inside::{INSIDE, inside};
pub use language::{Language, LanguageError};
pub use level::{Level, LevelError};
#[cfg(target_os = "linux")]
pub use run::{Examined, ExampleRun, RunError, RunOptions, Target, run};
#[cfg(target_os = "linux")]
pub use sandbox::Helper;
#[cfg(target_os = "linux")]
pub use server::ServerError;
pub use tried::{End, Trial, Tried, Why};
