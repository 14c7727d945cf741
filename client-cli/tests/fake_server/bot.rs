//! The bot against a hand-driven server.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::fake::{Fake, Peer, end, offer, update};
use clap::Parser;
use client_cli::args::{BotArgs, Cli, Command};
use client_cli::error::Error;
use client_cli::paper::Paper;
use protocol::offer::Item;
use protocol::room::RoomState;
use protocol::{ClientMessage, Code, Offer, Placeholder, ServerMessage, Update};
use serde_json::{Value, json};

fn args(line: &str) -> BotArgs {
    let command = Cli::parse_from(line.split_whitespace()).command;
    let Command::Bot(bot) = command else { panic!("{line}") };
    bot
}

/// Has a bot with this command line play on a server that does what `referee` says; returns its result, and what it printed.
async fn refereed(line: &str, referee: impl AsyncFnOnce(&mut Fake)) -> (Result<(), Error>, String) {
    let mut fake = Fake::start().await;
    let (mut paper, sheet) = Paper::memory();
    let bot = args(line);
    let server = fake.server.clone();
    let playing = client_cli::bot::run(&server, &bot, &mut paper);
    let (result, ()) = tokio::join!(playing, referee(&mut fake));
    (result, sheet.text())
}

/// A strict offer with every placeholder.
fn strict() -> Offer {
    let items = vec![Item::new("a", "A"), Item::new("b", "B"), Item::new("c", "C")];
    let command = json!({
        "type": "trade",
        "count": Placeholder::Int { min: 1, max: 3 }.to_value(),
        "to": Placeholder::One { from: items.clone() }.to_value(),
        "cards": Placeholder::Pick { from: items, min: 1, max: 2 }.to_value(),
        "give": Placeholder::Bag {
            max: BTreeMap::from([("grain".to_owned(), 2)]), min_total: 1, max_total: 2,
        }.to_value(),
    });
    offer(command, "Trade", false)
}

fn rejected(id: uuid::Uuid, code: Code) -> ServerMessage {
    let detail = "no".to_owned();
    let code = code.into();
    ServerMessage::Rejected { id, code, detail, rule: None, retry_after_ms: Some(1), raced: false }
}

/// Waits for the bot in the lobby. Its matches are practice: this server has no record to show.
async fn lobby(fake: &mut Fake) -> Peer {
    let mut peer = fake.peer().await;
    peer.practice = true;
    let (token, _) = peer.welcome(RoomState::Lobby).await;
    assert_eq!(token, Some(format!("token-{}", peer.code)));
    assert!(matches!(peer.receive().await, ClientMessage::Ready { id: Some(_), commitment: None }));
    peer
}

#[tokio::test]
async fn a_request_is_answered_again_if_the_server_had_no_room_for_the_answer() {
    let line = "entente bot --create fake-game --seed 7";
    let (result, printed) = refereed(line, async |fake| {
        let mut peer = lobby(fake).await;
        let mut room = crate::fake::room(&peer.code);
        room.state = RoomState::Running;
        room.unproven = Some(crate::fake::practice());
        let request = json!({"id": "3b5ab1f0-0f68-4f60-b0d8-1d2b3ad4c9e0", "kind": "undo", "by": 1,
            "until_ms": 300_000, "to": 0, "moves": 1});
        room.requests = vec![serde_json::from_value(request).unwrap()];
        peer.send(&ServerMessage::Room { room }).await;
        let first = peer.receive().await;
        for code in [Code::Busy, Code::StorageUnavailable, Code::Draining] {
            let ClientMessage::Consent { id, agree: true, .. } = first else { panic!("{first:?}") };
            peer.send(&rejected(id, code)).await;
            assert_eq!(peer.receive().await, first, "after {code:?}");
        }
        peer.send(&ServerMessage::Update(end(1))).await;
    })
    .await;
    assert!(result.is_ok(), "{result:?} {printed}");
}

/// Asks `questions` questions, with every kind of refusal in between, and ends the match.
async fn referee(peer: &mut Peer, questions: u64) {
    let mut loose_refused = 0;
    for seq in 0..questions {
        let loose = offer(json!({"type": "gamble"}), "Gamble", true);
        let offers = vec![loose, strict()];
        peer.send(&ServerMessage::Update(update(seq, offers.clone()))).await;
        let mut refusals = vec![Code::Busy, Code::StorageUnavailable];
        loop {
            let (id, decision, command) = peer.command().await;
            assert_eq!(decision, seq);
            if command["type"] == "gamble" {
                loose_refused += 1;
                peer.send(&rejected(id, Code::Illegal)).await;
            } else if let Some(code) = refusals.pop() {
                peer.send(&rejected(id, code)).await;
            } else {
                assert!(protocol::offer::admits(&offers[1].command, &command), "{command}");
                let accepted = ServerMessage::Accepted { id, seq: seq + 1 };
                peer.send(&ServerMessage::Update(update(seq + 1, Vec::new()))).await;
                peer.send(&accepted).await;
                break;
            }
        }
    }
    assert!(loose_refused > 0, "the bot never tried a loose offer");
    peer.send(&ServerMessage::Update(end(questions + 1))).await;
}

#[tokio::test]
async fn it_plays_to_the_end_and_again_through_rematches() {
    let (result, text) = refereed(
        "entente bot --create fake-game --option pace=2 --games 2 --seed 5 --json",
        async |fake| {
            for _ in 0..2 {
                let mut peer = lobby(fake).await;
                referee(&mut peer, 8).await;
                assert!(peer.gone().await);
            }
            let record = fake.state.lock().unwrap();
            assert_eq!(record.rematches, 1);
            assert_eq!(record.created[0].options["pace"], json!(2));
        },
    )
    .await;
    result.unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0], json!({"code": "CCCCCC"}));
    assert_eq!(lines.len(), 3);
    for (line, code) in lines[1..].iter().zip(crate::fake::CODES) {
        assert_eq!(line["code"], code);
        assert_eq!(line["winners"], json!([0]));
        assert_eq!(line["scores"], json!([3, 1]));
        assert_eq!(line["reason"], "prestige");
        assert_eq!(line["commands"], 8);
        assert_eq!(line["seed"], 5);
    }
}

#[tokio::test]
async fn a_joining_bot_follows_the_rematch_that_another_opens() {
    let (result, text) = refereed("entente bot --join cccccc --games 2 --seed 1", async |fake| {
        let mut peer = lobby(fake).await;
        peer.send(&ServerMessage::Update(end(1))).await;
        let mut room = crate::fake::room(&peer.code);
        room.state = RoomState::Finished;
        room.rematch = Some("DDDDDD".to_owned());
        peer.send(&ServerMessage::Room { room }).await;
        let mut peer = lobby(fake).await;
        assert_eq!(peer.code, "DDDDDD");
        peer.send(&ServerMessage::Update(end(1))).await;
        assert!(peer.gone().await);
    })
    .await;
    result.unwrap();
    assert!(text.contains("match 2 in room DDDDDD, seat 0: winner 0; scores 3, 1"), "{text}");
}

#[tokio::test]
async fn a_refused_strict_offer_is_a_fault() {
    let (result, _) = refereed("entente bot --create fake-game --seed 1", async |fake| {
        let mut peer = lobby(fake).await;
        peer.send(&ServerMessage::Update(update(1, vec![strict()]))).await;
        let (id, _, _) = peer.command().await;
        peer.send(&rejected(id, Code::Illegal)).await;
        assert!(peer.gone().await);
    })
    .await;
    let error = result.unwrap_err();
    assert!(matches!(error, Error::Failed(_)));
    assert!(error.to_string().contains("a strict offer was refused: {\"cards\""), "{error}");
}

#[tokio::test]
async fn stale_takes_the_newest_update() {
    let (result, _) = refereed("entente bot --create fake-game --seed 1", async |fake| {
        let mut peer = lobby(fake).await;
        peer.send(&ServerMessage::Update(update(1, vec![strict()]))).await;
        let (id, ..) = peer.command().await;
        // The newer question comes after the refusal, then before it.
        peer.send(&rejected(id, Code::Stale)).await;
        peer.send(&ServerMessage::Update(update(2, vec![strict()]))).await;
        let (id, decision, _) = peer.command().await;
        assert_eq!(decision, 2);
        peer.send(&ServerMessage::Update(update(3, vec![strict()]))).await;
        peer.send(&rejected(id, Code::Stale)).await;
        let (_, decision, _) = peer.command().await;
        assert_eq!(decision, 3);
        peer.send(&ServerMessage::Update(end(4))).await;
        assert!(peer.gone().await);
    })
    .await;
    result.unwrap();
}

#[tokio::test]
async fn a_match_that_was_abandoned_is_no_proper_end() {
    let (result, _) = refereed("entente bot --create fake-game --seed 1", async |fake| {
        let mut peer = lobby(fake).await;
        let mut last = end(1);
        last.outcome.as_mut().unwrap().reason = "abandoned".to_owned();
        peer.send(&ServerMessage::Update(last)).await;
        assert!(peer.gone().await);
    })
    .await;
    assert_eq!(result.unwrap_err().exit_code(), 1);
}

/// A question in which several seats act at once, with strict offers alone.
fn raced(seq: u64) -> Update {
    let mut update = update(seq, vec![strict()]);
    update.decision = Some(1);
    update.awaiting = vec![0, 1];
    update
}

#[tokio::test]
async fn a_strict_offer_may_have_been_overtaken() {
    let (result, text) = refereed("entente bot --create fake-game --seed 1 --json", async |fake| {
        let mut peer = lobby(fake).await;
        peer.send(&ServerMessage::Update(raced(1))).await;
        // What overtook it comes after the refusal, then before it.
        let (id, ..) = peer.command().await;
        peer.send(&rejected(id, Code::OfferClosed)).await;
        peer.send(&ServerMessage::Update(raced(2))).await;
        let (id, ..) = peer.command().await;
        peer.send(&ServerMessage::Update(raced(3))).await;
        peer.send(&rejected(id, Code::MarketChanged)).await;
        peer.command().await;
        let mut last = end(4);
        last.public = json!({"round": 7});
        peer.send(&ServerMessage::Update(last)).await;
        assert!(peer.gone().await);
    })
    .await;
    result.unwrap();
    let line: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(line["rounds"], 7);
}

#[tokio::test]
async fn what_explains_a_refusal_may_be_ten_seconds_late() {
    let (result, _) = refereed("entente bot --create fake-game --seed 1", async |fake| {
        let mut peer = lobby(fake).await;
        peer.send(&ServerMessage::Update(raced(1))).await;
        let (id, ..) = peer.command().await;
        peer.send(&rejected(id, Code::OfferClosed)).await;
        // Time passes as soon as nobody has anything to do.
        tokio::time::pause();
        let left = tokio::time::timeout(Duration::from_secs(10), peer.gone()).await;
        assert!(left.is_err(), "it waits");
        tokio::time::resume();
        peer.send(&ServerMessage::Update(raced(2))).await;
        peer.command().await;
        peer.send(&ServerMessage::Update(end(3))).await;
        assert!(peer.gone().await);
    })
    .await;
    result.unwrap();
}

#[tokio::test]
async fn a_refusal_that_nothing_overtook_is_a_fault_although_others_act() {
    let (result, _) = refereed("entente bot --create fake-game --seed 1", async |fake| {
        let mut peer = lobby(fake).await;
        peer.send(&ServerMessage::Update(raced(1))).await;
        let (id, ..) = peer.command().await;
        peer.send(&rejected(id, Code::OfferClosed)).await;
        // The same position again explains nothing.
        peer.send(&ServerMessage::Update(raced(1))).await;
        // From here on time passes as soon as nobody has anything to do.
        tokio::time::pause();
        assert!(peer.gone().await);
    })
    .await;
    let error = result.unwrap_err();
    assert!(error.to_string().contains("a strict offer was refused"), "{error}");
}

#[tokio::test]
async fn it_says_that_it_is_ready_and_is_silent_until_its_flag_is_cleared() {
    let (result, _) = refereed("entente bot --create fake-game --seed 3", async |fake| {
        let mut peer = lobby(fake).await;
        let ready = |on: bool| offer(json!({"type": "ready", "ready": on}), "Ready", false);
        let question = |seq: u64, on: bool| {
            let mut update = update(seq, vec![strict(), ready(on)]);
            update.decision = Some(1);
            update.deadline_ms = Some(100_000);
            ServerMessage::Update(update)
        };
        let mut seq = 1;
        for _ in 0..3 {
            peer.send(&question(seq, true)).await;
            loop {
                let (id, _, command) = peer.command().await;
                seq += 1;
                let on = command["type"] == "ready";
                assert!(!on || command["ready"] == true);
                peer.send(&question(seq, !on)).await;
                peer.send(&ServerMessage::Accepted { id, seq }).await;
                if on {
                    break;
                }
            }
            // Others act: no reason to speak. The next thing it says is an answer to what follows.
            seq += 1;
            peer.send(&question(seq, false)).await;
            seq += 1;
        }
        peer.send(&ServerMessage::Update(end(seq))).await;
        assert!(peer.gone().await);
    })
    .await;
    result.unwrap();
}
