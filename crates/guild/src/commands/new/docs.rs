//! `guild new docs`

mod brief;
mod contract;
mod document;
mod gaps;
mod questions;

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use guild_check::Source;
use guild_check::nearest::nearest;
use guild_check::operation::{Operation, OperationName, Operations as _};
use guild_check_api::{ContractOperations, starter};
use guild_check_docs::Document;
use guild_check_docs::document::Subject;

use self::brief::{Brief, Failing, Status, said};
use crate::Context;
use crate::commands::check::docs::read_contract;
use crate::commands::check::today;
use crate::failure::{Failure, Outcome};
use crate::line::Line;
use crate::plain_file;

/// Start an API document from what is known: a contract, a brief, a signature
#[derive(Debug, Args)]
#[command(after_help = "\
The document has the sections of the skill api-documentation-writer. A contract fills title,
parameters, response and errors; a brief fills the rest. Of the six inputs (what is documented, what
it does, inputs, outputs, a realistic call, gotchas) those that are missing are asked for at a
terminal; elsewhere nothing is written and the questions are listed. What is open after that stands
in the document in angle brackets, and `guild check docs` fails until it is answered.

Exit codes:
  0 written; 1 questions are open or the file is there; 2 could not run

Examples:
  guild new docs --contract openapi.yaml --operation createTask --brief brief.toml
  guild new docs --contract openapi.yaml --operation 'POST /api/tasks' \\
    --output docs/api/create-task.md
  guild new docs 'slugify(title: str, length: int = 60) -> str'")]
pub(crate) struct DocsArgs {
    /// What is documented: method and path, or the signature of a function
    #[arg(value_name = "WHAT", conflicts_with = "operation")]
    what: Option<String>,
    /// Take title, parameters, response and errors from this OpenAPI contract
    #[arg(long, value_name = "FILE")]
    contract: Option<PathBuf>,
    /// The operation of the contract: its operationId, or method and path
    #[arg(long, value_name = "ID", requires = "contract")]
    operation: Option<String>,
    /// Take the answers from this TOML file; the guide "Checking API documents" shows one
    #[arg(long, value_name = "FILE")]
    brief: Option<PathBuf>,
    /// The file to write [default: the operation's or function's name, such as create-task.md]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite the file if it is there
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub(super) fn run(args: &DocsArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let mut brief = read_brief(args)?;
    let mut id = None;
    if let Some(path) = &args.contract {
        let operation = find(args, path, &brief)?;
        id = operation.name.id.clone();
        brief = brief.with_contract(contract::brief(&operation));
    }
    complete(&mut brief, context)?;
    let text = document::document(&brief, &guild_check_docs::contract(), &today().to_string());
    let name = name(&text, id)?;
    let file = args.output.clone().unwrap_or_else(|| name.into());
    let path = context.settings.environment.working_folder.join(file);
    let shown = context.settings.environment.shorten(&path);
    write(&path, &text, args).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::refused(format!("{shown} is already there and is left as it is"))
                .hint("name another file with `--output FILE`, or overwrite it with `--force`")
        }
        _ => Failure::could_not(format!("could not write {shown}")).because(&error),
    })?;
    context
        .printer
        .data(Line::new().good("Made ").plain(&shown));
    context
        .printer
        .talk("What stands in angle brackets is open. Answer it, then:");
    let contract = args.contract.as_ref();
    let contract = contract.map_or(String::new(), |path| {
        format!(" --contract {}", path.display())
    });
    context
        .printer
        .hint(format!("`guild check docs {shown}{contract}`"));
    Ok(Outcome::Clean)
}

fn read_brief(args: &DocsArgs) -> Result<Brief, Failure> {
    let mut brief = match &args.brief {
        Some(path) => {
            let failed = || Failure::could_not(format!("could not read {}", path.display()));
            let text = plain_file::read_text(path).map_err(|error| failed().because(&error))?;
            toml::from_str(&text).map_err(|error| {
                failed()
                    .cause(error.to_string().trim_end())
                    .hint("the guide \"Checking API documents\" shows a brief")
            })?
        }
        None => Brief::default(),
    };
    if args.what.is_some() {
        brief.documented.clone_from(&args.what);
    }
    Ok(brief)
}

/// Finds the operation in the contract.
fn find(args: &DocsArgs, path: &Path, brief: &Brief) -> Result<Operation, Failure> {
    let operations: ContractOperations = read_contract(path)?;
    let all = operations.list();
    let wanted = args.operation.as_deref().or(said(&brief.documented));
    let Some(wanted) = wanted else {
        let names: Vec<String> = all.iter().map(shown).collect();
        return Err(Failure::could_not("no operation of the contract is named")
            .cause(format!("it has {}", names.join(", ")))
            .hint("name one with `--operation ID`"));
    };
    let by_id = all.iter().find(|name| name.id.as_deref() == Some(wanted));
    let found = match (by_id, wanted.trim().split_once(char::is_whitespace)) {
        (Some(name), _) => operations.find(&name.method, &name.path),
        (None, Some((method, path))) => operations.find(&method.to_ascii_uppercase(), path.trim()),
        (None, None) => None,
    };
    found.ok_or_else(|| {
        let names: Vec<String> = all.iter().map(shown).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let near = nearest(wanted, &names);
        Failure::could_not(format!("{} has no operation `{wanted}`", path.display()))
            .hints(near.first().map(|name| format!("did you mean `{name}`?")))
    })
}

fn shown(name: &OperationName) -> String {
    let address = || format!("{} {}", name.method, name.path);
    name.id.clone().unwrap_or_else(address)
}

/// Asks for what is missing, or refuses with the questions where nobody can answer.
fn complete(brief: &mut Brief, context: &mut Context) -> Result<(), Failure> {
    let open = questions::open(brief);
    if open.is_empty() {
        return Ok(());
    }
    let list: Vec<String> = open
        .iter()
        .map(|question| format!("{}: {}", question.key(), question.words()))
        .collect();
    let refused = || {
        Failure::refused("too little is known to make a document of it")
            .cause(format!("these are open\n{}", list.join("\n")))
            .hint(
                "answer them in a file and name it with `--brief FILE`, or run this at a terminal",
            )
            .hint("the guide \"Checking API documents\" shows a brief")
    };
    if !context.printer.can_ask() {
        return Err(refused());
    }
    questions::ask(brief, &open, &mut context.printer).ok_or_else(refused)
}

/// Makes the document of an operation of which the contract and its errors alone are known: its file's name and its text.
pub(super) fn skeleton(operation: &Operation, errors: &[starter::Failing]) -> (String, String) {
    let errors = errors.iter().map(|known| Failing {
        status: Status::Number(known.status),
        code: Some(known.code.clone()),
        when: Some(known.when.clone()),
        action: Some(known.action.clone()),
    });
    let known = Brief {
        errors: errors.collect(),
        ..Brief::default()
    };
    let brief = known.with_contract(contract::brief(operation));
    let text = document::document(&brief, &guild_check_docs::contract(), &today().to_string());
    let name = &operation.name;
    let address = || format!("{} {}", name.method, name.path);
    let name = name.id.clone().unwrap_or_else(address);
    (format!("{}.md", kebab(&name)), text)
}

/// Gives the name of the file, if the title of the document is one.
fn name(text: &str, id: Option<String>) -> Result<String, Failure> {
    let document = Document::parse(&Source::new("new.md", text));
    let title = document.title.as_ref();
    let name = match title.map(|title| &title.subject) {
        Some(Subject::Endpoint { method, path }) => {
            id.unwrap_or_else(|| format!("{method} {path}"))
        }
        Some(Subject::Function { name, .. }) => name.clone(),
        Some(Subject::Unknown) | None => {
            let title = title.map_or("", |title| title.text.as_str());
            let failure = format!("`{title}` is neither an endpoint nor a function");
            return Err(Failure::could_not(failure)
                .hint("write it as `POST /api/tasks` or as `slugify(title, length)`"));
        }
    };
    Ok(format!("{}.md", kebab(&name)))
}

/// Makes `create-task` of `createTask`, and `post-api-tasks` of `POST /api/tasks`.
fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    let mut was_lower = false;
    for character in name.chars() {
        let starts_word = !character.is_alphanumeric() || (character.is_uppercase() && was_lower);
        if starts_word && !kebab.is_empty() && !kebab.ends_with('-') {
            kebab.push('-');
        }
        if character.is_alphanumeric() {
            kebab.extend(character.to_lowercase());
        }
        was_lower = character.is_lowercase() || character.is_numeric();
    }
    match kebab.trim_end_matches('-') {
        "" => "document".to_owned(),
        name => name.to_owned(),
    }
}

fn write(path: &Path, text: &str, args: &DocsArgs) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true);
    match args.force {
        true => options.create(true).truncate(true),
        false => options.create_new(true),
    };
    options.open(path)?.write_all(text.as_bytes())
}
