//! Running the examples of documents as they are written.
//!
//! Each document has one sandbox with a fresh folder; its examples run in it one after the other, documents side by
//! side. In the sandbox stands, at every address that the examples name, a relay to a recording proxy, which forwards
//! to the server under test: what is judged is the HTTP exchange, not the exit code. An example is hostile.
//!
//! Start reading at [`run`], then in `session.rs` (outside the sandbox) and `inside.rs` (in it).

mod address;
mod blocks;
mod documented;
mod exchange;
mod http;
mod inside;
mod interpreter;
mod language;
mod proxy;
mod ready;
mod row;
mod run;
mod sandbox;
mod server;
mod session;
mod shape;
mod tls;
mod tried;
mod upstream;
mod variables;

pub mod rules;

pub use address::{Address, AddressError};
pub use documented::{Documented, Endpoint, ErrorNamed, Script};
pub use exchange::Exchange;
pub use inside::{INSIDE, inside};
pub use language::{Language, LanguageError};
pub use run::{Examined, ExampleRun, RunError, RunOptions, Sandboxing, Target, run};
pub use sandbox::{Helper, Level};
pub use server::ServerError;
pub use tried::{End, Trial, Tried, Why};
