//! Room for many sockets: a campaign and the servers that it starts may open as many files as the
//! system lets them.

use anyhow::{Context, ensure};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The files that a process has open beside the sockets of a campaign.
const OTHERS: u64 = 100;

/// Raises the limit to the most that is allowed, which must be enough for this many sockets.
pub fn room_for(sockets: u64) -> anyhow::Result<()> {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: maximum, maximum };
    setrlimit(Resource::Nofile, raised).context("raising the limit of open files")?;
    let most = maximum.unwrap_or(u64::MAX);
    ensure!(most >= sockets + OTHERS, "{most} open files are allowed: not enough for {sockets}");
    Ok(())
}
