//! Matches at rest: nobody can tell that one has rested, and nothing of it is lost.

use std::time::Duration;

use super::*;
use crate::room::limits::LINGER_MS;

/// A match with some history that both seats have just left.
fn left(options: &Value) -> World {
    let mut world = World::playing(options);
    world.say(1, ClientMessage::Chat { text: "good luck".to_owned() });
    world.act(1, 10, 0);
    world.say(1, ClientMessage::Command { id: id(11), decision: 90, command: json!({}) });
    assert_eq!((world.sent[&1].accepted.len(), world.sent[&1].rejected.len()), (1, 1));
    for connection in [1, 2] {
        drop(world.ask(RoomInput::Leave(connection)));
    }
    world
}

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

/// Returns what a newcomer is shown of the match, but for the time.
fn shown(world: &World, connection: ConnectionId) -> Value {
    let updates = world.sent[&connection].updates.iter();
    let timeless = |update: &Update| {
        let mut update = serde_json::to_value(update).expect("an update");
        update.as_object_mut().expect("an object").remove("now_ms");
        update
    };
    updates.map(timeless).collect()
}

#[test]
fn a_match_that_nobody_is_at_rests_and_nobody_can_tell() {
    let mut rested = left(&json!({"rounds": 3}));
    let (mut stayed, mut slept) = (rested.clone(), rested.clone());
    assert!(!slept.sleep(true), "a match in memory is no record");
    slept.wait(LINGER_MS);
    assert!(slept.sleep(true), "nothing of it is anywhere else");
    rested.wait(LINGER_MS - 1);
    assert!(rested.room.play.is_some(), "they may be back at once");
    let asked = |world: &World| world.room.shown(&world.env()).asked.len();
    let before = asked(&rested);
    rested.wait(1);
    assert!(rested.room.play.is_none(), "it rests");
    assert_eq!((asked(&rested), before), (before, 1), "a look says whose turn it is");
    for world in [&mut rested, &mut stayed, &mut slept] {
        world.join(3, JoinAs::Token(token(0)));
        world.join(4, JoinAs::Token(token(1)));
        world.join(5, JoinAs::Gallery);
        // The same ids again: the first answers.
        world.act(3, 10, 0);
        world.say(3, ClientMessage::Command { id: id(11), decision: 90, command: json!({}) });
        world.act(4, 12, 1);
    }
    for (world, connection) in [&rested, &slept].into_iter().flat_map(|w| [(w, 3), (w, 4), (w, 5)])
    {
        assert_eq!(shown(world, connection), shown(&stayed, connection), "{connection}");
        let (one, other) = (&world.sent[&connection], &stayed.sent[&connection]);
        assert_eq!((one.messages, &one.accepted), (other.messages, &other.accepted));
        assert_eq!((&one.rejected, &one.errors), (&other.rejected, &other.errors));
    }
    assert_eq!(rested.sent[&3].accepted[&id(10)], 1);
    assert_eq!(rested.times(12), 1, "the match goes on");
    rested.judge();
}

#[test]
fn a_room_that_nobody_has_come_to_since_the_start_sleeps_without_a_trace() {
    let mut world = left(&json!({}));
    world.wait(LINGER_MS);
    // As after a start: with nothing but its record.
    let (record, now) = (world.room.record.clone(), world.now);
    let game = world.room.game.clone();
    world.room = Room::new(&world.env(), game, record, world.record.revision);
    world.room.age(&env(world.now, &SETTINGS, &world.random));
    let (expires_at, shown) = (world.room.expires_at, world.room.shown(&world.env()).room);
    world.wait(5_000);
    assert!(world.sleep(false));
    assert_eq!(world.room.expires_at, expires_at);
    assert!(world.room.seats.iter().all(|seat| seat.away_since == now), "away since the start");
    assert_eq!(world.room.shown(&world.env()).room, shown);
}

#[test]
fn a_room_whose_store_is_behind_stays_awake() {
    let mut world = World::playing(&json!({}));
    // The entry is taken; the record of the end is not.
    let resign = ClientMessage::Resign { id: id(1) };
    world.say(1, resign);
    let mut behind = world.clone();
    assert!(world.room.record.ended());
    behind.room.record.seats[0].hints += 1;
    for (world, sleeps) in [(&mut world, true), (&mut behind, false)] {
        for connection in [1, 2] {
            drop(world.ask(RoomInput::Leave(connection)));
        }
        world.wait(LINGER_MS);
        assert_eq!((world.room.rests(), world.sleep(true)), (true, sleeps));
    }
}

#[test]
fn whoever_comes_back_to_a_match_at_rest_is_sent_what_a_match_in_play_keeps_no_more() {
    let mut world = World::playing(&json!({"rounds": 20}));
    // Seat 0 says, seat 1 says, both hide.
    for number in 0..80 {
        for connection in [1, 2] {
            let (id, last) = (1_000 + 2 * number + u128::from(connection), world.rows.len());
            for command in [json!({"type": "say", "n": 1}), json!({"type": "hide", "n": 1})] {
                let Some(decision) = world.sent[&connection].updates.last().unwrap().decision
                else {
                    continue;
                };
                if world.rows.len() == last {
                    let id = Uuid::from_u128(10 * id + u128::from(command["type"] == "hide"));
                    world.say(connection, ClientMessage::Command { id, decision, command });
                }
            }
        }
    }
    assert!(world.rows.len() > 70, "{}", world.rows.len());
    let events = |world: &mut World, id, after| {
        let joining = joining(id, JoinAs::Token(token(0)), after);
        world.sent.insert(id, Sent::default());
        drop(world.ask(RoomInput::Join(joining)));
        let update = world.sent[&id].updates.last().expect("an update");
        (update.events.len(), update.events_from.is_some())
    };
    let kept = limits::RECENT_EVENTS;
    assert_eq!(events(&mut world, 3, Some(0)), (kept, true), "others have gone on meanwhile");
    for connection in [1, 2, 3] {
        drop(world.ask(RoomInput::Leave(connection)));
    }
    world.wait(LINGER_MS);
    let mut newcomer = world.clone();
    assert_eq!(events(&mut newcomer, 4, None), (kept, true));
    let (all, cut) = events(&mut world, 4, Some(0));
    assert!(all > kept && !cut, "{all} events");
}

#[test]
fn a_match_whose_time_runs_stays_and_one_that_stands_still_rests() {
    let mut world = left(&json!({"rounds": 3, "clock_ms": 10 * LINGER_MS}));
    world.wait(2 * LINGER_MS);
    assert!(world.room.play.is_some(), "a deadline is to come");
    drop(world.ask(RoomInput::Pause));
    world.wait(LINGER_MS);
    assert!(world.room.play.is_none());
    world.join(3, JoinAs::Token(token(0)));
    world.join(4, JoinAs::Token(token(1)));
    let update = world.sent[&4].updates.last().expect("an update");
    assert!(!update.paused, "all are back");
    assert!(update.deadline_ms.is_some());
}

#[test]
fn a_request_keeps_a_match_until_it_lapses() {
    let mut world = World::playing(&json!({"rounds": 3, "undo": "consent"}));
    world.act(1, 10, 0);
    world.say(1, ClientMessage::Undo { id: id(11), to: 0 });
    for connection in [1, 2] {
        drop(world.ask(RoomInput::Leave(connection)));
    }
    let lapses = Duration::from_millis(crate::room::limits::REQUEST_MS);
    assert!(lapses.as_millis() > 0 && world.room.requests.next_due().is_some());
    while world.room.requests.next_due().is_some() {
        assert!(world.room.play.is_some());
        world.wait(LINGER_MS / 2);
    }
    world.wait(LINGER_MS);
    assert!(world.room.play.is_none());
}

#[test]
fn a_match_at_rest_is_closed_and_abandoned_like_any_other() {
    let mut closed = left(&json!({"rounds": 3}));
    closed.wait(LINGER_MS);
    let mut expired = closed.clone();
    assert!(matches!(closed.ask(RoomInput::Part(Parting::Close)), Some(Ok(Reply::Done))));
    expired.wait(Settings::default().match_expiry_ms);
    for world in [&closed, &expired] {
        assert_eq!(world.room.record.state, RoomState::Abandoned);
        assert_eq!(world.log().last().expect("a row")["input"]["type"], "abandon");
    }
}

#[test]
fn a_store_that_cannot_be_read_is_asked_again() {
    let mut world = left(&json!({"rounds": 3}));
    world.wait(LINGER_MS);
    world.unreadable = true;
    world.sent.insert(3, Sent::default());
    let joining = joining(3, JoinAs::Token(token(0)), None);
    let refused = world.ask(RoomInput::Join(joining));
    assert!(matches!(refused, Some(Err(refusal)) if refusal.retry_after_ms.is_some()));
    // Nothing is due at once again and again.
    world.wait(Settings::default().match_expiry_ms);
    assert_eq!((world.room.record.state, &world.end), (RoomState::Running, &None));
    world.unreadable = false;
    world.join(3, JoinAs::Token(token(0)));
    assert_eq!(world.sent[&3].updates.len(), 1);
}

#[test]
fn a_match_that_another_writer_went_on_with_is_read_once_the_store_can_be() {
    let mut world = World::playing(&json!({"rounds": 3}));
    let before = world.sent[&1].updates.last().unwrap().seq;
    // Another writer enters what the seat is about to say.
    let mut other = world.clone();
    let decision = world.sent[&1].updates.last().unwrap().decision.unwrap();
    let says =
        |n| ClientMessage::Command { id: id(n), decision, command: json!({"type": "say", "n": 1}) };
    other.say(1, says(20));
    (world.rows, world.unreadable) = (other.rows.clone(), true);
    world.say(1, says(21));
    assert_eq!(world.end.take(), Some(RoomEnd::Unread), "it is not put aside");
    assert!(world.room.rests() && !world.sent[&1].accepted.contains_key(&id(21)));
    // Whoever comes back meanwhile is put off, and is shown the match as soon as it can be read.
    world.sent.insert(3, Sent::default());
    let refused = world.ask(RoomInput::Join(joining(3, JoinAs::Token(token(0)), None)));
    assert!(matches!(refused, Some(Err(refusal)) if refusal.retry_after_ms.is_some()));
    world.unreadable = false;
    world.join(3, JoinAs::Token(token(0)));
    assert!(world.sent[&3].updates.last().unwrap().seq > before);
    assert_eq!(world.end, None);
    world.judge();
}

#[test]
fn a_match_that_is_looked_at_after_a_start_rests_again_at_once() {
    let mut world = left(&json!({"rounds": 3}));
    let record = world.room.record.clone();
    world.room = Room::new(&world.env(), world.room.game.clone(), record, world.room.revision);
    assert_eq!(world.room.asked().len(), 1, "the record has kept whose turn it is");
    assert!(matches!(world.ask(RoomInput::Look), Some(Ok(Reply::Done))));
    assert!(world.room.play.is_none());
    world.rows[1] = world.rows[1].replace('1', "2");
    drop(world.ask(RoomInput::Look));
    assert!(matches!(&world.end, Some(RoomEnd::Broken(_))), "{:?}", world.end);
}
