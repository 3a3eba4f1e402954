//! Forms of somebody who is signed in: each holds a token that only pages of their session know.
//!
//! The token is derived from the session's secret, so nothing has to be kept, and it ends with the session. It stands
//! beside the strict cookie and the check of where a request comes from: one of them is enough, and any may fail.

use axum::body::Body;
use axum::extract::FromRequest;
use guild_catalog::SessionSecret;
use guild_skill::Digest;
use http::Request;

use crate::auth::{Asker, Caller, unauthenticated};
use crate::error::{ApiError, Code};
use crate::parameters::Fields;
use crate::posted;
use crate::state::AppState;

/// The name of the field that holds the token.
const FIELD: &str = "formToken";

/// A form that a page of the catalog sent for somebody who is signed in.
pub(crate) struct SignedForm {
    /// Who sent it.
    pub(crate) caller: Caller,
    /// Its fields, without the token.
    pub(crate) fields: Fields,
}

/// Makes the token of a session's forms.
pub(super) fn token_of(secret: &SessionSecret) -> String {
    let text = format!("guild form token {}", secret.reveal());
    Digest::of(text.as_bytes()).hex().to_owned()
}

impl FromRequest<AppState> for SignedForm {
    type Rejection = ApiError;

    async fn from_request(request: Request<Body>, state: &AppState) -> Result<Self, ApiError> {
        use axum::extract::FromRequestParts as _;
        let (mut head, body) = request.into_parts();
        // A browser that shows a session is asked where it comes from here already.
        let caller = Caller::from_request_parts(&mut head, state).await?;
        let viewer = Asker::current().and_then(|asker| asker.viewer());
        let viewer = viewer.ok_or_else(unauthenticated)?;
        let mut fields = posted::read(state, &head.headers, body).await?;
        let given = fields.text(FIELD).unwrap_or_default();
        if !is_same(&given, &viewer.form_token) {
            let message =
                "the form is of another session: open the page again and send it from there";
            return Err(ApiError::new(Code::CrossSite, message));
        }
        Ok(Self { caller, fields })
    }
}

/// Compares without telling by time how much was right: digests of what differs differ everywhere.
fn is_same(given: &str, wanted: &str) -> bool {
    Digest::of(given.as_bytes()) == Digest::of(wanted.as_bytes())
}
