//! What an archive must be before there is a skill to judge.

guild_check::rules! {
    "skill" for crate::archive::Opened, in "archive", proved by crate::rules::prove_archive;
    archive_refused,
}
