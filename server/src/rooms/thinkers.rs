//! The threads on which bots think, so that no command of a person's waits for one.
//!
//! There are few, at low priority, and what they may have waiting is bounded; whoever finds no place
//! plays without thinking. A simulation has no threads: there a seed repeats a run.

use std::fmt;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use engine::think::Guesses;
use parking_lot::Mutex;
use protocol::room::BotLevel;
use serde_json::Value;
use tokio::sync::oneshot;
use tracing::error;

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

/// The threads.
#[derive(Default)]
pub(crate) struct Thinkers {
    jobs: OnceLock<SyncSender<Job>>,
}

impl fmt::Debug for Thinkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Thinkers(..)")
    }
}

impl Thinkers {
    /// Has a seat's next command thought of.
    pub(crate) fn think(
        &self,
        guesses: Guesses,
        level: BotLevel,
        repeats: bool,
    ) -> Thinking<Option<Value>> {
        self.work_out(repeats, move |waiting| {
            mind::choose_unless(&guesses, level, &|| waiting.late(), &|_| waiting.gone())
        })
    }

    /// Has something worked out on one of the threads; here and now, whatever the clock says, where a
    /// seed `repeats` a run. Without a place there is no answer.
    pub(crate) fn work_out<T: Send + 'static>(
        &self,
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
            // Without a place the answer's sender is dropped, which says so.
            let _ = self.jobs.get_or_init(start).try_send(Box::new(job));
        }
        thinking
    }
}

/// Chooses what a mind sees at first sight: in less than a millisecond, without a thread.
pub(crate) fn glance(guesses: &Guesses, level: BotLevel) -> Option<Value> {
    guarded(|| mind::choose(guesses, level, &|| true)).ok().flatten()
}

/// Starts the threads: one core is left to everything else.
fn start() -> SyncSender<Job> {
    let (sender, receiver) = sync_channel(THOUGHTS_WAITING);
    let receiver = Arc::new(Mutex::new(receiver));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    for _ in 0..cores.saturating_sub(1).max(1) {
        let receiver = receiver.clone();
        let started = thread::Builder::new().name("mind".to_owned()).spawn(move || work(&receiver));
        if let Err(error) = started {
            error!(%error, "a thread for bots cannot be started");
        }
    }
    sender
}

fn work(jobs: &Mutex<Receiver<Job>>) {
    // Of this thread alone, on Linux; elsewhere there are fewer cores to share.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICENESS);
    loop {
        let job = jobs.lock().recv();
        let Ok(job) = job else { return };
        job();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::*;

    #[test]
    fn the_work_learns_that_nobody_waits_any_more() {
        let thinkers = Thinkers::default();
        let (begun, begins) = sync_channel(1);
        let (ended, ends) = sync_channel(1);
        let thinking = thinkers.work_out(true, |waiting| (waiting.gone(), waiting.late()));
        assert_eq!(thinking.blocking_recv().unwrap().ok(), Some((false, false)));
        let thinking = thinkers.work_out(false, move |waiting| {
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
}
