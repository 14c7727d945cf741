//! Stopping the server under load, again and again: it says goodbye in time, timed matches
//! stand still, and nothing is lost.

use std::time::Duration;

use black_box::{Seed, Setup, Stopped};
use protocol::games::europe;

use crate::crowd::{Audit, Crowd, End};
use crate::figures::Figures;
use crate::stored::Stored;

/// The longest that a server may take to end.
const END_MOST: Duration = Duration::from_secs(10);

/// The number of restarts that a database goes through; a longer one would only take longer to
/// check.
const RESTARTS_A_DATABASE: usize = 25;

/// The most restarts that follow those asked for, as long as nobody was told goodbye or no timed match
/// was paused: on a slow machine none may have begun by then.
const FURTHER_MOST: usize = 50;

/// The close code of a restart.
const RESTART: u16 = 1012;

/// The size of this campaign.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Arguments {
    /// Seed of the players' choices, and of the moments of the signals
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of times that the server is told to stop
    #[arg(long, default_value_t = 200)]
    pub restarts: usize,
    /// Number of matches played at a time
    #[arg(long, default_value_t = 16)]
    pub rooms: usize,
}

/// The totals of all restarts.
#[derive(Debug, Default)]
struct Sum {
    restarts: u64,
    bad_ends: u64,
    longest: Duration,
    goodbyes: u64,
    without_goodbye: u64,
    paused: u64,
    not_paused: u64,
    unanswered: u64,
    resolved: u64,
    audit: Audit,
}

/// Runs the campaign.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    crate::wait_for(campaign(arguments))?.judge()
}

async fn campaign(arguments: Arguments) -> anyhow::Result<Figures> {
    let Arguments { seed, restarts, rooms } = arguments;
    let mut choices = Seed::of(seed);
    let mut sum = Sum::default();
    while sum.restarts < restarts as u64 {
        let left = restarts - usize::try_from(sum.restarts)?;
        one_database(rooms, left.min(RESTARTS_A_DATABASE), choices.branch(), &mut sum).await?;
        println!("{} restarts, {} acknowledged", sum.restarts, sum.audit.acknowledged);
    }
    for fault in &sum.audit.faults {
        println!("{fault}");
    }
    Ok(Figures::of("restart", seed)
        .at_least_one("restarts", sum.restarts)
        .none("ends with an error", sum.bad_ends)
        .at_most(
            "ms for the longest end",
            u64::try_from(sum.longest.as_millis())?,
            u64::try_from(END_MOST.as_millis())?,
        )
        .at_least_one("goodbyes with a hint when to come back", sum.goodbyes)
        .none("connections that ended otherwise", sum.without_goodbye)
        .at_least_one("timed matches paused", sum.paused)
        .none("timed matches not paused", sum.not_paused)
        .stored(&sum.audit)
        .count("unanswered at a stop", sum.unanswered)
        .count("of them stored", sum.audit.unanswered_stored)
        .count("resolved by their id", sum.resolved)
        .none("other faults", sum.audit.faults.len() as u64))
}

async fn one_database(
    rooms: usize,
    restarts: usize,
    mut seed: Seed,
    sum: &mut Sum,
) -> anyhow::Result<()> {
    let mut crowd = Crowd::new(rooms, seed.branch());
    let mut stopped = Stopped::of(Setup::unlimited());
    let mut audit = Audit::default();
    for life in 0..restarts + FURTHER_MOST {
        if life >= restarts && sum.met(&audit) {
            break;
        }
        let server = stopped.start();
        let life = crowd.play_for_a_moment(&server, &mut seed).await;
        let signalled = server.terminate();
        // Everybody receives the goodbye before the process has ended.
        crowd.gather(life).await;
        let (ended, left) = server.ended(signalled).await;
        stopped = left;
        sum.restarts += 1;
        sum.bad_ends += u64::from(!ended.status.success());
        sum.longest = sum.longest.max(ended.took);
        let stored = Stored::read(&stopped.database())?;
        sum.goodbyes_of(&crowd);
        sum.pauses_of(&crowd, &stored);
        audit = crowd.audit(&stored).after(&audit);
        sum.unanswered += crowd.unanswered();
    }
    sum.audit.add(audit);
    sum.resolved += crowd.resolved();
    Ok(())
}

impl Sum {
    /// Checks whether there was something to lose, in a database before or in this one.
    fn met(&self, audit: &Audit) -> bool {
        let acknowledged = self.audit.acknowledged + audit.acknowledged;
        self.goodbyes > 0 && self.paused > 0 && acknowledged > 0
    }

    /// Counts how the connections of this life ended. One that had not begun when the signal came
    /// finds nobody; one that had was told when to come back.
    fn goodbyes_of(&mut self, crowd: &Crowd) {
        for sitter in crowd.sitters() {
            match &sitter.end {
                End::Closed { code: RESTART, hint: true } => self.goodbyes += 1,
                End::Gone if sitter.sat => self.without_goodbye += 1,
                End::Closed { .. } => self.without_goodbye += 1,
                End::Gone | End::GivenUp | End::Over | End::NotYet | End::Refused(_) => {}
            }
        }
    }

    /// Checks that every timed match that goes on stands still in its log.
    fn pauses_of(&mut self, crowd: &Crowd, stored: &Stored) {
        let timed = crowd.companies.iter().filter(|company| company.game == europe::ID);
        for company in timed {
            let running =
                stored.records.get(&company.id).is_some_and(|record| record["state"] == "running");
            let last = stored.matches.get(&company.id).and_then(|log| log.last.as_deref());
            match (running, last) {
                (true, Some("pause")) => self.paused += 1,
                (true, _) => self.not_paused += 1,
                (false, _) => {}
            }
        }
    }
}
