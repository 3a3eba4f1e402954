//! `guild check api`.

use crate::world::World;

const SOUND: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.openapi.yaml");

#[test]
fn the_contract_that_the_skill_teaches_passes() {
    let world = World::alone();
    world.write("project/openapi.yaml", SOUND);
    let run = world.guild("check api openapi.yaml --deny warnings").ok();
    assert!(run.stdout.contains("1 file"), "{run}");
}

#[test]
fn a_defect_is_told_at_its_line_and_may_be_silenced_there_with_a_reason() {
    let world = World::alone();
    let defect = SOUND.replace("      operationId: listTasks\n", "");
    assert_ne!(defect, SOUND);
    world.write("project/openapi.yaml", &defect);
    let run = world.guild("check api openapi.yaml --deny warnings --format json");
    let report = run.fails(1).json();
    assert_eq!(report["check"], "api");
    let finding = &report["findings"][0];
    assert_eq!(finding["rule"], "api/operation-id-missing");
    assert_eq!(finding["path"], "openapi.yaml");
    assert_eq!(finding["startLine"], 14);
    let allow = "# guild: allow api/operation-id-missing: the client is written by hand\n";
    world.write("project/openapi.yaml", &format!("{allow}{defect}"));
    world.guild("check api openapi.yaml --deny warnings").ok();
}

#[test]
fn a_contract_in_several_files_is_told_of_in_each() {
    let world = World::alone();
    world.write(
        "project/api/openapi.yaml",
        "openapi: 3.1.0\npaths:\n  /api/tasks:\n    $ref: tasks.yaml\n",
    );
    world.write("project/api/tasks.yaml", "get:\n  operationId: listTasks\n");
    let report = world
        .guild("check api api/openapi.yaml --format json")
        .fails(1)
        .json();
    assert_eq!(report["summary"]["files"], 2);
    assert_eq!(report["findings"][0]["path"], "api/tasks.yaml");
}

#[test]
fn a_file_that_is_not_there_could_not_be_checked() {
    let run = World::alone().guild("check api none.yaml").fails(2);
    assert!(run.stderr.contains("could not read none.yaml"), "{run}");
}

#[test]
fn a_contract_in_typescript_is_judged_by_the_same_rules_and_silenced_in_its_own_comments() {
    let world = World::alone();
    let sound =
        include_str!("../../../../skills/api-and-interface-design/references/tasks.contract.ts");
    world.write("project/contract.ts", sound);
    world.guild("check api contract.ts --deny warnings").ok();
    let defect = sound.replace(
        "export type UserId = string & { readonly __brand: \"UserId\" };",
        "export type UserId = string;",
    );
    assert_ne!(defect, sound);
    world.write("project/contract.ts", &defect);
    let report = world
        .guild("check api contract.ts --deny warnings --format json")
        .fails(1)
        .json();
    let findings = report["findings"].as_array().unwrap().iter();
    let told = findings.filter(|finding| finding["severity"] != "NOTE");
    let told: Vec<_> = told.map(|finding| finding["rule"].as_str()).collect();
    assert_eq!(told, [Some("api/id-unbranded")]);
    let allow = "// guild: allow api/id-unbranded: users come from a service that has no types\n";
    world.write("project/contract.ts", &format!("{allow}{defect}"));
    world.guild("check api contract.ts --deny warnings").ok();
}

#[test]
fn the_sources_of_a_program_are_checked_beside_its_contract() {
    let world = World::alone();
    world.write("project/openapi.yaml", SOUND);
    let client = "export async function rate(): Promise<number> {\n  const response = await fetch(\"https://rates.example/v1\");\n  const body = await response.json();\n  return body.rate;\n}\n";
    world.write("project/src/rates.ts", client);
    let report = world
        .guild("check api openapi.yaml --sources src --deny warnings --format json")
        .fails(1)
        .json();
    let findings = report["findings"].as_array().unwrap();
    let told = findings
        .iter()
        .find(|finding| finding["rule"] == "api/response-unvalidated");
    assert_eq!(told.unwrap()["path"], "src/rates.ts");
    assert_eq!(told.unwrap()["startLine"], 3);
    let parsed = client.replace(
        "const body = await response.json();",
        "const body = parseRates(await response.json());",
    );
    world.write("project/src/rates.ts", &parsed);
    world
        .guild("check api openapi.yaml --sources src --deny warnings")
        .ok();
    let run = world
        .guild("check api openapi.yaml --sources none")
        .fails(2);
    assert!(run.stderr.contains("could not read none"), "{run}");
}

#[test]
fn the_report_ends_with_the_checklist_answered_and_counted() {
    let world = World::alone();
    let defect = SOUND.replace("totalPages: { type: integer }", "pages: { type: integer }");
    world.write("project/openapi.yaml", &defect);
    let report = world
        .guild("check api openapi.yaml --format json")
        .fails(1)
        .json();
    let lines = report["checklist"].as_array().unwrap();
    let line = |text: &str| {
        let mut lines = lines.iter();
        lines.find(|line| line["text"] == text).unwrap()
    };
    let typed = line("typed input and output schemas exist for every endpoint");
    assert_eq!(
        (typed["answer"].as_str(), typed["evidence"].as_str()),
        (Some("YES"), Some("7 endpoints"))
    );
    let lists = line("list endpoints paginate");
    assert_eq!(
        (lists["answer"].as_str(), lists["evidence"].as_str()),
        (Some("NO"), Some("2 defects found; 2 lists judged"))
    );
    let sources = line("validation only at boundaries");
    assert_eq!(sources["answer"], "NOT_APPLICABLE");
    let run = world.guild("check api openapi.yaml").fails(1);
    let told = "no              list endpoints paginate: 2 defects found; 2 lists judged";
    assert!(run.stdout.contains(told), "{run}");
    let run = world
        .guild("check api openapi.yaml --format markdown")
        .fails(1);
    let told = "- [ ] list endpoints paginate: 2 defects found; 2 lists judged";
    assert!(run.stdout.contains(told), "{run}");
}

#[test]
fn a_contract_of_another_convention_says_so_in_the_settings() {
    let world = World::alone();
    let other = SOUND.replace("pageSize", "per_page");
    world.write("project/openapi.yaml", &other);
    world
        .guild("check api openapi.yaml --deny warnings")
        .fails(1);
    let settings = "[api.names]\npageSize = \"per_page\"\n";
    world.write("project/guild.toml", settings);
    world.guild("check api openapi.yaml --deny warnings").ok();
    world.write("project/guild.toml", "[api.names]\nsize = \"per_page\"\n");
    let run = world.guild("check api openapi.yaml").fails(2);
    assert!(
        run.stderr
            .contains("guild.toml:2:1: `size` is not known here"),
        "{run}"
    );
}

#[test]
fn an_api_in_both_languages_is_held_against_itself() {
    const TYPESCRIPT: &str =
        include_str!("../../../../skills/api-and-interface-design/references/tasks.contract.ts");
    let world = World::alone();
    world.write("project/openapi.yaml", SOUND);
    world.write("project/contract.ts", TYPESCRIPT);
    let both = "check api contract.ts openapi.yaml --deny warnings --format json";
    world.guild(both).ok();
    let allow = "  // guild: allow api/twin-part-missing: it comes with the next release\n";
    let more = TYPESCRIPT.replace("  authorId: UserId;\n", "");
    world.write("project/contract.ts", &more);
    let report = world.guild(both).fails(1).json();
    let finding = &report["findings"][0];
    assert_eq!(finding["rule"], "api/twin-part-missing");
    assert_eq!(finding["path"], "contract.ts");
    let alone = "check api contract.ts --deny warnings";
    world.guild(alone).ok();
    let silenced = more.replace(
        "export interface Comment {",
        &format!("{}export interface Comment {{", allow.trim_start()),
    );
    world.write("project/contract.ts", &silenced);
    world.guild(both).ok();
    let idle = world.guild(alone).ok();
    assert!(!idle.stdout.contains("unused-allow"), "{idle}");
}
