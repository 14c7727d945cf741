//! Series of matches between two players, each deal played from both sides.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "decisions and microseconds are counted to some millions"
)]

use std::hash::Hash;
use std::sync::Arc;

use engine::think::Think;
use engine::{Game, Seat};
use laws::rules::deal;
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};

use crate::habits::Habits;
use crate::player::Player;

/// Result of a series for its first player.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Matches.
    pub played: u32,
    /// Won; a draw is half.
    pub won: f64,
    /// Won when playing seat 0.
    pub won_as_first: f64,
    /// Won by whoever played seat 0.
    pub won_by_first: f64,
    /// Sum of the leads.
    pub lead: f64,
    /// The microseconds that each decision of the first player took.
    pub micros: Vec<u64>,
    /// Habits of the first player.
    pub habits: Habits,
}

impl Score {
    /// Returns the share won, with Wilson's 95 % interval.
    pub fn interval(&self) -> (f64, f64, f64) {
        wilson(self.won, self.played)
    }

    /// Returns the mean of the decisions' times and what 99 of 100 stay below, in milliseconds.
    pub fn pace(&self) -> (f64, f64) {
        let mut sorted = self.micros.clone();
        sorted.sort_unstable();
        let mean = sorted.iter().sum::<u64>() as f64 / sorted.len().max(1) as f64;
        let most = sorted.get(sorted.len() * 99 / 100).copied().unwrap_or_default();
        (mean / 1000.0, most as f64 / 1000.0)
    }
}

/// Returns a share with Wilson's 95 % interval.
pub fn wilson(won: f64, played: u32) -> (f64, f64, f64) {
    let (n, z) = (f64::from(played.max(1)), 1.96_f64);
    let p = won / n;
    let mid = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (p, mid - half, mid + half)
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (p, low, high) = self.interval();
        let lead = self.lead / f64::from(self.played);
        let (mean, most) = self.pace();
        write!(
            f,
            "{:.1} % ({:.1} to {:.1}) of {}, as seat 0 {}, seat 0 won {}, lead {lead:.2}, {mean:.1} ms a decision, \
             p99 {most:.1} ms",
            100.0 * p,
            100.0 * low,
            100.0 * high,
            self.played,
            self.won_as_first,
            self.won_by_first,
        )
    }
}

/// Plays `pairs` deals from both sides; `make(first, seat, seed)` makes the players.
///
/// # Panics
/// If a player commands what is not legal, or a match does not end.
pub fn series<'a, G: Think>(
    data: &Arc<G::Data>,
    options: &Value,
    pairs: u64,
    seed: u64,
    make: &dyn Fn(bool, u8, u64) -> Player<'a, G>,
) -> Score
where
    G::Command: Hash,
    G::Event: Hash,
{
    let mut score = Score::default();
    for at in 0..2 * pairs {
        let own = (at % 2) as u8;
        let game: G = deal(data.clone(), options, seed + at / 2);
        let players = [0u8, 1]
            .map(|seat| make(seat == own, seat, seed * 1_000_003 + at * 2 + u64::from(seat)));
        one_match(game, players, Seat(own), &mut score);
    }
    score
}

/// Returns the nanoseconds that this thread has run: other work on the machine does not count.
fn spent() -> u64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

fn one_match<G: Think>(mut game: G, mut players: [Player<'_, G>; 2], own: Seat, score: &mut Score)
where
    G::Command: Hash,
    G::Event: Hash,
{
    let mut seq = 0;
    while let Some(seat) = game.awaiting().iter().next() {
        seq += 1;
        let began = spent();
        let command = players[seat.index()].choose(&game, seat, seq);
        if seat == own {
            score.micros.push((spent() - began) / 1000);
            score.habits.note(&json!(command), &json!(game.public()), own);
        }
        game.apply(0, seat, &command, &mut ()).expect("players command what is legal");
        assert!(seq < 20_000, "a match that does not end");
    }
    let winners = Game::outcome(&game).expect("over").winners;
    let won = |seat: u8| match winners.as_slice() {
        [one] => f64::from(u8::from(*one == seat)),
        _ => 0.5,
    };
    score.played += 1;
    score.won += won(own.0);
    score.won_by_first += won(0);
    if own.0 == 0 {
        score.won_as_first += won(0);
    }
    let lead = f64::from(game.lead());
    score.lead += if game.is_first_side(own) { lead } else { -lead };
    score.habits.end(&json!(game.public()), own);
}
