//! Connections that are given up on their way into a room.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use engine::REGISTRY;
use protocol::room::CreateRoom;
use serde_json::json;
use server::component_data::load_catalogues;
use server::log::MemoryLog;
use server::rooms::RoomsSetup;
use server::{Rooms, Settings};
use tokio::task::yield_now;

/// The most steps of other tasks that are waited for.
const STEPS: usize = 10_000;

#[tokio::test]
async fn who_gives_up_when_let_in_already_leaves_the_room() {
    let catalogues = load_catalogues(REGISTRY, None).unwrap();
    let setup = RoomsSetup::new(REGISTRY, catalogues, Settings::default());
    let rooms = Rooms::open(setup, Arc::new(MemoryLog::new())).await.unwrap();
    let wanted: CreateRoom =
        serde_json::from_value(json!({"game": "europe-divided", "name": "Ada"})).unwrap();
    let seated = rooms.create(wanted, None).await.unwrap();
    let room = rooms.find(&seated.room.code).unwrap();

    let mut given_up = Box::pin(room.join(None, None, Arc::default()));
    assert!(poll_fn(|task| Poll::Ready(given_up.as_mut().poll(task).is_pending())).await);
    // A room answers in order: the first has its answer, which it has not read, when the second has its own.
    room.join(None, None, Arc::default()).await.unwrap();
    assert_eq!(room.look().await.unwrap().spectators, 2);
    drop(given_up);
    for _ in 0..STEPS {
        if room.look().await.unwrap().spectators == 1 {
            return;
        }
        yield_now().await;
    }
    panic!("it is still there");
}
