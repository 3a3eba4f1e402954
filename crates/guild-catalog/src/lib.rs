//! The catalog's store: packs, skills, releases, archives by digest, events, and search.
//!
//! Owns what the catalog knows and how it is kept: the database (SQLite or PostgreSQL, one SQL text), the folder of
//! archives, and the search index, which is derived and can be lost. It knows no HTTP and no pages. Start reading at
//! [`Catalog`], which is all that others see; `publish` tells how a release comes in, `store` holds the SQL, `search`
//! tells how words find skills.

mod accounts;
mod blobs;
mod catalog;
mod clock;
mod developer_pack;
mod dialect;
mod downloads;
mod error;
mod folder_lock;
mod kept_checks;
mod log;
mod near;
mod packs;
mod page_request;
mod private;
mod publish;
mod ratings;
mod reason;
mod reports;
mod search;
mod stars;
mod store;
pub mod upkeep;
mod version;
mod webhooks;
mod withdraw;

pub use crate::accounts::{
    Actor, Admission, Caller, Credential, Denied, Found, Identity, Invited, KEYS_OF_AN_ACCOUNT,
    KeyError, MadeToken, MemberError, NewInvitation, NewPublisher, NewToken, OpenSession, Password,
    PasswordError, Place, PublisherError, Secret, SecretError, SessionSecret, SignInError,
    SignUpError, SignedIn, Standing, StandingError, TokenBounds, TooMany, TrustError, TryLimits,
};
pub use crate::blobs::{Archives, Bucket};
pub use crate::catalog::{
    ArchiveBytes, Catalog, CatalogOptions, Discovered, FileContent, Gauges, Layout, News, NewsOf,
    PoolGauge, SkillEntry, SkillQuery, SkillSort,
};
pub use crate::clock::{Clock, milliseconds, rfc3339};
pub use crate::developer_pack::Listed;
pub use crate::downloads::DownloadCounter;
pub use crate::error::{OpenError, StoreError};
pub use crate::kept_checks::{Keeping, KeptCheck, KeptKey, KeptKeyError, KeptLimits};
pub use crate::log::{LogHead, LogOptions, LogTile};
pub use crate::near::Nearness;
pub use crate::packs::PackError;
pub use crate::page_request::{MAX_PAGE_SIZE, PageRequest, PageRequestError};
pub use crate::publish::{
    PUBLISHES_AN_HOUR, Publication, PublishError, Published, SignatureRefused,
};
pub use crate::ratings::{RatingChange, RatingError, Stars, Words, WordsError};
pub use crate::reason::{Reason, ReasonError};
pub use crate::reports::{ParsedReport, ReportError, ReportTotals};
pub use crate::stars::Starring;
pub use crate::webhooks::{Attempt, DueWebhook, Outcome, SigningSecret, Told, WebhookError};
pub use crate::withdraw::{Tombstone, WithdrawError};
