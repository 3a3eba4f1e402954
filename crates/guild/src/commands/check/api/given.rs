//! The contracts that a person names: files, or one on standard input.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::Args;
use guild_check::Source;
use guild_check_api::{Contract, Fetch, Form, Loading, load_fetching, parse};

use super::fetch::Fetcher;
use super::unread;
use crate::Context;
use crate::commands::check::files::{is_standard_input, refuse_names};
use crate::failure::Failure;

/// How contracts are read.
#[derive(Debug, Args)]
pub(super) struct GivenArgs {
    /// What reports call the contract on standard input: the ending says its form, the folder where its references are
    #[arg(long, value_name = "NAME")]
    stdin_filename: Option<PathBuf>,
    /// Fetch what `$ref` names on other machines; with hosts, from these alone, wherever they are
    #[arg(long, value_name = "HOST", num_args = 0..=1, require_equals = true, value_delimiter = ',')]
    #[arg(default_missing_value = "")]
    allow_remote: Option<Vec<String>>,
}

/// Reads contracts.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    stdin_filename: Option<&'a Path>,
    fetcher: Option<Fetcher>,
}

impl GivenArgs {
    /// Prepares to read contracts.
    pub(super) fn reader(
        &self,
        paths: &[PathBuf],
        context: &Context,
    ) -> Result<Reader<'_>, Failure> {
        let stdin_filename = self.stdin_filename.as_deref();
        refuse_names(paths, stdin_filename)?;
        let hosts = self.allow_remote.as_deref();
        Ok(Reader {
            stdin_filename,
            fetcher: hosts.map(|hosts| Fetcher::new(hosts, &context.settings)),
        })
    }
}

impl Reader<'_> {
    /// Gives who fetches what stands on other machines, if that is allowed.
    pub(super) fn remote(&self) -> Option<&dyn Fetch> {
        self.fetcher.as_ref().map(|fetcher| fetcher as &dyn Fetch)
    }

    /// Reads a contract.
    pub(super) fn read(&self, path: &Path) -> Result<Contract, Failure> {
        if is_standard_input(path) {
            return self.standard_input();
        }
        load_fetching(path, self.remote()).map_err(|error| unread(&error))
    }

    fn standard_input(&self) -> Result<Contract, Failure> {
        let most = Loading::alone().limits.bytes;
        let mut bytes = Vec::new();
        let limit = most as u64 + 1;
        io::stdin()
            .lock()
            .take(limit)
            .read_to_end(&mut bytes)
            .map_err(|error| Failure::could_not("could not read standard input").because(&error))?;
        if bytes.len() > most {
            return Err(Failure::could_not(format!(
                "standard input is larger than the {most} bytes that are read"
            )));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let byte = error.utf8_error().valid_up_to();
            Failure::could_not(format!(
                "standard input is not UTF-8 text: byte {byte} begins no character"
            ))
        })?;
        let name = match self.stdin_filename {
            Some(name) => name.to_string_lossy().replace('\\', "/"),
            None => Form::of(&text).file_name().replace("contract", "stdin"),
        };
        let folder = Path::new(&name).parent().map(Path::to_path_buf);
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or_else(|| PathBuf::from("."));
        let loading = Loading {
            remote: self.remote(),
            ..Loading::within(&folder)
        };
        Ok(parse(&Source::new(name, text), &loading))
    }
}
