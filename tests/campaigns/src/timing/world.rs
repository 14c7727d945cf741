//! One world: a match behind its first veil, a seat that chooses or does not, and everybody who asks.

use protocol::room::TakeSeat;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use futures_util::{SinkExt, StreamExt};
use protocol::games::europe_divided;
use protocol::{ClientMessage, ServerMessage, Update, offer};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use tokio::io::DuplexStream;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use super::network::Network;
use super::servers::Servers;

/// The time for which everybody asks; a write takes up to 24 ms.
const ASKING_MS: u64 = 60;

/// The time that the last answers are waited for.
const CALM_MS: u64 = 200;

type Socket = WebSocketStream<DuplexStream>;

/// A world: what is drawn in it, its servers, and whether the seat makes its choice.
#[derive(Clone, Copy, Debug)]
pub(super) struct World {
    pub(super) seed: u64,
    pub(super) servers: usize,
    pub(super) acts: bool,
}

/// Everything received in a world by those who may not know.
#[derive(Debug)]
pub(super) struct Observed {
    /// Microseconds since the asking began, and what.
    pub(super) messages: Vec<(u128, String)>,
    /// Entries of the match.
    pub(super) entries: u64,
}

/// The record of everything received, with its time.
#[derive(Clone, Debug)]
struct Ledger {
    began: Instant,
    messages: Arc<Mutex<Vec<(u128, String)>>>,
}

impl Ledger {
    fn note(&self, who: &str, what: impl std::fmt::Display) {
        let message = (self.began.elapsed().as_micros(), format!("{who}: {what}"));
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    }

    /// Sleeps until this many milliseconds after the beginning.
    async fn until(&self, ms: u64) {
        sleep_until(self.began + Duration::from_millis(ms)).await;
    }
}

/// Lives through a world.
pub(super) fn run(world: World) -> anyhow::Result<Observed> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build()?;
    runtime.block_on(live(world))
}

async fn live(World { seed, servers, acts }: World) -> anyhow::Result<Observed> {
    let mut chance = StdRng::seed_from_u64(seed);
    let Servers { rooms, network, store } = Servers::start(&mut chance, servers).await?;
    let wanted = json!({"game": europe_divided::ID, "name": "Ada", "listed": true});
    let ada = rooms.create(serde_json::from_value(wanted)?, None).await?;
    let code = ada.room.code.clone();
    let room = rooms.find(&code).context("the room")?;
    let bo =
        room.take_seat(TakeSeat { name: "Bo".to_owned(), seat: None, program: None }, None).await?;
    let mut watcher = join(&network, &code, Some(&ada.token)).await?;
    let mut chooser = join(&network, &code, Some(&bo.token)).await?;
    for socket in [&mut watcher, &mut chooser] {
        say(socket, &ClientMessage::Ready { id: None, commitment: None }).await?;
    }
    first_update(&mut watcher).await?;
    let update = first_update(&mut chooser).await?;
    let choice = choice(&update, &mut chance)?;
    sleep(Duration::from_millis(CALM_MS)).await;

    let ledger = Ledger { began: Instant::now(), messages: Arc::default() };
    let at = chance.random_range(1..ASKING_MS / 2);
    ask(&network, &ledger, &code, &ada.token);
    tokio::spawn(chat(watcher, ledger.clone()));
    ledger.until(at).await;
    if acts {
        say(&mut chooser, &choice).await?;
    }
    ledger.until(ASKING_MS + CALM_MS).await;
    let entries = store.rows(room.id()).len() as u64 - 1;
    let messages =
        std::mem::take(&mut *ledger.messages.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(Observed { messages, entries })
}

/// Asks everything that can be asked over HTTP each millisecond, and comes to watch now and then.
fn ask(network: &Network, ledger: &Ledger, code: &str, token: &str) {
    let room = format!("/api/v1/rooms/{code}");
    let list = "/api/v1/rooms".to_owned();
    let asked = [
        (room.clone(), None),
        (list, None),
        (format!("{room}/record"), None),
        (format!("{room}/seats/0/notify"), Some(token.to_owned())),
    ];
    for ms in 0..ASKING_MS {
        for (path, token) in asked.clone() {
            let (network, ledger) = (network.clone(), ledger.clone());
            tokio::spawn(async move {
                ledger.until(ms).await;
                let answer = network.get(&path, token.as_deref()).await;
                ledger.note(&path, beside_asked(answer));
            });
        }
        if ms % 5 == 0 {
            tokio::spawn(visit(network.clone(), ledger.clone(), code.to_owned(), ms));
        }
    }
}

/// Visits the room as a spectator: comes, sees and leaves.
async fn visit(network: Network, ledger: Ledger, code: String, ms: u64) {
    ledger.until(ms).await;
    let who = format!("visitor at {ms} ms");
    let Ok(mut socket) = join(&network, &code, None).await else {
        return ledger.note(&who, "not let in");
    };
    let mut updates = 0;
    while updates == 0 {
        let Some(Ok(Message::Text(text))) = socket.next().await else { break };
        updates += u64::from(text.contains(r#""type":"update""#));
        if let Some(text) = beside_awaiting(&text) {
            ledger.note(&who, text);
        }
    }
}

/// Returns a message without what everybody may know of the choice, `awaiting`; `None` for an
/// update that has no other news.
fn beside_awaiting(text: &str) -> Option<String> {
    let Ok(mut message) = serde_json::from_str::<Value>(text) else { return Some(text.to_owned()) };
    if message["type"] == "update" {
        let update = message.as_object_mut()?;
        update.remove("awaiting");
        // Of two that waited for a socket one leaves, with the newer one's time.
        update.remove("now_ms");
        update.get("events")?.as_array().filter(|events| !events.is_empty())?;
    }
    Some(message.to_string())
}

/// Returns an answer without what everybody may know of the choice, whom a look at the room finds
/// asked.
fn beside_asked(answer: std::io::Result<String>) -> String {
    let Ok(answer) = answer else { return format!("{answer:?}") };
    let asked = answer.split_once('{').and_then(|(status, body)| {
        let mut room: Value = serde_json::from_str(&format!("{{{body}")).ok()?;
        room.as_object_mut()?.remove("awaiting")?;
        Some(format!("{status}{room}"))
    });
    asked.unwrap_or(answer)
}

/// Has the other seat chat, and notes everything that it receives.
async fn chat(socket: Socket, ledger: Ledger) {
    let (mut speak, mut listen) = socket.split();
    let chatting = async {
        for ms in 0..ASKING_MS {
            ledger.until(ms).await;
            let message = json!(ClientMessage::Chat { text: format!("line {ms}") }).to_string();
            if speak.send(Message::text(message)).await.is_err() {
                return;
            }
        }
    };
    let listening = async {
        while let Some(Ok(message)) = listen.next().await {
            if let Some(text) = beside_awaiting(&message.to_string()) {
                ledger.note("the other seat", text);
            }
        }
    };
    tokio::join!(chatting, listening);
}

async fn join(network: &Network, code: &str, token: Option<&str>) -> anyhow::Result<Socket> {
    let mut socket = network.open(code).await?;
    say(&mut socket, &ClientMessage::Hello { token: token.map(str::to_owned), after: None })
        .await?;
    Ok(socket)
}

async fn say(socket: &mut Socket, message: &ClientMessage) -> anyhow::Result<()> {
    Ok(socket.send(Message::text(json!(message).to_string())).await?)
}

async fn first_update(socket: &mut Socket) -> anyhow::Result<Update> {
    loop {
        let message = socket.next().await.context("the server is gone")??;
        if let Message::Text(text) = message
            && let ServerMessage::Update(update) = serde_json::from_str(&text)?
        {
            return Ok(update);
        }
    }
}

/// Draws a choice that the seat is offered.
fn choice(update: &Update, chance: &mut StdRng) -> anyhow::Result<ClientMessage> {
    let offers = update.offers.as_ref().context("offers")?;
    let offered = offers.first().context("an offer")?;
    let command = offer::fill(&offered.command, &mut |n| chance.random_range(0..n));
    let decision = update.decision.context("a question")?;
    Ok(ClientMessage::Command { id: Uuid::from_u128(1), decision, command })
}
