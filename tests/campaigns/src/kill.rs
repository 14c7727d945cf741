//! Killing the server under load, again and again: nothing that was accepted is lost, nothing is
//! there twice, and every command whose answer was lost finds it.
//!
//! The kill comes at a random moment of loading, joining and playing. After each the database is
//! read as the kill left it, and the players ask the next server for old answers.

use std::path::Path;
use std::time::Duration;

use black_box::{Seed, Server, Setup, Stopped};
use tokio::time::sleep;

use crate::crowd::{Audit, Crowd, MOMENT_MS};
use crate::figures::Figures;
use crate::stored::Stored;

/// The number of kills that a database goes through; a longer one would only take longer to check.
const KILLS_A_DATABASE: usize = 25;

/// The most kills that follow those asked for, as long as none has kept back an answer that was found
/// later: on a slow machine nobody may have played by then.
const FURTHER_MOST: usize = 50;

/// The size of this campaign.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Arguments {
    /// Seed of the players' choices, and of the moments of the kills
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of kills
    #[arg(long, default_value_t = 1_000)]
    pub kills: usize,
    /// Number of matches played at a time
    #[arg(long, default_value_t = 16)]
    pub rooms: usize,
}

/// The totals of all databases.
#[derive(Debug, Default)]
struct Sum {
    kills: u64,
    rooms: u64,
    unanswered: u64,
    resolved: u64,
    audit: Audit,
}

/// Runs the campaign.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    crate::wait_for(campaign(arguments))?.judge()
}

async fn campaign(arguments: Arguments) -> anyhow::Result<Figures> {
    let Arguments { seed, kills, rooms } = arguments;
    let mut choices = Seed::of(seed);
    let mut sum = Sum::default();
    while sum.kills < kills as u64 {
        let left = kills - usize::try_from(sum.kills)?;
        one_database(rooms, left.min(KILLS_A_DATABASE), choices.branch(), &mut sum).await?;
        println!("{} kills, {} acknowledged", sum.kills, sum.audit.acknowledged);
    }
    for fault in &sum.audit.faults {
        println!("{fault}");
    }
    Ok(Figures::of("kill", seed)
        .at_least_one("kills", sum.kills)
        .at_least_one("matches", sum.rooms)
        .stored(&sum.audit)
        .at_least_one("unanswered at a kill", sum.unanswered)
        .at_least_one("of them stored", sum.audit.unanswered_stored)
        .at_least_one("resolved by their id", sum.resolved)
        .none("other faults", sum.audit.faults.len() as u64))
}

impl Sum {
    /// Checks whether there was something to lose, in a database before or in this one: commands with an
    /// answer and without one, of which some are stored and some have found it by their id.
    fn met(&self, crowd: &Crowd, audit: &Audit) -> bool {
        let stored = self.audit.unanswered_stored + audit.unanswered_stored;
        let acknowledged = self.audit.acknowledged + audit.acknowledged;
        let resolved = self.resolved + crowd.resolved();
        [acknowledged, self.unanswered, stored, resolved].iter().all(|count| *count > 0)
    }
}

async fn one_database(
    rooms: usize,
    kills: usize,
    mut seed: Seed,
    sum: &mut Sum,
) -> anyhow::Result<()> {
    let mut crowd = Crowd::new(rooms, seed.branch());
    let mut stopped = Stopped::of(Setup::unlimited());
    let mut audit = Audit::default();
    for life in 0..kills + FURTHER_MOST {
        if life >= kills && sum.met(&crowd, &audit) {
            break;
        }
        let server = stopped.start();
        let life = crowd.play_for_a_moment(&server, &mut seed).await;
        stopped = server.kill().await;
        crowd.gather(life).await;
        sum.kills += 1;
        audit = examined(&crowd, &stopped.database())?.after(&audit);
        sum.unanswered += crowd.unanswered();
    }
    let audit = revived(&mut crowd, stopped.start()).await?.after(&audit);
    sum.unanswered += crowd.unanswered();
    sum.audit.add(audit);
    sum.rooms += crowd.companies.len() as u64;
    sum.resolved += crowd.resolved();
    Ok(())
}

/// Compares the database with what the server sent to everybody.
fn examined(crowd: &Crowd, database: &Path) -> anyhow::Result<Audit> {
    Ok(crowd.audit(&Stored::read(database)?))
}

/// Has the last server of a database let everybody in once more; compares as after each life before.
async fn revived(crowd: &mut Crowd, server: Server) -> anyhow::Result<Audit> {
    let life = crowd.play(server.at);
    sleep(Duration::from_millis(*MOMENT_MS.end() as u64)).await;
    let stopped = server.kill().await;
    crowd.gather(life).await;
    examined(crowd, &stopped.database())
}
