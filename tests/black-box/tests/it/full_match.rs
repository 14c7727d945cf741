//! Whole matches through the wire: every seat, a spectator, random moves to the end.
//!
//! What holds of every single message is asserted by the player that reads it; here is what
//! holds between viewers, and over a whole match.

use black_box::{Player, Seed, Server, Table};
use protocol::archive::MatchRecord;
use protocol::games::{balance_of_power, europe, europe_divided};
use protocol::room::{Room, RoomState};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The test of a match of a game with these options.
macro_rules! whole_match {
    ($test:ident, $game:ident, $options:tt, $seed:literal) => {
        #[tokio::test]
        async fn $test() {
            let table = play($game::ID, json!($options), Seed::or($seed)).await;
            for viewer in table.viewers() {
                of_their_types::<$game::Public, $game::Private, $game::Event>(viewer);
            }
        }
    };
}

whole_match!(a_match_of_the_revised_edition, europe_divided, {"edition": "revised"}, 11);
whole_match!(a_match_of_the_first_edition, europe_divided, {"edition": "first"}, 12);
whole_match!(a_match_of_basic_training, balance_of_power, {"setup": 4, "max_turns": 30}, 13);
whole_match!(a_match_in_the_command_room, balance_of_power,
    {"version": "command_room", "max_turns": 30}, 14);
whole_match!(a_match_of_two_traders, europe, {"players": 2, "max_rounds": 2}, 15);
whole_match!(a_match_of_three_traders, europe, {"players": 3, "max_rounds": 1}, 16);

async fn play(game: &str, options: Value, seed: Seed) -> Table {
    let server = Server::start();
    let mut table = Table::of(&server, game, options.clone(), 1, seed).await;
    let outcome = table.finish().await;
    assert_eq!(outcome.scores.len(), table.seats.len());
    let room = server.http.room(table.code()).await;
    assert_eq!(room.state, RoomState::Finished);
    for (option, value) in options.as_object().expect("options") {
        assert_eq!(&room.options[option], value);
    }

    // Everybody saw the same log: `heads` fails if two viewers received different heads.
    let heads = table.heads();
    let seqs: Vec<u64> = table.made.iter().map(|made| made.seq).collect();
    assert_eq!(heads.keys().next_back(), seqs.last());
    // Between two moves something may have fallen due, and behind the veil their numbers stand still.
    assert!(seqs.is_sorted(), "no move is numbered before an earlier one");
    table.viewers().for_each(measured);
    everybody_receives_the_same_public_events(&table);
    archived(&server, &room).await;
    table
}

/// Checks that everything published of a match has the form that the schema gives it, and nothing
/// beyond it.
async fn archived(server: &Server, room: &Room) {
    let record = server.http.get(&format!("/api/v1/rooms/{}/record", room.code)).await.body;
    keeps_all::<MatchRecord>(&record);
    fits("match_record", &record);
    let data = server.http.get(&format!("/api/v1/data/{}", room.fairness.data)).await.body;
    fits(&format!("{}_data", room.game.replace('-', "_")), &data);
}

/// Checks that the value satisfies the schema of this name.
fn fits(name: &str, value: &Value) {
    let mut schema = protocol::schema::document();
    schema["allOf"] = json!([schema["properties"][name].take()]);
    schema.as_object_mut().expect("an object").remove("properties");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    if let Err(error) = validator.validate(value) {
        panic!("not in the schema of {name}: {error}");
    }
}

/// Returns the updates of a connection, as trees.
fn updates(viewer: &Player) -> impl Iterator<Item = Value> {
    let trees = viewer.frames.iter().map(|text| serde_json::from_str(text).expect("JSON"));
    trees.filter(|tree: &Value| tree["type"] == "update")
}

/// Checks that reading a part of an update as its type and writing it again loses nothing.
fn of_their_types<Public, Private, Event>(viewer: &Player)
where
    Public: DeserializeOwned + Serialize,
    Private: DeserializeOwned + Serialize,
    Event: DeserializeOwned + Serialize,
{
    for update in updates(viewer) {
        keeps_all::<Public>(&update["public"]);
        update.get("private").into_iter().for_each(keeps_all::<Private>);
        for event in update["events"].as_array().expect("events") {
            let mut fields = event.as_object().expect("an object").clone();
            for of_all in ["seq", "text", "rule"] {
                fields.remove(of_all);
            }
            keeps_all::<Event>(&Value::Object(fields));
            assert!(!event["text"].as_str().expect("a text").is_empty());
        }
    }
}

fn keeps_all<T: DeserializeOwned + Serialize>(part: &Value) {
    let read: T = serde_json::from_value(part.clone()).expect("of its type");
    assert_eq!(json!(read), *part);
}

/// Checks that each seat was sent the spectator's events, and beyond them what was meant for that
/// seat: there is some if its private view ever changed. In some matches one seat draws no card.
fn everybody_receives_the_same_public_events(table: &Table) {
    let public = &table.gallery[0].events;
    for seat in &table.seats {
        let mut own = seat.events.iter();
        for event in public {
            assert!(
                own.any(|received| received == event),
                "seat {:?} misses {event}",
                seat.number()
            );
        }
        let private: Vec<Value> = updates(seat)
            .map(|mut update| {
                let mut private = update["private"].take();
                // Everybody is told who has which colour.
                private.as_object_mut().expect("an object").remove("colour");
                private
            })
            .collect();
        let learnt = private.iter().any(|view| *view != private[0]);
        assert_eq!(seat.events.len() > public.len(), learnt, "what was for this seat alone");
    }
}

/// Prints the sizes of updates; read by people, not by the test.
fn measured(viewer: &Player) {
    let texts = viewer.frames.iter().filter(|text| text.starts_with(r#"{"type":"update""#));
    let mut sizes: Vec<usize> = texts.map(String::len).collect();
    sizes.sort_unstable();
    let mean = sizes.iter().sum::<usize>() / sizes.len();
    let p95 = sizes[sizes.len() * 95 / 100];
    println!(
        "viewer {:?}: {} updates, {mean} bytes on average, p95 {p95}, largest {}",
        viewer.number(),
        sizes.len(),
        sizes.last().expect("updates came")
    );
}
