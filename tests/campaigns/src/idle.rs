//! Many sockets that send nothing: in lobbies, then in running matches, with everybody connected.
//!
//! What is measured is the resident memory of the real server with a real database, everything
//! included. At the end each socket must still be answered.

use std::sync::Arc;

use black_box::{Player, Server};
use clap::Args;
use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::figures::Figures;
use crate::files;

/// The most memory that the server may take with 10,000 sockets, in MiB.
const RESIDENT_MIB: u64 = 150;

/// Rooms that are opened at the same time.
const OPENING: usize = 16;

/// A server that allows this many sockets from one address.
const SETTINGS: [&str; 4] =
    ["--max-connections", "30000", "--max-connections-per-address", "30000"];

/// The size of this campaign.
#[derive(Args, Clone, Copy, Debug)]
pub struct Arguments {
    /// Sockets, two a room
    #[arg(long, default_value_t = 10_000)]
    pub sockets: u64,
}

/// The cost of the sockets.
#[derive(Clone, Copy, Debug)]
struct Cost {
    /// Everything, in KiB.
    resident_kib: u64,
    /// Sockets that were answered at the end.
    answered: u64,
}

impl Cost {
    fn mib(self) -> u64 {
        self.resident_kib.div_ceil(1024)
    }
}

/// Measures in lobbies and in running matches.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let figures = figures(*arguments).await?;
        figures.judge()
    })
}

/// Measures like [`run`], within a runtime.
pub async fn figures(Arguments { sockets }: Arguments) -> anyhow::Result<Figures> {
    files::room_for(sockets)?;
    let lobby = measure(sockets, false).await?;
    let running = measure(sockets, true).await?;
    let unanswered = 2 * sockets - lobby.answered - running.answered;
    Ok(Figures::of("idle", 0)
        .at_least_one("sockets", sockets)
        .at_most("MiB with lobbies", lobby.mib(), RESIDENT_MIB)
        .at_most("MiB with running matches", running.mib(), RESIDENT_MIB)
        .none("unanswered", unanswered))
}

async fn measure(sockets: u64, running: bool) -> anyhow::Result<Cost> {
    let server = Arc::new(Server::and(&SETTINGS));
    let (stop, stopped) = watch::channel(false);
    let rooms = stream::iter(0..sockets / 2).map(|_| {
        let (server, stopped) = (server.clone(), stopped.clone());
        tokio::spawn(async move { room(&server, running, &stopped).await })
    });
    let idle: Vec<[JoinHandle<bool>; 2]> = rooms.buffer_unordered(OPENING).try_collect().await?;
    let resident_kib = server.resident_kib();
    stop.send_replace(true);
    let answered = join_all(idle.into_iter().flatten()).await;
    let answered = answered.into_iter().filter(|one| matches!(one, Ok(true))).count();
    Ok(Cost { resident_kib, answered: answered as u64 })
}

/// Creates a room with both seats connected, in a match if `running`; they stay until they are told
/// to stop.
async fn room(
    server: &Server,
    running: bool,
    stopped: &watch::Receiver<bool>,
) -> [JoinHandle<bool>; 2] {
    let ada = server.http.create(json!({}), json!({})).await;
    let bo = server.http.join(&ada.room.code).await;
    let mut seats = [Player::seat(server, &ada, None).await, Player::seat(server, &bo, None).await];
    if running {
        for seat in &mut seats {
            seat.ready().await;
        }
        for seat in &mut seats {
            seat.until(|seat| seat.view.is_some()).await;
        }
    }
    seats.map(|seat| tokio::spawn(stay(seat, stopped.clone())))
}

/// Reads, which answers the server's pings, until told to stop; `true` if the server still answers.
async fn stay(mut seat: Player, mut stopped: watch::Receiver<bool>) -> bool {
    loop {
        tokio::select! {
            _ = stopped.wait_for(|stopped| *stopped) => break,
            _ = seat.receive() => {}
        }
    }
    seat.sync().await;
    true
}
