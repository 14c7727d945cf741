//! Where connections come from: the one thing that the gateway asks of a network.
//!
//! The server listens on TCP; a simulation listens on a network that it can cut.

use std::io;
use std::net::SocketAddr;

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tracing::debug;

/// How much the system keeps for a peer that does not take it, in bytes; Linux takes it twice. Left
/// to itself it grows to megabytes, which a slow peer would have to read before it comes to today.
/// It holds the largest update.
pub(crate) const SEND_BUFFER_BYTES: usize = 64 * 1024;

/// Something that connections arrive at.
pub trait Listener {
    /// A connection. Shutting its writing side down lets the peer's bytes still come in.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// The next connection and where it comes from. Giving up waiting loses none.
    fn accept(&self) -> impl Future<Output = io::Result<(Self::Stream, SocketAddr)>>;
}

impl Listener for TcpListener {
    type Stream = TcpStream;

    async fn accept(&self) -> io::Result<(TcpStream, SocketAddr)> {
        let (stream, from) = Self::accept(self).await?;
        if let Err(error) = tune(&stream) {
            debug!(%error, "a connection was not tuned");
        }
        Ok((stream, from))
    }
}

/// Makes an accepted connection fit for small messages that are to be new.
fn tune(tcp: &TcpStream) -> io::Result<()> {
    // Each message waits for an answer: batching only delays them.
    tcp.set_nodelay(true)?;
    SockRef::from(tcp).set_send_buffer_size(SEND_BUFFER_BYTES)
}
