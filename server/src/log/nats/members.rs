//! Members: the servers that use a store, each with a document that it writes again twice a second.
//!
//! Whoever sees that one has not changed for a while in which its own could be written writes that its
//! server is gone; from then on that server can never write it again, and ends. Clocks are never
//! compared. A server that believes wrongly that it is a member could do no harm meanwhile: every write
//! names what it follows.

use std::collections::{BTreeMap, HashMap};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use tracing::{error, info, warn};
use uuid::Uuid;

use super::documents::{NODE, of_node};
use super::gate::Gate;
use super::streams;
use super::wire::{Message, Which, Wire};
use crate::log::LogError;
use crate::time::wall_ms;

/// Interval at which a server writes its document again.
const RENEWED: Duration = Duration::from_millis(500);

/// Time for which a document must not have changed before its server counts as gone.
pub const UNCHANGED: Duration = Duration::from_secs(3);

/// Interval at which servers look at each other's documents.
const LOOKED: Duration = Duration::from_millis(250);

/// The longest time that one look counts for: longer ones say that the NATS servers did not answer.
const LOOK_COUNTS: Duration = Duration::from_millis(500);

/// Time without a new document of one's own after which looks count no more: where this server cannot
/// write, the others cannot either, and look as if they did not live.
const UNWRITTEN: Duration = Duration::from_secs(1);

/// Time without an answer after which the store counts as out of reach.
pub const OUT_OF_REACH: Duration = Duration::from_secs(3);

/// Time for which the document of a server that is gone is kept, in seconds.
const GONE_KEPT_S: i64 = 60 * 60;

/// Interval between two lines in the log of a server that waits.
const REPORTED: Duration = Duration::from_mins(1);

/// Content of a server's document. Fields that are not known are left alone: while servers are replaced one
/// after the other, newer ones live beside older ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct NodeDocument {
    /// Host and process, for people.
    at: String,
    /// Number of rooms that it has.
    rooms: usize,
    /// Number of rooms that it has given up.
    released: u64,
    /// `true` if it takes no rooms any more.
    leaving: bool,
    /// `true` for a command of the operator's, beside which no server plays.
    alone: bool,
    /// `true` once it has ended, or another server has found that it does not live.
    gone: bool,
    /// The address under which clients reach this server and no other, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

/// A server as the others know it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// Number of rooms that it had a moment ago.
    pub rooms: usize,
    /// Number of rooms that it has given up.
    pub released: u64,
    /// `true` if it takes rooms.
    pub takes: bool,
    /// The address under which clients reach it and no other, if it has one.
    pub url: Option<String>,
    alone: bool,
    at: String,
}

/// The servers that live, by their runs.
pub type Members = Arc<BTreeMap<Uuid, Member>>;

/// This process among the members.
#[derive(Debug)]
pub(super) struct Membership {
    run: Uuid,
    known: Mutex<OwnDocument>,
    members: watch::Sender<Members>,
}

#[derive(Debug)]
struct OwnDocument {
    document: NodeDocument,
    /// Number of the document; `None` once it was given back.
    seq: Option<u64>,
}

fn read(message: &Message) -> Option<NodeDocument> {
    serde_json::from_str(&message.sealed.as_ref()?.content).ok()
}

/// Returns this host and process, for people.
fn this_process() -> String {
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    format!("{host}, process {}", std::process::id())
}

impl Membership {
    /// Becomes a member; `alone` for a command of the operator's, `url` if clients reach this server and no
    /// other there.
    pub(super) async fn join(
        wire: &Wire,
        alone: bool,
        url: Option<String>,
    ) -> Result<Arc<Self>, LogError> {
        let run = wire.run();
        let document = NodeDocument {
            at: this_process(),
            alone,
            leaving: alone,
            url,
            ..NodeDocument::default()
        };
        let seq = Some(write(wire, run, 0, &document).await?);
        let known = Mutex::new(OwnDocument { document, seq });
        let this = Self { run, known, members: watch::Sender::default() };
        MemberLook::default().at_all(wire, &this).await?;
        Ok(Arc::new(this))
    }

    /// Returns the id of this run.
    pub(super) fn run(&self) -> Uuid {
        self.run
    }

    /// Returns a receiver of the members that live, this one among them.
    pub(super) fn members(&self) -> watch::Receiver<Members> {
        self.members.subscribe()
    }

    /// Takes note of how many rooms this server has, for the next renewal.
    pub(super) fn count(&self, rooms: usize) {
        self.known.lock().document.rooms = rooms;
    }

    /// Takes note that this server has given a room up, for the next renewal.
    pub(super) fn released(&self) {
        self.known.lock().document.released += 1;
    }

    /// Tells the others at once that this server takes no rooms any more.
    pub(super) async fn leave(&self, wire: &Wire) {
        self.known.lock().document.leaving = true;
        // The next renewal says it too.
        if let Err(error) = self.renew(wire).await {
            warn!(%error, "the other servers were not told yet that this one leaves");
        }
    }

    /// Checks whether a server lives, also one that came a moment ago.
    pub(super) async fn lives(&self, wire: &Wire, run: Uuid) -> Result<bool, LogError> {
        if run == self.run || self.members.borrow().contains_key(&run) {
            return Ok(true);
        }
        let found = wire.last(Which::Doc, &of_node(run)).await?;
        Ok(found.as_ref().and_then(read).is_some_and(|document| !document.gone))
    }

    /// Waits until no command of the operator's uses the store.
    pub(super) async fn wait_for_others(&self) {
        let mut members = self.members();
        let mut reported: Option<Instant> = None;
        loop {
            let alone = members.borrow_and_update().values().find(|it| it.alone).cloned();
            let Some(alone) = alone else { return };
            if reported.is_none_or(|at| at.elapsed() > REPORTED) {
                info!(holder = alone.at, "the operator has the store; waiting for the end");
                reported = Some(Instant::now());
            }
            // The sender is our own.
            let _ = members.changed().await;
        }
    }

    /// Waits until it is known whether other servers live, and returns one of them: host and process.
    pub(super) async fn other(&self) -> Option<String> {
        let mut members = self.members();
        let deadline = Instant::now() + UNCHANGED + RENEWED;
        loop {
            let other = members
                .borrow_and_update()
                .iter()
                .find(|(run, _)| **run != self.run)
                .map(|(_, member)| member.at.clone());
            if other.is_none() || Instant::now() >= deadline {
                return other;
            }
            let _ = timeout(LOOKED, members.changed()).await;
        }
    }

    /// Stays a member until the store is closed or another server has found that this one does not
    /// live, which ends the use of the store.
    pub(super) async fn keep(self: Arc<Self>, wire: Arc<Wire>, gate: Arc<Gate>) {
        let mut ticks = interval(RENEWED);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            // Whoever closes the store waits until the document is written, and gives it back then.
            let Ok(_permit) = gate.enter().await else { return };
            if let Err(old) = wire.check() {
                return gate.fail(old.to_string());
            }
            let asked = Instant::now();
            let mut renewing = pin!(self.renew(&wire));
            let renewed = if let Ok(renewed) = timeout(OUT_OF_REACH, &mut renewing).await {
                renewed
            } else {
                error!("no NATS server answers: nothing can be stored until one does");
                gate.set_answering(false);
                renewing.await
            };
            match renewed {
                Ok(()) => {
                    let answered = gate.answers();
                    gate.renewed(asked);
                    if !answered && gate.answers() {
                        info!("the NATS servers answer again");
                    }
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

    /// Looks at the other members until the store is closed.
    pub(super) async fn watch(self: Arc<Self>, wire: Arc<Wire>, gate: Arc<Gate>) {
        let mut look = MemberLook::default();
        while gate.usable().is_ok() {
            if let Err(error) = look.at_all(&wire, &self).await {
                // While nobody answers, nobody can write either.
                warn!(%error, "the other servers cannot be seen");
                look = MemberLook::default();
            }
            sleep(LOOKED).await;
        }
    }

    /// Tells the others that this server has ended.
    pub(super) async fn give_back(&self, wire: &Wire) {
        let (seq, document) = {
            let mut known = self.known.lock();
            (known.seq.take(), NodeDocument { gone: true, ..known.document.clone() })
        };
        let Some(seq) = seq else { return };
        if let Err(error) = write(wire, self.run, seq, &document).await {
            warn!(%error, "the other servers find out by themselves that this one has ended");
        }
    }

    /// Writes the document again; looks whether the stream of rows answers too. [`LogError::Conflict`]
    /// if another server has found that this one does not live.
    async fn renew(&self, wire: &Wire) -> Result<(), LogError> {
        let (seq, document) = {
            let known = self.known.lock();
            (known.seq, known.document.clone())
        };
        let Some(seq) = seq else { return Ok(()) };
        let seq = match write(wire, self.run, seq, &document).await {
            Err(LogError::Conflict) => self.own(wire).await?,
            written => written?,
        };
        {
            let mut known = self.known.lock();
            known.seq = known.seq.map(|before| before.max(seq));
        }
        streams::stamped(wire).await
    }

    /// Returns the number of this server's document, which has another one than we know but was written
    /// by this server after all.
    async fn own(&self, wire: &Wire) -> Result<u64, LogError> {
        let found = wire.last(Which::Doc, &of_node(self.run)).await?;
        let ours = |message: &Message| read(message).is_some_and(|document| !document.gone);
        found.filter(ours).map(|message| message.seq).ok_or(LogError::Conflict)
    }
}

async fn write(
    wire: &Wire,
    run: Uuid,
    follows: u64,
    document: &NodeDocument,
) -> Result<u64, LogError> {
    // A plain struct with string keys, for which serialisation cannot fail.
    let text = serde_json::to_string(document).unwrap_or_default();
    wire.put(Which::Doc, &of_node(run), follows, &text).await.map(|placed| placed.seq)
}

/// Returns the runs of the servers of which nobody has written that they are gone.
pub(super) async fn serving(wire: &Wire) -> Result<Vec<Uuid>, LogError> {
    let mut serving = Vec::new();
    for run in runs(wire).await? {
        let found = wire.last(Which::Doc, &of_node(run)).await?;
        let document = found.as_ref().and_then(read);
        serving.extend(document.filter(|it| !it.gone && !it.alone).map(|_| run));
    }
    Ok(serving)
}

/// Returns the runs of all servers that have a document.
async fn runs(wire: &Wire) -> Result<impl Iterator<Item = Uuid> + use<>, LogError> {
    let names = wire.list(Which::Doc, NODE).await?;
    Ok(names.into_iter().filter_map(|name| Uuid::try_parse(&name).ok()))
}

/// A look at the members over time.
#[derive(Default)]
struct MemberLook {
    /// Of each other server the number of its document, and for how long it has had that.
    seen: HashMap<Uuid, (u64, Duration)>,
    last: Option<Instant>,
}

impl MemberLook {
    /// Looks at all documents once, and writes of those whose server does not live that it is gone.
    async fn at_all(&mut self, wire: &Wire, this: &Membership) -> Result<(), LogError> {
        let mut found = Vec::new();
        for run in runs(wire).await? {
            found.extend(wire.last(Which::Doc, &of_node(run)).await?.map(|message| (run, message)));
        }
        let since = self.last.replace(Instant::now()).map(|last| last.elapsed());
        let own = found.iter().find(|(run, _)| *run == this.run).map(|(_, message)| message.seq);
        let passed = self.counted(this.run, own, since.unwrap_or_default().min(LOOK_COUNTS));
        let mut alive = BTreeMap::new();
        for (run, message) in found {
            let Some(document) = read(&message) else { continue };
            if document.gone {
                self.seen.remove(&run);
                forget(wire, run, &message).await;
                continue;
            }
            if run != this.run && self.unchanged(run, message.seq, passed) >= UNCHANGED {
                let gone = NodeDocument { gone: true, ..document.clone() };
                match write(wire, run, message.seq, &gone).await {
                    Ok(_) => {
                        info!(server = document.at, "a server does not live any more");
                        self.seen.remove(&run);
                        continue;
                    }
                    // It does, or somebody else was first.
                    Err(LogError::Conflict) => {}
                    Err(error) => return Err(error),
                }
            }
            let NodeDocument { at, rooms, released, leaving, alone, url, .. } = document;
            alive.insert(run, Member { rooms, released, takes: !leaving, url, alone, at });
        }
        let alive = Arc::new(alive);
        this.members.send_if_modified(|known| {
            let other = *known != alive;
            *known = alive;
            other
        });
        Ok(())
    }

    /// Returns how much of the time since the last look counts, by the number of one's own document.
    fn counted(&mut self, own: Uuid, seq: Option<u64>, passed: Duration) -> Duration {
        let written = seq.is_none_or(|seq| self.unchanged(own, seq, passed) <= UNWRITTEN);
        if written { passed } else { Duration::ZERO }
    }

    /// Returns for how long a document has had this number, while we looked.
    fn unchanged(&mut self, run: Uuid, seq: u64, passed: Duration) -> Duration {
        let (known, time) = self.seen.entry(run).or_insert((seq, Duration::ZERO));
        if *known == seq {
            *time += passed;
        } else {
            (*known, *time) = (seq, Duration::ZERO);
        }
        *time
    }
}

/// Takes away the document of a server that is long gone: without one, it is gone as well.
async fn forget(wire: &Wire, run: Uuid, message: &Message) {
    let now_s = i64::try_from(wall_ms() / 1_000).unwrap_or(i64::MAX);
    if now_s.saturating_sub(message.at_s) > GONE_KEPT_S
        && let Err(error) = wire.purge(Which::Doc, &of_node(run), message.seq).await
    {
        warn!(%error, "the document of a server that is gone stays for now");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_counts_as_gone_while_nothing_can_be_written() {
        let (mut look, own, other) =
            (MemberLook::default(), Uuid::from_u128(1), Uuid::from_u128(2));
        let mut looks = |own_seq: u64, count: u32| {
            let mut unchanged = Duration::ZERO;
            for _ in 0..count {
                let passed = look.counted(own, Some(own_seq), LOOKED);
                unchanged = look.unchanged(other, 5, passed);
            }
            unchanged
        };
        assert_eq!(looks(1, 40), UNWRITTEN, "no document is new");
        assert_eq!(looks(2, 1), UNWRITTEN + LOOKED, "ours is, and the other's is not");
        assert_eq!(looks(2, 40), 2 * UNWRITTEN + LOOKED);
    }

    #[test]
    fn a_server_counts_as_gone_only_for_time_in_which_it_was_looked_at() {
        let (mut look, run) = (MemberLook::default(), Uuid::nil());
        let tick = LOOKED;
        assert_eq!(look.unchanged(run, 5, tick), Duration::ZERO + tick);
        for _ in 0..3 {
            look.unchanged(run, 5, tick);
        }
        assert_eq!(look.unchanged(run, 5, tick), 5 * tick);
        assert_eq!(look.unchanged(run, 6, tick), Duration::ZERO, "it lives");
        assert_eq!(look.unchanged(run, 6, tick), tick);
    }
}
