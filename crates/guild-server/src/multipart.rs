//! A form with a file, as a browser sends it (RFC 7578): few parts, all of them in memory already.

/// More parts than any form of ours has.
const PARTS: usize = 16;

/// A field of the form.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Part<'a> {
    /// Its name.
    pub(crate) name: String,
    /// What it holds.
    pub(crate) bytes: &'a [u8],
}

/// Gives the boundary that a content type states.
pub(crate) fn boundary(content_type: &str) -> Option<&str> {
    let (essence, parameters) = content_type.split_once(';')?;
    if !essence.trim().eq_ignore_ascii_case("multipart/form-data") {
        return None;
    }
    let value = parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim()
            .eq_ignore_ascii_case("boundary")
            .then_some(value)
    })?;
    let value = value.trim().trim_matches('"');
    (!value.is_empty() && value.len() <= 70).then_some(value)
}

/// Reads the parts of a body; nothing where it is not such a form.
pub(crate) fn parts<'a>(body: &'a [u8], boundary: &str) -> Option<Vec<Part<'a>>> {
    let opening = format!("--{boundary}");
    let between = format!("\r\n--{boundary}");
    let mut rest = body.strip_prefix(opening.as_bytes())?;
    let mut parts = Vec::new();
    loop {
        if rest.starts_with(b"--") {
            return Some(parts);
        }
        rest = rest.strip_prefix(b"\r\n")?;
        let end = find(rest, between.as_bytes())?;
        let (part, after) = (&rest[..end], &rest[end + between.len()..]);
        let blank = find(part, b"\r\n\r\n")?;
        let name = field_name(&part[..blank])?;
        if parts.len() == PARTS {
            return None;
        }
        parts.push(Part {
            name,
            bytes: &part[blank + 4..],
        });
        rest = after;
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    let first = *wanted.first()?;
    let mut from = 0;
    loop {
        let at = from + bytes.get(from..)?.iter().position(|byte| *byte == first)?;
        if bytes[at..].starts_with(wanted) {
            return Some(at);
        }
        from = at + 1;
    }
}

/// Reads the name of a field out of the head of its part.
fn field_name(head: &[u8]) -> Option<String> {
    let head = std::str::from_utf8(head).ok()?;
    let line = head.split("\r\n").find(|line| {
        line.get(..20)
            .is_some_and(|start| start.eq_ignore_ascii_case("content-disposition:"))
    })?;
    let (_, after) = line.split_once(" name=\"")?;
    let (name, _) = after.split_once('"')?;
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_form_with_a_file_is_read() {
        let kind = "multipart/form-data; boundary=\"x-1\"";
        assert_eq!(boundary(kind), Some("x-1"));
        assert_eq!(boundary("text/plain; boundary=x"), None);
        let body = b"--x-1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n--x-1\r\ncontent-disposition: form-data; name=\"f\"; filename=\"b.zip\"\r\nContent-Type: application/zip\r\n\r\nPK\r\n--x\r\n\r\n--x-1--\r\n";
        let parts = parts(body, "x-1").unwrap();
        let names: Vec<_> = parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["a", "f"]);
        assert_eq!(parts[1].bytes, b"PK\r\n--x\r\n");
        assert_eq!(super::parts(&body[..40], "x-1"), None);
    }

    proptest! {
        #[test]
        fn no_body_is_too_strange(body in prop::collection::vec(any::<u8>(), 0..200), cut in 0..200_usize) {
            let mut whole = b"--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".to_vec();
            whole.extend(body);
            whole.extend(b"\r\n--b--");
            let _ = parts(&whole[..cut.min(whole.len())], "b");
            let _ = parts(&whole, "b");
        }
    }
}
