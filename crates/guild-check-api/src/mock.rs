//! A contract, answered: what a server that keeps it would say to a request, before there is a server.
//!
//! [`Mock::answer`] is a function of the contract, the request and the [`State`] of the run; it knows no socket and no
//! clock, and what it makes up follows from a seed. Where endpoints follow the resource pattern (SPEC.md 4), the state
//! is kept: what was created is listed, what was changed stays so, what was deleted is gone. All else is answered by the
//! contract's example, or by a value of its shape. Start reading at [`Mock::answer`].

mod body;
mod credential;
mod input;
mod kinds;
mod refuse;
mod reply;
mod route;
mod state;
mod values;

use std::sync::Arc;

use crate::contract::Contract;
use crate::{Conventions, Survey};

use kinds::{Kind, Role};
use refuse::Refused;
use route::Route;

pub use state::State;

/// How a contract is answered.
#[derive(Clone, Debug)]
pub struct MockOptions {
    /// What the values follow from.
    pub seed: u64,
    /// How many things are there in each collection at first.
    pub items: usize,
    /// The one token, key or password that is taken; none takes any.
    pub credential: Option<String>,
}

/// A contract, ready to be answered.
#[derive(Debug)]
pub struct Mock {
    survey: Survey,
    options: MockOptions,
    routes: Vec<Route>,
    kinds: Vec<Kind>,
    /// What each endpoint does, in the order of the contract.
    roles: Vec<Role>,
}

/// A request.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The method in capitals.
    pub method: &'a str,
    /// Path and query as they came.
    pub target: &'a str,
    /// The headers, their names in small letters.
    pub headers: &'a [(String, String)],
    /// The body; none if it is larger than is read.
    pub body: Option<&'a [u8]>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: Vec<(String, String)>,
    /// The body; empty for none.
    pub body: Vec<u8>,
    /// The operation that was called, if one was.
    pub operation: Option<String>,
    /// Why the request was refused, if it was.
    pub reason: Option<String>,
}

/// One call of an endpoint.
#[derive(Debug)]
pub(crate) struct Call<'m, 'r> {
    mock: &'m Mock,
    request: Request<'r>,
    /// The endpoint, by its index in the contract.
    index: usize,
    /// What stands in the path for each of its parameters, in the order of the path.
    values: Vec<(&'m str, String)>,
    /// The path without the query and without the path of the server.
    path: String,
    query: Vec<(String, String)>,
}

impl Mock {
    /// Prepares a contract.
    pub fn new(contract: Arc<Contract>, conventions: Conventions, options: MockOptions) -> Self {
        let survey = Survey::of(contract, conventions);
        let routes = route::routes(&survey.contract);
        let (kinds, roles) = kinds::find(&survey);
        Self {
            survey,
            options,
            routes,
            kinds,
            roles,
        }
    }

    /// Gives the contract.
    pub fn contract(&self) -> &Contract {
        &self.survey.contract
    }

    /// Answers a request.
    pub fn answer(&self, state: &mut State, request: Request<'_>) -> Reply {
        let mut reply = self.reply(state, request);
        if request.header("origin").is_some() {
            // A page under development is served from another port.
            let allow =
                |name: &str, value: &str| (format!("access-control-{name}"), value.to_owned());
            reply.headers.push(allow("allow-origin", "*"));
            reply.headers.push(allow("expose-headers", "*"));
        }
        if request.method == "HEAD" {
            reply.body.clear();
        }
        reply
    }

    fn reply(&self, state: &mut State, request: Request<'_>) -> Reply {
        let (path, query) = request
            .target
            .split_once('?')
            .unwrap_or((request.target, ""));
        let path = path.split('#').next().unwrap_or(path);
        if let Some(reply) = preflight(request) {
            return reply;
        }
        let found = match route::find(self, request.method, path) {
            Ok(found) => found,
            Err(refused) => return refuse::outside(self, &refused),
        };
        let call = Call {
            mock: self,
            request,
            index: found.endpoint,
            values: found.values,
            path: found.path,
            query: input::query(query),
        };
        let mut reply = match call.answer(state) {
            Ok(reply) => reply,
            Err(refused) => refuse::inside(&call, &refused),
        };
        let endpoint = call.endpoint();
        let title = || endpoint.title();
        let name = endpoint.operation_id.as_ref().map(|id| id.text.to_string());
        reply.operation = Some(name.unwrap_or_else(title));
        reply
    }
}

impl<'m> Call<'m, '_> {
    fn contract(&self) -> &'m Contract {
        &self.mock.survey.contract
    }

    fn endpoint(&self) -> &'m crate::contract::Endpoint {
        &self.mock.survey.contract.endpoints[self.index]
    }

    /// Answers, or says at which of the boundaries the request is refused: who calls, what is named, what is said.
    fn answer(&self, state: &mut State) -> Result<Reply, Refused> {
        credential::check(self)?;
        input::check_path(self)?;
        let body = body::read(self)?;
        self.check_parents(state)?;
        input::check(self)?;
        let body = body::check(self, body)?;
        reply::reply(self, state, body.as_ref())
    }
}

impl Request<'_> {
    /// Finds a header.
    fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// Answers what a browser asks before it sends a request of a page from elsewhere.
fn preflight(request: Request<'_>) -> Option<Reply> {
    let method = request.header("access-control-request-method")?;
    let headers = request
        .header("access-control-request-headers")
        .unwrap_or("*");
    (request.method == "OPTIONS").then(|| Reply {
        status: 204,
        headers: vec![
            ("access-control-allow-methods".to_owned(), method.to_owned()),
            (
                "access-control-allow-headers".to_owned(),
                headers.to_owned(),
            ),
        ],
        body: Vec::new(),
        operation: None,
        reason: None,
    })
}
