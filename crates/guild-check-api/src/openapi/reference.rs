//! Following references.

use std::collections::HashSet;

use super::files::Named;
use super::reader::{At, Reader};
use crate::contract::FaultKind;
use crate::folder::percent_decoded;

impl<'a> Reader<'a> {
    /// Follows `$ref` to what it leads to in the end; none if it leads nowhere, which is then a fault.
    pub(super) fn follow(&mut self, at: At<'a>) -> Option<At<'a>> {
        let mut at = at;
        let mut seen = HashSet::new();
        while let Some(reference) = at
            .get("$ref")
            .filter(|reference| reference.view.text().is_some())
        {
            if !seen.insert((at.file, at.view.id)) {
                let help = "let it lead to a definition that is no reference";
                self.fault(
                    FaultKind::Unresolved,
                    reference.spot(),
                    "the reference leads to itself",
                    help,
                );
                return None;
            }
            at = self.target(reference)?;
        }
        Some(at)
    }

    /// Finds what one reference names.
    pub(super) fn target(&mut self, reference: At<'a>) -> Option<At<'a>> {
        let text = reference.view.text()?;
        let files = self.files;
        let by_id = |id: &str| files.anchors.get(&(u32::MAX, id.to_owned())).copied();
        let (name, fragment) = text.split_once('#').unwrap_or((text, ""));
        let start = if name.is_empty() {
            self.root_of(reference.file)
        } else if let Some((file, node)) = by_id(text).or_else(|| by_id(name)) {
            Some(At {
                file,
                view: files.trees[file as usize].view(node),
            })
        } else {
            let file = self.file(reference, name)?;
            self.root_of(file)
        };
        let found = start.and_then(|start| self.within(start, fragment));
        if found.is_none() {
            let near =
                "write the name of something that is there; `~1` stands for a slash in a key";
            self.fault(
                FaultKind::Unresolved,
                reference.spot(),
                format!("`{text}` leads to nothing"),
                near,
            );
        }
        found
    }

    /// Holds what a discriminator maps a value to, the name of a schema or a reference, against what there is.
    pub(super) fn tell_of_mapping(&mut self, entry: At<'a>) {
        let Some(text) = entry.view.text() else {
            return;
        };
        if text.starts_with('#') {
            self.target(entry);
            return;
        }
        let pointer = format!("/components/schemas/{text}");
        let mut roots = [0, entry.file].into_iter();
        let is_there = roots.any(|file| {
            let root = self.root_of(file);
            root.is_some_and(|root| root.view.pointer(&pointer).is_some())
        });
        // Files that only a mapping names are not read.
        let is_name = !text.contains(['/', '.', '#', ':']);
        if is_name && !is_there {
            let message = format!("`{text}` is no schema of the contract");
            let help = "write the name of a schema under `components`, or a reference to one";
            self.fault(FaultKind::Unresolved, entry.spot(), message, help);
        }
    }

    fn within(&self, start: At<'a>, fragment: &str) -> Option<At<'a>> {
        let fragment = percent_decoded(fragment);
        if fragment.is_empty() || fragment.starts_with('/') {
            return start
                .view
                .pointer(&fragment)
                .map(|view| At { view, ..start });
        }
        let (file, node) = self.files.anchors.get(&(start.file, fragment)).copied()?;
        Some(At {
            file,
            view: self.files.trees[file as usize].view(node),
        })
    }

    fn root_of(&self, file: u32) -> Option<At<'a>> {
        let view = self.files.trees.get(file as usize)?.root()?;
        Some(At { file, view })
    }

    fn file(&mut self, reference: At<'a>, name: &str) -> Option<u32> {
        let named = self.files.named.get(&(reference.file, name.to_owned()));
        let (kind, message, help) = match named {
            Some(Named::File(file)) => return Some(*file),
            Some(Named::Remote) => (
                FaultKind::Remote,
                format!("`{name}` stands on another machine, and is not fetched"),
                "keep a copy of the file beside the contract, and refer to that; `guild check api --allow-remote` fetches it",
            ),
            Some(Named::Outside) => (
                FaultKind::Outside,
                format!("`{name}` leads out of the folder of the contract"),
                "move the file into the folder of the contract",
            ),
            Some(Named::Missing(why)) => (
                FaultKind::Unresolved,
                format!("the file `{name}` could not be read: {why}"),
                "write the name of a file relative to the file that names it",
            ),
            Some(Named::Unfetched(why)) => (
                FaultKind::Unresolved,
                format!("`{name}` could not be fetched: {why}"),
                "mend the address, or keep a copy of the file beside the contract and refer to that",
            ),
            Some(Named::Beside) => (
                FaultKind::Unresolved,
                format!("`{name}` is another file, and other files are not read here"),
                "put what it leads to into this text, or check the contract where its files are",
            ),
            None => (
                FaultKind::Unresolved,
                format!("`{name}` leads to nothing"),
                "write the name of a file that is there",
            ),
        };
        self.fault(kind, reference.spot(), message, help);
        None
    }
}
