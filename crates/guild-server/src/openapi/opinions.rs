//! What refuses a rating, a report, or a change of an account or an invitation.

use guild_skill::wire;
use utoipa::IntoResponses;

refusals! {
    /// The catalog has no such skill, or not any more, or the skill no such rating: `SKILL_NOT_FOUND`, `SKILL_DELETED`
    /// or `RATING_NOT_FOUND`.
    RatingMissing, 404, {
        "SKILL_NOT_FOUND": "the catalog has no skill `no-such-skill`",
        "SKILL_DELETED": "the skill `old-skill` was deleted on 2026-11-20: it was published by mistake",
        "RATING_NOT_FOUND": "the skill `adr-writer` has no rating of that id",
    }

    /// The account has rated the skill already, or every release of it is withdrawn: `RATING_EXISTS` or
    /// `SKILL_WITHDRAWN`.
    RatingConflict, 409, {
        "RATING_EXISTS": "`bruno` has rated `adr-writer` already: change that rating, whose id is 9f86d081884c7d65",
        "SKILL_WITHDRAWN": "every release of `adr-writer` is withdrawn: nobody rates what nobody should take",
    }

    /// Every release of the skill is withdrawn: `SKILL_WITHDRAWN`.
    SkillWithdrawn, 409, {
        "SKILL_WITHDRAWN": "every release of `adr-writer` is withdrawn: nobody rates what nobody should take",
    }

    /// There is no invitation of that id, or not any more: `INVITATION_NOT_FOUND`.
    InvitationMissing, 404, {
        "INVITATION_NOT_FOUND": "there is no invitation of that id, or not any more",
    }

    /// The catalog has no such pack or account: `PACK_NOT_FOUND` or `ACCOUNT_NOT_FOUND`.
    InvitationSubjectMissing, 404, {
        "PACK_NOT_FOUND": "the catalog has no such pack",
        "ACCOUNT_NOT_FOUND": "the catalog has no such account, or it is closed",
    }

    /// Too many reports came within an hour: `TOO_MANY_TRIES`; `Retry-After` says how long to wait.
    TooManyReports, 429, {
        "TOO_MANY_TRIES": "`anna` has sent 300 reports within an hour, which is the most",
    }
}
