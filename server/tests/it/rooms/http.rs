//! The HTTP routes: what they answer, and that every error is a problem with a code.

use crate::support::{Answer, Seated, Server, quiet};
use futures_util::future::{join, join_all};
use serde_json::json;
use server::Settings;

#[tokio::test]
async fn the_specification_and_the_data_are_served() {
    let server = Server::start().await;
    let games = server.get("/api/v1/games").await;
    assert_eq!((games.status, &games.body["games"][0]["id"]), (200, &json!("toy")));
    let schema = server.get("/api/v1/schema.json").await;
    assert!(schema.body["$defs"].is_object());
    let ada = server.create(json!({})).await;
    let room = server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    let digest = room.body["fairness"]["data"].as_str().unwrap().to_owned();
    let data = server.get(&format!("/api/v1/data/{digest}")).await;
    assert_eq!((data.status, &data.body), (200, &json!({"toy": {"faces": 6}})));
    for unknown in ["x", &"0".repeat(64), &digest.to_uppercase()] {
        assert_eq!(server.get(&format!("/api/v1/data/{unknown}")).await.code(), "not_found");
    }
    assert_eq!(server.get("/livez").await.status, 200);
    assert_eq!(server.get("/readyz").await.status, 200);
    server.log.full.store(true, std::sync::atomic::Ordering::SeqCst);
    let ready = server.get("/readyz").await;
    assert_eq!((ready.status, ready.code()), (503, "storage_unavailable"));
    assert!(ready.headers.contains_key("retry-after"));
}

#[tokio::test]
async fn a_browser_that_follows_an_invitation_gets_the_client_and_what_to_type_without_it() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let page = async |path: &str, status: u16| {
        let answer = server.get(path).await;
        assert_eq!(answer.status, status, "{answer:?}");
        assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8");
        assert!(answer.headers["content-security-policy"].starts_with("default-src 'none'"));
        answer.body.as_str().unwrap().to_owned()
    };
    let at = server.at;
    let home = page("/", 200).await;
    assert!(home.contains(&format!("<pre>entente --server http://{at} play</pre>")), "{home}");
    assert!(home.contains("<base href=\"./\""), "{home}");
    let join = format!("<pre>entente play --join http://{at}/r/{}</pre>", ada.code);
    let lower = page(&format!("/r/{}", ada.code.to_lowercase()), 200).await;
    assert!(lower.contains(&join) && lower.contains("<base href=\"../\""), "{lower}");
    assert!(!lower.contains("{{"), "{lower}");
    // Nothing reveals whether a room with the code exists.
    let unknown = if ada.code == "K7P2XR" { "K7P2XC" } else { "K7P2XR" };
    assert_eq!(page(&format!("/r/{unknown}"), 200).await, lower.replace(&ada.code, unknown));
    assert!(!page("/r/%3Cscript%3E", 404).await.contains("<script>"));
}

#[tokio::test]
async fn unknown_routes_and_methods_are_problems() {
    let server = Server::start().await;
    for path in
        ["/index.php", "/api/v1/nothing", "/api/v1/rooms/K7P2XR/nothing", "/api/v1/rooms/%ff/x"]
    {
        let answer = server.get(path).await;
        assert_eq!((answer.status, answer.code()), (404, "not_found"), "{path}");
    }
    for (method, path) in [("DELETE", "/api/v1/rooms"), ("PUT", "/api/v1/games")] {
        let answer = server.request(method, path, &[], "").await;
        assert_eq!((answer.status, answer.code()), (405, "method_not_allowed"), "{path}");
        assert!(answer.headers["allow"].contains("GET"), "{answer:?}");
    }
    for path in ["/api/v1/rooms/K7P2XR", "/api/v1/rooms/%ff", "/api/v1/rooms/x"] {
        let answer = server.get(path).await;
        assert_eq!((answer.status, answer.code()), (404, "room_unknown"), "{path}");
    }
    let no_upgrade = server.get("/api/v1/rooms/K7P2XR/socket").await;
    assert_eq!(no_upgrade.code(), "malformed");
}

#[tokio::test]
async fn who_looks_for_a_page_that_is_not_there_gets_one_that_leads_back() {
    let settings = Settings { base_path: "/games/".to_owned(), ..quiet() };
    let server = Server::under(settings).await;
    let browser = [("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")];
    for (path, root) in [
        ("/games/index.php", "./"),
        ("/games/docs/nothing.html", "../"),
        ("/games/r/K7P2XR/nothing/", "../../../"),
    ] {
        let answer = server.request("GET", path, &browser, "").await;
        assert_eq!(answer.status, 404, "{path}");
        let page = answer.body.as_str().unwrap();
        assert!(page.contains(&format!("<base href=\"{root}\"")), "{path}: {page}");
    }
    for path in ["/games/api/v1/nothing", "/elsewhere", "/gamesome"] {
        let answer = server.request("GET", path, &browser, "").await;
        assert_eq!((answer.status, answer.code()), (404, "not_found"), "{path}");
    }
}

#[tokio::test]
async fn a_base_path_stands_before_every_route() {
    let settings = Settings { base_path: "/games/".to_owned(), ..quiet() };
    let server = Server::under(settings).await;
    assert_eq!(server.get("/games/livez").await.status, 200);
    assert_eq!(server.get("/games/api/v1/games").await.status, 200);
    assert_eq!(server.get("/livez").await.code(), "not_found");
}

#[tokio::test]
async fn bodies_are_read_strictly() {
    let server = Server::start().await;
    let most = 16 * 1024;
    let padded = |bytes: usize| {
        let body = r#"{"game":"toy","name":"Ada"}"#;
        format!("{}{body}", " ".repeat(bytes - body.len()))
    };
    for (body, status, code) in [
        ("", 400, "malformed"),
        ("[]", 400, "malformed"),
        (r#"{"game":"toy"}"#, 400, "malformed"),
        (r#"{"game":"toy","name":"Ada","name":"Bo"}"#, 400, "malformed"),
        (r#"{"game":"toy","name":"Ada","host":true}"#, 400, "malformed"),
        (r#"{"game":"toy","name":"Ada","seat":0.0}"#, 400, "malformed"),
        (r#"{"game":"toy","name":"Ada"} x"#, 400, "malformed"),
        (r#"{"game":"chess","name":"Ada"}"#, 422, "game_unknown"),
        (r#"{"game":"toy","name":""}"#, 422, "name_invalid"),
        (r#"{"game":"toy","name":"Ada","options":{"round":1}}"#, 422, "option_invalid"),
        (r#"{"game":"toy","name":"Ada","options":{"rounds":"x"}}"#, 422, "option_invalid"),
        (r#"{"game":"toy","name":"Ada","absence_ms":1}"#, 422, "option_invalid"),
        (r#"{"game":"toy","name":"Ada","seat":2}"#, 404, "seat_unknown"),
        (&padded(most + 1), 413, "too_big"),
    ] {
        let answer = server.request("POST", "/api/v1/rooms", &[], body).await;
        assert_eq!((answer.status, answer.code()), (status, code), "{body}");
    }
    for bytes in [most - 1, most] {
        let answer = server.request("POST", "/api/v1/rooms", &[], &padded(bytes)).await;
        assert_eq!(answer.status, 201);
    }
    assert_eq!(server.log.room_count(), 2);
}

#[tokio::test]
async fn tokens_are_taken_from_the_header_only() {
    let server = Server::start().await;
    let ada = server.create(json!({})).await;
    let path = format!("/api/v1/rooms/{}/seats/0/token", ada.code);
    for query in [format!("token={}", ada.token), format!("x={}", ada.token)] {
        let answer = server.bearer("POST", &format!("{path}?{query}"), &ada.token).await;
        assert_eq!((answer.status, answer.code()), (400, "malformed"));
    }
    let nobody = server.request("POST", &path, &[], "").await;
    assert_eq!((nobody.status, nobody.code()), (401, "token_unknown"));
    assert_eq!(nobody.headers["www-authenticate"], "Bearer");
    assert_eq!(server.bearer("POST", &path, "guess").await.code(), "token_unknown");
    assert_eq!(server.bearer("POST", &path, &ada.token).await.status, 200);
}

#[tokio::test]
async fn rooms_cannot_be_created_without_end() {
    let settings = Settings { points_per_minute: 150, ..quiet() };
    let server = Server::under(settings).await;
    server.create(json!({})).await;
    server.create(json!({})).await;
    let third = server.post("/api/v1/rooms", &json!({"game": "toy", "name": "Ada"})).await;
    assert_eq!((third.status, third.code()), (429, "too_many_requests"));
    assert!(third.headers["retry-after"].parse::<u64>().unwrap() <= 30);
    assert!(third.body["retry_after_ms"].as_u64().unwrap() <= 30_000);
    let settings = Settings { max_rooms: 1, ..quiet() };
    let server = Server::under(settings).await;
    server.create(json!({})).await;
    let second = server.post("/api/v1/rooms", &json!({"game": "toy", "name": "Ada"})).await;
    assert_eq!((second.status, second.code()), (503, "busy"));
}

/// A match that Bo gives up at once, and its room.
async fn over(server: &Server) -> Seated {
    let (_a, mut b, ada, _) = server.playing(json!({})).await;
    b.act(json!({"type": "resign", "id": uuid::Uuid::new_v4()})).await;
    ada
}

#[tokio::test]
async fn an_address_has_so_many_rooms_at_a_time() {
    let server = Server::under(Settings { max_rooms_per_address: 2, ..quiet() }).await;
    let ada = over(&server).await;
    server.create(json!({})).await;
    let again = format!("/api/v1/rooms/{}/rematch", ada.code);
    assert_eq!(server.bearer("POST", &again, &ada.token).await.status, 201, "one is over");
    assert_eq!(server.bearer("POST", &again, &ada.token).await.status, 201, "it is no new one");
    let third = server.post("/api/v1/rooms", &json!({"game": "toy", "name": "Ada"})).await;
    assert_eq!((third.status, third.code()), (429, "too_many_requests"));
}

#[tokio::test]
async fn a_rematch_is_charged_as_a_room() {
    // Beside two rooms with a seat and two sockets there is enough to ask for a rematch, not for its room.
    let server = Server::under(Settings { points_per_minute: 260, ..quiet() }).await;
    let (ada, bo) = (over(&server).await, over(&server).await);
    let rematch = async |of: &Seated| {
        let path = format!("/api/v1/rooms/{}/rematch", of.code);
        server.bearer("POST", &path, &of.token).await
    };
    assert_eq!(rematch(&ada).await.status, 201);
    // A seat has a budget of its own, but not for rooms: each would bring a seat, and so the next one.
    let other = rematch(&bo).await;
    assert_eq!((other.status, other.code()), (429, "too_many_requests"));
    let look = server.get(&format!("/api/v1/rooms/{}", ada.code)).await;
    assert_eq!((look.status, look.code()), (429, "too_many_requests"));
}

#[tokio::test]
async fn the_oldest_room_that_is_over_makes_room() {
    let server = Server::under(Settings { max_rooms: 2, ..quiet() }).await;
    let lobby = server.create(json!({})).await;
    let ada = over(&server).await;
    let third = server.create(json!({})).await;
    let status =
        async |seated: &Seated| server.get(&format!("/api/v1/rooms/{}", seated.code)).await.status;
    assert_eq!(status(&ada).await, 404, "it was over");
    assert_eq!((status(&lobby).await, status(&third).await), (200, 200));
    let fourth = server.post("/api/v1/rooms", &json!({"game": "toy", "name": "Ada"})).await;
    assert_eq!((fourth.status, fourth.code()), (503, "busy"), "nothing is over");
}

/// Asks for a rematch of a match that is over.
async fn rematch(server: &Server, of: &Seated) -> Answer {
    server.bearer("POST", &format!("/api/v1/rooms/{}/rematch", of.code), &of.token).await
}

#[tokio::test]
async fn a_room_that_is_continued_makes_no_room_for_itself() {
    let server = Server::under(Settings { max_rooms: 2, ..quiet() }).await;
    let (ada, bo) = (over(&server).await, over(&server).await);
    assert_eq!(rematch(&server, &ada).await.status, 201, "the other one makes room");
    let look = async |room: &Seated| server.get(&format!("/api/v1/rooms/{}", room.code)).await;
    assert_eq!((look(&ada).await.status, look(&bo).await.status), (200, 404));

    let server = Server::under(Settings { max_rooms: 1, ..quiet() }).await;
    let ada = over(&server).await;
    let refused = rematch(&server, &ada).await;
    assert_eq!((refused.status, refused.code()), (503, "busy"), "no other one is over");
    let stranger = Seated { token: "a".repeat(43), ..ada.clone() };
    assert_eq!(rematch(&server, &stranger).await.status, 401);
    let record = server.get(&format!("/api/v1/rooms/{}/record", ada.code)).await;
    assert_eq!(record.status, 200, "it still answers");
    assert_eq!(
        server.post("/api/v1/rooms", &json!({"game": "toy", "name": "Ada"})).await.status,
        201
    );
}

#[tokio::test]
async fn whoever_needs_room_at_once_gets_it_as_long_as_rooms_are_over() {
    const ROOMS: usize = 5;
    let server = Server::under(Settings { max_rooms: ROOMS, ..quiet() }).await;
    for _ in 0..ROOMS {
        over(&server).await;
    }
    let wanted = json!({"game": "toy", "name": "Ada"});
    let create = || server.post("/api/v1/rooms", &wanted);
    let created = join_all((0..ROOMS).map(|_| create())).await;
    assert!(created.iter().all(|answer| answer.status == 201), "{created:?}");
    assert_eq!(create().await.code(), "busy", "and not one more");

    let server = Server::under(Settings { max_rooms: 2, ..quiet() }).await;
    let (ada, bo) = (over(&server).await, over(&server).await);
    let (one, other) = join(rematch(&server, &ada), rematch(&server, &bo)).await;
    assert!(one.status == 201 || other.status == 201, "neither waits: {one:?} {other:?}");
}

#[tokio::test]
async fn an_address_takes_so_many_seats_of_listed_rooms() {
    let server = Server::start().await;
    let take = async |seated: &Seated| {
        let path = format!("/api/v1/rooms/{}/seats", seated.code);
        server.post(&path, &json!({"name": "Bo"})).await
    };
    let mut sitting = Vec::new();
    for _ in 0..8 {
        let listed = server.create(json!({"listed": true})).await;
        let answer = take(&listed).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        sitting.push((listed, answer.body["token"].as_str().unwrap().to_owned()));
    }
    let listed = server.create(json!({"listed": true})).await;
    let ninth = take(&listed).await;
    assert_eq!((ninth.status, ninth.code()), (429, "too_many_requests"));
    let private = server.create(json!({})).await;
    assert_eq!(take(&private).await.status, 201, "who knows a code may sit down");
    let (room, token) = &sitting[0];
    let seat = format!("/api/v1/rooms/{}/seats/1", room.code);
    assert_eq!(server.bearer("DELETE", &seat, token).await.status, 204);
    assert_eq!(take(&listed).await.status, 201);
}
