//! The way to a store on NATS: a connection to its servers, and its streams checked or made.

use std::sync::Arc;

use tokio::time::sleep;

use super::broker::Broker;
use super::gate::Gate;
use super::jetstream::JetStream;
use super::wire::Wire;
use super::{NatsAddress, NatsError, NatsOptions, servers, streams};

/// Times that a store is looked at again of which a part is missing.
const LOOKED_AGAIN: usize = 8;

/// Connects, and checks the servers and the streams; makes those of a new store if `make_new`.
pub(super) async fn reach(
    address: &NatsAddress,
    options: &NatsOptions,
    make_new: bool,
) -> Result<(Arc<Wire>, Arc<Gate>), NatsError> {
    let client = servers::connect(address, options).await?;
    servers::check_sync(options).await?;
    let context = streams::context(client);
    let find = async || streams::find(&context, address, options.replicas, make_new).await;
    let found = half_made(find).await?;
    put_on(Arc::new(JetStream::new(&context, found)), address).await
}

/// Looks for something again while parts of it are missing: servers that start at the same time make a new
/// store together, and one may look while another is about it.
async fn half_made<T>(look: impl AsyncFn() -> Result<T, NatsError>) -> Result<T, NatsError> {
    let mut found = look().await;
    for _ in 0..LOOKED_AGAIN {
        if !matches!(found, Err(NatsError::Missing { .. })) {
            break;
        }
        sleep(servers::PAUSE).await;
        found = look().await;
    }
    found
}

/// Puts a store on a connection, and stamps one that is new.
pub(super) async fn put_on(
    broker: Arc<dyn Broker>,
    address: &NatsAddress,
) -> Result<(Arc<Wire>, Arc<Gate>), NatsError> {
    let gate = Arc::new(Gate::new());
    let wire = Arc::new(Wire::new(broker, address.name(), gate.clone()));
    half_made(async || streams::check_stamps(&wire, address).await).await?;
    Ok((wire, gate))
}

/// Looks whether a store could be opened, without writing: its servers and, if there are any, its
/// streams.
pub(in crate::log) async fn examine(
    address: &NatsAddress,
    options: &NatsOptions,
) -> Result<(), NatsError> {
    let client = servers::connect(address, options).await?;
    servers::check_sync(options).await?;
    streams::examine(&streams::context(client), address, options.replicas).await
}
