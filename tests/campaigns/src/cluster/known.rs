//! The servers and the ends of connections to them, as machines and players tell each other.

use std::net::SocketAddr;
use std::sync::atomic::AtomicBool;

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::crowd::End;

/// The servers as the players know them.
#[derive(Debug, Default)]
pub(super) struct Servers {
    /// The address of each, as it was last known.
    pub(super) at: Mutex<Vec<SocketAddr>>,
    /// `true` once nobody comes back any more.
    pub(super) over: AtomicBool,
    /// Every connection that ended: when, at which server, and how.
    pub(super) ended: Mutex<Vec<(Instant, usize, End)>>,
}

impl Servers {
    /// Notes where the servers are.
    pub(super) fn note(&self, at: Vec<SocketAddr>) {
        *self.at.lock() = at;
    }
}
