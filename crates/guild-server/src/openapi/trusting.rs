//! What refuses a job of continuous integration, or a publisher that a pack is to trust.

use guild_skill::wire;
use utoipa::IntoResponses;

refusals! {
    /// The catalog has no such pack, or the pack no such publisher: `PACK_NOT_FOUND` or `PUBLISHER_NOT_FOUND`.
    PublisherMissing, 404, {
        "PACK_NOT_FOUND": "the catalog has no pack `no-such-pack`",
        "PUBLISHER_NOT_FOUND": "the pack `developer-pack` has no publisher of that id",
    }

    /// The identity is not believed, or was shown before: `IDENTITY_REFUSED`.
    IdentityRefused, 401, {
        "IDENTITY_REFUSED": "the signature of the identity is wrong",
    }

    /// The pack does not trust the job: `NOT_TRUSTED`.
    NotTrusted, 403, {
        "NOT_TRUSTED": "the pack `tea-pack` does not trust this job: its workflow is `test.yml`, and the publisher is bound to `release.yml`",
    }

    /// The issuer of the identity does not answer, or not as it should: `ISSUER_UNREACHABLE`; `Retry-After` says how
    /// long to wait.
    IssuerUnreachable, 503, {
        "ISSUER_UNREACHABLE": "the issuer of the identity cannot be asked now: it answered 502",
    }
}
