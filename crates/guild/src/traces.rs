//! Traces of what the server does, sent to a collector that speaks OTLP over HTTP in its JSON form.
//!
//! The variables are OpenTelemetry's own. Without an endpoint among them nothing here is made, and a span costs the look
//! at a number that says nobody wants it. The protocol is small enough to write out: a library would bring another HTTP
//! client, protobuf and a runtime of its own.

mod context;
mod export;
mod layer;
mod span;

use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use percent_encoding::percent_decode_str;
use ureq::Agent;

use self::export::{Exporter, Message};
pub(crate) use self::layer::TraceLayer;
use crate::clock;
use crate::environment::Environment;
use crate::failure::Failure;

/// Spans that wait for the collector; further ones are left out, so that one that hangs costs no memory.
const WAITING: usize = 4096;

/// How long the end of the program waits for the last spans to be sent.
const LAST: Duration = Duration::from_secs(5);

/// Where traces go, and how.
struct Settings {
    url: String,
    headers: Vec<(String, String)>,
    resource: Vec<(String, String)>,
    delay: Duration,
    timeout: Duration,
    share: Share,
}

/// Of which requests a trace is kept, where whoever asks says nothing of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Share(f64);

/// Sends what is left when it is dropped.
pub(crate) struct Traces(SyncSender<Message>);

/// Begins to send traces, if the environment says where to.
///
/// # Errors
/// When what it says cannot be used.
pub(crate) fn begin(environment: &Environment) -> Result<Option<(Traces, TraceLayer)>, Failure> {
    let Some(settings) = Settings::of(environment)? else {
        return Ok(None);
    };
    let agent = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_global(Some(settings.timeout))
        .user_agent(concat!("guild/", env!("CARGO_PKG_VERSION")))
        .build()
        .new_agent();
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    let layer = TraceLayer::new(
        sender.clone(),
        (clock::milliseconds(), Instant::now()),
        settings.share,
    );
    let exporter = Exporter {
        agent,
        url: settings.url,
        headers: settings.headers,
        resource: settings.resource,
        delay: settings.delay,
    };
    let thread = thread::Builder::new().name("traces".to_owned());
    let started = thread.spawn(move || exporter.run(&receiver));
    started.map_err(|error| {
        Failure::could_not("could not start the thread that sends traces").because(&error)
    })?;
    Ok(Some((Traces(sender), layer)))
}

impl Drop for Traces {
    fn drop(&mut self) {
        let (done, sent) = mpsc::sync_channel(1);
        // A thread that has ended has nothing to send.
        if self.0.send(Message::Last(done)).is_ok() {
            let _ = sent.recv_timeout(LAST);
        }
    }
}

impl Settings {
    fn of(environment: &Environment) -> Result<Option<Self>, Failure> {
        let variable = |name: &str| environment.variable(name);
        let is_off = variable("OTEL_SDK_DISABLED")
            .is_some_and(|word| word.eq_ignore_ascii_case("true"))
            || variable("OTEL_TRACES_EXPORTER") == Some("none");
        let own = variable("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT").map(str::to_owned);
        let shared = variable("OTEL_EXPORTER_OTLP_ENDPOINT");
        let shared = shared.map(|url| format!("{}/v1/traces", url.trim_end_matches('/')));
        let Some(url) = own.or(shared).filter(|_| !is_off) else {
            return Ok(None);
        };
        let is_web = |uri: &ureq::http::Uri| {
            uri.host().is_some() && matches!(uri.scheme_str(), Some("http" | "https"))
        };
        if !url.parse().is_ok_and(|uri| is_web(&uri)) {
            let message = format!("traces cannot be sent to `{url}`");
            let hint = "write the collector's address like `OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318`";
            return Err(Failure::could_not(message).hint(hint));
        }
        let headers = variable("OTEL_EXPORTER_OTLP_TRACES_HEADERS")
            .or(variable("OTEL_EXPORTER_OTLP_HEADERS"));
        let mut resource = pairs(variable("OTEL_RESOURCE_ATTRIBUTES").unwrap_or_default());
        resource.retain(|(name, _)| name != "service.version");
        if let Some(name) = variable("OTEL_SERVICE_NAME") {
            resource.retain(|(name, _)| name != "service.name");
            resource.push(("service.name".to_owned(), name.to_owned()));
        } else if !resource.iter().any(|(name, _)| name == "service.name") {
            resource.push(("service.name".to_owned(), "guild".to_owned()));
        }
        resource.push((
            "service.version".to_owned(),
            env!("CARGO_PKG_VERSION").to_owned(),
        ));
        let milliseconds = |name: &str, otherwise: u64| {
            let given = variable(name).and_then(|text| text.parse().ok());
            Duration::from_millis(given.unwrap_or(otherwise))
        };
        Ok(Some(Self {
            url,
            headers: pairs(headers.unwrap_or_default()),
            resource,
            delay: milliseconds("OTEL_BSP_SCHEDULE_DELAY", 5_000),
            timeout: milliseconds("OTEL_EXPORTER_OTLP_TIMEOUT", 10_000),
            share: Share::of(
                variable("OTEL_TRACES_SAMPLER"),
                variable("OTEL_TRACES_SAMPLER_ARG"),
            ),
        }))
    }
}

impl Share {
    fn of(sampler: Option<&str>, argument: Option<&str>) -> Self {
        match sampler.map(|name| name.trim_start_matches("parentbased_")) {
            Some("always_off") => Self(0.0),
            Some("traceidratio") => {
                let share: Option<f64> = argument.and_then(|share| share.parse().ok());
                Self(share.unwrap_or(1.0))
            }
            _ => Self(1.0),
        }
    }

    /// Whether a trace of this name is kept: the same on each node.
    fn holds(self, trace: [u8; 16]) -> bool {
        if self.0 >= 1.0 {
            return true;
        }
        let last = u64::from_be_bytes(trace[8..].try_into().unwrap_or_default());
        (last as f64) < self.0 * 2_f64.powi(64)
    }
}

/// Reads `name=value,other=value`, in which values may be percent-encoded.
fn pairs(text: &str) -> Vec<(String, String)> {
    let decoded = |value: &str| percent_decode_str(value).decode_utf8_lossy().into_owned();
    let pairs = text.split(',').filter_map(|pair| pair.split_once('='));
    pairs
        .map(|(name, value)| (name.trim().to_owned(), decoded(value.trim())))
        .filter(|(name, _)| !name.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn of(variables: &[(&str, &str)]) -> Result<Option<Settings>, Failure> {
        let environment = Environment::of_test(Path::new("/"), Path::new("/"));
        let with =
            |environment: Environment, (name, value): &(&str, &str)| environment.with(name, value);
        Settings::of(&variables.iter().fold(environment, with))
    }

    #[test]
    fn the_variables_say_where_to_and_whether() {
        assert!(of(&[]).unwrap().is_none());
        let endpoint = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318/");
        let settings = of(&[endpoint]).unwrap().unwrap();
        assert_eq!(settings.url, "http://collector:4318/v1/traces");
        let own = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://other/in");
        assert_eq!(
            of(&[endpoint, own]).unwrap().unwrap().url,
            "https://other/in"
        );
        assert!(
            of(&[endpoint, ("OTEL_SDK_DISABLED", "TRUE")])
                .unwrap()
                .is_none()
        );
        assert!(
            of(&[endpoint, ("OTEL_TRACES_EXPORTER", "none")])
                .unwrap()
                .is_none()
        );
        let failure = of(&[("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317")]);
        assert!(failure.is_err_and(|failure| !failure.hints.is_empty()));
    }

    #[test]
    fn headers_and_attributes_are_pairs_and_percent_encoded() {
        let given = "authorization=Basic%20eA==, x=%zz ,y=%+5,=none,empty=";
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let expected = [
            pair("authorization", "Basic eA=="),
            pair("x", "%zz"),
            pair("y", "%+5"),
            pair("empty", ""),
        ];
        assert_eq!(pairs(given), expected);
    }

    #[test]
    fn a_share_of_the_traces_is_kept() {
        assert!(Share::of(None, None).holds([255; 16]));
        assert!(!Share::of(Some("always_off"), None).holds([0; 16]));
        let half = Share::of(Some("parentbased_traceidratio"), Some("0.5"));
        assert!(half.holds([0x7f; 16]) && !half.holds([0x81; 16]));
    }
}
