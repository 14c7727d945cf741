//! State of a store on NATS as a whole: in use, closed, or lost for good; and whether it answers now.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{OwnedRwLockReadGuard, RwLock, watch};
use tokio::time::Instant;

use crate::log::LogError;

/// Time after its last renewal for which a server begins to write: shorter than others wait.
const FRESH: Duration = Duration::from_millis(2_500);

/// State of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
enum GateState {
    Open,
    Closed,
    /// It must not be used any more, for this reason.
    Failed(String),
}

/// The way to the store: everything that asks it anything goes through here.
#[derive(Debug)]
pub(super) struct Gate {
    state: watch::Sender<GateState>,
    /// `false` while no server answers.
    answering: watch::Sender<bool>,
    /// Time at which this server was last certain to be a member.
    member_at: Mutex<Instant>,
    /// Held for reading by what is under way.
    under_way: Arc<RwLock<()>>,
}

/// Permission to ask the store; whoever closes it waits until all are dropped.
#[derive(Debug)]
pub(super) struct Permit(#[expect(dead_code, reason = "held, not read")] OwnedRwLockReadGuard<()>);

impl Gate {
    /// Creates the gate of an open store that answers.
    pub(super) fn new() -> Self {
        Self {
            state: watch::Sender::new(GateState::Open),
            answering: watch::Sender::new(true),
            member_at: Mutex::new(Instant::now()),
            under_way: Arc::default(),
        }
    }

    /// Lets a request through, unless the store is closed or lost.
    pub(super) async fn enter(&self) -> Result<Permit, LogError> {
        let permit = self.under_way.clone().read_owned().await;
        self.usable()?;
        Ok(Permit(permit))
    }

    /// Checks that the store is neither closed nor lost.
    pub(super) fn usable(&self) -> Result<(), LogError> {
        Err(LogError::Unavailable(match &*self.state.borrow() {
            GateState::Open => return Ok(()),
            GateState::Closed => "the store is closed".to_owned(),
            GateState::Failed(reason) => reason.clone(),
        }))
    }

    /// Waits until nothing is under way, and closes the store; returns `false` if it was closed or
    /// lost before. `last` is done in between.
    pub(super) async fn close(&self, last: impl Future<Output = ()>) -> Result<(), LogError> {
        let _alone = self.under_way.write().await;
        match &*self.state.borrow() {
            GateState::Open => {}
            GateState::Closed => return Ok(()),
            GateState::Failed(reason) => return Err(LogError::Unavailable(reason.clone())),
        }
        last.await;
        self.state.send_if_modified(|state| {
            let open = *state == GateState::Open;
            if open {
                *state = GateState::Closed;
            }
            open
        });
        Ok(())
    }

    /// Ends the use of the store for good.
    pub(super) fn fail(&self, reason: String) {
        self.state.send_if_modified(|state| {
            let open = *state == GateState::Open;
            if open {
                *state = GateState::Failed(reason);
            }
            open
        });
    }

    /// Resolves with the reason once the store is lost.
    pub(super) async fn failed(&self) -> String {
        let mut state = self.state.subscribe();
        loop {
            if let GateState::Failed(reason) = &*state.borrow_and_update() {
                return reason.clone();
            }
            // The sender is our own.
            if state.changed().await.is_err() {
                return std::future::pending().await;
            }
        }
    }

    /// Notes whether servers answer.
    pub(super) fn set_answering(&self, answering: bool) {
        self.answering.send_if_modified(|known| std::mem::replace(known, answering) != answering);
    }

    /// Checks whether servers answered when they were last asked.
    pub(super) fn answers(&self) -> bool {
        *self.answering.borrow()
    }

    /// Notes that this server was a member at this moment, which lies as far back as it took to hear of
    /// it: after a long while servers answer, and yet nothing may be written until the next renewal.
    pub(super) fn renewed(&self, at: Instant) {
        *self.member_at.lock() = at;
        self.set_answering(at.elapsed() < FRESH);
    }

    /// Checks whether servers answer and this one is certainly a member still, so that it may begin to
    /// write.
    pub(super) fn may_write(&self) -> bool {
        self.answers() && self.member_at.lock().elapsed() < FRESH
    }

    /// Returns a receiver of whether servers answer.
    pub(super) fn answering(&self) -> watch::Receiver<bool> {
        self.answering.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_closes_waits_and_nobody_enters_afterwards() {
        let gate = Arc::new(Gate::new());
        let permit = gate.enter().await.unwrap();
        let closing = tokio::spawn({
            let gate = gate.clone();
            async move { gate.close(async {}).await }
        });
        tokio::task::yield_now().await;
        assert!(!closing.is_finished());
        drop(permit);
        closing.await.unwrap().unwrap();
        let closed = LogError::Unavailable("the store is closed".to_owned());
        assert_eq!(gate.enter().await.unwrap_err(), closed);
        gate.fail("too late".to_owned());
        assert_eq!(gate.enter().await.unwrap_err(), closed);
        gate.close(async { panic!("once only") }).await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn who_hears_that_servers_answer_may_write() {
        let gate = Gate::new();
        gate.set_answering(false);
        let asked = Instant::now();
        tokio::time::advance(FRESH).await;
        gate.renewed(asked);
        assert!(!gate.answers() && !gate.may_write(), "others may count this server as gone");
        gate.renewed(Instant::now());
        assert!(gate.answers() && gate.may_write());
        tokio::time::advance(FRESH).await;
        assert!(!gate.may_write(), "nobody has renewed it");
    }

    #[tokio::test]
    async fn a_store_that_is_lost_says_why() {
        let gate = Gate::new();
        gate.fail("another server has it".to_owned());
        gate.fail("again".to_owned());
        assert_eq!(gate.failed().await, "another server has it");
        let lost = LogError::Unavailable("another server has it".to_owned());
        assert_eq!(gate.enter().await.unwrap_err(), lost);
        assert_eq!(gate.close(async {}).await, Err(lost));
    }
}
