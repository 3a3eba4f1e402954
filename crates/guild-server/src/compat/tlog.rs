//! The catalog's transparency log as C2SP tlog-tiles, for witnesses, monitors and our own installer.
//!
//! The prefix of the log is `/log`. A tile, once served, never changes: a wider one has another address.

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use bytes::Bytes;
use guild_skill::log::{TileId, parse_entries};

use crate::document::{Document, Freshness, Media};
use crate::error::{ApiError, Code};
use crate::state::AppState;

/// The routes of the log.
pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/log/checkpoint", get(checkpoint))
        .route("/log/key", get(key))
        .route("/log/tile/{*path}", get(tile))
}

/// Gives the signed head of the log; no answer of it is kept, here or on the way.
async fn checkpoint(State(state): State<AppState>) -> Result<Document, ApiError> {
    let head = state.catalog().log_head().await?;
    Ok(Document {
        freshness: Freshness::Momentary,
        ..Document::checked(Media::Text, head.checkpoint)
    })
}

/// Gives the public key of the log (a vkey), in one line.
async fn key(State(state): State<AppState>) -> Result<Document, ApiError> {
    let head = state.catalog().log_head().await?;
    Ok(Document::checked(Media::Text, format!("{}\n", head.key)))
}

/// Gives a tile of hashes, or a bundle of entries.
async fn tile(
    State(state): State<AppState>,
    Path(path): Path<String>,
) -> Result<Document, ApiError> {
    let catalog = state.catalog();
    let (tile, media) = match path.strip_prefix("entries/") {
        Some(path) => {
            let (index, width) = parse_entries(path).map_err(|_| missing())?;
            (catalog.log_entries(index, width).await?, Media::Entries)
        }
        None => {
            let (id, width) = TileId::parse(&path).map_err(|_| missing())?;
            (catalog.log_tile(id, width).await?, Media::Bytes)
        }
    };
    let tile = tile.ok_or_else(missing)?;
    Ok(Document {
        freshness: Freshness::Immutable,
        ..Document::checked(media, Bytes::from(tile.bytes))
    })
}

fn missing() -> ApiError {
    let message = "the log has no such tile; /log/checkpoint says how long it is";
    ApiError::new(Code::RouteNotFound, message)
}
