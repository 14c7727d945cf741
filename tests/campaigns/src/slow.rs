//! Seats that stop reading among seats that play: they are cut off as soon as what waits for them
//! is full, everybody else plays on, and each comes back to a whole snapshot.

use std::sync::Arc;
use std::time::{Duration, Instant};

use black_box::{Player, Received, Server};
use clap::Args;
use futures_util::future::join_all;
use protocol::ServerMessage;
use protocol::room::Room;
use serde_json::json;

use crate::figures::Figures;
use crate::innocent::{Innocents, Latencies};

/// The receive buffer of the stalled peers' systems, in bytes: as small as they allow.
const BUFFER: u32 = 2_048;

/// A number of chat messages: more than all buffers and the queue between two peers hold.
const LINES_MOST: usize = 20_000;

/// The time from a full queue within which a peer must be cut off, in milliseconds.
const EVICTED_MS: u64 = 10_000;

/// The most that seats which stop reading may make of the 99th percentile of the others' commands, in
/// percent of what it is beside seats that read as many lines.
const SLOWER_PERCENT: u64 = 200;

/// The size of this campaign.
#[derive(Args, Clone, Copy, Debug)]
pub struct Arguments {
    /// The first seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Rooms of two in which one seat stops reading
    #[arg(long, default_value_t = 100)]
    pub stalled: u64,
    /// Rooms of two that play on
    #[arg(long, default_value_t = 100)]
    pub playing: u64,
    /// Time between two moves of a room, in milliseconds
    #[arg(long, default_value_t = 250)]
    pub pace_ms: u64,
}

/// The result of the campaign.
#[derive(Debug)]
pub struct Seen {
    /// Seats that were cut off.
    pub evicted: u64,
    /// Seats among them that were sent the reason, 4008: those that began to read soon enough.
    pub notified: u64,
    /// The longest time from a full queue to the end, in milliseconds.
    pub longest_ms: u64,
    /// The most chat messages that were kept for a stalled seat.
    pub kept_lines: u64,
    /// Seats that came back to a whole view.
    pub back: u64,
    /// The times that the others' commands took.
    pub others: Latencies,
}

/// Stalls seats, and judges what came of it.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let seen = runtime.block_on(stall(*arguments));
    let beside = runtime.block_on(beside_readers(*arguments, seen.kept_lines));
    let (stalled, reading) = (seen.others.p99_us(), beside.p99_us());
    judged(Figures::of("slow", arguments.seed), arguments.stalled, &seen)
        .in_peace("commands beside readers", &[&beside])
        .at_most("ms from full to cut off", seen.longest_ms, EVICTED_MS)
        .count("us p99 of others", stalled)
        .count("us p99 beside readers", reading)
        .at_most("% of that beside readers", stalled * 100 / reading.max(1), SLOWER_PERCENT)
        .judge()
}

/// Adds the figures that must hold at any speed.
pub fn judged(figures: Figures, stalled: u64, seen: &Seen) -> Figures {
    figures
        .at_least_one("stalled", stalled)
        .in_peace("commands of others", &[&seen.others])
        .none("not cut off", stalled - seen.evicted)
        .count("told why", seen.notified)
        .none("not back", stalled - seen.back)
        .count("lines kept at most", seen.kept_lines)
}

/// Stalls this many seats while others play.
pub async fn stall(arguments: Arguments) -> Seen {
    let (server, others) = peace(arguments).await;
    let rooms = (0..arguments.stalled).map(|_| {
        let server = server.clone();
        tokio::spawn(async move { one(&server).await })
    });
    let ends: Vec<One> = join_all(rooms).await.into_iter().filter_map(Result::ok).collect();
    let most = |of: fn(&One) -> u64| ends.iter().map(of).max().unwrap_or_default();
    Seen {
        evicted: ends.iter().filter(|one| one.evicted).count() as u64,
        notified: ends.iter().filter(|one| one.notified).count() as u64,
        longest_ms: most(|one| one.took_ms),
        kept_lines: most(|one| one.lines),
        back: ends.iter().filter(|one| one.back).count() as u64,
        others: others.end().await,
    }
}

/// Has seats read this many lines while others play; returns the times of the others' commands.
async fn beside_readers(arguments: Arguments, lines: u64) -> Latencies {
    let (server, others) = peace(arguments).await;
    let rooms = (0..arguments.stalled).map(|_| {
        let server = server.clone();
        tokio::spawn(async move { read(&server, lines).await })
    });
    join_all(rooms).await;
    others.end().await
}

/// Starts a server on which the others play.
async fn peace(Arguments { seed, playing, pace_ms, .. }: Arguments) -> (Arc<Server>, Innocents) {
    let server = Arc::new(Server::and(&["--max-connections-per-address", "20000"]));
    let pace = Duration::from_millis(pace_ms);
    let others = Innocents::begin(&server, seed, playing, pace).await;
    (server, others)
}

/// Speaks this many lines to a seat that reads them.
async fn read(server: &Server, lines: u64) {
    let ada = server.http.create(json!({}), json!({})).await;
    let bo = server.http.join(&ada.room.code).await;
    let mut players =
        [Player::seat(server, &ada, None).await, Player::seat(server, &bo, None).await];
    for player in &mut players {
        player.ready().await;
    }
    for player in &mut players {
        player.until(|player| player.view.is_some()).await;
    }
    for _ in 0..lines {
        players[0].raw(&line()).await;
        for player in &mut players {
            while !matches!(player.next().await, ServerMessage::Chat(_)) {}
        }
    }
}

/// The result for one stalled seat.
struct One {
    evicted: bool,
    notified: bool,
    took_ms: u64,
    lines: u64,
    back: bool,
}

async fn one(server: &Server) -> One {
    let ada = server.http.create(json!({}), json!({})).await;
    let bo = server.http.join(&ada.room.code).await;
    let mut quick = Player::seat(server, &ada, None).await;
    let mut slow = Player::open(server, &ada.room.code, Some(BUFFER)).await;
    slow.hello(Some(&bo.token), None).await;
    slow.until(|slow| slow.welcome.is_some()).await;
    quick.ready().await;
    slow.ready().await;
    slow.until(|slow| slow.view.is_some()).await;
    quick.until(|quick| quick.view.is_some()).await;
    let (lines, took) = speak(&mut quick).await;
    let evicted = quick.room.as_ref().is_some_and(gone);
    let notified = loop {
        match slow.receive().await {
            Received::Message(_) => {}
            end @ (Received::Close(_) | Received::Gone) => break end == Received::Close(4008),
        }
    };
    slow.come_back(server).await;
    let back = slow.now().public == quick.now().public;
    One {
        evicted,
        notified,
        took_ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
        lines,
        back,
    }
}

/// Checks whether the other one was cut off.
fn gone(room: &Room) -> bool {
    !room.seats[1].connected
}

/// Chats until the other one is gone; returns the number of messages, and the time that the last
/// one took to do it.
async fn speak(quick: &mut Player) -> (u64, Duration) {
    let line = line();
    let mut last = Instant::now();
    for lines in 0..LINES_MOST {
        if quick.room.as_ref().is_some_and(gone) {
            return (lines as u64, last.elapsed());
        }
        last = Instant::now();
        quick.raw(&line).await;
        while !matches!(quick.next().await, ServerMessage::Chat(_)) {}
    }
    (LINES_MOST as u64, Duration::MAX)
}

/// Returns a chat message of the longest text of the widest characters: it fills a queue soonest.
fn line() -> String {
    json!({"type": "chat", "text": "\u{1f409}".repeat(500)}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(others: Latencies) -> Result<(), String> {
        let (evicted, notified, longest_ms, kept_lines, back) = (1, 1, 0, 1, 1);
        let seen = Seen { evicted, notified, longest_ms, kept_lines, back, others };
        judged(Figures::of("slow", 1), 1, &seen).judge().map_err(|error| error.to_string())
    }

    #[test]
    fn a_run_in_which_others_are_knocked_out_is_broken() {
        assert_eq!(verdict(Latencies::survived(0)), Ok(()));
        assert!(verdict(Latencies::knocked_out()).is_err());
        assert_eq!(verdict(Latencies::survived(1)), Err("slow: 1 matches lost".to_owned()));
    }
}
