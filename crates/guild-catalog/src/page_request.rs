//! Which page of a list is wanted.

use guild_skill::wire;

/// The most items a page may hold.
pub const MAX_PAGE_SIZE: u32 = 100;

/// Which page of a list is wanted, and how long a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageRequest {
    page: u32,
    page_size: u32,
}

/// Why numbers are not a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PageRequestError {
    /// Pages count from 1.
    #[error("`page` is 0: pages count from 1")]
    Page,
    /// A page holds something, and not everything.
    #[error("`pageSize` is {page_size}: it is between 1 and {MAX_PAGE_SIZE}")]
    PageSize {
        /// What was asked for.
        page_size: u32,
    },
}

impl PageRequest {
    /// The first page, as long as a page may be.
    pub const FIRST: Self = Self {
        page: 1,
        page_size: MAX_PAGE_SIZE,
    };

    /// Asks for page `page`, counted from 1, of pages of `page_size` items.
    ///
    /// # Errors
    /// When `page` is 0, or `page_size` is not between 1 and [`MAX_PAGE_SIZE`].
    pub const fn new(page: u32, page_size: u32) -> Result<Self, PageRequestError> {
        if page == 0 {
            return Err(PageRequestError::Page);
        }
        if page_size == 0 || page_size > MAX_PAGE_SIZE {
            return Err(PageRequestError::PageSize { page_size });
        }
        Ok(Self { page, page_size })
    }

    /// Gives the number of the page, from 1.
    pub const fn page(self) -> u32 {
        self.page
    }

    /// Gives how many items a page holds at the most.
    pub const fn page_size(self) -> u32 {
        self.page_size
    }

    /// Asks for about the first thousand items at once: as many whole pages as they make.
    pub(crate) fn best(self) -> Self {
        Self {
            page: 1,
            page_size: 1000 - 1000 % self.page_size,
        }
    }

    /// Gives how many items stand on the pages before.
    pub(crate) fn offset(self) -> u64 {
        u64::from(self.page - 1) * u64::from(self.page_size)
    }

    /// Gives the two numbers as SQL takes them: limit and offset.
    pub(crate) fn limits(self) -> (i64, i64) {
        // At most 2^32 times 100, which fits.
        (
            i64::from(self.page_size),
            i64::from(self.page - 1) * i64::from(self.page_size),
        )
    }

    /// Makes the answer from the items of this page and the number of all items.
    pub fn list<T>(self, items: Vec<T>, total_items: u64) -> wire::List<T> {
        wire::List {
            items,
            page: self.page,
            page_size: self.page_size,
            total_items,
            total_pages: total_items.div_ceil(u64::from(self.page_size)),
        }
    }
}
