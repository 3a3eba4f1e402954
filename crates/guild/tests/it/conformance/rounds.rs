//! Answers that ask back (2026-07-28): what a call needs from the client before it can be carried out.

use guild_skill::Digest;
use serde_json::{Value, json};

/// Which questions are open, and what state comes along with them.
pub(crate) struct Rounds<'c> {
    /// What the client has answered.
    pub(crate) answers: &'c Value,
    /// The state that it brought back.
    pub(crate) state: Option<&'c str>,
    /// What the client can do.
    pub(crate) able: &'c Value,
}

/// The state is not what we gave out.
pub(crate) struct Tampered;

/// What comes of a call.
pub(crate) enum Turn {
    /// It is done, and says this.
    Done(String),
    /// It asks, in the form of an `InputRequiredResult`.
    Asks(Value),
}

fn asks_user(message: &str, property: &str, kind: &str) -> Value {
    json!({ "method": "elicitation/create", "params": { "mode": "form", "message": message,
        "requestedSchema": { "type": "object", "properties": { property: { "type": kind } }, "required": [property] } } })
}

fn asks_model(prompt: &str) -> Value {
    json!({ "method": "sampling/createMessage", "params": { "maxTokens": 100,
        "messages": [{ "role": "user", "content": { "type": "text", "text": prompt } }] } })
}

fn asks_roots() -> Value {
    json!({ "method": "roots/list" })
}

fn asks_all() -> Value {
    json!({
        "user_name": asks_user("What is your name?", "name", "string"),
        "greeting": asks_model("Say hello"),
        "client_roots": asks_roots(),
    })
}

fn asking(requests: &Value) -> Turn {
    Turn::Asks(json!({ "resultType": "input_required", "inputRequests": requests }))
}

fn keeping(requests: &Value, state: &str) -> Turn {
    Turn::Asks(
        json!({ "resultType": "input_required", "inputRequests": requests, "requestState": sealed(state) }),
    )
}

/// A text that shows when it was changed; the key is as secret as a test's can be.
fn sealed(state: &str) -> String {
    let seal = Digest::of(format!("the key of the tests {state}").as_bytes());
    format!("{state} {seal}")
}

impl Rounds<'_> {
    /// The answer to a question, where it has the form of one.
    fn answer(&self, key: &str) -> Option<&Value> {
        self.answers.get(key).filter(|answer| answer.is_object())
    }

    /// The state that came back, if any did and it is ours.
    fn opened(&self) -> Result<Option<&str>, Tampered> {
        let Some(text) = self.state else {
            return Ok(None);
        };
        let state = text.split_once(' ').map(|(state, _)| state);
        let state = state.filter(|state| sealed(state) == text);
        state.map(Some).ok_or(Tampered)
    }

    /// Asks one question until it is answered.
    fn one(&self, key: &str, question: &Value, at: &str) -> Turn {
        match self.answer(key) {
            Some(answer) => {
                let said = answer.pointer(at).map(Value::to_string).unwrap_or_default();
                Turn::Done(format!("The client says: {said}"))
            }
            None => asking(&json!({ key: question })),
        }
    }

    /// Takes a call, or a prompt, one turn further.
    pub(crate) fn turn(&self, name: &str) -> Result<Option<Turn>, Tampered> {
        let confirm = || json!({ "confirm": asks_user("Please confirm", "ok", "boolean") });
        Ok(Some(match name {
            "test_input_required_result_elicitation" => {
                let question = asks_user("What is your name?", "name", "string");
                self.one("user_name", &question, "/content/name")
            }
            "test_input_required_result_sampling" => {
                let question = asks_model("What is the capital of France?");
                self.one("capital_question", &question, "/content/text")
            }
            "test_input_required_result_list_roots" => {
                self.one("client_roots", &asks_roots(), "/roots")
            }
            "test_input_required_result_prompt" => {
                let question =
                    asks_user("What context should the prompt use?", "context", "string");
                self.one("user_context", &question, "/content/context")
            }
            "test_streaming_elicitation" => self.one(
                "value",
                &asks_user("Which value?", "value", "string"),
                "/content/value",
            ),
            "test_input_required_result_request_state"
            | "test_input_required_result_tampered_state" => match self.opened()? {
                Some(_) => Turn::Done("state-ok".to_owned()),
                None => keeping(&confirm(), "confirm"),
            },
            "test_input_required_result_multiple_inputs" => {
                let keys = ["user_name", "greeting", "client_roots"];
                let has_all = keys.iter().all(|key| self.answer(key).is_some());
                match self.opened()? {
                    Some(_) if has_all => Turn::Done("all were answered".to_owned()),
                    _ => keeping(&asks_all(), "gather"),
                }
            }
            "test_input_required_result_multi_round" => match self.opened()? {
                None => keeping(
                    &json!({ "step1": asks_user("Step 1: What is your name?", "name", "string") }),
                    "second",
                ),
                Some("second") => keeping(
                    &json!({ "step2": asks_user("Step 2: What is your favorite color?", "color", "string") }),
                    "third",
                ),
                Some(_) => Turn::Done("all rounds are done".to_owned()),
            },
            "test_input_required_result_capabilities" => self.within_its_power(),
            _ => return Ok(None),
        }))
    }

    /// Asks for nothing that the client cannot do.
    fn within_its_power(&self) -> Turn {
        if self.answers.is_object() {
            return Turn::Done("answered".to_owned());
        }
        let mut all = asks_all();
        if let Value::Object(all) = &mut all {
            let needs = |key: &str| match key {
                "user_name" => "elicitation",
                "greeting" => "sampling",
                _ => "roots",
            };
            all.retain(|key, _| self.able.get(needs(key)).is_some());
        }
        match all.as_object().is_some_and(|all| all.is_empty()) {
            true => Turn::Done("there is nothing that this client can be asked".to_owned()),
            false => asking(&all),
        }
    }
}
