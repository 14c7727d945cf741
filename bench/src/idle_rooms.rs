//! What an idle two-player room costs: resident memory of a real server, both sockets connected.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, WebSocket, client};

/// Rooms that are made before the first reading, so that what is paid once is not counted.
const WARM_UP: usize = 50;

struct Server {
    child: Child,
    /// Holds the database until the server has ended.
    _folder: tempfile::TempDir,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Prints the resident memory a room adds, in lobbies and in running matches.
pub(crate) fn run(rooms: usize) -> anyhow::Result<()> {
    for running in [false, true] {
        let server = Server::start()?;
        let mut sockets = Vec::new();
        for _ in 0..WARM_UP {
            sockets.extend(room(&server.address, running)?);
        }
        let before = server.resident_kib()?;
        for _ in 0..rooms {
            sockets.extend(room(&server.address, running)?);
        }
        let after = server.resident_kib()?;
        let what = if running { "running match" } else { "lobby" };
        println!(
            "idle two-player room, {what}, both sockets: {:.1} KiB resident ({rooms} rooms, server at \
             {after} KiB)",
            (after - before) as f64 / rooms as f64
        );
    }
    Ok(())
}

impl Server {
    /// Starts `entente-server` from the folder of this program, with nothing limited.
    fn start() -> anyhow::Result<Self> {
        let binary = std::env::current_exe()?.with_file_name("entente-server");
        let folder = tempfile::tempdir()?;
        let database = format!("sqlite:{}", folder.path().join("bench.db").display());
        let mut child = Command::new(&binary)
            .args(["--listen", "127.0.0.1:0", "--database", &database])
            .env("ENTENTE_ROOMS_PER_MINUTE", "0")
            .env("ENTENTE_MAX_CONNECTIONS_PER_ADDRESS", "20000")
            .env("ENTENTE_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} (build it with --release first)", binary.display()))?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("stdout")?).read_line(&mut line)?;
        let start = line.find("http://").context("the address")? + "http://".len();
        let address = line[start..].split('/').next().unwrap_or_default().to_owned();
        Ok(Self { child, _folder: folder, address })
    }

    fn resident_kib(&self) -> anyhow::Result<i64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("VmRSS")?;
        Ok(line.split_whitespace().nth(1).context("VmRSS")?.parse()?)
    }
}

/// A room with two seats connected, both ready if a match shall run.
fn room(address: &str, running: bool) -> anyhow::Result<[WebSocket<TcpStream>; 2]> {
    let game = engine::REGISTRY.first().context("a game")?.id;
    let ada = post(address, "/api/v1/rooms", &json!({"game": game, "name": "Ada"}))?;
    let code = ada["room"]["code"].as_str().context("a code")?.to_owned();
    let seats = format!("/api/v1/rooms/{code}/seats");
    let bo = post(address, &seats, &json!({"name": "Bo"}))?;
    let mut sockets =
        [socket(address, &code, &ada["token"])?, socket(address, &code, &bo["token"])?];
    if running {
        for socket in &mut sockets {
            socket.send(Message::text(r#"{"type":"ready"}"#))?;
        }
        for socket in &mut sockets {
            until(socket, "update")?;
        }
    }
    Ok(sockets)
}

fn post(address: &str, path: &str, body: &Value) -> anyhow::Result<Value> {
    let body = body.to_string();
    let mut stream = TcpStream::connect(address)?;
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").context("an answer")?;
    if !head.starts_with("HTTP/1.1 201") {
        bail!("{head}: {body}");
    }
    Ok(serde_json::from_str(body)?)
}

fn socket(address: &str, code: &str, token: &Value) -> anyhow::Result<WebSocket<TcpStream>> {
    let mut request = format!("ws://{address}/api/v1/rooms/{code}/socket").into_client_request()?;
    request.headers_mut().insert("sec-websocket-protocol", protocol::SUBPROTOCOL.parse()?);
    let stream = TcpStream::connect(address)?;
    let (mut socket, _) = client(request, stream).map_err(|error| anyhow::anyhow!("{error}"))?;
    socket.send(Message::text(json!({"type": "hello", "token": token}).to_string()))?;
    until(&mut socket, "welcome")?;
    Ok(socket)
}

fn until(socket: &mut WebSocket<TcpStream>, kind: &str) -> anyhow::Result<()> {
    loop {
        if let Message::Text(text) = socket.read()? {
            let message: Value = serde_json::from_str(&text)?;
            if message["type"] == kind {
                return Ok(());
            }
        }
    }
}
