//! Whole matches through the wire, each edition: two seats, a spectator, random moves to the end.
//!
//! What holds of every single message is asserted by the player that reads it; here stands what
//! holds between viewers, and over a whole match.

use protocol::games::europe_divided::{Event, Private, Public};
use protocol::room::RoomState;
use serde_json::{Value, json};
use tests::{Player, Seed, Server, Table};

#[tokio::test]
async fn a_match_of_the_revised_edition() {
    whole_match("revised", Seed::or(11)).await;
}

#[tokio::test]
async fn a_match_of_the_first_edition() {
    whole_match("first", Seed::or(12)).await;
}

async fn whole_match(edition: &str, seed: Seed) {
    let server = Server::start();
    let mut table = Table::begin(&server, json!({"edition": edition}), 1, seed).await;
    let outcome = table.finish().await;
    assert_eq!(outcome.scores.len(), 2);
    assert_eq!(table.seats[0].now().public["edition"], edition);
    assert_eq!(server.http.room(table.code()).await.state, RoomState::Finished);

    // Everybody saw the same log: `heads` fails if two viewers were told different heads.
    let heads = table.heads();
    let last = table.made.last().expect("moves were made").seq;
    assert_eq!(heads.keys().next_back(), Some(&last));
    let seqs: Vec<u64> = table.made.iter().map(|made| made.seq).collect();
    assert_eq!(seqs, (1..=last).collect::<Vec<u64>>(), "each move is one entry");

    for viewer in table.viewers() {
        views_are_of_their_types(viewer);
        measured(viewer);
    }
    everybody_hears_the_same_public_events(&table);
}

/// The updates of a connection, as trees.
fn updates(viewer: &Player) -> impl Iterator<Item = Value> {
    let trees = viewer.frames.iter().map(|text| serde_json::from_str(text).expect("JSON"));
    trees.filter(|tree: &Value| tree["type"] == "update")
}

/// Reading a part of an update as its type and writing it again loses nothing.
fn views_are_of_their_types(viewer: &Player) {
    for update in updates(viewer) {
        let public: Public =
            serde_json::from_value(update["public"].clone()).expect("a public view");
        assert_eq!(json!(public), update["public"]);
        if let Some(private) = update.get("private") {
            let view: Private = serde_json::from_value(private.clone()).expect("a private view");
            assert_eq!(json!(view), *private);
            assert_eq!(
                json!(view.side),
                ["europe", "russia"][usize::from(viewer.number().expect("a seat"))]
            );
        }
        for event in update["events"].as_array().expect("events") {
            let mut fields = event.as_object().expect("an object").clone();
            for of_all in ["seq", "text", "rule"] {
                fields.remove(of_all);
            }
            let known: Event =
                serde_json::from_value(Value::Object(fields.clone())).expect("an event");
            assert_eq!(json!(known), Value::Object(fields));
            assert!(!event["text"].as_str().expect("a text").is_empty());
        }
    }
}

/// What the spectator heard is what each seat heard, apart from what was meant for that seat only.
fn everybody_hears_the_same_public_events(table: &Table) {
    let heard = &table.gallery[0].events;
    for seat in &table.seats {
        let mut own = seat.events.iter();
        for event in heard {
            assert!(own.any(|told| told == event), "seat {:?} misses {event}", seat.number());
        }
        assert!(seat.events.len() > heard.len(), "some things were for this seat alone");
    }
}

/// How large updates are; read by people, not by the test.
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
