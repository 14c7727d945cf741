//! Taking back, over real sockets: what is free, what needs consent, what nobody can have back.

use black_box::{Player, Refused, Seed, Server, Table};
use protocol::{ClientMessage, Code, Offer, ServerMessage, TakeBack};
use serde_json::{Value, json};
use uuid::Uuid;

/// Random moves within which what a test waits for has happened.
const MOVES_MOST: usize = 400;

/// A viewer's sight of a moment, apart from its number and its time.
type Sight = (Value, Option<Value>, Option<Vec<Offer>>, Vec<u8>);

fn sights(table: &Table) -> Vec<Sight> {
    let sight = |viewer: &Player| {
        let now = viewer.now().clone();
        (now.public, now.private, now.offers, now.awaiting)
    };
    table.viewers().map(sight).collect()
}

fn back(table: &mut Table, to: u64) -> ClientMessage {
    ClientMessage::Undo { id: table.seed.id(), to }
}

fn id_of(act: &ClientMessage) -> Uuid {
    serde_json::from_value(json!(act)["id"].clone()).expect("an id")
}

fn code(answer: Result<u64, Refused>) -> Code {
    answer.expect_err("refused").code
}

async fn begin(server: &Server, game: &str, options: Value, seed: u64) -> Table {
    Table::of(server, game, options, 1, Seed::or(seed)).await
}

/// Plays on until the seat that moved last may take its move back so; yields the seat, what it may
/// take back, and what everyone saw before the move.
async fn until_undo(table: &mut Table, free: bool) -> (usize, TakeBack, Vec<Sight>) {
    for _ in 0..MOVES_MOST {
        let before = sights(table);
        assert!(table.step().await, "the match goes on");
        let made = table.made.last().expect("a move");
        let offered = table.seats[made.seat].now().undo;
        if let Some(undo) = offered.filter(|undo| undo.free == free) {
            return (made.seat, undo, before);
        }
    }
    panic!("no such moment in {MOVES_MOST} moves");
}

/// Returns the open request, as another seat sees it.
async fn asked(player: &mut Player, id: Uuid) -> protocol::room::Request {
    let stands = |player: &Player| {
        let room = player.room.as_ref().expect("a room");
        room.requests.iter().find(|request| request.id == id).cloned()
    };
    player.until(|player| stands(player).is_some()).await;
    stands(player).expect("it stands")
}

/// Reads until this act has its answer.
async fn answer(player: &mut Player, id: Uuid) -> Result<u64, Code> {
    loop {
        let message = player.next().await;
        if let ServerMessage::Accepted { id: own, seq } = message
            && own == id
        {
            return Ok(seq);
        }
        if let ServerMessage::Rejected { id: own, code, .. } = message
            && own == id
        {
            return Err(code.into_known().expect("a code of this version"));
        }
    }
}

fn consent(table: &mut Table, request: Uuid, agree: bool) -> ClientMessage {
    ClientMessage::Consent { id: table.seed.id(), request, agree }
}

#[tokio::test]
async fn what_taught_nobody_anything_is_taken_back_at_once() {
    let mut server = Server::start();
    let mut table = begin(&server, "balance-of-power", json!({}), 71).await;
    let (seat, offered, before) = until_undo(&mut table, true).await;
    let made = table.made.last().cloned().expect("a move");
    let undo = back(&mut table, offered.to);
    // Neither the opponent nor a spectator takes it back freely.
    assert_eq!(code(table.gallery[0].act(&undo).await), Code::NotSeated);
    let seq = table.seats[seat].act(&undo).await.expect("free");
    assert_eq!(seq, made.seq + 1);
    table.sync().await;
    assert_eq!(sights(&table), before, "everyone sees what was before the move");
    for viewer in table.viewers() {
        let last = viewer.events.last().expect("an event");
        assert_eq!((&last["type"], &last["seq"]), (&json!("undone"), &json!(seq)));
        assert_eq!((&last["seat"], &last["to"]), (&json!(seat), &json!(offered.to)));
    }
    assert_eq!(table.heads().keys().next_back(), Some(&seq));
    // The question is asked again, and what was taken back keeps its answer, over a kill too.
    for _ in 0..2 {
        let player = &mut table.seats[seat];
        assert_eq!(player.now().decision, Some(seq));
        let again = player.command(made.id, made.decision, made.command.clone()).await;
        assert_eq!(again, Ok(made.seq));
        assert_eq!(player.act(&undo).await, Ok(seq));
        let late = player.command(Uuid::from_u128(1), made.decision, made.command.clone()).await;
        assert_eq!(code(late), Code::Stale);
        server = server.kill().await.start();
        table.come_back(&server).await;
        assert_eq!(sights(&table), before);
    }
    table.finish().await;
}

#[tokio::test]
async fn beyond_chance_all_must_agree_and_the_same_comes_again() {
    let server = Server::start();
    let mut table = begin(&server, "balance-of-power", json!({}), 72).await;
    let (seat, offered, before) = until_undo(&mut table, false).await;
    let after = sights(&table);
    let made = table.made.last().cloned().expect("a move");
    let other = 1 - seat;

    // Refused.
    let undo = back(&mut table, offered.to);
    table.seats[seat].send(&undo).await;
    let request = asked(&mut table.seats[other], id_of(&undo)).await;
    assert_eq!((request.kind.as_str(), usize::from(request.by)), ("undo", seat));
    assert_eq!((request.to, request.moves), (Some(offered.to), Some(1)));
    assert_eq!(asked(&mut table.gallery[0], id_of(&undo)).await, request, "all see the same");
    let no = consent(&mut table, id_of(&undo), false);
    assert_eq!(code(table.gallery[0].act(&no).await), Code::NotSeated);
    assert_eq!(table.seats[other].act(&no).await, Ok(made.seq));
    assert_eq!(answer(&mut table.seats[seat], id_of(&undo)).await, Err(Code::NotAgreed));
    table.sync().await;
    assert_eq!(sights(&table), after);

    // Withdrawn by its maker, who cannot agree to it.
    let undo = back(&mut table, offered.to);
    table.seats[seat].send(&undo).await;
    asked(&mut table.seats[seat], id_of(&undo)).await;
    let own = consent(&mut table, id_of(&undo), true);
    assert_eq!(code(table.seats[seat].act(&own).await), Code::Illegal);
    let own = consent(&mut table, id_of(&undo), false);
    table.seats[seat].send(&own).await;
    assert_eq!(answer(&mut table.seats[seat], id_of(&undo)).await, Err(Code::NotAgreed));
    let late = consent(&mut table, id_of(&undo), true);
    assert_eq!(code(table.seats[other].act(&late).await), Code::Illegal);

    // Agreed: all is as it was, and the same move meets the same chance.
    let undo = back(&mut table, offered.to);
    table.seats[seat].send(&undo).await;
    asked(&mut table.seats[other], id_of(&undo)).await;
    let yes = consent(&mut table, id_of(&undo), true);
    assert_eq!(table.seats[other].act(&yes).await, Ok(made.seq + 1));
    assert_eq!(table.seats[seat].act(&undo).await, Ok(made.seq + 1));
    table.sync().await;
    assert_eq!(sights(&table), before);
    let decision = table.seats[seat].now().decision.expect("asked again");
    table.make(seat, decision, made.command).await;
    assert_eq!(sights(&table), after);
    table.finish().await;
}

#[tokio::test]
async fn a_request_lapses_when_the_match_goes_on_and_when_the_server_dies() {
    let mut server = Server::start();
    let mut table = begin(&server, "balance-of-power", json!({"setup": 2}), 73).await;
    let (seat, offered, _) = until_undo(&mut table, false).await;
    let undo = back(&mut table, offered.to);
    table.seats[seat].send(&undo).await;
    asked(&mut table.seats[1 - seat], id_of(&undo)).await;
    assert!(table.step().await);
    assert!(table.seats.iter().all(|seat| seat.room.as_ref().expect("a room").requests.is_empty()));

    let (seat, offered, before) = until_undo(&mut table, false).await;
    let undo = back(&mut table, offered.to);
    table.seats[seat].send(&undo).await;
    asked(&mut table.seats[1 - seat], id_of(&undo)).await;
    server = server.kill().await.start();
    table.come_back(&server).await;
    let room = table.seats[seat].room.as_ref().expect("a room");
    assert!(room.requests.is_empty(), "requests are not kept");
    // Sent again under its old id, it is asked again.
    table.seats[seat].send(&undo).await;
    asked(&mut table.seats[1 - seat], id_of(&undo)).await;
    let yes = consent(&mut table, id_of(&undo), true);
    let seq = table.seats[1 - seat].act(&yes).await.expect("agreed");
    table.sync().await;
    assert_eq!(sights(&table), before);
    server = server.kill().await.start();
    table.come_back(&server).await;
    assert_eq!(table.seats[seat].act(&undo).await, Ok(seq));
    assert_eq!(sights(&table), before);
}

/// Checks that neither seat is offered a way back, nor gets one.
async fn nothing_back(table: &mut Table, past: &[u64]) {
    for seat in 0..2 {
        assert_eq!(table.seats[seat].now().undo, None);
        for to in past {
            let undo = back(table, *to);
            assert_eq!(code(table.seats[seat].act(&undo).await), Code::Illegal);
        }
    }
}

/// Checks whether a command is the secret choice itself, not a card used before it such as Council
/// Meeting.
fn is_choice(command: &Value) -> bool {
    let choices = ["keep_advantages", "lock_initiative", "place_headline"];
    command["type"].as_str().is_some_and(|kind| choices.contains(&kind))
}

/// Makes a seat's secret choice, whatever it does before.
async fn choose(table: &mut Table, seat: usize) {
    loop {
        let (decision, command) = table.seats[seat].choose(&mut table.seed).expect("it is asked");
        let chosen = is_choice(&command);
        table.make(seat, decision, command).await;
        if chosen {
            return;
        }
    }
}

#[tokio::test]
async fn a_lock_is_final() {
    let server = Server::start();
    let mut table = begin(&server, "europe-divided", json!({}), 74).await;
    let mut locks = 0;
    for _ in 0..60 {
        let veiled = table.gallery[0].now().awaiting.len() == 2;
        let (seat, decision, command) = table.choose().expect("the match goes on");
        let to = table.made.last().map_or(0, |made| made.seq);
        table.make(seat, decision, command.clone()).await;
        if !veiled {
            continue;
        }
        nothing_back(&mut table, &[to, 0]).await;
        if !is_choice(&command) {
            choose(&mut table, seat).await;
            nothing_back(&mut table, &[to, 0]).await;
        }
        locks += 1;
        choose(&mut table, 1 - seat).await;
        let undo = back(&mut table, to);
        assert_eq!(code(table.seats[seat].act(&undo).await), Code::Illegal);
    }
    assert!(locks > 1, "{locks} secret choices");
}

#[tokio::test]
async fn a_game_with_a_clock_takes_nothing_back_but_can_be_paused() {
    let server = Server::start();
    let options = json!({"players": 2, "choose_ms": 120_000});
    let mut table = begin(&server, "europe", options, 75).await;
    let undo = back(&mut table, 0);
    assert_eq!(code(table.seats[0].act(&undo).await), Code::Illegal);
    assert!(table.step().await);
    assert!(table.viewers().all(|viewer| viewer.now().undo.is_none()));
    let wanted = json!({"game": "europe", "name": "Ada", "options": {"undo": "free"}});
    let refused = server.http.post("/api/v1/rooms", &wanted).await;
    assert_eq!(refused.body["code"], "option_invalid");

    let pause = ClientMessage::Pause { id: table.seed.id(), want: true };
    table.seats[0].send(&pause).await;
    asked(&mut table.seats[1], id_of(&pause)).await;
    let yes = consent(&mut table, id_of(&pause), true);
    let seq = table.seats[1].act(&yes).await.expect("agreed");
    assert_eq!(answer(&mut table.seats[0], id_of(&pause)).await, Ok(seq));
    table.sync().await;
    assert!(table.viewers().all(|viewer| viewer.now().paused));
    let resume = ClientMessage::Pause { id: table.seed.id(), want: false };
    assert!(table.seats[0].act(&resume).await.is_ok());
    table.sync().await;
    assert!(table.viewers().all(|viewer| !viewer.now().paused));
}

#[tokio::test]
async fn whoever_has_resigned_is_asked_for_no_consent() {
    let server = Server::start();
    let options = json!({"players": 3, "choose_ms": 120_000});
    let mut table = begin(&server, "europe", options, 78).await;
    let resign = ClientMessage::Resign { id: table.seed.id() };
    table.seats[2].act(&resign).await.expect("a seat may resign");
    for want in [
        ClientMessage::Pause { id: table.seed.id(), want: true },
        ClientMessage::Coach { id: table.seed.id(), want: true },
    ] {
        table.seats[0].send(&want).await;
        asked(&mut table.seats[1], id_of(&want)).await;
        let yes = consent(&mut table, id_of(&want), true);
        table.seats[1].act(&yes).await.expect("agreed");
        assert!(answer(&mut table.seats[0], id_of(&want)).await.is_ok(), "{want:?}");
    }
    table.sync().await;
    assert!(table.viewers().all(|viewer| viewer.now().paused));
}

#[tokio::test]
async fn whoever_has_resigned_decides_nothing_any_more() {
    let server = Server::start();
    let options = json!({"players": 3, "choose_ms": 120_000});
    let mut table = begin(&server, "europe", options, 79).await;
    let resign = ClientMessage::Resign { id: table.seed.id() };
    table.seats[2].act(&resign).await.expect("a seat may resign");
    let pause = ClientMessage::Pause { id: table.seed.id(), want: true };
    table.seats[0].send(&pause).await;
    asked(&mut table.seats[1], id_of(&pause)).await;
    // It refuses nothing, and nothing lapses by its word.
    for agree in [false, true] {
        let word = consent(&mut table, id_of(&pause), agree);
        assert_eq!(code(table.seats[2].act(&word).await), Code::Illegal);
    }
    let yes = consent(&mut table, id_of(&pause), true);
    table.seats[1].act(&yes).await.expect("agreed");
    assert!(answer(&mut table.seats[0], id_of(&pause)).await.is_ok());
    for word in [
        ClientMessage::Pause { id: table.seed.id(), want: false },
        ClientMessage::Pause { id: table.seed.id(), want: true },
        ClientMessage::Coach { id: table.seed.id(), want: true },
    ] {
        assert_eq!(code(table.seats[2].act(&word).await), Code::Illegal, "{word:?}");
    }
}

#[tokio::test]
async fn a_room_may_want_consent_for_everything_or_nothing_taken_back() {
    let server = Server::start();
    let mut table = begin(&server, "balance-of-power", json!({"undo": "consent"}), 76).await;
    let (seat, offered, _) = until_undo(&mut table, false).await;
    assert!(!offered.free);
    let undo = back(&mut table, offered.to);
    table.seats[seat].send(&undo).await;
    asked(&mut table.seats[1 - seat], id_of(&undo)).await;

    let mut table = begin(&server, "balance-of-power", json!({"undo": "off"}), 77).await;
    table.play(12).await;
    assert!(table.viewers().all(|viewer| viewer.now().undo.is_none()));
    for made in table.made.clone() {
        let undo = back(&mut table, made.seq - 1);
        assert_eq!(code(table.seats[made.seat].act(&undo).await), Code::Illegal);
    }
}

#[tokio::test]
async fn spectators_and_opponents_learn_no_more_than_where_it_led() {
    let server = Server::start();
    let mut table =
        begin(&server, "balance-of-power", json!({"version": "command_room"}), 78).await;
    for _ in 0..5 {
        let (seat, offered, _) = until_undo(&mut table, true).await;
        let undo = back(&mut table, offered.to);
        table.seats[seat].act(&undo).await.expect("free");
        table.sync().await;
        // Few enough for the shortest of matches.
        table.play(5).await;
    }
    let events_of = |viewer: &Player| -> Vec<Value> {
        let undone = viewer.events.iter().filter(|event| event["type"] == "undone");
        undone.cloned().collect()
    };
    let all = events_of(&table.gallery[0]);
    assert_eq!(all.len(), 5);
    for event in &all {
        let keys: Vec<&String> = event.as_object().expect("an object").keys().collect();
        let known = ["agreed", "moves", "rule", "seat", "seq", "text", "to", "type"];
        assert!(keys.iter().all(|key| known.contains(&key.as_str())), "{event}");
    }
    for seat in &table.seats {
        assert_eq!(events_of(seat), all, "one event for everyone");
    }
    assert!(table.gallery[0].frames.iter().all(|frame| !frame.contains("\"undo\":{")));
}
