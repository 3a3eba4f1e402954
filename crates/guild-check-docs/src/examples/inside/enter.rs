//! Making the files and the network of a sandbox, in namespaces that are this process's own.

use std::error::Error;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, StatVfsMountFlags, statvfs};
use rustix::mount::{
    MountFlags, UnmountFlags, mount, mount_bind_recursive, mount_remount, unmount,
};
use rustix::net::{AddressFamily, SocketType, socket};
use rustix::process::{chdir, pivot_root, umask};

use super::Enter;
use crate::examples::sandbox::{DEVICES, Show, WORK};

/// Makes the files, goes in, and wakes the loopback; the error says what could not be made.
pub(super) fn enter(role: &Enter) -> Result<(), String> {
    make(role).map_err(|error| format!("its files could not be made: {error}"))?;
    wake_loopback().map_err(|error| format!("it has no loopback: {error}"))
}

fn make(role: &Enter) -> Result<(), Box<dyn Error>> {
    umask(Mode::WGRP | Mode::WOTH);
    let closed = MountFlags::NOSUID | MountFlags::NODEV;
    mount("guild", &role.root, "tmpfs", closed, c"mode=0755")?;
    for show in &role.shows {
        self::show(&role.root, show).map_err(|error| format!("{show:?}: {error}"))?;
    }
    mount_remount(
        &role.root,
        closed | MountFlags::RDONLY | MountFlags::BIND,
        "",
    )?;
    chdir(&role.root)?;
    // The old root is put under the new one, where it can be taken away.
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    chdir(WORK)?;
    Ok(())
}

fn show(root: &Path, show: &Show) -> Result<(), Box<dyn Error>> {
    match show {
        Show::Folder(at) => fs::create_dir_all(place(root, at)?)?,
        Show::Link { target, at } => symlink(target, place(root, at)?)?,
        Show::Path { from, at } => bind(from, &place(root, at)?)?,
        Show::Memory { at, bytes } => {
            let at = place(root, at)?;
            fs::create_dir_all(&at)?;
            let flags = MountFlags::NOSUID | MountFlags::NODEV;
            let size = std::ffi::CString::new(format!("mode=0755,size={bytes}"))?;
            mount("guild", &at, "tmpfs", flags, size.as_c_str())?;
        }
        Show::System => system(root)?,
    }
    Ok(())
}

/// Gives where a path will be, with the folders above it.
fn place(root: &Path, at: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let place = root.join(at.strip_prefix("/")?);
    if let Some(above) = place.parent() {
        fs::create_dir_all(above)?;
    }
    Ok(place)
}

/// Shows a path, and closes it for writing.
fn bind(from: &Path, at: &Path) -> Result<(), Box<dyn Error>> {
    if from.is_dir() {
        fs::create_dir_all(at)?;
    } else if !at.exists() {
        File::create(at)?;
    }
    mount_bind_recursive(from, at)?;
    // What was closed outside may not be opened here, so it is closed again.
    let had = statvfs(at)?.f_flag;
    let mut flags = MountFlags::BIND | MountFlags::RDONLY;
    for (had_it, flag) in [
        (StatVfsMountFlags::NOSUID, MountFlags::NOSUID),
        (StatVfsMountFlags::NODEV, MountFlags::NODEV),
        (StatVfsMountFlags::NOEXEC, MountFlags::NOEXEC),
        (StatVfsMountFlags::NOATIME, MountFlags::NOATIME),
        (StatVfsMountFlags::RELATIME, MountFlags::RELATIME),
    ] {
        flags.set(flag, had.contains(had_it));
    }
    mount_remount(at, flags, "")?;
    Ok(())
}

fn system(root: &Path) -> Result<(), Box<dyn Error>> {
    let processes = root.join("proc");
    fs::create_dir_all(&processes)?;
    let closed = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", &processes, "proc", closed, None)?;
    for device in DEVICES {
        let at = place(root, Path::new(device))?;
        File::create(&at)?;
        mount_bind_recursive(device, &at)?;
    }
    for (name, target) in [
        ("fd", "/proc/self/fd"),
        ("stdin", "/proc/self/fd/0"),
        ("stdout", "/proc/self/fd/1"),
        ("stderr", "/proc/self/fd/2"),
    ] {
        symlink(target, root.join("dev").join(name))?;
    }
    Ok(())
}

/// Brings the loopback up: a network begins with it down. Nothing but the kernel answers (rtnetlink(7)).
fn wake_loopback() -> Result<(), Box<dyn Error>> {
    const NEW_LINK: u16 = 16;
    const REQUEST_AND_ACKNOWLEDGE: u16 = 0b101;
    const LOOPBACK: u32 = 1;
    const UP: u32 = 1;
    let mut message = Vec::new();
    message.extend(32_u32.to_ne_bytes());
    message.extend(NEW_LINK.to_ne_bytes());
    message.extend(REQUEST_AND_ACKNOWLEDGE.to_ne_bytes());
    message.extend([0; 12]);
    for word in [LOOPBACK, UP, UP] {
        message.extend(word.to_ne_bytes());
    }
    let mut kernel = File::from(socket(AddressFamily::NETLINK, SocketType::RAW, None)?);
    kernel.write_all(&message)?;
    let mut answer = [0; 64];
    let length = kernel.read(&mut answer)?;
    // The answer is a header of 16 bytes and a negative error number, or 0.
    match answer.get(16..20) {
        Some([0, 0, 0, 0]) if length >= 20 => Ok(()),
        _ => Err("the kernel refuses".into()),
    }
}
