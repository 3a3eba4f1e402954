//! The JSON body of a request, read strictly and without repeating what it holds: it may hold a password.

use axum::body::Body;
use axum::extract::FromRequest;
use http::Request;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::ApiError;
use crate::posted;
use crate::state::AppState;

/// The body of a request.
pub(crate) struct FromBody<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<AppState> for FromBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request<Body>, state: &AppState) -> Result<Self, ApiError> {
        let (head, body) = request.into_parts();
        let bytes = posted::read_json(state, &head.headers, body).await?;
        // A list would be read as the fields in their order.
        if bytes.trim_ascii_start().first() == Some(&b'[') {
            let message = "the body is a list, where an object is due";
            return Err(ApiError::invalid(message));
        }
        // In two steps: what ends in its middle is no JSON, whatever its beginning lacks.
        let mut value: Value = serde_json::from_slice(&bytes).map_err(|error| {
            let place = format!("at line {}, column {}", error.line(), error.column());
            posted::malformed(&format!("the body is no JSON, {place}"))
        })?;
        make_whole(&mut value);
        serde_json::from_value(value)
            .map(Self)
            .map_err(|error| ApiError::invalid(reason(&error)))
    }
}

/// Above it not every whole number is a number of this kind.
const WHOLE_UP_TO: f64 = 9_007_199_254_740_992.0;

/// Writes `5.0` as `5`: both are the same integer (JSON Schema 2020-12, 4.2.3), and some clients write all numbers so.
fn make_whole(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(make_whole),
        Value::Object(fields) => fields.values_mut().for_each(make_whole),
        Value::Number(number) if number.is_f64() => {
            let whole = number.as_f64().filter(|number| number.abs() <= WHOLE_UP_TO);
            // A number that is written without its fraction is read as an integer, where there is none.
            let whole = whole.and_then(|number| format!("{number}").parse::<i64>().ok());
            if let Some(whole) = whole {
                *value = whole.into();
            }
        }
        _ => {}
    }
}

/// Says what is wrong: a field by its name, and never by its value.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let names_a_field = ["missing field `", "unknown field `", "duplicate field `"];
    if names_a_field.iter().any(|start| text.starts_with(start)) {
        let told: String = text.chars().filter(|c| !c.is_control()).take(200).collect();
        return format!("the body is not what this takes: {told}");
    }
    "a field of the body has not the type that it must have".to_owned()
}
