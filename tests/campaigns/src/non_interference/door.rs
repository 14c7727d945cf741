//! The ways into a room: in this process, and over real sockets with HTTP beside them.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;

use engine::Viewer;
use protocol::SUBPROTOCOL;
use server::rooms::{Handle, Outbox};
use server::{Rooms, gateway};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::connection::Connection;
use super::log;
use super::rooms::Template;
use super::transcript::Door;

/// Takes the log since the last time, but for what other rooms did meanwhile.
fn logged(template: &Template) -> String {
    let others = |line: &&str| line.contains("room=") && !line.contains(&template.id);
    log::take().split_inclusive('\n').filter(|line| !others(line)).collect()
}

fn token(template: &Template, viewer: Viewer) -> Option<&str> {
    match viewer {
        Viewer::Seat(seat) => template.tokens.get(seat.index()).map(String::as_str),
        Viewer::Public => None,
    }
}

/// Straight into the room's inbox and out of its outboxes.
pub(super) struct InProcess<'a> {
    pub(super) room: Arc<Handle>,
    pub(super) template: &'a Template,
}

impl Door for InProcess<'_> {
    async fn open(&self) -> Connection {
        Connection::in_process(self.room.clone(), Arc::<Outbox>::default())
    }

    fn token(&self, viewer: Viewer) -> Option<&str> {
        token(self.template, viewer)
    }

    fn logged(&self) -> String {
        logged(self.template)
    }

    async fn look(&self, _: Viewer) -> Vec<String> {
        let looked = self.room.look().await.expect("nothing keeps a room from being looked at");
        vec![serde_json::to_string(&looked).expect("a room is JSON")]
    }

    async fn read(&self, _: Viewer) -> Vec<String> {
        Vec::new()
    }
}

/// Through the gateway, as a client comes.
pub(super) struct Sockets<'a> {
    at: SocketAddr,
    serving: JoinHandle<()>,
    template: &'a Template,
}

impl<'a> Sockets<'a> {
    /// Serves these rooms on a port of its own.
    pub(super) async fn serve(rooms: Rooms, template: &'a Template) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let at = listener.local_addr().expect("an address");
        let serving = tokio::spawn(gateway::serve(listener, rooms, std::future::pending()));
        Self { at, serving, template }
    }

    /// Sends one request, and returns the whole answer but for its date, and for its tag: it is made of
    /// the answer with its salted hash.
    async fn request(&self, request: &str, token: Option<&str>) -> String {
        let mut tcp = TcpStream::connect(self.at).await.expect("the server listens");
        let mut head = format!("{request} HTTP/1.1\r\nHost: entente\r\nConnection: close\r\n");
        if let Some(token) = token {
            let _ = write!(head, "Authorization: Bearer {token}\r\n");
        }
        head.push_str("Content-Length: 0\r\n\r\n");
        tcp.write_all(head.as_bytes()).await.expect("the server reads");
        let mut answer = Vec::new();
        tcp.read_to_end(&mut answer).await.expect("the server answers");
        let answer = String::from_utf8(answer).expect("answers are UTF-8");
        let left_out = |line: &&str| {
            let line = line.to_ascii_lowercase();
            line.starts_with("date:") || line.starts_with("etag:")
        };
        request.to_owned()
            + "\n"
            + &answer.split_inclusive('\n').filter(|line| !left_out(line)).collect::<String>()
    }
}

impl Drop for Sockets<'_> {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Door for Sockets<'_> {
    async fn open(&self) -> Connection {
        let url = format!("ws://{}/api/v1/rooms/{}/socket", self.at, self.template.code);
        let mut request = url.into_client_request().expect("an address");
        let version = SUBPROTOCOL.parse().expect("a header");
        request.headers_mut().insert("Sec-WebSocket-Protocol", version);
        let tcp = TcpStream::connect(self.at).await.expect("the server listens");
        let (socket, _) = client_async(request, tcp).await.expect("an upgrade");
        Connection::socket(socket)
    }

    fn token(&self, viewer: Viewer) -> Option<&str> {
        token(self.template, viewer)
    }

    fn logged(&self) -> String {
        logged(self.template)
    }

    async fn look(&self, viewer: Viewer) -> Vec<String> {
        let room = format!("GET /api/v1/rooms/{}", self.template.code);
        let view = format!("{room}/view");
        vec![self.request(&room, None).await, self.request(&view, self.token(viewer)).await]
    }

    /// Asks for everything that is served, and that is not: no record and no replay before the end,
    /// no metrics that distinguish rooms.
    async fn read(&self, viewer: Viewer) -> Vec<String> {
        let room = format!("/api/v1/rooms/{}", self.template.code);
        let requests = [
            "GET /api/v1/rooms".to_owned(),
            format!("GET {room}/record"),
            format!("GET {room}/replay"),
            format!("GET {room}/replay?seat=1"),
            format!("GET {room}/log"),
            format!("GET {room}/state"),
            format!("POST {room}/rematch"),
            format!("POST {room}/seats"),
            format!("DELETE {room}/seats/1"),
            "GET /metrics".to_owned(),
            "GET /readyz".to_owned(),
            "GET /".to_owned(),
            format!("GET /r/{}", self.template.code),
        ];
        let mut answers = Vec::new();
        for request in &requests {
            let own = self.token(viewer);
            answers.push(self.request(request, None).await);
            if own.is_some() {
                answers.push(self.request(request, own).await);
            }
        }
        answers
    }
}
