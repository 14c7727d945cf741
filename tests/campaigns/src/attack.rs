//! Those who attack: many addresses, one thread.
//!
//! The whole of 127.0.0.0/8 is this machine, so that budgets and caps by address are met as they
//! would be from outside. A pause takes the place of the network that they would come through, and
//! they have one thread of their own that yields to everybody else's: from outside, they would not
//! take the server's and the innocents' processor but for what the server does for them.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures_util::SinkExt;
use futures_util::future::join_all;
use rustix::process::setpriority_process;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// The time between two attempts of an attacker.
pub(crate) const PAUSE: Duration = Duration::from_millis(100);

/// The priority of the attackers' thread: the lowest.
const NICE: i32 = 19;

/// An attack that goes on until it is ended.
#[derive(Debug)]
pub(crate) struct Attack {
    stop: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
    runtime: Runtime,
}

impl Attack {
    /// Begins an attack without attackers.
    pub(crate) fn begin() -> io::Result<Self> {
        // On Linux, what is set for the caller is set for its thread alone.
        let yielding = || {
            let _ = setpriority_process(None, NICE);
        };
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).on_thread_start(yielding).enable_all().build()?;
        Ok(Self { stop: watch::Sender::new(false), tasks: Vec::new(), runtime })
    }

    /// Starts a further attacker.
    pub(crate) fn loose(&mut self, attack: impl Future<Output = ()> + Send + 'static) {
        let mut stopped = self.stop.subscribe();
        self.tasks.push(self.runtime.spawn(async move {
            tokio::select! {
                () = attack => {}
                _ = stopped.wait_for(|stopped| *stopped) => {}
            }
        }));
    }

    /// Ends the attack.
    pub(crate) async fn end(self) {
        self.stop.send_replace(true);
        join_all(self.tasks).await;
        // All of its tasks have ended.
        self.runtime.shutdown_background();
    }
}

/// The server that an attacker attacks, and the address it attacks from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) at: SocketAddr,
    from: Ipv4Addr,
}

/// A request.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ask<'a> {
    pub(crate) method: &'static str,
    pub(crate) path: &'a str,
    pub(crate) token: Option<&'a str>,
    pub(crate) body: &'a str,
    /// `true` if the answer may come compressed.
    pub(crate) gzip: bool,
}

impl Target {
    /// Returns a target for one of the addresses of a kind of attackers.
    pub(crate) fn new(at: SocketAddr, kind: u8, number: u64) -> Self {
        let [.., high, low] = (number + 1).to_be_bytes();
        Self { at, from: Ipv4Addr::new(127, kind, high, low) }
    }

    pub(crate) async fn connect(&self) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.set_reuseaddr(true)?;
        socket.bind((self.from, 0).into())?;
        socket.connect(self.at).await
    }

    /// Opens a socket and sends `hello`, as the holder of a token or a spectator; `None` if it was
    /// refused.
    pub(crate) async fn enter(
        &self,
        room: &str,
        token: Option<&str>,
    ) -> Option<WebSocketStream<TcpStream>> {
        let url = format!("ws://{}/api/v1/rooms/{room}/socket", self.at);
        let (mut socket, _) = client_async(url, self.connect().await.ok()?).await.ok()?;
        let hello = match token {
            Some(token) => format!(r#"{{"type":"hello","token":"{token}"}}"#),
            None => r#"{"type":"hello"}"#.to_owned(),
        };
        socket.send(Message::text(hello)).await.ok()?;
        Some(socket)
    }

    /// Sends a request; returns the answer's status, and its body if that is JSON that came as it
    /// is.
    pub(crate) async fn ask(&self, ask: Ask<'_>) -> Option<(u16, Value)> {
        let Ask { method, path, token, body, gzip } = ask;
        let token = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
        let coding = if gzip { "Accept-Encoding: gzip\r\n" } else { "" };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{}{coding}\
             Content-Length: {}\r\n\r\n{body}",
            token.unwrap_or_default(),
            body.len()
        );
        let mut tcp = self.connect().await.ok()?;
        tcp.write_all(request.as_bytes()).await.ok()?;
        let mut answer = Vec::new();
        tcp.read_to_end(&mut answer).await.ok()?;
        let end = answer.windows(4).position(|end| end == b"\r\n\r\n")?;
        let (head, body) = answer.split_at(end);
        let status = String::from_utf8_lossy(head).split(' ').nth(1)?.parse().ok()?;
        Some((status, serde_json::from_slice(&body[4..]).unwrap_or_default()))
    }
}
