//! Compiles the guide and the endpoint documents of `docs/` into the binary: writes the list of them for `documents.rs`.

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let docs = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../docs");
    let mut list = String::new();
    add_documents(&docs.join("guide"), "GUIDES", &mut list)?;
    add_documents(&docs.join("api"), "ENDPOINTS", &mut list)?;
    fs::write(
        PathBuf::from(env::var("OUT_DIR")?).join("documents.rs"),
        list,
    )?;
    Ok(())
}

fn add_documents(folder: &Path, name: &str, list: &mut String) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    writeln!(list, "const {name}: &[(&str, &str)] = &[")?;
    for path in paths {
        let path = path.canonicalize()?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        writeln!(list, "    ({stem:?}, include_str!({path:?})),")?;
    }
    list.push_str("];\n");
    Ok(())
}
