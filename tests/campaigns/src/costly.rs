//! Requests that are allowed, or nearly, and cost the server more than the one who asks: answers
//! that nobody reads, frames that end no message, files, lists, records and replays, spectators who
//! come and go, rematches and pauses without end.
//!
//! Innocent pairs play on two servers at the same time; one is attacked, the other is left alone. So
//! what the machine has to do for everybody is in both, and what the attack does to its server in one.
//! The servers have their default limits; only what an address may ask for is raised, for the innocents,
//! who all have one.

mod attacks;
mod unread;

use std::sync::Arc;
use std::time::{Duration, Instant};

use black_box::{Seed, Server, Table};
use clap::Args;
use protocol::ClientMessage;
use serde_json::json;
use tokio::time::sleep;

use self::attacks::{Counts, KINDS, Kind, Resources};
use self::unread::Unread;
use crate::attack::Attack;
use crate::figures::Figures;
use crate::files;
use crate::innocent::{self, Innocents, Latencies};

/// The most that an attack may make of the 99th percentile of the innocents' commands, in percent
/// of what it is on the server that is left alone.
const SLOWER_PERCENT: u64 = 200;

/// The most that all unread answers may add to the server's memory, in MiB.
const UNREAD_MIB: u64 = 100;

/// The most entries that pauses may add to a match's log at once: as many messages as one socket
/// may send at once.
const ENTRIES_AT_ONCE: u64 = 30;

/// The most entries that pauses may add to a match's log each second: as many messages as one
/// socket may send, and their answers.
const ENTRIES_A_SECOND: u64 = 20;

/// The time between two moves of an innocent pair: long enough that nobody waits for what a socket may say
/// in a second.
const PACE: Duration = Duration::from_millis(250);

/// The number of matches that a pair may begin in a minute at that pace.
const MATCHES_A_MINUTE: u64 = 4;

/// The longest time that an attack goes on of which the server has seen nothing.
const LONGEST: Duration = Duration::from_mins(5);

/// The time between two looks at the attackers' counts.
const POLL: Duration = Duration::from_millis(100);

/// The number of listed rooms: as many as a list shows.
const LISTED: usize = 100;

/// The size of this campaign.
#[derive(Args, Clone, Copy, Debug)]
pub struct Arguments {
    /// The first seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Innocent pairs on each of the two servers
    #[arg(long, default_value_t = 16)]
    pub pairs: u64,
    /// Attackers of each kind, each with an address of its own
    #[arg(long, default_value_t = 16)]
    pub attackers: u64,
    /// Connections that never read
    #[arg(long, default_value_t = 12_000)]
    pub unread: u64,
    /// Moves of the matches that are shown again and again
    #[arg(long, default_value_t = 100)]
    pub moves: usize,
    /// Length of each attack, in seconds
    #[arg(long, default_value_t = 20)]
    pub seconds: u64,
}

/// The result of one kind of attack.
#[derive(Debug)]
pub struct Against {
    /// The kind.
    pub kind: Kind,
    /// The attackers' counts.
    pub counts: Arc<Counts>,
    /// The time that the attack went on.
    pub lasted: Duration,
    /// The innocents on the server that was attacked.
    pub attacked: Latencies,
    /// The innocents on the other one.
    pub alone: Latencies,
}

/// The result of all attacks.
#[derive(Debug)]
pub struct Seen {
    /// Each kind by itself.
    pub against: Vec<Against>,
    /// The connections that never read.
    pub unread: Unread,
    /// The longest log of a match that was paused again and again, in entries.
    pub entries: u64,
}

/// Attacks, and judges what came of it.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let seen = crate::wait_for(attack(*arguments))?;
    let mut broken = Vec::new();
    for Against { kind, counts, attacked, alone, .. } in &seen.against {
        let (here, there) = (attacked.p99_us(), alone.p99_us());
        let percent = here * 100 / there.max(1);
        let (taken, refused) = (counts.taken(), counts.refused());
        println!(
            "{kind:?}: {taken} taken, {refused} refused; us p99 {here}, left alone {there}: \
             {percent} %"
        );
        if percent > SLOWER_PERCENT {
            broken.push(*kind);
        }
    }
    judged(Figures::of("costly", arguments.seed), &seen)
        .none("kinds that slowed others to more than twice their time", broken.len() as u64)
        .judge()
}

/// Adds the figures that must hold at any speed.
pub fn judged(figures: Figures, seen: &Seen) -> Figures {
    let of = |kind: Kind| seen.against.iter().find(|against| against.kind == kind);
    let refused = |kind| of(kind).map_or(0, |against| against.counts.refused());
    let paused = of(Kind::Pauses).map_or(Duration::ZERO, |against| against.lasted);
    let entries = ENTRIES_AT_ONCE + ENTRIES_A_SECOND * (paused.as_secs() + 1);
    let times = |of: fn(&Against) -> &Latencies| seen.against.iter().map(of).collect::<Vec<_>>();
    let missing = KINDS.iter().filter(|&&kind| of(kind).is_none_or(|one| !one.counts.met(kind)));
    figures
        .in_peace("commands beside attacks", &times(|against| &against.attacked))
        .in_peace("commands left alone", &times(|against| &against.alone))
        .count("kinds", seen.against.len() as u64)
        .none("kinds of which the server saw nothing", missing.count() as u64)
        .at_least_one("connections unread", seen.unread.open)
        .at_most("MiB more by them", seen.unread.grown_mib, UNREAD_MIB)
        .none("of them not ended", seen.unread.left)
        .at_least_one("sockets ended for their frames", refused(Kind::Frames))
        .at_least_one("entries of a paused match", seen.entries)
        .none("of them too many", seen.entries.saturating_sub(entries))
}

/// Attacks in every way, one after the other.
pub async fn attack(arguments: Arguments) -> anyhow::Result<Seen> {
    let Arguments { seed, pairs, attackers, unread, moves, seconds } = arguments;
    files::room_for(unread + 20 * attackers + 20 * pairs)?;
    let most = (unread + 1_000).to_string();
    let points = innocent::points(LISTED as u64 + pairs * MATCHES_A_MINUTE);
    let start = || innocent::server(points, &["--max-connections", &most]);
    let (attacked, alone) = (start(), start());
    let resources = Arc::new(prepare(&attacked, seed, moves).await);
    let time = Duration::from_secs(seconds);
    let mut against = Vec::new();
    for kind in KINDS {
        let here = Innocents::begin(&attacked, seed, pairs, PACE).await;
        let there = Innocents::begin(&alone, seed, pairs, PACE).await;
        let counts = Arc::new(Counts::default());
        let mut attack = Attack::begin()?;
        for number in 0..attackers {
            attack.loose(kind.attack(attacked.at, number, resources.clone(), counts.clone()));
        }
        let began = Instant::now();
        sleep(time).await;
        // On a slow machine the attackers need longer to be served at all.
        while !counts.met(kind) && began.elapsed() < LONGEST {
            sleep(POLL).await;
        }
        let (here, there) = tokio::join!(here.end(), there.end());
        attack.end().await;
        let lasted = began.elapsed();
        against.push(Against { kind, counts, lasted, attacked: here, alone: there });
    }
    let unread = unread::leave(&attacked, unread).await?;
    let longest = against.iter().map(|against| against.counts.entries()).max().unwrap_or_default();
    // It has not been restarted, and answers.
    anyhow::ensure!(attacked.http.get("/livez").await.status == 200, "the server is gone");
    Ok(Seen { against, unread, entries: longest })
}

/// Prepares rooms that are costly to show: a full list, a match that is over, one that runs.
async fn prepare(server: &Server, seed: u64, moves: usize) -> Resources {
    for _ in 0..LISTED {
        server.http.create(json!({}), json!({"listed": true})).await;
    }
    let mut over = Table::begin(server, json!({}), 0, Seed::of(seed)).await;
    over.play(moves).await;
    let id = over.seed.id();
    // Over it is, now or already.
    let _ = over.seats[0].act(&ClientMessage::Resign { id }).await;
    let mut running = Table::begin(server, json!({}), 0, Seed::of(seed)).await;
    running.play(moves).await;
    let page = server.http.get("/").await.body;
    let files = page.as_str().and_then(|page| page.split_once("=\"web/"));
    let version = files.and_then(|(_, rest)| rest.split('/').next()).unwrap_or_default();
    Resources {
        over: over.code().to_owned(),
        running: running.code().to_owned(),
        file: format!("/web/{version}/maps/europe.js"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a run in which each kind was met, but for what `change` makes of it.
    fn seen(change: impl Fn(&mut Against)) -> Seen {
        let one = |kind| {
            let (attacked, alone) = (Latencies::survived(0), Latencies::survived(0));
            let counts = Arc::new(Counts::seen(1));
            let mut against =
                Against { kind, counts, lasted: Duration::from_secs(1), attacked, alone };
            change(&mut against);
            against
        };
        let unread = Unread { open: 1, grown_mib: 0, left: 0 };
        let against: Vec<Against> = KINDS.into_iter().map(one).collect();
        let entries = against.iter().map(|against| against.counts.entries()).max();
        Seen { against, unread, entries: entries.unwrap_or_default() }
    }

    fn verdict(seen: &Seen) -> Result<(), String> {
        judged(Figures::of("costly", 1), seen).judge().map_err(|error| error.to_string())
    }

    #[test]
    fn a_run_in_which_everybody_is_knocked_out_is_broken() {
        assert_eq!(verdict(&seen(|_| ())), Ok(()));
        let attacked = verdict(&seen(|against| against.attacked = Latencies::knocked_out()));
        assert!(attacked.is_err());
        let some = verdict(&seen(|against| against.attacked = Latencies::survived(1)));
        assert_eq!(some, Err("costly: 7 matches lost".to_owned()));
        assert!(verdict(&seen(|against| against.alone = Latencies::knocked_out())).is_err());
        let once = seen(|against| {
            if against.kind == Kind::List {
                against.attacked = Latencies::default();
            }
        });
        assert_eq!(verdict(&once), Err("costly: 1 times without one".to_owned()));
    }

    #[test]
    fn a_kind_of_which_nothing_came_shows_nothing() {
        for kind in KINDS {
            let idle = seen(|against| {
                if against.kind == kind {
                    against.counts = Arc::default();
                }
            });
            assert!(verdict(&idle).is_err(), "{kind:?}");
        }
        let (mut many, mut none) = (seen(|_| ()), seen(|_| ()));
        (many.entries, none.entries) = (ENTRIES_AT_ONCE + 3 * ENTRIES_A_SECOND, 0);
        assert!(verdict(&many).is_err() && verdict(&none).is_err());
    }
}
