//! What a catalog is asked on behalf of an account: signing in, and tokens.

use guild_skill::signature::Signature;
use guild_skill::token::TokenText;
use guild_skill::wire::{CreatedToken, List, NewSession, NewToken, Session, Token};
use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::Body;
use ureq::http::{Method, Request, Response, header};

use super::{Remote, RemoteError};

/// What a catalog keeps in a browser for somebody who has signed in; here for as long as a command takes.
pub(crate) struct SignedIn(String);

/// On whose behalf something is asked.
#[derive(Clone, Copy)]
pub(crate) enum Behalf<'a> {
    /// Nobody's yet.
    Nobody,
    /// Of whoever has just signed in.
    SignedIn(&'a SignedIn),
    /// Of the account whose token is kept, or stands in the environment.
    Token,
}

impl Remote {
    /// Signs in with a password.
    pub(crate) fn sign_in(&self, name: &str, password: &str) -> Result<SignedIn, RemoteError> {
        let body = NewSession {
            name: name.to_owned(),
            password: password.to_owned(),
        };
        let path = "/api/sessions";
        let response = self.write(&Method::POST, path, Behalf::Nobody, Some(&body))?;
        let cookie = response.headers().get(header::SET_COOKIE);
        let cookie = cookie.and_then(|cookie| cookie.to_str().ok());
        let pair = cookie.and_then(|cookie| cookie.split(';').next());
        let pair = pair.ok_or_else(|| self.not_a_catalog(path, "it sets no cookie"))?;
        Ok(SignedIn(pair.to_owned()))
    }

    /// Signs out again.
    pub(crate) fn sign_out(&self, signed_in: &SignedIn) -> Result<(), RemoteError> {
        let behalf = Behalf::SignedIn(signed_in);
        let nothing = None::<&()>;
        self.write(&Method::DELETE, "/api/sessions/current", behalf, nothing)
            .map(|_| ())
    }

    /// Tells on whose behalf the catalog is asked, with this token or with the one that is kept.
    pub(crate) fn whoami(&self, token: Option<&TokenText>) -> Result<Session, RemoteError> {
        let with = self.clone().with_token(token);
        with.ask("/api/sessions/current")
    }

    /// Lists the tokens of the account, newest first.
    pub(crate) fn tokens(&self) -> Result<Vec<Token>, RemoteError> {
        self.all("/api/tokens")
    }

    /// Makes a token.
    pub(crate) fn create_token(
        &self,
        signed_in: &SignedIn,
        new: &NewToken,
    ) -> Result<CreatedToken, RemoteError> {
        let path = "/api/tokens";
        let behalf = Behalf::SignedIn(signed_in);
        let mut response = self.write(&Method::POST, path, behalf, Some(new))?;
        self.read(path, &mut response)
    }

    /// Takes a token back.
    pub(crate) fn revoke_token(&self, id: &str, behalf: Behalf<'_>) -> Result<(), RemoteError> {
        let path = format!("/api/tokens/{id}");
        self.write(&Method::DELETE, &path, behalf, None::<&()>)
            .map(|_| ())
    }

    /// Sends something that changes the catalog, and gives an answer that is a success. It is sent to the catalog itself
    /// and nowhere else: an answer that sends us on is none.
    pub(crate) fn write<T: Serialize>(
        &self,
        method: &Method,
        path: &str,
        behalf: Behalf<'_>,
        body: Option<&T>,
    ) -> Result<Response<Body>, RemoteError> {
        let body = body.map(|body| serde_json::to_vec(body).unwrap_or_default());
        let body = body.as_deref().map(|body| ("application/json", body));
        self.send(method, path, behalf, body, None)
    }

    /// Sends a body of any type as [`Remote::write`] does, maybe with the signature of what it holds.
    pub(crate) fn send(
        &self,
        method: &Method,
        path: &str,
        behalf: Behalf<'_>,
        body: Option<(&str, &[u8])>,
        signature: Option<&Signature>,
    ) -> Result<Response<Body>, RemoteError> {
        let mut request = Request::builder()
            .method(method.clone())
            .uri(self.catalog.join(path));
        match behalf {
            Behalf::Nobody => {}
            Behalf::SignedIn(signed_in) => request = request.header(header::COOKIE, &signed_in.0),
            Behalf::Token => {
                if let Some(token) = &self.token {
                    let bearer = format!("Bearer {}", token.reveal());
                    request = request.header(header::AUTHORIZATION, bearer);
                }
            }
        }
        if let Some(signature) = signature {
            request = request.header("guild-signature", signature.to_string());
        }
        if let Some((kind, _)) = body {
            request = request.header(header::CONTENT_TYPE, kind);
        }
        let request = request.body(body.map_or(&[][..], |(_, bytes)| bytes));
        let request = request.map_err(|error| self.not_a_catalog(path, &error.to_string()))?;
        let host = self.catalog.host();
        // As in `call`.
        let request = match host.address() {
            Some(_) => {
                let request = self.agent.configure_request(request);
                request.timeout_resolve(None).build()
            }
            None => request,
        };
        let sent = self.agent.run(request);
        let mut response = sent.map_err(|error| self.transport(host, error))?;
        if response.status().is_success() {
            return Ok(response);
        }
        if response.status().is_redirection() {
            let reason = "it sends us elsewhere, where no token goes: name its own address";
            return Err(self.not_a_catalog(path, reason));
        }
        Err(self.refusal(path, &mut response))
    }

    /// Asks for a list, page by page.
    pub(super) fn all<T: DeserializeOwned>(&self, path: &str) -> Result<Vec<T>, RemoteError> {
        let mut all = Vec::new();
        for page in 1.. {
            let list: List<T> = self.ask(&format!("{path}?pageSize=100&page={page}"))?;
            let is_last = list.items.is_empty() || page >= list.total_pages;
            all.extend(list.items);
            if is_last {
                break;
            }
        }
        Ok(all)
    }

    pub(super) fn ask<T: DeserializeOwned>(&self, path: &str) -> Result<T, RemoteError> {
        let mut response = self.get(path, &[])?;
        if !response.status().is_success() {
            return Err(self.refusal(path, &mut response));
        }
        self.read(path, &mut response)
    }

    pub(super) fn read<T: DeserializeOwned>(
        &self,
        path: &str,
        response: &mut Response<Body>,
    ) -> Result<T, RemoteError> {
        let text = self.answer(path, response)?;
        serde_json::from_slice(&text)
            .map_err(|error| self.not_a_catalog(path, &format!("its answer is not ours: {error}")))
    }
}
