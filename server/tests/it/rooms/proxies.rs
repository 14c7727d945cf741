//! Behind a proxy: the address that budgets and caps are charged to, and who may name it.

use futures_util::SinkExt;
use serde_json::json;
use server::Settings;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::support::{Server, quiet};

/// The tests' own address is a proxy.
fn behind_a_proxy() -> Settings {
    Settings { trusted_proxies: "127.0.0.1/32".parse().unwrap(), ..quiet() }
}

/// Creates a room as a proxy's client; yields the status.
async fn create(server: &Server, forwarded: &str) -> u16 {
    let wanted = json!({"game": "toy", "name": "Ada"}).to_string();
    server.request("POST", "/api/v1/rooms", &[("X-Forwarded-For", forwarded)], &wanted).await.status
}

/// Asks for a room that is not there.
async fn guess(server: &Server, forwarded: &str) -> u16 {
    let headers = [("X-Forwarded-For", forwarded)];
    server.request("GET", "/api/v1/rooms/CCCCCC", &headers, "").await.status
}

#[tokio::test]
async fn a_trusted_proxys_word_decides_who_is_charged() {
    let settings = Settings { points_per_minute: 150, ..behind_a_proxy() };
    let server = Server::under(settings).await;
    for (client, created, found) in [
        ("203.0.113.1", 201, 404),
        ("203.0.113.1", 429, 429),
        ("203.0.113.2", 201, 404),
        ("2001:db8:1:2::1", 201, 404),
        ("[2001:db8:1:2::9]:4711", 429, 429),
        ("2001:db8:1:3::1", 201, 404),
        ("::ffff:203.0.113.2", 429, 429),
    ] {
        assert_eq!(create(&server, client).await, created, "{client}");
        assert_eq!(guess(&server, client).await, found, "{client}");
    }
}

#[tokio::test]
async fn nobody_speaks_for_another() {
    let settings = Settings { points_per_minute: 150, ..behind_a_proxy() };
    let server = Server::under(settings).await;
    for (claimed, created, found) in [
        ("203.0.113.1", 201, 404),
        ("198.51.100.7, 203.0.113.1", 429, 429),
        ("127.0.0.1, 203.0.113.1", 429, 429),
        ("nobody, 203.0.113.1, 127.0.0.1", 429, 429),
    ] {
        assert_eq!(create(&server, claimed).await, created, "{claimed}");
        assert_eq!(guess(&server, claimed).await, found, "{claimed}");
    }
    let settings = Settings { points_per_minute: 150, ..quiet() };
    let server = Server::under(settings).await;
    for (claimed, created, found) in [("203.0.113.1", 201, 404), ("203.0.113.2", 429, 429)] {
        assert_eq!(create(&server, claimed).await, created, "without a proxy: {claimed}");
        assert_eq!(guess(&server, claimed).await, found, "without a proxy: {claimed}");
    }
}

/// A socket of a proxy's client, or the status that refuses it.
async fn socket(
    server: &Server,
    code: &str,
    forwarded: &str,
) -> Result<WebSocketStream<TcpStream>, u16> {
    let url = format!("ws://{}/api/v1/rooms/{code}/socket", server.at);
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert("X-Forwarded-For", forwarded.parse().unwrap());
    let tcp = TcpStream::connect(server.at).await.unwrap();
    match client_async(request, tcp).await {
        Ok((mut socket, _)) => {
            socket.send(Message::text(r#"{"type":"hello"}"#)).await.unwrap();
            Ok(socket)
        }
        Err(Error::Http(answer)) => Err(answer.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn sockets_behind_a_proxy_are_capped_by_client() {
    let settings = Settings { max_connections_per_address: 2, ..behind_a_proxy() };
    let server = Server::under(settings).await;
    let ada = server.create(json!({})).await;
    let mut first = socket(&server, &ada.code, "203.0.113.1").await.unwrap();
    let _second = socket(&server, &ada.code, "203.0.113.1").await.unwrap();
    let full = |answer: Result<WebSocketStream<TcpStream>, u16>| answer.err() == Some(503);
    assert!(full(socket(&server, &ada.code, "203.0.113.1").await));
    assert!(full(socket(&server, &ada.code, "8.8.8.8, 203.0.113.1").await), "a claim");
    let _other = socket(&server, &ada.code, "203.0.113.2").await.unwrap();
    let _third = socket(&server, &ada.code, "203.0.113.2").await.unwrap();
    assert_eq!(server.get("/livez").await.status, 200, "the proxy itself has no cap");
    first.close(None).await.unwrap();
    while full(socket(&server, &ada.code, "203.0.113.1").await) {}
}
