//! What `--trace` keeps of a step: the document as it stands, with its frames, styles and pictures.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine as _;

use crate::act;
use crate::chromium::{Argument, GetResource};
use crate::observe::Place;
use crate::snapshot::{Element, Fetched, Piece, Snapshot, Told, ToldPiece};
use crate::window::{Window, value};

/// How long a page may take to tell its document.
const LOOK: Duration = Duration::from_secs(5);
/// How long the browser may take to give what it has fetched.
const GIVE: Duration = Duration::from_secs(2);
/// A larger picture is left out.
const LARGEST_BYTES: usize = 512 << 10;
/// All that was fetched, for one flow.
const ALL_BYTES: usize = 16 << 20;
/// All pieces of documents, for one flow.
const ALL_PIECES: usize = 2_000_000;
/// Frames within frames are kept this deep.
const DEEPEST: usize = 4;

/// Keeps the documents of one flow; what they share is fetched once.
#[derive(Default)]
pub(super) struct Tracer {
    fetched: HashMap<String, Option<Arc<Fetched>>>,
    bytes: usize,
    pieces: usize,
}

impl Tracer {
    /// Takes the document of the current tab; none if the page does not tell it, or if there is no room left.
    pub(super) fn take(&mut self, window: &Window<'_>, file: String) -> Option<Snapshot> {
        if self.pieces >= ALL_PIECES {
            return None;
        }
        let until = Instant::now() + LOOK;
        let places = window.places(Instant::now()).ok()?;
        for place in &places {
            name_in_its_owner(window, place, until);
        }
        let mut told: HashMap<String, (Told, &Place)> = HashMap::new();
        for place in &places {
            if let Ok(document) = window.call::<Told>(place, "snapshot", Vec::new(), until) {
                self.pieces += document.pieces.len();
                told.insert(place.frame.clone(), (document, place));
            }
        }
        let main = places.first()?;
        let mut snapshot = self.join(&main.frame, &mut told, DEEPEST)?;
        snapshot.file = file;
        Some(snapshot)
    }

    /// Puts documents into the frames that show them.
    fn join(
        &mut self,
        frame: &str,
        told: &mut HashMap<String, (Told, &Place)>,
        left: usize,
    ) -> Option<Snapshot> {
        let (document, place) = told.remove(frame)?;
        let left = left.checked_sub(1)?;
        let pieces = document.pieces.into_iter().map(|piece| match piece {
            ToldPiece::Text(text) => Piece::Text(text),
            ToldPiece::Close(()) => Piece::Close,
            ToldPiece::Open {
                name,
                attributes,
                loads,
                frame,
            } => Piece::Open(Element {
                name,
                attributes,
                fetched: loads.and_then(|url| self.fetch(place, &url)),
                document: frame
                    .and_then(|frame| self.join(&frame, told, left))
                    .map(Box::new),
            }),
        });
        Some(Snapshot {
            file: String::new(),
            url: place.url.clone(),
            pieces: pieces.collect(),
            is_quirky: document.is_quirky,
            is_whole: document.is_whole,
        })
    }

    /// Gives what the browser has fetched for a document already; nothing is asked of the network.
    fn fetch(&mut self, place: &Place, url: &str) -> Option<Arc<Fetched>> {
        if let Some(known) = self.fetched.get(url) {
            return known.clone();
        }
        let fetched = match url.strip_prefix("data:") {
            Some(written) => data(written),
            None => resource(place, url),
        };
        let is_room = |fetched: &Fetched| {
            fetched.bytes.len() <= LARGEST_BYTES && self.bytes + fetched.bytes.len() <= ALL_BYTES
        };
        let fetched = fetched.filter(is_room).map(Arc::new);
        self.bytes += fetched.as_ref().map_or(0, |fetched| fetched.bytes.len());
        if url.len() < 2_000 {
            self.fetched.insert(url.to_owned(), fetched.clone());
        }
        fetched
    }
}

/// Tells the element that holds a frame which one it is; without that the frame is left empty.
fn name_in_its_owner(window: &Window<'_>, place: &Place, until: Instant) {
    if let Ok(Some((outer, owner))) = act::owner(window, place, until) {
        let arguments: Vec<Argument> = vec![owner, value(place.frame.as_str())];
        drop(window.call::<Option<()>>(&outer, "nameFrame", arguments, until));
    }
}

fn resource(place: &Place, url: &str) -> Option<Fetched> {
    let command = GetResource {
        frame_id: place.frame.clone(),
        url: url.to_owned(),
    };
    let answer = place.session.call(&command, GIVE).ok()?;
    let bytes = match answer.base64_encoded {
        true => base64::engine::general_purpose::STANDARD
            .decode(answer.content)
            .ok()?,
        false => answer.content.into_bytes(),
    };
    let mime = kind(&bytes);
    Some(Fetched { mime, bytes })
}

/// Reads an address that is its own content.
fn data(written: &str) -> Option<Fetched> {
    let (head, content) = written.split_once(',')?;
    let bytes = match head.strip_suffix(";base64") {
        Some(_) => base64::engine::general_purpose::STANDARD
            .decode(content)
            .ok()?,
        None => percent_decoded(content),
    };
    let mime = kind(&bytes);
    Some(Fetched { mime, bytes })
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        let hex = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let byte = hex.and_then(|two| u8::from_str_radix(two, 16).ok());
        match (first, byte) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => bytes.push(*first),
        }
    }
    bytes
}

/// Tells a picture by its first bytes; all else is text.
fn kind(bytes: &[u8]) -> String {
    let mime = match bytes {
        [0x89, b'P', b'N', b'G', ..] => "image/png",
        [0xff, 0xd8, 0xff, ..] => "image/jpeg",
        [b'G', b'I', b'F', b'8', ..] => "image/gif",
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => "image/webp",
        [
            _,
            _,
            _,
            _,
            b'f',
            b't',
            b'y',
            b'p',
            b'a',
            b'v',
            b'i',
            b'f',
            ..,
        ] => "image/avif",
        _ if String::from_utf8_lossy(&bytes[..bytes.len().min(1_000)]).contains("<svg") => {
            "image/svg+xml"
        }
        _ => "text/plain",
    };
    mime.to_owned()
}
