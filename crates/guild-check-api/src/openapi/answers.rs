//! What goes in as a body and what comes out.

use super::reader::{At, Reader};
use crate::contract::{Answer, Body, FaultKind, Status};

impl<'a> Reader<'a> {
    pub(super) fn body(&mut self, operation: At<'a>) -> Option<Body> {
        let entry = operation.get("requestBody")?;
        let at = self.follow(entry)?;
        if !self.is_map(at) {
            return None;
        }
        Some(Body {
            spot: entry.key().spot,
            is_required: self.is(at, "required"),
            description: at.get("description").map(At::written),
            media: self.media(at),
        })
    }

    pub(super) fn answers(&mut self, operation: At<'a>) -> Vec<Answer> {
        let entries = self.entries(operation, "responses");
        entries
            .into_iter()
            .filter_map(|entry| self.answer(entry))
            .collect()
    }

    fn answer(&mut self, entry: At<'a>) -> Option<Answer> {
        let word = entry.view.key();
        let Some(status) = Status::parse(word) else {
            let message = format!("`{word}` is no status");
            self.fault(
                FaultKind::NotUnderstood,
                entry.key().spot,
                message,
                "write three digits, `4XX` or `default`",
            );
            return None;
        };
        let at = self.follow(entry)?;
        if !self.is_map(at) {
            return None;
        }
        Some(Answer {
            spot: entry.key().spot,
            definition: at.key().spot,
            status,
            description: at.get("description").map(At::written),
            headers: self.headers(at),
            media: self.media(at),
        })
    }
}
