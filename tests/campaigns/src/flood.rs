//! Everything at once, from many addresses: messages as fast as the socket takes them, nonsense,
//! oversize, requests that never end, guessed codes. Innocent matches play on meanwhile, and are
//! compared with themselves before the attack.
//!
//! The server has its default limits; only what an address may ask for is raised, for the innocents,
//! who all have one.

mod attackers;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;
use tokio::time::sleep;

use self::attackers::GUESSERS_AN_ADDRESS;
use crate::figures::Figures;
use crate::files;
use crate::innocent::{self, Innocents, Latencies};

/// The most that an attack may make of the 99th percentile of the innocents' commands, in percent
/// of what it was before.
const SLOWER_PERCENT: u64 = 200;

/// The most that an attack may add to the server's memory, in MiB.
const GROWN_MIB: u64 = 64;

/// The cost of an unknown code, in points.
const GUESS_POINTS: u64 = 100;

/// The time between two moves of an innocent match.
const PACE: Duration = Duration::from_millis(500);

/// The longest time that an attack goes on for a limit that it has not met.
const LONGEST: Duration = Duration::from_mins(5);

/// The time between two looks at the attackers' counts.
const POLL: Duration = Duration::from_millis(100);

/// The size of this campaign.
#[derive(Args, Clone, Copy, Debug)]
pub struct Arguments {
    /// The first seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Matches of innocents
    #[arg(long, default_value_t = 20)]
    pub innocents: u64,
    /// Half-open requests at a time
    #[arg(long, default_value_t = 1_000)]
    pub half_open: u64,
    /// Attackers of each other kind
    #[arg(long, default_value_t = 20)]
    pub attackers: u64,
    /// Length of the attack, and of the comparison before it, in seconds
    #[arg(long, default_value_t = 60)]
    pub seconds: u64,
}

/// The result of the attack.
#[derive(Debug)]
pub struct Seen {
    /// The innocents before the attack.
    pub before: Latencies,
    /// The innocents during the attack.
    pub during: Latencies,
    /// Sockets closed for nonsense.
    pub nonsense: u64,
    /// Sockets closed for oversize.
    pub oversize: u64,
    /// Half-open requests that the server gave up on.
    pub half_open: u64,
    /// Guessed codes that were refused an answer.
    pub guesses_refused: u64,
    /// Guessed codes that one address got an answer for, at most.
    pub guesses_answered: u64,
    /// The number of guesses that the budget answers in the time that the attack took.
    pub guesses_allowed: u64,
    /// The memory that the attack added to the server's, in MiB.
    pub grown_mib: u64,
}

/// Attacks, and judges what came of it.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let seen = runtime.block_on(attack(*arguments))?;
    let (before, during) = (seen.before.p99_us(), seen.during.p99_us());
    judged(Figures::of("flood", arguments.seed), &seen)
        .count("us p99 before", before)
        .count("us p99 during", during)
        .at_most("% of p99 before", during * 100 / before.max(1), SLOWER_PERCENT)
        .judge()
}

/// Adds the figures that must hold at any speed.
pub fn judged(figures: Figures, seen: &Seen) -> Figures {
    figures
        .in_peace("commands before", &[&seen.before])
        .in_peace("commands during", &[&seen.during])
        .at_least_one("closed for nonsense", seen.nonsense)
        .at_least_one("closed for oversize", seen.oversize)
        .at_least_one("half-open given up", seen.half_open)
        .at_least_one("guesses refused", seen.guesses_refused)
        .at_most("guesses answered an address", seen.guesses_answered, seen.guesses_allowed)
        .at_most("MiB grown", seen.grown_mib, GROWN_MIB)
}

/// Compares a time of peace with a time of attack.
pub async fn attack(arguments: Arguments) -> anyhow::Result<Seen> {
    let Arguments { seed, innocents, half_open, attackers, seconds } = arguments;
    files::room_for(2 * half_open + 10 * attackers)?;
    let points = innocent::points(2 * innocents);
    let server = innocent::server(points, &[]);
    let time = Duration::from_secs(seconds);
    let peace = Innocents::begin(&server, seed, innocents, PACE).await;
    sleep(time).await;
    let before = peace.end().await;
    let memory = server.resident_kib();

    let victims = Innocents::begin(&server, seed.wrapping_add(innocents), innocents, PACE).await;
    let room = server.http.create(json!({}), json!({})).await.room.code;
    let began = Instant::now();
    let (attack, counts) = attackers::begin(server.at, &room, half_open, attackers)?;
    sleep(time).await;
    // On a slow machine the attackers need longer to meet every limit.
    while !counts.all_met() && began.elapsed() < LONGEST {
        sleep(POLL).await;
    }
    let during = victims.end().await;
    let grown_mib = server.resident_kib().saturating_sub(memory).div_ceil(1024);
    attack.end().await;
    let minutes_up = began.elapsed().as_secs().div_ceil(60);
    // It has not been restarted, and answers.
    anyhow::ensure!(server.http.get("/livez").await.status == 200, "the server is gone");
    let count = |of: &std::sync::atomic::AtomicU64| of.load(Ordering::Relaxed);
    Ok(Seen {
        before,
        during,
        nonsense: count(&counts.nonsense),
        oversize: count(&counts.oversize),
        half_open: count(&counts.half_open),
        guesses_refused: count(&counts.guesses_refused),
        guesses_answered: count(&counts.guesses_answered),
        // Whoever has a point left may spend more than it has: one guess more for each under way.
        guesses_allowed: (points * (1 + minutes_up)).div_ceil(GUESS_POINTS) + GUESSERS_AN_ADDRESS,
        grown_mib,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(before: Latencies, during: Latencies) -> Result<(), String> {
        let (nonsense, oversize, half_open, guesses_refused) = (1, 1, 1, 1);
        let (guesses_answered, guesses_allowed, grown_mib) = (1, 1, 0);
        let seen = Seen {
            before,
            during,
            nonsense,
            oversize,
            half_open,
            guesses_refused,
            guesses_answered,
            guesses_allowed,
            grown_mib,
        };
        judged(Figures::of("flood", 1), &seen).judge().map_err(|error| error.to_string())
    }

    #[test]
    fn a_run_in_which_innocents_are_knocked_out_is_broken() {
        assert_eq!(verdict(Latencies::survived(0), Latencies::survived(0)), Ok(()));
        assert!(verdict(Latencies::survived(0), Latencies::knocked_out()).is_err());
        let some = verdict(Latencies::survived(0), Latencies::survived(1));
        assert_eq!(some, Err("flood: 1 matches lost".to_owned()));
    }
}
