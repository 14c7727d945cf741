//! A coach over real sockets: sees what the pupil sees, reaches the pupil alone, and plays for nobody.

use black_box::{Player, Seed, Server, Table};
use protocol::room::{CoachState, NewCoach, Seated};
use protocol::{ClientMessage, Code, ServerMessage};
use serde_json::json;
use uuid::Uuid;

/// The coach's words, which are nowhere else.
const ADVICE: &str = "keep the six for the Baltic";

/// Moves that the coach watches.
const MOVES: usize = 40;

async fn asks(table: &mut Table, want: bool) -> Uuid {
    let id = table.seed.id();
    table.seats[0].send(&ClientMessage::Coach { id, want }).await;
    id
}

/// Has all agree that seat 0 is coached, and returns the coach's token.
async fn agreed(server: &Server, table: &mut Table) -> String {
    let path = format!("/api/v1/rooms/{}/seats/0/coach", table.code());
    let token = table.keys[0].token.clone();
    let early = server.http.request("POST", &path, Some(&token), None).await;
    assert_eq!((early.status, &early.body["code"]), (409, &json!("not_agreed")));

    let request = asks(table, true).await;
    let stands = |player: &Player| {
        player.room.as_ref().is_some_and(|room| room.requests.iter().any(|one| one.id == request))
    };
    table.seats[1].until(stands).await;
    let yes = ClientMessage::Consent { id: table.seed.id(), request, agree: true };
    table.seats[1].act(&yes).await.expect("agreed");
    let coached = |player: &Player| {
        player.room.as_ref().is_some_and(|room| room.seats[0].coach == Some(CoachState::Invited))
    };
    for viewer in table.seats.iter_mut().chain(&mut table.gallery) {
        viewer.until(coached).await;
    }
    let other = table.keys[1].token.clone();
    let stranger = server.http.request("POST", &path, Some(&other), None).await;
    assert_eq!(stranger.body["code"], "forbidden");
    let NewCoach { token } = server.http.request("POST", &path, Some(&token), None).await.as_a();
    token
}

#[tokio::test]
async fn a_coach_sees_what_the_pupil_sees_and_reaches_nobody_else() {
    let server = Server::start();
    let mut table = Table::of(&server, "europe-divided", json!({}), 1, Seed::or(171)).await;
    let token = agreed(&server, &mut table).await;
    let mut coach = Player::coach(&server, table.code(), &token, 0).await;
    for _ in 0..MOVES {
        assert!(table.step().await, "the match goes on");
        let shown = table.seats[0].now().clone();
        // Behind the veil of a secret choice a newer view has the same number.
        let seen = |view: &protocol::Update| {
            (&view.public, &view.private, &view.offers, view.decision, &view.head)
                == (&shown.public, &shown.private, &shown.offers, shown.decision, &shown.head)
        };
        coach.until(|coach| coach.view.as_ref().is_some_and(seen)).await;
    }
    // Every way to act is closed.
    let decision = coach.now().decision.unwrap_or_default();
    let command = json!({"type": "pass"});
    let id = table.seed.id();
    for act in [
        ClientMessage::Command { id, decision, command: command.clone() },
        ClientMessage::Preview { id, decision, command },
        ClientMessage::Hint { id, decision },
        ClientMessage::Resign { id },
        ClientMessage::Coach { id, want: false },
        ClientMessage::Undo { id, to: 0 },
    ] {
        let refused = coach.act(&act).await.expect_err("a coach does nothing");
        assert_eq!(refused.code, Code::NotSeated, "{act:?}");
    }
    // It reaches the pupil, the others are sent nothing at all.
    table.sync().await;
    let at = vec!["ukraine".to_owned()];
    let point = ClientMessage::Point { at, text: Some(ADVICE.to_owned()) };
    coach.send(&point).await;
    for reached in [&mut coach, &mut table.seats[0]] {
        while !matches!(reached.next().await, ServerMessage::Point { .. }) {}
    }
    table.seats[1].nothing().await;
    table.gallery[0].nothing().await;
    for other in [&table.seats[1], &table.gallery[0]] {
        assert!(other.frames.iter().all(|frame| !frame.contains(ADVICE)));
        assert!(other.frames.iter().all(|frame| !frame.contains(&token)));
    }
    // The end of it.
    asks(&mut table, false).await;
    let (_, close) = coach.to_the_end().await;
    assert_eq!(close, 4001);
    assert!(table.step().await, "the match goes on without");
}

#[tokio::test]
async fn a_restart_ends_the_coaching_and_the_match_goes_on() {
    let server = Server::start();
    let mut table = Table::of(&server, "balance-of-power", json!({}), 0, Seed::or(172)).await;
    let token = agreed(&server, &mut table).await;
    let coach = Player::coach(&server, table.code(), &token, 0).await;
    assert!(coach.view.is_some());
    table.play(6).await;
    let server = server.kill().await.start();
    for seat in &mut table.seats {
        seat.come_back(&server).await;
    }
    table.play(6).await;
    assert!(table.seats[1].room.as_ref().is_some_and(|room| room.seats[0].coach.is_none()));
    let mut late = Player::open(&server, table.code(), None).await;
    late.hello(Some(&token), None).await;
    let (messages, close) = late.to_the_end().await;
    assert_eq!(close, 4001, "{messages:?}");
}

#[tokio::test]
async fn a_new_token_of_the_pupil_ends_the_coaching() {
    let server = Server::start();
    let mut table = Table::of(&server, "europe-divided", json!({}), 0, Seed::or(173)).await;
    let token = agreed(&server, &mut table).await;
    let mut coach = Player::coach(&server, table.code(), &token, 0).await;
    let seat = format!("/api/v1/rooms/{}/seats/0", table.code());
    let own = table.keys[0].token.clone();
    let renewed = server.http.request("POST", &format!("{seat}/token"), Some(&own), None).await;
    assert_eq!(renewed.status, 200, "{renewed:?}");
    let (_, close) = coach.to_the_end().await;
    assert_eq!(close, 4001);
    let view = format!("/api/v1/rooms/{}/view", table.code());
    assert_eq!(
        server.http.request("GET", &view, Some(&token), None).await.code(),
        Code::TokenUnknown
    );
    let fresh = renewed.body["token"].as_str().map(str::to_owned);
    let again = server.http.request("POST", &format!("{seat}/coach"), fresh.as_deref(), None).await;
    assert_eq!(again.code(), Code::NotAgreed, "all are asked again");
}

#[tokio::test]
async fn beside_a_bot_a_coach_needs_the_people_alone() {
    let server = Server::with(&["--bot-pace-ms", "0"]);
    let options = json!({"players": 3});
    let wanted = json!({"game": "europe", "options": options, "name": "Ada", "seat": 0});
    let ada: Seated = server.http.post("/api/v1/rooms", &wanted).await.as_a();
    let path = |what: &str| format!("/api/v1/rooms/{}/{what}", ada.room.code);
    let wanted = json!({"name": "Bo", "seat": 1});
    let bo: Seated = server.http.post(&path("seats"), &wanted).await.as_a();
    let bot = path("seats/2/bot");
    let level = r#"{"level": "easy"}"#.to_owned();
    let added = server.http.request("POST", &bot, Some(&ada.token), Some(level)).await;
    assert_eq!(added.status, 201, "{added:?}");
    let (mut a, mut b) =
        (Player::seat(&server, &ada, None).await, Player::seat(&server, &bo, None).await);
    a.ready().await;
    b.ready().await;
    for player in [&mut a, &mut b] {
        player.until(|own| own.view.is_some()).await;
    }
    let mut seed = Seed::or(174);
    let request = seed.id();
    a.send(&ClientMessage::Coach { id: request, want: true }).await;
    // The bot is the first to agree.
    let agreed = |own: &Player| {
        let requests = own.room.iter().flat_map(|room| &room.requests);
        requests.filter(|open| open.id == request).any(|open| open.agreed == [2])
    };
    b.until(agreed).await;
    let yes = ClientMessage::Consent { id: seed.id(), request, agree: true };
    b.act(&yes).await.expect("agreed");
    let coached = |own: &Player| {
        own.room.as_ref().is_some_and(|room| room.seats[0].coach == Some(CoachState::Invited))
    };
    a.until(coached).await;
}
