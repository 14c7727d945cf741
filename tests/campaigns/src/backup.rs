//! Backups of a server under load, each restored: every room is a real past of itself, and clients
//! that know more are sent `rolled_back`.
//!
//! The copies are made by `entente-server backup`, beside the running server. Afterwards each is
//! compared with the log that the server went on to write, `entente-server restore` puts it in the
//! place of the one before, and a server is started there.

mod restored;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::ensure;
use black_box::{Seed, Server, Setup, Stopped, program};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::crowd::Crowd;
use crate::figures::Figures;
use crate::stored::{self, Stored};

/// The number of copies that are made of one server's life.
const COPIES_A_LIFE: u64 = 5;

/// The time that the players play on after each copy, so that they know more than it does.
const ON: Duration = Duration::from_millis(60);

/// The size of this campaign.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Arguments {
    /// Seed of the players' choices
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of backups made and restored
    #[arg(long, default_value_t = 100)]
    pub backups: u64,
    /// Number of matches played at a time
    #[arg(long, default_value_t = 16)]
    pub rooms: usize,
}

/// The totals of all backups.
#[derive(Debug, Default)]
struct Sum {
    backups: u64,
    entries: u64,
    not_a_past: u64,
    stale: u64,
    restored: restored::Sum,
}

/// A copy, and how many entries were stored when it was begun.
struct Copy {
    path: PathBuf,
    entries_before: u64,
}

/// Runs the campaign.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    crate::wait_for(campaign(arguments))?.judge()
}

async fn campaign(arguments: Arguments) -> anyhow::Result<Figures> {
    let Arguments { seed, backups, rooms } = arguments;
    let mut choices = Seed::of(seed);
    let mut sum = Sum::default();
    while sum.backups < backups {
        let copies = COPIES_A_LIFE.min(backups - sum.backups);
        one_life(rooms, copies, choices.branch(), &mut sum).await?;
        println!("{} backups restored", sum.backups);
    }
    Ok(Figures::of("backup", seed)
        .at_least_one("backups under load, each whole and restored", sum.backups)
        .at_least_one("entries in them", sum.entries)
        .none("logs that are no past of the room", sum.not_a_past)
        .none("backups older than their beginning", sum.stale)
        .at_least_one("seats taken up again", sum.restored.seats)
        .at_least_one("of them told that the server was rolled back", sum.restored.rolled_back)
        .none("told wrongly, or not told", sum.restored.wrongly_answered)
        .none("heads that are not the room's", sum.restored.forked)
        .none("rooms out of order", sum.restored.refused))
}

async fn one_life(rooms: usize, copies: u64, mut seed: Seed, sum: &mut Sum) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let mut crowd = Crowd::new(rooms, seed.branch());
    let server = Stopped::of(Setup::unlimited()).start();
    crowd.fill(&server).await;
    let life = crowd.play(server.at);
    let mut made = Vec::new();
    for number in 0..copies {
        sleep(ON).await;
        made.push(copy(&server, folder.path().join(format!("{number}.db"))).await?);
    }
    sleep(ON).await;
    let stopped = server.kill().await;
    crowd.gather(life).await;
    let present = Stored::read(&stopped.database())?;
    for copy in made {
        let past = Stored::read(&copy.path)?;
        let entries: u64 = past.matches.values().map(|log| log.heads.len() as u64).sum();
        sum.backups += 1;
        sum.entries += entries;
        sum.stale += u64::from(entries < copy.entries_before);
        sum.not_a_past += not_a_past(&past, &present);
        let database = restore(&copy.path, folder.path().join("restored.db")).await?;
        restored::take_up(&crowd, database, &past, &mut sum.restored).await?;
    }
    Ok(())
}

/// Makes a copy as an operator does.
async fn copy(server: &Server, path: PathBuf) -> anyhow::Result<Copy> {
    let entries_before = stored::entries(&server.database())?;
    operate(&server.database(), &["backup".as_ref(), path.as_ref()]).await?;
    ensure!(only_this_file(&path), "a copy is one file");
    Ok(Copy { path, entries_before })
}

/// Puts a copy in the place of a database, as an operator does; a server was killed on the last one.
async fn restore(copy: &Path, database: PathBuf) -> anyhow::Result<PathBuf> {
    let mut arguments: Vec<&OsStr> = vec!["restore".as_ref(), copy.as_ref()];
    if database.exists() {
        arguments.push("--replace".as_ref());
    }
    operate(&database, &arguments).await?;
    Ok(database)
}

/// Runs a command of the server on a database.
async fn operate(database: &Path, arguments: &[&OsStr]) -> anyhow::Result<()> {
    let mut command = program::command("entente-server");
    command.arg("--database").arg(format!("sqlite:{}", database.display()));
    command.args(arguments).stdin(Stdio::null());
    let output = spawn_blocking(move || command.output()).await??;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

fn only_this_file(path: &Path) -> bool {
    let beside = |end: &str| PathBuf::from(format!("{}{end}", path.display())).exists();
    path.exists() && !beside(".unfinished") && !beside("-wal") && !beside("-journal")
}

/// Counts the logs of a copy that the room's log does not begin with.
fn not_a_past(past: &Stored, present: &Stored) -> u64 {
    let begins = |id, log: &stored::StoredMatch| {
        present.matches.get(id).is_some_and(|now| now.heads.starts_with(&log.heads))
    };
    past.matches.iter().filter(|(id, log)| !begins(*id, log)).count() as u64
}
