//! People who only want to play: matches that go on while something else is broken on purpose, and
//! how long each of their commands took.

use std::sync::Arc;
use std::time::{Duration, Instant};

use black_box::{Seed, Server, Table};
use futures_util::future::join_all;
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// The default budget of an address, in points a minute.
const POINTS: u64 = 1_000;

/// The cost of a match, in points: a room, a seat, two sockets, and some to spare.
const MATCH_POINTS: u64 = 150;

/// Returns the budget of an address on which so many matches begin in a minute, in points a minute.
pub fn points(matches: u64) -> u64 {
    POINTS + matches * MATCH_POINTS
}

/// Starts a server with its default limits, but for what one address may ask for and how many rooms
/// it may have: innocents all have one.
pub fn server(points: u64, more: &[&str]) -> Arc<Server> {
    let points = points.to_string();
    let limits = ["--points-per-minute", &points, "--max-rooms-per-address", "0"];
    Arc::new(Server::with(&[&limits[..], more].concat()))
}

/// Matches in play, a task each.
#[derive(Debug)]
pub struct Innocents {
    stop: watch::Sender<bool>,
    playing: Vec<JoinHandle<(Vec<Duration>, bool)>>,
}

impl Innocents {
    /// Begins this many matches; in each, somebody moves every `pace`. A match that ends is followed
    /// by another one.
    pub async fn begin(server: &Arc<Server>, seed: u64, matches: u64, pace: Duration) -> Self {
        let (stop, stopped) = watch::channel(false);
        let begin =
            |number| Table::begin(server, json!({}), 0, Seed::of(seed.wrapping_add(number)));
        let tables = join_all((0..matches).map(begin)).await;
        let play = |table| tokio::spawn(play(server.clone(), table, pace, stopped.clone()));
        Self { playing: tables.into_iter().map(play).collect(), stop }
    }

    /// Ends them all, and returns the time that each command took from sending to its answer.
    pub async fn end(self) -> Latencies {
        self.stop.send_replace(true);
        let mut all = Latencies::default();
        for one in join_all(self.playing).await {
            match one {
                Ok((_, true)) => all.refused += 1,
                Ok((took, false)) => all.took.extend(took),
                Err(_) => all.lost += 1,
            }
        }
        all.took.sort_unstable();
        all
    }
}

async fn play(
    server: Arc<Server>,
    mut table: Table,
    pace: Duration,
    stopped: watch::Receiver<bool>,
) -> (Vec<Duration>, bool) {
    let mut took = Vec::new();
    while !*stopped.borrow() {
        let Some((seat, decision, command)) = table.choose() else {
            table = Table::begin(&server, json!({}), 0, table.seed).await;
            continue;
        };
        let (id, began) = (table.seed.id(), Instant::now());
        let answer = table.seats[seat].command(id, decision, command).await;
        took.push(began.elapsed());
        if answer.is_err() {
            // Nobody else commands for this seat, so what was offered is accepted.
            return (took, true);
        }
        table.sync().await;
        sleep(pace).await;
    }
    (took, false)
}

/// The times that commands took.
#[derive(Debug, Default)]
pub struct Latencies {
    /// In ascending order.
    took: Vec<Duration>,
    refused: u64,
    lost: u64,
}

impl Latencies {
    /// Puts those of several times together.
    pub fn of(several: Vec<Self>) -> Self {
        let mut all = Self::default();
        for one in several {
            all.took.extend(one.took);
            all.refused += one.refused;
            all.lost += one.lost;
        }
        all.took.sort_unstable();
        all
    }

    /// Returns the number of commands.
    pub fn count(&self) -> u64 {
        self.took.len() as u64
    }

    /// Returns the number of matches that ended in a refusal of what was offered.
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// Returns the number of matches that ended without an answer.
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// Returns what is left of people who were all knocked out.
    #[cfg(test)]
    pub(crate) fn knocked_out() -> Self {
        Self { lost: 1, ..Self::default() }
    }

    /// Returns one command that was answered, beside people who were knocked out.
    #[cfg(test)]
    pub(crate) fn survived(lost: u64) -> Self {
        Self { took: vec![Duration::from_millis(1)], refused: 0, lost }
    }

    /// Returns the time within which 99 of 100 were answered, in microseconds.
    pub fn p99_us(&self) -> u64 {
        let rank = (self.took.len() * 99).div_ceil(100).saturating_sub(1);
        let time = self.took.get(rank).copied().unwrap_or_default();
        u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
    }
}
