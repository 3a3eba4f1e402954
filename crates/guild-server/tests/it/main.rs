//! The server over the wire: a real catalog in a temporary folder, a real port, plain TCP.

mod archives;
mod caching;
mod client;
mod connections;
mod contract;
mod errors;
mod lists;
mod resources;
mod shutdown;
mod world;
