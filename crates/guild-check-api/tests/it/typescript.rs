//! TypeScript contracts: what each part becomes in the model.

mod imports;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use guild_check::Source;
use guild_check::operation::Operations;
use guild_check_api::contract::{
    Contract, Endpoint, FaultKind, Language, ListForm, Location, SchemeKind, ShapeId, Types,
};
use guild_check_api::{ContractOperations, Conventions, Loading, Survey, parse, rules};

const TASKS: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.contract.ts");
const OPENAPI: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.openapi.yaml");

fn read(text: &str) -> Contract {
    parse(&Source::new("contract.ts", text), &Loading::alone())
}

fn told(contract: &Contract) -> Vec<String> {
    let faults = contract.faults.iter();
    faults
        .map(|fault| {
            format!(
                "{:?} {:?}: {}",
                contract.place(fault.spot),
                fault.kind,
                fault.message
            )
        })
        .collect()
}

/// Writes a shape out as one line, the way that a person would sketch it.
fn sketch(contract: &Contract, name: &str) -> String {
    let found = contract.names.iter().find(|(text, _)| &*text.text == name);
    sketch_of(contract, found.unwrap().1, 6)
}

fn sketch_of(contract: &Contract, id: ShapeId, left: usize) -> String {
    if left == 0 {
        return "…".to_owned();
    }
    let parts = contract.parts(id);
    let shapes: Vec<_> = parts.iter().map(|part| contract.shape(*part)).collect();
    let inner = |ids: &[ShapeId], sign: &str| {
        let parts: Vec<String> = ids
            .iter()
            .map(|id| sketch_of(contract, *id, left - 1))
            .collect();
        parts.join(sign)
    };
    for shape in &shapes {
        let alternatives = if shape.one_of.is_empty() {
            &shape.any_of
        } else {
            &shape.one_of
        };
        if !alternatives.is_empty() {
            return inner(alternatives, " | ");
        }
    }
    let fields = contract.fields(id).list;
    if !fields.is_empty() {
        let fields = fields.iter().map(|field| {
            let sign = if field.is_required { "" } else { "?" };
            format!(
                "{}{sign}: {}",
                field.name.text,
                sketch_of(contract, field.shape, left - 1)
            )
        });
        return format!("{{ {} }}", fields.collect::<Vec<_>>().join("; "));
    }
    let mut text = String::new();
    for shape in shapes {
        if let Some(values) = &shape.values {
            let values = values
                .iter()
                .map(|value| contract.view(*value).unwrap().written());
            return values.collect::<Vec<_>>().join(" | ");
        }
        if let Some(items) = shape.items {
            return format!("{}[]", sketch_of(contract, items, left - 1));
        }
        if !shape.first_items.is_empty() {
            return format!("[{}]", inner(&shape.first_items, ", "));
        }
        let names = Types::NAMED
            .iter()
            .filter(|(types, _)| shape.types.has(*types));
        let names: Vec<&str> = names.map(|(_, name)| *name).collect();
        write!(text, "{}", names.join(" | ")).unwrap();
        if shape.is_never {
            text += "nothing";
        }
        if let Some(format) = &shape.format {
            write!(text, "({})", format.text).unwrap();
        }
        if let Some(brand) = &shape.brand {
            write!(text, "#{}", brand.text).unwrap();
        }
    }
    text
}

#[test]
fn the_contract_of_the_skill_says_the_same_in_both_languages() {
    let typescript = read(TASKS);
    assert_eq!(told(&typescript), [""; 0]);
    assert_eq!(typescript.language, Language::TypeScript);
    let openapi = parse(
        &Source::new("tasks.openapi.yaml", OPENAPI),
        &Loading::alone(),
    );
    let facts = |contract: &Contract| -> BTreeMap<String, String> {
        let endpoints = contract.endpoints.iter();
        endpoints
            .map(|endpoint| {
                (
                    format!("{} {}", endpoint.method.word(), endpoint.path.text),
                    facts_of(contract, endpoint),
                )
            })
            .collect()
    };
    let (left, right) = (facts(&typescript), facts(&openapi));
    assert_eq!(left.len(), 7);
    assert_eq!(left, right);
    assert_eq!(
        typescript.schemes[0].kind,
        SchemeKind::Http("bearer".into())
    );
    assert_eq!(typescript.title.unwrap().text, openapi.title.unwrap().text);
}

/// Says what goes in and comes out of an endpoint, whatever language says it.
fn facts_of(contract: &Contract, endpoint: &Endpoint) -> String {
    let mut parameters: Vec<String> = endpoint
        .parameters
        .iter()
        .map(|parameter| {
            let shape = contract.shape(parameter.shape.unwrap());
            let limits = (
                shape.limits.minimum.map(|bound| bound.value),
                shape.limits.maximum.map(|bound| bound.value),
                shape.limits.longest,
            );
            let shape = plain(&sketch_of(contract, parameter.shape.unwrap(), 4));
            format!(
                "{:?} {} {} {shape} {limits:?}",
                parameter.location, parameter.name.text, parameter.is_required
            )
        })
        .collect();
    parameters.sort();
    let shape = |shape: Option<ShapeId>| shape.map(|shape| plain(&sketch_of(contract, shape, 8)));
    let body = endpoint
        .body
        .as_ref()
        .map(|body| shape(body.json().unwrap().shape));
    let answers = endpoint.answers.iter().map(|answer| {
        format!(
            "{:?} {:?}",
            answer.status,
            shape(answer.json().and_then(|media| media.shape))
        )
    });
    let answers: Vec<String> = answers.collect();
    let security = endpoint.security.as_ref().unwrap().alternatives[0][0].scopes[0]
        .text
        .clone();
    let id = endpoint.operation_id.as_ref().unwrap().text.clone();
    format!("{id}\n{parameters:#?}\n{body:?}\n{answers:#?}\n{security}")
}

/// Leaves out what only one of the languages can say.
fn plain(sketch: &str) -> String {
    let brands = ["#TaskId", "#UserId", "#CommentId"];
    brands
        .iter()
        .fold(sketch.to_owned(), |sketch, brand| sketch.replace(brand, ""))
}

#[test]
fn types_are_what_they_say() {
    let contract = read(
        r#"
        export type TaskId = string & { readonly __brand: "TaskId" };
        type Brand<T, Name> = T & { readonly [kind]: Name };
        type UserId = Brand<string, "UserId">;
        type Count = number & { __count: true };
        enum Status { Open = "OPEN", Done = "DONE" }
        const enum Level { Low, High = 5, Top }
        const SIZES = ["SMALL", "LARGE"] as const;
        const COLORS = { red: "RED", blue: "BLUE" } as const;
        type Size = (typeof SIZES)[number];
        type Color = (typeof COLORS)[keyof typeof COLORS];
        interface Base { id: TaskId; readonly tags?: ReadonlyArray<string> }
        interface Task extends Base { status: Status.Open | Status.Done; parent: Task | null; at: Date; level: Level }
        type Patch = Partial<Omit<Task, "id" | "parent">>;
        type Short = Pick<Task, "id"> & { title: string | undefined; rest: { [key: string]: number } };
        type Keys = keyof Base;
        type Id = Task["id"];
        type Map = Record<Size, boolean>;
        type Loose = { [Key in keyof Base]?: Base[Key] };
        type Pair = [string, number];
        type Some = Exclude<"A" | "B" | "C", "B">;
        type Sure = NonNullable<Task["parent"]>["id"];
        type Maybe = Required<{ a?: string; b: string | null }>;
        type Word = `task-${string}` | "x";
        type Flag = true | false;
        type Mixed = "AUTO" | 5 | null;
        "#,
    );
    assert_eq!(told(&contract), [""; 0]);
    for (name, wanted) in [
        ("TaskId", "string#TaskId"),
        ("UserId", "string#UserId"),
        ("Count", "number#__count"),
        ("Status", "OPEN | DONE"),
        ("Level", "0 | 5 | 6"),
        ("Size", "SMALL | LARGE"),
        ("Color", "RED | BLUE"),
        (
            "Patch",
            "{ status?: OPEN | DONE; at?: string(date-time); level?: 0 | 5 | 6; tags?: string[] }",
        ),
        (
            "Short",
            "{ title?: string; rest: object; id: string#TaskId }",
        ),
        ("Keys", "id | tags"),
        ("Id", "string#TaskId"),
        ("Map", "{ SMALL: boolean; LARGE: boolean }"),
        ("Loose", "{ id?: string#TaskId; tags?: string[] }"),
        ("Pair", "[string, number]"),
        ("Some", "A | C"),
        ("Sure", "string#TaskId"),
        ("Maybe", "{ a: string; b: string | null }"),
        ("Word", "string"),
        ("Flag", "boolean"),
        ("Mixed", "AUTO | 5 | null"),
    ] {
        assert_eq!(sketch(&contract, name), wanted, "{name}");
    }
}

#[test]
fn types_with_parameters_are_what_they_are_given() {
    let contract = read(
        r#"
        interface Page<Item, Extra = {}> { items: Item[]; totalItems: number; extra?: Extra }
        type Result<T, E extends string = "FAILED"> = { type: "OK"; value: T } | { type: E };
        interface Tree<T> { value: T; children: Tree<T>[] }
        interface Task { id: string }
        type Tasks = Page<Task>;
        type Texts = Page<string, number>;
        type Found = Result<Task>;
        type Forest = Tree<Task>;
        type Endless<T> = { next: Endless<T[]> };
        type Start = Endless<string>;
        "#,
    );
    assert_eq!(
        sketch(&contract, "Tasks"),
        "{ items: { id: string }[]; totalItems: number; extra?: object }"
    );
    assert_eq!(
        sketch(&contract, "Texts"),
        "{ items: string[]; totalItems: number; extra?: number }"
    );
    assert_eq!(
        sketch(&contract, "Found"),
        "{ type: OK; value: { id: string } } | { type: FAILED }"
    );
    assert_eq!(
        sketch(&contract, "Forest"),
        "{ value: { id: string }; children: { value: { id: string }; children: { value: { id: … }; children: …[] }[] }[] }"
    );
    let found = contract
        .names
        .iter()
        .find(|(name, _)| &*name.text == "Found")
        .unwrap()
        .1;
    let target = contract
        .parts(found)
        .into_iter()
        .find_map(|part| contract.shape(part).discriminator.clone());
    assert_eq!(&*target.unwrap().property.text, "type");
    let kinds: Vec<FaultKind> = contract.faults.iter().map(|fault| fault.kind).collect();
    assert_eq!(kinds, [FaultKind::Limit]);
}

#[test]
fn comments_narrow_what_they_stand_before() {
    let contract = read(
        "/** A task. */\ninterface Task {\n  /**\n   * When it is due.\n   * @format date-time\n   * @deprecated since May\n   * @example \"2026-11-20T09:00:00Z\"\n   */\n  dueAt: string;\n  /** @integer @minimum 1 @maximum 9 @default 3 */\n  level?: number | null;\n}\n",
    );
    let task = contract.names[0].1;
    let words = |written| contract.view(written).unwrap().text().unwrap().to_owned();
    assert_eq!(words(contract.shape(task).description.unwrap()), "A task.");
    let fields = contract.fields(task);
    let due = contract.shape(fields.get("dueAt").unwrap().shape);
    assert_eq!(words(due.description.unwrap()), "When it is due.");
    assert_eq!(words(due.examples[0]), "2026-11-20T09:00:00Z");
    assert!(due.is_deprecated);
    let format = due.format.as_ref().unwrap();
    assert_eq!(contract.place(format.spot).start().line, 5);
    let level = contract.shape(fields.get("level").unwrap().shape);
    assert_eq!(level.types, Types::INTEGER.with(Types::NULL));
    assert_eq!(level.limits.maximum.unwrap().value, 9.0);
    assert_eq!(
        contract.view(level.default.unwrap()).unwrap().number(),
        Some(3.0)
    );
}

#[test]
fn a_route_is_an_endpoint() {
    let contract = read(TASKS);
    let list = contract.endpoint_named("listTasks").unwrap();
    let page = contract.pagination(list).unwrap();
    assert_eq!(page.form, ListForm::Field("items".into()));
    assert_eq!(page.fields.join(" "), "page pageSize totalItems totalPages");
    let create = contract.endpoint_named("createTask").unwrap();
    assert_eq!(
        contract.place(create.spot).source.slice(create.spot.span),
        "\"POST /api/tasks\""
    );
    let key = create
        .parameters
        .iter()
        .find(|parameter| parameter.location == Location::Header)
        .unwrap();
    assert_eq!(
        (&*key.name.text, key.is_required),
        ("Idempotency-Key", false)
    );
    let operation = ContractOperations::new(contract).find("GET", "/api/tasks/{id}");
    let operation = operation.unwrap();
    assert_eq!(operation.summary.as_deref(), Some("Retrieve a task"));
    let error = operation
        .errors
        .iter()
        .find(|answer| answer.shape.is_some())
        .unwrap();
    assert!(error.codes.contains(&"TASK_NOT_FOUND".to_owned()));
}

#[test]
fn routes_that_are_not_understood_are_told_at_their_place() {
    for (route, wanted) in [
        (
            "\"GET /api/tasks/:id\": { answers: { 200: string } }",
            "`:id` stands in the path",
        ),
        (
            "\"GET /api/tasks\": { path: { id: string }; answers: { 200: string } }",
            "`id` is no part of the path",
        ),
        (
            "\"GET /api/tasks\": { query: { page?: number } }",
            "does not say its answers",
        ),
        (
            "\"GET /api/tasks\": { answers: { 20: string } }",
            "`20` is no status",
        ),
        (
            "\"GET /api/tasks\": { output: string; answers: { 200: string } }",
            "`output` is no part of a route",
        ),
        (
            "\"GET /api/tasks\": { answers: { 200: string } }; \"LIST /api/tasks\": { answers: { 200: string } }",
            "`LIST /api/tasks` is no route",
        ),
        (
            "\"GET /api/tasks\": { answers: { 200: string } }; \"GET /api/tasks/\": { answers: { 200: Missing } }",
            "the type `Missing` is declared nowhere",
        ),
    ] {
        let contract = read(&format!("interface Routes {{ {route} }}"));
        let told = told(&contract);
        assert!(
            told.len() == 1 && told[0].contains(wanted),
            "{route}: {told:?}"
        );
    }
}

#[test]
fn findings_are_said_in_the_words_of_the_language() {
    let contract = read(
        r#"
        interface ErrorBody { error: { code: string; message: string } }
        interface Task { title: any; extra: object; tags: unknown[] }
        export interface Routes {
          "GET /api/tasks": { answers: { 200: Task[]; 404: ErrorBody } };
          "POST /api/tasks": { body: { id: string; text: string; createdAt: string }; answers: { 201: Task | { url: string }; 400: { message: string } } };
          "PATCH /api/tasks": { answers: { 200: any; 500: void } };
        }
        "#,
    );
    let survey = Survey::of(Arc::new(contract), Conventions::default());
    let findings = rules::judge_design(&survey);
    assert!(findings.len() > 8, "{findings:#?}");
    for finding in findings {
        let text = format!("{} {}", finding.message, finding.help.unwrap_or_default());
        for word in [
            "schema",
            "oneOf",
            "Properties",
            "`properties`",
            "requestBody",
            "readOnly",
            "`items`",
            "`enum`",
            "`responses`",
            "`content`",
            "`discriminator`",
        ] {
            assert!(!text.contains(word), "{word}: {text}");
        }
    }
}
