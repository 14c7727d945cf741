//! Playing and watching in lines of text, against a hand-driven server.

use crate::fake::{Fake, end, room, update, welcome};
use crate::person::{Person, begin, offers, session};
use clap::Parser;
use client_cli::args::{Cli, Command, WatchArgs};
use client_cli::paper::Paper;
use client_cli::saved::{SavedGame, SavedGames};
use protocol::envelope::ClaimOutcome;
use protocol::room::{BotLevel, RoomState, Seat, SeatKind};
use protocol::{ClientMessage, Code, ServerMessage, You};
use serde_json::{Value, json};

fn watch_args(line: &str) -> WatchArgs {
    let command = Cli::parse_from(line.split_whitespace()).command;
    let Command::Watch(watch) = command else { panic!("{line}") };
    watch
}

/// Everything that sends nothing, ending within the second offer.
async fn ask_around(person: &Person) {
    for (line, reply) in [
        ("9", "There is no number 9; type 1 to 2."),
        ("zzz", "No offer contains \"zzz\""),
        ("money", "1 of 2 offers contain \"money\""),
        ("b", "There is nothing to go back from."),
        ("c", "c TEXT: the text is missing"),
        ("l", "* Step 1 was taken"),
        ("agree", "Nobody asks for anything."),
        ("2", "army: choose one"),
        ("7", "there is no number 7; type 1 to 2."),
        ("south", "steps: a number from 1 to 3"),
        ("4", "type a number from 1 to 3."),
    ] {
        person.types(line).await;
        person.reads(reply).await;
    }
}

#[tokio::test]
async fn a_host_finds_programs_and_seats_bots_whose_levels_stand_beside_their_names() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let script = async |fake: &mut Fake, person: Person| {
        let mut peer = fake.peer().await;
        peer.receive().await;
        let mut room = crate::fake::room(&peer.code);
        let taken = room.seats[1].clone();
        room.seats[1].name = None;
        peer.send(&welcome(You::Seat(0), room.clone())).await;
        person.reads("A bot is normal unless you say: bot easy, bot hard.").await;
        person.types("bot expert").await;
        person.reads("The bots of this game play: easy, normal, hard.").await;
        person.types("program").await;
        person.reads("No program waits for hosts of this game.").await;
        for (line, body) in [
            ("bot", json!({})),
            ("bot hard", json!({"level": "hard"})),
            ("bot 1 easy", json!({"level": "easy"})),
        ] {
            person.types(line).await;
            // Before the seat is taken: then there would be none for a bot without a seat.
            assert_eq!(fake.bots.recv().await, Some(("CCCCCC/1".to_owned(), body)));
        }
        let (name, kind) = (Some("Bot 1".to_owned()), SeatKind::Bot.into());
        room.seats[1] =
            Seat { name, kind, level: Some(BotLevel::Easy.into()), ready: true, ..taken };
        peer.send(&ServerMessage::Room { room }).await;
        person.reads("Seat 1: Bot 1 (easy), bot of the server, ready").await;
        person.types("q").await;
    };
    let line = "entente play --create fake-game --name Ada";
    let (result, text) = session(&mut fake, home.path(), line, script).await;
    result.unwrap_or_else(|error| panic!("{error}: {text}"));
}

#[tokio::test]
async fn a_match_from_the_lobby_to_the_rematch() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let store = SavedGames::new(home.path());
    let script = async |fake: &mut Fake, person: Person| {
        let mut peer = begin(fake, &person).await;
        assert_eq!(store.list().unwrap()[0].token, "token-CCCCCC");
        ask_around(&person).await;
        // Back to the army, and to the other one.
        for line in ["b", "1", "3"] {
            person.types(line).await;
        }
        let (id, decision, command) = peer.command().await;
        assert_eq!(decision, 1);
        assert_eq!(command, json!({"type": "move", "army": "north", "steps": 3}));
        person.types("1").await;
        person.reads("Your last answer is on its way").await;
        let refusal = json!({"type": "rejected", "id": id, "code": "illegal", "detail": "too far",
            "rule": "Movement"});
        peer.raw(&refusal.to_string()).await;
        person.reads("[Movement] (illegal).").await;
        person.types("c hello").await;
        assert_eq!(peer.receive().await, ClientMessage::Chat { text: "hello".to_owned() });
        person.types("1").await;
        let (id, _, command) = peer.command().await;
        assert_eq!(command, json!({"type": "pass"}));
        peer.send(&ServerMessage::Update(update(2, Vec::new()))).await;
        peer.send(&ServerMessage::Accepted { id, seq: 2 }).await;
        person.reads("Waiting for Boris.").await;
        person.types("claim win").await;
        person.reads("Do you end the match?").await;
        person.types("yes").await;
        let claim = peer.receive().await;
        assert!(matches!(claim, ClientMessage::Claim { outcome: ClaimOutcome::Win, .. }));
        peer.send(&ServerMessage::Update(end(3))).await;
        person.reads("The match is over: you win, Ada (by prestige).").await;
        person.reads("Scores: Ada 3, Boris 1").await;
        assert_eq!(store.list().unwrap(), vec![]);
        person.types("rematch").await;
        let mut next = fake.peer().await;
        assert_eq!(next.code, "DDDDDD");
        next.welcome(RoomState::Lobby).await;
        person.reads("On to room DDDDDD.").await;
        person.types("q").await;
        assert!(next.gone().await);
    };
    let line = "entente play --create fake-game --name Ada";
    let (result, text) = session(&mut fake, home.path(), line, script).await;
    result.unwrap();
    assert!(text.contains("Room CCCCCC: Fake game"), "{text}");
    assert!(text.contains("/base/r/CCCCCC"), "{text}");
    assert!(text.contains("Only you see\n  hand: north, south"), "{text}");
    assert!(text.contains("   2  Move an army (1 money a step) ... [Steps]"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
    // The new room is still being played; the heads of the old one are kept.
    let saved = SavedGames::new(home.path()).list().unwrap();
    assert_eq!(saved.iter().map(|game| game.code.as_str()).collect::<Vec<_>>(), ["DDDDDD"]);
    let played = room("CCCCCC");
    let heads = home.path().join(format!("heads/{}-0.txt", played.id));
    let heads = std::fs::read_to_string(heads).unwrap();
    let kept: Vec<&str> = heads.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(kept.len(), 3, "{heads}");
    let notes: Vec<&str> = heads.lines().take(8).collect();
    let data = format!("# data {}", played.fairness.data);
    let commitment = format!("# commitment 0 {}", played.fairness.commitment);
    let begins = ["# entropy optional", &data, "# options "].into_iter();
    let bound = [&commitment, "# entropy 0 0 ", "# sealed 0 2", "# seat 0 0 ", "# seat 0 1 none"];
    for (note, begin) in notes.iter().zip(begins.chain(bound)) {
        assert!(note.starts_with(begin), "{heads}");
    }
    assert!(text.contains("WARNING: the server was bound to show the record"), "{text}");
}

#[tokio::test]
async fn a_lost_connection_is_reported_and_the_choice_survives_it() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let script = async |fake: &mut Fake, person: Person| {
        let mut peer = begin(fake, &person).await;
        person.types("2").await;
        person.reads("army: choose one").await;
        let brought = std::mem::take(&mut peer.brought);
        drop(peer);
        person.reads("The connection is lost").await;
        peer = fake.peer().await;
        peer.brought = brought;
        assert_eq!(peer.welcome(RoomState::Running).await.1, Some(1));
        peer.send(&ServerMessage::Update(update(1, offers()))).await;
        person.reads("Connected again.\nIt is your turn.\nMove an army").await;
        person.types("1").await;
        person.types("2").await;
        let (_, _, command) = peer.command().await;
        assert_eq!(command, json!({"type": "move", "army": "north", "steps": 2}));
        person.types("q").await;
        assert!(peer.gone().await);
    };
    let line = "entente play --create fake-game --name Ada";
    let (result, text) = session(&mut fake, home.path(), line, script).await;
    result.unwrap();
    assert!(text.ends_with("entente play --continue CCCCCC resumes it.\n"), "{text}");
}

#[tokio::test]
async fn giving_up_is_asked_for_twice() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let script = async |fake: &mut Fake, person: Person| {
        let mut peer = begin(fake, &person).await;
        person.types("resign").await;
        person.reads("Do you resign?").await;
        person.types("q").await;
        person.reads("Not sent.").await;
        person.types("resign").await;
        person.types("YES").await;
        assert!(matches!(peer.receive().await, ClientMessage::Resign { .. }));
        peer.send(&ServerMessage::Update(end(2))).await;
        person.types("q").await;
        assert!(peer.gone().await);
    };
    let line = "entente play --create fake-game --name Ada";
    session(&mut fake, home.path(), line, script).await.0.unwrap();
}

#[tokio::test]
async fn the_end_of_the_input_waits_for_the_last_answer_and_quits() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let script = async |fake: &mut Fake, person: Person| {
        let mut peer = begin(fake, &person).await;
        person.types("1").await;
        drop(person);
        let (id, _, _) = peer.command().await;
        peer.send(&ServerMessage::Update(update(2, offers()))).await;
        peer.send(&ServerMessage::Accepted { id, seq: 2 }).await;
        assert!(peer.gone().await);
    };
    let line = "entente play --create fake-game --name Ada";
    let (result, text) = session(&mut fake, home.path(), line, script).await;
    result.unwrap();
    assert!(text.contains("* Step 2 was taken"), "{text}");
    assert!(text.contains("Good-bye. The game is kept"), "{text}");
}

#[tokio::test]
async fn a_seat_taken_over_elsewhere_ends_the_program_and_keeps_the_game() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    // Kept to the end: a keyboard that is gone would end the program first.
    let mut keyboard = None;
    let script = async |fake: &mut Fake, person: Person| {
        begin(fake, &person).await.close(4009).await;
        keyboard = Some(person);
    };
    let line = "entente play --create fake-game --name Ada";
    let (result, _) = session(&mut fake, home.path(), line, script).await;
    let error = result.unwrap_err();
    assert!(error.is_refusal("replaced"), "{error}");
    assert_eq!(SavedGames::new(home.path()).list().unwrap().len(), 1);
}

#[tokio::test]
async fn several_running_games_are_listed_to_choose_from() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let store = SavedGames::new(home.path());
    for code in ["CCCCCC", "DDDDDD"] {
        let game = SavedGame {
            server: fake.server.to_string(),
            code: code.to_owned(),
            seat: 0,
            token: format!("token-{code}"),
            game: "fake-game".to_owned(),
            name: "Ada".to_owned(),
            played_ms: None,
            lesson: false,
        };
        store.keep(&game).unwrap();
    }
    let script = async |fake: &mut Fake, person: Person| {
        person.reads("   1  DDDDDD: Fake Game against Boris: waiting for players").await;
        person.types("3").await;
        person.reads("Type a number from 1 to 2, or q.").await;
        person.types("1").await;
        let mut peer = fake.peer().await;
        let (token, _) = peer.welcome(RoomState::Running).await;
        assert_eq!(token.as_deref(), Some("token-DDDDDD"));
        person.types("q").await;
        assert!(peer.gone().await);
    };
    session(&mut fake, home.path(), "entente play", script).await.0.unwrap();
    // A room that is held already is not joined a second time.
    let script = async |fake: &mut Fake, person: Person| {
        let mut peer = fake.peer().await;
        assert_eq!(peer.code, "CCCCCC");
        peer.welcome(RoomState::Running).await;
        person.types("q").await;
        assert!(peer.gone().await);
    };
    let line = format!("entente play --join {}", fake.server.link("CCCCCC"));
    let (result, text) = session(&mut fake, home.path(), &line, script).await;
    result.unwrap();
    assert!(text.contains("You hold seat 0 in room CCCCCC already"), "{text}");
}

#[tokio::test]
async fn a_link_with_a_token_goes_on_on_another_device() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let script = async |fake: &mut Fake, person: Person| {
        let mut peer = fake.peer().await;
        assert_eq!(peer.welcome(RoomState::Running).await.0.as_deref(), Some("abc"));
        person.reads("You are Ada.").await;
        person.types("q").await;
        assert!(peer.gone().await);
    };
    let line = format!("entente play --join {}#seat=abc", fake.server.link("CCCCCC"));
    session(&mut fake, home.path(), &line, script).await.0.unwrap();
    let saved = SavedGames::new(home.path()).list().unwrap();
    assert_eq!((saved[0].token.as_str(), saved[0].name.as_str()), ("abc", "Ada"));
}

#[tokio::test]
async fn an_unknown_token_removes_the_saved_game() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let mut keyboard = None;
    let script = async |fake: &mut Fake, person: Person| {
        keyboard = Some(person);
        let mut peer = fake.peer().await;
        peer.receive().await;
        let text = json!({"type": "error", "code": "token_unknown", "detail": "no such seat"});
        peer.raw(&text.to_string()).await;
        peer.close(4001).await;
    };
    let line = "entente play --create fake-game --name Ada";
    let (result, _) = session(&mut fake, home.path(), line, script).await;
    assert_eq!(result.unwrap_err().exit_code(), 4);
    assert_eq!(SavedGames::new(home.path()).list().unwrap(), vec![]);
}

#[tokio::test]
async fn watching_prints_until_the_end() {
    for json in [false, true] {
        let mut fake = Fake::start().await;
        let (mut paper, sheet) = Paper::memory();
        let line = format!(
            "entente watch {}{}",
            fake.server.link("CCCCCC"),
            if json { " --json" } else { "" }
        );
        let args = watch_args(&line);
        let elsewhere = client_cli::link::Server::parse("http://127.0.0.1:9").unwrap();
        let watching = client_cli::watch::run(&elsewhere, &args, &mut paper);
        let showing = async {
            let mut peer = fake.peer().await;
            assert_eq!(peer.welcome(RoomState::Running).await.0, None);
            let mut view = update(1, Vec::new());
            view.private = None;
            view.offers = None;
            peer.send(&ServerMessage::Update(view)).await;
            peer.raw(r#"{"type":"fireworks"}"#).await;
            peer.send(&ServerMessage::Update(end(2))).await;
            assert!(peer.gone().await);
        };
        let (result, ()) = tokio::join!(watching, showing);
        result.unwrap();
        let text = sheet.text();
        if json {
            let kinds: Vec<Value> = text
                .lines()
                .map(|line| serde_json::from_str::<Value>(line).unwrap()["type"].clone())
                .collect();
            assert_eq!(kinds, ["welcome", "update", "fireworks", "update"]);
        } else {
            for part in ["* Step 1 was taken", "Waiting for Boris.", "Ada wins (by prestige)"] {
                assert!(text.contains(part), "{part}: {text}");
            }
        }
    }
}

#[tokio::test]
async fn a_busy_server_is_reported_with_its_hint() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let script = async |fake: &mut Fake, person: Person| {
        let mut peer = begin(fake, &person).await;
        person.types("1").await;
        let (id, ..) = peer.command().await;
        let refusal = ServerMessage::Rejected {
            id,
            code: Code::Busy.into(),
            detail: "too much to do".to_owned(),
            rule: None,
            retry_after_ms: Some(2_000),
            raced: false,
        };
        peer.send(&refusal).await;
        person.reads("too much to do (busy). Try again in 2 seconds.").await;
        person.types("q").await;
        assert!(peer.gone().await);
    };
    let line = "entente play --create fake-game --name Ada";
    session(&mut fake, home.path(), line, script).await.0.unwrap();
}

#[tokio::test]
async fn the_board_comes_when_it_becomes_ones_turn_and_not_after_each_own_move() {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let script = async |fake: &mut Fake, person: Person| {
        let mut peer = begin(fake, &person).await;
        let boards = || person.sheet.text().matches("Only you see").count();
        assert_eq!(boards(), 1);
        person.types("1").await;
        let (id, ..) = peer.command().await;
        let mut secret = update(2, offers());
        secret.awaiting = vec![0, 1];
        peer.send(&ServerMessage::Update(secret.clone())).await;
        peer.send(&ServerMessage::Accepted { id, seq: 2 }).await;
        person.reads("It is your turn, and that of Boris.").await;
        assert_eq!(boards(), 1);
        // The other seat has made a secret choice: nothing else has changed.
        secret.awaiting = vec![0];
        secret.events = Vec::new();
        peer.send(&ServerMessage::Update(secret)).await;
        person.reads("Chosen, and not yet shown: Boris.").await;
        assert_eq!(boards(), 1);
        let mut turn = update(4, offers());
        turn.decision = Some(4);
        peer.send(&ServerMessage::Update(turn)).await;
        person.reads("Step 4 was taken").await;
        while boards() < 2 {
            tokio::task::yield_now().await;
        }
        person.types("q").await;
        assert!(peer.gone().await);
    };
    let line = "entente play --create fake-game --name Ada";
    session(&mut fake, home.path(), line, script).await.0.unwrap();
}
