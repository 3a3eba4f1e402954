//! What proves who calls: taken from the environment, sent where the contract says, and shown nowhere.

use std::fmt;

/// The credentials of a run.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    list: Vec<Credential>,
}

/// One credential. Its value is in nothing that is shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Credential {
    /// The name of the scheme in the contract.
    pub scheme: String,
    /// The environment variable that holds it.
    pub variable: String,
    value: String,
}

/// Why a credential is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CredentialError {
    /// It is not written as it must be.
    #[error(
        "`{0}` is no credential: write SCHEME=NAME, with the name of the scheme in the contract and that of an environment variable"
    )]
    NotFormed(String),
    /// The variable is not set.
    #[error("the environment variable `{0}` is not set, or is empty")]
    NotSet(String),
    /// The value cannot be sent in a header.
    #[error("the environment variable `{0}` holds a line end or a control character")]
    NotSendable(String),
}

impl Credential {
    /// Reads `bearerAuth=API_TOKEN`; the value is that of the environment variable, which `read` gives.
    ///
    /// # Errors
    ///
    /// If it is not written so, or the variable holds nothing that can be sent.
    pub fn parse(
        text: &str,
        read: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, CredentialError> {
        let not_formed = || CredentialError::NotFormed(text.to_owned());
        let (scheme, variable) = text.split_once('=').ok_or_else(not_formed)?;
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let is_variable = !variable.is_empty() && variable.chars().all(is_name);
        if scheme.is_empty() || !is_variable {
            return Err(not_formed());
        }
        let value = read(variable).filter(|value| !value.is_empty());
        let value = value.ok_or_else(|| CredentialError::NotSet(variable.to_owned()))?;
        if value.chars().any(char::is_control) {
            return Err(CredentialError::NotSendable(variable.to_owned()));
        }
        Ok(Self {
            scheme: scheme.to_owned(),
            variable: variable.to_owned(),
            value,
        })
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Credential({}=${})", self.scheme, self.variable)
    }
}

impl Credentials {
    /// Takes credentials.
    pub fn new(list: Vec<Credential>) -> Self {
        Self { list }
    }

    /// Lists them.
    pub fn list(&self) -> &[Credential] {
        &self.list
    }

    /// Finds the one for a scheme.
    pub(super) fn of_scheme(&self, scheme: &str) -> Option<&Credential> {
        self.list
            .iter()
            .find(|credential| credential.scheme == scheme)
    }

    /// Gives the value that a variable holds.
    pub(super) fn value(&self, variable: &str) -> &str {
        let mut list = self.list.iter();
        let found = list.find(|credential| credential.variable == variable);
        found.map_or("", |credential| &credential.value)
    }

    /// Puts the names of the variables in the place of their values, however these are written.
    pub(super) fn redacted(&self, text: String) -> String {
        let mut text = text;
        for credential in &self.list {
            let value = &credential.value;
            let shown = format!("${}", credential.variable);
            let quoted = serde_json::to_string(value).unwrap_or_default();
            let escaped = quoted.trim_matches('"').to_owned();
            let encoded = super::encode::component(value);
            for secret in [value.clone(), base64(value.as_bytes()), escaped, encoded] {
                if !secret.is_empty() && text.contains(&secret) {
                    text = text.replace(&secret, &shown);
                }
            }
        }
        text
    }
}

/// Writes bytes as base64 (RFC 4648, section 4).
pub(super) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for index in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * index) & 63) as usize];
            text.push(if index <= chunk.len() {
                char::from(letter)
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn credential(value: &str) -> Result<Credential, CredentialError> {
        Credential::parse("bearerAuth=API_TOKEN", |_| Some(value.to_owned()))
    }

    #[test]
    fn a_credential_names_a_scheme_and_a_variable() {
        assert_eq!(credential("abc").unwrap().variable, "API_TOKEN");
        for text in ["", "a", "=A", "a=", "a=B C", "a=$B"] {
            let read = Credential::parse(text, |_| Some("x".to_owned()));
            assert!(matches!(read, Err(CredentialError::NotFormed(_))), "{text}");
        }
        let unset = Credential::parse("a=B", |_| None);
        assert_eq!(unset, Err(CredentialError::NotSet("B".to_owned())));
        assert!(matches!(
            credential("a\nb"),
            Err(CredentialError::NotSendable(_))
        ));
    }

    #[test]
    fn a_value_is_shown_in_no_form() {
        let secret = "tok\"en +/é";
        let credentials = Credentials::new(vec![credential(secret).unwrap()]);
        let json = serde_json::to_string(secret).unwrap();
        let said = format!(
            "{secret} {json} {} {}",
            base64(secret.as_bytes()),
            crate::live::encode::component(secret)
        );
        assert_eq!(
            credentials.redacted(said),
            "$API_TOKEN \"$API_TOKEN\" $API_TOKEN $API_TOKEN"
        );
        assert!(!format!("{credentials:?}").contains("tok"));
    }

    #[test]
    fn base64_is_that_of_the_rfc() {
        for (text, written) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), written);
        }
    }
}
