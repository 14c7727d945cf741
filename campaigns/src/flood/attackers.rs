//! Those who attack: each kind does one bad thing over and over, from addresses of its own.
//!
//! The whole of 127.0.0.0/8 is this machine, so that budgets and caps by address are met as they
//! would be from outside. A network that they do not come through here is stood for by a pause, and
//! they have one thread of their own that yields to everybody else's: from outside, they would not
//! take the server's and the innocents' processor but for what the server does for them.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::{SinkExt, StreamExt};
use rustix::process::setpriority_process;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Half-open requests of one address: below the server's cap on connections.
const HALF_OPEN_AN_ADDRESS: u64 = 100;

/// Between two attempts of an attacker.
const PAUSE: Duration = Duration::from_millis(100);

/// The priority of the attackers' thread: the lowest.
const NICE: i32 = 19;

/// What one oversized message has, in bytes.
const OVERSIZE_BYTES: usize = 1024 * 1024;

/// What the attackers have seen.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) nonsense: AtomicU64,
    pub(super) oversize: AtomicU64,
    pub(super) half_open: AtomicU64,
    pub(super) guesses_refused: AtomicU64,
    /// The most of one address.
    pub(super) guesses_answered: AtomicU64,
}

/// An attack that goes on until it is ended.
#[derive(Debug)]
pub(super) struct Attack {
    counts: Arc<Counts>,
    stop: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
    runtime: Runtime,
}

/// What an attacker knows.
#[derive(Clone)]
struct Target {
    at: SocketAddr,
    from: Ipv4Addr,
    room: String,
    counts: Arc<Counts>,
}

impl Attack {
    /// Lets loose so many half-open requests, and so many attackers of each other kind on a room.
    pub(super) fn begin(
        at: SocketAddr,
        room: &str,
        half_open: u64,
        attackers: u64,
    ) -> io::Result<Self> {
        // On Linux, what is set for the caller is set for its thread alone.
        let yielding = || {
            let _ = setpriority_process(None, NICE);
        };
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).on_thread_start(yielding).enable_all().build()?;
        let (stop, stopped) = watch::channel(false);
        let counts = Arc::new(Counts::default());
        let mut tasks = Vec::new();
        let target = |kind: u8, number: u64| {
            let [.., high, low] = (number + 1).to_be_bytes();
            let from = Ipv4Addr::new(127, kind, high, low);
            Target { at, from, room: room.to_owned(), counts: counts.clone() }
        };
        let mut loose = |attack: std::pin::Pin<Box<dyn Future<Output = ()> + Send>>| {
            let mut stopped = stopped.clone();
            tasks.push(runtime.spawn(async move {
                tokio::select! {
                    () = attack => {}
                    _ = stopped.wait_for(|stopped| *stopped) => {}
                }
            }));
        };
        for number in 0..half_open {
            loose(Box::pin(dawdle(target(1, number / HALF_OPEN_AN_ADDRESS))));
        }
        for number in 0..attackers {
            loose(Box::pin(flood(target(2, number))));
            loose(Box::pin(babble(target(3, number))));
            loose(Box::pin(burst(target(4, number))));
            loose(Box::pin(guess(target(5, number))));
        }
        Ok(Self { counts, stop, tasks, runtime })
    }

    /// Ends it, and yields what was seen.
    pub(super) async fn end(self) -> Arc<Counts> {
        self.stop.send_replace(true);
        join_all(self.tasks).await;
        // All of its tasks have ended.
        self.runtime.shutdown_background();
        self.counts
    }
}

impl Target {
    async fn connect(&self) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.set_reuseaddr(true)?;
        socket.bind((self.from, 0).into())?;
        socket.connect(self.at).await
    }

    /// A spectator's socket; none if it was refused.
    async fn watch(&self) -> Option<WebSocketStream<TcpStream>> {
        let url = format!("ws://{}/api/v1/rooms/{}/socket", self.at, self.room);
        let (mut socket, _) = client_async(url, self.connect().await.ok()?).await.ok()?;
        socket.send(Message::text(r#"{"type":"hello"}"#)).await.ok()?;
        Some(socket)
    }
}

fn one_more(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

/// Begins requests and does not end them.
async fn dawdle(target: Target) {
    loop {
        sleep(PAUSE).await;
        let Ok(mut tcp) = target.connect().await else { continue };
        if tcp.write_all(b"GET /livez HTTP/1.1\r\nHost: x\r\nX-Never: ").await.is_ok() {
            let mut rest = Vec::new();
            // Whatever the server says, it says goodbye.
            let _ = tcp.read_to_end(&mut rest).await;
            one_more(&target.counts.half_open);
        }
    }
}

/// Pings as fast as the socket takes them, and reads nothing.
async fn flood(target: Target) {
    loop {
        sleep(PAUSE).await;
        let Some(mut socket) = target.watch().await else { continue };
        let ping = Message::text(r#"{"type":"ping","nonce":1}"#);
        while socket.send(ping.clone()).await.is_ok() {}
    }
}

/// Sends nonsense until it is thrown out.
async fn babble(target: Target) {
    loop {
        sleep(PAUSE).await;
        let Some(socket) = target.watch().await else { continue };
        let (mut say, mut hear) = socket.split();
        let talking = async { while say.send(Message::text("nonsense")).await.is_ok() {} };
        let listening = async {
            while let Some(Ok(message)) = hear.next().await {
                if matches!(&message, Message::Close(Some(end)) if u16::from(end.code) == 4029) {
                    one_more(&target.counts.nonsense);
                }
            }
        };
        tokio::join!(talking, listening);
    }
}

/// Sends more than a message may have.
async fn burst(target: Target) {
    loop {
        sleep(PAUSE).await;
        let Some(socket) = target.watch().await else { continue };
        let (mut say, mut hear) = socket.split();
        let oversize = Message::text("x".repeat(OVERSIZE_BYTES));
        let talking = async { drop(say.send(oversize).await) };
        let listening = async {
            while let Some(Ok(message)) = hear.next().await {
                if matches!(&message, Message::Close(Some(end)) if u16::from(end.code) == 1009) {
                    one_more(&target.counts.oversize);
                }
            }
        };
        tokio::join!(talking, listening);
    }
}

/// Asks for rooms by codes made up, as fast as it gets answers.
async fn guess(target: Target) {
    let mut answered = 0;
    let signs = b"CDFHJKMNPRTVWXY2346789";
    for number in 0_u64.. {
        sleep(PAUSE).await;
        let mut code = String::new();
        let mut rest = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        for _ in 0..6 {
            let sign = usize::try_from(rest % 22).unwrap_or_default();
            code.push(char::from(signs[sign]));
            rest /= 22;
        }
        match status(&target, &code).await {
            Some(429) => one_more(&target.counts.guesses_refused),
            Some(200 | 404) => {
                answered += 1;
                target.counts.guesses_answered.fetch_max(answered, Ordering::Relaxed);
            }
            Some(_) | None => {}
        }
    }
}

async fn status(target: &Target, code: &str) -> Option<u16> {
    let mut tcp = target.connect().await.ok()?;
    let request =
        format!("GET /api/v1/rooms/{code} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    tcp.write_all(request.as_bytes()).await.ok()?;
    let mut answer = Vec::new();
    tcp.read_to_end(&mut answer).await.ok()?;
    String::from_utf8_lossy(&answer).split(' ').nth(1)?.parse().ok()
}
