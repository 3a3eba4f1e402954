//! People with a browser: each has a cookie and fills in forms.

use serde_json::{Value, json};

use crate::client::Answer;
use crate::world::World;

/// What everybody's password is here.
pub(crate) const PASSWORD: &str = "correct horse battery";

const JSON: (&str, &str) = ("content-type", "application/json");
const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

/// Somebody who is signed in.
pub(crate) struct Person {
    /// What their browser keeps: `guild-session=…`.
    pub(crate) cookie: String,
}

/// Sends JSON.
pub(crate) fn send(
    world: &World,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &Value,
) -> Answer {
    let headers: Vec<_> = headers.iter().copied().chain([JSON]).collect();
    world.send(method, path, &headers, &body.to_string())
}

/// Signs in.
pub(crate) fn sign_in(world: &World, name: &str, password: &str) -> Answer {
    let body = json!({"name": name, "password": password});
    send(world, "POST", "/api/sessions", &[], &body)
}

/// Gives what a browser keeps of an answer that sets the cookie.
pub(crate) fn cookie(answer: &Answer) -> String {
    let cookie = answer.header("set-cookie").unwrap_or_default();
    cookie.split(';').next().unwrap().to_owned()
}

impl Person {
    /// Makes the first account, `anna`, who runs the catalog.
    pub(crate) fn first(world: &World) -> Self {
        let secret = world.with_catalog(async |catalog| catalog.set_up_secret().await.unwrap());
        let body = json!({
            "name": "anna", "password": PASSWORD, "invitation": secret.unwrap().reveal()
        });
        Self::of(&send(world, "POST", "/api/accounts", &[], &body), 201)
    }

    /// Makes an account by an invitation of an admin.
    pub(crate) fn invited(&self, world: &World, name: &str) -> Self {
        let page = self.submit(world, "/admin/invitations", "pack=&role=MAINTAINER");
        assert_eq!(page.status, 200, "{}", page.text());
        let secret = page.text().split("/invitations/").find_map(|part| {
            let secret: String = part.chars().take_while(char::is_ascii_hexdigit).collect();
            (secret.len() == 64).then_some(secret)
        });
        let secret = secret.unwrap();
        let fields = format!("name={name}&password={}", PASSWORD.replace(' ', "+"));
        let path = format!("/invitations/{secret}");
        Self::of(&world.send("POST", &path, &[FORM], &fields), 303)
    }

    /// Signs somebody in who has an account.
    pub(crate) fn again(world: &World, name: &str) -> Self {
        Self::of(&sign_in(world, name, PASSWORD), 201)
    }

    fn of(answer: &Answer, status: u16) -> Self {
        assert_eq!(answer.status, status, "{}", answer.text());
        Self {
            cookie: cookie(answer),
        }
    }

    /// Opens a page.
    pub(crate) fn get(&self, world: &World, path: &str) -> Answer {
        let headers = [("cookie", self.cookie.as_str()), ("accept", "text/html")];
        world.request("GET", path, &headers)
    }

    /// Gives what every form of theirs holds.
    pub(crate) fn form_token(&self, world: &World) -> String {
        let page = self.get(world, "/account");
        let value = page
            .text()
            .split("name=\"formToken\" value=\"")
            .nth(1)
            .unwrap();
        value.split('"').next().unwrap().to_owned()
    }

    /// Fills in a form and sends it.
    pub(crate) fn submit(&self, world: &World, path: &str, fields: &str) -> Answer {
        let fields = format!("formToken={}&{fields}", self.form_token(world));
        self.submit_as_it_is(world, path, &fields)
    }

    /// Sends fields without the token that belongs to them.
    pub(crate) fn submit_as_it_is(&self, world: &World, path: &str, fields: &str) -> Answer {
        let headers = [("cookie", self.cookie.as_str()), FORM];
        world.send("POST", path, &headers, fields)
    }

    /// Sends JSON.
    pub(crate) fn send(&self, world: &World, method: &str, path: &str, body: &Value) -> Answer {
        send(world, method, path, &[("cookie", &self.cookie)], body)
    }

    /// Makes a token.
    pub(crate) fn token(&self, world: &World, scopes: &[&str]) -> String {
        let body = json!({"label": "a job", "scopes": scopes});
        let made = self.send(world, "POST", "/api/tokens", &body);
        assert_eq!(made.status, 201, "{}", made.text());
        made.json()["secret"].as_str().unwrap().to_owned()
    }

    /// Whether they are signed in still.
    pub(crate) fn is_signed_in(&self, world: &World) -> bool {
        let headers = [("cookie", self.cookie.as_str())];
        world
            .request("GET", "/api/sessions/current", &headers)
            .status
            == 200
    }
}

/// Asks with a token.
pub(crate) fn with_token(world: &World, token: &str, method: &str, path: &str) -> Answer {
    let authorization = format!("Bearer {token}");
    world.request(method, path, &[("authorization", &authorization)])
}
