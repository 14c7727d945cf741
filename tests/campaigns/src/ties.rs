//! Two seats reach for the same thing at the same moment, in the game that is played in real time.
//!
//! A room takes messages in the order in which they reach it, so whoever is first there gets it: the
//! seat's number has no say. The seed tosses who is first; the share that each seat wins is that of
//! a fair coin, and no pair is decided against its order.

use protocol::room::TakeSeat;
use std::sync::Arc;

use protocol::games::europe;
use protocol::{ClientMessage, Code, Open, ServerMessage, Update};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use server::log::MemoryLog;
use server::rooms::{ConnectionId, Handle, Outbox, Outgoing, RoomsSetup, TokenHash};
use server::{Rooms, Settings};
use uuid::Uuid;

use crate::figures::Figures;

/// Rooms that one server is given before the next one takes over.
const ROOMS: u64 = 500;

/// The size of this campaign.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Arguments {
    /// Seed of who is first, pair by pair
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of pairs
    #[arg(long, default_value_t = 10_000)]
    pub pairs: u64,
}

/// A seat's connection.
struct Connection {
    id: ConnectionId,
    outbox: Arc<Outbox>,
}

impl Connection {
    async fn join(room: &Arc<Handle>, token: &str) -> anyhow::Result<Self> {
        let outbox: Arc<Outbox> = Arc::default();
        let id = room.join(Some(TokenHash::of(token)), None, outbox.clone()).await?.connection;
        Ok(Self { id, outbox })
    }

    async fn next(&self) -> anyhow::Result<ServerMessage> {
        match self.outbox.next().await {
            Outgoing::Text(text) | Outgoing::Update(text) => Ok(serde_json::from_str(&text)?),
            Outgoing::Close(code) => anyhow::bail!("closed with {code}"),
        }
    }

    async fn first_view(&self) -> anyhow::Result<Update> {
        loop {
            if let ServerMessage::Update(update) = self.next().await? {
                return Ok(update);
            }
        }
    }

    /// Waits for the answer; `true` if this seat got the country.
    async fn won(&self) -> anyhow::Result<bool> {
        loop {
            match self.next().await? {
                ServerMessage::Accepted { .. } => return Ok(true),
                ServerMessage::Rejected { code: Open::Known(Code::CountryTaken), .. } => {
                    return Ok(false);
                }
                ServerMessage::Rejected { code, detail, .. } => {
                    anyhow::bail!("{code:?}: {detail}")
                }
                ServerMessage::Welcome(_)
                | ServerMessage::Room { .. }
                | ServerMessage::Update(_)
                | ServerMessage::Hint(_)
                | ServerMessage::Preview(_)
                | ServerMessage::Lesson(_)
                | ServerMessage::Point { .. }
                | ServerMessage::Chat(_)
                | ServerMessage::Pong { .. }
                | ServerMessage::Error { .. }
                | ServerMessage::Closing { .. } => {}
            }
        }
    }
}

/// Plays every pair.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    let mut chance = StdRng::seed_from_u64(arguments.seed);
    let (mut wins, mut against) = ([0; 2], 0);
    let mut pairs = arguments.pairs;
    while pairs > 0 {
        let some = pairs.min(ROOMS);
        runtime.block_on(async {
            let rooms = open().await?;
            for _ in 0..some {
                let first = usize::from(chance.random_bool(0.5));
                let winner = pair(&rooms, first, &mut chance).await?;
                wins[winner] += 1;
                against += u64::from(winner != first);
            }
            rooms.drain().await;
            anyhow::Ok(())
        })?;
        pairs -= some;
    }
    let [zero, one]: [u64; 2] = wins;
    Figures::of("ties", arguments.seed)
        .at_least_one("pairs", arguments.pairs)
        .count("won by seat 0", zero)
        .count("won by seat 1", one)
        // Four standard deviations of 10,000 tosses of a fair coin.
        .at_most("apart", zero.abs_diff(one), arguments.pairs * 4 / 100)
        .none("decided against their order", against)
        .judge()
}

async fn open() -> anyhow::Result<Rooms> {
    let catalogues = server::component_data::load_catalogues(engine::REGISTRY, None)?;
    let setup = RoomsSetup::new(engine::REGISTRY, catalogues, Settings::default());
    Ok(Rooms::open(setup, Arc::new(MemoryLog::new())).await?)
}

/// Has both seats reach for the same country; returns the one that got it.
async fn pair(rooms: &Rooms, first: usize, chance: &mut StdRng) -> anyhow::Result<usize> {
    let wanted = json!({"game": europe::ID, "name": "Ada", "options": {"players": 2}});
    let ada = rooms.create(serde_json::from_value(wanted)?, None).await?;
    let room = rooms.find(&ada.room.code).ok_or_else(|| anyhow::anyhow!("no room"))?;
    let bo =
        room.take_seat(TakeSeat { name: "Bo".to_owned(), seat: None, program: None }, None).await?;
    let connections =
        [Connection::join(&room, &ada.token).await?, Connection::join(&room, &bo.token).await?];
    for connection in &connections {
        room.act(connection.id, ClientMessage::Ready { id: None, commitment: None })?;
    }
    let view = connections[0].first_view().await?;
    connections[1].first_view().await?;
    let command =
        pick_country(&view, chance).ok_or_else(|| anyhow::anyhow!("nothing is offered"))?;
    for seat in [first, 1 - first] {
        let (decision, command) = (view.decision.unwrap_or_default(), command.clone());
        let id = Uuid::from_u128(chance.random());
        room.act(connections[seat].id, ClientMessage::Command { id, decision, command })?;
    }
    match (connections[0].won().await?, connections[1].won().await?) {
        (true, false) => Ok(0),
        (false, true) => Ok(1),
        both => anyhow::bail!("one of them gets it, not {both:?}"),
    }
}

/// Picks a country that both are offered.
fn pick_country(view: &Update, chance: &mut StdRng) -> Option<Value> {
    let mut offers = view.offers.as_ref()?.iter();
    let offer = offers.find(|offer| offer.command["type"] == "country")?;
    Some(protocol::offer::fill(&offer.command, &mut |n| chance.random_range(0..n.max(1))))
}
