//! A stream that shows the frames which pass through it to `Activity`.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

use super::activity::Activity;
use super::frames::FrameScanner;

pub struct ObservedStream<S> {
    stream: S,
    activity: Activity,
    received: FrameScanner,
    sent: FrameScanner,
}

impl<S> ObservedStream<S> {
    pub fn new(stream: S, activity: Activity) -> Self {
        Self { stream, activity, received: FrameScanner::of_client(), sent: FrameScanner::default() }
    }

    fn observe_sent<'a>(&mut self, buffers: impl Iterator<Item = &'a [u8]>, mut written: usize) {
        let now = Instant::now();
        for buffer in buffers {
            let part = &buffer[..written.min(buffer.len())];
            written -= part.len();
            self.sent.scan(part, |frame| self.activity.sent(frame, now));
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for ObservedStream<S> {
    /// Fails when the client sends too many control frames, which ends the connection.
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let start = buffer.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(context, buffer))?;
        let now = Instant::now();
        let mut is_allowed = true;
        this.received.scan(&buffer.filled()[start..], |frame| is_allowed &= this.activity.received(frame, now));
        Poll::Ready(if is_allowed { Ok(()) } else { Err(io::Error::other("too many control frames")) })
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ObservedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &[u8]) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, buffer))?;
        self.observe_sent(std::iter::once(buffer), written);
        Poll::Ready(Ok(written))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write_vectored(context, buffers))?;
        self.observe_sent(buffers.iter().map(|buffer| &**buffer), written);
        Poll::Ready(Ok(written))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
