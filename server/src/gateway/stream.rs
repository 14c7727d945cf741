//! The TCP stream under a connection, in a form that the session can still reach once hyper and
//! the WebSocket own it: after an oversized message the frame codec reads no further, and closing
//! with unread bytes would reset the connection before the peer has seen why.

use std::io;
use std::net::{Shutdown, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::limits::Open;

/// How much is read at once while discarding, in bytes.
const DISCARD_BYTES: usize = 4 * 1024;

/// How much the system keeps for a peer that does not take it, in bytes; Linux takes it twice. Left
/// to itself it grows to megabytes, which a slow peer would have to read before it comes to today.
/// It holds the largest update.
pub(crate) const SEND_BUFFER_BYTES: usize = 64 * 1024;

/// Makes an accepted connection fit for small messages that are to be new.
pub(super) fn tune(tcp: &TcpStream) -> io::Result<()> {
    // Each message waits for an answer: batching only delays them.
    tcp.set_nodelay(true)?;
    SockRef::from(tcp).set_send_buffer_size(SEND_BUFFER_BYTES)
}

/// The other end of a connection.
#[derive(Debug)]
pub struct Peer {
    tcp: TcpStream,
    /// Where it is.
    pub(super) at: SocketAddr,
    /// Its place among the connections.
    pub(super) open: Open,
}

impl Peer {
    pub(super) fn new(tcp: TcpStream, at: SocketAddr, open: Open) -> Arc<Self> {
        Arc::new(Self { tcp, at, open })
    }

    /// Ends our side, and reads and throws away what the peer still sends, for so long at most.
    pub(super) async fn discard(&self, most: Duration) {
        // A connection that is gone already needs no end.
        let _ = SockRef::from(&self.tcp).shutdown(Shutdown::Write);
        let reading = async {
            let mut bytes = [0; DISCARD_BYTES];
            while self.tcp.readable().await.is_ok() {
                match self.tcp.try_read(&mut bytes) {
                    Ok(0) => return,
                    Ok(_) => {}
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    Err(_) => return,
                }
            }
        };
        let _ = timeout(most, reading).await;
    }
}

/// The stream as hyper wants it.
#[derive(Debug)]
pub(super) struct Stream(pub(super) Arc<Peer>);

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.0.tcp.poll_read_ready(context))?;
            match self.0.tcp.try_read(into.initialize_unfilled()) {
                Ok(count) => {
                    into.advance(count);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.0.tcp.poll_write_ready(context))?;
            match self.0.tcp.try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                done => return Poll::Ready(done),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // A connection that is gone already needs no end.
        let _ = SockRef::from(&self.0.tcp).shutdown(Shutdown::Write);
        Poll::Ready(Ok(()))
    }
}
