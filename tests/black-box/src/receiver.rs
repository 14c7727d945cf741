//! Whoever gets notices of a server: takes every request at an address of its own, and keeps it.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::PATIENCE;

/// Number of requests that may wait to be looked at.
const WAITING: usize = 100;

/// A request of the server, as it came.
#[derive(Debug)]
pub struct Call {
    /// Its first line and its header fields.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

/// A receiver that takes everything.
#[derive(Debug)]
pub struct Receiver {
    /// The address at which it listens.
    pub url: String,
    came: mpsc::Receiver<Call>,
}

impl Receiver {
    /// Starts to listen at a free port, under this path.
    pub async fn start(path: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/{path}", listener.local_addr().expect("an address"));
        let (sender, came) = mpsc::channel(WAITING);
        tokio::spawn(async move {
            loop {
                let (tcp, _) = listener.accept().await.expect("a connection");
                let sender = sender.clone();
                tokio::spawn(async move {
                    let call = take(tcp).await;
                    sender.send(call).await.expect("the test listens");
                });
            }
        });
        Self { url, came }
    }

    /// Waits for the next request.
    pub async fn next(&mut self) -> Call {
        timeout(PATIENCE, self.came.recv()).await.expect("in time").expect("a request")
    }
}

/// Reads one request and answers it.
async fn take(mut tcp: TcpStream) -> Call {
    let mut came = Vec::new();
    loop {
        let mut bytes = [0; 4_096];
        let read = tcp.read(&mut bytes).await.expect("a request");
        assert_ne!(read, 0, "the request breaks off");
        came.extend_from_slice(&bytes[..read]);
        let Some(end) = came.windows(4).position(|part| part == b"\r\n\r\n") else { continue };
        let head = String::from_utf8(came[..end].to_vec()).expect("a header is text");
        let fields = head.to_lowercase();
        let length = fields.split("content-length: ").nth(1).expect("a length");
        let length: usize = length.lines().next().and_then(|n| n.parse().ok()).expect("a number");
        if came.len() >= end + 4 + length {
            tcp.write_all(b"HTTP/1.1 201 Created\r\n\r\n").await.expect("it is taken");
            return Call { head, body: came.split_off(end + 4) };
        }
    }
}
