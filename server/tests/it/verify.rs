//! `entente-server verify` as somebody meets it who has a record and wants to know.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use engine::matches::{Beginning, Input};
use engine::record::record;
use engine::{GameEntry, Match, REGISTRY, Seat};
use fairness::hex;
use fairness::record::{HeaderBot, Record};
use fairness::vd1::{SeatEntropy, server_commitment};
use protocol::offer::fill;
use protocol::room::BotLevel;
use serde_json::{Map, Value, json};
use uuid::Uuid;

/// A match in which the first seat gives up at once, with these component data replaced.
fn resigned(game: &GameEntry, replaced: &BTreeMap<String, String>) -> (Record, String) {
    let catalogue = game.catalogue(replaced).unwrap();
    let options = game.resolve_options(&Map::new()).unwrap();
    let seats = (0..game.seats(&options).unwrap()).map(|seat| format!("Player {seat}"));
    let secret = [7; 32];
    let beginning = Beginning {
        room: Uuid::nil(),
        attempt: 0,
        secret,
        commitment: server_commitment(Uuid::nil().as_bytes(), &game.rules(), 0, &secret),
        options,
        seats: seats.map(|name| (name, SeatEntropy::default())).collect(),
        bots: BTreeMap::new(),
        fork: None,
    };
    let begun = Match::begin(game, &catalogue, &beginning).unwrap();
    let id = Uuid::nil();
    let entry = begun.live.prepare(5, Input::Resign { seat: 0, id }).unwrap();
    let rows = [begun.header.as_str(), entry.bytes()];
    let made = record(game, &catalogue, &beginning, Vec::new(), rows).unwrap();
    (made, catalogue.canonical().to_string())
}

/// The answer to a record, with further arguments.
fn answer(folder: &Path, record: &Value, arguments: &[&str]) -> (Option<i32>, String) {
    let file = folder.join("record.json");
    std::fs::write(&file, record.to_string()).unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_entente-server"))
        .env_clear()
        .arg("verify")
        .arg(file)
        .args(arguments)
        .output();
    let Output { status, stdout, stderr } = run.unwrap();
    (status.code(), String::from_utf8([stdout, stderr].concat()).unwrap())
}

#[test]
fn a_record_of_each_game_is_verified_with_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    for game in REGISTRY {
        let (made, _) = resigned(game, &BTreeMap::new());
        let (code, said) = answer(folder.path(), &json!(made), &[]);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("dealt by the server alone"), "{said}");
        assert!(said.contains("checked: the rules: exactly these draws"), "{said}");
        assert!(!said.contains("run entente-server verify"), "{said}");
    }
}

#[test]
fn what_only_the_rules_know_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let made = json!(resigned(&REGISTRY[0], &BTreeMap::new()).0);
    let mut fewer = made.clone();
    fewer["draws"].as_array_mut().unwrap().pop();
    let mut other = made.clone();
    other["result"]["winners"] = json!([]);
    let draws = fewer["draws"].as_array().unwrap().len();
    for (touched, pointer) in [(fewer, format!("/draws/{draws}")), (other, "/result".to_owned())] {
        let (code, said) = answer(folder.path(), &touched, &[]);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(&pointer), "{said}");
    }
}

#[test]
fn unknown_rules_and_other_data_are_refused_in_clear_words() {
    let folder = tempfile::tempdir().unwrap();
    let game = &REGISTRY[0];
    let (made, stored) = resigned(game, &BTreeMap::new());
    let mut newer = json!(made);
    newer["header"]["rules"] = json!(format!("{}/999", game.id));
    let (code, said) = answer(folder.path(), &newer, &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("999") && said.contains(&game.rules()), "{said}");
    // The same tables, but for where one value is said to come from.
    let (file, text) = game.files()[0];
    let changed = text.replacen("\"reconstructed\"", "\"derived\"", 1);
    let changed = changed.replacen("\"printed\"", "\"derived\"", 1);
    assert_ne!(changed, text);
    let replaced = BTreeMap::from([(file.to_owned(), changed.clone())]);
    let (other, own_data) = resigned(game, &replaced);
    let (code, said) = answer(folder.path(), &json!(other), &[]);
    assert_ne!(made.header.data, other.header.data);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(&other.header.data), "{said}");
    // With the data of the match it is verified, be they the stored ones or the files.
    let data = folder.path().join("data.json");
    std::fs::write(&data, own_data).unwrap();
    let path = data.to_str().unwrap();
    assert_eq!(answer(folder.path(), &json!(other), &["--data", path]).0, Some(0));
    let files = folder.path().join("files");
    std::fs::create_dir_all(files.join(game.id)).unwrap();
    std::fs::write(files.join(game.id).join(format!("{file}.toml")), changed).unwrap();
    let path = files.to_str().unwrap();
    assert_eq!(answer(folder.path(), &json!(other), &["--data", path]).0, Some(0));
    assert_eq!(answer(folder.path(), &json!(made), &["--data", path]).0, Some(1));
    std::fs::write(&data, stored).unwrap();
    let path = data.to_str().unwrap();
    assert_eq!(answer(folder.path(), &json!(made), &["--data", path]).0, Some(0));
}

#[test]
fn what_a_client_kept_is_compared() {
    let folder = tempfile::tempdir().unwrap();
    let made = resigned(&REGISTRY[0], &BTreeMap::new()).0;
    let kept = folder.path().join("kept.txt");
    let path = kept.to_str().unwrap();
    let file = format!("2 {}\n# sealed 0 2\n# seat 0 0 none\n", made.head);
    for (text, code, words) in [
        (file.replacen("2 ", "1 ", 1), Some(0), "1 heads and 2 facts"),
        (file.clone(), Some(1), "another head after entry 2"),
        (file.replace("none", &"07".repeat(32)), Some(1), "seat 0 bring something else"),
        ("soup\n".to_owned(), Some(2), "line 1 is no head"),
    ] {
        std::fs::write(&kept, text).unwrap();
        let answer = answer(folder.path(), &json!(made), &["--heads", path]);
        assert_eq!(answer.0, code, "{}", answer.1);
        assert!(answer.1.contains(words), "{}", answer.1);
    }
}

#[test]
fn files_that_cannot_be_used_are_wrong_usage() {
    let folder = tempfile::tempdir().unwrap();
    let made = json!(resigned(&REGISTRY[0], &BTreeMap::new()).0);
    let (code, said) = answer(folder.path(), &made, &["--data", "/nowhere/at/all"]);
    assert_eq!(code, Some(2), "{said}");
    let (code, said) = answer(folder.path(), &made, &["--loud"]);
    assert_eq!(code, Some(2), "{said}");
    let run = Command::new(env!("CARGO_BIN_EXE_entente-server"))
        .env_clear()
        .args(["verify", "/nowhere/at/all.json"])
        .output();
    assert_eq!(run.unwrap().status.code(), Some(2));
}

/// The seat of the bot in [`beside_a_bot`].
const BOT: Seat = Seat(1);

/// The first turns of a match in which the second seat is a bot of this mind; what it does says
/// `choose`: as soon as it is asked, or once nobody acts before it. The other takes the first offer, before
/// the bot where both are asked, and resigns in the end.
fn beside_a_bot(mind: &str, at_once: bool, choose: impl Fn(&Match) -> Value) -> Record {
    let game = REGISTRY.iter().find(|game| game.id == "europe-divided").unwrap();
    let catalogue = game.catalogue(&BTreeMap::new()).unwrap();
    let secret = [8; 32];
    let named = HeaderBot { level: "normal".to_owned(), mind: Some(mind.to_owned()) };
    let beginning = Beginning {
        room: Uuid::nil(),
        attempt: 0,
        secret,
        commitment: server_commitment(Uuid::nil().as_bytes(), &game.rules(), 0, &secret),
        options: game.resolve_options(&Map::new()).unwrap(),
        seats: ["Ada", "Bot 1"].map(|name| (name.to_owned(), SeatEntropy::default())).to_vec(),
        bots: BTreeMap::from([(BOT.0, named)]),
        fork: None,
    };
    let begun = Match::begin(game, &catalogue, &beginning).unwrap();
    let (mut live, mut rows) = (begun.live, vec![begun.header]);
    let mut thought = (None, Value::Null);
    for number in 1..=20 {
        let asked = live.decision(BOT);
        if asked.is_some() && (thought.0 != asked || !at_once) {
            thought = (asked, choose(&live));
        }
        let (at, id) = (0, Uuid::from_u128(number));
        let seat = live.awaiting().iter().next().unwrap();
        let input = if number == 20 {
            Input::Resign { seat: 0, id }
        } else {
            let command = if seat == BOT { thought.1.clone() } else { first_offer(&live, seat) };
            Input::Command { seat: seat.0, id, command }
        };
        let prepared = live.prepare(at, input).unwrap();
        rows.push(prepared.bytes().to_owned());
        live.commit(prepared);
    }
    let rows = rows.iter().map(String::as_str);
    record(game, &catalogue, &beginning, Vec::new(), rows).unwrap()
}

fn first_offer(live: &Match, seat: Seat) -> Value {
    let offers = live.offers(seat);
    let offer = offers.iter().find(|offer| !offer.loose).unwrap();
    fill(&offer.command, &mut |_| 0)
}

#[test]
fn bots_think_again() {
    let folder = tempfile::tempdir().unwrap();
    let mind = hex::encode(&mind::digest("europe-divided", BotLevel::Normal).unwrap());
    let chosen =
        |live: &Match| mind::choose(&live.guesses(BOT), BotLevel::Normal, &|| false).unwrap();
    for at_once in [true, false] {
        let made = json!(beside_a_bot(&mind, at_once, chosen));
        let (code, said) = answer(folder.path(), &made, &["--bots"]);
        assert_eq!(code, Some(0), "at once: {at_once}: {said}");
        assert!(said.contains("commands of bots") && said.contains(" 0 cut short"), "{said}");
    }

    let stopped =
        |live: &Match| mind::choose(&live.guesses(BOT), BotLevel::Normal, &|| true).unwrap();
    let (code, said) =
        answer(folder.path(), &json!(beside_a_bot(&mind, true, stopped)), &["--bots"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains(" 0 cut short"), "{said}");
}

#[test]
fn a_bot_that_did_something_else_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let mind = hex::encode(&mind::digest("europe-divided", BotLevel::Normal).unwrap());
    let made = json!(beside_a_bot(&mind, true, |live| first_offer(live, BOT)));
    assert_eq!(answer(folder.path(), &made, &[]).0, Some(0));
    let (code, said) = answer(folder.path(), &made, &["--bots"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("the bot of seat 1 would not have chosen this"), "{said}");

    let made = json!(beside_a_bot(&"0".repeat(64), true, |live| first_offer(live, BOT)));
    let (code, said) = answer(folder.path(), &made, &["--bots"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("does not have"), "{said}");
}
