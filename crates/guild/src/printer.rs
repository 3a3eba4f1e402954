//! The only writer to the terminal: data on stdout, talk on stderr.

use std::io::{self, IsTerminal as _, Write};
use std::process::ExitCode;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use guild_check::render::Colour;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::failure::{Failure, Kind, Outcome};
use crate::line::{Line, is_steering};
use crate::traces::TraceLayer;

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

/// How much to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Voice {
    /// Data, talk and progress.
    Normal,
    /// Data, warnings and failures.
    Quiet,
}

/// How failures are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Telling {
    /// For a person.
    InWords,
    /// For a program.
    AsJson,
}

/// Writes to the terminal. A write that fails is remembered, and [`Printer::finish`] judges it.
pub(crate) struct Printer {
    stdout: AutoStream<io::Stdout>,
    stderr: AutoStream<io::Stderr>,
    voice: Voice,
    telling: Telling,
    fault: Option<io::Error>,
}

/// The bar of one download; nothing at all where there is no terminal.
pub(crate) struct Progress(Option<ProgressBar>);

impl Printer {
    /// Opens the terminal.
    pub(crate) fn new(color: Color, voice: Voice) -> Self {
        let choice = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Self {
            stdout: AutoStream::new(io::stdout(), choice),
            stderr: AutoStream::new(io::stderr(), choice),
            voice,
            telling: Telling::InWords,
            fault: None,
        }
    }

    /// Tells failures this way.
    pub(crate) fn telling(mut self, telling: Telling) -> Self {
        self.telling = telling;
        self
    }

    /// Prints a line of data.
    pub(crate) fn data(&mut self, line: impl Into<Line>) {
        let line: Line = line.into();
        self.raw(&format!("{}\n", line.as_styled()));
    }

    /// Prints text of our own making as it stands: a report that a renderer made, a script, a help text.
    pub(crate) fn raw(&mut self, text: &str) {
        if self.fault.is_none() {
            let written = self.stdout.write_all(text.as_bytes());
            self.fault = written.and_then(|()| self.stdout.flush()).err();
        }
    }

    /// Prints data as JSON, two spaces deep.
    pub(crate) fn json(&mut self, value: &impl Serialize) {
        match serde_json::to_string_pretty(value) {
            Ok(text) => self.raw(&format!("{}\n", escape_steering(&text))),
            Err(error) => self.fault = Some(error.into()),
        }
    }

    /// Says whether a renderer may colour what it makes for stdout.
    pub(crate) fn colour(&self) -> Colour {
        match self.stdout.current_choice() {
            ColorChoice::Never => Colour::Plain,
            ColorChoice::Auto | ColorChoice::Always | ColorChoice::AlwaysAnsi => Colour::Styled,
        }
    }

    /// Says something that is not data.
    pub(crate) fn talk(&mut self, line: impl Into<Line>) {
        match self.voice {
            Voice::Normal => self.say(&line.into()),
            Voice::Quiet => {}
        }
    }

    /// Warns, even when quiet.
    pub(crate) fn warn(&mut self, text: impl AsRef<str>) {
        let line = Line::new().alert("warning: ").plain(text);
        self.say(&line);
    }

    /// Says what to type next.
    pub(crate) fn hint(&mut self, text: impl AsRef<str>) {
        self.talk(Line::new().accent("hint: ").plain(text));
    }

    /// Says what failed, why, and what to type next.
    pub(crate) fn failure(&mut self, failure: &Failure) {
        match self.telling {
            Telling::InWords => self.failure_in_words(failure),
            Telling::AsJson => self.failure_as_json(failure),
        }
    }

    fn failure_as_json(&mut self, failure: &Failure) {
        let code = match failure.kind {
            Kind::Refused => "REFUSED",
            Kind::CouldNotRun => "COULD_NOT_RUN",
        };
        let error = serde_json::json!({ "error": {
            "code": code,
            "message": failure.message,
            "causes": failure.causes,
            "hints": failure.hints,
        }});
        // Talk that nobody hears is no fault of the command.
        let _ = writeln!(self.stderr, "{}", escape_steering(&error.to_string()));
    }

    fn failure_in_words(&mut self, failure: &Failure) {
        let word = match failure.kind {
            Kind::Refused => "refused: ",
            Kind::CouldNotRun => "error: ",
        };
        self.say(&Line::new().bad(word).plain(&failure.message));
        for cause in &failure.causes {
            let cause = cause.replace('\n', "\n         ");
            self.say(&Line::new().faint("  cause: ").plain(cause));
        }
        for hint in &failure.hints {
            self.say(&Line::new().accent("hint: ").plain(hint));
        }
    }

    /// Says whether a person sits at the terminal and can answer.
    pub(crate) fn can_ask(&self) -> bool {
        io::stdin().is_terminal() && io::stderr().is_terminal()
    }

    /// Asks a person to choose any number of items; nothing when the question was left.
    pub(crate) fn choose(&self, question: &str, items: &[String]) -> Option<Vec<usize>> {
        give_cursor_back();
        let items: Vec<String> = items.iter().map(|item| crate::line::clean(item)).collect();
        dialoguer::MultiSelect::new()
            .with_prompt(format!("{question} (space to choose, enter to go on)"))
            .items(&items)
            .interact_opt()
            .inspect_err(|_| show_cursor())
            .ok()
            .flatten()
    }

    /// Asks a person for a line, which may be empty; nothing when the question was left.
    pub(crate) fn ask(&self, question: &str) -> Option<String> {
        dialoguer::Input::<String>::new()
            .with_prompt(crate::line::clean(question))
            .allow_empty(true)
            .interact_text()
            .ok()
    }

    /// Asks a person for a secret, which is not shown; nothing when the question was left.
    pub(crate) fn ask_secret(&self, question: &str) -> Option<String> {
        dialoguer::Password::new()
            .with_prompt(crate::line::clean(question))
            .interact()
            .ok()
    }

    /// Starts a progress bar over a number of bytes.
    pub(crate) fn progress(&self, label: &str, bytes: u64) -> Progress {
        // A smaller one is there before a bar is seen.
        const WORTH_A_BAR: u64 = 1 << 18;
        let is_heard = self.voice == Voice::Normal && io::stderr().is_terminal();
        let is_wanted = is_heard && bytes >= WORTH_A_BAR;
        Progress(is_wanted.then(|| {
            let bar = ProgressBar::new(bytes);
            let style = ProgressStyle::with_template("{prefix} {bar:30} {bytes}/{total_bytes}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.set_prefix(crate::line::clean(label));
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        }))
    }

    /// Prints the outcome's failure, if it is one, and gives the exit code; a closed pipe is success.
    pub(crate) fn finish(mut self, outcome: &Result<Outcome, Failure>) -> ExitCode {
        let code = match outcome {
            Ok(outcome) => outcome.exit_code(),
            Err(failure) => {
                self.failure(failure);
                failure.exit_code()
            }
        };
        match self.fault.take() {
            None => ExitCode::from(code),
            // Whoever read us has seen enough.
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Some(error) => {
                let failure = Failure::could_not("could not write the output").because(&error);
                self.failure(&failure);
                ExitCode::from(failure.exit_code())
            }
        }
    }

    /// Prints what the reader of the command line answers: the help on stdout, a mistake on stderr.
    pub(crate) fn usage(mut self, error: &clap::Error) -> ExitCode {
        let text = error.render().ansi().to_string();
        if !error.use_stderr() {
            self.raw(&text);
            return self.finish(&Ok(Outcome::Clean));
        }
        // A terminal that is gone cannot be told.
        let _ = self.stderr.write_all(text.as_bytes());
        ExitCode::from(2)
    }

    fn say(&mut self, line: &Line) {
        // Talk that nobody hears is no fault of the command.
        let _ = writeln!(self.stderr, "{}", line.as_styled());
    }
}

impl Progress {
    /// No bar.
    pub(crate) fn none() -> Self {
        Self(None)
    }

    /// Moves the bar to a number of bytes.
    pub(crate) fn reach(&self, bytes: u64) {
        if let Some(bar) = &self.0 {
            bar.set_position(bytes);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// How the server's log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line, for programs.
    Json,
}

/// Lets the server log to stderr; `RUST_LOG` says how much. Traces are heard beside the log, if they are wanted.
pub(crate) fn log_to_stderr(format: LogFormat, traces: Option<TraceLayer>) {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    let registry = tracing_subscriber::registry();
    // A second subscriber is refused; the first one goes on.
    let _ = match traces {
        None => registry.with(filter).with(log_layer(format)).try_init(),
        Some(traces) => {
            let traces = traces.with_filter(filter_fn(TraceLayer::wants));
            let log = log_layer(format).with_filter(filter);
            registry.with(log).with(traces).try_init()
        }
    };
}

fn log_layer<S>(format: LogFormat) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'l> LookupSpan<'l>,
{
    let log = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(AutoStream::choice(&io::stderr()) != ColorChoice::Never);
    match format {
        LogFormat::Text => log.boxed(),
        LogFormat::Json => log.json().flatten_event(true).boxed(),
    }
}

/// From now on gives the cursor back to a person who breaks off: a question hides it.
#[cfg(unix)]
fn give_cursor_back() {
    use tokio::signal::unix::{SignalKind, signal};
    /// What a shell gives for a program that an interrupt ended.
    const INTERRUPTED: i32 = 130;
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let Ok(runtime) = runtime else { return };
        let guard = runtime.enter();
        // Without the signal the person breaks off as ever, and types `reset`.
        let Ok(mut interrupt) = signal(SignalKind::interrupt()) else {
            return;
        };
        drop(guard);
        std::thread::spawn(move || {
            runtime.block_on(interrupt.recv());
            show_cursor();
            std::process::exit(INTERRUPTED)
        });
    });
}

#[cfg(not(unix))]
fn give_cursor_back() {}

fn show_cursor() {
    // A terminal that is gone shows no cursor.
    let _ = io::stderr().write_all(b"\x1b[?25h\r\n");
}

/// Escapes what steers a terminal in JSON text, where such characters can stand in strings only.
fn escape_steering(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for character in json.chars() {
        if character != '\n' && is_steering(character) {
            escaped.push_str(&format!("\\u{:04x}", u32::from(character)));
        } else {
            escaped.push(character);
        }
    }
    escaped
}
