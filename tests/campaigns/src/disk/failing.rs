//! The failing disk: one write or sync of the server's comes back with an I/O error.
//!
//! A tracer makes the chosen call fail without carrying it out, and only that one: a server that
//! merely tried again would find that it works, and would have lost what the first sync was for.

use std::path::Path;
use std::time::Duration;

use black_box::{Seed, Server, Setup, Stopped};
use tokio::time::{Instant, sleep};

use crate::crowd::{Audit, Crowd, End};
use crate::stored::Stored;

/// Matches that go on at a time.
const ROOMS: usize = 3;

/// The time that a sound server plays between two failing ones.
const SOUND: Duration = Duration::from_millis(150);

/// The calls that fail, and up to which of a thread's own.
const CALLS: [(&str, usize); 2] = [("fsync,fdatasync", 60), ("pwrite64", 200)];

/// The exit code of a server whose store has failed.
const STORE_FAILED: i32 = 3;

/// The totals of all failures.
#[derive(Debug, Default)]
pub(super) struct Sum {
    pub(super) ends: u64,
    pub(super) refused_starts: u64,
    pub(super) wrong_ends: u64,
    pub(super) unanswered: u64,
    pub(super) resolved: u64,
    pub(super) guesses: u64,
    pub(super) audit: Audit,
}

/// Lets the disk fail this many times.
pub(super) async fn rounds(rounds: u64, mut seed: Seed) -> anyhow::Result<Sum> {
    let mut sum = Sum::default();
    let mut crowd = Crowd::new(ROOMS, seed.branch());
    let mut stopped = Stopped::of(Setup::unlimited());
    let mut audit = Audit::default();
    while sum.ends + sum.refused_starts < rounds {
        stopped = sound(&mut crowd, stopped).await;
        let (calls, most) = CALLS[seed.below(CALLS.len())];
        let tracer = failing_at(&stopped.database(), calls, 1 + seed.below(most));
        stopped = match stopped.under(tracer).try_start() {
            Ok(server) => failing(&mut crowd, server, &mut sum).await,
            Err((status, left)) => {
                sum.refused_starts += 1;
                sum.wrong_ends += u64::from(status.code() != Some(STORE_FAILED));
                left
            }
        };
        stopped = stopped.under(Vec::new());
        audit = crowd.audit(&Stored::read(&stopped.database())?).after(&audit);
    }
    stopped = sound(&mut crowd, stopped).await;
    sum.audit = crowd.audit(&Stored::read(&stopped.database())?).after(&audit);
    sum.guesses = crowd.sitters().map(|sitter| sitter.put_off).sum();
    sum.resolved = crowd.resolved();
    Ok(sum)
}

/// Returns the command of a tracer that makes one call of a thread fail that concerns the database
/// or its log.
///
/// Not its folder: SQLite syncs that too, and knows of file systems that cannot.
fn failing_at(database: &Path, calls: &str, at: usize) -> Vec<String> {
    let database = database.display().to_string();
    let log = format!("{database}-wal");
    let trace = format!("trace={calls}");
    let inject = format!("inject={calls}:error=EIO:when={at}");
    // -D: the server stays our child, and the tracer becomes a stranger.
    let mut arguments = vec!["-D", "-f", "-qq", "-o", "/dev/null", "-P", &database, "-P", &log];
    arguments.extend(["-e", &trace, "-e", &inject]);
    ["strace"].iter().chain(&arguments).map(|&text| text.to_owned()).collect()
}

/// Plays a life on a sound disk, in which lost answers are found and new rooms opened.
async fn sound(crowd: &mut Crowd, stopped: Stopped) -> Stopped {
    let server = stopped.start();
    crowd.fill(&server).await;
    let life = crowd.play(server.at);
    sleep(SOUND).await;
    let stopped = server.kill().await;
    crowd.gather(life).await;
    stopped
}

/// Plays a life that ends with the disk.
async fn failing(crowd: &mut Crowd, server: Server, sum: &mut Sum) -> Stopped {
    let life = crowd.play(server.at);
    crowd.gather(life).await;
    if crowd.sitters().all(|sitter| sitter.end == End::Over) {
        // Every match was over before its time had come.
        return server.kill().await;
    }
    let (ended, stopped) = server.ended(Instant::now().into_std()).await;
    sum.ends += 1;
    sum.wrong_ends += u64::from(ended.status.code() != Some(STORE_FAILED));
    sum.unanswered += crowd.unanswered();
    stopped
}
