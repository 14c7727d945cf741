//! The health check: asks the server of the same settings whether it is ready.
//!
//! A container of ours holds no shell and no other client, so the binary asks itself. It knows the
//! address, the base path, whether TLS is spoken, and nothing else of a running server.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use hyper::client::conn::http1;
use hyper::{Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use protocol::room::Problem;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::{
    CryptoProvider, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    ClientConfig, DigitallySignedStruct, Error as RustlsError, SignatureScheme,
};

use crate::settings::Settings;
use crate::settings::cli::Healthcheck;
use crate::tls;

/// The most that is read of an answer, in bytes.
const ANSWER_BYTES: usize = 4 * 1024;

/// Reason why the server does not count as ready.
#[derive(Debug, thiserror::Error)]
pub enum Unhealthy {
    /// The settings say that any free port will do.
    #[error("the settings name port 0, which does not say where the server listens")]
    NoPort,
    /// Nothing could be asked.
    #[error("{at} cannot be reached: {source}")]
    Unreachable {
        /// Address at which the server should listen.
        at: SocketAddr,
        /// The system's answer.
        source: std::io::Error,
    },
    /// Something is there, but does not speak HTTP as a server would.
    #[error("{at} gives no valid answer: {source}")]
    NoAnswer {
        /// Address at which the server should listen.
        at: SocketAddr,
        /// The underlying error.
        source: hyper::Error,
    },
    /// Something is there, but does not speak TLS as a server with certificates would.
    #[error("{at} does not speak TLS: {source}")]
    NoTls {
        /// Address at which the server should listen.
        at: SocketAddr,
        /// The underlying error.
        source: std::io::Error,
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
    Runtime(std::io::Error),
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
    let secured = settings.tls_cert.is_some();
    runtime.block_on(async {
        let asked = timeout(Duration::from_millis(timeout_ms), ask(at, &path, secured)).await;
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

async fn ask(at: SocketAddr, path: &str, secured: bool) -> Result<(), Unhealthy> {
    let stream =
        TcpStream::connect(at).await.map_err(|source| Unhealthy::Unreachable { at, source })?;
    if !secured {
        return exchange(stream, at, path).await;
    }
    let no_tls = |source| Unhealthy::NoTls { at, source };
    let connector = connector().map_err(|error| no_tls(std::io::Error::other(error)))?;
    let name = ServerName::IpAddress(at.ip().into());
    exchange(connector.connect(name, stream).await.map_err(no_tls)?, at, path).await
}

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    at: SocketAddr,
    path: &str,
) -> Result<(), Unhealthy> {
    let silent = |source| Unhealthy::NoAnswer { at, source };
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(silent)?;
    // It carries the exchange and ends with the runtime; the sender gets any error.
    tokio::spawn(connection);
    let mut request = Request::new(Body::empty());
    // Settings and constants only, checked when they were read: they make a path and a header.
    *request.uri_mut() = path.parse().unwrap_or_default();
    if let Ok(host) = at.to_string().parse() {
        request.headers_mut().insert(header::HOST, host);
    }
    let answer = sender.send_request(request).await.map_err(silent)?;
    let status = answer.status();
    if status == StatusCode::OK {
        return Ok(());
    }
    let body = to_bytes(Body::new(answer.into_body()), ANSWER_BYTES).await.unwrap_or_default();
    let problem = serde_json::from_slice::<Problem>(&body);
    let detail = problem.map(|problem| problem.detail).unwrap_or_default();
    Err(Unhealthy::NotReady { status, detail })
}

fn connector() -> Result<TlsConnector, RustlsError> {
    let provider = tls::provider();
    let config = ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Ourselves(provider)))
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}

/// Takes any certificate: it is made out to the name that players use, and here this machine's own
/// address is asked. Nothing secret is said, and an answer decides over nothing but a restart.
#[derive(Debug)]
struct Ourselves(Arc<CryptoProvider>);

impl ServerCertVerifier for Ourselves {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, RustlsError> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, RustlsError> {
        let known = &self.0.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, RustlsError> {
        let known = &self.0.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
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
