//! The codemap of ARCHITECTURE.md: a line for each module, made of the first sentence of the module itself.

use std::fs;
use std::path::{Path, PathBuf};

use crate::workspace;

const START: &str = "<!-- codemap: cargo xtask generate writes what follows -->";
const END: &str = "<!-- end of the codemap -->";

/// Gives ARCHITECTURE.md as it should be, and as it is.
pub(crate) fn expected_and_actual(root: &Path) -> Result<(String, String), String> {
    let actual = workspace::read(&root.join("ARCHITECTURE.md"))?;
    let (before, rest) = actual
        .split_once(START)
        .ok_or("ARCHITECTURE.md has lost the start of its codemap")?;
    let (_, after) = rest
        .split_once(END)
        .ok_or("ARCHITECTURE.md has lost the end of its codemap")?;
    let map = codemap(root)?;
    Ok((format!("{before}{START}\n{map}\n{END}{after}"), actual))
}

/// Writes the codemap.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    let (expected, _) = expected_and_actual(root)?;
    fs::write(root.join("ARCHITECTURE.md"), expected).map_err(|error| error.to_string())
}

fn codemap(root: &Path) -> Result<String, String> {
    let mut lines = Vec::new();
    for folder in sorted(&root.join("crates")) {
        let name = folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let library = folder.join("src/lib.rs");
        lines.push(format!("\n**{name}**: {}\n", first_sentence(&library)?));
        for module in sorted(&folder.join("src")) {
            lines.extend(module_line(&module)?);
        }
    }
    Ok(lines.join("\n"))
}

/// Gives the line of a module: a file `x.rs`, or a folder `x` without one.
fn module_line(module: &Path) -> Result<Option<String>, String> {
    let short = workspace::short(module);
    let is_root = short.ends_with("/lib.rs") || short.ends_with("/main.rs");
    let text = if module.is_dir() {
        module.join("mod.rs")
    } else {
        module.to_path_buf()
    };
    let has_file = module.is_dir() && module.with_extension("rs").is_file();
    let is_rust = text.extension().is_some_and(|ending| ending == "rs") && text.is_file();
    if is_root || has_file || !is_rust {
        return Ok(None);
    }
    let place = if module.is_dir() {
        format!("{short}/")
    } else {
        short
    };
    Ok(Some(format!("- `{place}`: {}", first_sentence(&text)?)))
}

/// Gives the first sentence of a module's own documentation.
fn first_sentence(file: &Path) -> Result<String, String> {
    let text = workspace::read(file)?;
    let lines = text
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(str::trim);
    let paragraph: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let paragraph = paragraph.join(" ");
    if paragraph.is_empty() {
        return Err(format!(
            "{} does not say what it is: begin it with `//!`",
            workspace::short(file)
        ));
    }
    let end = paragraph.find(". ").map_or(paragraph.len(), |at| at + 1);
    // Links of rustdoc mean nothing here.
    Ok(paragraph[..end].replace("[`", "`").replace("`]", "`"))
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    paths
}
