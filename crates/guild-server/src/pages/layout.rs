//! What every page has around it.

use crate::auth::{self, Viewer};
use crate::state::AppState;

/// What `layout.html` needs of a page.
pub(super) struct Layout {
    /// The address of the catalog, without a slash at its end.
    pub(super) base: String,
    /// The path that search engines are to remember; none for a page that is not to be remembered.
    pub(super) canonical_path: Option<String>,
    /// Where the page stands in the navigation.
    pub(super) here: Here,
    /// Who is signed in: a page that shows it is for them alone.
    pub(super) viewer: Option<Viewer>,
    /// Whether reading takes an account.
    pub(super) is_private: bool,
    /// Whether the page is written down, and nobody is there to take what it would send.
    pub(super) is_exported: bool,
}

/// The places of the navigation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Here {
    Home,
    Search,
    Rules,
    Check,
    Docs,
    Account,
    /// Below, or beside.
    Elsewhere,
    /// A page that is not there, which offers a search of its own.
    Nowhere,
}

impl Layout {
    /// Makes the layout of a page that has an address of its own.
    pub(super) fn new(state: &AppState, here: Here, canonical_path: impl Into<String>) -> Self {
        Self {
            canonical_path: Some(canonical_path.into()),
            ..Self::unlisted(state, here)
        }
    }

    /// Makes the layout of a page that is for those alone who know its address.
    pub(super) fn unlisted(state: &AppState, here: Here) -> Self {
        Self {
            base: state.base_url().as_str().to_owned(),
            canonical_path: None,
            here,
            viewer: auth::viewer(),
            is_private: state.is_private(),
            is_exported: state.is_exporting(),
        }
    }

    /// Makes the layout of a page that says what went wrong.
    pub(super) fn of_error(state: &AppState) -> Self {
        Self::unlisted(state, Here::Nowhere)
    }

    /// Whether the masthead has a search field: two of them on one page would confuse.
    pub(super) fn has_search(&self) -> bool {
        match self.here {
            Here::Home | Here::Search | Here::Nowhere => false,
            Here::Rules | Here::Check | Here::Docs | Here::Account | Here::Elsewhere => true,
        }
    }
}
