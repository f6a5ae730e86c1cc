//! What happens on an HTTP/2 connection, as far as its time limits need to know.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::time::Instant;

use super::MAX_CONCURRENT_STREAMS;
use super::frames::{self, FrameHeader};
use crate::connection::TimeLimits;

/// Frames that ask for nothing: PING, SETTINGS, PRIORITY, `WINDOW_UPDATE`, `RST_STREAM`. A client may send this
/// many, and more as it takes responses.
const MAX_CONTROL_FRAMES: u32 = 1000;
const CONTROL_FRAMES_PER_RESPONSE: u32 = 10;
/// A client opens the window about once per frame of 16 KiB, for the stream and for the connection.
const DATA_BYTES_PER_CONTROL_FRAME: usize = 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expired {
    /// No request for too long.
    Idle,
    /// Unfinished headers, or responses that the client does not take.
    Stalled,
}

/// Shared by the stream, which sees the frames, and the task of the connection, which checks the time.
#[derive(Clone)]
pub struct Activity(Arc<Mutex<State>>);

struct State {
    limits: TimeLimits,
    /// Whether the response of each open stream has begun.
    streams: HashMap<u32, bool>,
    last_opened: u32,
    /// When a header block began that is not complete.
    unfinished_headers: Option<Instant>,
    /// While no stream is open: when the connection is idle for too long.
    idle_deadline: Instant,
    /// When a part of a response was sent last.
    last_sent: Instant,
    control_frames: u32,
    /// Bytes of responses that have not been counted yet.
    sent_bytes: usize,
}

impl Activity {
    /// The first request has to arrive by `first_headers`.
    pub fn new(first_headers: Instant, limits: TimeLimits) -> Self {
        Self(Arc::new(Mutex::new(State {
            limits,
            streams: HashMap::new(),
            last_opened: 0,
            unfinished_headers: None,
            idle_deadline: first_headers,
            last_sent: first_headers,
            control_frames: 0,
            sent_bytes: 0,
        })))
    }

    pub fn limits(&self) -> TimeLimits {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).limits
    }

    /// When the limits are checked for the first time.
    pub fn first_check(&self, now: Instant) -> Instant {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.idle_deadline.min(now + state.limits.check_interval)
    }

    /// Returns false when the client sends too much that asks for nothing.
    #[must_use]
    pub fn received(&self, frame: FrameHeader, now: Instant) -> bool {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.received(frame, now);
        // Streams beyond the limit are refused by h2. After a GOAWAY they are ignored and would stay in the map.
        state.control_frames <= MAX_CONTROL_FRAMES && state.streams.len() <= 2 * MAX_CONCURRENT_STREAMS as usize
    }

    pub fn sent(&self, frame: FrameHeader, now: Instant) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).sent(frame, now);
    }

    pub fn expired(&self, now: Instant) -> Option<Expired> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).expired(now)
    }
}

impl State {
    fn received(&mut self, frame: FrameHeader, now: Instant) {
        match frame.kind {
            frames::DATA => {}
            frames::HEADERS => {
                // A later HEADERS frame of the same stream holds trailers.
                if frame.stream > self.last_opened {
                    self.last_opened = frame.stream;
                    self.streams.insert(frame.stream, false);
                }
                self.unfinished_headers = (!frame.ends_headers()).then_some(now);
            }
            frames::CONTINUATION => {
                if frame.ends_headers() {
                    self.unfinished_headers = None;
                }
            }
            kind => {
                self.control_frames += 1;
                if kind == frames::RST_STREAM {
                    self.close(frame.stream, now);
                }
            }
        }
    }

    fn sent(&mut self, frame: FrameHeader, now: Instant) {
        match frame.kind {
            frames::DATA | frames::HEADERS => {
                self.last_sent = now;
                self.allow_control_frames(frame);
                if frame.ends_stream() {
                    self.close(frame.stream, now);
                } else if let Some(has_begun) = self.streams.get_mut(&frame.stream) {
                    *has_begun = true;
                }
            }
            frames::RST_STREAM => self.close(frame.stream, now),
            _ => {}
        }
    }

    fn allow_control_frames(&mut self, frame: FrameHeader) {
        if frame.kind == frames::DATA {
            self.sent_bytes += frame.length;
            let earned = self.sent_bytes / DATA_BYTES_PER_CONTROL_FRAME;
            self.sent_bytes %= DATA_BYTES_PER_CONTROL_FRAME;
            self.control_frames = self.control_frames.saturating_sub(u32::try_from(earned).unwrap_or(u32::MAX));
        }
        if frame.ends_stream() {
            self.control_frames = self.control_frames.saturating_sub(CONTROL_FRAMES_PER_RESPONSE);
        }
    }

    fn close(&mut self, stream: u32, now: Instant) {
        if self.streams.remove(&stream).is_some() && self.streams.is_empty() {
            self.idle_deadline = now + self.limits.idle;
        }
    }

    /// A stream whose response has not begun waits for its handler, which has time limits of its own.
    fn expired(&self, now: Instant) -> Option<Expired> {
        let is_older = |since: Instant, limit| now.saturating_duration_since(since) >= limit;
        if self.unfinished_headers.is_some_and(|since| is_older(since, self.limits.headers)) {
            Some(Expired::Stalled)
        } else if self.streams.is_empty() {
            (now >= self.idle_deadline).then_some(Expired::Idle)
        } else {
            let is_stalled =
                self.streams.values().any(|has_begun| *has_begun) && is_older(self.last_sent, self.limits.write);
            is_stalled.then_some(Expired::Stalled)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const PING: u8 = 0x6;
    const END_STREAM: u8 = 0x1;
    const END_HEADERS: u8 = 0x4;

    struct Connection {
        activity: Activity,
        now: Instant,
    }

    impl Connection {
        fn new() -> Self {
            let now = Instant::now();
            let limits = TimeLimits::default();
            Self { activity: Activity::new(now + limits.headers, limits), now }
        }

        fn receives(&self, kind: u8, flags: u8, stream: u32) -> bool {
            self.activity.received(FrameHeader { length: 8, kind, flags, stream }, self.now)
        }

        fn sends(&self, kind: u8, flags: u8, stream: u32, length: usize) {
            self.activity.sent(FrameHeader { length, kind, flags, stream }, self.now);
        }

        fn answers(&self, stream: u32) {
            assert!(self.receives(frames::HEADERS, END_HEADERS | END_STREAM, stream));
            self.sends(frames::HEADERS, END_HEADERS, stream, 100);
            self.sends(frames::DATA, END_STREAM, stream, 4000);
        }

        fn after(&mut self, seconds: u64) -> Option<Expired> {
            self.now += Duration::from_secs(seconds);
            self.activity.expired(self.now)
        }
    }

    #[test]
    fn connection_without_a_request_is_idle_after_the_header_timeout() {
        let mut connection = Connection::new();
        assert!(connection.receives(PING, 0, 0));
        assert_eq!(connection.after(9), None);
        assert_eq!(connection.after(1), Some(Expired::Idle));
    }

    #[test]
    fn connection_is_kept_for_a_minute_after_a_response() {
        let mut connection = Connection::new();
        connection.answers(1);
        assert_eq!(connection.after(59), None);
        connection.answers(3);
        assert_eq!(connection.after(59), None);
        assert_eq!(connection.after(1), Some(Expired::Idle));
    }

    #[test]
    fn unfinished_headers_expire_even_while_a_response_is_sent() {
        let mut connection = Connection::new();
        assert!(connection.receives(frames::HEADERS, END_HEADERS, 1));
        assert!(connection.receives(frames::HEADERS, END_STREAM, 3));
        assert!(connection.receives(frames::CONTINUATION, 0, 3));
        connection.now += Duration::from_secs(9);
        connection.sends(frames::DATA, 0, 1, 16_384);
        assert_eq!(connection.after(1), Some(Expired::Stalled));
        assert!(connection.receives(frames::CONTINUATION, END_HEADERS, 3));
        assert_eq!(connection.after(1), None);
    }

    #[test]
    fn response_that_the_client_does_not_take_expires() {
        let mut connection = Connection::new();
        assert!(connection.receives(frames::HEADERS, END_HEADERS | END_STREAM, 1));
        assert_eq!(connection.after(44), None, "the handler is still working");
        connection.sends(frames::HEADERS, END_HEADERS, 1, 100);
        assert_eq!(connection.after(29), None);
        connection.sends(frames::DATA, 0, 1, 1);
        assert!(connection.receives(PING, 0, 0));
        assert_eq!(connection.after(29), None);
        assert_eq!(connection.after(1), Some(Expired::Stalled), "a PING is no progress");
    }

    #[test]
    fn reset_stream_is_closed() {
        for is_reset_by_client in [true, false] {
            let mut connection = Connection::new();
            assert!(connection.receives(frames::HEADERS, END_HEADERS, 1));
            connection.sends(frames::HEADERS, END_HEADERS, 1, 100);
            if is_reset_by_client {
                assert!(connection.receives(frames::RST_STREAM, 0, 1));
            } else {
                connection.sends(frames::RST_STREAM, 0, 1, 4);
            }
            assert_eq!(connection.after(59), None);
            assert_eq!(connection.after(1), Some(Expired::Idle));
        }
    }

    #[test]
    fn frames_that_ask_for_nothing_are_limited() {
        for kind in [0x2, frames::RST_STREAM, 0x4, PING, 0x8, 0xfa] {
            let connection = Connection::new();
            let accepted = (0..2000).take_while(|_| connection.receives(kind, 0, 0)).count();
            assert_eq!(accepted, 1000, "frames of type {kind}");
        }
    }

    #[test]
    fn client_that_takes_responses_may_send_more_control_frames() {
        let connection = Connection::new();
        for stream in (1..4000).step_by(2) {
            connection.answers(stream);
            assert!((0..5).all(|_| connection.receives(0x8, 0, stream)));
        }
        let download = Connection::new();
        assert!(download.receives(frames::HEADERS, END_HEADERS | END_STREAM, 1));
        for _ in 0..4000 {
            download.sends(frames::DATA, 0, 1, 16_384);
            assert!(download.receives(0x8, 0, 0) && download.receives(0x8, 0, 1));
        }
    }

    #[test]
    fn requests_that_are_reset_again_and_again_earn_nothing() {
        let connection = Connection::new();
        let reset = |stream: &u32| {
            connection.receives(frames::HEADERS, END_HEADERS | END_STREAM, *stream)
                && connection.receives(frames::RST_STREAM, 0, *stream)
        };
        assert_eq!((1..10_000).step_by(2).take_while(reset).count(), 1000);
    }

    #[test]
    fn streams_that_are_never_answered_are_limited() {
        let connection = Connection::new();
        let open = |stream: &u32| connection.receives(frames::HEADERS, END_HEADERS | END_STREAM, *stream);
        assert_eq!((1..10_000).step_by(2).take_while(open).count(), 200);
    }
}
