//! Campaigns: each breaks something on purpose, many times, and counts what was lost, leaked or let
//! through. They use the real binaries over real sockets wherever that is what a promise is about.
//!
//! `cargo run --release -p campaigns -- <name>` runs one at full size and ends in one line of
//! [`figures::Figures`]; `tests/` beside runs each in small. docs/RELIABILITY.md holds the figures
//! and the command that reproduces each. A campaign takes and prints its seed.

pub mod altered;
mod attack;
pub mod backup;
pub mod balance;
pub mod cluster;
pub mod conformance;
pub mod costly;
pub mod crowd;
pub mod damage;
pub mod dealing;
pub mod disk;
pub mod figures;
pub mod files;
pub mod flood;
pub mod golden;
pub mod herd;
pub mod idle;
pub mod innocent;
pub mod kill;
pub mod ladder;
pub mod non_interference;
pub mod order;
pub mod records;
pub mod restart;
pub mod rules;
pub mod simulation;
pub mod slow;
pub mod start;
pub mod stored;
pub mod thinking;
pub mod ties;
pub mod timing;
pub mod wanted;

/// Runs a campaign's future to its end.
pub(crate) fn wait_for<T>(future: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(future)
}
