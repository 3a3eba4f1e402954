//! The program as a person meets it: the real binary, a real catalog, a home and a project of its own for each test.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may stop at what it did not expect"
)]

mod agreement;
mod assistants;
mod authoring;
mod baseline;
mod by_hand;
mod cache;
mod check_api;
mod check_browser;
mod check_docs;
mod check_live;
mod ci;
mod conformance;
mod crash;
#[cfg(target_os = "linux")]
mod crowd;
mod doctor;
mod edits;
mod elsewhere;
mod evolution;
mod export;
mod fix;
mod full_disk;
mod hostile;
mod import;
mod import_there;
mod install;
#[path = "../../../guild-server/tests/it/issuer.rs"]
#[expect(dead_code, reason = "the stories of the server need more of it")]
mod issuer;
mod keys;
mod levels;
mod lock;
mod log;
mod login;
mod lsp;
mod lsp_contracts;
mod lsp_plans;
mod lsp_stated;
mod matching;
mod mcp;
mod mcp_browser;
mod mcp_faults;
mod mcp_http;
mod mcp_inspector;
mod mcp_page;
mod mcp_walks;
mod mock;
mod new_api;
mod new_docs;
mod output;
mod own_docs;
mod own_plans;
#[expect(dead_code, reason = "the tests of the store need more of it")]
#[path = "../../../guild-catalog/tests/it/postgres.rs"]
mod postgres;
mod publish;
mod publish_faults;
#[cfg(target_os = "linux")]
mod publish_kills;
mod publish_outages;
mod rate;
mod remote_references;
#[expect(dead_code, reason = "the tests of the store need more of it")]
#[path = "../../../guild-catalog/tests/it/s3.rs"]
mod s3;
mod schemathesis;
mod serve;
mod signers;
mod standard_input;
#[cfg(target_os = "linux")]
mod terminal;
mod together;
mod traces;
mod trusted;
mod update;
mod upkeep;
mod verify;
mod withdrawn;
mod work;
mod world;
