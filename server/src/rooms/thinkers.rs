//! The threads on which bots think, so that no command of a person's waits for one.
//!
//! There are few, at low priority, and what they may have waiting is bounded; whoever finds no place
//! plays without thinking. Founders of rooms take turns. A simulation has no threads: there a seed repeats
//! a run.

use std::fmt;
use std::sync::Arc;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use engine::think::Guesses;
use parking_lot::{Condvar, Mutex, MutexGuard};
use protocol::room::BotLevel;
use serde_json::Value;
use tokio::sync::oneshot;
use tokio::time::{self, timeout_at};
use tracing::error;

use super::turns::Turns;
use crate::metrics::ThoughtFailure;
use crate::payer::Payer;
use crate::room::{Panicked, guarded};

/// The most thoughts that wait for a thread.
pub const THOUGHTS_WAITING: usize = 64;

/// The longest that a thought takes once it has begun, in milliseconds: then the best so far counts.
pub const THOUGHT_MS: u64 = 1_000;

/// Priority that the threads give up: 0 to 19.
const NICENESS: i32 = 10;

type Job = Box<dyn FnOnce() + Send>;

/// The answer of a thread, once it is there. Dropping it ends the work.
pub(crate) type Thinking<T> = oneshot::Receiver<Result<T, Panicked>>;

/// Whoever waits for an answer, as the work for it asks.
pub(crate) trait Waiting {
    /// Checks whether nobody waits any more, so that any further work is lost.
    fn gone(&self) -> bool;
    /// Checks whether the best so far is wanted now.
    fn late(&self) -> bool;
}

/// An answer that is awaited, and when the work for it began; that only where a clock counts.
struct Awaited<'a, T> {
    answer: &'a oneshot::Sender<T>,
    began: Option<Instant>,
}

impl<T> Waiting for Awaited<'_, T> {
    fn gone(&self) -> bool {
        self.answer.is_closed()
    }

    fn late(&self) -> bool {
        let long = Duration::from_millis(THOUGHT_MS);
        self.gone() || self.began.is_some_and(|began| began.elapsed() >= long)
    }
}

/// The work of the threads.
struct Jobs {
    /// `None` once no more will come.
    turns: Mutex<Option<Turns<Job>>>,
    more: Condvar,
}

/// The threads.
#[derive(Default)]
pub(crate) struct Thinkers {
    jobs: OnceLock<Arc<Jobs>>,
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        if let Some(jobs) = self.jobs.get() {
            *jobs.turns.lock() = None;
            jobs.more.notify_all();
        }
    }
}

impl fmt::Debug for Thinkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Thinkers(..)")
    }
}

impl Thinkers {
    /// Has a seat's next command thought of, at the turn of whoever founded its room.
    pub(crate) fn think(
        &self,
        founder: Payer,
        guesses: Guesses,
        level: BotLevel,
        repeats: bool,
    ) -> Thinking<Option<Value>> {
        self.work_out(founder, repeats, move |waiting| {
            mind::choose_unless(&guesses, level, &|| waiting.late(), &|_| waiting.gone())
        })
    }

    /// Has something worked out on one of the threads, at the turn of whoever founded its room; here and
    /// now, whatever the clock says, where a seed `repeats` a run. Without a place there is no answer.
    pub(crate) fn work_out<T: Send + 'static>(
        &self,
        founder: Payer,
        repeats: bool,
        work: impl FnOnce(&dyn Waiting) -> T + Send + 'static,
    ) -> Thinking<T> {
        let (answer, thinking) = oneshot::channel();
        let job = move || {
            let waiting = Awaited { answer: &answer, began: (!repeats).then(Instant::now) };
            // Whoever waited for a thread may have gone meanwhile.
            if waiting.gone() {
                return;
            }
            let worked = guarded(|| work(&waiting));
            if worked.is_err() {
                error!("a mind panicked");
            }
            // Whoever does not wait any more has dropped it.
            let _ = answer.send(worked);
        };
        if repeats {
            job();
        } else {
            let jobs = self.jobs.get_or_init(start);
            if let Some(turns) = jobs.turns.lock().as_mut() {
                // Without a place the answer's sender is dropped, which says so.
                turns.push(founder, Box::new(job));
            }
            jobs.more.notify_one();
        }
        thinking
    }
}

/// Waits for an answer until then.
///
/// # Errors
/// Why there is none.
pub(crate) async fn answer_by<T>(
    thinking: &mut Thinking<T>,
    until: time::Instant,
) -> Result<T, ThoughtFailure> {
    match timeout_at(until, thinking).await {
        Ok(Ok(Ok(answer))) => Ok(answer),
        Ok(Ok(Err(Panicked))) => Err(ThoughtFailure::Panicked),
        Ok(Err(_)) => Err(ThoughtFailure::Full),
        Err(_) => Err(ThoughtFailure::Late),
    }
}

/// Chooses what a mind sees at first sight: in less than a millisecond, without a thread.
pub(crate) fn glance(guesses: &Guesses, level: BotLevel) -> Option<Value> {
    guarded(|| mind::choose(guesses, level, &|| true)).ok().flatten()
}

/// Starts the threads: one core is left to everything else.
fn start() -> Arc<Jobs> {
    let turns = Mutex::new(Some(Turns::new(THOUGHTS_WAITING)));
    let jobs = Arc::new(Jobs { turns, more: Condvar::new() });
    for _ in 0..threads() {
        let jobs = jobs.clone();
        let started = thread::Builder::new().name("mind".to_owned()).spawn(move || work(&jobs));
        if let Err(error) = started {
            error!(%error, "a thread for bots cannot be started");
        }
    }
    jobs
}

/// Returns the number of threads.
fn threads() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    cores.saturating_sub(1).max(1)
}

fn work(jobs: &Jobs) {
    // Of this thread alone, on Linux; elsewhere there are fewer cores to share.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICENESS);
    let mut turns = jobs.turns.lock();
    while let Some(waiting) = turns.as_mut() {
        match waiting.pop() {
            Some(job) => MutexGuard::unlocked(&mut turns, job),
            None => jobs.more.wait(&mut turns),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    const ADA: Payer = Payer { own: 1, site: 1 };
    const BO: Payer = Payer { own: 2, site: 2 };

    #[test]
    fn the_work_learns_that_nobody_waits_any_more() {
        let thinkers = Thinkers::default();
        let (begun, begins) = sync_channel(1);
        let (ended, ends) = sync_channel(1);
        let thinking = thinkers.work_out(ADA, true, |waiting| (waiting.gone(), waiting.late()));
        assert_eq!(thinking.blocking_recv().unwrap().ok(), Some((false, false)));
        let thinking = thinkers.work_out(ADA, false, move |waiting| {
            begun.send(waiting.gone()).unwrap();
            while !waiting.gone() {
                std::hint::spin_loop();
            }
            ended.send(waiting.late()).unwrap();
        });
        assert_eq!(begins.recv(), Ok(false));
        drop(thinking);
        assert_eq!(ends.recv(), Ok(true));
    }

    #[tokio::test(start_paused = true)]
    async fn why_there_is_no_answer_is_said() {
        let thinkers = Thinkers::default();
        let soon = || time::Instant::now() + Duration::from_millis(1);
        let mut panics = thinkers.work_out(ADA, true, |waiting| assert!(waiting.gone()));
        assert_eq!(answer_by(&mut panics, soon()).await, Err(ThoughtFailure::Panicked));
        let (place, mut thinking) = oneshot::channel::<Result<(), _>>();
        assert_eq!(answer_by(&mut thinking, soon()).await, Err(ThoughtFailure::Late));
        drop(place);
        assert_eq!(answer_by(&mut thinking, soon()).await, Err(ThoughtFailure::Full));
        let mut thinking = thinkers.work_out(ADA, true, |_| 7);
        assert_eq!(answer_by(&mut thinking, soon()).await, Ok(7));
    }

    #[test]
    fn founders_take_turns() {
        let thinkers = Thinkers::default();
        let (release, released) = sync_channel::<()>(0);
        let released = Arc::new(Mutex::new(released));
        // Every thread is busy until all that follows waits.
        let busy: Vec<_> = (0..threads())
            .map(|_| {
                let (started, starts) = sync_channel(1);
                let released = released.clone();
                let thinking = thinkers.work_out(ADA, false, move |_| {
                    started.send(()).unwrap();
                    released.lock().recv().unwrap_or_default();
                });
                starts.recv().unwrap();
                thinking
            })
            .collect();
        let done = Arc::new(Mutex::new(Vec::new()));
        let mut wanted = Vec::new();
        for founder in std::iter::repeat_n(ADA, 2 * THOUGHTS_WAITING).chain([BO]) {
            let done = done.clone();
            wanted.push(thinkers.work_out(founder, false, move |_| done.lock().push(founder)));
        }
        // One thread alone goes on: of several, the first to begin may be the last to end.
        release.send(()).unwrap();
        let answered = wanted.into_iter().map(oneshot::Receiver::blocking_recv);
        assert_eq!(answered.flatten().count(), THOUGHTS_WAITING);
        drop((release, busy));
        let place = done.lock().iter().position(|founder| *founder == BO);
        assert_eq!(place, Some(1), "after the first of whoever came first");
    }
}
