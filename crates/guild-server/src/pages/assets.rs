//! Styles, scripts and the icon: part of the binary, under addresses that hold their digest.

use std::sync::LazyLock;

use axum::extract::Path;
use bytes::Bytes;
use guild_skill::Digest;

use crate::document::{Document, Freshness, Media};
use crate::error::{ApiError, Code};
use crate::links;

/// A file that pages need.
struct Asset {
    file: &'static str,
    media: Media,
    content: &'static str,
}

const STYLE: Asset = Asset {
    file: "style.css",
    media: Media::Css,
    // One sheet, read in this order.
    content: concat!(
        include_str!("../assets/style/base.css"),
        include_str!("../assets/style/controls.css"),
        include_str!("../assets/style/heads.css"),
        include_str!("../assets/style/lists.css"),
        include_str!("../assets/style/facets.css"),
        include_str!("../assets/style/skill.css"),
        include_str!("../assets/style/code.css"),
        include_str!("../assets/style/install.css"),
        include_str!("../assets/style/rules.css"),
        include_str!("../assets/style/check.css"),
        include_str!("../assets/style/account.css"),
        include_str!("../assets/style/screens.css"),
    ),
};

const COPY: Asset = Asset {
    file: "copy.js",
    media: Media::Script,
    content: include_str!("../assets/copy.js"),
};

const INSTALL: Asset = Asset {
    file: "install.js",
    media: Media::Script,
    content: include_str!("../assets/install.js"),
};

const SEARCH: Asset = Asset {
    file: "search.js",
    media: Media::Script,
    content: include_str!("../assets/search.js"),
};

const FIND: Asset = Asset {
    file: "find.js",
    media: Media::Script,
    content: include_str!("../assets/find.js"),
};

const ICON: Asset = Asset {
    file: "icon.svg",
    media: Media::Svg,
    content: include_str!("../assets/icon.svg"),
};

const ALL: [&Asset; 6] = [&STYLE, &COPY, &INSTALL, &SEARCH, &ICON, &FIND];

/// The addresses, which are made once.
static LINKS: LazyLock<[String; 6]> = LazyLock::new(|| ALL.map(Asset::link));

/// Gives the address of the style.
pub(crate) fn style() -> &'static str {
    &LINKS[0]
}

/// Gives the address of the script that copies.
pub(crate) fn copy() -> &'static str {
    &LINKS[1]
}

/// Gives the address of the script of the Install block.
pub(crate) fn install() -> &'static str {
    &LINKS[2]
}

/// Gives the address of the script that searches as one types.
pub(crate) fn search() -> &'static str {
    &LINKS[3]
}

/// Gives the address of the icon.
pub(crate) fn icon() -> &'static str {
    &LINKS[4]
}

/// Gives the address of the script that searches where no server does.
pub(crate) fn find() -> &'static str {
    &LINKS[5]
}

/// Gives all addresses.
pub(crate) fn all() -> impl Iterator<Item = &'static str> {
    LINKS.iter().map(String::as_str)
}

/// Serves an asset; it may be kept for ever, because other content has another address.
pub(super) async fn show(
    Path((digest, file)): Path<(String, String)>,
) -> Result<Document, ApiError> {
    let asset = ALL
        .into_iter()
        .find(|asset| asset.file == file && asset.digest() == digest);
    let asset = asset.ok_or_else(|| {
        ApiError::new(
            Code::RouteNotFound,
            "no style or script is served under this address; it belongs to another version of the server, so load the page again",
        )
    })?;
    Ok(Document {
        freshness: Freshness::Immutable,
        ..Document::checked(asset.media, Bytes::from_static(asset.content.as_bytes()))
    })
}

impl Asset {
    fn digest(&self) -> String {
        Digest::of(self.content.as_bytes()).hex()[..16].to_owned()
    }

    fn link(&self) -> String {
        links::asset(&self.digest(), self.file)
    }
}
