//! Paths, webhooks and callbacks.

use super::reader::{At, Reader, STABILITY};
use crate::contract::{
    Endpoint, FaultKind, Location, Method, Origin, Parameter, Security, Spot, Text,
};

/// Callbacks of callbacks of callbacks are followed this deep.
const CALLBACKS: usize = 4;

/// What a path says for all its operations.
struct Item<'a> {
    origin: Origin,
    caller: Option<usize>,
    path: Text,
    parameters: Vec<Parameter>,
    at: At<'a>,
    depth: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn endpoints(&mut self, root: At<'a>) -> Vec<Endpoint> {
        let security = self.security(root);
        let mut endpoints = Vec::new();
        for (key, origin) in [
            ("paths", Origin::Path),
            ("webhooks", Origin::Webhook),
            ("x-webhooks", Origin::Webhook),
        ] {
            for at in self.entries(root, key) {
                self.item(at, origin, None, CALLBACKS, &mut endpoints);
            }
        }
        for endpoint in &mut endpoints {
            if endpoint.security.is_none() && endpoint.origin == Origin::Path {
                endpoint.security.clone_from(&security);
            }
        }
        endpoints
    }

    fn item(
        &mut self,
        entry: At<'a>,
        origin: Origin,
        caller: Option<usize>,
        depth: usize,
        endpoints: &mut Vec<Endpoint>,
    ) {
        let path = entry.key();
        if origin == Origin::Path && !path.text.starts_with('/') {
            let message = format!("the path `{}` does not begin with a slash", path.text);
            self.fault(
                FaultKind::NotUnderstood,
                path.spot,
                message,
                "begin it with `/`",
            );
        }
        let Some(at) = self.follow(entry) else {
            return;
        };
        if !self.is_map(at) {
            return;
        }
        let parameters = self.parameters(at);
        let item = Item {
            origin,
            caller,
            path,
            parameters,
            at,
            depth,
        };
        for entry in at.entries() {
            if let Some(method) = Method::of_key(entry.view.key()) {
                self.operation(&item, method, entry, endpoints);
            }
        }
        for entry in self.entries(at, "additionalOperations") {
            let method = Method::Other(entry.view.key().into());
            self.operation(&item, method, entry, endpoints);
        }
    }

    fn operation(
        &mut self,
        item: &Item<'a>,
        method: Method,
        entry: At<'a>,
        endpoints: &mut Vec<Endpoint>,
    ) {
        let Some(at) = self.follow(entry).filter(|at| self.is_map(*at)) else {
            return;
        };
        let mut servers = self.servers(at);
        if servers.is_empty() {
            servers = self.servers(item.at);
        }
        let security: Option<Security> = self.security(at);
        let endpoint = Endpoint {
            spot: entry.key().spot,
            origin: item.origin,
            caller: item.caller,
            method,
            path: item.path.clone(),
            operation_id: self.text(at, "operationId"),
            summary: self.text(at, "summary"),
            description: at.get("description").map(At::written),
            tags: self.texts(at, "tags"),
            parameters: self.all_parameters(item, at, entry.key().spot),
            body: self.body(at),
            answers: self.answers(at),
            security,
            is_deprecated: self.is(at, "deprecated"),
            is_beta: Self::is_beta(at),
            stability: STABILITY.iter().find_map(|key| at.said(key)),
            sunset: at.said("x-sunset"),
            servers,
        };
        endpoints.push(endpoint);
        if item.depth > 0 {
            self.callbacks(at, item.depth - 1, endpoints);
        }
    }

    fn callbacks(&mut self, operation: At<'a>, depth: usize, endpoints: &mut Vec<Endpoint>) {
        let caller = endpoints.len().checked_sub(1);
        for callback in self.entries(operation, "callbacks") {
            let Some(callback) = self.follow(callback) else {
                continue;
            };
            for entry in callback.entries() {
                self.item(entry, Origin::Callback, caller, depth, endpoints);
            }
        }
    }

    /// Joins the parameters of the path and those of the operation, which win.
    fn all_parameters(&mut self, item: &Item<'a>, operation: At<'a>, spot: Spot) -> Vec<Parameter> {
        let own = self.parameters(operation);
        let is_new = |shared: &&Parameter| {
            !own.iter().any(|other| {
                (other.location, &other.name.text) == (shared.location, &shared.name.text)
            })
        };
        let mut all: Vec<Parameter> = item.parameters.iter().filter(is_new).cloned().collect();
        all.extend(own);
        if item.origin == Origin::Path {
            self.tell_of_path(item, spot, &all);
        }
        all
    }

    /// A name in the braces of the path that no parameter has leaves a hole in the model.
    fn tell_of_path(&mut self, item: &Item<'_>, spot: Spot, all: &[Parameter]) {
        for name in item
            .path
            .text
            .split('{')
            .skip(1)
            .filter_map(|rest| Some(rest.split_once('}')?.0))
        {
            let is_it = |parameter: &Parameter| {
                parameter.location == Location::Path && &*parameter.name.text == name
            };
            if !all.iter().any(is_it) {
                let message = format!(
                    "`{{{name}}}` stands in the path `{}`, and no path parameter has this name",
                    item.path.text
                );
                self.fault(
                    FaultKind::NotUnderstood,
                    spot,
                    message,
                    "add the parameter with `in: path` and `required: true`",
                );
            }
        }
    }
}
