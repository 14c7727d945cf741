//! Series of matches between two players, each deal played from both sides.

#![expect(
    clippy::cast_precision_loss,
    reason = "decisions and microseconds are counted to some millions"
)]

use std::hash::Hash;

use engine::think::Think;
use engine::{Game, Seat};
use laws::rules::{deal, shipped};
use serde_json::Value;

use crate::player::Player;

/// Result of a series for its first player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    /// Matches.
    pub played: u32,
    /// Won; a draw is half.
    pub won: f64,
    /// Won when playing seat 0.
    pub won_as_first: f64,
    /// Sum of the leads.
    pub lead: f64,
    /// Decisions of the first player, and the microseconds that they took.
    pub decisions: u64,
    /// See `decisions`.
    pub micros: u64,
    /// The slowest one.
    pub slowest: u64,
}

impl Score {
    /// Returns the share won, with Wilson's 95 % interval.
    pub fn interval(&self) -> (f64, f64, f64) {
        wilson(self.won, self.played)
    }
}

/// Returns a share with Wilson's 95 % interval.
pub fn wilson(won: f64, played: u32) -> (f64, f64, f64) {
    let (n, z) = (f64::from(played), 1.96_f64);
    let p = won / n;
    let mid = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (p, mid - half, mid + half)
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (p, low, high) = self.interval();
        let lead = self.lead / f64::from(self.played);
        let ms = self.micros as f64 / self.decisions.max(1) as f64 / 1000.0;
        write!(
            f,
            "{:.1} % ({:.1} to {:.1}) of {}, as seat 0 {}, lead {lead:.2}, {ms:.1} ms a decision, slowest {} ms",
            100.0 * p,
            100.0 * low,
            100.0 * high,
            self.played,
            self.won_as_first,
            self.slowest / 1000
        )
    }
}

/// Plays `pairs` deals from both sides; `make(first, seat, seed)` makes the players.
///
/// # Panics
/// If a player commands what is not legal, or a match does not end.
pub fn series<'a, G: Think>(
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
    let data = shipped::<G>();
    for at in 0..2 * pairs {
        let own = (at % 2) as u8;
        let mut game: G = deal(data.clone(), options, seed + at / 2);
        let mut players = [0u8, 1]
            .map(|seat| make(seat == own, seat, seed * 1_000_003 + at * 2 + u64::from(seat)));
        let mut seq = 0;
        while let Some(seat) = game.awaiting().iter().next() {
            seq += 1;
            let began = std::time::Instant::now();
            let command = players[seat.index()].choose(&game, seat, seq);
            if seat.0 == own {
                let took = began.elapsed().as_micros() as u64;
                score.decisions += 1;
                score.micros += took;
                score.slowest = score.slowest.max(took);
            }
            game.apply(0, seat, &command, &mut ()).expect("players command what is legal");
            assert!(seq < 20_000, "a match that does not end");
        }
        let winners = Game::outcome(&game).expect("over").winners;
        let won = if winners.len() > 1 { 0.5 } else { f64::from(u8::from(winners == [own])) };
        score.played += 1;
        score.won += won;
        if own == 0 {
            score.won_as_first += won;
        }
        let lead = f64::from(game.lead());
        score.lead += if game.is_first_side(Seat(own)) { lead } else { -lead };
    }
    score
}
