//! What is looked up in shapes while others are worked out from them.

use std::collections::HashSet;

use super::reader::Reader;
use crate::contract::{Contract, ShapeId, Spot, Text, Written};

impl Reader<'_> {
    /// Lists the values that a shape may have.
    pub(super) fn values(&self, contract: &Contract, id: ShapeId) -> Vec<Written> {
        let parts = contract
            .reach(&[id], usize::MAX)
            .into_iter()
            .map(|part| contract.shape(part));
        parts
            .filter_map(|part| part.values.as_ref())
            .flatten()
            .copied()
            .collect()
    }

    /// Gives the values that a shape may have, as words.
    pub(super) fn words(&self, contract: &Contract, id: ShapeId) -> HashSet<String> {
        let values = self.values(contract, id).into_iter();
        values
            .filter_map(|value| self.word(value).map(str::to_owned))
            .collect()
    }

    /// Gives them with their places, each once.
    pub(super) fn names_of(&self, contract: &Contract, id: ShapeId) -> Vec<Text> {
        let mut names: Vec<Text> = Vec::new();
        for value in self.values(contract, id) {
            let Some(word) = self.word(value) else {
                continue;
            };
            let span = self.leaves[value.file as usize].view(value.node).span();
            let spot = Spot {
                file: value.file,
                span,
            };
            if !names.iter().any(|name| *name.text == *word) {
                names.push(Text {
                    text: word.into(),
                    spot,
                });
            }
        }
        names
    }
}
