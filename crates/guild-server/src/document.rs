//! What a handler gives back, and the finished answer that is made of it and kept.

use std::io::Write as _;
use std::sync::Arc;

use axum::response::IntoResponse;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use guild_catalog::DownloadCounter;
use guild_skill::Digest;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::{Method, Response, StatusCode};
use http_body_util::{Either, Full};

use crate::error::{ApiError, Code};
use crate::headers::{self, Encoding};
use crate::metrics::RouteCounters;
use crate::range::{self, Part};

/// Under this a compressed text is hardly shorter.
const COMPRESS_FROM: usize = 512;

/// Above this compressing would keep other requests waiting for longer than it saves.
const COMPRESS_UP_TO: usize = 1024 * 1024;

/// A whole representation, as a handler makes it: the edge adds validators, compression and ranges.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// What the bytes are.
    pub(crate) media: Media,
    /// The bytes.
    pub(crate) body: Bytes,
    /// How long it may be kept.
    pub(crate) freshness: Freshness,
    /// The name to save it under, of letters, digits, dots and hyphens.
    pub(crate) file_name: Option<String>,
    /// The digest of the bytes, where it is known already.
    pub(crate) digest: Option<Digest>,
    /// What counts how often it is downloaded.
    pub(crate) downloads: Option<Arc<DownloadCounter>>,
}

/// What the bytes of a document are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Media {
    Json,
    Html,
    /// A feed.
    Atom,
    Text,
    Css,
    Script,
    Svg,
    Metrics,
    Zip,
    Bytes,
    /// Entries of the log: lines of text with their lengths.
    Entries,
}

/// How long a document may be kept, here and elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Freshness {
    /// For ever: the address holds the content's digest.
    Immutable,
    /// Kept, and asked after each time, because a publish or a new day changes it.
    Checked,
    /// Never kept: it is of the moment.
    Momentary,
}

/// An answer with all its headers, ready to be given again and again.
#[derive(Debug)]
pub(crate) struct Finished {
    headers: HeaderMap,
    body: Bytes,
    /// Absent where the next answer is another one.
    etag: Option<HeaderValue>,
    media: Media,
    downloads: Option<Arc<DownloadCounter>>,
    /// Where its requests are counted.
    pub(crate) counters: Arc<RouteCounters>,
}

/// How an answer leaves: most are one piece of memory.
pub(crate) type Answer = Response<Either<Full<Bytes>, axum::body::Body>>;

impl Media {
    fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Html => "text/html; charset=utf-8",
            Self::Atom => "application/atom+xml; charset=utf-8",
            Self::Text => "text/plain; charset=utf-8",
            Self::Css => "text/css; charset=utf-8",
            Self::Script => "text/javascript; charset=utf-8",
            Self::Svg => "image/svg+xml",
            Self::Metrics => "text/plain; version=0.0.4; charset=utf-8",
            Self::Zip => "application/zip",
            Self::Bytes | Self::Entries => "application/octet-stream",
        }
    }

    fn is_text(self) -> bool {
        match self {
            Self::Json
            | Self::Html
            | Self::Atom
            | Self::Text
            | Self::Css
            | Self::Script
            | Self::Svg
            | Self::Metrics
            | Self::Entries => true,
            Self::Zip | Self::Bytes => false,
        }
    }
}

impl Freshness {
    fn cache_control(self) -> &'static str {
        match self {
            Self::Immutable => "public, max-age=31536000, immutable",
            Self::Checked => "no-cache",
            Self::Momentary => "no-store",
        }
    }
}

impl Document {
    /// Makes a document that is kept and asked after each time.
    pub(crate) fn checked(media: Media, body: impl Into<Bytes>) -> Self {
        Self {
            media,
            body: body.into(),
            freshness: Freshness::Checked,
            file_name: None,
            digest: None,
            downloads: None,
        }
    }

    /// Makes the JSON of a value.
    pub(crate) fn json(value: &impl serde::Serialize) -> Result<Self, ApiError> {
        let text = serde_json::to_vec(value).map_err(ApiError::fault)?;
        Ok(Self::checked(Media::Json, text))
    }

    /// Finishes the document for clients that accept an encoding.
    pub(crate) fn finish(self, encoding: Encoding, counters: Arc<RouteCounters>) -> Finished {
        let digest = self.digest.unwrap_or_else(|| Digest::of(&self.body));
        let tag = &digest.hex()[..32];
        let zipped = match encoding {
            Encoding::Gzip if self.media.is_text() => gzip(&self.body),
            Encoding::Gzip | Encoding::Identity => None,
        };
        let mut headers = HeaderMap::with_capacity(16);
        headers::secure(&mut headers);
        let content_type = HeaderValue::from_static(self.media.content_type());
        headers.insert(header::CONTENT_TYPE, content_type);
        let cache_control = HeaderValue::from_static(self.freshness.cache_control());
        headers.insert(header::CACHE_CONTROL, cache_control);
        if self.media.is_text() {
            // A page shows who is signed in.
            let vary = HeaderValue::from_static(match self.media {
                Media::Html => "accept-encoding, cookie",
                _ => "accept-encoding",
            });
            headers.insert(header::VARY, vary);
        } else {
            let ranges = HeaderValue::from_static("bytes");
            headers.insert(header::ACCEPT_RANGES, ranges);
        }
        if let Some(name) = &self.file_name {
            set(
                &mut headers,
                header::CONTENT_DISPOSITION,
                format!("attachment; filename=\"{name}\""),
            );
        }
        let (body, tag) = match zipped {
            Some(zipped) => {
                let gzip = HeaderValue::from_static("gzip");
                headers.insert(header::CONTENT_ENCODING, gzip);
                (zipped, format!("\"{tag}-gzip\""))
            }
            None => (self.body, format!("\"{tag}\"")),
        };
        // An answer that is kept takes no more than its bytes: what grew while it was written has room to spare.
        let body = match self.media.is_text() {
            true => Bytes::copy_from_slice(&body),
            false => body,
        };
        if self.freshness == Freshness::Momentary {
            // What is gone the next moment, or for one person alone, is nothing for others to find.
            let robots = HeaderName::from_static("x-robots-tag");
            headers.insert(robots, HeaderValue::from_static("noindex"));
        } else {
            set(&mut headers, header::ETAG, tag);
        }
        let etag = headers.get(header::ETAG).cloned();
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(body.len()));
        Finished {
            headers,
            body,
            etag,
            media: self.media,
            downloads: self.downloads,
            counters,
        }
    }
}

impl IntoResponse for Document {
    /// Hands the document to the edge; the response itself is empty.
    fn into_response(self) -> axum::response::Response {
        let mut response = ().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl Finished {
    /// Whether it is a page for people.
    pub(crate) fn is_page(&self) -> bool {
        self.media == Media::Html
    }

    /// Gives what counts the download, where an answer is one: of a release from its first byte on. A client that only
    /// asks whether it is there, knows it already, looks at one byte or goes on where it was cut off is no further one.
    pub(crate) fn download(
        &self,
        method: &Method,
        answer: &Answer,
    ) -> Option<&Arc<DownloadCounter>> {
        let counter = self.downloads.as_ref()?;
        let is_from_the_start = match answer.status() {
            StatusCode::OK => true,
            StatusCode::PARTIAL_CONTENT => {
                let place = answer.headers().get(header::CONTENT_RANGE);
                let place = place.map_or(&b""[..], HeaderValue::as_bytes);
                place.starts_with(b"bytes 0-") && !place.starts_with(b"bytes 0-0/")
            }
            _ => false,
        };
        (method == Method::GET && is_from_the_start).then_some(counter)
    }

    /// About how much memory it takes.
    pub(crate) fn weight(&self) -> u64 {
        // The map of headers and its values.
        const HEADERS: u64 = 3072;
        HEADERS + self.body.len() as u64
    }

    /// Answers a request: whole, a part, or that the client has it already.
    ///
    /// # Errors
    /// When the part asked for begins behind the end.
    pub(crate) fn answer(&self, method: &Method, asked: &HeaderMap) -> Result<Answer, ApiError> {
        if self.is_known(asked) {
            return Ok(self.unchanged());
        }
        match self.part(method, asked) {
            Part::Whole if method == Method::HEAD => Ok(self.respond(StatusCode::OK, Bytes::new())),
            Part::Whole => Ok(self.respond(StatusCode::OK, self.body.clone())),
            Part::Bytes(range) => {
                let whole = self.body.len();
                let body = self.body.slice(range.clone());
                let length = HeaderValue::from(body.len());
                let mut response = self.respond(StatusCode::PARTIAL_CONTENT, body);
                let headers = response.headers_mut();
                headers.insert(header::CONTENT_LENGTH, length);
                let place = format!("bytes {}-{}/{whole}", range.start, range.end - 1);
                set(headers, header::CONTENT_RANGE, place);
                Ok(response)
            }
            Part::Behind => Err(ApiError::new(
                Code::RangeNotSatisfiable,
                format!(
                    "the range begins behind the end: there are {} bytes",
                    self.body.len()
                ),
            )
            .of_length(self.body.len())),
        }
    }

    fn respond(&self, status: StatusCode, body: Bytes) -> Answer {
        let mut response = Response::new(Either::Left(Full::new(body)));
        *response.status_mut() = status;
        *response.headers_mut() = self.headers.clone();
        response
    }

    fn unchanged(&self) -> Answer {
        let mut response = self.respond(StatusCode::NOT_MODIFIED, Bytes::new());
        let headers = response.headers_mut();
        for name in [
            header::CONTENT_TYPE,
            header::CONTENT_LENGTH,
            header::CONTENT_ENCODING,
            header::CONTENT_DISPOSITION,
        ] {
            headers.remove(name);
        }
        response
    }

    /// Whether If-None-Match names this content.
    fn is_known(&self, asked: &HeaderMap) -> bool {
        let Some(etag) = &self.etag else {
            return false;
        };
        let lines = asked.get_all(header::IF_NONE_MATCH).iter();
        lines
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(','))
            .map(|tag| tag.trim())
            .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
    }

    fn part(&self, method: &Method, asked: &HeaderMap) -> Part {
        if self.media.is_text() || method != Method::GET {
            return Part::Whole;
        }
        let Some(range) = asked.get(header::RANGE) else {
            return Part::Whole;
        };
        let is_of_this = asked
            .get(header::IF_RANGE)
            .is_none_or(|condition| Some(condition) == self.etag.as_ref());
        match range.to_str() {
            Ok(range) if is_of_this => range::parse(range, self.body.len()),
            Ok(_) | Err(_) => Part::Whole,
        }
    }
}

/// Sets a header whose text is made of what a header may hold.
fn set(headers: &mut HeaderMap, name: HeaderName, text: String) {
    if let Ok(value) = HeaderValue::try_from(text) {
        headers.insert(name, value);
    }
}

/// Compresses, when that makes it shorter.
fn gzip(body: &Bytes) -> Option<Bytes> {
    if !(COMPRESS_FROM..=COMPRESS_UP_TO).contains(&body.len()) {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 2), Compression::new(6));
    encoder.write_all(body).ok()?;
    let zipped = encoder.finish().ok()?;
    (zipped.len() < body.len()).then(|| Bytes::from(zipped))
}
