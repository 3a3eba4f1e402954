//! Compiles the workspace's `skills/` folder into the binary: writes the list of its files for `developer_pack.rs`.

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, DirEntry, Metadata};
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let manifest = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let skills = manifest.join("../../skills");
    // Cargo looks into folders too, but a folder alone tells nothing of a file that changed in a folder below.
    watch(&manifest.join("migrations"));
    watch(&skills);
    let mut list = "const SKILLS: &[EmbeddedSkill] = &[\n".to_owned();
    for folder in sorted(&skills)? {
        let path = folder.path();
        if !path.join("SKILL.md").is_file() {
            continue;
        }
        writeln!(list, "    ({:?}, &[", name_of(&folder))?;
        add_files(&path, "", &mut list)?;
        list.push_str("    ]),\n");
    }
    list.push_str("];\n");
    fs::write(
        PathBuf::from(env::var("OUT_DIR")?).join("developer_pack.rs"),
        list,
    )?;
    Ok(())
}

fn add_files(folder: &Path, prefix: &str, list: &mut String) -> Result<(), Box<dyn Error>> {
    watch(folder);
    for entry in sorted(folder)? {
        let path = entry.path().canonicalize()?;
        let place = format!("{prefix}{}", name_of(&entry));
        if path.is_dir() {
            add_files(&path, &format!("{place}/"), list)?;
            continue;
        }
        watch(&path);
        let is_executable = is_executable(&entry.metadata()?);
        writeln!(
            list,
            "        Embedded {{ path: {place:?}, bytes: include_bytes!({path:?}), is_executable: {is_executable} }},"
        )?;
    }
    Ok(())
}

/// Lists a folder by name; what starts with a dot is an editor's or a system's and no part of a skill.
fn sorted(folder: &Path) -> Result<Vec<DirEntry>, Box<dyn Error>> {
    let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    entries.retain(|entry| !name_of(entry).starts_with('.'));
    entries.sort_by_key(name_of);
    Ok(entries)
}

fn name_of(entry: &DirEntry) -> String {
    entry.file_name().to_string_lossy().into_owned()
}

/// Has Cargo run this again when a path changes.
fn watch(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

#[cfg(unix)]
fn is_executable(metadata: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_executable(_metadata: &Metadata) -> bool {
    false
}
