//! Reports of servers of one store to each other about addresses: the points that these spend, and what
//! they have. So an address has one budget, and one cap, however many servers it asks. A report comes a
//! second late; a budget is a minute's, and what was taken meanwhile is not taken back.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::task::JoinHandle;
use tokio::time::interval;
use tracing::warn;
use uuid::Uuid;

use super::Gateway;
use super::limits::Address;
use super::shares::{REPORT_KEPT, Shares};
use crate::cluster::{AddressReport, Cluster};
use crate::log::BrokerFailure;

/// Interval at which servers report.
const REPORTED_EVERY: Duration = Duration::from_secs(1);

/// Number of intervals after which everything that addresses have is reported, not only what has changed: for
/// servers that are new, and in the place of messages that were lost.
const ALL_EVERY: u64 = 10;

const _: () =
    assert!(2 * ALL_EVERY * REPORTED_EVERY.as_secs() < REPORT_KEPT.as_secs(), "one may be lost");

/// The most addresses in one message.
const ADDRESSES_MAX: usize = 4_000;

/// Kinds of things of which an address has so many at most, at all servers.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Capped {
    Rooms,
    ListedSeats,
    Programs,
}

/// Things of one kind that addresses have at a server.
#[derive(Debug, Serialize, Deserialize)]
struct Holdings {
    of: Capped,
    /// `true` if this and what follows is everything; `false` for what has changed, 0 for nothing more.
    all: bool,
    held: Vec<(Address, usize)>,
}

/// Reports to the other servers what addresses spend and have here, and takes their reports, until the task is
/// aborted.
pub(super) async fn share(
    gateway: &Arc<Gateway>,
    cluster: &Arc<Cluster>,
) -> Result<JoinHandle<()>, BrokerFailure> {
    let spent = cluster.reports(AddressReport::Spent).await?;
    let held = cluster.reports(AddressReport::Held).await?;
    let (gateway, cluster) = (gateway.clone(), cluster.clone());
    Ok(tokio::spawn(async move {
        let (mut spent, mut held) = (pin!(spent), pin!(held));
        let (mut ticks, mut ticked) = (interval(REPORTED_EVERY), 0);
        loop {
            tokio::select! {
                biased;
                said = spent.next() => {
                    let Some((_, said)) = said else { return };
                    if let Some(spent) = read::<Vec<_>>(&said) {
                        gateway.budget.charge_elsewhere(&spent);
                    }
                }
                said = held.next() => {
                    let Some((server, said)) = said else { return };
                    if let Some(holdings) = read(&said) {
                        take(&gateway, server, holdings);
                    }
                }
                _ = ticks.tick() => {
                    report(&gateway, &cluster, ticked % ALL_EVERY == 0).await;
                    ticked += 1;
                }
            }
        }
    }))
}

fn shares(gateway: &Gateway, of: Capped) -> &Shares {
    match of {
        Capped::Rooms => &gateway.founded,
        Capped::ListedSeats => &gateway.listed_seats,
        Capped::Programs => &gateway.programs,
    }
}

fn take(gateway: &Gateway, server: Uuid, Holdings { of, all, held }: Holdings) {
    shares(gateway, of).reported(server, all, held);
}

async fn report(gateway: &Gateway, cluster: &Cluster, all: bool) {
    for spent in gateway.budget.unshared().chunks(ADDRESSES_MAX) {
        cluster.report(AddressReport::Spent, &written(&spent)).await;
    }
    for of in [Capped::Rooms, Capped::ListedSeats, Capped::Programs] {
        let held = shares(gateway, of).to_report(all);
        let mut parts: Vec<_> = held.chunks(ADDRESSES_MAX).collect();
        if all && parts.is_empty() {
            // That nobody has anything is news too.
            parts.push(&[]);
        }
        for (number, part) in parts.into_iter().enumerate() {
            let holdings = Holdings { of, all: all && number == 0, held: part.to_vec() };
            cluster.report(AddressReport::Held, &written(&holdings)).await;
        }
    }
}

fn written(said: &impl Serialize) -> Vec<u8> {
    // Plain data, for which serialisation cannot fail.
    serde_json::to_vec(said).unwrap_or_default()
}

fn read<T: DeserializeOwned>(said: &[u8]) -> Option<T> {
    serde_json::from_slice(said)
        .inspect_err(|error| warn!(%error, "what another server says cannot be read"))
        .ok()
}
