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
fn types_nested_without_end_are_bounded() {
    for (open, inner, close) in [
        ("{ a: ", "string", " }"),
        ("Array<", "A", ">"),
        ("(", "A", ")"),
        ("keyof ", "A", ""),
        ("A extends B ? C : ", "D", ""),
        ("() => ", "A", ""),
    ] {
        let text = format!(
            "type A = {}{inner}{};",
            open.repeat(50_000),
            close.repeat(50_000)
        );
        let contract = parse(&Source::new("deep.ts", text), &Loading::alone());
        assert_eq!(contract.faults[0].kind, FaultKind::Limit, "{open}");
        let text = format!("type A = {}{inner}{};", open.repeat(120), close.repeat(120));
        parse(&Source::new("deep.ts", text), &Loading::alone());
    }
}

#[test]
fn types_that_grow_or_turn_in_circles_are_bounded() {
    let mut chain = String::new();
    for index in 0..5_000 {
        writeln!(chain, "type A{index} = Partial<A{}>;", index + 1).unwrap();
    }
    chain += "type A5000 = { a: string };\n";
    let mut doubling = String::new();
    for index in 0..60 {
        let next = index + 1;
        writeln!(
            doubling,
            "type B{index}<T> = {{ a: B{next}<T[]>; b: B{next}<T | null> }};"
        )
        .unwrap();
    }
    doubling += "type B60<T> = T;\ntype Start = B0<string>;\n";
    let circles = "type A = B;\ntype B = A;\ntype C = Partial<C>;\ntype D = Omit<E, \"a\">;\ntype E = Pick<D, \"a\">;\ntype F = F[\"a\"];\ninterface G extends G {}\ntype H = H | null;\ntype I = I & { a: I };\ntype J = keyof J;\n";
    for (text, kinds) in [
        (chain.as_str(), &[][..]),
        (&doubling, &[FaultKind::Limit]),
        (circles, &[FaultKind::Unresolved]),
    ] {
        let contract = parse(&Source::new("circles.ts", text), &Loading::alone());
        let found: Vec<FaultKind> = contract.faults.iter().map(|fault| fault.kind).collect();
        assert!(
            found.iter().all(|kind| kinds.contains(kind)) && found.is_empty() == kinds.is_empty(),
            "{found:?}"
        );
        for (_, id) in &contract.names {
            contract.fields(*id);
        }
    }
}

#[test]
fn a_large_contract_in_typescript_is_read_and_a_larger_one_refused() {
    let mut text = String::new();
    let mut index = 0;
    while text.len() < 2_000_000 {
        writeln!(text, "export interface Thing{index} {{ id: string; next: Thing{index} | null; kind: \"ONE\" | \"TWO\" }}").unwrap();
        index += 1;
    }
    let contract = parse(&Source::new("large.ts", text.as_str()), &Loading::alone());
    assert_eq!(contract.faults, []);
    assert_eq!(contract.names.len(), index);
    let contract = parse(&Source::new("larger.ts", text.repeat(5)), &Loading::alone());
    assert_eq!(contract.faults[0].kind, FaultKind::Limit);
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

const TASKS: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.contract.ts");

/// Words that make types refer to each other in every way.
const WORDS: &[&str] = &[
    "type A =",
    "type B<T> =",
    "interface C extends A {",
    "interface A {",
    "enum D {",
    "}",
    ";",
    "\n",
    "A",
    "B<",
    ">",
    "C",
    "T",
    "D.X",
    "X = \"ONE\",",
    "keyof",
    "Partial<",
    "Omit<",
    "Pick<",
    "Record<",
    "Exclude<",
    "NonNullable<",
    ",",
    "\"a\"",
    "|",
    "&",
    "[",
    "]",
    "a:",
    "a?:",
    "{",
    "[Key in",
    "string",
    "number",
    "null",
    "undefined",
    "(",
    ")",
    "=>",
    "typeof",
    "const E = [\"a\"] as const;",
    "E",
    "export",
    "\"GET /a/:a\":",
    "answers:",
    "200:",
    "path:",
    "/** @minimum 1 */",
];

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
    fn a_typescript_contract_cut_or_changed_anywhere_is_still_read(at in 0..TASKS.len(), with in "[\\[\\]{}<>():;,&|*\"'`/$=?a1\\n \\-]{0,6}", cut in any::<bool>()) {
        let at = (0..=at).rev().find(|at| TASKS.is_char_boundary(*at)).unwrap();
        let rest = if cut { "" } else { &TASKS[at..] };
        let text = format!("{}{with}{rest}", &TASKS[..at]);
        let contract = parse(&Source::new("tasks.ts", text.clone()), &Loading::alone());
        for finding in rules::judge(&contract) {
            prop_assert!(finding.place.span.start <= finding.place.span.end && finding.place.span.end as usize <= text.len());
        }
        for endpoint in &contract.endpoints {
            contract.pagination(endpoint);
        }
    }

    #[test]
    fn any_words_of_typescript_are_read(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        let text = words.join(" ");
        let contract = parse(&Source::new("words.ts", text), &Loading::alone());
        for (_, id) in &contract.names {
            contract.fields(*id);
        }
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        parse(&Source::new("a", &*text), &Loading::alone());
        parse(&Source::new("a.ts", &*text), &Loading::alone());
    }
}
