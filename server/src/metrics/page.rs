//! `GET /metrics` at an address of its own, which players have no business with.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};
use tracing::{debug, warn};

use super::Host;

/// The most connections at a time; one more is closed at once.
const CONNECTIONS_MAX: usize = 16;

/// Time limit of an exchange; each has a connection of its own.
const EXCHANGE: Duration = Duration::from_secs(10);

/// Pause after a failed accept.
const ACCEPT_REST: Duration = Duration::from_millis(50);

/// Content type for Prometheus: the form that its own text form grew into.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Answers whoever asks with the host's text and that of the rooms, until it is dropped.
pub async fn serve(
    listener: TcpListener,
    rooms: impl Fn() -> String + Clone + Send + Sync + 'static,
    host: Host,
) {
    let answer = async move || {
        // A disk may take its time; what it does not report is left out.
        let host = host.clone();
        let host = spawn_blocking(move || host.text()).await.unwrap_or_default();
        ([(CONTENT_TYPE, OPEN_METRICS)], host + &rooms())
    };
    let service = TowerToHyperService::new(Router::new().route("/metrics", get(answer)));
    let permits = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                warn!(%error, "a connection for metrics was not accepted");
                sleep(ACCEPT_REST).await;
                continue;
            }
        };
        let Ok(permit) = permits.clone().try_acquire_owned() else { continue };
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).keep_alive(false);
        let exchange = http.serve_connection(TokioIo::new(stream), service.clone());
        tokio::spawn(async move {
            if !matches!(timeout(EXCHANGE, exchange).await, Ok(Ok(()))) {
                debug!("a request for metrics failed");
            }
            drop(permit);
        });
    }
}
