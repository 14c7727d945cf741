//! Sentences, from hand-made rooms and updates.

use protocol::notice::Push;
use serde_json::json;

use super::*;
use crate::testing::{room, update};

fn names() -> Names {
    Names::new(&room(RoomState::Running), &[], None)
}

#[test]
fn a_lobby_shows_who_is_there() {
    let mut room = room(RoomState::Lobby);
    room.seats[1].name = None;
    room.seats[0].ready = true;
    assert_eq!(
        lobby(&room, Some(0), None),
        [
            "Room K7P2XR: europe divided",
            "  edition: revised",
            "  Seat 0 (Europe): Ada, ready, no entropy, you, host",
            "  Seat 1 (Russia): free",
        ]
    );
}

#[test]
fn in_a_lobby_only_what_changed_is_said_again() {
    let before = room(RoomState::Lobby);
    let mut now = before.clone();
    assert!(changed_seats(&before, &now, Some(0), &[]).is_empty());
    now.seats[1].ready = true;
    assert_eq!(
        changed_seats(&before, &now, Some(0), &[]),
        ["  Seat 1 (Russia): Boris, ready, no entropy"]
    );
}

#[test]
fn a_lobby_counts_its_free_seats() {
    let mut room = room(RoomState::Lobby);
    assert_eq!(lobby_wait(&room, Some(0)), PRESS_ENTER);
    room.seats[1].name = None;
    assert!(lobby_wait(&room, Some(0)).starts_with("A seat is free: "));
    room.seats.push(Seat { seat: 2, ..room.seats[1].clone() });
    assert!(lobby_wait(&room, Some(0)).starts_with("Seats are free: "));
}

#[test]
fn a_lobby_says_what_was_agreed_that_is_not_usual_in_the_words_of_the_server() {
    let game: GameInfo = serde_json::from_value(json!({
        "id": "europe-divided", "name": "Europe Divided", "description": "",
        "seats": {"min": 2, "max": 2}, "licence": "",
        "options": {"properties": {
            "edition": {"title": "Printed rules", "default": "revised", "oneOf": [
                {"const": "first", "title": "First printing"},
                {"const": "revised", "title": "Revised"}]},
            "gifts": {"title": "Gifts", "default": false, "type": "boolean"},
            "round_ms": {"title": "Length of a round", "default": 300_000, "type": "integer",
                "minimum": 60_000, "maximum": 900_000},
        }},
    }))
    .unwrap();
    let mut room = room(RoomState::Lobby);
    let said = |room: &Room| lobby(room, Some(0), Some(&game))[..2].join("|");
    room.options = serde_json::from_value(json!({"edition": "revised", "gifts": false})).unwrap();
    assert_eq!(
        said(&room),
        "Room K7P2XR: Europe Divided|  Seat 0 (Europe): Ada, not ready, you, host"
    );
    let given = json!({"edition": "first", "gifts": true, "round_ms": 270_000, "later": 3});
    room.options = serde_json::from_value(given).unwrap();
    assert_eq!(
        said(&room),
        "Room K7P2XR: Europe Divided|  Printed rules: First printing; Gifts: yes; Length of a round: \
         4:30; later: 3"
    );
}

#[test]
fn a_seat_without_a_name_in_the_game_has_its_holders() {
    let text = |text: &str, seat: u64| {
        let mut event = update(1).events.remove(0);
        event.text = text.to_owned();
        event.fields.insert("seat".to_owned(), json!(seat));
        brief_event(&event, &names())
    };
    assert_eq!(text("Seat 1 plays Red", 1), "* Boris plays Red");
    assert_eq!(text("Seat 1 plays Red", 0), "* Seat 1 plays Red");
    assert_eq!(text("Seat 12 plays Red", 1), "* Seat 12 plays Red");
    assert_eq!(text("Red plays", 1), "* Red plays");
}

#[test]
fn the_ways_of_notice_are_described() {
    let none = Notify { ways: vec![], webhook: None, email: None, confirmed: None, push: None };
    assert_eq!(notices(&none), "This server sends no notices.");
    assert_eq!(notice_ways(&none), None);
    let ways = vec![Way::Webhook.into(), Way::Email.into()];
    let some = Notify { ways, ..none };
    assert_eq!(notices(&some), "While you are away, you are not notified of your turn.");
    let text = notice_ways(&some).unwrap();
    assert_eq!(text, "an https:// address (it is called) or a mail address");
    let devices = vec!["0f".repeat(16)];
    let push = Some(Push { key: String::new(), devices });
    let shown = Notify { ways: vec![], push, ..some.clone() };
    assert!(notices(&shown).contains("shown by the browser"));
    let url = "https://hooks.example.org/x".to_owned();
    let called = Notify { webhook: Some(url.clone()), ..some.clone() };
    assert!(notices(&called).contains(&url));
    for (confirmed, text) in [(false, "until its owner agrees"), (true, "reported by mail to")] {
        let email = Some("ada@example.org".to_owned());
        let mailed = Notify { email, confirmed: Some(confirmed), ..some.clone() };
        assert!(notices(&mailed).contains(text) && notices(&mailed).contains("ada@"));
    }
}

#[test]
fn the_turn_is_said_in_words() {
    let mut update = update(1);
    assert_eq!(turn(&update, Some(0), &names()), "Waiting for Boris (Russia).");
    assert_eq!(turn(&update, Some(1), &names()), "It is your turn.");
    update.awaiting = vec![0, 1];
    let both = "It is your turn, and that of Ada (Europe).";
    assert_eq!(turn(&update, Some(1), &names()), both);
    let waiting = "Waiting for Ada (Europe) and Boris (Russia).";
    assert_eq!(turn(&update, None, &names()), waiting);
}

#[test]
fn any_deadline_is_a_clock() {
    let mut update = update(1);
    assert_eq!(deadlines("tic-tac-toe", &update), []);
    update.deadline_ms = Some(30_000);
    assert_eq!(
        deadlines("tic-tac-toe", &update),
        [Deadline { what: "the deadline", name: "time", at_ms: 30_000 }]
    );
}

#[test]
fn the_end_names_winner_scores_and_reason() {
    let end = |winners: &[u8]| Outcome {
        winners: winners.to_vec(),
        scores: vec![12, 9],
        reason: "contested_cards".to_owned(),
    };
    assert_eq!(
        outcome(&end(&[0]), Some(1), &names()),
        [
            "The match is over: Ada (Europe) wins (prestige was equal: by contested Action Cards).",
            "Scores: Ada (Europe) 12, Boris (Russia) 9"
        ]
    );
    assert!(outcome(&end(&[0]), Some(0), &names())[0].contains("you win"));
    assert!(outcome(&end(&[]), None, &names())[0].contains("nobody wins"));
    let draw = Outcome { reason: "draw".to_owned(), ..end(&[]) };
    assert_eq!(
        outcome(&draw, Some(0), &names())[0],
        "The match is over: it is a draw (the turns are over and everything is equal)."
    );
}

#[test]
fn comings_goings_and_requests_are_reported_once() {
    let before = room(RoomState::Running);
    let mut now = before.clone();
    now.seats[1].connected = false;
    now.requests.push(protocol::room::Request {
        id: uuid::Uuid::nil(),
        kind: "pause".to_owned(),
        by: 1,
        until_ms: 0,
        agreed: Vec::new(),
        to: None,
        moves: None,
    });
    now.requests.push(protocol::room::Request {
        id: uuid::Uuid::max(),
        kind: "undo".to_owned(),
        to: Some(7),
        moves: Some(2),
        ..now.requests[0].clone()
    });
    assert_eq!(
        room_changes(&before, &now, Some(0), &names(), Face::LINES),
        [
            "Boris (Russia) has lost the connection.",
            "Boris (Russia) asks for: pause. Type agree or refuse.",
            "Boris (Russia) asks for: taking 2 moves back (what is rolled or drawn after it \
             will be the same again). Type agree or refuse.",
        ]
    );
    assert!(room_changes(&now, &now, Some(0), &names(), Face::LINES).is_empty());
}
