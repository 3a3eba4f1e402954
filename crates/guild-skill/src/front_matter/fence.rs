//! The two lines of `---` around front matter.

use guild_check::Span;

use super::{Defect, DefectKind};

const FENCE: &str = "---";

/// Where front matter stands in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fence {
    /// The YAML between the fences.
    pub yaml: Span,
    /// The first byte after the closing fence and its line end.
    pub body_start: u32,
}

/// Finds the fences of a file.
///
/// # Errors
/// Gives the defect when the file does not start with a fence, or no second one follows.
pub fn fence(text: &str) -> Result<Fence, Defect> {
    let first = text.split_inclusive('\n').next().unwrap_or("");
    if first.trim_end() != FENCE {
        return Err(missing(text));
    }
    let mut start = first.len();
    for line in text[start..].split_inclusive('\n') {
        if line.trim_end() == FENCE {
            let body = Span::new(first.len()..start + line.len());
            return Ok(Fence {
                yaml: Span::new(first.len()..start),
                body_start: body.end,
            });
        }
        start += line.len();
    }
    Err(unclosed())
}

/// Finds the fences as the specification's validator does: it cuts at the first two `---`, wherever they stand.
///
/// # Errors
/// Gives the defect when the file does not start with `---`, or has no second one.
pub fn cut(text: &str) -> Result<Fence, Defect> {
    let Some(rest) = text.strip_prefix(FENCE) else {
        return Err(missing(text));
    };
    let Some(length) = rest.find(FENCE) else {
        return Err(unclosed());
    };
    let end = FENCE.len() + length;
    Ok(Fence {
        yaml: Span::new(FENCE.len()..end),
        body_start: Span::new(0..end + FENCE.len()).end,
    })
}

fn unclosed() -> Defect {
    Defect {
        kind: DefectKind::Unclosed,
        span: Span::new(0..FENCE.len()),
        message: "the front matter has no closing `---`".to_owned(),
        help: "put a line of `---` after the last key".to_owned(),
    }
}

fn missing(text: &str) -> Defect {
    let after_mark = text.strip_prefix('\u{feff}');
    let trimmed = after_mark.unwrap_or(text).trim_start();
    let (message, help) = if after_mark.is_some() && trimmed.starts_with(FENCE) {
        (
            "a byte order mark stands before the front matter",
            "save the file as UTF-8 without a byte order mark",
        )
    } else if trimmed.starts_with(FENCE) && trimmed.len() < text.len() {
        (
            "something stands before the front matter",
            "put `---` on the first line, with nothing before it",
        )
    } else {
        (
            "the file does not start with front matter",
            "start the file with a line of `---`, the keys `name` and `description`, and a second line of `---`",
        )
    };
    Defect {
        kind: DefectKind::Missing,
        span: Span::default(),
        message: message.to_owned(),
        help: help.to_owned(),
    }
}
