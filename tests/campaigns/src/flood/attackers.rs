//! Each kind of attacker does one bad thing over and over, from addresses of its own.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

use crate::attack::{Ask, Attack, PAUSE, Target};

/// Half-open requests of one address: below the server's cap on connections.
const HALF_OPEN_AN_ADDRESS: u64 = 100;

/// Those who guess from one address: enough to spend its budget where an answer takes seconds.
pub(super) const GUESSERS_AN_ADDRESS: u64 = 8;

/// The size of an oversized message, in bytes.
const OVERSIZE_BYTES: usize = 1024 * 1024;

/// The attackers' counts.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) nonsense: AtomicU64,
    pub(super) oversize: AtomicU64,
    pub(super) half_open: AtomicU64,
    pub(super) guesses_refused: AtomicU64,
    /// The most of one address.
    pub(super) guesses_answered: AtomicU64,
}

impl Counts {
    /// Checks whether the attackers have met every limit.
    pub(super) fn all_met(&self) -> bool {
        [&self.nonsense, &self.oversize, &self.half_open, &self.guesses_refused]
            .into_iter()
            .all(|met| met.load(Ordering::Relaxed) > 0)
    }
}

/// Starts this many half-open requests, and this many attackers of each other kind, on a room.
pub(super) fn begin(
    at: SocketAddr,
    room: &str,
    half_open: u64,
    attackers: u64,
) -> io::Result<(Attack, Arc<Counts>)> {
    let mut attack = Attack::begin()?;
    let counts = Arc::new(Counts::default());
    let target = |kind: u8, number: u64| {
        let from = Target::new(at, kind, number);
        Foe { from, room: room.to_owned(), counts: counts.clone() }
    };
    for number in 0..half_open {
        attack.loose(dawdle(target(1, number / HALF_OPEN_AN_ADDRESS)));
    }
    for number in 0..attackers {
        attack.loose(flood(target(2, number)));
        attack.loose(babble(target(3, number)));
        attack.loose(burst(target(4, number)));
        let answered = Arc::new(AtomicU64::new(0));
        for one in 0..GUESSERS_AN_ADDRESS {
            attack.loose(guess(target(5, number), one, answered.clone()));
        }
    }
    Ok((attack, counts))
}

/// An attacker.
#[derive(Clone)]
struct Foe {
    from: Target,
    room: String,
    counts: Arc<Counts>,
}

fn one_more(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

/// Begins requests and does not end them.
async fn dawdle(foe: Foe) {
    loop {
        sleep(PAUSE).await;
        let Ok(mut tcp) = foe.from.connect().await else { continue };
        if tcp.write_all(b"GET /livez HTTP/1.1\r\nHost: x\r\nX-Never: ").await.is_ok() {
            let mut rest = Vec::new();
            // Any answer means that the server has given up on the request.
            let _ = tcp.read_to_end(&mut rest).await;
            one_more(&foe.counts.half_open);
        }
    }
}

/// Pings as fast as the socket takes them, and reads nothing.
async fn flood(foe: Foe) {
    loop {
        sleep(PAUSE).await;
        let Some(mut socket) = foe.from.enter(&foe.room, None).await else { continue };
        let ping = Message::text(r#"{"type":"ping","nonce":1}"#);
        while socket.send(ping.clone()).await.is_ok() {}
    }
}

/// Sends nonsense until it is thrown out.
async fn babble(foe: Foe) {
    loop {
        sleep(PAUSE).await;
        let Some(socket) = foe.from.enter(&foe.room, None).await else { continue };
        let (mut outgoing, mut incoming) = socket.split();
        let talking = async { while outgoing.send(Message::text("nonsense")).await.is_ok() {} };
        let listening = async {
            while let Some(Ok(message)) = incoming.next().await {
                if matches!(&message, Message::Close(Some(end)) if u16::from(end.code) == 4029) {
                    one_more(&foe.counts.nonsense);
                }
            }
        };
        tokio::join!(talking, listening);
    }
}

/// Sends more than a message may have.
async fn burst(foe: Foe) {
    loop {
        sleep(PAUSE).await;
        let Some(socket) = foe.from.enter(&foe.room, None).await else { continue };
        let (mut outgoing, mut incoming) = socket.split();
        let oversize = Message::text("x".repeat(OVERSIZE_BYTES));
        let talking = async { drop(outgoing.send(oversize).await) };
        let listening = async {
            while let Some(Ok(message)) = incoming.next().await {
                if matches!(&message, Message::Close(Some(end)) if u16::from(end.code) == 1009) {
                    one_more(&foe.counts.oversize);
                }
            }
        };
        tokio::join!(talking, listening);
    }
}

/// Asks for rooms by codes made up, as fast as it gets answers; `answered` counts those of its address.
async fn guess(foe: Foe, guesser: u64, answered: Arc<AtomicU64>) {
    let signs = b"CDFHJKMNPRTVWXY2346789";
    for round in 0_u64.. {
        sleep(PAUSE).await;
        let number = round * GUESSERS_AN_ADDRESS + guesser;
        let mut code = String::new();
        let mut rest = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        for _ in 0..6 {
            let sign = usize::try_from(rest % 22).unwrap_or_default();
            code.push(char::from(signs[sign]));
            rest /= 22;
        }
        let path = format!("/api/v1/rooms/{code}");
        let ask = Ask { method: "GET", path: &path, ..Ask::default() };
        match foe.from.ask(ask).await {
            Some((429, _)) => one_more(&foe.counts.guesses_refused),
            Some((200 | 404, _)) => {
                let answered = answered.fetch_add(1, Ordering::Relaxed) + 1;
                foe.counts.guesses_answered.fetch_max(answered, Ordering::Relaxed);
            }
            Some(_) | None => {}
        }
    }
}
