//! Contracts that are answered: by what they say, and by what became of their things.

use std::sync::Arc;

use guild_check::Source;
use guild_check_api::mock::{Mock, MockOptions, Reply, Request, State};
use guild_check_api::starter::{Plan, Wish, contract_ts, openapi};
use guild_check_api::{Conventions, Loading, parse};
use proptest::prelude::{ProptestConfig, proptest};
use proptest::sample::select;
use serde_json::{Value, json};

use crate::corpus::texts;

/// A mock, and what became of its things.
struct World {
    mock: Mock,
    state: State,
}

fn tasks() -> Plan {
    let list = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let fields = [
        "title:string:1..20",
        "notes?:text",
        "priority:LOW,HIGH",
        "isPinned:boolean",
        "labels:string[]",
        "comments.text:text",
    ];
    let wish = Wish {
        resource: "tasks".to_owned(),
        fields: list(&fields),
        filters: list(&["status", "isPinned", "priority"]),
        states: list(&["OPEN", "DONE:completedAt:date-time"]),
        subs: list(&["comments"]),
        ..Wish::default()
    };
    Plan::parse(&wish).unwrap()
}

impl World {
    fn of(name: &str, text: &str) -> Self {
        let contract = parse(&Source::new(name, text), &Loading::alone());
        let options = MockOptions {
            seed: 1,
            items: 25,
            credential: None,
        };
        Self {
            mock: Mock::new(Arc::new(contract), Conventions::default(), options),
            state: State::default(),
        }
    }

    /// The same contract in both languages.
    fn both() -> [Self; 2] {
        [
            Self::of("openapi.yaml", &openapi(&tasks())),
            Self::of("contract.ts", &contract_ts(&tasks())),
        ]
    }

    fn send(&mut self, method: &str, target: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let headers: Vec<(String, String)> = headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let request = Request {
            method,
            target,
            headers: &headers,
            body: Some(body.as_bytes()),
        };
        self.mock.answer(&mut self.state, request)
    }

    fn get(&mut self, target: &str) -> (u16, Value) {
        answer(&self.send("GET", target, &[("authorization", "Bearer any")], ""))
    }

    fn write(&mut self, method: &str, target: &str, body: &Value) -> (u16, Value) {
        let headers = [
            ("authorization", "Bearer any"),
            ("content-type", "application/json"),
        ];
        answer(&self.send(method, target, &headers, &body.to_string()))
    }
}

fn answer(reply: &Reply) -> (u16, Value) {
    (
        reply.status,
        serde_json::from_slice(&reply.body).unwrap_or(Value::Null),
    )
}

fn code(answer: &(u16, Value)) -> (u16, &str) {
    (answer.0, answer.1["error"]["code"].as_str().unwrap_or(""))
}

#[test]
fn a_list_is_paged_and_filtered_and_empty_beyond_its_end() {
    for mut world in World::both() {
        let (status, first) = world.get("/api/tasks");
        assert_eq!(status, 200, "{first}");
        assert_eq!(
            (
                &first["page"],
                &first["pageSize"],
                &first["totalItems"],
                &first["totalPages"]
            ),
            (&json!(1), &json!(20), &json!(25), &json!(2))
        );
        assert_eq!(first["items"].as_array().map(Vec::len), Some(20));
        let (_, second) = world.get("/api/tasks?page=2&pageSize=20");
        assert_eq!(second["items"].as_array().map(Vec::len), Some(5));
        assert_ne!(first["items"][0]["id"], second["items"][0]["id"]);
        let (status, beyond) = world.get("/api/tasks?page=9");
        assert_eq!(
            (status, &beyond["items"], &beyond["totalItems"]),
            (200, &json!([]), &json!(25))
        );
        let (_, pinned) = world.get("/api/tasks?isPinned=true&pageSize=100");
        let pinned = pinned["items"].as_array().unwrap();
        assert!(
            !pinned.is_empty()
                && pinned.len() < 25
                && pinned.iter().all(|task| task["isPinned"] == true)
        );
    }
}

#[test]
fn what_is_created_is_there_until_it_is_deleted_and_only_given_fields_change() {
    for mut world in World::both() {
        let (status, made) = world.write(
            "POST",
            "/api/tasks",
            &json!({ "title": "Renew", "priority": "HIGH" }),
        );
        assert_eq!(status, 201, "{made}");
        assert_eq!(
            (
                &made["title"],
                &made["notes"],
                &made["isPinned"],
                &made["status"]
            ),
            (&json!("Renew"), &Value::Null, &json!(false), &json!("OPEN"))
        );
        let path = format!("/api/tasks/{}", made["id"].as_str().unwrap());
        assert_eq!(world.get(&path), (200, made.clone()));
        assert_eq!(world.get("/api/tasks").1["totalItems"], 26);
        let (status, changed) = world.write("PATCH", &path, &json!({ "title": "Renewed" }));
        let mut expected = made.clone();
        expected["title"] = json!("Renewed");
        assert_eq!((status, &changed), (200, &expected));
        let (status, done) = world.write("PATCH", &path, &json!({ "status": "DONE" }));
        assert_eq!(
            (status, &done["status"], &done["title"]),
            (200, &json!("DONE"), &json!("Renewed"))
        );
        assert!(done["completedAt"].is_string(), "{done}");
        let (status, comment) = world.write(
            "POST",
            &format!("{path}/comments"),
            &json!({ "text": "Done." }),
        );
        assert_eq!((status, &comment["taskId"]), (201, &made["id"]));
        assert_eq!(
            world.get(&format!("{path}/comments")).1["items"][0],
            comment
        );
        assert_eq!(world.write("DELETE", &path, &Value::Null).0, 204);
        for gone in [path.clone(), format!("{path}/comments")] {
            assert_eq!(code(&world.get(&gone)), (404, "TASK_NOT_FOUND"), "{gone}");
        }
        assert_eq!(world.write("DELETE", &path, &Value::Null).0, 404);
        assert_eq!(world.get("/api/tasks").1["totalItems"], 25);
    }
}

#[test]
fn what_is_wrong_is_refused_in_the_error_body_of_the_contract() {
    for mut world in World::both() {
        let json_type = [
            ("authorization", "Bearer any"),
            ("content-type", "application/json"),
        ];
        let post = |world: &mut World, headers: &[(&str, &str)], body: &str| {
            answer(&world.send("POST", "/api/tasks", headers, body))
        };
        for (given, status, wanted) in [
            (
                post(&mut world, &json_type, "{\"title\": "),
                400,
                "MALFORMED_BODY",
            ),
            (post(&mut world, &json_type, ""), 400, "MALFORMED_BODY"),
            (post(&mut world, &json_type, "{}"), 422, "VALIDATION_FAILED"),
            (
                post(
                    &mut world,
                    &json_type,
                    "{\"title\": \"\", \"priority\": \"LOW\"}",
                ),
                422,
                "VALIDATION_FAILED",
            ),
            (
                post(&mut world, &json_type[..1], "{}"),
                415,
                "MEDIA_TYPE_UNSUPPORTED",
            ),
            (
                post(
                    &mut world,
                    &[
                        ("authorization", "Bearer any"),
                        ("content-type", "text/plain"),
                    ],
                    "{}",
                ),
                415,
                "MEDIA_TYPE_UNSUPPORTED",
            ),
            (post(&mut world, &[], "{}"), 401, "UNAUTHENTICATED"),
            (
                post(&mut world, &[("authorization", "Basic x")], "{}"),
                401,
                "UNAUTHENTICATED",
            ),
            (world.get("/api/tasks?page=two"), 400, "MALFORMED_QUERY"),
            (
                world.get("/api/tasks?pageSize=101"),
                422,
                "VALIDATION_FAILED",
            ),
            (
                world.get("/api/tasks?status=OPENED"),
                422,
                "VALIDATION_FAILED",
            ),
            (
                world.get("/api/tasks/task_0000000000"),
                404,
                "TASK_NOT_FOUND",
            ),
            (world.get("/api/tasks/7"), 404, "TASK_NOT_FOUND"),
            (world.get("/api/tusks"), 404, "ROUTE_UNKNOWN"),
            (
                world.write("PUT", "/api/tasks", &json!({})),
                405,
                "METHOD_NOT_ALLOWED",
            ),
        ] {
            assert_eq!(code(&given), (status, wanted), "{given:?}");
        }
        let (_, body) = post(
            &mut world,
            &json_type,
            "{\"title\": \"\", \"priority\": \"LOW\"}",
        );
        assert_eq!(body["error"]["details"][0]["field"], "title");
        let reply = world.send("PUT", "/api/tasks", &[], "");
        assert!(
            reply
                .headers
                .contains(&("allow".to_owned(), "GET, POST, HEAD".to_owned())),
            "{reply:?}"
        );
        let large = Request {
            method: "POST",
            target: "/api/tasks",
            headers: &[("authorization".into(), "Bearer x".into())],
            body: None,
        };
        assert_eq!(world.mock.answer(&mut world.state, large).status, 413);
    }
}

#[test]
fn the_same_seed_gives_the_same_and_a_credential_can_be_the_only_one() {
    let text = openapi(&tasks());
    let list = |seed| {
        let mut world = World::of("openapi.yaml", &text);
        let contract = parse(
            &Source::new("openapi.yaml", text.as_str()),
            &Loading::alone(),
        );
        let options = MockOptions {
            seed,
            items: 3,
            credential: Some("secret".to_owned()),
        };
        world.mock = Mock::new(Arc::new(contract), Conventions::default(), options);
        assert_eq!(world.get("/api/tasks").0, 401);
        answer(&world.send(
            "GET",
            "/api/tasks",
            &[("authorization", "bearer secret")],
            "",
        ))
    };
    assert_eq!(list(1), list(1));
    assert_ne!(list(1), list(2));
    assert_eq!(list(1).1["items"][0]["title"], "Title");
}

#[test]
fn what_follows_no_pattern_is_answered_by_its_example() {
    let text = "\
openapi: 3.0.3
servers: [{ url: 'https://api.example.com/v1' }]
paths:
  /reports/{year}:
    get:
      parameters: [{ name: year, in: path, required: true, schema: { type: integer } }]
      responses:
        '200': { description: One, content: { application/json: { schema: { type: object }, example: { total: 7 } } } }
        '400': { description: Bad }
  /health:
    get: { responses: { '200': { description: Fine, content: { text/plain: { example: fine } } } } }
";
    let mut world = World::of("openapi.yaml", text);
    assert_eq!(world.get("/reports/2026"), (200, json!({ "total": 7 })));
    assert_eq!(world.get("/v1/reports/2026"), (200, json!({ "total": 7 })));
    assert_eq!(world.get("/reports/last").0, 400);
    let reply = world.send(
        "HEAD",
        "/health",
        &[("origin", "http://localhost:5173")],
        "",
    );
    assert_eq!((reply.status, reply.body.len()), (200, 0));
    assert!(
        reply
            .headers
            .contains(&("access-control-allow-origin".to_owned(), "*".to_owned()))
    );
    assert_eq!(world.send("GET", "/health", &[], "").body, b"fine");
}

#[test]
fn every_operation_of_a_real_contract_is_answered() {
    // The largest take long to survey, and say nothing that the others do not.
    for (name, text) in texts()
        .into_iter()
        .filter(|(_, text)| text.len() < 3_000_000)
    {
        let mut world = World::of(&name, &text);
        let calls: Vec<(String, String)> = world
            .mock
            .contract()
            .endpoints
            .iter()
            .take(30)
            .map(|endpoint| {
                (
                    endpoint.method.word().to_owned(),
                    endpoint.path.text.replace(['{', '}'], ""),
                )
            })
            .collect();
        for (method, path) in calls {
            let reply = world.send(
                &method,
                &path,
                &[
                    ("authorization", "Bearer x"),
                    ("content-type", "application/json"),
                ],
                "{}",
            );
            assert!(
                (200..500).contains(&reply.status),
                "{name} {method} {path} {reply:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Whatever is sent gets an answer that the contract knows, and what is answered is what the contract says.
    #[test]
    fn anything_may_be_sent(method in select(vec!["GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS", "X"]),
        tail in "(|/[ -~]{0,12}|\\?[ -~]{0,20}|/task_01JD4Q8Z6T(/comments)?)", body in "(\\{[ -~]{0,20}\\}|[ -~]{0,10})") {
        let mut world = World::of("openapi.yaml", &openapi(&tasks()));
        let headers = [("authorization", "Bearer x"), ("content-type", "application/json")];
        let reply = world.send(method, &format!("/api/tasks{tail}"), &headers, &body);
        assert!([200, 201, 204, 400, 404, 405, 422].contains(&reply.status), "{reply:?}");
    }
}

/// Parcels whose contract has a code for some reasons only, and no example of an error.
const PARCELS: &str = "\
openapi: 3.1.0
paths:
  /api/parcels:
    get: { responses: { '200': { $ref: '#/components/responses/Parcels' }, '500': { $ref: '#/components/responses/Error' } } }
  /api/parcels/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
        '404': { $ref: '#/components/responses/Error' }
components:
  responses:
    Parcels: { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Parcel' } } } } }
    Error: { description: No., content: { application/json: { schema: { $ref: '#/components/schemas/Error' } } } }
  schemas:
    Parcel: { type: object, required: [id], properties: { id: { type: string } } }
    Error:
      type: object
      required: [error]
      properties:
        error:
          type: object
          required: [code, message]
          properties:
            code: { type: string, enum: [CODES] }
            message: { type: string }
";

#[test]
fn a_refusal_has_the_code_that_fits_best_of_those_that_there_are() {
    for (codes, thing, route, method) in [
        (
            "MALFORMED, FORBIDDEN, LABEL_NOT_FOUND, PARCEL_NOT_FOUND, INVALID, INTERNAL_ERROR",
            "PARCEL_NOT_FOUND",
            "MALFORMED",
            "MALFORMED",
        ),
        (
            "INTERNAL, PARCEL_NOT_FOUND, NOT_FOUND, METHOD_NOT_ALLOWED",
            "PARCEL_NOT_FOUND",
            "NOT_FOUND",
            "METHOD_NOT_ALLOWED",
        ),
        (
            "INTERNAL, PARCEL_UNKNOWN, BAD_REQUEST",
            "PARCEL_UNKNOWN",
            "BAD_REQUEST",
            "BAD_REQUEST",
        ),
        (
            "INTERNAL, ITEM_NOT_FOUND, METHOD_WRONG",
            "ITEM_NOT_FOUND",
            "ITEM_NOT_FOUND",
            "METHOD_WRONG",
        ),
    ] {
        let mut world = World::of("openapi.yaml", &PARCELS.replace("CODES", codes));
        assert_eq!(
            code(&world.get("/api/parcels/pcl_0000000000")),
            (404, thing),
            "{codes}"
        );
        assert_eq!(code(&world.get("/nope")), (404, route), "{codes}");
        let wrong = world.write("PUT", "/api/parcels", &json!({}));
        assert_eq!(code(&wrong), (405, method), "{codes}");
    }
}
