//! The settings of one run: flag over environment over file over default, resolved once.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

use crate::environment::Environment;
use crate::failure::Failure;
use crate::plain_file;
use crate::remote::CatalogUrl;

/// Where a catalog is when nobody says otherwise: where `guild serve` puts it.
pub(crate) const DEFAULT_CATALOG: &str = "http://127.0.0.1:8484";

const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);
const LONGEST_TIMEOUT: u64 = 3600;

/// Everything a command may ask for that is not its own argument.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The machine.
    pub(crate) environment: Environment,
    /// The catalog to talk to.
    pub(crate) catalog: CatalogUrl,
    /// Who chose the catalog.
    pub(crate) chosen_by: ChosenBy,
    /// How long to wait for a catalog that says nothing.
    pub(crate) timeout: Duration,
    /// The assistants to install for when the command names none.
    pub(crate) assistants: Vec<String>,
}

/// Who chose a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChosenBy {
    /// A flag or a variable, for this command.
    Command,
    /// The settings file, or nobody.
    Standing,
}

/// The settings file.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct SettingsFile {
    catalog: Option<String>,
    timeout_seconds: Option<u64>,
    #[serde(default)]
    assistants: Vec<String>,
}

impl Settings {
    /// Resolves the settings; `catalog` is what the command line said.
    pub(crate) fn resolve(
        environment: Environment,
        catalog: Option<&str>,
    ) -> Result<Self, Failure> {
        let file = read_file(&environment)?;
        let from_command = catalog
            .or(environment.variable("GUILD_CATALOG"))
            .map(str::to_owned);
        let chosen_by = match from_command {
            Some(_) => ChosenBy::Command,
            None => ChosenBy::Standing,
        };
        let catalog = from_command.or(file.catalog);
        let catalog = CatalogUrl::parse(catalog.as_deref().unwrap_or(DEFAULT_CATALOG))?;
        let timeout = match environment.variable("GUILD_TIMEOUT") {
            Some(text) => Some(seconds(text)?),
            None => file.timeout_seconds,
        };
        let timeout = timeout.map(|seconds| Duration::from_secs(seconds.clamp(1, LONGEST_TIMEOUT)));
        Ok(Self {
            environment,
            catalog,
            chosen_by,
            timeout: timeout.unwrap_or(DEFAULT_TIMEOUT),
            assistants: file.assistants,
        })
    }
}

/// Gives the path of the settings file.
pub(crate) fn file_path(environment: &Environment) -> PathBuf {
    environment.config_folder().join("config.toml")
}

fn seconds(text: &str) -> Result<u64, Failure> {
    text.parse().map_err(|_| {
        Failure::could_not(format!("`GUILD_TIMEOUT={text}` is not a number of seconds"))
            .hint("write whole seconds, for example `GUILD_TIMEOUT=60`")
    })
}

fn read_file(environment: &Environment) -> Result<SettingsFile, Failure> {
    let path = file_path(environment);
    let text = match plain_file::read_text(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(SettingsFile::default());
        }
        Err(error) => {
            let message = format!("could not read the settings in {}", path.display());
            return Err(Failure::could_not(message)
                .because(&error)
                .hint("mend the file or move it away: guild works without one"));
        }
    };
    toml::from_str(&text).map_err(|error| {
        Failure::could_not(format!("the settings in {} are wrong", path.display()))
            .cause(error.to_string().trim_end().to_owned())
            .hint("the settings are `catalog`, `timeout-seconds` and `assistants`; mend the line or remove it")
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn home_with(config: &str) -> tempfile::TempDir {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join(".config/guild");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("config.toml"), config).unwrap();
        home
    }

    #[test]
    fn a_flag_beats_the_variable_beats_the_file_beats_the_default() {
        let home = home_with("catalog = \"http://file:1\"");
        let plain = Environment::of_test(home.path(), home.path());
        let with = plain.clone().with("GUILD_CATALOG", "http://variable:1");
        let catalog = |environment: &Environment, flag| {
            let settings = Settings::resolve(environment.clone(), flag).unwrap();
            (settings.catalog.to_string(), settings.chosen_by)
        };
        let command = ChosenBy::Command;
        assert_eq!(
            catalog(&with, Some("http://flag:1")),
            ("http://flag:1".into(), command)
        );
        assert_eq!(catalog(&with, None), ("http://variable:1".into(), command));
        assert_eq!(
            catalog(&plain, None),
            ("http://file:1".into(), ChosenBy::Standing)
        );
        let bare = tempfile::tempdir().unwrap();
        let bare = Environment::of_test(bare.path(), bare.path());
        assert_eq!(catalog(&bare, None).0, DEFAULT_CATALOG);
    }

    #[test]
    fn an_unknown_setting_is_named_with_its_file_and_line() {
        let home = home_with("catalog = \"http://a\"\ncolour = 1\n");
        let environment = Environment::of_test(home.path(), home.path());
        let failure = Settings::resolve(environment, None).unwrap_err();
        assert!(failure.message.contains("config.toml"), "{failure:?}");
        assert!(failure.causes[0].contains("line 2"), "{failure:?}");
        assert!(failure.causes[0].contains("colour"), "{failure:?}");
    }
}
