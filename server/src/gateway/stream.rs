//! The stream under a connection, in a form that the session can still reach once hyper and the
//! WebSocket own it: after an oversized message the frame codec reads no further, and closing with
//! unread bytes would reset the connection before the peer has seen why.

use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::time::{sleep, timeout};

use super::connections::OpenConnection;

/// Bytes read at once while discarding.
const DISCARD_BYTES: usize = 16 * 1024;

/// Between two reads from a peer that we have said goodbye to. An honest one has little left to say;
/// one that does not stop may not cost more by it than one that we still listen to.
pub(super) const CLOSING_PACE: Duration = Duration::from_millis(1);

/// A connection of any network.
pub(super) type BoxedStream = dyn ByteStream;

/// Byte stream in both directions.
pub(super) trait ByteStream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> ByteStream for T {}

/// The other end of a connection.
#[derive(derive_more::Debug)]
#[debug("Peer {{ at: {at:?}, .. }}")]
pub struct Peer {
    /// Held for one poll at a time, by the one task that serves this connection.
    stream: Mutex<Box<BoxedStream>>,
    /// Network address.
    pub(super) at: SocketAddr,
    /// Its slot among the connections.
    pub(super) open: OpenConnection,
}

impl Peer {
    pub(super) fn new(stream: Box<BoxedStream>, at: SocketAddr, open: OpenConnection) -> Arc<Self> {
        Arc::new(Self { stream: Mutex::new(stream), at, open })
    }

    /// Ends our side, and reads and throws away what the peer still sends, for so long at most.
    pub(super) async fn discard(self: &Arc<Self>, most: Duration) {
        let mut stream = PeerStream(self.clone());
        let reading = async {
            // A connection that is gone already needs no end.
            let _ = stream.shutdown().await;
            let mut bytes = vec![0; DISCARD_BYTES];
            while stream.read(&mut bytes).await.is_ok_and(|count| count > 0) {
                sleep(CLOSING_PACE).await;
            }
        };
        let _ = timeout(most, reading).await;
    }

    /// Lends the stream for a poll by which bytes come or go.
    fn moving<T>(&self, poll: impl FnOnce(Pin<&mut BoxedStream>) -> Poll<T>) -> Poll<T> {
        let polled = self.lend(poll);
        if polled.is_ready() {
            self.open.moved();
        }
        polled
    }

    /// Lends the stream for one poll.
    fn lend<T>(&self, poll: impl FnOnce(Pin<&mut BoxedStream>) -> T) -> T {
        // A stream whose poll has panicked is as good as any that fails.
        let mut stream = self.stream.lock();
        poll(Pin::new(&mut **stream))
    }
}

/// The stream as hyper wants it.
pub(super) struct PeerStream(pub(super) Arc<Peer>);

impl AsyncRead for PeerStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.0.moving(|stream| stream.poll_read(context, into))
    }
}

impl AsyncWrite for PeerStream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.0.moving(|stream| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.0.moving(|stream| stream.poll_write_vectored(context, pieces))
    }

    // Where the network can, answers are not copied together: those that nobody reads are not kept.
    fn is_write_vectored(&self) -> bool {
        self.0.lend(|stream| stream.is_write_vectored())
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.0.lend(|stream| stream.poll_flush(context))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // A connection that is gone already needs no end.
        self.0.lend(|stream| stream.poll_shutdown(context)).map(|_| Ok(()))
    }
}
