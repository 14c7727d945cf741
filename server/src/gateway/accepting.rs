//! Connections: how they are taken in, served and ended.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};
use tracing::{debug, info, warn};

use super::limits::Address;
use super::listen::{self, Listener};
use super::stream::{BoxedStream, Peer, PeerStream};
use super::{Gateway, forward, reports, router};
use crate::log::BrokerFailure;
use crate::rooms::Rooms;

/// The most header lines of a request.
pub const HEADERS_MAX: usize = 64;

/// The most bytes of a request's header.
pub const HEADER_BYTES: usize = 16 * 1024;

/// Pause in accepting after it failed, for example for want of file descriptors.
pub(super) const ACCEPT_REST: Duration = Duration::from_millis(50);

/// Between two warnings that connections were not accepted.
const ACCEPT_WARNING: Duration = Duration::from_mins(1);

/// Serves until `shutdown` is done, then says goodbye to everyone. The store stays open.
pub async fn serve(listener: impl Listener, rooms: Rooms, shutdown: impl Future<Output = ()>) {
    serve_with(listener, rooms, Router::new(), shutdown).await;
}

/// Serves further routes too, whose handlers find the [`Peer`] in an extension of the request: so the
/// socket layer is tried by itself.
pub async fn serve_with(
    listener: impl Listener,
    rooms: Rooms,
    further: Router,
    shutdown: impl Future<Output = ()>,
) {
    let acceptor = listener.acceptor();
    let gateway = Gateway::new(rooms, acceptor.is_some());
    let service = further.merge(router(&gateway));
    let calls = match take_calls(&gateway).await {
        Ok(tasks) => tasks,
        Err(error) => return warn!(%error, "the other servers cannot be reached"),
    };
    let mut refusals = Refusals::default();
    tokio::pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut shutdown => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((arriving, from)) => {
                let stall = Duration::from_millis(gateway.rooms.settings().stall_ms);
                let arriving = listen::arrived(arriving, acceptor.clone(), stall);
                accept(&gateway, &service, arriving, from);
            }
            Err(error) => {
                if let Some(attempts) = refusals.count() {
                    warn!(%error, attempts, "connections were not accepted");
                }
                sleep(ACCEPT_REST).await;
            }
        }
    }
    drop(listener);
    info!("shutting down");
    let all = Duration::from_millis(gateway.rooms.settings().shutdown_ms);
    let draining = async {
        gateway.rooms.drain().await;
        gateway.sessions.closed().await;
    };
    if timeout(all, draining).await.is_err() {
        warn!("some sockets or rooms did not end in time");
    }
    calls.iter().for_each(JoinHandle::abort);
}

/// Starts taking what other servers ask for, if any share the store.
async fn take_calls(gateway: &Arc<Gateway>) -> Result<Vec<JoinHandle<()>>, BrokerFailure> {
    match &gateway.cluster {
        Some(cluster) => {
            let answering = forward::answer(gateway, cluster).await?;
            let sharing = reports::share(gateway, cluster).await?;
            Ok(vec![cluster.listen().await?, answering, sharing])
        }
        None => Ok(Vec::new()),
    }
}

/// Connections that the system did not let in.
#[derive(Default)]
struct Refusals {
    unlogged: u64,
    logged_at: Option<Instant>,
}

impl Refusals {
    /// Counts one more, and returns how many there were if it is time to log them.
    fn count(&mut self) -> Option<u64> {
        self.unlogged += 1;
        let due = self.logged_at.is_none_or(|logged_at| logged_at.elapsed() >= ACCEPT_WARNING);
        due.then(|| {
            self.logged_at = Some(Instant::now());
            std::mem::take(&mut self.unlogged)
        })
    }
}

/// A request's way from a peer to the routes.
struct PeerService {
    peer: Arc<Peer>,
    routes: TowerToHyperService<Router>,
}

impl Service<hyper::Request<Incoming>> for PeerService {
    type Response = Response;
    type Error = Infallible;
    type Future = <TowerToHyperService<Router> as Service<hyper::Request<Incoming>>>::Future;

    fn call(&self, mut request: hyper::Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(self.peer.clone());
        self.routes.call(request)
    }
}

/// Starts a connection's task.
fn accept(
    gateway: &Arc<Gateway>,
    service: &Router,
    arriving: impl Future<Output = io::Result<Box<BoxedStream>>> + Send + 'static,
    from: SocketAddr,
) {
    let charged = (!gateway.proxies.trusts(from.ip())).then(|| Address::from(from.ip()));
    let Some(open) = gateway.connections.enter(charged) else { return };
    let (routes, gateway) = (TowerToHyperService::new(service.clone()), gateway.clone());
    let running = gateway.sessions.subscribe();
    tokio::spawn(async move {
        // Boxed, as the connection is below: a task is as large as the largest of what it ever waits
        // for, and there are many.
        let Some(stream) = Box::pin(arrive(&gateway, arriving)).await else { return };
        let peer = Peer::new(stream, from, open);
        let header_time = Duration::from_millis(gateway.rooms.settings().header_ms);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(header_time)
            .max_headers(HEADERS_MAX)
            .max_buf_size(HEADER_BYTES)
            // Whoever has asked and says no more may still wait for the answer.
            .half_close(true)
            .serve_connection(
                TokioIo::new(PeerStream(peer.clone())),
                PeerService { peer: peer.clone(), routes },
            )
            .with_upgrades();
        let mut connection = Box::pin(connection);
        let ended = tokio::select! {
            biased;
            ended = &mut connection => ended,
            () = peer.open.cut() => Ok(()),
            () = gateway.rooms.drained() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            debug!(%error, "a connection ended with an error");
        }
        drop(running);
    });
}

/// Waits for the connection that arrives; `None` if it does not in its time or before the server stops.
async fn arrive<S>(gateway: &Gateway, arriving: impl Future<Output = io::Result<S>>) -> Option<S> {
    let handshake_time = Duration::from_millis(gateway.rooms.settings().handshake_ms);
    let arrived = tokio::select! {
        biased;
        arrived = timeout(handshake_time, arriving) => arrived,
        () = gateway.rooms.drained() => return None,
    };
    match arrived {
        Ok(Ok(stream)) => Some(stream),
        Ok(Err(error)) => {
            debug!(%error, "a handshake failed");
            None
        }
        Err(_) => {
            debug!("a handshake took too long");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn refused_connections_are_logged_once_in_a_while() {
        let mut refusals = Refusals::default();
        assert_eq!(refusals.count(), Some(1));
        for _ in 0..1_199 {
            tokio::time::advance(ACCEPT_REST).await;
            assert_eq!(refusals.count(), None);
        }
        tokio::time::advance(ACCEPT_REST).await;
        assert_eq!(refusals.count(), Some(1_200));
    }
}
