//! A match over HTTP alone: its view, and commands.

use crate::support::{Answer, Client, Frozen, Seated, Server, quiet};
use futures_util::future::select_all;
use serde_json::{Value, json};
use server::rooms::limits;
use server::{Settings, gateway};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use uuid::Uuid;

fn path(code: &str, what: &str) -> String {
    format!("/api/v1/rooms/{code}/{what}")
}

/// Asks for a view: with a seat's token, and with a tag that is known already.
async fn view(
    server: &Server,
    (code, query): (&str, &str),
    token: Option<&str>,
    tag: Option<&str>,
) -> Answer {
    let bearer = token.map(|token| format!("Bearer {token}"));
    let mut headers = Vec::new();
    headers.extend(bearer.as_deref().map(|bearer| ("Authorization", bearer)));
    headers.extend(tag.map(|tag| ("If-None-Match", tag)));
    server.request("GET", &(path(code, "view") + query), &headers, "").await
}

/// The view of a seat.
async fn seen(server: &Server, seated: &Seated, query: &str) -> Answer {
    view(server, (&seated.code, query), Some(&seated.token), None).await
}

async fn say(server: &Server, seated: &Seated, message: &Value) -> Answer {
    let bearer = format!("Bearer {}", seated.token);
    let headers = [("Authorization", bearer.as_str())];
    server.request("POST", &path(&seated.code, "commands"), &headers, &message.to_string()).await
}

fn command(id: Uuid, decision: u64, command: &Value) -> Value {
    json!({"type": "command", "id": id, "decision": decision, "command": command})
}

/// Makes a command, which is accepted.
async fn make(server: &Server, seated: &Seated, decision: u64, what: Value) -> u64 {
    let answer = say(server, seated, &command(Uuid::new_v4(), decision, &what)).await;
    assert_eq!((answer.status, &answer.body["type"]), (200, &json!("accepted")), "{answer:?}");
    answer.body["seq"].as_u64().unwrap()
}

/// The update without what goes on by itself.
fn still(mut update: Value) -> Value {
    update["now_ms"] = json!(0);
    update
}

/// A match in which both seats are to hide a number.
async fn hiding(server: &Server) -> (Client, Client, Seated, Seated) {
    let (mut a, mut b, ada, bo) = server.playing(json!({"rounds": 2})).await;
    a.command(0, json!({"type": "say", "n": 1})).await;
    b.command(1, json!({"type": "say", "n": 2})).await;
    (a, b, ada, bo)
}

#[tokio::test]
async fn a_view_is_what_a_socket_is_sent() {
    let server = Server::start().await;
    let (_a, _b, ada, bo) = hiding(&server).await;
    for seated in [&ada, &bo] {
        let update = server.join(seated).await.until("update").await;
        let answer = seen(&server, seated, "").await;
        assert_eq!((answer.status, still(answer.body)), (200, still(update)));
    }
    let update = server.watch(&ada.code).await.until("update").await;
    let answer = view(&server, (&ada.code, ""), None, None).await;
    assert_eq!(still(answer.body.clone()), still(update));
    assert_eq!((answer.body.get("private"), answer.body.get("offers")), (None, None));
    assert_eq!(answer.headers["cache-control"], "private, no-cache");
    // As after a `hello` with `after`.
    let events = |answer: &Answer| answer.body["events"].as_array().unwrap().len();
    assert_eq!(events(&seen(&server, &ada, "?after=1").await), 1);
    assert_eq!(events(&seen(&server, &ada, "?after=2").await), 0);
    let asked = tokio::time::Instant::now();
    let beyond = seen(&server, &ada, "?after=99&wait_ms=25000").await;
    assert!(
        asked.elapsed().as_millis() < 25_000,
        "whoever has more is shown at once what there is"
    );
    assert_eq!((&beyond.body["seq"], events(&beyond)), (&json!(2), 0));
}

#[tokio::test]
async fn a_known_view_is_not_sent_again() {
    let server = Server::start().await;
    let (mut a, _b, ada, _) = server.playing(json!({})).await;
    let first = seen(&server, &ada, "").await;
    let tag = first.headers["etag"].clone();
    // Whatever events are asked for, and however late it is.
    for query in ["", "?after=0", "?after=0&wait_ms=1"] {
        let same = view(&server, (&ada.code, query), Some(&ada.token), Some(&tag)).await;
        assert_eq!((same.status, &same.headers["etag"]), (304, &tag), "{query}");
        assert_eq!(same.body, "", "{query}");
    }
    let other = view(&server, (&ada.code, ""), None, Some(&tag)).await;
    assert_eq!(other.status, 200, "a spectator sees something else");
    a.command(0, json!({"type": "say", "n": 1})).await;
    let next = view(&server, (&ada.code, ""), Some(&ada.token), Some(&tag)).await;
    assert_eq!((next.status, &next.body["seq"]), (200, &json!(1)));
    // Nothing new: the view as it is, once the wait is over.
    let late = seen(&server, &ada, "?after=1&wait_ms=1").await;
    assert_eq!((late.status, &late.body["seq"]), (200, &json!(1)));
}

#[tokio::test]
async fn a_wait_ends_with_the_next_update() {
    let server = Server::start().await;
    let (mut a, _b, ada, bo) = server.playing(json!({})).await;
    let tag = seen(&server, &bo, "").await.headers["etag"].clone();
    let query = "?after=0&wait_ms=25000";
    let (by_seq, by_tag, watching, _) = tokio::join!(
        seen(&server, &bo, query),
        view(&server, (&bo.code, "?wait_ms=25000"), Some(&bo.token), Some(&tag)),
        view(&server, (&ada.code, query), None, None),
        a.command(0, json!({"type": "say", "n": 4})),
    );
    for answer in [&by_seq, &by_tag, &watching] {
        assert_eq!((answer.status, &answer.body["seq"]), (200, &json!(1)), "{answer:?}");
        let last = answer.body["events"].as_array().unwrap().last().unwrap();
        assert_eq!((&last["type"], &last["n"]), (&json!("said"), &json!(4)));
    }
    assert_eq!(by_seq.body["decision"], 1);
}

#[tokio::test]
async fn nothing_behind_the_veil_is_in_a_view_or_ends_a_wait() {
    let server = Server::start().await;
    let (mut a, _b, ada, bo) = hiding(&server).await;
    let viewers = [Some(bo.token.as_str()), None];
    let mut before = Vec::new();
    for token in viewers {
        before.push(view(&server, (&ada.code, ""), token, None).await);
    }
    let wait = |token, tag| view(&server, (&ada.code, "?wait_ms=300"), token, Some(tag));
    let (seat, gallery, hidden) = tokio::join!(
        wait(viewers[0], &before[0].headers["etag"]),
        wait(viewers[1], &before[1].headers["etag"]),
        a.command(2, json!({"type": "hide", "n": 7})),
    );
    assert_eq!(hidden["seq"], 2);
    assert_eq!([seat.status, gallery.status], [304, 304]);
    for (token, before) in viewers.into_iter().zip(before) {
        let after = view(&server, (&ada.code, ""), token, None).await;
        assert_eq!(after.headers["etag"], before.headers["etag"]);
        assert_eq!(still(after.body).to_string(), still(before.body).to_string());
    }
    let own = seen(&server, &ada, "").await.body;
    assert_eq!((&own["seq"], &own["private"]["hidden"]), (&json!(2), &json!(7)));
}

#[tokio::test]
async fn a_seat_without_a_socket_that_goes_on_in_secret_stores_no_more_than_the_entry() {
    let server = Server::start().await;
    let (mut a, mut b, _, bo) = server.playing(json!({"rounds": 2, "asks_on": true})).await;
    a.command(0, json!({"type": "say", "n": 1})).await;
    b.command(1, json!({"type": "say", "n": 2})).await;
    b.leave().await;
    // What the room does has its turn before it is asked.
    let done = async || {
        let path = format!("/api/v1/rooms/{}/seats/{}/notify", bo.code, bo.seat);
        assert_eq!(server.bearer("GET", &path, &bo.token).await.status, 200);
        server.log.records()
    };
    while seen(&server, &bo, "").await.body["awaiting"] != json!([0, 1]) {}
    while !done().await[0].contains("\"asked\"") {}
    let before = done().await;
    assert_eq!(make(&server, &bo, 2, json!({"type": "hide", "n": 1})).await, 2);
    assert_eq!(seen(&server, &bo, "").await.body["decision"], 3, "another question");
    assert_eq!(done().await, before);
}

#[tokio::test]
async fn a_command_is_done_once_whichever_way_it_comes() {
    let server = Server::start().await;
    let (mut a, mut b, ada, bo) = server.playing(json!({})).await;
    let (id, one) = (Uuid::new_v4(), json!({"type": "say", "n": 1}));
    let first = say(&server, &ada, &command(id, 0, &one)).await;
    assert_eq!(first.status, 200, "{first:?}");
    assert_eq!(first.body, json!({"type": "accepted", "id": id, "seq": 1}));
    assert_eq!(say(&server, &ada, &command(id, 0, &one)).await.body, first.body);
    assert_eq!(a.command_as(id, 0, one).await, first.body, "over the socket too");
    let other = say(&server, &ada, &command(id, 0, &json!({"type": "say", "n": 2}))).await;
    assert_eq!((other.status, &other.body["code"]), (200, &json!("id_reused")));
    b.until("update").await;

    let late =
        say(&server, &ada, &command(Uuid::new_v4(), 0, &json!({"type": "say", "n": 1}))).await;
    assert_eq!((&late.body["code"], &late.body["raced"]), (&json!("stale"), &json!(true)));
    let wrong =
        say(&server, &bo, &command(Uuid::new_v4(), 1, &json!({"type": "say", "n": 10}))).await;
    assert_eq!((&wrong.body["code"], wrong.body.get("raced")), (&json!("illegal"), None));
    assert_eq!(wrong.body["rule"], "Numbers");
    // The other's socket shows what came over HTTP, and nothing else.
    a.nothing().await;
}

#[tokio::test]
async fn what_is_no_message_of_a_seat_is_a_problem() {
    let server = Server::start().await;
    let (_a, _b, ada, _) = server.playing(json!({})).await;
    let id = Uuid::new_v4();
    for (message, code) in [
        (json!({"type": "ready"}), "malformed"),
        (json!({"type": "hello"}), "malformed"),
        (json!({"type": "ping", "nonce": 1}), "malformed"),
        (json!({"type": "hint", "id": id, "decision": 0}), "malformed"),
        (json!({"type": "command", "id": id, "decision": 0}), "malformed"),
        (json!({"type": "shout", "id": id}), "unknown_type"),
        (json!([]), "malformed"),
    ] {
        let answer = say(&server, &ada, &message).await;
        assert_eq!((answer.status, answer.code()), (400, code), "{message}");
    }
    let good = command(id, 0, &json!({"type": "say", "n": 1}));
    let stranger = Seated { token: "x".repeat(43), ..ada.clone() };
    assert_eq!(say(&server, &stranger, &good).await.code(), "token_unknown");
    let commands = path(&ada.code, "commands");
    assert_eq!(server.post(&commands, &good).await.code(), "token_unknown");
    let form = [("Content-Type", "text/plain")];
    assert_eq!(server.request("POST", &commands, &form, &good.to_string()).await.status, 415);
    assert_eq!(seen(&server, &stranger, "").await.code(), "token_unknown");
    assert_eq!(seen(&server, &ada, "?wait_ms=25001").await.code(), "malformed");
    assert_eq!(gateway::WAIT_MAX_MS, 25_000);
    assert_eq!(seen(&server, &ada, "?wait_ms=25000").await.status, 200, "it is there at once");
    assert_eq!(seen(&server, &ada, "?since=1").await.code(), "malformed");
    assert_eq!(seen(&server, &ada, "").await.body["seq"], 0, "nothing has happened");
}

#[tokio::test]
async fn a_whole_match_needs_no_socket() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let bo = server.take(&ada.code).await;
    let early = seen(&server, &ada, "").await;
    assert_eq!((early.status, early.code()), (409, "not_started"));
    let ready = |id: Uuid| json!({"type": "ready", "id": id});
    let waiting = seen(&server, &bo, "?wait_ms=25000");
    let all_ready = async {
        for seated in [&ada, &bo] {
            let id = Uuid::new_v4();
            let answer = say(&server, seated, &ready(id)).await;
            assert_eq!(answer.body, json!({"type": "accepted", "id": id, "seq": 0}));
            // Its answer may have been lost.
            assert_eq!(say(&server, seated, &ready(id)).await.body, answer.body);
        }
    };
    let (begun, ()) = tokio::join!(waiting, all_ready);
    assert_eq!((begun.status, &begun.body["seq"]), (200, &json!(0)), "{begun:?}");
    assert_eq!(make(&server, &ada, 0, json!({"type": "say", "n": 1})).await, 1);
    assert_eq!(make(&server, &bo, 1, json!({"type": "say", "n": 1})).await, 2);
    assert_eq!(make(&server, &bo, 2, json!({"type": "hide", "n": 1})).await, 2);
    assert_eq!(make(&server, &ada, 2, json!({"type": "hide", "n": 8})).await, 4);
    let room = server.get(&format!("/api/v1/rooms/{}", ada.code)).await.body;
    assert_eq!(room["state"], "finished");
    for seat in room["seats"].as_array().unwrap() {
        assert_eq!(seat["connected"], false, "{seat}");
    }
    let outcome = seen(&server, &bo, "").await.body["outcome"].clone();
    assert_eq!(outcome["winners"], json!([0]));
}

#[tokio::test]
async fn views_are_for_those_who_may_watch() {
    let server = Server::start().await;
    let (_a, _b, ada, _) = server.playing_in(json!({"spectators": "off"})).await;
    let stranger = view(&server, (&ada.code, ""), None, None).await;
    assert_eq!((stranger.status, stranger.code()), (403, "gallery_full"));
    assert_eq!(seen(&server, &ada, "").await.status, 200);
    let unknown = view(&server, ("CCCCCC", ""), None, None).await;
    assert_eq!((unknown.status, unknown.code()), (404, "room_unknown"));
}

/// Opens a request that waits, and leaves it so.
async fn waiting(server: &Server, code: &str, token: Option<&str>) -> TcpStream {
    let mut tcp = TcpStream::connect(server.at).await.unwrap();
    let bearer =
        token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let query = "?after=0&wait_ms=25000";
    let head = format!("GET {}{query} HTTP/1.1\r\nHost: x\r\n{bearer}\r\n", path(code, "view"));
    tcp.write_all(head.as_bytes()).await.unwrap();
    tcp
}

/// Opens one request more than may wait; returns those that wait on, once the one that waited longest is
/// shown what there is, as if its time were over.
async fn all_waiting(
    server: &Server,
    code: &str,
    token: Option<&str>,
    most: usize,
) -> Vec<TcpStream> {
    let mut all = Vec::new();
    for _ in 0..=most {
        all.push(waiting(server, code, token).await);
    }
    let readable = all.iter().map(|tcp| Box::pin(tcp.readable()));
    let (_, answered, _) = select_all(readable).await;
    let mut answer = [0; 15];
    all.swap_remove(answered).read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 200 OK");
    all
}

#[tokio::test]
async fn the_newest_requests_wait_and_keep_nobody_out() {
    let server = Server::under(Settings { spectators: 2, ..quiet() }).await;
    let (_a, _b, ada, bo) = server.playing(json!({})).await;
    let (code, token) = (ada.code.as_str(), Some(ada.token.as_str()));
    for (bearer, most) in [(token, limits::SEAT_GUESTS_MAX), (None, 2)] {
        let newer = all_waiting(&server, code, bearer, most).await;
        // Those that have gone meanwhile, of which nobody hears, are in nobody's way.
        drop(newer);
        for _ in 0..most {
            assert_eq!(view(&server, (code, ""), bearer, None).await.status, 200);
        }
    }
    assert_eq!(make(&server, &ada, 0, json!({"type": "say", "n": 1})).await, 1);
    assert_eq!(seen(&server, &bo, "").await.status, 200, "each seat has its own");
}

#[tokio::test]
async fn a_new_token_ends_what_waits_for_the_old_one() {
    let server = Server::start().await;
    let (_a, _b, ada, _) = server.playing(json!({})).await;
    let renew = format!("/api/v1/rooms/{}/seats/0/token", ada.code);
    let (waited, renewed) = tokio::join!(
        seen(&server, &ada, "?after=0&wait_ms=25000"),
        server.bearer("POST", &renew, &ada.token),
    );
    assert_eq!(renewed.status, 200);
    assert_eq!((waited.status, waited.code()), (401, "token_unknown"));
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_looks_in_is_not_absent() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let (mut a, b, _, bo) = server.playing_in(json!({"absence_ms": 300_000})).await;
    a.command(0, json!({"type": "say", "n": 1})).await;
    b.leave().await;
    a.until("room").await;
    let claim = || json!({"type": "claim", "id": Uuid::new_v4(), "outcome": "win"});
    clock.advance(299_999).await;
    assert_eq!(seen(&server, &bo, "").await.status, 200);
    clock.advance(299_999).await;
    assert_eq!(a.act(claim()).await["retry_after_ms"], 1);
    clock.advance(1).await;
    assert_eq!(a.act(claim()).await["type"], "accepted");
}

#[tokio::test(start_paused = true)]
async fn views_and_commands_cost_points() {
    let _clock = Frozen::clock();
    // A room and a seat, a command, and then one look.
    let points = 100 + 10 + 2 + 1;
    let server = Server::under(Settings { points_per_minute: points, ..quiet() }).await;
    let ada = server.create(json!({})).await;
    server.take(&ada.code).await;
    let ready = json!({"type": "ready", "id": Uuid::new_v4()});
    assert_eq!(say(&server, &ada, &ready).await.status, 200);
    assert_eq!(view(&server, (&ada.code, ""), None, None).await.code(), "not_started");
    let spent = view(&server, (&ada.code, ""), None, None).await;
    assert_eq!((spent.status, spent.code()), (429, "too_many_requests"));
    // A seat has a budget of its own.
    assert_eq!(seen(&server, &ada, "").await.code(), "not_started");
}

#[tokio::test]
async fn a_server_that_stops_ends_what_waits() {
    let mut server = Server::start().await;
    let (_a, _b, ada, _) = server.playing(json!({})).await;
    let (code, token) = (ada.code.as_str(), Some(ada.token.as_str()));
    let all = all_waiting(&server, code, token, limits::SEAT_GUESTS_MAX).await;
    server.stop();
    for mut tcp in all {
        let mut answer = String::new();
        tcp.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 503 ") && answer.contains("draining"), "{answer}");
    }
    server.stopped().await;
}
