//! The client's end of the simulated network: a few lines of HTTP, and the WebSocket.

use std::future::{Ready, ready};
use std::io::{Error, Result};

use protocol::SUBPROTOCOL;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};
use turmoil::net::TcpStream;

/// Returns a server's name on the network.
pub(super) fn server(number: usize) -> String {
    format!("server-{number}")
}

/// The port on which it listens.
pub(super) const PORT: u16 = 80;

/// A socket over the simulated network.
pub(super) type Socket = WebSocketStream<TcpStream>;

/// Sends a `POST` with JSON to a server and returns the answer's body.
pub(super) async fn post(server: &str, path: &str, body: &Value) -> Result<Value> {
    let mut stream = TcpStream::connect((server, PORT)).await?;
    let body = body.to_string();
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all(format!("{head}{body}").as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await?;
    let text = String::from_utf8(bytes).map_err(Error::other)?;
    let (_, body) = text.split_once("\r\n\r\n").ok_or_else(|| Error::other("no answer"))?;
    serde_json::from_str(body).map_err(Error::other)
}

/// Opens a room's socket at a server.
pub(super) async fn open(server: &str, code: &str) -> Result<Socket> {
    let stream = TcpStream::connect((server, PORT)).await?;
    let url = format!("ws://{server}/api/v1/rooms/{code}/socket");
    let mut request = url.into_client_request().map_err(Error::other)?;
    let version = SUBPROTOCOL.parse().map_err(Error::other)?;
    request.headers_mut().insert("Sec-WebSocket-Protocol", version);
    let (socket, _) = client_async(request, stream).await.map_err(Error::other)?;
    Ok(socket)
}

/// The simulated server's listener.
pub(super) struct Listener(pub(super) turmoil::net::TcpListener);

impl server::gateway::Listener for Listener {
    type Stream = TcpStream;
    type Arriving = Ready<Result<TcpStream>>;

    async fn accept(&self) -> Result<(Self::Arriving, std::net::SocketAddr)> {
        let (stream, from) = self.0.accept().await?;
        Ok((ready(Ok(stream)), from))
    }
}
