//! What may be imported: a folder, or a folder of a git repository at a branch or a tag.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Where skills come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A folder on this machine.
    Folder(PathBuf),
    /// A git repository.
    Repository(Repository),
}

/// A git repository, and what of it is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Repository {
    /// Its address.
    pub(super) url: String,
    /// A branch or a tag; the repository's own choice where none is named.
    pub(super) reference: Option<String>,
    /// The folder; empty for the whole repository.
    pub(super) folder: String,
}

impl Source {
    /// Whether it is a git repository.
    pub(super) fn is_repository(&self) -> bool {
        matches!(self, Self::Repository(_))
    }
}

impl FromStr for Source {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if !is_repository(text) {
            if let Some((scheme, _)) = text.split_once("://") {
                return Err(format!(
                    "`{scheme}` is no way to a repository: it is https, http or ssh, and a repository on this machine is imported as the folder that it is"
                ));
            }
            return Ok(Self::Folder(PathBuf::from(text)));
        }
        let (url, rest) = text.split_once('#').unwrap_or((text, ""));
        let (reference, folder) = rest.split_once(':').unwrap_or((rest, ""));
        // What begins with a hyphen would be an option of git.
        let is_plain = |text: &str| !text.starts_with('-') && !text.contains(char::is_control);
        if !is_plain(reference) || reference.contains(['*', '^', '~', ' ']) {
            return Err(format!("`{reference}` is no branch or tag"));
        }
        let folder = folder.trim_matches('/');
        let is_inner = |part: &str| !matches!(part, "" | "." | "..");
        if !is_plain(folder) || !(folder.is_empty() || folder.split('/').all(is_inner)) {
            return Err(format!("`{folder}` is no folder of a repository"));
        }
        if !is_plain(url) {
            return Err("the address holds control characters".to_owned());
        }
        Ok(Self::Repository(Repository {
            url: url.to_owned(),
            reference: (!reference.is_empty()).then(|| reference.to_owned()),
            folder: folder.to_owned(),
        }))
    }
}

/// Whether a text is the address of a repository: with a scheme that git reaches over a network, or as ssh writes it.
fn is_repository(text: &str) -> bool {
    let has_scheme = ["https://", "http://", "ssh://"]
        .iter()
        .any(|scheme| text.starts_with(scheme));
    let is_of_ssh = text.split_once('@').is_some_and(|(user, rest)| {
        !user.is_empty()
            && !user.contains(['/', '-'])
            && rest.contains(':')
            && !rest.starts_with('-')
    });
    has_scheme || is_of_ssh
}

impl fmt::Display for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) => write!(formatter, "{}", path.display()),
            Self::Repository(repository) => write!(formatter, "{repository}"),
        }
    }
}

impl fmt::Display for Repository {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A password in the address is nobody's business.
        let (scheme, rest) = self.url.split_once("://").unwrap_or(("", &self.url));
        let at = rest.split('/').next().and_then(|host| host.rfind('@'));
        let rest = at.map_or(rest, |at| &rest[at + 1..]);
        let colon = if scheme.is_empty() { "" } else { "://" };
        write!(formatter, "{scheme}{colon}{rest}")?;
        match (&self.reference, self.folder.as_str()) {
            (None, "") => Ok(()),
            (reference, folder) => {
                write!(formatter, "#{}", reference.as_deref().unwrap_or_default())?;
                let colon = if folder.is_empty() { "" } else { ":" };
                write!(formatter, "{colon}{folder}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_a_folder_or_a_repository_with_a_branch_and_a_folder() {
        let folder: Source = "./skills".parse().unwrap();
        assert_eq!(folder, Source::Folder(PathBuf::from("./skills")));
        let source: Source = "https://me:secret@git.example/a.git#main:skills/"
            .parse()
            .unwrap();
        assert_eq!(source.to_string(), "https://git.example/a.git#main:skills");
        let source: Source = "git@git.example:team/a.git#:skills".parse().unwrap();
        assert!(source.is_repository());
        for wrong in [
            "file:///etc",
            "ext::sh",
            "ext://x",
            "https://a/b#--upload-pack=x",
            "https://a/b#main:../x",
            "https://a/b#a b",
        ] {
            let is_repository = wrong
                .parse::<Source>()
                .is_ok_and(|source| source.is_repository());
            assert!(!is_repository, "{wrong}");
        }
    }
}
