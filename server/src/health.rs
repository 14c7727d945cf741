//! The health check: asks the server of the same settings whether it is ready.
//!
//! A container of ours holds no shell and no other client, so the binary asks itself. It knows the
//! address, the base path, whether TLS is spoken, and nothing else of a running server.

use std::error::Error;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::Response;
use protocol::room::Problem;
use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode};
use tokio::time::timeout;

use crate::settings::Settings;
use crate::settings::cli::Healthcheck;

/// The most that is read of an answer, in bytes.
const ANSWER_BYTES: usize = 4 * 1024;

/// Reason why the server does not count as ready.
#[derive(Debug, thiserror::Error)]
pub enum Unhealthy {
    /// The settings say that any free port will do.
    #[error("the settings name port 0, which does not say where the server listens")]
    NoPort,
    /// There is no answer that a server would give.
    #[error("{at} {failure}: {reason}")]
    Unanswered {
        /// Address at which the server should listen.
        at: SocketAddr,
        /// The step that failed, in words.
        failure: &'static str,
        /// The underlying error.
        reason: String,
    },
    /// No answer came in time.
    #[error("{at} did not answer within {timeout_ms} ms")]
    Late {
        /// Address at which the server should listen.
        at: SocketAddr,
        /// The time it had, in milliseconds.
        timeout_ms: u64,
    },
    /// The server says that it is not ready.
    #[error("not ready: {status}{}{detail}", if detail.is_empty() { "" } else { ": " })]
    NotReady {
        /// The status of its answer.
        status: StatusCode,
        /// Its reason, if it gave one.
        detail: String,
    },
    /// The check itself could not begin.
    #[error("starting the runtime: {0}")]
    Runtime(io::Error),
    /// Nothing to ask with could be made.
    #[error("setting up the request: {0}")]
    Client(reqwest::Error),
}

/// Asks `GET /readyz`, under the base path, of the address that the settings listen on.
pub fn check(settings: &Settings, how: Healthcheck) -> Result<(), Unhealthy> {
    let at = reachable(settings.listen).ok_or(Unhealthy::NoPort)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Unhealthy::Runtime)?;
    let Healthcheck { timeout_ms } = how;
    let path = format!("{}/readyz", settings.base_path);
    let scheme = if settings.tls_cert.is_some() { "https" } else { "http" };
    let url = format!("{scheme}://{at}{path}");
    // Made before the time runs, which is the server's.
    let client = client()?;
    runtime.block_on(async {
        let asked = timeout(Duration::from_millis(timeout_ms), ask(&client, at, &url)).await;
        asked.unwrap_or(Err(Unhealthy::Late { at, timeout_ms }))
    })
}

/// Returns the local address of a server that listens on `listen`; `None` for port 0.
fn reachable(listen: SocketAddr) -> Option<SocketAddr> {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip @ (IpAddr::V4(_) | IpAddr::V6(_)) => ip,
    };
    (listen.port() != 0).then(|| SocketAddr::new(ip, listen.port()))
}

/// Returns a client that asks whoever listens at an address of ours, whatever names its certificate is for.
fn client() -> Result<Client, Unhealthy> {
    Client::builder()
        .danger_accept_invalid_certs(true)
        .no_proxy()
        .redirect(Policy::none())
        .build()
        .map_err(Unhealthy::Client)
}

/// Asks, and reads the answer.
async fn ask(client: &Client, at: SocketAddr, url: &str) -> Result<(), Unhealthy> {
    let asked = client.get(url).send().await;
    let answer = asked.map_err(|error| unanswered(at, &error))?;
    let status = answer.status();
    if status == StatusCode::OK {
        return Ok(());
    }
    let body = Response::<reqwest::Body>::from(answer).into_body();
    let body = to_bytes(Body::new(body), ANSWER_BYTES).await.unwrap_or_default();
    let problem = serde_json::from_slice::<Problem>(&body);
    let detail = problem.map(|problem| problem.detail).unwrap_or_default();
    Err(Unhealthy::NotReady { status, detail })
}

/// Says why there is no answer, by the innermost cause: those around it name the client's parts.
fn unanswered(at: SocketAddr, error: &reqwest::Error) -> Unhealthy {
    let mut cause: &dyn Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    let reason = cause.to_string();
    let of_system = cause.downcast_ref::<io::Error>().and_then(io::Error::raw_os_error);
    let failure = match (error.is_connect(), of_system) {
        (true, Some(_)) => "cannot be reached",
        (true, None) => "does not speak TLS",
        (false, _) => "gives no valid answer",
    };
    Unhealthy::Unanswered { at, failure, reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_is_asked_where_it_can_be_reached() {
        for (listen, asked) in [
            ("0.0.0.0:8080", Some("127.0.0.1:8080")),
            ("[::]:8080", Some("[::1]:8080")),
            ("127.0.0.1:81", Some("127.0.0.1:81")),
            ("192.0.2.7:81", Some("192.0.2.7:81")),
            ("[2001:db8::1]:81", Some("[2001:db8::1]:81")),
            ("127.0.0.1:0", None),
        ] {
            let found = reachable(listen.parse().unwrap());
            assert_eq!(found.map(|at| at.to_string()).as_deref(), asked, "{listen}");
        }
    }
}
