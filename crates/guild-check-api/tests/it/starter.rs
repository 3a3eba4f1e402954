//! Contracts that are started: they pass the check, in both languages, and both say the same.

use std::sync::Arc;

use guild_check::Source;
use guild_check::contract::Date;
use guild_check_api::rules::judge_design;
use guild_check_api::starter::{
    IdForm, Plan, Refusal, Wish, catalogue, contract_ts, openapi, prove,
};
use guild_check_api::{Contract, Conventions, Loading, Survey, evolution, parse};
use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof, proptest};
use proptest::sample::select;

fn wish(resource: &str, fields: &[&str]) -> Wish {
    Wish {
        resource: resource.to_owned(),
        fields: fields.iter().map(|&field| field.to_owned()).collect(),
        ..Wish::default()
    }
}

/// The contract that the skill works through.
fn tasks() -> Wish {
    let list = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    Wish {
        resource: "tasks".to_owned(),
        fields: list(&[
            "title:string:1..120",
            "notes?:text",
            "priority:LOW,NORMAL,HIGH",
            "dueAt:date-time?",
            "isPinned:boolean",
            "assigneeId?:UserId",
            "labels:string[]:0..20",
            "comments.text:text",
        ]),
        filters: list(&["status", "isPinned", "assigneeId"]),
        states: list(&[
            "OPEN",
            "DONE:completedAt:date-time",
            "DROPPED:reason:string",
        ]),
        subs: list(&["comments"]),
        ids: IdForm::Prefixed,
    }
}

fn contract(name: &str, text: String) -> Contract {
    parse(&Source::new(name, text), &Loading::alone())
}

/// Fails where a rule finds something, or where the two forms mean different things.
fn is_sound(plan: &Plan) {
    for (name, text) in [
        ("openapi.yaml", openapi(plan)),
        ("contract.ts", contract_ts(plan)),
    ] {
        let survey = Survey::of(
            Arc::new(contract(name, text.clone())),
            Conventions::default(),
        );
        let found = judge_design(&survey);
        let found: Vec<String> = found
            .iter()
            .map(|found| format!("{} {}", found.rule, found.message))
            .collect();
        assert_eq!(found, Vec::<String>::new(), "{text}");
    }
    let yaml = contract("openapi.yaml", openapi(plan));
    let types = contract("contract.ts", contract_ts(plan));
    let today = Date::parse("2026-11-20").unwrap();
    for (old, new) in [(&yaml, &types), (&types, &yaml)] {
        let evolution = evolution::compare(old, new, today);
        // Types are open to more fields than they list: TypeScript has no word for the opposite.
        let changes = evolution
            .changes
            .iter()
            .filter(|change| !change.message.contains("fields that are not listed"));
        let changes: Vec<String> = changes
            .map(|change| format!("{} {}", change.rule, change.message))
            .collect();
        assert_eq!(
            changes,
            Vec::<String>::new(),
            "{}\n{}",
            openapi(plan),
            contract_ts(plan)
        );
    }
}

fn refused(wish: &Wish) -> Refusal {
    Plan::parse(wish)
        .and_then(|plan| prove(&plan))
        .expect_err("it is refused")
}

#[test]
fn the_contract_of_the_skill_can_be_started() {
    let plan = Plan::parse(&tasks()).unwrap();
    is_sound(&plan);
    let catalogue = catalogue(&plan);
    for code in ["TASK_NOT_FOUND", "TASK_STATE_CONFLICT", "VALIDATION_FAILED"] {
        assert!(catalogue.contains(&format!("| `{code}` |")), "{catalogue}");
        assert!(openapi(&plan).contains(code));
    }
}

#[test]
fn names_that_clash_with_types_words_and_each_other_are_told_apart() {
    let mut wish = wish(
        "pages",
        &[
            "null:string",
            "class:A,B",
            "yes:boolean[]",
            "parentId?:id",
            "page-ids.on:string",
            "page-pages.no?:NO,YES",
            "open-pages.type:string",
        ],
    );
    wish.subs = vec!["page-ids".into(), "page-pages".into(), "open-pages".into()];
    wish.states = vec!["OPEN".into(), "DONE:endedAt:date-time".into()];
    is_sound(&Plan::parse(&wish).unwrap());
    for resource in [
        "people",
        "news",
        "dns-records",
        "apis",
        "statuses",
        "series",
        "records",
        "dates",
        "sets",
        "oauth2-clients",
    ] {
        is_sound(&Plan::parse(&self::wish(resource, &["name:string"])).unwrap());
    }
}

#[test]
fn what_would_not_pass_is_refused_with_what_fits() {
    let field = |field: &str| refused(&wish("tasks", &[field]));
    let resource = |name: &str| refused(&wish(name, &["title:string"]));
    for (refusal, message, hint) in [
        (resource("createTask"), "says what is done", "`tasks`"),
        (resource("approve"), "says what is done", "`approvals`"),
        (resource("task"), "not in the plural", "`tasks`"),
        (resource("person"), "not in the plural", "`people`"),
        (resource("orderItems"), "small letters", "`order-items`"),
        (resource("Tasks"), "small letters", "`tasks`"),
        (resource("2fa-tokens"), "no name of a resource", "`tasks`"),
        (resource(""), "no name of a resource", "`tasks`"),
        (field("due_at:date"), "not camelCase", "`dueAt`"),
        (field("DUE_AT:date"), "not camelCase", "`dueAt`"),
        (field("pinned:boolean"), "is, has or can", "`isPinned`"),
        (
            field("createdAt:date-time"),
            "made by the server",
            "leave it out",
        ),
        (field("createdOn:date-time"), "createdOn", "leave it out"),
        (field("perPage:integer"), "`pageSize`", "difference"),
        (field("ownerId:string"), "is an id", "`ownerId:id`"),
        (field("title"), "has no type", "title:string"),
        (field("title:sting"), "is no type", "`title:string`"),
        (field("title:string:9..2"), "leave nothing", "smaller"),
        (field("priority:low,high"), "not UPPER_SNAKE", "`LOW`"),
        (field("priority:LOW,LOW"), "twice", "out"),
        (field("status:OPEN,DONE"), "state", "--state OPEN"),
        (
            field("notes.text:text"),
            "no such sub-resource",
            "--sub notes",
        ),
        (
            refused(&wish("tasks", &["title:string", "title:text"])),
            "named twice",
            "its own",
        ),
        (refused(&wish("tasks", &[])), "no field", "--field title"),
    ] {
        assert!(refusal.message.contains(message), "{refusal:?}");
        assert!(refusal.hint.contains(hint), "{refusal:?}");
    }
}

#[test]
fn filters_and_states_that_cannot_be_are_refused() {
    let with = |change: &dyn Fn(&mut Wish)| {
        let mut wish = tasks();
        change(&mut wish);
        refused(&wish)
    };
    for (refusal, hint) in [
        (
            with(&|wish| wish.filters.push("prioriti".into())),
            "`priority`",
        ),
        (
            with(&|wish| wish.filters.push("labels".into())),
            "one value",
        ),
        (with(&|wish| wish.filters.push("status".into())), "out"),
        (
            with(&|wish| wish.states = vec!["OPEN".into()]),
            "at least two",
        ),
        (
            with(&|wish| wish.states.push("inProgress".into())),
            "`IN_PROGRESS`",
        ),
        (
            with(&|wish| wish.states.push("LATE:title:string".into())),
            "its own",
        ),
        (with(&|wish| wish.subs.push("comments".into())), "once"),
        (
            with(&|wish| wish.subs.push("votes".into())),
            "--field votes.title",
        ),
        (
            with(&|wish| wish.fields.push("comments.taskId:id".into())),
            "leave it out",
        ),
    ] {
        assert!(refusal.hint.contains(hint), "{refusal:?}");
    }
}

const NOUNS: [&str; 24] = [
    "tasks",
    "people",
    "children",
    "news",
    "dns",
    "apis",
    "series",
    "pages",
    "errors",
    "objects",
    "functions",
    "classes",
    "statuses",
    "order-items",
    "user-ids",
    "id-cards",
    "page-queries",
    "error-codes",
    "open-tasks",
    "data",
    "media",
    "sms",
    "oauth2-clients",
    "analyses",
];

const NAMES: [&str; 24] = [
    "title",
    "name",
    "type",
    "kind",
    "class",
    "null",
    "true",
    "yes",
    "no",
    "on",
    "items",
    "page",
    "pageSize",
    "total",
    "error",
    "code",
    "message",
    "isPinned",
    "hasNext",
    "ownerId",
    "htmlURL",
    "x",
    "dueAt",
    "constructor",
];

fn field() -> impl Strategy<Value = String> {
    let random = "[a-z][a-zA-Z0-9]{0,8}";
    let name = prop_oneof![3 => select(&NAMES[..]).prop_map(str::to_owned), 1 => random];
    let types = [
        "string",
        "string:0..10",
        "string:40..50",
        "text",
        "integer",
        "integer:-5..5",
        "number",
        "number:..0",
        "boolean",
        "date",
        "date-time",
        "uri",
        "email",
        "uuid",
        "id",
        "UserId",
        "TaskId",
        "LOW,HIGH",
        "NO,YES,NULL",
        "string[]",
        "integer[]:1..3",
        "A,B[]",
        "id[]",
        "date[]",
    ];
    (name, any::<bool>(), select(types.to_vec())).prop_map(|(name, is_optional, kind)| {
        format!("{name}{}:{kind}", if is_optional { "?" } else { "" })
    })
}

fn noun() -> impl Strategy<Value = String> {
    prop_oneof![3 => select(&NOUNS[..]).prop_map(str::to_owned), 1 => "[a-z][a-z0-9-]{0,7}s"]
}

fn states() -> impl Strategy<Value = Vec<String>> {
    let some = [
        "OPEN",
        "DONE:completedAt:date-time",
        "DROPPED:reason:string",
        "IN_PROGRESS",
        "A1:left?:integer",
    ];
    prop_oneof![
        Just(Vec::new()),
        Just(some.iter().map(|&state| state.to_owned()).collect()),
        Just(vec!["NO".to_owned(), "ON".to_owned()])
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is accepted passes; and most of what has sound parts is accepted.
    #[test]
    fn whatever_is_accepted_passes_the_check_and_means_the_same_in_both_languages(
        resource in noun(), fields in vec(field(), 1..6), filters in vec(0..6_usize, 0..3), states in states(),
        sub in noun(), sub_fields in vec(field(), 0..3), is_uuid in any::<bool>(),
    ) {
        let name = |field: &String| field.split(['?', ':']).next().unwrap_or("").to_owned();
        let filters = filters.into_iter().filter_map(|index| fields.get(index)).map(name).collect();
        let subs = if sub_fields.is_empty() { Vec::new() } else { vec![sub.clone()] };
        let all = fields.iter().cloned().chain(sub_fields.iter().map(|field| format!("{sub}.{field}"))).collect();
        let ids = if is_uuid { IdForm::Uuid } else { IdForm::Prefixed };
        let wish = Wish { resource, fields: all, filters, states, subs, ids };
        if let Ok(plan) = Plan::parse(&wish)
            && prove(&plan).is_ok()
        {
            is_sound(&plan);
        }
    }

    /// Nothing that is typed brings it down.
    #[test]
    fn anything_may_be_typed(resource in ".{0,12}", field in ".{0,16}", state in ".{0,12}", filter in ".{0,8}") {
        for resource in [resource, "tasks".to_owned()] {
            let fields = vec!["title:string".to_owned(), field.clone()];
            let wish = Wish { resource, fields, filters: vec![filter.clone()], states: vec![state.clone()], ..Wish::default() };
            let _ = Plan::parse(&wish);
        }
    }
}
