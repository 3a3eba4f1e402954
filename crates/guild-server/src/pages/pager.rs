//! Turning the pages of a list.

use axum::extract::FromRequestParts;
use guild_skill::wire;
use http::request::Parts;

use crate::error::ApiError;
use crate::parameters::Fields;

/// The links to the pages before and after.
pub(super) struct Pager {
    pub(super) page: u32,
    pub(super) pages: u64,
    pub(super) previous: Option<String>,
    pub(super) next: Option<String>,
}

/// The page that an address asks for; whatever else it holds (a campaign's mark, say) is no reason to fail.
pub(super) struct PagerQuery(pub(super) u32);

impl Pager {
    /// Makes the links of a list that begins at a path.
    pub(super) fn of<T>(list: &wire::List<T>, path: &str) -> Self {
        Self::linked(list, |page| format!("{path}?page={page}"))
    }

    /// Makes the links of a list whose pages have addresses of another form.
    pub(super) fn linked<T>(list: &wire::List<T>, link: impl Fn(u32) -> String) -> Self {
        let last = u32::try_from(list.total_pages).unwrap_or(u32::MAX);
        let previous = (list.page > 1)
            .then(|| list.page - 1)
            .map(|page| page.min(last.max(1)));
        let next = (list.page < last).then(|| list.page + 1);
        Self {
            page: list.page,
            pages: list.total_pages,
            previous: previous.map(&link),
            next: next.map(&link),
        }
    }

    /// Whether there is another page to go to.
    pub(super) fn has_others(&self) -> bool {
        self.previous.is_some() || self.next.is_some()
    }
}

impl<S: Sync> FromRequestParts<S> for PagerQuery {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut fields = Fields::parse(parts.uri.query().unwrap_or_default())?;
        page_of(&mut fields).map(Self)
    }
}

/// Takes the number of the page, from 1.
pub(super) fn page_of(fields: &mut Fields) -> Result<u32, ApiError> {
    Ok(fields.number("page")?.unwrap_or(1).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pager(page: u32, total_pages: u64) -> (Option<String>, Option<String>) {
        let list = wire::List::<()> {
            items: Vec::new(),
            page,
            page_size: 1,
            total_items: total_pages,
            total_pages,
        };
        let pager = Pager::linked(&list, |page| page.to_string());
        (pager.previous, pager.next)
    }

    #[test]
    fn links_lead_to_pages_that_exist() {
        assert_eq!(pager(1, 1), (None, None));
        assert_eq!(pager(1, 3), (None, Some("2".to_owned())));
        assert_eq!(pager(3, 3), (Some("2".to_owned()), None));
        assert_eq!(pager(90, 3), (Some("3".to_owned()), None));
        assert_eq!(pager(2, 0), (Some("1".to_owned()), None));
    }
}
