//! The folder of a session on the machine: what a sandbox shows as `/etc`, and the fixtures.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use super::Setup;
use crate::examples::Documented;
use crate::examples::sandbox::{Rights, TRUSTED};
use crate::examples::tls::Authority;

/// The parts of a session's folder.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// What the sandbox shows of it: the proxy's socket, the list of hosts, the fixtures.
    pub(super) own: PathBuf,
    /// Where the files of a sandbox are put together.
    pub(super) root: PathBuf,
    /// The work folder of examples that see the machine's files.
    pub(super) work: PathBuf,
    /// Their folder for what they throw away.
    pub(super) scratch: PathBuf,
}

/// Fills a new folder.
pub(super) fn fill(
    folder: &Path,
    setup: &Setup<'_>,
    authority: Option<&Authority>,
) -> io::Result<Parts> {
    let parts = Parts {
        own: folder.join("own"),
        root: folder.join("root"),
        work: folder.join("work"),
        scratch: folder.join("tmp"),
    };
    for part in [&parts.own, &parts.root, &parts.work, &parts.scratch] {
        fs::create_dir(part)?;
    }
    for private in [&parts.work, &parts.scratch] {
        fs::set_permissions(private, Permissions::from_mode(0o700))?;
    }
    if setup.sandbox.rights == Rights::Root {
        // The user that examples run as has to get through to its own folders.
        fs::set_permissions(folder, Permissions::from_mode(0o711))?;
    }
    write_etc(&parts.own, setup)?;
    if let Some(authority) = authority {
        fs::write(parts.own.join(TRUSTED), &authority.certificate)?;
    }
    let fixtures = parts.own.join("fixtures");
    fs::create_dir(&fixtures)?;
    fs::set_permissions(&fixtures, Permissions::from_mode(0o700))?;
    if let Some(from) = &setup.documented.folder {
        copy_fixtures(setup.documented, from, &fixtures)?;
    }
    Ok(parts)
}

fn write_etc(own: &Path, setup: &Setup<'_>) -> io::Result<()> {
    let mut hosts = "127.0.0.1 localhost\n::1 localhost\n".to_owned();
    for address in setup.addresses.iter().filter(|address| address.is_name()) {
        if address.host != "localhost" {
            hosts.push_str("127.0.0.1 ");
            hosts.push_str(&address.host);
            hosts.push('\n');
        }
    }
    fs::write(own.join("hosts"), hosts)?;
    fs::write(
        own.join("passwd"),
        "root:x:0:0::/:/usr/sbin/nologin\nnobody:x:65534:65534::/:/usr/sbin/nologin\n",
    )?;
    fs::write(own.join("group"), "root:x:0:\nnogroup:x:65534:\n")?;
    fs::write(own.join("nsswitch.conf"), "hosts: files\n")
}

/// The largest fixture.
const FIXTURE_BYTES: u64 = 8 * 1024 * 1024;

/// Copies the files beside the document that its examples name, and those in the folders beside it.
fn copy_fixtures(documented: &Documented, from: &Path, to: &Path) -> io::Result<()> {
    let is_named = |name: &str| {
        let mut scripts = documented.scripts.iter();
        name.len() > 2 && scripts.any(|script| script.code.contains(name))
    };
    let mut folders = vec![String::new()];
    for entry in fs::read_dir(from)?.flatten() {
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        if entry.file_type()?.is_dir() && is_named(&format!("{name}/")) {
            folders.push(format!("{name}/"));
        }
    }
    for folder in folders {
        fs::create_dir_all(to.join(&folder))?;
        for entry in fs::read_dir(from.join(&folder))?.flatten() {
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            // A link is not followed: it may lead anywhere.
            let metadata = entry.metadata()?;
            let path = format!("{folder}{name}");
            if metadata.is_file() && metadata.len() <= FIXTURE_BYTES && is_named(&path) {
                fs::copy(entry.path(), to.join(&path))?;
            }
        }
    }
    Ok(())
}
