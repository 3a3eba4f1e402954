//! `guild mock`

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use guild_check_api::mock::{Mock, MockOptions, Reply, Request, State};
use guild_server::{Function, FunctionReply, FunctionRequest, ServerLimits, bind_service};
use tokio::sync::mpsc;

use super::check::api;
use super::serve::{failed, stop_signal};
use super::store::threads;
use crate::Context;
use crate::cli;
use crate::failure::{Failure, Outcome};
use crate::line::Line;

/// Serve an API contract before there is a server: its examples, or values of its shapes
#[derive(Debug, Args)]
#[command(after_help = "\
Requests are held against the contract and refused in its own error body: 400 for what cannot be
read, 401 without a credential, 404, 405, 415, and 422 for what breaks a rule. Where endpoints
follow the resource pattern, the state is kept while the mock runs: what is created is listed, a
PATCH changes the given fields alone, what is deleted is gone. Lists are filtered and paged. All
else is answered by the example of the contract, or by a value that follows from the seed.

Any credential of the right form is taken, unless $GUILD_MOCK_CREDENTIAL holds the one that is.
Pages of any origin may call it. Each request is told on standard error; --quiet says nothing.

Examples:
  guild mock openapi.yaml
  guild mock contract.ts --listen 127.0.0.1:0 --seed 7
  curl 'http://127.0.0.1:3000/api/tasks?pageSize=2' --header 'Authorization: Bearer any'")]
pub(crate) struct MockArgs {
    /// The contract: OpenAPI or TypeScript
    #[arg(value_name = "FILE")]
    contract: PathBuf,
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "IP:PORT", value_parser = cli::listen_address, default_value = "127.0.0.1:3000")]
    listen: SocketAddr,
    /// What the values follow from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// How many things each collection holds at first
    #[arg(long, value_name = "NUMBER", default_value_t = 25, value_parser = clap::value_parser!(u16).range(0..=1000))]
    items: u16,
}

/// The bytes of a request's body.
const BODY_BYTES: usize = 4 << 20;

/// How many lines wait for a terminal that does not keep up; further ones are not told.
const LINES: usize = 1024;

/// The variable that holds the one credential that is taken.
const CREDENTIAL: &str = "GUILD_MOCK_CREDENTIAL";

/// Runs the command until it is told to stop.
pub(crate) fn run(args: &MockArgs, context: &mut Context) -> Result<Outcome, Failure> {
    let contract = api::read(&args.contract)?;
    let shown = args.contract.display().to_string();
    if contract.endpoints.is_empty() {
        return Err(
            Failure::could_not(format!("{shown} has no operation that could be called")).hint(
                format!("`guild check api {shown}` says what of it is not understood"),
            ),
        );
    }
    let conventions = api::conventions(None, context)?;
    let credential = context
        .settings
        .environment
        .variable(CREDENTIAL)
        .map(str::to_owned);
    let options = MockOptions {
        seed: args.seed,
        items: args.items.into(),
        credential,
    };
    let mock = Mock::new(Arc::new(contract), conventions, options);
    threads()?.block_on(serve(args, mock, context))
}

async fn serve(args: &MockArgs, mock: Mock, context: &mut Context) -> Result<Outcome, Failure> {
    // Whoever sends a signal from here on gets a graceful stop.
    let stop = stop_signal()?;
    let operations = mock.contract().endpoints.len();
    let (tell, mut told) = mpsc::channel(LINES);
    let limits = ServerLimits {
        connections: 256,
        ..ServerLimits::standard()
    };
    let server = bind_service(args.listen, limits, |_| function(mock, tell)).await;
    let server = server.map_err(|error| failed(&error))?;
    let url = format!("http://{}/", server.address());
    let line = Line::new()
        .plain(format!("Mocking {} at ", args.contract.display()))
        .accent(url);
    context.printer.data(line);
    let count = if operations == 1 {
        "1 operation".to_owned()
    } else {
        format!("{operations} operations")
    };
    context
        .printer
        .talk(format!("It has {count}. Stop with Ctrl-C."));
    let running = server.run(stop);
    tokio::pin!(running);
    let end = loop {
        tokio::select! {
            end = &mut running => break end,
            Some(line) = told.recv() => context.printer.talk(line),
        }
    };
    while let Ok(line) = told.try_recv() {
        context.printer.talk(line);
    }
    context.printer.talk("Stopped.");
    end.map_err(|error| failed(&error))?;
    Ok(Outcome::Clean)
}

/// Makes the function that answers and tells of it.
fn function(mock: Mock, tell: mpsc::Sender<Line>) -> Function {
    let state = Mutex::new(State::default());
    let answer = move |request: FunctionRequest| {
        let asked = Request {
            method: &request.method,
            target: &request.target,
            headers: &request.headers,
            body: request.body.as_deref(),
        };
        // A state that a defect left behind is still one.
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let reply = mock.answer(&mut state, asked);
        drop(state);
        // A line that nobody hears is no fault of the answer.
        let _ = tell.try_send(line(&request, &reply));
        FunctionReply {
            status: reply.status,
            headers: reply.headers,
            body: reply.body,
        }
    };
    Function {
        answer: Arc::new(answer),
        body_bytes: BODY_BYTES,
        body_time: Duration::from_secs(10),
    }
}

/// Tells of one request: `GET /api/tasks?page=2 200 listTasks`.
fn line(request: &FunctionRequest, reply: &Reply) -> Line {
    let line = Line::new().plain(format!("{} {} ", request.method, request.target));
    let status = reply.status.to_string();
    let line = match reply.status {
        ..400 => line.good(status),
        _ => line.bad(status),
    };
    let operation = reply
        .operation
        .as_ref()
        .map_or(String::new(), |operation| format!(" {operation}"));
    let reason = reply
        .reason
        .as_ref()
        .map_or(String::new(), |reason| format!(": {reason}"));
    line.plain(operation).faint(reason)
}
