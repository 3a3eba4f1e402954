//! A catalog as files: what the server answers, written down for a host that only hands out files.
//!
//! The files come from the same handlers: each address is asked of the router, links between pages become relative, and
//! what takes a server (signing in, checking, publishing) is left out. Nobody is known to ask, so nothing is in the
//! files that a stranger could not read. What others refer to comes first and what refers to it last, so that a folder
//! into which the files are written one by one never promises what it does not hold yet.

mod address;
mod api;
mod rewrite;
mod walk;

use std::collections::BTreeMap;
use std::io;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use bytes::Bytes;
use guild_catalog::{Catalog, StoreError};
use http::StatusCode;
use tower::ServiceExt as _;

use crate::config::ServerConfig;
use crate::document::Document;
use crate::error::{ApiError, Code};
use crate::pages;
use crate::routes;
use crate::state::AppState;
use walk::Walk;

/// What tells a client that it speaks to files.
const MARK: &str = ".well-known/guildhall.json";

/// A catalog that is to be written down.
pub struct Export {
    state: AppState,
    router: Router,
}

/// What was written down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// How many packs.
    pub packs: u64,
    /// How many skills.
    pub skills: u64,
    /// How many releases.
    pub releases: u64,
    /// Links that lead nowhere, on the server as well: the path, and the page that first has it.
    pub broken: BTreeMap<String, String>,
    /// What takes a server, and is named on a page without being linked.
    pub unlinked: BTreeMap<String, String>,
}

/// Why a catalog is not written down.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A handler refused or failed.
    #[error("`{path}` could not be made: {message}")]
    Answer {
        /// What was asked for.
        path: String,
        /// What the handler said, with the cause.
        message: String,
    },
    /// The catalog failed.
    #[error("the catalog could not be read")]
    Store(#[from] StoreError),
    /// A file was not taken.
    #[error("`{path}` could not be written")]
    Write {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
}

impl Export {
    /// Prepares to write a catalog down; `config` says under which address the files will be.
    pub fn new(config: ServerConfig, catalog: Catalog) -> Self {
        let state = AppState::exporting(config, catalog);
        let router = routes::router(state.clone());
        Self { state, router }
    }

    /// Hands each file to `take`, with its path in the folder, of parts that are joined by slashes.
    ///
    /// # Errors
    /// When the catalog fails, or `take` does.
    pub async fn write(
        &self,
        take: impl FnMut(&str, &[u8]) -> io::Result<()>,
    ) -> Result<Exported, ExportError> {
        let mut walk = Walk::new(self, take);
        walk.begin()?;
        let names = api::write(&mut walk).await?;
        walk.pages(&names).await?;
        walk.indexes(&names).await?;
        walk.end()
    }

    /// Asks for a path; nothing where nothing is there.
    async fn ask(&self, path: &str) -> Result<Option<Document>, ExportError> {
        let failed = |message: String| ExportError::Answer {
            path: path.to_owned(),
            message,
        };
        let request = Request::get(path).body(Body::empty());
        let request = request.map_err(|error| failed(error.to_string()))?;
        let mut response = match self.router.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        if let Some(document) = response.extensions_mut().remove::<Document>() {
            return Ok(Some(document));
        }
        let Some(error) = response.extensions_mut().remove::<ApiError>() else {
            let message = format!("it answers {}, which is no file", response.status());
            return Err(failed(message));
        };
        match error.code.status() {
            StatusCode::NOT_FOUND | StatusCode::GONE => Ok(None),
            _ => {
                let cause = error.cause.map(|cause| format!(": {cause}"));
                Err(failed(error.message + &cause.unwrap_or_default()))
            }
        }
    }

    /// Asks for what has to be there.
    async fn demand(&self, path: &str) -> Result<Bytes, ExportError> {
        let document = self.ask(path).await?;
        let document = document.ok_or_else(|| ExportError::Answer {
            path: path.to_owned(),
            message: "it is not there".to_owned(),
        })?;
        Ok(document.body)
    }

    /// Makes the page for an address that holds nothing.
    fn missing_page(&self) -> String {
        let message = "there is nothing under this address";
        pages::error_page(&self.state, &ApiError::new(Code::RouteNotFound, message))
    }

    /// Gives the address under which the files will be, without a slash at its end.
    fn base(&self) -> &str {
        self.state.base_url().as_str()
    }
}
