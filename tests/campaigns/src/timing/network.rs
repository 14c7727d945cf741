//! A network in memory: connections are pipes, and nothing of them takes time.

use std::future::{Ready, ready};
use std::io::{Error, Result};
use std::net::SocketAddr;
use std::sync::Arc;

use protocol::SUBPROTOCOL;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::sync::{Mutex, mpsc};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

/// The capacity of a pipe, in bytes: more than anything that is sent here at once.
const PIPE_BYTES: usize = 1024 * 1024;

/// The number of connections that may wait to be accepted.
const BACKLOG: usize = 64;

/// The address that everybody comes from.
const CLIENT: ([u8; 4], u16) = ([192, 0, 2, 1], 4_711);

/// The server's end.
#[derive(Debug)]
pub(super) struct Listener(Arc<Mutex<mpsc::Receiver<DuplexStream>>>);

/// The clients' end.
#[derive(Clone, Debug)]
pub(super) struct Network(mpsc::Sender<DuplexStream>);

/// Creates a network with one server.
pub(super) fn network() -> (Network, Listener) {
    let (connect, accept) = mpsc::channel(BACKLOG);
    (Network(connect), Listener(Arc::new(Mutex::new(accept))))
}

impl server::gateway::Listener for Listener {
    type Stream = DuplexStream;
    type Arriving = Ready<Result<DuplexStream>>;

    async fn accept(&self) -> Result<(Self::Arriving, SocketAddr)> {
        let stream = self.0.lock().await.recv().await;
        let stream = stream.ok_or_else(|| Error::other("nobody is left"))?;
        Ok((ready(Ok(stream)), SocketAddr::from(CLIENT)))
    }
}

impl Network {
    async fn connect(&self) -> Result<DuplexStream> {
        let (near, far) = duplex(PIPE_BYTES);
        self.0.send(far).await.map_err(Error::other)?;
        Ok(near)
    }

    /// Sends a `GET`, and returns the answer's status and body.
    pub(super) async fn get(&self, path: &str, token: Option<&str>) -> Result<String> {
        let mut stream = self.connect().await?;
        let bearer = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
        let bearer = bearer.unwrap_or_default();
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: server\r\nConnection: close\r\n{bearer}\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await?;
        let text = String::from_utf8(bytes).map_err(Error::other)?;
        let (head, body) = text.split_once("\r\n\r\n").ok_or_else(|| Error::other("no answer"))?;
        Ok(format!("{} {body}", head.lines().next().unwrap_or_default()))
    }

    /// Opens a room's socket.
    pub(super) async fn open(&self, code: &str) -> Result<WebSocketStream<DuplexStream>> {
        let url = format!("ws://server/api/v1/rooms/{code}/socket");
        let mut request = url.into_client_request().map_err(Error::other)?;
        let version = SUBPROTOCOL.parse().map_err(Error::other)?;
        request.headers_mut().insert("Sec-WebSocket-Protocol", version);
        let stream = self.connect().await?;
        let (socket, _) = client_async(request, stream).await.map_err(Error::other)?;
        Ok(socket)
    }
}
