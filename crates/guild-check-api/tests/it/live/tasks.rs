//! A server of tasks as the skill teaches one, and the defects that can be planted in it.

use std::net::TcpStream;
use std::sync::Mutex;

use serde_json::{Map, Value, json};

use super::TOKEN;
use super::raw::{JSON, Request, Server, answer};

/// A defect of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flaw {
    None,
    FaultOnLongTitle,
    DropsOneTask,
    UndeclaredStatus,
    HtmlNotFound,
    WrongType,
    OtherErrorBody,
    RefusesNotes,
    TakesMalformed,
    TakesInvalid,
    TakesAnyId,
    TakesAnyone,
    TakesAnyToken,
    ValidationIs400,
    PagesOverlap,
    PageSizeIgnored,
    TotalIsOneMore,
    LastPageForEver,
    PatchResetsPriority,
    PatchDoesNothing,
    PostKeepsNothing,
    DeleteKeepsAll,
    HomePageEverywhere,
    MethodsAreNotFound,
    TellsTheToken,
}

struct Store {
    tasks: Vec<Value>,
    comments: Vec<Value>,
    made: u64,
}

/// Starts a server with a defect.
pub(super) fn start(flaw: Flaw) -> Server {
    let store = Mutex::new(Store {
        tasks: Vec::new(),
        comments: Vec::new(),
        made: 0,
    });
    Server::start(move |request, stream| {
        let reply = store.lock().unwrap().reply(request, flaw);
        send(reply, flaw, stream);
    })
}

enum Reply {
    Json(u16, Value),
    Empty(u16),
    Html(u16),
    Nothing,
}

fn send(reply: Reply, flaw: Flaw, stream: &mut TcpStream) {
    match reply {
        Reply::Html(status) => answer(
            stream,
            status,
            "Content-Type: text/html\r\n",
            "<h1>Tasks</h1>",
        ),
        Reply::Json(404, _) if flaw == Flaw::HtmlNotFound => answer(
            stream,
            404,
            "Content-Type: text/html\r\n",
            "<h1>Not found</h1>",
        ),
        Reply::Json(422, body) if flaw == Flaw::ValidationIs400 => {
            answer(stream, 400, JSON, &body.to_string())
        }
        Reply::Json(status, body) => answer(stream, status, JSON, &body.to_string()),
        Reply::Empty(status) => answer(stream, status, "", ""),
        Reply::Nothing => {}
    }
}

fn error(status: u16, code: &str) -> Reply {
    Reply::Json(
        status,
        json!({ "error": { "code": code, "message": "This cannot be done." } }),
    )
}

fn invalid(field: &str) -> Reply {
    let details = json!([{ "field": field, "message": "is not valid" }]);
    Reply::Json(
        422,
        json!({ "error": { "code": "VALIDATION_FAILED", "message": "One field is not valid.", "details": details } }),
    )
}

impl Store {
    fn reply(&mut self, request: &Request, flaw: Flaw) -> Reply {
        let path: Vec<&str> = request.path.split('/').skip(1).collect();
        let known: &[&str] = match path.as_slice() {
            ["api", "tasks"] | ["api", "tasks", _, "comments"] => &["GET", "POST"],
            ["api", "tasks", _] => &["GET", "PATCH", "DELETE"],
            _ if flaw == Flaw::HomePageEverywhere => return Reply::Html(200),
            _ if flaw == Flaw::OtherErrorBody => {
                return Reply::Json(404, json!({ "detail": "Not Found" }));
            }
            _ => return error(404, "ROUTE_NOT_FOUND"),
        };
        if !known.contains(&request.method.as_str()) {
            let status = if flaw == Flaw::MethodsAreNotFound {
                404
            } else {
                405
            };
            return error(status, "METHOD_NOT_ALLOWED");
        }
        let is_right =
            |given: &str| given == format!("Bearer {TOKEN}") || flaw == Flaw::TakesAnyToken;
        if !request.header("authorization").is_some_and(is_right) && flaw != Flaw::TakesAnyone {
            return error(401, "UNAUTHENTICATED");
        }
        match (request.method.as_str(), path.as_slice()) {
            ("GET", ["api", "tasks"]) => self.list(request, flaw, None),
            ("POST", ["api", "tasks"]) => self.create(request, flaw),
            (_, ["api", "tasks", id, "comments"]) => self.comments(request, flaw, id),
            (_, ["api", "tasks", id]) => self.task(request, flaw, id),
            _ => unreachable!("the routes are those above"),
        }
    }

    fn task(&mut self, request: &Request, flaw: Flaw, id: &str) -> Reply {
        let mut found = self.tasks.iter().position(|task| task["id"] == id);
        if flaw == Flaw::TakesAnyId && !self.tasks.is_empty() {
            found = found.or(Some(0));
        }
        let Some(at) = found else {
            return error(404, "TASK_NOT_FOUND");
        };
        match request.method.as_str() {
            "GET" if flaw == Flaw::DropsOneTask => Reply::Nothing,
            "GET" if flaw == Flaw::UndeclaredStatus => Reply::Json(203, self.tasks[at].clone()),
            "GET" => Reply::Json(200, shown(&self.tasks[at], flaw)),
            "DELETE" => {
                if flaw != Flaw::DeleteKeepsAll {
                    self.tasks.remove(at);
                }
                Reply::Empty(204)
            }
            _ => self.change(request, flaw, at),
        }
    }

    fn change(&mut self, request: &Request, flaw: Flaw, at: usize) -> Reply {
        let body = match body(request, Flaw::None) {
            Ok(body) => body,
            Err(reply) => return reply,
        };
        if let Some(field) = wrong_field(&body, true).filter(|_| flaw != Flaw::TakesInvalid) {
            return invalid(&field);
        }
        if body.is_empty() && flaw != Flaw::TakesInvalid {
            return invalid("");
        }
        if flaw != Flaw::PatchDoesNothing {
            for (name, value) in body {
                self.tasks[at][&name] = value;
            }
        }
        if flaw == Flaw::PatchResetsPriority {
            self.tasks[at]["priority"] = json!("NORMAL");
        }
        if self.tasks[at]["status"] == "DONE" {
            self.tasks[at]["completedAt"] = json!("2026-11-21T08:25:00Z");
        }
        self.tasks[at]["updatedAt"] = json!("2026-11-21T08:25:00Z");
        Reply::Json(200, shown(&self.tasks[at], flaw))
    }

    fn create(&mut self, request: &Request, flaw: Flaw) -> Reply {
        let body = match body(request, flaw) {
            Ok(body) => body,
            Err(reply) => return reply,
        };
        if request
            .header("idempotency-key")
            .is_some_and(|key| key.is_empty() || key.len() > 64)
        {
            return invalid("Idempotency-Key");
        }
        let is_long = body
            .get("title")
            .and_then(Value::as_str)
            .is_some_and(|title| title.len() > 120);
        if is_long && flaw == Flaw::FaultOnLongTitle {
            return error(500, "SERVER_FAULT");
        }
        if flaw == Flaw::RefusesNotes && body.get("notes").is_some_and(|notes| !notes.is_null()) {
            return invalid("notes");
        }
        let field = wrong_field(&body, false)
            .or_else(|| (!body.contains_key("title")).then(|| "title".to_owned()));
        if let Some(field) = field.filter(|_| flaw != Flaw::TakesInvalid) {
            return invalid(&field);
        }
        self.made += 1;
        let mut task = json!({
            "id": format!("tsk_{:010}", self.made), "title": "Untitled", "notes": null, "priority": "NORMAL",
            "dueAt": null, "isPinned": false, "assigneeId": null, "status": "OPEN",
            "createdAt": "2026-11-20T09:30:00Z", "updatedAt": "2026-11-20T09:30:00Z",
        });
        if !(flaw == Flaw::TakesInvalid && wrong_field(&body, false).is_some()) {
            for (name, value) in body {
                task[&name] = value;
            }
        }
        if flaw != Flaw::PostKeepsNothing {
            self.tasks.push(task.clone());
        }
        Reply::Json(201, shown(&task, flaw))
    }

    fn comments(&mut self, request: &Request, flaw: Flaw, id: &str) -> Reply {
        if !self.tasks.iter().any(|task| task["id"] == id) {
            return error(404, "TASK_NOT_FOUND");
        }
        if request.method == "GET" {
            return self.list(request, flaw, Some(id));
        }
        let body = match body(request, Flaw::None) {
            Ok(body) => body,
            Err(reply) => return reply,
        };
        let text = body.get("text").and_then(Value::as_str).unwrap_or_default();
        if text.is_empty() || text.chars().count() > 2000 || body.len() > 1 {
            return invalid("text");
        }
        self.made += 1;
        let comment = json!({
            "id": format!("cmt_{:010}", self.made), "taskId": id, "authorId": "usr_01JD4Q8Z6T", "text": text,
            "createdAt": "2026-11-20T09:30:00Z",
        });
        self.comments.push(comment.clone());
        Reply::Json(201, comment)
    }

    fn list(&self, request: &Request, flaw: Flaw, task: Option<&str>) -> Reply {
        let (mut page, mut size) = (1, 20);
        let mut all: Vec<&Value> = match task {
            Some(id) => self
                .comments
                .iter()
                .filter(|comment| comment["taskId"] == id)
                .collect(),
            None => self.tasks.iter().collect(),
        };
        for (name, value) in &request.query {
            match name.as_str() {
                "page" | "pageSize" => {
                    let Ok(number) = value.parse::<i64>() else {
                        return error(400, "MALFORMED_QUERY");
                    };
                    let most = if name == "page" { i64::MAX } else { 100 };
                    let Some(number) = usize::try_from(number)
                        .ok()
                        .filter(|_| (1..=most).contains(&number))
                    else {
                        return invalid(name);
                    };
                    if name == "page" {
                        page = number
                    } else {
                        size = number
                    }
                }
                "status" if !matches!(value.as_str(), "OPEN" | "DONE") => return invalid(name),
                "isPinned" if !matches!(value.as_str(), "true" | "false") => {
                    return error(400, "MALFORMED_QUERY");
                }
                "assigneeId" if !is_id(value, "usr_") => return invalid(name),
                "isPinned" => all.retain(|task| task[name] == json!(*value == "true")),
                _ => all.retain(|task| task[name] == *value),
            }
        }
        let told = size;
        if flaw == Flaw::PageSizeIgnored {
            size = 20;
        }
        let total = all.len() + usize::from(flaw == Flaw::TotalIsOneMore);
        let mut start = page.saturating_sub(1).saturating_mul(size);
        if flaw == Flaw::PagesOverlap {
            start = start.saturating_sub(page - 1);
        }
        if flaw == Flaw::LastPageForEver && start >= all.len() {
            start = all.len().saturating_sub(size);
        }
        let items = all
            .into_iter()
            .skip(start)
            .take(size)
            .map(|task| shown(task, flaw));
        Reply::Json(
            200,
            json!({
                "items": items.collect::<Vec<_>>(), "page": page, "pageSize": told,
                "totalItems": total, "totalPages": total.div_ceil(told),
            }),
        )
    }
}

fn shown(task: &Value, flaw: Flaw) -> Value {
    let mut task = task.clone();
    if flaw == Flaw::WrongType && task.get("isPinned").is_some() {
        task["isPinned"] = json!("no");
    }
    if flaw == Flaw::TellsTheToken {
        task["title"] = json!(7);
        task["notes"] = json!(["the token was", TOKEN]);
    }
    task
}

fn body(request: &Request, flaw: Flaw) -> Result<Map<String, Value>, Reply> {
    match serde_json::from_str::<Value>(&request.body) {
        Ok(Value::Object(body)) => Ok(body),
        Ok(_) => Err(invalid("")),
        Err(_) if flaw == Flaw::TakesMalformed => {
            Ok(Map::from_iter([("title".to_owned(), json!("Untitled"))]))
        }
        Err(_) => Err(error(400, "MALFORMED_BODY")),
    }
}

/// Says which field is not what the contract says.
fn wrong_field(body: &Map<String, Value>, is_change: bool) -> Option<String> {
    let text = |value: &Value, most: usize| {
        value
            .as_str()
            .is_some_and(|text| text.chars().count() <= most)
    };
    let is_time =
        |text: &str| text.len() >= 20 && text.as_bytes()[10] == b'T' && text.ends_with('Z');
    let wrong = body.iter().find(|(name, value)| !match name.as_str() {
        "title" => text(value, 120) && *value != &json!(""),
        "notes" => value.is_null() || text(value, 2000),
        "priority" => ["LOW", "NORMAL", "HIGH"]
            .iter()
            .any(|word| **value == json!(word)),
        "dueAt" => value.is_null() || value.as_str().is_some_and(is_time),
        "isPinned" => value.is_boolean(),
        "assigneeId" => value.is_null() || value.as_str().is_some_and(|id| is_id(id, "usr_")),
        "status" if is_change => ["OPEN", "DONE"].iter().any(|word| **value == json!(word)),
        _ => false,
    });
    wrong.map(|(name, _)| name.clone())
}

fn is_id(text: &str, prefix: &str) -> bool {
    let rest = text.strip_prefix(prefix).unwrap_or_default();
    rest.len() == 10
        && rest
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
}
