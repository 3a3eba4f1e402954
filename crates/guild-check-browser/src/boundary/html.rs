//! The source of a page: what stands in a field for secrets is one, whatever it looks like.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::pattern::pattern;
use super::redact::{Redactor, mark};
use super::secret::is_secret_name;

static FIELD: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r#"(?is)<(?:input|meta|param)\b(?:"[^"]*"|'[^']*'|[^>"'])*>"#));
static ATTRIBUTE: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r#"(?is)([a-z][\w-]*)\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+)"#));
static TAG: LazyLock<Option<Regex>> = LazyLock::new(|| pattern(r"(?s)<[^>]*>"));
static ENTITY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(quot|apos|commat|colon|equals|period|lowbar|hyphen));",
    )
});

impl Redactor {
    /// Redacts the source of a page. One whose text holds a secret in pieces is not shown at all.
    pub(super) fn html(&self, body: &str) -> String {
        let (Some(field), Some(tag)) = (FIELD.as_ref(), TAG.as_ref()) else {
            return mark("page");
        };
        let plain = with_letters(body);
        let fields = field.replace_all(&plain, |found: &Captures<'_>| without_value(&found[0]));
        let safe = self.text(&fields).into_owned();
        let words = tag.replace_all(&safe, "");
        match *self.text(&words) == *words {
            true => safe,
            false => mark("a page with a secret in pieces"),
        }
    }
}

/// Takes the value out of a tag that is a field for a secret.
fn without_value(tag: &str) -> String {
    let Some(attribute) = ATTRIBUTE.as_ref() else {
        return mark("field");
    };
    let is_secret = attribute.captures_iter(tag).any(|pair| {
        let value = pair[2].trim_matches(['"', '\'']);
        match pair[1].to_ascii_lowercase().as_str() {
            "type" => value.eq_ignore_ascii_case("password"),
            "name" | "id" | "property" => is_secret_name(value),
            _ => false,
        }
    });
    if !is_secret {
        return tag.to_owned();
    }
    let hidden = attribute.replace_all(tag, |pair: &Captures<'_>| {
        match pair[1].to_ascii_lowercase().as_str() {
            "value" | "content" => format!("{}=\"{}\"", &pair[1], mark("credential")),
            _ => pair[0].to_owned(),
        }
    });
    hidden.into_owned()
}

/// Writes letters, digits and marks that stand there as entities as what they are: a secret is one either way.
fn with_letters(text: &str) -> String {
    let Some(entity) = ENTITY.as_ref().filter(|_| text.contains('&')) else {
        return text.to_owned();
    };
    let written = entity.replace_all(text, |found: &Captures<'_>| {
        let number = |group: usize, radix: u32| {
            let digits = found.get(group)?;
            char::from_u32(u32::from_str_radix(digits.as_str(), radix).ok()?)
        };
        let named = found.get(3).map(|name| match name.as_str() {
            "quot" => '"',
            "apos" => '\'',
            "commat" => '@',
            "colon" => ':',
            "equals" => '=',
            "period" => '.',
            "lowbar" => '_',
            _ => '-',
        });
        let letter = number(1, 10).or_else(|| number(2, 16)).or(named);
        match letter {
            Some(c) if c.is_alphanumeric() || "\"'@:=._-+/ ".contains(c) => c.to_string(),
            Some(_) | None => found[0].to_owned(),
        }
    });
    written.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_one() {
        assert!(
            [&FIELD, &ATTRIBUTE, &TAG, &ENTITY]
                .iter()
                .all(|one| one.is_some())
        );
    }

    #[test]
    fn what_stands_in_a_field_for_secrets_goes() {
        let redactor = Redactor::default();
        for page in [
            "<input type=password value=opensesame>",
            "<input value='opensesame' type=\"password\">",
            "<meta name=\"csrf-token\" content=\"opensesame\">",
            "<input type=hidden name=authenticity_token value=opensesame>",
            "<p data-x=\"{&quot;password&quot;: &quot;opensesame&quot;}\">",
            "<p>jane<b>@example</b>.org opensesame</p>",
            "<p>jane&#64;example.org</p>",
        ] {
            let safe = redactor.html(page);
            assert!(
                !safe.contains("opensesame") && !safe.contains("@example"),
                "{safe}"
            );
        }
        let page =
            "<label>Password <input type=password></label> <input name=title value='A title'>";
        assert_eq!(redactor.html(page), page);
    }
}
