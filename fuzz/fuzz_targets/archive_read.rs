//! Reads bytes as an archive; whatever is taken must survive being written in the canonical form.
#![no_main]

use guild_skill::ArchiveLimits;
use guild_skill::archive::{self, Layout};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let limits = &ArchiveLimits::STANDARD;
    if let Ok(first) = archive::read(bytes, limits) {
        let canonical = archive::write(&first.files, Layout::Root);
        let second = archive::read(&canonical, limits).expect("a canonical archive is read");
        assert_eq!(first.files, second.files);
    }
});
