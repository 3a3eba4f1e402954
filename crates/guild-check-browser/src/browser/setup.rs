//! What a plan wants the tabs of a context to be like.

use crate::plan::{ColorScheme, ExpectedMessage, Viewport};

/// What each tab of a context is like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setup {
    pub(crate) viewport: Viewport,
    pub(crate) color_scheme: ColorScheme,
    /// The origins that a tab may go to.
    pub(crate) origins: Vec<String>,
    pub(crate) expected_console: Vec<ExpectedMessage>,
    /// Core Web Vitals are wanted, also those of pages that are left.
    pub(crate) is_measured: bool,
}

impl Setup {
    /// More than this a phone's screen is not wide.
    const PHONE_WIDTH: u32 = 600;

    /// Says whether a finger takes the place of the mouse.
    pub(crate) fn is_touch(&self) -> bool {
        self.viewport.width < Self::PHONE_WIDTH
    }
}
