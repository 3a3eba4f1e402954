//! What refuses a publication or another change of skills, releases and packs.

use guild_skill::wire;
use utoipa::IntoResponses;

refusals! {
    /// The path or the query cannot be read, the query has an unknown parameter, both together are too long, or the body
    /// is not said to be an archive or breaks off: `MALFORMED_PATH`, `MALFORMED_QUERY`, `UNKNOWN_PARAMETER`,
    /// `URL_TOO_LONG` or `MALFORMED_BODY`.
    MalformedArchive, 400, {
        "MALFORMED_PATH": "the name holds `A`, which is not a lower-case letter, a digit or a hyphen",
        "MALFORMED_QUERY": "`page` stands twice in the query",
        "UNKNOWN_PARAMETER": "this resource has no parameter `verbose`; it takes none",
        "URL_TOO_LONG": "path and query may have 8192 bytes",
        "MALFORMED_BODY": "the body is no archive: send the zip of the skill's folder as application/zip",
    }

    /// The catalog has no such skill, or not any more, or no such pack: `SKILL_NOT_FOUND`, `SKILL_DELETED` or
    /// `PACK_NOT_FOUND`.
    SkillOrPackMissing, 404, {
        "SKILL_NOT_FOUND": "the catalog has no skill `no-such-skill`",
        "SKILL_DELETED": "the skill `old-skill` was deleted on 2026-11-20: it was published by mistake",
        "PACK_NOT_FOUND": "the catalog has no pack `no-such-pack`",
    }

    /// Something that is there is in the way: `VERSION_TAKEN`, `OTHER_PACK`, `NAME_DELETED` or `NAME_TOO_NEAR`.
    PublishConflict, 409, {
        "VERSION_TAKEN": "adr-writer 1.0.0 is published already, with other files: raise `metadata.version` in SKILL.md",
        "OTHER_PACK": "adr-writer is listed in the pack developer-pack, not in writing-pack: a skill belongs to one pack",
        "NAME_DELETED": "the name old-skill belonged to a skill that was deleted, and is never given out again",
        "NAME_TOO_NEAR": "the name adr-writers could be taken for adr-writer, which is in the pack developer-pack: they look the same",
    }

    /// There is a pack of that name: `PACK_TAKEN`.
    PackTaken, 409, {
        "PACK_TAKEN": "the catalog has a pack `writing-pack` already",
    }

    /// Another name follows from the label: `PACK_RENAMED`.
    PackRenamed, 409, {
        "PACK_RENAMED": "the label gives the name `another-pack`, and a pack keeps its name",
    }

    /// The pack still lists skills: `PACK_NOT_EMPTY`.
    PackNotEmpty, 409, {
        "PACK_NOT_EMPTY": "the pack lists 6 skills: move or delete them first",
    }

    /// The archive is larger than may be: `BODY_TOO_LARGE`.
    ArchiveTooLarge, 413, {
        "BODY_TOO_LARGE": "an archive may have 12 MiB; leave out what an assistant does not read",
    }

    /// The skill breaks the rules, or there is none in what was sent: `SKILL_REFUSED`, with the findings. Or its signature is
    /// not good: `SIGNATURE_REFUSED`.
    SkillUnfit, 422, {
        "SKILL_REFUSED": "`adr-writer` is not published: 2 of the findings are errors; `guild check skill` says the same on your machine",
        "SIGNATURE_REFUSED": "the signature of adr-writer is refused: the key `anna` 124b6c43 was revoked on 2026-11-20: make another one with `guild key new`",
    }

    /// Too much was published within an hour: `TOO_MANY_RELEASES`; `Retry-After` says how long to wait.
    TooMuchPublished, 429, {
        "TOO_MANY_RELEASES": "anna has published 300 releases within an hour, which is the most",
    }

    /// The server is at fault, or there is no room left on its disk: `INTERNAL_ERROR` or `DISK_FULL`.
    FaultOrFull, 500, {
        "INTERNAL_ERROR": "the server failed; the log says why. Try again, and tell whoever runs this catalog if it stays",
        "DISK_FULL": "the disk of the catalog is full, and nothing was changed; whoever runs it has to make room",
    }

    /// Too many publish at this moment: `TOO_BUSY`.
    UploadsBusy, 503, {
        "TOO_BUSY": "too many skills are being published here; try again in a moment",
    }
}
