//! The log on standard error. A thread of its own writes it, so that a full pipe or a slow terminal never stops a
//! request. While nobody reads, lines beyond the buffer are dropped and counted.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use clinic_runtime::machine::without_error_numbers;

/// At most a few megabytes, and enough for some seconds of full load.
const BUFFERED_LINES: usize = 4_096;
/// How long the end of the program waits for the buffered lines to be written.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

const LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum LogFormat {
    #[default]
    Text,
    Json,
}

/// Sends each line to the writing thread. Never waits.
#[derive(Clone)]
pub struct LogWriter {
    sender: SyncSender<Message>,
    dropped_lines: Arc<AtomicU64>,
}

enum Message {
    Line(Vec<u8>),
    /// Answered when all earlier lines are written.
    Flush(SyncSender<()>),
}

/// `Targets` takes a word that is no level for the name of a module, and then logs nothing else.
pub fn parse_filter(text: &str) -> Result<Targets, String> {
    let is_level = |word: &str| LEVELS.contains(&word.to_ascii_lowercase().as_str());
    let is_known = |part: &str| is_level(part.rsplit_once('=').map_or(part, |(_, level)| level));
    text.parse().ok().filter(|_| text.split(',').all(|part| is_known(part.trim()))).ok_or_else(|| {
        "use error, warn, info, debug, trace or off, also for one module, as in info,sqlx=debug".to_owned()
    })
}

/// Starts to log in this process.
pub fn start(filter: Targets, format: LogFormat) -> LogWriter {
    let writer = LogWriter::new(io::stderr(), BUFFERED_LINES);
    let make_writer = {
        let writer = writer.clone();
        move || writer.clone()
    };
    let lines = fmt::layer().with_writer(make_writer).with_target(false);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();
    writer
}

impl LogWriter {
    fn new(output: impl Write + Send + 'static, buffered_lines: usize) -> Self {
        let (sender, receiver) = sync_channel(buffered_lines);
        thread::spawn(move || write_lines(&receiver, output));
        Self { sender, dropped_lines: Arc::default() }
    }

    pub fn dropped_lines(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.dropped_lines)
    }

    /// Waits until everything is written, or gives up after a second.
    pub fn wait_until_written(&self) {
        let deadline = Instant::now() + FLUSH_TIMEOUT;
        let (done, written) = sync_channel(1);
        let mut message = Message::Flush(done);
        while let Err(TrySendError::Full(rejected)) = self.sender.try_send(message) {
            if Instant::now() > deadline {
                return;
            }
            message = rejected;
            thread::sleep(Duration::from_millis(10));
        }
        let _ = written.recv_timeout(deadline.saturating_duration_since(Instant::now()));
    }
}

impl Write for LogWriter {
    /// The subscriber writes each line with one call.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.sender.try_send(Message::Line(line.to_vec())).is_err() {
            self.dropped_lines.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn write_lines(receiver: &Receiver<Message>, mut output: impl Write) {
    while let Ok(message) = receiver.recv() {
        match message {
            // There is no other place to report that the log cannot be written.
            Message::Line(line) => {
                drop(output.write_all(without_error_numbers(&String::from_utf8_lossy(&line)).as_bytes()));
            }
            Message::Flush(done) => drop(done.send(())),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::mpsc::Sender;

    use super::*;

    /// An output that takes one line for each permit.
    struct Slow(Receiver<()>, Arc<Mutex<Vec<u8>>>);

    impl Write for Slow {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            self.1.lock().expect("the output").extend_from_slice(line);
            Ok(line.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn slow_log() -> (LogWriter, Sender<()>, Arc<Mutex<Vec<u8>>>) {
        let (permit, permits) = std::sync::mpsc::channel();
        let written = Arc::default();
        (LogWriter::new(Slow(permits, Arc::clone(&written)), 2), permit, written)
    }

    #[test]
    fn word_that_is_no_level_is_refused() {
        for accepted in ["info", "WARN", "info,sqlx=debug", "off", "warn, hyper=error"] {
            assert!(parse_filter(accepted).is_ok(), "{accepted}");
        }
        for refused in ["warning", "verbose", "", "info,sqlx", "info,sqlx=warning", "inf"] {
            assert!(parse_filter(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn lines_beyond_the_buffer_are_dropped_and_counted() {
        let (mut log, permit, written) = slow_log();
        for _ in 0..10 {
            log.write_all(b"line\n").expect("never fails");
        }
        let dropped = log.dropped_lines().load(Ordering::Relaxed);
        assert!((7..=8).contains(&dropped), "{dropped}: two lines are buffered, and one may be with the thread");
        drop(permit);
        // It does not wait for ever.
        while written.lock().expect("the output").len() as u64 != (10 - dropped) * 5 {
            log.wait_until_written();
        }
    }

    #[test]
    fn waiting_for_an_output_that_nobody_reads_ends() {
        let (mut log, _permit, _) = slow_log();
        for _ in 0..10 {
            log.write_all(b"line\n").expect("never fails");
        }
        log.wait_until_written();
    }
}
