//! Whatever befalls the machines: every kind as often as any other, at moments of a seed.

use std::time::Duration;

use black_box::Seed;
use tokio::time::sleep;

use super::machines::{COUNT, CutFrom, Machines};

/// Kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Kind {
    /// A server is killed.
    KillServer,
    /// A server is told to stop.
    StopServer,
    /// A server stands still.
    FreezeServer,
    /// A server reaches nobody, and nobody reaches it.
    CutServerFromAll,
    /// A server reaches its players only.
    CutServerFromNats,
    /// A server does not reach the other ones.
    CutServerFromServers,
    /// A server does not reach one of the NATS nodes.
    CutServerFromNode,
    /// A NATS node is killed.
    KillNode,
    /// A NATS node stands still.
    FreezeNode,
    /// A NATS node reaches nobody, and nobody reaches it.
    CutNodeFromAll,
    /// A NATS node does not reach the other ones.
    CutNodeFromNodes,
    /// The disk of a NATS node is full.
    FillNode,
    /// Every server is told to stop and started again, one after the other.
    Upgrade,
}

/// Every kind but the upgrade.
pub(super) const FAULTS: [Kind; 12] = [
    Kind::KillServer,
    Kind::KillNode,
    Kind::CutServerFromNats,
    Kind::FillNode,
    Kind::FreezeServer,
    Kind::StopServer,
    Kind::CutNodeFromNodes,
    Kind::CutServerFromAll,
    Kind::FreezeNode,
    Kind::CutServerFromServers,
    Kind::CutNodeFromAll,
    Kind::CutServerFromNode,
];

/// A fault: what, to which of its kind, and for how long.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault {
    pub(super) kind: Kind,
    /// The server or the node.
    pub(super) number: usize,
    lasts: Duration,
}

/// The range of the time that a fault lasts, in milliseconds: from what nobody notices to what others
/// must act on.
const LASTS_MS: std::ops::Range<usize> = 200..8_000;

/// One in so many machines that stand still does so for long.
const LONG_ONE_IN: usize = 10;

impl Fault {
    /// Draws a fault of this kind, which lasts for at most `longest`.
    pub(super) fn draw(kind: Kind, longest: Duration, seed: &mut Seed) -> Self {
        let ms = LASTS_MS.start + seed.below(LASTS_MS.end - LASTS_MS.start);
        let still = matches!(kind, Kind::FreezeServer | Kind::FreezeNode);
        let long = seed.below(LONG_ONE_IN) == 0 && still;
        let lasts = Duration::from_millis(ms as u64).min(longest);
        Self { kind, number: seed.below(COUNT), lasts: if long { longest } else { lasts } }
    }

    /// Returns the server that cannot be used meanwhile.
    pub(super) fn server(self) -> Option<usize> {
        let server = match self.kind {
            Kind::KillServer
            | Kind::StopServer
            | Kind::FreezeServer
            | Kind::CutServerFromAll
            | Kind::CutServerFromNats => true,
            // Servers speak through NATS only, and with any node of it.
            Kind::CutServerFromServers
            | Kind::CutServerFromNode
            | Kind::KillNode
            | Kind::FreezeNode
            | Kind::CutNodeFromAll
            | Kind::CutNodeFromNodes
            | Kind::FillNode
            | Kind::Upgrade => false,
        };
        server.then_some(self.number)
    }

    /// Has it befall the machines, and repairs them.
    pub(super) async fn happen(self, machines: &mut Machines) -> anyhow::Result<()> {
        let Self { kind, number, lasts } = self;
        match kind {
            Kind::KillServer => machines.kill_server(number).await?,
            Kind::StopServer => machines.stop_server(number).await?,
            Kind::FreezeServer => machines.freeze_server(number, true)?,
            Kind::CutServerFromAll => machines.cut_server(number, CutFrom::Everybody)?,
            Kind::CutServerFromNats => machines.cut_server(number, CutFrom::Machines)?,
            Kind::CutServerFromServers => machines.cut_server(number, CutFrom::Servers)?,
            Kind::CutServerFromNode => machines.cut_link(number, number)?,
            Kind::KillNode => machines.kill_node(number),
            Kind::FreezeNode => machines.freeze_node(number, true),
            Kind::CutNodeFromAll => machines.cut_node(number, true)?,
            Kind::CutNodeFromNodes => machines.cut_node(number, false)?,
            Kind::FillNode => machines.fill_disk(number)?,
            Kind::Upgrade => return upgrade(machines).await,
        }
        sleep(lasts).await;
        match kind {
            Kind::FreezeServer => machines.freeze_server(number, false)?,
            Kind::KillNode => machines.start_node(number),
            Kind::FreezeNode => machines.freeze_node(number, false),
            Kind::FillNode => machines.free_disk(number)?,
            Kind::CutServerFromAll
            | Kind::CutServerFromNats
            | Kind::CutServerFromServers
            | Kind::CutServerFromNode
            | Kind::CutNodeFromAll
            | Kind::CutNodeFromNodes => machines.join()?,
            Kind::KillServer | Kind::StopServer | Kind::Upgrade => {}
        }
        machines.revive().await
    }
}

/// Stops each server in turn and starts it again.
async fn upgrade(machines: &mut Machines) -> anyhow::Result<()> {
    for server in 0..COUNT {
        machines.stop_server(server).await?;
        machines.revive().await?;
    }
    Ok(())
}
