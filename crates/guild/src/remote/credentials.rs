//! The tokens that this person has, by the address of the catalog that gave each.
//!
//! They stand in `credentials.toml` beside the settings, which nobody else may read. `GUILD_TOKEN` goes first, for the
//! one catalog that a command is for. A token goes to its own catalog and nowhere else: see `Remote`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use guild_skill::token::TokenText;
use serde::{Deserialize, Serialize};

use super::CatalogUrl;
use crate::environment::Environment;
use crate::failure::Failure;
use crate::plain_file;
use crate::settings::Settings;

/// The variable that holds a token for this command.
pub(crate) const VARIABLE: &str = "GUILD_TOKEN";

/// The tokens that are kept.
#[derive(Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Credentials(BTreeMap<String, Kept>);

/// A token that is kept.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kept {
    /// The account that it stands for, for people to read.
    pub(crate) account: String,
    token: String,
}

impl Credentials {
    /// Reads them; none where there is no file.
    pub(crate) fn read(environment: &Environment) -> Result<Self, Failure> {
        let path = path(environment);
        let text = match plain_file::read_text(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(unreadable(&path).because(&error)),
        };
        // What is wrong is not shown: the line may hold a token.
        toml::from_str(&text).map_err(|error| {
            let line = error.span().map_or(1, |span| {
                1 + text
                    .bytes()
                    .take(span.start)
                    .filter(|byte| *byte == b'\n')
                    .count()
            });
            unreadable(&path).cause(format!("line {line} is not what guild wrote there"))
        })
    }

    /// Finds what is kept for a catalog.
    pub(crate) fn of(&self, catalog: &CatalogUrl) -> Option<&Kept> {
        self.0.get(&catalog.to_string())
    }

    /// Keeps a token for a catalog.
    pub(crate) fn put(&mut self, catalog: &CatalogUrl, account: &str, token: &TokenText) {
        let kept = Kept {
            account: account.to_owned(),
            token: token.reveal().to_owned(),
        };
        self.0.insert(catalog.to_string(), kept);
    }

    /// Forgets the token for a catalog.
    pub(crate) fn remove(&mut self, catalog: &CatalogUrl) {
        self.0.remove(&catalog.to_string());
    }

    /// Writes them where nobody else reads, in one step.
    pub(crate) fn write(&self, environment: &Environment) -> Result<(), Failure> {
        let path = path(environment);
        let could_not = |error: io::Error| {
            Failure::could_not(format!("could not write {}", path.display())).because(&error)
        };
        let text = toml::to_string(self).map_err(|error| could_not(io::Error::other(error)))?;
        write(&path, &text).map_err(could_not)
    }
}

impl Kept {
    /// Gives the token; nothing where the file holds something else.
    pub(crate) fn token(&self) -> Option<TokenText> {
        TokenText::parse(&self.token).ok()
    }
}

/// Finds the token for a catalog; a file that cannot be read has none, and signing in says why.
pub(crate) fn token_for(settings: &Settings, catalog: &CatalogUrl) -> Option<TokenText> {
    if let Some(token) = settings.environment.variable(VARIABLE)
        && *catalog == settings.catalog
    {
        return TokenText::parse(token.trim()).ok();
    }
    let kept = Credentials::read(&settings.environment).ok()?;
    kept.of(catalog).and_then(Kept::token)
}

/// Sees that the variable, if it is set, holds a token: one that is cut off would look like none at all.
pub(crate) fn check_variable(environment: &Environment) -> Result<(), Failure> {
    let Some(text) = environment.variable(VARIABLE) else {
        return Ok(());
    };
    TokenText::parse(text.trim()).map(|_| ()).map_err(|error| {
        Failure::could_not(format!("`{VARIABLE}` holds no token"))
            .because(&error)
            .hint("make one with `guild token create`, or on the catalog's page of tokens")
    })
}

/// Gives the file that holds them.
pub(crate) fn path(environment: &Environment) -> PathBuf {
    environment.config_folder().join("credentials.toml")
}

fn unreadable(path: &Path) -> Failure {
    Failure::could_not(format!("could not read the tokens in {}", path.display()))
        .hint("move the file away, and sign in again with `guild login`")
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    // Made for its owner alone from the first byte, then put in place.
    let mut file = tempfile::Builder::new()
        .prefix(".guild-")
        .tempfile_in(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.as_file()
            .set_permissions(fs::Permissions::from_mode(0o600))?;
    }
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_kept_by_catalog_and_for_their_owner_alone() {
        let home = tempfile::tempdir().unwrap();
        let environment = Environment::of_test(home.path(), home.path());
        let catalog = |port: u16| CatalogUrl::parse(&format!("http://127.0.0.1:{port}")).unwrap();
        let token = |byte: u8| TokenText::of_random([byte; 32]);
        let mut credentials = Credentials::read(&environment).unwrap();
        credentials.put(&catalog(1), "anna", &token(1));
        credentials.put(&catalog(2), "bruno", &token(2));
        credentials.write(&environment).unwrap();
        let read = Credentials::read(&environment).unwrap();
        assert_eq!(read.of(&catalog(1)).unwrap().account, "anna");
        assert_eq!(read.of(&catalog(2)).unwrap().token(), Some(token(2)));
        assert!(read.of(&catalog(3)).is_none());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(path(&environment))
                .unwrap()
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn a_variable_goes_to_the_catalog_of_the_command_alone() {
        let home = tempfile::tempdir().unwrap();
        let token = TokenText::of_random([7; 32]);
        let environment =
            Environment::of_test(home.path(), home.path()).with(VARIABLE, token.reveal());
        let settings = Settings::resolve(environment, Some("http://127.0.0.1:1")).unwrap();
        let of = |url: &str| token_for(&settings, &CatalogUrl::parse(url).unwrap());
        assert_eq!(of("http://127.0.0.1:1"), Some(token));
        assert_eq!(of("http://127.0.0.1:2"), None);
    }

    #[test]
    fn a_broken_file_is_told_of_without_what_it_holds() {
        let home = tempfile::tempdir().unwrap();
        let environment = Environment::of_test(home.path(), home.path());
        fs::create_dir_all(environment.config_folder()).unwrap();
        let text = "[\"http://a\"]\naccount = \"anna\"\ntoken = gld_secret\n";
        fs::write(path(&environment), text).unwrap();
        let failure = Credentials::read(&environment).map(|_| ()).unwrap_err();
        assert!(failure.causes[0].contains("line 3"), "{failure:?}");
        assert!(
            !format!("{failure:?}").contains("gld_secret"),
            "{failure:?}"
        );
    }
}
