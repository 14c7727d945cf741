//! Points that addresses spend on several servers of one store: each tells the others, so that an address
//! has one budget however many servers it asks. What is told comes a second late; a budget is a minute's.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::task::JoinHandle;
use tokio::time::interval;
use tracing::warn;

use super::Gateway;
use super::limits::Address;
use crate::cluster::Cluster;
use crate::log::BrokerFailure;

/// Interval at which servers tell each other.
const SHARED_EVERY: Duration = Duration::from_secs(1);

/// The most addresses in one message.
const ADDRESSES_MAX: usize = 4_000;

/// Tells the other servers what addresses have spent here, and hears it of them, until the task is
/// aborted.
pub(super) async fn share(
    gateway: &Arc<Gateway>,
    cluster: &Arc<Cluster>,
) -> Result<JoinHandle<()>, BrokerFailure> {
    let announced = cluster.announced().await?;
    let (gateway, cluster) = (gateway.clone(), cluster.clone());
    Ok(tokio::spawn(async move {
        let (mut announced, mut ticks) = (pin!(announced), interval(SHARED_EVERY));
        loop {
            tokio::select! {
                biased;
                said = announced.next() => {
                    let Some(said) = said else { return };
                    match serde_json::from_slice::<Vec<(Address, u32)>>(&said) {
                        Ok(spent) => gateway.budget.charge_elsewhere(&spent),
                        Err(error) => warn!(%error, "what another server says cannot be read"),
                    }
                }
                _ = ticks.tick() => {
                    for spent in gateway.budget.unshared().chunks(ADDRESSES_MAX) {
                        // Plain data, for which serialisation cannot fail.
                        cluster.announce(&serde_json::to_vec(spent).unwrap_or_default()).await;
                    }
                }
            }
        }
    }))
}
