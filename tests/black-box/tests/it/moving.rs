//! `entente-server rooms`: what an operator sees of stored rooms, and how rooms move and end.

use std::fs;

use black_box::{Player, Seed, Server, Setup, Stopped, Store, Table, program};
use protocol::room::RoomState;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

mod unproven;

/// Runs a sub-command of `rooms`; returns its exit code and its output on either stream.
fn rooms(store: &Store, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = program::command("entente-server")
        .args(store.arguments())
        .args(["--log", "warn", "rooms"])
        .args(arguments)
        .output()
        .expect("the binary");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Runs one of them, which must succeed, and returns its output.
fn done(store: &Store, arguments: &[&str]) -> String {
    let (code, said, complained) = rooms(store, arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {complained}");
    said
}

/// Returns the room's line in the list.
fn listed(store: &Store, code: &str) -> Option<Value> {
    let list = done(store, &["list", "--json"]);
    let lines = list.lines().map(|line| serde_json::from_str::<Value>(line).expect(line));
    lines.into_iter().find(|line| line["code"] == code)
}

/// Returns a server that has not run yet.
fn fresh() -> Stopped {
    Stopped::of(Setup::unlimited())
}

async fn stopped(server: Server) -> Stopped {
    let signalled = server.terminate();
    server.ended(signalled).await.1
}

#[tokio::test]
async fn an_operator_is_shown_what_everybody_in_the_room_may_see() {
    let server = Server::start();
    let mut table = Table::begin(&server, json!({}), 1, Seed::or(61)).await;
    table.play(25).await;
    let (code, store) = (table.code().to_owned(), server.store());
    let line = listed(&store, &code).expect("the room is listed");
    assert_eq!(line["state"], "running");
    assert_eq!((&line["taken"], &line["seats"]), (&json!(2), &json!(2)));
    assert!(line["bytes"].as_u64() > line["rows"].as_u64(), "{line}");
    let shown: Value = serde_json::from_str(&done(&store, &["show", &code, "--json"])).unwrap();
    let mut room = json!(server.http.room(&code).await);
    for key in ["spectators", "seats"] {
        room[key].take();
    }
    let extra = ["created_ms", "active_ms", "rows", "bytes"];
    for (key, value) in shown.as_object().expect("an object") {
        let known = room.get(key).is_some_and(|shown| shown.is_null() || shown == value);
        assert!(known || extra.contains(&key.as_str()), "{key}: {value}");
    }
    let spelt = format!("{} {}", &code[..3], code[3..].to_lowercase());
    let outputs = [
        done(&store, &["list"]),
        done(&store, &["list", "--json"]),
        done(&store, &["show", &spelt]),
        shown.to_string(),
    ];
    let record = stored_record(&store, &code);
    let secrets = [&record["attempt"]["secret"], &record["seats"][0]["token"]];
    for text in &outputs {
        assert!(text.contains(&code), "{text}");
        for secret in secrets {
            assert!(!text.contains(secret.as_str().expect("a text")), "{text}");
        }
        for key in &table.keys {
            assert!(!text.contains(&key.token));
        }
    }
    let (exit, _, complained) = rooms(&store, &["show", "CCCCCC"]);
    assert_eq!(exit, Some(1), "{complained}");
    assert!(complained.contains("no room CCCCCC"), "{complained}");
    assert_eq!(rooms(&store, &["show", "nothing"]).0, Some(2));
}

/// Returns the record as the store has it, out of an export.
fn stored_record(store: &Store, code: &str) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.room");
    done(store, &["export", code, file.to_str().expect("UTF-8")]);
    let text = fs::read_to_string(file).expect("the file");
    serde_json::from_str(text.lines().nth(1).expect("a record")).expect("JSON")
}

#[tokio::test]
async fn a_match_goes_on_on_another_server() {
    let first = Server::start();
    let mut table = Table::begin(&first, json!({}), 1, Seed::or(62)).await;
    table.play(25).await;
    let code = table.code().to_owned();
    let first = stopped(first).await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("moved.room");
    let name = file.to_str().expect("UTF-8");
    let exported = done(&first.store(), &["export", &code, name]);
    let (_, head) = table.heads().pop_last().expect("a head");
    assert!(exported.contains(&head), "{exported}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&file).expect("the file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "it holds every hand");
    }
    let (exit, _, complained) = rooms(&first.store(), &["export", &code, name]);
    assert_eq!(exit, Some(3), "{complained}");
    assert!(complained.contains("exists"), "nothing is replaced: {complained}");

    let second = fresh();
    let imported = done(&second.store(), &["import", name]);
    assert!(exported.ends_with(&imported), "{exported} {imported}");
    let (exit, _, complained) = rooms(&second.store(), &["import", name]);
    assert_eq!(exit, Some(1), "{complained}");
    assert!(complained.contains("this room is here already"), "{complained}");
    let second = second.start();
    let (exit, _, complained) = rooms(&second.store(), &["import", name]);
    assert_eq!(exit, Some(3), "{complained}");
    assert!(complained.contains("stop the server first"), "{complained}");
    table.come_back(&second).await;
    table.finish().await;
    let record = second.http.get(&format!("/api/v1/rooms/{code}/record")).await;
    assert_eq!(record.status, 200);
    let path = folder.path().join("record.json");
    fs::write(&path, record.body.to_string()).expect("the record");
    let verified =
        program::command("entente-server").arg("verify").arg(path).output().expect("the binary");
    assert!(verified.status.success(), "{verified:?}");
    let (_, head) = table.heads().pop_last().expect("a head");
    assert_eq!(record.body["head"], head.as_str());
}

#[test]
fn rooms_in_every_state_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let golden = black_box::root().join("tests/fixtures/golden/entente.db");
    fs::copy(golden, at("golden.db")).expect("the golden database");
    let (golden, other) = (Store::File(at("golden.db")), fresh());
    let list = done(&golden, &["list", "--json"]);
    assert!(list.lines().count() >= 5, "{list}");
    for line in list.lines() {
        let room: Value = serde_json::from_str(line).expect(line);
        let code = room["code"].as_str().expect("a code");
        let file = at(code);
        let name = file.to_str().expect("UTF-8");
        done(&golden, &["export", code, name]);
        done(&other.store(), &["import", name]);
    }
    assert_eq!(done(&other.store(), &["list", "--json"]), list);
}

/// Returns a file with these lines changed and its checksum made to fit: as if a server had written
/// it.
fn forged(text: &str, change: impl Fn(&mut Vec<String>)) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.pop();
    change(&mut lines);
    let sealed = lines.join("\n") + "\n";
    let sum = fairness::hex::encode(&Sha256::digest(&sealed));
    format!("{sealed}{{\"sha256\":\"{sum}\"}}\n")
}

#[tokio::test]
async fn what_a_start_would_not_play_is_not_taken_in() {
    let server = Server::start();
    let mut table = Table::begin(&server, json!({}), 0, Seed::or(63)).await;
    table.play(10).await;
    let code = table.code().to_owned();
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let file = at("sound.room");
    done(&server.store(), &["export", &code, file.to_str().expect("UTF-8")]);
    let sound = fs::read_to_string(&file).expect("the file");
    let replace = |line: usize, from: &'static str, to: &'static str| {
        forged(&sound, move |lines| {
            assert!(lines[line].contains(from), "{from} in {}", lines[line]);
            lines[line] = lines[line].replacen(from, to, 1);
        })
    };
    let other_code = if code == "K7P2XR" { "K7P2XX" } else { "K7P2XR" };
    let with_rows = |change: fn(&mut Vec<String>)| {
        forged(&sound, move |lines| {
            let before = lines.len() - 3;
            change(lines);
            let rows = |count: usize| format!("\"rows\":{count},");
            lines[0] = lines[0].replace(&rows(before), &rows(lines.len() - 3));
        })
    };
    let cases = [
        ("dear diary\n".to_owned(), "this is no exported room"),
        (sound.replacen("\"version\":1", "\"version\":2", 1), "form 2, this server reads form 1"),
        (sound.replacen("Ada", "Eve", 1), "its checksum is wrong"),
        (sound[..sound.len() - 9].to_owned(), "it is cut off"),
        (replace(0, "\"rows\":", "\"rows\":1"), "a different number of rows"),
        (
            forged(&sound, |lines| lines[0] = lines[0].replace(&code, other_code)),
            "the code is not valid",
        ),
        (
            forged(&sound, |lines| {
                lines[0] = lines[0].replace(&code, "AEIOU1");
                lines[1] = lines[1].replace(&code, "AEIOU1");
            }),
            "the code is not valid",
        ),
        (replace(1, "\"v\":1", "\"v\":2"), "the record has version 2"),
        (replace(1, "\"rules_version\":", "\"rules_version\":9"), "made with"),
        (replace(1, "\"secret\":\"", "\"secret\":\"0"), "secret cannot be read"),
        (replace(1, "\"token\":\"", "\"token\":\"x"), "the token's hash"),
        (replace(1, "\"Ada\"", "\" Ada\""), "the name is not one"),
        (replace(1, "\"listed\":", r#""rematch":"AEIOU1","listed":"#), "next room's code"),
        (replace(1, "\"ready\":", r#""program":{"contact":" a@b"},"ready":"#), "a program says"),
        (replace(2, "\"printed\"", "\"derived\""), "the component data"),
        (with_rows(|lines| drop(lines.pop())), "comes to another head"),
        (with_rows(|lines| drop(lines.remove(4))), "the match log"),
        (with_rows(|lines| lines.truncate(3)), "its match log is missing"),
    ];
    let new = fresh();
    for (number, (text, expected)) in cases.into_iter().enumerate() {
        let file = at(&format!("{number}.room"));
        fs::write(&file, text).expect("the file");
        let (exit, _, complained) = rooms(&new.store(), &["import", file.to_str().expect("UTF-8")]);
        assert_eq!(exit, Some(1), "{number}: {complained}");
        assert!(complained.contains(expected), "{number}: {expected}: {complained}");
    }
    assert_eq!(done(&new.store(), &["list", "--json"]), "");
    let (exit, _, complained) = rooms(&new.store(), &["import", "/nowhere/at/all"]);
    assert_eq!(exit, Some(2), "{complained}");
    done(&new.store(), &["import", file.to_str().expect("UTF-8")]);
}

/// Returns the ways to all texts in a value.
fn texts(value: &Value, path: &str) -> Vec<String> {
    match value {
        Value::String(_) => vec![path.to_owned()],
        Value::Array(values) => {
            let inside = values.iter().enumerate();
            inside.flat_map(|(at, value)| texts(value, &format!("{path}/{at}"))).collect()
        }
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| texts(value, &format!("{path}/{name}")))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// A seat's fields that the room of the test has no use for; what they hold only has to be read.
fn furnished(seat: &mut Value) {
    seat["program"] = json!({"contact": "a@example.org", "level": "strong"});
    seat["notify"] = json!({"email": {
        "address": "a@example.org", "key": "k", "asked": true, "agreed": true,
    }});
    let device =
        json!({"id": "d", "endpoint": "https://push.example/x", "p256dh": "p", "auth": "a"});
    seat["devices"] = json!([{ "device": device }]);
}

#[tokio::test]
async fn no_text_of_a_room_that_is_taken_in_acts_on_a_terminal() {
    let server = Server::start();
    let mut table = Table::begin(&server, json!({}), 0, Seed::or(65)).await;
    table.play(10).await;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("one.room");
    let file = path.to_str().expect("UTF-8");
    done(&server.store(), &["export", table.code(), file]);
    let sound = fs::read_to_string(&path).expect("the file");
    let line = sound.lines().nth(1).expect("the record");
    let mut record: Value = serde_json::from_str(line).expect(line);
    furnished(&mut record["seats"][0]);
    record["rematch"] = json!("K7P2XR");
    let with = |record: &Value| forged(&sound, |lines| lines[1] = record.to_string());
    let new = fresh();
    let ways = texts(&record, "");
    assert!(ways.len() > 20, "{ways:?}");
    for way in &ways {
        let mut acting = record.clone();
        let text = acting.pointer_mut(way).expect(way);
        *text = json!(format!("{}\u{1b}[2J", text.as_str().expect(way)));
        fs::write(&path, with(&acting)).expect("the file");
        let (exit, said, complained) = rooms(&new.store(), &["import", file]);
        assert_eq!(exit, Some(1), "{way}: {complained}");
        assert!(!(said + &complained).contains('\u{1b}'), "{way}");
    }
    fs::write(&path, with(&record)).expect("the file");
    done(&new.store(), &["import", file]);
}

/// The most bytes of an exported room.
const EXPORT_BYTES: usize = 64 * 1024 * 1024;

#[test]
fn an_exported_room_has_a_largest_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, new) = (folder.path().join("large.room"), fresh());
    let refusal = |bytes: usize| {
        fs::write(&file, vec![b' '; bytes]).expect("the file");
        let (exit, _, complained) = rooms(&new.store(), &["import", file.to_str().expect("UTF-8")]);
        assert_eq!(exit, Some(1), "{complained}");
        complained
    };
    let too_big = format!("more than {EXPORT_BYTES} bytes");
    assert!(!refusal(EXPORT_BYTES).contains(&too_big));
    assert!(refusal(EXPORT_BYTES + 1).contains(&too_big));
}

#[tokio::test]
async fn a_closed_room_is_shown_as_abandoned() {
    let mut server = Server::start();
    let mut seed = Seed::or(64);
    let mut tables = Vec::new();
    for game in [black_box::GAME, protocol::games::europe::ID] {
        let mut table = Table::of(&server, game, json!({}), 1, seed.branch()).await;
        table.play(5).await;
        tables.push(table);
    }
    let lobby = server.http.create(json!({}), json!({})).await;
    let mut codes: Vec<String> = tables.iter().map(|table| table.code().to_owned()).collect();
    codes.push(lobby.room.code.clone());
    let store = server.store();
    let down = stopped(server).await;
    for code in &codes {
        done(&store, &["close", code]);
        assert_eq!(listed(&store, code).expect("it stays")["state"], "abandoned");
        let (exit, _, complained) = rooms(&store, &["close", code]);
        assert_eq!(exit, Some(1), "{complained}");
        assert!(complained.contains("it is over already"), "{complained}");
    }
    assert_eq!(rooms(&store, &["close", "CCCCCC"]).0, Some(1));
    server = down.start();
    for table in &mut tables {
        table.come_back(&server).await;
        assert_eq!(table.outcome().expect("an end").reason, "abandoned");
        for viewer in table.viewers() {
            let room = viewer.room.as_ref().expect("the room");
            assert_eq!(room.state, RoomState::Abandoned);
            assert_eq!(viewer.now().decision, None);
        }
    }
    let ada = Player::seat(&server, &lobby, None).await;
    assert_eq!(ada.room.expect("the room").state, RoomState::Abandoned);
}

/// Reads until the room says that it was closed.
async fn sees_the_end(player: &mut Player) {
    let closed =
        |own: &Player| own.room.as_ref().is_some_and(|room| room.state == RoomState::Abandoned);
    player.until(closed).await;
}

#[cfg(unix)]
#[tokio::test]
async fn a_room_is_closed_while_people_are_in_it() {
    let mut server = Server::start();
    let mut seed = Seed::or(65);
    let mut closed = Table::begin(&server, json!({}), 1, seed.branch()).await;
    let mut other = Table::begin(&server, json!({}), 0, seed.branch()).await;
    closed.play(5).await;
    let lobby = server.http.create(json!({}), json!({})).await;
    let mut ada = Player::seat(&server, &lobby, None).await;
    let store = server.store();
    for code in [closed.code(), &lobby.room.code] {
        assert_eq!(done(&store, &["close", code]), format!("{code} is closed\n"));
        assert_eq!(listed(&store, code).expect("it stays")["state"], "abandoned");
        let (exit, _, complained) = rooms(&store, &["close", code]);
        assert_eq!(exit, Some(1), "{complained}");
        assert!(complained.contains("it is over already"), "{complained}");
    }
    for viewer in closed.seats.iter_mut().chain(&mut closed.gallery) {
        sees_the_end(viewer).await;
        assert_eq!(viewer.now().outcome.as_ref().expect("an end").reason, "abandoned");
    }
    sees_the_end(&mut ada).await;
    assert_eq!(rooms(&store, &["close", "CCCCCC"]).0, Some(1));
    other.play(5).await;

    // A server that was killed left its socket behind.
    server = server.kill().await.start();
    closed.come_back(&server).await;
    assert_eq!(closed.outcome().expect("an end").reason, "abandoned");
    other.come_back(&server).await;
    other.play(1).await;
    done(&store, &["close", other.code()]);
    sees_the_end(&mut other.seats[0]).await;
}
