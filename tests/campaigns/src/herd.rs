//! Everybody comes back at once: a server with many sockets is stopped, gives each a hint when to
//! come back, starts again on the same database, and all return when their hints say.
//!
//! The hints must be spread, and each socket must be let in to a whole view.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use black_box::{Player, Server};
use clap::Args;
use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use protocol::ServerMessage;
use protocol::room::Seated;
use serde_json::json;
use tokio::time::sleep;

use crate::figures::Figures;
use crate::files;

/// Rooms that are opened at the same time.
const OPENING: usize = 16;

/// The largest share that may get the same tenth of a second, in percent.
const TOGETHER_PERCENT: u64 = 10;

/// The least number of sockets that shows how hints are spread.
const CROWD: u64 = 200;

/// The size of this campaign.
#[derive(Args, Clone, Copy, Debug)]
pub struct Arguments {
    /// Sockets, two a room, all in running matches
    #[arg(long, default_value_t = 10_000)]
    pub sockets: u64,
}

/// The result of the restart.
#[derive(Debug)]
pub struct Seen {
    /// The hints when to come back, in milliseconds.
    pub hints: Vec<u64>,
    /// The time that the server took to start again.
    pub started: Duration,
    /// The times that each took to come back, from its first byte to its whole view.
    pub back: Vec<Duration>,
    /// From the first to the last.
    pub all: Duration,
}

/// Lets them come back, and judges.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let seen = runtime.block_on(come_back(*arguments))?;
    let ms = |time: &Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let back = seen.back.len() as u64;
    let p99 = seen.back.get((seen.back.len() * 99).div_ceil(100).saturating_sub(1));
    let hinted = seen.hints.len() as u64;
    let figures = Figures::of("herd", 0)
        .at_least_one("told when to come back", hinted)
        .none("not told", arguments.sockets - hinted)
        .none("not back", arguments.sockets - back)
        .count("ms to start", ms(&seen.started))
        .count("ms p99 to come back", p99.map_or(0, ms))
        .count("ms until all were back", ms(&seen.all));
    let together = together(&seen.hints);
    let most = if hinted < CROWD { 100 } else { TOGETHER_PERCENT };
    figures.at_most("% in the same tenth of a second", together, most).judge()
}

/// Returns the largest share of all hints that fall into one tenth of a second, in percent.
fn together(hints: &[u64]) -> u64 {
    let tenths: BTreeSet<u64> = hints.iter().map(|hint| hint / 100).collect();
    let count = |tenth: &u64| hints.iter().filter(|hint| *hint / 100 == *tenth).count() as u64;
    tenths.iter().map(count).max().unwrap_or_default() * 100 / (hints.len() as u64).max(1)
}

/// Stops a server with this many sockets, starts it again, and lets all come back.
pub async fn come_back(Arguments { sockets }: Arguments) -> anyhow::Result<Seen> {
    files::room_for(sockets)?;
    let caps = ["--max-connections", "30000", "--max-connections-per-address", "30000"];
    let server = Arc::new(Server::and(&caps));
    let rooms = stream::iter(0..sockets / 2).map(|_| {
        let server = server.clone();
        tokio::spawn(async move { room(&server).await })
    });
    let rooms: Vec<_> = rooms.buffer_unordered(OPENING).try_collect().await?;
    let server = Arc::into_inner(server).ok_or_else(|| anyhow::anyhow!("it is still used"))?;
    let signalled = server.terminate();
    let leaving = rooms.into_iter().flatten().map(|(key, seat)| tokio::spawn(hint(key, seat)));
    let leaving: Vec<(Seated, u64)> =
        join_all(leaving).await.into_iter().filter_map(Result::ok).flatten().collect();
    let (ended, stopped) = server.ended(signalled).await;
    anyhow::ensure!(ended.status.success(), "{ended:?}");
    let starting = Instant::now();
    let server = Arc::new(tokio::task::spawn_blocking(|| stopped.start()).await?);
    let started = starting.elapsed();
    let returning = Instant::now();
    let hints = leaving.iter().map(|(_, hint)| *hint).collect();
    let coming = leaving.into_iter().map(|(key, hint)| {
        let server = server.clone();
        tokio::spawn(async move {
            sleep(Duration::from_millis(hint)).await;
            let began = Instant::now();
            let seat = Player::seat(&server, &key, None).await;
            seat.view.is_some().then(|| (began.elapsed(), seat))
        })
    });
    let back = join_all(coming).await.into_iter().filter_map(Result::ok).flatten();
    let mut back: Vec<Duration> = back.map(|(took, _)| took).collect();
    back.sort_unstable();
    Ok(Seen { hints, started, back, all: returning.elapsed() })
}

/// Begins a match; returns both keys with their sockets.
async fn room(server: &Server) -> [(Seated, Player); 2] {
    let ada = server.http.create(json!({}), json!({})).await;
    let bo = server.http.join(&ada.room.code).await;
    let mut seats = [Player::seat(server, &ada, None).await, Player::seat(server, &bo, None).await];
    for seat in &mut seats {
        seat.ready().await;
    }
    for seat in &mut seats {
        seat.until(|seat| seat.view.is_some()).await;
    }
    let [first, second] = seats;
    [(ada, first), (bo, second)]
}

/// Returns the seat's hint when to come back, in milliseconds.
async fn hint(key: Seated, mut seat: Player) -> Option<(Seated, u64)> {
    let (messages, _) = seat.to_the_end().await;
    let hint = messages.iter().find_map(|message| {
        let ServerMessage::Closing { retry_after_ms, .. } = message else { return None };
        *retry_after_ms
    });
    hint.map(|hint| (key, hint))
}
