//! What a run asks of the boundary, and of who knows schemas and contracts.

use guild_check::operation::Bodies;

use crate::boundary::{self, Redactor, Shown};
use crate::outcome::Instruction;
use crate::plan::Body;
use crate::run::{Judge, Judged, PageText};

/// Judges what a page says by the boundary, and bodies by schemas and contracts.
pub struct PlanJudge<'a> {
    /// Who takes secrets out.
    pub redactor: &'a Redactor,
    /// Who knows schemas and contracts.
    pub bodies: &'a dyn Bodies,
}

impl Judge for PlanJudge<'_> {
    fn body(&self, body: &Body, exchange: &Judged<'_>) -> Vec<String> {
        match body {
            Body::Shape(shape) => match serde_json::from_str(exchange.body) {
                Ok(value) => shape
                    .mismatches(&value)
                    .iter()
                    .map(ToString::to_string)
                    .collect(),
                Err(_) => vec!["the body is no JSON".to_owned()],
            },
            Body::Schema(file) => self.bodies.schema(file, exchange.body),
            Body::Contract(file) => {
                let status = exchange.status.unwrap_or_default();
                self.bodies.answer(
                    file,
                    exchange.method,
                    exchange.url.path(),
                    status,
                    exchange.body,
                )
            }
        }
    }

    fn instructions(&self, texts: &[PageText]) -> Vec<Instruction> {
        let texts: Vec<boundary::PageText> = texts.iter().map(as_data).collect();
        boundary::instructions(&texts)
    }

    fn is_secret(&self, text: &str) -> bool {
        *self.redactor.text(text) != *text
    }

    fn prepare(&self) {
        boundary::prepare();
    }
}

fn as_data(text: &PageText) -> boundary::PageText {
    boundary::PageText {
        place: text.place.clone(),
        url: text.url.clone(),
        text: text.text.clone(),
        shown: match text.is_code() {
            true => Shown::Code,
            false => Shown::Words,
        },
    }
}
