//! Headers for browsers, and what pages of other origins may do.

use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::json;
use server::Settings;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::tls::Hidden;
use crate::support::{Server, quiet};

/// A room costs 100 of its points, a look 1.
const LOOKS_A_MINUTE: u32 = 200;

const FRIENDS: &str = "https://friends.example";

fn with_friends() -> Settings {
    Settings {
        public_url: Some("https://play.example.org".to_owned()),
        allowed_origins: FRIENDS.parse().unwrap(),
        ..quiet()
    }
}

#[tokio::test]
async fn every_answer_asks_browsers_to_be_careful() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let room = format!("/api/v1/rooms/{}", ada.code);
    for path in ["/livez", "/api/v1/games", "/api/v1/rooms", &room, "/nothing", "/", "/web/x/y"] {
        let headers = server.get(path).await.headers;
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["cross-origin-resource-policy"], "same-origin", "{path}");
        // What is the same for everybody may be kept, if it is asked for again.
        let fixed = ["/", "/api/v1/games"].contains(&path);
        let kept = if fixed { "no-cache" } else { "no-store" };
        assert_eq!(headers["cache-control"], kept, "{path}");
        assert!(!headers.contains_key("strict-transport-security"), "{path}");
    }
    let server = Server::under(with_friends()).await;
    assert_eq!(server.get("/").await.headers["strict-transport-security"], "max-age=31536000");
    let hidden = Hidden::under(quiet()).await;
    let tcp = TcpStream::connect(hidden.server.at).await.unwrap();
    let answer = hidden.answer(tcp, "GET /livez", "").await.unwrap();
    assert!(answer.contains("strict-transport-security: max-age="), "{answer}");
}

#[tokio::test]
async fn pages_of_other_origins_change_nothing() {
    let server = Server::under(with_friends()).await;
    let body = r#"{"game":"toy","name":"Ada"}"#;
    let post = async |origin: &str| {
        server.request("POST", "/api/v1/rooms", &[("Origin", origin)], body).await
    };
    for origin in ["https://evil.example", "null", "http://play.example.org"] {
        let refused = post(origin).await;
        assert_eq!((refused.status, refused.code()), (403, "origin_forbidden"), "{origin}");
        let got = server.request("GET", "/api/v1/games", &[("Origin", origin)], "").await;
        assert_eq!(got.status, 200);
        assert!(!got.headers.contains_key("access-control-allow-origin"), "{origin}");
    }
    for origin in [FRIENDS, "https://play.example.org"] {
        assert_eq!(post(origin).await.status, 201, "{origin}");
    }
    // A mail program opens the link in a mail from wherever it runs.
    let nobody = server.get("/mail/CCCCCC/nobody/x").await;
    assert_eq!((nobody.status, nobody.code()), (404, "seat_unknown"));
    let stop = server.request("POST", "/mail/CCCCCC/0/x", &[("Origin", "null")], "").await;
    assert_eq!(stop.code(), "room_unknown");
    assert_eq!(server.log.room_count(), 2);
}

/// Returns the addresses of which a look may be refused for want of points, those of a room for this one.
async fn dear_to_read(server: &Server, code: &str) -> Vec<String> {
    let specification = server.get("/api/v1/openapi.json").await.body;
    let paths = specification["paths"].as_object().unwrap().iter();
    let dear = paths.filter(|(path, operations)| {
        path.starts_with("/api/") && operations["get"]["responses"].get("429").is_some()
    });
    let filled = |path: &String| {
        let path = path.replace("{code}", code).replace("{seat}", "0");
        path.replace("{digest}", &"0".repeat(64)).replace("{program}", code)
    };
    let dear: Vec<String> = dear.map(|(path, _)| filled(path)).collect();
    assert!(dear.len() > 5 && !dear.iter().any(|path| path.contains('{')), "{dear:?}");
    dear
}

#[tokio::test]
async fn what_other_pages_embed_spends_no_budget() {
    let limited = Settings { points_per_minute: LOOKS_A_MINUTE, ..quiet() };
    let server = Server::under(limited).await;
    let ada = server.create(json!({})).await;
    let path = format!("/api/v1/rooms/{}", ada.code);
    let cross = ("Sec-Fetch-Site", "cross-site");
    let page = [
        vec![cross, ("Sec-Fetch-Dest", "image")],
        vec![cross, ("Sec-Fetch-Dest", "empty"), ("Origin", "https://evil.example")],
        // A window that the page has opened is sent from one address to the next.
        vec![cross, ("Sec-Fetch-Dest", "document")],
        // It names links that its visitor might follow.
        vec![
            ("Sec-Fetch-Site", "none"),
            ("Sec-Fetch-Dest", "document"),
            ("Sec-Purpose", "prefetch;prerender"),
        ],
    ];
    let dear = dear_to_read(&server, &ada.code).await;
    for _ in 0..2 * LOOKS_A_MINUTE {
        for headers in &page {
            for path in &dear {
                let refused = server.request("GET", path, headers, "").await;
                assert_eq!((refused.status, refused.code()), (403, "origin_forbidden"));
            }
        }
        for headers in &page[..2] {
            let refused = server.request("POST", "/mail/CCCCCC/0/x", headers, "yes").await;
            assert_eq!((refused.status, refused.code()), (403, "origin_forbidden"));
        }
    }
    assert_eq!(server.get(&path).await.status, 200, "nothing was spent");
    let followed = server.request("GET", "/api/v1/schema.json", &page[2], "").await;
    assert_eq!(followed.status, 200, "a link to what is free is followed");
}

#[tokio::test]
async fn what_a_form_could_send_is_no_request() {
    let server = Server::start().await;
    let body = r#"{"game":"toy","name":"Ada"}"#;
    let post = async |media: &str| {
        server.request("POST", "/api/v1/rooms", &[("Content-Type", media)], body).await
    };
    for media in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        let refused = post(media).await;
        assert_eq!((refused.status, refused.code()), (415, "malformed"), "{media:?}");
    }
    for media in ["application/json", "Application/JSON; charset=utf-8"] {
        assert_eq!(post(media).await.status, 201, "{media:?}");
    }
}

#[tokio::test]
async fn pages_of_allowed_origins_may_ask_everything() {
    let server = Server::under(with_friends()).await;
    let asked = [
        ("Origin", FRIENDS),
        ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "authorization,content-type"),
    ];
    let tcp = TcpStream::connect(server.at).await.unwrap();
    let preflight = raw(tcp, "OPTIONS", "/api/v1/rooms/CCCCCC/seats", &asked).await;
    for line in [
        "HTTP/1.1 200",
        "access-control-allow-origin: https://friends.example",
        "access-control-allow-methods: GET,POST,PUT,DELETE",
        "access-control-allow-headers: authorization,content-type,if-none-match",
        "access-control-max-age: 7200",
    ] {
        assert!(preflight.head.contains(line), "{line}: {}", preflight.head);
    }
    let asked = [("Origin", "https://evil.example"), asked[1], asked[2]];
    let tcp = TcpStream::connect(server.at).await.unwrap();
    let preflight = raw(tcp, "OPTIONS", "/api/v1/rooms", &asked).await;
    assert!(!preflight.head.contains("allow-origin"), "{}", preflight.head);
    let body = r#"{"game":"toy","name":"Ada"}"#;
    let made = server.request("POST", "/api/v1/rooms", &[("Origin", FRIENDS)], body).await;
    assert_eq!(made.headers["access-control-allow-origin"], FRIENDS);
    assert!(made.headers["vary"].contains("origin"), "{made:?}");
}

/// An answer whose body need not be text.
struct Raw {
    head: String,
    body: Vec<u8>,
}

async fn raw(mut tcp: TcpStream, method: &str, path: &str, headers: &[(&str, &str)]) -> Raw {
    let lines: Vec<String> =
        headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let lines = lines.concat();
    let head = format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{lines}\r\n");
    tcp.write_all(head.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    tcp.read_to_end(&mut bytes).await.unwrap();
    let end = bytes.windows(4).position(|end| end == b"\r\n\r\n").unwrap();
    let body = bytes.split_off(end + 4);
    Raw { head: String::from_utf8(bytes).unwrap(), body }
}

#[tokio::test]
async fn what_never_changes_is_sent_compressed_and_once() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let room = server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    let data = format!("/api/v1/data/{}", room.body["fairness"]["data"].as_str().unwrap());
    let page = server.get("/").await.body;
    let (_, files) = page.as_str().unwrap().split_once("=\"web/").unwrap();
    let file = format!("/web/{}/core/api.js", files.split('/').next().unwrap());
    let documents = ["schema", "openapi", "asyncapi"].map(|name| format!("/api/v1/{name}.json"));
    let large = documents.iter().chain([&file]);
    for path in large.clone().chain([&data]) {
        let get = async |headers: &[(&str, &str)]| {
            raw(TcpStream::connect(server.at).await.unwrap(), "GET", path, headers).await
        };
        let plain = get(&[]).await;
        assert!(!plain.head.contains("content-encoding"), "{}", plain.head);
        let tag = plain.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
        for known in [tag, &format!("\"x\", {tag}"), "*"] {
            let again = get(&[("If-None-Match", known)]).await;
            assert!(again.head.starts_with("HTTP/1.1 304") && again.body.is_empty(), "{known}");
            assert!(again.head.contains(tag), "{}", again.head);
        }
        assert!(get(&[("If-None-Match", "W/\"x\"")]).await.head.starts_with("HTTP/1.1 200"));
        let packed = get(&[("Accept-Encoding", "br, gzip")]).await;
        assert!(packed.head.contains("vary: accept-encoding"), "{}", packed.head);
        if large.clone().any(|one| one == path) {
            assert!(packed.head.contains("content-encoding: gzip"), "{path}: {}", packed.head);
            let mut unpacked = Vec::new();
            GzDecoder::new(&packed.body[..]).read_to_end(&mut unpacked).unwrap();
            assert_eq!(unpacked, plain.body, "{path}");
        }
    }
}
