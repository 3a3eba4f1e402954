//! Asks the linker to pack the addresses that the program's start has to adjust, where the system can read that.
//!
//! There are 70,000 of them, of 24 bytes each: reading these takes a good part of a small run's start. Packed (`DT_RELR`
//! of the System V ABI) they take 20 KB. The C library reads that form since glibc 2.36, so the program asks for it only
//! where it is made for the machine it is made on.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let variable = |name| env::var(name).unwrap_or_default();
    let is_at_home = variable("HOST") == variable("TARGET");
    let is_glibc =
        variable("CARGO_CFG_TARGET_OS") == "linux" && variable("CARGO_CFG_TARGET_ENV") == "gnu";
    if is_at_home && is_glibc && glibc_version() >= Some((2, 36)) {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Asks the system for the version of its C library.
fn glibc_version() -> Option<(u32, u32)> {
    let output = Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let text = String::from_utf8(output.ok()?.stdout).ok()?;
    let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
