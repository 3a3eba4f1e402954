//! Paths as documents write them: with the server's own path or without, `{id}` or `:id`.

use crate::contract::{Contract, Endpoint};

/// Lists the forms of an endpoint's path.
pub(crate) fn forms(contract: &Contract, endpoint: &Endpoint) -> Vec<String> {
    let servers = if endpoint.servers.is_empty() {
        &contract.servers
    } else {
        &endpoint.servers
    };
    let mut forms = vec![plain(&endpoint.path.text)];
    for server in servers {
        let base = without_host(&server.text).trim_end_matches('/');
        if !base.is_empty() {
            forms.push(plain(&format!("{base}{}", endpoint.path.text)));
        }
    }
    forms
}

/// Gives a path without host and query, its parameters without their names.
pub(crate) fn plain(path: &str) -> String {
    let path = without_host(path);
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let path = if path.len() > 1 {
        path.trim_end_matches('/')
    } else {
        path
    };
    let mut plain = String::with_capacity(path.len());
    for segment in path.split('/').skip(1) {
        plain.push('/');
        plain.push_str(&nameless(segment));
    }
    plain
}

fn nameless(segment: &str) -> String {
    if segment.starts_with(':') || (segment.starts_with('<') && segment.ends_with('>')) {
        return "{}".to_owned();
    }
    let mut plain = String::with_capacity(segment.len());
    let mut rest = segment;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((_, after)) = after.split_once('}') else {
            break;
        };
        plain.push_str(before);
        plain.push_str("{}");
        rest = after;
    }
    plain + rest
}

fn without_host(url: &str) -> &str {
    let Some((_, rest)) = url.split_once("://") else {
        return url;
    };
    rest.find('/').map_or("", |at| &rest[at..])
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn the_names_of_parameters_do_not_tell_paths_apart() {
        for path in [
            "/tasks/{id}/notes",
            "/tasks/:taskId/notes",
            "https://x.example/tasks/<id>/notes/?a=1",
        ] {
            assert_eq!(plain(path), "/tasks/{}/notes");
        }
        assert_eq!(plain("/files/{name}.{ext}"), "/files/{}.{}");
        assert_eq!(plain("/"), "/");
    }
}
