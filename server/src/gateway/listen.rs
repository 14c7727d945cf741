//! Source of connections: the one thing that the gateway asks of a network.
//!
//! The server listens on TCP, with TLS over it if the operator wants; a simulation listens on a
//! network that it can cut.

use std::future::{Ready, ready};
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tracing::debug;

use super::progress::StallGuard;
use super::stream::{BoxedStream, ByteStream};

/// Most bytes that the system keeps for a peer that does not take them; Linux doubles the number. Left
/// to itself it grows to megabytes, which a slow peer would have to read before it is up to date. It
/// holds the largest update.
pub const SEND_BUFFER_BYTES: usize = 64 * 1024;

/// Most bytes that TLS keeps for a peer that does not take them, beside what the system keeps.
const TLS_BUFFER_BYTES: usize = 16 * 1024;

/// Time after which the system gives up on bytes that a peer does not take, even of a connection that
/// has ended here: otherwise it keeps them for minutes.
#[cfg(target_os = "linux")]
const ABANDONED: Duration = Duration::from_secs(30);

/// Something that connections arrive at.
pub trait Listener {
    /// A connection. Shutting its writing side down lets the peer's bytes still come in.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// Future of a connection that still has something to do before it can be used, such as a
    /// handshake. Each does it by itself and in its own time, which the gateway bounds: nobody waits
    /// for another.
    type Arriving: Future<Output = io::Result<Self::Stream>> + Send + 'static;

    /// Returns the next connection and the address that it comes from. Giving up waiting loses none.
    fn accept(&self) -> impl Future<Output = io::Result<(Self::Arriving, SocketAddr)>>;

    /// Returns the acceptor that performs TLS handshakes; `None` without TLS.
    fn acceptor(&self) -> Option<TlsAcceptor> {
        None
    }
}

impl Listener for TcpListener {
    type Stream = TcpStream;
    type Arriving = Ready<io::Result<TcpStream>>;

    async fn accept(&self) -> io::Result<(Self::Arriving, SocketAddr)> {
        let (stream, from) = Self::accept(self).await?;
        if let Err(error) = tune(&stream) {
            debug!(%error, "a connection's socket options were not set");
        }
        Ok((ready(Ok(stream)), from))
    }
}

/// A listener with TLS over its connections, if there are certificates.
#[derive(derive_more::Debug)]
#[debug("Secured")]
pub struct Secured<L> {
    plain: L,
    acceptor: Option<TlsAcceptor>,
}

impl<L: Listener> Secured<L> {
    /// Puts TLS over what arrives at `plain`.
    pub fn new(plain: L, acceptor: impl Into<Option<TlsAcceptor>>) -> Self {
        Self { plain, acceptor: acceptor.into() }
    }
}

impl Secured<TcpListener> {
    /// Returns the address that is listened on.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.plain.local_addr()
    }
}

impl<L: Listener> Listener for Secured<L> {
    type Stream = L::Stream;
    type Arriving = L::Arriving;

    async fn accept(&self) -> io::Result<(Self::Arriving, SocketAddr)> {
        self.plain.accept().await
    }

    fn acceptor(&self) -> Option<TlsAcceptor> {
        self.acceptor.clone()
    }
}

/// Prepares a connection that has arrived: with TLS if there is an acceptor, and with a peer who has to
/// take what it is sent.
pub(super) async fn arrived<S: ByteStream + 'static>(
    arriving: impl Future<Output = io::Result<S>>,
    acceptor: Option<TlsAcceptor>,
    stall: Duration,
) -> io::Result<Box<BoxedStream>> {
    let stream = StallGuard::new(arriving.await?, stall);
    let Some(acceptor) = acceptor else { return Ok(Box::new(stream)) };
    let mut secured = acceptor.accept(stream).await?;
    let (_, session) = secured.get_mut();
    session.set_buffer_limit(Some(TLS_BUFFER_BYTES));
    Ok(Box::new(secured))
}

/// Makes an accepted connection fit for small messages that are to be new.
fn tune(tcp: &TcpStream) -> io::Result<()> {
    // Each message waits for an answer: batching only delays them.
    tcp.set_nodelay(true)?;
    let socket = SockRef::from(tcp);
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(ABANDONED))?;
    socket.set_send_buffer_size(SEND_BUFFER_BYTES)
}
