//! The catalog over HTTP: JSON API, pages, archives.
//!
//! Owns how a request becomes an answer: the accept loop, the cache of finished answers, routes, the one error body, the
//! published contract, and the pages. It knows no SQL and no files: whatever it shows comes from [`guild_catalog`].
//! Start reading at [`bind`], then `edge.rs` for the way of a request, then `routes.rs` for what is answered.

mod accept;
mod access;
mod api;
mod archives;
mod auth;
mod cache;
mod compat;
mod config;
mod document;
mod edge;
mod error;
mod export;
mod function;
mod headers;
mod judges;
mod links;
mod metrics;
mod multipart;
mod openapi;
mod pace;
mod pages;
mod paging;
mod parameters;
mod posted;
mod range;
mod received;
mod repeats;
mod routes;
mod safety;
mod seen;
mod serve;
mod service;
mod state;
mod trusted;
mod unread;
mod upload;
mod webhooks;
mod work_check;

pub use access::{Access, Network, NetworkError, Reading, SignUp};
pub use config::{ServerConfig, ServerLimits};
pub use export::{Export, ExportError, Exported};
pub use function::{Function, FunctionReply, FunctionRequest};
pub use openapi::openapi_json;
pub use serve::{ServeError, Server, ServiceServer, bind, bind_service};
pub use service::{Service, ServiceReply, ServiceRequest};
pub use trusted::{IssuerUrl, IssuerUrlError};
pub use work_check::{Subject, WorkCheck, WorkChecked};
