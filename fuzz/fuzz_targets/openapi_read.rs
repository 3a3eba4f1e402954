//! Reads text as an OpenAPI contract, JSON and YAML; what is understood is judged, and each finding points into it.
#![no_main]

use std::sync::Arc;

use guild_check::Source;
use guild_check_api::rules::judge_design;
use guild_check_api::{Conventions, Loading, Survey, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for name in ["contract.yaml", "contract.json"] {
        let contract = parse(&Source::new(name, text), &Loading::alone());
        let survey = Survey::of(Arc::new(contract), Conventions::default());
        for finding in judge_design(&survey) {
            let place = &finding.place;
            assert!(text.get(place.span.range()).is_some(), "{finding:?}");
        }
    }
});
