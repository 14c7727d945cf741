//! Secrecy in bytes: nothing hidden from a viewer is in anything sent to it, or in any line of the
//! log.
//!
//! Hidden ids are searched in the frames as they came. Which ids are hidden from whom is read from
//! the other seat's private view, never from what the viewer was sent itself.

use std::collections::BTreeSet;

use black_box::{Player, Seed, Server, Setup, Table, mentions};
use protocol::games::europe_divided::{
    ActionCard, AdvantageCard, Headline, Private, Public, Stage,
};
use protocol::{ServerMessage, Update};
use serde_json::{Value, json};

/// In how many matches the wanted Advantage Cards are looked for; one in five has them.
const MATCHES_MOST: usize = 400;

const COUNCIL: AdvantageCard = AdvantageCard::CouncilMeeting;
const CYBER: AdvantageCard = AdvantageCard::CyberAttack;

fn private(player: &Player) -> Private {
    let view = player.now().private.clone().expect("a seat's view");
    serde_json::from_value(view).expect("a private view")
}

/// Returns the ids that only this seat may know now.
fn secrets(player: &Player) -> BTreeSet<&'static str> {
    let view = private(player);
    let cards = [view.hand, view.locked, view.discards_face_down].concat();
    let held =
        [view.advantages, view.drawn, view.advantages_returned, view.advantages_scored].concat();
    let headlines = [view.headlines, view.headlines_discarded].concat();
    let cards = cards.into_iter().map(ActionCard::as_str);
    let held = held.into_iter().map(AdvantageCard::as_str);
    cards.chain(held).chain(headlines.into_iter().map(Headline::as_str)).collect()
}

/// Asserts that none of the ids occurs in what this viewer was sent from a frame on.
fn never_sent(viewer: &Player, from: usize, ids: &BTreeSet<&'static str>) {
    for frame in &viewer.frames[from..] {
        for id in ids {
            assert!(!mentions(frame, id), "{id} was sent to {:?}: {frame}", viewer.number());
        }
    }
}

#[tokio::test]
async fn no_update_of_a_match_contains_a_hidden_id() {
    let server = Server::start();
    for (number, edition) in ["revised", "first"].into_iter().enumerate() {
        let seed = Seed::or(41 + number as u64);
        let mut table = Table::begin(&server, json!({"edition": edition}), 1, seed).await;
        let (mut open, mut was_veiled) = (BTreeSet::new(), false);
        loop {
            if veiled(&table) && !was_veiled {
                open = open_discards(&table);
            }
            was_veiled = veiled(&table);
            let from: Vec<usize> = table.viewers().map(|viewer| viewer.frames.len()).collect();
            if !table.step().await {
                break;
            }
            let hidden = [0, 1].map(|seat| secrets(&table.seats[seat]));
            let mut known = known_all_the_same(&table);
            if veiled(&table) {
                known.extend(&open);
            }
            for (viewer, from) in table.viewers().zip(from) {
                for (owner, ids) in (0..).zip(&hidden) {
                    if viewer.number() != Some(owner) {
                        never_sent(viewer, from, &ids.difference(&known).copied().collect());
                    }
                }
            }
        }
    }
}

fn public(table: &Table) -> Public {
    serde_json::from_value(table.gallery[0].now().public.clone()).expect("a public view")
}

/// Returns Europe's discards that everybody sees. What lies there when the initiative step begins
/// is shown until both have locked, although Council Meeting may have taken it meanwhile.
fn open_discards(table: &Table) -> BTreeSet<&'static str> {
    public(table).sides[0].discards.iter().map(|card| card.as_str()).collect()
}

/// Checks whether the initiative is being chosen.
fn veiled(table: &Table) -> bool {
    public(table).stage == Stage::Initiative
}

/// Returns the cards in Europe's hand that others have seen by the rules: Cyber Attack shows them
/// to Russia, and Council Meeting takes them out of open discards.
fn known_all_the_same(table: &Table) -> BTreeSet<&'static str> {
    let seen = private(&table.seats[1]).intelligence.map(|seen| seen.cards).unwrap_or_default();
    let mut known: BTreeSet<&str> = seen.into_iter().map(ActionCard::as_str).collect();
    let seq = table.made.last().map(|made| made.seq);
    for event in table.gallery[0].events.iter().rev() {
        if event["seq"].as_u64() != seq {
            break;
        }
        for open in [&event["first_open"], &event["second_open"]] {
            known.extend(open.as_str().and_then(ActionCard::parse).map(ActionCard::as_str));
        }
    }
    known
}

/// Finds a match in its first initiative step in which Europe holds Council Meeting and Russia
/// Cyber Attack.
async fn with_both_cards(server: &Server, mut seed: Seed) -> Table {
    for tried in 1..=MATCHES_MOST {
        let mut table = Table::begin(server, json!({}), 1, seed).await;
        let drawn = [0, 1].map(|seat| private(&table.seats[seat]).drawn);
        if drawn[0].contains(&COUNCIL) && drawn[1].contains(&CYBER) {
            println!("found in match {tried}");
            for (seat, wanted) in [COUNCIL, CYBER].into_iter().enumerate() {
                let other = drawn[seat].iter().find(|card| **card != wanted);
                let keep = json!({"type": "keep_advantages", "keep": [wanted, other]});
                let decision = table.seats[seat].now().decision.expect("both are asked");
                table.make(seat, decision, keep).await;
            }
            return table;
        }
        seed = table.seed;
    }
    panic!("no match of {MATCHES_MOST} has both cards");
}

/// Makes a move behind the veil: nobody else is sent a single frame.
async fn unnoticed(table: &mut Table, seat: usize, command: Value) {
    let id = table.seed.id();
    let decision = table.seats[seat].now().decision.expect("it is asked");
    let answer = table.seats[seat].command(id, decision, command.clone()).await;
    assert!(answer.is_ok(), "{command}: {answer:?}");
    table.seats[1 - seat].nothing().await;
    table.gallery[0].nothing().await;
}

/// Locks a seat's cards: everybody else sees who has still to choose, and nothing else.
async fn lock(table: &mut Table, seat: usize) {
    let watching: Vec<Update> = others(table, seat).map(|other| other.now().clone()).collect();
    let from: Vec<usize> = others(table, seat).map(|other| other.frames.len()).collect();
    let cards = &private(&table.seats[seat]).hand[..2];
    let command = json!({"type": "lock_initiative", "cards": cards});
    let decision = table.seats[seat].now().decision.expect("it is asked");
    table.make(seat, decision, command).await;
    for ((other, before), from) in others(table, seat).zip(watching).zip(from) {
        // One update and the pong.
        assert_eq!(other.frames.len(), from + 2, "{:?}", &other.frames[from..]);
        let now = other.now().clone();
        let awaiting = vec![1 - seat as u8];
        let expected = Update { awaiting, now_ms: now.now_ms, events: Vec::new(), ..before };
        assert_eq!(now, expected, "only who has still to choose");
    }
}

fn others(table: &Table, seat: usize) -> impl Iterator<Item = &Player> {
    [&table.seats[1 - seat], &table.gallery[0]].into_iter()
}

#[tokio::test]
async fn what_is_used_before_the_initiative_is_hidden_until_both_have_locked() {
    let server = Server::start();
    for (number, cyber_first) in [true, false].into_iter().enumerate() {
        let mut table = with_both_cards(&server, Seed::or(43 + number as u64)).await;
        let held = private(&table.seats[0]).hand;
        if cyber_first {
            cyber_attack(&mut table, &held).await;
        }
        let discard = &held[..2];
        unnoticed(&mut table, 0, json!({"type": "council_meeting", "discard": discard})).await;
        let pool = private(&table.seats[0]).deck.expect("Council Meeting shows the deck");
        unnoticed(&mut table, 0, json!({"type": "take_cards", "take": pool[..2]})).await;
        if !cyber_first {
            // What Europe held when the step began, whatever it has taken since.
            cyber_attack(&mut table, &held).await;
        }

        // Everything that is hidden from the others so far, and that they never learnt otherwise.
        let hidden = [0, 1].map(|seat| secrets(&table.seats[seat]));
        let seen: BTreeSet<&str> = held.iter().map(|card| card.as_str()).collect();
        never_sent(&table.seats[0], 0, &hidden[1]);
        never_sent(&table.seats[1], 0, &hidden[0].difference(&seen).copied().collect());
        for ids in &hidden {
            never_sent(&table.gallery[0], 0, ids);
        }
        let used = BTreeSet::from([COUNCIL.as_str(), CYBER.as_str(), "council_met"]);
        never_sent(&table.gallery[0], 0, &used);

        lock(&mut table, usize::from(cyber_first)).await;
        let last = usize::from(!cyber_first);
        let cards = json!(private(&table.seats[last]).hand[..2]);
        let decision = table.seats[last].now().decision.expect("it is asked");
        table.make(last, decision, json!({"type": "lock_initiative", "cards": cards})).await;
        revealed(&table);
        let mut own = table.seats[1].events.iter();
        let seen = own.find(|event| event["type"] == "hand_seen").expect("its own event");
        assert_eq!(seen["cards"], json!(held), "with the end of the choice");
    }
}

async fn cyber_attack(table: &mut Table, held: &[ActionCard]) {
    unnoticed(table, 1, json!({"type": "cyber_attack"})).await;
    let seen = private(&table.seats[1]).intelligence.expect("Cyber Attack shows something");
    assert_eq!(seen.cards, held);
}

/// Checks that with the second lock everybody learns the same, and nothing but that both cards were
/// used.
fn revealed(table: &Table) {
    let seq = table.made.last().expect("a move").seq;
    for viewer in table.viewers() {
        assert_eq!(viewer.now().seq, seq);
        let news: Vec<&Value> =
            viewer.events.iter().filter(|event| event["seq"] == json!(seq)).collect();
        let kinds: Vec<&str> = news.iter().filter_map(|event| event["type"].as_str()).collect();
        assert_eq!(kinds, ["council_met", "cyber_attack_made", "initiative_revealed"]);
        assert!(news[0].get("first_open").is_none(), "nothing was taken from open discards");
    }
    table.heads();
}

/// The log at its most talkative holds no token, no secret of the deal and no card.
#[tokio::test]
async fn the_log_keeps_secrets() {
    let server = Server::of(Setup::unlimited().and(&["--log", "trace"]).on_file());
    let mut table = Table::begin(&server, json!({}), 1, Seed::or(45)).await;
    table.play(40).await;
    table.seats[1].leave().await;
    table.seats[1].come_back(&server).await;
    what_is_refused(&server, &mut table).await;
    table.finish().await;
    for viewer in table.seats.iter_mut().chain(&mut table.gallery) {
        viewer.leave().await;
    }
    let signalled = server.terminate();
    let (ended, stopped) = server.ended(signalled).await;
    assert!(ended.status.success(), "{ended:?}");

    let database = std::fs::read(stopped.database()).expect("the database");
    let database = String::from_utf8_lossy(&database).into_owned();
    let log = stopped.log();
    assert!(log.contains("match begins") && log.contains("DEBUG"), "a log of the match");
    for key in &table.keys {
        assert!(!log.contains(&key.token), "a token is in the log: {}", line(&log, &key.token));
        assert!(!database.contains(&key.token), "a token is in the database");
    }
    let secret = database.split("\"secret\":\"").nth(1).and_then(|rest| rest.get(..64));
    let secret = secret.expect("the record holds the secret of the deal");
    assert!(secret.bytes().all(|sign| sign.is_ascii_hexdigit()), "{secret}");
    assert!(!log.contains(secret), "the secret is in the log: {}", line(&log, secret));
    for viewer in table.viewers() {
        assert!(!viewer.frames.concat().contains(secret), "the secret was sent");
    }
    let cards = ActionCard::ALL.iter().map(|card| card.as_str());
    let headlines = Headline::ALL.iter().map(|headline| headline.as_str());
    let advantages = AdvantageCard::ALL.iter().map(|card| card.as_str());
    for id in cards.chain(headlines).chain(advantages) {
        assert!(!log.contains(id), "a card is in the log: {}", line(&log, id));
    }
}

/// Refusals are what is most likely to be logged with what they refuse.
async fn what_is_refused(server: &Server, table: &mut Table) {
    let (code, token) = (table.code().to_owned(), table.keys[0].token.clone());
    let card = private(&table.seats[0]).hand[0].as_str();
    let id = table.seed.id();
    for (decision, command) in [
        (999_999, json!({"type": "play", "card": card})),
        (table.seats[0].now().seq, json!({"type": "play", "card": card, "token": token})),
    ] {
        let answer = table.seats[0].command(id, decision, command).await;
        assert!(answer.is_err(), "{answer:?}");
    }
    table.seats[0].raw(&format!(r#"{{"type":"chat","text":"{card}","more":"{token}"}}"#)).await;
    table.seats[0].raw(&format!("{token} {card}")).await;
    table.seats[0].sync().await;
    let path = format!("/api/v1/rooms/{code}/seats/1/token");
    let answer = server.http.request("POST", &path, Some(&token), None).await;
    assert_eq!(answer.status, 403, "{answer:?}");
    let answer = server.http.get(&format!("/api/v1/rooms/{code}?token={token}")).await;
    assert_eq!(answer.status, 400, "{answer:?}");
}

/// Returns the first line that contains a text, for the message of a failed assertion.
fn line<'a>(log: &'a str, text: &str) -> &'a str {
    log.lines().find(|line| line.contains(text)).unwrap_or_default()
}

/// Chat of spectators stays among them while the match runs; what seats write, everyone receives.
#[tokio::test]
async fn spectators_do_not_speak_to_seats_while_the_match_runs() {
    let server = Server::start();
    let mut table = Table::begin(&server, json!({}), 2, Seed::or(46)).await;
    table.play(5).await;
    let line = r#"{"type":"chat","text":"Europe holds two cards of 3"}"#;
    table.gallery[0].raw(line).await;
    table.gallery[1].until(|other| received(other, "Europe holds")).await;
    // What a seat does afterwards is answered afterwards.
    table.play(2).await;
    for seat in &table.seats {
        assert!(!received(seat, "Europe holds"), "seat {:?}", seat.number());
    }
    table.seats[0].raw(r#"{"type":"chat","text":"Good luck!"}"#).await;
    for viewer in table.seats.iter_mut().chain(&mut table.gallery) {
        viewer.until(|viewer| received(viewer, "Good luck!")).await;
    }
    // A newcomer receives what viewers of its kind may receive.
    let late = Player::seat(&server, &table.keys[1], None).await;
    assert!(received(&late, "Good luck!") && !received(&late, "Europe holds"));
    let late = Player::watch(&server, table.code(), None).await;
    assert!(received(&late, "Good luck!") && received(&late, "Europe holds"));
}

fn received(player: &Player, text: &str) -> bool {
    player.frames.iter().any(|frame| {
        let message: ServerMessage = serde_json::from_str(frame).expect("a message");
        matches!(message, ServerMessage::Chat(line) if line.text.contains(text))
    })
}
