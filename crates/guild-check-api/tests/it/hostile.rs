//! Contracts that were made to break a reader.

use std::fmt::Write;

use guild_check::Source;
use guild_check_api::contract::FaultKind;
use guild_check_api::{Loading, parse, rules};
use proptest::prelude::*;

#[test]
fn a_hundred_thousand_properties_are_read() {
    let mut text =
        "openapi: 3.1.0\npaths: {}\ncomponents:\n  schemas:\n    Wide:\n      properties:\n"
            .to_owned();
    for index in 0..100_000 {
        writeln!(
            text,
            "        field{index}: {{ $ref: '#/components/schemas/Wide/properties/field{}' }}",
            index / 2 + 1
        )
        .unwrap();
    }
    let contract = parse(&Source::new("wide.yaml", text), &Loading::alone());
    let wide = contract.names[0].1;
    assert_eq!(contract.fields(wide).list.len(), 100_000);
}

#[test]
fn schemas_nested_without_end_are_bounded() {
    let deep = "{\"items\":".repeat(100_000);
    let text = format!(
        "{{\"openapi\": \"3.1.0\", \"paths\": {{}}, \"components\": {{\"schemas\": {{\"A\": {deep}"
    );
    let contract = parse(&Source::new("deep.json", text), &Loading::alone());
    assert!(
        contract
            .faults
            .iter()
            .any(|fault| fault.kind == FaultKind::Limit)
    );
}

#[test]
fn a_contract_of_a_hundred_megabytes_is_refused_at_once() {
    let text = " ".repeat(100 << 20);
    let contract = parse(&Source::new("large.yaml", text), &Loading::alone());
    assert_eq!(contract.faults[0].kind, FaultKind::Limit);
}

#[test]
fn shapes_that_are_all_of_each_other_end() {
    let text = "openapi: 3.1.0\npaths: {}\ncomponents:\n  schemas:\n    A: { allOf: [{ $ref: '#/components/schemas/B' }], oneOf: [{ $ref: '#/components/schemas/A' }] }\n    B: { allOf: [{ $ref: '#/components/schemas/A' }], properties: { x: {} } }\n";
    let contract = parse(&Source::new("a.yaml", text), &Loading::alone());
    assert_eq!(contract.fields(contract.names[0].1).list.len(), 1);
}

#[test]
fn an_alias_bomb_of_schemas_stays_small() {
    let mut text =
        "openapi: 3.1.0\npaths: {}\ncomponents:\n  schemas:\n    S0: &s0 { type: string }\n"
            .to_owned();
    for level in 1..60 {
        let before = format!("*s{}, ", level - 1).repeat(9);
        writeln!(text, "    S{level}: &s{level} {{ allOf: [{before}] }}").unwrap();
    }
    let contract = parse(&Source::new("bomb.yaml", text), &Loading::alone());
    assert_eq!(contract.faults, []);
    assert!(contract.shapes.len() < 100);
    contract.fields(contract.names[59].1);
}

const SOUND: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.openapi.yaml");

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_contract_cut_or_changed_anywhere_is_still_read(at in 0..SOUND.len(), with in "[\\[\\]{}:,&*\"'a1\\n\\t \\-#|>$]{0,6}", cut in any::<bool>()) {
        let at = (0..=at).rev().find(|at| SOUND.is_char_boundary(*at)).unwrap();
        let rest = if cut { "" } else { &SOUND[at..] };
        let text = format!("{}{with}{rest}", &SOUND[..at]);
        let contract = parse(&Source::new("tasks.yaml", text.clone()), &Loading::alone());
        for finding in rules::judge(&contract) {
            prop_assert!(finding.place.span.start <= finding.place.span.end && finding.place.span.end as usize <= text.len());
        }
        for endpoint in &contract.endpoints {
            contract.pagination(endpoint);
        }
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        parse(&Source::new("a", &*text), &Loading::alone());
    }
}
