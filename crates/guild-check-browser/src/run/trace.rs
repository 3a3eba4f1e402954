//! What `--trace` keeps of a step: the document as it stands, with its frames, styles, pictures and fonts.
//!
//! Nothing is asked of the network: what is kept is what the browser fetched for the page. What cannot be kept is told.

mod content;
mod css;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine as _;
use url::Url;

use crate::act;
use crate::chromium::{Argument, GetResource};
use crate::observe::{Place, Watch};
use crate::snapshot::{Element, Fetched, Missing, Piece, Snapshot, Told, ToldPiece};
use crate::window::{Window, value};

use content::{data, kind};
use css::Link;

/// How long a page may take to tell its document.
const LOOK: Duration = Duration::from_secs(5);
/// How long the browser may take to give what it has fetched.
const GIVE: Duration = Duration::from_secs(2);
/// A larger picture, font or style sheet is left out.
const LARGEST_BYTES: usize = 512 << 10;
/// All that one document shows, each time that it shows it.
const DOCUMENT_BYTES: usize = 12 << 20;
/// All that was fetched, for one flow.
const ALL_BYTES: usize = 16 << 20;
/// All pieces of documents, for one flow.
const ALL_PIECES: usize = 2_000_000;
/// More that could not be kept is not told of one document.
const MOST_MISSING: usize = 50;
/// Frames within frames, and style sheets within style sheets, are kept this deep.
const DEEPEST: usize = 4;
/// What stands in the place of an address that cannot be kept.
const NOTHING: &str = "url(\"data:,\")";

/// Keeps the documents of one flow; what they share is fetched once.
#[derive(Default)]
pub(super) struct Tracer {
    /// Why not, for what can never be kept.
    fetched: HashMap<String, Result<Arc<Fetched>, String>>,
    bytes: usize,
    pieces: usize,
    /// What the document that is being taken shows, in bytes.
    shown_bytes: usize,
    /// What the document that is being taken does not hold.
    missing: Vec<Missing>,
}

/// A document that is being taken.
#[derive(Clone, Copy)]
struct Around<'a> {
    watch: &'a Watch,
    place: &'a Place,
    /// When nothing more is asked for: a style sheet may name more than a browser can tell in time.
    until: Instant,
}

/// What is kept of an address: none if there is nothing to be kept or to be told, as the page never loaded it.
type Kept = Option<Result<Arc<Fetched>, String>>;

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
        let mut told: HashMap<String, (Told, Around<'_>)> = HashMap::new();
        for place in &places {
            if let Ok(document) = window.call::<Told>(place, "snapshot", Vec::new(), until) {
                self.pieces += document.pieces.len();
                let around = Around {
                    watch: window.watch(),
                    place,
                    until,
                };
                told.insert(place.frame.clone(), (document, around));
            }
        }
        let main = places.first()?;
        self.shown_bytes = 0;
        self.missing.clear();
        let mut snapshot = self.join(&main.frame, &mut told, DEEPEST)?;
        snapshot.file = file;
        snapshot.missing = std::mem::take(&mut self.missing);
        Some(snapshot)
    }

    /// Puts documents into the frames that show them.
    fn join(
        &mut self,
        frame: &str,
        told: &mut HashMap<String, (Told, Around<'_>)>,
        left: usize,
    ) -> Option<Snapshot> {
        let (document, around) = told.remove(frame)?;
        let left = left.checked_sub(1)?;
        let base = document.base;
        let pieces = document.pieces.into_iter().map(|piece| match piece {
            ToldPiece::Text(text) => Piece::Text(text),
            ToldPiece::Close(()) => Piece::Close,
            ToldPiece::Open {
                name,
                attributes,
                sheets,
                loads,
                missing,
                frame,
            } => {
                if let Some((what, why)) = missing {
                    self.tell(&what, &why);
                }
                let mut kept = Vec::new();
                let attributes = attributes
                    .into_iter()
                    .map(|(name, value)| match name.as_str() {
                        "style" => (name, self.rules(around, &base, &value, &mut kept, 0)),
                        _ => (name, value),
                    });
                Piece::Open(Element {
                    name,
                    attributes: attributes.collect(),
                    fetched: loads.and_then(|url| self.keep(around, &url)),
                    rules: sheets.map(|sheets| self.sheets(around, sheets, &mut kept)),
                    kept,
                    document: frame
                        .and_then(|frame| self.join(&frame, told, left))
                        .map(Box::new),
                })
            }
        });
        Some(Snapshot {
            file: String::new(),
            url: around.place.url.clone(),
            pieces: pieces.collect(),
            is_quirky: document.is_quirky,
            is_whole: document.is_whole,
            missing: Vec::new(),
        })
    }

    /// Joins the rules of a sheet; those of another origin, which it does not tell, as the browser fetched them.
    fn sheets(
        &mut self,
        around: Around<'_>,
        sheets: Vec<(String, Option<String>)>,
        kept: &mut Vec<Arc<Fetched>>,
    ) -> String {
        let texts = sheets.into_iter().map(|(base, text)| match text {
            Some(text) => self.rules(around, &base, &text, kept, 0),
            None => self.sheet(around, &base, kept, DEEPEST),
        });
        texts.collect()
    }

    fn sheet(
        &mut self,
        around: Around<'_>,
        url: &str,
        kept: &mut Vec<Arc<Fetched>>,
        left: usize,
    ) -> String {
        match self.keep(around, url) {
            Some(sheet) => {
                let text = String::from_utf8_lossy(&sheet.bytes);
                self.rules(around, url, &text, kept, left)
            }
            None => String::new(),
        }
    }

    /// Gives rules in which each address stands for what was kept of it, or for nothing; imports are followed so deep.
    fn rules(
        &mut self,
        around: Around<'_>,
        base: &str,
        text: &str,
        kept: &mut Vec<Arc<Fetched>>,
        left: usize,
    ) -> String {
        css::rewritten(text, |link| match link {
            Link::Address(address) => self.address(around, base, &address, kept),
            Link::Import {
                address,
                conditions,
            } => {
                let Some((url, left)) = joined(base, &address).zip(left.checked_sub(1)) else {
                    return String::new();
                };
                conditions.around(&self.sheet(around, &url, kept, left))
            }
        })
    }

    fn address(
        &mut self,
        around: Around<'_>,
        base: &str,
        address: &str,
        kept: &mut Vec<Arc<Fetched>>,
    ) -> String {
        let is_plain = |part: &str| {
            part.chars()
                .all(|c| c.is_alphanumeric() || "-_".contains(c))
        };
        // A place in the document itself.
        if let Some(place) = address.strip_prefix('#') {
            return match is_plain(place) {
                true => format!("url(\"#{place}\")"),
                false => NOTHING.to_owned(),
            };
        }
        let Some(url) = joined(base, address) else {
            return NOTHING.to_owned();
        };
        let Some(fetched) = self.keep(around, &url) else {
            return NOTHING.to_owned();
        };
        if fetched.mime == "text/plain" {
            self.tell(&url, "neither a picture nor a font");
            return NOTHING.to_owned();
        }
        let known = kept.iter().position(|other| Arc::ptr_eq(other, &fetched));
        let index = known.unwrap_or_else(|| {
            kept.push(fetched);
            kept.len() - 1
        });
        match url.split_once('#') {
            Some((_, place)) if is_plain(place) => format!("url(\"kept:{index}#{place}\")"),
            Some(_) | None => format!("url(\"kept:{index}\")"),
        }
    }

    /// Gives what the browser has fetched for a document already, if there is room; tells what it does not give.
    fn keep(&mut self, around: Around<'_>, url: &str) -> Option<Arc<Fetched>> {
        let fetched = match self.fetch(around, url)? {
            Ok(fetched) if self.shown_bytes + fetched.bytes.len() <= DOCUMENT_BYTES => fetched,
            Ok(_) => {
                let most = DOCUMENT_BYTES >> 20;
                self.tell(url, &format!("the document shows more than {most} MiB"));
                return None;
            }
            Err(why) => {
                self.tell(url, &why);
                return None;
            }
        };
        self.shown_bytes += fetched.bytes.len();
        Some(fetched)
    }

    fn fetch(&mut self, around: Around<'_>, url: &str) -> Kept {
        let url = match url.split_once('#') {
            Some((before, _)) if !url.starts_with("data:") => before,
            Some(_) | None => url,
        };
        if let Some(known) = self.fetched.get(url) {
            return Some(known.clone());
        }
        let fetched = match url.strip_prefix("data:") {
            Some(written) => data(written)?,
            None if Instant::now() >= around.until => {
                let no_time = |_| Err("there was no time left to ask for it".to_owned());
                return why_not(around.watch, url).map(no_time);
            }
            None => match resource(around.place, url) {
                Some(fetched) if !fetched.bytes.is_empty() => fetched,
                // It may come yet, or again.
                Some(_) | None => return why_not(around.watch, url).map(Err),
            },
        };
        let fetched = match fetched.bytes.len() {
            large if large > LARGEST_BYTES => {
                Err(format!("larger than {} KiB", LARGEST_BYTES >> 10))
            }
            bytes if self.bytes + bytes > ALL_BYTES => {
                Err(format!("the flow shows more than {} MiB", ALL_BYTES >> 20))
            }
            bytes => {
                self.bytes += bytes;
                Ok(Arc::new(fetched))
            }
        };
        if url.len() < 2_000 {
            self.fetched.insert(url.to_owned(), fetched.clone());
        }
        Some(fetched)
    }

    /// Notes what the document does not hold.
    fn tell(&mut self, what: &str, why: &str) {
        let what = match what.starts_with("data:") {
            true => "data:…",
            false => what,
        };
        let is_known = self.missing.iter().any(|missing| missing.what == what);
        if !is_known && self.missing.len() < MOST_MISSING {
            self.missing.push(Missing {
                what: what.to_owned(),
                why: why.to_owned(),
            });
        }
    }
}

/// Reads an address that is relative to another one.
fn joined(base: &str, address: &str) -> Option<String> {
    if address.starts_with("data:") {
        return Some(address.to_owned());
    }
    match Url::parse(base).and_then(|base| base.join(address)) {
        Ok(url) => Some(url.into()),
        Err(_) => Url::parse(address).ok().map(Into::into),
    }
}

/// Says why the browser does not have what a page asked for; none if the page never asked for it.
fn why_not(watch: &Watch, url: &str) -> Option<String> {
    watch.look(|seen| {
        let asked = seen.exchanges.all.iter().rev();
        let mut asked = asked.map(|exchange| &exchange.request);
        let request = asked.find(|request| request.url == url)?;
        Some(match (&request.failure, request.status) {
            (Some(failure), _) => failure.clone(),
            (None, Some(status @ 400..)) => format!("the server answered {status}"),
            (None, Some(_)) => "the browser does not hold it any more".to_owned(),
            (None, None) => "it had not come yet".to_owned(),
        })
    })
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
