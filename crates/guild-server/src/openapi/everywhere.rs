//! What any operation may answer, whatever it is about: declared once, and referred to.

use guild_skill::wire;
use utoipa::IntoResponses;
use utoipa::openapi::{OpenApi, Ref, RefOr, Response};

refusals! {
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

/// Lets an answer that an operation has under the same status carry the codes of the common one too.
fn join(own: &mut Response, common: &Response) {
    own.description = format!("{} Or: {}", own.description, common.description);
    for (media, content) in &common.content {
        if let (Some(RefOr::T(own)), RefOr::T(content)) = (own.content.get_mut(media), content) {
            own.examples.extend(content.examples.clone());
        }
    }
}
