//! What any operation may answer, whatever it is about: declared once, and referred to.

use guild_skill::wire;
use http::Method;
use utoipa::IntoResponses;
use utoipa::openapi::{OpenApi, Ref, RefOr, Response};

use crate::links;

refusals! {
    /// The catalog is private, and nothing that was sent says who asks: `UNAUTHENTICATED`. An open catalog never answers
    /// so.
    KeptPrivate, 401, {
        "UNAUTHENTICATED": "this takes an account: send a token as `Authorization: Bearer gld_…`, or sign in",
    }

    /// The head of the request is too long, or has more than 100 headers: `HEAD_TOO_LONG`.
    HeadTooLong, 431, {
        "HEAD_TOO_LONG": "the head of a request may have 65536 bytes",
    }

    /// The catalog cannot be reached for now, or the server is stopping: `NOT_READY`; `Retry-After` says how long to wait.
    NotReady, 503, {
        "NOT_READY": "the catalog cannot be reached for now; try again in a moment",
    }
}

/// The one operation that asks nothing of the catalog, so that it answers whatever became of that.
const WITHOUT_CATALOG: &str = "showHealth";

/// Says of every operation that it may answer so too.
pub(super) fn add(contract: &mut OpenApi) {
    add_private(contract);
    let common = [
        ("HeadTooLong", HeadTooLong::responses()),
        ("NotReady", NotReady::responses()),
    ];
    for (name, answers) in common {
        for (status, answer) in answers {
            let RefOr::T(answer) = answer else {
                continue;
            };
            for operation in super::operations(contract) {
                let is_of_catalog = operation.operation_id.as_deref() != Some(WITHOUT_CATALOG);
                if name == "NotReady" && !is_of_catalog {
                    continue;
                }
                let answers = &mut operation.responses.responses;
                match answers.get_mut(&status) {
                    Some(RefOr::T(own)) => join(own, &answer),
                    _ => {
                        let reference = RefOr::Ref(Ref::from_response_name(name));
                        answers.insert(status.clone(), reference);
                    }
                }
            }
            let components = contract.components.get_or_insert_default();
            components
                .responses
                .insert(name.to_owned(), RefOr::T(answer));
        }
    }
}

/// Says of what is read that a private catalog shows it to those alone whom it knows. What is written takes an account
/// everywhere, and says so itself.
fn add_private(contract: &mut OpenApi) {
    const NAME: &str = "KeptPrivate";
    for (status, answer) in KeptPrivate::responses() {
        for (path, item) in &mut contract.paths.paths {
            if let Some(operation) = &mut item.get
                && !links::is_open(&Method::GET, path)
            {
                let reference = || RefOr::Ref(Ref::from_response_name(NAME));
                let answers = &mut operation.responses.responses;
                answers.entry(status.clone()).or_insert_with(reference);
            }
        }
        let components = contract.components.get_or_insert_default();
        components.responses.insert(NAME.to_owned(), answer);
    }
}

/// Lets an answer that an operation has under the same status carry the codes of the common one too.
fn join(own: &mut Response, common: &Response) {
    own.description = format!("{} Or: {}", own.description, common.description);
    for (media, content) in &common.content {
        if let (Some(RefOr::T(own)), RefOr::T(content)) = (own.content.get_mut(media), content) {
            own.examples.extend(content.examples.clone());
        }
    }
}
