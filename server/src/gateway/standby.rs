//! Answers of a server that waits for its store: it is alive, and not ready for anything.
//!
//! A supervisor and a proxy ask it as they ask one that serves, at the same address, and see when it
//! has become the one. It has no rooms and keeps no connection.

use std::convert::Infallible;
use std::future::{Future, ready};
use std::sync::Arc;
use std::time::Duration;

use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::header::CONNECTION;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use protocol::Code;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tracing::debug;

use super::accepting::{ACCEPT_REST, HEADER_BYTES, HEADERS_MAX};
use super::listen::{Listener, arrived};
use super::problem::ProblemResponse;
use crate::rooms::Refusal;
use crate::settings::Settings;

/// Connections that are answered at a time.
pub const STANDBY_CONNECTIONS: usize = 64;

/// About when to ask again, in milliseconds.
const ASK_AGAIN_MS: u64 = 1_000;

/// Answers whoever comes until `waiting` is done, and returns its result.
pub async fn stand_by<T>(
    listener: &impl Listener,
    settings: &Settings,
    waiting: impl Future<Output = T>,
) -> T {
    let turns = Arc::new(Semaphore::new(STANDBY_CONNECTIONS));
    tokio::pin!(waiting);
    loop {
        let accepted = tokio::select! {
            biased;
            done = &mut waiting => return done,
            accepted = listener.accept() => accepted,
        };
        let Ok((arriving, _)) = accepted else {
            sleep(ACCEPT_REST).await;
            continue;
        };
        // Whoever comes while so many are answered is let go.
        let Ok(turn) = turns.clone().try_acquire_owned() else { continue };
        let stall = Duration::from_millis(settings.stall_ms);
        let arriving = arrived(arriving, listener.acceptor(), stall);
        let base = settings.base_path.clone();
        let header_time = Duration::from_millis(settings.header_ms);
        let whole_time = Duration::from_millis(settings.handshake_ms + settings.header_ms);
        tokio::spawn(async move {
            let answered = timeout(whole_time, async {
                let Ok(stream) = arriving.await else { return };
                let service = service_fn(|request: hyper::Request<Incoming>| {
                    ready(Ok::<_, Infallible>(answer(&base, request.uri().path())))
                });
                let connection = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(header_time)
                    .max_headers(HEADERS_MAX)
                    .max_buf_size(HEADER_BYTES)
                    .serve_connection(TokioIo::new(stream), service);
                if let Err(error) = connection.await {
                    debug!(%error, "a connection ended with an error");
                }
            });
            if answered.await.is_err() {
                debug!("a connection took too long");
            }
            drop(turn);
        });
    }
}

fn answer(base: &str, path: &str) -> Response {
    let response = if path.strip_prefix(base) == Some("/livez") {
        "alive\n".into_response()
    } else {
        let detail = "this server waits: the operator has the store";
        let refusal = Refusal::new(Code::StorageUnavailable, detail).after(ASK_AGAIN_MS);
        ProblemResponse::from(refusal).into_response()
    };
    ([(CONNECTION, "close")], response).into_response()
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use super::*;

    #[test]
    fn it_is_alive_and_not_ready() {
        let status = |base: &str, path: &str| answer(base, path).status();
        assert_eq!(status("", "/livez"), StatusCode::OK);
        assert_eq!(status("/games", "/games/livez"), StatusCode::OK);
        for path in ["/readyz", "/", "/api/v1/rooms", "/games/livez"] {
            assert_eq!(status("", path), StatusCode::SERVICE_UNAVAILABLE, "{path}");
        }
    }
}
