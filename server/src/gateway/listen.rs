//! Where connections come from: the one thing that the gateway asks of a network.
//!
//! The server listens on TCP; a simulation listens on a network that it can cut.

use std::io;
use std::net::SocketAddr;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tracing::debug;

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
        // Messages are small and each waits for an answer: batching only delays them.
        if let Err(error) = stream.set_nodelay(true) {
            debug!(%error, "no TCP_NODELAY");
        }
        Ok((stream, from))
    }
}
