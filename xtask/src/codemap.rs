//! The codemap of ARCHITECTURE.md: a line for each module of several files, made of the first sentence of the module
//! itself, and the names of the others: a map that tells of every house is not read.

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
        let name = file_name(&folder);
        let library = folder.join("src/lib.rs");
        lines.push(format!("\n**{name}**: {}\n", first_sentence(&library)?));
        let mut alone = Vec::new();
        for module in sorted(&folder.join("src")) {
            match module_of(&module) {
                Some(Module::Alone) => {
                    // It has to say what it is, though only its name stands here.
                    first_sentence(&module)?;
                    alone.push(format!("`{}`", file_name(&module)));
                }
                Some(Module::OfSeveral(text)) => {
                    let short = workspace::short(&module);
                    lines.push(format!("- `{short}`: {}", first_sentence(&text)?));
                }
                None => {}
            }
        }
        if !alone.is_empty() {
            lines.push(format!("- and, of one file each: {}", alone.join(", ")));
        }
    }
    Ok(lines.join("\n"))
}

enum Module {
    /// A file.
    Alone,
    /// A folder of files, and the file that says what they are.
    OfSeveral(PathBuf),
}

/// Tells what an entry of a crate's sources is; nothing if it is its root or no module.
fn module_of(entry: &Path) -> Option<Module> {
    let name = file_name(entry);
    if entry.is_dir() {
        let inside = entry.join("mod.rs");
        let beside = entry.with_extension("rs");
        let text = [inside, beside].into_iter().find(|file| file.is_file());
        return text.map(Module::OfSeveral);
    }
    let is_of_several = entry.with_extension("").is_dir();
    let is_module = name.ends_with(".rs") && !["lib.rs", "main.rs"].contains(&name.as_str());
    (is_module && !is_of_several).then_some(Module::Alone)
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

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
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
