//! `docs/PROTOCOL.md`: its examples are read by the protocol's types and by the JSON Schema, the HTTP
//! examples are sent to a live server, and nothing that the protocol has is left unmentioned.

use std::collections::BTreeSet;

use black_box::{Http, Server};
use protocol::archive::Replay;
use protocol::games::europe_divided::{Command, Private, Public};
use protocol::hint::Analysis;
use protocol::notice::{AddDevice, Notice, Notify, SetNotify};
use protocol::room::{AddBot, CreateRoom, Games, NewToken, Problem, Room, Rooms, Seated, TakeSeat};
use protocol::{ClientMessage, Offer, ServerMessage};
use serde_json::{Value, json};

use super::page::{Schemas, all_explained, examples, holds, page, shown};

/// The longest that the document may be, in lines.
const MOST_LINES: usize = 770;

fn document() -> String {
    page("PROTOCOL.md")
}

#[test]
fn every_example_is_of_the_protocol() {
    let schemas = Schemas::new();
    for example in examples(&(document() + &page("HTTP.md"))) {
        let value = example.value();
        match example.mark.as_str() {
            "client-message" => {
                let parsed = ClientMessage::parse(&example.text);
                assert!(parsed.is_ok(), "{parsed:?}\n{}", example.text);
                holds::<ClientMessage>(&schemas, "client_message", &value);
            }
            "server-message" => {
                holds::<ServerMessage>(&schemas, "server_message", &value);
                if value["type"] == "update" {
                    holds::<Public>(&schemas, "europe_divided_public", &value["public"]);
                    holds::<Private>(&schemas, "europe_divided_private", &value["private"]);
                }
            }
            "offer" => {
                let offer: Offer = serde_json::from_value(value.clone()).expect(&example.text);
                assert_eq!(json!(offer), value);
                let command = protocol::offer::fill(&offer.command, &mut |_| 0);
                holds::<Command>(&schemas, "europe_divided_command", &command);
            }
            "notice" => holds::<Notice>(&schemas, "notice", &value),
            "replay" => holds::<Replay>(&schemas, "replay", &value),
            "analysis" => holds::<Analysis>(&schemas, "analysis", &value),
            http => body_holds(&schemas, http, &value),
        }
    }
}

/// Checks an HTTP body by the type that the block's mark names.
fn body_holds(schemas: &Schemas, mark: &str, value: &Value) {
    let words: Vec<&str> = mark.split(' ').collect();
    match words[..] {
        ["http", "POST", "/api/v1/rooms", "request"] => {
            holds::<CreateRoom>(schemas, "create_room", value);
        }
        ["http", "POST", "/api/v1/rooms/{code}/seats", "request"] => {
            holds::<TakeSeat>(schemas, "take_seat", value);
        }
        ["http", "POST", path, "request"] if path.ends_with("/bot") => {
            holds::<AddBot>(schemas, "add_bot", value);
        }
        ["http", "POST", path, "request"] if path.ends_with("/devices") => {
            holds::<AddDevice>(schemas, "add_device", value);
        }
        ["http", "PUT", _, "request"] => holds::<SetNotify>(schemas, "set_notify", value),
        ["http", "PUT", _, "response", "200"] => holds::<Notify>(schemas, "notify", value),
        ["http", "POST", _, "response", "201"] => holds::<Seated>(schemas, "seated", value),
        ["http", "POST", path, "response", "200"] if path.ends_with("/token") => {
            holds::<NewToken>(schemas, "new_token", value);
        }
        ["http", "GET", "/api/v1/games", "response", "200"] => {
            holds::<Games>(schemas, "games", value);
        }
        ["http", "GET", _, "response", status] => {
            holds::<Problem>(schemas, "problem", value);
            assert_eq!(value["status"].to_string(), status);
        }
        _ => panic!("what is a {mark:?}?"),
    }
}

#[test]
fn the_schema_refuses_what_is_wrong() {
    let schemas = Schemas::new();
    let client = schemas.validator("client_message");
    let good = json!({"type": "ping", "nonce": 1});
    assert!(client.is_valid(&good));
    for wrong in [
        json!({"type": "ping"}),
        json!({"type": "ping", "nonce": "1"}),
        json!({"type": "ping", "nonce": 1, "more": 1}),
        json!({"type": "pong", "nonce": 1}),
        json!([]),
    ] {
        assert!(!client.is_valid(&wrong), "{wrong}");
    }
    let command = schemas.validator("europe_divided_command");
    assert!(!command.is_valid(&json!({"type": "play", "card": "europe-atlantis"})));
}

#[test]
fn nothing_of_the_protocol_is_left_out() {
    let (document, schemas) = (document(), Schemas::new());
    assert!(document.lines().count() <= MOST_LINES, "the document is too long");

    let examples = examples(&document);
    for (mark, root) in [("client-message", "client_message"), ("server-message", "server_message")]
    {
        assert_eq!(shown(&examples, mark), schemas.alternatives(root), "{mark}");
    }
    all_explained(&document, schemas.alternatives("Code"));
    all_explained(&document, schemas.fields("Room"));
}

#[test]
fn every_close_code_is_explained() {
    let document = document();
    let mut sources = Vec::new();
    for file in ["room.rs", "gateway/frames.rs", "gateway/session.rs"] {
        let text = std::fs::read_to_string(black_box::root().join("server/src").join(file));
        sources.push(text.expect("a source of the server"));
    }
    let sources = sources.concat();
    let codes: Vec<&str> = sources
        .lines()
        .filter_map(|line| line.split_once(": u16 = "))
        .map(|(_, code)| code.trim_end_matches(';'))
        .collect();
    assert!(codes.len() >= 12, "{codes:?}");
    let table: Vec<&str> = document.lines().filter(|line| line.starts_with("| ")).collect();
    for code in codes {
        let explained = |line: &&str| line.split('|').nth(1).is_some_and(|one| one.contains(code));
        assert!(table.iter().any(explained), "close code {code}");
    }
}

/// The HTTP examples are sent as they stand; the answers have the form that the document shows.
#[tokio::test]
async fn the_http_examples_work() {
    // Without a key of its own, which no page can show.
    let server = Server::and(&["--push", "off"]);
    let schemas = Schemas::new();
    let mut body = None;
    let mut code = String::new();
    let mut token = String::new();
    let mut run = 0;
    for example in examples(&document()).iter().filter(|example| example.mark.starts_with("http")) {
        let words: Vec<&str> = example.mark.split(' ').collect();
        if words[3] == "request" {
            body = Some(example.text.clone());
            let path = words[2].replace("{code}", &code);
            if let Some(seat) = path.strip_suffix("/bot") {
                // The seat is Bo's by now; the answer is a room like those above.
                assert_eq!(
                    server.http.request("DELETE", seat, Some(&token), None).await.status,
                    204
                );
                let answer = server.http.request("POST", &path, Some(&token), body.take()).await;
                assert_eq!((answer.status, &answer.body["seats"][1]["kind"]), (201, &json!("bot")));
                holds::<Room>(&schemas, "room", &answer.body);
            } else if words[2].ends_with("/devices") {
                // This server sends nothing to devices; the specification's test adds one.
                let answer = server.http.request("POST", &path, Some(&token), body.take()).await;
                assert_eq!(answer.problem().status, 422, "{answer:?}");
            } else if words[2].ends_with("/seats") {
                // Answered as a new room is, and not shown again.
                let answer = server.http.request("POST", &path, None, body.take()).await;
                assert_eq!(answer.status, 201, "{answer:?}");
                holds::<Seated>(&schemas, "seated", &answer.body);
            }
            continue;
        }
        let path = words[2].replace("{code}", &code);
        let bearer = (!token.is_empty()).then_some(token.as_str());
        let answer = server.http.request(words[1], &path, bearer, body.take()).await;
        assert_eq!(answer.status.to_string(), words[4], "{answer:?}");
        body_holds(&schemas, &example.mark, &answer.body);
        let mut live = answer.body.clone();
        // Of the games the document shows the first.
        if let Some(games) = live.get_mut("games").and_then(Value::as_array_mut) {
            games.truncate(1);
        }
        same_form(&live, &example.value(), &example.mark);
        if let Some(new) = answer.body["token"].as_str() {
            new.clone_into(&mut token);
        }
        if let Some(new) = answer.body["room"]["code"].as_str() {
            new.clone_into(&mut code);
        }
        run += 1;
    }
    assert_eq!(run, 6, "created, a new token, the games, an unknown room, notices, too early");
    the_rest_of_the_table(&server.http, &schemas, &code, &token).await;
}

/// Asks for the part of the table that no example shows.
async fn the_rest_of_the_table(http: &Http, schemas: &Schemas, code: &str, token: &str) {
    let path = format!("/api/v1/rooms/{code}");
    let room = http.get(&path).await;
    holds::<Room>(schemas, "room", &room.body);
    let rooms = http.get("/api/v1/rooms").await;
    holds::<Rooms>(schemas, "rooms", &rooms.body);
    assert_eq!(rooms.body["rooms"][0]["code"], code);
    let digest = room.body["fairness"]["data"].as_str().expect("a digest");
    assert_eq!(http.get(&format!("/api/v1/data/{digest}")).await.status, 200);
    assert_eq!(http.get("/api/v1/schema.json").await.body, schemas.0);
    let early = http.request("POST", &format!("{path}/rematch"), Some(token), None).await;
    holds::<Problem>(schemas, "problem", &early.body);
    assert_eq!(early.body["code"], "not_over");
    let left = http.request("DELETE", &format!("{path}/seats/0"), Some(token), None).await;
    assert_eq!(left.status, 204);
    assert_eq!(http.get(&format!("{path}/replay")).await.body["code"], "not_over");
    for probe in ["/livez", "/readyz"] {
        assert_eq!(http.get(probe).await.status, 200);
    }
}

/// Checks that both have the same keys everywhere; only what a match draws itself may differ.
fn same_form(live: &Value, shown: &Value, path: &str) {
    match (live, shown) {
        (Value::Object(live), Value::Object(shown)) => {
            assert_eq!(
                live.keys().collect::<BTreeSet<_>>(),
                shown.keys().collect::<BTreeSet<_>>(),
                "{path}"
            );
            for (key, value) in live {
                same_form(value, &shown[key], &format!("{path} {key}"));
            }
        }
        (Value::Array(live), Value::Array(shown)) => {
            assert_eq!(live.len(), shown.len(), "{path}");
            live.iter().zip(shown).for_each(|(live, shown)| same_form(live, shown, path));
        }
        _ => {
            let drawn = ["id", "code", "commitment", "data", "token"];
            let redrawn = drawn.iter().any(|key| path.ends_with(&format!(" {key}")));
            assert!(live == shown || (redrawn && live.is_string()), "{path}: {live}, not {shown}");
        }
    }
}
