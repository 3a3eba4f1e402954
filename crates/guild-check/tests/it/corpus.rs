//! Skills from the wild, where they are on this machine.

use std::fs;
use std::path::{Path, PathBuf};

use guild_check::{Markdown, Source};

#[test]
fn every_skill_in_the_corpus_can_be_read() {
    let Some(folder) = corpus() else {
        eprintln!("shared/corpus is not on this machine: nothing read");
        return;
    };
    let mut folders = vec![folder];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                count += 1;
                read(&path);
            }
        }
    }
    assert!(count > 0, "the corpus holds no Markdown");
}

fn read(path: &Path) {
    let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
    let source = Source::new(path.to_string_lossy(), text);
    let document = Markdown::parse(&source);
    for block in document.all_blocks() {
        assert!(
            source.text().get(block.span().range()).is_some(),
            "{path:?}"
        );
    }
    for section in document.sections() {
        assert!(!source.slice(section.heading.span).is_empty(), "{path:?}");
    }
}

fn corpus() -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = here.ancestors().map(|folder| folder.join("shared/corpus"));
    found.find(|folder| folder.is_dir())
}
