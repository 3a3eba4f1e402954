//! The addresses of files on other machines, from the file that names them (RFC 3986, section 5.2).

/// Gives the address of a file that stands on another machine: one that is named by its address, and whatever a file
/// names that came from there itself. None for a file beside one of this machine.
pub(super) fn address(from: &str, name: &str) -> Option<String> {
    if name.contains("://") || name.starts_with("urn:") {
        return Some(name.to_owned());
    }
    let base = from.split_once("://");
    if let Some(rest) = name.strip_prefix("//") {
        let scheme = base.map_or("https", |(scheme, _)| scheme);
        return Some(format!("{scheme}://{rest}"));
    }
    let (scheme, rest) = base?;
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let mut parts: Vec<&str> = path.split('/').skip(1).collect();
    let (name, query) = name.split_at(name.find('?').unwrap_or(name.len()));
    if name.starts_with('/') {
        parts.clear();
    } else if !name.is_empty() {
        parts.pop();
    }
    for part in name.trim_start_matches('/').split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            "" if name.is_empty() => {}
            part => parts.push(part),
        }
    }
    Some(format!("{scheme}://{host}/{}{query}", parts.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_found_from_the_file_that_names_it() {
        let far = "https://a.example:8443/one/two.yaml?version=1";
        for (from, name, found) in [
            ("openapi.yaml", "b.yaml", None),
            ("openapi.yaml", "/b.yaml", None),
            ("openapi.yaml", "//b.example/c", Some("https://b.example/c")),
            (
                "openapi.yaml",
                "http://b.example/c",
                Some("http://b.example/c"),
            ),
            ("openapi.yaml", "urn:a:b", Some("urn:a:b")),
            (far, "c.yaml", Some("https://a.example:8443/one/c.yaml")),
            (
                far,
                "./d/../c.yaml",
                Some("https://a.example:8443/one/c.yaml"),
            ),
            (
                far,
                "../../../c.yaml",
                Some("https://a.example:8443/c.yaml"),
            ),
            (
                far,
                "/c.yaml?x=/1",
                Some("https://a.example:8443/c.yaml?x=/1"),
            ),
            (far, "?x=1", Some("https://a.example:8443/one/two.yaml?x=1")),
            ("http://b.example", "c", Some("http://b.example/c")),
            (
                "http://b.example/a",
                "//c.example/d",
                Some("http://c.example/d"),
            ),
        ] {
            assert_eq!(address(from, name).as_deref(), found, "{from} {name}");
        }
    }
}
