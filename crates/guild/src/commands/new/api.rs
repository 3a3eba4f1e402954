//! `guild new api`

mod questions;

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use guild_check::Source;
use guild_check::operation::Operations as _;
use guild_check_api::starter::{self, IdForm, Plan, Refusal, Wish};
use guild_check_api::{ContractOperations, Loading, parse};

use super::docs;
use crate::Context;
use crate::failure::{Failure, Outcome};
use crate::line::Line;
use crate::plain_file;

/// Start an API contract: OpenAPI, TypeScript, its errors, and a document for each operation
#[derive(Debug, Args)]
#[command(after_help = "\
The contract follows the skill api-and-interface-design: the resource is listed by page, created,
retrieved, changed and deleted, a sub-resource is listed and created; one error body, the mapping of
statuses, limits on all that comes in, what the server makes in answers alone. It passes
`guild check api --deny warnings`, and `guild mock` serves it before a handler is written.

A field is NAME:TYPE[:LIMITS]. With `?` after the name it may be left out, and is null then.
  title:string:1..120      text of 1 to 120 characters; `text` for longer ones
  count:integer:0..99      `number` with a fraction
  isPinned:boolean         begins with is, has or can
  dueAt:date-time          date, date-time, uri, email, uuid
  priority:LOW,HIGH        one of these values
  ownerId:UserId           the id of a user; `id` takes the kind from the field's name
  labels:string[]:0..20    several, 0 to 20 of them
  comments.text:text       of the sub-resource `comments`
A state is NAME, or NAME:FIELD for what is there in that state alone; the first one is that of what
is new. At a terminal, what no option says is asked for.

Exit codes:
  0 written; 1 refused: it would not pass, or a file is there; 2 could not run

Examples:
  guild new api tasks
  guild new api tasks --field title:string:1..120 --field 'dueAt?:date-time' --filter dueAt
  guild new api tasks --field title:string --state OPEN --state DONE:completedAt:date-time \\
    --sub comments --field comments.text:text")]
pub(crate) struct ApiArgs {
    /// The resource: a plural noun, such as tasks or order-items
    #[arg(value_name = "RESOURCE")]
    resource: String,
    /// A field that a caller gives; may be repeated
    #[arg(long = "field", value_name = "NAME:TYPE")]
    fields: Vec<String>,
    /// A field that the list is filtered by; `status` filters by the state; may be repeated
    #[arg(long = "filter", value_name = "FIELD")]
    filters: Vec<String>,
    /// A state that the resource passes through; may be repeated
    #[arg(long = "state", value_name = "NAME[:FIELD]")]
    states: Vec<String>,
    /// A sub-resource, such as comments; may be repeated
    #[arg(long = "sub", value_name = "NAME")]
    subs: Vec<String>,
    /// What ids look like
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Ids::Prefixed)]
    ids: Ids,
    /// The folder to write [default: the name of the resource]
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Overwrite files that are there
    #[arg(long)]
    force: bool,
}

/// What ids look like.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Ids {
    /// Such as task_01JD4Q8Z6T
    Prefixed,
    /// A UUID
    Uuid,
}

/// Runs the command.
pub(super) fn run(args: &ApiArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let mut wish = Wish {
        resource: args.resource.clone(),
        fields: args.fields.clone(),
        filters: args.filters.clone(),
        states: args.states.clone(),
        subs: args.subs.clone(),
        ids: match args.ids {
            Ids::Prefixed => IdForm::Prefixed,
            Ids::Uuid => IdForm::Uuid,
        },
    };
    Plan::so_far(&wish).map_err(refused)?;
    if wish.fields.is_empty() && context.printer.can_ask() {
        let left = || Failure::refused("the questions were left, and nothing is written");
        questions::ask(&mut wish, &mut context.printer).ok_or_else(left)?;
    }
    let plan = Plan::parse(&wish).map_err(refused)?;
    starter::prove(&plan).map_err(refused)?;
    let folder = args
        .output
        .clone()
        .unwrap_or_else(|| PathBuf::from(&args.resource));
    let folder = context.settings.environment.working_folder.join(folder);
    let files = files(&plan);
    write_all(&folder, &files, args, context)?;
    let shown = context.settings.environment.shorten(&folder);
    context
        .printer
        .talk("The contract passes its check. What stands in angle brackets in the documents is open. Go on with:");
    let check =
        format!("`guild check api {shown}/openapi.yaml {shown}/contract.ts --deny warnings`");
    for hint in [
        check,
        format!("`guild mock {shown}/openapi.yaml` serves it"),
    ] {
        context.printer.hint(hint);
    }
    Ok(Outcome::Clean)
}

fn refused(refusal: Refusal) -> Failure {
    Failure::refused(refusal.message).hint(refusal.hint)
}

/// A file's path in the folder, and its text.
type NewFile = (String, String);

fn files(plan: &Plan) -> Vec<NewFile> {
    let openapi = starter::openapi(plan);
    let source = Source::new("openapi.yaml", openapi.as_str());
    let operations = ContractOperations::new(parse(&source, &Loading::alone()));
    let mut files = vec![
        ("openapi.yaml".to_owned(), openapi),
        ("contract.ts".to_owned(), starter::contract_ts(plan)),
        ("errors.md".to_owned(), starter::catalogue(plan)),
    ];
    for name in operations.list() {
        let id = name.id.as_deref().unwrap_or_default();
        let errors = starter::failures_of(plan, id);
        if let Some(operation) = operations.find(&name.method, &name.path) {
            let (file, text) = docs::skeleton(&operation, &errors);
            files.push((format!("docs/{file}"), text));
        }
    }
    files
}

/// Writes all files, or none if one of them is there.
fn write_all(
    folder: &Path,
    files: &[NewFile],
    args: &ApiArgs,
    context: &mut Context,
) -> Result<(), Failure> {
    let shorten = |path: &Path| context.settings.environment.shorten(path);
    let paths = || files.iter().map(|(name, text)| (folder.join(name), text));
    let there: Vec<String> = paths()
        .filter(|(path, _)| path.symlink_metadata().is_ok())
        .map(|(path, _)| shorten(&path))
        .collect();
    if !there.is_empty() && !args.force {
        return Err(is_there(&there));
    }
    for (path, text) in paths() {
        let shown = shorten(&path);
        write(&path, text, args).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => is_there(std::slice::from_ref(&shown)),
            _ => Failure::could_not(format!("could not write {shown}")).because(&error),
        })?;
        context.printer.data(Line::new().good("Made ").plain(shown));
    }
    Ok(())
}

fn is_there(files: &[String]) -> Failure {
    let are = if files.len() == 1 {
        "is there and is left as it is"
    } else {
        "are there and are left as they are"
    };
    Failure::refused(format!("{} {are}; nothing is written", files.join(", ")))
        .hint("name another folder with `--output DIR`, or overwrite them with `--force`")
}

fn write(path: &Path, text: &str, args: &ApiArgs) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    if args.force {
        return plain_file::replace(path, text.as_bytes());
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}
