//! The server over the wire: a real catalog in a temporary folder, a real port, plain TCP.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

mod accounts;
mod accounts_faults;
mod archives;
mod axe;
mod browser;
mod caching;
mod client;
mod connections;
mod contract;
mod derived;
mod errors;
mod every_route;
mod feeds;
mod finding;
mod invitations;
mod issuer;
mod keys;
mod lists;
mod other_clients;
mod other_protocols;
mod page;
mod pages;
mod pages_accounts;
mod pages_appearance;
mod pages_browser;
mod pages_check;
mod pages_check_api;
mod pages_docs;
mod pages_everywhere;
mod pages_hostile;
mod pages_kept;
mod pages_publishing;
mod pages_shell;
mod pages_xss;
mod people;
mod private;
mod publishing;
mod ratings;
mod resources;
mod shutdown;
mod slow;
mod stars;
mod streams;
mod trusted;
mod trusted_faults;
mod webhooks;
mod witness;
mod world;
