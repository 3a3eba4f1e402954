//! The programs that the tests need beside Rust, installed where this may be done.

use std::path::Path;

use crate::command::{command, execute, find};
use crate::say;

/// A program that a test runs, and the Debian package that brings it.
struct Part {
    package: &'static str,
    is_there: fn() -> bool,
}

const PARTS: &[Part] = &[
    Part {
        package: "chromium",
        is_there: || find("chromium").is_some(),
    },
    Part {
        package: "chromium-driver",
        is_there: || find("chromedriver").is_some(),
    },
    Part {
        package: "postgresql",
        is_there: || super::postgres::programs().is_some(),
    },
    Part {
        package: "unzip",
        is_there: || find("unzip").is_some(),
    },
    Part {
        package: "bubblewrap",
        is_there: || find("bwrap").is_some(),
    },
    Part {
        package: "nginx-light",
        is_there: || find("nginx").is_some() || Path::new("/usr/sbin/nginx").is_file(),
    },
    Part {
        package: "curl",
        is_there: || find("curl").is_some(),
    },
    Part {
        package: "python3",
        is_there: || find("python3").is_some(),
    },
    Part {
        package: "python3-venv",
        is_there: || {
            let mut python = command("python3", &["-c", "import ensurepip"]);
            execute(python.stderr(std::process::Stdio::null())).is_ok()
        },
    },
];

/// Installs what is missing, or says what to install.
pub(crate) fn install() -> Result<(), String> {
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    let by_hand = format!(
        "apt-get install --yes --no-install-recommends {}",
        missing.join(" ")
    );
    if find("apt-get").is_none() {
        return Err(format!(
            "the tests need {}; on Debian: {by_hand}",
            missing.join(", ")
        ));
    }
    say::line(&format!("installing {}", missing.join(", ")));
    let install = ["install", "--yes", "--no-install-recommends"];
    let words: Vec<&str> = install.into_iter().chain(missing.iter().copied()).collect();
    if apt(&words).is_err() {
        // The lists of packages may be old or absent.
        apt(&["update"])?;
        apt(&words).map_err(|error| format!("{error}\nhint: as root, {by_hand}"))?;
    }
    let missing = self::missing();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "still missing after their packages were installed: {}",
        missing.join(", ")
    ))
}

fn missing() -> Vec<&'static str> {
    PARTS
        .iter()
        .filter(|part| !(part.is_there)())
        .map(|part| part.package)
        .collect()
}

/// Runs apt-get as root, by sudo where this is another user.
fn apt(words: &[&str]) -> Result<(), String> {
    let mut apt = if is_root() {
        command("apt-get", words)
    } else {
        let words: Vec<&str> = ["--non-interactive", "apt-get"]
            .iter()
            .chain(words)
            .copied()
            .collect();
        command("sudo", &words)
    };
    execute(
        apt.env("DEBIAN_FRONTEND", "noninteractive")
            .stdout(std::process::Stdio::null()),
    )
}

/// Tells whether this is root: `/proc/self` belongs to the user of the process.
pub(super) fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    Path::new("/proc/self")
        .metadata()
        .is_ok_and(|metadata| metadata.uid() == 0)
}
