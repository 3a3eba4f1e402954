//! The page of a file of a release.

use askama::Template;
use axum::extract::State;
use guild_skill::wire;

use super::entry::size;
use super::layout::{Here, Layout};
use super::markdown::Setting;
use super::source::{rendered, resolve, unified};
use super::text::{self, Html};
use super::{assets, missing};
use crate::api::files;
use crate::document::Document;
use crate::error::{ApiError, Code};
use crate::links;
use crate::pages;
use crate::parameters::FromPath;
use crate::state::AppState;

/// A longer file is shown up to here.
const SHOWN_BYTES: usize = 256 * 1024;

/// A file of more lines is shown up to here.
const SHOWN_LINES: usize = 5_000;

#[derive(Template)]
#[template(path = "file.html")]
struct FilePage {
    layout: Layout,
    title: String,
    skill: String,
    version: String,
    path: String,
    raw: String,
    size: String,
    file: wire::File,
    content: Content,
}

/// What the page shows of a file.
enum Content {
    Empty,
    Binary,
    Text(TextView),
}

struct TextView {
    lines: Vec<Html>,
    /// Whether the file goes on.
    is_cut: bool,
    hidden: usize,
    /// Markdown as it reads; none for other files, and for Markdown that is too long.
    rendered: Option<Html>,
}

/// Shows a file.
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath((name, version, path)): FromPath<(String, String, String)>,
) -> Result<Document, ApiError> {
    let (entry, version, release) = missing::find_release(&state, &name, &version).await?;
    let found = files::find(&state, &entry.name, &version, &path).await;
    let found = found.map_err(|error| match error.code {
        Code::FileNotFound => error.with_near(vec![release.skill.clone()]),
        _ => error,
    })?;
    let (skill, version) = (release.skill, release.version);
    let setting = Setting {
        top_level: 2,
        resolve: &resolve(&skill, &version, &path),
        ..Setting::ALONE
    };
    let content = Content::of(&found.bytes, &path, &setting);
    pages::render(&FilePage {
        layout: Layout::new(
            &state,
            Here::Elsewhere,
            links::file(&skill, &version, &path),
        ),
        title: text::visible(&entry.record.title),
        raw: links::api_file(&skill, &version, &path),
        size: size(found.file.size_bytes),
        content,
        path: text::visible(&path),
        file: found.file,
        skill: skill.clone(),
        version: version.clone(),
    })
}

impl Content {
    fn of(bytes: &[u8], path: &str, setting: &Setting<'_>) -> Self {
        if bytes.is_empty() {
            return Self::Empty;
        }
        match std::str::from_utf8(bytes) {
            Ok(text) if !text.contains('\0') => Self::Text(TextView::new(text, path, setting)),
            Ok(_) | Err(_) => Self::Binary,
        }
    }
}

impl TextView {
    fn new(text: &str, path: &str, setting: &Setting<'_>) -> Self {
        let shown = unified(&text[..text.floor_char_boundary(SHOWN_BYTES)]);
        let lines: Vec<Html> = shown.lines().take(SHOWN_LINES).map(text::marked).collect();
        let is_cut = text.len() > SHOWN_BYTES || shown.lines().nth(SHOWN_LINES).is_some();
        let is_markdown = path.to_ascii_lowercase().ends_with(".md");
        Self {
            lines,
            is_cut,
            hidden: text::count_hidden(&unified(text)),
            rendered: (is_markdown && !is_cut).then(|| rendered(text, setting)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8], path: &str) -> TextView {
        match Content::of(bytes, path, &Setting::ALONE) {
            Content::Text(view) => view,
            Content::Empty | Content::Binary => panic!("it is text"),
        }
    }

    #[test]
    fn a_file_is_shown_by_what_it_holds() {
        assert!(matches!(
            Content::of(b"", "a", &Setting::ALONE),
            Content::Empty
        ));
        assert!(matches!(
            Content::of(b"\xff\xfe", "a.md", &Setting::ALONE),
            Content::Binary
        ));
        assert!(matches!(
            Content::of(b"a\0b", "a.txt", &Setting::ALONE),
            Content::Binary
        ));
        let view = text(b"# A\r\n\r\n<b>\r\n", "a.MD");
        assert_eq!(view.lines.len(), 3);
        assert_eq!(view.lines[2].as_str(), "&lt;b&gt;");
        assert!(view.rendered.is_some());
        assert!(text(b"a", "a.toml").rendered.is_none());
    }

    #[test]
    fn a_long_file_is_cut_and_says_so() {
        let many = text("x\n".repeat(SHOWN_LINES + 1).as_bytes(), "a.md");
        assert!(many.is_cut && many.lines.len() == SHOWN_LINES && many.rendered.is_none());
        let wide = text("ü".repeat(SHOWN_BYTES).as_bytes(), "a.txt");
        assert!(wide.is_cut && wide.lines.len() == 1);
        assert!(!text("x\n".repeat(SHOWN_LINES).as_bytes(), "a.txt").is_cut);
    }
}
