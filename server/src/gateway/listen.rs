//! Where connections come from: the one thing that the gateway asks of a network.
//!
//! The server listens on TCP, with TLS over it if the operator wants; a simulation listens on a
//! network that it can cut.

use std::future::{Ready, ready};
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;
use tracing::debug;

/// How much the system keeps for a peer that does not take it, in bytes; Linux takes it twice. Left
/// to itself it grows to megabytes, which a slow peer would have to read before it comes to today.
/// It holds the largest update.
pub(crate) const SEND_BUFFER_BYTES: usize = 64 * 1024;

/// Something that connections arrive at.
pub trait Listener {
    /// A connection. Shutting its writing side down lets the peer's bytes still come in.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// What a connection still has to do before it is one, such as a handshake. Each does it by
    /// itself and in its own time, which the gateway bounds: nobody waits for another.
    type Arriving: Future<Output = io::Result<Self::Stream>> + Send + 'static;

    /// The next connection and where it comes from. Giving up waiting loses none.
    fn accept(&self) -> impl Future<Output = io::Result<(Self::Arriving, SocketAddr)>>;
}

impl Listener for TcpListener {
    type Stream = TcpStream;
    type Arriving = Ready<io::Result<TcpStream>>;

    async fn accept(&self) -> io::Result<(Self::Arriving, SocketAddr)> {
        let (stream, from) = Self::accept(self).await?;
        if let Err(error) = tune(&stream) {
            debug!(%error, "a connection was not tuned");
        }
        Ok((ready(Ok(stream)), from))
    }
}

/// A listener with TLS over its connections.
pub struct Secured<L> {
    plain: L,
    acceptor: TlsAcceptor,
}

impl<L: Listener> Secured<L> {
    /// TLS over what arrives at `plain`.
    pub fn new(plain: L, acceptor: TlsAcceptor) -> Self {
        Self { plain, acceptor }
    }
}

impl<L> std::fmt::Debug for Secured<L> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secured")
    }
}

impl<L: Listener> Listener for Secured<L> {
    type Stream = TlsStream<L::Stream>;
    type Arriving = Pin<Box<dyn Future<Output = io::Result<Self::Stream>> + Send>>;

    async fn accept(&self) -> io::Result<(Self::Arriving, SocketAddr)> {
        let (arriving, from) = self.plain.accept().await?;
        let acceptor = self.acceptor.clone();
        Ok((Box::pin(async move { acceptor.accept(arriving.await?).await }), from))
    }
}

/// Makes an accepted connection fit for small messages that are to be new.
fn tune(tcp: &TcpStream) -> io::Result<()> {
    // Each message waits for an answer: batching only delays them.
    tcp.set_nodelay(true)?;
    SockRef::from(tcp).set_send_buffer_size(SEND_BUFFER_BYTES)
}
