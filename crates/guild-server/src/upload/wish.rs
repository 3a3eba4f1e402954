//! How a skill is to be published, as the query says.

use guild_skill::PackLabel;
use utoipa::IntoParams;

use crate::error::ApiError;
use crate::parameters::{Fields, FromFields};

/// Where the page of a skill comes from.
#[derive(Clone, Debug)]
pub(crate) enum PageOf {
    /// Its author wrote PAGE.md, and it is held against everything that the catalog asks.
    Author,
    /// Where there is no PAGE.md the page is derived from SKILL.md, which then is held against the specification and the
    /// safety rules, as `guild import` does.
    SkillMd {
        /// The pack that lists a skill whose page is derived.
        pack: Option<PackLabel>,
    },
}

/// How a skill is to be published.
pub(crate) struct Wish {
    pub(crate) page: PageOf,
    /// Whether to say what would be, and to do nothing.
    pub(crate) is_dry_run: bool,
}

/// What is said of how a skill is to be published, for the published contract; [`Wish`] is what handlers get.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "its fields describe parameters to readers of the contract"
)]
pub(crate) struct WishParameters {
    /// `true`: a skill without PAGE.md is taken too. Its page is derived from SKILL.md and marked so, and it is held
    /// against the specification and the safety rules alone.
    #[param(example = true)]
    can_derive: Option<bool>,
    /// The label of the pack that lists a skill whose page is derived; without it `Unsorted`.
    #[param(max_length = 64, example = "Team skills")]
    pack_label: Option<String>,
    /// `true`: nothing is published. The answer is 200 with the release that would be made, with `isDryRun`, or with the
    /// one that holds these files already; whatever forbids to publish is answered as it would be.
    #[param(example = false)]
    is_dry_run: Option<bool>,
}

impl FromFields for Wish {
    fn from_fields(fields: &mut Fields) -> Result<Self, ApiError> {
        Ok(Self {
            page: PageOf::from_fields(fields)?,
            is_dry_run: fields.flag("isDryRun")?.unwrap_or(false),
        })
    }
}

impl FromFields for PageOf {
    fn from_fields(fields: &mut Fields) -> Result<Self, ApiError> {
        let pack: Option<PackLabel> = fields.value("packLabel")?;
        Ok(match fields.flag("canDerive")?.unwrap_or(false) {
            true => Self::SkillMd { pack },
            // A skill with a PAGE.md names its pack there.
            false => Self::Author,
        })
    }
}
