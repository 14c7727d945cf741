//! Flipping bits of a database: each flip is harmless, costs the room that it hit, or is a reason
//! not to start; never is anything else shown than what was stored.
//!
//! Most flips are judged through the server's own store, every room being read; a few by starting
//! the server. Other kinds of damage (cut off, blanked, a spoiled or missing write-ahead log) are
//! judged alike, except that a spoiled write-ahead log may end a room at an earlier entry: what
//! was cut off in it cannot be distinguished from what a crash had left unfinished.

mod content;
mod process;
mod spoil;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use black_box::{Player, Seed, Setup, Stopped, Store};

use crate::figures::Figures;
use crate::golden;
use content::{Content, Judgement};
use spoil::Spoil;

/// The number of flips of which one is also judged by starting the server.
const FLIPS_A_PROCESS: u64 = 250;

/// The number of flips of which one is followed by another kind of damage.
const FLIPS_A_SPOIL: u64 = 10;

/// The size of this campaign.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Arguments {
    /// Seed of the choice of bits
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of bits flipped, each in a database of its own
    #[arg(long, default_value_t = 10_000)]
    pub flips: u64,
}

/// A sound database, and the same as a kill left it.
struct Original {
    clean: Vec<u8>,
    killed: Vec<u8>,
    wal: Vec<u8>,
    truth: Content,
    process: process::Truth,
}

/// The totals of all kinds of damage.
#[derive(Debug, Default)]
struct Sum {
    flips: u64,
    spoils: u64,
    harmless: u64,
    set_aside: u64,
    refused: u64,
    earlier: u64,
    silent: Vec<String>,
    processes: process::Sum,
}

/// Panics since the campaign began, those in the store's threads included.
static PANICS: AtomicU64 = AtomicU64::new(0);

/// Runs the campaign.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        PANICS.fetch_add(1, Ordering::SeqCst);
        usual(info);
    }));
    crate::wait_for(campaign(arguments))?.judge()
}

async fn campaign(Arguments { seed, flips }: Arguments) -> anyhow::Result<Figures> {
    let mut choices = Seed::of(seed);
    let original = Original::make(choices.branch()).await?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("entente.db");
    let mut sum = Sum::default();
    for flip in 0..flips {
        let spoil = Spoil::flip(&original, &mut choices);
        sum.judge(&original, &spoil, &path).await?;
        sum.flips += 1;
        if flip % FLIPS_A_PROCESS == 0 {
            spoil.write(&path)?;
            process::judge(&original.process, &path, &mut sum.processes).await?;
        }
        if flip % FLIPS_A_SPOIL == 0 {
            let spoil = Spoil::other(&original, &mut choices);
            sum.judge(&original, &spoil, &path).await?;
            sum.spoils += 1;
        }
    }
    for silent in sum.silent.iter().chain(&sum.processes.silent) {
        println!("{silent}");
    }
    Ok(Figures::of("damage", seed)
        .at_least_one("bits flipped", sum.flips)
        .at_least_one("other kinds of damage", sum.spoils)
        .at_least_one("harmless", sum.harmless)
        .at_least_one("set a room or its data aside", sum.set_aside)
        .at_least_one("refused at the start", sum.refused)
        .count("ended the log at an earlier entry", sum.earlier)
        .none("silently wrong", sum.silent.len() as u64)
        .at_least_one("judged by a whole server", sum.processes.servers)
        .none("silently wrong there", sum.processes.silent.len() as u64)
        .none("panics", PANICS.load(Ordering::SeqCst)))
}

impl Original {
    async fn make(seed: Seed) -> anyhow::Result<Self> {
        let server = Stopped::of(golden::lasting(None)).start();
        let keys = golden::scene(&server, seed).await;
        let stopped = server.kill().await;
        let killed = std::fs::read(stopped.database())?;
        let wal = std::fs::read(beside(&stopped.database(), "-wal"))?;
        // A clean end leaves a file that is whole by itself.
        let server = stopped.start();
        // Read again, a match with a clock notes that it stands still. Else that would come later, and whoever
        // looks at the file's rooms would see it or not.
        let mut watching = Vec::new();
        for room in &keys {
            watching.push(Player::watch(&server, &room[0].room.code, None).await);
        }
        let signalled = server.terminate();
        let (_, stopped) = server.ended(signalled).await;
        let clean = std::fs::read(stopped.database())?;
        let truth = Content::of(&stopped.database())
            .await
            .map_err(|refusal| anyhow::anyhow!("the original: {refusal}"))?;
        let process = process::Truth::of(stopped, keys).await;
        Ok(Self { clean, killed, wal, truth, process })
    }
}

impl Sum {
    async fn judge(
        &mut self,
        original: &Original,
        spoil: &Spoil,
        path: &Path,
    ) -> anyhow::Result<()> {
        spoil.write(path)?;
        match Content::of(path).await {
            Err(refusal) => {
                anyhow::ensure!(!refusal.is_empty(), "{spoil:?}: refused without a word");
                self.refused += 1;
            }
            Ok(found) => match original.truth.judge(&found, spoil.may_be_earlier) {
                Judgement::Same => self.harmless += 1,
                Judgement::SetAside => self.set_aside += 1,
                Judgement::Earlier => self.earlier += 1,
                Judgement::Wrong(how) => self.silent.push(format!("{spoil:?}: {how}")),
            },
        }
        Ok(())
    }
}

/// Returns the path of the file beside this one with a suffix to its whole name.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", path.display()))
}

/// Prepares a server on a damaged database.
fn server_on(path: &Path) -> Stopped {
    Stopped::of(Setup { store: Some(Store::File(path.to_owned())), ..golden::lasting(None) })
}
