//! The lease: of the servers that have a store's address one uses it, the others wait for its end.
//!
//! It is a document that its holder writes again each second, each time after its own last one. Another
//! server takes it when it has not changed for a while in which the servers answered; so it does not
//! change hands while nobody can reach it. Clocks are never compared. Whoever finds it taken has lost
//! the store, and could have done no harm meanwhile: every write names what it follows.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tracing::{error, info, warn};
use uuid::Uuid;

use super::documents::LEASE;
use super::gate::Gate;
use super::servers;
use super::streams;
use super::wire::{Message, Which, Wire};
use crate::log::LogError;

/// Interval at which the holder writes the lease again.
const RENEWED: Duration = Duration::from_secs(1);

/// Time for which the lease must not have changed before another server takes it.
pub const UNCHANGED: Duration = Duration::from_secs(3);

/// Interval at which those who wait look at the lease.
const LOOKED: Duration = Duration::from_millis(250);

/// Time without an answer after which the store counts as out of reach.
pub const OUT_OF_REACH: Duration = Duration::from_secs(3);

/// Interval between two lines in the log of a server that waits.
const REPORTED: Duration = Duration::from_mins(1);

/// Content of the lease.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lease {
    /// The run of a server that has it; none once it was given back.
    holder: Option<Uuid>,
    /// Host and process, for people.
    at: String,
}

/// A lease that this process holds.
#[derive(Debug)]
pub(super) struct Held {
    run: Uuid,
    at: String,
    /// Number of its document.
    seq: u64,
}

/// Reason why the lease was not got.
pub(super) enum NotHeld {
    /// Another server has it: host and process.
    Taken(String),
    /// The store cannot be read.
    Failed(LogError),
}

impl From<LogError> for NotHeld {
    fn from(error: LogError) -> Self {
        Self::Failed(error)
    }
}

fn read(message: &Message) -> Option<Lease> {
    serde_json::from_str(&message.sealed.as_ref()?.content).ok()
}

/// Returns this host and process, for people.
fn this_process() -> String {
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    format!("{host}, process {}", std::process::id())
}

impl Held {
    /// Takes the lease after number `follows`; `None` if another one is faster.
    async fn take(wire: &Wire, follows: u64) -> Result<Option<Self>, LogError> {
        let (run, at) = (Uuid::new_v4(), this_process());
        match write(wire, follows, Some(run), &at).await {
            Ok(seq) => Ok(Some(Self { run, at, seq })),
            Err(LogError::Conflict) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Waits until no other server uses the store, and takes the lease.
    pub(super) async fn wait_for(wire: &Wire) -> Result<Self, LogError> {
        let mut watch = Watch::default();
        let mut reported: Option<Instant> = None;
        loop {
            match wire.last(Which::Doc, LEASE).await {
                Ok(found) => {
                    if let Some(follows) = watch.free(found.as_ref())
                        && let Some(held) = Self::take(wire, follows).await?
                    {
                        info!("this server has the store");
                        return Ok(held);
                    }
                    if reported.is_none_or(|at| at.elapsed() > REPORTED) {
                        let holder = found.as_ref().and_then(read).map(|lease| lease.at);
                        info!(holder, "another server has the store; waiting for its end");
                        reported = Some(Instant::now());
                    }
                }
                // While nobody answers, its holder cannot write it either.
                Err(error) => {
                    warn!(%error, "waiting for the store");
                    watch = Watch::default();
                }
            }
            sleep(LOOKED).await;
        }
    }

    /// Takes the lease if no other server uses the store, which takes some seconds to see.
    pub(super) async fn if_free(wire: &Wire) -> Result<Self, NotHeld> {
        let mut watch = Watch::default();
        loop {
            let found = wire.last(Which::Doc, LEASE).await?;
            if let Some(follows) = watch.free(found.as_ref())
                && let Some(held) = Self::take(wire, follows).await?
            {
                return Ok(held);
            }
            if watch.changes > 0 {
                let holder = found.as_ref().and_then(read).map(|lease| lease.at);
                return Err(NotHeld::Taken(holder.unwrap_or_default()));
            }
            sleep(LOOKED).await;
        }
    }

    /// Keeps the lease until the store is closed or the lease is lost, which ends the use of the store.
    pub(super) async fn keep(this: Arc<Mutex<Option<Self>>>, wire: Arc<Wire>, gate: Arc<Gate>) {
        let mut ticks = interval(RENEWED);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            // Whoever closes the store waits until the lease is written, and gives it back then.
            let Ok(_permit) = gate.enter().await else { return };
            if let Err(old) = servers::new_enough(&wire.client().server_info()) {
                return gate.fail(old.to_string());
            }
            let Some((run, at, seq)) =
                this.lock().as_ref().map(|it| (it.run, it.at.clone(), it.seq))
            else {
                return;
            };
            let written = |seq| {
                if let Some(held) = this.lock().as_mut() {
                    held.seq = seq;
                }
            };
            let mut renewing = pin!(renew(&wire, (seq, run, &at), written));
            let renewed = if let Ok(renewed) = timeout(OUT_OF_REACH, &mut renewing).await {
                renewed
            } else {
                error!("no NATS server answers: nothing can be stored until one does");
                gate.set_answering(false);
                renewing.await
            };
            match renewed {
                Ok(()) => {
                    if !gate.answers() {
                        info!("the NATS servers answer again");
                    }
                    gate.set_answering(true);
                }
                Err(LogError::Conflict) => {
                    return gate.fail("another server has taken over the store".to_owned());
                }
                Err(error) => {
                    if gate.answers() {
                        error!(%error, "nothing can be stored at the moment");
                    }
                    gate.set_answering(false);
                }
            }
        }
    }

    /// Gives the lease back, so that a server that waits need not wait longer.
    pub(super) async fn give_back(self, wire: &Wire) {
        if let Err(error) = write(wire, self.seq, None, &self.at).await {
            warn!(%error, "the store was not handed over; another server waits some seconds longer");
        }
    }
}

/// Writes the lease again after `seq` and returns its number, which `written` is given at once; looks
/// whether the stream of rows answers too. [`LogError::Conflict`] if another server has the lease.
async fn renew(
    wire: &Wire,
    (seq, run, at): (u64, Uuid, &str),
    written: impl FnOnce(u64),
) -> Result<(), LogError> {
    let seq = match write(wire, seq, Some(run), at).await {
        Err(LogError::Conflict) => own(wire, run).await?,
        written => written?,
    };
    written(seq);
    streams::stamped(wire).await
}

/// Returns the number of a lease that is ours after all, though it has another number than we know.
async fn own(wire: &Wire, run: Uuid) -> Result<u64, LogError> {
    let found = wire.last(Which::Doc, LEASE).await?;
    let ours = |message: &Message| read(message).is_some_and(|lease| lease.holder == Some(run));
    found.filter(ours).map(|message| message.seq).ok_or(LogError::Conflict)
}

async fn write(wire: &Wire, follows: u64, holder: Option<Uuid>, at: &str) -> Result<u64, LogError> {
    let lease = Lease { holder, at: at.to_owned() };
    // A plain struct with string keys, for which serialisation cannot fail.
    let text = serde_json::to_string(&lease).unwrap_or_default();
    wire.put(Which::Doc, LEASE, follows, &text).await.map(|placed| placed.seq)
}

/// A look at the lease over time.
#[derive(Default)]
struct Watch {
    /// The number that it had, and since when it is known.
    seen: Option<(u64, Instant)>,
    /// Times that it has changed since the first look.
    changes: u32,
}

impl Watch {
    /// Returns the number after which the lease can be taken; `None` if it has a holder who may live.
    fn free(&mut self, found: Option<&Message>) -> Option<u64> {
        let Some(message) = found else { return Some(0) };
        if read(message).is_some_and(|lease| lease.holder.is_none()) {
            return Some(message.seq);
        }
        match self.seen {
            Some((seq, since)) if seq == message.seq => {
                (since.elapsed() >= UNCHANGED).then_some(seq)
            }
            seen => {
                self.changes += u32::from(seen.is_some());
                self.seen = Some((message.seq, Instant::now()));
                None
            }
        }
    }
}
