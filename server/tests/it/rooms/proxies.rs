//! Behind a proxy: the address that budgets and caps are charged to, the wider network that has caps too,
//! and who may name it.

use futures_util::stream::FuturesUnordered;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::Settings;
use server::gateway::{LISTED_SEATS_MAX, PROGRAMS_AN_ADDRESS, READINGS_OF_A_SITE, SITE_TIMES};
use server::rooms::limits::{READING_MAX, WAITING_MAX};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::support::{Answer, Seated, Server, quiet};

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

/// An address in a network of one IPv6 site.
fn in_site(network: usize) -> String {
    format!("2001:db8:1:{network:x}::1")
}

/// An address of another site.
const ELSEWHERE: &str = "2001:db8:2::1";

async fn post(server: &Server, forwarded: &str, path: &str, body: &Value) -> Answer {
    server.request("POST", path, &[("X-Forwarded-For", forwarded)], &body.to_string()).await
}

/// Has addresses of one site ask for something, each so often, and yields what another network of it and
/// another site are answered then.
async fn of_a_site(networks: usize, each: usize, ask: impl AsyncFn(String) -> u16) -> (u16, u16) {
    for network in 0..networks {
        for number in 0..each {
            assert_eq!(ask(in_site(network)).await, 201, "{number} of network {network}");
        }
    }
    (ask(in_site(999)).await, ask(ELSEWHERE.to_owned()).await)
}

#[tokio::test]
async fn sockets_of_a_site_are_capped() {
    let settings = Settings { max_connections_per_address: 2, ..behind_a_proxy() };
    let server = Server::under(settings).await;
    let ada = server.create(json!({})).await;
    let mut open = Vec::new();
    for network in 0..2 * SITE_TIMES {
        open.push(socket(&server, &ada.code, &in_site(network)).await.unwrap());
    }
    let refused = socket(&server, &ada.code, &in_site(999)).await;
    assert_eq!(refused.err(), Some(503));
    let _elsewhere = socket(&server, &ada.code, ELSEWHERE).await.unwrap();
    open.pop().unwrap().close(None).await.unwrap();
    while socket(&server, &ada.code, &in_site(999)).await.is_err() {}
}

#[tokio::test]
async fn rooms_of_a_site_are_capped() {
    let server = Server::under(Settings { max_rooms_per_address: 2, ..behind_a_proxy() }).await;
    let found = async |from: String| create(&server, &from).await;
    assert_eq!(of_a_site(SITE_TIMES, 2, found).await, (429, 201));
}

#[tokio::test]
async fn listed_seats_of_a_site_are_capped() {
    let server = Server::under(behind_a_proxy()).await;
    let sit = async |from: String| {
        let listed = server.create(json!({"listed": true})).await;
        let path = format!("/api/v1/rooms/{}/seats", listed.code);
        post(&server, &from, &path, &json!({"name": "Bo"})).await.status
    };
    assert_eq!(of_a_site(SITE_TIMES, LISTED_SEATS_MAX, sit).await, (429, 201));
}

#[tokio::test]
async fn programs_of_a_site_are_capped() {
    let server = Server::under(behind_a_proxy()).await;
    let announce = async |from: String| {
        let games = json!([{"game": "toy", "options": {}}]);
        let said = json!({"name": "P", "contact": "x@y.example", "games": games, "rooms": 1});
        post(&server, &from, "/api/v1/programs", &said).await.status
    };
    assert_eq!(of_a_site(SITE_TIMES, PROGRAMS_AN_ADDRESS, announce).await, (429, 201));
}

/// A match that somebody founds from there, and that is over.
async fn over(server: &Server, forwarded: &str) -> Seated {
    let wanted = json!({"game": "toy", "name": "Ada"});
    let answer = post(server, forwarded, "/api/v1/rooms", &wanted).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (code, token) = (text(&answer.body["room"]["code"]), text(&answer.body["token"]));
    let ada = Seated { code, seat: 0, token };
    let bo = server.take(&ada.code).await;
    let (mut a, mut b) = (server.join(&ada).await, server.join(&bo).await);
    a.say(&json!({"type": "ready"})).await;
    b.say(&json!({"type": "ready"})).await;
    b.until("update").await;
    b.act(json!({"type": "resign", "id": uuid::Uuid::new_v4()})).await;
    ada
}

#[tokio::test]
async fn old_matches_that_a_site_reads_are_capped() {
    let server = Server::under(behind_a_proxy()).await;
    let ada = over(&server, ELSEWHERE).await;
    let path = format!("/api/v1/rooms/{}/record", ada.code);
    let held = server.log.reading.lock().await;
    // Nobody reads while the log is held: those who are answered are those too many. Without a cap of
    // theirs one would be refused for want of place.
    let most = READING_MAX + WAITING_MAX;
    let ask = async |from: String| {
        server.request("GET", &path, &[("X-Forwarded-For", &from)], "").await.status
    };
    let mut asking: FuturesUnordered<_> = (0..=most).map(|network| ask(in_site(network))).collect();
    for _ in READINGS_OF_A_SITE..=most {
        assert_eq!(asking.next().await, Some(429));
    }
    asking.push(ask(ELSEWHERE.to_owned()));
    drop(held);
    let answers: Vec<u16> = asking.collect().await;
    assert_eq!(answers, [200; READINGS_OF_A_SITE + 1]);
}

#[tokio::test]
async fn whoever_fills_the_server_gives_up_rooms_of_their_own() {
    let server = Server::under(Settings { max_rooms: 4, ..behind_a_proxy() }).await;
    let ada = over(&server, "203.0.113.7").await;
    let record = format!("/api/v1/rooms/{}/record", ada.code);
    for _ in 0..8 {
        over(&server, "198.51.100.9").await;
        assert_eq!(server.get(&record).await.status, 200, "one address founds");
    }
    for network in 0..8 {
        over(&server, &in_site(network)).await;
        assert_eq!(server.get(&record).await.status, 200, "networks of one site found");
    }
    assert_eq!(create(&server, "203.0.113.8").await, 201);
    assert_eq!(server.get(&record).await.status, 200, "somebody else founds");
}
