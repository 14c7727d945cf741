//! A stream whose peer has to take what it is sent.
//!
//! It is right above the network, below TLS, where what is written is what the peer's system has
//! room for; so it holds for everything that a connection may be: a handshake, answers, a socket.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// Number of bytes taken that count as progress, or all that there are: a peer that takes one now and
/// then is waiting for nothing but our patience.
pub const PROGRESS_BYTES: usize = 4 * 1024;

/// A timer that goes off later than this says that the server itself did not run, as after a pause
/// of its machine: nobody else was slow.
pub(super) const ASLEEP: Duration = Duration::from_secs(1);

/// A stream that fails once its peer has taken nothing for too long.
pub(super) struct StallGuard<S> {
    stream: S,
    stall: Duration,
    /// Bytes taken since the timer was set.
    taken: usize,
    /// Runs while something waits to be taken.
    timer: Option<Pin<Box<Sleep>>>,
}

impl<S> StallGuard<S> {
    pub(super) fn new(stream: S, stall: Duration) -> Self {
        Self { stream, stall, taken: 0, timer: None }
    }

    /// Takes note of the outcome of writing up to `all` bytes.
    fn written(
        &mut self,
        context: &mut Context<'_>,
        all: usize,
        polled: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let Poll::Ready(written) = polled else {
            ready!(self.stalled(context))?;
            return Poll::Pending;
        };
        if let Ok(count) = &written {
            self.taken = self.taken.saturating_add(*count);
            if *count == all || self.taken >= PROGRESS_BYTES {
                self.taken = 0;
                self.timer = None;
            }
        }
        Poll::Ready(written)
    }

    /// Waits while nothing can be written; an error once that has lasted too long.
    fn stalled(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let stall = self.stall;
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(stall)));
        ready!(timer.as_mut().poll(context));
        if timer.deadline() + ASLEEP < Instant::now() {
            timer.as_mut().reset(Instant::now() + stall);
            return timer.as_mut().poll(context).map(Ok);
        }
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for StallGuard<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for StallGuard<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, bytes.len(), polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.written(context, pieces.iter().map(|piece| piece.len()).sum(), polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_flush(context) {
            Poll::Pending => self.stalled(context),
            flushed @ Poll::Ready(_) => flushed,
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_shutdown(context) {
            Poll::Pending => self.stalled(context),
            ended @ Poll::Ready(_) => ended,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
    use tokio::time::{advance, timeout};

    const STALL: Duration = Duration::from_secs(20);

    /// Sends much more than a peer holds that takes `bytes` each `pause`, and returns how that ended.
    async fn sending(bytes: usize, pause: Duration) -> io::Result<()> {
        let (near, mut far): (DuplexStream, DuplexStream) = duplex(1_024);
        let reading = tokio::spawn(async move {
            let mut piece = vec![0; bytes];
            while far.read_exact(&mut piece).await.is_ok() {
                sleep(pause).await;
            }
        });
        let sent = StallGuard::new(near, STALL).write_all(&vec![0; 64 * 1024]).await;
        reading.abort();
        sent
    }

    #[tokio::test(start_paused = true)]
    async fn a_little_now_and_then_is_not_progress() {
        let stalled = Some(io::ErrorKind::TimedOut);
        let kind = |sent: io::Result<()>| sent.err().map(|error| error.kind());
        let second = Duration::from_secs(1);
        assert_eq!(kind(sending(1, 19 * second).await), stalled, "one byte now and then");
        assert_eq!(kind(sending(128, second).await), stalled, "2,560 bytes in the time");
        assert_eq!(kind(sending(256, second).await), None, "5,120 bytes in the time");
        assert_eq!(kind(sending(1_024, 19 * second).await), stalled);
        assert_eq!(kind(sending(64, Duration::from_millis(100)).await), None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_did_not_run_blames_nobody() {
        let (near, mut far) = duplex(1_024);
        let mut near = StallGuard::new(near, STALL);
        near.write_all(&[0; 1_024]).await.unwrap();
        let mut late = Box::pin(near.write_all(&[1]));
        assert!(timeout(Duration::ZERO, late.as_mut()).await.is_err(), "nothing is taken");
        advance(3 * STALL).await;
        assert!(timeout(STALL / 2, late.as_mut()).await.is_err(), "it is given its time again");
        far.read_exact(&mut [0; 1_024]).await.unwrap();
        late.await.unwrap();
    }
}
