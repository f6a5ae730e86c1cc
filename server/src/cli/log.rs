//! The log on standard error. A thread of its own writes it, so that a full pipe or a slow terminal never stops a
//! request. While nobody reads, lines beyond the buffer are dropped and counted.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use clap::ValueEnum;
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use clinic_http::metrics::DroppedLines;
use clinic_runtime::machine::without_error_numbers;

/// At most a few megabytes, and enough for some seconds of full load.
const BUFFERED_LINES: usize = 4_096;

const LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum LogFormat {
    #[default]
    Text,
    Json,
}

/// While it lives, lines are written. Dropping it waits until they are, or gives up after a second.
pub struct Log {
    dropped_lines: ErrorCounter,
    _thread: WorkerGuard,
}

/// The numbers of the operating system mean nothing to the people who read the log.
struct PlainErrors<W>(W);

/// `Targets` takes a word that is no level for the name of a module, and then logs nothing else.
pub fn parse_filter(text: &str) -> Result<Targets, String> {
    let is_level = |word: &str| LEVELS.contains(&word.to_ascii_lowercase().as_str());
    let is_known = |part: &str| is_level(part.rsplit_once('=').map_or(part, |(_, level)| level));
    text.parse().ok().filter(|_| text.split(',').all(|part| is_known(part.trim()))).ok_or_else(|| {
        "use error, warn, info, debug, trace or off, also for one module, as in info,sqlx=debug".to_owned()
    })
}

/// Starts to log in this process.
pub fn start(filter: Targets, format: LogFormat) -> Log {
    let lines = NonBlockingBuilder::default().lossy(true).buffered_lines_limit(BUFFERED_LINES);
    let (writer, thread) = lines.finish(PlainErrors(io::stderr()));
    let dropped_lines = writer.error_counter();
    let lines = fmt::layer().with_writer(writer).with_target(false);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();
    Log { dropped_lines, _thread: thread }
}

impl Log {
    pub fn dropped_lines(&self) -> DroppedLines {
        let counter = self.dropped_lines.clone();
        Arc::new(move || counter.dropped_lines() as u64)
    }
}

impl<W: Write> Write for PlainErrors<W> {
    /// The subscriber writes each line with one call.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.write_all(without_error_numbers(&String::from_utf8_lossy(line)).as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_that_is_no_level_is_refused() {
        for accepted in ["info", "WARN", "info,sqlx=debug", "off", "warn, hyper=error"] {
            assert!(parse_filter(accepted).is_ok(), "{accepted}");
        }
        for refused in ["warning", "verbose", "", "info,sqlx", "info,sqlx=warning", "inf"] {
            assert!(parse_filter(refused).is_err(), "{refused}");
        }
    }
}
