//! Counts of what waits: for a room, and for the store.

use protocol::room::TakeSeat;
use std::pin::pin;
use std::sync::Arc;

use futures_util::FutureExt;
use rusqlite::Connection;
use serde_json::json;
use server::Rooms;
use server::component_data::load_catalogues;
use server::log::{MatchLog, SqliteLog};
use server::rooms::{RoomsSetup, TokenHash};
use tokio::task::yield_now;

use crate::support::{game, quiet};

/// The gauges of both queues: the room's, and the store's.
fn waiting(rooms: &Rooms) -> [usize; 2] {
    let text = rooms.metrics_text();
    ["entente_room_queue_max ", "entente_store_queue "].map(|name| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap().parse().unwrap()
    })
}

#[tokio::test]
async fn what_waits_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let log = Arc::new(SqliteLog::open(&path).unwrap());
    let catalogues = load_catalogues(game::games(), None).unwrap();
    let setup = RoomsSetup::new(game::games(), catalogues, quiet());
    let rooms = Rooms::open(setup, log.clone()).await.unwrap();
    let wanted = serde_json::from_value(json!({"game": "toy", "name": "Ada"})).unwrap();
    let ada = rooms.create(wanted, None).await.unwrap();
    let room = rooms.find(&ada.room.code).unwrap();
    assert_eq!(waiting(&rooms), [0, 0]);

    // Somebody holds the file by hand, so the writer waits, and the room for the writer.
    let by_hand = Connection::open(&path).unwrap();
    by_hand.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut bo =
        pin!(room.take_seat(TakeSeat { name: "Bo".to_owned(), seat: None, program: None }, None));
    assert!(bo.as_mut().now_or_never().is_none());
    assert_eq!(waiting(&rooms), [1, 0]);
    while waiting(&rooms) != [0, 0] {
        yield_now().await;
    }
    let token = TokenHash::of(&ada.token);
    let mut looks = [pin!(room.notify(token, 0)), pin!(room.notify(token, 0))];
    let mut writes = [(); 3].map(|()| log.writable());
    for look in &mut looks {
        assert!(look.as_mut().now_or_never().is_none());
    }
    for write in &mut writes {
        assert!(write.as_mut().now_or_never().is_none());
    }
    assert_eq!(waiting(&rooms), [2, 3]);

    by_hand.execute_batch("ROLLBACK").unwrap();
    assert_eq!(bo.await.unwrap().seat, 1);
    for look in looks {
        look.await.unwrap();
    }
    for write in writes {
        write.await.unwrap();
    }
    assert_eq!(waiting(&rooms), [0, 0]);
}
