//! TLS at the gateway: what bounds connections bounds handshakes too.

use std::net::SocketAddr;
use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use server::settings::Settings;
use server::tls::Certificates;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::support::{Frozen, Server, quiet};

/// A server with a certificate of its own, and what believes it.
pub(super) struct Hidden {
    pub(super) server: Server,
    connector: TlsConnector,
}

impl Hidden {
    pub(super) async fn under(settings: Settings) -> Self {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: String| {
            std::fs::write(folder.path().join(name), text).unwrap();
            Some(folder.path().join(name))
        };
        let settings = Settings {
            tls_cert: file("cert.pem", made.cert.pem()),
            tls_key: file("key.pem", made.signing_key.serialize_pem()),
            ..settings
        };
        let acceptor = Certificates::of(&settings).unwrap().unwrap().acceptor().unwrap();
        let server = Server::secured(settings, acceptor).await;
        let mut roots = RootCertStore::empty();
        roots.add(made.cert.der().clone()).unwrap();
        let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        Self { server, connector: TlsConnector::from(Arc::new(client)) }
    }

    pub(super) async fn shake(&self, tcp: TcpStream) -> std::io::Result<TlsStream<TcpStream>> {
        self.connector.connect("localhost".try_into().unwrap(), tcp).await
    }

    /// The status of an answer, if there is one.
    pub(super) async fn status(&self, tcp: TcpStream) -> Option<u16> {
        let answer = self.answer(tcp, "GET /livez", "").await?;
        answer.split(' ').nth(1)?.parse().ok()
    }

    pub(super) async fn answer(&self, tcp: TcpStream, request: &str, body: &str) -> Option<String> {
        let mut tls = self.shake(tcp).await.ok()?;
        let length = body.len();
        let request = format!(
            "{request} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        tls.write_all(request.as_bytes()).await.ok()?;
        let mut answer = String::new();
        tls.read_to_string(&mut answer).await.ok()?;
        Some(answer)
    }
}

async fn tcp(at: SocketAddr) -> TcpStream {
    TcpStream::connect(at).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_handshake_is_waited_for_until_its_time() {
    let clock = Frozen::clock();
    let hidden = Hidden::under(quiet()).await;
    for (late_by, answer) in [(4_999, Some(200)), (5_000, None)] {
        let late = tcp(hidden.server.at).await;
        // Connections are taken in their order, and nobody waits for another's handshake.
        assert_eq!(hidden.status(tcp(hidden.server.at).await).await, Some(200));
        clock.advance(late_by).await;
        assert_eq!(hidden.status(late).await, answer, "{late_by}");
    }
}

#[tokio::test]
async fn a_connection_counts_before_its_handshake() {
    let settings = Settings { max_connections_per_address: 2, ..quiet() };
    let hidden = Hidden::under(settings).await;
    let at = hidden.server.at;
    let silent = [tcp(at).await, tcp(at).await];
    assert_eq!(hidden.status(tcp(at).await).await, Some(503), "the address has too many");
    drop(silent);
    // The server sees the two end in its own time.
    while hidden.status(tcp(at).await).await != Some(200) {}
}

#[tokio::test]
async fn who_speaks_no_tls_is_hung_up_on() {
    let hidden = Hidden::under(quiet()).await;
    let mut plain = tcp(hidden.server.at).await;
    plain.write_all(b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    // The end may be a reset: what was sent is not read to its end.
    let _ = plain.read_to_end(&mut answer).await;
    assert!(!answer.starts_with(b"HTTP"), "{answer:?}");
    assert_eq!(hidden.status(tcp(hidden.server.at).await).await, Some(200));
}

#[tokio::test]
async fn a_goodbye_arrives_over_tls_too() {
    let hidden = Hidden::under(quiet()).await;
    let body = r#"{"game":"toy","name":"Ada"}"#;
    let created = hidden.answer(tcp(hidden.server.at).await, "POST /api/v1/rooms", body).await;
    let created = created.unwrap();
    let (_, code) = created.split_once(r#""code":""#).unwrap();
    let url = format!("wss://localhost/api/v1/rooms/{}/socket", &code[..6]);
    let tls = hidden.shake(tcp(hidden.server.at).await).await.unwrap();
    let mut request = url.into_client_request().unwrap();
    let version = "entente.v1".parse().unwrap();
    request.headers_mut().insert("Sec-WebSocket-Protocol", version);
    let (mut socket, _) = client_async(request, tls).await.unwrap();
    socket.send(Message::text("x".repeat(100_000))).await.unwrap();
    let mut code = None;
    while let Some(Ok(message)) = socket.next().await {
        if let Message::Close(Some(frame)) = message {
            code = Some(u16::from(frame.code));
        }
    }
    assert_eq!(code, Some(1009), "the end says why");
}

#[tokio::test(start_paused = true)]
async fn a_handshake_does_not_hold_up_the_end() {
    let _clock = Frozen::clock();
    let mut hidden = Hidden::under(quiet()).await;
    let _silent = tcp(hidden.server.at).await;
    assert_eq!(hidden.status(tcp(hidden.server.at).await).await, Some(200));
    hidden.server.stop();
    // The clock stands still: nothing but the end itself ends the wait.
    hidden.server.stopped().await;
}
