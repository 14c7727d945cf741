//! Alarms of rooms that sleep: when each is woken if nobody comes.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};
use uuid::Uuid;

use super::handle::Handle;

/// The rooms that sleep, by the time at which each is woken.
#[derive(Default)]
pub(crate) struct Alarms {
    set: Mutex<BTreeMap<(Instant, Uuid), Weak<Handle>>>,
    /// Rung when an alarm is set that may be the first.
    earlier: Notify,
}

impl Alarms {
    /// Has a room woken at a time, if there is one.
    pub(super) fn set(&self, at: Option<Instant>, room: &Arc<Handle>) {
        if let Some(at) = at {
            self.set.lock().insert((at, room.id()), Arc::downgrade(room));
            self.earlier.notify_one();
        }
    }

    /// Forgets the alarm of a room that is awake.
    pub(super) fn unset(&self, at: Option<Instant>, room: Uuid) {
        if let Some(at) = at {
            self.set.lock().remove(&(at, room));
        }
    }

    /// Wakes each room when its time has come.
    pub(super) async fn ring(&self) {
        loop {
            let first = self.set.lock().keys().next().map(|(at, _)| *at);
            let due = async {
                match first {
                    Some(at) => sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                () = self.earlier.notified() => {}
                () = due => {
                    let due = self.due(Instant::now());
                    due.filter_map(|room| room.upgrade()).for_each(|room| room.wake());
                }
            }
        }
    }

    /// Takes out the rooms whose time has come.
    fn due(&self, now: Instant) -> impl Iterator<Item = Weak<Handle>> + use<> {
        let mut set = self.set.lock();
        let later = set.split_off(&(now, Uuid::max()));
        std::mem::replace(&mut *set, later).into_values()
    }
}
