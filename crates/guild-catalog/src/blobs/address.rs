//! Where archives are, as a person says it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::{BackoffConfig, RetryConfig};

use super::bucket::Bucket;
use super::carrier::Carrier;
use crate::error::OpenError;

/// Where archives are.
#[derive(Clone, Debug)]
pub enum Archives {
    /// A folder on this machine.
    Folder(PathBuf),
    /// A bucket that any number of nodes share.
    Bucket(Bucket),
}

impl Archives {
    /// Reads what a person gave: `s3://bucket/prefix`, or the path of a folder.
    ///
    /// `variables` are those of the environment; the `AWS_…` among them say where the bucket is and who asks:
    /// `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_REGION`, `AWS_ENDPOINT_URL`.
    ///
    /// # Errors
    /// When it is no address, or would send the secret key unprotected over a network.
    pub fn parse<'a>(
        text: &str,
        variables: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, OpenError> {
        let Some(address) = text.strip_prefix("s3://") else {
            return folder(text).map(Self::Folder);
        };
        let (bucket, prefix) = address.split_once('/').unwrap_or((address, ""));
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
        if bucket.is_empty() || !bucket.bytes().all(is_name) {
            return Err(bad("it names no bucket"));
        }
        let prefix = object_store::path::Path::parse(prefix.trim_end_matches('/'));
        let prefix = prefix.map_err(|error| bad(error.to_string()))?;
        let settings = Settings::of(variables);
        settings.check()?;
        let is_conditional = settings.is_conditional;
        let store = settings.builder.with_bucket_name(bucket).build();
        let store = store.map_err(|error| bad(error.to_string()))?;
        let bucket = Bucket::new(Arc::new(store), prefix.as_ref(), text);
        Ok(Self::Bucket(match is_conditional {
            true => bucket,
            false => bucket.unconditional(),
        }))
    }

    /// Gives the folder, where it is one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(path) => Some(path),
            Self::Bucket(_) => None,
        }
    }
}

fn folder(text: &str) -> Result<PathBuf, OpenError> {
    if text.is_empty() || text.contains('\0') {
        return Err(bad("it names no folder"));
    }
    if text.contains("://") {
        return Err(bad("it does not start with `s3://`, and is no path"));
    }
    Ok(PathBuf::from(text))
}

fn bad(reason: impl Into<String>) -> OpenError {
    OpenError::BadArchives {
        reason: reason.into(),
    }
}

/// What the environment says of the bucket.
struct Settings {
    builder: AmazonS3Builder,
    endpoint: Option<String>,
    may_be_plain: bool,
    is_conditional: bool,
}

impl Settings {
    fn of<'a>(variables: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let retry = RetryConfig {
            backoff: BackoffConfig {
                init_backoff: Duration::from_millis(50),
                max_backoff: Duration::from_secs(1),
                base: 2.0,
            },
            max_retries: 2,
            retry_timeout: Duration::from_secs(4),
        };
        let mut settings = Self {
            builder: AmazonS3Builder::new()
                .with_http_connector(Carrier)
                .with_retry(retry),
            endpoint: None,
            may_be_plain: false,
            is_conditional: true,
        };
        for (name, value) in variables {
            settings.take(name, value);
        }
        settings
    }

    fn take(&mut self, name: &str, value: &str) {
        match name {
            "AWS_ENDPOINT_URL" | "AWS_ENDPOINT_URL_S3" => self.endpoint = Some(value.to_owned()),
            "AWS_ALLOW_HTTP" => self.may_be_plain = matches!(value, "true" | "1"),
            "AWS_CONDITIONAL_PUT" => self.is_conditional = value != "disabled",
            _ => {}
        }
        let key = name
            .starts_with("AWS_")
            .then(|| name.to_ascii_lowercase().parse());
        if let Some(Ok(key)) = key {
            let key: AmazonS3ConfigKey = key;
            let builder = std::mem::take(&mut self.builder);
            self.builder = builder.with_config(key, value);
        }
    }

    /// Refuses to send a secret unprotected over a network.
    fn check(&self) -> Result<(), OpenError> {
        let Some(endpoint) = &self.endpoint else {
            return Ok(());
        };
        let url: http::Uri = endpoint
            .parse()
            .map_err(|error| bad(format!("AWS_ENDPOINT_URL is no address: {error}")))?;
        let host = url.host().unwrap_or_default();
        match url.scheme_str() {
            Some("https") if !host.is_empty() => Ok(()),
            Some("http") if is_loopback(host) || self.may_be_plain => Ok(()),
            Some("http") => Err(bad(format!(
                "AWS_ENDPOINT_URL sends the archives to {host} without TLS; write https, or set AWS_ALLOW_HTTP=true where that network is safe"
            ))),
            Some(_) | None => Err(bad(
                "AWS_ENDPOINT_URL starts with neither https:// nor http://",
            )),
        }
    }
}

fn is_loopback(host: &str) -> bool {
    let host = host.trim_matches(['[', ']']);
    let ip: Option<std::net::IpAddr> = host.parse().ok();
    host == "localhost" || ip.is_some_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str, variables: &[(&str, &str)]) -> String {
        match Archives::parse(text, variables.iter().copied()) {
            Err(OpenError::BadArchives { reason }) => reason,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn a_bucket_and_a_folder_are_told_apart() {
        let bucket = Archives::parse("s3://skills/team/a/", []).unwrap();
        let Archives::Bucket(bucket) = bucket else {
            panic!("{bucket:?}")
        };
        let place = bucket.place(&guild_skill::Digest::of(b"")).to_string();
        assert!(place.starts_with("team/a/sha256/e3/e3b0c4"), "{place}");
        let folder = Archives::parse("archives/here", []).unwrap();
        assert_eq!(folder.folder(), Some(Path::new("archives/here")));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in [
            "",
            "s3://",
            "s3:///a",
            "s3://a b",
            "s3://a/../b",
            "gs://a",
            "a\0b",
        ] {
            assert!(!refusal(text, &[]).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_secret_leaves_the_machine_protected_or_by_somebodys_word() {
        let of = |url| [("AWS_ENDPOINT_URL", url)];
        for url in [
            "http://127.0.0.1:9000",
            "http://localhost:9000",
            "http://[::1]:9000",
            "https://s3.example.org",
        ] {
            Archives::parse("s3://skills", of(url)).unwrap();
        }
        let reason = refusal("s3://skills", &of("http://minio.example.org:9000"));
        assert!(reason.contains("AWS_ALLOW_HTTP=true"), "{reason}");
        let allowed = [
            ("AWS_ENDPOINT_URL", "http://minio.example.org"),
            ("AWS_ALLOW_HTTP", "true"),
        ];
        Archives::parse("s3://skills", allowed).unwrap();
        assert!(refusal("s3://skills", &of("ftp://a")).contains("neither"));
    }
}
