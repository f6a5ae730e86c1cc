//! The express lane: whoever only reads what is published is answered straight from memory, with a head that was printed
//! once. The first request that needs more thought takes its connection, and all that was read of it, to hyper for good.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bytes::Buf;
use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimePrinter;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::ask::Ask;
use super::patience::Patience;
use super::serve::{HEAD_TIME, LAST_ORDERS};
use super::stall::StallGuard;
use super::{Door, pages};

/// Enough for a browser's request three times over; a longer one is for hyper.
const READ_AT_ONCE: usize = 2048;
/// How often whoever waits for a request looks up whether the server is told to stop.
pub const LOOK_UP: Duration = Duration::from_secs(1);

pub struct Express(pub Arc<Door>);

impl Express {
    /// Answers until something comes that is not for the lane, and returns what was read of it; nothing when the
    /// visitor has left or waits for too long.
    pub async fn attend(
        &self,
        stream: &mut StallGuard,
        patience: &Patience,
        stopping: &AtomicBool,
    ) -> io::Result<Option<Vec<u8>>> {
        let mut read = Vec::with_capacity(READ_AT_ONCE);
        let mut head = Vec::new();
        let mut date = Date::default();
        loop {
            if read.is_empty() && !next_request(stream, &mut read, patience, stopping).await? {
                return Ok(None);
            }
            let Some((ask, length)) = Ask::first_in(&read).filter(|_| !stopping.load(Ordering::Relaxed)) else {
                return Ok(Some(read));
            };
            head.clear();
            let Some(body) = pages::at_once(&self.0, &ask, &mut head) else { return Ok(Some(read)) };
            head.extend_from_slice(date.line(self.0.promises.clock.now()).as_bytes());
            stream.write_all_buf(&mut Buf::chain(&head[..], body)).await?;
            read.drain(..length);
        }
    }
}

/// Waits as long as hyper would, and not so long when the server is told to stop. False when nobody is there any more.
async fn next_request(
    stream: &mut StallGuard,
    read: &mut Vec<u8>,
    patience: &Patience,
    stopping: &AtomicBool,
) -> io::Result<bool> {
    let mut now = Instant::now();
    let mut end = now + HEAD_TIME;
    while now < end {
        tokio::select! {
            biased;
            count = stream.read_buf(read) => return Ok(count? > 0),
            () = patience.until(end.min(now + LOOK_UP)) => now = Instant::now(),
        }
        if stopping.load(Ordering::Relaxed) {
            end = end.min(now + LAST_ORDERS);
        }
    }
    Ok(false)
}

/// The last line of a head, the same for all answers of a second.
#[derive(Default)]
struct Date {
    second: i64,
    line: String,
}

impl Date {
    fn line(&mut self, now: Timestamp) -> &str {
        if self.second != now.as_second() {
            let date = DateTimePrinter::new().timestamp_to_rfc9110_string(&now).unwrap_or_default();
            *self = Self { second: now.as_second(), line: format!("date: {date}\r\n\r\n") };
        }
        &self.line
    }
}
