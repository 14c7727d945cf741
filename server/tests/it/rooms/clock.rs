//! Match time: deadlines, heartbeats, and standing still.

use std::sync::atomic::Ordering;

use crate::support::{Frozen, Server, quiet};
use serde_json::{Value, json};

fn inputs(rows: &[String]) -> Vec<(u64, String)> {
    let input = |row: &String| {
        let entry: Value = serde_json::from_str(row).unwrap();
        (entry["at"].as_u64().unwrap(), entry["input"]["type"].as_str().unwrap().to_owned())
    };
    rows.iter().skip(1).map(input).collect()
}

fn entry(at: u64, kind: &str) -> (u64, String) {
    (at, kind.to_owned())
}

#[tokio::test(start_paused = true)]
async fn no_match_goes_on_while_the_time_that_it_has_reached_cannot_be_read() {
    let _clock = Frozen::clock();
    let server = Server::start().await;
    let (.., ada, _) = server.playing(json!({"clock_ms": 60_000})).await;
    let left = server.kill();
    left.without_times.store(true, Ordering::SeqCst);
    let server = Server::with(quiet(), left).await;
    let path = format!("/api/v1/rooms/{}/view", ada.code);
    let refused = server.bearer("GET", &path, &ada.token).await;
    assert_eq!((refused.status, refused.code()), (503, "storage_unavailable"));
    server.log.without_times.store(false, Ordering::SeqCst);
    assert_eq!(server.bearer("GET", &path, &ada.token).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn deadlines_carry_the_time_they_were_due() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let (mut a, mut b, ..) = server.playing(json!({"clock_ms": 1_000})).await;
    clock.advance(400).await;
    a.command(0, json!({"type": "say", "n": 1})).await;
    let update = b.until("update").await;
    assert_eq!((&update["now_ms"], &update["deadline_ms"]), (&json!(400), &json!(1_400)));
    clock.advance(999).await;
    b.nothing().await;
    clock.advance(1).await;
    let late = b.until("update").await;
    assert_eq!((&late["events"][0]["type"], &late["deadline_ms"]), (&json!("late"), &json!(2_400)));
    // The timer was late: both deadlines are entered with their own time, before any command.
    clock.advance(2_500).await;
    assert_eq!(b.command(1, json!({"type": "say", "n": 1})).await["code"], "over");
    let expected = [
        entry(400, "command"),
        entry(1_400, "deadline"),
        entry(2_400, "deadline"),
        entry(3_400, "deadline"),
    ];
    assert_eq!(inputs(&server.log.rows()), expected);
}

#[tokio::test(start_paused = true)]
async fn a_clean_stop_pauses_and_the_match_waits_for_its_people() {
    let clock = Frozen::clock();
    let mut server = Server::start().await;
    let (a, b, ada, bo) = server.playing(json!({"clock_ms": 100_000})).await;
    clock.advance(10_000).await;
    server.stop();
    let log = server.log.clone();
    drop((a, b));
    server.stopped().await;
    assert_eq!(inputs(&log.rows()), [entry(10_000, "pause")]);

    clock.advance(1_000_000).await;
    let server = Server::with(quiet(), log.copy()).await;
    let mut a = server.join(&ada).await;
    let back = a.until("update").await;
    assert_eq!((&back["now_ms"], &back["paused"]), (&json!(10_000), &json!(true)));
    clock.advance(30_000).await;
    let refused = a.command(0, json!({"type": "say", "n": 1})).await;
    assert_eq!(refused["code"], "busy");
    let mut b = server.join(&bo).await;
    b.until("update").await;
    let on = a.until("update").await;
    assert_eq!((&on["seq"], &on["paused"]), (&json!(2), &json!(null)));
    assert_eq!(a.command(0, json!({"type": "say", "n": 1})).await["type"], "accepted");
    let expected = [entry(10_000, "pause"), entry(10_000, "resume"), entry(10_000, "command")];
    assert_eq!(inputs(&server.log.rows()), expected);
}

#[tokio::test(start_paused = true)]
async fn after_a_kill_the_last_heartbeat_counts_and_the_first_waits_a_minute() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let (mut a, _b, ada, _) = server.playing(json!({"clock_ms": 100_000})).await;
    for _ in 0..3 {
        clock.advance(2_000).await;
        a.nothing().await;
    }
    clock.advance(1_500).await;
    a.nothing().await;
    let left = server.kill();
    let server = Server::with(quiet(), left).await;
    assert_eq!(inputs(&server.log.rows()), [entry(6_000, "pause")]);
    let mut a = server.join(&ada).await;
    a.until("update").await;
    clock.advance(59_999).await;
    a.nothing().await;
    clock.advance(1).await;
    assert_eq!(a.until("update").await["now_ms"], 6_000);
    clock.advance(94_000).await;
    let late = a.until("update").await;
    assert_eq!((&late["events"][0]["type"], &late["now_ms"]), (&json!("late"), &json!(100_000)));
}

#[tokio::test(start_paused = true)]
async fn an_untimed_match_needs_neither_pause_nor_heartbeat() {
    let clock = Frozen::clock();
    let mut server = Server::start().await;
    let (mut a, b, ada, _) = server.playing(json!({})).await;
    clock.advance(10_000).await;
    a.command(0, json!({"type": "say", "n": 1})).await;
    drop((a, b));
    server.stop();
    let log = server.log.clone();
    server.stopped().await;
    assert_eq!(inputs(&log.rows()), [entry(10_000, "command")]);
    let server = Server::with(quiet(), log).await;
    assert_eq!(server.join(&ada).await.until("update").await["now_ms"], 10_000);
}

#[tokio::test(start_paused = true)]
async fn a_deadline_that_the_store_cannot_take_waits_for_it() {
    let clock = Frozen::clock();
    let server = Server::start().await;
    let (mut a, _b, ..) = server.playing(json!({"clock_ms": 1_000})).await;
    server.log.full.store(true, Ordering::SeqCst);
    clock.advance(1_000).await;
    a.nothing().await;
    let refused = a.command(0, json!({"type": "say", "n": 1})).await;
    assert_eq!(refused["code"], "storage_unavailable");
    server.log.full.store(false, Ordering::SeqCst);
    clock.advance(5_000).await;
    while a.until("update").await["outcome"].is_null() {}
    let expected = [1_000, 2_000, 3_000].map(|at| entry(at, "deadline"));
    assert_eq!(inputs(&server.log.rows()), expected);
}
